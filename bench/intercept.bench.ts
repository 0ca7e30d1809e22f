import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Interceptor, interceptChromium, interceptNode } from "@vedette/intercept";
import { type Browser, type CDPSession, type Page, chromium as playwright } from "playwright-core";
import { SocketLink } from "../packages/intercept/src/chromium/socket-link.ts";
import { type RunningChromium, startChromium } from "../packages/intercept/test/fixtures/chromium.ts";
import { Devtools, Tab } from "../packages/intercept/test/fixtures/devtools.ts";
import { bundleSize } from "../test/bundle-size.ts";
import type { BenchRow } from "./run.ts";

const FRONT_DOOR = "intercept/src/index.ts";
const REQUESTS = 200;
const WARM_UP = 20;
const ROUNDS = 5;
const KEPT_REQUESTS = 2000;
const CANCELLED_REQUESTS = 1000;
/** Many short rounds: between what else the machine does some are quiet. */
const NODE_ROUNDS = 25;
const NODE_REQUESTS = 300;

const SERVER = `
  const server = require("node:http").createServer((_request, response) =>
    response.setHeader("content-type", "text/plain").end("x".repeat(500)));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

/** Added time and processor time of routes beside Playwright's own, in the same Chromium; and what routes cost in Node. */
export default async function benchIntercept(): Promise<readonly BenchRow[]> {
  // In a process of its own: what it does is not the cost of a route.
  const server = spawn(process.execPath, ["-e", SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(server.stdout, "data");
  const url = `http://127.0.0.1:${String(port).trim()}`;
  try {
    return [...(await packageSizes()), ...(await inChromium(url)), ...(await inNode(url))];
  } finally {
    server.kill();
  }
}

/** Minified, dependencies apart; HAR and `route.fetch` are loaded when they are first used. */
async function packageSizes(): Promise<BenchRow[]> {
  const [chromium, node, all] = [
    await bundleSize({ [FRONT_DOOR]: "{ interceptChromium }" }),
    await bundleSize({ [FRONT_DOOR]: "{ interceptNode }" }),
    await bundleSize({ [FRONT_DOOR]: "*" }),
  ];
  return [
    row("intercept: loaded for Chromium, minified, against the goal", chromium.initial, 60_000, "bytes"),
    row("intercept: loaded for Node, minified, against the goal", node.initial, 60_000, "bytes"),
    row("intercept: the whole package, minified, against the goal", all.whole, 60_000, "bytes"),
  ];
}

interface Cost {
  /** Microseconds per request. */
  readonly wall: number;
  readonly cpu: number;
}

/** One way to route: switches itself on and off. */
interface Way {
  on(): Promise<void>;
  off(): Promise<void>;
}

/** The page is driven by a bare connection, so that Playwright's own work counts only where Playwright is what is measured. */
async function inChromium(url: string): Promise<BenchRow[]> {
  await using chromium = await startChromium();
  await using browser = await Devtools.connect(chromium.browserUrl);
  await using tab = await Tab.open(browser, chromium.httpUrl);
  await tab.goto(`${url}/`);
  return await compareRoutes(tab, chromium);
}

