import { once } from "node:events";
import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Display, getDisplays, initialize, shutdown, type WindowSystem } from "@vedette/window";
import { AnswerCache } from "./answer-cache.ts";
import { findChromium } from "./chromium.ts";
import { WALL_ERRORS, WallError } from "./errors.ts";
import { keepScreen } from "./keep-screen.ts";
import { pair } from "./pair.ts";
import { profileOf, takeProfile } from "./profile-lock.ts";
import { reportUntilRemoved } from "./report.ts";
import { Rest } from "./rest.ts";
import { chosenScreens, type ScreenChoice } from "./screen-choice.ts";
import { ScreenState } from "./screen-state.ts";
import { serverCalls } from "./server-calls.ts";
import { Stage } from "./stage.ts";
import { ToldProblems } from "./told-problems.ts";
import { fileNameOf, KeyFile } from "./wall-key-file.ts";

export interface PlayWallOptions {
  readonly playlist: string;
  /** Address of the watch room, without a slash at its end. */
  readonly server: string;
  readonly screens: ScreenChoice;
  /** Where browser profiles, kept answers and the key lie. */
  readonly folder: string;
  /** The `PATH` to look for Chromium in. */
  readonly path: string;
  /** A line for the person at the terminal. */
  readonly tell: (line: string) => void;
  /** Ends the wall. */
  readonly signal: AbortSignal;
}

interface KeptScreen {
  readonly state: ScreenState;
  readonly stop: AbortController;
}

/** What one run of the wall stands on. */
interface Wall extends PlayWallOptions {
  readonly kept: Map<number, KeptScreen>;
  /** Of every screen that there was: when the last browser on it has ended. */
  readonly endings: Map<number, Promise<void>>;
  readonly chromium: string;
  readonly stage: Stage;
  readonly cache: AnswerCache;
  readonly file: KeyFile;
  readonly problems: ToldProblems;
  /** Between two reports to the server. */
  readonly rest: Rest;
  /** The key of now, once the wall is paired. */
  key: string | undefined;
}

/**
 * Keeps a playlist on the screens of this machine until the signal comes: a browser in kiosk on each, started again when
 * it ends, on screens that come, and off screens that go. A wall that the server does not know shows a code first.
 *
 * @throws WallError when there is no Chromium, no folder, no display, or no such screen at the start; when the X server
 * is lost
 */
export async function playWall(options: PlayWallOptions): Promise<void> {
  const { playlist, server, screens, signal, path, folder, tell } = options;
  const chromium = findChromium(path);
  checkFolder(folder);
  const system = await connect();
  tellManager(system, tell);
  try {
    await checkScreens(options);
  } catch (error) {
    await shutdown();
    throw error;
  }
  const identity = { server, wish: playlist, screens };
  const cache = new AnswerCache(join(folder, "answers"), fileNameOf(identity));
  const wall: Wall = {
    ...options,
    kept: new Map(),
    endings: new Map(),
    chromium,
    stage: new Stage(),
    cache,
    file: new KeyFile(join(folder, "keys"), identity, tell),
    problems: new ToldProblems(tell),
    rest: new Rest(),
    key: undefined,
  };
  await Promise.all([cache.forgetUnused(), wall.file.forgetUnused()]);
  const follow = (): void => followScreens(wall);
  const end = new AbortController();
  let isLost = false;
  try {
    if (!signal.aborted) follow();
    system.on("displays-changed", follow);
    const stayed = stayPaired(wall, AbortSignal.any([signal, end.signal]));
    isLost = await Promise.race([untilEnd(system, signal), stayed.then(() => false)]);
    end.abort();
    await stayed;
  } finally {
    end.abort();
    system.off("displays-changed", follow);
    for (const { stop } of wall.kept.values()) stop.abort();
    await Promise.all(wall.endings.values());
    await shutdown();
  }
  if (isLost) throw new WallError("display_missing", { detail: "The X server has ended" });
}

/** Browsers need a place for what they keep. @throws WallError `folder_closed` */
function checkFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    const detail = `${folder} cannot be written (${String(cause)}). Set VEDETTE_DATA_DIR to a folder of this user's.`;
    throw new WallError("folder_closed", { cause, detail });
  }
}

