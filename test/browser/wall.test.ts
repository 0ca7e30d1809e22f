import { nativeImage } from "@vedette/image";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { aDataDir, removeDataDir } from "../running-server.ts";
import {
  ADA,
  type BrowserHouse,
  DASHBOARDS,
  launchBrowser,
  openHouse,
  openMortalBrowser,
  PLAYLISTS,
  post,
} from "./browser-house.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
  const page = await house.adminPage();
  for (const name of ["bow", "stern"]) {
    const panel = { id: 1, type: "stat", gridPos: { x: 0, y: 0, w: 24, h: 8 }, targets: [{ expr: "vector(42)" }] };
    const spec = {
      title: `Watch at the ${name}`,
      tags: ["deck"],
      time: { from: "now-1h", to: "now" },
      panels: [panel],
    };
    await post(page, DASHBOARDS, { metadata: { name }, spec });
  }
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

async function aPlaylist(page: Page, name: string, interval: string, items: readonly object[]): Promise<void> {
  const spec = { title: `Wall ${name}`, interval, items };
  const kind = { kind: "Playlist", apiVersion: "playlist.vedette.app/v1" };
  await post(page, PLAYLISTS, { ...kind, metadata: { name }, spec });
}

async function aWall(name: string, interval: string, items: readonly object[]) {
  const page = await house.adminPage({ viewport: { width: 1280, height: 720 } });
  await aPlaylist(page, name, interval, items);
  // Runs as the real one does until a test moves it.
  await page.clock.install();
  await page.goto(`/playlists/play/${name}`);
  await page.locator(`body[data-playlist-uid="${name}"]`).waitFor();
  const shown = (uid: string) => page.locator(`[data-shown="true"] [data-dashboard-uid="${uid}"]`).waitFor();
  return { page, shown };
}

/** How many objects of a class a page holds, those of the browser behind it too, after a collection. */
async function countObjects(page: Page, name: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  let text = "";
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => (text += chunk));
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot");
  await session.detach();
  const { snapshot, nodes, strings } = JSON.parse(text);
  const fields: readonly string[] = snapshot.meta.node_fields;
  const at = fields.indexOf("name");
  return nodes.filter((node: number, index: number) => index % fields.length === at && strings[node] === name).length;
}

/** Another version answers, once the page has heard of the one before. */
async function replaceServer(page: Page): Promise<void> {
  const ping = async () => {
    const heard = page.waitForResponse(/\/api\/health/);
    await page.clock.fastForward("00:16");
    await heard;
  };
  await ping();
  await page.route(/\/api\/health/, (route) => route.fulfill({ json: { version: "99.0.0" } }));
  await ping();
}

const BOW = { type: "dashboard_by_uid", value: "bow" };
const STERN = { type: "dashboard_by_uid", value: "stern" };

