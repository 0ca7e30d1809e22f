import { removeWall, type Wall, wallsQuery } from "../api/walls.ts";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { texts } from "./messages.ts";

interface RemoveWallProps {
  readonly wall: Wall;
  readonly onClose: () => void;
}

export function RemoveWall({ wall, onClose }: RemoveWallProps) {
  return (
    <RemoveDialog
      title={texts.removeTitle(wall.name)}
      text={texts.removeText}
      submit={texts.removeSubmit}
      remove={() => removeWall(wall.id)}
      changes={wallsQuery.queryKey}
      onClose={onClose}
    />
  );
}
