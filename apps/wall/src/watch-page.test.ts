import type { Display } from "@vedette/window";
import { describe, expect, it } from "vitest";
import type { Page } from "./devtools/page.ts";
import { ScreenState } from "./screen-state.ts";
import { watchPage } from "./watch-page.ts";

const BOUNDS = { x: 0, y: 0, width: 800, height: 600 };
const DISPLAY: Display = { id: 1, name: "A", bounds: BOUNDS, workArea: BOUNDS, primary: true, scaleFactor: 1 };
const REPORT = JSON.stringify({ index: 1, length: 2, isPaused: false, dashboard: "The bow", problem: "" });

/** A page that stands still from a moment on: a real browser does not do so on demand. */
function watchedUntil(stillFromMs: number) {
  let now = 0;
  const stop = new AbortController();
  const page: Page = {
    targetId: "1",
    navigate: async () => {},
    reload: async () => {},
    evaluate: async () => {
      if (now >= stillFromMs) throw new Error("The page did not answer");
      return REPORT;
    },
    capture: async () => Buffer.alloc(0),
  };
  const state = new ScreenState(DISPLAY, () => {});
  const clock = {
    now: () => now,
    pause: async (ms: number) => {
      now += ms;
      if (now > 3_600_000) stop.abort();
    },
  };
  const reason = watchPage({ page, state, isPlaying: () => true, signal: stop.signal }, clock);
  return { reason, state, endedAt: () => now };
}

describe("the watch over a page", () => {
  it("ends when nothing was painted for a minute, and not before", async () => {
    const { reason, state, endedAt } = watchedUntil(120_000);

    expect(await reason).toBe("the page stopped painting");
    expect(endedAt()).toBeGreaterThan(120_000 + 55_000);
    expect(endedAt()).toBeLessThan(120_000 + 65_000);
    expect(state.report).toMatchObject({ name: "A", dashboard: "The bow", state: "playing", index: 1, length: 2 });
  });

  it("leaves a page alone that paints", async () => {
    const { reason } = watchedUntil(Number.POSITIVE_INFINITY);

    expect(await reason).toBe("it was stopped");
  });
});
