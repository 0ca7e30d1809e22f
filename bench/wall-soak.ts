import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startScreen } from "../packages/window/test/x-screen.ts";
import { freePort } from "../test/free-port.ts";
import { aDataDir, PROGRAM, startVedette } from "../test/running-server.ts";
import { codeOf } from "./pairing-code.ts";
import { layLine } from "./silent-line.ts";
import { type SoakSample, verdictOf } from "./soak-verdict.ts";
import { pathWithPort, WatchedPage } from "./watched-page.ts";

/*
 * A wall of two screens for as long as one likes: eight dashboards of twelve panels, ten seconds each unless told
 * otherwise: at one second, the shortest that a player takes, a playlist of few hours changes as often as a day's. That
 * shows what a change leaves behind, not what a day does. At a sixth, a third and five sixths of the time the server is
 * stopped and started again; at the half the network between wall and server falls silent for ten minutes (a sixth of
 * a run of less than 35 minutes). Every two minutes a line with the memory of server, player and browsers, and of each
 * page after a forced collection. At the end a line for each figure that a wall has to hold:
 * node --conditions=vedette-source bench/wall-soak.ts <minutes> [seconds for each dashboard]
 */

const MINUTES = Number(process.argv[2] ?? 65);
const INTERVAL_SECONDS = Number(process.argv[3] ?? 10);
const SAMPLE_MINUTES = MINUTES < 20 ? 0.5 : 2;
const SILENT_MINUTES = MINUTES < 35 ? MINUTES / 6 : 10;
const DASHBOARD_COUNT = 8;
const PANEL_COUNT = 12;
const CHROMIUM = "/usr/bin/chromium";
const SCREENS = ["left", "right"] as const;
const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
const PLAYLISTS = "/apis/playlist.vedette.app/v1/namespaces/default/playlists";
const ROOM = { dataDir: aDataDir(), env: { VEDETTE_UI_PORT: String(await freePort()) } };
const names = Array.from({ length: DASHBOARD_COUNT }, (_, at) => `deck-${at + 1}`);

let room = await startVedette(ROOM);
const line = await layLine(new URL(room.url).port);
await using screen = await startScreen("1920x720");
for (const side of SCREENS) screen.plug(side);
await screen.startManager("openbox");
for (const name of names) await addDashboard(name);
await ask("POST", PLAYLISTS, {
  kind: "Playlist",
  apiVersion: "playlist.vedette.app/v1",
  metadata: { name: "soak" },
  spec: {
    title: "Soak",
    interval: `${INTERVAL_SECONDS}s`,
    items: names.map((value) => ({ type: "dashboard_by_uid", value })),
  },
});
const dataDir = aDataDir();
const player = spawn(process.execPath, [PROGRAM, "wall", "soak", "--server", line.url], {
  env: { ...process.env, PATH: pathWithPort(dataDir, CHROMIUM), DISPLAY: screen.display, VEDETTE_DATA_DIR: dataDir },
  stdio: ["ignore", "pipe", "inherit"],
});
player.stdout.on("data", (text) => process.stderr.write(text));
// Whoever ends the run ends all of it: browsers end with their player, the screen goes with this process.
process.once("exit", () => {
  player.kill("SIGKILL");
  // The browsers write until they have noticed.
  for (const dir of [dataDir, ROOM.dataDir]) rmSync(dir, { recursive: true, force: true, maxRetries: 20 });
});
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
const pages = SCREENS.map((name) => ({
  name,
  page: new WatchedPage(join(dataDir, "wall", name), DASHBOARD_COUNT),
  samples: [] as SoakSample[],
}));
const following = pages.map(({ page }) => page.follow());
await ask("POST", "/api/walls", { code: await codeOf(player.stdout) });

