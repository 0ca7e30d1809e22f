import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserHouse, DASHBOARDS, openHouse, post } from "./browser-house.ts";
import { aChart, done, type PanelJson, SINE, showing as showingIn } from "./shown-dashboard.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

const showing = (name: string, panels: readonly PanelJson[], more: object = {}) =>
  showingIn(house, { name, panels, more });

/** Questions of panels are refused until they are let go. */
async function refuseQueries(page: Page): Promise<() => Promise<void>> {
  const url = /\/api\/(v1\/query|search\?)/;
  const fault = "the tide gauge is out of order";
  const json = { status: "error", errorType: "execution", error: fault, message: fault };
  await page.route(url, (route) => route.fulfill({ status: 422, json }));
  return () => page.unroute(url);
}

describe("a panel", () => {
  it("fills the page with v and gives it back with Escape", async () => {
    const page = await showing("alone", [aChart(1), aChart(2)]);
    await done(page, 1);

    await page.locator('[data-panel-id="1"]').hover();
    await page.keyboard.press("v");
    await page.waitForURL(/viewPanel=1/);
    await page.locator('[data-panel-id="2"]').waitFor({ state: "detached" });
    await page.keyboard.press("Escape");

    await page.locator('[data-panel-id="2"]').waitFor();
    expect(page.url()).not.toContain("viewPanel");
  });

  it("shows its data as a table, and how it was asked", async () => {
    const page = await showing("explained", [aChart(1)]);
    await done(page, 1);

    await page.getByRole("button", { name: "Menu of Chart 1" }).click();
    await page.getByRole("menuitem", { name: "Data as table" }).click();
    await page.getByRole("dialog").getByRole("columnheader", { name: "sine" }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download JSON" }).click(),
    ]);
    const rows: unknown = JSON.parse(readFileSync(await file.path(), "utf8"));
    expect(file.suggestedFilename()).toBe("Chart 1.json");
    expect(rows).toEqual(
      expect.arrayContaining([{ Time: expect.stringMatching(/^\d{4}-.*Z$/), sine: expect.any(Number) }]),
    );
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu of Chart 1" }).click();
    await page.getByRole("menuitem", { name: "Explain" }).click();

    await page.getByRole("dialog").getByText(SINE).waitFor();
    await page.getByRole("dialog").getByText("Vedette", { exact: true }).waitFor();
    // A long one is scrolled, and lies over nothing.
    const query = page.getByRole("dialog").locator("pre");
    expect(await query.evaluate((code) => getComputedStyle(code).overflowY)).toBe("auto");
  });

  it("has its links in its head, and says there that a value is beyond its threshold", async () => {
    const thresholds = {
      mode: "absolute",
      steps: [
        { color: "green", value: null },
        { color: "red", value: 1 },
      ],
    };
    const manual = { title: "Manual", url: "/dashboards?q=manual" };
    const stat = (id: number, links: object[], more: object) =>
      aChart(id, { type: "stat", title: `Stat ${id}`, links, fieldConfig: { defaults: more, overrides: [] } });
    const page = await showing(
      "leading",
      [
        stat(1, [manual], { thresholds }),
        stat(2, [manual, { title: "Map", url: "https://maps.example.com/" }], {}),
      ].map((panel) => ({ ...panel, targets: [{ refId: "A", expr: "vector(2)" }] })),
    );
    await done(page, 1);

    const panel = (name: string) => page.getByRole("article", { name });
    await panel("Stat 1").getByRole("img", { name: "A value is beyond its critical threshold" }).waitFor();
    await panel("Stat 2").getByRole("button", { name: "Links of Stat 2" }).click();
    const map = page.getByRole("dialog").getByRole("link", { name: "Map" });
    expect(await map.getAttribute("href")).toBe("https://maps.example.com/");
    expect(await panel("Stat 2").getByRole("img", { name: "beyond" }).count()).toBe(0);
    await page.keyboard.press("Escape");

    await panel("Stat 1").getByRole("link", { name: "Manual" }).click();
    await page.waitForURL("**/dashboards?q=manual");
  });

  it("of two columns says what it is, and more to whoever comes to its head", async () => {
    const page = await showing("narrow", [
      aChart(1, {
        type: "stat",
        title: "CPU use",
        description: "Of what was **asked** for: https://example.com/asked",
        gridPos: { x: 0, y: 0, w: 2, h: 4 },
      }),
    ]);
    await done(page, 1);
    const title = page.getByRole("heading", { name: "CPU use" });
    const isWhole = () => title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    const info = page.getByRole("button", { name: "About CPU use" });
    const opacity = () => info.evaluate((button) => getComputedStyle(button).opacity);

    expect(await isWhole()).toBe(true);
    expect(await opacity()).toBe("0");
    await info.focus();
    expect(await opacity()).not.toBe("0");
    await info.press("Enter");
    await page.getByText("Of what was asked for").waitFor();
    await page.getByRole("link", { name: "https://example.com/asked" }).waitFor();
  });

  it("writes all its values in one size, and scrolls to those it has no room for", async () => {
    const values = [5, 1234, 67, 890, 12, 345, 6, 78, 9];
    const expr = values.map((value) => `label_replace(vector(${value}), "pod", "p${value}", "", "")`).join(" or ");
    const stats = { type: "stat", targets: [{ refId: "A", expr, legendFormat: "{{pod}}" }] };
    const page = await showing("one-size", [
      aChart(1, { ...stats, gridPos: { x: 0, y: 0, w: 12, h: 8 } }),
      aChart(2, { ...stats, title: "", gridPos: { x: 12, y: 0, w: 2, h: 2 } }),
    ]);
    await Promise.all([done(page, 1), done(page, 2)]);
    const looks = (id: number) =>
      page.locator(`[data-panel-id="${id}"] .v-stat`).evaluateAll((stats) =>
        stats.map((stat) => ({
          size: getComputedStyle(stat.querySelector(".v-stat-value") ?? stat).fontSize,
          isCut: stat.scrollHeight > stat.clientHeight,
        })),
      );

    expect(new Set((await looks(1)).map(({ size }) => size)).size).toBe(1);
    expect((await looks(2)).map(({ isCut }) => isCut)).toEqual(values.map(() => false));
    const list = page.locator('[data-panel-id="2"] .v-values');
    expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
    await list.focus();
    expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("cuts no letter that reaches below the line", async () => {
    const mappings = [{ type: "value", options: { 1: { text: "gypsy" } } }];
    const word = {
      type: "stat",
      targets: [{ refId: "A", expr: "vector(1)" }],
      fieldConfig: { defaults: { mappings } },
    };
    const page = await showing("descenders", [aChart(1, { ...word, gridPos: { x: 0, y: 0, w: 12, h: 6 } })]);
    await done(page, 1);
    const value = page.locator('[data-panel-id="1"] .v-stat-value');

    expect(await value.evaluate((element) => getComputedStyle(element).overflowY)).toBe("visible");
    expect(await value.evaluate((element) => element.parentElement?.scrollHeight)).toBeLessThanOrEqual(
      (await value.evaluate((element) => element.parentElement?.clientHeight)) ?? 0,
    );
  });

  it("has room for a change beside its number", async () => {
    const changing = (id: number, w: number) =>
      aChart(id, {
        type: "stat",
        gridPos: { x: (id - 1) * 3, y: 0, w, h: 6 },
        targets: [{ refId: "A", expr: "time() % 10000 * 1000" }],
        options: { showPercentChange: true },
        fieldConfig: { defaults: { unit: "reqps", decimals: 1 }, overrides: [] },
      });
    const page = await showing("changing", [changing(1, 2), changing(2, 3), changing(3, 6)]);
    await page.locator('[data-panel-id="3"] .v-stat-change').waitFor();

    const shown = page.locator(".v-stat-value");
    await expect.poll(() => shown.count()).toBe(3);
    expect(await shown.evaluateAll((texts) => texts.map((text) => text.scrollWidth - text.clientWidth))).toEqual([
      0, 0, 0,
    ]);
  });

  it("lays upright bars down where they would be too low, and says how many are below what is seen", async () => {
    const values = (count: number) =>
      Array.from({ length: count }, (_, at) => `label_replace(vector(${at + 1}), "pod", "p${at}", "", "")`).join(
        " or ",
      );
    const bars = (id: number, count: number) =>
      aChart(id, {
        type: "bargauge",
        gridPos: { x: (id - 1) * 6, y: 0, w: 6, h: 2 },
        options: { orientation: "vertical" },
        targets: [{ refId: "A", expr: values(count), legendFormat: "{{pod}}" }],
      });
    const page = await showing("bars", [bars(1, 4), bars(2, 40)]);
    await Promise.all([done(page, 1), done(page, 2)]);

    const [few, many] = [1, 2].map((id) => page.locator(`[data-panel-id="${id}"] .v-panel-body`));
    const tracks = await few?.evaluate((body) => {
      const room = body.getBoundingClientRect();
      return [...body.querySelectorAll(".v-bar-track")].map((track) => {
        const { width, height, bottom } = track.getBoundingClientRect();
        return width >= 20 && height >= 12 && bottom <= room.bottom + 1;
      });
    });
    expect(tracks).toEqual([true, true, true, true]);
    await many?.getByText("+36", { exact: true }).waitFor();
    await many?.locator(".v-bars").evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await many?.getByText(/^\+/).waitFor({ state: "detached" });
  });

  it("without a title is as far from the upper edge as from the lower one, and says in full what failed", async () => {
    const page = await showing("untitled", [
      aChart(1, { type: "stat", title: "", gridPos: { x: 0, y: 0, w: 6, h: 4 } }),
      aChart(2, { title: "", gridPos: { x: 6, y: 0, w: 6, h: 4 } }),
    ]);
    for (const id of [1, 2]) {
      await done(page, id);
      const gaps = await page.locator(`[data-panel-id="${id}"]`).evaluate((panel) => {
        const [outer, inner] = [panel, panel.querySelector(".v-panel-body > ul, .v-panel-body > div")].map((part) =>
          part?.getBoundingClientRect(),
        );
        return [(inner?.top ?? 0) - (outer?.top ?? 0), (outer?.bottom ?? 0) - (inner?.bottom ?? 0)];
      });
      expect(gaps[0]).toBe(gaps[1]);
    }

    await page.route(/\/api\/v1\/query_range$/, (route) =>
      route.fulfill({ status: 422, json: { status: "error", errorType: "execution", error: "Too many boats." } }),
    );
    await page.getByRole("button", { name: "Refresh now" }).click();
    const chart = page.locator('[data-panel-id="2"]');
    await chart.locator(".v-panel-fault").getByText("Too many boats.").waitFor();
    const [whole, ...said] = await Promise.all(
      [chart, chart.locator(".v-panel-age"), chart.getByRole("button", { name: "The query failed" })].map((part) =>
        part.boundingBox(),
      ),
    );
    for (const part of said) {
      expect((part?.x ?? 0) + (part?.width ?? 0)).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0));
    }
  });

  it("says so where the code of its transformations does not come, and fetches it with the next try", async () => {
    const page = await showing("plain", [aChart(1)]);
    await done(page, 1);
    const code = /assets\/transform-/;
    await page.route(code, (route) => route.abort());
    const transformations = [{ id: "reduce", options: { reducers: ["lastNotNull"] } }];
    const spec = { title: "Reduced", schemaVersion: 41, panels: [aChart(1, { type: "table", transformations })] };
    await post(page, DASHBOARDS, { metadata: { name: "reduced" }, spec });
    await page.goto("/d/reduced");

    await page.locator('[data-panel-id="1"][data-panel-state="error"]').waitFor();
    const failure = page.locator(".v-panel-failure");
    await failure.getByText(/^This panel could not be drawn\. ./).waitFor();
    expect(await page.locator(".v-panel-fault").count()).toBe(0);
    await page.unroute(code);
    const retry = failure.getByRole("button", { name: "Try again" });
    // The next response fetches the code as well, and may be first.
    await Promise.race([done(page, 1), retry.click().then(() => done(page, 1))]);

    expect(await page.getByRole("columnheader", { name: "Last *" }).count()).toBe(1);
  });

  it("is the one below the pointer for its keys, whatever was pressed before", async () => {
    const page = await showing("in-hand", [aChart(1), aChart(2)]);
    await Promise.all([done(page, 1), done(page, 2)]);
    await page.locator('[data-panel-id="1"]').getByRole("button", { name: "sine" }).click();
    await page.getByRole("article", { name: "Chart 2" }).hover();
    await page.keyboard.press("v");
    await page.waitForURL(/viewPanel=2/);
  });

  it("on a phone leaves a column of a table no more than half of it", async () => {
    const page = await showing("phone-table", [
      aChart(1, {
        type: "table",
        targets: [{ refId: "A", expr: "vector(1)", instant: true, format: "table" }],
        fieldConfig: { defaults: { custom: { minWidth: 400 } }, overrides: [] },
      }),
    ]);
    await done(page, 1);
    const first = page.getByRole("columnheader").first();
    expect((await first.boundingBox())?.width).toBeGreaterThanOrEqual(400);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await first.boundingBox())?.width).toBeLessThanOrEqual(190);
  });

  it("says in its head that its time is not the dashboard's, unless it hides that", async () => {
    const page = await showing("own-time", [
      aChart(1, { timeFrom: "30m", timeShift: "1d" }),
      aChart(2, { timeFrom: "30m", hideTimeOverride: true }),
    ]);
    const head = (id: number) => page.locator(`[data-panel-id="${id}"] header`);

    await head(1).getByText("last 30m, 1d earlier").waitFor();
    expect(await head(2).getByText("last 30m").count()).toBe(0);
  });

  it("writes the numbers of its axis whole, in figures of one width", async () => {
    const targets = [{ refId: "A", expr: `1111111111 + ${SINE} * 100000`, legendFormat: "ones" }];
    const page = await showing("ones", [aChart(1, { targets })]);
    await done(page, 1);

    const inked = await page
      .locator('[data-panel-id="1"] canvas')
      .first()
      .evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) throw new Error("There is no picture.");
        const { data } = canvas.getContext("2d")?.getImageData(0, 0, 2, canvas.height) ?? { data: [] };
        return data.filter((alpha, at) => at % 4 === 3 && alpha > 0).length;
      });
    expect(inked).toBe(0);
  });

  it("says its course in words", async () => {
    const page = await showing("heard", [aChart(1)]);
    await done(page, 1);

    const figure = page.getByRole("figure", { name: "Chart 1" });
    await figure.focus();
    await figure.press("Home");

    await page.getByRole("status").filter({ hasText: "sine" }).waitFor();
    expect(
      await figure.getByText(/1 series\. From .* to .*\. sine: last .*, lowest .* at .*, highest .* at /).count(),
    ).toBe(1);
  });

  it("keeps what it showed when its query fails, and says what is wrong above it", async () => {
    const page = await showing("failing", [aChart(1), aChart(2, { type: "stat" })]);
    await done(page, 1);
    const letGo = await refuseQueries(page);
    await page.getByRole("button", { name: "Refresh now" }).click();
    const panel = page.locator('[data-panel-id="1"]');

    await panel.getByText("the tide gauge is out of order", { exact: true }).waitFor();
    expect(await panel.getByRole("figure").isVisible()).toBe(true);
    // Read aloud, with the panel that it is about.
    const spoken = panel.getByRole("status").getByText(/.: the tide gauge is out of order$/);
    expect(await spoken.count()).toBe(1);
    await letGo();
    await page.getByRole("button", { name: "Refresh now" }).click();
    await panel.getByText("the tide gauge is out of order", { exact: true }).waitFor({ state: "detached" });
    await expect.poll(() => spoken.count()).toBe(0);
  });

  it("that got nothing at all says why, and is asked again by keys from its body or its corner", async () => {
    const dashboards = { type: "dashlist", targets: [], options: { showStarred: false, showRecentlyViewed: true } };
    const page = await showing("unanswered", [aChart(1), aChart(2, dashboards)]);
    const letGo = await refuseQueries(page);
    await page.reload();
    const panel = page.locator('[data-panel-id="1"]');
    await panel.getByText("the tide gauge is out of order", { exact: true }).waitFor();
    const retry = panel.getByRole("button", { name: "Try again" });
    expect(await panel.getByRole("button", { name: "Copy details" }).count()).toBe(1);
    // A list of dashboards has its answers from elsewhere.
    const list = page.locator('[data-panel-id="2"]');
    await list.getByText("the tide gauge is out of order", { exact: true }).waitFor();
    expect(await list.getByRole("button", { name: "Copy details" }).count()).toBe(1);

    await panel.getByRole("button", { name: "The query failed" }).press("Enter");
    const note = page.getByRole("dialog", { name: "The query failed" });
    const asked = page.waitForResponse(/\/api\/v1\/query/);
    await note.getByRole("button", { name: "Try again" }).press("Enter");
    expect((await asked).status()).toBe(422);
    await page.keyboard.press("Escape");

    await letGo();
    await retry.press("Enter");
    await done(page, 1);
    await list.getByRole("button", { name: "Try again" }).press("Enter");
    await list.getByRole("link", { name: "Sight of unanswered" }).waitFor();
    expect(await retry.count()).toBe(0);
  });

  it("keeps its neighbours from its faults", async () => {
    const page = await showing("faulty", [
      aChart(1, { targets: [{ refId: "A", expr: "rate(up[" }] }),
      aChart(2),
      aChart(3, { type: "no-such-kind" }),
    ]);

    await page.locator('[data-panel-id="1"][data-panel-state="error"]').waitFor();
    await done(page, 2);
    await page.locator('[data-panel-id="3"]').scrollIntoViewIfNeeded();
    await page.getByText("Panels of the type “no-such-kind” are not drawn yet.").waitFor();
  });

  it("out of sight asks nothing until it comes near", async () => {
    const panels = Array.from({ length: 12 }, (_, at) => aChart(at + 1));
    const page = await showing("long", panels);
    await done(page, 1);

    const last = page.locator('[data-panel-id="12"]');
    expect(await last.getAttribute("data-panel-state")).toBe("loading");
    await last.scrollIntoViewIfNeeded();

    await done(page, 12);
  });
});
