import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { BaseWindow, getDisplays, initialize, type Rectangle, shutdown } from "@vedette/window";
import { isSameRectangle } from "../packages/window/src/rectangle.ts";
import { startScreen, until, type XScreen } from "../packages/window/test/x-screen.ts";
import type { BenchRow } from "./run.ts";

const ROOT = join(import.meta.dirname, "..");
const STARTS = 9;

const ROUNDS = 41;
const GETTER_CALLS = 1_000_000;
/** For the observer to have heard of what was before. */
const QUIET_MS = 15;

interface Start {
  /** Of `initialize()`. */
  readonly ms: number;
  /** Of the processor, with the import. */
  readonly cpuMs: number;
}

/** What others see: the clock of an observer on its own connection, which hears of the change by the server's events. */
interface Observer {
  /** Milliseconds from the call to the first event about the window, as the observer's process hears it. */
  measure(work: () => unknown): Promise<number>;
  hasHeard(): boolean;
  end(): void;
}

/**
 * Calls until somebody else sees their effect, beside wmctrl doing the same to the same window in the same run, under
 * openbox on a server of its own. Rows without a tool that does the same stand beside their goal.
 */
export default async function benchWindow(): Promise<readonly BenchRow[]> {
  await using screen = await startScreen();
  await screen.startManager("openbox");
  const published = startPublished(screen.display);
  await initialize({ backend: "x11", display: screen.display });
  try {
    return await measureAll(screen, published);
  } finally {
    await shutdown();
  }
}

async function measureAll(screen: XScreen, published: Start): Promise<BenchRow[]> {
  const window = new BaseWindow({ x: 100, y: 100, width: 500, height: 400 });
  const other = new BaseWindow({ x: 900, y: 100, width: 300, height: 300 });
  await other.settled();
  const id = String(window.getNativeWindowHandle().readUInt32LE(0));
  const wmctrl = (...args: string[]): unknown => screen.tool("wmctrl", "-i", ...args);
  const observer = watch(id, { ...process.env, DISPLAY: screen.display });
  // It hears nothing before it has connected itself.
  await until(() => {
    window.setTitle(`${performance.now()}`);
    return observer.hasHeard();
  });

  const places = [
    { x: 160, y: 140 },
    { x: 100, y: 100 },
  ];
  const rows = [
    await beside("setBounds until others see it", observer, window, {
      ours: (round) => window.setBounds(places[round & 1] ?? {}),
      peer: (round) => wmctrl("-r", id, "-e", `0,${130 + (round & 1) * 60},300,-1,-1`),
    }),
    await beside("kiosk until others see it", observer, window, {
      ours: (round) => window.setKiosk((round & 1) === 0),
      peer: (round) => wmctrl("-r", id, "-b", `${(round & 1) === 0 ? "add" : "remove"},fullscreen`),
    }),
    await beside("focus until others see it", observer, window, {
      before: () => other.focus(),
      ours: () => window.focus(),
      peer: () => wmctrl("-a", id),
    }),
  ];
  observer.end();
  return [...rows, ...(await besideGoals(window, published)), await kioskReturns(window, screen)];
}

