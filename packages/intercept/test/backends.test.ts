import { afterAll, beforeAll, describe, it } from "vitest";
import { interceptChromium } from "../src/index.ts";
import { chainCases } from "./cases/chain.cases.ts";
import type { Arena, Case } from "./fixtures/arena.ts";
import { type RunningChromium, startChromium } from "./fixtures/chromium.ts";
import { Devtools, Tab } from "./fixtures/devtools.ts";
import { type Loopback, startLoopback } from "./fixtures/loopback.ts";
import { pageClient } from "./fixtures/page-client.ts";

const GROUPS: ReadonlyMap<string, readonly Case[]> = new Map([["the chain of handlers", chainCases]]);

let server: Loopback;
let chromium: RunningChromium;
let browser: Devtools;
let tab: Tab;

beforeAll(async () => {
  server = await startLoopback();
  chromium = await startChromium(["--ignore-certificate-errors"]);
  browser = await Devtools.connect(chromium.browserUrl);
  tab = await Tab.open(browser, chromium.httpUrl);
});

afterAll(async () => {
  await tab[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
  await chromium[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function pageArena(): Promise<Arena> {
  await tab.goto(`${server.url}/`);
  return {
    client: pageClient(tab),
    server,
    intercept: async (options) => await interceptChromium(tab.socketUrl, options),
  };
}

const BACKENDS: ReadonlyMap<string, () => Promise<Arena>> = new Map([["a page over its websocket", pageArena]]);

describe.each([...BACKENDS])("%s", (_name, openArena) => {
  describe.each([...GROUPS])("%s", (_group, cases) => {
    it.each(cases.map((one) => [one.title, one] as const))("%s", async (_title, one) => {
      const arena = await openArena();
      if (one.only?.(arena.client) === false) return;
      server.forget();
      await one.run(arena);
    });
  });
});
