import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContextOptions, chromium as playwright } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { interceptChromium } from "../src/index.ts";
import { type RunningChromium, startChromium } from "./fixtures/chromium.ts";
import { Devtools, Tab } from "./fixtures/devtools.ts";
import { type Loopback, startLoopback } from "./fixtures/loopback.ts";

let server: Loopback;
let chromium: RunningChromium;
let browser: Devtools;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "vedette-har-"));
  server = await startLoopback();
  server.on("/start", (_request, response) => response.writeHead(302, { location: "/home" }).end());
  server.on("/home", (_request, response) =>
    response
      .setHeader("content-type", "text/html")
      .end(
        `<script>fetch("/text").then((answer) => answer.text()).then((text) => { document.title = text; });</script>`,
      ),
  );
  chromium = await startChromium();
  browser = await Devtools.connect(chromium.browserUrl);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await chromium[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const TITLE =
  "new Promise((done) => { const look = () => document.title ? done(document.title) : setTimeout(look, 10); look(); })";

/** Sends a form with a file; every time with another boundary. */
const formOf = (word: string): string => `(() => {
  const form = new FormData();
  form.append("word", ${JSON.stringify(word)});
  form.append("file", new File([new Uint8Array([0, 255, 1])], "bytes.bin"));
  return fetch("/echo?word", { method: "POST", body: form }).then((answer) => answer.text());
})()`;

/** Records what a page does; the file is written when the routes are gone. */
async function record(path: string): Promise<void> {
  await using tab = await Tab.open(browser, chromium.httpUrl);
  await using routes = await interceptChromium(tab.socketUrl);
  await routes.routeFromHAR(path, { update: true });
  await tab.goto(`${server.url}/start`);
  await tab.run(TITLE);
  await tab.run(formOf("one"));
  await tab.run(formOf("two"));
}

describe("a recorded HAR", () => {
  it("has all that HAR 1.2 demands", async () => {
    const path = join(folder, "complete.har");
    await record(path);
    const { log } = JSON.parse(readFileSync(path, "utf8"));
    const form = log.entries.find(({ request }: { request: { method: string } }) => request.method === "POST");

    expect(log).toMatchObject({ version: "1.2", creator: { name: "@vedette/intercept", version: expect.any(String) } });
    expect(form).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
      time: expect.any(Number),
      cache: {},
      timings: { send: 0, wait: expect.any(Number), receive: 0 },
      request: {
        httpVersion: "HTTP/1.1",
        cookies: [],
        queryString: [{ name: "word", value: "" }],
        headersSize: -1,
        bodySize: expect.any(Number),
        postData: { mimeType: expect.stringContaining("multipart/form-data; boundary=") },
      },
      response: { cookies: [], headersSize: -1, bodySize: -1, redirectURL: "", content: { size: expect.any(Number) } },
    });
    expect(form.request.bodySize).toBeGreaterThan(0);
  });

  it("answers a navigation at the address it led to, its frames and its forms without the server", async () => {
    const path = join(folder, "replayed.har");
    await record(path);
    server.forget();
    await using tab = await Tab.open(browser, chromium.httpUrl);
    await using routes = await interceptChromium(tab.socketUrl);
    await routes.routeFromHAR(path);

    await tab.goto(`${server.url}/start`);
    expect(await tab.run("location.pathname")).toBe("/home");
    expect(await tab.run(TITLE)).toBe("real");
    expect(await tab.run(formOf("two"))).toContain("two");
    expect(await tab.run(formOf("one"))).toContain("one");

    await tab.run("void (document.title = '')");
    await tab.send("Page.reload");
    await expect.poll(async () => await tab.run("document.title"), { timeout: 25_000 }).toBe("real");
    await tab.goto(`${server.url}/home?not-recorded`);
    expect(await tab.run("location.href")).toMatch(/^chrome-error:/);
    expect(server.seen).toEqual([]);
  });

  it("keeps what was cancelled while it was recorded waiting", async () => {
    const path = join(folder, "cancelled.har");
    const request = { url: `${server.url}/text`, method: "GET", headers: [] };
    const response = { status: -1, statusText: "", headers: [], content: {} };
    writeFileSync(path, JSON.stringify({ log: { entries: [{ request, response }] } }));
    await using tab = await Tab.open(browser, chromium.httpUrl);
    await tab.goto(`${server.url}/`);
    await using routes = await interceptChromium(tab.socketUrl);
    await routes.routeFromHAR(path, { url: "**/text" });
    const raced = "Promise.race([fetch('/text').then(() => 'answered'), fetch('/echo').then(() => 'waits')])";

    expect(await tab.run(raced)).toBe("waits");
    expect(routes.stats().inFlight).toBe(1);
  });

  it("is one that Playwright replays, and Playwright's is replayed here", async () => {
    const [ours, theirs] = [join(folder, "ours.har"), join(folder, "theirs.zip")];
    await record(ours);
    const theirBrowser = await playwright.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    const visit = async (options: BrowserContextOptions, har?: string): Promise<string> => {
      const context = await theirBrowser.newContext(options);
      const page = await context.newPage();
      if (har !== undefined) await page.routeFromHAR(har);
      await page.goto(`${server.url}/start`);
      const title = String(await page.evaluate(TITLE));
      await context.close();
      return `${title} at ${new URL(page.url()).pathname}`;
    };
    await visit({ recordHar: { path: theirs } });
    server.forget();

    expect(await visit({}, ours)).toBe("real at /home");
    await theirBrowser.close();
    await using tab = await Tab.open(browser, chromium.httpUrl);
    await using routes = await interceptChromium(tab.socketUrl);
    await routes.routeFromHAR(theirs);
    await tab.goto(`${server.url}/start`);
    expect([await tab.run("location.pathname"), await tab.run(TITLE)]).toEqual(["/home", "real"]);
    expect(server.seen).toEqual([]);
  });
});
