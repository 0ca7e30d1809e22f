import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../call.ts";
import { type BrowserHouse, DASHBOARDS, holdAnswers, openHouse, post } from "./browser-house.ts";
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
const shownRange = (page: Page, text: string) => page.locator("[data-time-range]", { hasText: text }).waitFor();

describe("the refresh of a dashboard", () => {
  it("waits for a question that takes longer than its interval", async () => {
    const today = { refresh: "5s", time: { from: "now/d", to: "now" } };
    const expr = `${SINE} + 0 * $__range_s`;
    const page = await showing("patient", [aChart(1, { targets: [{ refId: "A", expr }] })], today);
    let asked = 0;
    await page.route(/\/api\/v1\/query_range/, async (route) => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 6000));
      await route.continue();
    });
    await page.reload();

    await done(page, 1);

    await expect.poll(() => asked, { timeout: 10_000 }).toBe(2);
  });
});

describe("the time range of a dashboard", () => {
  it("in hand stays in hand when the fields beside it come", async () => {
    const page = await showing("tideway", []);
    const letGo = await holdAnswers(page, /\/range-forms-[^/]*\.js$/);
    await page.locator("[data-time-range]").click();
    const range = page.getByRole("button", { name: "Last 15 minutes" });

    await range.focus();
    letGo();
    await page.getByRole("textbox", { name: "Type a range" }).waitFor();
    await page.keyboard.press("Enter");

    await page.waitForURL(/from=now-15m&to=now/);
    await page.locator("[data-time-range]").click();
    await page.getByRole("textbox", { name: "Type a range" }).and(page.locator(":focus")).waitFor();
  });

  it("is met by the keyboard as it is drawn on a phone, and no keys are put over it", async () => {
    const page = await showing("narrow", []);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator("[data-time-range]").click();
    const field = page.getByRole("textbox", { name: "Type a range" });
    await field.waitFor();
    const named = page.getByRole("list", { name: "Quick ranges" }).getByRole("button");

    await page.keyboard.press("Tab");
    await named.first().and(page.locator(":focus")).waitFor();
    for (const _ of await named.all()) await page.keyboard.press("Tab");
    await field.and(page.locator(":focus")).waitFor();

    const [list, below] = await Promise.all([named.last().boundingBox(), field.boundingBox()]);
    expect(list?.y).toBeLessThan(below?.y ?? 0);
  });

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

  it("is chosen in a calendar, by keys, in the zone that is chosen, and stands among the recent ones", async () => {
    const time = { from: "2026-05-12T10:00:00Z", to: "2026-05-12T11:00:00Z" };
    const page = await showing("days", [aChart(1)], { time, timezone: "utc" });
    await done(page, 1);
    await page.locator("[data-time-range]").click();
    await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
    await page.waitForURL(/timezone=Asia%2FTokyo/);
    await page.getByRole("button", { name: /Tuesday, 12 May 2026|Tuesday, May 12, 2026/ }).focus();

    // From the first day the focus goes on to the next one by itself.
    for (const key of ["ArrowUp", "Enter", "Enter"]) await page.keyboard.press(key);
    expect(await page.getByRole("textbox", { name: "From" }).inputValue()).toBe("2026-05-05 00:00:00");
    expect(await page.getByRole("textbox", { name: "To", exact: true }).inputValue()).toBe("2026-05-06 23:59:59");
    await page.getByRole("button", { name: "Apply" }).click();

    const [from, to] = ["2026-05-04T15:00:00Z", "2026-05-06T14:59:59Z"].map((day) => Date.parse(day));
    await page.waitForURL((url) => url.searchParams.get("from") === `${from}`);
    expect(new URL(page.url()).searchParams.get("to")).toBe(`${to}`);
    await page.getByRole("button", { name: "Zoom out" }).click();
    await page.locator("[data-time-range]").click();
    await page.getByRole("list", { name: "Recent" }).getByRole("button").click();
    await page.waitForURL((url) => url.searchParams.get("from") === `${from}`);
  });

  it("goes back by two at two quick presses", async () => {
    const page = await showing("quick", [aChart(1)], {
      time: { from: "2026-05-02T10:00:00Z", to: "2026-05-02T11:00:00Z" },
    });
    await done(page, 1);

    await page.getByRole("button", { name: "Earlier by one range" }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });

    const from = Date.parse("2026-05-02T08:00:00Z");
    await page.waitForURL(new RegExp(`from=${from}&to=${from + 3_600_000}`));
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

describe("variables", () => {
  const list = [
    { name: "note", label: "Note", type: "textbox", query: "" },
    { name: "crew", label: "Crew", type: "custom", query: "ann,bob,cid", multi: true, current: { value: ["ann"] } },
    {
      name: "berth",
      label: "Berth",
      type: "query",
      datasource: { type: "prometheus", uid: "vedette" },
      query: 'label_values(up{note="$note", crew=~"$crew"}, job)',
    },
  ];

  it("take what is typed and chosen while the values that depend on them still load", async () => {
    const page = await showing("slow", [aChart(1)], { templating: { list } });
    await done(page, 1);
    await page.getByRole("button", { name: "Crew ann" }).waitFor();
    const answer = Promise.withResolvers<void>();
    await page.route(/\/label\/job\/values/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    const chosen = (name: string) => new URL(page.url()).searchParams.getAll(`var-${name}`);

    for (const [before, more] of [
      ["ann", "bob"],
      ["ann + bob", "cid"],
    ] as const) {
      await page.getByRole("button", { name: `Crew ${before}`, exact: true }).click();
      await page.getByRole("option", { name: more }).click();
      await page.keyboard.press("Escape");
    }
    await expect.poll(() => chosen("crew")).toEqual(["ann", "bob", "cid"]);
    const note = page.getByRole("textbox", { name: "Note" });
    await note.fill("fog");
    await note.press("Enter");
    await note.pressSequentially("gy");
    answer.resolve();
    await page.getByRole("button", { name: "Crew ann + bob + cid" }).waitFor();
    expect(await note.inputValue()).toBe("foggy");
    await note.press("Enter");

    await expect.poll(() => chosen("note")).toEqual(["foggy"]);
    expect(await note.inputValue()).toBe("foggy");
  });

  it("are chosen by arrows and letters as soon as their list is open, also from its search", async () => {
    const many = { name: "quay", type: "custom", query: Array.from({ length: 12 }, (_, at) => `quay-${at}`).join(",") };
    const page = await showing("keyed", [aChart(1)], { templating: { list: [list[1], many] } });
    const crew = page.getByRole("button", { name: /^Crew ann/ });

    await crew.press("Enter");
    await page.getByRole("option", { name: "ann" }).and(page.locator(":focus")).waitFor();
    for (const key of ["c", "Enter", "Escape"]) await page.keyboard.press(key);
    await page.waitForURL(/var-crew=ann&var-crew=cid/);
    await page.getByRole("button", { name: /^quay/ }).press("Enter");
    await page.getByRole("searchbox").and(page.locator(":focus")).waitFor();
    await page.keyboard.type("y-11");
    for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
    await page.waitForURL(/var-quay=quay-11/);
  });

  it("are chosen in a sheet where a phone has no room for them", async () => {
    const page = await showing("pocket", [aChart(1)], {
      templating: { list: [list[1], { ...list[1], name: "shift", label: "Shift", multi: false }] },
    });
    await page.getByRole("button", { name: "Crew ann", exact: true }).waitFor();

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Crew ann", exact: true }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Variables: ann, ann" }).click();
    const sheet = page.getByRole("dialog", { name: "Variables" });
    await sheet.getByRole("button", { name: "Shift ann" }).click();
    await page.getByRole("option", { name: "bob" }).click();
    await sheet.getByRole("button", { name: "Shift bob" }).waitFor();
    await sheet.getByRole("button", { name: "Done" }).click();

    await page.getByRole("button", { name: "Variables: ann, bob" }).waitFor();
    expect(new URL(page.url()).searchParams.get("var-shift")).toBe("bob");
  });

  it("that did not come say why, on a phone and in the settings, too, and are asked for again", async () => {
    const ebb = { name: "ebb", type: "query", datasource: { type: "testdata", uid: "-- Tides --" }, query: "tides()" };
    const page = await showing("moored", [aChart(1)], { templating: { list: [...list, ebb] } });
    let asked = 0;
    const refuse = () =>
      page.route(/\/label\/job\/values/, (route) => {
        asked += 1;
        return route.fulfill({ status: 422, json: { status: "error", errorType: "bad_data", error: "no such berth" } });
      });
    const alertOf = (name: string) => page.getByRole("alert").filter({ hasText: new RegExp(`^${name}: `) });
    const berth = alertOf("berth");
    const letGo = async (place: Page | Locator = page) => {
      await page.unroute(/\/label\/job\/values/);
      await place.getByRole("button", { name: "Try again" }).press("Enter");
      await berth.first().waitFor({ state: "detached" });
    };
    await refuse();
    await page.reload();
    await berth.getByText("berth: no such berth").waitFor();
    await berth.getByRole("button", { name: "Copy details" }).waitFor();
    const before = asked;
    await berth.getByRole("button", { name: "Try again" }).press("Enter");
    await expect.poll(() => asked).toBe(before + 1);
    await letGo();
    // What the document itself says wrong would be so again.
    await alertOf("ebb").waitFor();
    expect(await alertOf("ebb").getByRole("button").count()).toBe(0);

    await refuse();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await berth.getByText("berth: no such berth").waitFor();
    await page.getByRole("button", { name: /^Variables: / }).click();
    const sheet = page.getByRole("dialog", { name: "Variables" });
    await sheet.getByText("berth: no such berth").waitFor();
    await letGo(sheet);
    await sheet.getByRole("button", { name: "Done" }).click();

    await refuse();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/d/moored/settings");
    await page
      .getByRole("listitem")
      .filter({ hasText: "berth" })
      .first()
      .getByRole("button", { name: "Edit", exact: true })
      .click();
    await berth.getByText("berth: no such berth").waitFor();
    await berth.getByRole("button", { name: "Copy details" }).waitFor();
    await letGo();
  });

  it("stand in one line, and those that do not fit behind a button", async () => {
    const names = ["north", "east", "south", "west", "mid", "low"];
    const many = names.map((name) => ({
      name,
      label: `Direction ${name}`,
      type: "custom",
      query: "a long reach,a longer reach,the longest reach",
      multi: true,
      current: { value: ["a long reach"] },
    }));
    const page = await showing("crowded", [aChart(1)], { templating: { list: many } });
    await page.setViewportSize({ width: 1000, height: 700 });
    await done(page, 1);
    const chips = page.getByRole("region", { name: "Variables" }).getByRole("button", { name: /^Direction/ });
    const more = page.getByRole("button", { name: /^\+\d Variables$/ });
    await more.waitFor();
    const tops = await chips.evaluateAll((all) => new Set(all.map((chip) => chip.getBoundingClientRect().top)).size);
    const shown = await chips.count();
    expect([tops, await more.textContent()]).toEqual([1, `+${names.length - shown}`]);

    // By keyboard alone, and back to the button.
    await more.focus();
    await page.keyboard.press("Enter");
    const rest = page.getByRole("dialog", { name: "Variables" });
    await rest.getByRole("button", { name: "Direction low a long reach" }).focus();
    await page.keyboard.press("Enter");
    for (const option of ["a longer reach", "the longest reach"])
      await page.getByRole("option", { name: option }).click();
    await page.keyboard.press("Escape");
    const low = rest.getByRole("button", {
      name: /^Direction low a long reach.*: a long reach \+ a longer reach \+ the longest reach$/,
    });
    expect(await low.textContent()).toBe("Direction low a long reach + a longer reach +1");
    await page.keyboard.press("Escape");
    await rest.waitFor({ state: "detached" });
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true);

    await page.setViewportSize({ width: 2400, height: 700 });
    await expect.poll(() => chips.count()).toBe(names.length);
    expect(await more.count()).toBe(0);

    // Text of twice the size makes chips higher, too.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await page.setViewportSize({ width: 1600, height: 700 });
    await more.waitFor();
    expect(await chips.count()).toBeGreaterThan(1);
  });

  it("may change twice before the page has drawn the first change", async () => {
    const page = await showing("twice", [aChart(1)], {
      templating: { list: [list[1], { ...list[1], name: "shift", label: "Shift", multi: false }] },
      annotations: {
        list: [
          { name: "Peaks", enable: true, expr: `${SINE} > 0.5` },
          { name: "Lows", enable: true, expr: SINE },
        ],
      },
    });
    await done(page, 1);
    await page.getByRole("checkbox", { name: "Lows" }).waitFor();

    await page.evaluate(() => {
      for (const box of document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")) box.click();
    });

    await page.waitForURL(/annotation-Peaks=off&annotation-Lows=off/);
  });
});

describe("filters that people add", () => {
  it("narrow every query of their data source, and stand in the address", async () => {
    const page = await house.adminPage();
    const filters = [{ key: "job", operator: "=", value: "a" }];
    const spec = {
      title: "Filtered",
      schemaVersion: 41,
      panels: [aChart(1, { targets: [{ refId: "A", expr: "rate(up[5m])" }] })],
      templating: {
        list: [{ name: "Filters", type: "adhoc", datasource: { type: "prometheus", uid: "vedette" }, filters }],
      },
    };
    await post(page, DASHBOARDS, { metadata: { name: "filtered" }, spec });
    const asking = (query: string) =>
      page.waitForRequest((request) => new URLSearchParams(request.postData() ?? "").get("query") === query);

    const first = asking('rate(up{job="a"}[5m])');
    await page.goto("/d/filtered");
    await first;
    const bare = asking("rate(up[5m])");
    await page.getByRole("button", { name: "Remove the filter job = a" }).click();
    await bare;
    const narrowed = asking('rate(up{host!="b"}[5m])');
    await page.getByRole("button", { name: "Filters: Filter" }).click();
    await page.getByLabel("Label", { exact: true }).fill("host");
    await page.getByRole("combobox", { name: "Is" }).selectOption("!=");
    await page.getByLabel("Value", { exact: true }).fill("b");
    await page.getByRole("button", { name: "Add the filter" }).click();
    await narrowed;

    expect(new URL(page.url()).searchParams.getAll("var-Filters")).toEqual(["host|!=|b"]);
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

describe("what people say happened", () => {
  it("is drawn by its tags at other dashboards, too, until that kind is switched off", async () => {
    await showing("quayside", [aChart(1)]);
    const said = {
      dashboardUID: "quayside",
      panelId: 7,
      time: Date.now() - 600_000,
      text: "Crane moved",
      tags: ["crane"],
    };
    const admin = await house.adminPage();
    await post(admin, "/api/annotations", said);
    await post(admin, "/api/annotations", { time: said.time, text: "Power cut", tags: said.tags });
    const cranes = { name: "Cranes", enable: true, iconColor: "red", target: { type: "tags", tags: ["crane"] } };
    const page = await showing("roads", [aChart(1)], { annotations: { list: [cranes] } });
    const drawn = page.getByRole("figure", { name: "Chart 1" }).getByText(/2 events: .*Crane moved/);

    await drawn.waitFor({ state: "attached" });
    expect(await drawn.textContent()).toContain("Power cut");
    await page.getByRole("checkbox", { name: "Cranes" }).click();
    await drawn.waitFor({ state: "detached" });
  });

  it("is said by a press with Ctrl, changed by the key, and deleted with a way back", async () => {
    const page = await showing("said", [aChart(1), aChart(2)]);
    await Promise.all([done(page, 1), done(page, 2)]);
    const figure = page.getByRole("figure", { name: "Chart 1" });
    const box = await figure.boundingBox();
    if (box === null) throw new TypeError("no chart");
    const dialog = page.getByRole("dialog");

    await page.mouse.move(box.x + box.width * 0.6, box.y + 60);
    await page.keyboard.down("Control");
    await page.mouse.down();
    await page.mouse.up();
    await page.keyboard.up("Control");
    await dialog.getByLabel("Text").fill("Lock opened");
    await dialog.getByLabel("Tags").fill("lock, tide");
    await dialog.getByRole("button", { name: "Add annotation" }).click();
    await figure.getByText(/1 event: Lock opened/).waitFor({ state: "attached" });
    expect(await page.getByText(/event: Lock opened/).count()).toBe(1);

    await page.mouse.move(box.x + box.width * 0.6, box.y + 62);
    await page.locator(".v-chart-tooltip").getByText("Lock opened").waitFor();
    await figure.focus();
    await figure.press("End");
    await figure.press("a");
    await dialog.getByLabel("Text").fill("Tide turned");
    await dialog.getByText("In all panels of the dashboard").click();
    await page.keyboard.press("Enter");
    await page.getByText(/1 event: Tide turned/).waitFor({ state: "attached" });
    await figure.getByText(/2 events: Tide turned .*Lock opened/).waitFor({ state: "attached" });

    await figure.focus();
    await figure.press("End");
    await figure.press("a");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await figure.getByText(/1 event: Lock opened/).waitFor({ state: "attached" });
    await page.keyboard.press("F8");
    await page.getByRole("button", { name: "Undo" }).click();
    await figure.getByText(/2 events: Tide turned/).waitFor({ state: "attached" });
  });

  it("keeps what somebody else made of it meanwhile, or tells that where both changed the same", async () => {
    const page = await showing("said-twice", [aChart(1)]);
    await done(page, 1);
    const figure = page.getByRole("figure", { name: "Chart 1" });
    const dialog = page.getByRole("dialog");
    const openLast = async () => {
      await figure.focus();
      await figure.press("End");
      await figure.press("a");
    };
    await openLast();
    await dialog.getByLabel("Text").fill("Tide turned");
    await page.keyboard.press("Enter");
    await figure.getByText(/1 event: Tide turned/).waitFor({ state: "attached" });

    await openLast();
    await dialog.getByLabel("Text").fill("Tide turned early");
    const bearer = house.vedette.keys.secret_key;
    const stored = async () => {
      const address = `${house.url}/api/annotations?dashboardUID=said-twice`;
      return (await call<{ id: number; text: string; tags: string[] }[]>(address, { bearer })).body[0];
    };
    const address = `${house.url}/api/annotations/${(await stored())?.id}`;
    const theirs = { text: "Tide stood", tags: ["moon"] };
    expect((await call(address, { method: "PUT", bearer, body: theirs })).status).toBe(200);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Saved by now: Tide stood").waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await stored()).toMatchObject({ text: "Tide turned early", tags: ["moon"] });
  });

  it("is a range where it is dragged over, and nothing is zoomed into", async () => {
    const page = await showing("said-long", [aChart(1)]);
    await done(page, 1);
    const box = await page.getByRole("figure", { name: "Chart 1" }).boundingBox();
    if (box === null) throw new TypeError("no chart");

    await page.mouse.move(box.x + box.width * 0.3, box.y + 60);
    await page.keyboard.down("Control");
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 60, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up("Control");
    await page.getByRole("dialog").getByLabel("Text").fill("Dredging");
    await page.keyboard.press("Enter");
    await page.getByText(/1 event: Dredging/).waitFor({ state: "attached" });

    const { body } = await call<{ time: number; timeEnd: number }[]>(
      `${house.url}/api/annotations?dashboardUID=said-long`,
      { bearer: house.vedette.keys.secret_key },
    );
    const minutes = body.map(({ time, timeEnd }) => (timeEnd - time) / 60_000);
    expect(minutes).toHaveLength(1);
    expect(minutes[0]).toBeGreaterThan(8);
    expect(minutes[0]).toBeLessThan(16);
    expect(page.url()).not.toContain("from=");
  });
});

describe("exemplars", () => {
  it("stand in the chart of their query, say what they are of, and lead on", async () => {
    const now = Date.now() - 120_000;
    const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const dataPoint = { timeUnixNano: `${now}000000`, asDouble: 0.4 };
    const exemplar = {
      timeUnixNano: dataPoint.timeUnixNano,
      asDouble: 0.9,
      traceId: "0af7651916cd43dd8448eb211c80319c",
      filteredAttributes: [text("trace_url", `${house.url}/d/traced?from=now-5m&to=now`)],
    };
    const metrics = [{ name: "ferry.wait", gauge: { dataPoints: [{ ...dataPoint, exemplars: [exemplar] }] } }];
    const sent = await call(`${house.url}/prometheus/api/v1/otlp/v1/metrics`, {
      bearer: house.vedette.keys.secret_key,
      body: { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] },
    });
    expect(sent.status, sent.text).toBe(200);
    const page = await showing("traced", [
      aChart(1, { targets: [{ refId: "A", expr: "ferry_wait", exemplar: true, legendFormat: "wait" }] }),
    ]);
    await done(page, 1);

    const figure = page.getByRole("figure", { name: "Chart 1" });
    await figure.getByText(/1 exemplar\./).waitFor({ state: "attached" });
    const diamond = await figure.locator('[style*="rotate"]').boundingBox();
    if (diamond === null) throw new TypeError("no diamond");
    await page.mouse.move(diamond.x + 20, diamond.y + 6);
    await page.mouse.move(diamond.x + 6, diamond.y + 6);
    await page.locator(".v-chart-tooltip").getByText("0af7651916cd43dd8448eb211c80319c").waitFor();
    await figure.focus();
    await figure.press("t");
    const table = page.getByRole("table", { name: "Exemplars of A" });
    const opening = page.waitForEvent("popup");
    await table.getByRole("link", { name: "/d/traced" }).press("Enter");

    expect((await opening).url()).toContain("/d/traced?from=now-5m");
  });

  it("stand in the cells of a heat map, where the keys find them, too", async () => {
    const now = Date.now() - 120_000;
    const timeUnixNano = `${now}000000`;
    const observed = { timeUnixNano, asDouble: 3, traceId: "1bf7651916cd43dd8448eb211c80319c", filteredAttributes: [] };
    const dataPoint = { timeUnixNano, startTimeUnixNano: `${now - 60_000}000000`, count: "2", sum: 4 };
    const buckets = { explicitBounds: [1, 5], bucketCounts: ["1", "1", "0"], exemplars: [observed] };
    const histogram = { aggregationTemporality: 2, dataPoints: [{ ...dataPoint, ...buckets }] };
    const sent = await call(`${house.url}/prometheus/api/v1/otlp/v1/metrics`, {
      bearer: house.vedette.keys.secret_key,
      body: { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: "ferry.load", histogram }] }] }] },
    });
    expect(sent.status, sent.text).toBe(200);
    const target = { refId: "A", expr: "ferry_load_bucket", format: "heatmap", exemplar: true };
    const page = await showing("warm", [{ ...aChart(1), type: "heatmap", targets: [target] }]);
    await done(page, 1);

    const figure = page.getByRole("figure", { name: "Chart 1" });
    await figure.getByText(/1 exemplar\./).waitFor({ state: "attached" });
    await figure.focus();
    await figure.press("Home");
    for (let row = 0; row < 3; row++) await figure.press("ArrowDown");
    await figure.getByRole("status").getByText("1bf7651916cd43dd8448eb211c80319c").waitFor({ state: "attached" });
  });
});

