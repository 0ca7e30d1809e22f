import { QUERY_PATIENCE } from "@vedette/client/query-patience";
import { ApiError, apiErrorOf } from "../../api/api-error.ts";
import { serverFetch } from "../../api/server-fetch.ts";
import { untilSignedIn } from "../../api/session-end.ts";
import { messages } from "../../messages/en.ts";
import { isObject, textsOf } from "../model/json.ts";

/** A question to the Prometheus API of a data source. Equal questions have equal members in equal order. */
export interface PrometheusCall {
  /** Path of the data source on our own server. */
  readonly base: string;
  /** Below `/api/v1/`. */
  readonly path: string;
  readonly parameters: readonly (readonly [string, string])[];
}

export interface PrometheusAnswer {
  readonly data: unknown;
  /** What the server found odd about the question. */
  readonly warnings: readonly string[];
  /** Milliseconds until it was here. */
  readonly took: number;
  readonly bytes: number;
  /**
   * Seconds since the answer was made: more than 0 when a wall kept it while the server is away (RFC 9111, Age);
   * `Infinity` when nobody knows.
   */
  readonly age: number;
}

/** The age of RFC 9111 that stands for one beyond all counting. */
const AGE_UNKNOWN = 2 ** 31;

interface CallOptions {
  readonly signal: AbortSignal;
  /** `wait`: the page asks for the password and the question is asked again. `throw`: for screens without a keyboard. */
  readonly signedOut: "wait" | "throw";
}

/**
 * Asks, with the question in the body: queries are longer than addresses may be.
 *
 * @throws ApiError for every failure but the signal's own
 */
export async function callPrometheus(call: PrometheusCall, options: CallOptions): Promise<PrometheusAnswer> {
  const started = performance.now();
  const path = `${call.base}/api/v1/${call.path}`;
  const response = await send(path, call, options.signal);
  if (response.status === 401 && options.signedOut === "wait") {
    await untilSignedIn(options.signal);
    return callPrometheus(call, options);
  }
  if (!response.ok) throw await apiErrorOf(response, path);
  const age = ageOf(response);
  const text = await response.text();
  const body: unknown = JSON.parse(text);
  const { data, warnings } = isObject(body) ? body : { data: undefined, warnings: undefined };
  return { data, warnings: textsOf(warnings), took: performance.now() - started, bytes: text.length, age };
}

function ageOf({ headers }: Response): number {
  const seconds = Number(headers.get("age") ?? 0) || 0;
  return seconds < AGE_UNKNOWN ? seconds : Number.POSITIVE_INFINITY;
}

async function send(path: string, { path: api, parameters }: PrometheusCall, signal: AbortSignal): Promise<Response> {
  const deadline = AbortSignal.timeout(QUERY_PATIENCE.pageMs);
  const form = new URLSearchParams(parameters.map(([name, value]) => [name, value]));
  // Label values can only be asked for in the address.
  const isLong = !api.startsWith("label/");
  try {
    return await serverFetch(isLong ? path : `${path}?${form}`, {
      method: isLong ? "POST" : "GET",
      // A wall's player between here and the server waits as long (RFC 7240).
      headers: { accept: "application/json", prefer: `wait=${QUERY_PATIENCE.playerMs / 1000}` },
      body: isLong ? form : null,
      credentials: "same-origin",
      signal: AbortSignal.any([signal, deadline]),
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiError(deadline.aborted ? messages.error.tooSlow : messages.error.unreachable, {
      status: 0,
      code: "unreachable",
      path,
      cause,
    });
  }
}
