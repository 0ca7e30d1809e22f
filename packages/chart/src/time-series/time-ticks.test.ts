import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timeLabels, timeTicks } from "./time-ticks.ts";

const at = (text: string) => Date.parse(text);
const labels = (from: string, to: string, timeZone: string, count = 6) =>
  timeTicks({ from: at(from), to: at(to), count, timeZone }).map(({ label }) => label);

describe("the ticks of a time axis", () => {
  it.each([
    ["six hours", "2026-05-12T06:10Z", "2026-05-12T12:10Z", ["07:00", "08:00", "09:00", "10:00", "11:00", "12:00"]],
    [
      "a minute",
      "2026-05-12T06:00Z",
      "2026-05-12T06:01Z",
      ["06:00:00", "06:00:10", "06:00:20", "06:00:30", "06:00:40", "06:00:50", "06:01:00"],
    ],
    ["two days", "2026-05-12T03:00Z", "2026-05-14T03:00Z", ["12:00", "May 13", "12:00", "May 14"]],
    ["half a year", "2026-01-10T00:00Z", "2026-06-20T00:00Z", ["2026-02", "2026-03", "2026-04", "2026-05", "2026-06"]],
  ])("over %s stand at round times", (_, from, to, expected) => {
    expect(labels(from, to, "UTC")).toEqual(expected);
  });

  it("name days in the language asked for", () => {
    const days = timeTicks({ from: at("2026-05-12"), to: at("2026-05-16"), count: 4, timeZone: "UTC", locale: "de" });

    expect(days.map(({ label }) => label)).toEqual(["12. Mai", "13. Mai", "14. Mai", "15. Mai", "16. Mai"]);
    expect(timeLabels([at("2026-05-12"), at("2026-05-13")], { timeZone: "UTC", locale: "de" })[0]).toBe("12. Mai");
  });

  it("stand at midnight of the zone, also across its change of clocks", () => {
    const ticks = timeTicks({
      from: at("2026-03-27T12:00Z"),
      to: at("2026-03-31T12:00Z"),
      count: 4,
      timeZone: "Europe/Berlin",
    });

    expect(ticks.map(({ value }) => new Date(value).toISOString())).toEqual([
      "2026-03-27T23:00:00.000Z",
      "2026-03-28T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z",
      "2026-03-30T22:00:00.000Z",
    ]);
  });

  it.each([
    ["in which an hour is left out", "Europe/Berlin", "2026-03-28T23:30Z", ["01:00", "03:00", "04:00", "05:00"]],
    ["in which an hour comes twice", "Europe/Berlin", "2026-10-24T22:30Z", ["01:00", "02:00", "03:00", "04:00"]],
  ])("are told apart in a night %s", (_, zone, from, expected) => {
    const ticks = timeTicks({ from: at(from), to: at(from) + 4.5 * 3_600_000, count: 5, timeZone: zone });

    expect(ticks.map(({ label }) => label).slice(0, 4)).toEqual(expected);
    expect(new Set(ticks.map(({ value }) => value)).size).toBe(ticks.length);
  });

  it("name a day that begins at one o'clock", () => {
    expect(labels("2018-11-03T12:00Z", "2018-11-05T12:00Z", "America/Sao_Paulo", 4)).toContain("Nov 4");
  });

  it.each([
    [1.7e18, 1.7e18 + 1e12],
    [8.64e15 - 1e6, 8.64e15 + 1e6],
    [-1e308, 1e308],
    [Number.NaN, 5],
    [5, 5],
  ])("are none from %d to %d, where there are no dates", (from, to) => {
    for (const zone of ["UTC", "Europe/Berlin", undefined]) {
      expect(timeTicks({ from, to, count: 5, timeZone: zone })).toEqual([]);
    }
  });

  it("are the numbers themselves where bars stand at no dates", () => {
    const times = [at("2026-05-12"), 1.7e18, at("2026-05-13"), Number.NaN];

    for (const timeZone of ["UTC", "Europe/Berlin"]) {
      expect(timeLabels(times, { timeZone })).toEqual(["May 12", "1700000000000000000", "May 13", "–"]);
    }
    expect(timeLabels([1.7e18], {})).toEqual(["1700000000000000000"]);
  });

  it("are few, rising and inside, whatever the range", () => {
    const time = fc.integer({ min: -2e12, max: 4e12 });
    fc.assert(
      fc.property(time, fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: 30 }), (from, length, count) => {
        const ticks = timeTicks({ from, to: from + length, count, timeZone: "America/New_York" });

        expect(ticks.length).toBeLessThanOrEqual(count * 2 + 2);
        expect(ticks.every(({ value }) => value >= from && value <= from + length)).toBe(true);
        expect(ticks.every(({ value }, index) => index === 0 || value > (ticks[index - 1]?.value ?? 0))).toBe(true);
      }),
    );
  });
});
