import { readFileSync } from "node:fs";
import { chromium as playwright } from "playwright-core";
import { connect as connectPuppeteer } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whileDown } from "../examples/node.ts";
import { addField } from "../examples/playwright.ts";
import { sendEvents } from "../examples/puppeteer.ts";
import { signRequests } from "../examples/websocket.ts";
import { INTERCEPT_ERRORS } from "../src/errors.ts";
import { type RunningChromium, startChromium } from "./fixtures/chromium.ts";
import { Devtools, Tab } from "./fixtures/devtools.ts";
import { type Loopback, startLoopback } from "./fixtures/loopback.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

let server: Loopback;
let chromium: RunningChromium;

beforeAll(async () => {
  server = await startLoopback();
  server.on("/api/user", (_request, response) => response.end(JSON.stringify({ name: "Ann" })));
  server.on("/api/echo", ({ headers }, response) => response.end(headers["authorization"] ?? "nobody"));
  chromium = await startChromium();
});

afterAll(async () => {
  await chromium[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

describe("the README", () => {
  it.each(["websocket", "playwright", "puppeteer", "node"])("shows the example %s as it runs", (name) => {
    const example = readFileSync(new URL(`../examples/${name}.ts`, import.meta.url), "utf8");

    expect(readme).toContain(`\`\`\`ts\n${example}\`\`\``);
  });

  it("lists every error", () => {
    const rows = [...readme.matchAll(/^\| `(ERR_\w+)` +\| (.*?) +\|$/gm)].map(([, code, when]) => [code, when]);

    expect(rows).toEqual(Object.entries(INTERCEPT_ERRORS));
  });
});

describe("the examples", () => {
  it("sign requests over a page's websocket", async () => {
    await using browser = await Devtools.connect(chromium.browserUrl);
    await using tab = await Tab.open(browser, chromium.httpUrl);
    await tab.goto(`${server.url}/`);
    await using _routes = await signRequests(tab.socketUrl, "token");

    expect(await tab.run("fetch('/api/echo').then((answer) => answer.text())")).toBe("Bearer token");
    expect(await tab.run("fetch('/api/clock').then((answer) => answer.json())")).toEqual({ now: "12:00" });
  });

  it("add a field over Playwright's session", async () => {
    const connection = await playwright.connectOverCDP(chromium.httpUrl);
    const page = await (connection.contexts()[0] ?? (await connection.newContext())).newPage();
    await page.goto(`${server.url}/`);
    await using _routes = await addField(page);

    const user = await page.evaluate("fetch('/api/user').then((answer) => answer.json())");

    expect(user).toEqual({ name: "Ann", isAdmin: true });
    await page.close();
    await connection.close();
  });

  it("send events over Puppeteer's session", async () => {
    const connection = await connectPuppeteer({ browserWSEndpoint: chromium.browserUrl, defaultViewport: null });
    const page = await connection.newPage();
    await page.goto(`${server.url}/`);
    const events = (async function* () {
      yield "data: one\n\n";
      yield "data: two\n\n";
    })();
    await using _routes = await sendEvents(page, events);

    const heard = await page.evaluate(`new Promise((done) => {
      const all = [];
      const source = new EventSource("/events");
      source.onmessage = ({ data }) => { if (all.push(data) === 2) { source.close(); done(all); } };
    })`);

    expect(heard).toEqual(["one", "two"]);
    await page.close();
    await connection.disconnect();
  });

  it("run work in Node while a service is down", async () => {
    const work = async (): Promise<unknown> =>
      await fetch("http://service.invalid/").catch((error: TypeError) => error.cause);

    expect(await whileDown("service.invalid", work)).toMatchObject({ code: "ECONNREFUSED" });
  });
});
