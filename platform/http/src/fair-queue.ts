import type { Registry } from "@vedette/worker-metrics";
import { HttpError } from "./errors.ts";

/** Why a job was rejected: its principal has too many waiting, or all principals together have. */
export type QueueRejection = "principal" | "total";

export interface FairQueueLimits {
  /** Jobs that run at a time. */
  readonly concurrency: number;
  /** Jobs of one principal that run at a time. */
  readonly concurrencyPerPrincipal: number;
  /** Jobs of one principal that wait. */
  readonly waitingPerPrincipal: number;
  /** Jobs that wait, of all principals. Default: 32 times those of one principal. */
  readonly waiting?: number;
}

export interface FairQueueOptions extends FairQueueLimits {
  /** The label `queue` of its metrics; queues of one name are added up. */
  readonly name: string;
  /** Default: no metrics. */
  readonly registry?: Registry | undefined;
  /** Default: HttpError `too_many_requests` for a principal, `overloaded` for all. */
  readonly rejection?: (reason: QueueRejection) => Error;
}

/** Runs a bounded number of jobs at a time and serves the principals that wait in turn. */
export interface FairQueue {
  /**
   * Waits for a slot.
   *
   * @param principal - the caller that the job counts for: `user:<id>`, `wall:<id>`
   * @param signal - the caller stops waiting
   * @returns frees the slot; calls after the first have no effect
   * @throws the error of `rejection`, or the signal's reason
   */
  enter(principal: string, signal?: AbortSignal): Promise<() => void>;
  /** Runs a job in a slot. @throws as `enter`, and what the job throws */
  run<Result>(principal: string, job: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** No job runs or waits. */
  readonly isIdle: boolean;
}

/** The jobs of one principal. */
interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

const DEFAULT_WAITING_FACTOR = 32;
const RETRY_AFTER_SECONDS = "5";

/**
 * A queue that no principal can occupy alone. A principal without a running job gets any free slot; more than one only
 * while at most half of the slots are taken. Free slots go to the waiting principals round robin.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency, concurrencyPerPrincipal, waitingPerPrincipal, rejection = httpRejection } = options;
  const mostWaiting = options.waiting ?? waitingPerPrincipal * DEFAULT_WAITING_FACTOR;
  const metrics = queueMetrics(options);
  /** In the order in which principals are served next. */
  const lanes = new Map<string, Lane>();
  let running = 0;
  let waiting = 0;

  const mayStart = (lane: Lane): boolean => {
    if (running >= concurrency) return false;
    return lane.running === 0 || (lane.running < concurrencyPerPrincipal && running < concurrency / 2);
  };
  const begin = (lane: Lane): void => {
    lane.running += 1;
    running += 1;
    metrics?.running.inc(1);
  };
  const count = (change: 1 | -1): void => {
    waiting += change;
    metrics?.waiting.inc(change);
  };
  const serve = (): void => {
    for (const [principal, lane] of lanes) {
      if (running >= concurrency) return;
      if (lane.waiting.length === 0 || !mayStart(lane)) continue;
      // Moved to the end: every other principal is served before this one's next job.
      lanes.delete(principal);
      lanes.set(principal, lane);
      lane.waiting.shift()?.();
    }
  };
  const release = (principal: string, lane: Lane): void => {
    lane.running -= 1;
    running -= 1;
    metrics?.running.inc(-1);
    removeIdle(principal, lane);
    serve();
  };
  const removeIdle = (principal: string, lane: Lane): void => {
    if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(principal);
  };
  const wait = (principal: string, lane: Lane, signal: AbortSignal | undefined): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = (): void => {
      signal?.removeEventListener("abort", leave);
      count(-1);
      begin(lane);
      resolve();
    };
    const leave = (): void => {
      lane.waiting.splice(lane.waiting.indexOf(start), 1);
      count(-1);
      removeIdle(principal, lane);
      reject(signal?.reason);
    };
    lane.waiting.push(start);
    count(1);
    signal?.addEventListener("abort", leave, { once: true });
    return promise;
  };
  const reject = (reason: QueueRejection): Error => {
    metrics?.rejected(reason);
    return rejection(reason);
  };

  const enter = async (principal: string, signal?: AbortSignal): Promise<() => void> => {
    signal?.throwIfAborted();
    const lane = lanes.get(principal) ?? { running: 0, waiting: [] };
    if (lane.waiting.length === 0 && mayStart(lane)) {
      lanes.set(principal, lane);
      begin(lane);
    } else {
      if (lane.waiting.length >= waitingPerPrincipal) throw reject("principal");
      if (waiting >= mostWaiting) throw reject("total");
      lanes.set(principal, lane);
      await wait(principal, lane, signal);
    }
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      release(principal, lane);
    };
  };
  return {
    enter,
    get isIdle() {
      return lanes.size === 0;
    },
    async run(principal, job, signal) {
      const leave = await enter(principal, signal);
      try {
        return await job();
      } finally {
        leave();
      }
    },
  };
}

function httpRejection(reason: QueueRejection): HttpError {
  return new HttpError(reason === "principal" ? "too_many_requests" : "overloaded", {
    headers: { "retry-after": RETRY_AFTER_SECONDS },
  });
}

/** Labels are fixed: a series for each principal would have no bound. */
function queueMetrics({ registry, name: queue }: FairQueueOptions) {
  if (registry === undefined) return undefined;
  const rejected = registry.counter(
    "vedette_queue_rejected_total",
    "Jobs rejected because too many were waiting, of one principal or of all.",
    ["queue", "reason"],
  );
  for (const reason of ["principal", "total"]) rejected.bind({ queue, reason });
  return {
    running: registry.gauge("vedette_queue_running", "Jobs that are running.", ["queue"]).bind({ queue }),
    waiting: registry.gauge("vedette_queue_waiting", "Jobs that are waiting for a slot.", ["queue"]).bind({ queue }),
    rejected: (reason: QueueRejection) => rejected.bind({ queue, reason }).inc(),
  };
}
