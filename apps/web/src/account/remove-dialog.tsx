import { useMutation, useQueryClient } from "@tanstack/react-query";
import { accountQuery } from "../api/account.ts";
import { FormDialog } from "../control/dialog.tsx";
import { texts } from "./messages.ts";

interface RemoveDialogProps {
  readonly title: string;
  readonly text: string;
  readonly remove: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before a way to sign in goes. */
export function RemoveDialog({ title, text, remove, onClose }: RemoveDialogProps) {
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      onClose();
    },
  });
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      submit={texts.remove}
      kind="danger"
      onSubmit={() => removing.mutate()}
      isPending={removing.isPending}
      error={removing.error}
    >
      <p>{text}</p>
    </FormDialog>
  );
}