describe("one panel alone", () => {
  it("gives way to its neighbours by swipes, arrows and buttons, also to one in a closed row", async () => {
    const row = { id: 3, type: "row", title: "Below", collapsed: true, gridPos: { x: 0, y: 20, w: 24, h: 1 } };
    const panels = [aChart(1), aChart(2), { ...row, panels: [aChart(4)] }];
    const page = await showing("alone-and-near", panels);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto("/d/alone-and-near?viewPanel=1");
    await done(page, 1);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
    const cdp = await page.context().newCDPSession(page);
    const swipe = async (from: number, to: number) => {
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
        cdp.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
      await touch("touchStart", from);
      await touch("touchMove", (from + to) / 2);
      await touch("touchMove", to);
      await touch("touchEnd");
    };

    await swipe(300, 100);
    await page.waitForURL(/viewPanel=2/);
    await done(page, 2);
    await swipe(100, 300);
    await page.waitForURL(/viewPanel=1/);
    await done(page, 1);
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/viewPanel=2/);
    await page.getByRole("button", { name: "Next panel" }).click();
    await page.waitForURL(/viewPanel=4/);

    await page.getByText("3 of 3").waitFor();
    await done(page, 4);
  });
});

describe("the links of a dashboard", () => {
  it("stand beside its variables, and take the range along, also to the dashboards of a tag", async () => {
    const metadata = { name: "low-water" };
    await post(await house.adminPage(), DASHBOARDS, { metadata, spec: { title: "Low water", tags: ["tide"] } });
    const page = await showing("linking", [aChart(1)], {
      links: [
        { title: "Others", type: "dashboards", tags: ["tide"], keepTime: true },
        { title: "Near", type: "link", url: "/d/linking", keepTime: true },
        { title: "Trap", type: "link", url: "javascript:window.pwned=1" },
      ],
    });
    const links = page.getByRole("navigation", { name: "Links" });

    expect(await links.getByRole("link").allTextContents()).toEqual(["Near"]);
    await links.getByRole("link", { name: "Near" }).click();
    await page.waitForURL(/\/d\/linking.*from=now-1h&to=now/);
    await page.goto("/d/linking?_dash.hideLinks");
    await done(page, 1);
    expect(await links.count()).toBe(0);
    await page.goto("/d/linking");
    await links.getByRole("button", { name: "Others" }).click();
    await page.getByRole("menuitem", { name: "Low water" }).click();
    await page.waitForURL(/\/d\/low-water.*from=now-1h&to=now/);
    await page.goBack();
    await links.getByRole("button", { name: "Others" }).click();
    await page.getByRole("menuitem", { name: "Show them as a list" }).click();
    await page.waitForURL("**/dashboards?tag=tide");
  });
});

