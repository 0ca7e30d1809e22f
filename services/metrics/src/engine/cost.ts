import { MetricsError } from "../errors.ts";
import { childrenOf, type Expression } from "../promql/syntax.ts";
import type { Evaluation } from "./evaluation.ts";
import { subqueryFrame } from "./subquery.ts";

/** What an estimate depends on. */
export type CostFrame = Pick<Evaluation, "frame" | "queryTimes" | "defaultStepMs">;

/**
 * Estimates the samples that an evaluation processes, from the steps of the query and its subqueries alone: each
 * expression is taken to have one series, so the real cost is rarely lower and often much higher.
 *
 * @throws MetricsError `too_many_samples` when a subquery has too many steps
 */
export function estimateSamples(expression: Expression, within: CostFrame): number {
  const { count } = within.frame;
  if (expression.kind === "subquery") {
    const inner = subqueryFrame(expression, within);
    const perWindow = Math.min(inner.count, inner.stepMs === 0 ? 1 : Math.ceil(expression.rangeMs / inner.stepMs));
    return count * perWindow + estimateSamples(expression.expression, { ...within, frame: inner });
  }
  return childrenOf(expression).reduce((sum, child) => sum + estimateSamples(child, within), count);
}

/**
 * Rejects a query before it is evaluated when its nested subqueries alone are too much work.
 *
 * @throws MetricsError `query_too_expensive`, `too_many_samples`
 */
export function requireAffordable(expression: Expression, within: CostFrame, maxProcessedSamples: number): void {
  if (estimateSamples(expression, within) > maxProcessedSamples) throw new MetricsError("query_too_expensive");
}
