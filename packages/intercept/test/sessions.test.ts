import { EventEmitter } from "node:events";
import connectRemoteInterface from "chrome-remote-interface";
import { chromium as playwright } from "playwright-core";
import { connect as connectPuppeteer } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChromiumTarget, type Frame, interceptChromium, interceptNode } from "../src/index.ts";
import { layCable } from "./fixtures/cable.ts";
import { type RunningChromium, startChromium } from "./fixtures/chromium.ts";
import { Devtools, Tab } from "./fixtures/devtools.ts";
import { electronDebugger } from "./fixtures/electron-debugger.ts";
import { type Loopback, startLoopback } from "./fixtures/loopback.ts";

let server: Loopback;
let chromium: RunningChromium;
let browser: Devtools;

beforeAll(async () => {
  server = await startLoopback();
  chromium = await startChromium(["--site-per-process"]);
  browser = await Devtools.connect(chromium.browserUrl);
  server.on("/child", (_request, response) =>
    response.setHeader("content-type", "text/html").end(`<script>
      fetch("/text").then((answer) => answer.text()).then((text) => parent.postMessage(text, "*"));
    </script>`),
  );
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await chromium[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

interface Given extends AsyncDisposable {
  readonly target: ChromiumTarget;
  /** Whether the session still works: an interceptor never closes what it was given. */
  isAlive(): Promise<boolean>;
}

/** Each tool's own session for one tab. */
const TOOLS: readonly (readonly [name: string, open: (tab: Tab) => Promise<Given>])[] = [
  [
    "Playwright's CDPSession",
    async (tab) => {
      const connection = await playwright.connectOverCDP(chromium.httpUrl);
      for (const page of connection.contexts().flatMap((context) => context.pages())) {
        const session = await page.context().newCDPSession(page);
        const { targetInfo } = await session.send("Target.getTargetInfo");
        if (targetInfo.targetId === tab.targetId) {
          const isAlive = async (): Promise<boolean> => Boolean(await session.send("Page.getFrameTree"));
          return { target: session, isAlive, [Symbol.asyncDispose]: async () => await connection.close() };
        }
      }
      throw new Error("Playwright does not know the tab.");
    },
  ],
  [
    "Puppeteer's CDPSession",
    async (tab) => {
      const connection = await connectPuppeteer({ browserWSEndpoint: chromium.browserUrl, defaultViewport: null });
      for (const page of await connection.pages()) {
        const session = await page.createCDPSession();
        const { targetInfo } = await session.send("Target.getTargetInfo");
        if (targetInfo.targetId === tab.targetId) {
          const isAlive = async (): Promise<boolean> => Boolean(await session.send("Page.getFrameTree"));
          return { target: session, isAlive, [Symbol.asyncDispose]: async () => await connection.disconnect() };
        }
      }
      throw new Error("Puppeteer does not know the tab.");
    },
  ],
  [
    "the client of chrome-remote-interface",
    async (tab) => {
      const client = await connectRemoteInterface({ target: tab.socketUrl, local: true });
      const isAlive = async (): Promise<boolean> => Boolean(await client.send("Page.getFrameTree"));
      return { target: client, isAlive, [Symbol.asyncDispose]: async () => await client.close() };
    },
  ],
  [
    "Electron's debugger",
    async (tab) => {
      const session = await electronDebugger(tab.socketUrl);
      const isAlive = async (): Promise<boolean> => Boolean(await session.sendCommand("Page.getFrameTree"));
      return { target: session, isAlive, [Symbol.asyncDispose]: async () => session.end() };
    },
  ],
  [
    "a page's websocket",
    async (tab) => ({ target: tab.socketUrl, isAlive: async () => true, [Symbol.asyncDispose]: async () => undefined }),
  ],
  [
    "the browser's http address",
    async () => ({ target: chromium.httpUrl, isAlive: async () => true, [Symbol.asyncDispose]: async () => undefined }),
  ],
];

describe.each(TOOLS)("over %s", (_name, open) => {
  it("requests of the page and of its frames in other processes are routed", async () => {
    await using tab = await Tab.open(browser, chromium.httpUrl);
    await using given = await open(tab);
    const routes = await interceptChromium(given.target);
    const frames: (Frame | null)[] = [];
    await routes.route("**/text", (route, request) => {
      frames.push(request.frame());
      return route.fulfill({ body: "mock", headers: { "x-mock": "1" } });
    });

    await tab.goto(`${server.url}/`);
    expect(await tab.run("fetch('/text').then((answer) => answer.text())")).toBe("mock");
    const heard = "new Promise((done) => addEventListener('message', ({ data }) => done(data)))";
    await tab.run(`globalThis.heard = ${heard}, document.body.innerHTML = '<iframe src="${server.otherUrl}/child">'`);
    expect(await tab.run("globalThis.heard")).toBe("mock");
    // A frame of another process tells its new document a moment after its first requests.
    const urls = (): unknown[] => frames.map((frame) => frame?.url());
    await expect.poll(urls, { timeout: 25_000 }).toEqual([`${server.url}/`, `${server.otherUrl}/child`]);

    await routes.close();
    expect(await tab.run("fetch('/text').then((answer) => answer.text())")).toBe("real");
    // A frame and a worker that begin afterwards must not wait for somebody who has gone.
    await tab.run(`globalThis.heard = ${heard}, document.body.innerHTML = '<iframe src="${server.otherUrl}/child">'`);
    expect(await tab.run("globalThis.heard")).toBe("real");
    const script = "data:text/javascript,postMessage(1)";
    const answer = `new Promise((done) => { new Worker("${script}").onmessage = ({ data }) => done(data); })`;
    expect(await tab.run(answer)).toBe(1);
    expect(await given.isAlive()).toBe(true);
  });

  it("requests of workers are routed", async () => {
    await using tab = await Tab.open(browser, chromium.httpUrl);
    await using given = await open(tab);
    await using routes = await interceptChromium(given.target);
    const script = "fetch('/text').then((answer) => answer.text()).then(postMessage)";
    await routes.route("**/worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
    const told: unknown[] = [];
    await routes.route("**/text", (route, request) => {
      told.push([request.source(), request.frame() === null]);
      return route.fulfill({ body: "mock" });
    });
    await tab.goto(`${server.url}/`);

    const answer = "new Promise((done) => { new Worker('/worker.js').onmessage = ({ data }) => done(data); })";
    expect(await tab.run(answer)).toBe("mock");
    expect(await tab.run("fetch('/text').then((answer) => answer.text())")).toBe("mock");
    expect(told).toEqual([
      ["worker", true],
      ["page", false],
    ]);
  });
});

describe("a target", () => {
  it.each([["ftp://x"], ["nonsense"], [{}], [new EventEmitter()]])("is refused when it is %j", async (target) => {
    await expect(interceptChromium(target as never)).rejects.toMatchObject({ code: "ERR_ROUTE_ARGUMENT" });
  });

  it("is refused when nobody answers there", async () => {
    await expect(interceptChromium("http://127.0.0.1:9")).rejects.toMatchObject({ code: "ERR_TARGET_CLOSED" });
    await expect(interceptChromium("ws://127.0.0.1:9/devtools/page/x")).rejects.toMatchObject({
      code: "ERR_TARGET_CLOSED",
    });
  });

  it("is refused when the browser has no such page", async () => {
    await expect(interceptChromium(chromium.browserUrl, { targetId: "nobody" })).rejects.toMatchObject({
      code: "ERR_TARGET_CLOSED",
    });
  });

  it("is found past the routes of this process", async () => {
    await using own = await interceptNode();
    await own.route("**", (route) => route.abort());

    const routes = await interceptChromium(chromium.httpUrl);
    await routes.close();

    expect(own.stats().paused).toBe(0);
  });

  it("may be changed under way: no request is lost or routed twice", async () => {
    await using tab = await Tab.open(browser, chromium.httpUrl);
    await tab.goto(`${server.url}/`);
    await using routes = await interceptChromium(tab.socketUrl);
    let runs = 0;
    await routes.route("**/text", async (route) => {
      runs += 1;
      await (runs % 2 === 0 ? route.fulfill({ body: "mock" }) : route.continue());
    });
    const bodies = tab.run<string[]>(`(async () => {
      const bodies = [];
      for (let n = 0; n < 300; n += 1) bodies.push(await (await fetch("/text")).text());
      return bodies;
    })()`);
    for (let move = 0; move < 3; move += 1) await routes.attach(tab.socketUrl);

    expect((await bodies).filter((body) => body === "mock")).toHaveLength(150);
    expect(runs).toBe(300);
  });

  it("may be found again after its connection broke", async () => {
    await using tab = await Tab.open(browser, chromium.httpUrl);
    await tab.goto(`${server.url}/`);
    const session = await electronDebugger(tab.socketUrl);
    await using routes = await interceptChromium(session);
    await routes.route("**/text", (route) => route.fulfill({ body: "mock" }));
    const detached = new Promise<void>((resolve) => routes.on("detach", () => resolve()));
    session.end();
    await detached;
    await routes.attach(tab.socketUrl);

    expect(await tab.run("fetch('/text').then((answer) => answer.text())")).toBe("mock");
  });

  it("is connected to again when the connection of our own breaks", async () => {
    await using cable = await layCable(Number(new URL(chromium.httpUrl).port));
    await using tab = await Tab.open(browser, chromium.httpUrl);
    await tab.goto(`${server.url}/`);
    await using routes = await interceptChromium(cable.through(tab.socketUrl));
    const isBack = new Promise<void>((resolve) => routes.on("reconnect", () => resolve()));
    const entered = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    await routes.route("**/text", (route) => route.fulfill({ body: "mock" }));
    await routes.route("**/text?waits", async (route) => {
      entered.resolve();
      await isBack;
      late.resolve(await route.fulfill({ body: "too late" }));
    });
    const waiting = tab.run("fetch('/text?waits').then((answer) => answer.text())");
    await entered.promise;
    cable.cut();
    const added = routes.route("**/echo", (route) => route.fulfill({ body: "added meanwhile" }));

    expect(await waiting).toBe("real");
    await isBack;
    await added;
    expect(await late.promise).toBeUndefined();
    expect(await tab.run("fetch('/text').then((answer) => answer.text())")).toBe("mock");
    expect(await tab.run("fetch('/echo').then((answer) => answer.text())")).toBe("added meanwhile");
  });

  it("whose frame has moved on is not taken back by an answer that came with the news", async () => {
    // Both in one piece from the socket: the event is heard before whoever asked goes on.
    const answer = Promise.withResolvers<object>();
    const session = Object.assign(new EventEmitter(), {
      async send(method: string) {
        if (method === "Page.getFrameTree") return await answer.promise;
        return method === "Target.getTargetInfo" ? { targetInfo: { type: "page" } } : {};
      },
    });
    await using routes = await interceptChromium(session);
    const urls: unknown[] = [];
    await routes.route("**", (_route, request) => urls.push(request.frame()?.url()));
    answer.resolve({ frameTree: { frame: { id: "1", url: "about:blank" } } });
    session.emit("Page.frameNavigated", { frame: { id: "1", url: "http://127.0.0.1/new" } });
    await answer.promise;
    await new Promise((resolve) => setImmediate(resolve));
    const request = { url: "http://127.0.0.1/x", method: "GET", headers: {} };
    session.emit("Fetch.requestPaused", { requestId: "1.0", frameId: "1", request, resourceType: "Image" });

    expect(urls).toEqual(["http://127.0.0.1/new"]);
  });

  it("whose network stack starts a request anew gets the same answer, and no handler runs again", async () => {
    const sent: unknown[] = [];
    const session = Object.assign(new EventEmitter(), {
      async send(method: string, params: object) {
        if (method === "Fetch.continueRequest") sent.push(params);
        return method === "Target.getTargetInfo" ? { targetInfo: { type: "page" } } : { frameTree: { frame: {} } };
      },
    });
    await using routes = await interceptChromium(session, { network: "on" });
    let runs = 0;
    await routes.route("**", async (route) => {
      runs += 1;
      await route.continue({ headers: { "x-own": "1" } });
    });
    const request = { url: "http://127.0.0.1/x", method: "GET", headers: {} };
    for (const requestId of ["interception-job-1.0", "interception-job-2.0"]) {
      session.emit("Fetch.requestPaused", { requestId, networkId: "1.1", request, resourceType: "Image" });
    }

    await expect.poll(() => sent.length, { timeout: 25_000 }).toBe(2);
    const same = { headers: [{ name: "x-own", value: "1" }], interceptResponse: true };
    expect(sent).toEqual([
      { requestId: "interception-job-1.0", ...same },
      { requestId: "interception-job-2.0", ...same },
    ]);
    expect(runs).toBe(1);
  });

  it("that goes away is told, and what handlers still do is silent", async () => {
    const tab = await Tab.open(browser, chromium.httpUrl);
    const routes = await interceptChromium(tab.socketUrl);
    const detached = new Promise<void>((resolve) => routes.on("detach", () => resolve()));
    const entered = Promise.withResolvers<void>();
    const settled = Promise.withResolvers<unknown>();
    await routes.route("**/text", async (route) => {
      entered.resolve();
      await detached;
      settled.resolve(await route.continue().then(() => "silent"));
    });
    await tab.goto(`${server.url}/`);
    await tab.run("void fetch('/text')");
    await entered.promise;
    await tab[Symbol.asyncDispose]();

    expect(await settled.promise).toBe("silent");
    await expect(routes.route("**", () => undefined)).rejects.toMatchObject({ code: "ERR_TARGET_CLOSED" });
    await routes.close();
  });
});
