import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inOneColumn, layoutDashboard } from "./layout.ts";
import { readDashboard } from "./read-dashboard.ts";

const VALUES: Readonly<Record<string, readonly string[]>> = { pod: ["a", "b", "c"], one: ["x"] };
const valuesOf = (name: string) => VALUES[name]?.map((value) => ({ value, text: value.toUpperCase() }));

function layoutOf(panels: readonly unknown[], collapsedByKey: ReadonlyMap<string, boolean> = new Map()) {
  return layoutDashboard(readDashboard({ panels }).panels, {
    valuesOf,
    isCollapsed: (key, isAsWritten) => collapsedByKey.get(key) ?? isAsWritten,
  });
}

const placesOf = ({ items }: ReturnType<typeof layoutOf>) =>
  items.map(({ key, pos }) => `${key} ${pos.x},${pos.y} ${pos.w}x${pos.h}`);

const at = (x: number, y: number, w = 12, h = 4) => ({ gridPos: { x, y, w, h } });

describe("the panels of a dashboard", () => {
  it("stand where the document puts them, in reading order", () => {
    const layout = layoutOf([
      { id: 2, ...at(12, 0) },
      { id: 1, ...at(0, 0) },
      { id: 3, ...at(0, 4, 24) },
    ]);

    expect(placesOf(layout)).toEqual(["1 0,0 12x4", "2 12,0 12x4", "3 0,4 24x4"]);
    expect(layout.height).toBe(8);
  });

  it("move up where nothing is above them, and apart where two have one place", () => {
    expect(
      placesOf(
        layoutOf([
          { id: 1, ...at(0, 3) },
          { id: 2, ...at(0, 3) },
          { id: 3, ...at(6, 20) },
        ]),
      ),
    ).toEqual(["1 0,0 12x4", "2 0,4 12x4", "3 6,8 12x4"]);
  });

  it("without a place begin the grid, as the peer has them", () => {
    expect(placesOf(layoutOf([{ id: 1 }, { id: 2, ...at(6, 0) }, { id: 3, ...at(0, 3) }]))).toEqual([
      "1 0,0 6x3",
      "2 6,0 12x4",
      "3 0,4 12x4",
    ]);
  });

  it("stand two by two where none has a place", () => {
    expect(placesOf(layoutOf([{ id: 1 }, { id: 2 }, { id: 3 }]))).toEqual(["1 0,0 12x9", "2 12,0 12x9", "3 0,9 12x9"]);
  });

  it("are never on top of each other, nor outside the grid, nor lost", () => {
    const panel = fc.record(
      {
        type: fc.constantFrom("stat", "row"),
        gridPos: fc.record({ x: fc.integer(), y: fc.nat(50), w: fc.nat(30), h: fc.nat(12) }),
        repeat: fc.constantFrom("pod", "one", "unknown"),
        repeatDirection: fc.constantFrom("h", "v"),
        maxPerRow: fc.nat(30),
        collapsed: fc.boolean(),
      },
      { requiredKeys: ["type"] },
    );
    fc.assert(
      fc.property(fc.array(panel, { maxLength: 12 }), (panels) => {
        const { items, height } = layoutOf(panels.map((one) => ({ ...one, collapsed: false })));

        const cells = new Set<string>();
        for (const { pos } of items) {
          for (let x = pos.x; x < pos.x + pos.w; x++) {
            for (let y = pos.y; y < pos.y + pos.h; y++) {
              expect(x).toBeLessThan(24);
              expect(y).toBeLessThan(height);
              expect(cells.has(`${x},${y}`)).toBe(false);
              cells.add(`${x},${y}`);
            }
          }
        }
        expect(new Set(items.map(({ kind, key }) => `${kind} ${key}`)).size).toBe(items.length);
        expect(items.length).toBeGreaterThanOrEqual(panels.length);
      }),
      { numRuns: 60 },
    );
  });

  it("stand below each other on a narrow screen", () => {
    const layout = inOneColumn(
      layoutOf([
        { id: 1, ...at(12, 0) },
        { id: 2, ...at(0, 0, 12, 8) },
      ]),
    );

    expect(placesOf(layout)).toEqual(["2 0,0 24x8", "1 0,8 24x4"]);
    expect(layout.height).toBe(12);
  });
});

