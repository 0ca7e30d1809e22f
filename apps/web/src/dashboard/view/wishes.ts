import { askedVariables } from "../data/load-variables.ts";
import type { TimeRange } from "../model/time/time-range.ts";

/** What is asked for: by the address, or by whoever shows the dashboard. The document decides the rest. */
export interface Wishes {
  readonly range?: TimeRange | undefined;
  /** `5s`, `auto`, or "" for off. */
  readonly refresh?: string | undefined;
  readonly timeZone?: string | null | undefined;
  readonly variables?: ReadonlyMap<string, readonly string[]>;
  /** Kinds of events that are switched on or off, by name. */
  readonly annotations?: ReadonlyMap<string, boolean>;
}

/** What the names of such parameters begin with. */
export const ANNOTATION = "annotation-";

/** Reads `from`, `to`, `refresh`, `timezone`, `var-…` and `annotation-…` (`on`, `off`) of an address. A range needs both its ends. */
export function wishesOf(query: URLSearchParams): Wishes {
  const from = query.get("from");
  const to = query.get("to");
  return {
    range: from === null || to === null ? undefined : { from, to },
    refresh: query.get("refresh") ?? undefined,
    timeZone: query.get("timezone"),
    variables: askedVariables(query),
    annotations: new Map(
      [...query].flatMap(([key, value]) =>
        key.startsWith(ANNOTATION) ? [[key.slice(ANNOTATION.length), value === "on"]] : [],
      ),
    ),
  };
}
