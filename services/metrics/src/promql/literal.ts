import { isUtf8 } from "node:buffer";

const DURATION = /^(?:(\d+)y)?(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/;
const UNITS_MS = [365 * 86_400_000, 7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000, 1];
/** The longest duration that the peer can hold: 2⁶³ nanoseconds. */
const MAX_DURATION_MS = 2 ** 63 / 1e6;

/**
 * Reads a duration such as `1h30m`: years (365 days) to milliseconds, large units before small ones.
 *
 * @returns milliseconds, or `undefined` when the text is no duration or beyond 292 years
 */
export function parseDuration(text: string): number | undefined {
  const amounts = text === "" ? null : DURATION.exec(text);
  if (amounts === null) return undefined;
  const total = UNITS_MS.reduce((sum, unit, index) => sum + Number(amounts[index + 1] ?? 0) * unit, 0);
  return total < MAX_DURATION_MS ? total : undefined;
}

/** A duration as PromQL writes it, e.g. `1h30m`; `0s` for none. */
export function formatDuration(ms: number): string {
  const units: [string, number][] = [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["m", 60_000],
    ["s", 1000],
    ["ms", 1],
  ];
  let rest = Math.abs(ms);
  let text = "";
  for (const [unit, length] of units) {
    const amount = Math.floor(rest / length);
    if (amount > 0) text += `${amount}${unit}`;
    rest -= amount * length;
  }
  return text === "" ? "0s" : `${ms < 0 ? "-" : ""}${text}`;
}

/**
 * Reads a number as PromQL writes it: decimal with exponent, `0x` hexadecimal, octal with a leading zero, `Inf`, `NaN`,
 * `_` between digits.
 *
 * @returns the number, or `undefined` for a text that is none or beyond the range of floats
 */
export function parseNumber(text: string): number | undefined {
  const word = text.toLowerCase();
  if (word === "inf" || word === "+inf") return Number.POSITIVE_INFINITY;
  if (word === "-inf") return Number.NEGATIVE_INFINITY;
  if (word === "nan") return Number.NaN;
  if (/__|_$|[._e]_|_[.e]/.test(word)) return undefined;
  const digits = word.replaceAll("_", "");
  if (/^0[0-7]+$/.test(digits)) return Number.parseInt(digits, 8);
  if (/^0x[0-9a-f]+$/.test(digits)) return Number(digits);
  const value = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
]);
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g;

/**
 * Reads a quoted string: in `"` and `'` with Go's escapes, between backquotes as it stands.
 *
 * @returns the text, or `undefined` when an escape means nothing
 */
export function parseString(quoted: string): string | undefined {
  const inner = quoted.slice(1, -1);
  return quoted.startsWith("`") || !inner.includes("\\") ? inner : unquoteEscapes(inner);
}

/** Through bytes, since `\xc3\xa9` names the two bytes of one character. */
function unquoteEscapes(text: string): string | undefined {
  const pieces: Buffer[] = [];
  let end = 0;
  for (const found of text.matchAll(ESCAPE)) {
    const piece = escapeBytes(found);
    if (piece === undefined) return undefined;
    pieces.push(Buffer.from(text.slice(end, found.index)), piece);
    end = found.index + found[0].length;
  }
  pieces.push(Buffer.from(text.slice(end)));
  return decodeUtf8(Buffer.concat(pieces));
}

/** Each byte that is not UTF-8 becomes a lone surrogate, so that the text is not well-formed. */
function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((size) => at + size <= bytes.length && isUtf8(bytes.subarray(at, at + size)));
    text +=
      length === undefined
        ? String.fromCharCode(BYTE_SURROGATE + (bytes[at] ?? 0))
        : bytes.toString("utf8", at, at + length);
    at += length ?? 1;
  }
  return text;
}

/** A text in quotes, its bytes that are not UTF-8 as `\\xff`. */
export function quoteString(text: string): string {
  return JSON.stringify(text).replace(/\\udc([89a-f][\da-f])/g, "\\x$1");
}

/** Bytes from 0x80 on map to U+DC80 and following, which no decoded text contains. */
const BYTE_SURROGATE = 0xdc00;

function escapeBytes([, hex, octal, short, long, simple = ""]: RegExpExecArray): Buffer | undefined {
  const byte = hex === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(hex, 16);
  if (!Number.isNaN(byte)) return byte > 255 ? undefined : Buffer.of(byte);
  const point = Number.parseInt(short ?? long ?? "", 16);
  if (!Number.isNaN(point)) return point > 0x10ffff ? undefined : Buffer.from(String.fromCodePoint(point));
  const character = SIMPLE_ESCAPES.get(simple);
  return character === undefined ? undefined : Buffer.from(character);
}
