import { describe, expect, it } from "vitest";
import { ageOf } from "./age-of.ts";

describe("the age of a thing", () => {
  const now = new Date("2026-05-12T12:00:00Z");
  const age = (time: string) => ageOf(new Date(time), now);

  it.each([
    ["2026-05-12T11:59:40Z", "just now"],
    ["2026-05-12T12:00:20Z", "just now"],
    ["2026-05-12T11:56:00Z", "4 min ago"],
    ["2026-05-12T09:00:00Z", "3 h ago"],
    ["2026-05-01T12:00:00Z", "May 1"],
    ["2025-12-24T12:00:00Z", "Dec 24, 2025"],
    ["2026-06-01T12:00:00Z", "Jun 1"],
  ])("of %s is %s", (time, text) => {
    expect(age(time)).toBe(text);
  });
});
