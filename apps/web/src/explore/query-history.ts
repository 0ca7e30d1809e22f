import { recallList, remember } from "../browser-memory.ts";
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
  return recallList(KEY).flatMap(readPast).slice(0, MOST_KEPT);
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
  remember(KEY, JSON.stringify(queries));
  return queries;
}

function readPast(kept: unknown): PastQuery[] {
  if (!isObject(kept) || typeof kept["source"] !== "string") return [];
  const expressions = textsOf(kept["expressions"]);
  return expressions.length === 0 ? [] : [{ source: kept["source"], expressions }];
}
