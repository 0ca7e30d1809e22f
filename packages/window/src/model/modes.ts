import type { Display } from "../display.ts";
import { NO_INSETS } from "../rectangle.ts";
import { displayOf, isFramed, shownRectangle } from "./geometry.ts";
import { isModeEqual, isVisible, type ModelWindow, type Modes, reportedMode } from "./model.ts";
import { bringUp, loseFocus } from "./visibility.ts";

/** How the model reaches full screen on a platform that takes its time; `undefined` where it is at once. */
export interface FullScreenTransition {
  /** Calls `finish` in a later turn, once for however many calls in between. */
  begin(window: ModelWindow, finish: () => void): void;
}

/** Which display a mode goes to. */
export interface DisplayChoice {
  /** Id of a display. */
  readonly display?: number | undefined;
}

export function chosenDisplay(window: ModelWindow, choice: DisplayChoice | undefined): Display | undefined {
  return chosenIn(window.system.displays(), choice);
}

/** @throws TypeError when there is no display with this id; nothing has changed then */
export function chosenIn(displays: readonly Display[], choice: DisplayChoice | undefined): Display | undefined {
  const id = choice?.display;
  if (id === undefined) return undefined;
  const display = displays.find((candidate) => candidate.id === id);
  if (display === undefined) throw new TypeError(`There is no display with the id ${id}.`);
  return display;
}

/** Puts a window into modes; what is shown follows at once. */
function changeModes(window: ModelWindow, change: Partial<Modes>): void {
  const before = window.modes;
  const from = window.shown;
  window.modes = { ...before, ...change };
  window.shown = shownRectangle(window);
  window.shownFrame = isFramed(window) ? window.frame : NO_INSETS;
  if (isModeEqual(before, window.modes) && from === window.shown) return;
  window.driver.apply({ kind: "modes", before, from });
  if (window.modes.minimized) loseFocus(window);
}

export function maximize(window: ModelWindow): void {
  endKiosk(window);
  changeModes(window, { maximized: true, minimized: false, fullScreen: false });
  if (!window.isShown) bringUp(window, false);
}

function unmaximize(window: ModelWindow): void {
  if (reportedMode(window.modes) === "maximized") changeModes(window, { maximized: false });
}

export function minimize(window: ModelWindow): void {
  if (window.modes.minimized) return;
  const wasHidden = !window.isShown;
  changeModes(window, { minimized: true });
  if (wasHidden) {
    window.isShown = true;
    window.driver.apply({ kind: "show", activates: false });
  }
}

export function restore(window: ModelWindow): void {
  if (!window.modes.minimized) {
    unmaximize(window);
    return;
  }
  changeModes(window, { minimized: false });
  if (window.options.focusable) {
    window.system.focused = window;
    window.driver.apply({ kind: "activate" });
  }
}

function endKiosk(window: ModelWindow): void {
  if (!window.isKiosk) return;
  window.isKiosk = false;
  window.driver.apply({ kind: "kiosk" });
}

function enterFullScreen(window: ModelWindow, display: Display | undefined): void {
  window.fullScreenDisplay = display?.name;
  changeModes(window, { fullScreen: true, minimized: false });
  if (!window.isShown) bringUp(window, true);
}

/** Takes away full screen, also under a minimized window, and with it the display it was sent to. */
export function leaveFullScreen(window: ModelWindow): void {
  window.fullScreenDisplay = undefined;
  changeModes(window, { fullScreen: false });
}

/** Maximized, minimized, full screen, kiosk. */
export function modeMethods(window: ModelWindow, transition: FullScreenTransition | undefined) {
  const { rules } = window.system;
  let target = window.modes.fullScreen;

  const turnFullScreen = (flag: boolean, display: Display | undefined): void => {
    const finish = (): void => {
      if (flag) enterFullScreen(window, display);
      else leaveFullScreen(window);
    };
    target = flag;
    if (transition === undefined) {
      finish();
      return;
    }
    if (flag && !window.isShown) bringUp(window, true);
    transition.begin(window, () => {
      if (window.modes.fullScreen !== target || flag) finish();
    });
  };
  const isUnchanged = (flag: boolean, display: Display | undefined): boolean => {
    const current = transition === undefined ? window.modes.fullScreen : target;
    const isMoved = flag && display !== undefined && display.name !== displayOf(window).name;
    return flag === current && !isMoved && !(flag && (window.modes.minimized || !window.isShown));
  };

  return {
    maximize: (): void => maximize(window),
    unmaximize: (): void => unmaximize(window),
    isMaximized: (): boolean => reportedMode(window.modes) === "maximized",
    minimize: (): void => minimize(window),
    restore: (): void => restore(window),
    isMinimized: (): boolean => window.modes.minimized,
    isNormal: (): boolean => reportedMode(window.modes) === "normal",
    setFullScreen(flag: boolean, choice?: DisplayChoice): void {
      const display = chosenDisplay(window, choice);
      if (!window.isFullScreenable || isUnchanged(flag, display) || (!flag && !window.isShown)) return;
      if (!flag) endKiosk(window);
      turnFullScreen(flag, display);
    },
    isFullScreen: (): boolean => reportedMode(window.modes) === "fullScreen",
    setSimpleFullScreen(flag: boolean): void {
      if (!rules.isMac || !window.isFullScreenable || flag === window.isSimpleFullScreen) return;
      window.isSimpleFullScreen = flag;
      changeModes(window, {});
    },
    isSimpleFullScreen: (): boolean => window.isSimpleFullScreen,
    setKiosk(flag: boolean, choice?: DisplayChoice): void {
      const display = chosenDisplay(window, choice);
      if (flag === window.isKiosk && display === undefined) return;
      if (!flag) {
        endKiosk(window);
        if (!window.wasFullScreenBeforeKiosk) turnFullScreen(false, undefined);
        return;
      }
      if (!window.isFullScreenable) return;
      if (!window.isKiosk) window.wasFullScreenBeforeKiosk = window.modes.fullScreen;
      window.isKiosk = true;
      window.driver.apply({ kind: "kiosk" });
      // A kiosk belongs to the display it was started on, also while that one is away.
      turnFullScreen(true, display ?? displayOf(window));
    },
    isKiosk: (): boolean => window.isKiosk,
    /** Windows 10 only, which the models are not. */
    isTabletMode: (): boolean => false,
  };
}

/** Keeps windows that cover a display on it when displays come, go or change. */
export function followDisplays(window: ModelWindow): void {
  if (reportedMode(window.modes) === "normal" || !isVisible(window)) return;
  const from = window.shown;
  window.shown = shownRectangle(window);
  if (JSON.stringify(from) !== JSON.stringify(window.shown)) {
    window.driver.apply({ kind: "modes", before: window.modes, from });
  }
}
