import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Display } from "@vedette/window";
import { WallError } from "./errors.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** A browser that shows nothing of its own: no bars, no questions, no first run. */
const ARGUMENTS = [
  "--kiosk",
  "--remote-debugging-pipe",
  "--no-first-run",
  "--noerrdialogs",
  "--disable-session-crashed-bubble",
  "--disable-component-update",
  "--disable-sync",
  "--disable-features=Translate",
  "--disable-background-networking",
  // A wall is never in the background, whatever lies over it.
  "--disable-renderer-backgrounding",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--password-store=basic",
  "--autoplay-policy=no-user-gesture-required",
  "--ozone-platform=x11",
];

/**
 * @param path - the `PATH` to look in
 * @throws WallError `chromium_missing`
 */
export function findChromium(path: string): string {
  for (const folder of path.split(delimiter)) {
    const found = NAMES.map((name) => join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  throw new WallError("chromium_missing");
}

export interface ChromiumStart {
  readonly command: string;
  /** One folder for each screen: a second start with the same one would only signal the first. */
  readonly profile: string;
  readonly display: Display;
}

/** Dark from the first moment on; what the wall shows comes by the DevTools protocol. */
const FIRST_PAGE = "data:text/html,<title>Vedette</title><body style='background:%2305070a;cursor:none'>";

/**
 * Starts a browser as the head of its own process group, so that all its helpers end with it. Its DevTools protocol is
 * on the pipes 3 and 4.
 */
export function startChromium({ command, profile, display: { bounds } }: ChromiumStart): ChildProcess {
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  const place = [`--window-position=${bounds.x},${bounds.y}`, `--window-size=${bounds.width},${bounds.height}`];
  // Chromium's sandbox does not work for the root user, as whom a bare kiosk machine often runs.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox", "--test-type"] : [];
  const args = [...ARGUMENTS, ...sandbox, ...place, `--user-data-dir=${profile}`, `--app=${FIRST_PAGE}`];
  return spawn(command, args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
}

/** How long a browser may take to end by itself; one that stands still never does. */
const END_MS = 3000;

/** Ends a browser and everything it started. */
export function endChromium({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined) return;
  const hasEnded = exitCode !== null || signalCode !== null;
  endGroup(pid, hasEnded ? "SIGKILL" : "SIGTERM");
  if (!hasEnded) setTimeout(endGroup, END_MS, pid, "SIGKILL").unref();
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // All of the group have gone already.
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
