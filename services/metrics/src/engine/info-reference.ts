import { valueKindOf } from "../promql/check.ts";
import { childrenOf, type Expression, type TimeShift } from "../promql/syntax.ts";
import type { QueryTimes } from "./evaluation.ts";

/** The time at which a selector reads: a fixed one, or the step's, in both cases moved back by an offset. */
interface Reference {
  /** Milliseconds; `undefined` for the time of the step. */
  readonly at: number | undefined;
  readonly offsetMs: number;
}

const STEP_TIME: Reference = { at: undefined, offsetMs: 0 };

/** The modifiers of `info(v)` for the info series: those of v where all its selectors read at one time. */
export function infoTimeShift(expression: Expression, queryTimes: QueryTimes): Pick<TimeShift, "at" | "offsetMs"> {
  const references = referencesOf(expression, STEP_TIME, queryTimes);
  const [first] = references;
  if (first === undefined || first === "step only") return STEP_TIME;
  return references.every((one) => one !== "step only" && areSame(one, first)) ? first : STEP_TIME;
}

function areSame(one: Reference, other: Reference): boolean {
  if (one.at === undefined || other.at === undefined) return one.at === other.at && one.offsetMs === other.offsetMs;
  return one.at - one.offsetMs === other.at - other.offsetMs;
}

/** One entry for each selector that series come from; `step only` for series that come from none, as of `vector(1)`. */
function referencesOf(
  expression: Expression,
  outer: Reference,
  queryTimes: QueryTimes,
): readonly (Reference | "step only")[] {
  const kind = valueKindOf(expression);
  if (kind !== "instant vector" && kind !== "range vector") return [];
  if (expression.kind === "vector selector") return [shifted(expression, outer, queryTimes)];
  const inner = expression.kind === "subquery" ? shifted(expression, outer, queryTimes) : outer;
  const isInfo = expression.kind === "call" && expression.name === "info";
  const children = isInfo ? expression.arguments.slice(0, 1) : childrenOf(expression);
  const found = children.flatMap((child) => referencesOf(child, inner, queryTimes));
  return found.length === 0 ? ["step only"] : found;
}

/** What stands further outside does not matter to a fixed time. */
function shifted({ at, offsetMs }: TimeShift, outer: Reference, { startMs, endMs }: QueryTimes): Reference {
  if (at === undefined) return { at: outer.at, offsetMs: outer.offsetMs + offsetMs };
  return { at: at === "start" ? startMs : at === "end" ? endMs : at, offsetMs };
}