/** @throws WallError when a screen chosen is not there, or another wall keeps it */
async function checkScreens({ screens, folder }: PlayWallOptions): Promise<void> {
  const chosen = chosenScreens(getDisplays(), screens);
  if (chosen.length === 0) {
    const names = getDisplays().map(({ name }) => name);
    throw new WallError("screen_unknown", { detail: `There is no such screen; there are: ${names.join(", ")}` });
  }
  for (const display of chosen) {
    await using lock = await takeProfile(profileOf(folder, display));
    if (lock === undefined) {
      throw new WallError("screen_taken", { detail: `${display.name}: ${WALL_ERRORS.screen_taken}` });
    }
  }
}

/** Plays by the key of before, or pairs; begins anew when the wall is removed at the server. */
async function stayPaired(wall: Wall, signal: AbortSignal): Promise<void> {
  const { server, playlist: wish, file, stage, tell } = wall;
  const calls = serverCalls(server, signal);
  const screens = (): ScreenState[] => [...wall.kept.values()].map(({ state }) => state);
  let pairing = file.read();
  let wasPaired = false;
  while (!signal.aborted) {
    const onWait = () => wall.problems.tell(screens());
    pairing ??= await pair({ server, wish, wasPaired, calls, stage, tell, signal, onWait });
    if (pairing === undefined) return;
    const { key } = pairing;
    file.keep(pairing);
    wall.key = key;
    // Of a wall that was just let in the server says which playlist it is, before the page asks for a wrong one.
    if (pairing.playlist !== "") stage.play(server, pairing.playlist);
    await reportUntilRemoved({
      server,
      key,
      calls,
      tell,
      signal,
      rest: wall.rest,
      screens,
      problems: wall.problems,
      onAnswer({ name, playlist }) {
        if (stage.play(server, playlist)) tell(`this wall is “${name}”; it plays ${stage.address}`);
        file.keep({ key, name, playlist });
      },
    });
    if (signal.aborted) return;
    wall.key = undefined;
    pairing = undefined;
    wasPaired = true;
    file.remove();
    await wall.cache.clear().catch((error: unknown) => tell(`what the wall had kept cannot be removed (${error})`));
    tell("the server does not know this wall any more; it has to be paired anew");
  }
}

async function connect(): Promise<WindowSystem> {
  try {
    return await initialize({ backend: "x11" });
  } catch (cause) {
    // One that was named and cannot be used says why.
    const reason = cause instanceof Error && cause.cause !== undefined ? `${cause.message}. ` : "";
    throw new WallError("display_missing", { cause, detail: `${reason}${WALL_ERRORS.display_missing}` });
  }
}

/** A wall works without a window manager and through the change of one; people at the terminal are told. */
function tellManager(system: WindowSystem, tell: (line: string) => void): void {
  if (system.windowManager === null) tell("there is no window manager; the wall places its windows itself");
  system.on("wm-changed", (name) =>
    tell(
      name === null
        ? "the window manager has gone; the wall places its windows itself"
        : `the window manager is ${name}`,
    ),
  );
}

/** @returns whether the server has gone */
async function untilEnd(system: WindowSystem, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  return Promise.race([once(system, "lost").then(() => true), once(signal, "abort").then(() => false)]);
}

/** A browser for each screen that came, none for those that went. */
function followScreens(wall: Wall): void {
  const { kept, screens, tell } = wall;
  const present = chosenScreens(getDisplays(), screens);
  for (const [id, { state, stop }] of kept) {
    if (present.some((candidate) => candidate.id === id)) continue;
    tell(`${state.display.name}: the screen has gone`);
    kept.delete(id);
    stop.abort();
  }
  for (const display of present) {
    const state = kept.get(display.id)?.state;
    if (state === undefined) kept.set(display.id, keep(wall, display));
    else if (!isDeepStrictEqual(state.display.bounds, display.bounds)) state.moved(display);
  }
}

function keep(wall: Wall, display: Display): KeptScreen {
  const { chromium, server, stage, cache, rest, folder, tell } = wall;
  const stop = new AbortController();
  const state = new ScreenState(display, () => rest.end());
  // A screen that was unplugged for a moment: its browser may not have ended yet.
  const before = wall.endings.get(display.id);
  const keeping = async (): Promise<void> => {
    await before;
    await keepScreen({
      chromium,
      server,
      key: () => wall.key,
      stage,
      cache,
      state,
      profiles: folder,
      tell,
      signal: stop.signal,
    });
  };
  wall.endings.set(display.id, keeping());
  return { state, stop };
}
