import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SearchX, Trash2 } from "lucide-react";
import { type RemovedDashboard, restoreDashboard, trashQuery } from "../api/trash.ts";
import { Age } from "../control/age.tsx";
import { Alert } from "../control/alert.tsx";
import { Button, LinkButton } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { ActionsHead, SkeletonTable, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { Writable } from "../session/writable.tsx";
import { folderTexts as texts } from "./folder-messages.ts";

/** Dashboards that were deleted, to bring back. */
export function TrashPage() {
  const list = useListAddress();
  const query = list.value("q");
  const trash = useQuery(trashQuery({ query, page: list.page, limit: list.size }));
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: (dashboard: RemovedDashboard) => restoreDashboard(dashboard),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["dashboards"] }),
  });
  const head = (
    <>
      <th scope="col">{messages.dashboards.columns.title}</th>
      <WideHead>{texts.folder}</WideHead>
      <WideHead>{texts.columns.deleted}</WideHead>
      <WideHead>{texts.columns.who}</WideHead>
      <ActionsHead />
    </>
  );
  return (
    <Page title={texts.trash} trail={[{ label: messages.dashboards.title, to: "/dashboards" }]}>
      <p>{texts.trashLead}</p>
      <div className="v-filters">
        <SearchBox
          label={texts.trashSearch}
          value={query}
          found={query === "" || trash.isPlaceholderData ? undefined : trash.data?.total}
          onChange={(q) => list.change({ q })}
        />
      </div>
      {restoring.isSuccess && <Alert kind="ok">{texts.restored(restoring.variables.title)}</Alert>}
      {restoring.error !== null && <FaultAlert error={restoring.error} />}
      {trash.error !== null && <ErrorState error={trash.error} onRetry={() => void trash.refetch()} />}
      {trash.isPending && <SkeletonTable label={messages.loading} columns={5} />}
      {trash.data?.total === 0 && query === "" && (
        <EmptyState icon={Trash2} title={texts.trashEmpty} text={texts.trashEmptyText} learn="teams#folders">
          <LinkButton to="/dashboards" kind="primary">
            {texts.toDashboards}
          </LinkButton>
        </EmptyState>
      )}
      {trash.data?.total === 0 && query !== "" && (
        <EmptyState icon={SearchX} title={messages.list.noMatch} text={texts.trashNoMatch(query)}>
          <Button onPress={() => list.change({ q: "" })}>{messages.list.clearFilters}</Button>
        </EmptyState>
      )}
      {trash.data !== undefined && trash.data.total > 0 && (
        <>
          <Table hasSheets label={texts.trash} head={head} isStale={trash.isPlaceholderData}>
            {trash.data.rows.map((removed) => (
              <TableRow key={removed.uid} name={removed.title}>
                <th scope="row">
                  {removed.title}
                  <SecondLine>
                    <Age at={removed.deleted} />
                  </SecondLine>
                </th>
                <td className="v-cell-wide">{removed.folderTitle}</td>
                <td className="v-cell-quiet v-cell-wide">
                  <Age at={removed.deleted} />
                </td>
                <td className="v-cell-quiet v-cell-wide">{removed.deletedBy}</td>
                <td className="v-cell-action">
                  {removed.canRestore && (
                    <Writable>
                      <Button
                        aria-label={texts.restoreOne(removed.title)}
                        isPending={restoring.isPending}
                        onPress={() => restoring.mutate(removed)}
                      >
                        {texts.restore}
                      </Button>
                    </Writable>
                  )}
                </td>
              </TableRow>
            ))}
          </Table>
          <ListPages list={list} total={trash.data.total} isStale={trash.isPlaceholderData} />
        </>
      )}
    </Page>
  );
}
