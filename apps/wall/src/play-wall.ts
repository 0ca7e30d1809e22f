import { once } from "node:events";
import { type Display, getDisplays, initialize, shutdown, type WindowSystem } from "@vedette/window";
import { awaitServer } from "./await-server.ts";
import { findChromium } from "./chromium.ts";
import { WallError } from "./errors.ts";
import { keepScreen } from "./keep-screen.ts";
import { chosenScreens, type ScreenChoice } from "./screen-choice.ts";

export interface PlayWallOptions {
  readonly playlist: string;
  /** Address of the watch room, without a slash at its end. */
  readonly server: string;
  readonly screens: ScreenChoice;
  /** Where the browser profiles lie. */
  readonly profiles: string;
  /** The `PATH` to look for Chromium in. */
  readonly path: string;
  /** A line for the person at the terminal. */
  readonly tell: (line: string) => void;
  /** Ends the wall. */
  readonly signal: AbortSignal;
}

interface KeptScreen {
  readonly display: Display;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Keeps a playlist on the screens of this machine until the signal comes: a browser in kiosk on each, started again when
 * it ends, on screens that come, and off screens that go.
 *
 * @throws WallError when there is no Chromium, no display, or no such screen at the start; when the X server is lost
 */
export async function playWall(options: PlayWallOptions): Promise<void> {
  const { server, screens, tell, signal, path } = options;
  const chromium = findChromium(path);
  const system = await connect();
  if (chosenScreens(getDisplays(), screens).length === 0) {
    const names = getDisplays().map(({ name }) => name);
    await shutdown();
    throw new WallError("screen_unknown", { detail: `There is no such screen; there are: ${names.join(", ")}` });
  }
  const kept = new Map<number, KeptScreen>();
  const follow = (): void => followScreens({ ...options, kept, chromium });
  let isLost = false;
  try {
    await awaitServer(server, tell, signal);
    if (!signal.aborted) follow();
    system.on("displays-changed", follow);
    isLost = await untilEnd(system, signal);
  } finally {
    system.off("displays-changed", follow);
    for (const { stop } of kept.values()) stop.abort();
    await Promise.all([...kept.values()].map(({ ended }) => ended));
    await shutdown();
  }
  if (isLost) throw new WallError("display_missing", { detail: "The X server has ended" });
}

async function connect(): Promise<WindowSystem> {
  try {
    return await initialize({ backend: "x11" });
  } catch (error) {
    throw new WallError("display_missing", { cause: error });
  }
}

/** @returns whether the server has gone */
async function untilEnd(system: WindowSystem, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  return Promise.race([once(system, "lost").then(() => true), once(signal, "abort").then(() => false)]);
}

interface FollowOptions extends PlayWallOptions {
  readonly kept: Map<number, KeptScreen>;
  readonly chromium: string;
}

/** A browser for each screen that came, none for those that went. */
function followScreens({ kept, chromium, screens, playlist, server, profiles, tell }: FollowOptions): void {
  const present = chosenScreens(getDisplays(), screens);
  for (const [id, { display, stop }] of kept) {
    if (present.some((candidate) => candidate.id === id)) continue;
    tell(`${display.name}: the screen has gone`);
    kept.delete(id);
    stop.abort();
  }
  for (const display of present) {
    if (kept.has(display.id)) continue;
    const stop = new AbortController();
    const url = `${server}/wall/${encodeURIComponent(playlist)}`;
    const ended = keepScreen({ display, chromium, url, profiles, tell, signal: stop.signal });
    kept.set(display.id, { display, stop, ended });
  }
}
