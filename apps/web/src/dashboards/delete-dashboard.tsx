import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteDashboard } from "../api/dashboards.ts";
import { FormDialog } from "../control/dialog.tsx";
import { messages } from "../messages/en.ts";

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
  return (
    <FormDialog
      title={messages.dashboards.delete.title(title)}
      isOpen
      onClose={onClose}
      submit={messages.dashboards.delete.submit}
      onSubmit={() => deleting.mutate()}
      isPending={deleting.isPending}
      error={deleting.error}
      kind="danger"
    >
      <p>{messages.dashboards.delete.text}</p>
    </FormDialog>
  );
}
