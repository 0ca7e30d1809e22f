import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright-core";
import { startScreen } from "../packages/window/test/x-screen.ts";
import { aDataDir, PROGRAM, type RunningVedette, removeDataDir, startVedette } from "../test/running-server.ts";
import { codeOf } from "./pairing-code.ts";
import type { BenchRow } from "./run.ts";

const REST_MS = 60_000;
const CPU_GOAL_PERCENT = 1;
const CHANGES = 20;
const FRAMES_GOAL = 2;
/** Of Linux's clock of processes. */
const TICKS_PER_SECOND = 100;
const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";

/** The wall player beside its goals: its own work while a dashboard rests, and the cut from one dashboard to the next. */
export default async function benchWall(): Promise<readonly BenchRow[]> {
  const room = await startVedette();
  try {
    for (const name of ["one", "two"]) await addDashboard(room, name);
    await ask(room, "/apis/playlist.vedette.app/v1/namespaces/default/playlists", {
      kind: "Playlist",
      apiVersion: "playlist.vedette.app/v1",
      metadata: { name: "bench" },
      spec: {
        title: "Bench",
        interval: "1h",
        items: ["one", "two"].map((value) => ({ type: "dashboard_by_uid", value })),
      },
    });
    return [
      goal("player's own CPU while a dashboard rests", await playerPercent(room), CPU_GOAL_PERCENT, "%"),
      goal("change to the next dashboard", await framesOfChange(room), FRAMES_GOAL, "frames"),
    ];
  } finally {
    await room.stop();
  }
}

async function addDashboard(room: RunningVedette, name: string): Promise<void> {
  const panels = Array.from({ length: 12 }, (_, at) => ({
    id: at + 1,
    type: "timeseries",
    title: `Panel ${at}`,
    gridPos: { x: (at % 4) * 6, y: Math.floor(at / 4) * 6, w: 6, h: 6 },
    targets: [{ expr: "vector(time() % 60)", refId: "A" }],
  }));
  const spec = { title: name, time: { from: "now-1h", to: "now" }, panels };
  await ask(room, DASHBOARDS, { metadata: { name }, spec });
}

async function ask(room: RunningVedette, path: string, body: unknown): Promise<unknown> {
  const headers = { apikey: room.keys.secret_key, "content-type": "application/json" };
  const response = await fetch(`${room.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}

/** Share of one core that the player takes, without its browser. */
async function playerPercent(room: RunningVedette): Promise<number> {
  await using screen = await startScreen("1280x720");
  await screen.startManager("openbox");
  const dataDir = aDataDir();
  const player = spawn(process.execPath, [PROGRAM, "wall", "bench", "--server", room.url], {
    env: { ...process.env, DISPLAY: screen.display, VEDETTE_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await ask(room, "/api/walls", { code: await codeOf(player.stdout) });
  await pause(REST_MS / 3);
  const before = ticksOf(player.pid);
  await pause(REST_MS);
  const ticks = ticksOf(player.pid) - before;
  player.kill("SIGTERM");
  await once(player, "exit");
  removeDataDir(dataDir);
  return (ticks / TICKS_PER_SECOND / (REST_MS / 1000)) * 100;
}

function ticksOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/** Frames from the order to go on until the next dashboard is what is seen; the median. */
async function framesOfChange(room: RunningVedette): Promise<number> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${room.keys.secret_key}` });
    await page.goto(`${room.url}/wall/bench`);
    const frames: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      await page.locator('[data-shown="false"] [data-panel-state="done"]').nth(11).waitFor({ state: "attached" });
      frames.push(await page.evaluate(changeInPage));
    }
    return frames.toSorted((one, other) => one - other)[CHANGES >> 1] ?? Number.NaN;
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
function changeInPage(): Promise<number> {
  const shown = () =>
    document.querySelector('[data-shown="true"] [data-dashboard-uid]')?.getAttribute("data-dashboard-uid");
  const before = shown();
  return new Promise((resolve) => {
    let frames = 1;
    const count = (): void => {
      if (shown() !== before) resolve(frames);
      else requestAnimationFrame(count);
      frames += 1;
    };
    requestAnimationFrame(() => {
      window.dispatchEvent(new CustomEvent("vedette-wall", { detail: { command: "next", label: "" } }));
      requestAnimationFrame(count);
    });
  });
}

function goal(name: string, ours: number, peer: number, unit: string): BenchRow {
  return { name: `${name}, against the goal`, ours, peer, unit, ratio: peer / Math.max(ours, 0.01) };
}
