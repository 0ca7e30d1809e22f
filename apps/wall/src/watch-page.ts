import { BackOff } from "./back-off.ts";
import type { Page } from "./devtools/page.ts";
import { PAGE_REPORT, type PageReport, readPageReport } from "./screen-report.ts";
import type { ScreenState } from "./screen-state.ts";
import type { Stage } from "./stage.ts";
import { thumbnailOf } from "./thumbnail.ts";

const LOOK_MS = 3000;
/** Until the page shows something. */
const FIRST_LOOKS_MS = 1000;
const LOOK_TIMEOUT_MS = 10_000;
const PICTURE_MS = 30_000;
/** A page that draws no frame for so long stands still. */
const STILL_MS = 60_000;
/** A page that is something else for so long is led back; one that loads slowly gets longer each time. */
const STRAY_MS = 15_000;
const LONGEST_STRAY_MS = 120_000;

export interface WatchOptions {
  readonly page: Page;
  readonly state: ScreenState;
  /** What is to be shown. */
  readonly stage: Pick<Stage, "address" | "isPlaying" | "isShownBy">;
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
  { page, state, stage, signal }: WatchOptions,
  clock: Clock = realClock(state),
): Promise<string> {
  const leash = new Leash({ page, stage }, clock);
  let framedAt = clock.now();
  let picturedAt = Number.NEGATIVE_INFINITY;
  let shown = "";
  while (!signal.aborted) {
    try {
      const report = readPageReport(await page.evaluate(PAGE_REPORT, LOOK_TIMEOUT_MS));
      framedAt = clock.now();
      const problem = leash.take(report);
      if (stage.isPlaying && stage.isShownBy(report)) state.saw(report);
      else state.starting(problem);
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

/** Leads a page back that went elsewhere: by somebody's key, a script that failed, an error of the browser's own. */
class Leash {
  readonly #options: Pick<WatchOptions, "page" | "stage">;
  readonly #clock: Clock;
  readonly #backOff = new BackOff(STRAY_MS, LONGEST_STRAY_MS);
  #longestMs = this.#backOff.next();
  #since: number;
  #problem = "";

  constructor(options: Pick<WatchOptions, "page" | "stage">, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#since = clock.now();
  }

  /** @returns what is wrong; empty when nothing is, or may yet come right by itself */
  take(report: PageReport): string {
    const { page, stage } = this.#options;
    const now = this.#clock.now();
    if (stage.isShownBy(report)) {
      this.#backOff.reset();
      this.#longestMs = this.#backOff.next();
      this.#since = now;
      this.#problem = "";
    } else if (now - this.#since > this.#longestMs) {
      this.#longestMs = this.#backOff.next();
      this.#since = now;
      this.#problem = "The page to be shown is not there; it is loaded again";
      // Where the browser cannot go it says so itself, and is led there again.
      void page.navigate(stage.address).catch(() => undefined);
    }
    return this.#problem;
  }
}
