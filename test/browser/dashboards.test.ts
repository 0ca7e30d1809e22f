import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADA, type BrowserHouse, DASHBOARDS, launchBrowser, openHouse, post } from "./browser-house.ts";

const FOLDERS = "/apis/folder.vedette.app/v1/namespaces/default/folders";
const FIXTURES = join(import.meta.dirname, "../fixtures/dashboards");

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

/** A page with a dashboard of this title in the store. */
async function withDashboard(title: string, name: string) {
  const page = await house.adminPage();
  await post(page, DASHBOARDS, { metadata: { name }, spec: { title, tags: ["made"], panels: [] } });
  return page;
}

describe("a new dashboard", () => {
  it("asks for a title and opens", async () => {
    const page = await house.adminPage();

    await page.goto("/dashboards");
    await page.getByRole("link", { name: "New" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Fuel depot");
    await page.getByText("A note", { exact: true }).click();
    await page.getByRole("button", { name: "Create dashboard" }).click();

    await page.waitForURL(/\/d\/fuel-depot-[a-z0-9]+/);
    await page.getByRole("heading", { name: "Fuel depot" }).waitFor();
  });
});

describe("the list of dashboards", () => {
  it("sorts and filters what the address asks for at that moment, whenever its links were drawn", async () => {
    const page = await withDashboard("Ferry bell", "ferry-bell");
    await page.goto("/dashboards");
    await page.getByRole("link", { name: "Ferry bell" }).waitFor();
    // As while the page is still drawn for the change before: the address is ahead of it.
    await page.evaluate(() => history.replaceState(history.state, "", "?q=ferry"));
    await page.getByRole("columnheader", { name: "Title" }).getByRole("link").click();
    await page.waitForURL("**/dashboards?q=ferry&sort=alpha-desc");

    await page.evaluate(() => history.replaceState(history.state, "", "?q=bell"));
    await page.getByRole("link", { name: "made", exact: true }).first().click();
    await page.waitForURL("**/dashboards?q=bell&tag=made");
  });

  it("is styled in the order of its layers, whichever file of styles comes first", async () => {
    const page = await house.adminPage();
    await page.goto("/dashboards");
    const button = page.getByRole("link", { name: "New", exact: true });
    const [text, link] = await button.evaluate((primary) => {
      const plain = document.createElement("a");
      plain.href = "#";
      document.body.append(plain);
      return [getComputedStyle(primary).color, getComputedStyle(plain).color];
    });

    expect(text).not.toBe(link);
  });

  it("finds by title on the server, keeps the search in its address, and goes back", async () => {
    const page = await withDashboard("Harbour cranes", "harbour-cranes");

    await page.goto("/dashboards");
    await page.getByRole("link", { name: "Harbour cranes" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("no such thing");
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    await page.waitForURL(`${house.url}/dashboards?q=no+such+thing`);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("searchbox").fill("crane");

    await page.waitForURL("**/dashboards?q=crane");
    await page.reload();
    await page.getByRole("link", { name: "Harbour cranes" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(2);
  });

  it("finds by the title of a panel, though a letter is missing, and says which panel that is", async () => {
    const page = await house.adminPage();
    const spec = { title: "Lock gates", panels: [{ id: 1, type: "text", title: "Hydraulic pressure" }] };
    await post(page, DASHBOARDS, { metadata: { name: "lock-gates" }, spec });

    await page.goto("/dashboards?q=hydraulc");
    await page
      .getByRole("row", { name: /Lock gates/ })
      .getByText("Hydraulic pressure")
      .waitFor();

    await page.getByRole("searchbox").fill("pressure hydr");
    await page.waitForURL("**/dashboards?q=pressure+hydr");
    const marks = page.getByRole("row", { name: /Lock gates/ }).locator("mark");
    await marks.first().waitFor();
    expect(await marks.allTextContents()).toEqual(["Hydr", "pressure"]);
  });

  it("marks what was searched in folders and tags as well, in rows of one height, and says who changed them", async () => {
    const page = await withDashboard("Sluice gates", "sluice-gates");
    await post(page, FOLDERS, { metadata: { name: "canal" }, spec: { title: "Canal team" } });
    const place = { name: "sluice-level", annotations: { "vedette.app/folder": "canal" } };
    await post(page, DASHBOARDS, { metadata: place, spec: { title: "Sluice level", tags: ["waterway"], panels: [] } });

    await page.goto("/dashboards?q=sluice+canal+waterway");
    const row = page.getByRole("row", { name: /Sluice level/ });
    await row.locator("mark").first().waitFor();

    expect(await row.locator("mark").allTextContents()).toEqual(["Sluice", "Canal", "waterway"]);
    await row.getByText("by ada@example.com").waitFor();
    expect((await row.boundingBox())?.height).toBe(36);
  });

  it("gives titles the room: tags and who changed them give way, and the keyboard reads them whole", async () => {
    const title = "Sluices / Water levels / Upper and lower reach (hourly)";
    const page = await withDashboard("Weir", "weir");
    const tags = ["waterways", "monitoring-mixin", "hydrology"];
    await post(page, DASHBOARDS, { metadata: { name: "reaches" }, spec: { title, tags, panels: [] } });
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.goto("/dashboards?q=reach");
    const link = page.getByRole("link", { name: title });
    await link.waitFor();
    const widths = () => link.evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));
    expect((await widths()).clientWidth).toBeGreaterThan(250);
    expect(await page.locator(".v-table-scroll").evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);

    const shown = page.locator(".v-tag-line");
    expect(await shown.textContent()).toMatch(/\+2$/);
    // Where rows are higher, all have room.
    await page.setViewportSize({ width: 800, height: 800 });
    await expect.poll(() => shown.textContent(), { timeout: 25_000 }).not.toContain("+");
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole("checkbox", { name: `Select ${title}` }).focus();
    await page.keyboard.press("Tab");
    const focused = await widths();
    expect(focused.clientWidth).toBe(focused.scrollWidth);
    // When exactly it was changed, which a pointer reads from the title of the age.
    const exact = page.locator(".v-tooltip");
    await exact.waitFor();
    expect(await exact.textContent()).toBe(await page.locator("tbody time").getAttribute("title"));
    await page.keyboard.press("Escape");
    await exact.waitFor({ state: "detached" });
  });

  it("has room for titles and tags where a browser writes twice as large", async () => {
    const page = await house.adminPage();
    const spec = { title: "Lock keepers", tags: ["night", "rota"], panels: [] };
    await post(page, DASHBOARDS, { metadata: { name: "keepers" }, spec });
    await using browser = await launchBrowser(["--blink-settings=defaultFontSize=32"]);
    const large = await browser.newPage({ baseURL: house.url, viewport: { width: 1280, height: 800 } });
    await post(large, "/api/login", ADA);

    await large.goto("/dashboards?q=keepers");
    const link = large.getByRole("link", { name: "Lock keepers" });
    await link.waitFor();

    expect(await link.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await large.locator(".v-tag-line").textContent()).toBe("nightrota");
  });

  it("keeps its rows when a search fails, says so, and tries again", async () => {
    const page = await withDashboard("Pilot boat", "pilot-boat");
    await page.goto("/dashboards?q=pilot");
    await page.getByRole("link", { name: "Pilot boat" }).waitFor();

    await page.route("**/search?**query=pilot+bo**", (route) =>
      route.fulfill({ status: 400, json: { message: "Not now." } }),
    );
    await page.getByRole("searchbox").fill("pilot bo");
    await page.getByText("Not now.").waitFor();
    expect(await page.getByRole("link", { name: "Pilot boat" }).isVisible()).toBe(true);

    await page.unroute("**/search?**query=pilot+bo**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Not now.").waitFor({ state: "detached" });
    await page.locator("mark", { hasText: "bo" }).waitFor();
  });

  it("keeps what is typed while the filters are still being cleared", async () => {
    const page = await withDashboard("Dredger", "dredger");
    await page.goto("/dashboards?q=no+such+thing");
    await page.getByRole("button", { name: "Clear filters" }).waitFor();

    await page.evaluate(() => {
      const button = [...document.querySelectorAll("button")].find((each) => each.textContent === "Clear filters");
      const box = document.querySelector<HTMLInputElement>("input[type=search]");
      button?.click();
      box?.focus();
      box?.select();
      document.execCommand("insertText", false, "dredger");
    });

    await page.waitForURL("**/dashboards?q=dredger");
    await page.getByRole("link", { name: "Dredger" }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("dredger");
  });

  it("leads Home: what was starred, and what was opened last", async () => {
    const page = await withDashboard("Lighthouse lamp", "lighthouse-lamp");
    await page.goto("/dashboards?q=lighthouse");
    await page.getByRole("button", { name: "Mark Lighthouse lamp with a star" }).click();
    await page.getByRole("link", { name: "Lighthouse lamp" }).click();
    await page.locator('[data-dashboard-uid="lighthouse-lamp"]').waitFor();

    await page.goto("/");
    for (const name of ["Starred dashboards", "Recently viewed"])
      await page
        .getByRole("region", { name })
        .getByRole("link", { name: /Lighthouse lamp/ })
        .waitFor();
    expect(await page.getByRole("region", { name: "Recently changed dashboards" }).count()).toBe(0);
    const starred = page.getByRole("region", { name: "Starred dashboards" });
    await starred
      .getByRole("link", { name: "Lighthouse lamp" })
      .getByText(/Picture: just now/)
      .waitFor();
  });

  it("leads Home to what is beyond its threshold now, with value and threshold", async () => {
    const page = await house.adminPage();
    const thresholds = {
      mode: "absolute",
      steps: [
        { color: "green", value: null },
        { color: "red", value: 80 },
      ],
    };
    const panels = ["91.5", "12"].map((expr, at) => ({
      ...{ id: at + 1, type: "stat", title: `Silo ${at + 1}`, gridPos: { x: 0, y: at * 8, w: 12, h: 8 } },
      targets: [{ refId: "A", expr: `vector(${expr})` }],
      fieldConfig: { defaults: { unit: "percent", thresholds }, overrides: [] },
    }));
    await post(page, DASHBOARDS, { metadata: { name: "silos" }, spec: { title: "Grain silos", panels } });
    await post(page, "/api/user/stars/dashboard/uid/silos", {});

    await page.goto("/");
    const firing = page.getByRole("region", { name: "Beyond their thresholds now" });
    await firing.getByRole("link", { name: /Silo 1.*91\.5\s%.*≥ 80\s%.*Grain silos/ }).click();

    await page.waitForURL(/\/d\/silos\b.*viewPanel=1/);
    await page.getByRole("img", { name: "A value is beyond its critical threshold" }).waitFor();
  });

  it("shows what somebody else saves, and a page that is open as well, without being asked", async () => {
    const list = await withDashboard("Quay one", "quay");
    await list.goto("/dashboards?q=quay");
    await list.getByRole("link", { name: "Quay one" }).waitFor();
    const page = await house.adminPage();
    await page.goto("/d/quay");
    await page.getByRole("heading", { name: "Quay one" }).waitFor();
    const other = await house.adminPage();

    await post(other, DASHBOARDS, { metadata: { name: "quay-2" }, spec: { title: "Quay two", panels: [] } });
    await other.request.put(`${DASHBOARDS}/quay`, {
      data: { metadata: { name: "quay" }, spec: { title: "Quay renamed", panels: [] } },
      headers: { "sec-fetch-site": "same-origin" },
    });

    await list.getByRole("link", { name: "Quay two" }).waitFor();
    await page.getByRole("heading", { name: "Quay renamed" }).waitFor();
  });

  it("is of cards, where somebody wants that, with folders and what was searched marked", async () => {
    const page = await house.adminPage();
    await post(page, FOLDERS, { metadata: { name: "moles" }, spec: { title: "Moles and piers" } });
    const metadata = { name: "pier-lamp", annotations: { "vedette.app/folder": "moles" } };
    await post(page, DASHBOARDS, { metadata, spec: { title: "Pier lamp", panels: [] } });

    await page.goto("/dashboards?q=er+LAM");
    const row = page.getByRole("row", { name: /Pier lamp/ });
    await row.getByRole("link", { name: "Moles and piers" }).waitFor();
    expect(await row.locator("mark").allTextContents()).toEqual(["er", "lam", "er"]);

    const cards = page.getByRole("button", { name: "Cards", pressed: false });
    await cards.click();
    const card = page.getByRole("listitem").filter({ hasText: "Pier lamp" });
    await card.getByRole("link", { name: "Moles and piers" }).waitFor();
    expect(new URL(page.url()).searchParams.get("view")).toBe("cards");
    await page.reload();
    await card.waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    expect(await card.getByRole("checkbox", { name: "Select Pier lamp" }).isChecked()).toBe(true);
    await page.keyboard.press("Enter");
    await page.locator('[data-dashboard-uid="pier-lamp"]').waitFor();

    await page.goto("/dashboards");
    const colors = () =>
      page.getByRole("button", { name: "Cards" }).evaluate((button) => getComputedStyle(button).borderColor);
    await page.getByRole("button", { name: "Cards", pressed: true }).waitFor();
    const colorsOfPressed = await colors();
    await page.getByRole("button", { name: "Cards", pressed: true }).click();
    await page.getByRole("table").waitFor();
    expect(await colors()).not.toBe(colorsOfPressed);
    await page.goto("/dashboards?view=cards&q=lamp");
    await card.waitFor();
    await page.getByRole("button", { name: /Sorted by/ }).press("Enter");
    await page.getByRole("option", { name: "Viewed most" }).waitFor();
    await page.keyboard.press("V");
    await page.keyboard.press("Enter");
    await page.waitForURL(/[?&]sort=views-desc\b/);
    await card.waitFor();
  });

  it("has every dashboard and folder in the palette, also by its panels and its folder", async () => {
    const page = await house.adminPage();
    await post(page, FOLDERS, { metadata: { name: "lighthouses" }, spec: { title: "Lighthouses" } });
    const metadata = { name: "beacon", annotations: { "vedette.app/folder": "lighthouses" } };
    await post(page, DASHBOARDS, { metadata, spec: { title: "Beacon", panels: [{ title: "Foghorn pressure" }] } });

    await page.goto("/playlists/new");
    await page.getByRole("searchbox").fill("foghorn");
    await page.getByRole("listitem").filter({ hasText: "Beacon" }).getByText("Foghorn pressure").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("foghorn");
    await page.getByRole("option", { name: "Beacon Lighthouses · Foghorn pressure" }).waitFor();
    await page.getByRole("combobox").fill("lighthouses");
    await page.getByRole("option", { name: "Lighthouses", exact: true }).waitFor();
    await page.getByRole("option", { name: "Beacon Lighthouses" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/dashboards/f/lighthouses");
  });

  it("has every page in the palette, by the name it has in the language of the reader, accents or not", async () => {
    const page = await house.adminPage({ locale: "de-DE" });
    await page.goto("/playlists");
    await page.getByRole("heading", { name: "Abspiellisten" }).waitFor();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox");
    const names = () => page.getByRole("option").allInnerTexts();

    await field.fill("wand");
    await expect.poll(names).toEqual(expect.arrayContaining(["Wände", "Wand koppeln"]));
    await field.fill("dienstk");
    await page.getByRole("option", { name: "Dienstkonten Personen" }).click();
    await page.waitForURL("**/people/service-accounts");
  });

  it("leads from a folder without a match to all folders", async () => {
    const page = await withDashboard("Outer buoy", "outer-buoy");
    await post(page, FOLDERS, { metadata: { name: "shore" }, spec: { title: "Shore" } });

    await page.goto("/dashboards/f/shore?q=buoy");
    await page.getByRole("link", { name: "Search all folders" }).click();

    await page.waitForURL("**/dashboards?q=buoy");
    await page.getByRole("link", { name: "Outer buoy" }).waitFor();
  });

  it("renames", async () => {
    const page = await withDashboard("Old name", "to-rename");

    await page.goto("/dashboards?q=old+name");
    await page.getByRole("button", { name: "Actions for Old name" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Fresh name");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.goto("/dashboards?q=fresh+name");

    await page.getByRole("link", { name: "Fresh name" }).waitFor();
  });

  it("says so when somebody saved while the dialog stood open, and then renames their version", async () => {
    const page = await withDashboard("Contested", "contested");

    await page.goto("/dashboards?q=contested");
    await page.getByRole("button", { name: "Actions for Contested" }).click();
    const isLoaded = page.waitForResponse((answer) => answer.url().endsWith("/dashboards/contested/dto"));
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await isLoaded;
    await page.request.put(`${DASHBOARDS}/contested`, {
      data: { metadata: { name: "contested" }, spec: { title: "Contested", theirs: true } },
      headers: { "sec-fetch-site": "same-origin" },
    });
    await page.getByRole("textbox", { name: "Title" }).fill("Settled");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("alert").filter({ hasText: "in the meantime" }).waitFor();
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });

    const answer = await page.request.get(`${DASHBOARDS}/contested`);
    expect((await answer.json()).spec).toEqual({ title: "Settled", theirs: true });
  });

  it("deletes only after the dialog that names the dashboard", async () => {
    const page = await withDashboard("Short-lived", "short-lived");

    await page.goto("/dashboards?q=short-lived");
    await page.getByRole("button", { name: "Actions for Short-lived" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete “Short-lived”?" }).waitFor();
    await page.keyboard.press("Escape");
    expect((await page.request.get(`${DASHBOARDS}/short-lived`)).status()).toBe(200);
    await page.getByRole("button", { name: "Actions for Short-lived" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete dashboard" }).click();
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();

    expect((await page.request.get(`${DASHBOARDS}/short-lived`)).status()).toBe(404);
  });
});

describe("several dashboards", () => {
  it("are deleted and restored on a phone, and the focus stays in the list", async () => {
    const page = await house.adminPage({ viewport: { width: 390, height: 844 } });
    for (const at of [1, 2, 3, 4]) {
      await post(page, DASHBOARDS, { metadata: { name: `winch-${at}` }, spec: { title: `Winch ${at}`, panels: [] } });
    }
    await page.goto("/dashboards?q=winch");
    for (const at of [1, 2]) await page.getByRole("checkbox", { name: `Winch ${at}` }).check();
    const selection = page.getByRole("region", { name: "Selected dashboards" });
    const remove = selection.getByRole("button", { name: "Delete" });
    await remove.waitFor();

    // The bar of the pages covers none of its buttons.
    const box = await remove.boundingBox();
    const bar = await page.getByRole("navigation").last().boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await remove.focus();
    await page.keyboard.press("Enter");
    await selection.waitFor({ state: "detached" });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    expect(await focused()).toBe("Select all of this page");

    await page.goto("/dashboards/trash?q=winch");
    await page.getByRole("button", { name: "Restore Winch 1" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "is back" }).waitFor();
    await page.getByRole("button", { name: "Restore Winch 1" }).waitFor({ state: "detached" });
    await expect.poll(focused).toBe("Restore Winch 2");
  });

  it("that could not be brought back are told of over the page until they are, each asked for once", async () => {
    const page = await withDashboard("Capstan one", "capstan-1");
    await post(page, DASHBOARDS, { metadata: { name: "capstan-2" }, spec: { title: "Capstan two", panels: [] } });
    await page.goto("/dashboards?q=capstan");
    await page.getByRole("checkbox", { name: "Select all of this page" }).check();
    await page.getByRole("region", { name: "Selected dashboards" }).getByRole("button", { name: "Delete" }).click();
    const restored: string[] = [];
    page.on("requestfinished", (request) => {
      if (request.method() === "PATCH") restored.push(new URL(request.url()).pathname);
    });
    const second = /uid\/capstan-2\/trash$/;
    await page.route(second, (route) => route.fulfill({ status: 503, json: { message: "The store is resting." } }));
    await page.getByRole("button", { name: "Undo" }).click();

    const told = page.getByRole("dialog", { name: "This could not be taken back" });
    await told.getByRole("alert").getByText("The store is resting.").waitFor();
    await told.getByText("What is not back lies in the trash.").waitFor();
    await told.getByRole("button", { name: "Copy details" }).waitFor();
    await page.unroute(second);
    await told.getByRole("button", { name: "Try again" }).click();
    await told.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Capstan two" }).waitFor();
    expect(restored.filter((path) => path.includes("capstan-1"))).toHaveLength(1);
  });

  it("are marked by keys, tagged, deleted at once, and brought back with F8", async () => {
    const page = await withDashboard("Gantry one", "gantry-1");
    await post(page, DASHBOARDS, { metadata: { name: "gantry-2" }, spec: { title: "Gantry two", panels: [] } });
    const statuses = async () => {
      const answers = await Promise.all(
        ["gantry-1", "gantry-2"].map((name) => page.request.get(`${DASHBOARDS}/${name}`)),
      );
      return answers.map((answer) => answer.status());
    };

    await page.goto("/dashboards?q=gantry");
    await page.getByRole("link", { name: "Gantry two" }).waitFor();
    for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
    const selection = page.getByRole("region", { name: "Selected dashboards" });
    await selection.getByText("2 selected").waitFor();
    await selection.getByRole("button", { name: "Tag" }).click();
    await page.getByRole("textbox", { name: "Tags" }).fill("busy, made");
    await page.getByRole("dialog").getByRole("button", { name: "Tag" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "busy" }).first().waitFor();
    expect((await (await page.request.get(`${DASHBOARDS}/gantry-1`)).json()).spec.tags).toEqual(["made", "busy"]);

    // One of them has a star already.
    await post(page, "/api/user/stars/dashboard/uid/gantry-1", {});
    await selection.getByRole("button", { name: "Star" }).click();
    await page
      .getByRole("button", { name: /^Take the star/ })
      .nth(1)
      .waitFor();
    expect(await selection.getByRole("alert").count()).toBe(0);

    await selection.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "All in one file" }).click();
    const file = JSON.parse(readFileSync(await (await download).path(), "utf8"));
    expect(file).toMatchObject({ apiVersion: "v1", kind: "List" });
    expect(file.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual([
      "gantry-1",
      "gantry-2",
    ]);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

    await selection.getByRole("button", { name: "Delete" }).click();
    await page.getByText("2 dashboards are deleted.").waitFor();
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    expect(await statuses()).toEqual([404, 404]);
    await page.keyboard.press("F8");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Gantry two" }).waitFor();
    expect(await statuses()).toEqual([200, 200]);
  });
});

describe("importing a dashboard", () => {
  it("stores a document without inputs letter by letter", async () => {
    const page = await house.adminPage();
    const file = join(FIXTURES, "letter-by-letter.json");

    await page.goto("/dashboards/import");
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Import" }).click();
    await page.waitForURL("**/d/letter-by-letter**");

    const stored = await (await page.request.get(`${DASHBOARDS}/letter-by-letter`)).text();
    expect(stored).toContain(readFileSync(file, "utf8").trim());
  });

  it("takes a file that is dropped", async () => {
    const page = await house.adminPage();

    await page.goto("/dashboards/import");
    const files = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([`{"title":"Dropped","uid":"dropped"}`], "dropped.json"));
      return dropped;
    });
    await page.getByRole("region", { name: "Drop" }).dispatchEvent("drop", { dataTransfer: files });
    await page.getByRole("button", { name: "Import" }).click();

    await page.waitForURL("**/d/dropped**");
  });

  it("asks which data source an input stands for, and changes nothing else", async () => {
    const page = await house.adminPage();
    const text = readFileSync(join(FIXTURES, "with-inputs.json"), "utf8");

    await page.goto("/dashboards/import");
    await page.getByRole("textbox", { name: "Or paste its JSON" }).fill(text);
    await page.getByRole("button", { name: "Read" }).click();
    await page.getByRole("button", { name: /Data source for Prometheus/ }).waitFor();
    await page.getByRole("button", { name: "Import" }).click();
    await page.waitForURL("**/d/queue-health**");

    const answer = await page.request.get(`${DASHBOARDS}/queue-health`);
    const filled = JSON.parse(text.replaceAll(`\${DS_PROMETHEUS}`, "vedette"));
    expect((await answer.json()).spec).toEqual(filled);
  });

  it.each([
    ["{", "This is not JSON"],
    [`{"hello": 1}`, "neither a title nor panels"],
    [`{"panels": []}`, "has no title"],
    [`{"kind": "DashboardList", "items": []}`, "This is a list"],
  ])("refuses %s and says why", async (text, reason) => {
    const page = await house.adminPage();

    await page.goto("/dashboards/import");
    await page.getByRole("textbox", { name: "Or paste its JSON" }).fill(text);
    await page.getByRole("button", { name: "Read" }).click();

    await page.getByRole("alert").filter({ hasText: reason }).waitFor();
  });

  it("says at the name that it is taken", async () => {
    const page = await withDashboard("Taken", "taken");

    await page.goto("/dashboards/import");
    await page.getByRole("textbox", { name: "Or paste its JSON" }).fill(`{"title":"Another","uid":"taken"}`);
    await page.getByRole("button", { name: "Read" }).click();
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByText("A dashboard with this name exists already").waitFor();
    await page.getByRole("textbox", { name: "Name in the address" }).fill("not-taken");
    await page.getByRole("button", { name: "Import" }).click();

    await page.waitForURL("**/d/not-taken**");
  });
});
