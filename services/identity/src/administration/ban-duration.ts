import { IdentityError } from "../errors.ts";
import { DURATION_PATTERN, durationMs } from "../settings/duration.ts";

/**
 * Reads for how long somebody is banned: a duration such as `24h`, or `none`.
 *
 * @returns the end of the ban, or `null` for none
 * @throws IdentityError `validation_failed`
 */
export function banEnd(text: string, now: Date): Date | null {
  if (text === "none") return null;
  if (new RegExp(DURATION_PATTERN).test(text)) {
    const end = new Date(now.getTime() + durationMs(text));
    if (end.getUTCFullYear() < 10_000) return end;
  }
  throw new IdentityError("validation_failed", { message: 'invalid format for ban duration: use "24h" or "none"' });
}
