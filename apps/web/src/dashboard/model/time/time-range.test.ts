import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dashboard } from "../../../messages/de/dashboard.ts";
import { type Clock, clockOf, timeZoneOf } from "./clock.ts";
import { resolveTime } from "./time-expression.ts";
import {
  askedSpan,
  fixedRange,
  isMoving,
  parseCopiedRange,
  resolveRange,
  shiftSpan,
  zoomOutSpan,
} from "./time-range.ts";
import { parseTypedRange } from "./typed-range.ts";

/** Tuesday. */
const NOW = Date.UTC(2026, 4, 12, 15, 30, 45, 500);

function aClock(change: Partial<Clock> = {}): Clock {
  return { now: NOW, timeZone: "UTC", weekStart: 1, fiscalYearStartMonth: 0, ...change };
}

const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());

describe("the span of an answer that was kept", () => {
  const span = { from: NOW - 900_000, to: NOW };

  it("ends when it was asked for, also where all of that lies before the span of now", () => {
    const asked = askedSpan(span, { from: "now-15m", to: "now" }, 3600);

    expect(asked).toEqual({ from: NOW - 4_500_000, to: NOW - 3_600_000 });
  });

  it("is that of now where its times are fixed, or nobody knows how old it is", () => {
    expect(askedSpan(span, fixedRange(span), 3600)).toEqual(span);
    expect(askedSpan(span, { from: "now-15m", to: "now" }, Number.POSITIVE_INFINITY)).toEqual(span);
  });
});

describe("a relative time", () => {
  it.each([
    ["now", "2026-05-12T15:30:45.500Z"],
    ["now-6h", "2026-05-12T09:30:45.500Z"],
    ["now+30s", "2026-05-12T15:31:15.500Z"],
    ["now-1d", "2026-05-11T15:30:45.500Z"],
    ["now-1M", "2026-04-12T15:30:45.500Z"],
    ["now-1Q", "2026-02-12T15:30:45.500Z"],
    ["now-1y", "2025-05-12T15:30:45.500Z"],
    ["now/s", "2026-05-12T15:30:45.000Z"],
    ["now/m", "2026-05-12T15:30:00.000Z"],
    ["now/h", "2026-05-12T15:00:00.000Z"],
    ["now/d", "2026-05-12T00:00:00.000Z"],
    ["now/w", "2026-05-11T00:00:00.000Z"],
    ["now/M", "2026-05-01T00:00:00.000Z"],
    ["now/Q", "2026-04-01T00:00:00.000Z"],
    ["now/y", "2026-01-01T00:00:00.000Z"],
    ["now-1d/d", "2026-05-11T00:00:00.000Z"],
    ["now/d-2h", "2026-05-11T22:00:00.000Z"],
    ["now - 6h", "2026-05-12T09:30:45.500Z"],
  ])("%s begins at %s", (text, time) => {
    expect(iso(resolveTime(text, "from", aClock()))).toBe(time);
  });

  it.each([
    ["now/d", "2026-05-12T23:59:59.999Z"],
    ["now/w", "2026-05-17T23:59:59.999Z"],
    ["now-1M/M", "2026-04-30T23:59:59.999Z"],
    ["now/fQ", "2026-06-30T23:59:59.999Z"],
    ["now", "2026-05-12T15:30:45.500Z"],
  ])("%s ends at %s", (text, time) => {
    expect(iso(resolveTime(text, "to", aClock()))).toBe(time);
  });

  it("counts fiscal quarters and years from the month they start in", () => {
    const clock = aClock({ fiscalYearStartMonth: 1 });

    expect(iso(resolveTime("now/fQ", "from", clock))).toBe("2026-05-01T00:00:00.000Z");
    expect(iso(resolveTime("now/fy", "from", clock))).toBe("2026-02-01T00:00:00.000Z");
    expect(iso(resolveTime("now/fy", "to", clock))).toBe("2027-01-31T23:59:59.999Z");
  });

  it("begins weeks on the day that the dashboard says", () => {
    expect(iso(resolveTime("now/w", "from", aClock({ weekStart: 0 })))).toBe("2026-05-10T00:00:00.000Z");
    expect(iso(resolveTime("now/w", "from", aClock({ weekStart: 6 })))).toBe("2026-05-09T00:00:00.000Z");
  });

  it("begins days at midnight of the zone, also when the clock changes", () => {
    const berlin = aClock({ timeZone: "Europe/Berlin", now: Date.UTC(2026, 2, 29, 10) });

    expect(iso(resolveTime("now/d", "from", berlin))).toBe("2026-03-28T23:00:00.000Z");
    expect(iso(resolveTime("now/d", "to", berlin))).toBe("2026-03-29T21:59:59.999Z");
    expect(iso(resolveTime("now-1d", "from", berlin))).toBe("2026-03-28T11:00:00.000Z");
  });

  it.each(["now-", "now-6", "now-6x", "now/", "now/x", "nowish", "then", ""])("cannot be read from %j", (text) => {
    const read = resolveTime(text, "from", aClock());

    expect(read === undefined || text === "now-").toBe(true);
  });

  it("never throws", () => {
    const parts = fc.array(
      fc.constantFrom(
        "now",
        "-",
        "+",
        "/",
        "6",
        "999999999",
        "h",
        "d",
        "M",
        "y",
        "fQ",
        " ",
        "x",
        "2026-05-12",
        "T10:00",
        "Z",
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          parts.map((some) => some.join("")),
        ),
        (text) => {
          const time = resolveTime(text, "to", aClock({ timeZone: "America/New_York" }));
          expect(time === undefined || Number.isFinite(time)).toBe(true);
        },
      ),
    );
  });
});

