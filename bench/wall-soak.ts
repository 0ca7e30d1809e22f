import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { startScreen } from "../packages/window/test/x-screen.ts";
import { freePort } from "../test/free-port.ts";
import { aDataDir, PROGRAM, type RunningVedette, removeDataDir, startVedette } from "../test/running-server.ts";
import { codeOf } from "./pairing-code.ts";

/*
 * A wall of two screens for as long as one likes: eight dashboards of twelve panels, ten seconds each. At a quarter, half
 * and three quarters of the time the server is stopped and started again; at five eighths the network between wall and
 * server falls silent for ten minutes. Every two minutes a line with the memory of server, player and browsers, and how
 * often a screen has gone on to another dashboard:
 * node --conditions=vedette-source bench/wall-soak.ts <minutes>
 */

const MINUTES = Number(process.argv[2] ?? 65);
const SAMPLE_MINUTES = 2;
const SILENT_MINUTES = 10;
const DASHBOARD_COUNT = 8;
const PANEL_COUNT = 12;
const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
const PLAYLISTS = "/apis/playlist.vedette.app/v1/namespaces/default/playlists";
const ROOM = { dataDir: aDataDir(), env: { VEDETTE_UI_PORT: String(await freePort()) } };
const names = Array.from({ length: DASHBOARD_COUNT }, (_, at) => `deck-${at + 1}`);

let room = await startVedette(ROOM);
const line = await layLine(new URL(room.url).port);
await using screen = await startScreen("1920x720");
screen.plug("left");
screen.plug("right");
await screen.startManager("openbox");
for (const name of names) await addDashboard(name);
await ask("POST", PLAYLISTS, {
  kind: "Playlist",
  apiVersion: "playlist.vedette.app/v1",
  metadata: { name: "soak" },
  spec: { title: "Soak", interval: "10s", items: names.map((value) => ({ type: "dashboard_by_uid", value })) },
});
const dataDir = aDataDir();
const player = spawn(process.execPath, [PROGRAM, "wall", "soak", "--server", line.url], {
  env: { ...process.env, DISPLAY: screen.display, VEDETTE_DATA_DIR: dataDir },
  stdio: ["ignore", "pipe", "inherit"],
});
player.stdout.on("data", (text) => process.stderr.write(text));
await ask("POST", "/api/walls", { code: await codeOf(player.stdout) });

const due = [
  ...[1 / 4, 1 / 2, 3 / 4].map((part) => ({ minute: part * MINUTES, what: "server started again", act: startAgain })),
  { minute: (5 / 8) * MINUTES, what: `network silent for ${SILENT_MINUTES} minutes`, act: fallSilent },
].sort((one, other) => one.minute - other.minute);
const shownBy = new Map<string, string>();
let changes = 0;
const started = Date.now();
const follow = setInterval(() => void countChanges(), 3000);
console.log("minute server player browsers processes changes shown  (MB)");
await pause(20_000);
for (let minute = 0; minute <= MINUTES && player.exitCode === null; minute += SAMPLE_MINUTES) {
  await pause(Math.max(0, started + minute * 60_000 - Date.now()));
  console.log(await sample(minute, player, room));
  while (due[0] !== undefined && due[0].minute <= minute) {
    const { what, act } = due.shift() ?? {};
    console.log(`${minute}\t${what}`);
    await act?.();
  }
}
clearInterval(follow);
player.kill("SIGTERM");
await once(player, "exit");
await room.stop();
line.close();
removeDataDir(dataDir);
removeDataDir(ROOM.dataDir);

async function startAgain(): Promise<void> {
  await room.stop();
  room = await startVedette(ROOM);
}

async function fallSilent(): Promise<void> {
  line.silence(true);
  setTimeout(() => line.silence(false), SILENT_MINUTES * 60_000);
}

/**
 * A line from the wall to the server that can fall silent: what is sent stays on the way, connections neither fail nor
 * end, as when a cable is pulled somewhere between.
 */
async function layLine(port: string) {
  const sockets = new Set<Socket>();
  let silent = false;
  const relay = createServer((near) => {
    const far = connect(Number(port), "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => void to.write(chunk));
      if (silent) from.pause();
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  return {
    url: `http://localhost:${(relay.address() as AddressInfo).port}`,
    silence(on: boolean) {
      silent = on;
      for (const socket of sockets) on ? socket.pause() : socket.resume();
    },
    close: () => relay.close(),
  };
}

async function countChanges(): Promise<void> {
  for (const { name, dashboard } of await screens().catch(() => [])) {
    if (shownBy.has(name) && shownBy.get(name) !== dashboard) changes += 1;
    shownBy.set(name, dashboard);
  }
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

async function sample(minute: number, { pid = 0 }: ChildProcess, server: RunningVedette): Promise<string> {
  const browsers = descendantsOf(pid);
  const shown = (await screens()).map(({ state, dashboard }) => `${state}: ${dashboard}`);
  const gone = changes;
  changes = 0;
  const memory = [[server.pid, ...descendantsOf(server.pid)], [pid], browsers].map((pids) => megabytesOf(pids));
  return [minute, ...memory, browsers.length, gone, shown.join(", ")].join("\t");
}

async function screens() {
  const { walls } = (await ask("GET", "/api/walls")) as {
    readonly walls: readonly {
      readonly screens: readonly { readonly name: string; readonly state: string; readonly dashboard: string }[];
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
