import { queryOptions } from "@tanstack/react-query";
import { asAdministrator } from "./identity.ts";
import type { Like } from "./like.ts";

/** A limit and how much of it is used now. */
export interface LimitUse {
  readonly limiter: string;
  /** The setting that says how much. */
  readonly setting: string;
  readonly of: "address" | "project" | "domain";
  readonly limit: number;
  /** One more comes back after so long. */
  readonly refill_seconds: number | null;
  readonly window_seconds: number | null;
  /** How many have used some of it. */
  readonly users: number;
  /** Those who are nearest to the limit, the nearest first. */
  readonly nearest: readonly {
    readonly name: string | null;
    readonly people: readonly string[];
    readonly used: number;
  }[];
}

const USES_LIKE: Like<readonly LimitUse[]> = [
  { limiter: "", setting: "", of: "address", limit: 0, users: 0, nearest: [{ people: [""], used: 0 }] },
];

export const limitUsesQuery = queryOptions({
  queryKey: ["limit-uses"],
  queryFn: ({ signal }) => asAdministrator<readonly LimitUse[]>("admin/rate-limits", { signal, like: USES_LIKE }),
  refetchInterval: 5000,
});
