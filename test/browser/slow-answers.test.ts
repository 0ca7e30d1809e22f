import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADA, type BrowserHouse, DASHBOARDS, holdAnswers, openHouse, post } from "./browser-house.ts";
import { aChart, done, showing } from "./shown-dashboard.ts";

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

async function withDashboards(...titles: readonly string[]): Promise<Page> {
  const page = await house.adminPage();
  for (const title of titles) {
    await post(page, DASHBOARDS, { metadata: { name: title.toLowerCase() }, spec: { title, panels: [] } });
  }
  return page;
}

/** Refuses some questions until they are let through: a server that has trouble just there. */
async function refuseAnswers(page: Page, url: RegExp): Promise<() => Promise<void>> {
  await page.route(url, (route) => route.fulfill({ status: 400, json: { message: "The lock is shut." } }));
  return () => page.unroute(url);
}

describe("while the server is slow to answer", { timeout: 120_000 }, () => {
  it("a form sends nothing that is chosen from a list before the list has come", async () => {
    const page = await house.adminPage();
    const { teamId } = (await post(page, "/api/teams", { name: "Lock keepers" })) as { teamId: number };
    await page.goto(`/people/teams/${teamId}`);
    const letGo = await holdAnswers(page, /\/api\/users\?/);

    await page.getByRole("button", { name: "Add a member" }).click();
    const add = page.getByRole("dialog").getByRole("button", { name: "Add", exact: true });
    await add.waitFor();
    expect(await add.isDisabled()).toBe(true);

    letGo();
    await page.getByRole("dialog").getByRole("textbox").fill(ADA.email);
    await add.click();
    await page.getByRole("button", { name: `Remove ${ADA.email}` }).waitFor();
  });

  it("nothing of a list of dashboards is shown that the folders above would push down", async () => {
    const page = await withDashboards("Sluice");
    await page.setViewportSize({ width: 390, height: 844 });
    const letGo = await holdAnswers(page, /\/api\/folders\?/);
    const found = page.waitForResponse(/\/search/);
    await page.goto("/dashboards");
    await found;
    await page.getByRole("status", { name: "Loading" }).waitFor();
    const row = page.getByRole("link", { name: "Sluice" });
    expect(await row.count()).toBe(0);

    letGo();
    await row.waitFor();
  });

  it("nor what a search found before another one was typed", async () => {
    const page = await house.adminPage();
    const { teamId } = (await post(page, "/api/teams", { name: "Ferrymen" })) as { teamId: number };
    await page.goto(`/people/teams/${teamId}`);
    await page.getByRole("button", { name: "Add a member" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill(ADA.email);
    await dialog.getByRole("button", { name: ADA.email }).waitFor();
    const letGo = await holdAnswers(page, /\/api\/users\?/);

    await dialog.getByRole("textbox").fill("nobody of this name");
    expect(await dialog.getByRole("button", { name: "Add", exact: true }).isDisabled()).toBe(true);

    letGo();
    await dialog.getByRole("button", { name: ADA.email }).waitFor({ state: "detached" });
    expect(await dialog.getByRole("button", { name: "Add", exact: true }).isDisabled()).toBe(true);
  });

  it("a button says that its act is under way, keeps its name and the focus, and sends nothing twice", async () => {
    const page = await house.adminPage();
    await page.goto("/people/teams");
    const made: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/api/teams")) made.push(request.url());
    });
    await page.getByRole("button", { name: "New team" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Weir keepers");
    const make = dialog.getByRole("button", { name: "New team" });
    const letGo = await holdAnswers(page, /\/api\/teams$/, "POST");

    await make.focus();
    await page.keyboard.press("Enter");
    await dialog.getByRole("img", { name: "Loading" }).waitFor();
    expect(await make.getAttribute("aria-disabled")).toBe("true");
    expect(await make.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");

    letGo();
    await page.getByRole("heading", { name: "Weir keepers" }).waitFor();
    expect(made).toHaveLength(1);
  });

  it("Home shows nothing that something above it would push down later", async () => {
    const page = await withDashboards("Dunlin");
    const letGo = await holdAnswers(page, /\/api\/users\?/);
    const boards = page.waitForResponse(/\/search\?.*updated-desc/);
    await page.goto("/");
    await boards;
    await page.locator("main .v-skeleton").first().waitFor();
    const dunlin = page.getByRole("link", { name: /Dunlin/ });
    expect(await dunlin.count()).toBe(0);

    letGo();
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await dunlin.waitFor();
  });

  it("a star waits until it is known whether a press marks or unmarks", async () => {
    const page = await withDashboards("Heron");
    await post(page, "/api/user/stars/dashboard/uid/heron", {});
    const letGo = await holdAnswers(page, /\/api\/user\/stars$/);
    await page.goto("/dashboards?q=heron");
    const row = page.getByRole("row", { name: /Heron/ });
    const star = row.locator("[data-star]");
    await star.waitFor();
    expect(await star.isDisabled()).toBe(true);

    letGo();
    await row.getByRole("button", { name: /^Take the star/ }).click();
    await row.getByRole("button", { name: /^Mark/ }).waitFor();
  });

  it("Enter in the palette opens what was typed, not what was found before it", async () => {
    const page = await withDashboards("Zephyr", "Bittern");
    await page.goto("/dashboards");
    await page.getByRole("link", { name: "Bittern" }).waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("option", { name: "Bittern" }).waitFor();
    const letGo = await holdAnswers(page, /\/search\?/);

    await page.keyboard.type("zephyr");
    await page.keyboard.press("Enter");
    letGo();

    await page.waitForURL("**/d/zephyr");
  });
});

it("keys turn as many pages of a list as were pressed, also before the first is drawn", {
  timeout: 120_000,
}, async () => {
  const page = await withDashboards("Sandpiper");
  await page.route(/\/search\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "x-total-count": "500" } });
  });
  await page.goto("/dashboards");
  await page.getByRole("navigation", { name: "Pages of the list" }).waitFor();
  const pressAll = (keys: string) =>
    page.evaluate((all) => {
      for (const key of all) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }, keys);

  await pressAll("]]]");
  await page.waitForURL(/\?page=4$/);
  await pressAll("[[");
  await page.waitForURL(/\?page=2$/);
});

