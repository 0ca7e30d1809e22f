import { forgetRecord, keepRecord, recallRecord } from "../browser-store.ts";
import { isObject, type JsonObject } from "../dashboard/model/json.ts";
import type { Step } from "./draft-steps.ts";

/** What somebody changed and has not saved; kept in the browser through crashes and restarts. */
export interface StoredDraft {
  readonly document: JsonObject;
  /** What it began with, to be put together with what others save. */
  readonly base: JsonObject;
  readonly resourceVersion: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** The panel that was being changed. */
  readonly panelId: number | undefined;
}

/** In this browser the steps are kept as well; what the documents of two steps share is kept once. */
export interface KeptDraft extends StoredDraft {
  readonly past?: readonly Step[];
  readonly future?: readonly Step[];
}

/** What somebody wrote that is no JSON yet. */
export interface KeptText {
  readonly text: string;
  /** The document that it is to take the place of, and what that began with. */
  readonly document: JsonObject;
  readonly base: JsonObject;
  readonly resourceVersion: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

export async function keepDraft(key: string, draft: KeptDraft): Promise<void> {
  await keepRecord(key, draft);
}

export async function forgetDraft(key: string): Promise<void> {
  await forgetRecord(key);
}

/** `undefined` when there is none, or when the browser keeps nothing, as in private windows. */
export async function recallDraft(key: string): Promise<KeptDraft | undefined> {
  const found = await recallRecord(key);
  return isStoredDraft(found) ? found : undefined;
}

/** Remembers which state of a draft the server has. */
export async function keepShared(uid: string, { changedAt }: Pick<StoredDraft, "changedAt">): Promise<void> {
  await keepRecord(sharedKey(uid), { changedAt });
}

export async function forgetShared(uid: string): Promise<void> {
  await forgetRecord(sharedKey(uid));
}

/** Whether the server had a draft of this browser as it is here. */
export async function wasShared(uid: string, draft: StoredDraft): Promise<boolean> {
  const found = await recallRecord(sharedKey(uid));
  return isObject(found) && found["changedAt"] === draft.changedAt;
}

function sharedKey(uid: string): string {
  return `shared ${uid}`;
}

export async function keepText(key: string, text: KeptText): Promise<void> {
  await keepRecord(key, text);
}

/** `undefined` as of a draft. */
export async function recallText(key: string): Promise<KeptText | undefined> {
  const found = await recallRecord(key);
  return isKeptText(found) ? found : undefined;
}

function isKeptText(value: unknown): value is KeptText {
  return isStoredDraft(value) && "text" in value && typeof value.text === "string";
}

export function isStoredDraft(value: unknown): value is StoredDraft {
  return isObject(value) && isObject(value["document"]) && isObject(value["base"]);
}
