import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateByLetters } from "./date-letters.ts";

describe("a time by letters", () => {
  const time = Date.UTC(2026, 4, 2, 21, 8, 7, 45);

  it.each([
    ["YYYY-MM-DD HH:mm:ss", "UTC", "2026-05-02 21:08:07"],
    ["YYYY-MM-DD HH:mm", "Europe/Berlin", "2026-05-02 23:08"],
    ["D MMM YY, h:mm A", "Asia/Kolkata", "3 May 26, 2:38 AM"],
    ["dddd [at] hh.mm a", "UTC", "Saturday at 09.08 pm"],
    ["ss.SSS Z", "America/New_York", "07.045 -04:00"],
    ["Do MMM, dd", "UTC", "2nd May, Sa"],
    ["YYYY [Q]Q [W]WW DDDD", "UTC", "2026 Q2 W18 122"],
    ["X x", "UTC", `${Math.floor(time / 1000)} ${time}`],
    ["", "UTC", ""],
  ])("%j in %s is %j", (letters, timeZone, text) => {
    expect(dateByLetters(time, letters, timeZone)).toBe(text);
  });

  it("writes a missing time as a dash", () => {
    expect(dateByLetters(Number.NaN, "YYYY", "UTC")).toBe("–");
  });

  it.each([
    ["2027-01-01", "53 1"],
    ["2024-12-30", "1 365"],
    ["2026-03-11", "11 70"],
  ])("%s is of week and day %s", (date, text) => {
    expect(dateByLetters(Date.parse(date), "W DDD", "UTC")).toBe(text);
  });

  it.each([
    [1, "1st"],
    [2, "2nd"],
    [3, "3rd"],
    [11, "11th"],
    [13, "13th"],
    [22, "22nd"],
    [31, "31st"],
  ])("its day %i is the %s", (day, text) => {
    expect(dateByLetters(Date.UTC(2026, 0, day), "Do", "UTC")).toBe(text);
  });

  it("may be asked for by any letters", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: -8.64e12, max: 8.64e12 }), (letters, at) => {
        expect(dateByLetters(at, letters, "Europe/Kyiv")).not.toContain("undefined");
      }),
    );
  });
});
