import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../dashboard/model/json.ts";
import { layoutDashboard } from "../../dashboard/model/layout.ts";
import { migrateToShow } from "../../dashboard/model/migrate.ts";
import { readDashboard } from "../../dashboard/model/read-dashboard.ts";
import { arrange, onGrid, placesOf, withPlaces } from "./arrange.ts";

const LEFT = { x: 0, y: 0, w: 12, h: 8 };
const RIGHT = { x: 12, y: 0, w: 12, h: 4 };
const BELOW = { x: 0, y: 8, w: 12, h: 8 };

describe("a panel that is moved", () => {
  it("takes the place of the one whose top it reaches from above", () => {
    const places = arrange([LEFT, RIGHT, BELOW], { index: 0, pos: { ...LEFT, y: 8 } });

    expect(places).toEqual([{ ...LEFT, y: 8 }, RIGHT, { ...BELOW, y: 0 }]);
  });

  it("goes before the others when it comes from below", () => {
    const places = arrange([LEFT, RIGHT, BELOW], { index: 2, pos: { ...BELOW, y: 0 } });

    expect(places).toEqual([{ ...LEFT, y: 8 }, RIGHT, { ...BELOW, y: 0 }]);
  });

  it("pushes down what it comes to lie on, and rises where nothing is above it", () => {
    const places = arrange([LEFT, RIGHT, BELOW], { index: 2, pos: { x: 12, y: 9, w: 12, h: 8 } });

    expect(places[2]).toEqual({ x: 12, y: 4, w: 12, h: 8 });
    expect(arrange([LEFT, RIGHT, BELOW], { index: 0, pos: { ...LEFT, w: 24 } })).toEqual([
      { ...LEFT, w: 24 },
      { ...RIGHT, y: 8 },
      { ...BELOW, y: 8 },
    ]);
  });

  it("stays on the grid", () => {
    expect(onGrid({ x: 20, y: -3, w: 12, h: 0 })).toEqual({ x: 12, y: 0, w: 12, h: 1 });
    expect(onGrid({ x: -4, y: 2, w: 99, h: 8 })).toEqual({ x: 0, y: 2, w: 24, h: 8 });
  });
});

function fixture(name: string): JsonObject {
  const path = `../../../../../test/fixtures/dashboards/${name}.json`;
  return migrateToShow(JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")));
}

describe("arranging a document", () => {
  const row = { type: "row", title: "More", gridPos: { x: 0, y: 8, w: 24, h: 1 }, panels: [] };
  const document = { panels: [{ gridPos: LEFT }, row, { title: "without a place" }] };

  it("keeps rows as wide as the page and puts what has no place below", () => {
    expect(placesOf(document)).toEqual([LEFT, { x: 0, y: 8, w: 24, h: 1 }, { x: 0, y: 9, w: 12, h: 9 }]);
  });

  it.each(["before-the-grid", "every-oddity"])("gives every panel of %s the place where it is shown", (name) => {
    const before = fixture(name);

    const after = withPlaces(before, arrange(placesOf(before)));

    const shown = (one: JsonObject) => {
      const { items } = layoutDashboard(readDashboard(one).panels, { valuesOf: () => undefined });
      return items.map(({ key, pos }) => ({ key, pos }));
    };
    expect(shown(after)).toEqual(shown(before));
    const written = new Map(readDashboard(after).panels.map(({ id, gridPos }) => [String(id), gridPos]));
    for (const { key, pos } of shown(after)) {
      if (written.has(key)) expect(written.get(key)).toEqual(pos);
    }
  });

  it("changes only the panels that have moved", () => {
    const changed = withPlaces(document, arrange(placesOf(document)));

    expect((changed["panels"] as unknown[])[0]).toBe(document.panels[0]); // a list of panels, as above
    expect(changed["panels"]).toMatchObject([{}, {}, { gridPos: { y: 9 } }]);
  });
});
