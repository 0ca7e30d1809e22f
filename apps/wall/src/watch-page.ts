import type { Page } from "./devtools/page.ts";
import { PAGE_REPORT, readPageReport } from "./screen-report.ts";
import type { ScreenState } from "./screen-state.ts";
import { thumbnailOf } from "./thumbnail.ts";

const LOOK_MS = 3000;
/** Until the page shows something. */
const FIRST_LOOKS_MS = 1000;
const LOOK_TIMEOUT_MS = 10_000;
const PICTURE_MS = 30_000;
/** A page that draws no frame for so long stands still. */
const STILL_MS = 60_000;

export interface WatchOptions {
  readonly page: Page;
  readonly state: ScreenState;
  /** Whether the playlist is what is shown, and not a notice of the wall itself. */
  readonly isPlaying: () => boolean;
  readonly signal: AbortSignal;
}

/** The time as it is, in milliseconds. */
export interface Clock {
  now(): number;
  /** Resolves after the time, or with the signal. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

const realClock = ({ rest }: ScreenState): Clock => ({
  now: () => performance.now(),
  pause: (ms, signal) => rest.take(ms, signal),
});

/** Looks at a page until it stops painting, or the signal comes. @returns what is wrong with it */
export async function watchPage(
  { page, state, isPlaying, signal }: WatchOptions,
  clock: Clock = realClock(state),
): Promise<string> {
  let framedAt = clock.now();
  let picturedAt = Number.NEGATIVE_INFINITY;
  let shown = "";
  while (!signal.aborted) {
    try {
      const report = readPageReport(await page.evaluate(PAGE_REPORT, LOOK_TIMEOUT_MS));
      framedAt = clock.now();
      if (isPlaying()) state.saw(report);
      else state.starting();
      const now = `${report.dashboard} ${report.index}`;
      if (now !== shown || framedAt - picturedAt > PICTURE_MS) {
        state.pictured(thumbnailOf(await page.capture(LOOK_TIMEOUT_MS)));
        picturedAt = framedAt;
        shown = now;
      }
    } catch {
      // Between two pages nobody answers; one that never does any more has stopped painting.
      if (clock.now() - framedAt > STILL_MS) return "the page stopped painting";
    }
    await clock.pause(state.report.dashboard === "" ? FIRST_LOOKS_MS : LOOK_MS, signal);
  }
  return "it was stopped";
}
