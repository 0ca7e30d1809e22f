import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchFrames } from "./watch-frames.ts";

const MINUTE_MS = 60_000;

describe("a wall whose browser draws nothing", () => {
  let waiting: Map<number, () => void>;
  let reload: ReturnType<typeof vi.fn>;
  let page: { visibilityState: string };

  beforeEach(() => {
    vi.useFakeTimers();
    waiting = new Map();
    reload = vi.fn();
    page = { visibilityState: "visible" };
    const kept = new Map<string, string>();
    let last = 0;
    vi.stubGlobal("document", page);
    vi.stubGlobal("window", { location: { reload } });
    vi.stubGlobal("sessionStorage", {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    });
    vi.stubGlobal("cancelAnimationFrame", (id: number) => waiting.delete(id));
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => {
      last += 1;
      waiting.set(last, draw);
      return last;
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Minutes, in full, until each of the next times that the page is loaded again. */
  function minutesUntilReloads(times: number): number[] {
    return Array.from({ length: times }, () => {
      const before = reload.mock.calls.length;
      const end = watchFrames(() => true);
      let minutes = 0;
      while (reload.mock.calls.length === before) {
        vi.advanceTimersByTime(MINUTE_MS + 5000);
        minutes += 1;
      }
      end();
      return minutes;
    });
  }

  it("is loaded again, each time after twice as long, until a frame comes", () => {
    expect(minutesUntilReloads(4)).toEqual([1, 2, 4, 8]);

    const end = watchFrames(() => true);
    vi.advanceTimersByTime(5000);
    for (const draw of waiting.values()) draw();
    end();
    expect(minutesUntilReloads(1)).toEqual([1]);
  });

  it("stays while it may not be loaded again", () => {
    let mayReload = false;
    const end = watchFrames(() => mayReload);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(reload).not.toHaveBeenCalled();

    mayReload = true;
    vi.advanceTimersByTime(5000);
    expect(reload).toHaveBeenCalledOnce();
    end();
  });

  it("stays while nobody can see it, and asks for one frame at a time", () => {
    page.visibilityState = "hidden";
    const end = watchFrames(() => true);
    vi.advanceTimersByTime(60 * MINUTE_MS);

    expect(reload).not.toHaveBeenCalled();
    expect(waiting.size).toBe(1);
    end();
    expect(waiting.size).toBe(0);
  });
});
