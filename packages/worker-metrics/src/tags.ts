import { OVERFLOW } from "./labels.ts";

/** What a tag may hold: a closed list, a pattern, or any text that is not empty. */
export interface TagRule {
  readonly values?: readonly string[];
  readonly pattern?: RegExp;
  /** In place of one pattern, by the base names of the metrics that have the tag. */
  readonly patternByMetric?: Readonly<Record<string, RegExp>>;
}

/** The tags of worker metrics and their values. @see spec 3, Resources and their fields: Metric tags */
export const TAGS = {
  /** `_unknown_` where a request belongs to no namespace. */
  namespace: {},
  task_queue: {},
  activity_type: {},
  workflow_type: {},
  nexus_service: {},
  nexus_operation: {},
  /** Name of the RPC method alone, without package and service. */
  operation: { pattern: /^[A-Z][A-Za-z0-9]*$/ },
  poller_type: { values: ["workflow_task", "workflow_sticky_task", "activity_task", "nexus_task"] },
  worker_type: { values: ["ActivityWorker", "WorkflowWorker", "LocalActivityWorker", "NexusWorker"] },
  /** gRPC code; OK never stands on a failure. */
  status_code: {
    values: [
      "CANCELLED",
      "UNKNOWN",
      "INVALID_ARGUMENT",
      "DEADLINE_EXCEEDED",
      "NOT_FOUND",
      "ALREADY_EXISTS",
      "PERMISSION_DENIED",
      "RESOURCE_EXHAUSTED",
      "FAILED_PRECONDITION",
      "ABORTED",
      "OUT_OF_RANGE",
      "UNIMPLEMENTED",
      "INTERNAL",
      "UNAVAILABLE",
      "DATA_LOSS",
      "UNAUTHENTICATED",
    ],
  },
  cause: {
    values: [
      "RESOURCE_EXHAUSTED_CAUSE_RPS_LIMIT",
      "RESOURCE_EXHAUSTED_CAUSE_CONCURRENT_LIMIT",
      "RESOURCE_EXHAUSTED_CAUSE_SYSTEM_OVERLOADED",
      "RESOURCE_EXHAUSTED_CAUSE_CIRCUIT_BREAKER_OPEN",
    ],
  },
  failure_reason: {
    patternByMetric: {
      nexus_task_execution_failed:
        /^(internal_sdk_error|handler_error_[A-Z][A-Z0-9_]*|timeout|operation_failed|operation_canceled)$/,
      workflow_task_execution_failed: /^(NonDeterminismError|WorkflowError|GrpcMessageTooLarge)$/,
    },
  },
  eager: { values: ["true", "false"] },
} as const satisfies Readonly<Record<string, TagRule>>;

export type TagName = keyof typeof TAGS;

/** The values of a tag: a union where the list is closed, text where it is open. */
export type TagValue<Name extends TagName> = (typeof TAGS)[Name] extends {
  readonly values: readonly (infer Value)[];
}
  ? Value
  : string;

/** A gRPC code as `status_code` writes it. */
export type StatusCode = TagValue<"status_code">;

/** @throws TypeError naming metric and tag when the value is empty or none of those the tag may have */
export function checkTagValue(metric: string, tag: TagName, value: string): void {
  const { values, patternByMetric, pattern = patternByMetric?.[metric] }: TagRule = TAGS[tag];
  const isAllowed = value !== "" && (values?.includes(value) ?? pattern?.test(value) ?? true);
  if (!isAllowed && value !== OVERFLOW) throw new TypeError(`${metric}: ${tag} cannot be "${value}".`);
}

const CAUSE = "RESOURCE_EXHAUSTED_CAUSE_";

/** What some SDKs write in other words. */
export const TAG_ALIASES: readonly { readonly tag: TagName; readonly alias: string; readonly value: string }[] = [
  { tag: "poller_type", alias: "sticky_workflow_task", value: "workflow_sticky_task" },
  { tag: "cause", alias: "RpsLimit", value: `${CAUSE}RPS_LIMIT` },
  { tag: "cause", alias: "ConcurrentLimit", value: `${CAUSE}CONCURRENT_LIMIT` },
  { tag: "cause", alias: "SystemOverloaded", value: `${CAUSE}SYSTEM_OVERLOADED` },
  { tag: "cause", alias: "CircuitBreakerOpen", value: `${CAUSE}CIRCUIT_BREAKER_OPEN` },
];
