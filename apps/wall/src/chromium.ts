import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Display } from "@vedette/window";
import { WallError } from "./errors.ts";
import { messages } from "./messages.ts";

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

/** How long a browser may take to end by itself; one that stands still never does. */
const END_SECONDS = 3;

/** The guard reads here, and nobody ever writes: the end of the player, however it comes, ends the reading. */
const LIFE_LINE = 5;

/**
 * Becomes the browser, and leaves a guard in its group that ends all of the group when the player has gone: a browser
 * or a helper of it that stands still does not notice that by itself.
 */
const GUARDED = `{ read -r _; sleep ${END_SECONDS}; kill -KILL 0; } <&${LIFE_LINE} 3<&- 4>&- & exec "$0" "$@" ${LIFE_LINE}<&-`;

/**
 * Starts a browser as the head of its own process group, so that all its helpers end with it. Its DevTools protocol is
 * on the pipes 3 and 4.
 */
export function startChromium({ command, profile, display: { bounds } }: ChromiumStart): ChildProcess {
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  const place = [`--window-position=${bounds.x},${bounds.y}`, `--window-size=${bounds.width},${bounds.height}`];
  // Chromium's sandbox does not work for the root user, as whom a bare kiosk machine often runs.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox", "--test-type"] : [];
  // Pages speak the language of the wall's own texts, also where the browser has no dictionary of the session's.
  const language = `--accept-lang=${messages.language}`;
  const args = [...ARGUMENTS, language, ...sandbox, ...place, `--user-data-dir=${profile}`, `--app=${FIRST_PAGE}`];
  const browser = spawn("sh", ["-c", GUARDED, command, ...args], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe", "pipe"],
    detached: true,
  });
  // The guard is still there, so the number is of no other group yet.
  browser.once("exit", () => endGroup(browser));
  return browser;
}

/** How a shell ends whose `exec` finds no program, or one that cannot run. */
const NOT_STARTED = [126, 127];

/** @returns how a browser ended */
export function endOf(browser: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  browser.once("exit", (code) =>
    resolve(NOT_STARTED.includes(code ?? 0) ? "the browser does not start" : "the browser ended"),
  );
  browser.once("error", (error) => resolve(`the browser does not start (${error.message})`));
  return promise;
}

/** Ends a browser and everything it started. */
export function endChromium(browser: ChildProcess): void {
  browser.kill("SIGTERM");
  setTimeout(() => browser.kill("SIGKILL"), END_SECONDS * 1000).unref();
}

function endGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, "SIGKILL");
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
