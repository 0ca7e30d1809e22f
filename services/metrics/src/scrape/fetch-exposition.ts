import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { isResponseTooLarge, type OutboundAnswer } from "@vedette/http";
import { callTarget } from "./call-target.ts";
import type { ExpositionFormat } from "./exposition.ts";
import { forgetToken, httpClientOf } from "./http-client.ts";
import type { Target } from "./target.ts";

const ACCEPT =
  "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
/** The only form that native histograms have. */
const PROTOBUF = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";
/** Bytes of an exposition, unpacked. */
const MAX_BYTES = 64 * 1024 * 1024;

const unpack = promisify(gunzip);

export interface FetchedExposition {
  readonly bytes: Buffer;
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
  if (target.refusal !== undefined) throw new ScrapeRefusedError(target.refusal);
  const { client, isCompressed, limits, wantsNativeHistograms } = target.rules;
  const maxBytes = limits.bodyBytes === 0 ? MAX_BYTES : Math.min(limits.bodyBytes, MAX_BYTES);
  const call = {
    url: target.url,
    headers: {
      accept: wantsNativeHistograms ? `${PROTOBUF};q=0.9,${ACCEPT}` : ACCEPT,
      "accept-encoding": isCompressed ? "gzip" : "identity",
      "user-agent": options.userAgent,
      "x-prometheus-scrape-timeout-seconds": String(target.timeoutMs / 1000),
    },
    timeoutMs: target.timeoutMs,
    maxBytes,
    signal: options.signal,
  };
  const answer = await callTarget(call, await httpClientOf(client, options.signal));
  if (answer.status === 401) forgetToken(client);
  if (answer.status !== 200) {
    answer.body.discard();
    throw new ScrapeRefusedError(`server returned HTTP status ${answer.status}`);
  }
  const body = await readBody(answer, maxBytes);
  return { bytes: body, format: formatOf(String(answer.headers["content-type"] ?? "")) };
}

async function readBody({ body, headers }: OutboundAnswer, maxBytes: number): Promise<Buffer> {
  try {
    const bytes = await body.bytes();
    return headers["content-encoding"] === "gzip" ? await unpack(bytes, { maxOutputLength: maxBytes }) : bytes;
  } catch (error) {
    const isTooLarge = isResponseTooLarge(error) || Reflect.get(Object(error), "code") === "ERR_BUFFER_TOO_LARGE";
    throw isTooLarge ? new ScrapeRefusedError("body size limit exceeded") : error;
  }
}

function formatOf(contentType: string): ExpositionFormat {
  if (contentType.startsWith("application/vnd.google.protobuf")) return "protobuf";
  return contentType.startsWith("application/openmetrics-text") ? "openmetrics" : "text";
}
