import { CHART_THEMES } from "@vedette/chart/core";
import { describe, expect, it } from "vitest";
import type { DisplayField } from "../../model/frame/frame.ts";
import { layoutStates, placeSpans, textOn, wallFill } from "./state-layout.ts";
import { legendOf, stateRows } from "./state-rows.ts";

const MINUTE = 60_000;
const LOOK = {
  theme: "dark" as const,
  chartTheme: CHART_THEMES.dark,
  timeZone: "UTC",
  now: 10 * MINUTE,
  span: { from: 0, to: 10 * MINUTE },
  isMerged: true,
};

function frameOf(values: readonly number[], settings: DisplayField["settings"] = {}) {
  const common = { labels: {}, settings: {} };
  const times = values.map((_, at) => at * 2 * MINUTE);
  const fields: DisplayField[] = [
    { ...common, name: "Time", displayName: "Time", type: "time", values: times },
    { ...common, name: "up", displayName: "up", type: "number", values, settings },
  ];
  return { refId: "A", name: "up", fields, length: values.length };
}

const UP_OR_DOWN = {
  mappings: [
    {
      kind: "value" as const,
      options: new Map([
        ["1", { text: "up", color: "#00ff00" }],
        ["0", { text: "down", color: "#ff0000" }],
      ]),
    },
  ],
};