async function compareRoutes(tab: Tab, { httpUrl }: RunningChromium): Promise<BenchRow[]> {
  const pass: Handler = (route) => route.continue();
  const answer: Handler = (route) => route.fulfill({ body: "x".repeat(500) });
  const ways = {
    nothing: { on: async () => undefined, off: async () => undefined },
    peer: peerWay(httpUrl),
    peerContinue: peerWay(httpUrl, "**/api/**", pass),
    continue: ourWay(tab.socketUrl, "**/api/**", pass),
    bareContinue: bareWay(tab.socketUrl, "Fetch.continueRequest", {}),
    sessionContinue: sessionWay(httpUrl, async (session) => {
      const routes = await interceptChromium(session);
      await routes.route("**/api/**", pass);
      return routes;
    }),
    bareSession: sessionWay(httpUrl, continueAll),
    peerUnmatched: peerWay(httpUrl, "**/other/**", pass),
    unmatched: ourWay(tab.socketUrl, "**/other/**", pass),
    bareUnmatched: bareWay(tab.socketUrl, "Fetch.continueRequest", {}, "*/other/*"),
    peerFulfill: peerWay(httpUrl, "**/api/**", answer),
    fulfill: ourWay(tab.socketUrl, "**/api/**", answer),
    bareFulfill: bareWay(tab.socketUrl, "Fetch.fulfillRequest", {
      responseCode: 200,
      body: Buffer.from("x".repeat(500)).toString("base64"),
    }),
  } satisfies Record<string, Way>;
  const cost = await takeTurns(tab, ways);
  const added = (name: keyof typeof ways, to: "nothing" | "peer"): number => cost[name].wall - cost[to].wall;
  const addedCpu = (name: keyof typeof ways, to: "nothing" | "peer"): number =>
    Math.max(1, cost[name].cpu - cost[to].cpu);
  const peerCpu = addedCpu("peerContinue", "peer");
  return [
    row(
      "intercept: added by continue, against Playwright (goal 1.67)",
      added("continue", "nothing"),
      added("peerContinue", "peer"),
      "µs",
    ),
    row(
      "intercept: continue, a bare script over the same socket (floor)",
      added("bareContinue", "nothing"),
      added("peerContinue", "peer"),
      "µs",
    ),
    row(
      "intercept: added by an unmatched route (goal 2.22)",
      added("unmatched", "nothing"),
      added("peerUnmatched", "peer"),
      "µs",
    ),
    row(
      "intercept: unmatched, a bare script over the same socket (floor)",
      added("bareUnmatched", "nothing"),
      added("peerUnmatched", "peer"),
      "µs",
    ),
    row("intercept: total of a fulfilled request (goal 1.43)", cost.fulfill.wall, cost.peerFulfill.wall, "µs"),
    row("intercept: fulfilled against the real loopback server (goal 1)", cost.fulfill.wall, cost.nothing.wall, "µs"),
    row(
      "intercept: fulfilled, a bare script over the same socket (floor)",
      cost.bareFulfill.wall,
      cost.nothing.wall,
      "µs",
    ),
    row("intercept: Node CPU of continue, own socket (goal 2.86)", addedCpu("continue", "nothing"), peerCpu, "µs"),
    row(
      "intercept: Node CPU through Playwright's session (goal 1.33)",
      addedCpu("sessionContinue", "peer"),
      peerCpu,
      "µs",
    ),
    row(
      "intercept: Node CPU, a bare script over Playwright's session (floor)",
      addedCpu("bareSession", "peer"),
      peerCpu,
      "µs",
    ),
    row(
      "intercept: Node CPU of an unmatched route (goal 20)",
      addedCpu("unmatched", "nothing"),
      addedCpu("peerUnmatched", "peer"),
      "µs",
    ),
    await keptHeap(tab),
    await keptAfterCancels(tab),
  ];
}

/** What both sides' routes have in common. */
type Handler = (route: {
  continue(): Promise<void>;
  fulfill(answer: { readonly body: string }): Promise<void>;
}) => Promise<void>;

/** Playwright alone, or with a route of its own. */
function peerWay(httpUrl: string, pattern?: string, handler?: Handler): Way {
  let connection: Browser | undefined;
  return {
    async on() {
      connection = await playwright.connectOverCDP(httpUrl);
      const page = pageOf(connection);
      if (pattern !== undefined && handler !== undefined) await page.route(pattern, handler);
    },
    off: async () => await connection?.close(),
  };
}

/** Over a session of Playwright's. */
function sessionWay(httpUrl: string, begin: (session: CDPSession) => Promise<Pick<Interceptor, "close">>): Way {
  let connection: Browser | undefined;
  let routes: Pick<Interceptor, "close"> | undefined;
  return {
    async on() {
      connection = await playwright.connectOverCDP(httpUrl);
      const page = pageOf(connection);
      routes = await begin(await page.context().newCDPSession(page));
    },
    async off() {
      await routes?.close();
      await connection?.close();
    },
  };
}

