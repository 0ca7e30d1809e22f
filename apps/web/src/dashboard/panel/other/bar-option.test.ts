import { CHART_THEMES, type ChartTheme, renderToSVG } from "@vedette/chart/core";
import { describe, expect, it } from "vitest";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { barsOf, groupsOf } from "./bar-groups.ts";
import { barLook, barOption } from "./bar-option.ts";
import { histogramOf } from "./histogram.ts";

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 4, 12, 12);
const LOOK = { theme: "dark" as const, chartTheme: CHART_THEMES.dark };
const SIZE = { width: 600, height: 300 };

function field(name: string, values: readonly (number | string)[], more: Partial<DisplayField> = {}): DisplayField {
  const type = typeof values[0] === "string" ? "string" : "number";
  return { name, displayName: name, type, values, labels: {}, settings: {}, ...more };
}

function frame(...fields: readonly DisplayField[]): DisplayFrame {
  return { refId: "A", name: "", fields, length: fields[0]?.values.length ?? 0 };
}

const times = (count: number, step: number) =>
  field(
    "Time",
    Array.from({ length: count }, (_, at) => NOON + at * step),
    { type: "time" },
  );

function drawn(frames: readonly DisplayFrame[], options: object = {}, chartTheme: ChartTheme = LOOK.chartTheme) {
  const groups = groupsOf(frames, { ...options }, "UTC");
  if (groups === undefined) throw new Error("no groups");
  const bars = barsOf(groups, LOOK);
  const look = barLook({ ...options }, SIZE, { groups, ...chartTheme });
  const context = { theme: "dark" as const, timeZone: "UTC", now: NOON };
  // biome-ignore lint/suspicious/noExplicitAny: an option of a chart is read here as what it is, JSON
  const option: any = barOption(groups, bars, { look, chartTheme, context, size: SIZE });
  return { groups, option };
}

