import { setTimeout as pause } from "node:timers/promises";
import { tell } from "../model/announce.ts";
import { isFramed } from "../model/geometry.ts";
import { isModeEqual, type ModelWindow, type Modes, reportedMode } from "../model/model.ts";
import { leaveFullScreen } from "../model/modes.ts";
import { loseFocus } from "../model/visibility.ts";
import {
  grow,
  type Insets,
  isSameInsets,
  isSameRectangle,
  isSameSize,
  NO_INSETS,
  type Rectangle,
} from "../rectangle.ts";
import { askForPlace, modesAreSeen } from "./effects.ts";
import type { Aspect } from "./expectations.ts";
import type { Report } from "./read-report.ts";
import { modelStates, requestState } from "./requests.ts";
import type { X11Window } from "./x11-window.ts";

const NORMAL = 1;
const ICONIC = 3;
const STARTING_MANAGER_MS = 200;
const KIOSK_LOSSES = 5;
const KIOSK_LOSS_PERIOD_MS = 10_000;

export interface Taken {
  /** The place was read while the window manager was at work: read it again soon. */
  readonly isPlaceDoubtful: boolean;
  /** Set when somebody else put the window above the rest, or took it down. */
  readonly isOnTop: boolean | undefined;
}

/** Lets the server's word correct the model, but for what is still asked for. */
export function takeReport(driver: X11Window, report: Report): Taken {
  takeVisibility(driver, report);
  driver.system.holdProcess();
  if (!driver.model.isShown) {
    for (const aspect of ["modes", "states", "bounds"] as const) driver.expectations.close(aspect);
    return { isPlaceDoubtful: false, isOnTop: undefined };
  }
  if (report.wmState === NORMAL) {
    const known = modelStates(driver.connection, driver.model);
    driver.foreignStates = [...report.states].filter((state) => !known.has(state));
  }
  takeModes(driver, report);
  modesAreSeen(driver);
  const isPlaceDoubtful = takeBounds(driver, report);
  return { isPlaceDoubtful, isOnTop: onTopOf(driver, report) };
}

function takeVisibility({ model, expectations, confirmed, system }: X11Window, { wmState }: Report): void {
  const isIconic = system.manager.isPresent ? wmState === ICONIC : model.modes.minimized;
  const isShown = confirmed.isMapped || (isIconic && model.isShown);
  if (isShown === model.isShown) {
    if (expectations.isSeen("visible")) expectations.close("visible");
    return;
  }
  if (expectations.isHeld("visible")) return;
  expectations.close("visible");
  // A window manager unmaps before it says that it has made an icon of the window.
  if (model.isShown && system.manager.isPresent && wmState === NORMAL) return;
  model.isShown = isShown;
  if (!isShown) loseFocus(model);
  if (model.isModal) model.parent?.driver.apply({ kind: "enabled" });
  tell(model, isShown ? "show" : "hide");
}

function takeModes(driver: X11Window, report: Report): void {
  const { model, expectations, system } = driver;
  // Without a window manager the modes are ours alone.
  const confirmed = system.manager.isPresent ? modesIn(driver, report) : model.modes;
  if (isModeEqual(confirmed, model.modes)) {
    driver.doubts.delete("modes");
    if (expectations.isSeen("modes")) expectations.close("modes");
    return;
  }
  if (expectations.isHeld("modes") || isDoubted(driver, "modes")) return;
  expectations.close("modes");
  if (isKioskLost(model, confirmed) && askForKioskAgain(driver)) return;
  const wasNormal = reportedMode(model.modes) === "normal";
  if (confirmed.fullScreen && !model.modes.fullScreen) model.home = model.shown;
  model.modes = confirmed;
  if (!wasNormal && reportedMode(confirmed) === "normal") driver.isRestoring = driver.isNormalKnown;
  if (confirmed.minimized) loseFocus(model);
}

function modesIn({ connection: { atoms }, model }: X11Window, { wmState, states }: Report): Modes {
  const fullScreen = states.has(atoms._NET_WM_STATE_FULLSCREEN);
  const isMaximized = states.has(atoms._NET_WM_STATE_MAXIMIZED_VERT) && states.has(atoms._NET_WM_STATE_MAXIMIZED_HORZ);
  return {
    minimized: wmState === ICONIC,
    fullScreen,
    // Openbox does not say under full screen that it will maximize again.
    maximized: isMaximized || (fullScreen && model.modes.fullScreen && model.modes.maximized),
  };
}

function isKioskLost(model: ModelWindow, confirmed: Modes): boolean {
  return model.isKiosk && model.modes.fullScreen && !confirmed.fullScreen && !confirmed.minimized;
}

/** @returns false when it was taken away too often: the kiosk is over then */
function askForKioskAgain(driver: X11Window): boolean {
  const { model, connection, handle, expectations } = driver;
  const now = performance.now();
  driver.kioskLosses = [...driver.kioskLosses.filter((at) => now - at < KIOSK_LOSS_PERIOD_MS), now];
  if (driver.kioskLosses.length > KIOSK_LOSSES) {
    model.isKiosk = false;
    driver.apply({ kind: "kiosk" });
    leaveFullScreen(model);
    return false;
  }
  expectations.open("modes");
  expectations.open("bounds");
  requestState(connection, handle, true, connection.atoms._NET_WM_STATE_FULLSCREEN);
  return true;
}

