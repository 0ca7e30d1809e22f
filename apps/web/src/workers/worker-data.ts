import { queryOptions } from "@tanstack/react-query";
import { type MetricName, type NormalizedQuery, normalizedQuery } from "@vedette/worker-metrics";
import { proxyOf } from "../api/data-source-proxy.ts";
import { callPrometheus } from "../dashboard/data/prometheus-call.ts";
import { listOf, objectOf } from "../dashboard/model/json.ts";

/** What part of all workers is looked at; empty for all. */
export interface WorkerFilter {
  readonly namespace: string;
  readonly queue: string;
  readonly kind: string;
}

/** One group of an answer. */
export interface WorkerValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One number of the page, by group. */
interface Question extends NormalizedQuery {
  readonly metric: MetricName;
}

/** Everything that the page asks, by the name under which it draws the answer. */
const QUESTIONS = {
  pollers: { metric: "num_pollers", by: ["task_queue"] },
  pollerKinds: { metric: "num_pollers", by: ["poller_type"] },
  workflowWaitOfHalf: { metric: "workflow_task_schedule_to_start_latency", by: ["task_queue"], quantile: 0.5 },
  activityWaitOfHalf: { metric: "activity_schedule_to_start_latency", by: ["task_queue"], quantile: 0.5 },
  workflowWait: { metric: "workflow_task_schedule_to_start_latency", by: ["task_queue"] },
  activityWait: { metric: "activity_schedule_to_start_latency", by: ["task_queue"] },
  activityRun: { metric: "activity_execution_latency", by: ["task_queue"] },
  activityFailed: { metric: "activity_execution_failed", by: ["task_queue"] },
  workflowTaskRun: { metric: "workflow_task_execution_latency", by: [] },
  workflowTaskReplay: { metric: "workflow_task_replay_latency", by: [] },
  workflowWhole: { metric: "workflow_endtoend_latency", by: [] },
  localActivityWhole: { metric: "local_activity_succeed_endtoend_latency", by: [] },
  nexusWhole: { metric: "nexus_task_endtoend_latency", by: [] },
  activityWhole: { metric: "activity_succeed_endtoend_latency", by: [] },
  localActivityRun: { metric: "local_activity_execution_latency", by: [] },
  nexusWait: { metric: "nexus_task_schedule_to_start_latency", by: [] },
  nexusRun: { metric: "nexus_task_execution_latency", by: [] },
  pollersStarted: { metric: "poller_start", by: [] },
  workflowPolls: { metric: "workflow_task_queue_poll_succeed", by: [] },
  workflowPollsEmpty: { metric: "workflow_task_queue_poll_empty", by: [] },
  activityPollsEmpty: { metric: "activity_poll_no_task", by: [] },
  nexusPollsEmpty: { metric: "nexus_poll_no_task", by: [] },
  slotsUsed: { metric: "worker_task_slots_used", by: ["worker_type"] },
  slotsFree: { metric: "worker_task_slots_available", by: ["worker_type"] },
  started: { metric: "worker_start", by: ["worker_type"] },
  cacheSize: { metric: "sticky_cache_size", by: [] },
  cacheHit: { metric: "sticky_cache_hit", by: [] },
  cacheMiss: { metric: "sticky_cache_miss", by: [] },
  cacheEvicted: { metric: "sticky_cache_total_forced_eviction", by: [] },
  memory: { metric: "resource_slots_mem_usage", by: [] },
  cpu: { metric: "resource_slots_cpu_usage", by: [] },
  workflow_completed: { metric: "workflow_completed", by: [] },
  workflow_failed: { metric: "workflow_failed", by: [] },
  workflow_canceled: { metric: "workflow_canceled", by: [] },
  workflow_continue_as_new: { metric: "workflow_continue_as_new", by: [] },
  activity_execution_cancelled: { metric: "activity_execution_cancelled", by: [] },
  local_activity_total: { metric: "local_activity_total", by: [] },
  local_activity_execution_failed: { metric: "local_activity_execution_failed", by: [] },
  local_activity_execution_cancelled: { metric: "local_activity_execution_cancelled", by: [] },
  activity_task_error: { metric: "activity_task_error", by: [] },
  unregistered_activity_invocation: { metric: "unregistered_activity_invocation", by: [] },
  corrupted_signals: { metric: "corrupted_signals", by: [] },
  requests: { metric: "request", by: ["operation"] },
  requestsFailed: { metric: "request_failure", by: ["operation"] },
  requestLatency: { metric: "request_latency", by: ["operation"] },
  request_failure: { metric: "request_failure", by: ["operation", "status_code"] },
  long_request_failure: { metric: "long_request_failure", by: ["operation", "status_code"] },
  request_resource_exhausted: { metric: "request_resource_exhausted", by: ["operation", "cause"] },
  long_request_resource_exhausted: { metric: "long_request_resource_exhausted", by: ["operation", "cause"] },
  workflow_task_execution_failed: { metric: "workflow_task_execution_failed", by: ["workflow_type", "failure_reason"] },
  nexus_task_execution_failed: { metric: "nexus_task_execution_failed", by: ["nexus_operation", "failure_reason"] },
} as const satisfies Readonly<Record<string, Question>>;

