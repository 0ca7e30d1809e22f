import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserHouse, openHouse } from "./browser-house.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What axe looks for: everything, or what themes and widths change; everything takes a second. */
const RULES = {
  all: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  looks: {
    type: "rule",
    values: ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"],
  },
} as const;

let house: BrowserHouse;
/** One page each for all addresses, so that only the first loads what all share. */
let stranger: Page;
let admin: Page;
beforeAll(async () => {
  house = await openHouse();
  [stranger, admin] = await Promise.all([house.newPage(STILL), house.adminPage(STILL)]);
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

const WIDTHS = [320, 390, 768, 1440, 1920] as const;
/** With the bottom bar, with the rail beside narrow pages, and with room. */
const CHECKED: Readonly<Record<number, readonly (readonly ["dark" | "light", keyof typeof RULES])[]>> = {
  390: [["dark", "all"], ["light", "looks"]], // biome-ignore format: one line for each width
  768: [["dark", "looks"], ["light", "looks"]], // biome-ignore format: as above
  1440: [["dark", "all"], ["light", "looks"]], // biome-ignore format: as above
};

async function settled(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
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
    for (const [theme, rules] of CHECKED[width] ?? []) {
      faults.push(...(await axeFindings(page, theme, rules)).map((fault) => `${width} px, ${fault}`));
    }
  }
  return faults;
}

async function axeFindings(page: Page, theme: "dark" | "light", rules: keyof typeof RULES): Promise<string[]> {
  const found: unknown = await page.evaluate(
    `document.documentElement.dataset.theme = "${theme}";
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      .then(() => axe.run(document, { runOnly: ${JSON.stringify(RULES[rules])} }))
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
    await settled(stranger, path);

    expect(await faultsOf(stranger)).toEqual([]);
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
    "/people/roles",
    "/people/service-accounts",
    "/dashboards/trash",
    "/dashboards/versions/delivery-workers",
    "/workers",
    "/walls",
    "/wall/pair",
  ])("%s suits everybody, in both themes and at every width", async (path) => {
    await settled(admin, path);

    expect(await faultsOf(admin)).toEqual([]);
  });

  it("the steps of a trial sign-in suit everybody", async () => {
    await settled(admin, "/access/providers/github");
    await admin.getByRole("button", { name: "Try a sign-in" }).click();
    await admin.getByRole("list", { name: "Trial sign-in" }).waitFor();

    expect(await faultsOf(admin)).toEqual([]);
  });

  it("a page with a fault is told apart", async () => {
    await settled(admin, "/");
    await admin.evaluate(() => {
      const heading = document.querySelector("h1");
      if (heading !== null)
        heading.innerHTML = '<b style="color:#777;background:#999">grey</b><img src="/favicon.svg" width="4000">';
    });

    const faults = await faultsOf(admin);
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
