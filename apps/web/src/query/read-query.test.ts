import { describe, expect, it } from "vitest";
import { queryText, withOperation } from "./built-query.ts";
import { readQuery } from "./read-query.ts";

describe("a query that is put together", () => {
  it.each([
    "up",
    'up{job="a", instance=~"b\\\\..*", x!="", y!~"\\""}',
    "rate(x_total[5m])",
    "rate(x_total[$__rate_interval])",
    'histogram_quantile(0.95, sum by (le, job) (rate(x_bucket{job="a"}[5m])))',
    "topk(5, avg without (pod) (x)) * 100",
    "((x + 1) / 2) - 3.5",
    "abs(x)",
    "max(x)",
  ])("is taken apart and written again: %s", (text) => {
    const read = readQuery(text);

    expect(read).toBeDefined();
    expect(read && queryText(read)).toBe(text);
  });

  it.each([
    ["sum(x) by (a)", "sum by (a) (x)"],
    [" (rate( x{} [1h] )) ", "rate(x[1h])"],
    ["x / 2 / 3", "(x / 2) / 3"],
  ])("is written one way: %s as %s", (text, expected) => {
    const read = readQuery(text);

    expect(read && queryText(read)).toBe(expected);
  });

  it.each([
    ...["rate(x", "x offset 5m", "-x", "x > 1", "x + y", "1 - x", "vector(1)", '{a="b"}', "x{a='b'}", "x # why"],
    ...["quantile(0.9, x)", "rate(x[5m:1m])", "rate(x[5m] @ 3)", "x / 2 * 3 + y", "sum(x, y)", '{"a.b"}', "x[5m]"],
    ...["x - 2 > bool 1", "abs(rate(x[5m]), 3)", 'label_replace(x, "a", "b", "c", "d")', "2", "rate(x)"],
  ])("is not made of what means something else: %s", (text) => {
    expect(readQuery(text)).toBeUndefined();
  });

  it("begins with nothing, and leaves out what is not finished", () => {
    const filters = [{ label: "", operator: "=", value: "a" }] as const;

    expect(readQuery(" ")).toEqual({ metric: "", filters: [], operations: [] });
    expect(queryText({ metric: "up", filters, operations: [] })).toBe("up");
    expect(queryText({ metric: "not a name", filters: [], operations: [] })).toBe("");
  });

  it("has one window, before all else", () => {
    const operations = withOperation(withOperation(withOperation([], "increase"), "sum"), "rate");

    expect(queryText({ metric: "x", filters: [], operations })).toBe("sum(rate(x[5m]))");
  });
});
