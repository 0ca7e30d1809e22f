import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { point } from "../src/event/pointer.fixture.ts";
import { batchOf, CHART_EVENT_NAMES, type Chart, type ChartEvent, init, registerMap } from "../src/full.ts";

let chart: Chart;
afterEach(() => chart.dispose());

function aChart(option: object): Chart {
  chart = init(null, null, { ssr: true, renderer: "svg", width: 400, height: 300 });
  chart.setOption({ animation: false, ...option });
  return chart;
}

/** Two bars for each of two categories. */
const BARS = {
  xAxis: { type: "category", data: ["a", "b"], id: "letters", triggerEvent: true },
  yAxis: { name: "size" },
  series: [
    { type: "bar", id: "one", name: "first", data: [1, 2] },
    { type: "bar", id: "two", name: "second", data: [3, 4] },
  ],
};

/** In the middle of a bar. */
function bar(seriesIndex: number, dataIndex: number): readonly number[] {
  const [x = 0] = chart.convertToPixel({ seriesIndex }, [dataIndex, 0.5]);
  const [, y = 0] = chart.convertToPixel({ seriesIndex }, [dataIndex, 0.5]);
  const width = chart.convertToPixel({ xAxisIndex: 0 }, 1) - chart.convertToPixel({ xAxisIndex: 0 }, 0);
  return [x + (seriesIndex === 0 ? -1 : 1) * width * 0.18, y];
}

const BLANK = [399, 2];

