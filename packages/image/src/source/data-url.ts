import { LIMITS } from "../limits.ts";
import { jpegRepresentation, pngRepresentation, type Representation } from "../representation.ts";

/** RFC 2397; the type decides what the data is decoded as. */
const PATTERN = /^data:([^,]*),/i;

/** @returns `undefined` for every URL that is not a decodable PNG or JPEG in itself; nothing is ever fetched */
export function fromDataUrl(url: string, scaleFactor: number): Representation | undefined {
  const head = PATTERN.exec(url.slice(0, 1024));
  if (head === null) return undefined;
  const [type = "", ...parameters] = (head[1] ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (type !== "image/png" && type !== "image/jpeg") return undefined;
  const isBase64 = parameters.includes("base64");
  const text = url.slice(head[0].length);
  if (text.length > LIMITS.fileBytes * charactersPerByte(text, isBase64)) return undefined;
  const bytes = percentDecoded(text);
  const data = isBase64 ? base64Decoded(bytes) : bytes;
  if (data === undefined) return undefined;
  return type === "image/png" ? pngRepresentation(data, scaleFactor) : jpegRepresentation(data, scaleFactor);
}

/** The most that a byte takes, so that what is too large is refused before anything is copied. */
function charactersPerByte(text: string, isBase64: boolean): number {
  if (text.includes("%")) return 3;
  // Four characters for three bytes, and line breaks in between.
  return isBase64 ? 1.4 : 1;
}

function percentDecoded(text: string): Buffer {
  if (!text.includes("%")) return Buffer.from(text);
  const source = Buffer.from(text);
  const decoded = Buffer.alloc(source.length);
  let end = 0;
  for (let at = 0; at < source.length; at += 1) {
    const digits = source[at] === 0x25 ? source.toString("latin1", at + 1, at + 3) : "";
    const isEscape = /^[0-9a-f]{2}$/i.test(digits);
    decoded[end] = isEscape ? Number.parseInt(digits, 16) : (source[at] ?? 0);
    if (isEscape) at += 2;
    end += 1;
  }
  return decoded.subarray(0, end);
}

/** White space is skipped and padding may be missing; any other foreign letter makes the data worthless. */
function base64Decoded(bytes: Buffer): Buffer | undefined {
  const text = bytes.toString("latin1").replace(/[\t\n\f\r ]+/g, "");
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}
