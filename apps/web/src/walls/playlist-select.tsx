import { useQuery } from "@tanstack/react-query";
import { playlistsQuery } from "../api/playlists.ts";
import { MissingPart } from "../control/missing-part.tsx";
import { Select } from "../control/select.tsx";
import { texts } from "./messages.ts";

interface PlaylistSelectProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** What stands for none, where that is a choice. */
  readonly none?: string;
  /** Of the one that somebody else has saved meanwhile. */
  readonly saved?: string | undefined;
}

/** One of the playlists, by title. */
export function PlaylistSelect({ value, onChange, none, saved }: PlaylistSelectProps) {
  const playlists = useQuery(playlistsQuery);
  const known = (playlists.data?.items ?? []).map(({ metadata, spec }) => ({ id: metadata.name, label: spec.title }));
  // A playlist that was deleted meanwhile is still the wall's.
  const gone = value === "" || known.some(({ id }) => id === value) ? [] : [{ id: value, label: value }];
  const options = [...(none === undefined ? [] : [{ id: "", label: none }]), ...gone, ...known];
  return (
    <>
      <Select label={texts.playlist} options={options} value={value} onChange={onChange} />
      {saved !== undefined && (
        <p className="v-hint">{texts.nowSaved(known.find(({ id }) => id === saved)?.label ?? saved)}</p>
      )}
      <MissingPart name={texts.playlist} query={playlists} />
    </>
  );
}
