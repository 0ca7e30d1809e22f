import { loadDraft } from "../api/drafts.ts";
import { isStoredDraft, type KeptDraft, recallDraft, type StoredDraft } from "./draft-store.ts";

/** The key under which this browser keeps the draft of a dashboard. */
export function draftKey(uid: string): string {
  return `dashboard ${uid}`;
}

/** The newer of what this browser keeps and what the server keeps for this person; `null` for neither. */
export function draftQuery(uid: string) {
  return {
    queryKey: ["draft", uid],
    queryFn: async () => {
      const [own, shared]: (KeptDraft | undefined)[] = await Promise.all([
        recallDraft(draftKey(uid)),
        sharedDraft(uid),
      ]);
      return (
        [own, shared].reduce((newest, one) => ((one?.changedAt ?? 0) > (newest?.changedAt ?? 0) ? one : newest)) ?? null
      );
    },
    staleTime: 0,
    gcTime: 0,
  };
}

/** Whoever may not change the dashboard has no draft of it, and without the server that of the browser counts. */
async function sharedDraft(uid: string): Promise<StoredDraft | undefined> {
  try {
    const found = await loadDraft(uid);
    return isStoredDraft(found) ? found : undefined;
  } catch {
    return undefined;
  }
}
