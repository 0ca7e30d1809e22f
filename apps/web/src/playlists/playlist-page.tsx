import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useParams } from "react-router";
import { isRefusal } from "../api/api-error.ts";
import { playlistQuery } from "../api/playlists.ts";
import { mayDo } from "../api/user.ts";
import { SkeletonTable } from "../control/table.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { NotFoundPage } from "../frame/not-found.tsx";
import { Page } from "../frame/page.tsx";
import { PageFault } from "../frame/page-fault.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { playlistTexts } from "./messages.ts";
import { PlaylistEditor } from "./playlist-editor.tsx";
import { PLAYLIST_TRAIL } from "./playlist-trail.ts";
import { keptPlaylistQuery } from "./use-playlist-draft.ts";

/** `/playlists/new` and `/playlists/:name`. */
export function PlaylistPage() {
  const { name } = useParams();
  const isEditor = mayDo(useCurrentUser(), "playlists:write");
  if (name !== undefined) return <ExistingPlaylist name={name} key={name} />;
  if (!isEditor) return <NoAccess title={playlistTexts.new} neededRole="Editor" permission="playlists:write" />;
  return <NewPlaylist />;
}

function NewPlaylist() {
  const { uid } = useCurrentUser();
  const { data: kept } = useQuery(keptPlaylistQuery(uid, ""));
  if (kept !== undefined) return <PlaylistEditor kept={kept} />;
  return <Loading title={playlistTexts.new} />;
}

interface ExistingPlaylistProps {
  readonly name: string;
}

function ExistingPlaylist({ name }: ExistingPlaylistProps) {
  const { uid } = useCurrentUser();
  const queryClient = useQueryClient();
  const playlist = useQuery({ ...playlistQuery(name), refetchOnWindowFocus: false });
  const { data: kept } = useQuery(keptPlaylistQuery(uid, name));
  // A new edition gives the form up and begins again with what the server has.
  const [edition, setEdition] = useState(0);
  const loadNewest = async () => {
    await playlist.refetch();
    queryClient.setQueryData(keptPlaylistQuery(uid, name).queryKey, null);
    setEdition(edition + 1);
  };
  if (playlist.data !== undefined && kept !== undefined) {
    return <PlaylistEditor playlist={playlist.data} kept={kept} onLoadNewest={() => void loadNewest()} key={edition} />;
  }
  if (isRefusal(playlist.error) && playlist.error.status === 404) {
    return (
      <Suspense>
        <NotFoundPage />
      </Suspense>
    );
  }
  if (playlist.error === null || playlist.data !== undefined) return <Loading title={name} />;
  return (
    <Page title={name} trail={PLAYLIST_TRAIL}>
      <PageFault
        error={playlist.error}
        onRetry={() => void playlist.refetch()}
        permission="playlists:read"
        wanted={name}
      />
    </Page>
  );
}

function Loading({ title }: { readonly title: string }) {
  return (
    <Page title={title} trail={PLAYLIST_TRAIL}>
      <SkeletonTable label={messages.loading} columns={2} />
    </Page>
  );
}
