import { MetricsError } from "../errors.ts";
import {
  formatLabels,
  type Labels,
  labelEntries,
  labelsKey,
  labelsOf,
  labelValue,
  METRIC_NAME,
} from "../labels/labels.ts";
import { createMatcher, type Matcher } from "../labels/matcher.ts";
import type { TimeShift } from "../promql/syntax.ts";
import type { Evaluation } from "./evaluation.ts";
import { selectVector } from "./select-vector.ts";
import { ABSENT, emptyColumn, setAt, type VectorSeries, valueAt } from "./values.ts";

/** Selects info series at the times of the series that they describe. */
export interface InfoSelection {
  /** Which info metrics, and which of their labels; without any, all labels of `target_info`. */
  readonly matchers: readonly Matcher[];
  readonly shift: Pick<TimeShift, "at" | "offsetMs">;
}

/** The labels by which a series and what describes it belong together. */
const IDENTIFYING = ["instance", "job"];
/** What describes a program where a query does not say which metrics do. */
const TARGET_INFO = createMatcher(METRIC_NAME, "=", "target_info");
const ANY_INFO = createMatcher(METRIC_NAME, "=~", ".+_info");

/**
 * Adds to series the labels of the info metrics of their program, each step as it was then: `info(v, {…})`.
 *
 * @throws MetricsError `query_refused` for info metrics that contradict each other
 * @see Prometheus, Functions: info()
 */
export async function addInfoLabels(
  series: readonly VectorSeries[],
  { matchers, shift }: InfoSelection,
  evaluation: Evaluation,
): Promise<VectorSeries[]> {
  const names = nameMatchers(matchers.filter(({ name }) => name === METRIC_NAME));
  const wanted = matchers.filter(({ name }) => name !== METRIC_NAME);
  const isInfo = ({ labels }: VectorSeries) => names.every((one) => one.matches(labelValue(labels, METRIC_NAME)));
  const described = series.filter((one) => !isInfo(one));
  const infos: Info[] = [];
  for (const identifying of identifyingMatchers(described)) {
    infos.push(...(await infosFor({ matchers: [...names, ...wanted, ...identifying], shift }, evaluation)));
  }
  const enriched = new EnrichedSeries(infos, wanted, evaluation);
  for (const one of series) {
    if (evaluation.work.isDue()) await evaluation.work.rest();
    if (isInfo(one)) enriched.keep(one);
    else enriched.add(one);
  }
  return enriched.series;
}

/** With exclusions alone, any metric of information that is left. */
function nameMatchers(given: readonly Matcher[]): readonly Matcher[] {
  if (given.length === 0) return [TARGET_INFO];
  const isPositive = given.some(({ operator }) => operator === "=" || operator === "=~");
  return isPositive ? given : [ANY_INFO, ...given];
}

/** Series with the same identifying labels are selected together: a label that they lack must be absent. */
function identifyingMatchers(series: readonly VectorSeries[]): (readonly Matcher[])[] {
  const bySet = Map.groupBy(series, ({ labels }) =>
    IDENTIFYING.filter((name) => labelValue(labels, name) !== "").join(),
  );
  bySet.delete("");
  return [...bySet.values()].map((group) =>
    IDENTIFYING.map((name) => {
      const values = new Set(group.map(({ labels }) => labelValue(labels, name)));
      const matches = (value: string) => values.has(value);
      return { name, operator: "=~", value: "", matches, alternatives: [...values] } satisfies Matcher;
    }),
  );
}

/** A series that describes others, with the times of its samples as values. */
interface Info {
  readonly name: string;
  readonly key: string;
  readonly times: VectorSeries;
}

async function infosFor({ matchers, shift }: InfoSelection, evaluation: Evaluation): Promise<Info[]> {
  const span = { start: 0, end: 0 };
  const selector = { kind: "vector selector", name: "", matchers, ...shift, span } as const;
  const values = await selectVector(selector, evaluation);
  if (values.some(({ histograms }) => histograms !== undefined)) {
    throw new MetricsError("query_refused", { detail: "info sample should be float" });
  }
  const times = await selectVector(selector, evaluation, "timestamp");
  return times.map((one) => {
    const name = labelValue(one.labels, METRIC_NAME);
    return { name, key: keyOf(name, one.labels), times: one };
  });
}

