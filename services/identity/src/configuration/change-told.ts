import type { ConfigurableSetting } from "@vedette/settings";

/** What the audit log keeps of one changed setting. Of a secret there is never a value. */
export type ToldChange =
  | { readonly setting: string; readonly before: unknown; readonly after: unknown }
  | { readonly setting: string; readonly secret: "set" | "changed" | "removed" };

/** Codes that let somebody in, though the pages show them to those who set them. */
const KEPT_QUIET: ReadonlySet<string> = new Set(["auth.sms.test_otp"]);

/** A value that is longer as JSON is told only around what is different in it. */
const MAX_LENGTH = 500;
/** What is told before and behind the difference, so that its place is known. */
const CONTEXT = 40;

/**
 * @param before - as it was stored; absent when it was the default
 * @param after - absent when it is the default again
 * @returns nothing when it is what it was
 */
export function changeTold(
  { key, declaration }: ConfigurableSetting,
  { before, after }: { readonly before: string | undefined; readonly after: unknown },
): ToldChange[] {
  if (declaration.secret || KEPT_QUIET.has(key)) {
    const secret = isEmpty(after) ? "removed" : before === undefined ? "set" : "changed";
    return secret === "removed" && before === undefined ? [] : [{ setting: key, secret }];
  }
  const was: unknown = before === undefined ? declaration.default : JSON.parse(before);
  const is = after === undefined ? declaration.default : after;
  const [wasText, isText] = [JSON.stringify(was), JSON.stringify(is)];
  if (wasText === isText) return [];
  if (wasText.length <= MAX_LENGTH && isText.length <= MAX_LENGTH) return [{ setting: key, before: was, after: is }];
  const [clippedWas, clippedIs] = aroundDifference(textOf(was), textOf(is));
  return [{ setting: key, before: clippedWas, after: clippedIs }];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
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
    return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
  };
  return [clip(one), clip(other)];
}
