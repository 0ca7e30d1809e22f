import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  type BrowserHouse,
  DASHBOARDS,
  holdAnswers,
  MOST_LOST_MS,
  openHouse,
  openMortalBrowser,
  post,
} from "./browser-house.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly resourceVersion: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly title: string;
    readonly panels: readonly Record<string, unknown>[];
    readonly templating?: { readonly list: readonly { readonly name: string }[] };
  };
}

const PANEL = {
  id: 7,
  type: "stat",
  title: "Alive",
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  datasource: { type: "prometheus", uid: "vedette" },
  targets: [{ refId: "A", expr: "sum(up)" }],
};

async function aDashboard(page: Page, title: string): Promise<Stored> {
  const spec = { title, schemaVersion: 41, time: { from: "now-1h", to: "now" }, panels: [PANEL] };
  return (await post(page, DASHBOARDS, { metadata: { generateName: "edit-" }, spec })) as Stored; // of our own server
}

async function stored(page: Page, name: string): Promise<Stored> {
  return (await (await page.request.get(`${DASHBOARDS}/${name}`)).json()) as Stored;
}

/** The field of a query once the editor is there. */
const queryField = (page: Page, letter = "A") => page.locator(`.cm-content[aria-label="Query ${letter}"]`);

async function typeQuery(page: Page, text: string): Promise<void> {
  const field = queryField(page);
  await field.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

/** Waits until a draft that holds this text is on the disk: drafts are written so that reading one proves it. */
async function isKept(page: Page, text: string): Promise<void> {
  const drafts = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open("vedette", 1);
      const database = await new Promise<IDBDatabase | undefined>((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => resolve(undefined);
      });
      if (database?.objectStoreNames.contains("drafts") !== true) return "";
      const reading = database.transaction("drafts").objectStore("drafts").getAll();
      const found = await new Promise<unknown>((resolve) => {
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => resolve([]);
      });
      database.close();
      return JSON.stringify(found);
    });
  await expect.poll(drafts, { timeout: 20_000 }).toContain(text);
}

