import { describe, expect, it } from "vitest";
import { describeChanges, linesOfPart, placeOfPart } from "./describe-changes.ts";

const panel = (id: number, more: object = {}) => ({ id, type: "stat", title: `panel ${id}`, options: {}, ...more });
const BASE = { title: "Shop", tags: ["a"], panels: [panel(1), panel(2)] };

/** A panel with one threshold, one unit and one query. */
function p99(value: number, unit: string, expr: string) {
  const steps = [
    { color: "green", value: null },
    { color: "red", value },
  ];
  const fieldConfig = { defaults: { unit, thresholds: { mode: "absolute", steps } }, overrides: [] };
  return { panels: [panel(1, { title: "p99", fieldConfig, targets: [{ refId: "A", expr }] })] };
}

describe("what was changed, in words", () => {
  it("names settings and panels", () => {
    const now = { title: "My shop", tags: ["b"], panels: [panel(1), panel(3, { title: "New" })] };

    expect(describeChanges(BASE, now)).toEqual([
      { what: "Title: Shop → My shop", details: [] },
      { what: "Tags: a → b", details: [] },
      { what: "Panel “panel 2” removed", details: [] },
      { what: "Panel “New” added", details: [] },
    ]);
    expect(describeChanges(BASE, BASE)).toEqual([]);
  });

  it("says of a panel what each option was and is, as the editor calls it", () => {
    expect(describeChanges(p99(400, "s", "up"), p99(500, "s", "up"))).toEqual([
      { what: "Panel “p99”", details: ["Thresholds: 400 → 500"] },
    ]);
    expect(describeChanges(p99(400, "s", "up"), p99(400, "", "sum(up)"))[0]?.details).toEqual([
      "Unit: s → nothing",
      "Query A: up → sum(up)",
    ]);
    const unit = { panels: [panel(1, { fieldConfig: { defaults: { unit: "ms" }, overrides: [] } })] };
    expect(describeChanges({ panels: [panel(1)] }, unit)[0]?.details).toContain("Unit: nothing → ms");
    expect(describeChanges({ panels: [panel(1)] }, p99(400, "s", "up"))[0]?.details).toContain(
      "Thresholds: nothing → green, red from 400",
    );
    const placed = { panels: [panel(1, { gridPos: { x: 0, y: 0, w: 12, h: 8 }, options: { colorMode: "value" } })] };
    expect(describeChanges({ panels: [panel(1)] }, placed)[0]?.details).toEqual([
      "Place: nothing → 12 × 8 (0, 0)",
      "Colour of: nothing → Value",
    ]);
  });

  it("says of thresholds, value mappings and overrides which there were and are", () => {
    const withConfig = (defaults: object, overrides: readonly object[] = []) => ({
      panels: [panel(1, { fieldConfig: { defaults, overrides } })],
    });
    const details = (before: object, now: object) => describeChanges({ ...before }, { ...now })[0]?.details;
    const thresholds = (mode: string, ...steps: (readonly [string, number | null])[]) =>
      withConfig({ thresholds: { mode, steps: steps.map(([color, value]) => ({ color, value })) } });
    const two = thresholds("absolute", ["green", null], ["red", 400]);

    expect(details(two, thresholds("absolute", ["green", null], ["orange", 200], ["red", 400]))).toEqual([
      "Thresholds: green, red from 400 → green, orange from 200, red from 400",
    ]);
    expect(details(two, thresholds("percentage", ["text", null], ["red", 400]))).toEqual([
      "Thresholds: values → percent from the lowest to the highest",
      "Thresholds: green → text",
    ]);

    expect(details(withConfig({}), thresholds("percentage", ["green", null], ["red", 80]))).toEqual([
      "Thresholds: nothing → green, red from 80\u2009%",
    ]);

    const mapped = (...mappings: object[]) => withConfig({ mappings });
    const isUp = { type: "value", options: { 1: { text: "up", index: 0 } } };
    const inRange = { type: "range", options: { from: 2, result: { color: "red", index: 1 } } };
    const ofPattern = { type: "regex", options: { pattern: "^4..", result: { text: "bad" } } };
    const ofNone = { type: "special", options: { match: "null", result: { text: "away" } } };
    expect(details(withConfig({}), mapped(isUp, inRange))).toEqual(["Value mappings: nothing → 1 = up, 2 – … = red"]);
    expect(details(mapped(isUp), mapped(ofPattern, ofNone))).toEqual([
      "Value mappings: 1 = up → ^4.. = bad, no value = away",
    ]);

    const override = (id: string, options: string, ...properties: object[]) => ({
      matcher: { id, options },
      properties,
    });
    const ofNumbers = override("byType", "number", { id: "unit", value: "s" }, { id: "unheard" });
    expect(details(withConfig({}), withConfig({}, [override("byName", "p99"), ofNumbers]))).toEqual([
      "Overrides: nothing → p99, number (Unit s, unheard)",
    ]);
  });

  it("says of variables which one, and of long texts their begin", () => {
    const list = (...variables: object[]) => ({ templating: { list: variables }, panels: [] });
    const before = list({ name: "job", type: "query", query: "a" }, { name: "old" });

    expect(
      describeChanges(before, list({ name: "job", type: "query", query: "b".repeat(99) }, { name: "new" })),
    ).toEqual([
      {
        what: "Variables",
        details: [`job, Query: a → ${"b".repeat(60)}…`, "“old” removed", "“new” added"],
      },
    ]);
  });

  it("says of settings what they were and are, as their page calls them", () => {
    const before = { panels: [], editable: true, time: { from: "now-6h", to: "now" }, tags: ["a", "b"] };
    const now = { panels: [], editable: false, time: { from: "now-1h", to: "now" }, graphTooltip: 1 };

    expect(describeChanges(before, now)).toEqual([
      { what: "Can be edited: on → off", details: [] },
      { what: "Time range", details: ["From: now-6h → now-1h"] },
      { what: "Tags: a, b → nothing", details: [] },
      { what: "The pointer in one chart shows in the others: nothing → as a line", details: [] },
    ]);
  });

  it("says of the order of a table's rows which it was and is", () => {
    const ordered = (...sortBy: object[]) => ({ panels: [panel(1, { type: "table", options: { sortBy } })] });
    const details = (...[before, now]: readonly object[][]) =>
      describeChanges(ordered(...(before ?? [])), ordered(...(now ?? [])))[0]?.details;

    expect(details([], [{ displayName: "Value", desc: true }])).toEqual([
      "Rows ordered by: nothing → Value (Highest first)",
    ]);
    expect(details([{ displayName: "Value", desc: true }], [{ displayName: "Time" }])).toEqual([
      "Rows ordered by: Value (Highest first) → Time",
    ]);
  });

  const labelOf = (key: string, document: object) =>
    placeOfPart({ key, base: undefined, mine: undefined, theirs: undefined }, { ...document }).label;

  it("calls the parts that two people changed as the page does", () => {
    const inside = panel(7, { type: "timeseries", title: "Inside" });
    const document = {
      panels: [panel(1, { type: "timeseries", title: "Load" }), { id: 4, type: "row", title: "Row", panels: [inside] }],
      templating: { list: [{ name: "job", type: "query", query: "a" }] },
    };

    expect(labelOf("title", document)).toBe("Title");
    expect(labelOf("time/from", document)).toBe("Time range: From");
    expect(labelOf("panel 1", document)).toBe("Panel “Load”");
    expect(labelOf("panel 1/gridPos", document)).toBe("Panel “Load”: Place");
    expect(labelOf("panel 1/fieldConfig/overrides", document)).toBe("Panel “Load”: Overrides");
    expect(labelOf("panel 1/fieldConfig/defaults/unit", document)).toBe("Panel “Load”: Unit");
    expect(labelOf("panel 1/targets/B/expr", document)).toBe("Panel “Load”: Query B");
    expect(labelOf("panel 1/targets/B/legendFormat", document)).toBe("Panel “Load”: Query B, legend");
    expect(labelOf("panel 4/panels/7/fieldConfig/defaults/unit", document)).toBe("Panel “Row”: Panel “Inside”: Unit");
    expect(labelOf("templating/list/job", document)).toBe("Variable “job”");
    expect(labelOf("templating/list/job/query", document)).toBe("Variable “job”: Query");
    expect(labelOf("templating/list/job/sort", document)).toBe("Variable “job”: Order");
    expect(labelOf("annotations/list/Changes/iconColor", document)).toBe("Events “Changes”: Colour");
  });

  it("says in words what stands in those parts", () => {
    const words = (key: string, value: unknown, document: object = { panels: [panel(1)] }) =>
      placeOfPart({ key, base: undefined, mine: value, theirs: undefined }, { ...document }).inWords(value);

    expect(words("tags", ["a", "b"])).toBe("a, b");
    expect(words("panel 1/gridPos", { x: 0, y: 4, w: 12, h: 8 })).toBe("12 × 8 (0, 4)");
    expect(words("graphTooltip", 2)).toBe("as a line with values");
    expect(words("panel 1/targets", [{ refId: "A" }])).toBeUndefined();
    const gone = panel(9, { title: "Gone" });
    expect(placeOfPart({ key: "panel 9", base: gone, mine: undefined, theirs: gone }, {}).label).toBe("Panel “Gone”");
    expect(linesOfPart("panel 9", gone, panel(9, { title: "Kept" }))).toEqual(["Title: Gone → Kept"]);
    expect(linesOfPart("title", "a", "b")).toEqual([]);
  });
});
