import { displayMatching } from "../display.ts";
import { takeShape } from "../model/geometry.ts";
import { type Effect, type Modes, reportedMode, type WindowState } from "../model/model.ts";
import { isSameRectangle, NO_INSETS, type Rectangle, shrink } from "../rectangle.ts";
import {
  activate,
  configure,
  deleteWindow,
  iconify,
  isInState,
  map,
  moveResize,
  pixelOf,
  raiseDirectly,
  requestClose,
  requestModes,
  requestState,
  restack,
  setInputFocus,
  unmap,
  WINDOW_STATES,
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
    driver.isNormalKnown = true;
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
    const isActivating = driver.system.isFocusOpen;
    driver.system.expectFocus();
    void driver.system.focusNext(driver.handle, { isActivating });
  },
  unfocus: ({ system, handle }) => {
    if (!system.manager.isPresent) void system.focusNext(handle, { isActivating: false });
  },
  raise: (driver) => raise(driver, 0),
  "raise-above": (driver, { sibling }) => raise(driver, sibling),
  hints: (driver) => {
    oweAspect(driver);
    driver.hints.write();
  },
  state: (driver, { state }) => {
    if (!driver.model.isShown || !driver.system.manager.isPresent) return driver.writeStates();
    driver.expectations.open("states");
    askForState(driver, state);
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
    if (!model.isKiosk || model.coveredBeforeKiosk !== undefined) return;
    if (system.manager.isPresent) requestState(connection, handle, false, atoms._NET_WM_STATE_FULLSCREEN);
    else configure(connection, handle, model.normal);
  },
  "new-manager": (driver) => {
    const { model, system, connection, handle } = driver;
    model.frame = system.manager.isPresent && model.options.frame ? system.manager.frame : NO_INSETS;
    if (!model.isShown) return;
    takeShape(model);
    driver.doubts.clear();
    driver.hints.write();
    driver.writeStates();
    for (const aspect of ["modes", "states", "bounds"] as const) driver.expectations.open(aspect);
    if (!system.manager.isPresent) return takeModes(driver, model.modes);
    if (model.modes.minimized) map(connection, handle);
    requestModes(connection, handle, { ...model.modes, maximized: false, fullScreen: false }, model.modes);
    askForStates(driver);
    if (reportedMode(model.modes) === "normal") askForPlace(driver);
  },
};

/** Carries a change of the model to the server. */
export function perform(driver: X11Window, effect: OwnEffect): void {
  // The table's type pairs each kind with its effect; the compiler cannot follow that through an index.
  const act: (driver: X11Window, effect: never) => void = EFFECTS[effect.kind];
  act(driver, effect as never);
}

/** Asks for what the model has; a window manager that was quick has managed the window before it was written at it. */
function askForStates(driver: X11Window): void {
  for (const state of WINDOW_STATES) if (isInState(driver.model, state)) askForState(driver, state);
}

function askForState(driver: X11Window, state: WindowState): void {
  const { connection, handle, model } = driver;
  const { atoms } = connection;
  const request = (isOn: boolean): void => requestState(connection, handle, isOn, atoms[`_NET_WM_STATE_${state}`]);
  const isOn = isInState(model, state);
  if (state !== "ABOVE" || !ignoresLayer(driver)) {
    request(isOn);
    return;
  }
  for (const aspect of ["modes", "bounds"] as const) driver.expectations.open(aspect);
  requestState(connection, handle, false, atoms._NET_WM_STATE_FULLSCREEN);
  // A window that was found in both states has the word already, and not the place that goes with it.
  request(false);
  if (isOn) request(true);
  requestState(connection, handle, true, atoms._NET_WM_STATE_FULLSCREEN);
}

/** Whether its window manager wants to know whether a window is above the rest before it fills the screen. */
function ignoresLayer({ model, system }: X11Window): boolean {
  return model.modes.fullScreen && system.manager.layersBeforeFullScreen;
}

