import { deletePlaylist, type Playlist } from "../api/playlists.ts";
import { RemoveDialog } from "../control/remove-dialog.tsx";
import { playlistTexts } from "./messages.ts";

interface DeletePlaylistProps {
  readonly playlist: Playlist;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

export function DeletePlaylist({ playlist, onClose, onDeleted }: DeletePlaylistProps) {
  const remove = async () => {
    await deletePlaylist(playlist.metadata.name);
    onDeleted?.();
  };
  return (
    <RemoveDialog
      title={playlistTexts.delete.title(playlist.spec.title)}
      text={playlistTexts.delete.text}
      submit={playlistTexts.delete.submit}
      remove={remove}
      changes={["playlists", "all"]}
      onClose={onClose}
    />
  );
}