describe("a page that shows nothing yet", { timeout: 120_000 }, () => {
  it("says after eight seconds that it is still at it, and can be stopped and asked again", async () => {
    const page = await withDashboards("Grebe");
    const letGo = await holdAnswers(page, /\/search\?/);
    await page.goto("/dashboards?q=grebe");
    await page.getByRole("status", { name: "Loading" }).waitFor();
    await page.locator(".v-still").evaluate((still) => still.getAnimations()[0]?.finish());

    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Stopped.").waitFor();
    letGo();
    await page.getByRole("button", { name: "Try again" }).click();

    await page.getByRole("link", { name: "Grebe" }).waitFor();
  });

  it("is stopped whole by one press, and asks for all of it by one", async () => {
    const page = await house.adminPage();
    const letGo = await holdAnswers(page, /\/auth\/v1\/admin\/|\/config\/auth/);
    await page.goto("/access/hooks");
    const shapes = page.getByRole("main").getByRole("status", { name: "Loading" });
    await expect.poll(() => shapes.count()).toBeGreaterThan(1);
    const parts = await shapes.count();
    for (const still of await page.locator(".v-still").all()) {
      await still.evaluate((waiting) => waiting.getAnimations()[0]?.finish());
    }

    await page.getByRole("button", { name: "Cancel" }).first().click();
    await expect.poll(() => page.getByText("Stopped.").count()).toBe(parts);
    letGo();
    await page.getByRole("button", { name: "Try again" }).first().click();
    await expect.poll(() => shapes.count()).toBe(0);
  });

  it("Home stops while it is not known what to show first", async () => {
    const page = await withDashboards("Teal");
    const letGo = await holdAnswers(page, /\/search\?/);
    await page.goto("/");
    await page.locator(".v-still").evaluate((still) => still.getAnimations()[0]?.finish());
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Stopped.").waitFor();

    letGo();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: /Teal/ }).waitFor();
  });
});

