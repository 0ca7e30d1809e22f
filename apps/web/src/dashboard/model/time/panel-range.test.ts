import { describe, expect, it } from "vitest";
import { panelRange } from "./panel-range.ts";

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(`${text}+09:00`);
const now = at("2026-05-12T15:30:00");
const clock = { now, timeZone: "Asia/Tokyo", weekStart: 1, fiscalYearStartMonth: 0 };
const span = { from: now - 6 * HOUR, to: now };

function rangeOf(overrides: { timeFrom?: string; timeShift?: string }) {
  const write = (text: string) => text.replace("$range", "2h");
  return panelRange({ timeFrom: "", timeShift: "", ...overrides }, { span, clock, write });
}

describe("the relative time of a panel", () => {
  it.each([
    ["30m", now - HOUR / 2, now, "30m"],
    ["now-30m", now - HOUR / 2, now, "30m"],
    ["1h30m", now - 1.5 * HOUR, now, "1h30m"],
    ["now/d", at("2026-05-12T00:00:00"), now, "now/d – now"],
    ["1d/d", at("2026-05-11T00:00:00"), now, "now-1d/d – now"],
    ["now-5d/d", at("2026-05-07T00:00:00"), now, "now-5d/d – now"],
    ["now/w", at("2026-05-11T00:00:00"), now, "now/w – now"],
    ["1M", at("2026-04-12T15:30:00"), now, "1M"],
    ["+1h", now, now + HOUR, "now – now+1h"],
    ["$range", now - 2 * HOUR, now, "2h"],
  ])("%s is read in the zone of the dashboard", (timeFrom, from, to, length) => {
    expect(rangeOf({ timeFrom })).toEqual({ span: { from, to }, shift: 0, length, shiftText: undefined, unread: [] });
  });

  it.each(["soon", "5x", "now-", "now+1h", "$other"])("%s cannot be read: the range is the dashboard's", (timeFrom) => {
    expect(rangeOf({ timeFrom })).toEqual({
      span,
      shift: 0,
      length: undefined,
      shiftText: undefined,
      unread: [{ kind: "timeFrom", text: timeFrom }],
    });
  });
});

describe("the time shift of a panel", () => {
  it.each(["1h", "now-1h"])("%s moves the range and the answer back", (timeShift) => {
    expect(rangeOf({ timeShift })).toEqual({
      span: { from: span.from - HOUR, to: span.to - HOUR },
      shift: HOUR,
      length: undefined,
      shiftText: "1h",
      unread: [],
    });
  });

  it.each([
    ["0d/d", "2026-05-12"],
    ["1d/d", "2026-05-11"],
  ])("%s is the whole day %s, at its own time", (timeShift, day) => {
    expect(rangeOf({ timeShift })).toMatchObject({
      span: { from: at(`${day}T00:00:00`), to: at(`${day}T23:59:59.999`) },
      shift: 0,
      shiftText: timeShift,
    });
  });

  it("is a calendar month where it is a month", () => {
    expect(rangeOf({ timeShift: "1M" }).span.to).toBe(at("2026-04-12T15:30:00"));
  });

  it("moves a range of the panel's own", () => {
    expect(rangeOf({ timeFrom: "now/d", timeShift: "1d" }).span).toEqual({
      from: at("2026-05-11T00:00:00"),
      to: now - 24 * HOUR,
    });
  });

  it("that cannot be read moves nothing", () => {
    expect(rangeOf({ timeShift: "yesterday" })).toMatchObject({
      span,
      shift: 0,
      unread: [{ kind: "timeShift", text: "yesterday" }],
    });
  });
});
