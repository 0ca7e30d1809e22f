import type { MetricName } from "../catalogue.ts";
import { type AskFleet, askFleet, FAMILIES, type FleetOptions, isEmitted } from "./fleet.ts";

/**
 * A rule file of Prometheus. As JSON it is YAML, too: `JSON.stringify(createAlerts())` is a file that Prometheus reads.
 *
 * @see Prometheus, Alerting rules
 */
export interface FleetAlerts {
  readonly groups: readonly AlertRuleGroup[];
}

export interface AlertRuleGroup {
  readonly name: string;
  readonly rules: readonly AlertRule[];
}

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  /** How long the expression must hold; left out where once is enough. */
  readonly for?: string;
  readonly labels: { readonly severity: "warning" | "critical" };
  readonly annotations: { readonly summary: string; readonly description: string };
}

/** An alert before it is known whose workers it is about. */
interface AlertPlan extends Omit<AlertRule, "expr" | "labels"> {
  readonly severity: "warning" | "critical";
  /** Suggested where workers emit all of them. */
  readonly metrics: readonly MetricName[];
  readonly expr: (ask: AskFleet) => string;
}

/**
 * Alerts worth having for a fleet of workers, whichever SDKs it runs: few, each with something to do about it.
 * Limits are a beginning: change them to what your work needs.
 *
 * @see spec 3, Workflow-SDK metrics
 */
export function createAlerts(options: FleetOptions = {}): FleetAlerts {
  const { families = FAMILIES } = options;
  const ask = askFleet(options);
  const plans = ALERTS.filter(({ metrics }) => metrics.every((metric) => isEmitted(metric, families)));
  return { groups: [{ name: "workflow-workers", rules: plans.map((plan) => ruleOf(plan, ask)) }] };
}

function ruleOf({ severity, metrics: _, expr, ...plan }: AlertPlan, ask: AskFleet): AlertRule {
  return { ...plan, expr: expr(ask), labels: { severity } };
}

const QUEUE = ["namespace", "task_queue"];

