import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserHouse, openHouse } from "./browser-house.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

const KB = 1000;

/** Everything that a first visit of an address loads, compressed. */
async function loadOf(page: Page, path: string) {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  await page.goto(path, { waitUntil: "networkidle" });

  const sum = async (ending: RegExp, sizeOf: (body: Buffer) => number) => {
    const bodies = responses.filter((response) => ending.test(new URL(response.url()).pathname));
    const sizes = await Promise.all(bodies.map(async (response) => sizeOf(await response.body())));
    return sizes.reduce((total, size) => total + size, 0);
  };
  const compressed = (body: Buffer) => gzipSync(body).length;
  return {
    script: await sum(/\.js$/, compressed),
    style: await sum(/\.css$/, compressed),
    font: await sum(/\.woff2$/, (body) => body.length),
    foreign: responses.map((response) => response.url()).filter((url) => !url.startsWith(house.url)),
  };
}

describe("a first visit", () => {
  it("of the sign-in page loads at most 130 kB of scripts", async () => {
    const { script, style, font, foreign } = await loadOf(await house.newPage(), "/sign-in");

    expect(script).toBeLessThanOrEqual(130 * KB);
    expect(style).toBeLessThanOrEqual(30 * KB);
    expect(font).toBeLessThanOrEqual(50 * KB);
    expect(foreign).toEqual([]);
  });

  it.each(["/", "/dashboards", "/dashboards/import", "/playlists/welcome", "/people/users"])(
    "of %s loads at most 200 kB of scripts, and nothing from elsewhere",
    async (path) => {
      const { script, style, font, foreign } = await loadOf(await house.adminPage(), path);

      expect(script).toBeLessThanOrEqual(200 * KB);
      expect(style).toBeLessThanOrEqual(30 * KB);
      expect(font).toBeLessThanOrEqual(50 * KB);
      expect(foreign).toEqual([]);
    },
  );
});
