/** What the audit log keeps of one changed setting or field. Of a secret there is never a value. */
export type ToldChange =
  | { readonly setting: string; readonly before: unknown; readonly after: unknown }
  | { readonly setting: string; readonly secret: "set" | "changed" | "removed" };

/** A value that is longer as JSON is told only around what is different in it. */
const MAX_LENGTH = 500;
/** What is told before and behind the difference, so that its place is known. */
const CONTEXT = 40;

/** Fields of providers and programs whose values never reach the log, also not as they are stored. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(["client_secret", "sealedSecret", "secretHash"]);

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
  return fields.flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    return SECRET_FIELDS.has(field) ? secretTold(field, was, is) : valueTold(field, was, is);
  });
}

/** @returns nothing when it is what it was */
export function valueTold(setting: string, was: unknown, is: unknown): ToldChange[] {
  const [wasText, isText] = [jsonOf(was), jsonOf(is)];
  if (wasText === isText) return [];
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
