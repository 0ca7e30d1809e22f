import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserHouse, DASHBOARDS, openHouse, post } from "./browser-house.ts";
import { PANEL, type Stored, stored } from "./edited-dashboard.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
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

  it("duplicates and removes the panel in hand by the keys of the dashboard, and opens its menu", async () => {
    const { page } = await layoutOf("By letters");
    const handles = page.getByRole("button", { name: "Move or resize One" });
    await handles.focus();
    await page.keyboard.press("p");
    await page.keyboard.press("d");
    await expect.poll(() => handles.count()).toBe(2);
    await handles.last().focus();
    await page.keyboard.press("p");
    await page.keyboard.press("r");
    await expect.poll(() => handles.count()).toBe(1);

    await handles.focus();
    await page.keyboard.press("m");
    await page.getByRole("menuitem", { name: "Place and size" }).waitFor();
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
