import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Display } from "@vedette/window";
import { WallError } from "./errors.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** A browser that shows nothing of its own: no bars, no questions, no first run. */
const ARGUMENTS = [
  "--kiosk",
  "--no-first-run",
  "--noerrdialogs",
  "--disable-session-crashed-bubble",
  "--disable-component-update",
  "--disable-sync",
  "--disable-features=Translate",
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
  readonly url: string;
  /** One folder for each screen: a second start with the same one would only signal the first. */
  readonly profile: string;
  readonly display: Display;
}

/** Starts a browser as the head of its own process group, so that all its helpers end with it. */
export function startChromium({ command, url, profile, display: { bounds } }: ChromiumStart): ChildProcess {
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  const place = [`--window-position=${bounds.x},${bounds.y}`, `--window-size=${bounds.width},${bounds.height}`];
  // Chromium's sandbox does not work for the root user, as whom a bare kiosk machine often runs.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox", "--test-type"] : [];
  const args = [...ARGUMENTS, ...sandbox, ...place, `--user-data-dir=${profile}`, `--app=${url}`];
  return spawn(command, args, { stdio: "ignore", detached: true });
}

/** Ends a browser and everything it started. */
export function endChromium({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, exitCode === null && signalCode === null ? "SIGTERM" : "SIGKILL");
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
