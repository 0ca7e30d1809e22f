import { describe, expect, it } from "vitest";
import { clockText, dateText, dateTimeText, isoText, timeText, zoneText } from "./time-text.ts";

describe("a time", () => {
  it("is read off a clock of 24 hours, whatever the language", () => {
    expect(clockText(new Date(2026, 4, 12, 18, 42, 7))).toBe("18:42");
    expect(clockText(new Date(2026, 4, 12, 0, 5))).toBe("00:05");
  });

  it("has its date in front, in the zone that was asked for", () => {
    expect(dateTimeText(Date.UTC(2026, 4, 12, 22, 0, 7), "Asia/Tokyo")).toBe("2026-05-13 07:00:07");
  });

  it.each([
    [Number.NaN, "–"],
    [8.64e15 + 1, "8640000000000001"],
    [-1e17, "-100000000000000000"],
  ])("writes %d, which is not a date, as %j", (time, text) => {
    expect(dateTimeText(time, "UTC")).toBe(text);
    expect(dateText(time, "UTC")).toBe(text);
    expect(timeText(time, "UTC")).toBe(text);
    expect(zoneText(time, "UTC")).toBe("UTC");
    expect(isoText(time)).toBeUndefined();
  });

  it("writes the last date of all calendars", () => {
    expect(isoText(8.64e15)).toBe("+275760-09-13T00:00:00.000Z");
  });
});
