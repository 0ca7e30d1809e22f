import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serverLostSince, serverWasSilent, watchServer } from "./reachable.ts";

const fetch = vi.fn<() => Promise<unknown>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("document", { querySelector: () => null });
  fetch.mockReset().mockRejectedValue(new TypeError("nobody there"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a server that does not answer", () => {
  it("is asked until it does, while somebody watches", async () => {
    const told = vi.fn();
    const stop = watchServer(told);
    serverWasSilent();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetch).toHaveBeenCalledTimes(4);
    expect(serverLostSince()).toBeInstanceOf(Date);

    fetch.mockResolvedValue(undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetch).toHaveBeenCalledTimes(5);
    expect(serverLostSince()).toBeUndefined();
    expect(told).toHaveBeenCalledTimes(2);
    stop();
  });

  it("is not asked where nobody watches, or no longer", async () => {
    serverWasSilent();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetch).not.toHaveBeenCalled();

    const stop = watchServer(() => undefined);
    serverWasSilent();
    await vi.advanceTimersByTimeAsync(1000);
    stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetch).toHaveBeenCalledOnce();
    expect(serverLostSince()).toBeUndefined();
  });
});