/** In a process of its own, with the package as npm has it; the medians. */
function startPublished(display: string): Start {
  const folder = mkdtempSync(join(tmpdir(), "vedette-bench-"));
  try {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const rolldown = join(ROOT, "node_modules", "rolldown", "bin", "cli.mjs");
    const config = join(ROOT, "packages", "window", "rolldown.config.js");
    execFileSync(process.execPath, [rolldown, "-c", config, "-d", folder, "--log-level", "warn"], { stdio: "ignore" });
    const program = `const cpu = process.cpuUsage();
      const { initialize, shutdown } = await import(${JSON.stringify(join(folder, "index.js"))});
      const start = performance.now();
      await initialize({ backend: "x11" });
      const ms = performance.now() - start;
      const { user, system } = process.cpuUsage(cpu);
      console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000 }));
      await shutdown();`;
    const env = { ...process.env, DISPLAY: display };
    const starts: Start[] = Array.from({ length: STARTS }, () =>
      JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program], { env, encoding: "utf8" })),
    );
    return { ms: median(starts.map(({ ms }) => ms)), cpuMs: median(starts.map(({ cpuMs }) => cpuMs)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** From the moment at which a screen is plugged in again until its kiosk covers it, as another program sees it. */
async function kioskReturns(window: BaseWindow, screen: XScreen): Promise<BenchRow> {
  screen.plug("left");
  screen.plug("right");
  await until(() => getDisplays().length === 2);
  const display = getDisplays().find(({ name }) => name === "right");
  if (display === undefined) throw new Error("There is no second screen.");
  const covers = (): boolean =>
    isSameRectangle(rectangleOf(screen, window.getNativeWindowHandle().readUInt32LE(0)), display.bounds);
  window.setKiosk(true, { display: display.id });
  await until(covers);
  screen.unplug("right");
  await until(() => !covers());
  await window.settled();
  const start = performance.now();
  screen.plug("right");
  await until(covers);
  return goal(
    "kiosk back on a screen that is plugged in again, against the goal",
    performance.now() - start,
    3000,
    "ms",
  );
}

function rectangleOf(screen: XScreen, xid: number): Rectangle {
  const text = screen.tool("xwininfo", "-id", String(xid));
  const read = (name: string): number => Number(new RegExp(`${name}:\\s+(-?\\d+)`).exec(text)?.[1]);
  return {
    x: read("Absolute upper-left X"),
    y: read("Absolute upper-left Y"),
    width: read("Width"),
    height: read("Height"),
  };
}

async function besideGoals(window: BaseWindow, published: Start): Promise<BenchRow[]> {
  const settled: number[] = [];
  const opened: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    settled.push(
      await timed(() => {
        window.setBounds({ x: 200 + (round & 1) * 50, y: 200, width: 500 + round, height: 400 });
        return window.settled();
      }),
    );
    let made: BaseWindow | undefined;
    opened.push(
      await timed(() => {
        made = new BaseWindow({ width: 300, height: 200 });
        return made.settled();
      }),
    );
    made?.destroy();
    await window.settled();
  }
  return [
    goal("setBounds and settled(), against the goal", median(settled), 10, "ms"),
    goal("constructor and settled(), against the goal", median(opened), 25, "ms"),
    goal("initialize(), against the goal", published.ms, 40, "ms"),
    goal("import and initialize(), processor time, against the same goal", published.cpuMs, 40, "ms"),
    goal("getBounds(), against the goal", getterMicroseconds(window), 1, "µs"),
  ];
}

function getterMicroseconds(window: BaseWindow): number {
  let sum = 0;
  const start = performance.now();
  for (let call = 0; call < GETTER_CALLS; call += 1) sum += window.getBounds().width;
  const elapsedMs = performance.now() - start;
  if (sum === 0) throw new Error("Nothing was measured.");
  return (elapsedMs * 1000) / GETTER_CALLS;
}

async function beside(
  name: string,
  { measure }: Observer,
  window: BaseWindow,
  work: { before?: () => unknown; ours: (round: number) => unknown; peer: (round: number) => unknown },
): Promise<BenchRow> {
  const ours: number[] = [];
  const peer: number[] = [];
  for (const [times, act] of [
    [ours, work.ours],
    [peer, work.peer],
  ] as const) {
    for (let round = 0; round < ROUNDS + 1; round += 1) {
      work.before?.();
      await window.settled();
      await pause(QUIET_MS);
      const ms = await measure(() => act(round));
      if (round > 0) times.push(ms);
    }
  }
  return goal(`${name}, against wmctrl`, median(ours), median(peer), "ms");
}

/** xev prints a line for each event of the window, unbuffered by way of a terminal of its own. */
function watch(id: string, env: NodeJS.ProcessEnv): Observer {
  const command = `xev -id ${id} -event structure -event property -event focus`;
  const xev = spawn("stdbuf", ["-oL", ...command.split(" ")], { env, stdio: ["ignore", "pipe", "ignore"] });
  let hear: (() => void) | undefined;
  let hasHeard = false;
  xev.stdout.on("data", () => {
    hasHeard = true;
    hear?.();
  });
  return {
    hasHeard: () => hasHeard,
    async measure(work) {
      const { promise, resolve } = Promise.withResolvers<number>();
      const start = performance.now();
      hear = () => resolve(performance.now() - start);
      work();
      const ms = await promise;
      hear = undefined;
      return ms;
    },
    end: () => xev.kill(),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function goal(name: string, ours: number, peer: number, unit: string): BenchRow {
  return { name, ours, peer, unit, ratio: peer / ours };
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
