import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { FormDialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** What the button says. */
  readonly submit: string;
  /** What is done, and what follows where it was: closing the dialog as well. */
  readonly act: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something is done that cannot be taken back. */
export function ConfirmDialog({ title, text, submit, act, onClose }: ConfirmDialogProps) {
  const acting = useMutation({ mutationFn: act });
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      submit={submit}
      kind="danger"
      onSubmit={() => acting.mutate()}
      isPending={acting.isPending}
      error={acting.error}
    >
      <p>{text}</p>
    </FormDialog>
  );
}

interface RemoveDialogProps extends Omit<ConfirmDialogProps, "act"> {
  readonly remove: () => Promise<unknown>;
  /** What is asked for again afterwards. */
  readonly changes: QueryKey;
}

/** Asks before somebody or something goes. */
export function RemoveDialog({ remove, changes, onClose, ...dialog }: RemoveDialogProps) {
  const queryClient = useQueryClient();
  const act = async () => {
    await remove();
    await queryClient.invalidateQueries({ queryKey: changes });
    onClose();
  };
  return <ConfirmDialog {...dialog} act={act} onClose={onClose} />;
}
