/** What the audit log keeps of one changed setting or field. Of a secret there is never a value. */
export type ToldChange =
  | { readonly setting: string; readonly before: unknown; readonly after: unknown }
  | { readonly setting: string; readonly secret: "set" | "changed" | "removed" };

/** A value that is longer as JSON is told only around what is different in it. */
const MAX_LENGTH = 500;
/** What is told before and behind the difference, so that its place is known. */
const CONTEXT = 40;

/**
 * Fields of providers and programs whose values never reach the log, also not as they are stored, and what people call
 * them.
 */
const SECRET_FIELDS: ReadonlyMap<string, string> = new Map([
  ["client_secret", "client_secret"],
  ["clientSecret", "clientSecret"],
  ["sealedSecret", "clientSecret"],
  ["secretHash", "clientSecret"],
]);

/**
 * What is different in two states of one thing, field by field.
 *
 * @param fields - those that are told of, by their names in both states
 */
export function changesTold<Thing extends object>(
  before: Thing,
  after: Thing,
  fields: readonly (keyof Thing & string)[],
): ToldChange[] {
  return fields.flatMap((field) => fieldTold(field, before[field], after[field]));
}

/** What something new holds; of what it leaves open there is nothing to tell. */
export function creationTold<Thing extends object>(
  thing: Thing,
  fields: readonly (keyof Thing & string)[],
): ToldChange[] {
  return fields.flatMap((field) => (isOpen(thing[field]) ? [] : fieldTold(field, undefined, thing[field])));
}

/** What something held that is gone. */
export function removalTold<Thing extends object>(
  thing: Thing,
  fields: readonly (keyof Thing & string)[],
): ToldChange[] {
  return fields.flatMap((field) => (isOpen(thing[field]) ? [] : fieldTold(field, thing[field], undefined)));
}

function fieldTold(field: string, was: unknown, is: unknown): ToldChange[] {
  const secret = SECRET_FIELDS.get(field);
  return secret === undefined ? valueTold(field, was, is) : secretTold(secret, was, is);
}

function isOpen(value: unknown): boolean {
  return value === undefined || value === null || ['""', "[]", "{}"].includes(jsonOf(value));
}

/** @returns nothing when it is what it was */
export function valueTold(setting: string, said: unknown, saysNow: unknown): ToldChange[] {
  if (jsonOf(said) === jsonOf(saysNow)) return [];
  const [was, is] = [tellable(said), tellable(saysNow)];
  const [wasText, isText] = [jsonOf(was), jsonOf(is)];
  // Only the credentials in an address are other ones.
  if (wasText === isText) return [{ setting, secret: "changed" }];
  if (wasText.length <= MAX_LENGTH && isText.length <= MAX_LENGTH) {
    return [{ setting, before: was ?? null, after: is ?? null }];
  }
  const [before, after] = aroundDifference(textOf(was), textOf(is));
  return [{ setting, before, after }];
}

function secretTold(setting: string, was: unknown, is: unknown): ToldChange[] {
  if (was === is || (!was && !is)) return [];
  return [{ setting, secret: is ? (was ? "changed" : "set") : "removed" }];
}

/** In front of the host of an address: a name and mostly a password. */
const USER_INFO = /(?<=[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#@"]*@/gi;
/** In the query of an address: what its name says is a key. */
const KEY_IN_QUERY = /(?<=[?&][\w.-]{0,40}(?:key|token|secret|code|sig|signature|password|auth)=)[^\s&#"*{]+/gi;

/** The value as the log can have it: what lets somebody in is struck out of the addresses in it, and all of it is text. */
function tellable(value: unknown): unknown {
  if (typeof value === "string") return storable(value).replace(USER_INFO, "***@").replace(KEY_IN_QUERY, "***");
  if (Array.isArray(value)) return value.map(tellable);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [storable(name), tellable(part)]));
}

/** Stores have no JSON with halves of characters or with the character 0. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value ?? null);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : jsonOf(value);
}

/** Both texts without the long parts in which they are alike. */
function aroundDifference(one: string, other: string): readonly [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const clip = (text: string) => {
    const from = Math.max(0, start - CONTEXT);
    const to = Math.min(text.length - Math.max(0, end - CONTEXT), from + MAX_LENGTH);
    return `${from > 0 ? "…" : ""}${text.slice(from, to).toWellFormed()}${to < text.length ? "…" : ""}`;
  };
  return [clip(one), clip(other)];
}
