import type { Page, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserHouse, openHouse, transferredBytes } from "./browser-house.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

const KB = 1000;

/** Everything that a first visit of an address loads, in bytes as they were sent. */
async function loadOf(page: Page, path: string) {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  // No script waits for pictures of dashboards, and drawing them may take longer than everything else.
  await page.route(/\/image\?/, (route) => route.abort());
  await page.goto(path, { waitUntil: "networkidle" });

  const sum = (ending: string) =>
    transferredBytes(responses.filter((response) => new URL(response.url()).pathname.endsWith(ending)));
  return {
    script: await sum(".js"),
    style: await sum(".css"),
    font: await sum(".woff2"),
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

  it.each(["/", "/dashboards", "/dashboards/import", "/playlists/welcome", "/people/users", "/walls", "/workers"])(
    "of %s loads at most 200 kB of scripts, and nothing from elsewhere",
    async (path) => {
      const { script, style, font, foreign } = await loadOf(await house.adminPage({}), path);

      expect(script).toBeLessThanOrEqual(200 * KB);
      expect(style).toBeLessThanOrEqual(30 * KB);
      expect(font).toBeLessThanOrEqual(50 * KB);
      expect(foreign).toEqual([]);
    },
  );
});
