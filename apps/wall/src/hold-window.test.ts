import { BaseWindow, type Display, getDisplays, initialize, shutdown } from "@vedette/window";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { holdWindow } from "./hold-window.ts";

const HOUR_MS = 3_600_000;

describe("a window that is held over its screen", () => {
  let window: BaseWindow;
  let display: Display;
  let stop: AbortController;
  let lines: string[];
  let problems: string[];
  let held: Promise<string>;

  beforeEach(async () => {
    vi.useFakeTimers();
    await initialize({ backend: "headless", platform: "linux" });
    [display] = getDisplays() as [Display];
    window = new BaseWindow({ width: 300, height: 200 });
    stop = new AbortController();
    lines = [];
    problems = [];
  });
  afterEach(async () => {
    stop.abort();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    await held;
    await shutdown();
    vi.useRealTimers();
  });

  function hold(): void {
    held = holdWindow({
      window,
      display: () => display,
      tell: (line) => lines.push(line),
      onProblem: (problem) => problems.push(problem),
      signal: stop.signal,
    });
  }

  it("is put back whenever it was taken off it, which is told after a calm", async () => {
    hold();
    await vi.advanceTimersByTimeAsync(20_000);
    for (let times = 0; times < 3; times += 1) {
      window.setKiosk(false);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(window.isKiosk()).toBe(true);
    }

    expect(lines).toHaveLength(4);
    expect(new Set(lines)).toEqual(
      new Set([`${display.name}: something took the browser off its screen; it is put back`]),
    );
    expect(problems.filter((problem) => problem !== "")).toEqual([]);
  });

  it("is not shaken for ever when it cannot cover it, which is said once", async () => {
    // No window system of ours refuses a kiosk; window managers of others do.
    vi.spyOn(window, "getBounds").mockReturnValue({ ...display.bounds, height: display.bounds.height - 30 });
    const kiosk = vi.spyOn(window, "setKiosk");
    hold();
    await vi.advanceTimersByTimeAsync(HOUR_MS);

    expect(kiosk.mock.calls.filter(([isKiosk]) => !isKiosk).length).toBeLessThanOrEqual(1);
    expect(kiosk.mock.calls.length).toBeGreaterThan(50);
    expect(kiosk.mock.calls.length).toBeLessThan(70);
    expect(lines).toEqual([]);
    expect(problems).toEqual(["The browser cannot be brought over its screen"]);
  });

  it("has no problem any more once it covers it again, and is put back as before", async () => {
    const bounds = vi.spyOn(window, "getBounds").mockReturnValue({ ...display.bounds, height: 30 });
    hold();
    await vi.advanceTimersByTimeAsync(HOUR_MS - 30_000);
    bounds.mockRestore();
    // Not at the next try only, which may be a minute away.
    await vi.advanceTimersByTimeAsync(2100);
    expect(problems).toEqual(["The browser cannot be brought over its screen", ""]);

    window.setKiosk(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(window.isKiosk()).toBe(true);
    expect(lines).toHaveLength(1);
  });

  it("leaves full screen for another try when it stands elsewhere than after the last", async () => {
    const bounds = vi.spyOn(window, "getBounds").mockReturnValue({ ...display.bounds, height: 30 });
    const kiosk = vi.spyOn(window, "setKiosk");
    hold();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    kiosk.mockClear();
    bounds.mockReturnValue({ ...display.bounds, x: 5 });
    await vi.advanceTimersByTimeAsync(HOUR_MS);

    expect(kiosk.mock.calls.filter(([isKiosk]) => !isKiosk)).toHaveLength(1);
  });
});
