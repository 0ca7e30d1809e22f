import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { dashboardQuery, deleteDashboard, keptReason } from "../api/dashboards.ts";
import { FormDialog } from "../control/dialog.tsx";
import { messages } from "../messages/en.ts";
import { UnchangeableDashboard } from "./unchangeable-dashboard.tsx";

interface DeleteDashboardProps {
  readonly uid: string;
  readonly title: string;
  readonly onClose: () => void;
}

export function DeleteDashboard({ uid, title, onClose }: DeleteDashboardProps) {
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deleteDashboard(uid),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["dashboards"] });
      onClose();
    },
  });
  // What is being deleted is not asked for again.
  const current = useQuery({ ...dashboardQuery(uid), staleTime: 0, enabled: deleting.isIdle });
  const reason = current.data === undefined ? undefined : keptReason(current.data);
  if (reason !== undefined) return <UnchangeableDashboard {...{ title, reason, onClose }} />;

  return (
    <FormDialog
      title={messages.dashboards.delete.title(title)}
      isOpen
      onClose={onClose}
      submit={messages.dashboards.delete.submit}
      onSubmit={() => deleting.mutate()}
      isPending={deleting.isPending}
      error={deleting.error ?? current.error}
      kind="danger"
    >
      <p>{messages.dashboards.delete.text}</p>
    </FormDialog>
  );
}
