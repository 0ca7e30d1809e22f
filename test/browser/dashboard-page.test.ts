import type { Page, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type BrowserHouse, DASHBOARDS, openHouse, post, transferredBytes } from "./browser-house.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

/** A query that every store answers, without any series of its own. */
const SINE = "sin(vector(time() / 300))";

interface PanelJson {
  readonly id: number;
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A page that shows a dashboard of these panels. */
async function showing(name: string, panels: readonly PanelJson[], more: object = {}): Promise<Page> {
  const page = await house.adminPage();
  const spec = { title: `Sight of ${name}`, schemaVersion: 41, time: { from: "now-1h", to: "now" }, panels, ...more };
  await post(page, DASHBOARDS, { metadata: { name }, spec });
  await page.goto(`/d/${name}`);
  await page.locator(`[data-dashboard-uid="${name}"]`).waitFor();
  return page;
}

const aChart = (id: number, more: object = {}): PanelJson => ({
  id,
  type: "timeseries",
  title: `Chart ${id}`,
  gridPos: { x: 0, y: (id - 1) * 8, w: 24, h: 8 },
  targets: [{ refId: "A", expr: SINE, legendFormat: "sine" }],
  ...more,
});

const done = (page: Page, id: number) => page.locator(`[data-panel-id="${id}"][data-panel-state="done"]`).waitFor();
const shownRange = (page: Page, text: string) => page.locator("[data-time-range]", { hasText: text }).waitFor();

describe("the built-in dashboard", () => {
  it("draws every panel from the house's own workers", async () => {
    const page = await house.adminPage();

    await page.goto("/d/delivery-workers");
    await page.locator('[data-dashboard-uid="delivery-workers"] [data-panel-state]').first().waitFor();
    await page.waitForFunction(() => {
      const panels = [...document.querySelectorAll<HTMLElement>("[data-panel-state]")];
      return panels.length > 5 && panels.every(({ dataset }) => dataset["panelState"] !== "loading");
    });

    expect(await page.locator('[data-panel-state="error"]').count()).toBe(0);
    expect(page.url()).toMatch(/\/d\/delivery-workers\/delivery-workers$/);
  });
});

describe("the time range of a dashboard", () => {
  it("stands in the address, and Back leads to the one before", async () => {
    const page = await showing("ranges", [aChart(1)]);
    await done(page, 1);

    await page.locator("[data-time-range]").click();
    await page.getByRole("button", { name: "Last 5 minutes" }).click();
    await page.waitForURL(/from=now-5m&to=now/);
    await shownRange(page, "Last 5 minutes");

    await page.goBack();
    await page.waitForURL((url) => !url.search.includes("from"));
    await shownRange(page, "Last 1 hour");
  });

  it("can be typed, and nonsense is told so", async () => {
    const page = await showing("typed", [aChart(1)]);

    await page.locator("[data-time-range]").click();
    const field = page.getByRole("textbox", { name: "Type a range" });
    await field.fill("the day before");
    await field.press("Enter");
    await page.getByText("No time can be read from this.").waitFor();
    await field.fill("2026-05-01 to 2026-05-03");
    await field.press("Enter");

    await page.waitForURL(/from=2026-05-01&to=2026-05-03/);
  });

  it("is what somebody drags over a chart", async () => {
    const page = await showing("dragged", [aChart(1)]);
    await done(page, 1);
    const box = await page.locator('[data-panel-id="1"] canvas').first().boundingBox();
    if (box === null) throw new TypeError("no canvas");

    await page.mouse.move(box.x + box.width * 0.4, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 70, { steps: 5 });
    await page.mouse.up();

    await page.waitForURL(/from=\d{13}&to=\d{13}/);
    const { searchParams } = new URL(page.url());
    const minutes = (Number(searchParams.get("to")) - Number(searchParams.get("from"))) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThan(15);
  });
});

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
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu of Chart 1" }).click();
    await page.getByRole("menuitem", { name: "Explain" }).click();

