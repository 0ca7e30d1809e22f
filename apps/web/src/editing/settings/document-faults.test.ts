import { describe, expect, it } from "vitest";
import { newDashboardSpec } from "../../dashboards/new-dashboard-spec.ts";
import { documentFaults } from "./document-faults.ts";
import { placesOfPaths, readJsonText } from "./json-text.ts";

const GOOD = { title: "Good", panels: [{ id: 1, type: "stat", gridPos: { x: 0, y: 0, w: 12, h: 8 } }] };

describe("a document", () => {
  it("as it is made here has no faults", () => {
    expect(documentFaults(newDashboardSpec("New", "overview", ""))).toEqual([]);
    expect(documentFaults(GOOD)).toEqual([]);
  });

  it.each<[object, string]>([
    [{ ...GOOD, title: " " }, "title"],
    [{ panels: [] }, "title"],
    [{ ...GOOD, panels: {} }, "panels"],
    [{ ...GOOD, panels: [{ id: 1 }] }, "panels[0].type"],
    [{ ...GOOD, panels: [{ type: "stat", gridPos: { x: 0, y: 0, w: 25, h: 8 } }] }, "panels[0].gridPos.w"],
    [{ ...GOOD, panels: [...GOOD.panels, { id: 1, type: "text" }] }, "panels[1].id"],
    [{ ...GOOD, panels: [{ type: "row", panels: [{ type: "stat", title: 4 }] }] }, "panels[0].panels[0].title"],
    [{ ...GOOD, panels: [{ type: "stat", targets: [{ expr: 7 }] }] }, "panels[0].targets[0].expr"],
    [{ ...GOOD, refresh: "often" }, "refresh"],
    [{ ...GOOD, time: { from: "now-1h" } }, "time.to"],
    [{ ...GOOD, templating: { list: [{ name: "a b", type: "custom" }] } }, "templating.list[0].name"],
    [
      {
        ...GOOD,
        templating: {
          list: [
            { name: "a", type: "custom" },
            { name: "a", type: "query" },
          ],
        },
      },
      "templating.list[1].name",
    ],
  ])("%j is faulty at %s", (document, path) => {
    expect(documentFaults(document).map((fault) => fault.path)).toEqual([path]);
  });
});

describe("JSON that is typed", () => {
  it("is read, or its first fault is shown with line and column", () => {
    expect(readJsonText('{"title": "x"}')).toEqual({ kind: "json", value: { title: "x" } });
    expect(readJsonText('{\n  "title": "x",\n  "tags": [1,, 2]\n}')).toMatchObject({
      kind: "fault",
      line: 3,
      column: 14,
    });
    expect(readJsonText('{"title": ')).toMatchObject({ kind: "fault", line: 1, reason: "a value is missing" });
  });

  it("shows where a part of it stands, or the nearest that is there", () => {
    const text = JSON.stringify({ title: "x", panels: [{ type: "stat" }, { gridPos: { w: 99 } }] }, null, 2);

    expect(placesOfPaths(text, ["panels[1].gridPos.w", "panels[1].type"])).toMatchObject([
      { line: 9, column: 14 },
      { line: 7, column: 5 },
    ]);
  });
});