describe("a row", () => {
  const panels = [
    { id: 1, type: "row", ...at(0, 0, 24, 1) },
    { id: 2, ...at(0, 1) },
    {
      id: 3,
      type: "row",
      collapsed: true,
      panels: [
        { id: 4, ...at(0, 90) },
        { id: 5, ...at(12, 90) },
      ],
      ...at(0, 5, 24, 1),
    },
    { id: 6, ...at(0, 6) },
  ];

  it("owns what follows it while open, and what it holds while collapsed", () => {
    const { items } = layoutOf(panels);

    expect(placesOf({ items, height: 0 })).toEqual(["1 0,0 24x1", "2 0,1 12x4", "3 0,5 24x1", "6 0,6 12x4"]);
    expect(items.map((item) => (item.kind === "row" ? item.panelCount : "-"))).toEqual([1, "-", 2, "-"]);
  });

  it("shows its panels below itself when somebody opens it", () => {
    expect(placesOf(layoutOf(panels, new Map([["3", false]])))).toEqual([
      "1 0,0 24x1",
      "2 0,1 12x4",
      "3 0,5 24x1",
      "4 0,6 12x4",
      "5 12,6 12x4",
      "6 0,10 12x4",
    ]);
  });

  it("hides its panels when somebody closes it", () => {
    expect(placesOf(layoutOf(panels, new Map([["1", true]])))).toEqual(["1 0,0 24x1", "3 0,1 24x1", "6 0,2 12x4"]);
  });

  it("that repeats comes once for each value, with all its panels", () => {
    const { items } = layoutOf([
      { id: 1, type: "row", repeat: "pod", ...at(0, 0, 24, 1) },
      { id: 2, ...at(0, 1) },
    ]);

    expect(items.map(({ key, scoped }) => `${key}=${scoped.get("pod")?.text}`)).toEqual([
      "1=A",
      "2=A",
      "1@b=B",
      "2@b=B",
      "1@c=C",
      "2@c=C",
    ]);
  });
});

describe("a panel that repeats", () => {
  it("shares the width of the page among its copies", () => {
    const layout = layoutOf([
      { id: 1, repeat: "pod", ...at(0, 0, 6) },
      { id: 2, ...at(0, 4) },
    ]);

    expect(placesOf(layout)).toEqual(["1 0,0 8x4", "1:b 8,0 8x4", "1:c 16,0 8x4", "2 0,4 12x4"]);
    expect(layout.items[1]).toMatchObject({ scoped: new Map([["pod", { value: "b", text: "B" }]]) });
  });

  it("wraps after as many as it allows in a line, and what is below moves down", () => {
    expect(
      placesOf(
        layoutOf([
          { id: 1, repeat: "pod", maxPerRow: 2, ...at(0, 0) },
          { id: 2, ...at(0, 4) },
        ]),
      ),
    ).toEqual(["1 0,0 12x4", "1:b 12,0 12x4", "1:c 0,4 12x4", "2 0,8 12x4"]);
  });

  it("can stand below itself instead", () => {
    expect(
      placesOf(
        layoutOf([
          { id: 1, repeat: "pod", repeatDirection: "v", ...at(6, 0) },
          { id: 2, ...at(0, 4) },
        ]),
      ),
    ).toEqual(["1 6,0 12x4", "1:b 6,4 12x4", "1:c 6,8 12x4", "2 0,12 12x4"]);
  });

  it("stays one panel when its variable is not known", () => {
    expect(placesOf(layoutOf([{ id: 1, repeat: "gone", ...at(0, 0, 6) }]))).toEqual(["1 0,0 6x4"]);
  });

  it("has one copy within a row that repeats over the same variable", () => {
    const { items } = layoutOf([
      { id: 1, type: "row", repeat: "pod", ...at(0, 0, 24, 1) },
      { id: 2, repeat: "pod", ...at(0, 1) },
    ]);

    expect(items.filter(({ kind }) => kind === "panel").map(({ key }) => key)).toEqual(["2", "2@b", "2@c"]);
  });
});
