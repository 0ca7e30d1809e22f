import { describe, expect, it, vi } from "vitest";
import { batchOf, type Chart, type ChartEvent, registerMap } from "../src/full.ts";
import { aChart, BARS } from "./bars.fixture.ts";

let chart: Chart;

describe("action events [spec 3, Chart events]", () => {
  it("of ranges are booleans by piece, or the two ends", () => {
    chart = aChart({
      ...BARS,
      visualMap: [
        { type: "piecewise", pieces: [{ max: 2 }, { min: 2 }], dimension: 1, seriesIndex: 0 },
        { type: "continuous", min: 0, max: 4, dimension: 1, seriesIndex: 1 },
      ],
    });
    const told = vi.fn();
    chart.on("datarangeselected", ({ selected }) => told(selected));

    chart.dispatchAction({ type: "selectDataRange", visualMapIndex: 0, selected: { 0: false, 1: true } });
    chart.dispatchAction({ type: "selectDataRange", visualMapIndex: 1, selected: [1, 2] });

    expect(told.mock.calls).toEqual([[{ 0: false, 1: true }], [[1, 2]]]);
  });

  it("of roaming a graph tell the step and the whole", () => {
    chart = aChart({
      series: [
        {
          type: "graph",
          id: "net",
          roam: true,
          data: [
            { name: "a", x: 0, y: 0 },
            { name: "b", x: 9, y: 9 },
          ],
        },
      ],
    });
    const told = vi.fn();
    chart.on("graphroam", told);

    chart.dispatchAction({ type: "graphRoam", seriesId: "net", zoom: 2, originX: 100, originY: 100 });
    chart.dispatchAction({ type: "graphRoam", seriesId: "net", zoom: 2, originX: 100, originY: 100 });
    chart.dispatchAction({ type: "graphRoam", seriesId: "net", dx: 5, dy: 6 });

    expect(told.mock.calls.map(([params]) => params)).toMatchObject([
      { type: "graphroam", seriesId: "net", zoom: 2, originX: 100, originY: 100, totalZoom: expect.closeTo(2) },
      { zoom: 2, totalZoom: expect.closeTo(4) },
      { dx: 5, dy: 6, totalZoom: expect.closeTo(4) },
    ]);
  });

  it.each([
    ["geo", { geo: { id: "land", map: "square", roam: true } }, { geoId: "land" }],
    ["series", { series: [{ type: "map", id: "land", map: "square", roam: true }] }, { seriesId: "land" }],
  ])("of roaming a map tell the accumulated zoom and whether it is a %s", (componentType, option, target) => {
    registerMap("square", {
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          properties: { name: "s" },
          geometry: {
            type: "Polygon",
            coordinates: [
              [
                [0, 0],
                [9, 0],
                [9, 9],
                [0, 9],
                [0, 0],
              ],
            ],
          },
        },
      ],
    } as never);
    chart = aChart(option);
    const told = vi.fn();
    chart.on("georoam", told);

    chart.dispatchAction({ type: "geoRoam", ...target, zoom: 1.5, originX: 200, originY: 150 });
    chart.dispatchAction({ type: "geoRoam", ...target, zoom: 2, originX: 200, originY: 150 });
    chart.dispatchAction({ type: "geoRoam", batch: [{ ...target, dx: 1, dy: 2 }] });

    const params: readonly ChartEvent<"georoam">[] = told.mock.calls.map(([one]) => one);
    expect(params).toMatchObject([
      { type: "georoam", componentType, zoom: 1.5, totalZoom: 1.5, ...target },
      { zoom: 2, totalZoom: expect.closeTo(3) },
      { componentType, totalZoom: expect.closeTo(3), ...target },
    ]);
    expect(params.flatMap(batchOf).at(-1)).toMatchObject({ componentType, dx: 1, totalZoom: expect.closeTo(3) });
  });

  it("of roaming a tree pan and zoom", () => {
    chart = aChart({
      series: [{ type: "tree", id: "t", roam: true, data: [{ name: "root", children: [{ name: "leaf" }] }] }],
    });
    const told = vi.fn();
    chart.on("treeroam", { seriesId: "t" }, told);

    chart.dispatchAction({ type: "treeRoam", seriesId: "t", dx: 3, dy: 4 });
    chart.dispatchAction({ type: "treeRoam", seriesId: "t", zoom: 1.1, originX: 1, originY: 2 });

    expect(told.mock.calls.map(([params]) => params)).toMatchObject([
      { type: "treeroam", seriesId: "t", dx: 3, dy: 4 },
      { type: "treeroam", seriesId: "t", zoom: 1.1, originX: 1, originY: 2, totalZoom: 1.1 },
    ]);
  });

  it("of the toolbox tell what the chart became", () => {
    chart = aChart({ ...BARS, toolbox: { feature: { magicType: { type: ["line", "bar"] }, dataView: {} } } });
    const told = vi.fn();
    chart.on("magictypechanged", ({ type, currentType }) => told(type, currentType));
    chart.on("dataviewchanged", ({ type }) => told(type));

    chart.dispatchAction({ type: "changeMagicType", currentType: "line", newOption: {} });
    chart.dispatchAction({ type: "changeDataView", newOption: {} });

    expect(told.mock.calls).toEqual([["magictypechanged", "line"], ["dataviewchanged"]]);
  });

  it("are not told when they were dispatched silently", () => {
    chart = aChart(BARS);
    const told = vi.fn();
    chart.on("highlight", told).on("downplay", told);

    chart.dispatchAction({ type: "highlight", seriesIndex: 0 }, { silent: true });

    expect(told).not.toHaveBeenCalled();
  });

  it("may stand for several, which batchOf lists", () => {
    expect(batchOf({ type: "datazoom", start: 1 })).toEqual([{ type: "datazoom", start: 1 }]);
    expect(batchOf({ type: "datazoom", batch: [{ start: 1 }, { start: 2 }] } as { start?: number })).toEqual([
      { start: 1 },
      { start: 2 },
    ]);
  });
});
