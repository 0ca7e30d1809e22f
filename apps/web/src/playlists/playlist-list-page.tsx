import { useQuery } from "@tanstack/react-query";
import { ListVideo, Play, Plus, SearchX } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { type Playlist, playlistsQuery } from "../api/playlists.ts";
import { mayDo } from "../api/user.ts";
import { Button, LinkButton } from "../control/button.tsx";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { RowMenu } from "../control/row-menu.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { ActionsHead, SkeletonTable, SortHead, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { ListPages } from "../frame/list-pages.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { DeletePlaylist } from "./delete-playlist.tsx";
import { intervalText } from "./interval-text.ts";
import { playlistTexts } from "./messages.ts";
import { playlistActions } from "./playlist-actions.ts";

export function PlaylistListPage() {
  const list = useListAddress();
  const playlists = useQuery(playlistsQuery);
  const isEditor = mayDo(useCurrentUser(), "playlists:write");
  const [deleted, setDeleted] = useState<Playlist>();
  const isDescending = list.value("sort") === "alpha-desc";
  const all = playlists.data?.items ?? [];
  const found = matching(all, list.value("q"), isDescending);
  const rows = found.slice((list.page - 1) * list.size, list.page * list.size);
  const texts = playlistTexts;

  return (
    <Page title={texts.title} actions={isEditor && <NewPlaylist />}>
      {all.length > 0 && (
        <div className="v-filters">
          <SearchBox
            label={texts.search}
            value={list.value("q")}
            found={list.value("q") === "" ? undefined : found.length}
            onChange={(q) => list.change({ q })}
          />
        </div>
      )}
      {playlists.error !== null && <ErrorState error={playlists.error} onRetry={() => void playlists.refetch()} />}
      {playlists.isPending && <SkeletonTable label={messages.loading} columns={3} />}
      {playlists.isSuccess && all.length === 0 && (
        <EmptyState icon={ListVideo} title={texts.empty} text={texts.emptyText} learn="walls#playlists">
          {isEditor && <NewPlaylist />}
        </EmptyState>
      )}
      {all.length > 0 && found.length === 0 && (
        <EmptyState icon={SearchX} title={messages.list.noMatch} text={texts.noMatchText(list.value("q"))}>
          <Button onPress={() => list.change({ q: "" })}>{messages.list.clearFilters}</Button>
        </EmptyState>
      )}
      {found.length > 0 && (
        <>
          <Table
            hasSheets
            label={texts.title}
            head={
              <>
                <SortHead
                  label={texts.columns.title}
                  direction={isDescending ? "descending" : "ascending"}
                  changes={{ sort: isDescending ? "" : "alpha-desc" }}
                />
                <WideHead>{texts.columns.interval}</WideHead>
                <WideHead>{texts.columns.items}</WideHead>
                <ActionsHead />
              </>
            }
          >
            {rows.map((playlist) => (
              <PlaylistRow
                key={playlist.metadata.name}
                playlist={playlist}
                isEditor={isEditor}
                onDelete={() => setDeleted(playlist)}
              />
            ))}
          </Table>
          <ListPages list={list} total={found.length} />
        </>
      )}
      {deleted !== undefined && <DeletePlaylist playlist={deleted} onClose={() => setDeleted(undefined)} />}
    </Page>
  );
}

/** The list is complete, so that searching and sorting it here finds everything. */
function matching(all: readonly Playlist[], query: string, isDescending: boolean): readonly Playlist[] {
  const text = query.toLowerCase();
  const found = all.filter(({ spec }) => spec.title.toLowerCase().includes(text));
  const sorted = found.toSorted((a, b) => a.spec.title.localeCompare(b.spec.title));
  return isDescending ? sorted.reverse() : sorted;
}

function NewPlaylist() {
  return (
    <LinkButton to="/playlists/new" kind="primary" icon={<Plus aria-hidden />}>
      {playlistTexts.new}
    </LinkButton>
  );
}

interface PlaylistRowProps {
  readonly playlist: Playlist;
  readonly isEditor: boolean;
  readonly onDelete: () => void;
}

function PlaylistRow({ playlist: { metadata, spec }, isEditor, onDelete }: PlaylistRowProps) {
  const name = encodeURIComponent(metadata.name);
  return (
    <TableRow name={spec.title}>
      <th scope="row">
        <Link to={`/playlists/${name}`}>{spec.title}</Link>
        <SecondLine>
          {intervalText(spec.interval)} · {playlistTexts.itemCount(spec.items.length)}
        </SecondLine>
      </th>
      <td className="v-cell-quiet v-cell-wide">{intervalText(spec.interval)}</td>
      <td className="v-cell-quiet v-cell-wide">{playlistTexts.itemCount(spec.items.length)}</td>
      <td className="v-cell-action">
        <div className="v-row-actions">
          <LinkButton to={`/wall/${name}`} kind="quiet" icon={<Play aria-hidden />}>
            {playlistTexts.start}
          </LinkButton>
          {isEditor && <RowMenu label={messages.list.actionsFor(spec.title)} actions={playlistActions(onDelete)} />}
        </div>
      </td>
    </TableRow>
  );
}
