import { useState } from "react";
import { changeWall, isWallOvertaken, type Wall } from "../api/walls.ts";
import { FormDialog } from "../control/dialog.tsx";
import { TextField } from "../control/text-field.tsx";
import { texts } from "./messages.ts";
import { PlaylistSelect } from "./playlist-select.tsx";
import { useWallChange } from "./use-wall-change.ts";

interface ChangeWallProps {
  readonly wall: Wall;
  readonly onClose: () => void;
}

/** Saves what was typed over the wall that stood there when the dialog opened; the rest stays as it is by then. */
export function ChangeWall({ wall, onClose }: ChangeWallProps) {
  const [typed, setTyped] = useState<Partial<Pick<Wall, "name" | "playlist">>>({});
  const { seen, changing } = useWallChange(wall, {
    change: (now) => changeWall(now, { name: name.trim(), playlist }),
    onClose,
  });
  const { name, playlist } = { ...seen, ...typed };
  const isOvertaken = isWallOvertaken(changing.error);
  return (
    <FormDialog
      title={texts.changeTitle(wall.name)}
      isOpen
      onClose={onClose}
      submit={texts.changeSubmit}
      onSubmit={() => changing.mutate()}
      isPending={changing.isPending}
      error={changing.error}
      errorText={isOvertaken ? texts.overtaken : undefined}
    >
      <TextField
        label={texts.name}
        autoComplete="off"
        value={name}
        onChange={(value) => setTyped({ ...typed, name: value })}
        hint={isOvertaken && name !== seen.name ? texts.nowSaved(seen.name) : undefined}
        mostCharacters={100}
        isRequired
        autoFocus
      />
      <PlaylistSelect
        value={playlist}
        onChange={(value) => setTyped({ ...typed, playlist: value })}
        saved={isOvertaken && playlist !== seen.playlist ? seen.playlist : undefined}
      />
    </FormDialog>
  );
}
