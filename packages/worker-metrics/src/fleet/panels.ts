/** What the dashboards of a fleet show: every metric of the catalogue, in the order in which one looks for a fault. */
import type { MetricName } from "../catalogue.ts";
import type { TagName } from "../tags.ts";
import type { AskFleet } from "./fleet.ts";

/** A panel before it is known whose workers it is about. */
export interface PanelPlan {
  readonly title: string;
  readonly description: string;
  /** `reqps` and `cps` are per second, `percentunit` is a share of 1, `s` is seconds. */
  readonly unit: "reqps" | "cps" | "percentunit" | "percent" | "s" | "short";
  readonly isStacked?: boolean;
  readonly lines: readonly LinePlan[];
}

interface LinePlan {
  readonly name: string;
  readonly color?: string;
  /** The metrics it stands for: shown where workers emit any of them. */
  readonly metrics: readonly MetricName[];
  readonly expr: (ask: AskFleet) => string;
}

/** A series per value of a label, or one line. */
function line(name: string, metric: MetricName, by: readonly (TagName | "instance")[] = [], color?: string): LinePlan {
  return {
    name: by.length === 0 ? name : [name, ...by.map((label) => `{{${label}}}`)].filter(Boolean).join(" "),
    metrics: [metric],
    expr: (ask) => ask(metric, { by }),
    ...(color === undefined ? {} : { color }),
  };
}

function quantile(share: number, metric: MetricName, by: readonly TagName[]): LinePlan {
  return {
    name: [...by.map((label) => `{{${label}}}`), `${share * 100} %`].join(" "),
    metrics: [metric],
    expr: (ask) => ask(metric, { by, quantile: share }),
  };
}

/** The 95 % quantile under a name of its own. */
function p95(name: string, metric: MetricName, by: readonly TagName[] = ["task_queue"]): LinePlan {
  return {
    ...quantile(0.95, metric, by),
    name: [name, ...by.map((label) => `{{${label}}}`)].filter(Boolean).join(" "),
  };
}

/** Failures by code as a share of all. */
function failureShare(failures: MetricName, all: MetricName): LinePlan {
  return {
    name: "{{status_code}}",
    metrics: [failures],
    expr: (ask) => `${ask(failures, { by: ["status_code"] })} / on () group_left () ${ask(all)}`,
  };
}

const hitShare: LinePlan = {
  name: "{{task_queue}}",
  metrics: ["sticky_cache_hit", "sticky_cache_miss"],
  expr: (ask) => {
    const by = ["task_queue"];
    const hits = ask("sticky_cache_hit", { by });
    return `${hits} / (${hits} + (${ask("sticky_cache_miss", { by })} or 0 * ${hits}))`;
  },
};

