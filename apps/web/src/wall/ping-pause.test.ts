import { describe, expect, it } from "vitest";
import { pingPause } from "./ping-pause.ts";

describe("the questions whether the server is there", () => {
  it.each([
    [0, 15_000],
    [1, 1000],
    [2, 2000],
    [6, 32_000],
    [7, 60_000],
    [5000, 60_000],
  ])("after %i without an answer pause for %i ms", (failures, ms) => {
    expect(pingPause(failures)).toBe(ms);
  });
});
