import { describe, expect, it } from "vitest";
import type { Schedule } from "../api/playlists.ts";
import { isOn, wallTime } from "./schedule.ts";

describe("the clock on the wall", () => {
  it.each([
    ["Europe/Berlin", "mon", 30],
    ["UTC", "sun", 23 * 60 + 30],
    ["America/New_York", "sun", 18 * 60 + 30],
  ])("in %s it is %s, minute %i", (zone, day, minute) => {
    expect(wallTime(new Date("2026-11-22T23:30:00Z"), zone)).toEqual({ day, minute });
  });

  it("is this machine's where a zone is not known", () => {
    const now = new Date("2026-11-22T12:34:00Z");

    expect(wallTime(now, "Mars/Phobos")).toEqual(wallTime(now));
  });
});

describe("an item with the schedule", () => {
  const office: Schedule = { days: ["mon", "fri"], from: "08:00", to: "18:00" };
  const night: Schedule = { days: ["fri"], from: "22:00", to: "06:00" };

  it.each<[string, Schedule, string, boolean]>([
    ["office hours", office, "mon 08:00", true],
    ["office hours", office, "mon 07:59", false],
    ["office hours", office, "mon 17:59", true],
    ["office hours", office, "mon 18:00", false],
    ["office hours", office, "tue 12:00", false],
    ["night", night, "fri 22:00", true],
    ["night", night, "sat 05:59", true],
    ["night", night, "sat 06:00", false],
    ["night", night, "sat 22:00", false],
    ["night", night, "fri 05:00", false],
    ["from noon", { from: "12:00" }, "sun 23:59", true],
    ["until noon", { to: "12:00" }, "sun 12:00", false],
    ["weekend", { days: ["sat", "sun"] }, "sun 00:00", true],
    ["weekend", { days: ["sat", "sun"] }, "mon 00:00", false],
    ["always", {}, "wed 03:00", true],
  ])("%s (%j) at %s is shown: %s", (_name, schedule, at, expected) => {
    const [day, time = ""] = at.split(" ");
    const [hour, minute] = time.split(":").map(Number);
    const now = { day: day as "mon", minute: Number(hour) * 60 + Number(minute) }; // one of the days above

    expect(isOn(schedule, now)).toBe(expected);
  });
});
