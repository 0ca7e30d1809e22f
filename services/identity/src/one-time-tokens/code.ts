import { createHash, createHmac, randomInt, timingSafeEqual } from "node:crypto";

/** Which of a user's one-time tokens: one of each kind is alive at a time. */
export type OneTimeTokenType =
  | "confirmation_token"
  | "recovery_token"
  | "reauthentication_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "phone_change_token";

/** What a code is good for: the kind of token and the address it was sent to. */
export interface CodePurpose {
  readonly type: OneTimeTokenType;
  readonly address: string;
}

/** Uniform digits from the system's random source, with leading zeros. */
export function createCode(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}

/**
 * The hash under which a code is stored and which links carry: 24 characters, unguessable without the pepper.
 * A plain hash of address and six digits could be tabulated.
 *
 * @see spec 1, Limits: "token_hash 16 to 30 characters"
 */
export function hashCode(pepper: Uint8Array, { type, address }: CodePurpose, code: string): string {
  const parts = [type, address, code].map((part) => `${Buffer.byteLength(part)}:${part}`);
  return createHmac("sha256", pepper).update(parts.join("")).digest().subarray(0, 18).toString("base64url");
}

/**
 * The hash under which the reference service stores a code: 56 hexadecimal digits. Rows of a database that was taken over
 * have it until they expire; none is made here.
 */
export function hashOfReference({ address }: Pick<CodePurpose, "address">, code: string): string {
  return createHash("sha224")
    .update(address + code)
    .digest("hex");
}

/** Marks the hash of a link that answers with a code instead of tokens. */
export const PKCE_PREFIX = "pkce_";

/** Compares a stored hash with the hash of a code, in constant time and whatever the prefix. */
export function isSameHash(stored: string, expected: string): boolean {
  const bare = Buffer.from(stored.startsWith(PKCE_PREFIX) ? stored.slice(PKCE_PREFIX.length) : stored);
  const wanted = Buffer.from(expected);
  return bare.length === wanted.length && timingSafeEqual(bare, wanted);
}
