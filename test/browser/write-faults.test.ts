import { TOTP } from "otpauth";
import type { Page, Request, Route } from "playwright-core";
import { afterAll, beforeAll, describe, type ExpectStatic, expect, it } from "vitest";
import { openShop, SHOP_ENV, type Shop } from "../../scripts/pictures/shop.ts";
import { call } from "../call.ts";
import { ADA, type BrowserHouse, DASHBOARDS, openFreshHouse, PLAYLISTS, post } from "./browser-house.ts";
import { ACME } from "./custom-provider.ts";
import { type Lanes, lanesOf } from "./lanes.ts";

const FAULTS = ["resting", "refused", "silent", "foreign"] as const;

/** What becomes of something that is sent. */
type Fault = "none" | (typeof FAULTS)[number] | "hurried" | "late";

interface Lane {
  readonly page: Page;
  fault: Fault;
  /** Method and path of the call that meets it. */
  call: RegExp;
  /** How often it came. */
  calls: number;
  /** Lets go what is `late`. */
  letGo: () => void;
}

const LANES = 4;

const PATIENCE = { timeout: 20_000 };

let house: BrowserHouse;
let shop: Shop;
let admins: Lanes<Lane>;
let strangers: Lanes<Lane>;
beforeAll(async () => {
  house = await openFreshHouse({
    ...SHOP_ENV,
    VEDETTE_HOOK_SEND_SMS_URI: "http://127.0.0.1:9/hook",
    VEDETTE_SMS_PROVIDER: "textlocal",
    VEDETTE_SMS_BASE_URL: "http://127.0.0.1:9",
    VEDETTE_SMS_TEXTLOCAL_API_KEY: "not-a-secret",
    VEDETTE_SMS_TEXTLOCAL_SENDER: "Lock",
    VEDETTE_SMS_TEST_OTP: "4915112345678=135790",
  });
  const setUpPath = (house.vedette.keys.setup_url ?? "").replace(house.url, "");
  const first = await house.newPage();
  shop = await openShop(house, first, setUpPath);
  await furnish(first);
  const open = () => Promise.all(Array.from({ length: LANES }, openLane));
  const [inside, outside] = [await open(), await open()];
  for (const { page } of inside) await post(page, "/api/login", ADA);
  [admins, strangers] = [lanesOf(inside), lanesOf(outside)];
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

/** What the shop lacks. */
async function furnish(page: Page): Promise<void> {
  const ship = { apiVersion: "datasource.vedette.app/v1", kind: "DataSource" };
  await post(page, "/apis/datasource.vedette.app/v1/namespaces/default/datasources", {
    ...ship,
    metadata: { name: "pumps" },
    spec: { title: "Pumps", type: "prometheus", url: "http://127.0.0.1:9" },
  });
  const source = {
    ...ship,
    metadata: { name: "engines" },
    spec: { title: "Engines", type: "prometheus", url: "http://127.0.0.1:9" },
  };
  await post(page, "/apis/datasource.vedette.app/v1/namespaces/default/datasources", source);
  await post(page, "/api/folders", { uid: "cellar", title: "Cellar" });
  await post(page, "/api/serviceaccounts", { name: "Old robot", role: "Viewer" });
  await post(page, "/api/serviceaccounts/2/tokens", { name: "old" });
  const { code } = (await post(page, "/api/wall/pairing", { playlist: "shop-wall", name: "yard" })) as { code: string };
  await post(page, "/api/walls", { code, name: "Yard", playlist: "shop-wall" });
  for (const name of ["gauge", "sluice", "weir"])
    await post(page, DASHBOARDS, { metadata: { name }, spec: { title: name, panels: [] } });
  const gauge = { id: 1, type: "timeseries", title: "Gauge", gridPos: { x: 0, y: 0, w: 24, h: 8 } };
  const panels = [{ ...gauge, targets: [{ refId: "A", expr: "vector(42)" }] }];
  for (const name of ["lockgate", "quay", "pier"])
    await post(page, DASHBOARDS, { metadata: { name }, spec: { title: name, panels } });
  await asOperator("admin/custom-providers", ACME);
  const { uid: ada } = await (await page.request.get("/api/user")).json();
  await asOperator(`admin/users/${ada}/identities`, { provider: "google", provider_id: "1815" });
  const held = { name: "Wardens", permissions: [{ action: "dashboards:read", scope: "dashboards:*" }] };
  await post(page, "/api/access-control/roles", held);
}

async function asOperator(path: string, body: object): Promise<string> {
  const answer = await call(`${house.url}/auth/v1/${path}`, { bearer: house.vedette.keys.secret_key, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.text;
}

async function openLane(): Promise<Lane> {
  const page = await house.newPage();
  const lane: Lane = { page, fault: "none", call: /^$/, calls: 0, letGo: () => undefined };
  await page.route(
    (url) => /^\/(api|apis|auth|v1)\//.test(url.pathname),
    (route) => meet(lane, route),
  );
  return lane;
}

const REASONS = {
  resting: "The lock is shut.",
  refused: "You lack the permission keys:write.",
  silent: "The server does not answer.",
  foreign: "The answer could not be read.",
} as const;

async function meet(lane: Lane, route: Route): Promise<void> {
  const request = route.request();
  if (!lane.call.test(callOf(request))) return await route.continue();
  lane.calls += 1;
  switch (lane.fault) {
    case "none":
      return await route.continue();
    case "resting":
      return await route.fulfill({
        status: 503,
        json: { kind: "Status", message: REASONS.resting, reason: "Resting", code: 503 },
      });
    case "refused":
      return await route.fulfill({ status: 403, json: { message: REASONS.refused, code: 403, error_code: "no_keys" } });
    case "foreign":
      return await route.fulfill({ json: { hello: "from the network" } });
    case "hurried":
      return await route.fulfill({
        status: 429,
        headers: { "retry-after": "2" },
        json: { message: "Too many tries." },
      });
    case "silent":
      return await route.abort("connectionrefused");
    case "late": {
      const { promise, resolve } = Promise.withResolvers<void>();
      lane.letGo = resolve;
      await promise;
      return await route.continue();
    }
  }
}

function callOf(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}`;
}

/** Something that people send. */
interface Form {
  readonly at: string | (() => string);
  /** A row that is selected first. */
  readonly chosen?: string;
  /** What else leads there. */
  readonly first?: (page: Page) => Promise<unknown>;
  /** Buttons and entries of menus that lead to it, one after the other. */
  readonly by?: readonly string[];
  /** What is typed, by label. */
  readonly typed?: Readonly<Record<string, string>>;
  /** What is chosen in the list that nothing is chosen in yet. */
  readonly picked?: string;
  /** The button that sends it, or those, where it is an entry of a menu; that of the form otherwise. */
  readonly sends?: string | RegExp | readonly [string, string];
  readonly call: RegExp;
  /** Chosen in a list. */
  readonly chooses?: readonly [string, string];
  /** So many of them are taken in a time. */
  readonly isLimited?: boolean;
  /** Nothing of this house takes it in the end, or somebody else would miss it. */
  readonly inVain?: boolean;
}

const uid = () => shop.personId;
const team = () => `/people/teams/${shop.teamId}`;
const account = () => `/people/service-accounts/${shop.serviceAccountId}`;
const person = () => `/people/users/${uid()}`;

/** Opens what is said of the newest moment of the only chart: what stands there already, or something new. */
async function annotate(page: Page): Promise<void> {
  await page.locator('[data-panel-id="1"][data-panel-state="done"]').waitFor();
  const chart = page.getByRole("figure", { name: "Gauge" });
  await chart.focus();
  await chart.press("End");
  await chart.press("a");
  await page.getByRole("dialog").waitFor();
}

const INSIDE: readonly Form[] = [
  { at: "/people/teams", by: ["New team"], typed: { Name: "Day watch" }, call: /^POST \/api\/teams$/ },
  { at: team, by: ["Name and e-mail"], typed: { Name: "Night watch " }, call: /^PUT \/api\/teams\/\d+$/ },
  { at: team, by: ["Add a member"], picked: "ada@example.com", call: /^POST \/api\/teams\/\d+\/members$/ },
  { at: team, by: ["Remove tomas@example.com"], call: /^DELETE \/api\/teams\/\d+\/members/ },
  { at: team, by: ["Add a group"], typed: { Group: "cn=day" }, call: /^POST \/api\/teams\/\d+\/groups$/ },
  { at: team, by: ["Remove cn=night,ou=groups,dc=example,dc=com"], call: /^DELETE \/api\/teams\/\d+\/groups/ },
  { at: team, by: ["Give a role"], picked: "Guests of the wall", call: /^POST \/api\/access-control\/teams/ },
  { at: "/people/teams/2", by: ["Delete team"], call: /^DELETE \/api\/teams\/2$/ },
  { at: "/people/roles", by: ["New role"], typed: { Name: "Cooks" }, call: /^POST \/api\/access-control\/roles$/ },
  {
    at: "/people/roles",
    by: ["Actions for Guests of the wall", "Change"],
    typed: { Description: "For guests" },
    call: /^PUT \/api\/access-control\/roles/,
  },
  {
    at: "/people/roles",
    by: ["Actions for Wardens", "Delete"],
    call: /^DELETE \/api\/access-control\/roles/,
  },
  {
    at: "/people/users",
    by: ["Invite"],
    typed: { "E-mail": "ole@example.com" },
    call: /^POST \/api\/org\/invites$/,
    isLimited: true,
  },
  { at: person, sends: "Send a new-password mail", call: /^POST \/auth\/v1\/recover/ },
  { at: person, sends: "Lock out", call: /^PUT \/auth\/v1\/admin\/users/ },
  { at: person, sends: "Save", typed: { Metadata: '{"desk": 4}' }, call: /^PUT \/auth\/v1\/admin\/users/ },
  { at: person, by: ["Give a role"], picked: "Guests of the wall", call: /^POST \/api\/access-control\/users/ },
  { at: person, chooses: ["Basic role", "Editor"], call: /^PATCH \/api\/org\/users/ },
  { at: person, by: ["Delete account"], call: /^DELETE \/auth\/v1\/admin\/users/, inVain: true },
  {
    at: "/people/invitations",
    sends: ["Actions for ines@example.com", "Invite again"],
    call: /^POST \/api\/org\/invites$/,
  },
  {
    at: "/people/invitations",
    sends: ["Actions for ines@example.com", "Make a link to copy"],
    call: /^POST \/auth\/v1\/admin\/generate_link$/,
  },
  {
    at: "/people/invitations",
    by: ["Actions for kurt@example.com", "Take back"],
    call: /^DELETE \/auth\/v1\/admin\/users/,
  },
  {
    at: "/people/service-accounts",
    by: ["New service account"],
    typed: { Name: "Backups" },
    call: /^POST \/api\/serviceaccounts$/,
  },
  { at: account, sends: "Lock out", call: /^PATCH \/api\/serviceaccounts/ },
  { at: account, by: ["New token"], typed: { Name: "night" }, call: /^POST \/api\/serviceaccounts\/\d+\/tokens$/ },
  { at: account, by: ["Revoke pipeline"], call: /^DELETE \/api\/serviceaccounts\/\d+\/tokens/ },
  { at: account, by: ["Give a role"], picked: "Guests of the wall", call: /^POST \/api\/access-control\/users/ },
  {
    at: "/people/service-accounts/2",
    by: ["Delete service account"],
    call: /^DELETE \/api\/serviceaccounts\/\d+$/,
    inVain: true,
  },
  { at: "/account/tokens", by: ["New token"], typed: { Name: "night" }, call: /^POST \/api\/user\/tokens$/ },
  { at: "/account/tokens", by: ["Revoke notebook"], call: /^DELETE \/api\/user\/tokens/ },
  { at: "/account", by: ["Change: Name"], typed: { Name: "Ada King" }, call: /^PUT \/auth\/v1\/user$/ },
  {
    at: "/account",
    by: ["Change: E-mail"],
    typed: { "E-mail": "ada.king@example.com" },
    call: /^PUT \/auth\/v1\/user$/,
  },
  {
    at: "/account",
    by: ["Change: Phone number"],
    typed: { "Phone number": "+4915112345678" },
    call: /^PUT \/auth\/v1\/user$/,
  },
  {
    at: "/account/identities",
    by: ["Change password"],
    typed: { Password: "correct horse battery 9" },
    call: /^PUT \/auth\/v1\/user$/,
    inVain: true,
  },
  {
    at: "/account/identities",
    by: ["Add a second factor"],
    typed: { Name: "pad" },
    call: /^POST \/auth\/v1\/factors$/,
  },
  {
    at: "/account/identities",
    sends: "Add a passkey",
    call: /^POST \/auth\/v1\/passkeys\/registration\/options$/,
    inVain: true,
  },
  { at: "/account/identities", by: ["Remove: Google"], call: /^DELETE \/auth\/v1\/user\/identities/ },
  { at: "/account/identities", sends: "Link GitHub", call: /^GET .*\/identities\/authorize$/, inVain: true },
  {
    at: "/account/sessions",
    sends: /^End the session of/,
    call: /^DELETE \/auth\/v1\/sessions/,
    inVain: true,
  },
  { at: "/account/sessions", sends: "End all others", call: /^POST \/auth\/v1\/logout$/, inVain: true },
  { at: () => shop.consentPath, sends: "Do not let it in", call: /^POST .*\/consent$/, inVain: true },
  { at: () => shop.consentPath, sends: "Sign in as somebody else", call: /logout$/, inVain: true },
  { at: "/dashboards", by: ["New folder"], typed: { Title: "Attic" }, call: /^POST \/api\/folders$/ },
  { at: "/dashboards/new", typed: { Title: "Locks" }, call: /^POST \/apis\/dashboard/ },
  {
    at: "/dashboards/import",
    first: async (page) => {
      await page.getByLabel("Or paste its JSON").fill('{"title": "Ferry", "panels": []}');
      await press(page, "Read");
    },
    typed: { "Name in the address": "ferry" },
    call: /^POST \/apis\/dashboard/,
  },
  {
    at: "/d/lockgate/panels/1/edit",
    first: (page) => page.getByLabel("Title", { exact: true }).fill("Gate"),
    by: ["Save"],
    typed: { "What changed and why": "It is the gate." },
    call: /^PUT \/apis\/dashboard/,
  },
  {
    at: "/d/quay",
    first: annotate,
    by: [],
    typed: { Text: "High water", Tags: "tide" },
    call: /^POST \/api\/annotations$/,
  },
  {
    at: "/d/pier",
    first: async (page) => {
      await annotate(page);
      await page.getByRole("dialog").getByLabel("Text").fill("Low water");
      await press(page, "Add annotation");
      await page.getByText(/1 event: Low water/).waitFor({ state: "attached" });
      await annotate(page);
    },
    by: [],
    sends: "Delete",
    call: /^DELETE \/api\/annotations/,
  },
  { at: "/dashboards", sends: "Mark Hosts with a star", call: /^POST \/api\/user\/stars/ },
  {
    at: "/dashboards",
    by: ["Actions for Hosts", "Rename"],
    typed: { Title: "Hosts " },
    call: /^PUT \/apis\/dashboard/,
  },
  { at: "/dashboards", by: ["Actions for Search", "Move"], call: /^PUT \/apis\/dashboard/ },
  {
    at: "/dashboards",
    by: ["Actions for Search", "Duplicate"],
    typed: { "Title of the copy": "Search 2" },
    call: /^POST \/apis\/dashboard/,
  },
  {
    at: "/dashboards",
    by: ["Actions for Search", "Permissions"],
    typed: { "Search people and teams": "the role Viewer" },
    sends: "Give",
    call: /^POST \/api\/access-control\/dashboards/,
  },
  { at: "/dashboards", by: ["Actions for Packing tables", "Delete"], call: /^DELETE \/apis\/dashboard/ },
  {
    at: "/dashboards/f/warehouse",
    by: ["Actions for Warehouse", "Rename"],
    typed: { Title: "Warehouse " },
    call: /^PUT \/api\/folders/,
  },
  { at: "/dashboards/f/cellar", by: ["Actions for Cellar", "Delete folder"], call: /^DELETE \/api\/folders/ },
  { at: "/dashboards/trash", sends: "Restore Summer sale", call: /^PATCH \/api\/dashboards/ },
  { at: "/d/shop/history", by: ["Restore version 1"], call: /^POST \/api\/dashboards\/uid\/shop\/restore/ },
  { at: "/dashboards/snapshots", by: ["Delete Monday morning", "Delete"], call: /^DELETE \/api\/snapshots/ },
  { at: "/explore?expr=up", sends: "Make a dashboard of it", call: /^POST \/apis\/dashboard/ },
  {
    at: "/dashboards?q=gauge",
    chosen: "Select gauge",
    by: ["Tag"],
    typed: { Tags: "river" },
    call: /^PUT \/apis\/dashboard/,
  },
  { at: "/dashboards?q=sluice", chosen: "Select sluice", sends: "Star", call: /^POST \/api\/user\/stars/ },
  { at: "/dashboards?q=weir", chosen: "Select weir", sends: "Delete", call: /^DELETE \/apis\/dashboard/ },
  { at: "/d/shop", by: ["More", "Share"], typed: { Name: "Noon" }, call: /^POST \/api\/snapshots$/ },
  { at: "/playlists/new", typed: { Title: "Round" }, call: /^POST \/apis\/playlist/ },
  { at: "/playlists/shop-wall", typed: { Title: "Shop round" }, call: /^PUT \/apis\/playlist/ },
  { at: "/playlists", by: ["Actions for Welcome wall", "Delete"], call: /^DELETE \/apis\/playlist/ },
  { at: "/wall/pair", typed: { "Code on the wall": "222222" }, call: /^POST \/api\/walls$/, inVain: true },
  {
    at: "/walls",
    by: ["Actions for Hall", "Name and playlist"],
    typed: { Name: "Hall " },
    call: /^PUT \/api\/walls\/[\w-]+$/,
  },
  {
    at: "/walls",
    by: ["Actions for Hall", "Message and brightness"],
    typed: { Message: "Lunch" },
    call: /^PUT \/api\/walls\/[\w-]+\/display$/,
  },
  { at: "/walls", sends: ["Actions for Hall", "Load the page again"], call: /^POST \/api\/walls\/[\w-]+\/commands$/ },
  { at: "/walls", by: ["Actions for Yard", "Remove"], call: /^DELETE \/api\/walls/ },
  {
    at: "/settings/data-sources",
    by: ["Add data source"],
    typed: { Name: "Turbines", Address: "http://127.0.0.1:9" },
    call: /^POST \/api\/datasources$/,
  },
  {
    at: "/settings/data-sources",
    by: ["Actions for Pumps", "Change"],
    typed: { Name: "Pumps " },
    call: /^PUT \/api\/datasources/,
  },
  { at: "/settings/data-sources", by: ["Actions for Engines", "Delete"], call: /^DELETE \/api\/datasources/ },
  { at: "/settings/appearance", chooses: ["Density", "Compact"], call: /^PATCH \/api\/user\/preferences/ },
  { at: "/settings/tokens", by: ["Revoke old"], call: /^DELETE \/api\/serviceaccounts/ },
  { at: "/access/methods", typed: { "Email OTP length": "7" }, sends: "Save changes", call: /^PATCH \/v1\/projects/ },
  { at: "/access/mail", typed: { "Sender name": "Lock" }, sends: "Save changes", call: /^PATCH \/v1\/projects/ },
  { at: "/access/templates/invite", typed: { Subject: "Come" }, sends: "Save changes", call: /^PATCH \/v1\/projects/ },
  {
    at: "/access/templates/recovery",
    sends: "Send me a test",
    call: /^POST \/auth\/v1\/admin\/mail-templates\/.*test$/,
  },
  {
    at: "/access/sms",
    typed: { "Number, with the country code": "+4915112345678" },
    sends: "Send a test",
    call: /^POST \/auth\/v1\/admin\/sms\/try$/,
  },
  { at: "/access/rate-limits", typed: { "SMS sent": "31" }, sends: "Save changes", call: /^PATCH \/v1\/projects/ },
  {
    at: "/access/urls",
    typed: { "Site URL": "https://locks.example.com" },
    sends: "Save changes",
    call: /^PATCH \/v1\/projects/,
  },
  { at: "/access/third-party", typed: { Roles: "lock" }, sends: "Save changes", call: /^PATCH \/v1\/projects/ },
  {
    at: "/access/third-party",
    typed: { "Token of another issuer": "a.b.c" },
    sends: "Check it",
    call: /^POST \/v1\/projects/,
  },
  {
    at: "/access/providers/github",
    typed: { "Additional client ids": "x" },
    sends: "Save changes",
    call: /^PATCH \/v1\/projects/,
  },
  {
    at: "/access/providers/new",
    typed: {
      "Short name": "lock",
      Name: "Lock",
      Issuer: "https://id.example.com",
      "Client id": "x",
      "Client secret": "y",
    },
    call: /^POST \/auth\/v1\/admin\/custom-providers/,
    inVain: true,
  },
  {
    at: "/access/providers/custom:acme",
    typed: { Name: "Acme two" },
    call: /^PUT \/auth\/v1\/admin\/custom-providers/,
  },
  {
    at: "/access/providers/custom:acme",
    by: ["Remove provider"],
    call: /^DELETE \/auth\/v1\/admin\/custom-providers/,
    inVain: true,
  },
  {
    at: "/access/sso",
    by: ["Actions for fernhill.example", "Change"],
    typed: { Domains: "fernhill.example " },
    call: /^PUT \/auth\/v1\/admin\/sso/,
  },
  {
    at: "/access/sso",
    by: ["Add provider"],
    typed: { Domains: "x.example", "Address of its metadata": "https://x.example/metadata" },
    call: /^POST \/auth\/v1\/admin\/sso/,
    inVain: true,
  },
  { at: "/access/sso", sends: ["Actions for fernhill.example", "Switch off"], call: /^PUT \/auth\/v1\/admin\/sso/ },
  {
    at: "/access/sso",
    by: ["Actions for fernhill.example", "Remove"],
    call: /^DELETE \/auth\/v1\/admin\/sso/,
    inVain: true,
  },
  {
    at: "/access/hooks",
    sends: "New secret: Sending text messages",
    call: /^POST .*secret/,
    inVain: true,
  },
  { at: "/access/keys", by: ["Begin"], call: /^POST \/v1\/projects\/.*signing-keys/ },
  {
    at: "/access/programs",
    by: ["Register a program"],
    typed: { Name: "Blog" },
    call: /^POST \/auth\/v1\/admin\/oauth\/clients$/,
    inVain: true,
  },
  {
    at: "/access/programs",
    by: ["Acts for Wiki", "Make a new secret"],
    call: /^POST \/auth\/v1\/admin\/oauth\/clients\/.*secret/,
  },
  {
    at: "/access/programs",
    by: ["Acts for Wiki", "Remove"],
    call: /^DELETE \/auth\/v1\/admin\/oauth\/clients/,
    inVain: true,
  },
  {
    at: "/setup/mail",
    first: (page) => page.getByRole("radio", { name: "A mail server" }).click({ force: true }),
    typed: { Host: "127.0.0.1" },
    call: /^PATCH \/v1\/projects/,
    inVain: true,
  },
  {
    at: "/setup/look-around",
    typed: { "Code on a wall (optional)": "222222" },
    call: /^POST \/api\/walls$/,
    inVain: true,
  },
];

const OUTSIDE: readonly Form[] = [
  {
    at: "/sign-in",
    typed: { "E-mail": ADA.email, Password: ADA.password },
    call: /^POST \/api\/login$/,
    isLimited: true,
    inVain: true,
  },
  {
    at: "/sign-up",
    typed: { "E-mail": "eva@example.com", Password: "a long made-up one" },
    call: /^POST .*\/signup$/,
    isLimited: true,
  },
  { at: "/sign-in/forgot", typed: { "E-mail": "lucia@example.com" }, call: /^POST .*\/recover$/, isLimited: true },
  {
    at: "/sign-in/verify?via=email",
    typed: { "E-mail": "lucia@example.com" },
    call: /^POST .*\/otp$/,
    isLimited: true,
  },
  {
    at: "/sign-in/verify?via=email",
    first: async (page) => {
      await page.getByLabel("E-mail").fill("maren@example.com");
      await page.locator("[type=submit]").click();
    },
    typed: { Code: "12345" },
    call: /^POST .*\/verify$/,
    isLimited: true,
    inVain: true,
  },
  {
    at: "/sign-in/sso",
    typed: { "Company address": "fernhill.example" },
    call: /^POST .*\/sso$/,
    isLimited: true,
    inVain: true,
  },
  {
    at: () => `/reset?token_hash=${shop.recoveryToken}&type=recovery`,
    typed: { Password: "a long made-up one" },
    call: /^PUT .*\/user$/,
    isLimited: true,
    inVain: true,
  },
  {
    at: () => `/join?token_hash=${shop.inviteToken}&type=invite`,
    typed: { Password: "a long made-up one" },
    call: /^PUT .*\/user$/,
    isLimited: true,
    inVain: true,
  },
];

describe("whatever becomes of what is sent", { timeout: 60_000 }, () => {
  const named = (forms: readonly Form[]) => forms.map((form) => [nameOf(form), form] as const);
  it.concurrent.for(named(INSIDE))("%s", async ([, form], { expect }) => {
    await admins.lend((lane) => meetAll(lane, form, expect));
  });
  it.concurrent.for(named(OUTSIDE))("%s", async ([, form], { expect }) => {
    await strangers.lend((lane) => meetAll(lane, form, expect));
  });
});

it("what failed with some of the selected dashboards says with which, and is done again with those alone", async () => {
  await admins.lend(async (lane) => {
    const { page } = lane;
    lane.call = /^$/;
    for (const name of ["reed", "rush"])
      await post(page, DASHBOARDS, { metadata: { name }, spec: { title: `Bank ${name}`, panels: [] } });
    const isOff = /\/dashboards\/rush$/;
    const rest = (route: Route) =>
      route.request().method() === "GET"
        ? route.fallback()
        : route.fulfill({
            status: 503,
            json: { kind: "Status", message: REASONS.resting, reason: "Resting", code: 503 },
          });
    const told = page.getByRole("alert").filter({ hasText: `${REASONS.resting} Not done: “Bank rush”.` });
    await page.goto("/dashboards?q=Bank");
    for (const name of ["reed", "rush"]) await page.getByRole("checkbox", { name: `Select Bank ${name}` }).check();

    await page.route(isOff, rest);
    await press(page, "Tag");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Tags").fill("river");
    await dialog.getByRole("button", { name: "Tag" }).click();
    await told.waitFor();
    await page.unroute(isOff, rest);
    await dialog.getByRole("button", { name: "Tag" }).click();
    await dialog.waitFor({ state: "detached" });
    const { versions } = await (await page.request.get("/api/dashboards/uid/reed/versions")).json();
    expect(versions).toHaveLength(2);

    await page.route(isOff, rest);
    await press(page, "Delete");
    await told.waitFor();
    await page.getByText("1 selected").waitFor();
    await page.unroute(isOff, rest);
    await press(page, "Delete");
    await page.getByText("“Bank rush” is deleted.").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

it("a second factor that was given up is in the way of no other under its name", async () => {
  await admins.lend(async (lane) => {
    const { page } = lane;
    lane.call = /^$/;
    await page.goto("/account/identities");
    for (const _ of [1, 2]) {
      await press(page, "Add a second factor");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill("pod");
      await dialog.getByRole("button", { name: "Next" }).click();
      await dialog.getByLabel("Code of the app").waitFor();
      const dropped = page.waitForResponse((answer) => /^DELETE .*\/factors\//.test(callOf(answer.request())));
      await dialog.getByRole("button", { name: "Cancel" }).click();
      expect((await dropped).status()).toBe(200);
    }
  });
});

it("recovery codes are made at the next press when they were not at the first", async ({ expect }) => {
  const lane = await openLane();
  const { page } = lane;
  const pilot = { email: "pilot@example.com", password: ADA.password };
  await asOperator("admin/users", { ...pilot, email_confirm: true });
  await post(page, "/api/login", pilot);
  const { access_token: bearer } = (await post(page, "/api/login/token", {})) as { access_token: string };
  const asPilot = async (path: string, body: object) =>
    (await call<{ id: string; totp: { secret: string } }>(`${house.url}/auth/v1/factors${path}`, { bearer, body }))
      .body;
  const { id, totp } = await asPilot("", { factor_type: "totp", friendly_name: "pad" });
  const { id: challenge_id } = await asPilot(`/${id}/challenge`, {});
  await asPilot(`/${id}/verify`, { challenge_id, code: new TOTP(totp).generate() });

  await meetAll(
    lane,
    { at: "/account/identities", sends: "Make recovery codes", call: /^POST .*\/recovery-codes$/ },
    expect,
  );
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
});

it.each([
  ["dashboard", DASHBOARDS, { title: "reach", panels: [] }, "/d/reach/settings", ["Save"]],
  ["playlist", PLAYLISTS, { title: "reach", interval: "1m", items: [] }, "/playlists/reach", []],
] as const)("what was saved of a %s in between and does not come is told", async (_, kind, spec, path, by) => {
  await admins.lend(async (lane) => {
    const { page } = lane;
    lane.call = /^$/;
    await post(page, kind, { metadata: { name: "reach" }, spec });
    const address = `${kind}/reach`;
    await page.goto(path);
    await page.getByLabel("Title", { exact: true }).fill("Lower reach");
    const { metadata } = await (await page.request.get(address)).json();
    const theirs = { metadata, spec: { ...spec, title: "Upper reach" } };
    const headers = { "sec-fetch-site": "same-origin" };
    expect((await page.request.put(address, { data: theirs, headers })).ok()).toBe(true);
    let isRefused = false;
    const cut = (route: Route) => {
      if (route.request().method() === "PUT") isRefused = true;
      else if (isRefused) return route.abort("connectionrefused");
      return route.fallback();
    };
    const isIts = ({ pathname }: URL) => [address, `${address}/dto`].includes(pathname);
    await page.route(isIts, cut);

    for (const name of by) await press(page, name);
    const place = by.length === 0 ? page.getByRole("main") : page.getByRole("dialog");
    const save = place.locator("[type=submit]");
    await save.click();
    await page.getByRole("alert").filter({ hasText: REASONS.silent }).waitFor();
    await page.unroute(isIts, cut);
    await save.click();
    await page.getByText(/^Somebody saved/).waitFor();
  });
});

it("a press that failed before and now ends leaves the keyboard where it was", async () => {
  await admins.lend(async (lane) => {
    const { page } = lane;
    const other = await house.newPage();
    await post(other, "/api/login", ADA);
    Object.assign(lane, { fault: "hurried", call: /^DELETE \/auth\/v1\/sessions/ });
    await page.goto("/account/sessions");
    const rows = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: "End" }) });
    await press(page, /^End the session of/);
    await page.getByRole("alert").getByRole("timer").filter({ hasText: "Try again in" }).waitFor();
    const before = await rows.count();
    lane.fault = "none";
    // The newest stands first: nobody else's.
    await press(page, /^End the session of/);
    await expect.poll(() => rows.count(), PATIENCE).toBeLessThan(before);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), PATIENCE).toBe("BUTTON");
  });
});

function nameOf({ at, by = [], sends, call }: Form): string {
  return [typeof at === "string" ? at : call.source, ...by, ...[sends ?? []].flat()].join(" > ");
}

/** One fault after the other is told, and nothing lost; then it is sent once, however often it is pressed. */
async function meetAll(lane: Lane, form: Form, expect: ExpectStatic): Promise<void> {
  const { page } = lane;
  Object.assign(lane, { fault: "none", call: form.call, calls: 0 });
  await page.goto(typeof form.at === "string" ? form.at : form.at());
  if (form.chosen !== undefined) await page.getByRole("checkbox", { name: form.chosen, exact: true }).check();
  await form.first?.(page);
  for (const name of form.by ?? []) await press(page, name);
  const place = form.by === undefined ? page.locator("body") : page.getByRole("dialog");
  for (const [label, text] of Object.entries(form.typed ?? {}))
    await place.getByLabel(label, { exact: true }).and(page.locator(FIELD)).first().fill(text);
  if (form.picked !== undefined) {
    await place.getByRole("button", { name: /^Choose a / }).click();
    await page.getByRole("option", { name: form.picked, exact: true }).click();
  }

  for (const fault of FAULTS) {
    lane.fault = fault;
    await send(page, form);
    await expect
      .poll(() => standing(page, fault, Object.keys(form.typed ?? {})), PATIENCE)
      .toEqual({
        isTold: true,
        hasDetails: true,
        success: [],
        typed: Object.values(form.typed ?? {}),
        focus: form.sends === undefined && form.chooses === undefined ? "told" : expect.stringMatching(/told|kept/),
      });
  }
  if (form.isLimited === true) await untilTakenAgain(lane, form, expect);
  if (form.inVain !== true) await sendOnce(lane, form, expect);
}

/** Too many tries are counted down on the button, which takes none until then. */
async function untilTakenAgain(lane: Lane, form: Form, expect: ExpectStatic): Promise<void> {
  const { page } = lane;
  Object.assign(lane, { fault: "hurried", calls: 0 });
  await send(page, form);
  await page.getByRole("button", { name: /^Try again in \d\ss$/, disabled: true }).waitFor();
  await page.locator(FIELD).last().press("Enter");
  await page.locator("[type=submit]:enabled").last().waitFor();
  expect(lane.calls).toBe(1);
}

async function sendOnce(lane: Lane, form: Form, expect: ExpectStatic): Promise<void> {
  const { page } = lane;
  Object.assign(lane, { fault: "late", calls: 0 });
  await send(page, form);
  await expect.poll(() => lane.calls, PATIENCE).toBe(1);
  // By keyboard, as a press of the mouse waits for what can be pressed.
  await page.keyboard.press("Enter");
  const answered = page.waitForResponse((answer) => form.call.test(callOf(answer.request())));
  lane.fault = "none";
  lane.letGo();
  const answer = await answered;
  expect(answer.ok(), await answer.text().catch(() => "")).toBe(true);
  await expect.poll(() => page.getByRole("alert").filter({ hasText: SAID }).count(), PATIENCE).toBe(0);
  expect(lane.calls).toBe(1);
}

const FIELD = "input, textarea";
const SAID = new RegExp(Object.values(REASONS).join("|"));

/** What a page says of something that was sent. */
interface Standing {
  readonly isTold: boolean;
  readonly hasDetails: boolean;
  /** Whatever looks as if it had been done. */
  readonly success: readonly string[];
  readonly typed: readonly string[];
  /** Where the focus is: at what is told, where it was, or nowhere, so that somebody at the keyboard begins at the top. */
  readonly focus: "told" | "kept" | "lost";
}

async function standing(page: Page, fault: (typeof FAULTS)[number], labels: readonly string[]): Promise<Standing> {
  const told = page.getByRole("alert").filter({ hasText: REASONS[fault] });
  const place = page.locator("[role=dialog], main");
  const field = (label: string) => place.getByLabel(label, { exact: true }).and(page.locator(FIELD)).last();
  return {
    isTold: (await told.count()) > 0,
    hasDetails: fault === "refused" || (await told.getByRole("button", { name: "Copy details" }).count()) > 0,
    success: await page.locator(".v-toast, .v-alert[data-kind=ok]").allTextContents(),
    typed: await Promise.all(labels.map((label) => field(label).inputValue())),
    focus: await page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement === body ? "lost" : activeElement?.closest("[role=alert]") == null ? "kept" : "told";
    }),
  };
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  const exact = { name, exact: true } as const;
  await page.getByRole("button", exact).or(page.getByRole("menuitem", exact)).first().click();
}

/** Sends it, or tries it again where the page offers that. */
async function send(page: Page, { by, sends, chooses }: Form): Promise<void> {
  const again = page.locator("[role=alert], [role=dialog]").getByRole("button", { name: "Try again", exact: true });
  if ((await again.count()) > 0) return await again.first().click();
  if (chooses !== undefined) {
    const [label, option] = chooses;
    await page
      .getByRole("button", { name: new RegExp(label) })
      .first()
      .click();
    return await page.getByRole("option").filter({ hasText: option }).first().click();
  }
  if (sends !== undefined) {
    for (const name of [sends].flat()) await press(page, name);
    return;
  }
  const place = by === undefined ? page.locator("body") : page.getByRole("dialog");
  await place.locator("[type=submit]").last().click();
}
