import type { QueryResult, ResultData } from "../../src/engine/query.ts";
import { ABSENT } from "../../src/engine/values.ts";
import { experimentalPart } from "../../src/promql/experimental.ts";
import { parseQuery } from "../../src/promql/parse.ts";
import type { TestStore } from "../test-store.ts";
import { dataDifference, noteDifference } from "./compare-result.ts";
import { atFixedTime } from "./fixed-time.ts";
import { type LoadedSample, samplesOf, writeSamples } from "./load-samples.ts";
import { type EvalCommand, parseScript } from "./script.ts";
import type { SeriesLine } from "./series-line.ts";

/** What a query needs of the language and the store. */
export const TIERS = ["floats", "native histograms", "experimental"] as const;
type Tier = (typeof TIERS)[number];

/** How the evaluation of one query of a script went. */
export interface Outcome {
  /** Script and line, e.g. `operators.test:12`. */
  readonly place: string;
  readonly query: string;
  readonly tier: Tier;
  /** The first difference from what the script expects; `undefined` when there is none. */
  readonly difference: string | undefined;
}

/** Runs the commands of a script against a store, which is empty afterwards. */
export async function runScript(name: string, script: string, store: TestStore): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let loaded: LoadedSample[] = [];
  const hasStartTimes = /^\s*\S+@st\s/m.test(script);
  for (const command of parseScript(script)) {
    if (command.kind === "clear") {
      await store.metrics.reset();
      loaded = [];
    } else if (command.kind === "load") {
      // A later load may begin further back than samples are accepted.
      if (loaded.length > 0) await store.metrics.reset();
      loaded = [...loaded, ...samplesOf(command)].sort((one, other) => one.timeMs - other.timeMs);
      await writeSamples(loaded, store);
    } else {
      const { line, query } = command;
      const tier = hasStartTimes ? "experimental" : tierOf(command, loaded);
      outcomes.push({ place: `${name}:${line}`, query, tier, difference: await differenceOf(command, store) });
    }
  }
  await store.metrics.reset();
  return outcomes;
}

function tierOf({ query, expected }: EvalCommand, loaded: readonly LoadedSample[]): Tier {
  if (isExperimental(query)) return "experimental";
  const hasHistograms = loaded.some(({ value }) => typeof value === "object");
  return hasHistograms || expected.series.some(containsHistogram) ? "native histograms" : "floats";
}

function containsHistogram({ values }: SeriesLine): boolean {
  return values.some((value) => typeof value === "object");
}

/** Syntax that the engine cannot parse is newer than it. */
function isExperimental(query: string): boolean {
  try {
    return experimentalPart(query, parseQuery(query)) !== undefined;
  } catch {
    return true;
  }
}

/** A range query whose middle step is an instant query's time has the same result there. */
const AROUND_MS = 60_000;
/** Functions that depend on the query's range, so that its middle step differs from an instant query. */
const RANGE_FUNCTION = /(?:start|end|range|step)\(\)/;

async function differenceOf(command: EvalCommand, store: TestStore): Promise<string | undefined> {
  const { query, times, isRange, expected } = command;
  const { engine } = store.metrics.open;
  const request = { query, principal: "user:a", sight: "all", signal: new AbortController().signal } as const;
  const ask = () =>
    isRange ? engine.range(request, times.startMs, times.endMs, times.stepMs) : engine.instant(request, times.startMs);
  let result: QueryResult;
  try {
    result = await ask();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (expected.notes.fail.length === 0) return `failed: ${text}`;
    return expected.notes.fail.every((matches) => matches(text)) ? undefined : `failed with another error: ${text}`;
  }
  if (expected.notes.fail.length > 0) return "succeeded instead of failing";
  const difference =
    noteDifference(result, command) ??
    dataDifference(result.data, command) ??
    (isRange ? undefined : await fixedTimeDifference(command, store));
  const hasRangeForm = !isRange && expected.sampleTimes === undefined && expected.text === undefined;
  if (difference !== undefined || !hasRangeForm || RANGE_FUNCTION.test(query)) return difference;
  const { startMs } = times;
  const range = await engine.range(request, startMs - AROUND_MS, startMs + AROUND_MS, AROUND_MS);
  if (expected.conditions.has("ordered")) return undefined;
  const inRange = dataDifference(middleOf(range.data, result.data.kind, startMs), command);
  return inRange && `in a range query: ${inRange}`;
}

/** With all selectors at a fixed time, a query has the same result at any other. */
async function fixedTimeDifference(command: EvalCommand, store: TestStore): Promise<string | undefined> {
  const { query, times } = command;
  const fixed = atFixedTime(query, times.startMs);
  if (fixed === undefined) return undefined;
  const { engine } = store.metrics.open;
  const request = { query: fixed, principal: "user:a", sight: "all", signal: new AbortController().signal } as const;
  const { data } = await engine.instant(request, 10 * times.startMs + 1000);
  const atTime = data.kind === "vector" ? { ...data, frame: { ...data.frame, startMs: times.startMs } } : data;
  const difference = dataDifference(atTime, command);
  return difference && `as ${fixed}: ${difference}`;
}

function middleOf(data: ResultData, kind: ResultData["kind"], timeMs: number): ResultData {
  if (data.kind !== "matrix") throw new TypeError("range queries return matrices");
  if (kind === "scalar") return { kind, timeMs, value: data.series[0]?.values[1] ?? Number.NaN };
  const series = data.series.flatMap((one) => {
    const { labels, dropsName, values, present, histograms } = one;
    if (present[1] === ABSENT) return [];
    const middle = { values: values.slice(1, 2), present: present.slice(1, 2), histograms: histograms?.slice(1, 2) };
    return [{ labels, dropsName, ...middle }];
  });
  return { kind: "vector", frame: { startMs: timeMs, stepMs: 0, count: 1 }, series };
}
