import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPerson } from "../people.ts";
import { type BrowserHouse, DASHBOARDS, openHouse, PLAYLISTS, post } from "./browser-house.ts";

let house: BrowserHouse;
let page: Page;
beforeAll(async () => {
  house = await openHouse();
  page = await house.adminPage();
  await addPerson(house.vedette, "grace@example.com");
  await post(page, "/api/teams", { name: "Graveyard shift" });
  await post(page, "/api/serviceaccounts", { name: "grafting", role: "Viewer" });
  await post(page, DASHBOARDS, { metadata: { name: "telegraph" }, spec: { title: "Telegraph", panels: [] } });
  await post(page, PLAYLISTS, {
    metadata: { name: "gravel" },
    spec: { title: "Gravel pit", interval: "5m", items: [] },
  });
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

async function look(query: string): Promise<void> {
  await page.getByRole("button", { name: "Find, open or do anything" }).waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Find, open or do anything" }).fill(query);
}

describe("the palette", () => {
  it("finds everything that people made, what begins as typed first, and opens it", async () => {
    await page.goto("/");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await look("gra");
    const names = () => page.getByRole("option").allInnerTexts();
    await expect
      .poll(async () => (await names()).map((name) => name.replace(/\s*\n\s*/g, ", ")))
      .toEqual([
        "Gravel pit, Playlists",
        "grace@example.com, People",
        "Graveyard shift, Teams",
        "grafting, Service accounts",
        "MFA grace period, Methods · auth.mfa.grace_period",
        "Programs, Access",
        "Telegraph",
      ]);
    await page.getByRole("option", { name: "Graveyard shift" }).click();
    await page.waitForURL("**/people/teams/*");
    await page.getByRole("heading", { name: "Graveyard shift" }).waitFor();
    await look("gravel");
    await page.getByRole("option", { name: "Gravel pit" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/playlists/gravel");
  });

  it("finds a setting by its name and its key, and leads to its control", async () => {
    await page.goto("/playlists");
    await look("enrolled");
    await page.getByRole("option").first().waitFor();
    const isTooWide = () => page.getByRole("listbox").evaluate((list) => list.scrollWidth > list.clientWidth);
    expect(await isTooWide()).toBe(false);
    await page.keyboard.press("Escape");
    await look("smtp.host");
    await page.getByRole("option", { name: "Host Mail · auth.email.smtp.host" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/access/mail#auth.email.smtp.host");
    await page.getByRole("textbox", { name: "Host" }).and(page.locator(":focus")).waitFor();
    await look("smtp.port");
    await page.getByRole("option", { name: "Port Mail" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Port" }).and(page.locator(":focus")).waitFor();
  });

  it("does what the page behind does, though single keys are off, and nothing that it does not", async () => {
    await page.goto("/playlists");
    await look("versions");
    await page.getByText("Nothing matches").waitFor();
    await page.keyboard.press("Escape");
    await page.goto("/help/shortcuts");
    const single = page.getByRole("checkbox", { name: /Single letters/ });
    await single.press("Space");
    await page.goto("/d/telegraph");
    await page.getByRole("heading", { name: "Telegraph" }).waitFor();
    await look("versions");
    await page.getByRole("option", { name: "Versions On a dashboard d h" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/d/telegraph/history");
    await page.goto("/help/shortcuts");
    await single.press("Space");
  });

  it("changes the theme, which every place that shows it knows at once, and signs out", async () => {
    await page.goto("/settings/appearance");
    await look("light");
    await page.keyboard.press("Enter");
    await page.locator("html[data-theme=light]").waitFor();
    await page.getByRole("button", { name: /^Light\b.*Theme/ }).waitFor();
    await look("sign out");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/sign-in");
  });
});
