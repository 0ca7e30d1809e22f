import type { Family } from "./catalogue.ts";
import type { Instruments } from "./instruments.ts";
import { type StatusCode, TAGS, type TagValue } from "./tags.ts";

/** A request that is about to be made. */
export interface RequestStart {
  /** Name of the RPC method alone, e.g. `RespondActivityTaskCompleted`. */
  readonly operation: string;
  /** Default `_unknown_`. */
  readonly namespace?: string;
  /** Whether it waits for work at the server. An empty answer to such a request is no failure. */
  readonly longPoll?: boolean;
}

/** How a request ended. */
export interface RequestEnd {
  /** Default `OK`. */
  readonly statusCode?: StatusCode | "OK";
  /**
   * Why the server had no room for it; only with `RESOURCE_EXHAUSTED`, and written by `go` only. A cause that is none of
   * the catalogue's counts as an overloaded system.
   */
  readonly cause?: Cause;
}

/** One of the catalogue's, or what else a server may say. */
type Cause = TagValue<"cause"> | (string & {});

/** A request that is over. */
export interface EndedRequest extends RequestStart, RequestEnd {
  readonly durationMs: number;
}

/** A request under way: it is in `request` already, so that one that hangs can be seen. */
export interface RequestInFlight {
  /** Records latency and, unless the code is `OK`, failure. A second call does nothing. */
  end(statusCode?: StatusCode | "OK", cause?: Cause): void;
}

export function startRequest(instruments: Instruments, start: RequestStart): RequestInFlight {
  countStart(instruments, start);
  const startMs = instruments.now();
  let hasEnded = false;
  return {
    end: (statusCode = "OK", cause = undefined) => {
      if (hasEnded) return;
      hasEnded = true;
      const durationMs = instruments.now() - startMs;
      countEnd(instruments, { ...start, statusCode, durationMs, ...(cause === undefined ? {} : { cause }) });
    },
  };
}

export function countRequest(instruments: Instruments, ended: EndedRequest): void {
  countStart(instruments, ended);
  countEnd(instruments, ended);
}

/** The latency is bound here as well, so that it is exposed with the first request and not after it. */
function countStart(instruments: Instruments, start: RequestStart): void {
  const { name, tags } = seriesOf(start);
  instruments.counter(name, tags).add();
  instruments.histogram(`${name}_latency`, tags);
}

function countEnd(instruments: Instruments, ended: EndedRequest): void {
  const { name, tags } = seriesOf(ended);
  const { statusCode = "OK", cause, durationMs } = ended;
  instruments.histogram(`${name}_latency`, tags).record(durationMs);
  if (statusCode === "OK") return;
  instruments.counter(`${name}_failure`, { ...tags, status_code: statusCode }).add();
  if (statusCode !== "RESOURCE_EXHAUSTED" || cause === undefined || instruments.family !== COUNTS_CAUSES) return;
  instruments.counter(`${name}_resource_exhausted`, { ...tags, cause: knownCause(cause, instruments) }).add();
}

const OVERLOADED: TagValue<"cause"> = "RESOURCE_EXHAUSTED_CAUSE_SYSTEM_OVERLOADED";

function knownCause(cause: Cause, { warn }: Instruments): TagValue<"cause"> {
  const known = TAGS.cause.values.find((one) => one === cause);
  if (known === undefined) warn(`${cause} is no cause that dashboards know; it counts as ${OVERLOADED}.`);
  return known ?? OVERLOADED;
}

const COUNTS_CAUSES: Family = "go";

function seriesOf({ operation, namespace = "_unknown_", longPoll = false }: RequestStart) {
  return { name: longPoll ? "long_request" : "request", tags: { namespace, operation } };
}
