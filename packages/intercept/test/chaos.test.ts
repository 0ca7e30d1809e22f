import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { interceptChromium, type Route } from "../src/index.ts";
import { type RunningChromium, startChromium } from "./fixtures/chromium.ts";
import { Devtools, Tab } from "./fixtures/devtools.ts";
import { type Loopback, startLoopback } from "./fixtures/loopback.ts";

/** `INTERCEPT_CHAOS=10000` is the long run. */
const REQUESTS = Number(process.env["INTERCEPT_CHAOS"] ?? 1200);
const BATCH = 40;

let server: Loopback;
let chromium: RunningChromium;
let browser: Devtools;

beforeAll(async () => {
  server = await startLoopback();
  chromium = await startChromium();
  browser = await Devtools.connect(chromium.browserUrl);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await chromium[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** A generator of numbers that a seed repeats (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((more ^ (more >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe("chaos", () => {
  const seed = Number(process.env["INTERCEPT_SEED"] ?? Date.now() % 100_000);

  it(`leaves nothing waiting after ${REQUESTS} requests with cancels, navigations and unroutes (seed ${seed})`, async () => {
    const random = numbers(seed);
    const rejections: unknown[] = [];
    const note = (error: unknown): unknown => rejections.push(error);
    process.on("unhandledRejection", note);
    await using tab = await Tab.open(browser, chromium.httpUrl);
    await using routes = await interceptChromium(tab.socketUrl, { network: "on" });
    routes.on("error", () => undefined);
    const acts: readonly ((route: Route) => unknown)[] = [
      (route) => route.continue(),
      (route) => route.continue({ headers: { ...route.request().headers(), "x-chaos": "1" } }),
      (route) => route.fulfill({ json: { chaos: true } }),
      (route) => route.abort("connectionreset"),
      (route) => route.fallback({ headers: { "x-fell": "back" } }),
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, random() * 10));
        await route.continue();
      },
      async (route) => await route.fulfill({ response: await route.fetch() }),
      () => {
        throw new Error("chaos");
      },
    ];
    const handler = (route: Route): unknown => acts[Math.floor(random() * acts.length)]?.(route);
    const finished = `(count, cancels) => Promise.allSettled(Array.from({ length: count }, (_, n) => {
      const abort = new AbortController();
      if (Math.random() < cancels) setTimeout(() => abort.abort(), Math.random() * 20);
      const path = n % 5 === 0 ? "/redirect?to=/text&" : "/text?";
      return fetch(path + Math.random(), { signal: abort.signal, cache: "no-store" }).then((answer) => answer.text());
    })).then((all) => all.length)`;

    await tab.goto(`${server.url}/`);
    for (let sent = 0; sent < REQUESTS; sent += BATCH) {
      await routes.route("**", handler, random() < 0.3 ? { times: 1 + Math.floor(random() * BATCH) } : {});
      const isLeft = random() < 0.2;
      const batch = tab.run<number>(`(${finished})(${BATCH}, 0.3)`).catch(() => BATCH);
      if (random() < 0.5) await routes.unroute("**", handler);
      if (isLeft) await routes.unrouteAll({ behavior: "ignoreErrors" }).then(() => tab.goto(`${server.url}/`));
      expect(await batch).toBe(BATCH);
      if (random() < 0.5) await routes.unrouteAll({ behavior: "wait" });
    }
    await routes.unrouteAll({ behavior: "wait" });

    expect(await tab.run("fetch('/text').then((answer) => answer.text())")).toBe("real");
    expect(routes.stats().inFlight).toBe(0);
    // A few requests end with their document, and nobody tells.
    expect(routes.stats().retained).toBeLessThan(REQUESTS / 20);
    expect(rejections).toEqual([]);
    process.off("unhandledRejection", note);
  }, 600_000);
});
