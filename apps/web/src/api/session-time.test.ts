import { describe, expect, it } from "vitest";
import { nextAskMs } from "./session-time.ts";

const NOW = 1_000_000_000;
const inSeconds = (seconds: number) => ({ endsAt: NOW + seconds * 1000, isPutOff: false });

describe("the end of a session is asked for again", () => {
  it.each([
    ["two minutes before it, when that is soon", inSeconds(600), 480_000],
    ["after an hour, when it is far away", inSeconds(86_400), 3_600_000],
    ["every ten seconds once it is near", inSeconds(100), 10_000],
    ["at the end itself", inSeconds(3), 3_000],
  ])("%s", (_when, time, ms) => {
    expect(nextAskMs(time, NOW)).toBe(ms);
  });

  it.each([
    ["there is none", { endsAt: undefined, isPutOff: false }],
    ["it has come", inSeconds(0)],
    ["nobody has said it yet", undefined],
  ])("never, when %s", (_why, time) => {
    expect(nextAskMs(time, NOW)).toBe(false);
  });
});
