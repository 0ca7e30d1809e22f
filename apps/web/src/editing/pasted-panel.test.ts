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

  it("is a table, which becomes a text", () => {
    const pasted = readPasted('name,says\nada,"a, ""b"""\nbob,x|y');

    expect(pasted).toMatchObject({
      panel: {
        type: "text",
        options: { content: '| name | says |\n| --- | --- |\n| ada | a, "b" |\n| bob | x\\|y |' },
      },
    });
    expect(readPasted("a\tb\n1\t2")).toMatchObject({ kind: "panel" });
  });

  it.each(["", "just words", "one, line", "a,b\n1", '{"title":"a dashboard"}', "{", "https://room.example/d/nodes"])(
    "is nothing in %j",
    (text) => {
      expect(readPasted(text)).toEqual({ kind: "nothing" });
    },
  );
});
