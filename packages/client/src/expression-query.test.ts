import { describe, expect, it } from "vitest";
import { expressionQuery, type WrittenQuery } from "./expression-query.ts";

const A = { refId: "A", expr: "errors" };
const B = { refId: "B", expr: "requests", instant: true };

function asked(query: WrittenQuery, others: readonly WrittenQuery[] = [A, B]) {
  return expressionQuery({ refId: "Z", ...query }, others);
}

function textOf(query: WrittenQuery, others?: readonly WrittenQuery[]): string | undefined {
  const found = asked(query, others);
  return found?.kind === "query" ? found.expr : found?.what;
}

const threshold = (type: string, ...params: readonly number[]) => ({
  type: "threshold",
  expression: "A",
  conditions: [{ evaluator: { type, params } }],
});

describe("an expression over other queries", () => {
  it("is none where a data source is asked", () => {
    expect(asked({ expr: "up", type: "math" })).toBeUndefined();
    expect(asked({ expr: "up" })).toBeUndefined();
  });

  it.each([
    ["mean", "avg_over_time((errors)[$__range:$__interval] @ end())"],
    ["median", "quantile_over_time(0.5, (errors)[$__range:$__interval] @ end())"],
    ["last", "last_over_time((errors)[$__range:$__interval] @ end())"],
  ])("reduces the range that is shown by %s to one value at its end", (reducer, text) => {
    expect(asked({ type: "reduce", expression: "$A", reducer })).toEqual({
      kind: "query",
      expr: text,
      asked: [A],
      isInstant: true,
      interval: undefined,
    });
  });

  it("leaves a single value as it is, and counts it as one", () => {
    expect(textOf({ type: "reduce", expression: "B", reducer: "max" })).toBe("requests");
    expect(textOf({ type: "reduce", expression: "B", reducer: "count" })).toBe("(requests) * 0 + 1");
  });

  it.each([
    [threshold("gt", 3), "(errors) > bool 3"],
    [threshold("lt", -3), "(errors) < bool -3"],
    [threshold("within_range", 9, 1), "((errors) > bool 1) * ((errors) < bool 9)"],
    [threshold("outside_range_included", 1, 9), "((errors) <= bool 1) + ((errors) >= bool 9)"],
  ])("compares by %j", (query, text) => {
    expect(textOf(query)).toBe(text);
  });

  it("resamples to windows, none of which is asked for twice", () => {
    const query = { type: "resample", expression: "A", window: "10s", downsampler: "mean", upsampler: "pad" };
    expect(asked(query)).toMatchObject({
      expr: "avg_over_time((errors)[10000ms:1000ms])",
      interval: "10s",
      isInstant: false,
    });
  });

  it("is of expressions, which stay as they are where values of a range are joined to them", () => {
    const mean = { refId: "M", type: "reduce", expression: "A", reducer: "mean" };
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what people write into dashboards
    expect(asked({ type: "math", expression: "$A - ${M}" }, [A, mean])).toEqual({
      kind: "query",
      expr: "(errors) - (avg_over_time((errors)[$__range:$__interval] @ end()))",
      asked: [A, A],
      isInstant: false,
      interval: undefined,
    });
  });

  it.each([
    [{ type: "classic_conditions" }, "classic_conditions"],
    [{ type: "math", expression: "$A + $C" }, "$C"],
    [{ type: "math", expression: "is_nan($A)" }, "is_nan"],
    [{ type: "math", expression: "$A ; drop" }, "; drop"],
    [{ type: "reduce", expression: "A", reducer: "diff" }, "diff"],
    [{ type: "resample", expression: "A", window: "10s", downsampler: "sum" }, "resample sum"],
    [{ type: "resample", expression: "A", window: "x", downsampler: "mean" }, "window x"],
    [threshold("near", 1), "near"],
    [{ type: "threshold", expression: "A", conditions: [{ evaluator: { type: "gt", params: ["x"] } }] }, "threshold"],
  ])("says of %j what cannot be said", (query, what) => {
    expect(asked(query)).toEqual({ kind: "unsaid", what });
  });

  it("ends where expressions refer to each other, and where they grow beyond all bounds", () => {
    const sum = (refId: string, of: string) => ({ refId, type: "math", expression: `$${of} + $${of}` });
    expect(textOf(sum("X", "Y"), [sum("X", "Y"), sum("Y", "X")])).toMatch(/^\$[XY]$/);
    const letters = ["A", ..."CDEFGHIJKLMNOP"];
    const tower = letters.slice(1).map((letter, at) => sum(letter, letters[at] ?? ""));
    expect(textOf(sum("Q", "P"), [A, ...tower])).toMatch(/^\$[A-P]$/);
  });

  it("is not put together where a few words stand for very many", () => {
    let reads = 0;
    const counted = {
      refId: "A",
      get expr() {
        reads += 1;
        return "errors";
      },
    };
    const many = (refId: string, of: string) => ({
      refId,
      type: "math",
      expression: Array(2000).fill(`$${of}`).join("+"),
    });

    expect(asked(many("C", "B"), [counted, { ...many("B", "A"), expression: "$A+$A" }])).toMatchObject({ what: "$C" });
    expect(asked(many("D", "C"), [counted, many("C", "B"), many("B", "A")])).toMatchObject({ kind: "unsaid" });
    // Once for each word of the last that came to something, at most.
    expect(reads).toBeLessThan(5000);
  });
});
