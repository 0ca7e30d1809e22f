import { describe, expect, it } from "vitest";
import { bundleSize } from "./fixtures/bundle.ts";

describe("the package, minified and without its dependencies,", () => {
  it.each([
    ["interceptChromium", 60_000, 73_000],
    ["interceptNode", 60_000, 60_000],
  ])("loads at most so much for %s: %i bytes, %i with HAR, route.fetch and streams", async (name, initial, whole) => {
    const size = await bundleSize(`{ ${name} }`);

    expect(size.initial).toBeGreaterThan(20_000);
    expect(size.initial).toBeLessThanOrEqual(initial);
    expect(size.whole).toBeLessThanOrEqual(whole);
  });
});
