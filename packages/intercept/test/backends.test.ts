import { afterAll, beforeAll, describe, it } from "vitest";
import { interceptChromium, interceptNode } from "../src/index.ts";
import { abortCases } from "./cases/abort.cases.ts";
import { chainCases } from "./cases/chain.cases.ts";
import { continueCases } from "./cases/continue.cases.ts";
import { fetchCases } from "./cases/fetch.cases.ts";
import { fulfillCases } from "./cases/fulfill.cases.ts";
import { harCases } from "./cases/har.cases.ts";
import type { Arena, Case } from "./fixtures/arena.ts";
import { type RunningChromium, startChromium } from "./fixtures/chromium.ts";
import { Devtools, Tab } from "./fixtures/devtools.ts";
import { type Loopback, startLoopback } from "./fixtures/loopback.ts";
import { NODE_CLIENTS } from "./fixtures/node-clients.ts";
import { pageClient } from "./fixtures/page-client.ts";

const GROUPS: ReadonlyMap<string, readonly Case[]> = new Map([
  ["the chain of handlers", chainCases],
  ["continue", continueCases],
  ["fulfill", fulfillCases],
  ["fetch", fetchCases],
  ["abort and the end", abortCases],
  ["HAR and log", harCases],
]);

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

const openPage = (target: () => string) => async (): Promise<Arena> => {
  await tab.goto(`${server.url}/`);
  return { client: pageClient(tab), server, intercept: async (options) => await interceptChromium(target(), options) };
};

const BACKENDS: readonly (readonly [name: string, open: () => Promise<Arena>])[] = [
  ["a page over its websocket", openPage(() => tab.socketUrl)],
  ["a whole browser", openPage(() => chromium.browserUrl)],
  ...[...NODE_CLIENTS].map(([name, client]) => {
    const open = async (): Promise<Arena> => ({ client, server, intercept: interceptNode });
    return [`Node's ${name}`, open] as const;
  }),
];

describe.each(BACKENDS)("%s", (_name, open) => {
  describe.each([...GROUPS])("%s", (_group, cases) => {
    it.each(cases.map((one) => [one.title, one] as const))("%s", async (_title, one) => {
      const arena = await open();
      if (one.only?.(arena.client) === false) return;
      server.forget();
      await one.run(arena);
    });
  });
});
