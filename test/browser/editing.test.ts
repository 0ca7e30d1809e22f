import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  ADA,
  type BrowserHouse,
  DASHBOARDS,
  launchBrowser,
  MOST_LOST_MS,
  openHouse,
  openMortalBrowser,
  post,
} from "./browser-house.ts";
import { aDashboard, isKept, PANEL, queryField, type Stored, stored, typeQuery } from "./edited-dashboard.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

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
    await typeQuery(page, "vector(41) +");
    // Whole, where it was typed: the head of the picture has a line for it.
    await page
      .getByRole("region", { name: "Queries" })
      .getByText(/^invalid parameter "query".*unexpected end/)
      .waitFor();
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

  it("is over in every browser once it was discarded in one, but for what that one never had", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Discarded");
    const isSent = (where: Page, method: string) =>
      where.waitForResponse((answer) => {
        const request = answer.request();
        return request.method() === method && request.url().endsWith(`/drafts/dashboards/${metadata.name}`);
      });
    const open = (where: Page) => where.goto(`/d/${metadata.name}/panels/7/edit`);
    const title = (where: Page) => where.getByLabel("Title", { exact: true });
    const strip = (where: Page) => where.getByText(/^Draft from \d\d:\d\d/);
    await open(page);
    const shared = isSent(page, "PUT");
    await title(page).fill("Kept");
    await shared;

    const other = await house.adminPage({});
    const sharedAgain = isSent(other, "PUT");
    await open(other);
    await strip(other).waitFor();
    await sharedAgain;
    const withdrawn = isSent(other, "DELETE");
    await other.getByRole("button", { name: "Discard", exact: true }).click();
    await withdrawn;
    await page.reload();
    await expect.poll(() => title(page).inputValue(), { timeout: 25_000 }).toBe("Alive");
    expect(await strip(page).count()).toBe(0);

    await page.route(/\/drafts\//, (route) => (route.request().method() === "PUT" ? route.abort() : route.fallback()));
    await title(page).fill("Only here");
    await isKept(page, "Only here");
    await page.reload();
    await strip(page).waitFor();
    expect(await title(page).inputValue()).toBe("Only here");
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

  it("is tried on screens that are as much larger as the letters are", async () => {
    const { metadata } = await aDashboard(await house.adminPage(), "Tried");
    const widthsAt = async (letters: number) => {
      await using browser = await launchBrowser([`--blink-settings=defaultFontSize=${letters}`]);
      const page = await browser.newPage({ baseURL: house.url, viewport: { width: 1280, height: 800 } });
      await post(page, "/api/login", ADA);
      await page.goto(`/d/${metadata.name}/panels/7/edit`);
      const preview = page.getByRole("article", { name: "Alive" });
      const widths: number[] = [];
      for (const name of ["Desktop", "Wall", "Phone"]) {
        await page.getByRole("button", { name }).click();
        widths.push(await preview.evaluate((card) => Number.parseFloat(getComputedStyle(card).width)));
      }
      return widths;
    };

    const usual = await widthsAt(16);
    const large = await widthsAt(32);

    expect(large.map((width, at) => width / (usual[at] ?? 0))).toEqual(Array(3).fill(expect.closeTo(2)));
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
    await dialog.getByText("Value mappings: nothing → 42 = the answer", { exact: true }).waitFor();
    await dialog.getByText("Overrides: nothing → A (Value mappings 42 = an exception)", { exact: true }).waitFor();
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

  it("asks a query once typing pauses, and no half of it", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "Typed");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    const asked: string[] = [];
    page.on("request", (request) => {
      const [query = ""] = /vector[^&]*/.exec(`${request.url()}&${request.postData() ?? ""}`) ?? [];
      if (request.url().includes("/api/v1/query")) asked.push(decodeURIComponent(query.replaceAll("+", " ")));
    });

    await queryField(page).click();
    await page.keyboard.press("ControlOrMeta+A");
    for (const part of ["vector(41)", " -", " 3"]) await page.keyboard.insertText(part);
    await page.getByRole("article", { name: "Alive" }).getByText("38", { exact: true }).waitFor();

    expect(asked.filter((query) => query !== "")).toEqual(["vector(41) - 3"]);
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

  it("makes fields of rows as it is told, takes limits from a query, and puts courses into a table", async () => {
    const page = await house.adminPage();
    const ships = `label_replace(vector(40), "ship", "Anna", "", "") or label_replace(vector(60), "ship", "Berta", "", "")`;
    const spec = {
      title: "Told by data",
      schemaVersion: 41,
      panels: [
        {
          ...PANEL,
          type: "bargauge",
          targets: [
            { refId: "A", expr: ships, format: "table", instant: true },
            { refId: "B", expr: "vector(80)", legendFormat: "limit" },
          ],
        },
      ],
    };
    const { metadata } = (await post(page, DASHBOARDS, { metadata: { generateName: "edit-" }, spec })) as Stored;
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    const article = page.getByRole("article", { name: "Alive" });
    await article.getByText("limit", { exact: true }).waitFor();
    const add = async (name: string) => {
      await page.getByRole("button", { name: "Add a transformation" }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    const use = async (field: string, as: string) => {
      await page
        .getByRole("button", { name: new RegExp(`Use ${field} as$`) })
        .last()
        .click();
      await page.getByRole("option", { name: as, exact: true }).click();
    };

    await add("Settings from a query");
    await use("limit", "highest value");
    await article.getByText("limit", { exact: true }).waitFor({ state: "detached" });
    await add("Rows to fields");
    await use("ship", "name");
    await article.getByText("Berta", { exact: true }).waitFor();
    const shares = () =>
      article
        .locator(".v-bars > li")
        .evaluateAll((bars) => bars.map((bar) => (bar as HTMLElement).style.getPropertyValue("--v-share")));
    await expect.poll(shares).toEqual(["50.0%", "75.0%"]);

    await page.getByRole("button", { name: "Remove “Rows to fields”" }).click();
    await page.getByRole("button", { name: "Remove “Settings from a query”" }).click();
    await article.getByText("limit", { exact: true }).waitFor();
    await page.getByRole("button", { name: /Kind of panel$/ }).click();
    await page.getByRole("option", { name: "Table", exact: true }).click();
    await add("Series to a table with their course");
    await add("Merge into one table");
    await article.getByRole("button", { name: "Notices" }).click();
    await page.getByText("The merge does nothing: the queries have no column in common.").waitFor();
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

  it("puts thresholds in order once nobody is among them any more", async () => {
    const page = await house.adminPage();
    const { metadata } = await aDashboard(page, "In order");
    await page.goto(`/d/${metadata.name}/panels/7/edit`);
    const thresholds = page.getByRole("group", { name: "Thresholds" });
    const values = () =>
      thresholds.getByRole("spinbutton").evaluateAll((all) => all.map((one) => Reflect.get(one, "value")));
    const colors = thresholds.getByRole("button", { name: "Colour" });
    const add = thresholds.getByRole("button", { name: "Add threshold" });
    await add.click();
    await add.click();

    await thresholds.getByRole("spinbutton").first().fill("90");
    await colors.nth(1).click();
    await page.getByRole("option", { name: "blue", exact: true }).click();
    expect(await values()).toEqual(["90", "20"]);
    await add.press("Shift+Tab");
    expect(await values()).toEqual(["90", "20"]);
    await page.getByRole("textbox", { name: "Title", exact: true }).click();

    await expect.poll(values).toEqual(["20", "90"]);
    expect(await colors.allTextContents()).toEqual([
      expect.stringContaining("green"),
      expect.stringContaining("red"),
      expect.stringContaining("blue"),
    ]);
    await page.getByRole("button", { name: "Undo: Thresholds" }).waitFor();
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
    await dialog.locator(":focus").getByText("Somebody saved in between").waitFor();
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
