import { useMutation, useQueryClient } from "@tanstack/react-query";
import { removeWall, type Wall, wallsQuery } from "../api/walls.ts";
import { FormDialog } from "../control/dialog.tsx";
import { texts } from "./messages.ts";

interface RemoveWallProps {
  readonly wall: Wall;
  readonly onClose: () => void;
}

export function RemoveWall({ wall, onClose }: RemoveWallProps) {
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: () => removeWall(wall.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: wallsQuery.queryKey });
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.removeTitle(wall.name)}
      isOpen
      onClose={onClose}
      submit={texts.removeSubmit}
      onSubmit={() => removing.mutate()}
      isPending={removing.isPending}
      error={removing.error}
      kind="danger"
    >
      <p>{texts.removeText}</p>
    </FormDialog>
  );
}
