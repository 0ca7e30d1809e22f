import { messages } from "../messages/en.ts";
import { ApiError, apiErrorOf } from "./api-error.ts";
import { isLike, type Like } from "./like.ts";
import { serverFetch } from "./server-fetch.ts";
import { untilSignedIn } from "./session-end.ts";

export interface RequestOptions<Answer = unknown> {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, as JSON text: for documents that must arrive letter by letter. Wins over `body`. */
  readonly bodyText?: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Behind the query: parameters that come several times. */
  readonly only?: URLSearchParams;
  /** An access token from a mail's link, in the place of the session cookie. */
  readonly bearer?: string;
  readonly signal?: AbortSignal | undefined;
  /**
   * Whatever every answer has: rows, or fields, each of the kind that it has here. An answer without them is none of
   * this server's, whatever its status says: a proxy's, or another version's. What changes something and tells nothing
   * of it is answered with a sentence, or with nothing.
   */
  readonly like?: Like<NoInfer<Answer>>;
  /** What an answer is like otherwise, where there are two kinds. */
  readonly orLike?: unknown;
  /** Milliseconds until the call is given up; 30 s unless given. */
  readonly deadlineMs?: number;
  /**
   * What happens when the server says 401. `wait` (default): the page asks for the password and the call is
   * sent again. `throw`: the caller wants to know, as the sign-in page does.
   */
  readonly signedOut?: "wait" | "throw";
}

interface ServerAnswer {
  readonly body: unknown;
  readonly headers: Headers;
  /** Of its text. */
  readonly length: number;
}

/**
 * Calls the server and gives the JSON it answers; `undefined` for an empty answer.
 *
 * @throws ApiError for every status but 2xx, with status 0 when no answer came, and when it cannot be read
 */
export async function request<Answer>(path: string, options: RequestOptions<Answer> = {}): Promise<Answer> {
  const { body } = await requestAnswer(path, options);
  return body as Answer; // Beyond what `like` says, answers are held by the server's response schemas.
}

/** As `request`, with the answer's headers beside the body. */
export async function requestAnswer(path: string, options: RequestOptions = {}): Promise<ServerAnswer> {
  const sendIt = () => send(path, options);
  const response = await (options.signedOut === "throw" ? sendIt() : sendSignedIn(sendIt, options.signal));
  return readAnswer(response, path, options);
}

/** Sends a call; where the session has ended, the page asks for the password and the call is sent again. */
export async function sendSignedIn(
  sendIt: () => Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const response = await sendIt();
  if (response.status !== 401) return response;
  // The question may just have renewed the session.
  if (!(await isSignedOut(signal))) return sendIt();
  await untilSignedIn(signal);
  return sendSignedIn(sendIt, signal);
}

/** @throws ApiError for every status but 2xx, and when the answer is cut or none of the server's */
export async function readAnswer(
  response: Response,
  path: string,
  options: Pick<RequestOptions, "method" | "signal" | "like" | "orLike">,
): Promise<ServerAnswer> {
  if (!response.ok) throw await apiErrorOf(response, path);
  const text = await response.text().catch((cause: unknown) => {
    throw options.signal?.aborted ? cause : silence(cause, path);
  });
  const { status, headers } = response;
  try {
    return { body: readBody(text, options), headers, length: text.length };
  } catch (cause) {
    // What a proxy or the sign-in page of a network answers in the server's place.
    const requestId = headers.get("x-request-id") ?? undefined;
    throw new ApiError(messages.error.unreadable, { status, code: "unreadable", path, requestId, cause });
  }
}

function readBody(
  text: string,
  { method = "GET", like, orLike }: Pick<RequestOptions, "method" | "like" | "orLike">,
): unknown {
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  const isRead = like === undefined ? method === "GET" || isDone(body) : isLike(body, like);
  if (!isRead && (orLike === undefined || !isLike(body, orLike))) throw new TypeError("The answer is of another shape");
  return body;
}

/** Whether an answer says no more than that something was done. */
function isDone(body: unknown): boolean {
  if (body === undefined) return true;
  if (typeof body !== "object" || body === null) return false;
  return "message" in body || "message_id" in body || Object.keys(body).length === 0;
}

/** No answer came, or not all of it. */
function silence(cause: unknown, path: string): ApiError {
  const isLate = cause instanceof DOMException && cause.name === "TimeoutError";
  const message = isLate ? messages.error.tooSlow : messages.error.unreachable;
  return new ApiError(message, { status: 0, code: "unreachable", path, cause });
}

/** Whether this browser has no session any more. A data source behind the server may say 401 as well, of its own. */
async function isSignedOut(signal: AbortSignal | undefined): Promise<boolean> {
  const ping = await send("/api/login/ping", { signal });
  return ping.status === 401;
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const deadline = AbortSignal.timeout(options.deadlineMs ?? 30_000);
  try {
    return await serverFetch(pathWithQuery(path, options), {
      method: options.method ?? "GET",
      headers: headersOf(options),
      body: bodyOf(options),
      credentials: "same-origin",
      signal: options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]),
    });
  } catch (cause) {
    throw options.signal?.aborted ? cause : silence(cause, path);
  }
}

function headersOf({ body, bodyText, bearer }: RequestOptions): Headers {
  const headers = new Headers({ accept: "application/json" });
  if (body !== undefined || bodyText !== undefined) headers.set("content-type", "application/json");
  if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`);
  return headers;
}

function bodyOf({ body, bodyText }: RequestOptions): string | null {
  if (bodyText !== undefined) return bodyText;
  return body === undefined ? null : JSON.stringify(body);
}

function pathWithQuery(path: string, { query, only }: RequestOptions): string {
  const given = new URLSearchParams(only);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== "") given.set(name, String(value));
  }
  const text = given.toString();
  return text === "" ? path : `${path}?${text}`;
}
