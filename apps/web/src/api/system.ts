import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { SettingField } from "./settings.ts";

/** How the server is. Times are seconds since 1970, sizes bytes. */
export interface SystemState {
  /** What this installation is called, and who said so. */
  readonly name: string;
  readonly nameSource: SettingField["source"];
  readonly version: string;
  readonly commit: string;
  readonly builtAt: number;
  /** Where people reach the server, as it believes: every link of it begins so. */
  readonly publicUrl: string;
  /** Names the server to programs, and opens nothing. */
  readonly publishableKey: string;
  readonly node: string;
  readonly startedAt: number;
  readonly memoryBytes: number;
  readonly processes: number;
  readonly logLevel: string;
  readonly database: {
    readonly kind: "pglite" | "postgres";
    readonly version: string;
    readonly latencyMs: number;
    readonly bytes: number | null;
  };
  /** Null where another process or another program keeps them. */
  readonly metrics: { readonly series: number; readonly bytes: number } | null;
  readonly queues: readonly QueueState[];
}

export interface QueueState {
  readonly queue: string;
  readonly ready: number;
  readonly deferred: number;
  readonly active: number;
  readonly failed: number;
}

export const systemQuery = queryOptions({
  queryKey: ["system"],
  queryFn: ({ signal }) =>
    request<SystemState>("/api/system", {
      signal,
      like: {
        version: "",
        commit: "",
        publicUrl: "",
        database: {},
        queues: [{ queue: "", ready: 0, deferred: 0, active: 0, failed: 0 }],
      },
    }),
  refetchInterval: 10_000,
});

/** What `vedette doctor` says of the packages that the server is made of. */
export interface Findings {
  readonly packageManager: { readonly name: string; readonly version: string | null };
  readonly lockfile: string | null;
  readonly findings: readonly Finding[];
}

export interface Finding {
  readonly id: string;
  readonly severity: "error" | "warning" | "info";
  readonly package: string | null;
  readonly version: string | null;
  readonly message: string;
  readonly remedies: readonly string[];
}

export const findingsQuery = queryOptions({
  queryKey: ["system", "findings"],
  queryFn: ({ signal }) =>
    request<Findings>("/api/system/findings", {
      signal,
      like: { packageManager: {}, findings: [{ id: "", severity: "info", message: "", remedies: [""] }] },
    }),
  staleTime: Number.POSITIVE_INFINITY,
});
