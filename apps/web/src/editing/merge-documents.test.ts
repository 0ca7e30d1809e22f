import { describe, expect, it } from "vitest";
import { mergeDocuments } from "./merge-documents.ts";

const panel = (id: number, more: object = {}) => ({ id, type: "stat", title: `panel ${id}`, options: {}, ...more });
const BASE = { title: "Shop", tags: ["a"], panels: [panel(1), panel(2)] };

describe("two changes of one dashboard", () => {
  it("are both kept where they touch different things, also in one panel", () => {
    const mine = { ...BASE, title: "My shop", panels: [panel(1, { title: "mine" }), panel(2)] };
    const theirs = {
      ...BASE,
      tags: ["b"],
      panels: [panel(1, { options: { colorMode: "value" } }), panel(2), panel(3)],
    };

    expect(mergeDocuments({ base: BASE, mine, theirs })).toEqual({
      conflicts: [],
      document: {
        title: "My shop",
        tags: ["b"],
        panels: [panel(1, { title: "mine", options: { colorMode: "value" } }), panel(2), panel(3)],
      },
    });
  });

  it("are asked about where they touch the same, and are mine until theirs is chosen", () => {
    const mine = { ...BASE, panels: [panel(1, { title: "mine" }), panel(2)] };
    const theirs = { ...BASE, panels: [panel(1, { title: "theirs" }), panel(2)] };
    const key = "panel 1/title";

    const merged = mergeDocuments({ base: BASE, mine, theirs });
    expect(merged.conflicts).toEqual([{ key, base: "panel 1", mine: "mine", theirs: "theirs" }]);
    expect(merged.document).toEqual(mine);
    expect(mergeDocuments({ base: BASE, mine, theirs }, new Map([[key, "theirs"]])).document).toEqual(theirs);
  });

  it("keep a panel removed that the other did not touch, and ask about one that the other changed", () => {
    const mine = { ...BASE, panels: [panel(2)] };

    expect(mergeDocuments({ base: BASE, mine, theirs: { ...BASE, title: "x" } }).document["panels"]).toEqual([
      panel(2),
    ]);
    const theirs = { ...BASE, panels: [panel(1, { title: "theirs" }), panel(2)] };
    expect(mergeDocuments({ base: BASE, mine, theirs }).conflicts.map(({ key }) => key)).toEqual(["panel 1"]);
  });

  it("are the same whatever order their members stand in", () => {
    const theirs = { panels: [panel(1), panel(2)], tags: ["a"], title: "Shop" };
    expect(mergeDocuments({ base: BASE, mine: { ...BASE, title: "x" }, theirs }).conflicts).toEqual([]);
  });

  it("are both kept where they touch different options of a panel, and different items of a list", () => {
    const query = (refId: string, expr: string) => ({ refId, expr });
    const variables = (...names: string[]) => ({ list: names.map((name) => ({ name, type: "custom" })) });
    const field = (unit: string, max: number) => ({ fieldConfig: { defaults: { unit, max }, overrides: [] } });
    const with_ = (more: object, ...names: string[]) => ({
      ...BASE,
      templating: variables(...names),
      panels: [panel(1, more)],
    });
    const base = with_({ ...field("s", 1), targets: [query("A", "up")] }, "job", "old");
    const mine = with_({ ...field("ms", 1), targets: [query("A", "mine")] }, "job", "old", "mine");
    const theirs = with_({ ...field("s", 9), targets: [query("A", "up"), query("B", "theirs")] }, "theirs", "job");

    expect(mergeDocuments({ base, mine, theirs })).toEqual({
      conflicts: [],
      document: with_(
        { ...field("ms", 9), targets: [query("A", "mine"), query("B", "theirs")] },
        "theirs",
        "job",
        "mine",
      ),
    });
  });

  it("are both kept where each added a panel, or began to say something of a panel", () => {
    const at = (y: number) => ({ gridPos: { x: 0, y, w: 12, h: 8 } });
    const added = (title: string) => ({ ...BASE, panels: [panel(1), panel(2), panel(3, { title, ...at(0) })] });

    const merged = mergeDocuments({ base: BASE, mine: added("mine"), theirs: added("theirs") });

    expect(merged.conflicts).toEqual([]);
    expect(merged.document["panels"]).toMatchObject([
      { id: 1 },
      { id: 2 },
      { id: 3, title: "theirs" },
      { id: 4, title: "mine", ...at(8) },
    ]);
    const begun = (defaults: object) => ({ ...BASE, panels: [panel(1, { fieldConfig: { defaults } }), panel(2)] });
    expect(mergeDocuments({ base: BASE, mine: begun({ unit: "s" }), theirs: begun({ min: 0 }) })).toMatchObject({
      conflicts: [],
      document: begun({ unit: "s", min: 0 }),
    });
  });

  it("never put two places of one panel together", () => {
    const at = (x: number, w: number) => ({ ...BASE, panels: [panel(1, { gridPos: { x, y: 0, w, h: 8 } })] });

    const merged = mergeDocuments({ base: at(0, 12), mine: at(12, 12), theirs: at(0, 24) });

    expect(merged.conflicts.map(({ key }) => key)).toEqual(["panel 1/gridPos"]);
    expect(merged.document).toEqual(at(12, 12));
  });
});