describe("a page that is on its way has a shape, and can be stopped", { timeout: 120_000 }, () => {
  it.each([
    ["/walls", /\/api\/walls$/],
    ["/snapshots/none", /\/api\/snapshots\//],
    ["/public/snapshots/none", /\/api\/public\/snapshots\//],
    ["/d/none/json", /\/dashboards\/none\/dto$/],
    ["/d/none/settings", /\/dashboards\/none\/dto$/],
    ["/d/none/panels/1/edit", /\/dashboards\/none\/dto$/],
    ["/access/providers/github", /\/admin\/providers$/],
    ["/access/sso/none", /\/admin\/sso\/providers$/],
    ["/access/templates/invite", /\/admin\/mail-templates$/],
    ["/access/third-party", /\/third-party-auth$/],
  ])("%s", async (path, answer) => {
    const page = await house.adminPage();
    const letGo = await holdAnswers(page, answer);
    await page.goto(path);
    const shape = page.getByRole("main").getByRole("status", { name: /^Loading/ });
    // What is not held back is on its way for a moment, too.
    await expect.poll(() => shape.count()).toBe(1);
    await shape.waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).not.toBe("");
    await shape.locator(".v-still").evaluate((still) => still.getAnimations()[0]?.finish());
    await shape.getByRole("button", { name: "Cancel" }).click();
    await shape.getByText("Stopped.").waitFor();

    letGo();
    await shape.getByRole("button", { name: "Try again" }).click();
    await shape.waitFor({ state: "detached" });
  });
});

describe("a panel that waits for an answer", { timeout: 120_000 }, () => {
  it("can be stopped after eight seconds, with or without data, and asks again", async () => {
    const page = await showing(house, { name: "slow", panels: [aChart(1)] });
    await done(page, 1);
    const letGo = await holdAnswers(page, /\/api\/v1\/query_range$/, "POST");
    await page.reload();
    const panel = page.locator('[data-panel-id="1"]');
    const giveUp = async () => {
      await panel.locator(".v-still").evaluate((still) => still.getAnimations()[0]?.finish());
      await panel.getByRole("button", { name: "Cancel" }).click();
      await panel.getByText("Stopped before an answer came.").waitFor();
    };

    await giveUp();
    letGo();
    await panel.getByRole("button", { name: "Try again" }).click();
    await done(page, 1);
    const letGoAgain = await holdAnswers(page, /\/api\/v1\/query_range$/, "POST");
    await page.getByRole("button", { name: "Refresh now" }).click();
    await giveUp();

    await panel.getByRole("figure").waitFor();
    letGoAgain();
    await panel.getByRole("button", { name: "Try again" }).click();
    await panel.getByText("Stopped before an answer came.").waitFor({ state: "detached" });
  });
});

describe("an answer that is none of the server's", { timeout: 120_000 }, () => {
  it("is told as such, with the call that brought it", async () => {
    const page = await house.adminPage();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.route(/\/search\?/, (route) =>
      route.fulfill({
        contentType: "text/html",
        headers: { "x-request-id": "lock-7" },
        body: "<h1>Guests sign in</h1>",
      }),
    );
    await page.goto("/dashboards");
    const told = page.getByRole("main").getByRole("alert");
    await told.getByText(/^The answer could not be read\./).waitFor();

    await told.getByRole("button", { name: "Copy details" }).click();
    await told.getByRole("button", { name: "Copied" }).waitFor();
    const details = await page.evaluate(() => navigator.clipboard.readText());
    expect(details).toMatch(/^call: .*\/search$/m);
    expect(details).toContain("request: lock-7");
  });
});

describe("a data source that wants a key", { timeout: 120_000 }, () => {
  it("is told in its panels: whoever is signed in is not asked to sign in again", async () => {
    const page = await showing(house, { name: "keyed", panels: [aChart(1)] });
    await done(page, 1);
    await page.route(/\/api\/v1\/query_range$/, (route) =>
      route.fulfill({
        status: 401,
        json: { status: "error", errorType: "unauthorized", error: "The lock has a key." },
      }),
    );
    await page.getByRole("button", { name: "Refresh now" }).click();

    await page.locator('[data-panel-id="1"]').getByText("The lock has a key.").first().waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});

describe("while the server is away", { timeout: 120_000 }, () => {
  it("the page says since when, and is asked for again as soon as it is back", async () => {
    const page = await withDashboards("Plover");
    await page.goto("/dashboards?q=plover");
    await page.getByRole("link", { name: "Plover" }).waitFor();
    await page.context().setOffline(true);
    const strip = page.getByText(/^The server has not answered since \d/);
    await strip.waitFor();
    await page.getByRole("link", { name: "Plover" }).waitFor();
    const folder = page.getByRole("button", { name: "New folder" });
    await expect.poll(() => folder.isDisabled()).toBe(true);

    const again = page.waitForResponse(/\/search\?/);
    await page.context().setOffline(false);
    await again;
    await strip.waitFor({ state: "detached" });
    expect(await folder.isEnabled()).toBe(true);
  });

  it("a page goes on when the server goes just before the parts that come at rest, and fetches them later", async () => {
    const page = await house.adminPage({ viewport: { width: 1280, height: 800 } });
    await page.clock.install();
    const atRest = /assets\/(session-warning|follow-changes)-/;
    await page.route(atRest, (route) => route.abort());
    const failed = ["session-warning", "follow-changes"].map((part) =>
      page.waitForEvent("requestfailed", (request) => request.url().includes(`/${part}-`)),
    );
    await page.goto("/dashboards");
    await Promise.all(failed);
    await page.getByRole("heading", { name: "Dashboards", exact: true }).waitFor();

    await page.unroute(atRest);
    const fetched = ["session-warning", "follow-changes"].map((part) =>
      page.waitForResponse((response) => response.url().includes(`/${part}-`)),
    );
    await page.clock.fastForward("00:31");
    await Promise.all(fetched);
    await page.getByRole("heading", { name: "Dashboards", exact: true }).waitFor();
    expect(await page.getByText("This page stopped working").count()).toBe(0);
  });
});

it("a page says that another version answers now, and can be loaded again", { timeout: 120_000 }, async () => {
  const page = await house.adminPage();
  await page.clock.install();
  await page.goto("/dashboards");
  await page.getByRole("searchbox", { name: "Search dashboards" }).waitFor();
  await page.route(/\/api\/v1\/settings$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), Version: "99.1.0" } });
  });
  const strip = page.getByText("Vedette 99.1.0 answers now; this page is of another version.");
  expect(await strip.count()).toBe(0);
  await page.clock.fastForward("05:30");
  await strip.waitFor();
  await page.getByRole("button", { name: "Load the page again" }).click();
  await strip.waitFor({ state: "detached" });
});

