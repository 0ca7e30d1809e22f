import { setTimeout as delay } from "node:timers/promises";
import {
  type AllowedHosts,
  callOutbound,
  HTTP_ERRORS,
  HttpError,
  isResponseTooLarge,
  type OutboundAnswer,
  parseForeignJson,
} from "@vedette/http";
import { IdentityError } from "../errors.ts";
import { isRefusal } from "./hook-answer.ts";
import { signHookCall } from "./hook-signature.ts";

/** One attempt at a call, word for word. */
export interface HookExchange {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  /** Absent where nothing came back. */
  answer?: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

export interface HttpHookCall {
  readonly url: URL;
  readonly secrets: string;
  /** JSON. */
  readonly body: string;
  /** The same for every time that the receiver is told; another one for each attempt if absent. */
  readonly id?: string | undefined;
  /** Whether success may come without a body and without a content type. */
  readonly mayBeEmpty: boolean;
  /** Where the call may go although it is no public address. */
  readonly allowedHosts: AllowedHosts;
  /** Counts an attempt that begins. @returns ends it, with the status of its answer */
  readonly startCall: () => (status: number) => void;
  /** Gets each attempt as it begins; what came back is filled in later. For somebody who watches a trial. */
  readonly onExchange?: ((exchange: HookExchange) => void) | undefined;
}

const DEADLINE_MS = 5000;
const ATTEMPTS = 3;
const PAUSE_MS = 2000;
const MAX_BYTES = 200 * 1024;

/**
 * Calls a hook and reads its answer. Nothing is followed, and the whole takes five seconds at most: calls that did not
 * get through, and those that are told to come back, are repeated twice, never before the receiver wants them.
 *
 * @returns what the hook said; `undefined` when it said nothing
 * @throws IdentityError `hook_timeout`, `hook_timeout_after_retry`, `hook_payload_over_size_limit`,
 *   `hook_payload_invalid_content_type`, `unexpected_failure`
 * @see contract of identity, 12.2
 */
export async function callHttpHook(call: HttpHookCall): Promise<unknown> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const endMs = performance.now() + DEADLINE_MS;
  for (let attempt = 1; ; attempt += 1) {
    const attempted = await tryOnce(call, deadline);
    if ("answer" in attempted) {
      return readAnswer(attempted.answer, {
        mayBeEmpty: call.mayBeEmpty,
        deadline,
        onText: (body) => noteAnswer(attempted, body),
      });
    }
    const pauseMs = Math.max(PAUSE_MS, attempted.againAfterMs);
    // Whoever asked need not wait for an attempt that cannot come any more.
    if (attempt === ATTEMPTS || performance.now() + pauseMs >= endMs)
      throw new IdentityError("hook_timeout_after_retry");
    await delay(pauseMs);
  }
}

/** What came back, or how long the receiver wants to be left alone before it is worth another attempt. */
type Attempted =
  | { readonly answer: OutboundAnswer; readonly exchange: HookExchange }
  | { readonly againAfterMs: number };

async function tryOnce(
  { url, secrets, body, id, allowedHosts, startCall, onExchange }: HttpHookCall,
  signal: AbortSignal,
): Promise<Attempted> {
  const end = startCall();
  try {
    const headers = {
      ...signHookCall(secrets, body, { at: new Date(), id }),
      "content-type": "application/json",
      "accept-encoding": "identity",
    };
    const exchange: HookExchange = { url: url.href, headers, body };
    onExchange?.(exchange);
    const answer = await callOutbound({
      url: url.href,
      method: "POST",
      headers,
      body,
      reach: "public",
      allowedHosts,
      timeoutMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
      signal,
    });
    end(answer.status);
    const againAfterMs = comeBackMs(answer);
    if (againAfterMs === undefined) return { answer, exchange };
    noteAnswer({ answer, exchange }, "");
    answer.body.discard();
    return { againAfterMs };
  } catch (cause) {
    end(statusOfFailure(cause, signal));
    if (signal.aborted) throw new IdentityError("hook_timeout", { cause });
    if (!(cause instanceof HttpError)) throw cause;
    if (cause.code === "bad_gateway") return { againAfterMs: 0 };
    throw failure(
      "The address of the hook may not be called. Write it in vedette.toml, or its host into security.outbound.allowed_hosts.",
      cause,
    );
  }
}

function statusOfFailure(cause: unknown, signal: AbortSignal): number {
  if (signal.aborted) return HTTP_ERRORS.deadline_exceeded.status;
  return HTTP_ERRORS[cause instanceof HttpError ? cause.code : "unexpected"].status;
}

/** How long to wait where the receiver asks to come back: seconds or a date; whatever else it says is no wait. */
function comeBackMs({ status, headers }: OutboundAnswer): number | undefined {
  const later = headers["retry-after"];
  if ((status !== 429 && status !== 503) || later === undefined) return undefined;
  const text = String(later).trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? 0 : ms;
}

function noteAnswer(
  { answer, exchange }: { readonly answer: OutboundAnswer; readonly exchange: HookExchange },
  body: string,
): void {
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? "")]);
  exchange.answer = { status: answer.status, headers: Object.fromEntries(headers), body };
}

interface Reading {
  readonly mayBeEmpty: boolean;
  readonly deadline: AbortSignal;
  readonly onText: (text: string) => void;
}

async function readAnswer(answer: OutboundAnswer, { mayBeEmpty, deadline, onText }: Reading): Promise<unknown> {
  const { status, headers } = answer;
  const text = await readText(answer, deadline);
  onText(text);
  if (status === 204) return undefined;
  if (status !== 200 && status !== 202) return readFailure(status, text);
  if (text.trim() === "" && mayBeEmpty) return undefined;
  if (!/^application\/json\s*(;|$)/i.test(String(headers["content-type"] ?? ""))) {
    throw new IdentityError("hook_payload_invalid_content_type");
  }
  return parse(text, (cause) => failure("The answer of the hook is not valid JSON.", cause));
}

async function readText({ body }: OutboundAnswer, deadline: AbortSignal): Promise<string> {
  try {
    return await body.text();
  } catch (cause) {
    if (deadline.aborted) throw new IdentityError("hook_timeout", { cause });
    if (isResponseTooLarge(cause)) throw new IdentityError("hook_payload_over_size_limit", { cause });
    throw failure("The answer of the hook broke off.", cause);
  }
}

const MESSAGE_BY_STATUS: ReadonlyMap<number, string> = new Map([
  [400, "Invalid payload sent to hook"],
  [401, "Hook requires authorization token"],
]);

/** A refusal counts whatever the status it comes with. */
function readFailure(status: number, text: string): unknown {
  const answer = status >= 400 && status < 500 ? parse(text, () => undefined) : undefined;
  if (isRefusal(answer)) return answer;
  throw failure(MESSAGE_BY_STATUS.get(status) ?? `Unexpected status code returned from hook: ${status}`);
}

function parse(text: string, explain: (cause: unknown) => IdentityError | undefined): unknown {
  try {
    return parseForeignJson(text);
  } catch (cause) {
    const error = explain(cause);
    if (error !== undefined) throw error;
    return undefined; // The body of a refusal that is none.
  }
}

function failure(message: string, cause?: unknown): IdentityError {
  return new IdentityError("unexpected_failure", { message, cause });
}
