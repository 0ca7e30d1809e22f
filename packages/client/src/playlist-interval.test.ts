import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { intervalMs, playedIntervalMs } from "./playlist-interval.ts";

describe("a playlist interval", () => {
  it.each([
    ["30s", 30_000],
    ["5m", 300_000],
    ["90s", 90_000],
    ["1h30m", 5_400_000],
    ["1.5h", 5_400_000],
    ["1m500ms", 60_500],
    ["2h", 7_200_000],
    ["1d", 86_400_000],
    ["1w", 604_800_000],
    ["1M", 2_592_000_000],
    ["1y", 31_536_000_000],
  ])("of %s lasts %i milliseconds", (text, milliseconds) => {
    expect(intervalMs(text)).toBe(milliseconds);
  });

  it("shorter than a second plays as a second", () => {
    expect(intervalMs("20ms")).toBe(1000);
  });

  it.each([
    "",
    "5",
    "0m",
    "0s0m",
    "-1m",
    "5 m",
    "m",
    "1.m",
    ".5m",
    "1h-1m",
    "5min",
    "1S",
    "٣m",
    `${"1".repeat(62)}.5m`,
  ])("is refused when it is %j", (text) => {
    expect(intervalMs(text)).toBeUndefined();
  });

  it.each([
    ["90", 90_000],
    ["1h30m", 5_400_000],
    ["0", undefined],
    ["", undefined],
    ["1.5", undefined],
  ])("of an old playlist, %j, plays for %j milliseconds", (text, milliseconds) => {
    expect(playedIntervalMs(text)).toBe(milliseconds);
  });

  it("never makes anything but a number of at least 1000 of any text", () => {
    fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => (intervalMs(text) ?? 1000) >= 1000));
  });
});