    await page.getByRole("dialog").getByText(SINE).waitFor();
    await page.getByRole("dialog").getByText("Vedette", { exact: true }).waitFor();
  });

  it("says its course in words", async () => {
    const page = await showing("heard", [aChart(1)]);
    await done(page, 1);

    const figure = page.getByRole("figure", { name: "Chart 1" });
    await figure.focus();
    await figure.press("Home");

    await page.getByRole("status").filter({ hasText: "sine" }).waitFor();
    expect(await figure.getByText(/1 series\. sine: last .*, lowest .*, highest /).count()).toBe(1);
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

describe("what happened meanwhile", () => {
  it("stands in the charts, in words too, until its kind is switched off", async () => {
    const peaks = { name: "Peaks", enable: true, iconColor: "red", expr: `${SINE} > 0.5`, titleFormat: "A peak" };
    const page = await showing("events", [aChart(1)], { annotations: { list: [peaks] } });
    await done(page, 1);

    const figure = page.getByRole("figure", { name: "Chart 1" });
    await figure.getByText(/events?: A peak/).waitFor({ state: "attached" });
    await page.getByRole("checkbox", { name: "Peaks" }).click();
    await figure.getByText(/events?: A peak/).waitFor({ state: "detached" });

    expect(page.url()).toContain("annotation-Peaks=off");
  });
});

describe("what people write into a dashboard", () => {
  const EVIL = `<img src=x onerror="window.pwned=1"><script>window.pwned=1</script><b>bold</b>`;

  it("never runs, whether it is a title, a legend, a text, a link or a mapping", async () => {
    const page = await showing(
      "evil",
      [
        {
          id: 1,
          type: "text",
          title: EVIL,
          description: EVIL,
          gridPos: { x: 0, y: 0, w: 12, h: 6 },
          options: {
            mode: "html",
            content: `${EVIL}<a href="javascript:window.pwned=1">press me</a><svg onload="window.pwned=1"></svg>`,
          },
        },
        {
          id: 2,
          type: "text",
          gridPos: { x: 12, y: 0, w: 12, h: 6 },
          options: { mode: "markdown", content: `${EVIL}\n\n[press me too](javascript:window.pwned=1)` },
        },
        aChart(3, {
          gridPos: { x: 0, y: 6, w: 12, h: 8 },
          targets: [{ refId: "A", expr: SINE, legendFormat: EVIL }],
          links: [{ title: EVIL, url: "javascript:window.pwned=1" }],
          options: { tooltip: { mode: "multi" } },
        }),
        aChart(4, {
          type: "table",
          gridPos: { x: 12, y: 6, w: 12, h: 8 },
          targets: [
            {
              refId: "A",
              expr: `label_replace(${SINE}, "evil", "<img src=x onerror=window.pwned=1>", "", "")`,
              format: "table",
              instant: true,
            },
          ],
        }),
      ],
      { title: EVIL, tags: [EVIL] },
    );
    await done(page, 3);
    await done(page, 4);
    await page.locator('[data-panel-id="3"] canvas').first().hover();
    await page.locator(".v-chart-tooltip").waitFor();

    expect(await page.getByText("press me", { exact: true }).getAttribute("href")).toBeNull();
    expect(await page.getByText("press me too").getAttribute("href")).toBeNull();
    expect(await page.locator('[data-panel-id="2"] b').textContent()).toBe("bold");
    expect(await page.locator(".v-chart-tooltip img, .v-legend img, td img").count()).toBe(0);
    expect(await page.evaluate(() => Object.hasOwn(window, "pwned"))).toBe(false);
  });
});

describe("a dashboard", () => {
  it.each([360, 768, 1440, 3840])("does not scroll sideways at %i px", async (width) => {
    const page = await house.adminPage({ viewport: { width, height: 800 } });
    await page.goto("/d/delivery-workers");
    await page.locator('[data-panel-state="done"]').first().waitFor();

    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });

  it("loads at most 420 kB of scripts, charts included", async () => {
    const page = await house.adminPage();
    const scripts: Response[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith(".js")) scripts.push(response);
    });

    await page.goto("/d/delivery-workers", { waitUntil: "networkidle" });
    await page.locator('[data-panel-state="done"]').first().waitFor();

    expect(await transferredBytes(scripts)).toBeLessThanOrEqual(420_000);
  });

  it("that is not there says so", async () => {
    const page = await house.adminPage();
    await page.goto("/d/never-made");

    await page.getByRole("heading", { name: "never-made: not found" }).waitFor();
  });

  it("fills the screen with d k, and Escape brings the frame back", async () => {
    const page = await showing("kiosk", [aChart(1)]);
    await done(page, 1);

    const rail = page.getByRole("navigation", { name: "Main" });
    // On a busy machine the second key can come too late to belong to the first; people press again, too.
    await vi.waitFor(
      async () => {
        if ((await rail.count()) > 0) await page.keyboard.press("d");
        if ((await rail.count()) > 0) await page.keyboard.press("k");
        await rail.waitFor({ state: "detached", timeout: 2000 });
      },
      { timeout: 25_000 },
    );
    await page.keyboard.press("Escape");

    await rail.waitFor();
  });
});
