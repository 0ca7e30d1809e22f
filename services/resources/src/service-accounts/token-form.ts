import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/** What tokens begin with, by whose they are. */
const PREFIXES = { "service-account": "vdsa_", person: "vdpt_" } as const;

export type TokenOwnerKind = keyof typeof PREFIXES;

const SECRET_LENGTH = 32;
const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const TOKEN_PATTERN = /^((?:vdsa|vdpt)_[0-9A-Za-z]{32})_([0-9a-f]{8})$/;

/**
 * `vdsa_` or, of a person, `vdpt_`, 32 random letters and digits, `_`, and the CRC-32 of what stands before, so that
 * scanners recognise it.
 */
export function newToken(kind: TokenOwnerKind): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return `${PREFIXES[kind]}${secret}_${checksum(PREFIXES[kind] + secret)}`;
}

/** Whether a text is a token that nobody has mistyped; whose it is, the store knows. */
export function isToken(text: string): boolean {
  const [, before = "", sum] = TOKEN_PATTERN.exec(text) ?? [];
  return sum !== undefined && checksum(before) === sum;
}

/** The token of an `Authorization` header, and whose it says to be; `undefined` for every other credential. */
export function bearerToken(authorization: string | undefined): { token: string; kind: TokenOwnerKind } | undefined {
  const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  if (token?.startsWith(PREFIXES["service-account"])) return { token, kind: "service-account" };
  return token?.startsWith(PREFIXES.person) ? { token, kind: "person" } : undefined;
}

/** What is stored of a token; it has enough random bits that a plain hash is safe. */
export function hashToken(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
