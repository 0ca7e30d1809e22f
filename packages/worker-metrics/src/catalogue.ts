/**
 * Every metric that workflow SDKs emit: name without prefix and suffix, kind, who emits it, with which tags.
 * Emitters, types, dashboards and the reference page come from this table.
 *
 * @see spec 3, Workflow-SDK metrics
 */
import { ACTIVITY_MS, OTHER_MS, QUEUE_MS, WORKFLOW_MS, WORKFLOW_TASK_MS } from "./buckets.ts";
import type { TagName } from "./tags.ts";

/** SDKs that emit alike: `core` is TypeScript, Python, .NET and Ruby; `go` is Go and PHP; `java` is Java. */
export type Family = "core" | "go" | "java";

/** One metric of the catalogue. */
export interface CatalogueEntry {
  readonly type: "counter" | "gauge" | "histogram";
  /** `spec` when the requirements name it, `sdk` when the SDKs emit it besides. */
  readonly source: "spec" | "sdk";
  readonly families: readonly Family[];
  /** Exactly the tags of its series; by family where they differ. */
  readonly tags: readonly TagName[] | Readonly<Record<Family, readonly TagName[]>>;
  /** Upper bounds in milliseconds; histograms only, all of which are durations. */
  readonly bucketsMs?: readonly number[];
  /** Smallest and largest value that makes sense. */
  readonly range?: readonly [number, number];
  /** Other names under which SDKs or their documentation know it; read, never written. */
  readonly aliases?: readonly string[];
  readonly help: string;
}

const EVERY_SDK = ["core", "go", "java"] as const;

