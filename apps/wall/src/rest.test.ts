import { describe, expect, it } from "vitest";
import { Rest } from "./rest.ts";

const FOR_EVER_MS = 2 ** 30;

describe("a rest", () => {
  const never = new AbortController().signal;

  it("is over after its time", async () => {
    await expect(new Rest().take(1, never)).resolves.toBe(undefined);
  });

  it("is over at once when somebody ends it, also before it began, and only once", async () => {
    const rest = new Rest();
    const running = rest.take(FOR_EVER_MS, never);
    rest.end();
    await running;
    // What ended the one before was said while it ran; this is another word.
    rest.end();
    await rest.take(FOR_EVER_MS, never);

    let isOver = false;
    const next = rest.take(FOR_EVER_MS, never).then(() => (isOver = true));
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    rest.end();
    await next;
  });

  it("is over with its signal", async () => {
    const stop = new AbortController();
    const running = new Rest().take(FOR_EVER_MS, stop.signal);
    stop.abort();

    await running;
    await new Rest().take(FOR_EVER_MS, stop.signal);
    expect(stop.signal.aborted).toBe(true);
  });
});
