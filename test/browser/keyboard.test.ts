import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADA, type BrowserHouse, DASHBOARDS, openHouse, PLAYLISTS, post } from "./browser-house.ts";

let house: BrowserHouse;
let page: Page;
beforeAll(async () => {
  house = await openHouse();
  page = await house.newPage();
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

/** More stops than these on the way to a control are too many for anybody. */
const MOST_STOPS = 60;

/** Goes from control to control with Tab until one has the focus. */
async function tabTo(wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await wanted.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await wanted.evaluate((element) => element.contains(document.activeElement))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${wanted} was not reached by ${MOST_STOPS} presses of ${key}`);
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const type = (text: string) => page.keyboard.type(text);

describe("by keyboard alone, somebody", () => {
  it("signs in, finds a dashboard, and looks at another range and at one panel", async () => {
    const panels = [1, 2].map((id) => ({
      id,
      type: "timeseries",
      title: `Gauge ${id}`,
      gridPos: { x: (id - 1) * 12, y: 0, w: 12, h: 8 },
      targets: [{ refId: "A", expr: "vector(42)" }],
    }));
    const other = await house.adminPage();
    await post(other, DASHBOARDS, { metadata: { name: "lock" }, spec: { title: "Lock and weir", panels } });

    await page.goto("/sign-in");
    await page.getByRole("textbox", { name: "E-mail" }).waitFor();
    await type(ADA.email);
    await press("Tab");
    await type(ADA.password);
    await press("Enter");
    await page.getByRole("heading", { name: "Home" }).waitFor();

    await press("g", "d");
    await page.getByRole("searchbox", { name: "Search dashboards" }).waitFor();
    await press("/");
    await type("weir");
    await page.waitForURL("**/dashboards?q=weir");
    await page.getByRole("link", { name: "Lock and weir" }).waitFor();
    await tabTo(page.getByRole("link", { name: "Lock and weir" }));
    await press("Enter");
    await page.locator('[data-dashboard-uid="lock"]').waitFor();

    await press("t", "t");
    const quick = page.getByRole("button", { name: "Last 15 minutes" });
    await tabTo(quick);
    await press("Enter");
    await page.waitForURL(/from=now-15m&to=now/);

    const first = page.getByRole("button", { name: "Menu of Gauge 1" });
    await tabTo(first);
    await press("t", "ArrowRight");
    await page.waitForURL(/from=\d{13}&to=\d{13}/);
    expect(await first.evaluate((button) => button === document.activeElement)).toBe(true);
    await press("ArrowRight", "v");
    await page.waitForURL(/viewPanel=2/);
    await press("Escape");
    await page.waitForURL((url) => !url.search.includes("viewPanel"));
  });

  it("edits a panel and saves it", async () => {
    await page.goto("/d/lock");
    await page.locator('[data-panel-id="1"][data-panel-state="done"]').waitFor();
    await tabTo(page.getByRole("button", { name: /Gauge 1/ }).first());
    await press("e");
    await page.waitForURL("**/d/lock/panels/1/edit");
    const query = page.locator('.cm-content[aria-label="Query A"]');
    await tabTo(query);
    await press("ControlOrMeta+A");
    await type("vector(7)");
    await press("Escape", "Tab");
    await press("ControlOrMeta+S");
    const dialog = page.getByRole("dialog");
    await tabTo(dialog.getByRole("button", { name: "Save" }));
    await press("Enter");
    await dialog.waitFor({ state: "detached" });

    const stored = await (await page.request.get(`${DASHBOARDS}/lock`)).json();
    expect(stored.spec.panels[0].targets[0].expr).toBe("vector(7)");
  });

  it("makes a playlist", async () => {
    await page.goto("/playlists");
    await tabTo(page.getByRole("link", { name: "New playlist" }));
    await press("Enter");
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    await type("Lock keepers");
    await tabTo(page.getByRole("button", { name: "Add Lock and weir" }));
    await press("Enter");
    await tabTo(page.getByRole("button", { name: "Create playlist" }), "Shift+Tab");
    await press("Enter");
    await page.waitForURL(/\/playlists\/lock-keepers-/);

    const name = page.url().split("/").at(-1);
    const { spec } = await (await page.request.get(`${PLAYLISTS}/${name}`)).json();
    expect(spec.items).toEqual([{ type: "dashboard_by_uid", value: "lock" }]);
  });

  it("explores", async () => {
    await press("g", "e");
    const query = page.locator('.cm-content[aria-label="Query A"]');
    await tabTo(query);
    await type("vector(6) * 7");
    await press("Escape", "ControlOrMeta+Enter");

    await page.getByRole("article", { name: "Table" }).getByText("42", { exact: true }).first().waitFor();
  });

  it("leaves by the menu of the account", async () => {
    await press("Escape");
    await tabTo(page.getByRole("button", { name: /Account/ }), "Shift+Tab");
    await press("Enter");
    await page.getByRole("menu").waitFor();
    await type("Sign");
    await press("Enter");

    await page.waitForURL("**/sign-in**");
  });
});