describe("editing a panel", () => {
  it("shows each change at once, saves it with a message, and takes steps back", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Edited");
    await page.goto(`/d/${metadata.name}`);
    await page.getByRole("button", { name: "Menu of Alive" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.waitForURL(/\/panels\/7\/edit/);

    await page.getByLabel("Title", { exact: true }).fill("Targets alive");
    await page.getByRole("article", { name: "Targets alive" }).waitFor();
    await page.getByRole("button", { name: "Undo: Title" }).click();
    await page.getByRole("article", { name: "Alive", exact: true }).waitFor();
    await page.getByRole("button", { name: "Redo: Title" }).click();
    await typeQuery(page, "vector(41) + 1");
    await page.getByRole("article", { name: "Targets alive" }).getByText("42").waitFor();

    await page.keyboard.press("ControlOrMeta+S");
    const dialog = page.getByRole("dialog", { name: "Save the dashboard" });
    await dialog.getByText("Title: Alive → Targets alive").waitFor();
    await dialog.getByText("Query A: sum(up) → vector(41) + 1").waitFor();
    await dialog.getByText("Changes in the JSON").click();
    await dialog.getByRole("row", { name: "panels[0].title" }).getByText('"Targets alive"').waitFor();
    await dialog.getByLabel("What changed and why").fill("A better name");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();

    const { spec } = await stored(page, metadata.name);
    expect(spec.panels).toMatchObject([{ id: 7, title: "Targets alive", targets: [{ expr: "vector(41) + 1" }] }]);
  });

  it("is seen as a desktop, a wall and a phone would show it, and lists the options it says something of", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Previewed");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    const panel = page.getByRole("article", { name: "Alive" });
    await panel.waitFor();
    const width = () => panel.evaluate((it) => (it as HTMLElement).offsetWidth);

    for (const [screen, expected] of [
      ["Wall", 946],
      ["Phone", 374],
      ["Desktop", 672],
    ] as const) {
      await page.getByRole("button", { name: screen, exact: true }).click();
      await expect.poll(width, { timeout: 25_000 }).toBe(expected);
    }
    const options = page.getByRole("complementary", { name: "Options" });
    await options.getByText("Only changed options").click();
    await expect.poll(() => options.locator("fieldset label").allInnerTexts(), { timeout: 25_000 }).toEqual(["Title"]);
  });

  it("on a phone keeps its picture in sight, with its queries or its options below, also by keyboard", async () => {
    const page = await house.adminPage();
    await page.setViewportSize({ width: 390, height: 844 });
    const { metadata } = await aDashboard(page, "In a hand");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    const panel = page.getByRole("article", { name: "Alive" });
    await panel.waitFor();
    expect(await panel.evaluate((it) => (it as HTMLElement).offsetWidth)).toBe(374);
    await typeQuery(page, "vector(41) + 1");
    await panel.getByText("42").waitFor();

    await page.getByRole("tab", { name: "Queries" }).focus();
    await page.keyboard.press("ArrowRight");
    const options = page.getByRole("tabpanel", { name: "Options" });
    await options.getByLabel("Title", { exact: true }).fill("Targets alive");
    await page.getByRole("article", { name: "Targets alive" }).waitFor();
    expect(await page.getByText("Query A", { exact: true }).count()).toBe(0);
    const last = options.getByRole("textbox").last();
    await last.focus();
    const covers = await last.evaluate((field) => {
      const { top } = field.getBoundingClientRect();
      return [...document.querySelectorAll("article")].filter((it) => it.getBoundingClientRect().bottom > top).length;
    });
    expect(covers).toBe(0);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
    const { y, height } = (await page.getByRole("article", { name: "Targets alive" }).boundingBox()) ?? {
      y: 0,
      height: 0,
    };
    expect(y).toBeGreaterThan(40);
    expect(y + height).toBeLessThan(844);

    await page.getByRole("tab", { name: "Options" }).focus();
    await page.keyboard.press("ArrowLeft");
    await queryField(page).getByText("vector(41) + 1").waitFor();
  });

  it("offers names and functions while a query is typed, and underlines what is none", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Completed");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);

    await typeQuery(page, "histogram_quan");
    await page
      .getByRole("option", { name: /histogram_quantile/ })
      .first()
      .waitFor();
    // The editor's own look is dark on light, whatever the theme.
    const looks = await page.locator(".cm-tooltip-autocomplete").evaluate((list) => {
      const probe = list.appendChild(document.createElement("i"));
      probe.style.background = "var(--v-bg-raised)";
      probe.style.color = "var(--v-text-1)";
      return [list, probe].map((element) => {
        const { backgroundColor, color } = getComputedStyle(element);
        return `${color} on ${backgroundColor}`;
      });
    });
    expect(looks[0]).toBe(looks[1]);
    await page.keyboard.press("Escape");
    await typeQuery(page, "sum(");
    await page.locator(".cm-lintRange-error").first().waitFor();
  });

  it("puts a query together in parts, beside its text, and covers nothing once it is run", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Built");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);

    await typeQuery(page, "histogram_quan");
    const offers = page.locator(".cm-tooltip-autocomplete");
    await offers.waitFor();
    await page.keyboard.press("ControlOrMeta+Enter");
    await offers.waitFor({ state: "detached" });
    await typeQuery(page, "up");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Builder" }).click();
    await page.getByLabel("Metric").fill("scrape_samples_scraped");
    await queryField(page).getByText("scrape_samples_scraped").waitFor();
  });

  it("underlines no variable of the dashboard, but what is wrong beside one", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Varied");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    const marks = page.locator(".cm-lintRange-error");

    await typeQuery(page, 'rate(up{job="$job"}');
    await expect.poll(() => marks.allTextContents()).toEqual(['up{job="$job"}']);
    await typeQuery(page, 'sum by ($by) (rate(up{job="$job"}[$__rate_interval]))');
    await expect.poll(() => marks.count()).toBe(0);
  });

  it("keeps what was not saved through a reload, and tells the dashboard's page of it", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Drafted");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    await page.getByLabel("Title", { exact: true }).fill("Kept");
    await page.getByRole("article", { name: "Kept" }).waitFor();
    await isKept(page, "Kept");
    const other = await house.adminPage();
    await other.goto(`/d/${metadata.name}`);
    await other.getByText(/^Draft from \d\d:\d\d/).waitFor();

    await page.reload();
    await page.getByText(/^Draft from \d\d:\d\d/).waitFor();
    expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Kept");
    await page.getByRole("button", { name: "Undo: Title" }).click();
    await page.getByRole("article", { name: "Alive", exact: true }).waitFor();
    await page.getByRole("button", { name: "Redo: Title" }).click();
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Alive");
    expect((await stored(page, metadata.name)).spec.panels[0]?.["title"]).toBe("Alive");
  });

  it("is of a kind that fits its data, shows them as a table, and makes others of them", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Fitted");
    await page.goto(`/d/${metadata.name}/edit`);
    await page.getByRole("button", { name: "Move or resize Alive" }).waitFor();
    await page.keyboard.press("a");
    await page.waitForURL(/\/panels\/8\/edit/);
    await typeQuery(page, "vector(42)");
    const article = page.getByRole("article", { name: "panel" });
    await page.getByRole("button", { name: "Data as table" }).click();
    await article.getByRole("cell", { name: "42" }).first().waitFor();
    await page.getByRole("button", { name: "Add a transformation" }).click();
    await page.getByRole("menuitem", { name: "Add a field by calculation" }).click();
    await page.getByLabel("First field").fill("Value");
    await page.getByLabel("Second field or number").fill("100");
    await page.getByLabel("Name of the new field").fill("more");
    await article.getByRole("cell", { name: "142" }).first().waitFor();
    await page.getByRole("button", { name: "Data as table" }).click();

    const fitting = page.getByRole("group", { name: "Fits the data" });
    await fitting.getByRole("option", { name: "Stat", exact: true }).click();
    await article.getByText("142").waitFor();
    await page.getByRole("button", { name: /Stat Kind of panel/ }).waitFor();
  });

  it("puts words in the place of values, and says of some fields what it does not say of all", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Excepted");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    await typeQuery(page, 'label_replace(vector(42), "kind", "tide", "", "")');
    await page.getByRole("button", { name: "Add a value mapping" }).click();
    await page.getByLabel("The value", { exact: true }).fill("42");
    await page.getByLabel("Shown text").fill("the answer");
    const preview = page.getByRole("article", { name: "Alive" });
    await preview.getByText("the answer").waitFor();

    await page.getByRole("button", { name: "Add an override" }).click();
    await page.getByRole("button", { name: "For fields" }).click();
    await page.getByRole("option", { name: "of a query" }).click();
    await page.getByLabel("Letter of the query").fill("A");
    await page.getByRole("button", { name: "Add an option" }).click();
    await page.getByRole("menuitem", { name: "Value mappings" }).click();
    const override = page.getByRole("group", { name: "Overrides" });
    await override.getByRole("button", { name: "Add a value mapping" }).click();
    await override.getByLabel("The value", { exact: true }).fill("42");
    await override.getByLabel("Shown text").fill("an exception");
    await preview.getByText("an exception").waitFor();

    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Save the dashboard" });
    await dialog.getByText("Value mappings", { exact: true }).waitFor();
    await dialog.getByText("Overrides", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();
    const mapped = (text: string) => [{ type: "value", options: { "42": { text } } }];
    expect((await stored(page, metadata.name)).spec.panels).toMatchObject([
      {
        fieldConfig: {
          defaults: { mappings: mapped("the answer") },
          overrides: [
            {
              matcher: { id: "byFrameRefID", options: "A" },
              properties: [{ id: "mappings", value: mapped("an exception") }],
            },
          ],
        },
      },
    ]);
  });

  it("is drawn as its options say: a unit, a colour of one's own, the axis, values in the legend", async () => {
    const page = await house.adminPage();
    const chart = {
      ...PANEL,
      type: "timeseries",
      targets: [{ refId: "A", expr: "vector(2048)", legendFormat: "tide" }],
    };
    const spec = { title: "Drawn", schemaVersion: 41, time: { from: "now-1h", to: "now" }, panels: [chart] };
    const { metadata } = (await post(page, DASHBOARDS, { metadata: { generateName: "edit-" }, spec })) as Stored;
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    const preview = page.getByRole("article", { name: "Alive" });
    await preview.getByRole("button", { name: "tide" }).waitFor();
    const options = page.getByRole("complementary", { name: "Options" });

    await options.getByLabel("Unit", { exact: true }).fill("bytes");
    await options.getByRole("checkbox", { name: "Mean" }).press("Space");
    await preview.getByRole("cell", { name: /^2(\.00)?\sKiB$/ }).waitFor();
    await options.getByRole("button", { name: "Colours by" }).click();
    await page.getByRole("option", { name: "One colour", exact: true }).click();
    await options.getByLabel("One colour: one of one's own").fill("#ff00aa");
    await preview.locator('.v-swatch[style*="rgb(255, 0, 170)"]').waitFor();
    await options.getByRole("button", { name: "Axis at" }).click();
    await page.getByRole("option", { name: "Right", exact: true }).click();

    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Save the dashboard" });
    for (const change of [
      "Unit: nothing → bytes",
      "Values in the legend: nothing → Mean",
      "Colours by: nothing → One colour",
      "One colour: nothing → #ff00aa",
      "Axis at: nothing → Right",
    ]) {
      await dialog.getByText(change, { exact: true }).waitFor();
    }
  });

  it("leads from its values and from its head to where somebody says, with the time range if that is asked", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Leading");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    await typeQuery(page, "vector(42)");
    const links = page.getByRole("group", { name: "Links of values" });
    await links.getByRole("button", { name: "Add a link" }).click();
    await links.getByLabel("Title").fill("More of it");
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what people write into dashboards
    await links.getByLabel("Address").fill("/explore?expr=${__value.raw}");
    await links.getByRole("checkbox", { name: "Keep the time range" }).press("Space");
    const ofPanel = page.getByRole("group", { name: "Links of the panel" });
    await ofPanel.getByRole("button", { name: "Add a link" }).click();
    await ofPanel.getByLabel("Title").fill("Handbook");
    await ofPanel.getByLabel("Address").fill("https://example.com/handbook");

    const preview = page.getByRole("article", { name: "Alive" });
    await preview.getByRole("link", { name: "Handbook" }).waitFor();
    const leads = () => preview.getByRole("link", { name: /42|More of it/ }).getAttribute("href");
    await expect.poll(leads).toMatch(/^\/explore\?expr=42&from=\d+&to=\d+$/);
    await links.getByRole("checkbox", { name: "Keep the time range" }).press("Space");
    await expect.poll(leads).toBe("/explore?expr=42");
  });

  it("asks the data source that is chosen, or each query its own", async () => {
    const page = await house.adminPage();
    const source = { name: "Harbour", type: "prometheus", access: "proxy", url: "http://127.0.0.1:9" };
    const { datasource } = (await post(page, "/api/datasources", source)) as { datasource: { uid: string } };
    onTestFinished(async () => {
      const headers = { "sec-fetch-site": "same-origin" };
      await (await house.adminPage()).request.delete(`/api/datasources/uid/${datasource.uid}`, { headers });
    });
    const { metadata } = await aDashboard(page, "Sourced");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    const asked = (uid: string) => page.waitForRequest((request) => request.url().includes(`/uid/${uid}/`));
    const choose = async (field: string, name: string) => {
      await page.getByRole("button", { name: field }).first().click();
      await page.getByRole("option", { name, exact: true }).click();
    };
    await page.getByRole("article", { name: "Alive" }).waitFor();

    await Promise.all([asked(datasource.uid), choose("Data source", "Harbour")]);
    await choose("Data source", "one of their own for each query");
    await page.getByRole("button", { name: "Add query" }).click();
    await choose("Data source of query A", "Vedette");
    await choose("Data source of query B", "Harbour");
    await choose("Answer as", "Table");
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Save the dashboard" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();

    expect((await stored(page, metadata.name)).spec.panels).toMatchObject([
      {
        datasource: { uid: "-- Mixed --" },
        targets: [{ datasource: { uid: "vedette" }, format: "table" }, { datasource: { uid: datasource.uid } }],
      },
    ]);
  });

  it("offers the fields of the data where one is meant, and has a form for what is said of each", async () => {
    const page = await house.adminPage();
    const table = { ...PANEL, type: "table", targets: [{ refId: "A", expr: "vector(42)", legendFormat: "tide" }] };
    const spec = { title: "Organised", schemaVersion: 41, panels: [table] };
    const { metadata } = (await post(page, DASHBOARDS, { metadata: { generateName: "edit-" }, spec })) as Stored;
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    const article = page.getByRole("article", { name: "Alive" });
    await article.getByRole("columnheader", { name: "tide" }).waitFor();
    const add = async (name: string) => {
      await page.getByRole("button", { name: "Add a transformation" }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    await add("Order, rename and hide fields");
    await page.getByLabel("New name of tide").fill("height");
    await page.getByRole("checkbox", { name: "Time" }).press("Space");
    await article.getByRole("columnheader", { name: "height" }).waitFor();
    expect(await article.getByRole("columnheader").count()).toBe(1);
    await add("Group by");
    await page.getByRole("button", { name: "left out height" }).click();
    await page.getByRole("option", { name: "group by it" }).click();
    await expect.poll(() => article.getByRole("cell", { name: "42" }).count()).toBe(1);
    await page.getByRole("button", { name: "Add an override" }).click();
    const offered = page.getByLabel("Field name").locator("xpath=following-sibling::datalist/option");
    expect(await offered.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual(["height"]);
  });

  it("makes fields of texts and columns of rows, and says how the rows of a table lie", async () => {
    const page = await house.adminPage();
    const line = (text: string) => `label_replace(vector(1), "line", "${text}", "", "")`;
    const expr = `${line("verb=GET code=200")} or ${line("verb=PUT code=500")}`;
    const table = { ...PANEL, type: "table", targets: [{ refId: "A", expr, format: "table", instant: true }] };
    const spec = { title: "Extracted", schemaVersion: 41, panels: [table] };
    const { metadata } = (await post(page, DASHBOARDS, { metadata: { generateName: "edit-" }, spec })) as Stored;
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    const article = page.getByRole("article", { name: "Alive" });
    await article.getByRole("columnheader", { name: "line" }).waitFor();
    const add = async (name: string) => {
      await page.getByRole("button", { name: "Add a transformation" }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    const step = (name: string) => page.getByRole("region", { name });

    await add("Fields from texts");
    await step("1. Fields from texts").getByLabel("Field with the texts").fill("line");
    await step("1. Fields from texts").getByRole("checkbox", { name: "Without the other fields" }).press("Space");
    const firstCells = () =>
      article.getByRole("row").evaluateAll((rows) => rows.slice(1).map((row) => row.querySelector("td")?.textContent));
    await expect.poll(firstCells).toEqual(["GET", "PUT"]);
    await page.getByLabel("Rows ordered by").fill("code");
    await page.getByRole("checkbox", { name: "Highest first" }).press("Space");
    await expect.poll(firstCells).toEqual(["PUT", "GET"]);

    await add("Rows to columns");
    await step("2. Rows to columns").getByLabel("Name of the first column").fill("What");
    await article.getByRole("columnheader", { name: "What" }).waitFor();
    await article.getByRole("columnheader", { name: "PUT" }).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Save the dashboard" });
    await dialog.getByText("Rows ordered by: nothing → code (Highest first)").waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();
    expect((await stored(page, metadata.name)).spec.panels).toMatchObject([
      {
        options: { sortBy: [{ displayName: "code", desc: true }] },
        transformations: [
          { id: "extractFields", options: { source: "line", replace: true } },
          { id: "transpose", options: { firstFieldName: "What" } },
        ],
      },
    ]);
  });

  it("takes JSON apart by its paths, and a table by its values", async () => {
    const page = await house.adminPage();
    const expr = `label_replace(vector(1), "line", '{"request":{"path":"/harbour"}}', "", "")`;
    const table = { ...PANEL, type: "table", targets: [{ refId: "A", expr, format: "table", instant: true }] };
    const spec = { title: "Taken apart", schemaVersion: 41, panels: [table] };
    const { metadata } = (await post(page, DASHBOARDS, { metadata: { generateName: "edit-" }, spec })) as Stored;
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    const article = page.getByRole("article", { name: "Alive" });
    await article.getByRole("columnheader", { name: "line" }).waitFor();

    await page.getByRole("button", { name: "Add a transformation" }).click();
    await page.getByRole("menuitem", { name: "Fields from texts", exact: true }).click();
    await page.getByLabel("Field with the texts").fill("line");
    await page.getByRole("button", { name: /Form$/ }).click();
    await page.getByRole("option", { name: "JSON", exact: true }).click();
    await page.getByRole("button", { name: "Add a part" }).click();
    await page.getByLabel("Path", { exact: true }).fill("request.path");
    await page.getByLabel("Name of the new field").fill("way");
    await article.getByRole("columnheader", { name: "way" }).waitFor();
    await article.getByRole("cell", { name: "/harbour", exact: true }).waitFor();

    await page.getByRole("button", { name: "Add a transformation" }).click();
    await page.getByRole("menuitem", { name: "A table for each value", exact: true }).click();
    await page.getByLabel("By the values of the fields").fill("way");
    await article.getByRole("columnheader", { name: "line /harbour" }).waitFor();
  });

  it("takes every colour that the pointer goes over as one step, until the dialog of colours is left", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Coloured");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    const own = page.getByLabel("One colour: one of one's own");
    await own.waitFor();
    const begun = await own.inputValue();

    // As the browser's own dialog does, with a pause of five seconds before each.
    await own.evaluate(async (input: HTMLInputElement) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      const clock = Date.now.bind(Date);
      for (const [at, color] of ["#110000", "#220000", "#330000"].entries()) {
        Date.now = () => clock() + 5000 * (at + 1);
        set?.call(input, color);
        input.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await expect.poll(() => own.inputValue()).toBe("#330000");
    await page.getByRole("button", { name: "Undo: One colour" }).click();

    await expect.poll(() => own.inputValue()).toBe(begun);
  });

  it("takes steps back that were made on another page of the editor, several at once by their names", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Stepped");
    await page.goto(`/d/${metadata.name}/edit`);
    await page.getByRole("button", { name: "Add a row" }).click();
    await page.getByRole("link", { name: "Add a panel" }).click();
    await page.waitForURL(/\/panels\/9\/edit/);
    await page.getByLabel("Title", { exact: true }).fill("New here");
    await page.getByRole("checkbox", { name: "Without a frame" }).press("Space");
    await page.keyboard.press("ControlOrMeta+Z");
    await page.getByRole("button", { name: "Redo: Without a frame" }).waitFor();
    expect(await page.getByRole("checkbox", { name: "Without a frame" }).isChecked()).toBe(false);

    // A slow server: what this page remembers of the draft is older than the draft.
    await page.route(`**/api/user/drafts/dashboards/${metadata.name}`, async (route) => {
      await delay(1000);
      await route.continue();
    });
    await page.getByRole("link", { name: "Back to the dashboard" }).click();
    await page.getByRole("link", { name: "Go on" }).click();
    await page.waitForURL(/\/panels\/9\/edit/);
    await page.getByRole("button", { name: "All steps" }).click();
    await page.getByRole("menuitem").first().waitFor();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual([
      "Redo: Without a frame",
      "Undo: Title",
      "Undo: Add a panel",
      "Undo: Add a row",
    ]);
    await page.getByRole("menuitem", { name: "Undo: Add a panel" }).click();
    await page.getByRole("heading", { name: "There is no such panel" }).waitFor();
    await page.getByRole("button", { name: "Redo: Add a panel" }).click();
    await queryField(page).waitFor();
    await page.getByRole("button", { name: "Undo: Add a panel" }).click();
    await page.getByRole("heading", { name: "There is no such panel" }).waitFor();
    await page.goto(`/d/${metadata.name}/edit`);
    await page.getByRole("button", { name: "Move or resize New row" }).waitFor();
  });

  it("keeps what was not saved when the browser is killed", async () => {
    const { metadata } = await aDashboard(await house.adminPage(), "Survived");
    const profile = mkdtempSync(join(tmpdir(), "vedette-profile-"));
    const address = `${house.url}/d/${metadata.name}/panels/7/edit`;
    try {
      const first = await openMortalBrowser(profile, house.url);
      await first.page.goto(address);
      await first.page.getByLabel("Title", { exact: true }).fill("Written before the end");
      await delay(MOST_LOST_MS);
      await first.kill();

      const second = await openMortalBrowser(profile, house.url);
      await second.page.goto(address);
      await second.page.getByText(/^Draft from \d\d:\d\d/).waitFor();
      const title = await second.page.getByLabel("Title", { exact: true }).inputValue();
      await second.kill();
      expect(title).toBe("Written before the end");
    } finally {
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    }
  });

  it("keeps what was typed without a pause up to a second before the browser is killed, JSON or not yet", async () => {
    const { metadata } = await aDashboard(await house.adminPage(), "Typed on");
    const profile = mkdtempSync(join(tmpdir(), "vedette-profile-"));
    const address = `${house.url}/d/${metadata.name}/json`;
    const field = (page: Page) => page.getByRole("textbox", { name: "JSON of the dashboard" });
    try {
      for (const [before, mark] of [
        ['"title": "', "typed "],
        ["{", "unfinished "],
      ] as const) {
        const first = await openMortalBrowser(profile, house.url);
        await first.page.goto(address);
        await field(first.page).evaluate((element: HTMLTextAreaElement, text) => {
          element.focus();
          const at = element.value.indexOf(text) + text.length;
          element.setSelectionRange(at, at);
        }, before);
        const keys: number[] = [];
        const began = performance.now();
        while (performance.now() - began < 3 * MOST_LOST_MS) {
          await first.page.keyboard.type(mark.charAt(keys.length % mark.length));
          keys.push(performance.now());
        }
        const end = performance.now();
        await first.kill();

        const second = await openMortalBrowser(profile, house.url);
        await second.page.goto(address);
        const written = mark.repeat(keys.length).slice(0, keys.filter((at) => at < end - MOST_LOST_MS).length);
        await expect.poll(() => field(second.page).inputValue(), { timeout: 20_000 }).toContain(before + written);
        await second.kill();
      }
    } finally {
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    }
  });

  it("offers JSON that was not finished when somebody else saved, and asks where both changed the same", async () => {
    const page = await house.adminPage();
    const { metadata, spec } = await aDashboard(page, "Left open");
    await page.goto(`/d/${metadata.name}/json`);
    const field = page.getByRole("textbox", { name: "JSON of the dashboard" });
    const unfinished = (await field.inputValue()).replace('"Alive"', '"Mine"').replace('"Left open"', '"Left op');
    await field.fill(unfinished);
    await isKept(page, "Left op");
    const theirs = { ...spec, panels: [{ ...PANEL, title: "Theirs", transparent: true }] };
    const answer = await page.request.put(`${DASHBOARDS}/${metadata.name}`, {
      data: { metadata, spec: theirs },
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(answer.ok()).toBe(true);

    await page.reload();
    await page.getByText("There is JSON that you had not finished").waitFor();
    expect(await field.inputValue()).toContain("Theirs");
    // Nothing takes its place before somebody has decided.
    expect(await field.getAttribute("readonly")).not.toBeNull();
    await page.reload();
    await page.getByRole("button", { name: "Take it up" }).click();
    expect(await field.inputValue()).toBe(unfinished);
    await field.fill(unfinished.replace('"Left op', '"Left open"'));
    await page.keyboard.press("ControlOrMeta+S");
    const dialog = page.getByRole("dialog", { name: "Save the dashboard" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Somebody saved in between").waitFor();
    await dialog
      .locator(".v-conflict")
      .filter({ hasText: "Before" })
      .getByRole("definition")
      .getByText("Theirs")
      .waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();
    const saved = (await stored(page, metadata.name)).spec;
    expect([saved.title, saved.panels]).toMatchObject(["Left open", [{ title: "Mine", transparent: true }]]);

    // And it can be thrown away.
    await page.goto(`/d/${metadata.name}/json`);
    await field.fill("{");
    await isKept(page, '"text":"{"');
    const { metadata: now } = await stored(page, metadata.name);
    await page.request.put(`${DASHBOARDS}/${metadata.name}`, {
      data: { metadata: now, spec: { ...spec, title: "Their own" } },
      headers: { "sec-fetch-site": "same-origin" },
    });
    await page.reload();
    await page.getByRole("button", { name: "Throw it away" }).click();
    await page.reload();
    await page.getByText("Every change is taken over at once").waitFor();
    expect(await field.inputValue()).toContain("Their own");
    expect(await page.getByText("There is JSON that you had not finished").count()).toBe(0);
  });

  it("puts changes together with what somebody saved in between, and asks where both changed the same", async () => {
    const page = await house.adminPage();
    const { metadata, spec } = await aDashboard(page, "Shared");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    await page.getByLabel("Title", { exact: true }).fill("Mine");
    await page.getByLabel("Description").fill("Only mine");
    const theirs = {
      ...spec,
      panels: [
        { ...PANEL, title: "Theirs", transparent: true },
        { ...PANEL, id: 8 },
      ],
    };
    const answer = await page.request.put(`${DASHBOARDS}/${metadata.name}`, {
      data: { metadata, spec: theirs },
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(answer.ok()).toBe(true);

    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Save the dashboard" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Somebody saved in between").waitFor();
    await dialog.locator(".v-conflict").filter({ hasText: "Before" }).getByText("Alive", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: /Panel “Mine”: Title/ }).click();
    await page.getByRole("option", { name: "Theirs" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();

    expect((await stored(page, metadata.name)).spec.panels).toMatchObject([
      { id: 7, title: "Theirs", description: "Only mine", transparent: true },
      { id: 8, title: "Alive" },
    ]);
  });

  it("leaves the dashboard in its folder, unless the save chooses another", async () => {
    const page = await house.adminPage();
    const [one, other] = (await Promise.all(
      ["Here", "There"].map((title) => post(page, "/api/folders", { title })),
    )) as { uid: string }[]; // of our own server
    const annotations = { "vedette.app/folder": one?.uid };
    const spec = { title: "Housed", schemaVersion: 41, panels: [PANEL] };
    const made = (await post(page, DASHBOARDS, { metadata: { generateName: "edit-", annotations }, spec })) as Stored;
    const folderNow = async () => (await stored(page, made.metadata.name)).metadata.annotations?.["vedette.app/folder"];
    const save = async (title: string, choose: (dialog: Locator) => Promise<void> = async () => undefined) => {
      await page.getByLabel("Title", { exact: true }).fill(title);
      await page.getByRole("button", { name: "Save" }).click();
      const dialog = page.getByRole("dialog", { name: "Save the dashboard" });
      await choose(dialog);
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Saved" }).waitFor();
    };

    await page.goto(`/d/${made.metadata.name}/panels/7/edit`);
    await save("Stays");
    expect(await folderNow()).toBe(one?.uid);
    await save("Goes", async (dialog) => {
      await dialog.getByRole("button", { name: /Here/ }).click();
      await page.getByRole("option", { name: "There" }).click();
    });
    expect(await folderNow()).toBe(other?.uid);
    await page.goto("/dashboards?q=Housed");
    await page.getByRole("button", { name: "Actions for Housed" }).click();
    await page.getByRole("menuitem", { name: "Move" }).click();
    await page.getByRole("dialog").getByRole("button", { name: /There/ }).click();
    await page.getByRole("option", { name: "No folder" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await folderNow()).toBeUndefined();
  });

  it("removes a panel once that is saved", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Thinned");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    await page.getByRole("button", { name: "Remove panel" }).click();
    expect((await stored(page, metadata.name)).spec.panels).toHaveLength(1);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").getByText("Panel “Alive” removed").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.waitForURL((url) => url.pathname.startsWith(`/d/${metadata.name}`) && !url.pathname.endsWith("/edit"));

    expect((await stored(page, metadata.name)).spec.panels).toEqual([]);
  });

  it("adds a panel from the dashboard's menu", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Grown");
    await page.goto(`/d/${metadata.name}`);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Add a panel" }).click();
    await page.waitForURL(/\/panels\/8\/edit/);
    await queryField(page).waitFor();
    await page.keyboard.press("ControlOrMeta+S");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();

    expect((await stored(page, metadata.name)).spec.panels).toMatchObject([{ id: 7 }, { id: 8, gridPos: { y: 8 } }]);
  });
});

describe("editing the layout", () => {
  async function layoutOf(title: string): Promise<{ page: Page; name: string }> {
    const page = await house.adminPage();
    const panels = [
      { ...PANEL, title: "One" },
      { ...PANEL, id: 8, title: "Two", gridPos: { x: 12, y: 0, w: 12, h: 8 } },
    ];
    const spec = { title, schemaVersion: 41, panels };
    const made = (await post(page, DASHBOARDS, { metadata: { generateName: "edit-" }, spec })) as Stored;
    await page.goto(`/d/${made.metadata.name}`);
    await page.getByRole("article", { name: "One" }).waitFor();
    await page.keyboard.press("e");
    await page.waitForURL(/\/edit$/);
    return { page, name: made.metadata.name };
  }

  async function saveAll(page: Page): Promise<void> {
    await page.keyboard.press("ControlOrMeta+S");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();
  }

  it("takes, moves, resizes and drops a panel by keyboard alone, says so, and takes it back", async () => {
    const { page, name } = await layoutOf("By keyboard");
    const handle = page.getByRole("button", { name: "Move or resize One" });
    await handle.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "Taken." }).waitFor({ state: "attached" });
    for (const key of ["Shift+ArrowLeft", "Shift+ArrowLeft", "ArrowRight"]) await page.keyboard.press(key);
    await page
      .getByRole("status")
      .filter({ hasText: "Column 2, row 1, 10 wide, 8 high" })
      .waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Undo: Resize “One”" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await page.getByRole("status").filter({ hasText: "Put back" }).waitFor({ state: "attached" });

    await saveAll(page);

    expect((await stored(page, name)).spec.panels).toMatchObject([
      { id: 7, gridPos: { x: 1, y: 0, w: 10, h: 8 } },
      { id: 8, gridPos: { x: 12, y: 0, w: 12, h: 8 } },
    ]);
  });

  it("is the same page with handles: its place, its time range and what panels show stay", async () => {
    const page = await house.adminPage();
    const panels = Array.from({ length: 8 }, (_, at) => ({
      ...PANEL,
      id: at + 1,
      title: `Number ${at + 1}`,
      targets: [{ refId: "A", expr: `vector(${at})` }],
      gridPos: { x: 0, y: 8 * at, w: 24, h: 8 },
    }));
    const spec = { title: "The same page", schemaVersion: 41, panels };
    const { metadata } = (await post(page, DASHBOARDS, { metadata: { generateName: "edit-" }, spec })) as Stored;
    const answered = new Map<string, number>();
    page.on("requestfinished", (request) => {
      const question = new URLSearchParams(request.postData() ?? "").get("query");
      if (question !== null) answered.set(question, (answered.get(question) ?? 0) + 1);
    });
    await page.goto(`/d/${metadata.name}?from=now-3h&to=now`);
    const fifth = page.getByRole("article", { name: "Number 5" });
    await fifth.scrollIntoViewIfNeeded();
    await page.locator('[data-panel-id="5"][data-panel-state="done"]').waitFor();
    const top = () => fifth.evaluate((panel) => Math.round(panel.getBoundingClientRect().top));
    const before = await top();
    await page.evaluate(() => {
      const look = () => {
        const panel = document.querySelector<HTMLElement>('[data-panel-id="5"]');
        const waits = panel?.querySelector(".v-panel-skeleton, .v-panel-empty, .v-panel-failure") !== null;
        document.body.dataset["seen"] += ` ${panel === null ? "gone" : waits ? "waits" : "stays"}`;
      };
      document.body.dataset["seen"] = "";
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });

    await page.keyboard.press("e");
    await page.getByRole("button", { name: "Move or resize Number 5" }).waitFor();
    expect(new URL(page.url()).search).toBe("?from=now-3h&to=now");
    expect(await top()).toBe(before);
    await page.keyboard.press("e");
    await page.getByRole("button", { name: "Move or resize Number 5" }).waitFor({ state: "detached" });
    expect(await top()).toBe(before);
    expect(new URL(page.url()).search).toBe("?from=now-3h&to=now");
    const seen = await page.evaluate(() => document.body.dataset["seen"]?.trim().split(" "));
    expect([...new Set(seen)]).toEqual(["stays"]);
    await page.locator('[data-panel-id="5"][data-panel-state="done"]').waitFor();
    expect(answered.get("vector(4)")).toBe(1);
    await page.getByRole("button", { name: "Refresh now" }).click();
    await expect.poll(() => answered.get("vector(4)")).toBe(2);
  });

  it("has the options of what is chosen beside it: the dashboard's, a panel's, a row's", async () => {
    const { page, name } = await layoutOf("Beside");
    const side = page.getByRole("complementary", { name: "Options" });
    await side.getByRole("heading", { name: "Dashboard" }).waitFor();
    await side.getByLabel("Title", { exact: true }).fill("Beside it");
    await page.getByRole("heading", { level: 1, name: "Beside it" }).waitFor();
    await page.getByRole("button", { name: "Options of One" }).click();
    await side.getByLabel("Title", { exact: true }).fill("First");
    await page.getByRole("article", { name: "First" }).waitFor();
    await side.getByText("Place and size").click();
    await side.getByLabel("Height in rows").fill("5");
    await page.getByRole("button", { name: "Undo: Move “First”" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add a row" }).click();
    await side.getByLabel("Title", { exact: true }).fill("Below");
    await page.getByRole("button", { name: "Move or resize Below" }).waitFor();

    await page.setViewportSize({ width: 1000, height: 700 });
    await side.getByRole("button", { name: "Close" }).click();
    await side.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Options", exact: true }).click();
    await side.getByRole("heading", { name: "Dashboard" }).waitFor();
    const [wide, seen] = await Promise.all([side.boundingBox(), page.locator(".v-edit-panels").boundingBox()]);
    expect(wide?.width).toBe(360);
    expect(seen?.width).toBeGreaterThan(900);
    await page.keyboard.press("Escape");
    await side.waitFor({ state: "detached" });

    await saveAll(page);
    const { spec } = await stored(page, name);
    expect(spec).toMatchObject({
      title: "Beside it",
      panels: [{ id: 7, title: "First", gridPos: { h: 5 } }, { id: 8 }, { type: "row", title: "Below" }],
    });
    await page.keyboard.press("Escape");
    await page.waitForURL(/beside-it$/);
  });

  it("takes what is pasted: a table with its data, and panels of a whole dashboard", async () => {
    const { page, name } = await layoutOf("Pasted into");
    await page.getByRole("button", { name: "Move or resize One" }).waitFor();
    const paste = (text: string) =>
      page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
      }, text);
    await paste("https://room.example/d/gone?viewPanel=7");
    await page.getByText("No panel of this server has that address.").waitFor();
    await paste("berth,ships\nnorth,3\nsouth,4");
    const table = page.getByRole("article", { name: "Table" });
    await table.getByText("south").waitFor();
    await paste(
      JSON.stringify({
        title: "Locks",
        schemaVersion: 41,
        panels: [
          { ...PANEL, id: 1, title: "Gate", description: "Of $lock" },
          { ...PANEL, id: 2, title: "Sluice", gridPos: { x: 12, y: 0, w: 12, h: 8 } },
          { ...PANEL, id: 3, title: "Unwanted", description: "$tide", gridPos: { x: 0, y: 8, w: 12, h: 8 } },
        ],
        templating: { list: ["tide", "lock"].map((name) => ({ name, type: "custom", query: "north,south" })) },
      }),
    );
    const dialog = page.getByRole("dialog", { name: "Panels of “Locks”" });
    await dialog.getByText("With the variables that they need: tide, lock").waitFor();
    await dialog.getByText("Unwanted").click();
    await dialog.getByText("With the variables that they need: lock", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Add" }).click();
    await page.getByRole("article", { name: "Sluice" }).waitFor();
    await saveAll(page);

    const { spec } = await stored(page, name);
    expect(spec.panels.map(({ id, title, type }) => [id, title, type])).toEqual([
      [7, "One", "stat"],
      [8, "Two", "stat"],
      [9, "Table", "table"],
      [10, "Gate", "stat"],
      [11, "Sluice", "stat"],
    ]);
    expect(spec.templating?.list.map(({ name: variable }) => variable)).toEqual(["lock"]);
    expect(spec.panels.slice(3)).toMatchObject([{ gridPos: { x: 0, y: 16 } }, { gridPos: { x: 12, y: 16 } }]);
  });

  it("moves panels by dragging, by numbers, and adds rows", async () => {
    const { page, name } = await layoutOf("By pointer");
    const [handle, other] = await Promise.all(
      ["One", "Two"].map((panel) => page.getByRole("button", { name: `Move or resize ${panel}` }).boundingBox()),
    );
    if (handle === null || handle === undefined || other === null || other === undefined) throw new TypeError("no box");
    await page.mouse.move(other.x + 15, other.y + 15);
    await page.mouse.down();
    await page.mouse.move(handle.x + 15, handle.y + 20, { steps: 8 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Undo: Move “Two”" }).waitFor();
    await page.getByRole("button", { name: "Actions for One" }).click();
    await page.getByRole("menuitem", { name: "Place and size" }).click();
    await page.getByLabel("Height in rows").fill("5");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("button", { name: "Add a row" }).click();
    await page.getByRole("button", { name: "Move or resize New row" }).waitFor();

    await saveAll(page);

    expect((await stored(page, name)).spec.panels).toMatchObject([
      { id: 7, gridPos: { x: 0, y: 8, h: 5 } },
      { id: 8, gridPos: { x: 0, y: 0, w: 12, h: 8 } },
      { type: "row", title: "New row", gridPos: { y: 13, w: 24 } },
    ]);
  });

  it("is one draft in all tabs of a browser: what is done in one is there in the others, and is saved for all", async () => {
    const { page, name } = await layoutOf("In two tabs");
    const other = await house.adminPage();
    await other.goto(`/d/${name}/panels/7/edit`);
    await other.getByLabel("Title", { exact: true }).waitFor();
    await page.getByLabel("Title", { exact: true }).fill("From one tab");
    await other.getByLabel("Description").fill("From the other");
    await page.getByRole("button", { name: "Undo: Change in another tab" }).waitFor();
    await other.getByRole("button", { name: "Undo: Description" }).click();
    await other.getByRole("button", { name: "Undo: Change in another tab" }).waitFor();
    await other.getByRole("button", { name: "Redo: Description" }).click();
    await page.getByRole("button", { name: "Options of One" }).click();
    const side = page.getByRole("complementary", { name: "Options" });
    await expect.poll(() => side.getByLabel("Description").inputValue()).toBe("From the other");

    await saveAll(other);
    expect((await stored(page, name)).spec).toMatchObject({
      title: "From one tab",
      panels: [{ id: 7, description: "From the other" }, { id: 8 }],
    });
    await side.getByLabel("Description").fill("Once more");
    await saveAll(page);
    expect((await stored(page, name)).spec.panels).toMatchObject([{ id: 7, description: "Once more" }, { id: 8 }]);
  });

  it("takes a panel by its title, too, and a press on that shows its options", async () => {
    const { page } = await layoutOf("By title");
    await page.getByRole("button", { name: "Move or resize One" }).waitFor();
    const [one, two] = await Promise.all(
      ["One", "Two"].map((name) => page.locator(`article[aria-label="${name}"]`).boundingBox()),
    );
    if (one === null || one === undefined || two === null || two === undefined) throw new TypeError("no box");
    await page.mouse.move(two.x + 30, two.y + 15);
    await page.mouse.down();
    await page.mouse.move(one.x + 30, one.y + 20, { steps: 8 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Undo: Move “Two”" }).waitFor();
    await page.getByRole("complementary", { name: "Options" }).getByRole("heading", { name: "Dashboard" }).waitFor();

    await page.mouse.click(one.x + 30, one.y + 15);
    await page.getByRole("complementary", { name: "Options" }).getByRole("heading", { name: "Two" }).waitFor();
  });

  it("leaves titles beside the handle, and all of it to those of narrow panels until they are pointed at", async () => {
    const page = await house.adminPage();
    const title = "A title that is longer than its panel is wide, wherever that ends";
    const panels = [12, 2].map((w, at) => ({ ...PANEL, id: at + 1, title, gridPos: { x: 12 * at, y: 0, w, h: 4 } }));
    const spec = { title: "Titles", schemaVersion: 41, panels };
    const { metadata } = (await post(page, DASHBOARDS, { metadata: { generateName: "edit-" }, spec })) as Stored;
    await page.goto(`/d/${metadata.name}/edit`);
    const places = page.locator(".v-edit-place");
    const bar = (at: number) => places.nth(at).locator(".v-edit-bar");
    await bar(1).waitFor();
    const boxOf = async (at: number, part: string) => places.nth(at).locator(part).boundingBox();
    const [head, handle] = [await boxOf(0, "h2"), await boxOf(0, ".v-edit-bar")];
    expect((head?.x ?? 0) + (head?.width ?? 0)).toBeLessThanOrEqual(handle?.x ?? 0);

    const opacity = () => bar(1).evaluate((element) => getComputedStyle(element).opacity);
    expect(await opacity()).toBe("0");
    await places.nth(1).hover();
    expect(await opacity()).toBe("1");
  });

  it("on a phone has its title in one line and its buttons in another", async () => {
    const { page } = await layoutOf("In two lines");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Save" }).waitFor();
    const top = async (name: string) => (await page.getByRole("button", { name }).first().boundingBox())?.y;
    const title = await page.getByRole("heading", { level: 1 }).boundingBox();

    expect(await top("Account")).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
    expect(await top("Save")).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0));
    expect(await page.locator("header.v-bar").evaluate(({ clientHeight }) => clientHeight)).toBeLessThanOrEqual(104);
  });
});

describe("the settings of a dashboard", () => {
  it("are changed in a form: title, tags, a variable with its values, events, a link", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Before");
    await page.goto(`/d/${metadata.name}`);
    await page.getByRole("article", { name: "Alive" }).waitFor();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();

    await page.getByLabel("Title", { exact: true }).fill("After");
    await page.getByLabel("Tags", { exact: true }).fill("one, two");
    await page.getByRole("button", { name: "Add a variable" }).click();
    await page.getByLabel("Name", { exact: true }).fill("place");
    await page.getByRole("button", { name: /Kind/ }).click();
    await page.getByRole("option", { name: "List" }).click();
    await page.getByLabel("Values", { exact: true }).fill("eu, us");
    await page.getByText("2 values: eu, us").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Add events" }).click();
    await page.getByLabel("Query", { exact: true }).fill("changes(up[5m])");
    await page.getByRole("button", { name: "Add a link" }).click();
    await page.keyboard.press("ControlOrMeta+S");
    const dialog = page.getByRole("dialog", { name: "Save the dashboard" });
    await dialog.getByText("Title: Before → After").waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();

    expect((await stored(page, metadata.name)).spec).toMatchObject({
      title: "After",
      tags: ["one", "two"],
      templating: { list: [{ name: "place", type: "custom", query: "eu, us" }] },
      annotations: { list: [{ name: "Changes", expr: "changes(up[5m])" }] },
      links: [{ title: "Link" }],
    });
  });

  it("are text as well, which says where and why it is wrong", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "As text");
    await page.goto(`/d/${metadata.name}/json`);
    const field = page.getByRole("textbox", { name: "JSON of the dashboard" });
    const text = await field.inputValue();

    await field.fill(text.replace('"As text",', '"As text"'));
    await page.getByText(/No JSON from line \d+, column \d+: a comma is missing/).waitFor();
    await field.fill(text.replace('"w": 12', '"w": 99'));
    await page.getByText("panels[0].gridPos.w").waitFor();
    const line = await page.locator(".v-json-mark").evaluate((mark) => mark.getBoundingClientRect().top);
    const first = await field.evaluate((element) => element.getBoundingClientRect().top - element.scrollTop);
    const lineHeight = await field.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
    const linesBefore = text.slice(0, text.indexOf('"w": 12')).split("\n").length - 1;
    expect(Math.floor((line - first) / lineHeight)).toBe(linesBefore);
    await page
      .getByRole("status")
      .getByText(/must be a whole number from 1 to 24/)
      .waitFor();
    await page.getByRole("button", { name: "Go there: panels[0].gridPos.w" }).click();
    const chosen = await field.evaluate((element: HTMLTextAreaElement) =>
      element.value.slice(element.selectionStart, element.selectionStart + 2),
    );
    expect(chosen).toBe("99");
    await field.fill(text.replace('"As text"', '"As better text"'));
    await page.keyboard.press("ControlOrMeta+S");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();

    expect((await stored(page, metadata.name)).spec.title).toBe("As better text");
  });

  it("offer the names and values that they know while their text is typed, by keyboard alone", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Completed");
    await page.goto(`/d/${metadata.name}/json`);
    const field = page.getByRole("textbox", { name: "JSON of the dashboard" });
    const offers = page.getByRole("listbox", { name: "Suggestions" });
    const caretAfter = (text: string) =>
      field.evaluate((element: HTMLTextAreaElement, wanted) => {
        element.focus();
        const at = element.value.indexOf(wanted) + wanted.length;
        element.setSelectionRange(at, at);
      }, text);

    await caretAfter('"schemaVersion": 41,');
    await page.keyboard.type('\n"re');
    const chosen = offers.getByRole("option", { name: "refresh", exact: true });
    await expect.poll(() => chosen.getAttribute("aria-selected")).toBe("true");
    expect(await field.getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
    await page.keyboard.press("Enter");
    await offers.waitFor({ state: "detached" });
    await page.keyboard.type('"30s",');
    await page.getByText("Every change is taken over at once").waitFor();

    // A value is asked for; Escape closes the list alone, and what is taken can be taken back.
    await caretAfter('"type": "st');
    await page.keyboard.press("Control+Space");
    await offers.getByRole("option", { name: "stat", exact: false }).first().waitFor();
    await page.keyboard.press("Escape");
    await offers.waitFor({ state: "detached" });
    await page.keyboard.press("Control+Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    expect(await field.inputValue()).toContain('"type": "state-timeline"');
    await page.keyboard.press("ControlOrMeta+Z");
    expect(await field.inputValue()).toContain('"type": "stat"');
    await page.keyboard.press("ControlOrMeta+S");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();
    expect((await stored(page, metadata.name)).spec).toMatchObject({ refresh: "30s", panels: [{ type: "stat" }] });
  });

  it("keep what is no JSON yet through a reload, and lead from a place in the text to its panel", async () => {
    const page = await house.adminPage();
    const low = { ...PANEL, id: 9, title: "Far below", gridPos: { x: 0, y: 60, w: 12, h: 8 } };
    const spec = { title: "As text too", schemaVersion: 41, panels: [PANEL, low] };
    const { metadata } = (await post(page, DASHBOARDS, { metadata: { generateName: "edit-" }, spec })) as Stored;
    await page.goto(`/d/${metadata.name}/json`);
    const field = page.getByRole("textbox", { name: "JSON of the dashboard" });
    const text = await field.inputValue();
    const unfinished = text.replace('"As text too"', '"Half a tit');
    await field.fill(unfinished);
    await page.getByText(/No JSON from line/).waitFor();
    await isKept(page, "Half a tit");
    await page.reload();
    await page.getByText(/No JSON from line/).waitFor();
    expect(await field.inputValue()).toBe(unfinished);

    await field.fill(text.replace("Far below", "Farther below"));
    await page.getByRole("button", { name: "Undo: JSON" }).waitFor();
    await field.evaluate((element: HTMLTextAreaElement) => {
      const at = element.value.indexOf("Farther below");
      element.setSelectionRange(at, at);
    });
    await page.getByRole("button", { name: "Show in the dashboard" }).click();
    await page.getByRole("heading", { name: "Farther below", level: 2 }).last().waitFor();
    await page.waitForFunction(() => {
      const { top, bottom } = document.querySelector("[data-chosen]")?.getBoundingClientRect() ?? {};
      return top !== undefined && bottom !== undefined && top > 0 && bottom <= innerHeight;
    });
    await page.goto(`/d/${metadata.name}/json`);
    await page.getByText("Every change is taken over at once").waitFor();
    expect(await field.inputValue()).toContain("Farther below");
  });

  it("are reached by the addresses that other dashboard servers have", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Edit");
    await page.goto(`/d/${metadata.name}?editview=settings`);
    await page.waitForURL(/\/settings$/);
    await page.goto(`/d/${metadata.name}?editPanel=7`);
    await page.waitForURL(/\/panels\/7\/edit$/);
    // A title that is one of these places does not lead there.
    await page.goto(`/d/${metadata.name}`);
    await page.getByRole("article", { name: "Alive" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/d/${metadata.name}`);
  });
});

describe("exploring metrics", () => {
  it("asks what is typed, stands in the address, and becomes a dashboard", async () => {
    const page = await house.adminPage();
    await page.goto("/explore");
    await page.getByText("Nothing asked yet").waitFor();
    await typeQuery(page, "vector(6) * 7");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+Enter");

    const table = page.getByRole("article", { name: "Table" });
    await table.getByText("42", { exact: true }).first().waitFor();
    expect(new URL(page.url()).searchParams.getAll("expr")).toEqual(["vector(6) * 7"]);
    await page.reload();
    await table.getByText("42", { exact: true }).first().waitFor();

    const names = async () => (await page.request.get("/prometheus/api/v1/label/__name__/values")).text();
    await expect.poll(names, { timeout: 60_000 }).toContain('"process_resident_memory_bytes"');
    await page.getByText("Metrics", { exact: true }).click();
    await page.getByRole("searchbox", { name: "Search metrics" }).fill("resident process");
    await page.getByRole("button", { name: "process_resident_memory_bytes" }).click();
    const expressions = () => new URL(page.url()).searchParams.getAll("expr");
    await expect.poll(expressions).toEqual(["vector(6) * 7", "process_resident_memory_bytes"]);
    await page.getByText("History", { exact: true }).click();
    const history = page.getByRole("list", { name: "History" });
    await history.getByRole("button", { name: "vector(6) * 7", exact: true }).click();
    await expect.poll(expressions).toEqual(["vector(6) * 7"]);

    await page.getByRole("button", { name: "Make a dashboard of it" }).click();
    await page.waitForURL(/\/d\/explored-/);
    await page.getByRole("article", { name: "Graph" }).waitFor();
    expect(house.problems).toEqual([]);
  });

  it("shows nothing of another question than the one that is asked, also when that fails", async () => {
    const page = await house.adminPage();
    const table = page.getByRole("article", { name: "Table" });
    await page.goto(`/explore?expr=${encodeURIComponent("vector(41)")}`);
    await table.getByText("41", { exact: true }).first().waitFor();
    const letAnswer = await holdAnswers(page, /api\/v1\/query/);
    await typeQuery(page, "vector(42)");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect.poll(() => table.getByText("41", { exact: true }).count()).toBe(0);
    letAnswer();
    await table.getByText("42", { exact: true }).first().waitFor();
    await page.unrouteAll({ behavior: "wait" });

    await typeQuery(page, "vector(");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+Enter");
    await table.locator(".v-panel-failure").waitFor();
    expect(await table.getByText("42", { exact: true }).count()).toBe(0);
    expect(await page.getByRole("article", { name: "Graph" }).locator("canvas").count()).toBe(0);
  });

  it("puts a query together by the keys, beside its text, and leaves alone what it cannot show", async () => {
    const page = await house.adminPage();
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto("/explore");
    await page.getByRole("button", { name: "Builder" }).press("Enter");
    const builder = page.getByRole("group", { name: "Builder of query A" });
    const add = async (name: string) => {
      await builder.getByRole("button", { name: /Add an operation/ }).press("Enter");
      await page.getByRole("option", { name, exact: true }).press("Enter");
    };
    await builder.getByRole("combobox", { name: "Metric" }).fill("process_cpu_seconds_total");
    await builder.getByRole("button", { name: "Add a label" }).press("Enter");
    await builder.getByRole("combobox", { name: "Label" }).fill("job");
    await builder.getByRole("combobox", { name: "Value" }).fill("vedette");
    await add("sum");
    await builder.getByRole("textbox", { name: "Labels, with commas between" }).fill("job, instance");
    await add("rate");

    const text = () => queryField(page).textContent();
    const built = 'sum by (job, instance) (rate(process_cpu_seconds_total{job="vedette"}[5m]))';
    await expect.poll(text).toBe(built);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await typeQuery(page, "rate(up[1h]) * 60");
    await page.keyboard.press("Escape");
    await builder.getByRole("group", { name: "rate" }).waitFor();
    expect(
      await builder.getByRole("textbox").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(["1h", "60"]);
    await typeQuery(page, "up offset 5m");
    await page.keyboard.press("Escape");
    await page.getByText("The builder cannot show this query. It stays text.").waitFor();
    expect(await text()).toBe("up offset 5m");
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.waitForURL(/expr=up\+offset\+5m/);
  });

  it("asks two things side by side over one range, until a side is closed", async () => {
    const page = await house.adminPage();
    await page.goto("/explore?expr=vector(6)&show=table&from=now-3h&to=now");
    await page.getByRole("article", { name: "Table" }).getByText("6", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Split" }).click();
    const right = page.getByRole("form", { name: "Side 2" });
    const field = right.getByRole("textbox", { name: "Query A" });
    await field.click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("vector(7)");
    await page.keyboard.press("Escape");
    await right.getByRole("button", { name: "Run" }).click();

    await page.getByRole("article", { name: "Table 1" }).getByText("6", { exact: true }).first().waitFor();
    await page.getByRole("article", { name: "Table 2" }).getByText("7", { exact: true }).first().waitFor();
    await page.reload();
    await page.getByRole("article", { name: "Table 2" }).getByText("7", { exact: true }).first().waitFor();
    const asked = () => [...new URL(page.url()).searchParams].map((entry) => entry.join(" ")).toSorted();
    const range = ["from now-3h", "to now"];
    expect(asked()).toEqual(
      ["expr vector(6)", "expr2 vector(7)", "show table", "show2 table", "split ", ...range].toSorted(),
    );
    await page.getByRole("form", { name: "Side 1" }).getByRole("button", { name: "Close this side" }).click();
    await page.getByRole("article", { name: "Table", exact: true }).getByText("7", { exact: true }).first().waitFor();
    expect(asked()).toEqual(["expr vector(7)", "show table", ...range].toSorted());
  });

  it("begins the second side with what is written, run or not", async () => {
    const page = await house.adminPage();
    await page.goto("/explore");
    await typeQuery(page, "vector(6)");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+Enter");
    await page.waitForURL(/expr=vector%286%29$/);
    await typeQuery(page, "vector(7)");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Split" }).click();

    const right = page.getByRole("form", { name: "Side 2" }).locator(".cm-content");
    await expect.poll(() => right.textContent(), { timeout: 25_000 }).toBe("vector(7)");
    expect(new URL(page.url()).searchParams.getAll("expr")).toEqual(["vector(7)"]);
  });

  it("keeps what is typed while the page still goes to what was run", async () => {
    const page = await house.adminPage();
    await page.goto("/explore");
    await typeQuery(page, "vector(6)");
    await page.keyboard.press("Escape");

    await page.evaluate(() => {
      const field = document.querySelector<HTMLElement>(".cm-content");
      [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Run")?.click();
      field?.focus();
      document.getSelection()?.modify("move", "forward", "documentboundary");
      document.execCommand("insertText", false, " * 7");
    });
    await page.waitForURL(/expr=vector%286%29$/);
    const table = page.getByRole("article", { name: "Table" });
    await table.getByText("6", { exact: true }).first().waitFor();

    expect(await queryField(page).textContent()).toBe("vector(6) * 7");
    await page.getByRole("button", { name: "Run" }).click();
    await table.getByText("42", { exact: true }).first().waitFor();
    await page.goBack();
    await expect.poll(() => queryField(page).textContent()).toBe("vector(6)");
  });

  it("goes on in the editor with what was begun before it was loaded", async () => {
    const page = await house.adminPage();
    const arrival = Promise.withResolvers<void>();
    await page.route(/\/promql-editor-[^/]*\.js/, async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.goto("/explore");
    await page.getByRole("textbox", { name: "Query A" }).click();
    await page.keyboard.type("vector(");
    arrival.resolve();
    await queryField(page).waitFor();
    await page.keyboard.type("1)");

    expect(await queryField(page).textContent()).toBe("vector(1)");
  });
});