/** The least that anybody can do over such a session. */
async function continueAll(session: CDPSession): Promise<Pick<Interceptor, "close">> {
  session.on("Fetch.requestPaused", ({ requestId }) => void session.send("Fetch.continueRequest", { requestId }));
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/api/*" }] });
  return { close: async () => void (await session.send("Fetch.disable")) };
}

/** The least that anybody can do over a socket: every request gets the same answer. */
function bareWay(target: string, method: string, params: object, urlPattern = "*/api/*"): Way {
  let link: SocketLink | undefined;
  return {
    async on() {
      const opened = await SocketLink.connect(target);
      link = opened;
      opened.listen({
        event: (event) => {
          if (event.method !== "Fetch.requestPaused") return;
          void opened.send(method, { requestId: event.params.requestId, ...params });
        },
        closed: () => {},
      });
      await opened.send("Fetch.enable", { patterns: [{ urlPattern }] });
    },
    async off() {
      await link?.send("Fetch.disable");
      link?.close();
    },
  };
}

function pageOf(connection: Browser): Page {
  const pages = connection.contexts().flatMap((context) => context.pages());
  const page = pages.find((candidate) => candidate.url().startsWith("http"));
  if (page === undefined) throw new Error("Playwright does not see the page.");
  return page;
}

function ourWay(target: string, pattern: string, handler: Handler): Way {
  let routes: Interceptor | undefined;
  return {
    async on() {
      routes = await interceptChromium(target);
      await routes.route(pattern, handler);
    },
    off: async () => await routes?.close(),
  };
}

/** Rounds alternate, and the quickest counts: a noisy neighbour only ever adds. */
async function takeTurns<Name extends string>(tab: Tab, ways: Record<Name, Way>): Promise<Record<Name, Cost>> {
  const names = Object.keys(ways) as Name[];
  const rounds = new Map<Name, Cost[]>(names.map((name) => [name, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of names) {
      await ways[name].on();
      const cost = await measure(tab, REQUESTS);
      await ways[name].off();
      if (round >= 0) rounds.get(name)?.push(cost);
    }
  }
  const entries = [...rounds].map(([name, costs]) => [
    name,
    { wall: Math.min(...costs.map(({ wall }) => wall)), cpu: Math.min(...costs.map(({ cpu }) => cpu)) },
  ]);
  return Object.fromEntries(entries);
}

async function measure(tab: Tab, requests: number): Promise<Cost> {
  const before = process.cpuUsage();
  const elapsedMs = await tab.run<number>(`(async () => {
    const send = async () => void (await (await fetch("/api/x", { cache: "no-store" })).text());
    for (let index = 0; index < ${WARM_UP}; index += 1) await send();
    const start = performance.now();
    for (let index = 0; index < ${requests}; index += 1) await send();
    return performance.now() - start;
  })()`);
  const { user, system } = process.cpuUsage(before);
  return { wall: (elapsedMs * 1000) / requests, cpu: (user + system) / (requests + WARM_UP) };
}

/** Bytes that stay for each request when all have finished; the peer is the goal. */
async function keptHeap(tab: Tab): Promise<BenchRow> {
  await using routes = await interceptChromium(tab.socketUrl);
  await routes.route("**/api/**", (route) => route.continue());
  await measure(tab, 500);
  const before = heapBytes();
  await measure(tab, KEPT_REQUESTS);
  return row(
    "intercept: heap kept per routed request, against the goal",
    Math.max(1, (heapBytes() - before) / KEPT_REQUESTS),
    200,
    "bytes",
  );
}

/** Bytes that stay for each request that the page cancelled while a handler had it. */
async function keptAfterCancels(tab: Tab): Promise<BenchRow> {
  await using routes = await interceptChromium(tab.socketUrl);
  await routes.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    await route.continue({ headers: { ...route.request().headers(), "x-own": "1" } });
  });
  const cancel = async (count: number): Promise<void> =>
    await tab.run(`(async () => {
      for (let index = 0; index < ${count}; index += 1) {
        const abort = new AbortController();
        const answer = fetch("/api/x", { cache: "no-store", signal: abort.signal }).catch(() => undefined);
        // A timer would be throttled in a tab that nobody sees.
        await fetch("/other/x", { cache: "no-store" });
        abort.abort();
        await answer;
      }
    })()`);
  await cancel(300);
  const before = heapBytes();
  await cancel(CANCELLED_REQUESTS);
  await routes.unrouteAll({ behavior: "wait" });
  return row(
    "intercept: heap kept per cancelled request, against the goal",
    Math.max(1, (heapBytes() - before) / CANCELLED_REQUESTS),
    500,
    "bytes",
  );
}

