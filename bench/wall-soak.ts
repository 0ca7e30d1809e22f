import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { startScreen } from "../packages/window/test/x-screen.ts";
import { aDataDir, PROGRAM, type RunningVedette, removeDataDir, startVedette } from "../test/running-server.ts";
import { codeOf } from "./pairing-code.ts";

/*
 * A wall of two screens for as long as one likes, with the memory of server, player and browsers every two minutes:
 * node --conditions=vedette-source bench/wall-soak.ts <minutes>
 */

const MINUTES = Number(process.argv[2] ?? 65);
const SAMPLE_MINUTES = 2;
const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
const PLAYLISTS = "/apis/playlist.vedette.app/v1/namespaces/default/playlists";

const room = await startVedette();
await using screen = await startScreen("1920x720");
screen.plug("left");
screen.plug("right");
await screen.startManager("openbox");
for (const name of ["bow", "stern", "deck"]) await addDashboard(name);
await ask("POST", PLAYLISTS, {
  kind: "Playlist",
  apiVersion: "playlist.vedette.app/v1",
  metadata: { name: "soak" },
  spec: {
    title: "Soak",
    interval: "1m",
    items: ["bow", "stern", "deck"].map((value) => ({ type: "dashboard_by_uid", value })),
  },
});
const dataDir = aDataDir();
const player = spawn(process.execPath, [PROGRAM, "wall", "soak", "--server", room.url], {
  env: { ...process.env, DISPLAY: screen.display, VEDETTE_DATA_DIR: dataDir },
  stdio: ["ignore", "pipe", "inherit"],
});
player.stdout.on("data", (text) => process.stderr.write(text));
await ask("POST", "/api/walls", { code: await codeOf(player.stdout) });

console.log("minute server player browsers processes shown  (MB)");
for (let minute = 0; minute <= MINUTES && player.exitCode === null; minute += SAMPLE_MINUTES) {
  await pause(minute === 0 ? 20_000 : SAMPLE_MINUTES * 60_000);
  console.log(await sample(minute, player, room));
}
player.kill("SIGTERM");
await once(player, "exit");
removeDataDir(dataDir);
await room.stop();

async function addDashboard(name: string): Promise<void> {
  const panels = Array.from({ length: 8 }, (_, at) => ({
    id: at + 1,
    type: ["timeseries", "stat", "bargauge", "table"][at % 4],
    title: `${name} ${at}`,
    gridPos: { x: (at % 4) * 6, y: Math.floor(at / 4) * 8, w: 6, h: 8 },
    targets: [{ expr: `vector(time() % ${60 + at})`, refId: "A" }],
  }));
  const spec = { title: `The ${name}`, time: { from: "now-1h", to: "now" }, refresh: "30s", panels };
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
  const { walls } = (await ask("GET", "/api/walls")) as {
    readonly walls: readonly { readonly screens: readonly { readonly state: string; readonly dashboard: string }[] }[];
  };
  const shown = walls.flatMap(({ screens }) => screens.map(({ state, dashboard }) => `${state}: ${dashboard}`));
  const memory = [[server.pid, ...descendantsOf(server.pid)], [pid], browsers].map((pids) => megabytesOf(pids));
  return [minute, ...memory, browsers.length, shown.join(", ")].join("\t");
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