describe("an address without a page", { timeout: 120_000 }, () => {
  it("is answered with 404, and searches for what its last part names", async () => {
    const page = await withDashboards("Curlew");
    expect((await page.goto("/boards/curlew"))?.status()).toBe(404);
    expect(await page.getByRole("searchbox").inputValue()).toBe("curlew");
    await page.getByRole("link", { name: "Curlew" }).click();
    await page.waitForURL("**/d/curlew/curlew");

    await page.goto("/d/cur");
    expect(await page.getByRole("searchbox").inputValue()).toBe("cur");
    await page.getByRole("heading", { name: "Recently viewed" }).waitFor();
  });
});

describe("a page about something", { timeout: 120_000 }, () => {
  it.each([
    ["/dashboards/f/reeds", "reeds"],
    ["/d/reeds/history", "reeds"],
    ["/d/reeds/json", "reeds"],
    ["/d/reeds/settings", "reeds"],
    ["/d/reeds/panels/1/edit", "reeds"],
    ["/people/teams/404", "404"],
    ["/people/teams/reeds", "reeds"],
    ["/people/service-accounts/404", "404"],
    ["/inbox/reeds", "reeds"],
    ["/help/components/reeds", "reeds"],
    ["/access/templates/reeds", "reeds"],
    ["/access/providers/reeds", "reeds"],
    ["/access/providers/custom:reeds", "custom:reeds"],
    ["/access/sso/reeds", "reeds"],
    ["/setup/reeds", "reeds"],
    ["/snapshots/reeds", "reeds"],
  ])("that is not there is answered with 404, and searches for something like it: %s", async (path, wanted) => {
    const page = await house.adminPage();
    expect((await page.goto(path))?.status()).toBe(404);
    const search = page.getByRole("main").getByRole("searchbox", { name: "Search dashboards" });
    await search.waitFor();
    expect(await search.inputValue()).toBe(wanted);
  });

  it.each(["6f0c1b52-8d3c-4f3a-9a56-0d2f5a1c7e90", "reeds"])("says that nobody has the id %s", async (id) => {
    const page = await house.adminPage();
    expect((await page.goto(`/people/users/${id}`))?.status()).toBe(404);
    await page.getByText("Nobody has this id.").waitFor();
    await page.getByRole("link", { name: "Search people" }).click();
    await page.waitForURL(`**/people/users?q=${id}`);
  });

  it("is answered with 404 where a dashboard has no such panel, neither as it is saved nor in a draft", async () => {
    const page = await showing(house, { name: "decoy", panels: [aChart(1)] });
    const statusOf = async (path: string) => (await page.request.get(path)).status();
    const seen = ["/d/decoy?viewPanel=99", "/d/decoy/sight-of-decoy?viewPanel=panel-99", "/d-solo/decoy?panelId=99"];
    const missing = [...seen, "/d/decoy/panels/99/edit"];

    for (const path of ["/d/decoy?viewPanel=1", "/d/decoy/panels/1/edit", "/d/decoy/panels/new/edit"]) {
      expect(await statusOf(path)).toBe(200);
    }
    for (const path of missing) expect(await statusOf(path)).toBe(404);
    for (const path of missing) {
      await page.goto(path);
      await page.getByText("There is no such panel in this dashboard.").filter({ visible: true }).first().waitFor();
      const main = page.getByRole("main");
      const search = main.getByRole("searchbox", { name: "Search dashboards" });
      await search.waitFor();
      expect(await search.inputValue()).toBe("Sight of decoy");
      await main.getByRole("link", { name: "Sight of decoy" }).first().waitFor();
    }
    await page.goBack();
    await page.getByRole("main").getByRole("button", { name: "Back to the dashboard" }).press("Enter");
    await done(page, 1);
    const headers = { "sec-fetch-site": "same-origin" };
    await page.request.put("/api/user/drafts/dashboards/decoy", { data: { panels: [aChart(99)] }, headers });
    for (const path of missing) expect(await statusOf(path)).toBe(200);
  });

  it("is answered with 404 to those alone who would be told that it is not there", async () => {
    const page = await house.adminPage();
    const { uid } = (await (await page.request.get("/api/user")).json()) as { uid: string };
    const { teamId } = (await post(page, "/api/teams", { name: "Eel catchers" })) as { teamId: number };
    const stranger = await house.newPage();
    const statusOf = async (who: Page, path: string) => (await who.request.get(path)).status();

    for (const path of [`/people/users/${uid}`, `/people/teams/${teamId}`, "/people/users/me"]) {
      expect(await statusOf(page, path)).toBe(200);
    }
    for (const path of [
      "/people/users/reeds",
      "/people/teams/404",
      "/snapshots/reeds",
      "/inbox/reeds",
      "/access/providers/reeds",
    ]) {
      expect(await statusOf(page, path)).toBe(404);
      expect(await statusOf(stranger, path)).toBe(200);
    }
  });

  it.each([
    ["/dashboards/f/fens", "folders:read"],
    ["/d/fens", "dashboards:read"],
    ["/d/fens/json", "dashboards:read"],
    ["/d/fens/history", "dashboards:read"],
    ["/playlists/fens", "playlists:read"],
  ])("that may not be seen says what is missing, and who can grant it: %s", async (path, permission) => {
    const page = await house.adminPage();
    const refusal = { kind: "Status", status: "Failure", message: "No", reason: "Forbidden", code: 403 };
    await page.route(/\/(fens|folders\/fens|fens\/dto|fens\/versions)(\?|$)/, (route) =>
      route.request().resourceType() === "document"
        ? route.continue()
        : route.fulfill({ status: 403, json: { ...refusal, messageId: "not_allowed" } }),
    );
    await page.goto(path);
    const main = page.getByRole("main");
    await main.getByRole("heading", { name: "No access" }).waitFor();
    await main.getByText(`It takes the permission ${permission} on it, which an administrator can grant`).waitFor();
  });
});

