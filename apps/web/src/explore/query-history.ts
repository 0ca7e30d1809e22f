import { isObject, textsOf } from "../dashboard/model/json.ts";

/** Queries that were run together. */
export interface PastQuery {
  /** Uid of the data source; "" for the default one. */
  readonly source: string;
  readonly expressions: readonly string[];
}

const KEY = "vedette.explored";
const MOST_KEPT = 30;
/** Longer queries are not kept: all of them have to fit. */
const MOST_CHARACTERS = 4000;

/** What was run in this browser, newest first. */
export function pastQueries(): readonly PastQuery[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.flatMap(readPast).slice(0, MOST_KEPT) : [];
  } catch {
    // Storage can be forbidden by the browser's settings, or hold what nobody wrote here: nothing is past then.
    return [];
  }
}

/** Keeps what is run; the same once more moves to the front. @returns all that is kept */
export function rememberQuery(query: PastQuery): readonly PastQuery[] {
  const text = JSON.stringify(query);
  if (query.expressions.length === 0 || text.length > MOST_CHARACTERS) return pastQueries();
  const others = pastQueries().filter((past) => JSON.stringify(past) !== text);
  return keep([query, ...others].slice(0, MOST_KEPT));
}

export function forgetQueries(): readonly PastQuery[] {
  return keep([]);
}

function keep(queries: readonly PastQuery[]): readonly PastQuery[] {
  try {
    localStorage.setItem(KEY, JSON.stringify(queries));
  } catch {
    // As above; full storage is the same.
  }
  return queries;
}

function readPast(kept: unknown): PastQuery[] {
  if (!isObject(kept) || typeof kept["source"] !== "string") return [];
  const expressions = textsOf(kept["expressions"]);
  return expressions.length === 0 ? [] : [{ source: kept["source"], expressions }];
}
