import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserHouse, openHouse } from "./browser-house.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What axe looks for in each theme: only colours differ between the two, and all rules take a second. */
const RUNS = {
  dark: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  light: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
} as const;

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

const THEMES = ["dark", "light"] as const;
const WIDTHS = [320, 390, 768, 1440, 1920] as const;
/** With the bottom bar, and with the rail. */
const CHECKED_WIDTHS: readonly number[] = [390, 1440];

async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(
    () => document.querySelector(".v-skeleton") === null && document.fonts.status === "loaded",
  );
}

/** What is wrong with the page as it stands, in both themes and at each width: axe's rules, and sideways scrolling. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) faults.push(`scrolls by ${overflow} px at ${width} px`);
    if (!CHECKED_WIDTHS.includes(width)) continue;
    for (const theme of THEMES)
      faults.push(...(await axeFindings(page, theme)).map((fault) => `${width} px, ${fault}`));
  }
  return faults;
}

async function axeFindings(page: Page, theme: keyof typeof RUNS): Promise<string[]> {
  const found: unknown = await page.evaluate(
    `document.documentElement.dataset.theme = "${theme}";
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      .then(() => axe.run(document, { runOnly: ${JSON.stringify(RUNS[theme])} }))
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target)))`,
  );
  return Array.isArray(found) ? found.map((finding) => `${theme}: ${finding}`) : ["axe found no list"];
}

/** Motion is off, so that no colour is judged half-way between two themes. */
const STILL = { bypassCSP: true, reducedMotion: "reduce" } as const;

describe("before the session", () => {
  it.each([
    "/sign-in",
    "/sign-in/forgot",
    "/sign-in/sso",
    "/sign-in/verify?via=phone",
    "/sign-up",
    "/setup",
    "/join",
    "/sign-in/error?error_code=otp_expired",
  ])("%s suits everybody, in both themes and at every width", async (path) => {
    const page = await house.newPage(STILL);

    await settled(page, path);

    expect(await faultsOf(page)).toEqual([]);
  });
});

describe("with a session", () => {
  it.each([
    "/",
    "/dashboards",
    "/dashboards?q=nothing-has-this-title",
    "/dashboards/new",
    "/dashboards/import",
    "/playlists",
    "/playlists/new",
    "/account",
    "/account/identities",
    "/account/sessions",
    "/access/methods",
    "/access/templates",
    "/access/hooks",
    "/access/providers",
    "/access/providers/github",
    "/access/providers/new",
    "/oauth/consent?authorization_id=none",
    "/access/keys",
    "/access/sso",
    "/audit",
    "/playlists/welcome",
    "/people/users",
    "/people/users?invite=1",
    "/inbox",
    "/settings/data-sources",
    "/help/shortcuts",
    "/no/such/page",
    "/help/components",
    "/explore?expr=up",
    "/d/delivery-workers/panels/1/edit",
    "/d/delivery-workers",
    "/d/delivery-workers/edit",
    "/d/delivery-workers/settings",
    "/d/delivery-workers/json",
    "/dashboards/snapshots",
    "/access/programs",
    "/access/third-party",
    "/people/invitations",
    "/people/teams",
  ])("%s suits everybody, in both themes and at every width", async (path) => {
    const page = await house.adminPage(STILL);

    await settled(page, path);

    expect(await faultsOf(page)).toEqual([]);
  });

  it("the steps of a trial sign-in suit everybody", async () => {
    const page = await house.adminPage(STILL);

    await settled(page, "/access/providers/github");
    await page.getByRole("button", { name: "Try a sign-in" }).click();
    await page.getByRole("list", { name: "Trial sign-in" }).waitFor();

    expect(await faultsOf(page)).toEqual([]);
  });

  it("a page with a fault is told apart", async () => {
    const page = await house.adminPage(STILL);

    await settled(page, "/");
    await page.evaluate(() => {
      const heading = document.querySelector("h1");
      if (heading !== null)
        heading.innerHTML = '<b style="color:#777;background:#999">grey</b><img src="/favicon.svg" width="4000">';
    });

    const faults = await faultsOf(page);
    expect(faults).toContainEqual(expect.stringContaining("dark: image-alt"));
    expect(faults).toContainEqual(expect.stringContaining("light: color-contrast"));
  });
});

describe("by keyboard alone", () => {
  it("the first Tab leads past the navigation", async () => {
    const page = await house.adminPage();
    await settled(page, "/dashboards");

    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");

    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  });

  it("g and a letter go to a place, and Ctrl+K to a dashboard by its name", async () => {
    const page = await house.adminPage();
    await settled(page, "/");

    await page.keyboard.press("g");
    await page.keyboard.press("p");
    await page.getByRole("heading", { name: "Playlists", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("deliv");
    await page.getByRole("option", { name: "Delivery workers", selected: true }).waitFor();
    await page.keyboard.press("Enter");

    await page.waitForURL("**/d/delivery-workers**");
  });
});
