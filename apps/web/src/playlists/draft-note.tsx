import { draftTime } from "../editing/draft-time.ts";
import { playlistTexts } from "./messages.ts";

/** From when what was found is, in the person's words for time: those are loaded with it. */
export function DraftNote({ changedAt }: { readonly changedAt: number }) {
  return playlistTexts.draft(draftTime(changedAt));
}