it("a page whose permission is taken away meanwhile says which", { timeout: 120_000 }, async () => {
  const page = await house.adminPage();
  await page.goto("/people/teams");
  const search = page.getByRole("main").getByRole("searchbox");
  await search.waitFor();
  await page.route(/\/api\/teams\/search/, (route) =>
    route.fulfill({ status: 403, json: { message: "You may not do this.", messageId: "not_allowed" } }),
  );
  await page.route(/\/api\/user$/, async (route) => {
    const response = await route.fetch();
    const { actions, ...user } = (await response.json()) as { actions: readonly string[] };
    await route.fulfill({ response, json: { ...user, actions: actions.filter((one) => !one.startsWith("teams:")) } });
  });

  await search.fill("reeds");

  await page.getByRole("main").getByRole("heading", { name: "No access" }).waitFor();
  await page.getByRole("main").getByText("teams:read").waitFor();
});

it("a page of settings says what is missing once its person is an administrator no more", {
  timeout: 120_000,
}, async () => {
  const admin = await house.adminPage();
  const deputy = { email: "deputy@example.com", password: ADA.password, email_confirm: true };
  const headers = { authorization: `Bearer ${house.vedette.keys.secret_key}`, "sec-fetch-site": "same-origin" };
  const people = "/auth/v1/admin/users";
  const { id } = await (await admin.request.post(people, { headers, data: deputy })).json();
  const give = (role: string) => admin.request.patch(`/api/org/users/${id}`, { headers, data: { role } });
  await give("Admin");
  const page = await house.newPage();
  await post(page, "/api/login", deputy);
  await page.goto("/access/methods");
  await page.getByLabel("Email OTP length", { exact: true }).fill("7");

  await give("Viewer");
  await page.getByRole("button", { name: "Save changes" }).click();

  await page.getByRole("main").getByRole("heading", { name: "No access" }).waitFor();
  await page.getByRole("main").getByText("identity.settings:write").waitFor();
  // Others of this house choose the first person of all.
  expect((await admin.request.delete(`${people}/${id}`, { headers })).ok()).toBe(true);
});

