import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { isConflict } from "../api/dashboards.ts";
import { createPlaylist, type Playlist, playlistQuery, savePlaylist } from "../api/playlists.ts";
import { mayEdit } from "../api/user.ts";
import { Alert } from "../control/alert.tsx";
import { Button, LinkButton } from "../control/button.tsx";
import { Form } from "../control/form.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { TextField } from "../control/text-field.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { AddItems } from "./add-items.tsx";
import { DeletePlaylist } from "./delete-playlist.tsx";
import { useItemNames } from "./item-names.ts";
import { itemTexts, playlistTexts } from "./messages.ts";
import { draftFaults, NEW_PLAYLIST, newPlaylistName, type PlaylistDraft, specOf } from "./playlist-draft.ts";
import { PlaylistItems } from "./playlist-items.tsx";
import { PLAYLIST_TRAIL } from "./playlist-trail.ts";
import { RoundStrip } from "./round-strip.tsx";
import "./playlist-editor.css";

interface PlaylistEditorProps {
  /** The version that is edited; none for a new playlist. */
  readonly playlist?: Playlist;
  /** Gives up what was typed for the version that somebody else saved. */
  readonly onLoadNewest?: () => void;
}

export function PlaylistEditor({ playlist, onLoadNewest }: PlaylistEditorProps) {
  const [draft, setDraft] = useState<PlaylistDraft>(playlist?.spec ?? NEW_PLAYLIST);
  const [isTried, setTried] = useState(false);
  const isEditor = mayEdit(useCurrentUser());
  const saving = useSaving(playlist);
  const nameOf = useItemNames(draft.items);
  const texts = playlistTexts;
  const faults = draftFaults(draft);
  const change = (part: Partial<PlaylistDraft>) => setDraft({ ...draft, ...part });
  const isChanged = playlist === undefined || JSON.stringify(specOf(draft)) !== JSON.stringify(specOf(playlist.spec));

  return (
    <Page
      title={playlist?.spec.title ?? texts.new}
      trail={PLAYLIST_TRAIL}
      actions={playlist !== undefined && <PlaylistPageActions playlist={playlist} />}
    >
      <Form
        className="v-playlist"
        noValidate
        isPending={saving.isPending}
        onSubmit={() => {
          setTried(true);
          if (!faults.title && !faults.interval) saving.mutate(draft);
        }}
      >
        <div className="v-card v-stack">
          {saving.error !== null && <SaveRefused error={saving.error} onLoadNewest={onLoadNewest} />}
          <TextField
            label={texts.columns.title}
            value={draft.title}
            onChange={(title) => change({ title })}
            error={isTried && faults.title ? texts.titleMissing : undefined}
            isReadOnly={!isEditor}
            autoFocus={playlist === undefined}
            isRequired
          />
          <TextField
            label={texts.columns.interval}
            value={draft.interval}
            onChange={(interval) => change({ interval })}
            hint={texts.intervalHint}
            error={faults.interval ? texts.intervalInvalid : undefined}
            isReadOnly={!isEditor}
            isRequired
          />
          {(draft.timezone !== undefined || draft.items.some(({ schedule }) => schedule !== undefined)) && (
            <TextField
              label={itemTexts.timezone}
              value={draft.timezone ?? ""}
              onChange={(timezone) => change({ timezone })}
              hint={itemTexts.timezoneHint}
              isReadOnly={!isEditor}
            />
          )}
          {isEditor && (
            <div className="v-form-actions">
              {saving.isSuccess && !isChanged && <span role="status">{messages.saved}</span>}
              <Button type="submit" kind="primary" isPending={saving.isPending} isDisabled={!isChanged}>
                {playlist === undefined ? texts.create : messages.save}
              </Button>
            </div>
          )}
        </div>
        <div className="v-stack">
          <RoundStrip draft={draft} names={draft.items.map((item) => nameOf(item).name)} />
          <PlaylistItems
            items={draft.items}
            nameOf={nameOf}
            onChange={(items) => change({ items })}
            isEditor={isEditor}
          />
          {isEditor && <AddItems onAdd={(item) => change({ items: [...draft.items, item] })} />}
        </div>
      </Form>
    </Page>
  );
}

function useSaving(playlist: Playlist | undefined) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (draft: PlaylistDraft) =>
      playlist === undefined
        ? createPlaylist(newPlaylistName(draft.title), specOf(draft))
        : savePlaylist({ metadata: playlist.metadata, spec: specOf(draft) }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(playlistQuery(saved.metadata.name).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: ["playlists", "all"] });
      if (playlist === undefined)
        await navigate(`/playlists/${encodeURIComponent(saved.metadata.name)}`, { replace: true });
    },
  });
}

interface PlaylistPageActionsProps {
  readonly playlist: Playlist;
}

function PlaylistPageActions({ playlist }: PlaylistPageActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const isEditor = mayEdit(useCurrentUser());
  return (
    <>
      {isEditor && (
        <IconButton
          label={playlistTexts.delete.action}
          icon={<Trash2 aria-hidden />}
          onPress={() => setDeleting(true)}
        />
      )}
      <LinkButton to={`/wall/${encodeURIComponent(playlist.metadata.name)}`} icon={<Play aria-hidden />}>
        {playlistTexts.start}
      </LinkButton>
      {isDeleting && (
        <DeletePlaylist
          playlist={playlist}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate("/playlists", { replace: true })}
        />
      )}
    </>
  );
}

interface SaveRefusedProps {
  readonly error: Error;
  readonly onLoadNewest: (() => void) | undefined;
}

function SaveRefused({ error, onLoadNewest }: SaveRefusedProps) {
  if (onLoadNewest === undefined || !isConflict(error)) return <Alert kind="crit">{error.message}</Alert>;
  return (
    <Alert kind="crit">
      <p>{playlistTexts.conflict}</p>
      <Button onPress={onLoadNewest}>{playlistTexts.loadNewest}</Button>
    </Alert>
  );
}
