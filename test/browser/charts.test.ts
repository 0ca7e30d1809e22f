import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type BrowserHouse, openHouse } from "./browser-house.ts";
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

describe("a dashboard under a finger", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a data link's own
  const links = [{ title: "Berth", url: "/d/delivery-workers?$__url_time_range&seen=${__value.time}" }];
  const to = [{ title: "Berth", url: "/d/delivery-workers" }];
  const onPhone = async (name: string, panels: readonly PanelJson[]) => {
    await showing(name, panels);
    const page = await house.adminPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.goto(`/d/${name}`);
    await done(page, 1);
    return page;
  };
  const middleOf = async (page: Page, selector: string) => {
    const box = await page.locator(`[data-panel-id="1"] ${selector}`).first().boundingBox();
    if (box === null) throw new TypeError(`no ${selector}`);
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  };

  it("says of a point what it is and where it leads at the first tap, and goes there at the next", async () => {
    const page = await onPhone("tapped", [aChart(1, { fieldConfig: { defaults: { links, decimals: 0 } } })]);
    const { x, y } = await middleOf(page, "canvas");
    const tooltip = page.locator(".v-chart-tooltip");

    await page.touchscreen.tap(x, y);
    await tooltip.getByText(/^Press for Berth/).waitFor();
    await page.locator(".v-panel-title").tap();
    await tooltip.waitFor({ state: "detached" });
    await page.touchscreen.tap(x, y);
    await tooltip.waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/d\/tapped/);
    await page.touchscreen.tap(x + 4, y);
    await page.waitForURL(/\/d\/delivery-workers.*[?&]from=\d+&to=\d+&seen=\d+/);
  });

  it.each([
    ["a bar", "barchart", "canvas"],
    ["a slice", "piechart", "canvas"],
    ["a cell", "heatmap", "canvas"],
    ["a state", "state-timeline", ".v-states-chart g"],
  ])("says what %s is and where it leads at the first tap, and goes there at the next", async (_, type, drawn) => {
    const panel = {
      type,
      targets: [{ refId: "A", expr: "vector(3)" }],
      fieldConfig: { defaults: { links: to } },
    };
    const page = await onPhone(`tapped-${type}`, [aChart(1, panel)]);
    const { x, y } = await middleOf(page, drawn);
    const tooltip = page.locator(".v-chart-tooltip");

    await page.touchscreen.tap(x, y + 10);
    await tooltip.getByText(/^Press for Berth/).waitFor();
    await page.locator(".v-panel-title").tap();
    await tooltip.waitFor({ state: "detached" });
    await page.touchscreen.tap(x, y + 10);
    await tooltip.getByText(/^Press for Berth/).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/d\/tapped/);
    await page.touchscreen.tap(x, y + 10);
    await page.waitForURL(/\/d\/delivery-workers/);
  });

  it.each([
    ["title", ".v-panel-title"],
    ["chart", "canvas"],
  ])(
    "opens a panel's menu when the finger rests on its %s, and presses nothing when it is lifted",
    async (on, selector) => {
      const page = await onPhone(`rested-on-${on}`, [aChart(1, { fieldConfig: { defaults: { links } } })]);
      const devtools = await page.context().newCDPSession(page);
      const finger = (type: "touchStart" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
        devtools.send("Input.dispatchTouchEvent", { type, touchPoints });

      await finger("touchStart", [await middleOf(page, selector)]);
      await page.getByRole("menuitem", { name: "Data" }).waitFor();
      await finger("touchEnd", []);
      await page.getByRole("menuitem", { name: "Data" }).tap();
      await page.getByRole("dialog", { name: "Chart 1" }).waitFor();

      expect(new URL(page.url()).pathname).toContain(`/d/rested-on-${on}`);
      const cell = page.getByRole("dialog").getByRole("cell").getByRole("link").first();
      const colors = await cell.evaluate((element) =>
        [element, element.closest("td") ?? element].map((one) => getComputedStyle(one).color),
      );
      expect(colors[0]).toBe(colors[1]);
    },
  );
});

