import type { Instruments } from "./instruments.ts";
import type { StatusCode } from "./tags.ts";

/** A request that is about to be made. */
export interface RequestStart {
  /** Name of the RPC method alone, e.g. `RespondActivityTaskCompleted`. */
  readonly operation: string;
  /** Default `_unknown_`. */
  readonly namespace?: string;
  /** Whether it waits for work at the server. An empty answer to such a request is no failure. */
  readonly longPoll?: boolean;
}

/** A request under way: it is in `request` already, so that one that hangs can be seen. */
export interface RequestInFlight {
  /** Records latency and, unless the code is `OK`, failure. A second call does nothing. */
  end(statusCode?: StatusCode | "OK"): void;
}

export function startRequest(instruments: Instruments, start: RequestStart): RequestInFlight {
  const { operation, namespace = "_unknown_", longPoll = false } = start;
  const name = longPoll ? "long_request" : "request";
  const tags = { namespace, operation };
  instruments.counter(name, tags).add();
  const stop = instruments.histogram(`${name}_latency`, tags).time();
  let hasEnded = false;
  return {
    end: (statusCode = "OK") => {
      if (hasEnded) return;
      hasEnded = true;
      stop();
      if (statusCode === "OK") return;
      instruments.counter(`${name}_failure`, { ...tags, status_code: statusCode }).add();
    },
  };
}
