import { RE2JS } from "re2js";
import type { DataSource } from "../datasources/data-sources.ts";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import { REFERENCE } from "./query-template.ts";

/** A data source that a dashboard means, before anybody knows which there are. */
export interface SourceRef {
  /** By uid or name, with variables; empty where it names none. */
  readonly uid: string;
  readonly type: string;
}

/** What can stand for a variable in a reference, once it is known which data sources there are. */
export type SourceVariable = (sources: readonly KnownSource[]) => readonly string[];

/** As much of a data source as says whether a dashboard means it. */
export type KnownSource = Pick<DataSource, "uid" | "name" | "type" | "isDefault">;

/** Texts that one reference can become; those beyond mean nothing. */
const MOST_TEXTS = 200;
/** Characters of a reference, and of what it becomes; longer ones mean nothing. */
const LONGEST_TEXT = 500;
/** Variables in one reference; one with more means nothing. */
const MOST_VARIABLES = 8;
/** Types that speak PromQL; "" where a document names none. */
const ANSWERS_PROMQL: ReadonlySet<string> = new Set(["", "prometheus", "datasource", "grafana"]);
const ELSEWHERE: ReadonlySet<string> = new Set(["-- Mixed --", "-- Dashboard --"]);
/** What the choice of several becomes: the name of no data source. */
const SEVERAL = "{}";
const LONGEST_PATTERN = 200;
/** A count multiplies what is compiled, and counts stand in counts. */
const LARGE_COUNT = /\{(?:\d*,)?\d{2,}/;

/** A text is a name, a uid or `${variable}`; null and nothing are the default data source. */
export function readSourceRef(value: unknown): SourceRef {
  if (typeof value === "string") return { uid: value === "default" ? "" : value, type: "" };
  const { uid, type } = isJsonObject(value) ? value : {};
  return { uid: typeof uid === "string" ? uid : "", type: typeof type === "string" ? type : "" };
}

/** Whether a reference names a data source; others say that the queries name their own. */
export function namesSource({ uid }: SourceRef): boolean {
  return uid !== "" && !uid.startsWith("-- ");
}

/**
 * The uids of the data sources that a reference can mean, as pages find them: by uid, by name, by a variable, else the
 * default one.
 *
 * @param sources - those that may be asked
 */
export function meantSources(
  { uid, type }: SourceRef,
  variables: ReadonlyMap<string, SourceVariable>,
  sources: readonly KnownSource[],
): ReadonlySet<string> {
  const textsOf = (text: string) => expanded(text, (name) => variables.get(name)?.(sources));
  const wanted = textsOf(uid)
    .map((text) => text.trim())
    .filter((text) => !ELSEWHERE.has(text));
  const uids = uidsByText(sources);
  const known = wanted.flatMap((text) => uids.get(text) ?? []);
  const fallsBack = known.length === 0 ? wanted.length > 0 : wanted.some((text) => text.includes(SEVERAL));
  if (!fallsBack || !textsOf(type).some((one) => ANSWERS_PROMQL.has(one))) return new Set(known);
  const { uid: otherwise } = sources.find(({ isDefault }) => isDefault) ?? sources[0] ?? {};
  return new Set(otherwise === undefined ? known : [...known, otherwise]);
}

/** By uid, else by name; of several with one name the first. */
const uidsByText = oncePerSources(
  (sources): ReadonlyMap<string, string> =>
    new Map([
      ...sources.toReversed().map(({ name, uid }) => [name, uid] as const),
      ...sources.map(({ uid }) => [uid, uid] as const),
    ]),
);

/** Remembers what was found out of a list of data sources for as long as somebody holds that list. */
function oncePerSources<T extends object>(
  find: (sources: readonly KnownSource[]) => T,
): (sources: readonly KnownSource[]) => T {
  const found = new WeakMap<readonly KnownSource[], T>();
  return (sources) => {
    const known = found.get(sources) ?? find(sources);
    found.set(sources, known);
    return known;
  };
}

/** What a variable can stand for in the name of a data source: one by which it is chosen, or a text that the dashboard holds. */
export function sourceVariable(variable: JsonObject, held: readonly string[]): SourceVariable {
  const several = variable["multi"] === true || variable["includeAll"] === true ? [SEVERAL] : [];
  if (variable["type"] !== "datasource") return () => orNothing([...held, ...several]);
  const { query, allValue } = variable;
  const isMeant = nameFilter(variable);
  const forAll = typeof allValue === "string" ? [allValue] : [];
  return oncePerSources((sources) => {
    const options = sources.filter((source) => source.type === query && isMeant(source));
    return orNothing([...options.map(({ uid }) => uid), ...several, ...forAll]);
  });
}

function orNothing(texts: readonly string[]): readonly string[] {
  return texts.length > 0 ? texts : [""];
}

/** Those that only an engine which can be kept busy for ever could read leave what the dashboard was saved with. */
function nameFilter({ regex, current }: JsonObject): (source: KnownSource) => boolean {
  if (typeof regex !== "string" || regex === "") return () => true;
  const [, pattern = regex, letters = ""] = /^\/([\s\S]*)\/([a-z]*)$/.exec(regex) ?? [];
  const flags = [...letters].reduce((sum, letter) => sum | (FLAGS.get(letter) ?? 0), 0);
  try {
    if (pattern.length > LONGEST_PATTERN || LARGE_COUNT.test(pattern)) throw new RangeError("Too large a pattern.");
    const compiled = RE2JS.compile(pattern, flags);
    return ({ name }) => compiled.test(name);
  } catch {
    const saved: readonly unknown[] = isJsonObject(current) ? [current["value"]].flat() : [];
    return ({ uid, name }) => saved.includes(uid) || saved.includes(name);
  }
}

const FLAGS: ReadonlyMap<string, number> = new Map([
  ["i", RE2JS.CASE_INSENSITIVE],
  ["m", RE2JS.MULTILINE],
  ["s", RE2JS.DOTALL],
]);

function expanded(text: string, valuesOf: (name: string) => readonly string[] | undefined): readonly string[] {
  if (text.length > LONGEST_TEXT) return [];
  const references = [...text.matchAll(REFERENCE)];
  if (references.length > MOST_VARIABLES) return [];
  let texts = [""];
  let read = 0;
  for (const match of references) {
    const [whole, plain, braced, squared] = match;
    // Cut before they are put together: what a document multiplies is never built.
    const room = Math.ceil(MOST_TEXTS / texts.length);
    const values = (valuesOf(plain ?? braced ?? squared ?? "") ?? [whole]).slice(0, room);
    const before = text.slice(read, match.index);
    texts = texts
      .flatMap((start) => values.map((value) => start + before + value))
      .filter((one) => one.length <= LONGEST_TEXT)
      .slice(0, MOST_TEXTS);
    read = match.index + whole.length;
  }
  return texts.map((start) => start + text.slice(read));
}
