import type { FastifyRequest } from "fastify";
import type { App } from "./app.ts";
import { HttpError } from "./errors.ts";
import { inOneGo, inSlices, turnFor } from "./long-work.ts";

/** Values that a JSON text may hold where nothing else is said: twice those of a dashboard of 4 MB. */
export const DEFAULT_JSON_VALUES = 200_000;
/**
 * Different keys that a JSON text may have. Each costs ten times as much as one that repeats: parsing 200,000 values
 * takes 20 ms with few keys and 120 ms with as many keys. Real dashboards have hundreds.
 */
const MAX_DIFFERENT_KEYS = 25_000;
/** Levels of nesting that a body may have; the deepest of real dashboards has 12. */
const MAX_DEPTH = 64;
/**
 * Characters of a text that is checked before it is parsed: JSON.parse takes several times as long for deep text.
 * Shorter texts cannot hold too many values or keys, and their depth is found in the parsed value, which takes a
 * tenth of the time.
 */
const CHECKED_FIRST = 5 * MAX_DIFFERENT_KEYS;

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const texts = new WeakMap<FastifyRequest, string>();

/** The exact text of a JSON body, for those who keep it as it was written. */
export function bodyText(request: FastifyRequest): string {
  return texts.get(request) ?? "";
}

/** Makes `application/json` in UTF-8 the only kind of body; a route scope adds others for itself. */
export function takeJsonOnly(app: App, maxValues: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (request: FastifyRequest, body: Buffer) => {
    requireUtf8(request.headers["content-type"] ?? "");
    const { text, value } = await readJson(body, maxValues);
    texts.set(request, text);
    return value;
  });
}

/**
 * Decodes and parses a body, a long one in several steps with turns for other requests between them.
 *
 * @throws HttpError as `decodeText` and `parseJson`
 */
export async function readJson(
  bytes: Uint8Array,
  maxValues = DEFAULT_JSON_VALUES,
): Promise<{ text: string; value: unknown }> {
  await turnFor(bytes.length);
  const text = decodeText(bytes);
  if (isLong(text, maxValues)) await requireJsonLimits(text, maxValues);
  await turnFor(bytes.length);
  const value = parseText(text, maxValues);
  await turnFor(bytes.length);
  return { text, value };
}

/**
 * Reads JSON text as strictly as everything from outside is read here.
 *
 * @param maxValues - counted before anything is parsed
 * @returns the value; `undefined` for an empty text
 * @throws HttpError `bad_json` for broken JSON, more than 64 levels, or a NUL character (no store can keep it);
 *   `too_many_values`
 */
export function parseJson(text: string, maxValues = DEFAULT_JSON_VALUES): unknown {
  if (isLong(text, maxValues)) inOneGo(countedValues(text, maxValues));
  return parseText(text, maxValues);
}

/** Whether a text can exceed a limit of values or keys. */
function isLong(text: string, maxValues: number): boolean {
  // A value takes two characters at least, its comma included, and a key five with its value.
  return text.length > Math.min(CHECKED_FIRST, 2 * maxValues);
}

function parseText(text: string, maxValues: number): unknown {
  if (text.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isLong(text, maxValues) && isDeeper(value, MAX_DEPTH)) throw tooDeep();
    if (/\\u0000/i.test(text) && hasNul(value))
      throw new HttpError("bad_json", { detail: "The body holds a NUL character." });
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) throw new HttpError("bad_json", { cause: error });
    throw error;
  }
}

/**
 * Decodes bytes as UTF-8.
 *
 * @throws HttpError `bad_json` for invalid bytes, a byte order mark or a NUL
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw new HttpError("bad_json", { detail: "The body begins with a byte order mark." });
  }
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (error) {
    throw new HttpError("bad_json", { detail: "The body is not valid UTF-8.", cause: error });
  }
  if (text.includes("\0")) throw new HttpError("bad_json", { detail: "The body holds a NUL character." });
  return text;
}

function requireUtf8(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1];
  if (charset !== undefined && charset.toLowerCase() !== "utf-8") {
    throw new HttpError("unsupported_media_type", { detail: "Bodies are read as UTF-8 only." });
  }
}

function tooDeep(): HttpError {
  return new HttpError("bad_json", { detail: `The body is nested deeper than ${MAX_DEPTH} levels.` });
}

/**
 * Counts levels, values and different keys of a JSON text, in slices.
 *
 * @throws HttpError `bad_json`, `too_many_values`
 */
export async function requireJsonLimits(text: string, maxValues: number): Promise<void> {
  await inSlices(countedValues(text, maxValues));
}

const MAX_COMPARED_KEY = 1024;

/** Characters that are read between two looks at the clock. */
const CHARACTERS_PER_LOOK = 16 * 1024;

/** Counts brackets and commas outside of strings, and the strings before colons. */
function* countedValues(text: string, maxValues: number): Generator<void, void> {
  const counter = new ValueCounter(maxValues);
  let [stringStart, stringEnd] = [0, 0];
  let nextLook = CHARACTERS_PER_LOOK;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      [stringStart, stringEnd] = [at, endOfString(text, at)];
      at = stringEnd;
    } else if (sign === COLON) {
      // A name is counted once: colons alone would have the same long string compared again and again.
      if (stringEnd === stringStart)
        throw new HttpError("bad_json", { detail: "The body has a colon without a name." });
      counter.addKey(text.slice(stringStart, stringEnd));
      stringStart = stringEnd;
    } else counter.add(sign);
    if (at < nextLook) continue;
    nextLook = at + CHARACTERS_PER_LOOK;
    yield;
  }
}

/** @returns the place of the closing quote */
function endOfString(text: string, quote: number): number {
  let at = quote + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

class ValueCounter {
  readonly #maxValues: number;
  readonly #keys = new Set<string>();
  #longKeys = 0;
  #values = 1;
  #depth = 0;

  constructor(maxValues: number) {
    this.#maxValues = maxValues;
  }

  /** @throws HttpError `too_many_values` */
  addKey(key: string): void {
    // Long keys of equal length would have to be compared with each other: each counts as a different one.
    if (key.length > MAX_COMPARED_KEY) this.#longKeys += 1;
    else this.#keys.add(key);
    if (this.#keys.size + this.#longKeys > MAX_DIFFERENT_KEYS) throw tooMany(`${MAX_DIFFERENT_KEYS} different keys`);
  }

  /**
   * @param sign - a character outside of strings
   * @throws HttpError `bad_json`, `too_many_values`
   */
  add(sign: number): void {
    if (sign === COMMA) this.#addValue();
    else if (sign === 0x7b || sign === 0x5b) {
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw tooDeep();
      this.#addValue();
    } else if (sign === 0x7d || sign === 0x5d) this.#depth -= 1;
  }

  #addValue(): void {
    this.#values += 1;
    if (this.#values > this.#maxValues) throw tooMany(`${this.#maxValues} JSON values`);
  }
}

function tooMany(what: string): HttpError {
  return new HttpError("too_many_values", { detail: `The body holds more than ${what}.` });
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, levels - 1));
  return Object.values(value).some((item) => isDeeper(item, levels - 1));
}

function hasNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.includes("\0") || hasNul(item));
}
