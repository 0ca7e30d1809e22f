import { describe, expect, it } from "vitest";
import { clockText, dateTimeText } from "./time-text.ts";

describe("a time", () => {
  it("is read off a clock of 24 hours, whatever the language", () => {
    expect(clockText(new Date(2026, 4, 12, 18, 42, 7))).toBe("18:42");
    expect(clockText(new Date(2026, 4, 12, 0, 5))).toBe("00:05");
  });

  it("has its date in front, in the zone that was asked for", () => {
    expect(dateTimeText(Date.UTC(2026, 4, 12, 22, 0, 7), "Asia/Tokyo")).toBe("2026-05-13 07:00:07");
  });
});
