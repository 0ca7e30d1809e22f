import { describe, expect, it } from "vitest";
import { readPasted } from "./pasted-panel.ts";

describe("what is pasted into a dashboard", () => {
  it("is a panel", () => {
    expect(readPasted(' {"type":"stat","title":"Up"} ')).toEqual({
      kind: "panel",
      panel: { type: "stat", title: "Up" },
    });
  });

  it.each([
    ["https://room.example/d/nodes/nodes?viewPanel=7&from=now-1h", "nodes", 7],
    ["https://room.example/base/d/a%20b?viewPanel=panel-12", "a b", 12],
    ["http://localhost:8080/d/nodes/panels/3/edit", "nodes", 3],
  ])("is the panel of the address %s", (text, uid, panelId) => {
    expect(readPasted(text)).toEqual({ kind: "address", uid, panelId });
  });

  it("is a table", () => {
    const csv = 'name,says\nada,"a, ""b"""\nbob,x|y';

    expect(readPasted(csv)).toEqual({ kind: "table", csv });
    expect(readPasted("a\tb\n1\t2")).toMatchObject({ kind: "table" });
  });

  it("is a table of which each row is an object", () => {
    const rows = [
      { berth: "north, old", ships: 3 },
      { berth: "south", ships: 4, since: null, of: { a: 1 } },
    ];

    expect(readPasted(JSON.stringify(rows))).toEqual({
      kind: "table",
      csv: 'berth,ships,since,of\r\n"north, old",3,,\r\nsouth,4,,"{""a"":1}"',
    });
  });

  it("is a dashboard with its panels, bare or as servers give it", () => {
    const spec = { title: "Locks", panels: [{ type: "stat" }, { type: "row" }] };

    for (const given of [spec, { metadata: { name: "locks" }, spec }, { dashboard: spec, meta: {} }])
      expect(readPasted(JSON.stringify(given))).toMatchObject({ kind: "dashboard", document: { title: "Locks" } });
  });

  it.each([
    "",
    "just words",
    "one, line",
    "a,b\n1",
    '{"title":"a dashboard"}',
    "{",
    "[1, 2]",
    '[{"a":1}]',
    "[",
    "https://room.example/d/nodes",
  ])("is nothing in %j", (text) => {
    expect(readPasted(text)).toEqual({ kind: "nothing" });
  });
});
