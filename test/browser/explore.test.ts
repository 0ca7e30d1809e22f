import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserHouse, holdAnswers, openHouse } from "./browser-house.ts";
import { queryField, typeQuery } from "./edited-dashboard.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
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
    const moment = table.getByRole("cell", { name: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ });
    // On hover the zone, which a clock alone does not tell.
    expect(await moment.getAttribute("title")).toBe(`${await moment.textContent()} UTC`);

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
