import type { ConfigurableSetting } from "@vedette/settings";
import { type ToldChange, valueTold } from "../audit/told-change.ts";

/** Codes that let somebody in, though the pages show them to those who set them. */
const KEPT_QUIET: ReadonlySet<string> = new Set(["auth.sms.test_otp"]);

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
  return valueTold(key, was, after === undefined ? declaration.default : after);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