describe("mouse events [spec 3, Chart events]", () => {
  it("tell the element they happened on", () => {
    aChart(BARS);
    const told = vi.fn();
    chart.on("click", told);

    point(chart, "click", bar(1, 0));

    expect(told).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        type: "click",
        componentType: "series",
        seriesType: "bar",
        seriesIndex: 1,
        seriesName: "second",
        seriesId: "two",
        name: "a",
        dataIndex: 0,
        data: 3,
        value: 3,
        color: expect.any(String),
      }),
    );
  });

  it("do not happen over blank areas, where the drawing surface has its own", () => {
    aChart(BARS);
    const [ofChart, ofSurface] = [vi.fn(), vi.fn()];
    chart.on("click", ofChart);
    chart.getZr().on("click", ofSurface);

    point(chart, "click", BLANK);
    expect(ofChart).not.toHaveBeenCalled();
    expect(ofSurface.mock.calls[0]?.[0].target).toBeUndefined();

    point(chart, "click", bar(0, 1));
    expect(ofChart).toHaveBeenCalledOnce();
    expect(ofSurface.mock.calls[1]?.[0].target).toBeDefined();
  });

  it("follow the pointer from element to element, and tell when it leaves the chart", () => {
    aChart(BARS);
    const seen: string[] = [];
    for (const name of ["mouseover", "mousemove", "mouseout", "globalout"] as const) {
      chart.on(name, ({ type }) => void seen.push(type));
    }

    point(chart, "mousemove", bar(0, 0));
    point(chart, "mousemove", bar(0, 1));
    chart.raw.getZr().trigger("globalout", { type: "globalout" });

    expect(seen.filter((name) => name !== "mousemove")).toEqual(["mouseover", "mouseout", "mouseover", "globalout"]);
    expect(seen.filter((name) => name === "mousemove")).toHaveLength(2);
  });

  it.each([
    ["silent", { silent: true }],
    ["without events", { triggerEvent: false }],
  ])("do not come from a series that is %s", (_, inert) => {
    aChart({ ...BARS, series: [{ ...BARS.series[0], ...inert }, BARS.series[1]] });
    const told = vi.fn();
    chart.on("click", told);

    point(chart, "click", bar(0, 0));
    expect(told).not.toHaveBeenCalled();

    point(chart, "click", bar(1, 0));
    expect(told).toHaveBeenCalledOnce();
  });

  it("come back when a later option allows them, and not when the series was silent of itself", () => {
    aChart({
      ...BARS,
      series: [
        { ...BARS.series[0], triggerEvent: false },
        { ...BARS.series[1], silent: true },
      ],
    });
    const told = vi.fn();
    chart.on("click", told);

    chart.setOption({
      series: [
        { id: "one", triggerEvent: true },
        { id: "two", triggerEvent: true },
      ],
    });
    point(chart, "click", bar(0, 0));
    point(chart, "click", bar(1, 0));

    expect(told).toHaveBeenCalledOnce();
    expect(told).toHaveBeenCalledWith(expect.objectContaining({ seriesId: "one" }));
    expect(chart.getOption()["series"]).toEqual([
      expect.not.objectContaining({ silent: true }),
      expect.objectContaining({ silent: true, triggerEvent: true }),
    ]);
  });

  it("come from points and marks of lines, whose strokes have them off", () => {
    aChart({
      ...BARS,
      series: [{ type: "line", symbolSize: 20, data: [1, 2], markPoint: { data: [{ type: "max", name: "top" }] } }],
    });
    const told = vi.fn();
    chart.on("click", "series.line", ({ componentType }) => told(componentType));

    const [x = 0, y = 0] = chart.convertToPixel({ seriesIndex: 0 }, [0, 1]);
    point(chart, "click", [x, y]);
    const [markX = 0, markY = 0] = chart.convertToPixel({ seriesIndex: 0 }, [1, 2]);
    point(chart, "click", [markX, markY - 30]);

    expect(told.mock.calls).toEqual([["series"], ["markPoint"]]);
  });

  it("of a pie tell the share, of an edge what it joins and its colour", () => {
    aChart({
      series: [
        {
          type: "pie",
          center: [100, 150],
          radius: 80,
          label: { show: false },
          data: [
            { name: "a", value: 1 },
            { name: "b", value: 3 },
          ],
        },
        {
          type: "graph",
          layout: "none",
          left: 250,
          right: 30,
          edgeSymbol: "none",
          lineStyle: { width: 20, color: "#123456" },
          nodes: [
            { name: "x", x: 0, y: 0 },
            { name: "y", x: 100, y: 100 },
          ],
          edges: [{ source: "x", target: "y" }],
        },
      ],
    });
    const [pie, edge] = [vi.fn(), vi.fn()];
    chart.on("click", "series.pie", ({ name, percent }) => pie(name, percent));
    chart.on("click", { dataType: "edge" }, ({ name, dataType, color }) => edge(name, dataType, color));

    point(chart, "click", [120, 110]);
    point(chart, "click", [310, 150]);

    expect(pie.mock.calls).toEqual([["a", 25]]);
    expect(edge.mock.calls).toEqual([["x > y", "edge", "#123456"]]);
  });

  it("of a timeline tell the place and label of the item, with a tooltip or without", () => {
    aChart({
      baseOption: {
        timeline: {
          data: ["2020-01-01", "2021-01-01"],
          tooltip: false,
          left: 50,
          right: 50,
          symbolSize: 20,
          controlStyle: { show: false },
        },
        ...BARS,
      },
      options: [{}, {}],
    });
    const told = vi.fn();
    chart.on("click", "timeLine", ({ componentType, dataIndex, name }) => told(componentType, dataIndex, name));
    chart.on("click", { timelineIndex: 0, dataIndex: 1 }, ({ type }) => told(type));

    const items = displayed().filter(({ kind, x }) => kind === "timeline" && x > 200);
    point(chart, "click", [items[0]?.x ?? 0, items[0]?.y ?? 0]);

    expect(told.mock.calls).toEqual([["timeline", 1, "2021-01-01"], ["click"]]);
  });

  it("of graphic elements tell their info", () => {
    aChart({ graphic: [{ type: "rect", shape: { width: 50, height: 50 }, left: 10, top: 10, info: { id: 7 } }] });
    const told = vi.fn();
    chart.on("click", "graphic", ({ info }) => told(info));

    point(chart, "click", [30, 30]);

    expect(told.mock.calls).toEqual([[{ id: 7 }]]);
  });
});

/** Symbols that can be pressed, with what the library knows of them. */
function displayed(): { kind: string; x: number; y: number }[] {
  const { storage } = chart.raw.getZr() as unknown as {
    storage: {
      getDisplayList(refresh: boolean): { getComputedTransform(): number[]; onclick?: unknown; type: string }[];
    };
  };
  return storage
    .getDisplayList(true)
    .filter(({ onclick, type }) => typeof onclick === "function" && type !== "text")
    .map((element) => ({
      kind: "timeline",
      x: element.getComputedTransform()[4] ?? 0,
      y: element.getComputedTransform()[5] ?? 0,
    }));
}