export type QuestionName = keyof typeof QUESTIONS;
export type WorkerAnswers = Readonly<Record<QuestionName, readonly WorkerValue[]>>;

const BASE = proxyOf("vedette");
const REFRESH_MS = 15_000;

/** All numbers of the page, asked again every quarter of a minute while somebody looks, if they are to be repeated. */
export function workersQuery(filter: WorkerFilter, { isRepeated }: { readonly isRepeated: boolean }) {
  return queryOptions({
    queryKey: ["workers", filter],
    queryFn: async ({ signal }) => {
      const names = Object.keys(QUESTIONS).filter((name): name is QuestionName => name in QUESTIONS);
      const answers = await Promise.all(names.map((name) => ask(questionText(name, filter), signal)));
      // Proven by the line before: each question has an answer under its name.
      return Object.fromEntries(names.map((name, at) => [name, answers[at] ?? []])) as unknown as WorkerAnswers;
    },
    refetchInterval: isRepeated && REFRESH_MS,
    placeholderData: (before) => before,
  });
}

/** The values of a label among workers, for the filters. */
export function workerLabelQuery(label: "namespace" | "task_queue") {
  return queryOptions({
    queryKey: ["worker-label", label],
    queryFn: async ({ signal }) => {
      const present = '{__name__=~"(vedette|temporal)_(num_pollers|worker_start(_total)?|request(_total)?)"}';
      const answers = await ask(`count by (${label}) (${present})`, signal);
      return answers.flatMap(({ labels }) => labels[label] ?? []).sort();
    },
    staleTime: 60_000,
  });
}

function questionText(name: QuestionName, filter: WorkerFilter): string {
  const { metric, ...query }: Question = QUESTIONS[name];
  return normalizedQuery(metric, { ...query, where: conditions(filter) });
}

/** Metrics that do not carry a label are not filtered by it: which do differs from SDK to SDK. */
function conditions({ namespace, queue, kind }: WorkerFilter): string[] {
  return [
    ...(namespace === "" ? [] : [`namespace=~${thisOrNone(namespace)}`]),
    ...(queue === "" ? [] : [`task_queue=~${thisOrNone(queue)}`]),
    ...(kind === "" ? [] : [`worker_type=~${thisOrNone(kind)}`]),
  ];
}

function thisOrNone(value: string): string {
  return JSON.stringify(`${value.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&")}|`);
}

async function ask(query: string, signal: AbortSignal): Promise<WorkerValue[]> {
  const call = { base: BASE, path: "query", parameters: [["query", query]] as const };
  const { data } = await callPrometheus(call, { signal, signedOut: "wait" });
  return listOf(objectOf(data)["result"]).flatMap((item) => {
    const { metric, value } = objectOf(item);
    const number = Number(listOf(value)[1]);
    return Number.isFinite(number) ? [{ labels: textLabels(metric), value: number }] : [];
  });
}

function textLabels(metric: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(objectOf(metric)).map(([name, value]) => [name, String(value)]));
}
