import { useQuery } from "@tanstack/react-query";
import { Camera, SearchX, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { deleteSnapshot, type ListedSnapshot, snapshotsQuery } from "../api/snapshots.ts";
import { mayDo } from "../api/user.ts";
import { Age } from "../control/age.tsx";
import { Button, LinkButton } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { momentText } from "../control/moment-text.ts";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { RowMenu } from "../control/row-menu.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { ActionsHead, SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { snapshotTexts as texts } from "./messages.ts";

/** `/dashboards/snapshots`: those that one may see, the newest first. */
export function SnapshotsPage() {
  const user = useCurrentUser();
  const list = useListAddress();
  const { data, error, isPending, refetch } = useQuery(snapshotsQuery);
  const [doomed, setDoomed] = useState<ListedSnapshot>();
  const wanted = list.value("q").toLowerCase();
  const found = (data ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));
  const shown = found.slice((list.page - 1) * list.size, list.page * list.size);
  const mayDelete = ({ createdBy }: ListedSnapshot) =>
    mayDo(user, "snapshots:delete") || (createdBy === user.login && mayDo(user, "snapshots:create"));
  return (
    <Page title={texts.title} trail={[{ label: messages.dashboards.title, to: "/dashboards" }]}>
      <p>{texts.lead}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <SkeletonTable label={messages.loading} columns={4} />}
      {data?.length === 0 && (
        <EmptyState icon={Camera} title={texts.empty} text={texts.emptyText} learn="dashboards#sharing">
          <LinkButton to="/dashboards" kind="primary">
            {texts.choose}
          </LinkButton>
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <>
          <div className="v-filters">
            <SearchBox
              label={texts.search}
              value={list.value("q")}
              found={wanted === "" ? undefined : found.length}
              onChange={(q) => list.change({ q })}
            />
          </div>
          {found.length === 0 && (
            <EmptyState icon={SearchX} title={messages.list.noMatch} text={texts.noMatch(list.value("q"))}>
              <Button onPress={() => list.change({ q: "" })}>{messages.list.clearFilters}</Button>
            </EmptyState>
          )}
        </>
      )}
      {found.length > 0 && (
        <>
          <Table hasSheets label={texts.title} head={<Head />}>
            {shown.map((snapshot) => (
              <TableRow key={snapshot.key} name={snapshot.name || texts.untitled}>
                <th scope="row">
                  <Link to={`/snapshots/${snapshot.key}`}>{snapshot.name || texts.untitled}</Link>
                  <SecondLine>{texts.audiences[snapshot.audience]}</SecondLine>
                </th>
                <td className="v-cell-wide">{texts.audiences[snapshot.audience]}</td>
                <td className="v-cell-wide">
                  <Age at={snapshot.created} /> · {snapshot.createdBy}
                </td>
                <td>{snapshot.expires === null ? texts.forever : momentText(snapshot.expires, "minute")}</td>
                <td className="v-cell-action">
                  {mayDelete(snapshot) && (
                    <RowMenu
                      label={texts.deleteOne(snapshot.name || texts.untitled)}
                      actions={[
                        { label: texts.delete, icon: Trash2, kind: "danger", onAction: () => setDoomed(snapshot) },
                      ]}
                    />
                  )}
                </td>
              </TableRow>
            ))}
          </Table>
          <ListPages list={list} total={found.length} />
        </>
      )}
      {doomed !== undefined && <DeleteSnapshot snapshot={doomed} onClose={() => setDoomed(undefined)} />}
    </Page>
  );
}

function Head() {
  const { name, audience, created, expires } = texts.columns;
  return (
    <>
      <th scope="col">{name}</th>
      <WideHead>{audience}</WideHead>
      <WideHead>{created}</WideHead>
      <th scope="col">{expires}</th>
      <ActionsHead />
    </>
  );
}

function DeleteSnapshot({ snapshot, onClose }: { readonly snapshot: ListedSnapshot; readonly onClose: () => void }) {
  return (
    <RemoveDialog
      title={texts.deleteTitle(snapshot.name || texts.untitled)}
      text={texts.deleteText}
      submit={texts.delete}
      remove={() => deleteSnapshot(snapshot.key)}
      changes={["snapshots"]}
      onClose={onClose}
    />
  );
}
