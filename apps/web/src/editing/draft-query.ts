import { recallDraft } from "./draft-store.ts";

/** The key under which this browser keeps the draft of a dashboard. */
export function draftKey(uid: string): string {
  return `dashboard ${uid}`;
}

export function draftQuery(uid: string) {
  return {
    queryKey: ["drafts", uid],
    queryFn: async () => (await recallDraft(draftKey(uid))) ?? null,
    staleTime: 0,
    gcTime: 0,
  };
}
