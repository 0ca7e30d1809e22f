import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "vdsa_";
const SECRET_LENGTH = 32;
const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const TOKEN_PATTERN = /^(vdsa_[0-9A-Za-z]{32})_([0-9a-f]{8})$/;

/** `vdsa_`, 32 random letters and digits, `_`, and the CRC-32 of what stands before, so that scanners recognise it. */
export function newServiceToken(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return `${PREFIX}${secret}_${checksum(PREFIX + secret)}`;
}

/** Whether a text is a service token that nobody has mistyped; whose it is, the store knows. */
export function isServiceToken(text: string): boolean {
  const [, before = "", sum] = TOKEN_PATTERN.exec(text) ?? [];
  return sum !== undefined && checksum(before) === sum;
}

/** The service token of an `Authorization` header; `undefined` for every other credential. */
export function bearerServiceToken(authorization: string | undefined): string | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  return bearer?.startsWith(PREFIX) ? bearer : undefined;
}

/** What is stored of a token; it has enough random bits that a plain hash is safe. */
export function hashServiceToken(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