/** @param sibling - the window to be above, 0 for all others */
function raise({ connection, system, handle }: X11Window, sibling: number): void {
  const { manager } = system;
  if (manager.supports("_NET_RESTACK_WINDOW")) restack(connection, handle, manager.diesOfLostSiblings ? 0 : sibling);
  else if (manager.isPresent) void system.raiseQuietly(handle);
  else raiseDirectly(connection, handle, sibling);
}

/** Asks for the rectangle of the normal state. */
export function askForPlace(driver: X11Window): void {
  const { model, connection, handle, system } = driver;
  oweAspect(driver);
  if (!model.isResizable || driver.isAspectOwed) driver.hints.write();
  if (!model.isShown) {
    placeOn(driver, model.normal);
    return;
  }
  driver.expectations.open("bounds");
  if (system.manager.isPresent) placeOn(driver, model.normal);
  else configure(connection, handle, model.normal);
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
  driver.hints.write();
  driver.writeStates();
  if (activates) connection.deleteProperty(handle, atoms._NET_WM_USER_TIME);
  else connection.setValues(handle, atoms._NET_WM_USER_TIME, atoms.CARDINAL, [0]);
  if (system.manager.isPresent) {
    const place = model.modes.fullScreen ? onShownDisplay(driver) : model.normal;
    placeOn(driver, place);
    if (model.modes.fullScreen && !isSameRectangle(place, model.normal)) driver.isRestoring = true;
    map(connection, handle);
    // What a window manager writes at one that was hidden just now may come after what is written here.
    requestModes(connection, handle, { ...model.modes, maximized: false, fullScreen: false }, model.modes);
    askForStates(driver);
  } else {
    configure(connection, handle, model.shown);
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
    configure(connection, handle, model.shown);
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
  const isMoved = (after.fullScreen || after.maximized) && !isSameDisplay(driver, from);
  if (isMoved) {
    // Window managers cover the display that the window is on: it goes there first.
    const bare = { ...before, maximized: false, fullScreen: false };
    requestModes(connection, handle, before, bare);
    placeOn(driver, onShownDisplay(driver));
    requestModes(connection, handle, bare, after);
  } else {
    requestModes(connection, handle, before, after);
  }
  if (!after.minimized) driver.expectations.open("bounds");
  if (before.fullScreen && !after.fullScreen && driver.isStatic && system.manager.misplacesStaticWindows) {
    if (driver.isNormalKnown) placeOn(driver, { ...model.normal, x: model.normal.x + 1 });
  }
  if (reportedMode(after) === "normal" && driver.isNormalKnown) askForPlace(driver);
}

/** Once the window manager has seen a mode, the size it gives it is its own affair. */
export function modesAreSeen({ model, expectations, isNormalKnown }: X11Window): void {
  const isOurs = reportedMode(model.modes) === "normal" && isNormalKnown;
  if (isOurs || expectations.isOpen("modes") || !expectations.isSeen("bounds")) return;
  expectations.hurry("bounds", MODE_SETTLES_MS);
}

/** Puts a window's outer rectangle, as window managers understand it, at a place. */
function placeOn(driver: X11Window, outer: Rectangle): void {
  const { connection, handle, model, isAdopted, isStatic, shadows, confirmed } = driver;
  const client = shrink(outer, model.frame);
  const corner = isStatic && !confirmed.isMapped ? client : { x: outer.x - shadows.left, y: outer.y - shadows.top };
  const place = { ...client, x: corner.x, y: corner.y };
  if (isAdopted && confirmed.isMapped) moveResize(connection, handle, place);
  else configure(connection, handle, place);
}

function isSameDisplay({ model, system }: X11Window, from: Rectangle): boolean {
  const displays = system.displays();
  return displayMatching(displays, from).id === displayMatching(displays, model.shown).id;
}

/** The normal rectangle, moved to the display that the window is to cover. */
function onShownDisplay({ model: { normal, shown }, system }: X11Window): Rectangle {
  const displays = system.displays();
  const target = displayMatching(displays, shown).bounds;
  if (displayMatching(displays, normal).bounds === target) return normal;
  const { x, y } = target;
  return { x, y, width: Math.min(normal.width, target.width), height: Math.min(normal.height, target.height) };
}