describe("queries [spec 3, Chart event API]", () => {
  it.each([
    ["series", 4],
    ["series.bar", 4],
    ["series.line", 0],
    ["xAxis", 0],
    [{}, 4],
    [{ seriesIndex: 1 }, 2],
    [{ seriesName: "first" }, 2],
    [{ seriesId: "two", dataIndex: 0 }, 1],
    [{ dataIndex: 1 }, 2],
    [{ name: "a" }, 2],
    [{ name: "a", seriesIndex: null, dataType: undefined }, 2],
    [{ dataIndex: "1" as unknown as number }, 0],
  ] as const)("%j is met by %i of four bars", (query, times) => {
    aChart(BARS);
    const told = vi.fn();
    chart.on("click", query, told);

    for (const series of [0, 1]) for (const item of [0, 1]) point(chart, "click", bar(series, item));

    expect(told).toHaveBeenCalledTimes(times);
  });

  it("of one handler are each asked, and one asked twice counts once", () => {
    aChart(BARS);
    const told = vi.fn();
    chart
      .on("click", { seriesIndex: 0 }, told)
      .on("click", { seriesIndex: 1 }, told)
      .on("click", { seriesIndex: 1 }, told);

    point(chart, "click", bar(0, 0));
    point(chart, "click", bar(1, 0));

    expect(told).toHaveBeenCalledTimes(2);
    chart.off("click", told);
    point(chart, "click", bar(0, 0));
    expect(told).toHaveBeenCalledTimes(2);
  });

  it("are asked as well after a handler that dispatched an action", () => {
    aChart(BARS);
    const [first, second] = [vi.fn(), vi.fn()];
    chart.on("click", () => chart.dispatchAction({ type: "highlight", seriesIndex: 0 }));
    chart.on("click", { seriesIndex: 0 }, first);
    chart.on("click", { seriesIndex: 1 }, second);

    point(chart, "click", bar(1, 0));

    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  it.each([{ seriesIdx: 1 }, { componentIndex: 1 }, { seriesIndex: 0, xAxisIndex: 1 }])("%j is refused", (query) => {
    aChart(BARS);
    expect(() => chart.on("click", query as object, () => undefined)).toThrow(TypeError);
  });

  it("name the element of a custom series", () => {
    aChart({
      xAxis: {},
      yAxis: {},
      series: [
        {
          type: "custom",
          data: [[1, 1]],
          renderItem: () => ({
            type: "group",
            children: [
              { type: "rect", name: "left", info: "l", shape: { x: 50, y: 50, width: 50, height: 50 } },
              { type: "rect", name: "right", info: "r", shape: { x: 150, y: 50, width: 50, height: 50 } },
            ],
          }),
        },
      ],
    });
    const told = vi.fn();
    chart.on("click", { element: "right" }, ({ info }) => told(info));

    point(chart, "click", [75, 75]);
    point(chart, "click", [175, 75]);

    expect(told.mock.calls).toEqual([["r"]]);
  });

  it.each([
    [{ seriesIndex: 1 }, 1],
    [{ seriesId: "two" }, 1],
    ["series.bar", 2],
    ["series.pie", 0],
    [{ dataIndex: 1 }, 1],
    ["legend", 0],
  ] as const)("%j is also asked of actions: %i of two highlights", (query, times) => {
    aChart(BARS);
    const told = vi.fn();
    chart.on("highlight", query, told);

    chart.dispatchAction({ type: "highlight", seriesIndex: 0, dataIndex: [0] });
    chart.dispatchAction({ type: "highlight", batch: [{ seriesName: "second", dataIndex: 1 }] });

    expect(told).toHaveBeenCalledTimes(times);
  });

  it("of selections are about what is selected, and of drawings about nothing", () => {
    aChart({ ...BARS, series: BARS.series.map((series) => ({ ...series, selectedMode: "multiple" })) });
    const [first, second] = [vi.fn(), vi.fn()];
    chart.on("selectchanged", { seriesIndex: 0 }, first);
    chart.on("selectchanged", { seriesIndex: 1, dataIndex: 1 }, second);

    chart.dispatchAction({ type: "select", seriesIndex: 1, dataIndex: 1 });

    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ fromAction: "select", selected: [{ seriesIndex: 1, dataIndex: [1] }] }),
    );
  });
});

