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

/** One post to a collector. */
export interface OtlpPost {
  readonly url: URL;
  readonly headers: Headers;
  readonly compression: "none" | "gzip";
  readonly timeoutMs: number;
}

/**
 * Posts a request. Redirections are not followed: headers may hold a secret.
 *
 * @param body - JSON
 * @throws OtlpExportError
 * @see OTLP/HTTP, Responses
 */
export async function postOtlp(body: string, post: OtlpPost): Promise<void> {
  const { url, headers, compression, timeoutMs } = post;
  const isPacked = compression === "gzip";
  const sentHeaders = new Headers(headers);
  sentHeaders.set("content-type", "application/json");
  if (isPacked) sentHeaders.set("content-encoding", "gzip");
  // One time limit for the answer and its body.
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: sentHeaders,
      body: isPacked ? await gzip(body) : body,
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
  const { rejectedDataPoints, errorMessage } = partialSuccess(await limitedText(answer));
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
async function limitedText({ body }: Response): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  // Leaving the loop early cancels the rest.
  for await (const part of body) {
    text += decoder.decode(part, { stream: true });
    if (text.length > MAX_ANSWER_BYTES) break;
  }
  return text;
}

/** What an answer says is missing. An answer in another form than JSON says nothing. */
function partialSuccess(text: string): { rejectedDataPoints: number; errorMessage: string } {
  const nothing = { rejectedDataPoints: 0, errorMessage: "" };
  const said = fieldOf(parsed(text), "partialSuccess");
  const rejected = Number(fieldOf(said, "rejectedDataPoints") ?? 0);
  const reason = fieldOf(said, "errorMessage");
  if (!(rejected > 0)) return nothing;
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

async function gzip(text: string): Promise<ArrayBuffer> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(packed).arrayBuffer();
}
