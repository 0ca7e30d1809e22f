import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deletePlaylist, type Playlist } from "../api/playlists.ts";
import { FormDialog } from "../control/dialog.tsx";
import { playlistTexts } from "./messages.ts";

interface DeletePlaylistProps {
  readonly playlist: Playlist;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

export function DeletePlaylist({ playlist, onClose, onDeleted }: DeletePlaylistProps) {
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deletePlaylist(playlist.metadata.name),
    onSuccess: async () => {
      onDeleted?.();
      await queryClient.invalidateQueries({ queryKey: ["playlists", "all"] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={playlistTexts.delete.title(playlist.spec.title)}
      isOpen
      onClose={onClose}
      submit={playlistTexts.delete.submit}
      onSubmit={() => deleting.mutate()}
      isPending={deleting.isPending}
      error={deleting.error}
      kind="danger"
    >
      <p>{playlistTexts.delete.text}</p>
    </FormDialog>
  );
}
