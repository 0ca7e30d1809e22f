import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMailServer } from "../../services/delivery/test/mail-server.ts";
import { openOpenIdProvider } from "../../services/identity/test/openid-provider.ts";
import { PERSISTENT, startSamlIdentityProvider } from "../../services/identity/test/saml-identity-provider.ts";
import { atKeyboard } from "./at-keyboard.ts";
import {
  ADA,
  type BrowserHouse,
  DASHBOARDS,
  mailedCode,
  openFreshHouse,
  PLAYLISTS,
  post,
  withPasskeys,
} from "./browser-house.ts";

let house: BrowserHouse;
let provider: Awaited<ReturnType<typeof openOpenIdProvider>>;
let page: Page;
beforeAll(async () => {
  provider = await openOpenIdProvider({
    countess: { name: "Ada", email: "countess@example.org", email_verified: true },
    eve: { name: "Eve", email: "eve@corp.example" },
  });
  house = await openFreshHouse({
    VEDETTE_EXTERNAL_KEYCLOAK_ENABLED: "true",
    VEDETTE_EXTERNAL_KEYCLOAK_CLIENT_ID: provider.clientId,
    VEDETTE_EXTERNAL_KEYCLOAK_SECRET: provider.secret,
    VEDETTE_EXTERNAL_KEYCLOAK_URL: provider.issuer,
    VEDETTE_SECURITY_MANUAL_LINKING_ENABLED: "true",
    VEDETTE_SAML_ENABLED: "true",
    VEDETTE_PASSKEY_ENABLED: "true",
    VEDETTE_EXTERNAL_PHONE_ENABLED: "true",
    VEDETTE_SMS_USE_INBOX: "true",
    VEDETTE_SMS_TEST_OTP: "15005550006=135790",
    VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS: new URL(provider.issuer).host,
  });
  await provider.serve(`${house.url}/auth/v1/callback`, `${house.url}/auth/v1/sso/oidc/callback/${COMPANY}`);
  page = await house.newPage();
}, 120_000);
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** The id of its single sign-on. */
const COMPANY = "5a1c0f3e-8a53-4a0b-9a3e-2f0f6d1f7c11";

const GAUGES = [1, 2].map((id) => ({
  id,
  type: "timeseries",
  title: `Gauge ${id}`,
  gridPos: { x: (id - 1) * 12, y: 0, w: 12, h: 8 },
  targets: [{ refId: "A", expr: "vector(42)" }],
}));

