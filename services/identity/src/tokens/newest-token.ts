import { randomBytes } from "node:crypto";
import { encodeRefreshToken } from "./refresh-token.ts";

/** The newest refresh token of a session: signed with the session's key, or a row of its own as older releases made them. */
export type NewestToken =
  | { readonly kind: "signed"; readonly key: string; readonly counter: bigint }
  | { readonly kind: "stored"; readonly token: string };

/** The text that a client gets. */
export function refreshTokenText(sessionId: string, newest: NewestToken): string {
  if (newest.kind === "stored") return newest.token;
  return encodeRefreshToken({ sessionId, counter: newest.counter }, newest.key);
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** A token of the older form: 12 characters of base32, 60 random bits. */
export function createStoredToken(): string {
  return [...randomBytes(12)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
}

/** Whether a text has the older form. */
export function isStoredToken(text: string): boolean {
  return /^[a-z0-9]{12}$/.test(text);
}