describe("the bar of a dashboard", () => {
  it("says which folder it lies in, and stars it by a press and by the key", async () => {
    const page = await house.adminPage();
    await post(page, "/api/folders", { uid: "piers", title: "Piers of the north" });
    const metadata = { name: "kept-in-piers", annotations: { "vedette.app/folder": "piers" } };
    await post(page, DASHBOARDS, { metadata, spec: { title: "Kept in piers", panels: [] } });
    await page.goto("/d/kept-in-piers");

    await page.getByRole("button", { name: "Mark Kept in piers with a star" }).click();
    await page.getByRole("button", { name: "Take the star from Kept in piers" }).waitFor();
    await page.getByRole("heading", { name: "Kept in piers" }).click();
    await page.keyboard.press("s");
    await page.getByRole("button", { name: "Mark Kept in piers with a star" }).waitFor();

    const folder = page
      .getByRole("navigation", { name: "Breadcrumb" })
      .getByRole("link", { name: "Piers of the north" });
    // A long name is cut, and said in full where the pointer rests.
    expect(await folder.getAttribute("title")).toBe("Piers of the north");
    await folder.click();
    await page.waitForURL("**/dashboards/f/piers");
    await page.getByRole("link", { name: "Kept in piers" }).waitFor();
  });
});

it("says that all values are chosen in the language of the page", async () => {
  const choice = { type: "custom", name: "quay", query: "north,south", includeAll: true, multi: true };
  const current = { text: "All", value: "$__all" };
  const templating = { list: [{ ...choice, current }] };
  const spec = { title: "Quays", panels: [], templating };
  await post(await house.adminPage(), DASHBOARDS, { metadata: { name: "quays-of-all" }, spec });
  const page = await house.adminPage({ locale: "de-DE" });
  await page.goto("/d/quays-of-all");

  await page.getByRole("button", { name: /quay/ }).getByText("Alle", { exact: true }).waitFor();
});
