import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "vdwk_";
const LENGTH = 32;
const BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = /^(vdwk_[0-9A-Za-z]{32})_([0-9a-f]{8})$/;

/** A new key: prefix, 32 characters of 62 (190 bits), and a check of them so that scanners recognise a leaked one. */
export function newWallKey(): string {
  const secret = Array.from({ length: LENGTH }, () => BASE_62[randomInt(BASE_62.length)]).join("");
  return `${PREFIX}${secret}_${checkOf(PREFIX + secret)}`;
}

/** The wall key that an `Authorization` header carries, if it carries one. */
export function wallKeyOf(authorization: string | undefined): string | undefined {
  const [, bearer = ""] = /^Bearer\s+(\S+)$/i.exec(authorization ?? "") ?? [];
  const [, body = "", check] = FORM.exec(bearer) ?? [];
  return check !== undefined && check === checkOf(body) ? bearer : undefined;
}

/** What is stored of a key; it has enough random bits that a plain hash is safe. */
export function hashWallKey(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}

function checkOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