const due = [
  ...[1 / 6, 1 / 3, 5 / 6].map((part) => ({ minute: part * MINUTES, what: "server started again", act: startAgain })),
  { minute: MINUTES / 2, what: `network silent for ${SILENT_MINUTES.toFixed(1)} minutes`, act: fallSilent },
].sort((one, other) => one.minute - other.minute);
const seen = { restarts: 0, restartsSurvived: 0, silentSwitches: 0, cutSurvived: false };
const started = Date.now();
console.log("minute server player browsers processes (MB)  screen: switches heap+embedder MB nodes listeners …");
await pause(20_000);
for (let minute = 0; minute <= MINUTES && player.exitCode === null; minute += SAMPLE_MINUTES) {
  await pause(Math.max(0, started + minute * 60_000 - Date.now()));
  console.log(await sample(minute));
  while (due[0] !== undefined && due[0].minute <= minute) {
    const { what, act } = due.shift() ?? {};
    console.log(`${minute}\t${what}`);
    await act?.();
  }
}
const verdict = verdictOf({
  minutes: MINUTES,
  intervalSeconds: INTERVAL_SECONDS,
  screens: pages.map(({ name, page, samples }) => ({ name, samples, tally: page.tally, browsers: page.browsers })),
  silentMinutes: SILENT_MINUTES,
  ...seen,
});
console.log(verdict.join("\n"));
for (const { page } of pages) page.close();
await Promise.all(following);
player.kill("SIGTERM");
await once(player, "exit");
await room.stop();
line.close();

async function startAgain(): Promise<void> {
  await room.stop();
  room = await startVedette(ROOM);
  seen.restarts += 1;
  void goesOn().then((does) => (seen.restartsSurvived += Number(does)));
}

async function fallSilent(): Promise<void> {
  const before = switches();
  line.silence(true);
  setTimeout(() => {
    seen.silentSwitches = switches() - before;
    line.silence(false);
    void goesOn().then((does) => (seen.cutSurvived = does));
  }, SILENT_MINUTES * 60_000);
}

/** Whether every screen changes, and says so to the server, within two minutes. */
async function goesOn(): Promise<boolean> {
  const before = pages.map(({ page }) => page.tally.switches);
  for (const end = Date.now() + 120_000; Date.now() < end; await pause(1000)) {
    const all = await screens().catch(() => []);
    const isHeard =
      all.length === SCREENS.length && all.every(({ state, problem }) => state === "playing" && problem === "");
    if (isHeard && pages.every(({ page }, at) => page.tally.switches > (before[at] ?? 0))) return true;
  }
  return false;
}

function switches(): number {
  return pages.reduce((sum, { page }) => sum + page.tally.switches, 0);
}

async function addDashboard(name: string): Promise<void> {
  const panels = Array.from({ length: PANEL_COUNT }, (_, at) => ({
    id: at + 1,
    type: ["timeseries", "stat", "bargauge", "table"][at % 4],
    title: `${name} ${at}`,
    gridPos: { x: (at % 4) * 6, y: Math.floor(at / 4) * 8, w: 6, h: 8 },
    targets: [{ expr: `vector(time() % ${60 + at})`, refId: "A" }],
  }));
  const spec = { title: `The ${name}`, time: { from: "now-1h", to: "now" }, refresh: "10s", panels };
  await ask("POST", DASHBOARDS, { metadata: { name }, spec });
}

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${room.url}${path}`, {
    method,
    headers: { apikey: room.keys.secret_key, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}

async function sample(minute: number): Promise<string> {
  const browsers = descendantsOf(player.pid ?? 0);
  const server = [room.pid, ...descendantsOf(room.pid)];
  const memory = [server, [player.pid ?? 0], browsers].map((pids) => megabytesOf(pids));
  const shown = [];
  for (const { name, page, samples } of pages) {
    const held = await page.memory();
    if (held === undefined) continue;
    samples.push({ ...held, switches: page.tally.switches });
    const { heapMegabytes, embedderMegabytes, nodes, listeners } = held;
    const heap = `${heapMegabytes.toFixed(1)}+${embedderMegabytes.toFixed(1)}`;
    shown.push(`${name}: ${page.tally.switches} ${heap} ${nodes} ${listeners} gap ${page.tally.longestFrameGapMs} ms`);
  }
  return [minute, ...memory, browsers.length, ...shown].join("\t");
}

async function screens() {
  const { walls } = (await ask("GET", "/api/walls")) as {
    readonly walls: readonly {
      readonly screens: readonly { readonly state: string; readonly problem: string }[];
    }[];
  };
  return walls.flatMap(({ screens: all }) => all);
}

/** Resident memory; what processes share is divided among them. @see proc(5), smaps: Pss */
function megabytesOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
  );
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
}

function descendantsOf(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      parent: Number(/\) \S (\d+)/.exec(readOrEmpty(`/proc/${name}/stat`))?.[1] ?? 0),
    }));
  const below = (parent: number): number[] =>
    parents.filter((one) => one.parent === parent).flatMap((one) => [one.pid, ...below(one.pid)]);
  return below(pid);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}