describe("charts that share their tooltips", () => {
  it("say in one what all of them say of the moment under the pointer", async () => {
    const page = await showing("shared", [aChart(1), aChart(2, { gridPos: { x: 0, y: 8, w: 24, h: 6 } })], {
      graphTooltip: 2,
    });
    await Promise.all([done(page, 1), done(page, 2)]);
    const box = await page.locator('[data-panel-id="1"] canvas').first().boundingBox();
    if (box === null) throw new TypeError("no canvas");

    await page.mouse.move(box.x + box.width * 0.8, box.y + 60);
    await page.mouse.move(box.x + box.width * 0.8 + 4, box.y + 62);
    const tooltip = page.locator(".v-chart-tooltip");
    await tooltip.getByText("Chart 2").waitFor();

    expect(await tooltip.getByText("sine", { exact: true }).count()).toBe(2);
    expect(await tooltip.getByText("Chart 1").count()).toBe(0);

    await page.keyboard.press("Escape");
    await tooltip.waitFor({ state: "detached" });
    await page.mouse.move(box.x + box.width * 0.6, box.y + 62);
    await page
      .locator(".v-chart-canvas")
      .first()
      .evaluate(() => new Promise(requestAnimationFrame));
    expect(await tooltip.count()).toBe(0);
    await page.mouse.move(box.x + box.width * 0.6, box.y - 10);
    await page.mouse.move(box.x + box.width * 0.6, box.y + 62, { steps: 3 });
    await tooltip.waitFor();
  });
});

/** What every source answers with: three states of three hosts, as labels and as numbers. */
const STATES = 'label_replace(vector(1), "host", "a", "", "") or label_replace(vector(0), "host", "b", "", "")';

/** The share of a chart that is painted in a colour, not in a grey; it may have several canvases on each other. */
function inkOf(chart: SVGElement | HTMLElement): number {
  const shares = [...chart.querySelectorAll("canvas")].map((canvas) => {
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let ink = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = [data[at], data[at + 1], data[at + 2], data[at + 3]];
      if (alpha > 100 && Math.max(red, green, blue) - Math.min(red, green, blue) > 25) ink += 4;
    }
    return ink / Math.max(1, data.length);
  });
  return Math.max(0, ...shares);
}

/** Notes the panels that are called done while nothing but words or a placeholder stands in them. */
function watchDone() {
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLElement) || target.dataset["panelState"] !== "done") continue;
      const canvases = [...target.querySelectorAll<HTMLCanvasElement>("figure canvas")];
      const hasInk = canvases.some((canvas) =>
        canvas
          .getContext("2d")
          ?.getImageData(0, 0, canvas.width, canvas.height)
          .data.some((byte) => byte > 0),
      );
      const drawn = ["timeseries", "histogram", "piechart", "barchart", "gauge", "heatmap"];
      if (drawn.includes(target.dataset["kind"] ?? "") && !hasInk)
        document.documentElement.dataset["doneWithoutPicture"] ??= target.dataset["kind"];
    }
  }).observe(document, { subtree: true, attributeFilter: ["data-panel-state"] });
}

/** How far the drawings of a panel stand out of it, where the panel does not let them be scrolled. */
function pixelsBeyondFrame(panel: Element): number {
  const frame = panel.getBoundingClientRect();
  const drawings = [...panel.querySelectorAll("canvas, figure, figure svg")].map((one) => one.getBoundingClientRect());
  const beyond = drawings.map(({ left, right, top, bottom }) =>
    Math.max(frame.left - left, right - frame.right, frame.top - top, bottom - frame.bottom),
  );
  return Math.max(0, Math.round(Math.max(0, ...beyond)));
}