describe("handlers", () => {
  it("run in order, with the chart as `this` unless something else is given", () => {
    aChart(BARS);
    const seen: unknown[] = [];
    chart.on("highlight", function () {
      seen.push(this === chart);
    });
    chart.on(
      "highlight",
      function () {
        seen.push(this);
      },
      "context",
    );

    chart.dispatchAction({ type: "highlight", seriesIndex: 0 });

    expect(seen).toEqual([true, "context"]);
  });

  it("that throw are reported, and those after them still run", async () => {
    aChart(BARS);
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    const after = vi.fn();
    chart.on("highlight", () => {
      throw new Error("mine");
    });
    chart.on("highlight", after);

    chart.dispatchAction({ type: "highlight", seriesIndex: 0 });
    vi.unstubAllGlobals();

    expect(after).toHaveBeenCalledOnce();
    expect(reported).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: "mine" }));
  });

  it("of names in other letters are those of the small ones", () => {
    aChart(BARS);
    const told = vi.fn();
    chart.on("HighLight" as "highlight", told);

    chart.dispatchAction({ type: "highlight", seriesIndex: 0 });

    expect(told).toHaveBeenCalledOnce();
  });

  it("survive new options, a new size and clear(), and go by name or altogether", () => {
    aChart(BARS);
    const [a, b] = [vi.fn(), vi.fn()];
    chart.on("highlight", a).on("downplay", b);

    chart.setOption({ animation: false, ...BARS }, true);
    chart.resize({ width: 500, height: 300 });
    chart.clear();
    chart.setOption({ animation: false, ...BARS });
    chart.dispatchAction({ type: "highlight", seriesIndex: 0 });
    expect(a).toHaveBeenCalledOnce();

    chart.off("highlight");
    chart.dispatchAction({ type: "highlight", seriesIndex: 0 });
    chart.dispatchAction({ type: "downplay", seriesIndex: 0 });
    expect(a).toHaveBeenCalledOnce();
    expect(b).toHaveBeenCalledOnce();

    chart.off();
    chart.dispatchAction({ type: "downplay", seriesIndex: 0 });
    expect(b).toHaveBeenCalledOnce();
  });

  it("leave nothing behind at the library when they go", () => {
    aChart(BARS);
    const handlers = () => Object.values((chart.raw as unknown as { _$handlers: object })._$handlers).flat().length;
    const before = handlers();
    const end = new AbortController();

    for (const name of CHART_EVENT_NAMES) chart.listen(name, () => undefined, { signal: end.signal });
    expect(handlers()).toBeGreaterThan(before);
    end.abort();

    expect(handlers()).toBe(before);
  });

  it("end with their listening, their signal or their first event", async () => {
    aChart(BARS);
    const told = vi.fn();
    const end = new AbortController();
    const highlight = (seriesIndex: number) => chart.dispatchAction({ type: "highlight", seriesIndex });
    {
      using _ = chart.listen("highlight", () => told("scope"));
      highlight(0);
    }
    chart.listen("highlight", () => told("signal"), { signal: end.signal });
    chart.listen(["highlight", "downplay"], () => told("once"), { once: true });
    chart.listen("highlight", () => told("aborted"), { signal: AbortSignal.abort() });
    highlight(0);
    end.abort();
    highlight(1);
    chart.dispatchAction({ type: "downplay", seriesIndex: 0 });

    expect(told.mock.calls.flat()).toEqual(["scope", "signal", "once"]);
  });

  it("are neither stopped nor kept from their default by a passive handler", () => {
    aChart(BARS);
    const prevented = vi.fn();
    chart.on("click", ({ event }) => void Object.assign(event.event, { preventDefault: prevented }));
    const prevent = vi.fn(({ event }: ChartEvent<"click">) => {
      event.event.preventDefault();
      event.stop();
    });
    const passive = chart.listen("click", prevent, { passive: true });
    point(chart, "click", bar(0, 0));
    expect(prevent).toHaveBeenCalledOnce();
    expect(prevented).not.toHaveBeenCalled();

    passive.dispose();
    chart.listen("click", prevent);
    point(chart, "click", bar(0, 0));
    expect(prevented).toHaveBeenCalled();
  });

  it("are kept by no signal that outlives them", () => {
    const end = new AbortController();
    aChart(BARS);
    chart.listen(["highlight", "downplay"], () => undefined, { signal: end.signal });
    chart.listen("click", () => undefined, { signal: end.signal });
    chart.listen("dblclick", () => undefined, { signal: end.signal }).dispose();
    expect(getEventListeners(end.signal, "abort")).toHaveLength(2);

    chart.off("click");
    expect(getEventListeners(end.signal, "abort")).toHaveLength(1);
    chart.dispose();
    expect(getEventListeners(end.signal, "abort")).toHaveLength(0);
  });

  it("can be awaited, one event or all", async () => {
    aChart(BARS);
    const next = chart.once("highlight", { seriesIndex: 1 });
    const all = chart.events("highlight", { buffer: 2 });
    for (const seriesIndex of [0, 0, 1]) chart.dispatchAction({ type: "highlight", seriesIndex });
    const seen: unknown[] = [];
    for await (const { seriesIndex } of all) if (seen.push(seriesIndex) === 2) break;

    expect((await next).seriesIndex).toBe(1);
    expect(seen).toEqual([0, 1]);

    const refused = chart.once("highlight");
    const over = chart.events("highlight").next();
    chart.dispose();
    await expect(refused).rejects.toMatchObject({ name: "AbortError" });
    expect(await over).toEqual({ value: undefined, done: true });
    await expect(chart.once("click")).rejects.toMatchObject({ name: "AbortError" });
    expect(chart.signal.aborted).toBe(true);
    expect(() => chart.on("click", () => undefined).off()).not.toThrow();
  });
});

