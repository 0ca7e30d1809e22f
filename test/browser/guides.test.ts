import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserHouse, DASHBOARDS, openHouse, post } from "./browser-house.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
  const page = await house.adminPage();
  await post(page, "/api/folders", { uid: "ops", title: "Ops" });
  await post(page, DASHBOARDS, { metadata: { name: "bare" }, spec: { title: "Bare", panels: [] } });
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

async function hasFocus(page: Page, heading: string): Promise<void> {
  await page.getByRole("heading", { name: heading }).and(page.locator(":focus")).waitFor();
}

describe("what is empty", { timeout: 120_000 }, () => {
  it("offers what fills it, and leads to the guide that tells of it", async () => {
    const page = await house.adminPage();
    const learned: (string | null)[] = [];
    for (const [path, role, act] of [
      ["/people/teams", "button", "New team"],
      ["/people/roles", "button", "New role"],
      ["/people/invitations", "button", "Invite"],
      ["/people/service-accounts", "button", "New service account"],
      ["/settings/tokens", "link", "New service account"],
      ["/access/sso", "button", "Add provider"],
      ["/dashboards/trash", "link", "All dashboards"],
      ["/dashboards/snapshots", "link", "Choose a dashboard"],
      ["/dashboards/f/ops", "link", "New"],
      ["/d/bare", "link", "Add a panel"],
      ["/explore", "button", "Try “up”"],
      ["/walls", "link", "Pair a wall"],
    ] as const) {
      await page.goto(path);
      const empty = page.locator(".v-state");
      await empty.getByRole(role, { name: act, exact: true }).waitFor();
      learned.push(await empty.getByRole("link", { name: "Learn more in the guide" }).getAttribute("href"));
    }

    expect(learned.map((href) => href?.replace("/help/guides/", ""))).toEqual([
      ...[
        "teams",
        "teams#custom-roles",
        "accounts#for-administrators",
        "teams#service-accounts",
        "teams#service-accounts",
      ],
      ...["single-sign-on", "teams#folders", "dashboards#sharing", "teams#folders", "dashboards#changing-a-panel"],
      ...["dashboards#exploring", "walls"],
    ]);
    await page.goto("/people/service-accounts");
    await page.getByRole("link", { name: "Learn more in the guide" }).click();
    await hasFocus(page, "Service accounts");
  });

  it("of a page's parts leads there, too, each link by a name of its own", async () => {
    const page = await house.adminPage();
    const [team, account] = [{ name: "Night watch" }, { name: "deploy", role: "Viewer" }];
    const { teamId } = Object(await post(page, "/api/teams", team));
    const { id } = Object(await post(page, "/api/serviceaccounts", account));
    const hooks = ["hooks#over-http", "hooks", "hooks#trying-one-and-what-came-of-the-last-calls"];
    const settings = ["variables-and-filters", "events-and-annotations", "links"].map((part) => `dashboards#${part}`);
    const members = ["teams#members-of-a-team", "teams#external-groups", "teams#custom-roles"];
    const links = page.getByRole("link", { name: /^Learn more in the guide: / });
    const expectPlaces = async (places: readonly string[]) => {
      await links.nth(places.length - 1).waitFor();
      const found = await links.evaluateAll((them) => them.map((link) => [link.ariaLabel, link.getAttribute("href")]));
      expect(found.map(([, href]) => href)).toEqual(places.map((place) => `/help/guides/${place}`));
      expect(new Set(found.map(([name]) => name)).size).toBe(places.length);
    };
    for (const [path, places] of [
      ["/account/tokens", ["accounts#api-tokens"]],
      ["/account/identities", ["accounts#second-factors"]],
      ["/access/third-party", ["third-party-tokens"]],
      ["/access/providers", ["providers#providers-that-administrators-add"]],
      ["/access/hooks", hooks],
      ["/access/mail", ["mail"]],
      ["/access/sms", ["text-messages"]],
      [`/people/teams/${teamId}`, members],
      [`/people/service-accounts/${id}`, ["teams#service-accounts", "teams#custom-roles"]],
      ["/d/bare/settings", settings],
      ["/playlists/new", ["walls#playlists"]],
    ] as const) {
      await page.goto(path);
      await expectPlaces(places);
    }
    await page.goto("/dashboards/f/ops");
    await page.getByRole("button", { name: "Actions for Ops" }).first().click();
    await page.getByRole("menuitem", { name: "Permissions" }).click();
    await expectPlaces(["teams#permissions-of-folders-and-dashboards"]);
    await links.click();
    await hasFocus(page, "Permissions of folders and dashboards");
  });

  it("is asked for “up” by one press, and a folder gets the dashboard that is made in it", async () => {
    const page = await house.adminPage();
    await page.goto("/explore");
    await page.getByRole("button", { name: "Try “up”" }).click();
    await page.waitForURL("**/explore?expr=up");
    await page.goto("/dashboards/f/ops");
    await page.locator(".v-state").getByRole("link", { name: "New" }).click();
    await page.getByRole("link", { name: "Ops" }).waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("Kept in place");
    await page.getByRole("button", { name: "Create dashboard" }).click();
    await page.getByRole("heading", { name: "Kept in place" }).waitFor();
    await page.goto("/dashboards/f/ops");
    await page.locator(".v-bar").getByRole("link", { name: "Import" }).click();
    await page.getByRole("textbox").fill('{"title":"Brought in","uid":"brought","panels":[]}');
    await page.getByRole("button", { name: "Read" }).click();
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByRole("heading", { name: "Brought in" }).waitFor();
    await page.goto("/dashboards/f/ops");
    await page.getByRole("link", { name: "Brought in" }).waitFor();
    await page.getByRole("link", { name: "Kept in place" }).waitFor();
  });
});

describe("the guides", { timeout: 60_000 }, () => {
  it("are found in the menu, and lead from one to another and to headings, and back", async () => {
    const page = await house.adminPage();
    await page.goto("/");
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Guides" }).click();
    await page.getByRole("link", { name: "Walls" }).and(page.locator("article *")).click();
    await page.getByRole("heading", { name: "Walls", level: 1 }).waitFor();
    expect(await page.title()).toBe("Walls · Guides · Vedette");
    expect(await page.locator("article img").count()).toBe(0);
    await page.locator("article").getByRole("link", { name: "Operation" }).click();
    await hasFocus(page, "From a package, without a clone");
    expect(page.url()).toContain("/help/guides/operation#from-a-package-without-a-clone");
    await page.goBack();
    await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Pairing" }).click();
    await hasFocus(page, "Pairing");
    await page.goto("/help/guides");
    await page.getByRole("link", { name: "Settings" }).and(page.locator("article *")).click();
    await page.getByRole("rowheader", { name: "server.public_url" }).waitFor();
  });

  it("are English, and say so to who reads another language", async () => {
    const page = await house.adminPage({ locale: "de" });
    await page.goto("/help/guides/walls");
    await page.getByText("Die Anleitungen sind auf Englisch geschrieben.").waitFor();
    expect(await page.locator("article").getAttribute("lang")).toBe("en");
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
  });

  it("answer 404 where there is none of the name", async () => {
    const page = await house.adminPage();
    expect((await page.goto("/help/guides/settings"))?.status()).toBe(404);
    await page.getByRole("heading", { name: "Nothing is here" }).waitFor();
    expect((await page.goto("/help/reference/settings"))?.status()).toBe(200);
  });
});
