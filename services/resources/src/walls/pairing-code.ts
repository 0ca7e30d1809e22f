import { createHmac, randomInt } from "node:crypto";

/** Digits and capitals without those that are taken for each other on a screen. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 6;

/** Six characters that a person reads from a wall and types elsewhere. */
export function newPairingCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** As somebody typed it: without blanks and dashes, in capitals. */
export function readPairingCode(text: string): string {
  return text.replace(/[\s-]/g, "").toUpperCase();
}

/** What is stored of a code: it is short, so a hash alone could be searched through; the installation's secret is in it. */
export function hashPairingCode(code: string, secret: Uint8Array): Uint8Array {
  return createHmac("sha256", secret).update(`wall-pairing:${code}`).digest();
}