describe("by keyboard alone, somebody", () => {
  it("sets the place up", async () => {
    const { type, tabTo, press } = atKeyboard(page);
    await page.goto(house.vedette.keys.setup_url ?? "");
    await page.getByRole("textbox", { name: "E-mail" }).waitFor();
    await type(ADA.email);
    await tabTo(page.getByRole("textbox", { name: "Password", exact: true }));
    await type(ADA.password);
    await press("Enter");
    for (const [step, name] of [
      ["Address", "Go on"],
      ["Mail", "Go on"],
      ["Look around", "Finish"],
    ] as const) {
      await page.getByRole("heading", { name: step, level: 2 }).waitFor();
      await tabTo(page.getByRole("button", { name }).and(page.locator(":enabled")));
      await press("Enter");
    }

    await page.getByRole("heading", { name: "Home" }).waitFor();
  });

  it("signs in at the second try, finds a dashboard, and looks at another range and at one panel", async () => {
    const { type, tabTo, press, enter, inHand } = atKeyboard(page);
    const other = await house.adminPage();
    const spec = { title: "Lock and weir", tags: ["water"], panels: GAUGES };
    await post(other, DASHBOARDS, { metadata: { name: "lock" }, spec });

    await page.context().clearCookies();
    await page.goto("/sign-in");
    await page.getByRole("textbox", { name: "E-mail" }).waitFor();
    await type(ADA.email);
    await press("Tab");
    await type("not the password");
    await press("Enter");
    await page.getByRole("alert").filter({ hasText: "wrong" }).waitFor();
    await press("ControlOrMeta+A");
    await type(ADA.password);
    await press("Enter");
    await page.getByRole("heading", { name: "Home" }).waitFor();

    await press("g", "d");
    await page.getByRole("searchbox", { name: "Search dashboards" }).waitFor();
    await press("/");
    await type("weir");
    await page.waitForURL("**/dashboards?q=weir");
    await enter(page.getByRole("link", { name: "Lock and weir" }));
    await page.locator('[data-dashboard-uid="lock"]').waitFor();

    await press("t", "t");
    await enter(page.getByRole("button", { name: "Last 15 minutes" }));
    await page.waitForURL(/from=now-15m&to=now/);

    await tabTo(page.getByRole("button", { name: "Menu of Gauge 1" }));
    await press("t", "ArrowRight");
    await page.waitForURL(/from=\d{13}&to=\d{13}/);
    await expect.poll(inHand, { timeout: 5000 }).toBe("Menu of Gauge 1");
    await press("ArrowRight", "v");
    await page.waitForURL(/viewPanel=2/);
    await press("Escape");
    await page.waitForURL((url) => !url.search.includes("viewPanel"));
  });

  it("makes a dashboard, whose proposed title goes with the first letter, and adds a panel to it", async () => {
    const { type, press, tabTo, enter, inHand } = atKeyboard(page);
    await page.goto("/dashboards");
    await enter(page.getByRole("link", { name: "New", exact: true }));
    await tabTo(page.getByRole("textbox", { name: "Title" }));
    await type("Fuel depot");
    await press("Enter");
    await page.waitForURL(/\/d\/fuel-depot-[a-z0-9]+/);
    await page.getByRole("heading", { name: "Fuel depot" }).waitFor();

    await press("a");
    await page.waitForURL(/\/panels\/\d+\/edit/);
    await expect.poll(inHand, { timeout: 5000 }).toBe("Choose a kind");
    await tabTo(page.locator('.cm-content[aria-label="Query A"]'), "Shift+Tab");
    await press("ControlOrMeta+A");
    await type("vector(42)");
    await press("Escape", "Tab", "ControlOrMeta+S");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "What changed and why" }).waitFor();
    await type("The first tank");
    await press("Enter");
    await dialog.waitFor({ state: "detached" });
    const [, name] = /\/d\/([\w-]+)/.exec(page.url()) ?? [];
    const { spec } = await (await page.request.get(`${DASHBOARDS}/${name}`)).json();
    expect(spec.panels.at(-1).targets[0].expr).toBe("vector(42)");
  });

  it("edits a panel, saves it beside what somebody else saved, and restores what was", async () => {
    const { type, tabTo, press, enter } = atKeyboard(page);
    await page.goto("/d/lock");
    await page.locator('[data-panel-id="1"][data-panel-state="done"]').waitFor();
    await tabTo(page.getByRole("button", { name: /Gauge 1/ }).first());
    await press("e");
    await page.getByRole("heading", { level: 2, name: "Gauge 1" }).waitFor();
    await enter(page.getByRole("link", { name: "Queries and all options" }));
    await page.waitForURL("**/d/lock/panels/1/edit");
    await tabTo(page.locator('.cm-content[aria-label="Query A"]'));
    await press("ControlOrMeta+A");
    await type("vector(7)");
    const { metadata, spec } = await (await page.request.get(`${DASHBOARDS}/lock`)).json();
    const theirs = spec.panels.map((panel: object) => ({ ...panel, targets: [{ refId: "A", expr: "vector(8)" }] }));
    const headers = { "sec-fetch-site": "same-origin" };
    const data = { metadata, spec: { ...spec, panels: theirs } };
    expect((await page.request.put(`${DASHBOARDS}/lock`, { data, headers })).ok()).toBe(true);
    await press("Escape", "Tab", "ControlOrMeta+S");
    const dialog = page.getByRole("dialog");
    await enter(dialog.getByRole("button", { name: "Save" }));
    await dialog.getByText("Somebody saved in between").waitFor();
    await enter(dialog.getByRole("button", { name: "Save" }));
    await dialog.waitFor({ state: "detached" });
    const expressions = async () =>
      (await (await page.request.get(`${DASHBOARDS}/lock`)).json()).spec.panels.map(
        ({ targets }: { targets: { expr: string }[] }) => targets[0]?.expr,
      );
    expect(await expressions()).toEqual(["vector(7)", "vector(8)"]);

    await page.goto("/d/lock/history");
    await enter(page.getByRole("button", { name: "Restore version 1" }));
    await enter(dialog.getByRole("button", { name: "Restore" }));
    await page.getByRole("rowheader", { name: "Version 4" }).waitFor();
    expect(await expressions()).toEqual(["vector(42)", "vector(42)"]);
  });

  it("chooses theirs where somebody changed the same in between", async () => {
    const { type, tabTo, press, enter } = atKeyboard(page);
    const title = async () => (await (await page.request.get(`${DASHBOARDS}/lock`)).json()).spec.panels[0].title;
    await page.goto("/d/lock/panels/1/edit");
    const field = page.getByLabel("Title", { exact: true });
    await tabTo(field);
    await press("ControlOrMeta+A");
    await type("Mine");
    const { metadata, spec } = await (await page.request.get(`${DASHBOARDS}/lock`)).json();
    const [first, ...others] = spec.panels;
    const data = { metadata, spec: { ...spec, panels: [{ ...first, title: "Theirs" }, ...others] } };
    const headers = { "sec-fetch-site": "same-origin" };
    expect((await page.request.put(`${DASHBOARDS}/lock`, { data, headers })).ok()).toBe(true);

    await press("ControlOrMeta+S");
    const dialog = page.getByRole("dialog");
    await enter(dialog.getByRole("button", { name: "Save" }));
    await enter(dialog.getByRole("button", { name: /Panel “Mine”: Title/ }));
    await page.getByRole("option", { name: "Theirs" }).waitFor();
    await press("ArrowDown", "Enter");
    await enter(dialog.getByRole("button", { name: "Save" }));
    await dialog.waitFor({ state: "detached" });
    expect(await title()).toBe("Theirs");
    await expect.poll(() => field.inputValue(), { timeout: 5000 }).toBe("Theirs");
  });

  it("is told of the next page, and goes on in its content or where it was when what it pressed goes away", async () => {
    const { press, enter, inHand } = atKeyboard(page);
    const placeInHand = () => page.evaluate(() => document.activeElement?.id);
    await page.goto("/dashboards");
    await enter(page.getByRole("link", { name: "Lock and weir" }));
    await page.getByRole("status").filter({ hasText: "Lock and weir · Dashboards · Vedette" }).waitFor();
    await expect.poll(placeInHand, { timeout: 5000 }).toBe("content");

    await enter(page.getByRole("button", { name: "Present" }), "Shift+Tab");
    await page.waitForURL(/kiosk/);
    await expect.poll(placeInHand, { timeout: 5000 }).toBe("content");

    await page.goto("/d/lock/edit");
    await enter(page.getByRole("button", { name: /^Actions for Gauge 2/ }));
    await page.getByRole("menuitem", { name: "Remove" }).waitFor();
    await page.keyboard.type("Rem");
    await press("Enter");
    await enter(page.getByRole("button", { name: /^Undo/ }), "Shift+Tab");
    await expect.poll(inHand, { timeout: 5000 }).toMatch(/^Redo/);
    await enter(page.getByRole("button", { name: /^Redo/ }));
    await expect.poll(inHand, { timeout: 5000 }).not.toBe("");
    await enter(page.getByRole("button", { name: /^Undo/ }), "Shift+Tab");
    await page.getByRole("button", { name: /^Undo/ }).and(page.locator(":disabled")).waitFor();
  });

  it("hears how much a search finds", async () => {
    const { press, type } = atKeyboard(page);
    await page.goto("/dashboards");
    await page.getByRole("searchbox", { name: "Search dashboards" }).waitFor();
    await press("/");
    await type("weir");
    await page
      .getByRole("status")
      .filter({ hasText: /^1 found$/ })
      .waitFor({ state: "attached" });
    await type(" of nowhere");
    await page.getByRole("status").filter({ hasText: "Nothing found" }).waitFor({ state: "attached" });
  });

  it("sees on a phone what it has in hand, above the navigation", async () => {
    const phone = await house.adminPage({ viewport: { width: 390, height: 700 } });
    const { tabTo } = atKeyboard(phone);
    await phone.goto("/access/providers/github");
    await tabTo(
      phone
        .getByRole("button", { name: "Save changes" })
        .or(phone.getByRole("textbox", { name: "Secret" }))
        .last(),
    );
    await phone.goto("/d/lock/settings");
    await phone.getByRole("textbox", { name: "Title" }).waitFor();
    await tabTo(phone.getByRole("textbox").last());

    // All of it, although the row of tabs goes on beyond the window.
    await phone.goto("/people/users");
    const tab = phone.getByRole("navigation", { name: "People" }).getByRole("link", { name: "Roles" });
    await tabTo(tab);
    const { x = 0, width = 0 } = (await tab.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(390);

    // Below a bar that has two lines, as its export buttons have no room beside the title.
    await phone.setViewportSize({ width: 390, height: 500 });
    await phone.goto("/audit");
    const details = phone.getByRole("table").getByRole("button").first();
    await details.waitFor();
    const { height = 0 } = (await phone.locator(".v-bar").boundingBox()) ?? {};
    await details.evaluate((button, edge) => {
      document.body.style.paddingBottom = "1000px";
      scrollTo(0, scrollY + button.getBoundingClientRect().top - edge);
    }, height - 10);
    await details.focus();
    expect((await details.boundingBox())?.y).toBeGreaterThanOrEqual(height);
  });

  it("sees what it has in hand between heads, searches and feet that stay while rows scroll", async () => {
    const targets = Array.from({ length: 26 }, (_, at) => ({
      refId: `Q${at}`,
      expr: `vector(${at})`,
      legendFormat: `lock ${at}`,
    }));
    const table = {
      id: 1,
      type: "table",
      title: "Locks",
      gridPos: { x: 0, y: 0, w: 12, h: 8 },
      targets: targets.slice(0, 12),
      transformations: [{ id: "reduce", options: { reducers: ["lastNotNull"] } }],
      options: { footer: { show: true, reducer: ["sum"] } },
      fieldConfig: {
        defaults: { links: [{ title: "Home", url: "/" }], custom: { filterable: true } },
        overrides: [],
      },
    };
    const chart = {
      id: 2,
      type: "timeseries",
      title: "Levels",
      gridPos: { x: 12, y: 0, w: 12, h: 9 },
      targets,
      options: { legend: { displayMode: "table", placement: "bottom", calcs: ["last"] } },
    };
    await post(page, DASHBOARDS, { metadata: { name: "locks" }, spec: { title: "Locks", panels: [table, chart] } });
    const { tabTo } = atKeyboard(page);
    await page.goto("/d/locks");
    const rows = page.locator(".v-data-table tbody a");
    await rows.first().focus();
    await tabTo(rows.filter({ hasText: /^11$/ }));
    await tabTo(rows.first(), "Shift+Tab");
    await page.getByRole("button", { name: "lock 25" }).focus();
    await tabTo(page.getByRole("searchbox", { name: "Search series" }), "Shift+Tab");
  });

  it("makes a playlist of a dashboard and of a tag", async () => {
    const { type, enter } = atKeyboard(page);
    await page.goto("/playlists");
    await enter(page.getByRole("link", { name: "New playlist" }));
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    await type("Lock keepers");
    await enter(page.getByRole("button", { name: "Add Lock and weir" }));
    await enter(page.getByRole("button", { name: "Add every dashboard with the tag water" }));
    await enter(page.getByRole("button", { name: "Create playlist" }));
    await page.waitForURL(/\/playlists\/lock-keepers-/);

    const name = page.url().split("/").at(-1);
    const { spec } = await (await page.request.get(`${PLAYLISTS}/${name}`)).json();
    expect(spec.items).toEqual([
      { type: "dashboard_by_uid", value: "lock" },
      { type: "dashboard_by_tag", value: "water" },
    ]);
  });

  it("pairs a wall and removes it", async () => {
    const { type, press, enter, inHand } = atKeyboard(page);
    const wish = JSON.stringify({ playlist: "welcome", name: "hall-pc" });
    const asked = { method: "POST", headers: { "content-type": "application/json" }, body: wish };
    const { code } = await (await fetch(`${house.url}/api/wall/pairing`, asked)).json();
    await page.goto("/walls");
    await enter(page.getByRole("main").getByRole("link", { name: "Pair a wall" }));
    await page.getByLabel("Code on the wall").waitFor();
    await type(code);
    await press("Enter");
    await enter(page.getByRole("button", { name: "Actions for hall-pc" }));
    await page.getByRole("menuitem", { name: "Remove" }).waitFor();
    await type("Rem");
    await press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(inHand, { timeout: 5000 }).toBe("Actions for hall-pc");
    await press("Enter");
    await page.getByRole("menuitem", { name: "Remove" }).waitFor();
    await type("Rem");
    await press("Enter");
    await enter(dialog.getByRole("button", { name: "Remove wall" }));

    await page.getByText("No walls yet").waitFor();
  });

  it("invites somebody, who joins and whose link then is spent", async () => {
    const { type, press, enter, inHand } = atKeyboard(page);
    await page.goto("/people/users");
    await enter(page.getByRole("button", { name: "Invite" }));
    await page.getByRole("dialog").getByRole("textbox", { name: "E-mail" }).waitFor();
    await type("grace@example.com");
    await press("Enter");
    await page.getByRole("status").filter({ hasText: "grace@example.com" }).waitFor();
    await expect.poll(inHand, { timeout: 5000 }).toBe("Invite");
    await page.goto("/inbox");
    await enter(page.getByRole("link", { name: /invited/ }));
    const link = page.getByRole("link", { name: /\/auth\/v1\/verify/ });
    const address = (await link.getAttribute("href")) ?? "";

    const guest = await house.newPage();
    const theirs = atKeyboard(guest);
    await guest.goto(address);
    await guest.getByRole("textbox", { name: "Password", exact: true }).waitFor();
    await theirs.type("tall ships at anchor");
    await theirs.press("Enter");
    await guest.getByRole("heading", { name: "Home" }).waitFor();
    await guest.context().clearCookies();
    await guest.goto(address);
    await guest.getByRole("heading", { name: "This link did not work" }).waitFor();
    await theirs.enter(guest.getByRole("link", { name: "Back to sign-in" }));
    await guest.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  it("links an identity, signs in with it and takes it away", async () => {
    const { type, press, tabTo, enter } = atKeyboard(page);
    const sayName = async (name: string) => {
      await page.waitForURL(`${provider.issuer}/**`);
      await tabTo(page.getByRole("textbox", { name: "Name" }));
      await type(name);
      await press("Enter");
    };
    await page.goto("/account/identities");
    await enter(page.getByRole("button", { name: "Link Keycloak" }));
    await sayName("countess");
    await page.getByText("The account is linked.").waitFor();
    await page.context().clearCookies();
    await page.goto("/sign-in");
    await enter(page.getByRole("link", { name: "Go on with Keycloak" }));
    await sayName("countess");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.goto("/account/identities");
    await enter(page.getByRole("button", { name: "Remove: Keycloak" }));
    await enter(page.getByRole("dialog").getByRole("button", { name: "Remove" }));

    await page
      .getByRole("list", { name: "Identities" })
      .getByText("countess@example.org")
      .waitFor({ state: "detached" });
  });

  it("signs in by a code of a mail, by one for a phone, and by a passkey", async () => {
    const { type, press, tabTo, enter } = atKeyboard(page);
    const isHome = () => page.getByRole("heading", { name: "Home" }).waitFor();
    const code = page.getByRole("textbox", { name: "Code", exact: true });
    const { uid } = await (await page.request.get("/api/user")).json();
    const { secret_key: key } = house.vedette.keys;
    const headers = { apikey: key, authorization: `Bearer ${key}` };
    const data = { phone: "15005550006", phone_confirm: true };
    expect((await page.request.put(`/auth/v1/admin/users/${uid}`, { headers, data })).ok()).toBe(true);
    const reader = await house.adminPage();

    await page.context().clearCookies();
    await page.goto("/sign-in");
    await enter(page.getByRole("link", { name: "Send me a link or code" }));
    await page.waitForURL("**/sign-in/verify?via=email**");
    await tabTo(page.getByRole("textbox", { name: "E-mail" }));
    await press("ControlOrMeta+A");
    await type(ADA.email);
    await press("Enter");
    await tabTo(code);
    await type(await mailedCode(reader, ADA.email));
    await isHome();

    await page.context().clearCookies();
    await page.goto("/sign-in");
    await enter(page.getByRole("link", { name: "Use a phone number" }));
    await page.waitForURL("**/sign-in/verify?via=phone**");
    await tabTo(page.getByRole("textbox", { name: "Phone" }));
    await type("+15005550006");
    await press("Enter");
    await tabTo(code);
    await type("135790");
    await isHome();

    await withPasskeys(page);
    await page.goto("/account/identities");
    await enter(page.getByRole("button", { name: "Add a passkey" }));
    await page.getByRole("list", { name: "Passkeys" }).getByRole("listitem").waitFor();
    await page.context().clearCookies();
    await page.goto("/sign-in");
    await enter(page.getByRole("button", { name: "Use a passkey" }));
    await isHome();
  });

  it("adds a second factor, signs in with it and removes it", async () => {
    const { type, press, tabTo, enter, inHand } = atKeyboard(page);
    const dialog = page.getByRole("dialog");
    await page.goto("/account/identities");
    await enter(page.getByRole("button", { name: "Add a second factor" }));
    await tabTo(dialog.getByRole("textbox", { name: "Name" }));
    await type("Work phone");
    await press("Enter");
    const secret = (await dialog.locator("code").textContent()) ?? "";
    // Each code once: the app's next one is taken a little early.
    const codeIn = (seconds: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + 1000 * seconds });
    await tabTo(dialog.getByRole("textbox", { name: "Code of the app" }));
    await type(codeIn(0));
    await dialog.waitFor({ state: "detached" });

    await page.context().clearCookies();
    await page.goto("/sign-in");
    await tabTo(page.getByRole("textbox", { name: "E-mail" }));
    await press("ControlOrMeta+A");
    await type(ADA.email);
    await tabTo(page.getByRole("textbox", { name: "Password", exact: true }));
    await type(ADA.password);
    await press("Enter");
    await tabTo(page.getByRole("textbox", { name: "Code of your authenticator app" }));
    await type(codeIn(30));
    await page.getByRole("heading", { name: "Home" }).waitFor();

    await page.goto("/account/identities");
    const remove = page.getByRole("button", { name: "Remove: Authenticator app: Work phone" });
    await enter(remove);
    await enter(dialog.getByRole("button", { name: "Remove" }));
    await remove.waitFor({ state: "detached" });
    await expect.poll(inHand, { timeout: 5000 }).not.toBe("");
  });

  it("signs in at the company whose domain the address has", async () => {
    const data = {
      id: COMPANY,
      type: "oidc",
      domains: ["corp.example"],
      oidc: { issuer: provider.issuer, client_id: provider.clientId, client_secret: provider.secret },
    };
    const headers = { authorization: `Bearer ${house.vedette.keys.secret_key}` };
    expect((await page.request.post("/auth/v1/admin/sso/providers", { headers, data })).status()).toBe(201);
    const other = await house.newPage();
    const { type, press, tabTo, enter } = atKeyboard(other);

    await other.goto("/sign-in");
    await enter(other.getByRole("link", { name: "Single sign-on" }));
    await tabTo(other.getByRole("textbox", { name: "Company address" }));
    await type("eve@corp.example");
    await press("Enter");
    await other.waitForURL(`${provider.issuer}/**`);
    await tabTo(other.getByRole("textbox", { name: "Name" }));
    await type("eve");
    await press("Enter");
    await other.getByRole("heading", { name: "Home" }).waitFor();
  });

  it("signs in with the SAML identity provider of the company", async () => {
    const company = await startSamlIdentityProvider();
    company.signInAs({ nameId: "grace", nameIdFormat: PERSISTENT, attributes: { email: "grace@saml.example" } });
    const headers = { authorization: `Bearer ${house.vedette.keys.secret_key}` };
    const data = { type: "saml", metadata_xml: company.metadata(), domains: ["saml.example"] };
    expect((await page.request.post("/auth/v1/admin/sso/providers", { headers, data })).status()).toBe(201);
    const other = await house.newPage();
    const { type, press, tabTo, enter } = atKeyboard(other);

    await other.goto("/sign-in");
    await enter(other.getByRole("link", { name: "Single sign-on" }));
    await tabTo(other.getByRole("textbox", { name: "Company address" }));
    await type("grace@saml.example");
    await press("Enter");
    await other.getByRole("heading", { name: "Home" }).waitFor();
    expect(await (await other.request.get("/api/user")).json()).toMatchObject({ email: "grace@saml.example" });
  });

  it("names a mail server and reads what it said", async () => {
    const { type, press, tabTo, enter } = atKeyboard(page);
    const mail = await startMailServer();
    await page.goto("/access/mail");
    await tabTo(page.getByRole("textbox", { name: "Host" }));
    await press("ControlOrMeta+A");
    await type("127.0.0.1");
    await tabTo(page.getByRole("textbox", { name: "Port" }));
    await press("ControlOrMeta+A");
    await type(String(mail.port));
    await enter(page.getByRole("button", { name: "Save changes" }));
    await page.getByText("Saved, and in force.").waitFor();
    await enter(page.getByRole("button", { name: "Send me a test" }));

    await page.getByText(`The server took a mail to ${ADA.email}.`).waitFor();
    await page.getByRole("region", { name: "What was said" }).getByText(`C: RCPT TO:<${ADA.email}>`).waitFor();
  });

  it("gives a hook another secret and tries it", async () => {
    const { type, press, tabTo, enter, inHand } = atKeyboard(page);
    await page.goto("/access/hooks");
    const send = page.getByRole("region", { name: "Sending text messages" });
    await tabTo(send.getByRole("textbox", { name: "Uri" }));
    await type(new URL("/hook", provider.issuer).href);
    await enter(page.getByRole("button", { name: "Save changes" }));
    for (const count of ["one secret", "2 secrets"]) {
      await enter(page.getByRole("button", { name: "New secret: Sending text messages" }));
      const dialog = page.getByRole("dialog");
      expect(await dialog.getByRole("textbox", { name: "Secret" }).inputValue()).toMatch(/^v1,whsec_/);
      await press("Escape");
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("cell", { name: count }).waitFor();
      await expect.poll(inHand, { timeout: 5000 }).toBe("New secret: Sending text messages");
    }
    await enter(page.getByRole("button", { name: "Forget the old: Sending text messages" }), "Shift+Tab");
    await page.getByRole("cell", { name: "one secret" }).waitFor();
    await enter(page.getByRole("button", { name: "Try it" }));

    await page.getByRole("row").filter({ hasText: "Sending text messages" }).getByText("try").waitFor();
  });

  it("adds an external group to a team and removes it", async () => {
    const { type, press, enter, inHand } = atKeyboard(page);
    await page.goto("/people/teams");
    await enter(page.getByRole("button", { name: "New team" }).first());
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).waitFor();
    await type("Night watch");
    await press("Enter");
    await page.getByRole("heading", { name: "Night watch" }).waitFor();
    await enter(page.getByRole("button", { name: "Add a group" }));
    await page.getByRole("dialog").getByRole("textbox", { name: "Group" }).waitFor();
    await type("cn=ops,dc=example");
    await press("Enter");
    const remove = page.getByRole("button", { name: "Remove cn=ops,dc=example" });
    await remove.waitFor();
    await expect.poll(inHand, { timeout: 5000 }).toBe("Add a group");
    await enter(remove);
    await enter(page.getByRole("dialog").getByRole("button", { name: "Remove" }));

    await remove.waitFor({ state: "detached" });
    await expect.poll(inHand, { timeout: 5000 }).not.toBe("");
  });

  it("makes a token and revokes it", async () => {
    const { type, press, enter, inHand } = atKeyboard(page);
    await page.goto("/people/service-accounts");
    await enter(page.getByRole("button", { name: "New service account" }).first());
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).waitFor();
    await type("Deploy");
    await press("Enter");
    await page.getByRole("heading", { name: "Deploy" }).waitFor();
    await enter(page.getByRole("button", { name: "New token" }));
    await dialog.getByRole("textbox", { name: "Name" }).waitFor();
    await type("ci");
    await press("Enter");
    await enter(dialog.getByRole("button", { name: "Done" }));
    await dialog.waitFor({ state: "detached" });
    await expect.poll(inHand, { timeout: 5000 }).toBe("New token");
    const revoke = page.getByRole("button", { name: "Revoke ci" });
    await enter(revoke);
    await enter(dialog.getByRole("button", { name: "Revoke", exact: true }));

    await revoke.waitFor({ state: "detached" });
    await expect.poll(inHand, { timeout: 5000 }).not.toBe("");
  });

  it("explores", async () => {
    const { type, press, tabTo } = atKeyboard(page);
    await press("g", "e");
    await tabTo(page.locator('.cm-content[aria-label="Query A"]'));
    await type("vector(6) * 7");
    await press("Escape", "ControlOrMeta+Enter");

    await page.getByRole("article", { name: "Table" }).getByText("42", { exact: true }).first().waitFor();
  });

  it("reads it all in the audit log", async () => {
    const { enter } = atKeyboard(page);
    await page.goto("/audit?size=100");
    const events = ["Signed up", "Accepted an invitation", "Way to sign in added", "Way to sign in removed"];
    for (const event of events) await page.getByRole("button", { name: event, exact: true }).first().waitFor();
    await page
      .getByRole("row")
      .filter({ hasText: ADA.email })
      .filter({ hasText: "Settings changed" })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Invited somebody" }).first().waitFor();
    await enter(page.getByRole("button", { name: "Settings changed" }).first());
    await page.waitForURL(/action=setting_changed/);
    await enter(page.getByRole("button", { name: /×/ }), "Shift+Tab");
    await page.waitForURL((url) => !url.search.includes("action"));
    await enter(page.getByRole("link", { name: "Dashboards, teams and walls" }), "Shift+Tab");
    await page.waitForURL("**/audit/changes**");
    const changes = [
      "Dashboard: changed",
      "Playlist: made",
      "Wall: paired",
      "Wall: removed",
      "Group of a team: added",
      "Group of a team: removed",
      "Token of a service account: made",
      "Token of a service account: deleted",
    ];
    for (const change of changes) await page.getByRole("button", { name: change, exact: true }).first().waitFor();
  });

  it("leaves by the menu of the account", async () => {
    const { type, press, enter } = atKeyboard(page);
    await press("Escape");
    await enter(page.getByRole("button", { name: /Account/ }), "Shift+Tab");
    await page.getByRole("menu").waitFor();
    await type("Sign");
    await press("Enter");

    await page.waitForURL("**/sign-in**");
  });
});