function keyOf(name: string, labels: Labels): string {
  return labelsKey([name, ...IDENTIFYING.map((label) => labelValue(labels, label))]);
}

/** Collects series under the labels that they have with what describes them; those may change from step to step. */
class EnrichedSeries {
  readonly #infosByKey = new Map<string, Info[]>();
  readonly #names: readonly string[];
  readonly #wanted: readonly Matcher[];
  readonly #evaluation: Evaluation;
  readonly #byKey = new Map<string, VectorSeries>();

  constructor(infos: readonly Info[], wanted: readonly Matcher[], evaluation: Evaluation) {
    for (const info of infos) this.#infosByKey.set(info.key, [...(this.#infosByKey.get(info.key) ?? []), info]);
    this.#names = [...new Set(infos.map(({ name }) => name))];
    this.#wanted = wanted;
    this.#evaluation = evaluation;
  }

  get series(): VectorSeries[] {
    return [...this.#byKey.values()];
  }

  keep(series: VectorSeries): void {
    for (const [step, kind] of series.present.entries()) if (kind !== ABSENT) this.#write(series, step, series.labels);
  }

  add(series: VectorSeries): void {
    const candidates = this.#names.flatMap((name) => [this.#infosByKey.get(keyOf(name, series.labels)) ?? []]);
    const known = new Map<string, Labels | undefined>();
    for (const [step, kind] of series.present.entries()) {
      if (kind === ABSENT) continue;
      const infos = candidates.flatMap((some) => newestAt(some, step) ?? []);
      const variant = infos.map(({ times }) => labelsKey(times.labels)).join("\n");
      if (!known.has(variant)) known.set(variant, this.#labelsWith(series.labels, infos));
      const labels = known.get(variant);
      if (labels !== undefined) this.#write(series, step, labels);
    }
  }

  /** `undefined` for a series that is left out: it has none of what the query demands. */
  #labelsWith(labels: Labels, infos: readonly Info[]): Labels | undefined {
    if (infos.length === 0) return this.#wanted.every((matcher) => matcher.matches("")) ? labels : undefined;
    const added = new Map<string, string>();
    for (const [name, value] of infos.flatMap(({ times }) => labelEntries(times.labels))) {
      if (!this.#isWanted(name)) continue;
      if ((added.get(name) ?? value) !== value) {
        throw new MetricsError("query_refused", { detail: `conflicting label: ${name}` });
      }
      if (labelValue(labels, name) === "") added.set(name, value);
    }
    return labelsOf([...labelEntries(labels), ...added]);
  }

  #isWanted(name: string): boolean {
    if (name === METRIC_NAME) return false;
    return this.#wanted.length === 0 || this.#wanted.some((matcher) => matcher.name === name);
  }

  #write(series: VectorSeries, step: number, labels: Labels): void {
    const key = labelsKey(labels);
    let target = this.#byKey.get(key);
    if (target === undefined) {
      this.#evaluation.work.hold(series.present.length);
      target = { labels, dropsName: series.dropsName, ...emptyColumn(series.present.length) };
      this.#byKey.set(key, target);
    }
    if (target.present[step] !== ABSENT) {
      throw new MetricsError("query_refused", { detail: "vector cannot contain metrics with the same labelset" });
    }
    setAt(target, step, valueAt(series, step));
  }
}

/** The info series whose sample at a step is the newest. @throws MetricsError `query_refused` for two of one time */
function newestAt(infos: readonly Info[], step: number): Info | undefined {
  let newest: Info | undefined;
  for (const info of infos) {
    if (info.times.present[step] === ABSENT) continue;
    const [time, other] = [info.times.values[step] ?? 0, newest?.times.values[step] ?? Number.NEGATIVE_INFINITY];
    if (newest !== undefined && time === other) throw ambiguousInfo(newest, info, time);
    if (time > other) newest = info;
  }
  return newest;
}

function ambiguousInfo(one: Info, other: Info, time: number): MetricsError {
  const [existing, next] = [formatLabels(one.times.labels), formatLabels(other.times.labels)];
  const at = Math.round(time * 1000);
  const detail = `found duplicate series for info metric: existing ${existing} @ ${at}, new ${next} @ ${at}`;
  return new MetricsError("query_refused", { detail });
}
