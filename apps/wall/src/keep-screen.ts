import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { BaseWindow, type Display } from "@vedette/window";
import type { AnswerCache } from "./answer-cache.ts";
import { endChromium, startChromium } from "./chromium.ts";
import { firstPage, type Page } from "./devtools/page.ts";
import { PipeBrowser } from "./devtools/pipe-browser.ts";
import { endLeftover } from "./leftover.ts";
import type { ScreenState } from "./screen-state.ts";
import { signRequests } from "./sign-requests.ts";
import type { Stage } from "./stage.ts";
import { watchPage } from "./watch-page.ts";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A browser that lasted this long has not failed at its start: the next one starts at once. */
const STABLE_MS = 60_000;
const WINDOW_TIMEOUT_MS = 30_000;

export interface KeepScreenOptions {
  readonly display: Display;
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
}

/** Keeps a browser in kiosk on one screen, a new one whenever it goes or stops painting, until the signal comes. */
export async function keepScreen(options: KeepScreenOptions): Promise<void> {
  const { display, state, tell, signal } = options;
  let failures = 0;
  while (!signal.aborted) {
    const startedAt = performance.now();
    // A folder that cannot be written, a browser of somebody else: one screen's fault is not the end of the others.
    const reason = await playOnce(options).catch(String);
    if (signal.aborted) return;
    failures = performance.now() - startedAt > STABLE_MS ? 0 : failures + 1;
    state.failed(reason);
    tell(`${display.name}: ${reason}; the browser starts again`);
    const waitMs = failures === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

/** @returns why it ended */
async function playOnce(options: KeepScreenOptions): Promise<string> {
  const { display, chromium, profiles, signal } = options;
  const profile = join(profiles, display.name.replace(/[^\w-]/g, "_"));
  await endLeftover(profile);
  if (signal.aborted) return "it was stopped";
  const process = startChromium({ command: chromium, profile, display });
  const ended = new AbortController();
  const end = (): void => endChromium(process);
  signal.addEventListener("abort", end, { once: true });
  // A program that cannot be started says so by an event of its own.
  const exit = Promise.race([
    once(process, "exit").then(() => "the browser ended"),
    once(process, "error").then(([error]) => `the browser does not start (${String(error)})`),
  ]);
  try {
    return await Promise.race([exit, play(options, process, ended.signal)]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    ended.abort();
    signal.removeEventListener("abort", end);
    end();
  }
}

/** @returns why the browser is of no more use */
async function play(options: KeepScreenOptions, process: ChildProcess, signal: AbortSignal): Promise<string> {
  const { display, server, key, stage, cache, state, tell } = options;
  const browser = new PipeBrowser(process);
  const page = await firstPage(browser);
  const { targetId } = page;
  const routes = await signRequests({ browser, targetId, server, key, cache, notice: () => stage.page });
  const show = (): void => void page.navigate(stage.address).catch(() => undefined);
  show();
  stage.on("change", show);
  try {
    const shown = coverScreen(process, display);
    shown.then(
      (isCovered) => isCovered && tell(`${display.name}: showing ${stage.address}`),
      () => undefined,
    );
    // Whoever waits for the page below hears of a window that never came, too.
    const failure = shown.then((isCovered) => (isCovered ? watch(page) : "the browser showed no window"));
    return await Promise.race([failure, crashOf(browser)]);
  } finally {
    stage.off("change", show);
    state.page = undefined;
    await routes.close().catch(() => undefined);
  }

  function watch(shownPage: Page): Promise<string> {
    state.page = shownPage;
    return watchPage({ page: shownPage, state, isPlaying: () => stage.isPlaying, signal });
  }
}

async function crashOf(browser: PipeBrowser): Promise<string> {
  await browser.send("Target.setDiscoverTargets", { discover: true });
  await once(browser, "Target.targetCrashed");
  return "the page crashed";
}

/** @returns whether the browser's window came and covers its screen */
async function coverScreen({ pid }: ChildProcess, display: Display): Promise<boolean> {
  if (pid === undefined) return false;
  const window = await BaseWindow.adopt({ pid, timeout: WINDOW_TIMEOUT_MS });
  window.setKiosk(true, { display: display.id });
  window.setAlwaysOnTop(true);
  await window.settled();
  return !window.isDestroyed();
}
