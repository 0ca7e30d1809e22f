import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clockAheadSeconds } from "./clock-difference.ts";

const ASKED = Date.parse("2026-11-27T12:00:00Z");
const dateAt = (ms: number) => new Date(ASKED + ms).toUTCString();

describe("the difference of two clocks", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    { took: 0, dateMs: 0, ahead: 0 },
    { took: 50, dateMs: 3_600_000, ahead: 3600 },
    { took: 50, dateMs: -3_600_000, ahead: -3599 },
    // Anything between is as likely.
    { took: 10_000, dateMs: 8000, ahead: 0 },
    { took: 10_000, dateMs: 15_000, ahead: 5 },
  ])("is $ahead s when a date $dateMs ms from the question comes after $took ms", ({ took, dateMs, ahead }) => {
    vi.setSystemTime(ASKED + took);

    expect(clockAheadSeconds({ date: dateAt(dateMs), asked: ASKED })).toBe(ahead);
  });

  it("stays as it was found for as long as no answer speaks against it", () => {
    vi.setSystemTime(ASKED + 50);
    expect(clockAheadSeconds({ date: dateAt(3000), asked: ASKED, known: 3 })).toBe(3);
    expect(clockAheadSeconds({ date: dateAt(2000), asked: ASKED, known: 3 })).toBe(3);
    expect(clockAheadSeconds({ date: dateAt(0), asked: ASKED, known: 3 })).toBe(0);

    vi.setSystemTime(ASKED + 10_000);
    expect(clockAheadSeconds({ date: dateAt(8000), asked: ASKED, known: 3 })).toBe(3);
  });

  it("is what it was when an answer has no date", () => {
    expect(clockAheadSeconds({ date: null, asked: ASKED, known: 7 })).toBe(7);
    expect(clockAheadSeconds({ date: "soon", asked: ASKED })).toBe(0);
  });
});
