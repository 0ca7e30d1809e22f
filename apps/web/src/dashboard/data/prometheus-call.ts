import { QUERY_PATIENCE } from "@vedette/client/query-patience";
import { ApiError } from "../../api/api-error.ts";
import { readAnswer, sendSignedIn } from "../../api/request.ts";
import { serverFetch } from "../../api/server-fetch.ts";
import { messages } from "../../messages/en.ts";
import { ownWords } from "../../messages/server-words.ts";
import { objectOf, textsOf } from "../model/json.ts";

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
  /** What the server found odd about the question, in the language of the page where its words are known. */
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
export async function callPrometheus(
  call: PrometheusCall,
  { signal, signedOut }: CallOptions,
): Promise<PrometheusAnswer> {
  const started = performance.now();
  const path = `${call.base}/api/v1/${call.path}`;
  const ask = () => send(path, call, signal);
  const response = await (signedOut === "throw" ? ask() : sendSignedIn(ask, signal));
  const { body, headers, length } = await readAnswer(response, path, { signal, like: { status: "" } });
  const took = performance.now() - started;
  const { data, warnings } = objectOf(body);
  return {
    data,
    warnings: await Promise.all(textsOf(warnings).map(ownWords)),
    took,
    bytes: length,
    age: ageOf(headers),
  };
}

function ageOf(headers: Headers): number {
  const seconds = Number(headers.get("age") ?? 0) || 0;
  return seconds < AGE_UNKNOWN ? seconds : Number.POSITIVE_INFINITY;
}

async function send(path: string, { path: api, parameters }: PrometheusCall, signal: AbortSignal): Promise<Response> {
  const deadline = AbortSignal.timeout(QUERY_PATIENCE.pageMs);
  const form = new URLSearchParams(parameters.map(([name, value]) => [name, value]));
  // Label values and rules can only be asked for in the URL.
  const isLong = !api.startsWith("label/") && api !== "rules";
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
