import type { Histogram } from "../histogram/histogram.ts";
import { type Column, emptyColumn, type Frame, hasAny, type Samples, setAt, timeAt } from "./values.ts";
import type { Work } from "./work.ts";

/**
 * The samples of one series that a range selector sees at one step: those with indexes `first` to `end - 1`. With
 * anchored or smoothed edges there are samples beyond its ends among them.
 */
export interface Window {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly first: number;
  readonly end: number;
  /** The window is `(startMs, endMs]`. */
  readonly startMs: number;
  readonly endMs: number;
  /** The time of the step, from which an offset may have moved the window away. */
  readonly timeMs: number;
  /** Index of the last sample so far that is below the one before it: there a counter began again. */
  readonly lastReset: number;
}

/** Makes one value of a window that holds at least one sample; `undefined` when the window does not give one. */
export type WindowFunction = (window: Window, parameters: readonly number[]) => number | undefined;

/** How a range vector is looked at: by the frame of the query, moved and widened as its selector says. */
export interface WindowFrame {
  /** The frame of the query. */
  readonly frame: Frame;
  /** The same steps, moved by offset and `@`. */
  readonly shifted: Frame;
  readonly rangeMs: number;
  /** How far samples count that lie before and behind the window, in milliseconds. Default: not at all. */
  readonly reach?: { readonly beforeMs: number; readonly afterMs: number };
}

const NO_REACH = { beforeMs: 0, afterMs: 0 };

/** The window of the step that is looked at now. Used again for every step: functions keep nothing of it. */
class SlidingWindow implements Window {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly #count: number;
  first = 0;
  end = 0;
  startMs = 0;
  endMs = 0;
  timeMs = 0;
  lastReset = 0;

  constructor({ times, values, count }: Samples) {
    this.times = times;
    this.values = values;
    this.#count = count;
  }

  /** Moves on to a step; the steps come in the order of time. */
  slideTo(step: number, { frame, shifted, rangeMs, reach = NO_REACH }: WindowFrame): void {
    this.endMs = timeAt(shifted, step);
    this.startMs = this.endMs - rangeMs;
    this.timeMs = timeAt(frame, step);
    const [from, to] = [this.startMs - reach.beforeMs, this.endMs + reach.afterMs];
    while (this.end < this.#count && (this.times[this.end] ?? 0) <= to) this.#take();
    while (this.first < this.end && (this.times[this.first] ?? 0) <= from) this.first += 1;
  }

  get size(): number {
    return this.end - this.first;
  }

  #take(): void {
    if (this.end > 0 && (this.values[this.end] ?? 0) < (this.values[this.end - 1] ?? 0)) this.lastReset = this.end;
    this.end += 1;
  }
}

/** Samples in windows between two looks at the clock. */
const SAMPLES_PER_LOOK = 20_000;

/**
 * Applies a function to the window of every step.
 *
 * @returns `undefined` when no step gives a value
 */
export async function applyToWindows(
  samples: Samples,
  windows: WindowFrame,
  apply: ApplyAtStep,
  work: Work,
): Promise<Column | undefined> {
  const column = emptyColumn(windows.frame.count);
  const window = new SlidingWindow(samples);
  let step = 0;
  for (;;) {
    step = applyFrom(step, { window, windows, apply, column, work });
    if (step === windows.frame.count) break;
    if (work.isDue()) await work.rest();
  }
  return hasAny(column) ? column : undefined;
}

type ApplyAtStep = (window: Window, step: number) => number | Histogram | undefined;

interface Application {
  readonly window: SlidingWindow;
  readonly windows: WindowFrame;
  readonly apply: ApplyAtStep;
  readonly column: Column;
  readonly work: Work;
}

/** @returns the step at which to go on after a look at the clock */
function applyFrom(start: number, { window, windows, apply, column, work }: Application): number {
  const { count } = windows.frame;
  let seen = 0;
  for (let step = start; step < count; step += 1) {
    if (seen > SAMPLES_PER_LOOK) {
      work.process(seen);
      return step;
    }
    window.slideTo(step, windows);
    if (window.size === 0) continue;
    seen += window.size;
    setAt(column, step, apply(window, step));
  }
  work.process(seen);
  return count;
}
