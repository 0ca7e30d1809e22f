import type { Dispatcher } from "undici";
import type { HeaderEntry } from "../http/headers.ts";
import type { ResponseHead } from "../http/response.ts";
import type { Hop } from "./redirect-rules.ts";

/** A response as it came, not decoded. */
export interface RawResponse extends ResponseHead {
  readonly body: Buffer;
}

/** Names that belong to a connection; the client makes its own. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Sends one request over an agent and collects the whole answer. */
export async function exchange(agent: Dispatcher, hop: Hop, signal: AbortSignal): Promise<RawResponse> {
  signal.throwIfAborted();
  return await new Promise<RawResponse>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let head: ResponseHead = { status: 0, statusText: "", headers: [] };
    let running: Dispatcher.DispatchController | undefined;
    // The end may come before there is a connection.
    const stop = (): void => {
      running?.abort(signal.reason);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
    agent.dispatch(
      {
        origin: hop.url.origin,
        path: hop.url.pathname + hop.url.search,
        method: hop.method,
        headers: wireHeaders(hop.headers),
        body: hop.body,
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        onRequestStart(controller) {
          running = controller;
          if (signal.aborted) controller.abort(signal.reason);
        },
        onResponseStart(controller, status, headers, statusText = "") {
          // Informational answers come first and are nobody's.
          if (status >= 200) head = { status, statusText, headers: readHeaders(controller.rawHeaders, headers) };
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
        },
        onResponseEnd() {
          signal.removeEventListener("abort", stop);
          resolve({ ...head, body: Buffer.concat(chunks) });
        },
        onResponseError(_controller, error) {
          signal.removeEventListener("abort", stop);
          reject(error);
        },
      },
    );
  });
}

function wireHeaders(headers: readonly HeaderEntry[]): string[] {
  return headers
    .filter(({ name }) => !CONNECTION_HEADERS.has(name.toLowerCase()) && !name.startsWith(":"))
    .flatMap(({ name, value }) => [name, toWire(value)]);
}

/** Values travel as the bytes of their UTF-8. */
export function toWire(value: string): string {
  return /[\u{100}-\u{10ffff}]/u.test(value) ? Buffer.from(value).toString("latin1") : value;
}

/** Header lines in their order and case; HTTP/2 gives a record. */
export function readHeaders(
  raw: unknown,
  record: Readonly<Record<string, string | string[] | undefined>>,
): HeaderEntry[] {
  if (!Array.isArray(raw)) {
    return Object.entries(record).flatMap(([name, value]) =>
      value === undefined || name.startsWith(":") ? [] : [value].flat().map((line) => ({ name, value: line })),
    );
  }
  const entries: HeaderEntry[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    entries.push({ name: latin1(raw[index]), value: latin1(raw[index + 1]) });
  }
  return entries;
}

function latin1(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString("latin1") : String(value);
}
