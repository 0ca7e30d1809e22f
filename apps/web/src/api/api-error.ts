import { failureCode } from "@vedette/client/failure-code";
import { messages } from "../messages/en.ts";
import { ownWords } from "../messages/server-words.ts";

/** One fault of a value that was sent: where it is and what is wrong with it. */
export interface FieldCause {
  readonly path: string;
  readonly message: string;
}

interface ApiErrorOptions {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The surface's stable code: `messageId`, `error_code`, `reason` or `errorType`; "" when it has none. */
  readonly code?: string;
  readonly causes?: readonly FieldCause[];
  readonly path: string;
  readonly requestId?: string | undefined;
  /** Seconds after which the server would take the call. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** What was asked for may not be seen any more, or is not there any more. */
const REFUSALS: ReadonlySet<number> = new Set([403, 404, 410]);

/**
 * Whether the server says that what was asked for is not for this screen: what it knows of it is to go. What a proxy on
 * the way says with the same status is an outage.
 */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && REFUSALS.has(error.status) && error.code !== "";
}

/** Whether a fault may be over the next time: no answer, or the server in trouble. */
export function mayPass(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/** Whether the server is in trouble, or another has answered in its place: nothing else that is sent would help. */
export function isOutage(error: Error): boolean {
  return error instanceof ApiError && (mayPass(error) || error.status < 400);
}

/** Whether there is nothing where an address leads, or can be nothing of such a name. */
export function isUnknown(error: unknown): error is ApiError {
  return isRefusal(error)
    ? error.status !== 403
    : error instanceof ApiError && error.status === 400 && error.code !== "";
}

/**
 * A refusal or failure of the server, in one shape whatever surface answered: legacy `{message}`,
 * Kubernetes `Status`, the sign-in service's `{error_code, msg}` or Prometheus' `{errorType, error}`.
 * `message` is what the server says to people, in their language where its words are known.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly causes: readonly FieldCause[];
  readonly path: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number;
  readonly at: Date;

  constructor(message: string, options: ApiErrorOptions) {
    super(message, { cause: options.cause });
    this.name = "ApiError";
    this.status = options.status;
    this.code = options.code ?? "";
    this.causes = options.causes ?? [];
    this.path = options.path;
    this.requestId = options.requestId;
    this.retryAfterSeconds = options.retryAfterSeconds ?? 0;
    this.at = new Date();
  }
}

/** Reads a failed answer. A body that is no JSON, or in no known shape, leaves the status to speak. */
export async function apiErrorOf(response: Response, path: string): Promise<ApiError> {
  const body = await bodyOf(response);
  const causes = await Promise.all(causesOf(body));
  // The sentence of a refusal among resources is for programs; which permission is missing stands beside it.
  const lacking = response.status === 403 ? causes.shift()?.message : undefined;
  return new ApiError(lacking ?? (await wordsOf(response, body)), {
    status: response.status,
    code: failureCode(body) ?? "",
    causes,
    path,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: Number(response.headers.get("retry-after")) || 0,
  });
}

type Body = Readonly<Record<string, unknown>>;

/** What the server says to a call of somebody whom it does not know, by its surfaces; to programs above all. */
const SIGNED_OUT: ReadonlySet<string> = new Set(["Sign in, or send a valid bearer token.", "Unauthorized"]);

async function wordsOf({ status, headers }: Response, body: Body): Promise<string> {
  const message = messageOf(body) ?? `The server answered ${status}.`;
  // A data source behind the server may refuse the server in the same words: the challenge is this server's own.
  const isOwn = status === 401 && headers.has("www-authenticate");
  return isOwn && SIGNED_OUT.has(message) ? messages.session.over : ownWords(message);
}

async function bodyOf(response: Response): Promise<Body> {
  try {
    const body: unknown = await response.json();
    return isBody(body) ? body : {};
  } catch {
    // A proxy's HTML page, or a connection cut in the middle: the status is all there is.
    return {};
  }
}

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function messageOf(body: Body): string | undefined {
  return firstText(body, ["message", "msg", "error_description", "error"]);
}

function firstText(body: Body, keys: readonly string[]): string | undefined {
  return keys.map((key) => body[key]).find((value) => typeof value === "string" && value !== "") as string | undefined; // proven by the test in find
}

function causesOf(body: Body): Promise<FieldCause>[] {
  const details = body["details"];
  const causes = isBody(details) ? details["causes"] : body["causes"];
  if (!Array.isArray(causes)) return [];
  return causes.filter(isBody).map(async (cause) => ({
    path: firstText(cause, ["field", "path"]) ?? "",
    message: await ownWords(firstText(cause, ["message", "reason"]) ?? ""),
  }));
}
