import { describe, expect, it, vi } from "vitest";
import { point } from "../src/event/pointer.fixture.ts";
import type { Chart } from "../src/full.ts";
import { aChart, BARS, BLANK, bar } from "./bars.fixture.ts";

let chart: Chart;

describe("mouse events [spec 3, Chart events]", () => {
  it("tell the element they happened on", () => {
    chart = aChart(BARS);
    const told = vi.fn();
    chart.on("click", told);

    point(chart, "click", bar(chart, 1, 0));

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
    chart = aChart(BARS);
    const [ofChart, ofSurface] = [vi.fn(), vi.fn()];
    chart.on("click", ofChart);
    chart.getZr().on("click", ofSurface);

    point(chart, "click", BLANK);
    expect(ofChart).not.toHaveBeenCalled();
    expect(ofSurface.mock.calls[0]?.[0].target).toBeUndefined();

    point(chart, "click", bar(chart, 0, 1));
    expect(ofChart).toHaveBeenCalledOnce();
    expect(ofSurface.mock.calls[1]?.[0].target).toBeDefined();
  });

  it("follow the pointer from element to element, and tell when it leaves the chart", () => {
    chart = aChart(BARS);
    const seen: string[] = [];
    for (const name of ["mouseover", "mousemove", "mouseout", "globalout"] as const) {
      chart.on(name, ({ type }) => void seen.push(type));
    }

    point(chart, "mousemove", bar(chart, 0, 0));
    point(chart, "mousemove", bar(chart, 0, 1));
    chart.raw.getZr().trigger("globalout", { type: "globalout" });

    expect(seen.filter((name) => name !== "mousemove")).toEqual(["mouseover", "mouseout", "mouseover", "globalout"]);
    expect(seen.filter((name) => name === "mousemove")).toHaveLength(2);
  });

  it.each([
    ["silent", { silent: true }],
    ["without events", { triggerEvent: false }],
  ])("do not come from a series that is %s", (_, inert) => {
    chart = aChart({ ...BARS, series: [{ ...BARS.series[0], ...inert }, BARS.series[1]] });
    const told = vi.fn();
    chart.on("click", told);

    point(chart, "click", bar(chart, 0, 0));
    expect(told).not.toHaveBeenCalled();

    point(chart, "click", bar(chart, 1, 0));
    expect(told).toHaveBeenCalledOnce();
  });

  it("come back when a later option allows them, and not when the series was silent of itself", () => {
    chart = aChart({
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
    point(chart, "click", bar(chart, 0, 0));
    point(chart, "click", bar(chart, 1, 0));

    expect(told).toHaveBeenCalledOnce();
    expect(told).toHaveBeenCalledWith(expect.objectContaining({ seriesId: "one" }));
    expect(chart.getOption()["series"]).toEqual([
      expect.not.objectContaining({ silent: true }),
      expect.objectContaining({ silent: true, triggerEvent: true }),
    ]);
  });

  it.each([
    ["all is replaced", true, {}],
    ["the other series go", { replaceMerge: "series" }, {}],
    ["all is replaced, and the series has the same id", true, { id: "one" }],
  ])("come from a new series where %s, whatever was said of the one at its place", (_, how, id) => {
    const series = { type: "bar", data: [1, 2] };
    chart = aChart({ ...BARS, series: [{ ...series, ...id, triggerEvent: false, silent: true }] });
    const told = vi.fn();
    chart.on("click", told);

    chart.setOption({ ...BARS, series: [{ ...series, ...id, triggerEvent: true }] }, how);
    const [x = 0, y = 0] = chart.convertToPixel({ seriesIndex: 0 }, [0, 0.5]);
    point(chart, "click", [x, y]);

    expect(told).toHaveBeenCalledOnce();
  });

  it("come from points and marks of lines, whose strokes have them off", () => {
    chart = aChart({
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
    chart = aChart({
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
    chart = aChart({
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

  it.each([
    [
      "legend",
      "first",
      "legendselectchanged",
      (more: object) => ({ ...BARS, legend: { triggerEvent: true, ...more } }),
    ],
    [
      "matrix",
      "column",
      "click",
      (more: object) => ({ matrix: { x: { data: ["column"] }, y: { data: ["row"] }, triggerEvent: true, ...more } }),
    ],
    [
      "radar",
      "corner",
      "click",
      (more: object) => ({
        radar: { indicator: [{ name: "corner", max: 1 }, { max: 1 }, { max: 1 }], triggerEvent: true, ...more },
        series: [{ type: "radar", data: [[1, 1, 1]] }],
      }),
    ],
    [
      "timeline",
      "2021",
      "timelinechanged",
      (more: object) => ({
        baseOption: { timeline: { axisType: "category", data: ["2020", "2021"], symbolSize: 20, ...more }, ...BARS },
        options: [{}, {}],
      }),
    ],
  ] as const)("do not come from a %s that is silent, nor does a press there do anything", (_, text, event, option) => {
    chart = aChart(option({ silent: true }));
    const told = vi.fn();
    chart.on(event, told);

    point(chart, "click", textAt(text));
    expect(told).not.toHaveBeenCalled();

    chart.setOption(option({ silent: false }) as Record<string, unknown>);
    point(chart, "click", textAt(text));
    expect(told).toHaveBeenCalledOnce();
  });

  it("of the stroke of a line tell its id, of a ribbon its colour", () => {
    chart = aChart({
      ...BARS,
      series: [
        { type: "line", id: "load", triggerEvent: "line", symbol: "none", lineStyle: { width: 30 }, data: [1, 1] },
        {
          type: "chord",
          radius: [10, 20],
          data: [{ name: "x" }, { name: "y" }],
          links: [{ source: "x", target: "y", value: 1 }],
        },
      ],
    });
    const told = vi.fn();
    chart.on("click", { seriesId: "load" }, ({ seriesId, selfType }) => told(seriesId, selfType));
    chart.on("click", "series.chord", ({ dataType, color }) => told(dataType, color));

    point(chart, "click", chart.convertToPixel({ seriesIndex: 0 }, [0.5, 1]));
    point(chart, "click", [200, 150]);

    expect(told.mock.calls).toEqual([
      ["load", "line"],
      ["edge", expect.stringMatching(/^#/)],
    ]);
  });

  it("of graphic elements tell their info", () => {
    chart = aChart({
      graphic: [{ type: "rect", shape: { width: 50, height: 50 }, left: 10, top: 10, info: { id: 7 } }],
    });
    const told = vi.fn();
    chart.on("click", "graphic", ({ info }) => told(info));

    point(chart, "click", [30, 30]);

    expect(told.mock.calls).toEqual([[{ id: 7 }]]);
  });
});

/** The middle of a text that is drawn. */
function textAt(text: string): readonly number[] {
  interface Drawn {
    readonly style: { readonly text?: string };
    getBoundingRect(): {
      clone(): { x: number; y: number; width: number; height: number; applyTransform(by: unknown): void };
    };
    getComputedTransform(): unknown;
  }
  const { storage } = chart.raw.getZr() as unknown as {
    storage: { getDisplayList(refresh: boolean): readonly Drawn[] };
  };
  const drawn = storage.getDisplayList(true).find(({ style }) => style.text === text);
  const box = drawn?.getBoundingRect().clone();
  if (drawn === undefined || box === undefined) throw new TypeError(`"${text}" is not drawn`);
  box.applyTransform(drawn.getComputedTransform());
  return [box.x + box.width / 2, box.y + box.height / 2];
}

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
    chart = aChart(BARS);
    const told = vi.fn();
    chart.on("click", query, told);

    for (const series of [0, 1]) for (const item of [0, 1]) point(chart, "click", bar(chart, series, item));

    expect(told).toHaveBeenCalledTimes(times);
  });

  it("of one handler are each asked, and one asked twice counts once", () => {
    chart = aChart(BARS);
    const told = vi.fn();
    chart
      .on("click", { seriesIndex: 0 }, told)
      .on("click", { seriesIndex: 1 }, told)
      .on("click", { seriesIndex: 1 }, told);

    point(chart, "click", bar(chart, 0, 0));
    point(chart, "click", bar(chart, 1, 0));

    expect(told).toHaveBeenCalledTimes(2);
    chart.off("click", told);
    point(chart, "click", bar(chart, 0, 0));
    expect(told).toHaveBeenCalledTimes(2);
  });

  it("are asked as well after a handler that dispatched an action", () => {
    chart = aChart(BARS);
    const [first, second] = [vi.fn(), vi.fn()];
    chart.on("click", () => chart.dispatchAction({ type: "highlight", seriesIndex: 0 }));
    chart.on("click", { seriesIndex: 0 }, first);
    chart.on("click", { seriesIndex: 1 }, second);

    point(chart, "click", bar(chart, 1, 0));

    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  it.each([{ seriesIdx: 1 }, { componentIndex: 1 }, { seriesIndex: 0, xAxisIndex: 1 }])("%j is refused", (query) => {
    chart = aChart(BARS);
    expect(() => chart.on("click", query as object, () => undefined)).toThrow(TypeError);
  });

  it("name the element of a custom series", () => {
    chart = aChart({
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
    chart = aChart(BARS);
    const told = vi.fn();
    chart.on("highlight", query, told);

    chart.dispatchAction({ type: "highlight", seriesIndex: 0, dataIndex: [0] });
    chart.dispatchAction({ type: "highlight", batch: [{ seriesName: "second", dataIndex: 1 }] });

    expect(told).toHaveBeenCalledTimes(times);
  });

  it.each([
    ["series", 1],
    ["series.bar", 1],
    [{ name: "tea" }, 1],
    [{ name: "milk" }, 0],
  ] as const)("%j hears %i of the one item that a legend lets stand out", (query, times) => {
    chart = aChart(BARS);
    const told = vi.fn();
    chart.on("highlight", query, told);

    // As the library does it where items have entries of their own: there is no series to name.
    chart.dispatchAction({ type: "highlight", seriesName: undefined, name: "tea", excludeSeriesId: ["one"] });

    expect(told).toHaveBeenCalledTimes(times);
  });

  const ZOOMED = { ...BARS, dataZoom: [{ type: "inside", id: "zoom" }] };
  const BRUSHED = {
    type: "brushSelect",
    batch: [{ brushId: "b", brushIndex: 0, selected: [{ seriesId: "two", seriesIndex: 1, dataIndex: [0] }] }],
  };
  const BROKEN = {
    yAxis: {},
    xAxis: [{ id: "broken", min: 0, max: 30, breaks: [{ start: 10, end: 20, gap: "5%" }] }, { id: "whole" }],
    series: [{ type: "scatter", data: [[1, 1]] }],
  };
  const BREAK = { type: "expandAxisBreak", xAxisId: "broken", breaks: [{ start: 10, end: 20 }] };
  const SORTED = {
    type: "changeAxisOrder",
    componentType: "xAxis",
    axisId: "letters",
    sortInfo: { ordinalNumbers: [] },
  };
  it.each([
    [
      "brushselected",
      { ...BARS, brush: { id: "b" } },
      BRUSHED,
      ["series", "series.bar", { seriesName: "second" }, { seriesIndex: 1, dataIndex: 0 }, { brushId: "b" }],
      ["series.pie", { seriesIndex: 0 }, { dataIndex: 1 }, { brushId: "c" }],
    ],
    [
      "axisbreakchanged",
      BROKEN,
      BREAK,
      ["xAxis", "xAxis.value", { xAxisIndex: 0 }, { xAxisId: "broken" }],
      ["yAxis", "series", { xAxisIndex: 1 }, { xAxisId: "whole" }],
    ],
    ["changeaxisorder", BARS, SORTED, ["xAxis", { xAxisIndex: 0 }], ["yAxis", { xAxisId: "other" }]],
    [
      "datazoom",
      ZOOMED,
      { type: "dataZoom", dataZoomId: "zoom", start: 10, end: 60 },
      ["dataZoom", { dataZoomIndex: 0 }],
      ["series", { dataZoomIndex: 1 }],
    ],
    [
      "legendscroll",
      { ...BARS, legend: { type: "scroll" } },
      { type: "legendScroll", scrollDataIndex: 1 },
      ["legend"],
      [],
    ],
    [
      "timelinechanged",
      { baseOption: { ...BARS, timeline: { data: [1, 2] } }, options: [] },
      { type: "timelineChange", currentIndex: 1 },
      ["timeline"],
      [],
    ],
    [
      "updateaxispointer",
      { ...BARS, tooltip: { trigger: "axis" } },
      { type: "updateAxisPointer", currTrigger: "mousemove", x: 120, y: 150 },
      ["xAxis", "series", { xAxisId: "letters" }],
      ["yAxis", { xAxisIndex: 1 }],
    ],
    [
      "selectchanged",
      { ...BARS, series: BARS.series.map((series) => ({ ...series, selectedMode: "single" })) },
      { type: "select", batch: [{ seriesIndex: 1, dataIndex: 0 }] },
      [{ seriesIndex: 1 }],
      [{ seriesIndex: 0 }],
    ],
  ] as const)("of %s find its target where it is told", (name, option, action, met, unmet) => {
    chart = aChart(option);
    const told = vi.fn();
    for (const query of [...met, ...unmet]) chart.on(name, query, () => told(query));

    chart.dispatchAction(action as Parameters<Chart["dispatchAction"]>[0]);

    expect(told.mock.calls.flat()).toEqual(met);
  });

  it("of selections are about what is selected, and of drawings about nothing", () => {
    chart = aChart({ ...BARS, series: BARS.series.map((series) => ({ ...series, selectedMode: "multiple" })) });
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
