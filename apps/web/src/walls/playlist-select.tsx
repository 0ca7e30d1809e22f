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
}

/** One of the playlists, by title. */
export function PlaylistSelect({ value, onChange, none }: PlaylistSelectProps) {
  const playlists = useQuery(playlistsQuery);
  const known = (playlists.data?.items ?? []).map(({ metadata, spec }) => ({ id: metadata.name, label: spec.title }));
  // A playlist that was deleted meanwhile is still the wall's.
  const gone = value === "" || known.some(({ id }) => id === value) ? [] : [{ id: value, label: value }];
  const options = [...(none === undefined ? [] : [{ id: "", label: none }]), ...gone, ...known];
  return (
    <>
      <Select label={texts.playlist} options={options} value={value} onChange={onChange} />
      <MissingPart name={texts.playlist} query={playlists} />
    </>
  );
}
