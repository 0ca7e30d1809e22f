import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { BaseWindow, type Display } from "@vedette/window";
import { endChromium, startChromium } from "./chromium.ts";
import { endLeftover } from "./leftover.ts";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A browser that lasted this long has not failed at its start. */
const STABLE_MS = 60_000;
const WINDOW_TIMEOUT_MS = 30_000;

export interface KeepScreenOptions {
  readonly display: Display;
  readonly chromium: string;
  readonly url: string;
  /** Where the browser profiles lie, one folder for each screen. */
  readonly profiles: string;
  readonly tell: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Keeps a browser in kiosk on one screen, a new one whenever it goes, until the signal comes. */
export async function keepScreen(options: KeepScreenOptions): Promise<void> {
  const { display, tell, signal } = options;
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const reason = await playOnce(options);
    if (signal.aborted) return;
    waitMs = performance.now() - startedAt > STABLE_MS ? FIRST_WAIT_MS : Math.min(waitMs * 2, LONGEST_WAIT_MS);
    tell(`${display.name}: ${reason}; the browser starts again`);
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

/** @returns why it ended */
async function playOnce({ display, chromium, url, profiles, tell, signal }: KeepScreenOptions): Promise<string> {
  const profile = join(profiles, display.name.replace(/[^\w-]/g, "_"));
  await endLeftover(profile);
  if (signal.aborted) return "it was stopped";
  const browser = startChromium({ command: chromium, url, profile, display });
  const end = (): void => endChromium(browser);
  signal.addEventListener("abort", end, { once: true });
  try {
    const exit = once(browser, "exit");
    const window = await windowOf(browser, exit);
    if (window === undefined) return "the browser showed no window";
    window.setKiosk(true, { display: display.id });
    window.setAlwaysOnTop(true);
    if (await window.settled()) tell(`${display.name}: showing ${url}`);
    await exit;
    return "the browser ended";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

async function windowOf({ pid }: ChildProcess, exit: Promise<unknown>): Promise<BaseWindow | undefined> {
  if (pid === undefined) return undefined;
  const adopted = BaseWindow.adopt({ pid, timeout: WINDOW_TIMEOUT_MS }).catch(() => undefined);
  return Promise.race([adopted, exit.then(() => undefined)]);
}