const ALERTS: readonly AlertPlan[] = [
  {
    alert: "TaskQueueWithoutPollers",
    metrics: ["num_pollers"],
    expr: (ask) => `${ask("num_pollers", { by: [...QUEUE, "poller_type"] })} == 0`,
    for: "5m",
    severity: "critical",
    annotations: {
      summary: "Nobody polls {{ $labels.task_queue }} for {{ $labels.poller_type }}.",
      description: "Its tasks wait until a worker starts again. Look whether the workers run and reach the server.",
    },
  },
  {
    alert: "RequestsFail",
    metrics: ["request", "request_failure"],
    expr: (ask) => {
      const by = ["namespace", "operation"];
      return `${ask("request_failure", { by })} / ${ask("request", { by })} > 0.05`;
    },
    for: "10m",
    severity: "warning",
    annotations: {
      summary: "{{ $labels.operation }} fails for {{ $value | humanizePercentage }} of the calls.",
      description:
        "status_code of request_failure says why: UNAVAILABLE is the network or the server, others the call.",
    },
  },
  {
    alert: "RequestsRefusedByLimits",
    metrics: ["request_failure"],
    expr: (ask) =>
      `${ask("request_failure", { by: ["namespace", "operation"], where: ['status_code="RESOURCE_EXHAUSTED"'] })} > 0`,
    for: "10m",
    severity: "warning",
    annotations: {
      summary: "The server refuses {{ $labels.operation }} in {{ $labels.namespace }} because of a limit.",
      description: "Raise the limit of the namespace, or start less at once.",
    },
  },
  {
    alert: "ActivitiesWaitForWorkers",
    metrics: ["activity_schedule_to_start_latency"],
    expr: (ask) => `${ask("activity_schedule_to_start_latency", { by: QUEUE })} > 10`,
    for: "10m",
    severity: "warning",
    annotations: {
      summary: "Activities of {{ $labels.task_queue }} wait {{ $value | humanizeDuration }} for a worker.",
      description: "Add workers or activity slots; many pollers without free slots do not help.",
    },
  },
  {
    alert: "WorkflowTasksWaitForWorkers",
    metrics: ["workflow_task_schedule_to_start_latency"],
    expr: (ask) => `${ask("workflow_task_schedule_to_start_latency", { by: QUEUE })} > 1`,
    for: "10m",
    severity: "warning",
    annotations: {
      summary: "Workflow tasks of {{ $labels.task_queue }} wait {{ $value | humanizeDuration }} for a worker.",
      description: "Add workers, workflow slots or pollers; every workflow of the queue is slower by this time.",
    },
  },
  {
    alert: "NoFreeSlots",
    metrics: ["worker_task_slots_available"],
    expr: (ask) => `${ask("worker_task_slots_available", { by: [...QUEUE, "worker_type"] })} == 0`,
    for: "10m",
    severity: "warning",
    annotations: {
      summary: "Every {{ $labels.worker_type }} of {{ $labels.task_queue }} is full.",
      description: "New tasks wait. Add workers or slots, or look for tasks that hang.",
    },
  },
  {
    alert: "NonDeterministicWorkflows",
    metrics: ["workflow_task_execution_failed"],
    expr: (ask) =>
      `${ask("workflow_task_execution_failed", { by: [...QUEUE, "workflow_type"], where: ['failure_reason="NonDeterminismError"'] })} > 0`,
    severity: "critical",
    annotations: {
      summary: "The code of {{ $labels.workflow_type }} no longer fits the history of running workflows.",
      description: "They stand still until the code does. Roll the last release back, or version the change.",
    },
  },
  {
    alert: "WorkflowTasksFail",
    metrics: ["workflow_task_execution_failed"],
    expr: (ask) =>
      `${ask("workflow_task_execution_failed", { by: [...QUEUE, "workflow_type"], where: ['failure_reason!="NonDeterminismError"'] })} > 0`,
    for: "10m",
    severity: "warning",
    annotations: {
      summary: "Workflow tasks of {{ $labels.workflow_type }} keep failing.",
      description: "The server tries them again for ever; the workflows do not go on. The log of the workers says why.",
    },
  },
  {
    alert: "WorkflowsFail",
    metrics: ["workflow_failed", "workflow_completed"],
    expr: (ask) => {
      const by = ["namespace", "workflow_type"];
      const failed = ask("workflow_failed", { by });
      return `${failed} / (${failed} + (${ask("workflow_completed", { by })} or 0 * ${failed})) > 0.1`;
    },
    for: "10m",
    severity: "warning",
    annotations: {
      summary: "{{ $value | humanizePercentage }} of the {{ $labels.workflow_type }} workflows fail.",
      description: "Counted are those that completed or failed.",
    },
  },
  {
    alert: "StickyCacheTooSmall",
    metrics: ["sticky_cache_total_forced_eviction", "sticky_cache_hit", "sticky_cache_miss"],
    expr: (ask) => {
      const hits = ask("sticky_cache_hit", { by: QUEUE });
      const misses = ask("sticky_cache_miss", { by: QUEUE });
      const isEvicting = `${ask("sticky_cache_total_forced_eviction", { by: QUEUE })} > 0`;
      return `${misses} / (${misses} + (${hits} or 0 * ${misses})) > 0.2 and ${isEvicting}`;
    },
    for: "30m",
    severity: "warning",
    annotations: {
      summary:
        "{{ $value | humanizePercentage }} of the workflow tasks of {{ $labels.task_queue }} find no cached execution.",
      description: "Executions are pushed out and replayed from their history. Enlarge the cache or add workers.",
    },
  },
  {
    alert: "NexusHandlersFail",
    metrics: ["nexus_task_execution_failed"],
    expr: (ask) =>
      `${ask("nexus_task_execution_failed", { by: ["namespace", "nexus_service", "nexus_operation", "failure_reason"], where: ['failure_reason=~"internal_sdk_error|timeout|handler_error_INTERNAL"'] })} > 0`,
    for: "10m",
    severity: "warning",
    annotations: {
      summary: "{{ $labels.nexus_service }}/{{ $labels.nexus_operation }} fails: {{ $labels.failure_reason }}.",
      description: "Failures that callers cannot be blamed for. The log of the workers says more.",
    },
  },
  {
    alert: "WorkerMemoryAlmostFull",
    metrics: ["resource_slots_mem_usage"],
    expr: (ask) => `${ask("resource_slots_mem_usage", { by: ["job", "instance"] })} > 90`,
    for: "10m",
    severity: "warning",
    annotations: {
      summary: "{{ $labels.instance }} uses {{ $value | humanize }} % of its memory.",
      description: "The slot tuner gives out no more slots. Add workers, or memory, or make the cache smaller.",
    },
  },
  {
    alert: "SignalsUnreadable",
    metrics: ["corrupted_signals"],
    expr: (ask) => `${ask("corrupted_signals", { by: [...QUEUE, "workflow_type"] })} > 0`,
    severity: "warning",
    annotations: {
      summary: "{{ $labels.workflow_type }} gets signals that it cannot decode; they are lost.",
      description: "Sender and workflow disagree about the payload or its encryption.",
    },
  },
  {
    alert: "ActivitiesNotRegistered",
    metrics: ["unregistered_activity_invocation"],
    expr: (ask) => `${ask("unregistered_activity_invocation", { by: [...QUEUE, "activity_type"] })} > 0`,
    severity: "warning",
    annotations: {
      summary: "No worker that polls {{ $labels.task_queue }} knows the activity {{ $labels.activity_type }}.",
      description: "Register it with every worker of the queue, or correct the name or the queue in the workflow.",
    },
  },
];
