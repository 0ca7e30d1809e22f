import { describe, expect, it } from "vitest";
import { describeChanges } from "./describe-changes.ts";
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
    expect(merged.conflicts).toEqual([{ key, mine: "mine", theirs: "theirs" }]);
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
});

describe("what was changed, in words", () => {
  it("names settings, panels and their members", () => {
    const now = {
      title: "My shop",
      tags: ["a"],
      panels: [panel(1, { options: { colorMode: "value" }, targets: [] }), panel(3, { title: "New" })],
    };

    expect(describeChanges(BASE, now)).toEqual([
      "Title: Shop → My shop",
      "Panel “panel 1”: options, queries",
      "Panel “panel 2” removed",
      "Panel “New” added",
    ]);
    expect(describeChanges(BASE, BASE)).toEqual([]);
  });
});
