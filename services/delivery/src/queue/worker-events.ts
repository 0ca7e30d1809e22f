import type { RequestInFlight, WorkerMetrics } from "@vedette/worker-metrics";

/** What a worker's metrics are labelled with. */
export interface WorkerTags {
  readonly namespace: string;
  readonly taskQueue: string;
  /** What its jobs are called, e.g. `send_mail`. */
  readonly activityType: string;
}

/** Calls of a worker to its queue, under the names of the workflow service's methods that do the same. */
export type QueueOperation = "PollActivityTaskQueue" | (typeof ANSWERS)[number];

const ANSWERS = ["RespondActivityTaskCompleted", "RespondActivityTaskFailed", "RecordActivityTaskHeartbeat"] as const;

/** Everything that happens in a worker, as the metrics of the catalogue know it. */
export class WorkerEvents {
  readonly #metrics: WorkerMetrics<"core">;
  readonly #tags: WorkerTags;
  readonly #handles: ReturnType<typeof bindHandles>;

  constructor(metrics: WorkerMetrics<"core">, tags: WorkerTags) {
    this.#metrics = metrics;
    this.#tags = tags;
    this.#handles = bindHandles(metrics, tags);
    // From the first scrape on, so that an increase counts the first call too.
    for (const operation of ANSWERS) metrics.counter("request", { namespace: tags.namespace, operation });
  }

  started(slots: number): void {
    this.#handles.workerStart.add();
    this.#handles.pollers.set(1);
    this.slots({ used: 0, available: slots });
  }

  stopped(): void {
    this.#handles.pollers.set(0);
    this.slots({ used: 0, available: 0 });
  }

  slots({ used, available }: { readonly used: number; readonly available: number }): void {
    this.#handles.slotsUsed.set(used);
    this.#handles.slotsAvailable.set(available);
  }

  /** A call to the queue begins. A poll waits for work, so it is a long request. */
  calls(operation: QueueOperation): RequestInFlight {
    const longPoll = operation === "PollActivityTaskQueue";
    return this.#metrics.startRequest({ operation, namespace: this.#tags.namespace, longPoll });
  }

  foundNothing(): void {
    this.#handles.pollEmpty.add();
  }

  /** A job was claimed, so long after it could have been. */
  received(waitedMs: number): void {
    this.#handles.received.add();
    this.#handles.scheduleToStart.record(waitedMs);
  }

  succeeded(ranMs: number, sinceQueuedMs: number): void {
    this.#handles.execution.record(ranMs);
    this.#handles.endToEnd.record(sinceQueuedMs);
  }

  failed(ranMs: number): void {
    this.#handles.execution.record(ranMs);
    this.#handles.failed.add();
  }
}

function bindHandles(metrics: WorkerMetrics<"core">, { namespace, taskQueue, activityType }: WorkerTags) {
  const queue = { namespace, task_queue: taskQueue };
  const worker = { ...queue, worker_type: "ActivityWorker" } as const;
  const activity = { ...queue, activity_type: activityType };
  return {
    workerStart: metrics.counter("worker_start", worker),
    pollers: metrics.gauge("num_pollers", { ...queue, poller_type: "activity_task" }),
    slotsUsed: metrics.gauge("worker_task_slots_used", worker),
    slotsAvailable: metrics.gauge("worker_task_slots_available", worker),
    pollEmpty: metrics.counter("activity_poll_no_task", queue),
    received: metrics.counter("activity_task_received", { ...activity, eager: "false" }),
    scheduleToStart: metrics.histogram("activity_schedule_to_start_latency", queue),
    execution: metrics.histogram("activity_execution_latency", activity),
    failed: metrics.counter("activity_execution_failed", activity),
    endToEnd: metrics.histogram("activity_succeed_endtoend_latency", activity),
  };
}
