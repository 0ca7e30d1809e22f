import { describe, expect, it } from "vitest";
import { durationText, intervalMs } from "./interval.ts";

describe("a playlist interval", () => {
  it.each([
    ["30s", 30_000],
    ["5m", 300_000],
    ["1h30m", 5_400_000],
    ["1.5h", 5_400_000],
    ["10ms", 1000],
  ])("%s lasts %i milliseconds", (text, ms) => {
    expect(intervalMs(text)).toBe(ms);
  });

  it.each(["", "5", "0m", "-1m", "5 m", "1x", "m"])("%j is none", (text) => {
    expect(intervalMs(text)).toBeUndefined();
  });
});

describe("a duration for people", () => {
  it.each([
    [0, "0 s"],
    [45_000, "45 s"],
    [90_000, "1 min 30 s"],
    [5_400_000, "1 h 30 min"],
  ])("%i milliseconds are %s", (ms, text) => {
    expect(durationText(ms).replaceAll("\u2009", " ")).toBe(text);
  });
});
