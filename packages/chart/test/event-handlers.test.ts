import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { point } from "../src/event/pointer.fixture.ts";
import { CHART_EVENT_NAMES, type Chart, type ChartEvent, describeChart } from "../src/full.ts";
import { aChart, BARS, bar } from "./bars.fixture.ts";

let chart: Chart;

describe("handlers", () => {
  it("run in order, with the chart as `this` unless something else is given", () => {
    chart = aChart(BARS);
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
    chart = aChart(BARS);
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
    chart = aChart(BARS);
    const told = vi.fn();
    chart.on("HighLight" as "highlight", told);

    chart.dispatchAction({ type: "highlight", seriesIndex: 0 });

    expect(told).toHaveBeenCalledOnce();
  });

  it.each(["constructor", "__proto__"])("of the name %s, which no event has, are refused and harm no other", (name) => {
    chart = aChart(BARS);
    const told = vi.fn();

    expect(() => chart.on(name as "highlight", told)).toThrow(`There is no event "${name}".`);
    expect(() => chart.listen(name as "highlight", told)).toThrow(TypeError);
    chart.on("highlight", told);
    chart.dispatchAction({ type: "highlight", seriesIndex: 0 });
    chart.off();

    expect(told).toHaveBeenCalledOnce();
  });

  it.each([
    ["legendselectchanged", { type: "legendToggleSelect", name: "first" }],
    ["datazoom", { type: "dataZoom", start: 10, end: 50 }],
    ["highlight", { type: "highlight", seriesIndex: 0 }],
  ] as const)("of %s may dispose the chart, and those after them hear nothing", async (name, action) => {
    chart = aChart({ ...BARS, legend: {}, dataZoom: { type: "inside" } });
    const after = vi.fn();
    chart.on(name, () => chart.dispose());
    chart.on(name, after);

    expect(() => chart.dispatchAction(action)).not.toThrow();

    expect(chart.isDisposed()).toBe(true);
    expect(after).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(chart.raw.isDisposed()).toBe(true);
  });

  it("survive new options, a new size and clear(), and go by name or altogether", () => {
    chart = aChart(BARS);
    const [a, b] = [vi.fn(), vi.fn()];
    chart.on("highlight", a).on("downplay", b);

    chart.setOption({ animation: false, ...BARS }, true);
    chart.resize({ width: 500, height: 300 });
    chart.clear();
    chart.setTheme("dark");
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

  it("that come or go while an event is delivered count from the next one on", () => {
    chart = aChart(BARS);
    const [late, gone] = [vi.fn(), vi.fn()];
    chart.on("highlight", () => void chart.off("highlight", gone).on("highlight", late)).on("highlight", gone);

    chart.dispatchAction({ type: "highlight", seriesIndex: 0 });
    expect([late, gone].map((one) => one.mock.calls.length)).toEqual([0, 1]);

    chart.dispatchAction({ type: "highlight", seriesIndex: 0 });
    expect([late, gone].map((one) => one.mock.calls.length)).toEqual([1, 1]);
  });

  it("leave nothing behind at the library when they go", () => {
    chart = aChart(BARS);
    const handlers = () => Object.values((chart.raw as unknown as { _$handlers: object })._$handlers).flat().length;
    const before = handlers();
    const end = new AbortController();

    for (const name of CHART_EVENT_NAMES) chart.listen(name, () => undefined, { signal: end.signal });
    expect(handlers()).toBeGreaterThan(before);
    end.abort();

    expect(handlers()).toBe(before);
  });

  it("end with their listening, their signal or their first event", async () => {
    chart = aChart(BARS);
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

  it("that ask twice for the first event alone hear of it once, and those that want all go on", () => {
    chart = aChart(BARS);
    const [first, all] = [vi.fn(), vi.fn()];
    const highlight = () => chart.dispatchAction({ type: "highlight", seriesIndex: 0 });
    for (const _ of [1, 2]) chart.listen("highlight", first, { once: true });
    chart.listen("highlight", all, { once: true });
    chart.on("highlight", all);
    highlight();
    highlight();

    expect(first).toHaveBeenCalledOnce();
    expect(all).toHaveBeenCalledTimes(2);
  });

  it("are neither stopped nor kept from their default by a passive handler", () => {
    chart = aChart(BARS);
    const prevented = vi.fn();
    chart.on("click", ({ event }) => void Object.assign(event.event, { preventDefault: prevented }));
    const prevent = vi.fn(({ event }: ChartEvent<"click">) => {
      event.event.preventDefault();
      event.stop();
    });
    const passive = chart.listen("click", prevent, { passive: true });
    point(chart, "click", bar(chart, 0, 0));
    expect(prevent).toHaveBeenCalledOnce();
    expect(prevented).not.toHaveBeenCalled();

    passive.dispose();
    chart.listen("click", prevent);
    point(chart, "click", bar(chart, 0, 0));
    expect(prevented).toHaveBeenCalled();
  });

  it("are kept by no signal that outlives them", () => {
    const end = new AbortController();
    chart = aChart(BARS);
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
    chart = aChart(BARS);
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
    expect(() => chart.observeResize().dispose()).not.toThrow();
  });
});

describe("a chart that is drawn", () => {
  it("says so when nothing is left to draw, also after an action", async () => {
    chart = aChart(BARS);
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
    chart = aChart();

    expect(chart.describe()).toBe("No data.");
    expect(chart.toTable()).toEqual({ columns: [""], rows: [] });
  });

  it("is told in words and as a table", () => {
    chart = aChart(BARS);

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

  it("tells on an axis of time from when to when, and when it was lowest and highest", () => {
    const [from, to] = [Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 2)];
    const inWords = (time: number) => new Date(time).toLocaleString();
    const told = `Line chart. 1 series. From ${inWords(from)} to ${inWords(to)}. load: last 7, lowest 5 at ${inWords(from)}, highest 7 at ${inWords(to)}, rising.`;
    const pairs = [
      [from, 5],
      [to, 7],
    ];
    chart = aChart({ xAxis: { type: "time" }, yAxis: {}, series: [{ type: "line", name: "load", data: pairs }] });

    expect(chart.describe()).toBe(told);
    expect(chart.toTable().rows).toEqual([
      ["2024-01-01T00:00:00.000Z", 5],
      ["2024-01-02T00:00:00.000Z", 7],
    ]);
    const series = [{ type: "line", name: "load", data: Float64Array.from(pairs.flat()) }];
    expect(describeChart({ xAxis: { type: "time" }, series })).toBe(told);
  });

  it.each([
    ["rows", { source: [["", "tea", "milk"], ["Mon", 1, 3], ["Tue", 2, 4]] }], // biome-ignore format: a table
    ["objects", { dimensions: ["day", "tea", "milk"], source: [{ day: "Mon", tea: 1, milk: 3 }, { day: "Tue", tea: 2, milk: 4 }] }], // biome-ignore format: a table
    ["columns", { source: { day: ["Mon", "Tue"], tea: [1, 2], milk: [3, 4] } }],
  ])("is read from a dataset of %s, too", (_, dataset) => {
    chart = aChart({ dataset, xAxis: { type: "category" }, yAxis: {}, series: [{ type: "bar" }, { type: "bar" }] });

    expect(chart.toTable()).toEqual({
      columns: ["", "tea", "milk"],
      rows: [
        ["Mon", 1, 3],
        ["Tue", 2, 4],
      ],
    });
    expect(chart.describe()).toContain("2 series. tea: last 2");
  });

  const [WEEK, TEAMS] = [
    { type: "category", data: ["Mon", { value: "Tue" }] },
    { type: "category", data: ["shop", "bank"] },
  ];
  it.each([
    ["a heat map, by both axes", { visualMap: { min: 0, max: 9 }, xAxis: WEEK, yAxis: TEAMS, series: [{ type: "heatmap", name: "calls", data: [[0, 1, 5], [1, 0, 7]] }] }, [["Mon, bank", 5], ["Tue, shop", 7]]], // biome-ignore format: a table
    ["bars that lie, by the upright axis", { xAxis: {}, yAxis: TEAMS, series: [{ type: "bar", name: "calls", data: [[5, "shop"], [7, 1]] }] }, [["shop", 5], ["bank", 7]]], // biome-ignore format: a table
    ["bars that lie, of a dataset", { dataset: { source: [["shop", 5], ["bank", 7]] }, xAxis: {}, yAxis: { type: "category" }, series: [{ type: "bar", name: "calls" }] }, [["shop", 5], ["bank", 7]]], // biome-ignore format: a table
    ["candles, where they closed", { xAxis: WEEK, yAxis: {}, series: [{ type: "candlestick", name: "calls", data: [[4, 5, 3, 6], [5, 7, 5, 8]] }] }, [["Mon", 5], ["Tue", 7]]], // biome-ignore format: a table
    ["several values at one place", { xAxis: {}, yAxis: {}, series: [{ type: "scatter", name: "calls", data: [[1, 5], [1, 7]] }] }, [["1", 5], ["1", 7]]], // biome-ignore format: a table
  ])("is told of %s", (_, option, rows) => {
    chart = aChart(option);

    expect(chart.toTable()).toEqual({ columns: ["", "calls"], rows });
    expect(chart.describe()).toContain("1 series. calls: last 7, lowest 5, highest 7, rising.");
  });

  it("is a table whose times rise, although the series have others", () => {
    const load = (name: string, times: readonly number[]) => ({ type: "line", name, data: times.map((t) => [t, t]) });
    chart = aChart({ xAxis: { type: "time" }, yAxis: {}, series: [load("one", [0, 2000]), load("two", [1000])] });

    expect(chart.toTable().rows.map(([, ...values]) => values)).toEqual([
      [0, null],
      [null, 1000],
      [2000, null],
    ]);
  });

  it("says numbers of hundreds of digits by their power of ten", () => {
    const text = describeChart({ series: [{ type: "bar", name: "a", data: [1e300, 1e-300, 5] }] });

    expect(text).toContain("a: last 5, lowest 1.00e-300, highest 1.00e+300");
  });

  it("ends with a whole sentence within 600 characters, whatever its kinds", () => {
    const series = Array.from({ length: 40 }, (_, at) => ({
      type: at % 2 ? "line" : "scatter",
      name: `s${at}`,
      data: [at],
    }));
    chart = aChart({ xAxis: WEEK, yAxis: {}, series });

    expect(chart.describe().length).toBeLessThanOrEqual(600);
    expect(chart.describe()).toMatch(/^Scatter and line chart\. 40 series\. .* And \d+ more\.$/);
  });
});
