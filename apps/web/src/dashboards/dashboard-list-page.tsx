import { useQuery } from "@tanstack/react-query";
import { FileUp, LayoutDashboard, Plus, SearchX } from "lucide-react";
import { useState } from "react";
import { DASHBOARD_SORTS, type DashboardSort, dashboardSearchQuery } from "../api/dashboards.ts";
import { mayEdit } from "../api/user.ts";
import { Button, LinkButton } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { Pagination } from "../control/pagination.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { type DashboardAct, DashboardActs } from "./dashboard-acts.tsx";
import { DashboardTable } from "./dashboard-table.tsx";
import { TagFilter } from "./tag-filter.tsx";

export function DashboardListPage() {
  const list = useListAddress();
  const [act, setAct] = useState<DashboardAct>();
  const isEditor = mayEdit(useCurrentUser());
  const search = { query: list.value("q"), tag: list.value("tag"), sort: sortOf(list.value("sort")) };
  const found = useQuery(dashboardSearchQuery({ ...search, page: list.page, limit: list.size }));
  const isFiltered = search.query !== "" || search.tag !== "";

  return (
    <Page title={messages.dashboards.title} actions={isEditor && <NewAndImport />}>
      <div className="v-filters">
        <SearchBox label={messages.dashboards.search} value={search.query} onChange={(q) => list.change({ q })} />
        <TagFilter value={search.tag} onChange={(tag) => list.change({ tag })} />
      </div>
      {found.error !== null && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <SkeletonTable label={messages.loading} columns={4} />}
      {found.data?.total === 0 && (isFiltered ? <NoMatch {...search} /> : <NoDashboards isEditor={isEditor} />)}
      {found.data !== undefined && found.data.total > 0 && (
        <>
          <DashboardTable
            rows={found.data.rows}
            sort={search.sort}
            isStale={found.isPlaceholderData}
            isEditor={isEditor}
            onAct={setAct}
          />
          <Pagination
            page={list.page}
            size={list.size}
            total={found.data.total}
            hrefFor={(page) => list.href({ page })}
            onSizeChange={(size) => list.change({ size })}
          />
        </>
      )}
      <DashboardActs act={act} onDone={() => setAct(undefined)} />
    </Page>
  );
}

function sortOf(text: string): DashboardSort {
  return DASHBOARD_SORTS.find((sort) => sort === text) ?? "alpha-asc";
}

function NewAndImport() {
  return (
    <>
      <LinkButton to="/dashboards/import" icon={<FileUp aria-hidden />}>
        {messages.dashboards.import}
      </LinkButton>
      <LinkButton to="/dashboards/new" kind="primary" icon={<Plus aria-hidden />}>
        {messages.dashboards.new}
      </LinkButton>
    </>
  );
}

interface NoDashboardsProps {
  readonly isEditor: boolean;
}

function NoDashboards({ isEditor }: NoDashboardsProps) {
  return (
    <EmptyState icon={LayoutDashboard} title={messages.dashboards.empty} text={messages.dashboards.emptyText}>
      {isEditor && <NewAndImport />}
    </EmptyState>
  );
}

interface NoMatchProps {
  readonly query: string;
  readonly tag: string;
}

function NoMatch({ query, tag }: NoMatchProps) {
  const list = useListAddress();
  return (
    <EmptyState icon={SearchX} title={messages.list.noMatch} text={messages.dashboards.noMatchText(query, tag)}>
      <Button onPress={() => list.change({ q: "", tag: "" })}>{messages.list.clearFilters}</Button>
    </EmptyState>
  );
}
