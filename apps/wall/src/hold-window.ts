import { type BaseWindow, type Display, getDisplays, windowSystem } from "@vedette/window";
import { BackOff } from "./back-off.ts";
import { Rest } from "./rest.ts";

/** What a window tells of when somebody takes it off its screen. */
const LOSSES = ["leave-full-screen", "minimize", "hide", "move", "resize", "always-on-top-changed", "closed"] as const;
const LOOK_MS = 2000;
const FIRST_MS = 100;
/** Whoever pulls at the window all the time has it for so long at most. */
const LONGEST_MS = 2000;
/** A window that cannot be brought over its screen is asked for less and less. */
const LONGEST_IN_VAIN_MS = 60_000;
const CALM_MS = 10_000;

export interface HoldOptions {
  readonly window: BaseWindow;
  /** As it is now: screens change their size. */
  readonly display: () => Display;
  readonly tell: (line: string) => void;
  /** What is wrong with the window's place from now on; empty when it is right again. */
  readonly onProblem: (problem: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Holds a window over its screen and above all others, whoever minimizes, moves or covers it. The window library asks
 * for a lost kiosk again five times in ten seconds and then lets it be; a wall never does.
 *
 * @returns why it ended
 */
export async function holdWindow(options: HoldOptions): Promise<string> {
  const { window, display, signal } = options;
  const hold = new Hold(options);
  const rest = new Rest();
  const look = (): void => rest.end();
  for (const loss of LOSSES) window.on(loss, look);
  windowSystem?.on("displays-changed", look);
  try {
    while (!signal.aborted) {
      // What the library itself is about is none of our business.
      await window.settled();
      if (window.isDestroyed()) return "the browser's window has gone";
      if (!isThere(display()) || covers(window, display())) {
        hold.holds();
        await rest.take(LOOK_MS, signal);
      } else {
        await hold.putBack();
      }
    }
    return "it was stopped";
  } finally {
    for (const loss of LOSSES) window.off(loss, look);
    windowSystem?.off("displays-changed", look);
  }
}

class Hold {
  readonly #options: HoldOptions;
  readonly #backOff = new BackOff(FIRST_MS, LONGEST_MS);
  readonly #backOffInVain = new BackOff(LOOK_MS, LONGEST_IN_VAIN_MS);
  /** The next loss does not end it. */
  readonly #rest = new Rest();
  #lostAt = Number.NEGATIVE_INFINITY;
  /** What a try in vain left behind. */
  #leftAs: string | undefined;

  constructor(options: HoldOptions) {
    this.#options = options;
  }

  holds(): void {
    this.#isGood();
    // Without a window manager nothing keeps the window above one that comes later.
    if (windowSystem?.windowManager === null) this.#options.window.moveTop();
  }

  async putBack(): Promise<void> {
    const { window, display, tell, signal } = this.#options;
    const wasCalm = performance.now() - this.#lostAt > CALM_MS;
    this.#lostAt = performance.now();
    // Whoever stands before the screen is not to see it shaken for nothing.
    if (this.#leftAs === standing(window, display())) askForScreen(window, display());
    else coverScreen(window, display());
    await window.settled();
    if (window.isDestroyed()) return;
    if (!covers(window, display())) return await this.#wasInVain();
    if (wasCalm) {
      this.#backOff.reset();
      tell(`${display().name}: something took the browser off its screen; it is put back`);
    }
    this.#isGood();
    await this.#rest.take(this.#backOff.next(), signal);
  }

  #isGood(): void {
    if (this.#leftAs === undefined) return;
    this.#leftAs = undefined;
    this.#backOffInVain.reset();
    this.#options.onProblem("");
  }

  async #wasInVain(): Promise<void> {
    const { window, display, onProblem, signal } = this.#options;
    if (this.#leftAs === undefined) onProblem("The browser cannot be brought over its screen");
    this.#leftAs = standing(window, display());
    const until = performance.now() + this.#backOffInVain.next();
    // A window manager that was slow, or another one, may have brought it there meanwhile, or elsewhere.
    while (!signal.aborted && performance.now() < until && this.#leftAs === standing(window, display())) {
      await this.#rest.take(LOOK_MS, signal);
    }
  }
}

/** All that makes another try worth it. */
function standing(window: BaseWindow, { bounds }: Display): string {
  const states = [window.isKiosk(), window.isMinimized(), window.isVisible()];
  return JSON.stringify([window.getBounds(), bounds, states, windowSystem?.windowManager]);
}

/** Puts a window over a screen, above all others. */
export function coverScreen(window: BaseWindow, display: Display): void {
  if (!isThere(display)) return;
  if (window.isMinimized()) window.restore();
  // A kiosk that stands elsewhere believes that it is right.
  if (window.isKiosk()) window.setKiosk(false);
  askForScreen(window, display);
}

function askForScreen(window: BaseWindow, display: Display): void {
  window.setKiosk(true, { display: display.id });
  window.setAlwaysOnTop(true);
}

/** One that was unplugged is about to be given up, and the window with it. */
function isThere({ id }: Display): boolean {
  return getDisplays().some((display) => display.id === id);
}

function covers(window: BaseWindow, { bounds }: Display): boolean {
  const { x, y, width, height } = window.getBounds();
  const isThere = x === bounds.x && y === bounds.y && width === bounds.width && height === bounds.height;
  return isThere && window.isKiosk() && window.isVisible() && window.isAlwaysOnTop();
}
