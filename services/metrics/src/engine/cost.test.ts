import { describe, expect, it } from "vitest";
import { parseQuery } from "../promql/parse.ts";
import { resolveDurations } from "../promql/resolve-durations.ts";
import { estimateSamples, requireAffordable } from "./cost.ts";

const DAY_SECONDS = 86_400;

function costOf(query: string, count = 1) {
  const frame = { startMs: 0, stepMs: count === 1 ? 0 : 60_000, count };
  const queryTimes = { startMs: 0, endMs: (count - 1) * 60_000, stepMs: frame.stepMs };
  const expression = resolveDurations(query, parseQuery(query), { step: frame.stepMs / 1000, range: 0 });
  return { expression, within: { frame, queryTimes, defaultStepMs: 60_000 } };
}

function samplesOf(query: string, count?: number): number {
  const { expression, within } = costOf(query, count);
  return estimateSamples(expression, within);
}

describe("the estimated cost of a query", () => {
  it.each([
    ["vector(1)", 1, 2],
    ["sum(rate(up[5m]))", 100, 400],
    ["max_over_time(up[1h:1m])", 1, 1 + 60 + 60],
    ["max_over_time(up[1h:1m])", 10, 10 + 10 * 60 + 69],
  ])("counts the steps of %s at %i steps", (query, count, expected) => {
    expect(samplesOf(query, count)).toBe(expected);
  });

  it("multiplies the steps of nested subqueries", () => {
    const nested = samplesOf("sum_over_time(sum_over_time(vector(1)[1d:1s])[1d:1s])");
    expect(nested).toBeGreaterThan(DAY_SECONDS ** 2);
    expect(nested).toBeLessThan(1.01 * DAY_SECONDS ** 2);
  });

  it("rejects a query above the limit and accepts one below", () => {
    const { expression, within } = costOf("sum_over_time(sum_over_time(vector(1)[1h:1s])[1h:1s])");
    expect(() => requireAffordable(expression, within, 3600 ** 2)).toThrow(
      expect.objectContaining({ code: "query_too_expensive" }),
    );
    expect(() => requireAffordable(expression, within, 2 * 3600 ** 2)).not.toThrow();
  });
});