describe("states over time", () => {
  it("fill gaps that a mapping is about", () => {
    const none = { kind: "special" as const, match: "null" as const, result: { text: "no data", color: "#0000ff" } };
    const rowsOf = (mappings: NonNullable<DisplayField["settings"]["mappings"]>) =>
      stateRows([frameOf([1, Number.NaN, 0], { mappings })], LOOK)[0]?.spans.map(({ text, color }) => [text, color]);

    expect(rowsOf([...UP_OR_DOWN.mappings, none])).toEqual([
      ["up", "#00ff00"],
      ["no data", "#0000ff"],
      ["down", "#ff0000"],
    ]);
    expect(rowsOf(UP_OR_DOWN.mappings)).toHaveLength(2);
  });

  it("leave out fields that are hidden", () => {
    const hidden = frameOf([1, 0], { custom: { hideFrom: { viz: true } } });

    expect(stateRows([frameOf([1, 0]), hidden], LOOK)).toHaveLength(1);
  });

  it("hold until the next sample, and neighbours that say the same are one", () => {
    const [row] = stateRows([frameOf([1, 1, 0, 1, 1], UP_OR_DOWN)], LOOK);

    expect(row?.spans.map(({ from, to, text, color }) => [from / MINUTE, to / MINUTE, text, color])).toEqual([
      [0, 4, "up", "#00ff00"],
      [4, 6, "down", "#ff0000"],
      [6, 10, "up", "#00ff00"],
    ]);
    expect(legendOf(row === undefined ? [] : [row])).toEqual([
      { text: "up", color: "#00ff00" },
      { text: "down", color: "#ff0000" },
    ]);
  });

  it("of more numbers than colours are along a ramp, by their height", () => {
    const values = Array.from({ length: 12 }, (_, at) => (at * 7) % 12);
    const rows = stateRows([frameOf(values)], { ...LOOK, span: { from: 0, to: 24 * MINUTE } });
    const { ramp } = CHART_THEMES.dark;
    const colors = new Map(rows[0]?.spans.map(({ text, color }) => [text, color]));

    expect(new Set(colors.values()).size).toBe(12);
    expect([colors.get("0"), colors.get("11")]).toEqual([ramp[0], ramp.at(-1)]);
    expect(legendOf(rows)).toEqual([]);
  });

  it("stay apart in a history, end with the range, and leave gaps where nothing was measured", () => {
    const [row] = stateRows([frameOf([1, 1, Number.NaN, 1, 1, 1, 1])], { ...LOOK, isMerged: false });

    expect(row?.spans.map(({ from, to }) => [from / MINUTE, to / MINUTE])).toEqual([
      [0, 2],
      [2, 4],
      [6, 8],
      [8, 10],
    ]);
  });

  it("without colours of their own have the same one for the same text", () => {
    const rows = stateRows([frameOf([1, 2, 1])], { ...LOOK });
    const [first, second, third] = rows[0]?.spans ?? [];

    expect(first?.color).toMatch(/^#/);
    expect(third?.color).toBe(first?.color);
    expect(second?.color).not.toBe(first?.color);
  });

  const STEPS = {
    unit: "percent",
    thresholds: {
      mode: "absolute" as const,
      steps: [
        { from: Number.NEGATIVE_INFINITY, color: "#00ff00" },
        { from: 60, color: "#ff8800" },
        { from: 80, color: "#ff0000" },
      ],
    },
  };

  it("of numbers with thresholds are their steps: neighbours in one are one, and the legend names each once", () => {
    const [row] = stateRows([frameOf([85, 81, 62, 10, 11], STEPS)], LOOK);

    expect(row?.spans.map(({ from, to, text }) => [from / MINUTE, to / MINUTE, text])).toEqual([
      [0, 4, "≥ 80\u2009%"],
      [4, 6, "≥ 60\u2009%"],
      [6, 10, "< 60\u2009%"],
    ]);
    expect(legendOf(row === undefined ? [] : [row]).map(({ text }) => text)).toEqual([
      "< 60\u2009%",
      "≥ 60\u2009%",
      "≥ 80\u2009%",
    ]);
  });

  it("of a history say their own value, and its legend names the steps", () => {
    const rows = stateRows([frameOf([85, 10, 11], STEPS)], { ...LOOK, isMerged: false });

    expect(rows[0]?.spans.map(({ text }) => text)).toEqual(["85\u2009%", "10\u2009%", "11\u2009%"]);
    expect(legendOf(rows).map(({ text }) => text)).toEqual(["< 60\u2009%", "≥ 80\u2009%"]);
  });

  it("along a scheme of colours have no legend, for it would name every number", () => {
    const rows = stateRows([frameOf([85, 10, 11], { color: { mode: "continuous-GrYlRd" } })], LOOK);

    expect(rows[0]?.spans).toHaveLength(3);
    expect(legendOf(rows)).toEqual([]);
  });

  it("lie side by side over the width of the picture, with their text where it has room", () => {
    const rows = stateRows([frameOf([1, 1, 0, 1, 1], UP_OR_DOWN)], LOOK);
    const layout = layoutStates(rows, {
      span: LOOK.span,
      size: { width: 400, height: 100 },
      theme: CHART_THEMES.dark,
      timeZone: "UTC",
      share: 0.9,
    });
    const [first, second] = rows.flatMap((row) => placeSpans(row, 0, layout, { gap: 0, fontSize: 11 }));

    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(second?.x ?? -1, 5);
    expect(first?.hasRoom).toBe(true);
    expect(layout.height).toBeLessThanOrEqual(101);
    expect(layout.rowHeight).toBeGreaterThan(70);
    expect([textOn("#ffffff"), textOn("#000000")]).toEqual(["#03070b", "#ffffff"]);
  });

  it.each([
    ["#f75d59", "#f86d6a"],
    ["#137738", "#106630"],
    ["#ffffff", "#ffffff"],
    ["rgb(1 2 3)", "rgb(1 2 3)"],
  ])("are in %s on a wall as near as its text lets them be: %s", (color, shown) => {
    expect(wallFill(color)).toBe(shown);
  });

  it("touch where a gap between them would be most of the picture", () => {
    const rows = stateRows([frameOf([1, 1, 0, 1, 1], UP_OR_DOWN)], LOOK);
    const look = { span: LOOK.span, theme: CHART_THEMES.dark, timeZone: "UTC", share: 0.9 };
    const widths = (width: number) => {
      const layout = layoutStates(rows, { ...look, size: { width, height: 100 } });
      const placed = rows.flatMap((row) => placeSpans(row, 0, layout, { gap: 1, fontSize: 11 }));
      return placed.map((one, at) => (placed[at + 1]?.x ?? Number.NaN) - one.x - one.width).slice(0, -1);
    };

    expect(widths(400).map((gap) => Math.round(gap))).toEqual([1, 1]);
    expect(widths(20).map((gap) => Math.round(gap))).toEqual([0, 0]);
  });

  it("have rows that grow with the letters of the page where they would become too low", () => {
    const rows = Array.from({ length: 9 }, () => stateRows([frameOf([1, 0, 1], UP_OR_DOWN)], LOOK)).flat();
    const heightIn = (scale: number) => {
      const theme = { ...CHART_THEMES.dark, fontSize: CHART_THEMES.dark.fontSize * scale };
      const size = { width: 400 * scale, height: 90 * scale };
      return layoutStates(rows, { span: LOOK.span, size, theme, timeZone: "UTC", share: 0.9, scale }).rowHeight;
    };

    expect(heightIn(2)).toBe(2 * heightIn(1));
  });

  it.each([11, 21, 42])("have times that stand whole below them, in type of %i pixels", (fontSize) => {
    const rows = stateRows([frameOf([1, 0, 1], UP_OR_DOWN)], LOOK);
    const size = { width: fontSize * 22, height: fontSize * 12 };
    const theme = { ...CHART_THEMES.dark, fontSize };
    const day = 24 * 60 * MINUTE;
    const layouts = [60 * MINUTE, 6 * 60 * MINUTE, day, 5 * day].map((to) =>
      layoutStates(rows, { span: { from: 0, to }, size, theme, timeZone: "UTC", share: 0.9 }),
    );

    expect(layouts.flatMap(({ ticks }) => ticks).length).toBeGreaterThan(2);
    expect(
      layouts.flatMap(({ ticks }) =>
        ticks.map(({ x, label }) => x + (label.length * fontSize * 0.58) / 2 > size.width),
      ),
    ).not.toContain(true);
    expect(layouts[0]?.height).toBeCloseTo(size.height, -1);
  });
});
