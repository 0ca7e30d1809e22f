import { describe, expect, it } from "vitest";
import type { DisplayFrame } from "../../model/frame/frame.ts";
import { histogramOf } from "./histogram.ts";

function frameOf(name: string, values: readonly number[], unit?: string): DisplayFrame {
  const field = { name, displayName: name, type: "number" as const, values, labels: {}, settings: { unit } };
  return { refId: "A", name, fields: [field], length: values.length };
}

describe("a histogram", () => {
  it("counts how often values lie in each bucket of the asked size", () => {
    const groups = histogramOf([frameOf("a", [1, 2, 11, 12, 13, 25, Number.NaN], "ms")], { bucketSize: 10 });

    expect(groups?.names.map((name) => name.replaceAll(/\s/g, " "))).toEqual(["0 ms", "10 ms", "20 ms"]);
    expect(groups?.fields.map(({ values }) => values)).toEqual([[2, 3, 1]]);
  });

  it("has bars for each field, or of all together", () => {
    const frames = [frameOf("a", [1, 2]), frameOf("b", [2, 3])];
    const counts = (options: object) =>
      histogramOf(frames, { bucketSize: 1, ...options })?.fields.map(({ values }) => values);

    expect(counts({})).toEqual([
      [1, 1, 0],
      [0, 1, 1],
    ]);
    expect(counts({ combine: true })).toEqual([[1, 2, 1]]);
  });

  it("has one bucket for one value, never more than fit, and none without numbers", () => {
    expect(histogramOf([frameOf("a", [7, 7])], {})?.fields[0]?.values).toEqual([2]);
    expect(histogramOf([frameOf("a", [0, 1e9])], { bucketSize: 1 })?.names.length).toBeLessThanOrEqual(201);
    expect(histogramOf([frameOf("a", [Number.NaN])], {})).toBeUndefined();
  });
});
