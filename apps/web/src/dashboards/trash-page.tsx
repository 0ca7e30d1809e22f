import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { restoreDashboard, trashQuery } from "../api/dashboards.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { SkeletonTable, Table } from "../control/table.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { folderTexts as texts } from "./folder-messages.ts";

/** Dashboards that were deleted, to bring back. */
export function TrashPage() {
  const trash = useQuery(trashQuery);
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: restoreDashboard,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["dashboards"] }),
  });
  const head = (
    <>
      <th scope="col">{messages.dashboards.columns.title}</th>
      <th scope="col">
        <span className="v-hidden">{messages.list.actions}</span>
      </th>
    </>
  );
  return (
    <Page title={texts.trash} trail={[{ label: messages.dashboards.title, to: "/dashboards" }]}>
      <p>{texts.trashLead}</p>
      {restoring.data !== undefined && <Alert kind="ok">{texts.restored(restoring.data.spec.title)}</Alert>}
      {restoring.error !== null && <Alert kind="crit">{restoring.error.message}</Alert>}
      {trash.error !== null && <ErrorState error={trash.error} onRetry={() => void trash.refetch()} />}
      {trash.isPending && <SkeletonTable label={messages.loading} columns={2} />}
      {trash.data?.length === 0 && <EmptyState icon={Trash2} title={texts.trashEmpty} text={texts.trashEmptyText} />}
      {trash.data !== undefined && trash.data.length > 0 && (
        <Table label={texts.trash} head={head}>
          {trash.data.map((dashboard) => (
            <tr key={dashboard.metadata.name}>
              <th scope="row">{dashboard.spec.title}</th>
              <td className="v-cell-action">
                <Button aria-label={texts.restoreOne(dashboard.spec.title)} onPress={() => restoring.mutate(dashboard)}>
                  {texts.restore}
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  );
}
