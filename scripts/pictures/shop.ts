import type { Page } from "playwright-core";
import { startSamlIdentityProvider } from "../../services/identity/test/saml-identity-provider.ts";
import { ADA, type BrowserHouse, DASHBOARDS, PLAYLISTS } from "../../test/browser/browser-house.ts";
import { SHOP_DASHBOARDS } from "./shop-dashboards.ts";
import { reportsUntil } from "./shop-metrics.ts";
import { PICTURE_TIME } from "./steady-clock.ts";

/** What the screens need to know of the furnished house. */
export interface Shop {
  readonly setUpPath: string;
  readonly inviteToken: string;
  readonly recoveryToken: string;
  readonly consentPath: string;
  readonly snapshotKey: string;
  readonly publicSnapshotKey: string;
  readonly personId: string;
  readonly teamId: string;
  readonly serviceAccountId: string;
  readonly ssoId: string;
  readonly mailId: string;
  /** Says for the wall that it is there, with a picture of its screen. */
  readonly reportWall: (picture?: Buffer) => Promise<void>;
}

/** Settings of the house: enough is switched on that screens show what they are for. */
export const SHOP_ENV = {
  VEDETTE_RESOURCES_SNAPSHOTS_PUBLIC: "true",
  VEDETTE_SECURITY_MANUAL_LINKING_ENABLED: "true",
  VEDETTE_EXTERNAL_GITHUB_ENABLED: "true",
  VEDETTE_EXTERNAL_GITHUB_CLIENT_ID: "fernhill-shop",
  VEDETTE_EXTERNAL_GITHUB_SECRET: "not-a-secret",
  VEDETTE_EXTERNAL_GOOGLE_ENABLED: "true",
  VEDETTE_EXTERNAL_GOOGLE_CLIENT_ID: "fernhill-shop",
  VEDETTE_EXTERNAL_GOOGLE_SECRET: "not-a-secret",
  VEDETTE_SAML_ENABLED: "true",
  VEDETTE_PASSKEY_ENABLED: "true",
  VEDETTE_OAUTH_SERVER_ENABLED: "true",
  VEDETTE_EXTERNAL_PHONE_ENABLED: "true",
  VEDETTE_SMS_USE_INBOX: "true",
  VEDETTE_METRICS_SCRAPE_INTERVAL: "5s",
  // The same page is opened in every width.
  VEDETTE_SMTP_MAX_FREQUENCY: "0s",
} as const;

const PEOPLE = [
  ["maren", "Maren Vik"],
  ["tomas", "Tomas Reyes"],
  ["lucia", "Lucia Moretti"],
  ["jonas", "Jonas Ebbe"],
  ["amina", "Amina Diallo"],
  ["noor", "Noor Haddad"],
] as const;
const PASSWORD = "a long made-up password";

type Body = Readonly<Record<string, unknown>>;
type Send = (path: string, data: Body | string, headers?: Readonly<Record<string, string>>) => Promise<Body>;

/** Makes the first administrator and fills the house with the things of a shop that does not exist. */
export async function openShop(house: BrowserHouse, page: Page, setUpPath: string): Promise<Shop> {
  const send = sender(page);
  const { secret_key: key } = house.vedette.keys;
  const admin = { apikey: key, authorization: `Bearer ${key}` };
  await send("/api/setup", { ...ADA, code: setUpPath.split("#code=")[1] });
  await send("/api/login", ADA);
  for (const body of reportsUntil(PICTURE_TIME)) await send("/prometheus/api/v1/otlp/v1/metrics", body, admin);
  await makeDashboards(page, send);
  const people = await makePeople(send, admin);
  return {
    setUpPath,
    ...people,
    ...(await makeLinks(send, admin)),
    ...(await makeSnapshots(send)),
    consentPath: await askForConsent(send, admin),
    ssoId: await makeSso(send, admin),
    mailId: await newestMail(page),
    reportWall: await makeWall(house, send),
  };
}

function sender(page: Page): Send {
  return async (path, data, headers = {}) => {
    const all = { "sec-fetch-site": "same-origin", "content-type": "application/json", ...headers };
    const answer = await page.request.post(path, { data, headers: all });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    const text = await answer.text();
    return text === "" ? {} : JSON.parse(text);
  };
}

async function makeDashboards(page: Page, send: Send): Promise<void> {
  await send("/api/folders", { uid: "shop", title: "Shop" });
  await send("/api/folders", { uid: "warehouse", title: "Warehouse", parentUid: "shop" });
  for (const { name, folder, spec } of SHOP_DASHBOARDS) {
    const annotations = folder === undefined ? {} : { "vedette.app/folder": folder };
    await send(DASHBOARDS, { metadata: { name, annotations }, spec });
  }
  const [first] = SHOP_DASHBOARDS;
  const dashboard = { ...first?.spec, uid: "shop", description: "Is the shop well, and are its orders packed?" };
  await send("/api/dashboards/db", { dashboard, folderUid: "shop", overwrite: true, message: "Says what it is for" });
  await send(DASHBOARDS, { metadata: { name: "old" }, spec: { title: "Summer sale", panels: [] } });
  const headers = { "sec-fetch-site": "same-origin" };
  await page.request.delete(`${DASHBOARDS}/old`, { headers });
  for (const uid of ["shop", "checkout"]) await page.request.post(`/api/user/stars/dashboard/uid/${uid}`, { headers });
  const text = "Release 2.14 of payments";
  await send("/api/annotations", { dashboardUID: "shop", time: PICTURE_TIME - 27 * 60_000, text, tags: ["release"] });
  const items = [
    { type: "dashboard_by_uid", value: "shop" },
    { type: "dashboard_by_uid", value: "delivery-workers" },
    { type: "dashboard_by_tag", value: "wall" },
  ];
  await send(PLAYLISTS, { metadata: { name: "shop-wall" }, spec: { title: "Shop wall", interval: "5m", items } });
}

