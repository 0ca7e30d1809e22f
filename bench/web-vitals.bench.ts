import type { Page } from "playwright-core";
import { ADA, type BrowserHouse, openHouse } from "../test/browser/browser-house.ts";
import type { BenchRow } from "./run.ts";

/** Rounds of each page, of which the best counts: the machine may be busy. */
const ROUNDS = 5;
/** Milliseconds after the last answer in which a page may still move. */
const REST_MS = 1500;

const GOALS = { lcp: 1200, signIn: 600, cls: 0.05, inp: 150, longTask: 200 } as const;

interface Vitals {
  /** Milliseconds until the largest thing was painted. */
  lcp: number;
  /** Sum of unexpected movements, as shares of the window. */
  cls: number;
  /** Milliseconds from the slowest press to the frame that shows its effect. */
  inp: number;
  longTask: number;
}

/** What people feel of the built pages on this machine, beside the goals: painting, moving, answering. */
export default async function benchWebVitals(): Promise<readonly BenchRow[]> {
  await using house = await openHouse();
  const signIn = await best(house, async () => {
    const page = await watchedPage(house, false);
    await page.goto("/sign-in", { waitUntil: "networkidle" });
    await page.getByLabel("E-mail", { exact: true }).fill(ADA.email);
    await page.getByLabel("Password", { exact: true }).fill(ADA.password);
    return page;
  });
  const home = await best(house, async () => {
    const page = await watchedPage(house, true);
    await page.goto("/", { waitUntil: "networkidle" });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("deliv");
    await page.keyboard.press("Escape");
    return page;
  });
  const dashboard = await best(house, async () => {
    const page = await watchedPage(house, true);
    await page.goto("/d/delivery-workers", { waitUntil: "networkidle" });
    await page.locator('[data-panel-state="done"]').first().waitFor();
    await page.locator("[data-time-range]").click();
    await page.getByRole("button", { name: "Last 5 minutes" }).click();
    await page.locator(".v-panel-menu").first().click();
    await page.keyboard.press("Escape");
    return page;
  });
  return [
    goal("sign-in: largest contentful paint", signIn.lcp, GOALS.signIn, "ms"),
    goal("home: largest contentful paint", home.lcp, GOALS.lcp, "ms"),
    goal("dashboard: largest contentful paint", dashboard.lcp, GOALS.lcp, "ms"),
    ...Object.entries({ signIn, home, dashboard }).flatMap(([name, { cls, inp, longTask }]) => [
      goal(`${name}: cumulative layout shift`, cls, GOALS.cls, ""),
      goal(`${name}: interaction to next paint`, inp, GOALS.inp, "ms"),
      goal(`${name}: longest task`, longTask, GOALS.longTask, "ms"),
    ]),
  ];
}

async function best(house: BrowserHouse, visit: () => Promise<Page>): Promise<Vitals> {
  const found: Vitals = {
    lcp: Number.POSITIVE_INFINITY,
    cls: Number.POSITIVE_INFINITY,
    inp: Number.POSITIVE_INFINITY,
    longTask: Number.POSITIVE_INFINITY,
  };
  for (let round = 0; round < ROUNDS; round++) {
    const page = await visit();
    await page.waitForTimeout(REST_MS);
    const now = await page.evaluate(() => Reflect.get(window, "vitals") as Vitals); // set by the script below
    for (const name of ["lcp", "cls", "inp", "longTask"] as const) found[name] = Math.min(found[name], now[name]);
    await page.context().close();
  }
  if (house.problems.length > 0) throw new Error(house.problems.join("\n"));
  return found;
}

async function watchedPage(house: BrowserHouse, isSignedIn: boolean): Promise<Page> {
  const page = await (isSignedIn ? house.adminPage({}) : house.newPage());
  await page.addInitScript(watch);
  return page;
}

/** Runs in the page, before any of its own scripts. */
function watch(): void {
  const vitals = { lcp: 0, cls: 0, inp: 0, longTask: 0 };
  Object.assign(window, { vitals });
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  observe("largest-contentful-paint", ({ startTime }) => {
    vitals.lcp = startTime;
  });
  observe("layout-shift", (entry) => {
    if (Reflect.get(entry, "hadRecentInput") !== true) vitals.cls += Number(Reflect.get(entry, "value"));
  });
  observe("event", ({ duration }) => {
    vitals.inp = Math.max(vitals.inp, duration);
  }, { durationThreshold: 16 }); // biome-ignore format: one line
  observe("longtask", ({ duration }) => {
    vitals.longTask = Math.max(vitals.longTask, duration);
  });
}

function goal(name: string, ours: number, peer: number, unit: string): BenchRow {
  return { name: `${name}, against the goal`, ours, peer, unit, ratio: peer / Math.max(ours, 0.001) };
}
