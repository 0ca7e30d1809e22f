import { describe, expect, it } from "vitest";
import { durationText } from "./duration-text.ts";

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