describe("a fixed time", () => {
  it.each([
    ["1778599845500", "from", "2026-05-12T15:30:45.500Z"],
    ["2026-05-12T10:00:00Z", "from", "2026-05-12T10:00:00.000Z"],
    ["2026-05-12T10:00:00+02:00", "from", "2026-05-12T08:00:00.000Z"],
    ["2026-05-12 10:00:00", "from", "2026-05-12T10:00:00.000Z"],
    ["2026-05-12", "from", "2026-05-12T00:00:00.000Z"],
    ["2026-05-12", "to", "2026-05-12T23:59:59.999Z"],
  ] as const)("%s as %s is %s", (text, end, time) => {
    expect(iso(resolveTime(text, end, aClock()))).toBe(time);
  });

  it("without a zone is one of the dashboard's", () => {
    expect(iso(resolveTime("2026-05-12 10:00:00", "from", aClock({ timeZone: "Europe/Berlin" })))).toBe(
      "2026-05-12T08:00:00.000Z",
    );
  });
});

describe("a time range", () => {
  it("has both ends", () => {
    expect(resolveRange({ from: "now-1h", to: "now" }, aClock())).toEqual({ from: NOW - 3_600_000, to: NOW });
  });

  it.each([
    { from: "now", to: "now-1h" },
    { from: "now", to: "now" },
    { from: "x", to: "now" },
  ])("cannot be %j", (range) => {
    expect(resolveRange(range, aClock())).toBeUndefined();
  });

  it("moves by its own length and widens around its middle", () => {
    const span = { from: 100, to: 200 };

    expect(shiftSpan(span, "back")).toEqual({ from: 0, to: 100 });
    expect(shiftSpan(span, "forward")).toEqual({ from: 200, to: 300 });
    expect(zoomOutSpan(span)).toEqual({ from: 50, to: 250 });
    expect(fixedRange(span)).toEqual({ from: "100", to: "200" });
  });

  it("moves on with time only when it ends now", () => {
    expect([isMoving({ from: "now-1h", to: "now" }), isMoving({ from: "1", to: "2026-05-12" })]).toEqual([true, false]);
  });

  it.each([
    ['{"from":"now-1h","to":"now"}', { from: "now-1h", to: "now" }],
    ['{"from":1,"to":2}', { from: "1", to: "2" }],
    ["now-1h", undefined],
    ['{"from":"now"}', undefined],
    ["null", undefined],
  ])("copied as %s is %j", (text, range) => {
    expect(parseCopiedRange(text)).toEqual(range);
  });
});

