import type { FastifyRequest } from "fastify";
import type { App } from "./app.ts";
import { HttpError } from "./errors.ts";
import { turnFor } from "./long-work.ts";

/**
 * Values that a JSON text may hold where nothing else is said. The largest of the real dashboards that were measured has
 * 12,227; each step of handling 25,000 takes up to 50 ms on a busy machine, in which nothing else runs.
 */
export const DEFAULT_JSON_VALUES = 25_000;
/** Levels of nesting that a body may have; the deepest of real dashboards has 12. */
const MAX_DEPTH = 64;
/**
 * Characters of a text whose depth is counted before it is parsed: deep text takes JSON.parse several times as long as
 * any other. Of what is shorter the depth is looked for in what was read, which takes a tenth of the time.
 */
const COUNTED_FIRST = 512 * 1024;

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
 * Decodes and parses a body, with a turn for other requests before and after a long one.
 *
 * @throws HttpError as `decodeText` and `parseJson`
 */
export async function readJson(bytes: Uint8Array, maxValues?: number): Promise<{ text: string; value: unknown }> {
  await turnFor(bytes.length);
  const text = decodeText(bytes);
  await turnFor(bytes.length);
  const value = parseJson(text, maxValues);
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
  if (text.trim() === "") return undefined;
  // A value takes two characters at least, its comma included.
  const isLong = text.length > Math.min(COUNTED_FIRST, 2 * maxValues);
  if (isLong) requireJsonLimits(text, maxValues);
  try {
    const value: unknown = JSON.parse(text);
    if (!isLong && isDeeper(value, MAX_DEPTH)) throw tooDeep();
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
 * Counts levels and values of a JSON text: brackets and commas outside of strings.
 *
 * @throws HttpError `bad_json`, `too_many_values`
 */
export function requireJsonLimits(text: string, maxValues: number): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length && values <= maxValues && depth <= MAX_DEPTH; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === 0x22) at = endOfString(text, at);
    else if (sign === 0x2c) values += 1;
    else if (sign === 0x7b || sign === 0x5b) {
      depth += 1;
      values += 1;
    } else if (sign === 0x7d || sign === 0x5d) depth -= 1;
  }
  if (depth > MAX_DEPTH) throw tooDeep();
  if (values <= maxValues) return;
  throw new HttpError("too_many_values", { detail: `The body holds more than ${maxValues} JSON values.` });
}

function endOfString(text: string, quote: number): number {
  let at = quote + 1;
  while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
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
