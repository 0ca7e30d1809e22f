import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "rolldown";
import type { Race } from "./fixtures/chart-page.ts";
import type { BenchRow } from "./run.ts";

declare const race: Race;

/** Panels, points in each, and what is asked of the first drawing and of a refresh beside uPlot: at most so many times. */
const SIZES = [
  { panels: 30, points: 10_000, goals: { first: 1.6, refresh: 3.5 } },
  { panels: 12, points: 100_000, goals: { first: 1, refresh: 2 } },
] as const;

/** Runs of each, of which the best counts: the machine may be busy. */
const ROUNDS = 3;

const LONG_TASK_MS = 50;
const REFRESHES = 1000;
const WARM_UP = 600;

/** Time charts beside uPlot, the fastest there is, and beside plain ECharts with arrays, in one browser in one run. */
export default async function benchCharts(): Promise<readonly BenchRow[]> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  try {
    const page = await racePage(browser);
    return [...(await drawing(page)), await longTasks(page), await heap(page)];
  } finally {
    await browser.close();
  }
}

async function racePage(browser: Browser): Promise<Page> {
  const { output } = await build({
    input: new URL("./fixtures/chart-page.ts", import.meta.url).pathname,
    write: false,
    logLevel: "silent",
    platform: "browser",
    resolve: { conditionNames: ["vedette-source", "browser", "import"] },
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    output: { format: "iife" },
  });
  const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
  await page.setContent("<!doctype html><body style='margin:0'>");
  await page.addScriptTag({ content: output[0].code });
  return page;
}

async function drawing(page: Page): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { panels, points, goals } of SIZES) {
    const [ours, uplot, echarts] = [
      await bestOf(page, "vedette", panels, points),
      await bestOf(page, "uplot", panels, points),
      // Plain arrays of so many points take minutes.
      points > 10_000 ? undefined : await bestOf(page, "echarts", panels, points),
    ];
    for (const what of ["first", "refresh"] as const) {
      const name = `${panels} x ${points} points, ${what === "first" ? "first drawing" : "refresh"}`;
      const goal = (1 / goals[what]).toFixed(2);
      rows.push(row(`${name}, beside uPlot (goal ${goal})`, ours[what], uplot[what]));
      if (echarts !== undefined) rows.push(row(`${name}, beside plain ECharts`, ours[what], echarts[what]));
    }
  }
  return rows;
}

async function bestOf(page: Page, rival: "vedette" | "uplot" | "echarts", panels: number, points: number) {
  const best = { first: Number.POSITIVE_INFINITY, refresh: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    const { first, refresh } = await page.evaluate(([who, many, long]) => race.time(who, many, long), [
      rival,
      panels,
      points,
    ] as const);
    best.first = Math.min(best.first, first);
    best.refresh = Math.min(best.refresh, refresh);
  }
  return best;
}

function row(name: string, ours: number, peer: number): BenchRow {
  return { name, ours, peer, unit: "ms", ratio: peer / ours };
}

async function longTasks(page: Page): Promise<BenchRow> {
  const longest = await page.evaluate(() => race.longestTask(30, 10_000));
  const ratio = longest === 0 ? 1 : LONG_TASK_MS / longest;
  return {
    name: "longest task of a refresh of 30 panels, beside its goal",
    ours: longest,
    peer: LONG_TASK_MS,
    unit: "ms",
    ratio,
  };
}

/** The heap after a thousand refreshes beside the heap before them. */
async function heap(page: Page): Promise<BenchRow> {
  const session = await page.context().newCDPSession(page);
  const used = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return usedSize / 1_000_000;
  };
  await page.evaluate(() => race.keep(6, 1000));
  // Until then the browser compiles what it runs so often; that is kept, too.
  await page.evaluate((times) => race.refreshKept(times, 1000), WARM_UP);
  const before = await used();
  await page.evaluate((times) => race.refreshKept(times, 1000), REFRESHES);
  const after = await used();
  return {
    name: `heap after ${REFRESHES} refreshes of 6 panels, beside before`,
    ours: after,
    peer: before,
    unit: "MB",
    ratio: before / after,
  };
}
