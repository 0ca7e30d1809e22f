import type { Registry } from "../registry.ts";
import type { Resource } from "./otlp-request.ts";
import { OtlpExportError, type OtlpPost, type OtlpProtocol, postOtlp } from "./post-otlp.ts";

/** Where and how metrics are sent. */
export interface OtlpExportOptions {
  /**
   * Address that takes OTLP over HTTP, such as `http://127.0.0.1:4318/v1/metrics`.
   * `OTEL_EXPORTER_OTLP_METRICS_ENDPOINT` stands above it as it is, `OTEL_EXPORTER_OTLP_ENDPOINT` with `/v1/metrics`.
   */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Attributes of the program, as `toOtlp()` takes them. */
  readonly resource?: Resource;
  /** Pause between two exports. Default 1000. */
  readonly intervalMs?: number;
  /**
   * Form of what is sent. Default: what `OTEL_EXPORTER_OTLP_METRICS_PROTOCOL` or `OTEL_EXPORTER_OTLP_PROTOCOL` names,
   * else `http/json`.
   */
  readonly protocol?: OtlpProtocol;
  /** Default `none`. */
  readonly compression?: "none" | "gzip";
  /** Time for one export, its answer included. Default 10 000. */
  readonly timeoutMs?: number;
  /** Told of every export that failed. Default: a warning of the process. */
  readonly onError?: (error: OtlpExportError) => void;
}

/** Sends metrics until it is shut down. It does not keep the process alive. */
export interface OtlpExporter extends AsyncDisposable {
  /**
   * Sends what the metrics are now, after an export that is on its way.
   *
   * @throws OtlpExportError
   */
  flush(): Promise<void>;
  /** Sends once more and stops. A failure goes to `onError`. */
  shutdown(): Promise<void>;
}

const DEFAULT_INTERVAL_MS = 1000;
const DEFAULT_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** No timer of Node waits longer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Sends the metrics of a registry at intervals. After a failure it waits twice as long each time, up to a minute, or
 * as long as the collector asks for. Nothing is kept for a second attempt: values are cumulative, so the next export has it all.
 *
 * @throws TypeError when the address is none, holds a password, a header is none, or a time is no whole number above 0
 * @see OTLP/HTTP
 */
export function exportOtlp(registry: Registry, options: OtlpExportOptions): OtlpExporter {
  const { intervalMs = DEFAULT_INTERVAL_MS, onError = (error) => process.emitWarning(error) } = options;
  const post = readPost(options);
  checkTime("intervalMs", intervalMs);
  let inFlight: Promise<void> = Promise.resolve();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isShutDown = false;

  async function exportOnce(): Promise<void> {
    const { resource } = options;
    const read = (): Promise<string | Uint8Array> =>
      post.protocol === "http/json" ? readJson(registry, resource) : registry.toOtlpProtobuf(resource);
    await postOtlp(await readAll(read), post);
  }

  function flush(): Promise<void> {
    const next = inFlight.then(exportOnce);
    inFlight = next.catch(() => undefined);
    return next;
  }

  async function flushAndTell(): Promise<number> {
    try {
      await flush();
      failures = 0;
      return intervalMs;
    } catch (error) {
      if (!(error instanceof OtlpExportError)) throw error;
      onError(error);
      // What the collector has taken in part, it would not take the next time either.
      failures = error.code === "partially_accepted" ? 0 : failures + 1;
      return failures === 0 ? intervalMs : Math.max(intervalMs, error.retryAfterMs ?? pauseMs(failures));
    }
  }

  function plan(delayMs: number): void {
    if (isShutDown) return;
    timer = setTimeout(() => void flushAndTell().then(plan), Math.min(delayMs, MAX_TIMER_MS));
    timer.unref();
  }

  async function shutdown(): Promise<void> {
    if (isShutDown) return inFlight;
    isShutDown = true;
    clearTimeout(timer);
    await flushAndTell();
  }

  plan(intervalMs);
  return { flush, shutdown, [Symbol.asyncDispose]: shutdown };
}

/** What a callback throws must not end the worker. */
async function readAll<Body>(read: () => Promise<Body>): Promise<Body> {
  try {
    return await read();
  } catch (cause) {
    throw new OtlpExportError("unreadable", { cause });
  }
}

async function readJson(registry: Registry, resource: Resource | undefined): Promise<string> {
  let body = "";
  for await (const slice of registry.toOtlpInSlices(resource)) body += slice;
  return body;
}

function pauseMs(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
}

function readPost(options: OtlpExportOptions): OtlpPost {
  const { compression = "none", timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  checkTime("timeoutMs", timeoutMs);
  // Refuses names and values that no header may have.
  const headers = new Headers({ ...options.headers });
  return { url: endpoint(options.url), headers, protocol: readProtocol(options.protocol), compression, timeoutMs };
}

/** @see OpenTelemetry, Protocol Exporter: Specify Protocol */
function readProtocol(option: OtlpProtocol | undefined): OtlpProtocol {
  const { OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: exact, OTEL_EXPORTER_OTLP_PROTOCOL: general } = process.env;
  const text = option ?? (exact || general || "http/json");
  if (text === "http/json" || text === "http/protobuf") return text;
  throw new TypeError(`The protocol ${JSON.stringify(text)} is not spoken here: it is http/json or http/protobuf.`);
}

/** @see OpenTelemetry, Protocol Exporter: Endpoint URLs for OTLP/HTTP */
function endpoint(option: string): URL {
  const { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: exact, OTEL_EXPORTER_OTLP_ENDPOINT: base } = process.env;
  const underBase = base ? `${base.replace(/\/+$/, "")}/v1/metrics` : option;
  const text = exact || underBase;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new TypeError("The address of a collector begins with http:// or https://.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("The address of a collector holds no name and password: use headers.");
  }
  return url;
}

function checkTime(name: string, ms: number): void {
  if (!Number.isInteger(ms) || ms < 1 || ms > MAX_TIMER_MS) {
    throw new TypeError(`${name} is a whole number of milliseconds above 0.`);
  }
}
