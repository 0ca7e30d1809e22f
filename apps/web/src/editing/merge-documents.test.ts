import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonObject, objectOf, objectsOf, textOf } from "../dashboard/model/json.ts";
import { arrange, placesOf, putAt, withPlaces } from "./layout/arrange.ts";
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

  describe("of where panels lie", () => {
    /** Panels below each other, each eight rows high, as wide as the page unless said. */
    const column = (...panels: readonly (string | readonly [string, object])[]) => {
      let y = 0;
      const placed = panels.map((one) => {
        const [title, more] = typeof one === "string" ? [one, {}] : one;
        const gridPos = { x: 0, y, w: 24, h: 8, ...more };
        y += gridPos.h;
        return { ...panel(title.charCodeAt(0), { title }), gridPos };
      });
      return { title: "Shop", panels: placed };
    };
    const shown = (document: JsonObject) =>
      objectsOf(document["panels"])
        .map(({ title, gridPos }) => ({ title: textOf(title), ...objectOf(gridPos) }))
        .toSorted((a, b) => Number(objectOf(a)["y"]) - Number(objectOf(b)["y"]))
        .map((place) => `${place.title} ${objectOf(place)["y"]}`);
    const base = column("A", "B", "C", "D");

    it("ask about no panel that only made room for another", () => {
      const merged = mergeDocuments({
        base,
        mine: column("B", "C", "A", "D"),
        theirs: column(["N", { h: 4 }], "A", "B", "C", "D"),
      });

      expect(merged.conflicts).toEqual([]);
      expect(shown(merged.document)).toEqual(["N 0", "B 4", "C 12", "A 20", "D 28"]);
    });

    it("are both kept where each moved another panel past the same one", () => {
      const merged = mergeDocuments({ base, mine: column("B", "A", "C", "D"), theirs: column("A", "C", "B", "D") });

      expect(merged.conflicts).toEqual([]);
      expect(shown(merged.document)).toEqual(["C 0", "B 8", "A 16", "D 24"]);
    });

    it("ask about the one panel that both moved, and put the others around it", () => {
      const versions = { base, mine: column("B", "C", "D", "A"), theirs: column("B", "C", ["A", { h: 4 }], "D") };
      const key = `panel ${"A".charCodeAt(0)}/gridPos`;

      const merged = mergeDocuments(versions);

      expect(merged.conflicts.map((conflict) => conflict.key)).toEqual([key]);
      expect(shown(merged.document)).toEqual(["B 0", "C 8", "D 16", "A 24"]);
      const others = mergeDocuments(versions, new Map([[key, "theirs"]]));
      expect(shown(others.document)).toEqual(["B 0", "C 8", "A 16", "D 20"]);
    });

    it("ask nothing of a panel that one removed and the other only pushed away", () => {
      const merged = mergeDocuments({
        base,
        mine: column("A", "C", "D"),
        theirs: column(["A", { h: 12 }], "B", "C", "D"),
      });

      expect(merged.conflicts).toEqual([]);
      expect(shown(merged.document)).toEqual(["A 0", "C 12", "D 20"]);
    });

    it("leave everything of one person as it is where the other arranged nothing", () => {
      const mine = column("D", ["A", { w: 12, x: 12 }], "C", "B");

      expect(mergeDocuments({ base, mine, theirs: { ...base, title: "Theirs" } }).document).toEqual({
        ...mine,
        title: "Theirs",
        panels: expect.arrayContaining(mine.panels),
      });
    });

    it("put no panel over another, lose none, and ask about none that nobody moved", () => {
      const pos = fc.record({
        x: fc.integer({ min: 0, max: 18 }),
        y: fc.integer({ min: 0, max: 40 }),
        w: fc.integer({ min: 1, max: 6 }),
        h: fc.integer({ min: 1, max: 9 }),
      });
      const move = fc.record({ index: fc.nat({ max: 5 }), pos });
      fc.assert(
        fc.property(fc.array(pos, { minLength: 6, maxLength: 6 }), move, move, (places, own, others) => {
          const panels = places.map((gridPos, at) => ({ ...panel(at + 1), gridPos }));
          const began = withPlaces({ panels }, arrange(places));

          const { document, conflicts } = mergeDocuments({
            base: began,
            mine: putAt(began, own),
            theirs: putAt(began, others),
          });

          const after = placesOf(document);
          expect(objectsOf(document["panels"]).map(({ gridPos }) => gridPos)).toEqual(after);
          expect(after).toHaveLength(6);
          if (own.index !== others.index) expect(conflicts).toEqual([]);
        }),
      );
    });
  });
});
