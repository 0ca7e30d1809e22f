import { describe, expect, it } from "vitest";
import { clockText } from "./clock-text.ts";

const NOON = Date.UTC(2026, 4, 1, 12, 30, 5);

describe("a clock", () => {
  it("shows the time of the dashboard's zone, or of its own", () => {
    expect(clockText({}, NOON, "UTC")).toEqual({ time: "12:30:05", date: "", zone: "" });
    expect(clockText({ timezone: "Asia/Tokyo", clockType: "12 hour" }, NOON, "UTC").time).toBe("9:30:05 PM");
  });

  it("shows date and zone where that is asked for", () => {
    const options = {
      dateSettings: { showDate: true, dateFormat: "D MMM YYYY" },
      timezoneSettings: { showTimezone: true },
      clockType: "custom",
      timeSettings: { customFormat: "HH:mm" },
    };
    expect(clockText(options, NOON, "UTC")).toEqual({ time: "12:30", date: "1 May 2026", zone: "UTC" });
  });

  it("counts down to a moment, and up from one", () => {
    const until = (endCountdownTime: string) =>
      clockText({ mode: "countdown", countdownSettings: { endCountdownTime, endText: "done" } }, NOON, "UTC").time;
    const since = { mode: "countup", countupSettings: { beginCountupTime: "2026-05-01T12:00:00Z" } };

    expect(until("2026-05-03T15:34:10Z")).toBe("2 d 03:04:05");
    expect(until("2026-05-01T12:00:00Z")).toBe("done");
    expect(until("nonsense")).toBe("done");
    expect(clockText(since, NOON, "UTC").time).toBe("00:30:05");
  });
});
