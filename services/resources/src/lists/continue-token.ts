import { createHmac, timingSafeEqual } from "node:crypto";
import { ResourceError } from "../errors.ts";

/** Where the next page begins. */
export interface ContinuePlace {
  /** Resource version that all pages of the listing show. */
  readonly version: string;
  /** Name of the last object of the page before. */
  readonly after: string;
}

/** What one token is good for: this list, these selectors, this caller. */
export interface ContinueBinding {
  /** Secret of the installation, the same in every process. */
  readonly key: Uint8Array;
  readonly list: readonly string[];
}

/** Seconds for which a token works. */
const LIFETIME_SECONDS = 3600;
const MAC_BYTES = 16;

/** Makes a token that nobody else can make and that fits no other list. */
export function sealContinue(place: ContinuePlace, binding: ContinueBinding, now: Date): string {
  const text = JSON.stringify([1, Math.floor(now.getTime() / 1000), place.version, place.after]);
  const payload = Buffer.from(text, "utf8");
  return Buffer.concat([macOf(payload, binding), payload]).toString("base64url");
}

/**
 * @throws ResourceError `continue_invalid` for anything but a token of this list, `continue_expired` after an hour
 */
export function openContinue(token: string, binding: ContinueBinding, now: Date): ContinuePlace {
  const bytes = Buffer.from(token, "base64url");
  const payload = bytes.subarray(MAC_BYTES);
  if (payload.length === 0 || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(payload, binding))) {
    throw new ResourceError("continue_invalid");
  }
  const fields: unknown = JSON.parse(payload.toString("utf8"));
  const [, sealedAt, version, after]: unknown[] = Array.isArray(fields) ? fields : [];
  const ageSeconds = now.getTime() / 1000 - Number(sealedAt);
  if (!(ageSeconds < LIFETIME_SECONDS)) throw new ResourceError("continue_expired");
  return { version: String(version), after: String(after) };
}

function macOf(payload: Uint8Array, { key, list }: ContinueBinding): Buffer {
  const mac = createHmac("sha256", key).update(JSON.stringify(list)).update("\0").update(payload);
  return mac.digest().subarray(0, MAC_BYTES);
}
