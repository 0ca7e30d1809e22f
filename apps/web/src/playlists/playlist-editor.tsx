import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play, Trash2 } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isConflict } from "../api/dashboards.ts";
import { createPlaylist, type Playlist, type PlaylistSpec, playlistQuery, savePlaylist } from "../api/playlists.ts";
import { mayDo } from "../api/user.ts";
import { Button, LinkButton } from "../control/button.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { Form } from "../control/form.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { StickingBar } from "../control/sticking-bar.tsx";
import { TextField } from "../control/text-field.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { AddItems } from "./add-items.tsx";
import { IntervalField } from "./interval-field.tsx";
import { useItemNames } from "./item-names.ts";
import { itemTexts, playlistTexts } from "./messages.ts";
import { draftFaults, newPlaylistName, type PlaylistDraft, specOf } from "./playlist-draft.ts";
import { PlaylistItems } from "./playlist-items.tsx";
import { PLAYLIST_TRAIL } from "./playlist-trail.ts";
import { RoundStrip } from "./round-strip.tsx";
import { type KeptPlaylist, usePlaylistDraft } from "./use-playlist-draft.ts";
import "../control/selection.css";
import "./playlist-editor.css";

interface PlaylistEditorProps {
  /** The version that is edited; none for a new playlist. */
  readonly playlist?: Playlist;
  /** What this browser kept of an earlier visit; `null` for nothing. */
  readonly kept: KeptPlaylist | null;
  /** Gives up what was typed for the version that somebody else saved. */
  readonly onLoadNewest?: () => void;
}

export function PlaylistEditor({ playlist: newest, kept, onLoadNewest }: PlaylistEditorProps) {
  const edited = usePlaylistDraft(newest, kept);
  const { playlist, draft, change } = edited;
  const [tries, setTries] = useState(0);
  const fields = useRef<HTMLDivElement>(null);
  const isEditor = mayDo(useCurrentUser(), "playlists:write");
  const saving = useSaving(playlist, edited.goOnFrom);
  const nameOf = useItemNames(draft.items);
  const texts = playlistTexts;
  const faults = draftFaults(draft);
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);

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
        error={saving.error}
        onSubmit={() => {
          setTries(tries + 1);
          if (!faults.title && !faults.interval) saving.save({ metadata: playlist?.metadata, spec: specOf(draft) });
        }}
      >
        <div className="v-card v-stack" ref={fields}>
          <SavedInBetween playlist={playlist} draft={draft} saving={saving} onLoadNewest={() => onLoadNewest?.()} />
          <TextField
            label={texts.columns.title}
            value={draft.title}
            onChange={(title) => change({ title })}
            error={tries > 0 && faults.title ? texts.titleMissing : undefined}
            isReadOnly={!isEditor}
            autoFocus={playlist === undefined}
            isRequired
          />
          <IntervalField
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
        </div>
        <div className="v-stack">
          <RoundStrip draft={draft} names={draft.items.map(nameOf)} />
          <PlaylistItems
            items={draft.items}
            nameOf={nameOf}
            onChange={(items) => change({ items })}
            isEditor={isEditor}
          />
          {isEditor && <AddItems onAdd={(item) => change({ items: [...draft.items, item] })} />}
          {isEditor && <SaveBar edited={edited} saving={saving} />}
        </div>
      </Form>
    </Page>
  );
}

interface SaveBarProps {
  readonly edited: ReturnType<typeof usePlaylistDraft>;
  readonly saving: ReturnType<typeof useSaving>;
}