describe("a wall", () => {
  it("turns by itself, each dashboard whole on the screen", async () => {
    const { page, shown } = await aWall("turning", "2s", [{ type: "dashboard_by_tag", value: "deck" }]);

    await shown("bow");
    expect(await page.locator("body").getAttribute("data-playlist-length")).toBe("2");
    await page.getByText("Wall turning 1 / 2 · Next: Watch at the stern").waitFor();
    await shown("stern");
    await page.locator('[data-shown="true"] [data-panel-state="done"]').waitFor();
    await shown("bow");

    expect(await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true);
  });

  it("is the same where its browser is set to larger letters", async () => {
    const page = await house.adminPage();
    const query = { refId: "A", expr: "vector(42)", instant: true, format: "table" };
    const table = { id: 1, type: "table", title: "Tides", gridPos: { x: 0, y: 0, w: 24, h: 8 }, targets: [query] };
    await post(page, DASHBOARDS, { metadata: { name: "tides" }, spec: { title: "Tides", panels: [table] } });
    await aPlaylist(page, "letters", "5m", [{ type: "dashboard_by_uid", value: "tides" }]);
    const rowsAt = async (size: number) => {
      await using browser = await launchBrowser([`--blink-settings=defaultFontSize=${size}`]);
      const wall = await browser.newPage({ baseURL: house.url, viewport: { width: 1280, height: 720 } });
      await post(wall, "/api/login", ADA);
      await wall.goto("/playlists/play/letters");
      await wall.getByRole("cell", { name: "42" }).waitFor();
      return await wall.locator("tr").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().toJSON()));
    };

    expect(await rowsAt(32)).toEqual(await rowsAt(16));
  });

  it("leaves no question about media behind in the browser, however often it turns to a table", async () => {
    const page = await house.adminPage({ viewport: { width: 1280, height: 720 } });
    const items = ["wheel", "rope"].map((value) => ({ type: "dashboard_by_uid", value }));
    for (const { value: name } of items) {
      const panel = { id: 1, type: "table", gridPos: { x: 0, y: 0, w: 24, h: 8 }, targets: [{ expr: "vector(42)" }] };
      await post(page, DASHBOARDS, { metadata: { name }, spec: { title: name, panels: [panel] } });
    }
    await aPlaylist(page, "tables", "1h", items);
    await page.clock.install();
    await page.goto("/wall/tables");
    const turn = async () => {
      for (const name of ["rope", "wheel"]) {
        await page.keyboard.press("ArrowRight");
        await page.locator(`[data-shown="true"] [data-dashboard-uid="${name}"] tbody`).waitFor();
      }
    };
    await page.locator('[data-shown="true"] [data-dashboard-uid="wheel"] tbody').waitFor();
    await turn();
    // A page at rest loads what it may need later, and styles with questions of their own come with that.
    await page.clock.fastForward("00:10");
    await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes("/sign-in-")));

    const before = await countObjects(page, "blink::MediaQuerySet");
    for (let times = 0; times < 10; times += 1) await turn();

    expect(await countObjects(page, "blink::MediaQuerySet")).toBe(before);
  });

  it("shows its controls when the pointer moves, and obeys them and the keys", async () => {
    const { page, shown } = await aWall("steered", "1h", [BOW, STERN]);
    await shown("bow");

    await page.getByText("Wall steered 1 / 2 · Next: Watch at the stern").waitFor();
    await page.keyboard.press("Space");
    await page.getByText("Wall steered 1 / 2 · Paused").waitFor();
    await page.keyboard.press("Space");
    await page.getByText("Wall steered 1 / 2 · Next: Watch at the stern").waitFor();

    await page.mouse.move(300, 300);
    const toolbar = page.getByRole("toolbar", { name: "Playlist" });
    for (const name of ["Previous dashboard", "Pause", "Next dashboard", "Stop playlist"]) {
      await toolbar.getByRole("button", { name }).waitFor();
    }
    await page.evaluate(() =>
      window.dispatchEvent(
        new CustomEvent("vedette-wall-display", { detail: { display: { message: "Fire drill at noon." } } }),
      ),
    );
    const message = await page.getByText("Fire drill at noon.").boundingBox();
    const controls = await toolbar.boundingBox();
    expect((controls?.y ?? 0) + (controls?.height ?? 0)).toBeLessThanOrEqual(message?.y ?? 0);
    await toolbar.getByRole("button", { name: "Next dashboard" }).click();
    await shown("stern");
    await page.keyboard.press("ArrowRight");
    await shown("bow");
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
    for (const state of [true, false]) {
      await page.keyboard.press("f");
      await expect.poll(isFull, { timeout: 25_000 }).toBe(state);
    }
    await page.keyboard.press("Escape");

    await page.waitForURL(/\/playlists\/steered$/);
    await page.locator("body:not([data-playlist-uid])").waitFor();
  });

  it("hides the pointer after two seconds, and its controls after three", async () => {
    const { page, shown } = await aWall("pointed", "1h", [BOW]);
    await shown("bow");
    const cursors = () =>
      page.evaluate(() =>
        [".v-wall", '.v-wall [data-dashboard-uid="bow"]'].map((part) => {
          const found = document.querySelector(part);
          return found === null ? "" : getComputedStyle(found).cursor;
        }),
      );
    expect(await cursors()).toEqual(["none", "none"]);
    await page.clock.pauseAt(Date.now() + 1000);

    await page.mouse.move(300, 300);
    const toolbar = page.getByRole("toolbar", { name: "Playlist" });
    await toolbar.waitFor();
    await page.clock.runFor(1900);
    expect((await cursors())[0]).toBe("default");
    await page.clock.runFor(200);
    expect(await cursors()).toEqual(["none", "none"]);
    expect(await toolbar.count()).toBe(1);
    await page.clock.runFor(1000);
    await toolbar.waitFor({ state: "detached" });
  });

  it("shifts its picture by two pixels every five minutes, also where motion is reduced", async () => {
    const { page, shown } = await aWall("shifted", "1h", [BOW]);
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
    await shown("bow");

    const placesAt = await page.locator(".v-wall").evaluate((wall) => {
      const [shift] = wall.getAnimations();
      return [0, 4.9, 5.1, 9.9, 10.1, 14.9, 15.1, 19.9, 20.1].map((minute) => {
        if (shift !== undefined) shift.currentTime = minute * 60_000;
        const { x, y } = wall.getBoundingClientRect();
        return `${minute} min: ${x},${y}`;
      });
    });

    expect(placesAt).toEqual([
      "0 min: 0,0",
      "4.9 min: 0,0",
      "5.1 min: 2,0",
      "9.9 min: 2,0",
      "10.1 min: 2,2",
      "14.9 min: 2,2",
      "15.1 min: 0,2",
      "19.9 min: 0,2",
      "20.1 min: 0,0",
    ]);
    await page.locator(".v-wall").evaluate((wall) => {
      for (const shift of wall.getAnimations()) shift.currentTime = 10.1 * 60_000;
    });
    const corner = await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
    expect([...nativeImage.createFromBuffer(corner).toBitmap()]).toEqual([10, 7, 5, 255]);
  });

  it("turns by a swipe, and is left by a finger that rests for two seconds", async () => {
    const { page, shown } = await aWall("touched", "1h", [BOW, STERN]);
    await shown("bow");
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
      cdp.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] });
    const swipe = async (from: number, to: number) => {
      await touch("touchStart", from);
      await touch("touchMove", to);
      await touch("touchEnd");
    };

    await swipe(700, 400);
    await shown("stern");
    await swipe(400, 700);
    await shown("bow");
    await touch("touchStart", 500);
    await page.waitForURL(/\/playlists\/touched$/);
    await touch("touchEnd");
  });

  it("says for ten seconds why a dashboard is not there, however short its turn, and passes it", async () => {
    const { page, shown } = await aWall("holed", "2s", [{ type: "dashboard_by_uid", value: "sunk" }, BOW]);
    const why = page
      .locator('[data-shown="true"]')
      .getByText("This dashboard is not there, or this screen may not see it.");

    await why.waitFor();
    await page.clock.fastForward("00:08");
    expect(await why.isVisible()).toBe(true);
    await page.clock.fastForward("00:03");
    await shown("bow");
    // Who looks at the list of walls meanwhile still finds what is wrong, and since when.
    const told = () => page.locator("body").getAttribute("data-playlist-problem");
    expect(await told()).toMatch(/^sunk: This dashboard is not there, .+ \(\d\d:\d\d\)$/);
    await page.clock.fastForward("00:03");
    await why.waitFor();

    await post(page, DASHBOARDS, { metadata: { name: "sunk" }, spec: { title: "Raised", panels: [] } });
    await page.clock.fastForward("00:11");
    await shown("bow");
    await page.clock.fastForward("01:00");
    await shown("sunk");
    // A black screen would look like a wall that is broken.
    await page.locator('[data-shown="true"]').getByText("This dashboard has no panels.").waitFor();
    await expect.poll(told, { timeout: 20_000 }).toBe("");
  });

  it("passes over what its schedule keeps for another time, and says so when that is everything", async () => {
    const inThreeDays = new Date(Date.now() + 3 * 86_400_000);
    const day = inThreeDays.toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" }).toLowerCase();
    const later = { ...BOW, schedule: { days: [day] } };
    const { page, shown } = await aWall("scheduled", "2s", [later, STERN]);
    await shown("stern");
    expect(await page.locator("body").getAttribute("data-playlist-length")).toBe("1");

    const resting = await aWall("resting", "2s", [later]);

    await resting.page.getByText("Nothing stands in the schedule for now").waitFor();
    expect(await resting.page.locator(".v-wall-place").textContent()).not.toContain("0");
  });

  it("follows a changed playlist also where it turns too fast to ever stop loading", async () => {
    const { page, shown } = await aWall("restless", "1s", [BOW, STERN]);
    await shown("bow");
    const address = `${PLAYLISTS}/restless`;
    const restless = await (await page.request.get(address)).json();
    const data = { ...restless, spec: { ...restless.spec, items: [STERN] } };

    await page.request.put(address, { data, headers: { "sec-fetch-site": "same-origin" } });

    // A round of one second, and one for the busiest machine: without the connection it would take a quarter of a minute.
    await page.locator('body[data-playlist-length="1"]').waitFor({ timeout: 8000 });
  });

  it("says what is wrong with a playlist that is empty or not there, and plays by itself once it is right", async () => {
    const { page, shown } = await aWall("bare", "2s", []);
    await page.getByText("This playlist shows nothing yet").waitFor();
    const address = `${PLAYLISTS}/bare`;
    const bare = await (await page.request.get(address)).json();
    const data = { ...bare, spec: { ...bare.spec, items: [BOW] } };
    await page.request.put(address, { data, headers: { "sec-fetch-site": "same-origin" } });
    await page.clock.fastForward("00:30");
    await shown("bow");

    await page.goto("/wall/unwritten");
    await page.getByText("There is no playlist “unwritten” here").waitFor();
    await aPlaylist(page, "unwritten", "2s", [STERN]);
    await page.clock.fastForward("00:30");
    await shown("stern");
  });

  it("shows nothing any more of what it may not see, and says so", async () => {
    const { page, shown } = await aWall("refused", "1h", [BOW]);
    await shown("bow");
    const picture = page.getByText("42", { exact: true });
    await picture.waitFor();
    const answer = (status: number) => ({
      status,
      contentType: "application/json",
      body: JSON.stringify({ message: "You may not do this", messageId: "not_allowed" }),
    });

    await page.route(/\/dashboards\/bow/, (route) => route.fulfill(answer(403)));
    await page.clock.fastForward("00:31");
    await page.locator(".v-wall-card").getByText("This dashboard is not there, or this screen may not").waitFor();
    expect(await picture.count()).toBe(0);

    await page.route(/\/playlists\/refused/, (route) => route.fulfill(answer(404)));
    await page.clock.fastForward("00:31");
    await page.getByText("There is no playlist “refused” here").waitFor();
    await page.unroute(/\/dashboards\/bow/);
    await page.unroute(/\/playlists\/refused/);
    await page.clock.fastForward("00:31");
    await shown("bow");
    await picture.waitFor();
  }, 60_000);

  it("shows no numbers any more that its data source refuses it", async () => {
    const { page, shown } = await aWall("refused-numbers", "1h", [BOW]);
    await shown("bow");
    const picture = page.getByText("42", { exact: true });
    await picture.waitFor();

    const answer = (body: string) => page.route(/\/prometheus\//, (route) => route.fulfill({ status: 403, body }));
    await answer("<h1>A proxy refuses</h1>");
    await page.clock.fastForward("00:31");
    await page.locator('[data-shown="true"] [data-panel-state="error"]').waitFor();
    expect(await picture.count()).toBe(1);

    await answer('{"status":"error","errorType":"forbidden","error":"You may not do this"}');
    await page.clock.fastForward("00:31");
    await picture.waitFor({ state: "detached" });
    // Nobody stands before it who could ask again.
    const panel = page.locator('[data-shown="true"] [data-panel-state="error"]');
    await panel.getByText("You may not do this", { exact: true }).waitFor();
    expect(await panel.getByRole("button", { name: /Try again|Copy details/ }).count()).toBe(0);
  }, 60_000);

  it("loads a new version of its page at a change of dashboards, and not before", async () => {
    const { page, shown } = await aWall("renewed", "1m", [BOW, STERN]);
    await shown("bow");
    await page.keyboard.press("ArrowRight");
    await shown("stern");
    await page.evaluate(() => Object.assign(window, { isOld: true }));
    const isOld = () => page.evaluate(() => Reflect.has(window, "isOld"));

    await replaceServer(page);
    await page.locator('[data-shown="true"] [data-panel-state="done"]').waitFor();
    expect(await isOld()).toBe(true);
    const reloaded = page.waitForEvent("load");
    await page.clock.fastForward("00:45");
    await reloaded;

    await shown("bow");
    expect(await isOld()).toBe(false);
  }, 60_000);

  it("of one dashboard loads a new version of its page after its interval", async () => {
    const { page, shown } = await aWall("renewed-alone", "1m", [BOW]);
    await shown("bow");
    await replaceServer(page);
    await page.locator('[data-shown="true"] [data-panel-state="done"]').waitFor();

    const reloaded = page.waitForEvent("load");
    await page.clock.fastForward("01:01");
    await reloaded;

    await shown("bow");
  }, 60_000);

  it("of a screen of 3840 pixels cuts no legend, no time below a chart, no number of a gauge, and no row", async () => {
    const thresholds = { mode: "absolute", steps: [{ color: "green" }, { color: "red", value: 60 }] };
    const defaults = { unit: "percent", min: 0, max: 100, thresholds, color: { mode: "thresholds" } };
    const targets = [{ expr: "vector(63.7)" }, { expr: "vector(33)" }];
    const panels = ["state-timeline", "status-history", "gauge", "timeseries"].map((type, at) => ({
      ...{ id: at + 1, type, title: type, gridPos: { x: at * 6, y: 0, w: 6, h: 9 }, targets },
      fieldConfig: { defaults, overrides: [] },
      options: { legend: { placement: "right", displayMode: "table", calcs: ["mean", "max", "min"] } },
    }));
    const rest = { ...panels[0], id: 9, gridPos: { x: 0, y: 9, w: 24, h: 16 }, type: "table", options: {} };
    const spec = { title: "All kinds", time: { from: "now-6h", to: "now" }, panels: [...panels, rest] };
    await post(await house.adminPage(), DASHBOARDS, { metadata: { name: "kinds" }, spec });
    const { page, shown } = await aWall("large", "1h", [{ type: "dashboard_by_uid", value: "kinds" }]);
    await page.setViewportSize({ width: 3840, height: 2160 });
    await shown("kinds");
    const panel = (kind: string) => page.locator(`.v-panel[data-kind="${kind}"][data-panel-state="done"]`);
    for (const kind of ["state-timeline", "status-history", "gauge", "timeseries", "table"])
      await panel(kind).waitFor();

    const cut = () =>
      page.locator(".v-panel-body").evaluateAll((bodies) =>
        bodies.flatMap((body) => {
          const room = body.getBoundingClientRect();
          const texts = [
            ...body.querySelectorAll("svg text, .v-states-legend > li, .v-legend-name, .v-legend-table td"),
          ];
          return texts.flatMap((text) => {
            const { right, bottom } = text.getBoundingClientRect();
            return right > room.right + 1 || bottom > room.bottom + 1 ? [text.textContent] : [];
          });
        }),
      );
    const widths = await page.locator(".v-gauge-text").evaluateAll((texts) =>
      texts.map((text) => {
        const value = text.querySelector(".v-gauge-value")?.getBoundingClientRect().width ?? 0;
        return value / Number.parseFloat(getComputedStyle(text).getPropertyValue("--v-hole"));
      }),
    );

    const rows = await page.locator(".v-data-scroll").evaluate((scroller) => {
      const end = scroller.getBoundingClientRect().bottom;
      const all = [...scroller.querySelectorAll("tbody > tr:not([aria-hidden])")].map((row) =>
        row.getBoundingClientRect(),
      );
      return {
        whole: all.filter(({ bottom }) => bottom <= end + 2).length,
        begun: all.filter(({ top }) => top < end - 2).length,
      };
    });

    expect(rows.whole).toBeGreaterThan(5);
    expect(rows.begun).toBe(rows.whole);
    expect(await panel("state-timeline").locator(".v-states-legend > li").count()).toBe(2);
    expect(await panel("timeseries").locator(".v-legend-name").count()).toBe(2);
    expect(await cut()).toEqual([]);
    expect(Math.max(...widths)).toBeLessThan(0.85);
    expect(Math.min(...widths)).toBeGreaterThan(0.4);
  }, 60_000);

  it("of a table with more columns than it has room for shows its names and its numbers, and counts the others", async () => {
    const labelled = (service: string) =>
      Array.from({ length: 9 }).reduce<string>(
        (expr, _, at) => `label_replace(${expr}, "region_${at}", "europe-${service}-${at}", "", "")`,
        `label_replace(vector(42), "app", "${service}", "", "")`,
      );
    const targets = [
      { expr: `${labelled("checkout-api")} or ${labelled("payments-api")}`, instant: true, format: "table" },
    ];
    const table = { id: 1, type: "table", title: "Wide", gridPos: { x: 0, y: 0, w: 6, h: 9 }, targets };
    await post(await house.adminPage(), DASHBOARDS, {
      metadata: { name: "wide" },
      spec: { title: "Wide", panels: [table] },
    });
    const { page, shown } = await aWall("wide", "1h", [{ type: "dashboard_by_uid", value: "wide" }]);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await shown("wide");
    await page.locator('.v-panel[data-kind="table"][data-panel-state="done"]').waitFor();

    const left = page.getByText(/^Not shown: \d+ columns$/);
    await left.waitFor();
    const cells = await page.locator(".v-data-table tbody > tr").evaluateAll((rows) =>
      rows.map((row) => {
        const end = row.closest(".v-panel-body")?.getBoundingClientRect().right ?? 0;
        const seen = [...row.querySelectorAll("td")].filter((cell) => cell.offsetWidth > 0);
        const isCut = (cell: HTMLElement) =>
          cell.scrollWidth > cell.clientWidth || cell.getBoundingClientRect().right > end + 1;
        return {
          texts: seen.map((cell) => cell.textContent),
          cut: seen.filter(isCut).length,
          all: row.children.length,
        };
      }),
    );

    expect(cells.map(({ cut }) => cut)).toEqual([0, 0]);
    expect(cells.map(({ texts }) => texts[0])).toEqual(["checkout-api", "payments-api"]);
    expect(cells.map(({ texts }) => texts.at(-1))).toEqual(["42", "42"]);
    const [row] = cells;
    expect(await left.textContent()).toBe(`Not shown: ${(row?.all ?? 0) - (row?.texts.length ?? 0)} columns`);
  }, 60_000);

  it("with many small panels counts the names that find no room, and keeps every number whole", async () => {
    const machines = Array.from(
      { length: 4 },
      (_, at) => `label_replace(vector(${at + 1}), "host", "machine-${at}.example.com", "", "")`,
    );
    const targets = [{ expr: machines.join(" or "), legendFormat: "{{host}}" }];
    const table = [{ ...targets[0], instant: true, format: "table" }];
    const options = {
      legend: { showLegend: true, placement: "right", values: ["percent"], calcs: ["mean", "max", "min"] },
    };
    const kinds = ["timeseries", "bargauge", "piechart", "table"];
    const panels = Array.from({ length: 20 }, (_, at) => ({
      ...{ id: at + 1, type: kinds[at % 4], title: `Panel ${at}`, options: at < 12 ? {} : options },
      gridPos: { x: (at % 5) * 4, y: Math.floor(at / 5) * 7, w: 4, h: 7 },
      targets: at % 4 === 3 ? table : targets,
    }));
    const code = {
      id: 21,
      type: "text",
      gridPos: { x: 20, y: 0, w: 4, h: 28 },
      options: { mode: "code", content: "a line of code ".repeat(200) },
    };
    const spec = { title: "Many", panels: [...panels, code], time: { from: "now-1h", to: "now" } };
    await post(await house.adminPage(), DASHBOARDS, { metadata: { name: "crowded" }, spec });
    const { page, shown } = await aWall("crowded", "1h", [{ type: "dashboard_by_uid", value: "crowded" }]);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await shown("crowded");
    await expect.poll(() => page.locator('.v-panel[data-panel-state="done"]').count(), { timeout: 25_000 }).toBe(21);
    const LINES = ".v-legend > li, .v-pie-legend > li, .v-bars > li, .v-legend-table tr";

    const cut = () =>
      page.locator(".v-panel-body").evaluateAll(
        (bodies, lines) =>
          bodies.flatMap((body) => {
            const room = body.getBoundingClientRect();
            const high = [...body.querySelectorAll(lines)].filter(
              (line) => line.getBoundingClientRect().bottom > room.bottom + 1,
            );
            const numbers = [
              ...body.querySelectorAll(
                ".v-pie-value, .v-bar-value, .v-legend-table td, .v-data-table tbody td:last-child",
              ),
            ];
            const wide = numbers.filter((number) => number.getBoundingClientRect().right > room.right + 1);
            return [...high, ...wide].map(({ textContent }) => textContent);
          }),
        LINES,
      );
    await expect.poll(cut, { timeout: 25_000 }).toEqual([]);

    const kindOf = (kind: string) => page.locator(`.v-panel[data-kind="${kind}"]`).first();
    await kindOf("timeseries")
      .getByText(/^\+\d$/)
      .waitFor();
    await kindOf("piechart")
      .getByText(/^\+\d$/)
      .waitFor();
    expect(await kindOf("piechart").locator(".v-legend-text").count()).toBeGreaterThan(0);
    const bars = await kindOf("bargauge")
      .locator(".v-bar-value")
      .evaluateAll((values) =>
        values.map((value) => value.getBoundingClientRect()).map(({ left, right, top }) => [left, right, top]),
      );
    // None over another.
    expect(new Set(bars.map(([, , top]) => top)).size).toBe(4);
    const cells = kindOf("table").locator("tbody td").filter({ visible: true });
    expect((await cells.allTextContents()).slice(0, 2)).toEqual(["machine-0.example.com", "1"]);
    const scrolling = await page
      .locator(".v-wall *")
      .evaluateAll(
        (all) =>
          all.filter(
            (one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1,
          ).length,
      );
    expect(scrolling).toBe(0);
  }, 60_000);

  it("shows what is too tall for the screen page by page, each for as long as a dashboard stays", async () => {
    const panels = Array.from({ length: 16 }, (_, at) => ({
      id: at + 1,
      type: "text",
      title: `Deck ${at}`,
      gridPos: { x: 0, y: at * 8, w: 24, h: 8 },
      options: { content: `On deck ${at}` },
    }));
    await post(await house.adminPage(), DASHBOARDS, {
      metadata: { name: "tower" },
      spec: { title: "The tower", panels },
    });
    const { page, shown } = await aWall("tall", "1h", [{ type: "dashboard_by_uid", value: "tower" }, STERN]);
    await shown("tower");
    const isSeen = (text: string) => page.getByText(text, { exact: true }).isVisible();
    const onPage = (at: number) => page.getByText(`1 / 2, page ${at} of 3`).waitFor();

    await onPage(1);
    await page.getByText("On deck 0", { exact: true }).waitFor();
    expect([await isSeen("On deck 5"), await isSeen("On deck 6"), await isSeen("On deck 15")]).toEqual([
      true,
      false,
      false,
    ]);
    await page.clock.fastForward("01:00:00");
    await onPage(2);
    expect([await isSeen("On deck 0"), await isSeen("On deck 6"), await isSeen("On deck 15")]).toEqual([
      false,
      true,
      false,
    ]);
    await page.clock.fastForward("01:00:00");
    await onPage(3);
    expect(await isSeen("On deck 15")).toBe(true);
    await page.clock.fastForward("01:00:00");
    await shown("stern");
  }, 60_000);

  it("fills the screens that somebody chooses, and remembers them for these screens", async () => {
    const profile = aDataDir();
    onTestFinished(() => removeDataDir(profile));
    const { page } = await openMortalBrowser(profile, house.url, [
      "--screen-info={0,0 960x720 label=left}{960,0 960x720 label=right}{1920,0 800x600 label=door}",
    ]);
    const session = await page.context().newCDPSession(page);
    await session.send("Browser.grantPermissions", { permissions: ["windowManagement"], origin: house.url });
    await aPlaylist(await house.adminPage(), "many", "1h", [BOW]);
    // A browser without a screen fills its window where it stands, whichever screen it is asked for.
    await page.addInitScript(() => {
      const fill = Element.prototype.requestFullscreen;
      Element.prototype.requestFullscreen = function (options) {
        const { label } = Reflect.get(options ?? {}, "screen");
        document.documentElement.dataset["filled"] = label;
        return fill.call(this, options);
      };
    });
    await page.goto(`${house.url}/wall/many`);
    await page.locator('body[data-playlist-uid="many"]').waitFor();
    let moved = 1;
    const dialog = page.getByRole("dialog", { name: "Choose screens" });
    const open = async () => {
      await page.mouse.move(moved++ * 10, 50);
      await page.getByRole("button", { name: "Choose screens" }).click();
      await dialog.getByRole("checkbox").first().waitFor();
    };

    await open();
    await dialog.getByText("right 960×720").click();
    await dialog.getByText("door 800×600").click();
    const opening = page.waitForEvent("popup");
    await dialog.getByRole("button", { name: "Fill them" }).click();
    const other = await opening;
    await dialog.waitFor({ state: "detached" });

    const placed = await other.evaluate("window.getScreenDetails().then(({ currentScreen }) => currentScreen.label)");
    expect([await page.locator("html").getAttribute("data-filled"), placed]).toEqual(["right", "door"]);
    await other.locator('[data-shown="true"] [data-dashboard-uid="bow"]').waitFor();
    await open();
    const chosen = await dialog.getByRole("checkbox", { checked: true }).count();
    expect(chosen).toBe(2);
  }, 60_000);

  it("loads its page again when nothing was drawn for a minute, and the server is there", async () => {
    const { page, shown } = await aWall("still", "1h", [BOW]);
    await shown("bow");
    let loads = 0;
    page.on("load", () => {
      loads += 1;
    });
    const stopDrawing = () => page.evaluate(() => void Object.assign(window, { requestAnimationFrame: () => 0 }));

    await page.clock.runFor("01:10");
    expect(loads).toBe(0);
    await page.route(/\/api\/(health|login)/, (route) => route.abort());
    await page.clock.runFor("00:16");
    await page.getByRole("status").filter({ hasText: "Offline since" }).waitFor();
    await stopDrawing();
    await page.clock.runFor("01:10");
    expect(loads).toBe(0);

    const reloaded = page.waitForEvent("load");
    await page.unroute(/\/api\/(health|login)/);
    await page.clock.runFor("01:10");
    await reloaded;
    await shown("bow");
  }, 60_000);

  it("goes on with its last pictures when the server is gone for an hour and clocks change, and takes it back", async () => {
    const { page, shown } = await aWall("cut-off", "3s", [BOW, STERN]);
    await shown("stern");
    await shown("bow");

    await page.route(/\/(api|apis|prometheus)\//, (route) => route.abort());
    await page.clock.fastForward("00:20");
    const notice = page.getByRole("status").filter({ hasText: /^Offline since .* last answer at \d\d:\d\d:\d\d;/ });
    await notice.waitFor({ timeout: 25_000 });
    // Beside the notice there is the title, and what time it is.
    const outside = await page.locator(".v-wall-strip").evaluate((strip) => {
      const { top, bottom } = strip.getBoundingClientRect();
      const texts = [...strip.querySelectorAll("h1, time")].map((text) => text.getBoundingClientRect());
      return texts.filter((text) => text.top < top - 2 || text.bottom > bottom + 2).length;
    });
    expect(outside).toBe(0);
    await page.clock.fastForward("01:00:00");
    await shown("stern");
    await page.clock.setSystemTime(Date.now() - 86_400_000);
    await shown("bow");
    await page.locator('[data-shown="true"]').getByText("42", { exact: true }).waitFor();
    await page.unroute(/\/(api|apis|prometheus)\//);
    await page.clock.fastForward("01:00");

    await page.getByRole("status").filter({ hasText: "Offline since" }).waitFor({ state: "detached", timeout: 25_000 });
    await page.locator('[data-shown="true"] [data-panel-state="done"]').waitFor();
    expect(await page.getByRole("status").filter({ hasText: "Offline since" }).count()).toBe(0);
    const clock = page.getByText(/^Clock 23.h 5\d.min behind$/);
    await clock.waitFor();
    // Also where the strip is hidden.
    await page.goto("/wall/cut-off?strip=off");
    await page.getByRole("status").and(clock).waitFor();
    await page.clock.setSystemTime(Date.now());
    await page.clock.fastForward("00:16");
    await clock.waitFor({ state: "detached" });
    await page.clock.setSystemTime(Date.now() + 3 * 86_400_000);
    await page.goto("/dashboards");
    await page.getByText(/^The clock of this machine is 72.h ahead of the server's/).waitFor();
  }, 90_000);

  it("draws what people said happened, also when the server is gone", async () => {
    const admin = await house.adminPage();
    const targets = [{ expr: "vector(42)" }];
    const panels = [{ id: 1, type: "timeseries", title: "Tide", gridPos: { x: 0, y: 0, w: 24, h: 8 }, targets }];
    await post(admin, DASHBOARDS, { metadata: { name: "tide" }, spec: { title: "Tide", panels } });
    const text = "Lock opened";
    await post(admin, "/api/annotations", { dashboardUID: "tide", time: Date.now() - 60_000, text });
    const { page } = await aWall("said", "2s", [{ type: "dashboard_by_uid", value: "tide" }, BOW]);
    const said = page.locator('[data-shown="true"]').getByText(`1 event: ${text}`);

    await said.waitFor({ state: "attached" });
    await page.route(/\/api\/annotations/, (route) => route.abort());
    await page.clock.fastForward("02:00");
    await page.locator('[data-shown="true"] [data-dashboard-uid="bow"]').waitFor();
    await page.locator('[data-shown="true"] [data-dashboard-uid="tide"]').waitFor();
    await said.waitFor({ state: "attached" });
  });

  it("says how old data are that its player has kept, also of a dashboard that is not asked anew", async () => {
    const { page, shown } = await aWall("kept", "2s", [BOW, STERN]);
    await shown("bow");
    await page.route(/\/api\/v1\/query/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), age: "3600" } });
    });

    await page.locator('[data-shown="true"] .v-panel-age').waitFor();
    expect(await page.locator('[data-shown="true"] .v-panel-age').textContent()).toMatch(/^last data \d/);
    expect(await page.locator('[data-shown="true"] .v-panel-body[data-stale]').count()).toBe(1);
  });

  it("never shows a sign-in form, also when its session has ended", async () => {
    const { page, shown } = await aWall("signed-out", "2s", [BOW, STERN]);
    await shown("stern");

    await post(page, "/api/logout", {});
    await page.clock.fastForward("00:20");
    const notice = page.getByRole("status").filter({ hasText: "signed out" });
    await notice.waitFor({ timeout: 25_000 });
    expect(await notice.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
    await shown("bow");

    await page.locator('[data-shown="true"]').getByText("42", { exact: true }).waitFor();
    await page.locator('[data-shown="true"]').getByText("The session has ended. Sign in again.").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(page.url()).toContain("/wall/");

    await post(page, "/api/login", ADA);
    await page.clock.fastForward("00:20");
    await notice.waitFor({ state: "detached", timeout: 25_000 });
  }, 60_000);
});
