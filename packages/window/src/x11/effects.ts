import { displayMatching } from "../display.ts";
import { fullScreenDisplayOf, shownRectangle } from "../model/geometry.ts";
import { type Effect, type Modes, reportedMode } from "../model/model.ts";
import { isSameRectangle, NO_INSETS, type Rectangle } from "../rectangle.ts";
import {
  activate,
  configure,
  configureBare,
  deleteWindow,
  iconify,
  map,
  moveResize,
  otherStates,
  pixelOf,
  raiseDirectly,
  requestClose,
  requestModes,
  requestState,
  restack,
  setInputFocus,
  unmap,
  withdrawFromScreen,
  writeParent,
  writeTitle,
} from "./requests.ts";
import type { X11Window } from "./x11-window.ts";

type OwnEffect = Effect | { readonly kind: "release-kiosk" | "new-manager" };
type EffectOf<Kind> = OwnEffect extends infer One
  ? One extends { kind: infer Kinds }
    ? Kind extends Kinds
      ? One
      : never
    : never
  : never;
type Perform<Kind extends OwnEffect["kind"]> = (driver: X11Window, effect: EffectOf<Kind>) => void;

const MODE_SETTLES_MS = 15;
const ALWAYS_BYPASS = 1;

/** What each change of the model means on the wire. */
const EFFECTS: { readonly [Kind in OwnEffect["kind"]]: Perform<Kind> } = {
  place: (driver) => {
    if (reportedMode(driver.model.modes) === "normal") askForPlace(driver);
  },
  modes: (driver, { before, from }) => {
    if (!driver.model.isShown) return;
    driver.expectations.open("modes");
    if (driver.system.manager.isPresent) askForModes(driver, before, from);
    else takeModes(driver, before);
  },
  show: (driver, { activates }) => show(driver, activates),
  hide: (driver) => {
    driver.expectations.open("visible");
    withdrawFromScreen(driver.connection, driver.handle);
  },
  activate: (driver) => {
    driver.system.expectFocus();
    if (driver.system.manager.isPresent) return activate(driver.connection, driver.handle);
    raiseDirectly(driver.connection, driver.handle);
    setInputFocus(driver.connection, driver.handle);
  },
  deactivate: (driver) => {
    driver.system.expectFocus();
    void driver.system.focusNext(driver.handle);
  },
  unfocus: ({ system, handle }) => {
    if (!system.manager.isPresent) void system.focusNext(handle);
  },
  raise: (driver) => raise(driver, 0),
  "raise-above": (driver, { sibling }) => raise(driver, sibling),
  hints: (driver) => {
    oweAspect(driver);
    driver.writeHints();
  },
  states: (driver) => {
    const { connection, handle, model, system } = driver;
    if (!model.isShown || !system.manager.isPresent) return driver.writeStates();
    driver.expectations.open("states");
    for (const { atom, isOn } of otherStates(connection, model)) requestState(connection, handle, isOn, atom);
  },
  title: ({ connection, handle, model }) => writeTitle(connection, handle, model.title),
  color: ({ connection, handle, model, isAdopted }) => {
    if (isAdopted) return;
    connection.send((client) => {
      client.ChangeWindowAttributes(handle, { backgroundPixel: pixelOf(model) });
      client.ClearArea(handle, 0, 0, 0, 0, 0);
    });
  },
  parent: ({ connection, handle, model }) => writeParent(connection, handle, model),
  enabled: (driver) => driver.updateCover(),
  kiosk: ({ connection, handle, model, isAdopted }) => {
    const { atoms } = connection;
    if (isAdopted) return;
    if (model.isKiosk) {
      connection.setValues(handle, atoms._NET_WM_BYPASS_COMPOSITOR, atoms.CARDINAL, [ALWAYS_BYPASS]);
    } else {
      connection.deleteProperty(handle, atoms._NET_WM_BYPASS_COMPOSITOR);
    }
  },
  close: ({ connection, handle, system }) => {
    if (system.manager.isPresent) requestClose(connection, handle);
    else deleteWindow(connection, handle);
  },
  destroy: (driver) => {
    const { connection, handle, isAdopted } = driver;
    if (isAdopted) return connection.send((client) => client.KillClient(handle));
    connection.send((client) => client.DestroyWindow(handle));
    driver.forget();
  },
  "release-kiosk": ({ connection, handle, system, model }) => {
    const { atoms } = connection;
    if (system.manager.isPresent) requestState(connection, handle, false, atoms._NET_WM_STATE_FULLSCREEN);
    else configureBare(connection, handle, model.normal);
  },
  "new-manager": (driver) => {
    const { model, system, connection, handle } = driver;
    model.frame = system.manager.isPresent && model.options.frame ? system.manager.frame : NO_INSETS;
    if (!model.isShown) return;
    model.shown = shownRectangle(model);
    driver.doubts.clear();
    driver.writeHints();
    driver.writeStates();
    for (const aspect of ["modes", "states", "bounds"] as const) driver.expectations.open(aspect);
    if (!system.manager.isPresent) return takeModes(driver, model.modes);
    if (model.modes.minimized) map(connection, handle);
    requestModes(connection, handle, { ...model.modes, maximized: false, fullScreen: false }, model.modes);
    if (reportedMode(model.modes) === "normal") askForPlace(driver);
  },
};

