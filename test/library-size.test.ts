import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { bundleSize } from "./bundle-size.ts";

const INTERCEPT = "intercept/src/index.ts";

describe("a library, minified and without its dependencies,", () => {
  it.each([
    ["interceptChromium", { [INTERCEPT]: "{ interceptChromium }" }, 60_000, 73_000],
    ["interceptNode", { [INTERCEPT]: "{ interceptNode }" }, 60_000, 64_000],
  ])("loads at most so much for %s", async (_name, uses, initial, whole) => {
    const size = await bundleSize(uses);

    expect(size.initial).toBeGreaterThan(20_000);
    expect(size.initial).toBeLessThanOrEqual(initial);
    expect(size.whole).toBeLessThanOrEqual(whole);
  });

  it("loads at most 60 KiB for windows on X11, without other backends and windows of other programs", async () => {
    const uses = { "window/src/index.ts": "*", "window/src/x11/x11-backend.ts": "{ x11Backend }" };
    const { whole } = await bundleSize(uses, /(electron-backend|headless-backend|adopt)\.ts$/);

    expect(whole).toBeGreaterThan(40_000);
    expect(whole).toBeLessThanOrEqual(60 * 1024);
  });

  const LINKS =
    "{ Pagination, PaginationContent, PaginationItem, PaginationLink, PaginationPrevious, PaginationNext, PaginationEllipsis }";
  it.each([
    ["all of the pagination", "ui/src/index.ts", "*", 6_000],
    ["links to pages alone", "ui/src/index.ts", LINKS, 1_500],
    ["the custom elements", "ui/src/element.ts", "*", 6_000],
    ["a chart and its events", "chart/src/index.ts", "{ init, syncCharts }", 12_000],
    ["the chart of React", "chart/src/react.tsx", "*", 12_000],
  ])("is small over the network: %s", async (_what, file, names, most) => {
    const { gzip } = await bundleSize({ [file]: names });

    expect(gzip).toBeGreaterThan(400);
    expect(gzip).toBeLessThanOrEqual(most);
  });

  it("has a style sheet of at most 4 kB over the network", () => {
    const sheet = readFileSync(join(import.meta.dirname, "..", "packages", "ui", "styles.css"));

    expect(gzipSync(sheet).length).toBeLessThanOrEqual(4_000);
  });
});
