import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dateOf, momentAgo, msSince } from "./moment.ts";

const NOON = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void vi.useRealTimers());

describe("a moment", () => {
  it("is as long ago as it is, although the machine's clock was set back", () => {
    const moment = momentAgo(0);

    vi.advanceTimersByTime(HOUR);
    vi.setSystemTime(NOON - 24 * HOUR);

    expect(msSince(moment)).toBe(HOUR);
    expect(dateOf(moment)).toBe(NOON - 25 * HOUR);
  });

  it("is no newer than the machine's clock says, which also counts while the machine sleeps", () => {
    const moment = momentAgo(0);

    vi.setSystemTime(NOON + HOUR);

    expect(msSince(moment)).toBe(HOUR);
    expect(dateOf(moment)).toBe(NOON);
  });

  it("that nobody knows is longer ago than any other, and has no date", () => {
    const moment = momentAgo(Number.POSITIVE_INFINITY);

    expect(msSince(moment)).toBe(Number.POSITIVE_INFINITY);
    expect(dateOf(moment)).toBeUndefined();
  });
});