async function inNode(url: string): Promise<BenchRow[]> {
  const { request } = await import("undici");
  const clients = {
    fetch: async () => void (await (await fetch(`${url}/api/x`)).text()),
    undici: async () => void (await (await request(`${url}/api/x`)).body.text()),
    http: async () =>
      await new Promise<void>((resolve, reject) => {
        http.get(`${url}/api/x`, (response) => response.resume().on("end", () => resolve())).on("error", reject);
      }),
  };
  const rows: BenchRow[] = [];
  for (const [name, send] of Object.entries(clients)) {
    const { plain, passed, mocked, bare } = await nodeCosts(send);
    const limits = { fetch: [15, 50], undici: [10, 35], http: [40, 100] }[name] ?? [Number.NaN, Number.NaN];
    rows.push(
      row(
        `intercept: Node ${name}, added to a request that passes, against the goal`,
        Math.max(0.1, passed - plain),
        limits[0] ?? 0,
        "µs",
      ),
      row(`intercept: Node ${name}, a mocked request, against the goal`, mocked, limits[1] ?? 0, "µs"),
    );
    if (name === "fetch") rows.push(row("intercept: Node fetch, mocked by a bare dispatcher (floor)", bare, 50, "µs"));
  }
  return rows;
}

interface NodeCosts {
  readonly plain: number;
  readonly passed: number;
  readonly mocked: number;
  /** The least that anybody can do who answers Node's own `fetch`. */
  readonly bare: number;
}

async function nodeCosts(send: () => Promise<void>): Promise<NodeCosts> {
  const costs = { plain: [] as number[], passed: [] as number[], mocked: [] as number[], bare: [] as number[] };
  for (let round = -1; round < NODE_ROUNDS; round += 1) {
    const plain = await perRequest(send);
    const passing = await interceptNode();
    await passing.route("**/api/**", (route) => route.continue());
    const passed = await perRequest(send);
    await passing.close();
    const mocking = await interceptNode();
    await mocking.route("**/api/**", (route) => route.fulfill({ body: "x".repeat(500) }));
    const mocked = await perRequest(send);
    await mocking.close();
    const stop = answerAtOnce();
    const bare = await perRequest(send);
    stop();
    if (round < 0) continue;
    costs.bare.push(bare);
    costs.plain.push(plain);
    costs.passed.push(passed);
    costs.mocked.push(mocked);
  }
  return {
    plain: Math.min(...costs.plain),
    passed: Math.min(...costs.passed),
    mocked: Math.min(...costs.mocked),
    bare: Math.min(...costs.bare),
  };
}

/** A handler as the undici inside of Node 24 has it. */
interface OldHandler {
  onConnect(abort: () => void): void;
  onHeaders(status: number, headers: readonly Buffer[], resume: () => void, statusText: string): unknown;
  onData(chunk: Buffer): unknown;
  onComplete(trailers: readonly Buffer[]): void;
}

function answerAtOnce(): () => void {
  const key = Symbol.for("undici.globalDispatcher.1");
  const before: unknown = Reflect.get(globalThis, key);
  const headers = ["content-length", "500"].map((text) => Buffer.from(text));
  const body = Buffer.from("x".repeat(500));
  const dispatch = (_options: unknown, handler: OldHandler): boolean => {
    handler.onConnect(() => {});
    queueMicrotask(() => {
      handler.onHeaders(200, headers, () => {}, "OK");
      handler.onData(body);
      handler.onComplete([]);
    });
    return true;
  };
  Reflect.set(globalThis, key, { dispatch });
  return () => void Reflect.set(globalThis, key, before);
}

async function perRequest(send: () => Promise<void>): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < NODE_REQUESTS; index += 1) await send();
  return ((performance.now() - start) * 1000) / NODE_REQUESTS;
}

function row(name: string, ours: number, peer: number, unit: string): BenchRow {
  return { name, ours, peer, unit, ratio: peer / ours };
}

function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  for (let index = 0; index < 3; index += 1) if (typeof collect === "function") collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
