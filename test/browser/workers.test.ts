import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createWorkerMetrics } from "@vedette/worker-metrics";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CallOptions, call } from "../call.ts";
import { freePort } from "../free-port.ts";
import { CLIENT_ID, PERSON, type RunningProvider, startProvider } from "../openid-provider.ts";
import { ADA, type BrowserHouse, openHouse, PLAYLISTS, post } from "./browser-house.ts";
import { ACME } from "./custom-provider.ts";

/** A Go worker of somebody else's, that this server scrapes. */
const worker = createWorkerMetrics({ family: "go", prefix: "temporal_" });
const tags = { namespace: "default", task_queue: "harbour" };
const server = createServer((_request, response) => {
  worker.record("local_activity_execution_latency", { ...tags, activity_type: "moor" }, 70);
  worker.add("workflow_completed", { ...tags, workflow_type: "cruise" }, 2);
  worker.add("workflow_task_queue_poll_succeed", tags, 3);
  worker.add("workflow_task_queue_poll_empty", tags);
  response.end(worker.expose());
});

/** Knows what somebody's payloads say, and what it was asked with. Lets pages of the house in, cookies and all. */
const asked: { readonly namespace: unknown; readonly authorization: unknown; readonly hasCookie: boolean }[] = [];
const codec = createServer(async (request, response) => {
  const body = await text(request);
  response.setHeaders(
    new Headers({
      "access-control-allow-origin": request.headers.origin ?? "",
      "access-control-allow-credentials": "true",
      "access-control-allow-headers": "content-type, x-namespace",
    }),
  );
  if (request.method === "OPTIONS") return response.end();
  const { "x-namespace": namespace, authorization, cookie } = request.headers;
  asked.push({ namespace, authorization, hasCookie: cookie !== undefined });
  const isKnown = request.url === "/v1/decode" && body.includes(SEALED.data);
  return response.writeHead(isKnown ? 200 : 500).end(isKnown ? JSON.stringify({ payloads: [OPENED] }) : "");
});
const base64 = (value: string) => Buffer.from(value).toString("base64");
const SEALED = { metadata: { encoding: base64("binary/encrypted") }, data: base64("sealed") };
const OPENED = { metadata: { encoding: base64("json/plain") }, data: base64('{"cargo":"tea"}') };

/** The operator's file, which the server reads again and again. */
const operator = mkdtempSync(join(tmpdir(), "vedette-operator-"));
const settingsFile = join(operator, "vedette.toml");
const writeSettings = (lines: string) => writeFileSync(settingsFile, `[ui]\n${lines}\n`);

let house: BrowserHouse;
let provider: RunningProvider;
beforeAll(async () => {
  worker.set("num_pollers", { ...tags, poller_type: "activity_task" }, 4);
  worker.set("resource_slots_cpu_usage", {}, 40);
  worker.set("worker_task_slots_used", { ...tags, worker_type: "ActivityWorker" }, 3);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => codec.listen(0, "127.0.0.1", resolve));
  writeSettings("");
  const port = await freePort();
  const callback = `http://localhost:${port}/watch/auth/sso/callback`;
  provider = await startProvider({ callbacks: [callback], afterLogout: `http://localhost:${port}/watch/` });
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  house = await openHouse({
    VEDETTE_UI_PORT: String(port),
    VEDETTE_UI_PUBLIC_PATH: "/watch",
    VEDETTE_AUTH_ENABLED: "true",
    VEDETTE_AUTH_PROVIDER_URL: provider.issuer,
    VEDETTE_AUTH_CLIENT_ID: CLIENT_ID,
    VEDETTE_AUTH_CALLBACK_URL: callback,
    VEDETTE_AUTH_LABEL: "the harbour office",
    VEDETTE_CLOUD_UI: "true",
    VEDETTE_CONFIG: settingsFile,
    VEDETTE_CONFIG_REFRESH_INTERVAL: "100ms",
    // By the name of the house, so that the browser has cookies for it.
    VEDETTE_CODEC_ENDPOINT: `http://localhost:${(codec.address() as AddressInfo).port}/v1`,
    VEDETTE_CODEC_INCLUDE_CREDENTIALS: "true",
    VEDETTE_CODEC_PASS_ACCESS_TOKEN: "true",
    VEDETTE_CODEC_DEFAULT_ERROR_MESSAGE: "Ask the night watch",
    VEDETTE_CODEC_DEFAULT_ERROR_LINK: "https://help.example/codec",
    VEDETTE_METRICS_SCRAPE: JSON.stringify([{ job: "harbour", targets: [target], interval: "1s" }]),
  });
}, 120_000);
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
  await provider.stop();
  server.close();
  codec.close();
  codec.closeAllConnections();
  rmSync(operator, { recursive: true, force: true });
});

