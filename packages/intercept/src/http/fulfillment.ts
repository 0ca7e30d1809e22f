import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import mime from "mime";
import { argumentError, checkObject, InterceptError } from "../errors.ts";
import { bytesOf, jsonText } from "./body.ts";
import {
  type HeaderEntry,
  type HeaderMap,
  headerOf,
  parseHeaderMap,
  splitSetCookie,
  withoutHeaders,
} from "./headers.ts";
import { type FulfilledResponse, parseStatus, phraseOf } from "./response.ts";

/** An answer of ours, or of another tool: Playwright's and Puppeteer-like responses do. */
export interface ResponseLike {
  status(): number;
  statusText?(): string;
  headers(): Record<string, string>;
  headersArray?(): readonly HeaderEntry[] | Promise<readonly HeaderEntry[]>;
  body?(): Promise<Uint8Array>;
  buffer?(): Promise<Uint8Array>;
}

/** A body that is sent as it comes. */
export type StreamedBody = ReadableStream<Uint8Array | string> | Readable | AsyncIterable<Uint8Array | string>;

/**
 * An answer. Fields that are not given come from `response`, or are empty.
 *
 * @see spec 3, Route: fulfill
 */
export interface FulfillOptions {
  /** Default 200, or that of `response`. */
  readonly status?: number | undefined;
  /** Default: the standard phrase of the status. */
  readonly statusText?: string | undefined;
  /** Replace those of `response`. An array is one line per value; several cookies may also come one per line. */
  readonly headers?: HeaderMap | undefined;
  /** The `content-type`; wins over all others. */
  readonly contentType?: string | undefined;
  readonly body?: string | Uint8Array | ArrayBuffer | StreamedBody | undefined;
  readonly bodyBytes?: Uint8Array | undefined;
  /** Written as JSON, of the type `application/json` unless one was given; not together with `body`. */
  readonly json?: unknown;
  /** A file, relative to the working directory; its ending tells the type. Wins over `body`. */
  readonly path?: string | undefined;
  readonly response?: ResponseLike | undefined;
}

const METHOD = "route.fulfill";
const RESTART = Symbol("restart");

/** Sends a navigation to another url, where handlers see it again. */
export function redirectTo(url: string): FulfillOptions {
  return { status: 302, headers: { location: url }, ...{ [RESTART]: true } };
}
const JSON_TYPE = "application/json";
const FRAMING = ["content-length", "content-encoding", "transfer-encoding"];

/**
 * Checks an answer and reads what it needs.
 *
 * @throws InterceptError `ERR_ROUTE_ARGUMENT`
 */
export async function resolveFulfillment(options: FulfillOptions): Promise<FulfilledResponse> {
  checkObject(METHOD, options);
  const { response, contentType } = options;
  refuseContradictions(options);
  const status = parseStatus(METHOD, options.status || response?.status() || 200);
  const statusText = parseStatusText(options, status);
  const given = options.headers === undefined ? await headersOf(response) : parseHeaderMap(METHOD, options.headers);
  const content = await readContent(options);
  const isReplaced = content !== undefined && options.headers === undefined;
  const kept = splitSetCookie(isReplaced ? withoutHeaders(given, staleHeaders(given, content)) : given);
  const body = content?.body ?? (await bodyOf(response));
  const type = contentType || (headerOf(kept, "content-type") === undefined ? content?.type : undefined);
  const headers = type === undefined ? kept : withContentType(kept, type);
  return { status, statusText, headers: withLength(headers, body), body, isRestart: RESTART in options };
}

/** What a response said of the body that is replaced. A JSON type of its own fits the new JSON as well. */
function staleHeaders(given: readonly HeaderEntry[], { type }: Content): readonly string[] {
  if (type === undefined) return FRAMING;
  const isBothJson = type === JSON_TYPE && /[/+]json\b/i.test(headerOf(given, "content-type") ?? "");
  return isBothJson ? FRAMING : [...FRAMING, "content-type"];
}

function refuseContradictions({ json, body, bodyBytes, response, path }: FulfillOptions): void {
  if (json !== undefined && (body !== undefined || bodyBytes !== undefined)) {
    throw argumentError(METHOD, "json", "and body cannot both be given");
  }
  if (path !== undefined && typeof path !== "string") throw argumentError(METHOD, "path", "must be text");
  if (response === undefined) return;
  const isResponse =
    typeof response?.status === "function" &&
    typeof response.headers === "function" &&
    (typeof response.body === "function" || typeof response.buffer === "function");
  if (!isResponse) throw argumentError(METHOD, "response", "must have status(), headers() and body()");
}

function parseStatusText({ statusText, status: given, response }: FulfillOptions, status: number): string {
  const inherited = given ? undefined : response?.statusText?.();
  const text = statusText || inherited || phraseOf(status);
  if (typeof text === "string" && /^[\t\x20-\x7e\x80-\xff]+$/.test(text)) return text;
  throw argumentError(METHOD, "statusText", "must be one line");
}

async function headersOf(response: ResponseLike | undefined): Promise<HeaderEntry[]> {
  if (response === undefined) return [];
  const lines = await response.headersArray?.();
  const entries = lines ?? Object.entries(response.headers()).map(([name, value]) => ({ name, value }));
  return entries.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
}

interface Content {
  readonly body: FulfilledResponse["body"];
  readonly type?: string;
}

async function readContent({ path, json, body, bodyBytes }: FulfillOptions): Promise<Content | undefined> {
  if (path !== undefined) {
    return { body: await readBody(path), type: mime.getType(path) ?? "application/octet-stream" };
  }
  if (json !== undefined) return { body: Buffer.from(jsonText(METHOD, "json", json)), type: JSON_TYPE };
  const given: unknown = body ?? bodyBytes;
  if (given === undefined || given === null) return undefined;
  if (typeof given === "string") return { body: Buffer.from(given) };
  const bytes = bytesOf(given);
  if (bytes !== undefined) return { body: bytes };
  if (isIterable(given)) return { body: chunksOf(given) };
  throw argumentError(METHOD, "body", "must be text, bytes or a stream");
}

async function readBody(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    throw new InterceptError("ERR_ROUTE_ARGUMENT", `${METHOD}: ${path} cannot be read (${reason})`, {
      argument: "path",
      path,
      cause,
    });
  }
}

function isIterable(value: unknown): value is AsyncIterable<Uint8Array | string> {
  return Symbol.asyncIterator in Object(value);
}

async function* chunksOf(body: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}

async function bodyOf(response: ResponseLike | undefined): Promise<Buffer> {
  const bytes = await (response?.body?.() ?? response?.buffer?.());
  return bytesOf(bytes) ?? Buffer.alloc(0);
}

function withContentType(headers: readonly HeaderEntry[], type: string): HeaderEntry[] {
  return [...withoutHeaders(headers, ["content-type"]), ...parseHeaderMap(METHOD, { "content-type": type })];
}

function withLength(headers: readonly HeaderEntry[], body: FulfilledResponse["body"]): readonly HeaderEntry[] {
  const isLengthKnown = Buffer.isBuffer(body) && body.length > 0 && headerOf(headers, "content-length") === undefined;
  return isLengthKnown ? [...headers, { name: "content-length", value: String(body.length) }] : headers;
}
