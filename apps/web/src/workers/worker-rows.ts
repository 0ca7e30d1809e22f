import { texts } from "./messages.ts";
import { countText, durationText, minuteRate, NOTHING } from "./number-text.ts";
import type { QuestionName, WorkerAnswers, WorkerValue } from "./worker-data.ts";

type Rows = readonly (readonly string[])[];

/** No worker says anything; what machines say, of whatever worker, carries no label to filter by. */
export function isSilent({ memory: _memory, cpu: _cpu, ...answers }: WorkerAnswers): boolean {
  return Object.values(answers).every(({ length }) => length === 0);
}

/** Who polls each task queue, how long tasks wait there, and how many fail. */
export function queueRows(answers: WorkerAnswers): Rows {
  const { pollers, workflowWait, workflowWaitOfHalf, activityWait, activityWaitOfHalf } = answers;
  const { activityRun, activityFailed } = answers;
  const at = (values: readonly WorkerValue[], queue: string) => numberOf(values, "task_queue", queue);
  return namesIn("task_queue", [pollers, workflowWait, activityWait, activityRun, activityFailed]).map((queue) => [
    queue,
    countText(at(pollers, queue)),
    waitText(at(workflowWaitOfHalf, queue), at(workflowWait, queue)),
    waitText(at(activityWaitOfHalf, queue), at(activityWait, queue)),
    durationText(at(activityRun, queue)),
    rateText(at(activityFailed, queue)),
  ]);
}

/** How long half of the tasks wait, and how long 95 of 100. */
function waitText(half: number | undefined, most: number | undefined): string {
  return most === undefined ? NOTHING : `${durationText(half)} · ${durationText(most)}`;
}

/** How long things take that are not told by task queue; what nobody measures is left out. */
export function latencyRows(answers: WorkerAnswers): Rows {
  const { rows } = texts.latencies;
  const names = Object.keys(rows).filter((name): name is keyof typeof rows & QuestionName => name in answers);
  return names.flatMap((name) => {
    const value = only(answers[name]);
    return value === undefined ? [] : [[rows[name], durationText(value)]];
  });
}

export function slotRows({ slotsUsed, slotsFree, started }: WorkerAnswers): Rows {
  const at = (values: readonly WorkerValue[], kind: string) => numberOf(values, "worker_type", kind);
  return namesIn("worker_type", [slotsUsed, slotsFree, started]).map((kind) => [
    kind,
    countText(at(slotsUsed, kind)),
    countText(at(slotsFree, kind)),
    rateText(at(started, kind)),
  ]);
}

export function pollerRows({ pollerKinds, pollersStarted }: WorkerAnswers): Rows {
  const started = only(pollersStarted);
  return [
    ...namesIn("poller_type", [pollerKinds]).map((kind) => [
      kind.replaceAll("_", " "),
      countText(numberOf(pollerKinds, "poller_type", kind)),
    ]),
    ...(started === undefined ? [] : [[texts.pollers.started, rateText(started)]]),
  ];
}

/** Polls that brought work and those that ended without; SDKs count the former of workflow tasks alone. */
export function pollRows(answers: WorkerAnswers): Rows {
  const { rows } = texts.polls;
  const kinds = [
    [rows.workflow, only(answers.workflowPolls), only(answers.workflowPollsEmpty)],
    [rows.activity, undefined, only(answers.activityPollsEmpty)],
    [rows.nexus, undefined, only(answers.nexusPollsEmpty)],
  ] as const;
  return kinds.flatMap(([kind, found, empty]) => {
    if (found === undefined && empty === undefined) return [];
    const all = (found ?? 0) + (empty ?? 0);
    const share = found === undefined || all === 0 ? NOTHING : texts.percent(countText((100 * found) / all));
    return [[kind, rateText(found), rateText(empty), share]];
  });
}

/** How workflows ended, and what became of activities that is told without a reason; what nobody counts is left out. */
export function outcomeRows(answers: WorkerAnswers): Rows {
  const { rows } = texts.outcomes;
  const names = Object.keys(rows).filter((name): name is keyof typeof rows & QuestionName => name in answers);
  return names.flatMap((name) => {
    const rate = only(answers[name]);
    return rate === undefined ? [] : [[rows[name], rateText(rate)]];
  });
}

export function resourceRows({ memory, cpu }: WorkerAnswers): Rows {
  const { rows } = texts.resources;
  const shown = [[rows.memory, only(memory)] as const, [rows.cpu, only(cpu)] as const];
  return shown.flatMap(([name, percent]) => (percent === undefined ? [] : [[name, texts.percent(countText(percent))]]));
}

export function cacheRows({ cacheSize, cacheHit, cacheMiss, cacheEvicted }: WorkerAnswers): Rows {
  const [size, hit, miss, evicted] = [cacheSize, cacheHit, cacheMiss, cacheEvicted].map(only);
  if ([size, hit, miss, evicted].every((value) => value === undefined)) return [];
  const { rows } = texts.cache;
  const asked = (hit ?? 0) + (miss ?? 0);
  return [
    [rows.size, countText(size)],
    [rows.hit, hit === undefined || asked === 0 ? NOTHING : texts.percent(countText((100 * hit) / asked))],
    [rows.miss, rateText(miss)],
    [rows.evicted, rateText(evicted)],
  ];
}

export function requestRows({ requests, requestsFailed, requestLatency }: WorkerAnswers): Rows {
  const at = (values: readonly WorkerValue[], operation: string) => numberOf(values, "operation", operation);
  return namesIn("operation", [requests]).map((operation) => {
    const all = at(requests, operation) ?? 0;
    const failed = at(requestsFailed, operation) ?? 0;
    return [
      operation,
      rateText(all),
      all === 0 ? NOTHING : texts.percent(countText((100 * failed) / all)),
      durationText(at(requestLatency, operation)),
    ];
  });
}

const REASONS = ["status_code", "cause", "failure_reason"] as const;
const SUBJECTS = ["operation", "workflow_type", "nexus_operation"] as const;

/** Everything that failed, most frequent first. */
export function failureRows(answers: WorkerAnswers): Rows {
  const { kinds } = texts.failures;
  const names = Object.keys(kinds).filter((name): name is keyof typeof kinds & QuestionName => name in kinds);
  return names
    .flatMap((name) => answers[name].map(({ labels, value }) => ({ name, labels, value })))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value)
    .map(({ name, labels, value }) => [
      [kinds[name], labelAmong(SUBJECTS, labels)].join(" "),
      labelAmong(REASONS, labels).replace("RESOURCE_EXHAUSTED_CAUSE_", ""),
      rateText(value),
    ]);
}

/** The value of an answer that is one number. */
function only(values: readonly WorkerValue[]): number | undefined {
  return values[0]?.value;
}

function labelAmong(names: readonly string[], labels: Readonly<Record<string, string>>): string {
  return labels[names.find((name) => labels[name] !== undefined) ?? ""] ?? "";
}

function rateText(perSecond: number | undefined): string {
  const rate = minuteRate(perSecond);
  return rate === undefined ? NOTHING : texts.perMinute(countText(rate));
}

function namesIn(label: string, answers: readonly (readonly WorkerValue[])[]): string[] {
  return [...new Set(answers.flat().flatMap(({ labels }) => labels[label] ?? []))].sort();
}

function numberOf(values: readonly WorkerValue[], label: string, name: string): number | undefined {
  return values.find(({ labels }) => labels[label] === name)?.value;
}