describe("a chart that is drawn", () => {
  it("says so when nothing is left to draw, also after an action", async () => {
    aChart(BARS);
    const frames = vi.fn();
    await chart.whenFinished();
    chart.on("finished", frames);

    chart.dispatchAction({ type: "highlight", seriesIndex: 0 });
    await chart.whenFinished();
    await chart.whenFinished();

    expect(frames).toHaveBeenCalledOnce();
    chart.dispose();
    await expect(chart.whenFinished()).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a chart for people who do not see it", () => {
  it("without anything to show says so", () => {
    chart = init(null, null, { ssr: true, renderer: "svg", width: 400, height: 300 });

    expect(chart.describe()).toBe("No data.");
    expect(chart.toTable()).toEqual({ columns: [""], rows: [] });
  });

  it("is told in words and as a table", () => {
    aChart(BARS);

    expect(chart.describe()).toBe(
      "Bar chart. 2 series. first: last 2, lowest 1, highest 2, rising. second: last 4, lowest 3, highest 4, rising.",
    );
    expect(chart.toTable()).toEqual({
      columns: ["", "first", "second"],
      rows: [
        ["a", 1, 3],
        ["b", 2, 4],
      ],
    });
  });
});

describe("action events [spec 3, Chart events]", () => {
  it("of ranges are booleans by piece, or the two ends", () => {
    aChart({
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
    aChart({
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
    aChart(option);
    const told = vi.fn();
    chart.on("georoam", told);

    chart.dispatchAction({ type: "geoRoam", ...target, zoom: 1.5, originX: 200, originY: 150 });
    chart.dispatchAction({ type: "geoRoam", ...target, zoom: 2, originX: 200, originY: 150 });

    expect(told.mock.calls.map(([params]) => params)).toMatchObject([
      { type: "georoam", componentType, zoom: 1.5, totalZoom: 1.5, ...target },
      { zoom: 2, totalZoom: expect.closeTo(3) },
    ]);
  });

  it("of roaming a tree pan and zoom", () => {
    aChart({ series: [{ type: "tree", id: "t", roam: true, data: [{ name: "root", children: [{ name: "leaf" }] }] }] });
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
    aChart({ ...BARS, toolbox: { feature: { magicType: { type: ["line", "bar"] }, dataView: {} } } });
    const told = vi.fn();
    chart.on("magictypechanged", ({ type, currentType }) => told(type, currentType));
    chart.on("dataviewchanged", ({ type }) => told(type));

    chart.dispatchAction({ type: "changeMagicType", currentType: "line", newOption: {} });
    chart.dispatchAction({ type: "changeDataView", newOption: {} });

    expect(told.mock.calls).toEqual([["magictypechanged", "line"], ["dataviewchanged"]]);
  });

  it("are not told when they were dispatched silently", () => {
    aChart(BARS);
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
