import { readPartialSuccess } from "./otlp-protobuf.ts";

/** What can go wrong when metrics are sent. */
export const OTLP_EXPORT_ERRORS = {
  unreadable: "The metrics cannot be read: a callback of onExpose fails.",
  unreachable: "The collector cannot be reached.",
  timed_out: "The collector did not answer in time.",
  refused: "The collector refuses the metrics.",
  partially_accepted: "The collector took only a part of the metrics.",
} as const;

export type OtlpExportErrorCode = keyof typeof OTLP_EXPORT_ERRORS;

/** An export that failed, wholly or in part. The message names neither address nor headers. */
export class OtlpExportError extends Error {
  readonly code: OtlpExportErrorCode;
  /** HTTP status of the answer, if there was one. */
  readonly status: number | undefined;
  /** How long the collector wants to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(code: OtlpExportErrorCode, options: { cause?: unknown; detail?: string; answer?: Response } = {}) {
    const { cause, detail, answer } = options;
    const text = OTLP_EXPORT_ERRORS[code];
    super(detail === undefined ? text : `${text} ${detail}`, { cause });
    this.name = "OtlpExportError";
    this.code = code;
    this.status = answer?.status;
    this.retryAfterMs = answer === undefined ? undefined : retryAfterMs(answer);
  }
}

/** Forms of OTLP over HTTP, by the names of OpenTelemetry. */
export type OtlpProtocol = "http/json" | "http/protobuf";

/** One post to a collector. */
export interface OtlpPost {
  readonly url: URL;
  readonly headers: Headers;
  readonly protocol: OtlpProtocol;
  readonly compression: "none" | "gzip";
  readonly timeoutMs: number;
}

/**
 * Posts a request. Redirections are not followed: headers may hold a secret.
 *
 * @param body - in the form of the protocol
 * @throws OtlpExportError
 * @see OTLP/HTTP, Responses
 */
export async function postOtlp(body: string | Uint8Array, post: OtlpPost): Promise<void> {
  const { url, headers, protocol, compression, timeoutMs } = post;
  const isPacked = compression === "gzip";
  const sentHeaders = new Headers(headers);
  sentHeaders.set("content-type", protocol === "http/json" ? "application/json" : "application/x-protobuf");
  if (isPacked) sentHeaders.set("content-encoding", "gzip");
  // One time limit for the answer and its body.
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: sentHeaders,
      body: isPacked ? await gzip(body) : asBody(body),
      redirect: "manual",
      signal,
    });
    await checkAnswer(answer);
  } catch (cause) {
    if (cause instanceof OtlpExportError) throw cause;
    throw new OtlpExportError(signal.aborted ? "timed_out" : "unreachable", { cause });
  }
}

async function checkAnswer(answer: Response): Promise<void> {
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new OtlpExportError("refused", { detail: `It answered ${answer.status}.`, answer });
  }
  const { rejectedDataPoints, errorMessage } = await partialSuccess(answer);
  if (rejectedDataPoints === 0) return;
  const reason = errorMessage === "" ? "" : `: ${errorMessage}`;
  throw new OtlpExportError("partially_accepted", {
    detail: `${rejectedDataPoints} points were lost${reason}`,
    answer,
  });
}

const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_REASON = 500;

/** The beginning of an answer; nothing a collector says is longer. */
async function limitedBytes({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the rest.
  for await (const part of body ?? []) {
    parts.push(part);
    size += part.length;
    if (size > MAX_ANSWER_BYTES) break;
  }
  return new Uint8Array(await new Blob(parts.map(asBody)).arrayBuffer());
}

/** What an answer says is missing. An answer in another form than OTLP's says nothing. */
async function partialSuccess(answer: Response): Promise<{ rejectedDataPoints: number; errorMessage: string }> {
  const bytes = await limitedBytes(answer);
  const isProtobuf = (answer.headers.get("content-type") ?? "").startsWith("application/x-protobuf");
  const said = isProtobuf
    ? readPartialSuccess(bytes)
    : fieldOf(parsed(new TextDecoder().decode(bytes)), "partialSuccess");
  const rejected = Number(fieldOf(said, "rejectedDataPoints") ?? 0);
  const reason = fieldOf(said, "errorMessage");
  if (!(rejected > 0)) return { rejectedDataPoints: 0, errorMessage: "" };
  return { rejectedDataPoints: rejected, errorMessage: typeof reason === "string" ? reason.slice(0, MAX_REASON) : "" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Seconds or a date. @see RFC 9110, 10.2.3 */
function retryAfterMs({ headers }: Response): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms >= 0 ? ms : undefined;
}

async function gzip(body: string | Uint8Array): Promise<ArrayBuffer> {
  const packed = new Blob([asBody(body)]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(packed).arrayBuffer();
}

/** A body takes no memory that others share, which these bytes never are. */
function asBody<Body extends string | Uint8Array>(body: Body): Exclude<Body, Uint8Array> | Uint8Array<ArrayBuffer> {
  return body as Exclude<Body, Uint8Array> | Uint8Array<ArrayBuffer>;
}
