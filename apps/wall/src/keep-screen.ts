import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { BaseWindow } from "@vedette/window";
import type { AnswerCache } from "./answer-cache.ts";
import { BackOff } from "./back-off.ts";
import { endChromium, endOf, startChromium } from "./chromium.ts";
import { firstPage } from "./devtools/page.ts";
import { PipeBrowser } from "./devtools/pipe-browser.ts";
import { WALL_ERRORS } from "./errors.ts";
import { coverScreen, holdWindow } from "./hold-window.ts";
import { inTime } from "./in-time.ts";
import { endLeftover } from "./leftover.ts";
import { profileOf, takeProfile } from "./profile-lock.ts";
import type { ScreenState } from "./screen-state.ts";
import { signRequests } from "./sign-requests.ts";
import type { Stage } from "./stage.ts";
import { watchPage } from "./watch-page.ts";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A browser that lasted this long has not failed at its start: the next one starts at once. */
const STABLE_MS = 60_000;
/** For a browser to answer, and for its window to come. */
const START_MS = 30_000;
/** Between the end of a browser's pipe and its own. */
const EXIT_MS = 500;

export interface KeepScreenOptions {
  readonly chromium: string;
  readonly server: string;
  readonly key: () => string | undefined;
  readonly stage: Stage;
  readonly cache: AnswerCache;
  readonly state: ScreenState;
  /** Where the browser profiles lie, one folder for each screen. */
  readonly profiles: string;
  readonly tell: (line: string) => void;
  readonly signal: AbortSignal;
  /** How long a browser may take to answer; 30 s unless given. */
  readonly startMs?: number;
}

/** Keeps a browser in kiosk on one screen, a new one whenever it goes or stops painting, until the signal comes. */
export async function keepScreen(options: KeepScreenOptions): Promise<void> {
  const { state, profiles, tell, signal } = options;
  const { name } = state.display;
  const profile = profileOf(profiles, state.display);
  let lock: AsyncDisposable | undefined;
  const attempt = async (): Promise<string> => {
    lock ??= await takeProfile(profile);
    return lock === undefined ? WALL_ERRORS.screen_taken : await playOnce(options, profile);
  };
  const backOff = new BackOff(FIRST_WAIT_MS, LONGEST_WAIT_MS);
  while (!signal.aborted) {
    const startedAt = performance.now();
    // A folder that cannot be written, a browser of somebody else: one screen's fault is not the end of the others.
    const reason = await attempt().catch(String);
    if (signal.aborted) break;
    const wasStable = performance.now() - startedAt > STABLE_MS;
    if (wasStable) backOff.reset();
    state.failed(reason);
    tell(`${name}: ${reason}; the browser starts again`);
    await pause(wasStable ? 0 : backOff.next(), undefined, { signal }).catch(() => undefined);
  }
  await lock?.[Symbol.asyncDispose]();
}

/** @returns why it ended */
async function playOnce(options: KeepScreenOptions, profile: string): Promise<string> {
  const { state, chromium, signal } = options;
  await endLeftover(profile);
  if (signal.aborted) return "it was stopped";
  const process = startChromium({ command: chromium, profile, display: state.display });
  const ended = new AbortController();
  const end = (): void => endChromium(process);
  signal.addEventListener("abort", end, { once: true });
  const exit = endOf(process);
  try {
    return await Promise.race([exit, play(options, process, ended.signal)]);
  } catch (error) {
    // A browser that ends closes its pipe a moment before; how it ended says more.
    return await Promise.race([exit, pause(EXIT_MS, error instanceof Error ? error.message : String(error))]);
  } finally {
    ended.abort();
    signal.removeEventListener("abort", end);
    end();
  }
}

/** @returns why the browser is of no more use */
async function play(options: KeepScreenOptions, process: ChildProcess, signal: AbortSignal): Promise<string> {
  const { stage, state, tell, startMs = START_MS } = options;
  const browser = new PipeBrowser(process);
  const { page, routes } = await inTime(
    openPage(browser, options),
    startMs,
    `the browser did not answer in ${startMs / 1000} s`,
  );
  const show = (): void => void page.navigate(stage.address).catch(() => undefined);
  show();
  stage.on("change", show);
  try {
    const window = await BaseWindow.adopt({ pid: process.pid ?? 0, timeout: startMs, signal });
    coverScreen(window, state.display);
    await window.settled();
    if (signal.aborted || window.isDestroyed()) return "the browser's window has gone";
    tell(`${state.display.name}: showing ${stage.shown}`);
    state.page = page;
    return await Promise.race([
      watchPage({ page, state, stage, signal }),
      holdWindow({
        window,
        display: () => state.display,
        tell,
        onProblem: (problem) => state.placed(page, problem),
        signal,
      }),
      crashOf(browser),
    ]);
  } finally {
    stage.off("change", show);
    state.left(page);
    await routes.close().catch(() => undefined);
  }
}

async function openPage(browser: PipeBrowser, { server, key, cache, stage }: KeepScreenOptions) {
  const page = await firstPage(browser);
  const { targetId } = page;
  return { page, routes: await signRequests({ browser, targetId, server, key, cache, notice: () => stage.page }) };
}

async function crashOf(browser: PipeBrowser): Promise<string> {
  await browser.send("Target.setDiscoverTargets", { discover: true });
  await once(browser, "Target.targetCrashed");
  return "the page crashed";
}
