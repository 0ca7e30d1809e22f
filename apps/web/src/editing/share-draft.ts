import { deleteDraft, storeDraft } from "../api/drafts.ts";
import { forgetShared, keepShared, type StoredDraft } from "./draft-store.ts";

/** Milliseconds without a change after which the server gets a draft; the browser has it at once. */
const PAUSE_MS = 1500;

const waiting = new Map<string, ReturnType<typeof setTimeout>>();
/** Dashboards of which the server may keep a draft. */
const shared = new Set<string>();

/** Lets this person go on in another browser. A draft that does not arrive stays in this one. */
export function shareDraftSoon(uid: string, draft: StoredDraft): void {
  clearTimeout(waiting.get(uid));
  const send = () => {
    waiting.delete(uid);
    shared.add(uid);
    storeDraft(uid, draft)
      .then(() => keepShared(uid, draft))
      .catch(() => undefined);
  };
  waiting.set(uid, setTimeout(send, PAUSE_MS));
}

/** The changes are saved, or taken back. @param isKnown - the server had a draft before this page was opened */
export async function withdrawDraft(uid: string, isKnown: boolean): Promise<void> {
  clearTimeout(waiting.get(uid));
  waiting.delete(uid);
  void forgetShared(uid).catch(() => undefined);
  if (isKnown || shared.delete(uid)) await deleteDraft(uid).catch(() => undefined);
}
