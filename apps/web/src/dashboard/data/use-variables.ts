import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import type { DataSource } from "../../api/data-sources.ts";
import type { Span, TimeRange } from "../model/time/time-range.ts";
import { EMPTY_SCOPE, type Scope } from "../model/variable/interpolate.ts";
import type { Variable } from "../model/variable/variable.ts";
import { createLastPictures } from "./last-pictures.ts";
import { type LoadedVariables, loadVariables } from "./load-variables.ts";
import type { PrometheusAnswer, PrometheusCall } from "./prometheus-call.ts";

interface VariablesOptions {
  readonly variables: readonly Variable[];
  readonly asked: ReadonlyMap<string, readonly string[]>;
  readonly range: TimeRange;
  readonly span: Span;
  readonly sources: readonly DataSource[] | undefined;
  readonly builtIn: Scope["builtIn"];
  readonly ask: (call: PrometheusCall, signal: AbortSignal) => Promise<PrometheusAnswer>;
}

export interface Variables extends LoadedVariables {
  /** Whether values for the present choice are known; the ones before are shown until then. */
  readonly isReady: boolean;
  /** Asks once more for what failed. */
  readonly askAgain: () => void;
}

/** Answers that are kept so that a changed choice asks again only what depends on it. */
const MOST_ANSWERS = 100;

const NONE: LoadedVariables = { values: new Map(), failures: new Map() };

/** The values of a dashboard's variables. Loaded again when the choice or the range changes, not with each refresh. */
export function useVariables({ variables, asked, range, span, sources, builtIn, ask }: VariablesOptions): Variables {
  const [loaded, setLoaded] = useState<{ readonly key: string | undefined; readonly variables: LoadedVariables }>();
  const [attempt, setAttempt] = useState(0);
  const answers = useRef(new Map<string, unknown>());
  const wanted = [[...asked], range, sources, variables.map(({ name, query, allValue }) => [name, query, allValue])];
  const key = sources === undefined ? undefined : JSON.stringify(wanted);

  const load = useEffectEvent(async (signal: AbortSignal) => {
    const remember = async (call: PrometheusCall) => {
      const question = JSON.stringify(call);
      if (answers.current.has(question)) return answers.current.get(question);
      const data = await askOrRecall(call, (asked) => ask(asked, signal));
      if (answers.current.size > MOST_ANSWERS) answers.current.clear();
      answers.current.set(question, data);
      return data;
    };
    const scope = { ...EMPTY_SCOPE, builtIn };
    const context = { asked, span: coarse(span), sources: sources ?? [], scope, ask: remember };
    const found = await loadVariables(variables, context);
    if (!signal.aborted) setLoaded({ key, variables: found });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each attempt; what was answered before is known
  useEffect(() => {
    if (key === undefined) return undefined;
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [key, attempt]);

  return {
    ...(loaded?.variables ?? NONE),
    isReady: key !== undefined && (variables.length === 0 || loaded?.key === key),
    askAgain: () => setAttempt((count) => count + 1),
  };
}

/** Values of whatever time are better than none while the server is gone. */
const lastValues = createLastPictures<unknown>();

async function askOrRecall(
  call: PrometheusCall,
  ask: (call: PrometheusCall) => Promise<PrometheusAnswer>,
): Promise<unknown> {
  const timeless = JSON.stringify([call.base, call.path, call.parameters.filter(([name]) => !TIMES.has(name))]);
  try {
    const { data } = await ask(call);
    lastValues.keep(timeless, data);
    return data;
  } catch (error) {
    const known = error instanceof ApiError && error.status === 0 ? lastValues.recall(timeless) : undefined;
    if (known === undefined) throw error;
    return known;
  }
}

const TIMES: ReadonlySet<string> = new Set(["start", "end", "time"]);

/** Label values change slowly: the same question is good for a minute. */
function coarse({ from, to }: Span): Span {
  const minute = 60_000;
  return { from: Math.floor(from / minute) * minute, to: Math.ceil(to / minute) * minute };
}