export const CATALOGUE = {
  workflow_task_replay_latency: {
    type: "histogram",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "workflow_type"],
    bucketsMs: WORKFLOW_TASK_MS,
    help: "Time needed to bring a workflow back to its current state by replaying its history.",
  },
  workflow_task_schedule_to_start_latency: {
    type: "histogram",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue"],
    bucketsMs: QUEUE_MS,
    help: "Time a workflow task waited in its queue before a worker took it.",
  },
  activity_schedule_to_start_latency: {
    type: "histogram",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue"],
    bucketsMs: QUEUE_MS,
    help: "Time an activity task waited in its queue before a worker took it.",
  },
  activity_execution_cancelled: {
    type: "counter",
    source: "spec",
    families: ["java"],
    tags: ["activity_type", "namespace", "task_queue"],
    aliases: ["activity_canceled"],
    help: "Activity executions that ended cancelled.",
  },
  activity_poll_no_task: {
    type: "counter",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue"],
    help: "Activity long polls that ended without a task.",
  },
  activity_task_error: {
    type: "counter",
    source: "spec",
    families: ["go"],
    tags: ["activity_type", "namespace", "task_queue", "workflow_type"],
    help: "Internal errors or panics while handling an activity task.",
  },
  corrupted_signals: {
    type: "counter",
    source: "spec",
    families: ["go", "java"],
    tags: ["namespace", "task_queue", "workflow_type"],
    help: "Signals whose payload could not be decoded.",
  },
  local_activity_execution_cancelled: {
    type: "counter",
    source: "spec",
    families: EVERY_SDK,
    tags: ["activity_type", "namespace", "task_queue"],
    aliases: ["local_activity_canceled"],
    help: "Local activity executions that ended cancelled.",
  },
  local_activity_execution_failed: {
    type: "counter",
    source: "spec",
    families: EVERY_SDK,
    tags: ["activity_type", "namespace", "task_queue"],
    aliases: ["local_activity_failed"],
    help: "Local activity executions that failed.",
  },
  local_activity_total: {
    type: "counter",
    source: "spec",
    families: EVERY_SDK,
    tags: ["activity_type", "namespace", "task_queue"],
    help: "Local activity executions begun.",
  },
  local_activity_execution_latency: {
    type: "histogram",
    source: "spec",
    families: EVERY_SDK,
    tags: ["activity_type", "namespace", "task_queue"],
    bucketsMs: OTHER_MS,
    help: "Time of one local activity execution.",
  },
  local_activity_succeed_endtoend_latency: {
    type: "histogram",
    source: "spec",
    families: EVERY_SDK,
    tags: ["activity_type", "namespace", "task_queue"],
    bucketsMs: OTHER_MS,
    aliases: ["local_activity_succeeded_endtoend_latency"],
    help: "Time from scheduling to completion of local activities that succeeded.",
  },
  nexus_poll_no_task: {
    type: "counter",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue"],
    help: "Nexus long polls that ended without a task.",
  },
  nexus_task_schedule_to_start_latency: {
    type: "histogram",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue"],
    bucketsMs: OTHER_MS,
    help: "Time from the arrival of a nexus request at the server to the start of its handling; bounded by the request-timeout header.",
  },
  nexus_task_execution_failed: {
    type: "counter",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "nexus_service", "nexus_operation", "failure_reason"],
    help: "Nexus tasks whose handling ended in an error.",
  },
  nexus_task_execution_latency: {
    type: "histogram",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "nexus_service", "nexus_operation"],
    bucketsMs: OTHER_MS,
    help: "Time of the handler of a nexus task.",
  },
  nexus_task_endtoend_latency: {
    type: "histogram",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "nexus_service", "nexus_operation"],
    bucketsMs: OTHER_MS,
    help: "Time from the arrival of a nexus request to the acknowledgement of its completion.",
  },
  num_pollers: {
    type: "gauge",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "poller_type", "task_queue"],
    help: "Pollers active now.",
  },
  poller_start: {
    type: "counter",
    source: "spec",
    families: ["go", "java"],
    tags: ["namespace", "task_queue"],
    help: "Pollers started.",
  },
  request: {
    type: "counter",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "operation"],
    help: "Client requests made, successful or not.",
  },
  request_failure: {
    type: "counter",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "operation", "status_code"],
    help: "Client requests that failed; each is counted in request as well.",
  },
  request_latency: {
    type: "histogram",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "operation"],
    bucketsMs: OTHER_MS,
    help: "Duration of client requests.",
  },
  long_request: {
    type: "counter",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "operation"],
    help: "Long-poll requests made, successful or not.",
  },
  long_request_failure: {
    type: "counter",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "operation", "status_code"],
    help: "Long-poll requests that failed; each is counted in long_request as well.",
  },
  long_request_latency: {
    type: "histogram",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "operation"],
    bucketsMs: OTHER_MS,
    help: "Duration of long-poll requests.",
  },
  request_resource_exhausted: {
    type: "counter",
    source: "spec",
    families: ["go"],
    tags: ["namespace", "operation", "cause"],
    help: "Requests refused because a resource was exhausted; each is counted in request_failure with RESOURCE_EXHAUSTED as well.",
  },
  long_request_resource_exhausted: {
    type: "counter",
    source: "spec",
    families: ["go"],
    tags: ["namespace", "operation", "cause"],
    help: "Long-poll requests refused because a resource was exhausted.",
  },
  resource_slots_mem_usage: {
    type: "gauge",
    source: "spec",
    families: ["core", "java"],
    tags: [],
    range: [0, 100],
    help: "Memory usage seen by the resource-based slot tuner, in percent.",
  },
  sticky_cache_miss: {
    type: "counter",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue"],
    help: "Workflow tasks for which no cached execution was found.",
  },
  sticky_cache_size: {
    type: "gauge",
    source: "spec",
    families: EVERY_SDK,
    tags: { core: ["namespace", "task_queue"], java: ["namespace"], go: [] },
    help: "Workflow executions in the cache now.",
  },
  sticky_cache_total_forced_eviction: {
    type: "counter",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue"],
    help: "Executions pushed out of the cache on purpose.",
  },
  unregistered_activity_invocation: {
    type: "counter",
    source: "spec",
    families: ["go"],
    tags: ["activity_type", "namespace", "task_queue", "workflow_type"],
    help: "Activity tasks whose type the worker has not registered.",
  },
  worker_start: {
    type: "counter",
    source: "spec",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "worker_type"],
    help: "Workers registered, created or started.",
  },
  activity_execution_failed: {
    type: "counter",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["activity_type", "namespace", "task_queue"],
    help: "Activity executions that failed; local activities are not counted here.",
  },
  activity_execution_latency: {
    type: "histogram",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["activity_type", "namespace", "task_queue"],
    bucketsMs: ACTIVITY_MS,
    help: "Time from the arrival of an activity task at the worker to its completion or failure.",
  },
  activity_succeed_endtoend_latency: {
    type: "histogram",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["activity_type", "namespace", "task_queue"],
    bucketsMs: OTHER_MS,
    help: "Time from scheduling to completion of activities that succeeded.",
  },
  activity_task_received: {
    type: "counter",
    source: "sdk",
    families: ["core"],
    tags: ["activity_type", "namespace", "task_queue", "eager"],
    help: "Activity tasks received.",
  },
  sticky_cache_hit: {
    type: "counter",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue"],
    help: "Workflow tasks for which a cached execution was found.",
  },
  worker_task_slots_available: {
    type: "gauge",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "worker_type"],
    help: "Execution slots free now (fixed-size slot suppliers only).",
  },
  worker_task_slots_used: {
    type: "gauge",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "worker_type"],
    help: "Execution slots in use now.",
  },
  workflow_active_thread_count: {
    type: "gauge",
    source: "sdk",
    families: ["java"],
    tags: [],
    help: "Workflow threads in the process.",
  },
  workflow_canceled: {
    type: "counter",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "workflow_type"],
    aliases: ["workflow_cancelled"],
    help: "Workflow executions that ended cancelled.",
  },
  workflow_completed: {
    type: "counter",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "workflow_type"],
    help: "Workflow executions that completed.",
  },
  workflow_continue_as_new: {
    type: "counter",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "workflow_type"],
    help: "Workflow executions that ended by continuing as new.",
  },
  workflow_failed: {
    type: "counter",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "workflow_type"],
    help: "Workflow executions that failed.",
  },
  workflow_endtoend_latency: {
    type: "histogram",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "workflow_type"],
    bucketsMs: WORKFLOW_MS,
    help: "Time from the start to the end of one workflow run.",
  },
  workflow_task_execution_failed: {
    type: "counter",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "workflow_type", "failure_reason"],
    help: "Workflow tasks that failed.",
  },
  workflow_task_execution_latency: {
    type: "histogram",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue", "workflow_type"],
    bucketsMs: WORKFLOW_TASK_MS,
    help: "Time of one workflow task, without replay.",
  },
  workflow_task_queue_poll_empty: {
    type: "counter",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue"],
    help: "Workflow long polls that ended without a task.",
  },
  workflow_task_queue_poll_succeed: {
    type: "counter",
    source: "sdk",
    families: EVERY_SDK,
    tags: ["namespace", "task_queue"],
    help: "Workflow long polls that brought a task.",
  },
  workflow_task_no_completion: {
    type: "counter",
    source: "sdk",
    families: ["go", "java"],
    tags: ["namespace", "task_queue", "workflow_type"],
    help: "Workflow tasks dropped without an answer to the server.",
  },
  workflow_task_heartbeat: {
    type: "counter",
    source: "sdk",
    families: ["java"],
    tags: ["namespace", "task_queue", "workflow_type"],
    help: "Forced workflow task heartbeats.",
  },
  workflow_task_execution_total_latency: {
    type: "histogram",
    source: "sdk",
    families: ["java"],
    tags: ["namespace", "task_queue", "workflow_type"],
    bucketsMs: WORKFLOW_TASK_MS,
    help: "Time of a workflow task with all its heartbeats.",
  },
  sticky_cache_thread_forced_eviction: {
    type: "counter",
    source: "sdk",
    families: ["java"],
    tags: ["namespace", "task_queue", "workflow_type"],
    help: "Executions evicted for lack of workflow threads.",
  },
  local_activity_error: {
    type: "counter",
    source: "sdk",
    families: ["go"],
    tags: ["activity_type", "namespace", "task_queue", "workflow_type"],
    help: "Internal errors or panics while handling a local activity.",
  },
  resource_slots_cpu_usage: {
    type: "gauge",
    source: "sdk",
    families: EVERY_SDK,
    tags: [],
    range: [0, 100],
    help: "CPU usage seen by the slot tuner, in percent.",
  },
  resource_slots_mem_pid_output: {
    type: "gauge",
    source: "sdk",
    families: ["core", "java"],
    tags: [],
    help: "Output of the memory controller of the slot tuner.",
  },
  resource_slots_cpu_pid_output: {
    type: "gauge",
    source: "sdk",
    families: ["core", "java"],
    tags: [],
    help: "Output of the CPU controller of the slot tuner.",
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;

export type Catalogue = typeof CATALOGUE;

/** Base name of a metric: without prefix, unit and `_total`. */
export type MetricName = keyof Catalogue;