/** Carries a change of the model to the server. */
export function perform(driver: X11Window, effect: OwnEffect): void {
  // The table's type pairs each kind with its effect; the compiler cannot follow that through an index.
  const act: (driver: X11Window, effect: never) => void = EFFECTS[effect.kind];
  act(driver, effect as never);
}

/** @param sibling - the window to be above, 0 for all others */
function raise({ connection, system, handle }: X11Window, sibling: number): void {
  if (system.manager.supports("_NET_RESTACK_WINDOW")) restack(connection, handle, sibling);
  else if (system.manager.isPresent) void system.raiseQuietly(handle);
  else raiseDirectly(connection, handle, sibling);
}

/** Asks for the rectangle of the normal state. */
export function askForPlace(driver: X11Window): void {
  const { model, connection, handle, system, isAdopted } = driver;
  oweAspect(driver);
  if (!model.isResizable || driver.isAspectOwed) driver.writeHints();
  if (!model.isShown) {
    configure(connection, handle, model.normal, model);
    return;
  }
  driver.expectations.open("bounds");
  if (!system.manager.isPresent) configureBare(connection, handle, model.normal);
  else if (isAdopted) moveResize(connection, handle, model.normal, model);
  else configure(connection, handle, model.normal, model);
}

/** Openbox would hold a size of ours to the ratio: it hears of the ratio only while the size fits it. */
function oweAspect(driver: X11Window): void {
  const { model, system } = driver;
  const width = model.normal.width - model.frame.left - model.frame.right;
  const height = model.normal.height - model.frame.top - model.frame.bottom;
  const fits = Math.abs(width - height * model.aspectRatio) <= 1;
  driver.isAspectOwed = model.aspectRatio > 0 && system.manager.bindsProgramToAspect && !fits;
}

function show(driver: X11Window, activates: boolean): void {
  const { connection, handle, model, system } = driver;
  const { atoms } = connection;
  for (const aspect of ["visible", "modes", "states", "bounds"] as const) driver.expectations.open(aspect);
  // Window managers forget states and places when a window is withdrawn.
  driver.writeHints();
  driver.writeStates();
  if (activates) connection.deleteProperty(handle, atoms._NET_WM_USER_TIME);
  else connection.setValues(handle, atoms._NET_WM_USER_TIME, atoms.CARDINAL, [0]);
  if (system.manager.isPresent) {
    const place = model.modes.fullScreen ? onFullScreenDisplay(driver, model.normal) : model.normal;
    configure(connection, handle, place, model);
    if (model.modes.fullScreen && !isSameRectangle(place, model.normal)) driver.isRestoring = true;
    map(connection, handle);
  } else {
    configureBare(connection, handle, model.shown);
    if (!model.modes.minimized) map(connection, handle);
  }
}

/** Without a window manager a mode is a place on the screen. */
function takeModes(driver: X11Window, before: Modes): void {
  const { connection, handle, model } = driver;
  driver.writeStates();
  if (model.modes.minimized) unmap(connection, handle);
  else {
    driver.expectations.open("bounds");
    configureBare(connection, handle, model.shown);
    if (before.minimized) map(connection, handle);
    if (model.modes.fullScreen) raiseDirectly(connection, handle);
    else map(connection, handle);
  }
}

function askForModes(driver: X11Window, before: Modes, from: Rectangle): void {
  const { connection, handle, model, system } = driver;
  const after = model.modes;
  if (after.minimized && !before.minimized) iconify(connection, handle);
  if (!after.minimized && before.minimized) map(connection, handle);
  const isMoved = after.fullScreen && !isSameDisplay(driver, from);
  if (isMoved) {
    // Window managers cover the display that the window is on: it goes there first.
    requestModes(connection, handle, before, { ...before, fullScreen: false });
    placeOn(driver, onFullScreenDisplay(driver, model.normal));
    requestModes(connection, handle, { ...before, fullScreen: false }, after);
  } else {
    requestModes(connection, handle, before, after);
  }
  if (!after.minimized) driver.expectations.open("bounds");
  if (before.fullScreen && !after.fullScreen && driver.isAdopted && system.manager.misplacesStaticWindows) {
    placeOn(driver, { ...model.normal, x: model.normal.x + 1 });
  }
  if (reportedMode(after) === "normal") askForPlace(driver);
}

/** Once the window manager has seen a mode, the size it gives it is its own affair. */
export function modesAreSeen({ model, expectations }: X11Window): void {
  if (reportedMode(model.modes) === "normal" || expectations.isOpen("modes") || !expectations.isSeen("bounds")) return;
  expectations.hurry("bounds", MODE_SETTLES_MS);
}

function placeOn(driver: X11Window, bounds: Rectangle): void {
  const { connection, handle, model, isAdopted } = driver;
  if (isAdopted) moveResize(connection, handle, bounds, model);
  else configure(connection, handle, bounds, model);
}

function isSameDisplay({ model, system }: X11Window, from: Rectangle): boolean {
  const displays = system.displays();
  return displayMatching(displays, from).id === fullScreenDisplayOf(model).id;
}

/** The normal rectangle, moved to the display that full screen is to cover. */
function onFullScreenDisplay({ model, system }: X11Window, bounds: Rectangle): Rectangle {
  const target = fullScreenDisplayOf(model).bounds;
  const home = displayMatching(system.displays(), bounds).bounds;
  if (isSameRectangle(home, target)) return bounds;
  return {
    ...bounds,
    x: target.x,
    y: target.y,
    width: Math.min(bounds.width, target.width),
    height: Math.min(bounds.height, target.height),
  };
}
