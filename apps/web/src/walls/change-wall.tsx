import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeWall, type Wall, wallsQuery } from "../api/walls.ts";
import { FormDialog } from "../control/dialog.tsx";
import { TextField } from "../control/text-field.tsx";
import { texts } from "./messages.ts";
import { PlaylistSelect } from "./playlist-select.tsx";

interface ChangeWallProps {
  readonly wall: Wall;
  readonly onClose: () => void;
}

export function ChangeWall({ wall, onClose }: ChangeWallProps) {
  const [name, setName] = useState(wall.name);
  const [playlist, setPlaylist] = useState(wall.playlist);
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: () => changeWall(wall.id, { name: name.trim(), playlist }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: wallsQuery.queryKey });
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.changeTitle(wall.name)}
      isOpen
      onClose={onClose}
      submit={texts.changeSubmit}
      onSubmit={() => changing.mutate()}
      isPending={changing.isPending}
      error={changing.error}
    >
      <TextField
        label={texts.name}
        autoComplete="off"
        value={name}
        onChange={setName}
        mostCharacters={100}
        isRequired
        autoFocus
      />
      <PlaylistSelect value={playlist} onChange={setPlaylist} />
    </FormDialog>
  );
}
