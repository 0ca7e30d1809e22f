import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { FormDialog } from "./dialog.tsx";

interface RemoveDialogProps {
  readonly title: string;
  readonly text: string;
  /** What the button says. */
  readonly submit: string;
  readonly remove: () => Promise<unknown>;
  /** What is asked for again afterwards. */
  readonly changes: QueryKey;
  readonly onClose: () => void;
}

/** Asks before somebody or something goes. */
export function RemoveDialog({ title, text, submit, remove, changes, onClose }: RemoveDialogProps) {
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: changes });
      onClose();
    },
  });
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      submit={submit}
      kind="danger"
      onSubmit={() => removing.mutate()}
      isPending={removing.isPending}
      error={removing.error}
    >
      <p>{text}</p>
    </FormDialog>
  );
}