describe("a list that does not come is told of, and asked for again", { timeout: 120_000 }, () => {
  it("where a team gets members and roles", async () => {
    const page = await house.adminPage();
    const { teamId } = (await post(page, "/api/teams", { name: "Bargees" })) as { teamId: number };
    const permissions = [{ action: "dashboards:read", scope: "*" }];
    await post(page, "/api/access-control/roles", { name: "Night watch", permissions });
    const letPeopleThrough = await refuseAnswers(page, /\/api\/users\?/);
    const letRolesThrough = await refuseAnswers(page, /\/api\/access-control\/teams\//);
    await page.goto(`/people/teams/${teamId}`);

    const roles = page.getByRole("region", { name: "Custom roles", exact: true });
    await roles.getByRole("alert").getByText("The lock is shut.").waitFor();
    await letRolesThrough();
    await roles.getByRole("button", { name: "Try again" }).click();
    await roles.getByRole("button", { name: "Give a role" }).waitFor();

    await page.getByRole("button", { name: "Add a member" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("alert").getByText("The lock is shut.").waitFor();
    await letPeopleThrough();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByRole("textbox").fill(ADA.email);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: `Remove ${ADA.email}` }).waitFor();
  });

  it("where a dashboard is moved", async () => {
    const page = await withDashboards("Goosander");
    const letThrough = await refuseAnswers(page, /\/api\/search\?.*type=dash-folder/);
    await page.goto("/dashboards?q=goosander");
    await page
      .getByRole("row", { name: /Goosander/ })
      .getByRole("button", { name: /^Actions/ })
      .click();
    await page.getByRole("menuitem", { name: /^Move/ }).click();
    const told = page.getByRole("dialog").getByRole("status").filter({ hasText: "The lock is shut." });
    await told.waitFor();
    await letThrough();
    await told.getByRole("button", { name: "Try again" }).click();
    await told.waitFor({ state: "detached" });
  });

  it("where the palette looks for dashboards, in place of finding nothing", async () => {
    const page = await withDashboards("Merganser");
    await page.goto("/help/shortcuts");
    await page.getByRole("heading", { name: "Everywhere" }).waitFor();
    const letThrough = await refuseAnswers(page, /\/search\?/);
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox").fill("merganser");
    const palette = page.getByRole("dialog");
    const told = palette.getByRole("status").filter({ hasText: "The lock is shut." });
    await told.waitFor();
    expect(await palette.getByText("Nothing matches").count()).toBe(0);
    await letThrough();
    await told.getByRole("button", { name: "Try again" }).click();
    await palette.getByRole("option", { name: /Merganser/ }).waitFor();
  });

  it("where a dashboard gets a star, or is shared", async () => {
    const page = await withDashboards("Kingfisher");
    const letStarsThrough = await refuseAnswers(page, /\/api\/user\/stars$/);
    await page.goto("/dashboards?q=kingfisher");
    const row = page.getByRole("row", { name: /Kingfisher/ });
    const ask = row.getByRole("button", { name: "The stars did not come: ask again" });
    await ask.waitFor();
    await letStarsThrough();
    await ask.click();
    await row.getByRole("button", { name: /^Mark/ }).waitFor();

    const letRulesThrough = await refuseAnswers(page, /\/api\/snapshot\/shared-options$/);
    await page.goto("/d/kingfisher");
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Share" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("alert").getByText("The lock is shut.").waitFor();
    await letRulesThrough();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.locator("button:enabled", { hasText: "Take a snapshot" }).waitFor();
  });
});

it("a new token says why no account can be chosen", { timeout: 120_000 }, async () => {
  const page = await house.adminPage();
  await post(page, "/api/serviceaccounts", { name: "Lock cameras", role: "Viewer" });
  const letThrough = await refuseAnswers(page, /\/api\/serviceaccounts\/search/);
  await page.goto("/settings/tokens");
  await page.getByRole("button", { name: "New token" }).first().click();
  const dialog = page.getByRole("dialog");
  const told = dialog.locator("[role=status], [role=alert]", { hasText: "The lock is shut." });
  await told.waitFor();
  await letThrough();
  await told.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("Lock cameras (Viewer)").first().waitFor();
});

describe("a page of which a part does not come", { timeout: 120_000 }, () => {
  beforeAll(async () => {
    const panels = [{ id: 1, type: "timeseries", title: "Gates", gridPos: { x: 0, y: 0, w: 12, h: 8 } }];
    await post(await house.adminPage(), DASHBOARDS, { metadata: { name: "locks" }, spec: { title: "Locks", panels } });
  });

  it.each([
    ["/", /\/v1\/namespaces\/default\/playlists/],
    ["/", /\/api\/users\?/],
    ["/", /\/api\/walls$/],
    ["/", /\/api\/search\?.*starred=true/],
    ["/dashboards", /\/api\/dashboards\/views/],
    ["/dashboards", /\/api\/dashboards\/tags/],
    ["/dashboards", /\/api\/search\?/],
    ["/d/locks", /\/api\/datasources$/],
    ["/d/locks", /\/api\/annotations/],
    ["/d/locks/edit", /\/api\/datasources$/],
    ["/d/locks/panels/1/edit", /\/api\/datasources$/],
    ["/d/locks/settings", /\/api\/datasources$/],
    ["/wall/pair", /\/v1\/namespaces\/default\/playlists/],
    ["/people/users", /\/api\/users\/providers/],
    ["/explore", /\/api\/datasources$/],
    ["/playlists/new", /\/api\/dashboards\/tags/],
    ["/account/identities", /\/auth\/v1\/settings/],
    ["/account/programs", /\/auth\/v1\/settings/],
    ["/access/providers/github", /\/admin\/providers/],
    ["/access/providers/new", /\/admin\/providers/],
    ["/access/templates/invite", /\/admin\/mail-templates/],
    ["/access/keys", /\/api\/system/],
  ])("%s says why, shows the rest, and asks again: %s", async (path, part) => {
    const page = await house.adminPage();
    const letThrough = await refuseAnswers(page, part);

    await page.goto(path);
    const told = page.getByRole("main").locator(":is([role=alert], [role=status])", { hasText: "The lock is shut." });
    await told.waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();

    await letThrough();
    await told.getByRole("button", { name: "Try again" }).click();
    await told.waitFor({ state: "detached" });
  });
});

describe("a page of the sign-in, while the server is in trouble", { timeout: 120_000 }, () => {
  const resting = { status: 503, json: { code: 503, error_code: "unavailable", msg: "The lock is shut." } };

  it.each([
    ["/sign-in/forgot", "E-mail", "ada@example.com"],
    ["/sign-in/verify", "E-mail", "ada@example.com"],
    ["/sign-in/sso", "Company address", "example.com"],
    ["/sign-in", "E-mail", "ada@example.com"],
    ["/sign-up", "E-mail", "grace@example.com"],
  ])("%s says why, keeps what was typed, and has the details", async (path, label, typed) => {
    const page = await house.newPage();
    await page.goto(path);
    await page.route(/\/(auth\/v1|api)\//, (route) =>
      route.request().method() === "POST" ? route.fulfill(resting) : route.continue(),
    );
    await page.getByLabel(label).first().fill(typed);
    const password = page.getByLabel("Password", { exact: true });
    if (path === "/sign-in" || path === "/sign-up") await password.fill("four words that stand apart");
    await page.getByLabel(label).first().press("Enter");

    const told = page.getByRole("alert").filter({ hasText: "The lock is shut." });
    await told.getByRole("button", { name: "Copy details" }).waitFor();
    expect(await page.getByLabel(label).first().inputValue()).toBe(typed);
  });

  it("/sign-in says that other ways did not come, and asks for them again", async () => {
    const page = await house.newPage();
    const letThrough = await refuseAnswers(page, /\/auth\/v1\/settings/);
    await page.goto("/sign-in");
    const told = page.getByRole("status").filter({ hasText: "Other ways to sign in: not all of this page came." });
    await told.getByRole("button", { name: "Copy details" }).waitFor();

    await letThrough();
    await told.getByRole("button", { name: "Try again" }).click();
    await page
      .getByRole("link", { name: /by mail|link or code/i })
      .first()
      .waitFor();
    expect(await told.count()).toBe(0);
  });

  it("/confirm keeps the link for another try", async () => {
    const page = await house.newPage();
    const verify = /\/auth\/v1\/verify/;
    await page.route(verify, (route) => route.fulfill(resting));
    await page.goto("/confirm?token_hash=pkce_6f0c&type=signup");
    const told = page.getByRole("alert").filter({ hasText: "The lock is shut." });
    await told.waitFor();

    await page.unroute(verify);
    await told.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "This link did not work" }).waitFor();
  });
});