/** @returns whether the place is worth another look */
function takeBounds(driver: X11Window, { extents, shadows }: Report): boolean {
  const { model, expectations, confirmed, system } = driver;
  if (model.modes.minimized) expectations.close("bounds");
  // A window manager that takes its frame away is on its way out.
  const isUnframed = extents === undefined && system.manager.isPresent && !isSameInsets(model.frame, NO_INSETS);
  if (!confirmed.isMapped || model.modes.minimized || isUnframed) return false;
  driver.shadows = shadows;
  const frame = frameAround(driver, extents);
  if (isNormal(driver) && !isSameInsets(frame, model.frame)) {
    takeFrame(driver, frame);
    return false;
  }
  model.shownFrame = frame;
  const outer = grow(confirmed.client, frame);
  if (isSameRectangle(outer, model.shown)) {
    placeIsRight(driver);
    return false;
  }
  if (expectations.isHeld("bounds")) {
    confirmed.isPlaceStale ||= system.manager.isPresent && isSameSize(outer, model.shown);
    return confirmed.isPlaceStale;
  }
  if (!expectations.isOpen("modes")) takePlace(driver, outer);
  return false;
}

function isNormal({ model }: X11Window): boolean {
  return reportedMode(model.modes) === "normal";
}

/** The frame has changed by itself, or is known only now: the outer rectangle is what was asked for. */
function takeFrame(driver: X11Window, frame: Insets): void {
  if (driver.expectations.isOpen("modes") || !isFrameStable(driver, frame)) return;
  driver.model.frame = frame;
  driver.model.shownFrame = frame;
  driver.hints.write();
  if (driver.isNormalKnown) askForPlace(driver);
  else driver.touch();
}

function placeIsRight(driver: X11Window): void {
  driver.doubts.delete("bounds");
  if (!driver.expectations.isSeen("bounds")) return;
  driver.isRestoring = false;
  driver.expectations.close("bounds");
}

/** The window is somewhere else than we believed, and nothing is open that would explain it. */
function takePlace(driver: X11Window, outer: Rectangle): void {
  const { model, expectations } = driver;
  if (isNormal(driver) && driver.isRestoring) {
    driver.isRestoring = false;
    model.shown = model.normal;
    askForPlace(driver);
    return;
  }
  if (isDoubted(driver, "bounds")) return;
  expectations.close("bounds");
  if (isNormal(driver)) {
    if (!isSameSize(outer, model.shown)) payAspect(driver);
    model.normal = outer;
    driver.isNormalKnown = true;
  }
  model.shown = outer;
}

/**
 * What nobody asked for counts when the window manager, asked once more, stands by it: one that is ending takes modes
 * and frames away before it is gone, and one that is starting puts frames on before it says who it is.
 */
function isDoubted({ doubts, system, confirmed, connection, touch }: X11Window, aspect: Aspect): boolean {
  const { manager } = system;
  const isReparented = confirmed.parent !== connection.root;
  if (!manager.isPresent && !isReparented) return false;
  const doubt = doubts.get(aspect);
  if (doubt?.isOver) doubts.delete(aspect);
  if (doubt !== undefined) return !doubt.isOver;
  const next = { isOver: false };
  doubts.set(aspect, next);
  void (manager.isPresent ? manager.barrier() : pause(STARTING_MANAGER_MS)).then(() => {
    next.isOver = true;
    touch();
  });
  return true;
}

/** After full screen the frame of before is told a moment later than the mode: it counts when it is told twice. */
function isFrameStable(driver: X11Window, frame: Insets): boolean {
  const isRepeated = driver.frameSeen !== undefined && isSameInsets(driver.frameSeen, frame);
  driver.frameSeen = isRepeated ? undefined : frame;
  if (!isRepeated) driver.expectations.open("bounds");
  return isRepeated;
}

function frameAround({ model, system }: X11Window, extents: Insets | undefined): Insets {
  if (!isFramed(model)) return NO_INSETS;
  return extents ?? (system.manager.isPresent ? model.frame : NO_INSETS);
}

/** The first resize that the program did not ask for is a user's: from now on the ratio binds. */
function payAspect(driver: X11Window): void {
  if (!driver.isAspectOwed) return;
  driver.isAspectOwed = false;
  driver.hints.write();
}

/** Some window managers take "above" away while a window is full screen, and bring it back. */
function onTopOf({ model, connection, expectations, system }: X11Window, { states }: Report): boolean | undefined {
  const isOnTop = states.has(connection.atoms._NET_WM_STATE_ABOVE);
  if (isOnTop === model.isAlwaysOnTop || !system.manager.isPresent || model.modes.fullScreen) {
    if (expectations.isSeen("states")) expectations.close("states");
    return undefined;
  }
  if (expectations.isHeld("states") || expectations.isOpen("modes")) return undefined;
  expectations.close("states");
  return isOnTop;
}
