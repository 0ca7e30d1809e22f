import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { durationText, parseDuration } from "./duration.ts";
import { refreshEvery } from "./refresh-interval.ts";
import { alignSpan, rateIntervalOf, roundInterval, stepOf } from "./step.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("a duration", () => {
  it.each([
    ["5m", 300_000],
    ["1h30m", 5_400_000],
    ["1.5h", 5_400_000],
    ["90s", 90_000],
    ["250ms", 250],
    ["1d", DAY],
    ["1w", 7 * DAY],
    ["1M", 30 * DAY],
    ["1y", 365 * DAY],
    [">10s", 10_000],
  ])("%s is %i ms", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(["", "5", "m", "-5m", "0s", "5 m", "5m!", "$__interval"])("cannot be read from %j", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it("is written so that it can be read again", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (ms) => {
        expect(parseDuration(durationText(ms))).toBe(ms);
      }),
    );
  });
});

describe("the step of a query", () => {
  it.each([
    [5, 1],
    [12, 10],
    [30, 20],
    [60, 50],
    [120, 100],
    [300, 200],
    [700, 500],
    [1400, 1000],
    [3000, 2000],
    [7000, 5000],
    [12_000, 10_000],
    [17_000, 15_000],
    [24_000, 20_000],
    [44_000, 30_000],
    [60_000, 60_000],
    [200_000, 120_000],
    [440_000, 300_000],
    [700_000, 600_000],
    [1_000_000, 900_000],
    [1_400_000, 1_200_000],
    [2_600_000, 1_800_000],
    [5_000_000, HOUR],
    [8_000_000, 2 * HOUR],
    [16_000_000, 3 * HOUR],
    [32_000_000, 6 * HOUR],
    [80_000_000, 12 * HOUR],
    [6 * DAY, DAY],
    [20 * DAY, 7 * DAY],
    [40 * DAY, 30 * DAY],
    [50 * DAY, 365 * DAY],
  ])("of %i ms is rounded to %i ms", (ms, rounded) => {
    expect(roundInterval(ms)).toBe(rounded);
  });

  it("is as fine as the panel is wide, but not finer than what is measured", () => {
    const span = { from: 0, to: 6 * HOUR };

    expect(stepOf(span, { maxDataPoints: 1000 })).toBe(20_000);
    expect(stepOf(span, { maxDataPoints: 100_000 })).toBe(15_000);
    expect(stepOf(span, { maxDataPoints: 1000, minStep: 60_000 })).toBe(60_000);
    expect(stepOf(span, { maxDataPoints: 1000, factor: 2 })).toBe(40_000);
  });

  it("never asks for more points than a server answers with", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 3e11 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 1e5 }),
        (to, maxDataPoints, minStep) => {
          expect(to / stepOf({ from: 0, to }, { maxDataPoints, minStep })).toBeLessThanOrEqual(11_000);
        },
      ),
    );
  });

  it("aligns the ends of the range, so that the same question gets the same points", () => {
    expect(alignSpan({ from: 12_345, to: 67_890 }, 10_000, "UTC")).toEqual({ from: 10_000, to: 60_000 });
  });

  it.each([
    [1000, 15_000, 60_000],
    [60_000, 15_000, 75_000],
    [30_000, 60_000, 240_000],
  ])("of %i ms with samples every %i ms makes rates over %i ms", (step, scrapeInterval, rateInterval) => {
    expect(rateIntervalOf(step, scrapeInterval)).toBe(rateInterval);
  });
});

describe("a refresh", () => {
  it.each([
    ["5s", 5000],
    ["1m", 60_000],
    ["", undefined],
    ["100ms", 1000],
    ["auto", 6000],
    ["nonsense", undefined],
  ])("%j comes every %j ms", (text, ms) => {
    expect(refreshEvery(text, { from: 0, to: 6_000_000 })).toBe(ms);
  });
});
