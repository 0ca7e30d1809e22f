import type { Display } from "../display.ts";
import { isSameRectangle } from "../rectangle.ts";
import { displayOf, takeShape } from "./geometry.ts";
import { isModeEqual, isVisible, type ModelWindow, type Modes, reportedMode } from "./model.ts";
import { bringUp, comeBelowTray, focus, loseFocus } from "./visibility.ts";

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
  const isLeft = before.fullScreen && !window.modes.fullScreen;
  if (isLeft) window.fullScreenDisplay = undefined;
  takeShape(window, isLeft ? window.home : from);
  if (isModeEqual(before, window.modes) && isSameRectangle(from, window.shown)) return;
  window.driver.apply({ kind: "modes", before, from });
  if (window.modes.minimized) loseFocus(window);
}

export function maximize(window: ModelWindow): void {
  endKiosk(window);
  const takesTime = window.system.transition !== undefined;
  if (takesTime && isGoingFullScreen(window)) turnFullScreen(window, false);
  changeModes(window, { maximized: true, minimized: false, fullScreen: takesTime && window.modes.fullScreen });
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
  comeBelowTray(window);
  focus(window);
}

function endKiosk(window: ModelWindow): void {
  if (!window.isKiosk) return;
  window.isKiosk = false;
  window.driver.apply({ kind: "kiosk" });
}

function isGoingFullScreen({ fullScreenTarget, modes }: ModelWindow): boolean {
  return fullScreenTarget ?? modes.fullScreen;
}

function enterFullScreen(window: ModelWindow, display: Display | undefined): void {
  if (!window.modes.fullScreen) window.home = window.shown;
  window.fullScreenDisplay = display?.name;
  changeModes(window, { fullScreen: true, minimized: false });
  if (!window.isShown) bringUp(window, true);
}

/** Takes away full screen, also under a minimized window, and with it the display it was sent to. */
export function leaveFullScreen(window: ModelWindow): void {
  changeModes(window, { fullScreen: false });
}

/** To full screen or out of it, in the time that the platform takes. */
export function turnFullScreen(window: ModelWindow, flag: boolean, display?: Display): void {
  const { transition } = window.system;
  const finish = (): void => {
    window.fullScreenTarget = undefined;
    if (flag) enterFullScreen(window, display);
    else leaveFullScreen(window);
  };
  if (transition === undefined) {
    finish();
    return;
  }
  if (flag && !window.isShown) bringUp(window, true);
  window.fullScreenTarget = flag;
  // A window that is hidden on its way goes there when it is shown.
  transition.begin(window, () => {
    if (!flag || window.isShown) finish();
  });
}

/** A kiosk that began over full screen goes back to it, on the display of before. */
function leaveKiosk(window: ModelWindow): void {
  endKiosk(window);
  if (window.coveredBeforeKiosk === undefined) {
    turnFullScreen(window, false);
    return;
  }
  window.fullScreenDisplay = window.coveredBeforeKiosk;
  changeModes(window, {});
}

/** Maximized, minimized, full screen, kiosk. */
export function modeMethods(window: ModelWindow) {
  const { rules } = window.system;
  const isUnchanged = (flag: boolean, display: Display | undefined): boolean => {
    if (flag !== isGoingFullScreen(window)) return false;
    return !flag || (isVisible(window) && (display === undefined || display.name === displayOf(window).name));
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
      turnFullScreen(window, flag, display);
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
      if (!flag) {
        if (window.isKiosk) leaveKiosk(window);
        return;
      }
      if (!window.isFullScreenable || (window.isKiosk && display === undefined)) return;
      const covered = displayOf(window);
      if (!window.isKiosk) window.coveredBeforeKiosk = isGoingFullScreen(window) ? covered.name : undefined;
      window.isKiosk = true;
      window.driver.apply({ kind: "kiosk" });
      // A kiosk belongs to the display it was started on, also while that one is away.
      turnFullScreen(window, true, display ?? covered);
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
  takeShape(window);
  if (!isSameRectangle(from, window.shown)) window.driver.apply({ kind: "modes", before: window.modes, from });
}
