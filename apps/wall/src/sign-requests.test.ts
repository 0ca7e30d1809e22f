import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { AnswerCache } from "./answer-cache.ts";
import { firstPage, type Page } from "./devtools/page.ts";
import { PipeBrowser } from "./devtools/pipe-browser.ts";
import { NOTICE_ADDRESS, signRequests } from "./sign-requests.ts";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
const KEY = "vdwk_test";

/** What the server was asked, and by what right. */
const heard: { path: string; authorization: string | undefined }[] = [];
const folder = mkdtempSync(join(tmpdir(), "vedette-sign-"));
const cache = new AnswerCache(join(folder, "answers"), "wall");
let chromium: ChildProcess;
let page: Page;
let room: Server;
let stranger: Server;
let isAway = false;
/** What every question is refused with, and by whom. */
let refusal: Answer | undefined;

beforeAll(async () => {
  room = await listening((request) => {
    heard.push({ path: request.url ?? "", authorization: request.headers.authorization });
    if (isAway) return undefined;
    return refusal ?? { status: 200, type: "text/html", body: `<p>${heard.length}</p>` };
  });
  stranger = await listening(() => ({ status: 200, type: "text/html", body: "<p>from elsewhere</p>" }));
  const profile = [`--user-data-dir=${join(folder, "profile")}`, "--remote-debugging-pipe", "about:blank"];
  chromium = spawn("/usr/bin/chromium", [...FLAGS, ...profile], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const browser = new PipeBrowser(chromium);
  page = await firstPage(browser);
  await signRequests({
    browser,
    targetId: page.targetId,
    server: urlOf(room),
    key: () => KEY,
    cache,
    notice: () => "<title>Our own</title>",
  });
});

afterAll(async () => {
  const exit = once(chromium, "exit");
  chromium.kill("SIGKILL");
  await exit;
  for (const server of [room, stranger]) server.close().closeAllConnections();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

describe("a wall's page", () => {
  it("asks the server with the key, which no script of it sees", async () => {
    await open(`${urlOf(room)}/page`);
    const seen = await page.evaluate('fetch("/api/x").then((answer) => answer.text())', 25_000);

    expect(seen).toContain("<p>");
    expect(
      await page.evaluate("document.documentElement.outerHTML + document.cookie + location.href", 25_000),
    ).not.toContain(KEY);
    expect(askedFor("/page")).toEqual([`Bearer ${KEY}`]);
    expect(askedFor("/api/x")).toEqual([`Bearer ${KEY}`]);
  });

  it("from elsewhere asks without it, and reads nothing", async () => {
    await open(urlOf(stranger));
    const ask = `fetch("${urlOf(room)}/api/secret").then((answer) => answer.text(), () => "refused")`;

    expect(await page.evaluate(ask, 25_000)).toBe("refused");
    expect(askedFor("/api/secret")).toEqual([undefined]);
  });

  it("from elsewhere asks without it, too, where it hides where it comes from", async () => {
    await open(urlOf(stranger));
    const quiet = `{ mode: "no-cors", referrerPolicy: "no-referrer" }`;

    await page.evaluate(`fetch("${urlOf(room)}/api/hidden", ${quiet}).then(() => 1, () => 2)`, 25_000);
    const [authorization, ...more] = askedFor("/api/hidden");

    expect([authorization, more]).toEqual([undefined, []]);
  });

  it("has the last good answer with its age while the server is away, and a notice where there is none", async () => {
    await open(`${urlOf(room)}/kept`);
    const before = await text();
    isAway = true;
    await open(NOTICE_ADDRESS);
    await open(`${urlOf(room)}/kept`);
    expect(await text()).toBe(before);
    const age = 'fetch("/kept").then((answer) => Number(answer.headers.get("age")) >= 0)';
    expect(await page.evaluate(age, 25_000)).toBe(true);
    const asked = { method: "GET", url: `${urlOf(room)}/later`, body: "" };
    const later = { status: 200, headers: {}, keptAt: Date.now() + 3_600_000, body: Buffer.from("later") };
    await cache.keep(asked, later);
    const unknown = 'fetch("/later").then((answer) => answer.headers.get("age"))';
    expect(await page.evaluate(unknown, 25_000)).toBe("2147483648");

    await open(`${urlOf(room)}/never`);
    isAway = false;
    expect(await text()).toContain("The server does not answer");
  });

  it("has the last good answer of an hour ago, and says that it is so old", async () => {
    await open(`${urlOf(room)}/hour`);
    const before = await text();
    isAway = true;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    onTestFinished(() => {
      vi.useRealTimers();
      isAway = false;
    });
    await open(NOTICE_ADDRESS);
    await open(`${urlOf(room)}/hour`);

    expect(await text()).toBe(before);
    const age = await page.evaluate('fetch("/hour").then((answer) => Number(answer.headers.get("age")))', 25_000);
    expect(age).toBeGreaterThanOrEqual(3600);
    expect(age).toBeLessThan(3660);
  });

  it.each([
    [403, "text/html", "<h1>Forbidden</h1>"],
    [404, "text/plain", "default backend - 404"],
    [404, "application/json", '{"message":"no Route matched with those values"}'],
    [410, "text/html", ""],
    [401, "text/html", "<h1>Authorization Required</h1>"],
  ])("keeps the last good answer while a proxy on the way says %i as %s", async (status, type, body) => {
    onTestFinished(() => {
      refusal = undefined;
    });
    await open(`${urlOf(room)}/page`);
    const kept = await fetched("/api/proxied");
    refusal = { status, type, body };

    expect(await fetched("/api/proxied")).toEqual({ ...kept, age: expect.any(String) });
    expect(await fetched("/api/proxied")).toEqual({ ...kept, age: expect.any(String) });
    await expect(fetched("/api/unknown")).rejects.toThrow();
    await open(`${urlOf(room)}/unknown`);
    expect(await text()).toContain(`It answers ${status}.`);
  });

  it.each([401, 403, 404, 410])("keeps nothing of what the server itself refuses with %i", async (status) => {
    onTestFinished(() => {
      refusal = undefined;
      isAway = false;
    });
    await open(`${urlOf(room)}/page`);
    await fetched("/api/refused");
    refusal = { status, type: "application/json", body: '{"message":"No","messageId":"not_allowed"}' };

    expect(await fetched("/api/refused")).toMatchObject({ status });
    isAway = true;
    await expect(fetched("/api/refused")).rejects.toThrow();
  });

  it("of the wall's own is asked of nobody", async () => {
    await open(NOTICE_ADDRESS);

    expect(await page.evaluate("document.title", 25_000)).toBe("Our own");
  });
});

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

async function listening(answer: (request: IncomingMessage) => Answer | undefined): Promise<Server> {
  const server = createServer((request, response) => {
    const given = answer(request);
    if (given === undefined) request.socket.destroy();
    else response.writeHead(given.status, { "content-type": given.type }).end(given.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Resolves when the document is there; until then the one before may answer, or nobody. */
async function open(url: string): Promise<void> {
  await page.navigate(url);
  const isThere = `location.href === "${new URL(url).href}" && document.readyState === "complete"`;
  while (!(await page.evaluate(isThere, 25_000).catch(() => false))) await pause(25);
}

async function text(): Promise<string> {
  return String(await page.evaluate("document.body.innerText", 25_000));
}

/** What the page is answered. @throws Error when nobody answers */
async function fetched(path: string): Promise<object> {
  const parts =
    'async (answer) => ({ status: answer.status, text: await answer.text(), age: answer.headers.get("age") })';
  return Object(await page.evaluate(`fetch("${path}").then(${parts})`, 25_000));
}

function askedFor(path: string): (string | undefined)[] {
  return heard.filter((one) => one.path === path).map(({ authorization }) => authorization);
}
