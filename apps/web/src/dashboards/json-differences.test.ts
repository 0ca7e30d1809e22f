import { describe, expect, it } from "vitest";
import { jsonDifferences } from "./json-differences.ts";

describe("the differences of two documents", () => {
  it("are the places where they say something else", () => {
    const before = { title: "A", panels: [{ id: 1, type: "stat" }, { id: 2 }], refresh: "5s", same: { deep: [1] } };
    const after = { title: "B", panels: [{ id: 1, type: "table" }], tags: ["x"], same: { deep: [1] } };

    expect(jsonDifferences(before, after)).toEqual([
      { path: "title", before: '"A"', after: '"B"' },
      { path: "panels[0].type", before: '"stat"', after: '"table"' },
      { path: "panels[1]", before: '{"id":2}', after: undefined },
      { path: "tags", before: undefined, after: '["x"]' },
      { path: "refresh", before: '"5s"', after: undefined },
    ]);
  });

  it.each<[unknown, unknown]>([
    [{}, {}],
    [{ a: null }, { a: null }],
    [
      [1, { b: "" }],
      [1, { b: "" }],
    ],
  ])("of %j and %j are none", (before, after) => {
    expect(jsonDifferences(before, after)).toEqual([]);
  });

  it("tell a list from an object, and nothing from null", () => {
    expect(jsonDifferences({ a: [] }, { a: {} })).toEqual([{ path: "a", before: "[]", after: "{}" }]);
    expect(jsonDifferences({}, { a: null })).toEqual([{ path: "a", before: undefined, after: "null" }]);
  });
});
