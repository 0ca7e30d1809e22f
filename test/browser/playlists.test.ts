import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type BrowserHouse,
  DASHBOARDS,
  MOST_LOST_MS,
  openHouse,
  openMortalBrowser,
  PLAYLISTS,
  post,
} from "./browser-house.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

async function choose(inside: Locator, select: string, option: string): Promise<void> {
  await inside.getByRole("button", { name: select }).click();
  await inside.page().getByRole("option", { name: option, exact: true }).click();
}

describe("a playlist", () => {
  it("is put together, saved, and shown on the wall", async () => {
    const page = await house.adminPage();
    await post(page, DASHBOARDS, { metadata: { name: "boiler" }, spec: { title: "Boiler room", tags: ["heat"] } });

    await page.goto("/playlists/new");
    await page.getByRole("textbox", { name: "Title" }).fill("Lobby");
    await page.getByRole("textbox", { name: "Interval" }).fill("30s");
    await page.getByRole("button", { name: "Add Delivery workers" }).click();
    await page.getByRole("button", { name: "Add Boiler room" }).click();
    await page.getByRole("button", { name: "Add every dashboard with the tag heat" }).click();
    await page.getByRole("button", { name: "Move Boiler room up" }).click();
    await page.getByText("One round takes 1 min 30 s.".replaceAll(/(?<=\d) (?=min|s)/g, "\u2009")).waitFor();
    await page.getByRole("button", { name: "When and how Delivery workers shows" }).click();
    const own = page.getByRole("dialog");
    await own.getByRole("textbox", { name: "Interval" }).fill("2m");
    await choose(own, "As the dashboard says Time range", "Last 1 hour");
    await own.getByRole("button", { name: "Add a variable" }).click();
    await own.getByRole("textbox", { name: "Name" }).fill("$job");
    await own.getByRole("textbox", { name: "Value" }).fill("a, b");
    for (const day of ["Sat", "Sun"]) await own.getByText(day, { exact: true }).click();
    await own.getByLabel("From").fill("07:30");
    await own.getByLabel("To", { exact: true }).fill("18:00");
    await own.getByRole("button", { name: "Apply" }).click();
    await page.getByText("2m · Mon Tue Wed Thu Fri 07:30–18:00 · Last 1 hour · job=a, b").waitFor();
    await page.getByRole("button", { name: "When and how Boiler room shows" }).click();
    await choose(own, "As the wall Colours", "Light");
    await own.getByRole("button", { name: "Interval: 30s" }).click();
    await own.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("textbox", { name: "Time zone of the schedules" }).fill("Europe/Berlin");
    await page.getByText("One round takes 3 min.".replace(" min", "\u2009min")).waitFor();
    await page.getByRole("button", { name: "Create playlist" }).click();
    await page.waitForURL(/\/playlists\/lobby-/);

    const name = page.url().split("/").at(-1) ?? "";
    const stored = await (await page.request.get(`${PLAYLISTS}/${name}`)).json();
    expect(stored.spec).toEqual({
      title: "Lobby",
      interval: "30s",
      items: [
        { type: "dashboard_by_uid", value: "boiler", interval: "30s", queryParams: "theme=light" },
        {
          type: "dashboard_by_uid",
          value: "delivery-workers",
          interval: "2m",
          queryParams: "from=now-1h&to=now&var-job=a%2C+b",
          schedule: { days: ["mon", "tue", "wed", "thu", "fri"], from: "07:30", to: "18:00" },
        },
        { type: "dashboard_by_tag", value: "heat" },
      ],
      timezone: "Europe/Berlin",
    });

    await page.getByRole("link", { name: "Start" }).click();
    await page.waitForURL(`**/wall/${name}`);
    await page.locator(`body[data-playlist-uid="${name}"]`).waitFor();
    await page.locator('[data-shown="true"] [data-dashboard-uid="boiler"][data-wall="light"]').waitFor();
  });

  it.each(["", "5", "soon", "0m"])("is not saved with the interval %j", async (interval) => {
    const page = await house.adminPage();

    await page.goto("/playlists/new");
    await page.getByRole("textbox", { name: "Title" }).fill("Never");
    await page.getByRole("textbox", { name: "Interval" }).fill(interval);
    await page.getByRole("button", { name: "Create playlist" }).click();

    await page.getByText("A number and a unit").waitFor();
    const all = await (await page.request.get(PLAYLISTS)).json();
    expect(JSON.stringify(all)).not.toContain("Never");
  });

  it("is put into another order by pointer and by keyboard, and takes up what it has by an old number", async () => {
    const page = await house.adminPage();
    for (const name of ["fore", "mid", "aft"])
      await post(page, DASHBOARDS, { metadata: { name }, spec: { title: `The ${name}` } });
    const fore = await (await page.request.get(`${DASHBOARDS}/fore`)).json();
    const id = fore.metadata.labels["vedette.app/deprecatedInternalID"];
    const items = [
      { type: "dashboard_by_id", value: id },
      { type: "dashboard_by_uid", value: "mid", interval: "2m" },
      { type: "dashboard_by_uid", value: "aft" },
    ];
    await post(page, PLAYLISTS, { metadata: { name: "order" }, spec: { title: "Order", interval: "1m", items } });
    await page.goto("/playlists/order");
    const list = page.getByRole("list", { name: "Items" });
    const order = async () =>
      (await list.locator(".v-playlist-name").allInnerTexts()).map((text) => text.split("\n")[0]);
    const grip = (name: string) => page.getByRole("button", { name: `Move ${name}: drag it` });

    await list.getByText("The fore").waitFor();
    await page.getByRole("list", { name: "One round" }).getByText("The mid · 2").waitFor();
    await page.getByRole("button", { name: "Replace by uid" }).click();
    await grip("The fore").focus();
    for (const key of ["Enter", "ArrowDown", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
    await page.getByText("Place 2 of 3").waitFor();
    await page.keyboard.press("Enter");
    expect(await order()).toEqual(["The mid", "The fore", "The aft"]);
    expect(await grip("The fore").evaluate((handle) => handle === document.activeElement)).toBe(true);
    for (const key of ["Enter", "ArrowUp", "Escape"]) await page.keyboard.press(key);
    expect(await order()).toEqual(["The mid", "The fore", "The aft"]);
    const [from, to] = [await grip("The aft").boundingBox(), await grip("The mid").boundingBox()];
    await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) + 4, { steps: 4 });
    await page.mouse.up();
    expect(await order()).toEqual(["The aft", "The mid", "The fore"]);
    for (const way of ["down", "up"]) {
      await page.getByRole("button", { name: `Move The aft ${way}` }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("The aft lies at place 2 of 3").waitFor({ state: "attached" });
      await page.keyboard.press("Enter");
      expect((await order()).indexOf("The aft")).toBe(way === "down" ? 2 : 0);
      expect(await grip("The aft").evaluate((handle) => handle === document.activeElement)).toBe(true);
    }
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();

    const stored = await (await page.request.get(`${PLAYLISTS}/order`)).json();
    expect(stored.spec.items).toEqual([items[2], items[1], { type: "dashboard_by_uid", value: "fore" }]);
  });

  it("of fifty items has its Save in sight, carries an item past what is seen, and numbers what has no room for a name", async () => {
    const page = await house.adminPage();
    await page.setViewportSize({ width: 1280, height: 700 });
    const items = Array.from({ length: 49 }, () => ({ type: "dashboard_by_uid", value: "delivery-workers" }));
    const spec = { title: "Long", interval: "1m", items: [{ type: "dashboard_by_uid", value: "mid" }, ...items] };
    await post(page, PLAYLISTS, { metadata: { name: "long" }, spec });
    await page.goto("/playlists/long");
    const rows = page.getByRole("list", { name: "Items" }).getByRole("listitem");
    const isSeen = (at: number) =>
      rows.nth(at).evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
    const grip = page.getByRole("button", { name: "Move The mid: drag it" });
    await grip.focus();

    for (const key of ["Enter", "End"]) await page.keyboard.press(key);
    await page.getByText("Place 50 of 50").waitFor();
    expect(await isSeen(49)).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(() => grip.evaluate((handle) => handle === document.activeElement)).toBe(true);
    expect(await isSeen(49)).toBe(true);
    const held = await grip.boundingBox();
    await page.mouse.move((held?.x ?? 0) + 8, (held?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((held?.x ?? 0) + 8, 4, { steps: 2 });
    await page.getByText("Place 1 of 50").waitFor();
    expect(await isSeen(0)).toBe(true);
    await page.mouse.up();
    await page.getByRole("button", { name: "Move The mid down" }).click();
    const round = page.getByRole("list", { name: "One round" }).getByRole("listitem").nth(1);
    const place = round.locator(".v-round-place");

    const box = await page.getByRole("button", { name: "Save" }).boundingBox();
    expect((box?.y ?? 700) + (box?.height ?? 0)).toBeLessThan(700);
    expect(await round.getAttribute("title")).toBe("The mid · 1\u2009min");
    expect(await place.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1920, height: 700 });
    await expect.poll(() => place.isVisible()).toBe(true);
    expect(await place.textContent()).toBe("2");
  });

  it("that was changed and not saved is there again, until it is saved or discarded", async () => {
    const page = await house.adminPage();
    const spec = { title: "Kept", interval: "1m", items: [] };
    await post(page, PLAYLISTS, { metadata: { name: "kept" }, spec });
    const title = page.getByRole("textbox", { name: "Title" });

    await page.goto("/playlists/kept");
    await title.fill("Kept by this browser");
    await page.reload();
    await page.getByText(/^Draft from \d/).waitFor();
    expect(await title.inputValue()).toBe("Kept by this browser");
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await title.inputValue()).toBe("Kept");
    await title.fill("Kept by the server");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Kept by the server" }).waitFor();

    expect(await page.getByText("Draft from").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Discard" }).count()).toBe(0);
  });

  it("keeps what was typed without a pause up to a second before the browser is killed", async () => {
    await post(await house.adminPage(), PLAYLISTS, {
      metadata: { name: "cut-off" },
      spec: { title: "Cut off", interval: "1m", items: [] },
    });
    const profile = mkdtempSync(join(tmpdir(), "vedette-profile-"));
    const title = (page: Page) => page.getByRole("textbox", { name: "Title" });
    try {
      for (const path of ["/playlists/cut-off", "/playlists/new"]) {
        const first = await openMortalBrowser(profile, house.url);
        await first.page.goto(house.url + path);
        await title(first.page).fill("");
        const keys: number[] = [];
        const began = performance.now();
        while (performance.now() - began < 3 * MOST_LOST_MS) {
          await first.page.keyboard.type(String(keys.length % 10));
          keys.push(performance.now());
        }
        const end = performance.now();
        await first.kill();

        const second = await openMortalBrowser(profile, house.url);
        await second.page.goto(house.url + path);
        await second.page.getByText(/^Draft from \d/).waitFor();
        const typed = keys.filter((at) => at < end - MOST_LOST_MS).map((_, at) => at % 10);
        expect(await title(second.page).inputValue()).toContain(typed.join(""));
        await second.kill();
      }
    } finally {
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    }
  });

  it("that somebody saved in between is not overwritten", async () => {
    const page = await house.adminPage();
    const spec = { title: "Shared", interval: "1m", items: [] };
    const created = await post(page, PLAYLISTS, { metadata: { name: "shared" }, spec });

    await page.goto("/playlists/shared");
    await page.getByRole("textbox", { name: "Title" }).fill("Mine");
    const resourceVersion = JSON.parse(JSON.stringify(created)).metadata.resourceVersion;
    await page.request.put(`${PLAYLISTS}/shared`, {
      data: { metadata: { name: "shared", resourceVersion }, spec: { ...spec, title: "Theirs" } },
      headers: { "sec-fetch-site": "same-origin" },
    });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Somebody saved this playlist in the meantime.").waitFor();
    // Not Discard, which stands beside the Save that can be pressed no more.
    const inHand = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(inHand, { timeout: 25_000 }).toMatch(/^Somebody saved this playlist/);
    await page.getByRole("button", { name: "Title" }).filter({ hasText: "Mine" }).waitFor();
    await page.getByRole("button", { name: "Save together" }).waitFor();
    await page.getByRole("button", { name: "Load the newest version" }).click();
    await page.getByRole("heading", { name: "Theirs" }).waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("Both agreed");
    await page.getByRole("button", { name: "Save" }).click();

    await page.getByText("Saved").waitFor();
  });

  it("that somebody saved in between is put together with what was typed", async () => {
    const page = await house.adminPage();
    const spec = { title: "Both", interval: "1m", items: [{ type: "dashboard_by_tag", value: "heat" }] };
    const created = await post(page, PLAYLISTS, { metadata: { name: "both" }, spec });
    const { resourceVersion } = JSON.parse(JSON.stringify(created)).metadata;

    await page.goto("/playlists/both");
    await page.getByRole("textbox", { name: "Title" }).fill("Mine");
    await page.getByRole("button", { name: "Add every dashboard with the tag vedette" }).click();
    await page.request.put(`${PLAYLISTS}/both`, {
      data: { metadata: { name: "both", resourceVersion }, spec: { ...spec, title: "Theirs", interval: "2m" } },
      headers: { "sec-fetch-site": "same-origin" },
    });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Title" }).click();
    await page.getByRole("option", { name: "Theirs" }).click();
    await page.getByRole("button", { name: "Save together" }).click();
    await page.getByRole("heading", { name: "Theirs" }).waitFor();

    const stored = await (await page.request.get(`${PLAYLISTS}/both`)).json();
    expect(stored.spec).toMatchObject({ title: "Theirs", interval: "2m" });
    expect(stored.spec.items).toEqual([...spec.items, { type: "dashboard_by_tag", value: "vedette" }]);
    expect(await page.getByRole("textbox", { name: "Interval" }).inputValue()).toBe("2m");
  });

  it("is deleted by name", async () => {
    const page = await house.adminPage();
    await post(page, PLAYLISTS, {
      metadata: { name: "gone" },
      spec: { title: "Gone soon", interval: "1m", items: [] },
    });

    await page.goto("/playlists");
    await page.getByRole("button", { name: "Actions for Gone soon" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete playlist" }).click();
    await page.getByRole("link", { name: "Gone soon" }).waitFor({ state: "detached" });

    expect((await page.request.get(`${PLAYLISTS}/gone`)).status()).toBe(404);
  });
});

describe("a page of 1280 × 800 that is zoomed to 400 %", () => {
  it.each([
    "/playlists",
    "/playlists/welcome",
    "/walls",
    "/people/users",
    "/d/delivery-workers",
    "/d/delivery-workers/edit",
  ])("has nothing in front of its content, and scrolls in one direction: %s", async (path) => {
    const page = await house.adminPage({ viewport: { width: 320, height: 200 } });
    await page.goto(path);
    await page.locator("h1").waitFor();

    const parts = page.locator(".v-rail, .v-bar");
    const held = () => parts.evaluateAll((all) => all.map((part) => getComputedStyle(part).position));

    // The page of an editor takes the place of the one that loads it.
    await expect.poll(held).toEqual(["static", "static"]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await page.close();
  });
});
