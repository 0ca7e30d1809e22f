import { useQuery } from "@tanstack/react-query";
import { Camera, FileUp, FolderPlus, LayoutDashboard, LayoutGrid, Plus, SearchX, Star, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import {
  DASHBOARD_SORTS,
  type DashboardSort,
  type DashboardSummary,
  dashboardSearchQuery,
  dashboardTagsQuery,
} from "../api/dashboards.ts";
import type { Folder } from "../api/folders.ts";
import { mayDo } from "../api/user.ts";
import { Button, LinkButton } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { Select } from "../control/select.tsx";
import { useSelection } from "../control/selection.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { useIsPhone } from "../control/use-media.ts";
import { listQuery, useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";
import { BesideFolders } from "./beside-folders.tsx";
import type { DashboardAct } from "./dashboard-acts.tsx";
import { type DashboardRowsProps, DashboardTable } from "./dashboard-table.tsx";
import { AfterFolders } from "./folder-list.tsx";
import { folderTexts } from "./folder-messages.ts";
import { useListView } from "./list-view.ts";
import { TagFilter } from "./tag-filter.tsx";
import { useLastKnown } from "./use-last-known.ts";
import { toImport, toNew, useMayMake } from "./wanted-folder.ts";

// Dialogs come when somebody opens one: a first visit does not wait for them.
const DashboardActs = lazy(async () => ({ default: (await import("./dashboard-acts.tsx")).DashboardActs }));
const DashboardCards = lazy(async () => ({ default: (await import("./dashboard-cards.tsx")).DashboardCards }));
const SelectionBar = lazy(async () => ({ default: (await import("./selection-bar.tsx")).SelectionBar }));
const MakeFolder = lazy(async () => ({ default: (await import("./folder-dialogs.tsx")).MakeFolder }));

/** Every dashboard, and the folders that lie beside them. */
export function DashboardListPage() {
  return (
    <Page title={messages.dashboards.title} actions={<ListActions />}>
      <DashboardList />
    </Page>
  );
}

interface DashboardListProps {
  /** Only what lies in it; absent for all there are. */
  readonly folder?: Folder;
}

/** The list with its search, filters and folders. */
export function DashboardList({ folder }: DashboardListProps) {
  const list = useListAddress();
  const [act, setAct] = useState<DashboardAct>();
  const selection = useSelection<DashboardSummary>();
  const user = useCurrentUser();
  const isEditor = mayDo(user, "dashboards:write") || folder?.canEdit === true;
  const search = { query: list.value("q"), tag: list.value("tag"), sort: sortOf(list.value("sort")) };
  const isStarred = list.value("starred") !== "";
  const where = { folderUIDs: folder?.uid, starred: isStarred ? ("true" as const) : undefined };
  const found = useQuery(
    dashboardSearchQuery({ ...search, ...where, everywhere: true, page: list.page, limit: list.size }),
  );
  // A search that fails leaves the rows of the one before.
  const known = useLastKnown(found, where.folderUIDs ?? "");
  const { data: answer, isStale } = known;
  const tags = useQuery(dashboardTagsQuery);
  const view = useListView(list);
  const shown = {
    query: search.query,
    isStale,
    isEditor,
    isAdmin: mayDo(user, "dashboards.permissions:write") || folder?.canAdmin === true,
    onAct: setAct,
    selection,
    showsFolder: folder === undefined,
  };
  const isFiltered = search.query + search.tag !== "" || isStarred;

  return (
    <BesideFolders folder={folder}>
      <div className="v-filters">
        <SearchBox
          label={messages.dashboards.search}
          value={search.query}
          found={freshTotal(isFiltered, known)}
          onChange={(q) => list.change({ q })}
        />
        <TagFilter value={search.tag} onChange={(tag) => list.change({ tag })} />
        <Button
          icon={<Star aria-hidden />}
          aria-pressed={isStarred}
          onPress={() => list.change({ starred: isStarred ? "" : "1" })}
        >
          {folderTexts.starred}
        </Button>
        <Select
          label={folderTexts.sort}
          isLabelHidden
          value={search.sort}
          options={SORTS}
          onChange={(sort) => list.change({ sort: sort === "alpha-asc" ? "" : sort })}
        />
        <Button kind="quiet" icon={<LayoutGrid aria-hidden />} aria-pressed={view.areCards} onPress={view.change}>
          {folderTexts.cards}
        </Button>
        {folder === undefined && <ListTools />}
      </div>
      <MissingPart name={messages.dashboards.columns.tags} query={tags} />
      <AfterFolders parent={isFiltered ? undefined : (folder?.uid ?? "")}>
        {found.error !== null && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <SkeletonTable label={messages.loading} columns={4} />}
        {answer?.total === 0 &&
          (isFiltered ? <NoMatch {...search} isFolder={folder !== undefined} /> : <NoDashboards folder={folder} />)}
        {answer !== undefined && answer.total > 0 && (
          <>
            <DashboardRows {...shown} rows={answer.rows} sort={search.sort} areCards={view.areCards} />
            <ListPages list={list} total={answer.total} isStale={isStale} />
          </>
        )}
      </AfterFolders>
      <Suspense>
        {selection.selected.size > 0 && (
          <SelectionBar
            selected={[...selection.selected.values()]}
            isEditor={isEditor}
            onClear={selection.clear}
            onGone={selection.forget}
          />
        )}
      </Suspense>
      <Suspense>{act !== undefined && <DashboardActs act={act} onDone={() => setAct(undefined)} />}</Suspense>
    </BesideFolders>
  );
}

type Known = ReturnType<typeof useLastKnown<{ readonly total: number }>>;

function freshTotal(isFiltered: boolean, { data, isStale }: Known): number | undefined {
  return isFiltered && !isStale ? data?.total : undefined;
}

interface RowsProps extends DashboardRowsProps {
  readonly sort: DashboardSort;
  readonly areCards: boolean;
}

function DashboardRows({ areCards, sort, ...shown }: RowsProps) {
  if (!areCards) return <DashboardTable {...shown} sort={sort} />;
  return (
    <Suspense>
      <DashboardCards {...shown} />
    </Suspense>
  );
}

const SORTS = DASHBOARD_SORTS.map((id) => ({ id, label: folderTexts.sorts[id] }));

function sortOf(text: string): DashboardSort {
  return DASHBOARD_SORTS.find((sort) => sort === text) ?? "alpha-asc";
}

/** What is made here; the bar of a phone has no room for folders. */
function ListActions() {
  const isPhone = useIsPhone();
  return (
    <>
      {!isPhone && <NewFolder />}
      <NewAndImport />
    </>
  );
}

/** Nothing for those who may make no folders. */
function NewFolder() {
  const mayMake = mayDo(useCurrentUser(), "folders:create");
  const [isMaking, setMaking] = useState(false);
  return (
    mayMake && (
      <>
        <Writable>
          <Button icon={<FolderPlus aria-hidden />} onPress={() => setMaking(true)}>
            {folderTexts.make}
          </Button>
        </Writable>
        <Suspense>{isMaking && <MakeFolder parent="" onClose={() => setMaking(false)} />}</Suspense>
      </>
    )
  );
}

/** What the whole list offers beside its filters. */
function ListTools() {
  const isPhone = useIsPhone();
  return (
    <>
      <LinkButton to="/dashboards/snapshots" kind="quiet" icon={<Camera aria-hidden />}>
        {folderTexts.snapshots}
      </LinkButton>
      <LinkButton to="/dashboards/trash" kind="quiet" icon={<Trash2 aria-hidden />}>
        {folderTexts.trash}
      </LinkButton>
      {isPhone && <NewFolder />}
    </>
  );
}

interface NewAndImportProps {
  /** What is made here lies in it. */
  readonly folder?: Folder | undefined;
}

/** Nothing for those who may make no dashboards. */
export function NewAndImport({ folder }: NewAndImportProps) {
  if (!useMayMake(folder)) return null;
  return (
    <>
      <LinkButton to={toImport(folder)} icon={<FileUp aria-hidden />}>
        {messages.dashboards.import}
      </LinkButton>
      <LinkButton to={toNew(folder)} kind="primary" icon={<Plus aria-hidden />}>
        {messages.dashboards.new}
      </LinkButton>
    </>
  );
}

function NoDashboards({ folder }: NewAndImportProps) {
  const { emptyFolder, emptyFolderText } = folderTexts;
  const { empty, emptyText } = messages.dashboards;
  return (
    <EmptyState
      icon={LayoutDashboard}
      title={folder === undefined ? empty : emptyFolder}
      text={folder === undefined ? emptyText : emptyFolderText}
      learn={folder === undefined ? "dashboards" : "teams#folders"}
    >
      <NewAndImport folder={folder} />
    </EmptyState>
  );
}

interface NoMatchProps {
  /** There are dashboards elsewhere, too. */
  readonly isFolder: boolean;
  readonly query: string;
  readonly tag: string;
}

function NoMatch({ query, tag, isFolder }: NoMatchProps) {
  const list = useListAddress();
  return (
    <EmptyState icon={SearchX} title={messages.list.noMatch} text={messages.dashboards.noMatchText(query, tag)}>
      <Button onPress={() => list.change({ q: "", tag: "", starred: "" })}>{messages.list.clearFilters}</Button>
      {isFolder && (
        <LinkButton to={`/dashboards${listQuery(new URLSearchParams(), { q: query, tag })}`}>
          {folderTexts.everywhere}
        </LinkButton>
      )}
    </EmptyState>
  );
}
