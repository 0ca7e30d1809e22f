import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserHouse, DASHBOARDS, openHouse, post } from "./browser-house.ts";
import { aDashboard, isKept, PANEL, type Stored, stored } from "./edited-dashboard.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
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

  it("decide whether it can be saved: one that is read-only says so", async () => {
    const page = await house.adminPage();
    await post(page, DASHBOARDS, {
      metadata: { name: "locked" },
      spec: { title: "Locked", schemaVersion: 41, editable: false, panels: [PANEL] },
    });
    await page.goto("/d/locked/settings");
    await page.getByLabel("Title", { exact: true }).fill("Changed");
    await page.keyboard.press("ControlOrMeta+S");
    const dialog = page.getByRole("dialog", { name: "Save the dashboard" });
    await dialog.getByText("This dashboard is read-only.").waitFor();
    expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByText("Can be edited").click();
    await page.keyboard.press("ControlOrMeta+S");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();

    expect((await stored(page, "locked")).spec).toMatchObject({ title: "Changed", editable: true });
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