async function makePeople(send: Send, admin: Readonly<Record<string, string>>) {
  const ids: string[] = [];
  for (const [name, full] of PEOPLE) {
    const user = { email: `${name}@example.com`, password: PASSWORD, email_confirm: true };
    const { id } = await send("/auth/v1/admin/users", { ...user, user_metadata: { full_name: full } }, admin);
    ids.push(String(id));
  }
  for (const name of ["kurt", "ines"]) await send("/auth/v1/invite", { email: `${name}@example.com` }, admin);
  const { teamId } = await send("/api/teams", { name: "Night watch", email: "night@example.com" });
  await send(`/api/teams/${teamId}/groups`, { groupId: "cn=night,ou=groups,dc=example,dc=com" });
  for (const userId of ids.slice(0, 3)) await send(`/api/teams/${teamId}/members`, { userId });
  await send("/api/teams", { name: "Warehouse", email: "warehouse@example.com" });
  const permissions = [{ action: "dashboards:read", scope: "dashboards:*" }];
  await send("/api/access-control/roles", { name: "Guests of the wall", permissions });
  const { id: serviceAccountId } = await send("/api/serviceaccounts", { name: "Deployments", role: "Editor" });
  await send(`/api/serviceaccounts/${serviceAccountId}/tokens`, { name: "pipeline" });
  const reads = ["dashboards:read", "folders:read"].map((action) => ({ action, scope: "*" }));
  await send("/api/user/tokens", { name: "notebook", permissions: reads });
  return { personId: ids[0] ?? "", teamId: String(teamId), serviceAccountId: String(serviceAccountId) };
}

async function makeLinks(send: Send, admin: Readonly<Record<string, string>>) {
  const tokenFor = async (type: string, email: string) =>
    String((await send("/auth/v1/admin/generate_link", { type, email }, admin))["hashed_token"]);
  return {
    inviteToken: await tokenFor("invite", "oda@example.com"),
    recoveryToken: await tokenFor("recovery", "jonas@example.com"),
  };
}

async function makeSnapshots(send: Send) {
  const dashboard = {
    title: "Monday morning",
    panels: [
      {
        id: 1,
        type: "text",
        title: "What happened",
        gridPos: { x: 0, y: 0, w: 24, h: 6 },
        options: { mode: "markdown", content: "Payments failed from 08:14 to 08:21. The provider has mended it." },
      },
    ],
  };
  const { key: snapshotKey } = await send("/api/snapshots", { name: "Monday morning", dashboard });
  const { key } = await send("/api/snapshots", { name: "For the provider", audience: "public", dashboard });
  return { snapshotKey: String(snapshotKey), publicSnapshotKey: String(key) };
}

/** @returns where a program sends somebody whom it wants to sign in */
async function askForConsent(send: Send, admin: Readonly<Record<string, string>>): Promise<string> {
  const redirect = "https://wiki.example.com/callback";
  const client = { client_name: "Wiki", client_uri: "https://wiki.example.com", redirect_uris: [redirect] };
  const { client_id } = await send("/auth/v1/admin/oauth/clients", client, admin);
  const query = new URLSearchParams({
    response_type: "code",
    client_id: String(client_id),
    redirect_uri: redirect,
    scope: "openid email profile",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  return `/auth/v1/oauth/authorize?${query}`;
}

async function makeSso(send: Send, admin: Readonly<Record<string, string>>): Promise<string> {
  const company = await startSamlIdentityProvider();
  const metadata = company.metadata().replaceAll(company.url, "https://login.fernhill.example");
  company.close();
  const provider = { type: "saml", metadata_xml: metadata, domains: ["fernhill.example"] };
  return String((await send("/auth/v1/admin/sso/providers", provider, admin))["id"]);
}

async function newestMail(page: Page): Promise<string> {
  for (;;) {
    const answer = await page.request.get("/api/inbox");
    const { mails } = (await answer.json()) as { readonly mails: readonly { readonly id: number | string }[] };
    if (mails[0] !== undefined) return String(mails[0].id);
    await page.waitForTimeout(500);
  }
}

async function makeWall(house: BrowserHouse, send: Send): Promise<Shop["reportWall"]> {
  const { key, code } = await send("/api/wall/pairing", { playlist: "shop-wall", name: "hall" });
  await send("/api/walls", { code, name: "Hall", playlist: "shop-wall" });
  const authorization = `Bearer ${key}`;
  const screen = { name: "HDMI-1", width: 1920, height: 1080, state: "playing", index: 0, length: 5, problem: "" };
  return async (picture) => {
    const headers = { authorization, "content-type": "application/json" };
    const body = { lastCommand: "0", screens: [{ ...screen, dashboard: "The shop at a glance", uid: "shop" }] };
    await fetch(`${house.url}/api/wall/report`, { method: "POST", headers, body: JSON.stringify(body) });
    if (picture === undefined) return;
    const image = { authorization, "content-type": "image/jpeg" };
    const place = `${house.url}/api/wall/screens/HDMI-1/picture`;
    await fetch(place, { method: "PUT", headers: image, body: new Uint8Array(picture) });
  };
}