describe("a panel of every kind", () => {
  const target = (more: object = {}) => ({
    targets: [{ refId: "A", expr: STATES, legendFormat: "{{host}}", ...more }],
  });
  const TABLE = { format: "table", instant: true };
  const mappings = [
    { type: "value", options: { 0: { text: "down", color: "red" }, 1: { text: "up", color: "green" } } },
  ];
  const fieldConfig = { defaults: { mappings } };
  const kinds: readonly (readonly [type: string, more: object])[] = [
    ["state-timeline", { ...target(), fieldConfig }],
    ["status-history", { ...target(), fieldConfig }],
    [
      "timeseries",
      { targets: [{ refId: "A", expr: `${SINE} + 2` }], fieldConfig: { defaults: { custom: { drawStyle: "bars" } } } },
    ],
    ["histogram", { targets: [{ refId: "A", expr: SINE }] }],
    ["piechart", { targets: [{ refId: "A", expr: 'label_replace(vector(3), "host", "a", "", "")', instant: true }] }],
    ["barchart", target(TABLE)],
    ["gauge", target()],
    [
      "heatmap",
      {
        targets: [
          {
            refId: "A",
            expr: 'label_replace(vector(3), "le", "1", "", "")',
            format: "heatmap",
            legendFormat: "{{le}}",
          },
        ],
      },
    ],
    ["dashlist", { options: { showStarred: false, showSearch: true, query: "Sight of kinds" } }],
    ["grafana-clock-panel", { options: { timezone: "UTC", dateSettings: { showDate: true } } }],
    ["alertlist", {}],
  ];
  const panels = kinds.map(([type, more], at) => ({
    id: at + 1,
    type,
    title: `Kind ${type}`,
    gridPos: { x: (at % 3) * 8, y: Math.floor(at / 3) * 7, w: 8, h: 7 },
    ...more,
  }));
  let page: Page;
  beforeAll(async () => {
    page = await showing("kinds", panels);
  });

  it("is drawn", async () => {
    for (const { id } of panels) {
      await page.locator(`[data-panel-id="${id}"]`).scrollIntoViewIfNeeded();
      await page
        .locator(`[data-panel-id="${id}"]:is([data-panel-state="done"], [data-panel-state="nodata"])`)
        .waitFor();
    }
    await page.getByRole("figure", { name: "Kind state-timeline" }).getByText("up", { exact: true }).first().waitFor();
    await page.getByRole("link", { name: "Sight of kinds" }).waitFor();
    await page.getByText("This data source has no alerting rules").waitFor();
    expect(await page.getByRole("timer").textContent()).toMatch(/\d{4}-\d{2}-\d{2}\d{2}:\d{2}:\d{2}/);
    expect(
      await page.locator(".v-panel-failure, .v-unknown, .v-panel-empty:not(:has(.v-status))").allTextContents(),
    ).toEqual([]);
    const drawn = ["timeseries", "histogram", "piechart", "barchart", "heatmap"];
    const inked = async (type: string) => {
      const figure = page.getByRole("figure", { name: `Kind ${type}` });
      await figure.scrollIntoViewIfNeeded();
      return (await figure.evaluate(inkOf)) > 0.005;
    };
    await vi.waitFor(
      async () => {
        const found = [];
        for (const type of drawn) if (await inked(type)) found.push(type);
        expect(found).toEqual(drawn);
      },
      { timeout: 25_000 },
    );
  });

  it("that nobody draws here says so in full, above its data, which scroll", async () => {
    const targets = [{ refId: "A", expr: 'label_replace(vector(1), "n", "a-name-that-needs-much-room", "", "")' }];
    const unknown = { ...panels[0], id: 1, type: "nodeGraph", gridPos: { x: 0, y: 0, w: 3, h: 8 }, targets };
    const fresh = await showing("unknown-kind", [unknown]);
    const sentence = fresh.getByText("Panels of the type “nodeGraph” are not drawn yet. These are its data.");
    await sentence.waitFor();

    const beyond = await sentence.evaluate((it) => {
      const frame = it.closest(".v-panel")?.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(it);
      return range.getBoundingClientRect().right - (frame?.right ?? 0);
    });
    expect(beyond).toBeLessThanOrEqual(0);
    const table = fresh.locator(".v-unknown > div");
    expect(await table.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(1);
  });

  it("says that it is done once its picture is there", async () => {
    const kinds = ["timeseries", "histogram", "piechart", "barchart", "gauge", "heatmap"];
    const drawn = panels.filter(({ type }) => kinds.includes(type));
    const fresh = await house.adminPage();
    await fresh.addInitScript(watchDone);

    await fresh.goto("/d/kinds");
    for (const { id } of drawn) {
      await fresh.locator(`[data-panel-id="${id}"]`).scrollIntoViewIfNeeded();
      await done(fresh, id);
    }

    expect(await fresh.evaluate(() => document.documentElement.dataset["doneWithoutPicture"] ?? "")).toBe("");
  });

  it("stays inside its frame on a phone, a desk and a wall of pixels", async () => {
    const size = page.viewportSize();
    const faults: string[] = [];
    for (const width of [390, 1280, 3840]) {
      await page.setViewportSize({ width, height: 1600 });
      for (const { id, type } of panels) {
        const panel = page.locator(`[data-panel-id="${id}"]`);
        await panel.scrollIntoViewIfNeeded();
        const beyond = () => panel.evaluate(pixelsBeyondFrame);
        await vi
          .waitFor(async () => expect(await beyond()).toBe(0), { timeout: 5000 })
          .catch(async () => {
            faults.push(`${type} at ${width} px: ${await beyond()} px`);
          });
      }
    }
    if (size !== null) await page.setViewportSize(size);

    expect(faults).toEqual([]);
  });

  it.each([
    ["piechart", /100\s%/],
    ["barchart", /[ab], Value [01]/],
    ["heatmap", /1 3/],
    ["state-timeline", /a up/],
    ["status-history", /a up/],
  ])("of the type %s says its points to those who press arrows, and its data on T", async (type, said) => {
    const figure = page.getByRole("figure", { name: `Kind ${type}` });
    await figure.scrollIntoViewIfNeeded();
    await figure.focus();
    // What is drawn comes some frames after its data.
    await vi.waitFor(
      async () => {
        await figure.press("Home");
        await figure.press("ArrowRight");
        await figure.getByRole("status").filter({ hasText: said }).waitFor({ timeout: 1000, state: "attached" });
      },
      { timeout: 25_000 },
    );
    await figure.press("t");

    await page.getByRole("dialog").getByRole("table").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("leads where its links lead, by pointer and by keys", async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what people write into links
    const links = [{ title: "More", url: "/d/kinds?from=${__value.time}&var-host=${__field.labels.host}" }];
    const linked = await showing("linked", [
      aChart(1, { targets: target().targets, fieldConfig: { defaults: { links } } }),
      ...["stat", "bargauge", "gauge"].map((type, at) => ({
        ...aChart(at + 2, { targets: target().targets, fieldConfig: { defaults: { links } } }),
        type,
        gridPos: { x: 8 * at, y: 8, w: 8, h: 6 },
      })),
    ]);
    await done(linked, 1);
    await linked.locator('[data-panel-id="2"]').getByRole("link", { name: "a: More" }).waitFor();
    const figure = linked.getByRole("figure", { name: "Chart 1" });
    await figure.focus();
    await figure.press("End");
    await figure.press("Enter");

    await linked.waitForURL(/\/d\/kinds.*from=\d{13}&var-host=a/);
    for (const [id, shape] of [
      [3, ".v-bars > li"],
      [4, ".v-gauge"],
    ] as const) {
      await linked.goto("/d/linked");
      await linked.locator(`[data-panel-id="${id}"]`).getByRole("link", { name: "a: More" }).waitFor();
      await linked.locator(`[data-panel-id="${id}"] ${shape}`).first().click();
      await linked.waitForURL(/\/d\/kinds.*var-host=a/);
    }
  });

  it("opens a link in a tab of its own by the middle button, and by Ctrl", async () => {
    const links = [{ title: "Berth", url: "/d/delivery-workers" }];
    const ofKind = (id: number, type: string, expr: string) =>
      aChart(id, {
        type,
        gridPos: { x: 8 * (id - 1), y: 0, w: 8, h: 8 },
        targets: [{ refId: "A", expr, legendFormat: "sine" }],
        fieldConfig: { defaults: { links } },
      });
    const kinds = [
      ofKind(1, "timeseries", SINE),
      ofKind(2, "piechart", "vector(3)"),
      ofKind(3, "state-timeline", "vector(3)"),
    ];
    const page = await showing("tabs", kinds);
    for (const id of [1, 2, 3]) await done(page, id);
    const opened = async (id: number, drawn: string, press: (x: number, y: number) => Promise<void>) => {
      const box = await page.locator(`[data-panel-id="${id}"] ${drawn}`).first().boundingBox();
      if (box === null) throw new TypeError(`no ${drawn}`);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + 10];
      await page.mouse.move(x, y);
      await page
        .locator(".v-chart-tooltip")
        .getByText(/^Press for Berth/)
        .waitFor();
      const [tab] = await Promise.all([page.context().waitForEvent("page"), press(x, y)]);
      await tab.waitForURL(/\/d\/delivery-workers/);
      await tab.close();
    };

    for (const [id, drawn] of [
      [1, "canvas"],
      [2, "canvas"],
      [3, ".v-states-chart g"],
    ] as const) {
      await opened(id, drawn, (x, y) => page.mouse.click(x, y, { button: "middle" }));
    }
    await opened(1, "canvas", async (x, y) => {
      await page.keyboard.down("Control");
      await page.mouse.click(x, y);
      await page.keyboard.up("Control");
    });
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("has its series switched off and on by Ctrl and Enter in its legend", async () => {
    const targets = ["up", "down"].map((legendFormat) => ({ refId: legendFormat, expr: SINE, legendFormat }));
    const page = await showing("legend-keys", [aChart(1, { targets })]);
    const pressed = () =>
      page.locator(".v-legend-name").evaluateAll((all) => all.map((name) => name.getAttribute("aria-pressed")));
    await page.locator(".v-legend-name").first().focus();

    await page.keyboard.press("Control+Enter");
    await expect.poll(pressed).toEqual(["false", "true"]);
    await page.keyboard.press("Control+Enter");
    await expect.poll(pressed).toEqual(["true", "true"]);
    await page.keyboard.press("Enter");
    await expect.poll(pressed).toEqual(["true", "false"]);
  });
});

it("the letters of a chart are as large as those around it, and the legend has room for them", async () => {
  const page = await showing("large-letters", [aChart(1)]);
  // Before the scripts of the page, as the browser's own setting.
  await page.addInitScript(() => {
    document.addEventListener("readystatechange", () => {
      document.documentElement.style.fontSize = "200%";
    });
  });
  await page.reload();
  await done(page, 1);

  const legend = page.locator('[data-panel-id="1"] .v-legend');
  const [text, room] = await Promise.all([legend.locator(".v-legend-text").boundingBox(), legend.boundingBox()]);
  expect(text?.height).toBeGreaterThan(30);
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual((room?.y ?? 0) + (room?.height ?? 0));
});

it("the legend of more series than there are colours can be searched", async () => {
  const targets = Array.from({ length: 25 }, (_, at) => ({
    refId: `R${at}`,
    expr: `vector(${at})`,
    legendFormat: `pod-${at}`,
  }));
  const page = await showing("many-series", [aChart(1, { gridPos: { x: 0, y: 0, w: 24, h: 12 }, targets })]);
  await done(page, 1);

  await page.getByRole("searchbox", { name: "Search series" }).fill("POD-24");
  await page.getByRole("button", { name: "pod-3" }).waitFor({ state: "detached" });

  expect(await page.locator(".v-legend button").allTextContents()).toEqual(["pod-24"]);
});

it("of thousands of series a thousand are drawn, which the panel says", async () => {
  const page = await showing("thousands", [aChart(1)]);
  await done(page, 1);
  const result = Array.from({ length: 1500 }, (_, at) => ({
    metric: { pod: `pod-${at}` },
    values: [[Date.now() / 1000 - 60, String(at)]],
  }));
  await page.route("**/api/v1/query_range", (route) =>
    route.fulfill({ json: { status: "success", data: { resultType: "matrix", result } } }),
  );

  await page.getByRole("button", { name: "Refresh now" }).click();
  await page.getByRole("button", { name: "Notices" }).click();

  await page.getByText("Drawn are the first 1000 of 1500 series.").waitFor();
});

it("a pie's legend keeps the names in sight where there is little room beside the pie", async () => {
  const gridPos = { x: 0, y: 0, w: 6, h: 8 };
  const pie = aChart(1, {
    type: "piechart",
    gridPos,
    // A slice is of what is above nothing, which a sine is half of the time.
    targets: [{ refId: "A", expr: "vector(1)" }],
    options: { legend: { displayMode: "list", placement: "right" } },
  });
  const page = await showing("narrow-pie", [pie]);
  await page.locator(".v-pie-legend").waitFor();

  const name = page.locator(".v-pie-legend .v-legend-text");
  expect(await name.evaluate((text) => text.clientWidth)).toBeGreaterThan(30);
  expect(await page.locator(".v-pie-legend").evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
});

it("a pie says all its parts at once, the largest first or last, as its tooltip is asked to", async () => {
  const part = (refId: string, value: number) => ({ refId, expr: `vector(${value})`, legendFormat: `pod-${refId}` });
  const options = { tooltip: { mode: "multi", sort: "asc" } };
  const pie = aChart(1, { type: "piechart", targets: [part("A", 3), part("B", 1)], options });
  const page = await showing("whole-pie", [pie]);
  const figure = page.getByRole("figure", { name: "Chart 1" });
  await figure.focus();
  await vi.waitFor(
    async () => {
      await figure.press("Home");
      await page.locator(".v-chart-tooltip-row").first().waitFor({ timeout: 1000 });
    },
    { timeout: 25_000 },
  );

  expect(await page.locator(".v-chart-tooltip-name").allTextContents()).toEqual(["pod-B", "pod-A"]);
  expect(await page.locator(".v-chart-tooltip-row[data-strong]").count()).toBe(1);
});
