import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export type SnapshotAudience = "readers" | "everyone" | "public";

interface SnapshotFacts {
  readonly name: string;
  readonly audience: SnapshotAudience;
  /** RFC 3339. */
  readonly created: string;
  /** Empty where that is nobody's business: on public pages. */
  readonly createdBy: string;
  readonly expires: string | null;
}

export interface ListedSnapshot extends SnapshotFacts {
  readonly key: string;
}

export interface Snapshot {
  readonly meta: SnapshotFacts;
  readonly dashboard: unknown;
}

/** What may be taken here. */
export interface SnapshotRules {
  readonly publicEnabled: boolean;
  /** 0 for no limit. */
  readonly maxAgeSeconds: number;
}

export const snapshotRulesQuery = queryOptions({
  queryKey: ["snapshots", "rules"],
  queryFn: ({ signal }) =>
    request<SnapshotRules>("/api/snapshot/shared-options", { signal, like: { maxAgeSeconds: 0 } }),
  staleTime: 60_000,
});

export const snapshotsQuery = queryOptions({
  queryKey: ["snapshots", "list"],
  queryFn: ({ signal }) =>
    request<readonly ListedSnapshot[]>("/api/dashboard/snapshots", {
      signal,
      like: [{ key: "", name: "", created: "", createdBy: "" }],
    }),
});

/** @param isPublic - asks without a session, which only public ones answer */
export function snapshotQuery(key: string, { isPublic }: { readonly isPublic: boolean }) {
  const path = isPublic ? "/api/public/snapshots" : "/api/snapshots";
  return queryOptions({
    queryKey: ["snapshots", "one", key, isPublic],
    queryFn: ({ signal }) =>
      request<Snapshot>(`${path}/${encodeURIComponent(key)}`, {
        signal,
        signedOut: isPublic ? "throw" : "wait",
        like: { meta: {}, dashboard: {} },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface NewSnapshot {
  readonly name: string;
  readonly audience: SnapshotAudience;
  /** Seconds. */
  readonly expires: number;
  readonly dashboardUid: string;
  readonly dashboard: unknown;
}

export function createSnapshot(snapshot: NewSnapshot): Promise<{ readonly key: string; readonly url: string }> {
  return request("/api/snapshots", { method: "POST", body: snapshot, deadlineMs: 60_000, like: { url: "" } });
}

export function deleteSnapshot(key: string): Promise<void> {
  return request(`/api/snapshots/${encodeURIComponent(key)}`, { method: "DELETE" });
}
