import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

/** What somebody changed of a dashboard and has not saved, wherever they did; `null` for nothing. */
export async function loadDraft(uid: string): Promise<unknown> {
  return (await request<{ readonly draft: unknown }>(pathOf(uid))).draft;
}

export function storeDraft(uid: string, draft: unknown): Promise<void> {
  return request(pathOf(uid), { method: "PUT", body: draft });
}

export function deleteDraft(uid: string): Promise<void> {
  return request(pathOf(uid), { method: "DELETE" });
}

/** Names of the dashboards that this person has changed and not saved. */
export const draftedQuery = queryOptions({
  queryKey: ["drafts"],
  queryFn: ({ signal }) => loadDrafted(signal),
});

/** So many drafts of a person the server keeps; for one more it forgets the oldest. As the server. */
const MOST_DRAFTS = 50;

/** Whether the server has forgotten none of this person's drafts to make room for others. */
export async function hasRoomForDrafts(): Promise<boolean> {
  return (await loadDrafted()).length < MOST_DRAFTS;
}

function loadDrafted(signal?: AbortSignal): Promise<readonly string[]> {
  return request<readonly string[]>("/api/user/drafts", { signal, like: [""] });
}

function pathOf(uid: string): string {
  return `/api/user/drafts/dashboards/${encodeURIComponent(uid)}`;
}
