import { describe, expect, it } from "vitest";
import { dashboard } from "../../messages/de/dashboard.ts";
import { rangeText } from "./quick-ranges.ts";

const SPAN = { from: Date.UTC(2026, 4, 12, 10), to: Date.UTC(2026, 4, 12, 11) };
const LONG_SPAN = { ...SPAN, from: Date.UTC(2026, 4, 11, 10) };

describe("a range in words", () => {
  it.each([
    [{ from: "now-6h", to: "now" }, "Last 6 hours"],
    [{ from: "now-1h", to: "now" }, "Last 1 hour"],
    [{ from: "now-7m", to: "now" }, "Last 7 minutes"],
    [{ from: "now-1d/d", to: "now-1d/d" }, "Yesterday"],
    [{ from: "now-1h+5m", to: "now" }, "2026-05-12 10:00:00 – 11:00:00"],
    [{ from: "2026-05-12 10:00:00", to: "2026-05-12 11:00:00" }, "2026-05-12 10:00:00 – 11:00:00"],
  ])("%j is %s", (range, words) => {
    expect(rangeText(range, SPAN, { timeZone: "UTC" })).toBe(words);
  });

  it("names both days of one that spans them", () => {
    const range = { from: "2026-05-11 10:00:00", to: "2026-05-12 11:00:00" };

    expect(rangeText(range, LONG_SPAN, { timeZone: "UTC" })).toBe("2026-05-11 10:00:00 – 2026-05-12 11:00:00");
  });

  it("goes by the document's own names first", () => {
    const range = { from: "now-6h", to: "now" };

    expect(rangeText(range, SPAN, { timeZone: "UTC", known: [{ ...range, label: "Shift" }] })).toBe("Shift");
  });

  it.each([
    [6, "h", "Letzte 6 Stunden"],
    [1, "d", "Letzter Tag"],
    [3, "M", "Letzte 3 Monate"],
  ])("%i%s has a German name", (count, unit, words) => {
    expect(dashboard.time?.named?.last?.(count, unit)).toBe(words);
  });
});