describe("what somebody does while the server is in trouble has the details", { timeout: 120_000 }, () => {
  const resting = { status: 503, json: { message: "The lock is shut." } };

  it.each([
    [
      "pairing a wall",
      "/wall/pair",
      /\/api\/walls$/,
      async (page: Page) => {
        await page.getByLabel("Code").fill("ABC234");
        await page.getByLabel("Name").fill("Hall");
        await page.getByRole("button", { name: "Pair wall" }).click();
      },
    ],
    [
      "inviting somebody",
      "/people/users?invite=1",
      /\/api\/.*invit/,
      async (page: Page) => {
        await page.getByRole("dialog").getByLabel("E-mail").fill("late@example.com");
        await page.getByRole("dialog").getByLabel("E-mail").press("Enter");
      },
    ],
    [
      "saving settings",
      "/access/methods",
      /\/config\/auth$/,
      async (page: Page) => {
        await page.getByText("Nobody can create an account of their own").click();
        await page.getByRole("button", { name: "Save" }).click();
      },
    ],
  ])("%s", async (_, path, call, act) => {
    const page = await house.adminPage({});
    await page.goto(path);
    await page.route(call, (route) => (route.request().method() === "GET" ? route.continue() : route.fulfill(resting)));

    await act(page);

    const told = page.getByRole("alert").filter({ hasText: "The lock is shut." });
    await told.getByRole("button", { name: "Copy details" }).waitFor();
  });

  it("and asks again for what a token may do", async () => {
    const page = await house.adminPage();
    const letThrough = await refuseAnswers(page, /\/access-control\/user\/permissions/);
    await page.goto("/account/tokens");
    await page.getByRole("button", { name: "New token" }).first().click();
    const dialog = page.getByRole("dialog");
    const told = dialog.getByRole("alert").filter({ hasText: "The lock is shut." });

    await letThrough();
    await told.getByRole("button", { name: "Try again" }).click();

    await dialog.getByText(/^\d+ permissions$/).waitFor();
    expect(await told.count()).toBe(0);
  });

  it("and asks again for dashboards to export", async () => {
    const page = await withDashboards("Eddy");
    await page.goto("/dashboards?q=eddy");
    const letThrough = await refuseAnswers(page, /\/dashboards\/eddy(\/dto)?$/);
    await page.getByRole("checkbox", { name: "Select all of this page" }).check();
    await page.getByRole("region", { name: "Selected dashboards" }).getByRole("button", { name: "Export" }).click();
    const dialog = page.getByRole("dialog");
    const told = dialog.getByRole("alert").filter({ hasText: "The lock is shut." });

    await letThrough();
    await told.getByRole("button", { name: "Try again" }).click();

    await told.waitFor({ state: "detached" });
  });

  it.each([
    ["tags", "/dashboards", /\/api\/dashboards\/tags/, "Any tag", "Starred"],
    ["data sources", "/explore", /\/api\/datasources$/, "Data source", "Split"],
  ])("keeps the place of %s on a phone: what stands after them does not move", async (_, path, url, late, after) => {
    const page = await house.adminPage({ viewport: { width: 390, height: 844 } });
    await post(page, DASHBOARDS, { metadata: { generateName: "tagged-" }, spec: { title: "Tagged", tags: ["weir"] } });
    const name = `Millrace of ${late}`;
    await post(page, "/api/datasources", { name, type: "prometheus", url: "http://127.0.0.1:9", access: "proxy" });
    const letGo = await holdAnswers(page, url);
    await page.goto(path);
    const placeOf = () => page.getByRole("button", { name: after, exact: true }).boundingBox();

    await page.getByRole("button", { name: late }).waitFor();
    const before = await placeOf();
    const answered = page.waitForResponse(url);
    letGo();
    await answered;
    await page.getByRole("button", { name: late === "Any tag" ? late : "Vedette" }).click();
    await page
      .getByRole(late === "Any tag" ? "menuitemradio" : "option", { name: late === "Any tag" ? /weir/ : name })
      .waitFor();

    expect((await placeOf())?.y).toBe(before?.y);
  });

  const lines = `sum by (job) (\n\trate(up{job=~"${"weir|".repeat(20)}"}[5m])\n)\n/ on (job)\n${"a_long_name_".repeat(30)}`;
  const written = { "one line": "up", lines } as const;

  it.each([
    ["one line", 390],
    ["one line", 1280],
    ["lines", 390],
    ["lines", 1280],
  ] as const)("nor does the editor of queries with %s in it move anything that comes at %i px", async (what, width) => {
    const text = written[what];
    const page = await house.adminPage({ viewport: { width, height: 844 } });
    const letGo = await holdAnswers(page, /\/promql-editor-.*\.js/);
    await page.goto("/explore");
    const field = page.getByRole("textbox", { name: "Query A" });
    const placeOf = () => page.getByRole("button", { name: "Add query" }).boundingBox();
    await field.fill(text);
    const before = await placeOf();
    await page.evaluate(watchShifts);

    letGo();
    await page.locator(".cm-content").waitFor();

    expect(await placeOf()).toEqual(before);
    // Nor for the blink of an eye.
    expect(await page.evaluate(() => document.documentElement.dataset["shifts"])).toBe("0");
    expect(await page.locator(".cm-line").allTextContents()).toEqual(text.split("\n"));
  });
});

/** Counts, at the page itself, how often something on it moves. */
function watchShifts(): void {
  const { dataset } = document.documentElement;
  dataset["shifts"] = "0";
  const count = (entries: PerformanceObserverEntryList) => {
    dataset["shifts"] = String(Number(dataset["shifts"]) + entries.getEntries().length);
  };
  new PerformanceObserver(count).observe({ type: "layout-shift" });
}