export const PANELS: readonly PanelPlan[] = [
  {
    title: "Requests",
    description: "Calls of the workers to the server, by operation.",
    unit: "reqps",
    lines: [line("", "request", ["operation"])],
  },
  {
    title: "Failed requests",
    description: "Share of the calls that failed, by gRPC code.",
    unit: "percentunit",
    lines: [failureShare("request_failure", "request")],
  },
  {
    title: "Request latency",
    description: "How long calls take: half of them, 95 of 100, 99 of 100.",
    unit: "s",
    lines: [0.5, 0.95, 0.99].map((share) => quantile(share, "request_latency", ["operation"])),
  },
  {
    title: "Long polls",
    description: "Calls that wait for a task, by operation.",
    unit: "reqps",
    lines: [line("", "long_request", ["operation"])],
  },
  {
    title: "Failed long polls",
    description: "Share of the long polls that failed, by gRPC code. One that ends without a task has not failed.",
    unit: "percentunit",
    lines: [failureShare("long_request_failure", "long_request")],
  },
  {
    title: "Long poll latency",
    description: "How long 95 of 100 long polls last at most. A minute is normal where nothing happens.",
    unit: "s",
    lines: [p95("", "long_request_latency", ["operation"])],
  },
  {
    title: "Refused by limits",
    description: "Calls that the server refused because a resource was exhausted, by cause.",
    unit: "reqps",
    lines: [
      line("requests", "request_resource_exhausted", ["cause"]),
      line("long polls", "long_request_resource_exhausted", ["cause"]),
    ],
  },
  {
    title: "Polls",
    description: "Polls that brought a task, and polls that did not. Only empty ones: more workers than work.",
    unit: "cps",
    lines: [
      line("workflow task", "workflow_task_queue_poll_succeed", [], "green"),
      line("no workflow task", "workflow_task_queue_poll_empty"),
      line("no activity", "activity_poll_no_task"),
      line("no nexus task", "nexus_poll_no_task"),
    ],
  },
  {
    title: "Waiting for a worker",
    description: "Time tasks spend in their queue, for 95 of 100. It grows when there are too few workers or slots.",
    unit: "s",
    lines: [
      p95("workflow", "workflow_task_schedule_to_start_latency"),
      p95("activity", "activity_schedule_to_start_latency"),
      p95("nexus", "nexus_task_schedule_to_start_latency"),
    ],
  },
  {
    title: "Pollers",
    description: "Pollers active now, by kind. None means that a queue is not served.",
    unit: "short",
    lines: [line("", "num_pollers", ["poller_type"])],
  },
  {
    title: "Starts",
    description: "Workers and pollers that start. Many of them: something keeps crashing.",
    unit: "cps",
    lines: [line("", "worker_start", ["worker_type"]), line("pollers", "poller_start")],
  },
  {
    title: "Slots",
    description: "Execution slots in use and free, by kind of worker. No free slot: tasks begin to wait.",
    unit: "short",
    lines: [
      line("used", "worker_task_slots_used", ["worker_type"]),
      line("free", "worker_task_slots_available", ["worker_type"]),
    ],
  },
  {
    title: "Cached executions",
    description: "Workflow executions that workers keep in memory.",
    unit: "short",
    lines: [line("executions", "sticky_cache_size")],
  },
  {
    title: "Cache hits",
    description: "Share of workflow tasks that found their execution cached. The others replay its history first.",
    unit: "percentunit",
    lines: [hitShare],
  },
  {
    title: "Forced evictions",
    description: "Executions pushed out of the cache, for room or for threads.",
    unit: "cps",
    lines: [
      line("for room", "sticky_cache_total_forced_eviction"),
      line("for threads", "sticky_cache_thread_forced_eviction"),
    ],
  },
  {
    title: "Workflow outcomes",
    description: "How workflow executions end.",
    unit: "cps",
    isStacked: true,
    lines: [
      line("completed", "workflow_completed", [], "green"),
      line("failed", "workflow_failed", [], "red"),
      line("canceled", "workflow_canceled"),
      line("continued as new", "workflow_continue_as_new"),
    ],
  },
  {
    title: "Workflow duration",
    description: "Time from start to end of a run, for 95 of 100, by type.",
    unit: "s",
    lines: [p95("", "workflow_endtoend_latency", ["workflow_type"])],
  },
  {
    title: "Workflow task duration",
    description: "Time of one workflow task and of the replay before it, for 95 of 100.",
    unit: "s",
    lines: [
      p95("task", "workflow_task_execution_latency"),
      p95("replay", "workflow_task_replay_latency"),
      p95("with heartbeats", "workflow_task_execution_total_latency"),
    ],
  },
  {
    title: "Failed workflow tasks",
    description: "By reason. NonDeterminismError: the code no longer fits the history of running workflows.",
    unit: "cps",
    lines: [line("", "workflow_task_execution_failed", ["failure_reason"])],
  },
  {
    title: "Unusual workflow tasks",
    description: "Tasks dropped without an answer, forced heartbeats, signals that could not be read.",
    unit: "cps",
    lines: [
      line("no answer", "workflow_task_no_completion"),
      line("heartbeats", "workflow_task_heartbeat"),
      line("corrupted signals", "corrupted_signals"),
    ],
  },
  {
    title: "Activities",
    description: "Activities received, failed and cancelled, and those that the worker could not handle.",
    unit: "cps",
    lines: [
      line("received", "activity_task_received"),
      line("failed", "activity_execution_failed", [], "red"),
      line("cancelled", "activity_execution_cancelled"),
      line("errors", "activity_task_error"),
      line("not registered", "unregistered_activity_invocation"),
    ],
  },
  {
    title: "Activity duration",
    description: "One execution, and from scheduling to success with all attempts, for 95 of 100, by type.",
    unit: "s",
    lines: [
      p95("execution", "activity_execution_latency", ["activity_type"]),
      p95("end to end", "activity_succeed_endtoend_latency", ["activity_type"]),
    ],
  },
  {
    title: "Local activities",
    description: "Local activities begun, failed, cancelled and broken off by an internal error.",
    unit: "cps",
    lines: [
      line("all", "local_activity_total"),
      line("failed", "local_activity_execution_failed", [], "red"),
      line("cancelled", "local_activity_execution_cancelled"),
      line("errors", "local_activity_error"),
    ],
  },
  {
    title: "Local activity duration",
    description: "One execution, and from scheduling to success, for 95 of 100, by type.",
    unit: "s",
    lines: [
      p95("execution", "local_activity_execution_latency", ["activity_type"]),
      p95("end to end", "local_activity_succeed_endtoend_latency", ["activity_type"]),
    ],
  },
  {
    title: "Failed nexus tasks",
    description: "By reason.",
    unit: "cps",
    lines: [line("", "nexus_task_execution_failed", ["failure_reason"])],
  },
  {
    title: "Nexus duration",
    description: "The handler alone, and from arrival to acknowledged completion, for 95 of 100, by operation.",
    unit: "s",
    lines: [
      p95("handler", "nexus_task_execution_latency", ["nexus_operation"]),
      p95("end to end", "nexus_task_endtoend_latency", ["nexus_operation"]),
    ],
  },
  {
    title: "Memory and CPU",
    description: "What the slot tuner measures, by instance.",
    unit: "percent",
    lines: [
      line("memory", "resource_slots_mem_usage", ["instance"]),
      line("CPU", "resource_slots_cpu_usage", ["instance"]),
    ],
  },
  {
    title: "Slot tuner and threads",
    description: "Output of the tuner's controllers: above 0 it gives out more slots. Workflow threads of Java.",
    unit: "short",
    lines: [
      line("memory", "resource_slots_mem_pid_output", ["instance"]),
      line("CPU", "resource_slots_cpu_pid_output", ["instance"]),
      line("threads", "workflow_active_thread_count", ["instance"]),
    ],
  },
];
