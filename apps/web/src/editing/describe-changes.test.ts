import { describe, expect, it } from "vitest";
import { describeChanges, nameOfPart } from "./describe-changes.ts";

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
      { what: "Tags", details: [] },
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
    expect(describeChanges({ panels: [panel(1)] }, p99(400, "s", "up"))[0]?.details).toContain("Thresholds");
    const placed = { panels: [panel(1, { gridPos: { x: 0, y: 0, w: 12, h: 8 }, options: { colorMode: "value" } })] };
    expect(describeChanges({ panels: [panel(1)] }, placed)[0]?.details).toEqual([
      "place: nothing → 12 × 8 (0, 0)",
      "Colour of: nothing → Value",
    ]);
  });

  it("says of variables which one, and of long texts their begin", () => {
    const list = (...variables: object[]) => ({ templating: { list: variables }, panels: [] });
    const before = list({ name: "job", query: "a" }, { name: "old" });

    expect(describeChanges(before, list({ name: "job", query: "b".repeat(99) }, { name: "new" }))).toEqual([
      {
        what: "Variables",
        details: [`job, query: a → ${"b".repeat(60)}…`, "“old” removed", "“new” added"],
      },
    ]);
  });

  it("calls the parts that two people changed as the page does", () => {
    const document = { panels: [panel(1, { type: "timeseries", title: "Load" })] };

    expect(nameOfPart("title", document)).toBe("Title");
    expect(nameOfPart("panel 1", document)).toBe("Panel “Load”");
    expect(nameOfPart("panel 1/fieldConfig/defaults/unit", document)).toBe("Panel “Load”: Unit");
    expect(nameOfPart("panel 1/targets/B/expr", document)).toBe("Panel “Load”: Query B, expr");
  });
});