it("somebody comes through the provider, below a public path, sees the workers, and leaves there, too", async () => {
  const page = await house.newPage();
  await page.goto(`${house.url}/watch/workers`);
  await page.getByRole("link", { name: "Go on with the harbour office" }).click();
  await page.waitForURL(`${house.url}/watch/workers`);

  const queues = page.getByRole("region", { name: "Task queues" }).first();
  // The first scrape may be a moment away; the page asks again by itself, every quarter of a minute.
  await queues.getByRole("row", { name: /^harbour 4 / }).waitFor({ timeout: 60_000 });
  await page.getByRole("row", { name: /^ActivityWorker / }).waitFor();
  await page.getByRole("row", { name: /^Local activity [\d.]+ ms/ }).waitFor({ timeout: 60_000 });
  await page.getByRole("row", { name: /^Workflows completed [\d.,]+ a minute/ }).waitFor({ timeout: 60_000 });
  await page.getByRole("row", { name: /^Workflow tasks [\d.,]+ a minute [\d.,]+ a minute 75 %/ }).waitFor();
  const polls = page.getByRole("region", { name: /^Polls: / });
  expect(await polls.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.getByRole("row", { name: "CPU 40 %" }).waitFor();
  await page.getByText("Not emitted by what is measured here").first().waitFor();

  await page.goto(`${house.url}/watch/workers?namespace=ebb&queue=harbour`);
  await page.getByText("None has reported in the last five minutes: Namespace ebb, Task queue harbour.").waitFor();
  await page.getByRole("button", { name: "ebb Namespace" }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await queues.getByRole("row", { name: /^harbour 4 / }).waitFor();

  await page.getByRole("button", { name: "Account" }).click();
  await page.getByText(PERSON.email).waitFor();
  // A hosted installation has its own mark, and no word of the version.
  await page.locator("[data-hosted] .v-mark").first().waitFor({ state: "attached" });
  expect(await page.getByText(/^Vedette 13\./).count()).toBe(0);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(`${provider.issuer}/**`);
});

it("payloads are read by the operator's codec server, with cookies, and without a token where others listen", async () => {
  const page = await house.adminPage();
  await page.goto(`${house.url}/watch/workers`);
  await page.getByRole("button", { name: "Read payloads" }).click();
  const dialog = page.getByRole("dialog");

  await dialog.getByRole("textbox").fill(JSON.stringify([SEALED]));
  await dialog.getByRole("button", { name: "Read", exact: true }).click();
  await dialog.getByText('"cargo": "tea"').waitFor();
  expect(asked).toContainEqual({ namespace: "default", authorization: undefined, hasCookie: true });

  await dialog.getByRole("textbox").fill(JSON.stringify({ data: base64("unknown") }));
  await dialog.getByRole("button", { name: "Read", exact: true }).click();
  await dialog.getByRole("alert").getByText("Ask the night watch").waitFor();
  expect(await dialog.getByRole("link").getAttribute("href")).toBe("https://help.example/codec");
  await dialog.getByText(base64("unknown")).last().waitFor();
});

async function asOperator(path: string, options: CallOptions): Promise<void> {
  const answer = await call(house.url + path, { ...options, bearer: house.vedette.keys.secret_key });
  expect(answer.status, answer.text).toBeLessThan(300);
}

const untilSaid = async (field: string, value: boolean | string) => {
  const settings = async () => (await fetch(`${house.url}/api/v1/settings`)).json();
  await expect.poll(settings, { timeout: 20_000 }).toHaveProperty(field, value);
};

it("pages say below their bar what everybody should know, until it is put away or something else is said", async () => {
  writeSettings('instance_name = "Night watch"\nbanner_text = "Maintenance at six."');
  await untilSaid("BannerText", "Maintenance at six.");
  const page = await house.adminPage();
  const notices = page.getByRole("complementary", { name: "Notices" });
  await page.goto(`${house.url}/watch/settings/system`);
  await page.getByText("Night watch (configuration file)").waitFor();
  await notices.getByText("Maintenance at six.").waitFor();
  await notices.getByRole("button", { name: "Put this notice away" }).first().click();
  await notices.getByText("Maintenance at six.").waitFor({ state: "detached" });

  await page.reload();
  await notices.getByText("Mail goes through the built-in sender").waitFor();
  expect(await notices.getByText("Maintenance at six.").count()).toBe(0);

  writeSettings('instance_name = "Night watch"\nbanner_text = "Maintenance at seven."');
  await untilSaid("BannerText", "Maintenance at seven.");
  await page.reload();
  await notices.getByText("Maintenance at seven.").waitFor();

  const visitor = await house.newPage();
  await visitor.goto(`${house.url}/watch/sign-in`);
  await visitor.getByRole("banner").getByText("Night watch").waitFor();
  expect(await visitor.getByText("Maintenance").count()).toBe(0);
});

it("pages offer no change of a read-only server, and the rail is as the operator wants it until somebody chooses", async () => {
  const open = async () => {
    const page = await house.adminPage({ viewport: { width: 1700, height: 800 } });
    await page.goto(`${house.url}/watch/dashboards`);
    await page.getByRole("button", { name: "Actions for" }).first().click();
    await page.getByRole("menuitem", { name: "Export" }).waitFor();
    const isThere = async (name: string) => (await page.getByRole("menuitem", { name }).count()) > 0;
    const seen = { deletes: await isThere("Delete"), renames: await isThere("Rename") };
    await page.keyboard.press("Escape");
    const [stars, news] = await Promise.all([
      page.getByRole("button", { name: /^(Mark|Take) .* star/ }).count(),
      page.getByRole("link", { name: "New" }).count(),
    ]);
    return { page, offers: { ...seen, stars: stars > 0, news: news > 0 } };
  };

  writeSettings("disable_write_actions = false\nnav_collapsed_by_default = false");
  await untilSaid("DisableWriteActions", false);
  await untilSaid("NavCollapsedByDefault", false);
  const before = await open();
  expect(before.offers).toEqual({ deletes: true, renames: true, stars: true, news: true });
  await before.page.getByRole("button", { name: "Show icons only", pressed: true }).waitFor();

  writeSettings("disable_write_actions = true\nnav_collapsed_by_default = true");
  await untilSaid("DisableWriteActions", true);
  await untilSaid("NavCollapsedByDefault", true);
  const after = await open();
  expect(after.offers).toEqual({ deletes: false, renames: false, stars: false, news: false });
  await after.page.getByRole("button", { name: "Keep the names shown", pressed: false }).click();
  await after.page.reload();
  await after.page.getByRole("button", { name: "Show icons only", pressed: true }).waitFor();
  await after.page.goto(`${house.url}/watch/settings/data-sources`);
  await after.page.getByRole("heading", { name: "Data sources", level: 1 }).waitFor();
  expect(await after.page.getByRole("button", { name: "Add" }).count()).toBe(0);
});

it("pages of people, access, folders, playlists, walls and snapshots have acts until the server is read-only", {
  timeout: 180_000,
}, async () => {
  writeSettings("disable_write_actions = false");
  await untilSaid("DisableWriteActions", false);
  const setUp = await house.adminPage();
  const { teamId } = (await post(setUp, "/api/teams", { name: "Ferrymen" })) as { teamId: number };
  await post(setUp, `/api/teams/${teamId}/groups`, { groupId: "cn=ferry" });
  const { id } = (await post(setUp, "/api/serviceaccounts", { name: "Deploy", role: "Viewer" })) as { id: number };
  await post(setUp, "/api/folders", { uid: "locks", title: "Locks" });
  const spec = { title: "Rounds", interval: "5m", items: [] };
  await post(setUp, PLAYLISTS, { metadata: { name: "rounds" }, spec });
  await post(setUp, "/api/snapshots", {
    name: "High water",
    audience: "readers",
    expires: 0,
    dashboard: { panels: [] },
  });

  const permissions = [{ action: "dashboards:read", scope: "*" }];
  await post(setUp, "/api/access-control/roles", { name: "Night watch", permissions });
  const redirects = ["https://harbour.example/welcome/**", "https://locks.example/welcome/**"];
  await asOperator("/auth/v1/admin/custom-providers", { body: ACME });
  await asOperator("/v1/projects/default/config/auth", {
    method: "PATCH",
    body: { uri_allow_list: redirects.join(","), smtp_pass: "a quay of one's own" },
  });

  const text = (shown: string) => (page: Page) => page.locator("main").getByText(shown, { exact: true }).first();
  const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name, exact: true });
  const link = (name: string) => (page: Page) => page.getByRole("link", { name, exact: true });
  /** What stands on each page whether or not there are acts, and its acts. */
  const pages = [
    ["/people/users", text(ADA.email), button("Invite")],
    ["/people/roles", text("Night watch"), button("New role")],
    [`/people/teams/${teamId}`, text("cn=ferry"), button(/^(Add a member|Add a group|Remove cn=ferry|Delete team)$/)],
    [`/people/service-accounts/${id}`, text("Tokens"), button(/^(Lock out|New token|Delete service account)$/)],
    ["/access/methods", (page: Page) => page.locator("main code").first(), (page: Page) => page.getByRole("checkbox")],
    ["/access/providers/custom:acme", text("custom:acme"), button(/^(Save changes|Remove provider)$/)],
    ["/access/mail", text("auth.email.smtp.pass"), (page: Page) => page.getByText("Type a new one to replace it.")],
    ["/access/keys", text("ES256"), button("New key")],
    ["/access/sso", text("Identity providers"), button("Add provider")],
    ["/dashboards/f/locks", (page: Page) => page.getByRole("heading", { name: "Locks" }), button("Actions for Locks")],
    ["/playlists/rounds", (page: Page) => page.getByRole("textbox", { name: "Title" }), button("Delete")],
    ["/walls", text("No walls yet"), link("Pair a wall")],
    ["/wall/pair", (page: Page) => page.getByRole("heading", { level: 1, name: "Pair a wall" }), button("Pair wall")],
    ["/dashboards/snapshots", text("High water"), button(/^Delete.*High water/)],
  ] as const;

  const before = await house.adminPage();
  for (const [path, standing, acts] of pages) {
    await before.goto(`${house.url}/watch${path}`);
    await standing(before).waitFor();
    await acts(before).first().waitFor();
  }

  writeSettings("disable_write_actions = true");
  await untilSaid("DisableWriteActions", true);
  const after = await house.adminPage();
  for (const [path, standing, acts] of pages) {
    await after.goto(`${house.url}/watch${path}`);
    await standing(after).waitFor();
    expect([path, await acts(after).count()]).toEqual([path, 0]);
  }

  // What is set stays to be read, whole, and looks like nothing that could be changed.
  const shown = async (label: string) => {
    const field = after.getByRole("textbox", { name: label, exact: true });
    return { value: await field.inputValue(), isEditable: await field.isEditable() };
  };
  await after.goto(`${house.url}/watch/access/urls`);
  expect(await shown("Additional redirect URLs")).toEqual({ value: redirects.join("\n"), isEditable: false });
  await after.goto(`${house.url}/watch/access/providers/custom:acme`);
  expect(await shown("Name")).toEqual({ value: ACME.name, isEditable: false });
  expect(await after.locator("main input[type=password]").count()).toBe(0);
  await after.goto(`${house.url}/watch/people/roles`);
  await after.getByRole("button", { name: "Actions for Night watch" }).click();
  await after.getByRole("menuitem", { name: "Show" }).click();
  expect(await shown("Permissions")).toEqual({ value: "dashboards:read", isEditable: false });
});
