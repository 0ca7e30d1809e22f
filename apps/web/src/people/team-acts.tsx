import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormDialog } from "../control/dialog.tsx";
import { texts } from "./messages.ts";

export interface TeamPartProps {
  readonly id: string;
}

/** Key of what is known of teams. */
export const TEAMS = ["teams"];

/** An act on the team, after which what is known of it is asked for again. */
function useTeamAct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: TEAMS }),
  });
}

interface AddToTeamProps {
  readonly title: string;
  readonly add: () => Promise<unknown>;
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
  /** The fields; told why the server refused what they say, where a field can say so. */
  readonly children: (refused: Error | null) => ReactNode;
  /** Of a refusal that belongs to a field. */
  readonly isOfField?: (error: Error) => boolean;
}

/** A dialog that ends when somebody or something new belongs to the team. */
export function AddToTeam({ add, onClose, children, isOfField = () => false, ...dialog }: AddToTeamProps) {
  const acting = useTeamAct();
  const refused = acting.error !== null && isOfField(acting.error) ? acting.error : null;
  return (
    <FormDialog
      {...dialog}
      isOpen
      onClose={onClose}
      submit={texts.team.add}
      onSubmit={() => acting.mutate(add, { onSuccess: onClose })}
      isPending={acting.isPending}
      error={refused === null ? acting.error : null}
    >
      {children(refused)}
    </FormDialog>
  );
}
