import { afterEach, expect, it, vi } from "vitest";
import { drawSoon } from "./draw-queue.ts";

afterEach(() => vi.unstubAllGlobals());

it("a chart that cannot be drawn is told of, and the others of its frame are drawn", () => {
  const frames: (() => void)[] = [];
  const reported = vi.fn();
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.stubGlobal("reportError", reported);
  const [before, after] = [vi.fn(), vi.fn()];

  drawSoon({}, before);
  drawSoon({}, () => {
    throw new Error("mine");
  });
  drawSoon({}, after);
  for (const frame of frames) frame();

  expect([before, after].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(reported).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: "mine" }));
});
