import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import { killWithRun } from "./kill-with-run.ts";

const ROOT = join(import.meta.dirname, "..");
/** As `npm start` has it. */
const NODE_COMPILE_CACHE = join(ROOT, "node_modules", ".cache", "compiled");

/** The built `vedette` command. */
export const PROGRAM = join(ROOT, "apps", "server", "dist", "main.js");

/** A real process of the product, as `npm start` makes it. */
export interface RunningVedette {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  readonly keys: { readonly publishable_key: string; readonly secret_key: string; readonly setup_url?: string };
  /** What it printed so far. */
  output(): string;
  /** Asks it to stop; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends a signal that should end it; resolves with the exit code. */
  endBy(signal: NodeJS.Signals): Promise<number | null>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

export interface StartOptions {
  /** Kept when given, so that it can be started again; a new temporary one otherwise. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The built-in sender writes to strangers here, and everybody signs in from one address; limits have tests of their own. */
const FEW_LIMITS = {
  VEDETTE_RATE_LIMIT_OTP: "1000",
  VEDETTE_RATE_LIMIT_TOKEN_REFRESH: "1000",
  VEDETTE_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES: "*@example.com,*@example.org,*@example.net",
  VEDETTE_RATE_LIMITS_EMAIL_INBUILT_SMTP_PER_HOUR: "1000",
};

/** Starts Vedette on a free port and waits until it serves. What it wrote goes with `stop` unless a folder was given. */
export async function startVedette({ dataDir: kept, env = {} }: StartOptions = {}): Promise<RunningVedette> {
  const dataDir = kept ?? aDataDir();
  const port = env["VEDETTE_UI_PORT"] ?? String(await freePort());
  const { child, output } = spawnVedette([], {
    VEDETTE_UI_PORT: port,
    VEDETTE_DATA_DIR: dataDir,
    ...FEW_LIMITS,
    ...env,
  });
  await untilSaid(child, output, "Keys for programs are in");
  const keys = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
  return {
    url: `http://localhost:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    keys,
    output,
    async stop() {
      const exitCode = await end(child, "SIGTERM");
      if (kept === undefined) removeDataDir(dataDir);
      return exitCode;
    },
    endBy: (signal) => end(child, signal),
    kill: async () => void (await end(child, "SIGKILL")),
  };
}

/** The UI server apart from its API. */
export interface RunningUi {
  readonly url: string;
  output(): string;
  /** The part of the output that went to standard error. */
  errors(): string;
  stop(): Promise<number | null>;
}

/** Starts `vedette ui` on a free port, or on that of the environment, and waits until it serves. */
export async function startUi(env: Readonly<Record<string, string>>): Promise<RunningUi> {
  const port = env["VEDETTE_UI_PORT"] ?? String(await freePort());
  const { child, output, errors } = spawnVedette(["ui"], { VEDETTE_UI_PORT: port, ...env });
  const url = `http://localhost:${port}`;
  if (env["VEDETTE_HIDE_LOGS"] === undefined) await untilSaid(child, output, "Vedette is at");
  else await untilHealthy(url);
  return { url, output, errors, stop: () => end(child, "SIGTERM") };
}

/** Runs the command to its end. @param input - what it reads from standard input; nothing unless given */
export async function runVedette(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = "",
): Promise<{ exitCode: number | null; output: string }> {
  const { child, output } = spawnVedette(args, env);
  child.stdin.end(input);
  const exitCode = await exitOf(child);
  return { exitCode, output: output() };
}

export function aDataDir(): string {
  return mkdtempSync(join(tmpdir(), "vedette-data-"));
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
}

function spawnVedette(args: readonly string[], env: Readonly<Record<string, string>>) {
  // For a store that lives for seconds, optimising its machine code costs more than it saves.
  const child = spawn(process.execPath, ["--liftoff-only", PROGRAM, ...args], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE, VEDETTE_LOG_LEVEL: "warn", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  killWithRun(child);
  let [text, errors] = ["", ""];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  child.stderr.on("data", (chunk) => (errors += chunk));
  return { child, output: () => text, errors: () => errors };
}

/** For a server that does not say when it serves. */
async function untilHealthy(url: string): Promise<void> {
  for (let left = 300; left > 0; left -= 1) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`${url} does not serve`);
}

async function untilSaid(child: ChildProcess, output: () => string, words: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", () => {
      if (output().includes(words)) resolve();
    });
    child.once("exit", (code) => reject(new Error(`Vedette ended with ${code}: ${output()}`)));
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = exitOf(child);
  child.kill(signal);
  return ended;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once("exit", resolve));
}
