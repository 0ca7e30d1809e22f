import { createHmac, createSecretKey, hash, randomBytes, timingSafeEqual } from "node:crypto";

/** What a refresh token of the second format says, before its signature is checked against the session's key. */
export interface RefreshToken {
  readonly sessionId: string;
  /** How many refreshes the session had when the token was made. */
  readonly counter: bigint;
}

/** A token that was read, with what tells whether it is genuine. */
export interface ReadRefreshToken extends RefreshToken {
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * Layout: one byte 0x00, session id (16), counter (unsigned LEB128), signature (16: HMAC-SHA-256 of what precedes,
 * with the session's key), check sum (4: SHA-256 of what precedes). All of it base64url without padding.
 */
const VERSION = 0x00;
const HEAD_BYTES = 17;
const SIGNATURE_BYTES = 16;
const CHECK_SUM_BYTES = 4;
const MAX_COUNTER_BYTES = 9;

/** A new key that signs the refresh tokens of one session: 32 random bytes as base64url. */
export function createRefreshTokenKey(): string {
  return randomBytes(32).toString("base64url");
}

/** @param key - what `createRefreshTokenKey` gave the session */
export function encodeRefreshToken({ sessionId, counter }: RefreshToken, key: string): string {
  const head = Buffer.concat([Buffer.from([VERSION]), uuidBytes(sessionId), leb128(counter)]);
  const signed = Buffer.concat([head, signatureOf(head, key)]);
  return Buffer.concat([signed, checkSumOf(signed)]).toString("base64url");
}

/** Reads a token and its check sum; `undefined` for what this server never made, a mistyped token for instance. */
export function decodeRefreshToken(text: string): ReadRefreshToken | undefined {
  const bytes = readBytes(text);
  if (bytes === undefined) return undefined;
  const signed = bytes.subarray(0, bytes.length - SIGNATURE_BYTES - CHECK_SUM_BYTES);
  const counter = readLeb128(signed.subarray(HEAD_BYTES));
  if (counter === undefined) return undefined;
  const signature = bytes.subarray(signed.length, signed.length + SIGNATURE_BYTES);
  return { sessionId: uuidText(bytes.subarray(1, HEAD_BYTES)), counter, signed, signature };
}

/** Whether the session's key signed the token. Compares in constant time. */
export function isSignedBy({ signed, signature }: ReadRefreshToken, key: string): boolean {
  return timingSafeEqual(signature, signatureOf(signed, key));
}

function readBytes(text: string): Buffer | undefined {
  if (text.length > 80 || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  const counterBytes = bytes.length - HEAD_BYTES - SIGNATURE_BYTES - CHECK_SUM_BYTES;
  if (counterBytes < 1 || counterBytes > MAX_COUNTER_BYTES || bytes[0] !== VERSION) return undefined;
  // One token, one spelling: base64url has several for the same bytes.
  if (bytes.toString("base64url") !== text) return undefined;
  const body = bytes.subarray(0, bytes.length - CHECK_SUM_BYTES);
  return checkSumOf(body).equals(bytes.subarray(body.length)) ? bytes : undefined;
}

function signatureOf(bytes: Uint8Array, key: string): Buffer {
  // As a key object: bytes take node:crypto three times as long as the code itself.
  const secret = createSecretKey(key, "base64url");
  return createHmac("sha256", secret).update(bytes).digest().subarray(0, SIGNATURE_BYTES);
}

function checkSumOf(bytes: Uint8Array): Buffer {
  return hash("sha256", bytes, "buffer").subarray(0, CHECK_SUM_BYTES);
}

function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

function uuidText(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function leb128(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

function readLeb128(bytes: Uint8Array): bigint | undefined {
  let value = 0n;
  for (const [index, byte] of bytes.entries()) {
    const isLast = index === bytes.length - 1;
    if (byte >= 0x80 === isLast) return undefined;
    // A last byte of zero would be a second spelling of a shorter number.
    if (isLast && index > 0 && byte === 0) return undefined;
    value |= BigInt(byte & 0x7f) << BigInt(7 * index);
  }
  return value;
}
