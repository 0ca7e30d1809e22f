import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { createPictureCache, type Picture } from "./picture-cache.ts";

/** Room for three images of a thousand bytes. */
const LIMITS = { maxBytes: 4600 };
const MAX_AGE_MS = 60_000;
const FOREVER = new AbortController().signal;

function drawer(bytes = 10): () => Promise<Picture> {
  return vi.fn(async () => ({ type: "image/png" as const, body: Buffer.alloc(bytes) }));
}

/** A drawing that ends when it is told to. */
function slowDrawer() {
  const { promise, resolve, reject } = Promise.withResolvers<Picture>();
  const draw = vi.fn((signal: AbortSignal) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    return promise;
  });
  return { draw, finish: () => resolve({ type: "image/png", body: Buffer.alloc(1) }) };
}

describe("a cache of pictures", () => {
  it("draws once what several ask for, at once or one after the other", async () => {
    const cache = createPictureCache(LIMITS);
    const { draw, finish } = slowDrawer();

    const both = Promise.all([cache.get("a", FOREVER, draw), cache.get("a", FOREVER, draw)]);
    finish();
    const [first, second] = await both;

    expect(second).toBe(first);
    expect(await cache.get("a", FOREVER, draw)).toBe(first);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it("gives nobody the picture of another key", async () => {
    const cache = createPictureCache(LIMITS);
    const draw = drawer();

    expect(await cache.get("a", FOREVER, draw)).not.toBe(await cache.get("b", FOREVER, draw));
    expect(draw).toHaveBeenCalledTimes(2);
  });

  it("evicts the oldest image when the images take too many bytes", async () => {
    const bytes = 1000;
    const cache = createPictureCache(LIMITS);
    for (const key of ["a", "b", "c", "d"]) await cache.get(key, FOREVER, drawer(bytes));
    const [newest, oldest] = [drawer(bytes), drawer(bytes)];

    await cache.get("d", FOREVER, newest);
    await cache.get("a", FOREVER, oldest);

    expect(newest).not.toHaveBeenCalled();
    expect(oldest).toHaveBeenCalledTimes(1);
  });

  it("keeps nothing that is larger than all it may keep", async () => {
    const cache = createPictureCache(LIMITS);
    const small = drawer();
    await cache.get("small", FOREVER, small);
    await cache.get("large", FOREVER, drawer(LIMITS.maxBytes + 1));
    await cache.get("small", FOREVER, small);

    expect(small).toHaveBeenCalledTimes(1);
  });

  it("draws again after its age, and what was forgotten", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const cache = createPictureCache(LIMITS);
      const draw = drawer();
      await cache.get("a", FOREVER, draw);
      vi.setSystemTime(Date.now() + MAX_AGE_MS);
      await cache.get("a", FOREVER, draw);
      cache.forget("a");
      await cache.get("a", FOREVER, draw);

      expect(draw).toHaveBeenCalledTimes(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it("forgets a drawing that failed", async () => {
    const cache = createPictureCache(LIMITS);
    const draw = vi.fn(() => Promise.reject(new Error("no")));

    await expect(cache.get("a", FOREVER, draw)).rejects.toThrow("no");
    await expect(cache.get("a", FOREVER, draw)).rejects.toThrow("no");
    expect(draw).toHaveBeenCalledTimes(2);
  });

  it("ends a drawing when the last who waits for it is gone, not before", async () => {
    const cache = createPictureCache(LIMITS);
    const [one, other] = [new AbortController(), new AbortController()];
    const { draw } = slowDrawer();
    const waiting = [cache.get("a", one.signal, draw), cache.get("a", other.signal, draw)];
    const outcomes = Promise.allSettled(waiting);
    const signalOfDrawing = (): AbortSignal | undefined => draw.mock.calls[0]?.[0];

    one.abort();
    await expect(waiting[0]).rejects.toThrow();
    await wait(0);
    const wasEnded = signalOfDrawing()?.aborted;
    other.abort();
    await outcomes;

    expect(wasEnded).toBe(false);
    expect(signalOfDrawing()?.aborted).toBe(true);
  });

  it("begins a new drawing for those who come after everybody left", async () => {
    const cache = createPictureCache(LIMITS);
    const gone = new AbortController();
    const [left, wanted] = [slowDrawer(), slowDrawer()];
    const abandoned = cache.get("a", gone.signal, left.draw);

    gone.abort();
    const later = cache.get("a", FOREVER, wanted.draw);
    wanted.finish();

    await expect(abandoned).rejects.toThrow();
    expect((await later).body.length).toBe(1);
  });
});
