import { QUERY_PATIENCE } from "@vedette/client/query-patience";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Patience, patienceOf } from "./patience.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a wall's patience", () => {
  it("lasts for a slow answer as long as the server gives others", async () => {
    const patience = new Patience();
    const slow = Promise.withResolvers<string>();
    const waiting = patience.wait(slow.promise);
    for (let seconds = 0; seconds < 120; seconds += 15) {
      await vi.advanceTimersByTimeAsync(15_000);
      await patience.wait(Promise.resolve());
    }
    slow.resolve("late");

    await expect(waiting).resolves.toBe("late");
  });

  it("ends when the server answers nothing at all", async () => {
    const waiting = new Patience().wait(new Promise(() => {}));
    const outcome = expect(waiting).rejects.toThrow("20 s");
    await vi.advanceTimersByTimeAsync(21_000);

    await outcome;
  });

  it.each([
    [undefined, 20_000],
    ["wait=1", 20_000],
    [`wait=${QUERY_PATIENCE.playerMs / 1000}`, QUERY_PATIENCE.playerMs],
    ["wait=999999", 600_000],
    ["respond-async", 20_000],
  ])("for a page that says %j is %i ms", (prefer, expected) => {
    expect(patienceOf(prefer)).toBe(expected);
  });

  it("is longer than the server's, and shorter than the page's", () => {
    const { serverMs, playerMs, pageMs } = QUERY_PATIENCE;

    expect([serverMs, playerMs, pageMs]).toEqual([serverMs, playerMs, pageMs].toSorted((one, other) => one - other));
    expect(new Set([serverMs, playerMs, pageMs]).size).toBe(3);
  });
});
