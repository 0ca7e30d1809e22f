import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { callOutbound, readAllowedHosts } from "@vedette/http";
import type { ExpositionFormat } from "./exposition.ts";
import type { Target } from "./target.ts";

const ACCEPT =
  "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
/** Bytes of an exposition, unpacked. */
const MAX_BYTES = 64 * 1024 * 1024;

const unpack = promisify(gunzip);

export interface FetchedExposition {
  readonly text: string;
  readonly format: ExpositionFormat;
}

export interface FetchOptions {
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/** A target that answers something else than its metrics. */
class ScrapeRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ScrapeRefusedError";
  }
}

/**
 * Asks a target for its metrics.
 *
 * @throws HttpError when it cannot or must not be reached, ScrapeRefusedError when it answers something else
 */
export async function fetchExposition(target: Target, options: FetchOptions): Promise<FetchedExposition> {
  const answer = await callOutbound({
    url: target.url,
    headers: {
      accept: ACCEPT,
      "accept-encoding": "gzip",
      "user-agent": options.userAgent,
      "x-prometheus-scrape-timeout-seconds": String(target.timeoutMs / 1000),
      ...(target.bearer !== undefined && { authorization: `Bearer ${target.bearer}` }),
    },
    reach: "private",
    allowedHosts: readAllowedHosts([hostOf(target.url)]),
    allowHttp: true,
    timeoutMs: target.timeoutMs,
    maxBytes: MAX_BYTES,
    signal: options.signal,
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  if (answer.status !== 200) throw new ScrapeRefusedError(`server returned HTTP status ${answer.status}`);
  const isPacked = answer.headers["content-encoding"] === "gzip";
  const text = isPacked ? await unpack(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
  return { text: text.toString("utf8"), format: formatOf(String(answer.headers["content-type"] ?? "")) };
}

function formatOf(contentType: string): ExpositionFormat {
  return contentType.startsWith("application/openmetrics-text") ? "openmetrics" : "text";
}

/** An operator who names a target in the settings means it, on whatever network it is. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}
