import { describe, expect, it } from "vitest";
import { CHART_THEMES } from "../theme.ts";
import { renderTimeSeriesToSVG } from "./time-series-svg.ts";

const t = Float64Array.from({ length: 60 }, (_, at) => at * 1000);

function picture(look: Parameters<typeof renderTimeSeriesToSVG>[0]["look"] = {}): string {
  const series = [{ name: "load", t, v: t.map((time) => Math.sin(time / 9000) * 50 + 50), color: "#123456" }];
  const range = { from: 0, to: 59_000 };
  return renderTimeSeriesToSVG({
    series,
    range,
    look: { timeZone: "UTC", ...look },
    theme: CHART_THEMES.light,
    width: 400,
    height: 200,
  });
}

describe("a time chart without a browser", () => {
  it("has its line, its ticks and its size", () => {
    const svg = picture();

    expect(svg).toMatch(/^<svg width="400" height="200"/);
    expect(svg).toContain('stroke="#123456"');
    expect(svg).toContain(">100<");
    expect(svg).toContain("00:00:30");
  });

  it("has one axis of values where all series are at its right, and the lines of its grid", () => {
    const v = t.map((_, at) => 40 + at);
    const drawnAt = (axis: "left" | "right") =>
      renderTimeSeriesToSVG({
        series: [{ name: "load", t, v, color: "#123456", axis }],
        ...{ range: { from: 0, to: 59_000 }, look: { timeZone: "UTC" }, theme: CHART_THEMES.light },
        ...{ width: 400, height: 200 },
      });
    const values = (svg: string) => svg.match(/>\d+</g);
    const lines = (svg: string) => svg.match(/<path[^>]* stroke="[^"]*"/g)?.length;

    expect(values(drawnAt("right"))).toEqual(values(drawnAt("left")));
    expect(lines(drawnAt("right"))).toBe(lines(drawnAt("left")));
  });

  it.each([1, 10])("has no more values and times than an eye takes in, however large it is, up to %d", (most) => {
    const svg = renderTimeSeriesToSVG({
      series: [{ name: "load", t, v: t.map((_, at) => (at / 59) * most), color: "#123456" }],
      ...{ range: { from: 0, to: 59_000 }, look: { timeZone: "UTC" }, theme: CHART_THEMES.light },
      ...{ width: 3800, height: 2100 },
    });

    const [values, times] = [svg.match(/>[\d.]+</g) ?? [], svg.match(/>\d\d:\d\d:\d\d</g) ?? []];
    expect(values.length).toBeGreaterThanOrEqual(5);
    expect(values.length).toBeLessThanOrEqual(10);
    expect(times.length).toBeGreaterThanOrEqual(8);
    expect(times.length).toBeLessThanOrEqual(17);
  });

  it("has two times at least where they fit, also when it is narrow", () => {
    const range = { from: Date.parse("2026-05-01T02:14Z"), to: Date.parse("2026-05-01T05:14Z") };
    const times = (width: number) =>
      renderTimeSeriesToSVG({
        series: [
          { name: "load", t: Float64Array.of(range.from, range.to), v: Float64Array.of(0, 10), color: "#123456" },
        ],
        ...{ range, look: { timeZone: "UTC" }, theme: CHART_THEMES.light, width, height: 160 },
      }).match(/>\d\d:\d\d</g);

    expect(times(190)).toEqual([">03:00<", ">04:00<", ">05:00<"]);
    expect(times(110)).toEqual([">03:00<"]);
  });

  it.each([
    ["opacity", /stop-opacity="0"/],
    ["hue", /stop-color="(?!#123456|rgb\(18,52,86\))[^"]+"/],
  ] as const)("lets an area fade by its %s", (fade, end) => {
    const svg = renderTimeSeriesToSVG({
      series: [{ name: "load", t, v: t, color: "#123456", draw: { fill: 0.5, fade } }],
      ...{ range: { from: 0, to: 59_000 }, look: {}, theme: CHART_THEMES.light, width: 400, height: 200 },
    });

    expect(svg.match(/<stop [^>]*>/g)?.at(-1)).toMatch(end);
  });

  it.each([
    ["at the same times", t],
    ["at other times", Float64Array.of(0, 29_500, 59_000)],
  ])("fills between two series whose samples are %s", (_, other) => {
    const drawn = (fillTo: string) =>
      renderTimeSeriesToSVG({
        series: [
          { name: "most", t, v: t.map(() => 80), color: "#123456", draw: { fill: 0.5, fillTo } },
          { name: "least", t: other, v: other.map(() => -40), color: "#654321" },
        ],
        ...{ range: { from: 0, to: 59_000 }, look: {}, theme: CHART_THEMES.light, width: 400, height: 200 },
      });
    const heights = (svg: string, ink: string) => {
      const paths = [...svg.matchAll(/<path d="([^"]+)"[^>]*>/g)].filter(([path]) => path.includes(ink));
      return new Set(paths.flatMap(([, d = ""]) => [...d.matchAll(/[ML ][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y))));
    };
    const svg = drawn("least");
    const [most, least] = [heights(svg, 'stroke="#123456"'), heights(svg, 'stroke="#654321"')];

    expect([most.size, least.size]).toEqual([1, 1]);
    expect(heights(svg, 'fill="#123456"')).toEqual(most.union(least));
    expect(drawn("one that is hidden")).not.toContain('fill="#123456"');
  });

  it("that is tiny is its line alone: labels would lie over each other", () => {
    const svg = renderTimeSeriesToSVG({
      ...{ series: [{ name: "load", t, v: t, color: "#123456" }], range: { from: 0, to: 59_000 }, look: {} },
      ...{ theme: CHART_THEMES.light, width: 76, height: 36 },
    });

    expect(svg).toContain('stroke="#123456"');
    expect(svg).not.toContain("<text");
  });

  it.each(["bars", "line"] as const)("tells %s of one colour apart by a hatch from the ninth series on", (as) => {
    const drawn = (count: number) =>
      renderTimeSeriesToSVG({
        series: Array.from({ length: count }, (_, at) => ({ name: `pod-${at}`, t, v: t, draw: { as, fill: 0.5 } })),
        ...{ range: { from: 0, to: 59_000 }, look: {}, theme: CHART_THEMES.light, width: 400, height: 200 },
      });

    expect(drawn(8)).not.toContain("<pattern");
    expect(drawn(9)).toContain("<pattern");
  });

  it("may have the colour of its height", () => {
    const colorOf = (value: number) => (value > 50 ? "#ff0000" : "#00ff00");
    const v = t.map((time) => time / 1000);
    const svg = renderTimeSeriesToSVG({
      ...{ series: [{ name: "load", t, v, draw: { colorOf } }], range: { from: 0, to: 59_000 }, look: {} },
      ...{ theme: CHART_THEMES.light, width: 400, height: 200 },
    });

    expect([...svg.matchAll(/stop-color="(#\w+)"/g)].map(([, color]) => color)).toEqual([
      ...Array(5).fill("#ff0000"),
      ...Array(28).fill("#00ff00"),
    ]);
  });

  it("is the same whatever the order of its samples, and says their unit", () => {
    const order = t.map((_, at) => (at * 7) % t.length);
    const series = (times: Float64Array) => [
      { name: "load", t: times, v: times.map((time) => time / 1000), unit: "ms" },
    ];
    const drawn = (times: Float64Array) =>
      renderTimeSeriesToSVG({
        ...{ series: series(times), range: { from: 0, to: 59_000 }, look: { timeZone: "UTC" } },
        ...{ theme: CHART_THEMES.light, width: 400, height: 200 },
      });

    const shuffled = drawn(Float64Array.from(order, (at) => t[at] ?? 0));
    const withoutIds = (svg: string) => svg.replaceAll(/zr\d+|cls-\d+/g, "");
    expect(withoutIds(shuffled)).toBe(withoutIds(drawn(t)));
    expect(shuffled).toContain(">60 ms<");
  });

  it("is well-formed although the font's name is quoted", () => {
    expect(picture()).toContain("font-family:'Inter Variable'");
    expect(picture()).not.toContain('font-family:"');
  });

  it.each([
    ["before", 70],
    ["center", 80],
    ["after", 90],
  ] as const)("draws a bar %s its time", (barAlign, middle) => {
    const draw = { as: "bars", barAlign, barWidth: 0.5 } as const;
    const bars = { name: "n", t: Float64Array.of(0, 10, 20), v: Float64Array.of(1, 1, 1), color: "#123456", draw };
    const svg = renderTimeSeriesToSVG({
      ...{ series: [bars], range: { from: 0, to: 100 }, look: { isBare: true } },
      ...{ theme: CHART_THEMES.light, width: 400, height: 200 },
    });

    const drawn = [...svg.matchAll(/<path d="M([\d.]+) [\d.]+l([\d.]+) 0[^>]*fill="#123456"/g)];
    const [left = 0, width = 0] = (drawn.at(-1) ?? []).slice(1).map(Number);
    expect(width).toBeCloseTo(20, 0);
    expect(left + width / 2).toBeCloseTo(middle, 0);
  });

  it("ends a line where samples are further apart than it may reach", () => {
    const drawn = (draw: { gapAfter?: number }) => {
      const series = { name: "n", t: Float64Array.of(0, 10, 60, 70), v: Float64Array.of(1, 2, 3, 4), draw };
      return renderTimeSeriesToSVG({
        ...{ series: [{ ...series, color: "#123456" }], range: { from: 0, to: 100 }, look: { isBare: true } },
        ...{ theme: CHART_THEMES.light, width: 400, height: 200 },
      });
    };
    const strokes = (svg: string) =>
      [...svg.matchAll(/<path d="([^"]+)"[^>]*stroke="#123456"/g)].map(([, path = ""]) => path.match(/M/g)?.length);

    expect(strokes(drawn({}))).toContain(1);
    expect(strokes(drawn({ gapAfter: 20 }))).toContain(2);
  });

  it("has a border at its axis, and both in a colour of their own, when asked for", () => {
    expect(picture()).not.toContain("#abcdef");
    expect(picture({ left: { hasBorder: true, color: "#abcdef" } })).toMatch(/<path [^>]*stroke="#abcdef"/);
  });

  it("shows limits below the data", () => {
    const svg = picture({ thresholds: [{ from: 50, to: Number.POSITIVE_INFINITY, color: "red", as: "dashed" }] });

    expect(svg.indexOf('stroke="red"')).toBeLessThan(svg.indexOf('stroke="#123456"'));
    expect(svg).toContain("stroke-dasharray");
    expect(picture()).not.toContain('stroke="red"');
  });

  it("has no line of its grid where a limit lies, which it would cover", () => {
    const lines = (from: number) => {
      const limit = { from, to: Number.POSITIVE_INFINITY, color: "red", as: "line" } as const;
      const dark = { ...CHART_THEMES.light, grid: "#00ff00" };
      return renderTimeSeriesToSVG({
        series: [{ name: "load", t, v: t.map((time) => time / 590) }],
        ...{ range: { from: 0, to: 59_000 }, look: { thresholds: [limit] }, theme: dark, width: 400, height: 200 },
      }).match(/stroke="#00ff00"/g)?.length;
    };

    expect(lines(60)).toBe((lines(57) ?? 0) - 1);
  });

  it("colours an area by the heights of its axis, also where zero is not on it", () => {
    const svg = renderTimeSeriesToSVG({
      series: [
        {
          ...{ name: "load", t, v: t.map((time) => 20 + (time / 59_000) * 40), color: "#123456" },
          draw: { fill: 0.5, colorOf: (value) => (value < 50 ? "#00ff00" : "#ff0000") },
        },
      ],
      ...{ range: { from: 0, to: 59_000 }, look: {}, theme: CHART_THEMES.light, width: 400, height: 200 },
    });

    const [line] = svg.match(/(?<=stroke=")url\(#[^)]*\)/) ?? [];
    expect(line).toBeDefined();
    expect(svg).toContain(`fill="${line}"`);
  });

  it("draws the grey ones of many series below those that have colours", () => {
    const many = Array.from({ length: 40 }, (_, at) => ({ name: `pod ${at}`, t, v: t }));
    const svg = renderTimeSeriesToSVG({
      series: many,
      ...{ range: { from: 0, to: 59_000 }, look: {}, theme: CHART_THEMES.light, width: 400, height: 200 },
    });

    const grey = `stroke="${CHART_THEMES.light.rest}"`;
    const coloured = CHART_THEMES.light.series.map((color) => svg.indexOf(`stroke="${color}"`));
    expect(svg).toContain(grey);
    expect(svg.lastIndexOf(grey)).toBeLessThan(Math.min(...coloured));
  });

  it("shows moments and spans of time, and nothing of those beside its range", () => {
    const svg = picture({
      marks: [
        { from: 30_000, color: "purple" },
        { from: 10_000, to: 20_000, color: "orange" },
        { from: 90_000, color: "brown" },
      ],
    });

    expect(svg.match(/stroke="purple"/g)).toHaveLength(1);
    expect(svg).toMatch(/<rect [^>]*fill="orange"/);
    expect(svg).not.toContain("brown");
  });
});