describe("groups of bars", () => {
  it("over time are labelled as a time axis is, and keep every row", () => {
    expect(drawn([frame(times(3, MINUTE), field("up", [1, 2, 3]))]).groups.labels).toEqual(["12:00", "12:01", "12:02"]);
    expect(drawn([frame(times(3, 720 * MINUTE), field("up", [1, 2, 3]))]).groups.labels).toEqual([
      "May 12 12:00",
      "May 13",
      "May 13 12:00",
    ]);
    expect(drawn([frame(times(720, MINUTE), field("up", Array(720).fill(1)))]).groups.names).toHaveLength(720);
  });

  it("are labelled at round times where each has no room for its own", () => {
    const { option } = drawn([frame(times(241, MINUTE / 4), field("up", Array(241).fill(1)))]);
    const { interval, formatter } = option.xAxis.axisLabel;

    expect(
      option.xAxis.data.map((_: string, at: number) => (interval(at) ? formatter("", at) : "")).filter(Boolean),
    ).toEqual(["12:00", "12:10", "12:20", "12:30", "12:40", "12:50", "13:00"]);
  });

  it("of the ninth field on are told apart by lines across them", () => {
    const fields = Array.from({ length: 10 }, (_, at) => field(`pod-${at}`, [1]));
    const { groups, option } = drawn([frame(field("name", ["a"]), ...fields)]);

    expect(option.series.filter(({ itemStyle }: { itemStyle: object }) => "decal" in itemStyle)).toHaveLength(2);
    // In the legend, too.
    expect(barsOf(groups, LOOK).filter(({ draw }) => draw?.as === "bars" && draw.hatch !== undefined)).toHaveLength(2);
  });

  it("have room for the value of the highest, and take none where it has enough", () => {
    const drawnUpTo = (max: number) => {
      const pods = field("pods", [3, 6], { settings: { max } });
      return drawn([frame(field("name", ["a", "b"]), pods)]).option.grid;
    };

    expect(drawnUpTo(6).top).toBeGreaterThan(CHART_THEMES.dark.fontSize);
    expect(drawnUpTo(12).top).toBe(drawn([frame(field("name", ["a"]), field("pods", [0]))]).option.grid.top);
  });

  it("in a tiny panel have no labels, which would lie over each other", () => {
    const { groups } = drawn([frame(times(3, MINUTE), field("up", [1, 2, 3]))]);
    const size = { width: 76, height: 36 };
    const context = { theme: "dark" as const, timeZone: "UTC", now: NOON };
    const picture = {
      look: barLook({}, size, { groups, ...LOOK.chartTheme }),
      chartTheme: LOOK.chartTheme,
      context,
      size,
    };

    expect(barOption(groups, barsOf(groups, LOOK), picture)).toMatchObject({
      xAxis: { axisLabel: { show: false } },
      yAxis: { axisLabel: { show: false } },
    });
  });

  it("of several answers stand side by side where their times are the same", () => {
    const other = field("Time", [NOON + MINUTE, NOON + 2 * MINUTE], { type: "time" });
    const { groups, option } = drawn([frame(times(2, MINUTE), field("a", [1, 2])), frame(other, field("b", [20, 30]))]);

    expect(groups.fields.map(({ displayName }) => displayName)).toEqual(["a", "b"]);
    expect(option.series.map(({ data }: { data: number[] }) => data.map(heightOf))).toEqual([
      [1, 2, Number.NaN],
      [Number.NaN, 20, 30],
    ]);
  });

  it("end within the axis where they are stacked, also as shares of a hundred", () => {
    const stacked = [frame(field("host", ["x", "y"]), field("a", [60, 10]), field("b", [60, 30]))];

    expect(drawn(stacked, { stacking: "normal" }).option.yAxis.max).toBeGreaterThanOrEqual(120);
    const shares = drawn(stacked, { stacking: "percent" }).option;
    expect(shares.series.map(({ data }: { data: unknown[] }) => data.map(heightOf))).toEqual([
      [50, 25],
      [50, 75],
    ]);
    expect(shares.yAxis.max).toBe(100);
  });

  it("have the colour of their value, or of the field that the options name", () => {
    const steps = [
      { from: Number.NEGATIVE_INFINITY, color: "#00ff00" },
      { from: 50, color: "#ff0000" },
    ];
    const settings = { color: { mode: "thresholds" }, thresholds: { mode: "absolute" as const, steps } };
    const rows = frame(field("host", ["x", "y"]), field("a", [10, 60]), field("level", [60, 10], { settings }));
    const colors = (data: readonly { itemStyle?: { color: string } }[]) => data.map((one) => one.itemStyle?.color);

    expect(colors(drawn([rows]).option.series[1].data)).toEqual(["#ff0000", "#00ff00"]);
    expect(colors(drawn([rows]).option.series[0].data)).toEqual([undefined, undefined]);
    expect(colors(drawn([rows], { colorByField: "level" }).option.series[0].data)).toEqual(["#ff0000", "#00ff00"]);
  });

  it("say their values where there is room, always or never, as asked", () => {
    const rows = [frame(field("host", ["x", "y"]), field("a", [10, 60]))];
    const said = (options: object) =>
      drawn(rows, options).option.series[0].data.map((one: { label?: { formatter: () => string } }) =>
        one.label?.formatter(),
      );

    expect(said({})).toEqual(["10", "60"]);
    expect(said({ showValue: "never" })).toEqual([undefined, undefined]);
    expect(said({ showValue: "auto", groupWidth: 0.05 })).toEqual([undefined, undefined]);
    expect(said({ showValue: "always", groupWidth: 0.05 })).toEqual(["10", "60"]);
  });

  it("say their values in the size that is asked, larger where the type is", () => {
    const rows = [frame(field("host", ["x", "y"]), field("a", [10, 60]))];
    const sizesIn = (fontSize: number) =>
      drawn(
        rows,
        { showValue: "always", text: { valueSize: 20 } },
        { ...CHART_THEMES.dark, fontSize },
      ).option.series[0].data.map((one: { label: { fontSize: number } }) => one.label.fontSize);

    expect(sizesIn(CHART_THEMES.dark.fontSize)).toEqual([20, 20]);
    expect(sizesIn(2 * CHART_THEMES.dark.fontSize)).toEqual([40, 40]);
  });

  it("lie where the panel is high or leaves their names no room below, unless the options say", () => {
    const { groups } = drawn([frame(field("pod", ["payments-gateway", "search-indexer"]), field("up", [1, 2]))]);
    const isFlat = (size: typeof SIZE, options = {}) => barLook(options, size, { groups, ...LOOK.chartTheme }).isFlat;

    expect([isFlat(SIZE), isFlat({ width: 200, height: 500 })]).toEqual([false, true]);
    expect([isFlat({ width: 120, height: 100 }), isFlat({ width: 120, height: 20 })]).toEqual([true, false]);
    expect(isFlat({ width: 120, height: 100 }, { orientation: "vertical" })).toBe(false);
  });

  it.each([
    { names: ["card", "invoice", "gift card", "bank transfer"], size: { width: 460, height: 300 }, fontSize: 22 },
    { names: ["checkout", "search", "orders", "payments"], size: { width: 440, height: 200 }, fontSize: 22 },
    { names: ["DE", "AT", "CH", "NO"], size: { width: 300, height: 240 }, fontSize: 22 },
    { names: ["north", "south", "east", "west", "centre"], size: { width: 320, height: 260 }, fontSize: 22 },
    { names: ["north", "south", "east", "west", "centre"], size: { width: 230, height: 300 }, fontSize: 22 },
  ])("of $names all have their name on a wall, in $size.width × $size.height", ({ names, size, fontSize }) => {
    const values = names.map((_, at) => 1200 + at);
    const groups = groupsOf([frame(field("name", names), field("orders", values))], {}, "UTC");
    if (groups === undefined) throw new Error("no groups");
    const chartTheme = { ...LOOK.chartTheme, fontSize };
    const look = barLook({ showValue: "never" }, size, { groups, ...chartTheme });
    const context = { theme: "dark" as const, timeZone: "UTC", now: NOON };

    const drawing = renderToSVG(barOption(groups, barsOf(groups, LOOK), { look, chartTheme, context, size }), size);

    const written = [...drawing.matchAll(/>([^<>]+)<\/text>/g)].map(([, text = ""]) => text.replace("...", ""));
    const isNamed = (name: string) => written.some((text) => text.length > 1 && name.startsWith(text));
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
  });

  it("of a histogram stand, and leave names out instead of cutting them", () => {
    const groups = histogramOf([frame(field("rate", [0, 20, 40, 60], { settings: { unit: "reqps" } }))], {});
    if (groups === undefined) throw new Error("no groups");
    const size = { width: 310, height: 320 };
    const chartTheme = { ...LOOK.chartTheme, fontSize: 21 };
    const look = barLook({}, size, { groups, ...chartTheme });
    const context = { theme: "dark" as const, timeZone: "UTC", now: NOON };
    const option = barOption(groups, barsOf(groups, LOOK), { look, chartTheme, context, size });

    expect(look.isFlat).toBe(false);
    expect(option).toMatchObject({ xAxis: { axisLabel: { width: expect.closeTo(8.2 * 21) } } });
  });

  it("that stand have a name each, as long as it has room", () => {
    const names = Array.from({ length: 12 }, (_, at) => `payments-gateway-${at}`);
    const { option } = drawn([frame(field("pod", names), field("up", Array(12).fill(1)))], { orientation: "vertical" });

    expect(option.xAxis.axisLabel.width).toBeLessThan(SIZE.width / 12);
    // ECharts leaves out every other one where the room is small, also those that would fit.
    expect(option.xAxis.axisLabel).toMatchObject({ interval: 0 });
  });

  it("have room for their labels that grows with the type", () => {
    const rows = [frame(times(3, MINUTE), field("up", [1, 2, 3]))];
    const { axisLabel } = drawn(rows, {}, { ...CHART_THEMES.dark, fontSize: 44 }).option.xAxis;

    expect(axisLabel.width).toBeGreaterThan("05-12 12:00".length * 44 * 0.6);
    expect(axisLabel.margin).toBeGreaterThan(44 / 2);
  });
});

function heightOf(item: unknown): number {
  return typeof item === "number" ? item : Number((item as { value: number }).value);
}