/** In sight wherever somebody is in a long list, once there is something to save; in nobody's way before. */
function SaveBar({ edited: { playlist, isChanged, restoredAt, discard }, saving }: SaveBarProps) {
  return (
    <StickingBar
      className={`v-selection v-playlist-save ${isChanged ? "" : "v-playlist-unchanged"}`}
      label={messages.save}
    >
      {saving.error !== null && <FaultAlert error={saving.error} />}
      <span className="v-playlist-saved" role="status">
        {saving.isSuccess && !isChanged && messages.saved}
        {restoredAt !== undefined && (
          <Suspense>
            <DraftNote changedAt={restoredAt} />
          </Suspense>
        )}
      </span>
      {isChanged && (
        <Button kind="quiet" onPress={discard}>
          {playlistTexts.discard}
        </Button>
      )}
      <Button
        type="submit"
        kind="primary"
        isPending={saving.isPending}
        isDisabled={(playlist !== undefined && !isChanged) || saving.theirs !== undefined}
      >
        {playlist === undefined ? playlistTexts.create : messages.save}
      </Button>
    </StickingBar>
  );
}

interface Saved {
  /** None of a new playlist. */
  readonly metadata: Playlist["metadata"] | undefined;
  readonly spec: PlaylistSpec;
}

function useSaving(playlist: Playlist | undefined, onSaved: (saved: Playlist) => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // What somebody else saved over the version that the form began with.
  const [theirs, setTheirs] = useState<Playlist>();
  const saving = useMutation({
    mutationFn: async ({ metadata, spec }: Saved) => {
      if (metadata === undefined) return await createPlaylist(newPlaylistName(spec.title), spec);
      try {
        return await savePlaylist({ metadata, spec });
      } catch (error) {
        // Here, so that it is told when what was saved in between does not come.
        if (isConflict(error))
          setTheirs(await queryClient.fetchQuery({ ...playlistQuery(metadata.name), staleTime: 0, retry: false }));
        throw error;
      }
    },
    onSuccess: async (saved) => {
      setTheirs(undefined);
      onSaved(saved);
      queryClient.setQueryData(playlistQuery(saved.metadata.name).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: ["playlists", "all"] });
      if (playlist === undefined)
        await navigate(`/playlists/${encodeURIComponent(saved.metadata.name)}`, { replace: true });
    },
  });
  const { isPending, isSuccess, mutate } = saving;
  const isInBetween = saving.variables?.metadata !== undefined && isConflict(saving.error);
  return { theirs, isPending, isSuccess, save: mutate, error: isInBetween ? null : saving.error };
}

interface SavedInBetweenProps {
  readonly playlist: Playlist | undefined;
  readonly draft: PlaylistDraft;
  readonly saving: ReturnType<typeof useSaving>;
  readonly onLoadNewest: () => void;
}

function SavedInBetween({ playlist, draft, saving, onLoadNewest }: SavedInBetweenProps) {
  const { theirs, isPending, save } = saving;
  if (theirs === undefined || playlist === undefined) return null;
  return (
    <Suspense fallback={null}>
      <PlaylistConflict
        base={specOf(playlist.spec)}
        mine={specOf(draft)}
        theirs={specOf(theirs.spec)}
        isPending={isPending}
        onSave={(spec) => save({ metadata: theirs.metadata, spec })}
        onLoadNewest={onLoadNewest}
      />
    </Suspense>
  );
}

// Few drafts are found again, and what tells their time is a tenth of the page.
const DraftNote = lazy(async () => ({ default: (await import("./draft-note.tsx")).DraftNote }));

// Two people rarely save one playlist at a time.
const DeletePlaylist = lazy(async () => ({ default: (await import("./delete-playlist.tsx")).DeletePlaylist }));

const PlaylistConflict = lazy(async () => ({ default: (await import("./playlist-conflict.tsx")).PlaylistConflict }));

interface PlaylistPageActionsProps {
  readonly playlist: Playlist;
}

function PlaylistPageActions({ playlist }: PlaylistPageActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const isEditor = mayDo(useCurrentUser(), "playlists:write");
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
        <Suspense>
          <DeletePlaylist
            playlist={playlist}
            onClose={() => setDeleting(false)}
            onDeleted={() => void navigate("/playlists", { replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}
