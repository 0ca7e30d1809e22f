import { expect, it } from "vitest";
import { RestartSchedule } from "./restart-schedule.ts";

const MINUTE = 60_000;

it("waits at most twice as long after each end, and gives up at the tenth within five minutes", () => {
  const schedule = new RestartSchedule();
  const longest = Array.from({ length: 10 }, (_, turn) => schedule.next(turn * 1000, () => 1));
  expect(longest).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, undefined]);
});

it("spreads the waits over the whole time", () => {
  expect(new RestartSchedule().next(0, () => 0)).toBe(0);
  expect(new RestartSchedule().next(0, () => 0.5)).toBe(100);
});

it("forgets what is longer ago", () => {
  const schedule = new RestartSchedule();
  for (let turn = 0; turn < 50; turn += 1) expect(schedule.next(turn * MINUTE, () => 1)).toBeLessThanOrEqual(3200);
});
