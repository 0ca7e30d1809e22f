import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** A PostgreSQL server for tests, in a temporary directory. */
export interface Cluster {
  readonly url: string;
  /** Starts a stopped server again. */
  start(): Promise<void>;
  stop(mode: "fast" | "immediate"): Promise<void>;
  /** Stops the server and removes its directory. */
  remove(): Promise<void>;
}

/** The global set-up of vitest: one cluster for the whole run. */
export default async function setUp(): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  process.env["VEDETTE_TEST_POSTGRES_URL"] = cluster?.url ?? "";
  return async () => cluster?.remove();
}

/** Starts a server of Debian's package, or nothing when it is not installed. Nothing in it survives a power cut. */
export async function startCluster(): Promise<Cluster | undefined> {
  return await startWith(["fsync=off", "full_page_writes=off", "synchronous_commit=off", "autovacuum=off"]);
}

/** As `startCluster`, with the server's own defaults: what it has said to be stored is on the disk. */
export async function startDurableCluster(): Promise<Cluster | undefined> {
  return await startWith([]);
}

async function startWith(settings: readonly string[]): Promise<Cluster | undefined> {
  const programs = newestPrograms();
  if (programs === undefined) return undefined;
  const directory = mkdtempSync(join(tmpdir(), "vedette-postgres-"));
  const owner = serverUser();
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  const data = join(directory, "data");
  runToEnd(join(programs, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"], owner);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;

  let pipe: Writable | null = null;
  const start = async (): Promise<void> => {
    const args = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", directory];
    const all = ["max_connections=200", ...settings].flatMap((text) => ["-c", text]);
    const guard = spawn("sh", ["-c", ENDS_WITH_US, "sh", join(programs, "postgres"), ...args, ...all], {
      ...owner,
      stdio: ["pipe", "ignore", "ignore"],
    });
    guard.unref();
    pipe = guard.stdin;
    await untilAnswering(url);
  };
  const stop = async (mode: "fast" | "immediate"): Promise<void> => {
    runToEnd(join(programs, "pg_ctl"), ["stop", "-D", data, "-m", mode, "-w"], owner);
    pipe?.end();
  };
  const remove = async (): Promise<void> => {
    await stop("immediate");
    rmSync(directory, { recursive: true, force: true });
  };
  await start();
  return { url, start, stop, remove };
}

/** Runs the server until our end of the pipe is closed, also when that is because we were killed. */
const ENDS_WITH_US = '"$@" & read -r _; kill -QUIT $!; wait';

function newestPrograms(): string | undefined {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return undefined;
  const [newest] = readdirSync(root)
    .filter((version) => existsSync(join(root, version, "bin", "postgres")))
    .sort((left, right) => Number(right) - Number(left));
  return newest === undefined ? undefined : join(root, newest, "bin");
}

/** The server refuses to run as root, so root starts it as the user that the package made. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid = "", gid = ""] = ["-u", "-g"].map((option) =>
    spawnSync("id", [option, "postgres"]).stdout.toString().trim(),
  );
  return { uid: Number(uid), gid: Number(gid) };
}

function runToEnd(program: string, args: readonly string[], owner: { uid: number; gid: number } | undefined): void {
  const { status, stderr } = spawnSync(program, args, { ...owner, cwd: "/" });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address();
    server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
  });
  return promise;
}

async function untilAnswering(url: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(50);
    }
  }
}