describe("a typed range", () => {
  it.each([
    ["now-3h to now-1h", "2026-05-12T12:30:45.500Z", "2026-05-12T14:30:45.500Z"],
    ["last 3 hours", "2026-05-12T12:30:45.500Z", "2026-05-12T15:30:45.500Z"],
    ["last hour", "2026-05-12T14:30:45.500Z", "2026-05-12T15:30:45.500Z"],
    ["90 min", "2026-05-12T14:00:45.500Z", "2026-05-12T15:30:45.500Z"],
    ["6h", "2026-05-12T09:30:45.500Z", "2026-05-12T15:30:45.500Z"],
    ["2M", "2026-03-12T15:30:45.500Z", "2026-05-12T15:30:45.500Z"],
    ["Yesterday", "2026-05-11T00:00:00.000Z", "2026-05-11T23:59:59.999Z"],
    ["yesterday 9-17", "2026-05-11T09:00:00.000Z", "2026-05-11T16:59:59.999Z"],
    ["today 8 to 12", "2026-05-12T08:00:00.000Z", "2026-05-12T11:59:59.999Z"],
    ["last week", "2026-05-04T00:00:00.000Z", "2026-05-10T23:59:59.999Z"],
    ["2026-05-01 to 2026-05-03", "2026-05-01T00:00:00.000Z", "2026-05-03T23:59:59.999Z"],
    ["2026-05-01", "2026-05-01T00:00:00.000Z", "2026-05-01T23:59:59.999Z"],
  ])("%j is %s to %s", (text, from, to) => {
    const range = parseTypedRange(text, aClock());
    const span = range === undefined ? undefined : resolveRange(range, aClock());

    expect([iso(span?.from), iso(span?.to)]).toEqual([from, to]);
  });

  it.each([
    ["now-3h bis jetzt", "now-3h to now"],
    ["Gestern 9-17 Uhr", "yesterday 9-17"],
    ["heute 8 bis 12", "today 8 to 12"],
    ["Letzte 30 Minuten", "last 30 minutes"],
    ["letzte Stunde", "last hour"],
    ["3 Tage", "3 days"],
    ["Letzte Woche", "last week"],
    ["dieser Monat", "this month"],
    ["yesterday 9-17", "yesterday 9-17"],
  ])("%j in German is %j", (text, english) => {
    const range = parseTypedRange(text, aClock(), dashboard.time?.words);

    expect(range).toBeDefined();
    expect(range).toEqual(parseTypedRange(english, aClock()));
  });

  it.each(["", "soon", "now to now-1h", "5 bananas", "yesterday 17-9"])("cannot be read from %j", (text) => {
    expect(parseTypedRange(text, aClock())).toBeUndefined();
  });
});

describe("the clock of a dashboard", () => {
  it.each([
    ["utc", "UTC"],
    ["UTC", "UTC"],
    ["Europe/Berlin", "Europe/Berlin"],
  ])("in %s is in %s", (name, zone) => {
    expect(timeZoneOf(name)).toBe(zone);
  });

  it.each(["", "browser", "Nowhere/Land"])("in %j is the browser's", (name) => {
    expect(timeZoneOf(name)).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it("takes its week and its fiscal year from the document, and a zone that was asked for", () => {
    expect(
      clockOf({ timezone: "utc", weekStart: "sunday", fiscalYearStartMonth: 3 }, { now: 1, asked: "Asia/Tokyo" }),
    ).toEqual({
      now: 1,
      timeZone: "Asia/Tokyo",
      weekStart: 0,
      fiscalYearStartMonth: 3,
    });
  });
});
