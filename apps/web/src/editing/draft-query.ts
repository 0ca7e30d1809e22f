import { hasRoomForDrafts, loadDraft } from "../api/drafts.ts";
import { isStoredDraft, type KeptDraft, recallDraft, type StoredDraft, wasShared } from "./draft-store.ts";

/** The key under which this browser keeps the draft of a dashboard. */
export function draftKey(uid: string): string {
  return `dashboard ${uid}`;
}

/** The newer of what this browser keeps and what the server keeps for this person; `null` for neither. */
export function draftQuery(uid: string) {
  return {
    queryKey: ["draft", uid],
    queryFn: async () => {
      const own = await recallDraft(draftKey(uid));
      // In this order: another page of this browser may just be handing it over.
      const wasThere = own !== undefined && (await wasShared(uid, own));
      const shared = await sharedDraft(uid);
      if (wasThere && shared === null && (await isOver())) return null;
      return [own, shared ?? undefined].reduce(newer) ?? null;
    },
    staleTime: 0,
    gcTime: 0,
  };
}

function newer(one: KeptDraft | undefined, other: KeptDraft | undefined): KeptDraft | undefined {
  return (other?.changedAt ?? 0) > (one?.changedAt ?? 0) ? other : one;
}

/**
 * Whether a draft that the server had and has no more was saved or discarded in another browser: it forgets one to make
 * room as well.
 */
function isOver(): Promise<boolean> {
  return hasRoomForDrafts().catch(() => false);
}

/**
 * Whoever may not change the dashboard has no draft of it, and without the server that of the browser counts.
 *
 * @returns `null` where the server has none; `undefined` where it does not say
 */
async function sharedDraft(uid: string): Promise<StoredDraft | null | undefined> {
  try {
    const found = await loadDraft(uid);
    return isStoredDraft(found) ? found : null;
  } catch {
    return undefined;
  }
}
