import { parseColor, WHITE } from "../color.ts";
import { displayMatching, primaryOf } from "../display.ts";
import type { WindowOptions } from "../options.ts";
import { centredIn, grow, type Insets, NO_INSETS, onTheWire, type Rectangle, roundAway } from "../rectangle.ts";
import { plainTitle } from "../title.ts";
import { limitOf, takeShape, withinLimits } from "./geometry.ts";
import { type Driver, type ModelSystem, type ModelWindow, NORMAL_MODES } from "./model.ts";
import { chosenDisplay } from "./modes.ts";

export interface NewWindow {
  readonly id: number;
  readonly system: ModelSystem;
  readonly options: WindowOptions;
  readonly parent: ModelWindow | undefined;
  readonly emit: ModelWindow["emit"];
  /** Makes the platform's part; the model is complete but for it. */
  readonly createDriver: (window: ModelWindow) => Driver;
}

const NOWHERE: Rectangle = { x: 0, y: 0, width: 1, height: 1 };

/**
 * A window of our own, not shown yet.
 *
 * @throws TypeError when the display asked for is not there
 */
export function newWindow({ id, system, options, parent, emit, createDriver }: NewWindow): ModelWindow {
  const { rules } = system;
  const frame = options.frame ? system.defaultFrame() : NO_INSETS;
  const keeps = (flag: boolean): boolean => !rules.storesCapabilities || flag;
  const isFullScreenable = options.fullscreenable && !(rules.isMac && options.fullscreen === false);
  const isKiosk = options.kiosk && isFullScreenable;
  const window: Omit<ModelWindow, "driver"> & { driver?: Driver } = {
    id,
    system,
    options,
    emit,
    isDestroyed: false,
    normal: NOWHERE,
    shown: NOWHERE,
    frame,
    shownFrame: frame,
    minimum: limitOf(roundAway(options.minWidth), roundAway(options.minHeight)),
    maximum: limitOf(roundAway(options.maxWidth), roundAway(options.maxHeight)),
    aspectRatio: 0,
    modes: NORMAL_MODES,
    isSimpleFullScreen: rules.isMac && options.simpleFullscreen,
    isKiosk,
    fullScreenTarget: undefined,
    coveredBeforeKiosk: undefined,
    home: NOWHERE,
    fullScreenDisplay: undefined,
    isShown: false,
    title: plainTitle(options.title),
    color: parseColor(options.backgroundColor) ?? WHITE,
    isAlwaysOnTop: options.alwaysOnTop && rules.keepsOnTop,
    level: options.alwaysOnTop ? "floating" : "normal",
    relativeLevel: 0,
    skipsTaskbar: options.skipTaskbar,
    isFlashing: false,
    isResizable: true,
    isMovable: keeps(options.movable),
    isMinimizable: keeps(options.minimizable),
    isMaximizable: keeps(options.maximizable),
    isClosable: keeps(options.closable),
    isFullScreenable,
    isHiddenInMissionControl: rules.isMac && options.hiddenInMissionControl,
    isEnabled: true,
    parent,
    children: [],
    isModal: parent !== undefined && options.modal,
    announced: { bounds: NOWHERE, mode: "normal", isFocused: false, focusChanges: [] },
  };
  const whole = window as ModelWindow;
  window.normal = onTheWire(firstBounds(whole, frame));
  window.home = window.normal;
  window.shown = window.normal;
  window.isResizable = options.resizable;
  startCovering(whole);
  takeShape(whole);
  window.announced = { bounds: window.normal, mode: "normal", isFocused: false, focusChanges: [] };
  window.driver = createDriver(whole);
  if (isKiosk) window.driver.apply({ kind: "kiosk" });
  parent?.children.push(whole);
  system.windows.add(whole);
  system.stacking.push(whole);
  return whole;
}

/** Full screen or kiosk from the start; where that takes its time, it begins when the window is to be seen. */
function startCovering(window: ModelWindow): void {
  const { system, options, isKiosk, isFullScreenable } = window;
  const startsFullScreen = isFullScreenable && options.fullscreen === true;
  if (!isKiosk && !startsFullScreen) return;
  const { name } = displayMatching(system.displays(), window.normal);
  if (isKiosk) window.fullScreenDisplay = name;
  if (startsFullScreen) window.coveredBeforeKiosk = name;
  if (system.transition === undefined) window.modes = { ...NORMAL_MODES, fullScreen: true };
  else window.fullScreenTarget = true;
}

/** Size within its limits, then the place: as asked, on the display asked for, or centred. */
function firstBounds(window: ModelWindow, frame: Insets): Rectangle {
  const { system, options } = window;
  const asked = { x: 0, y: 0, width: roundAway(options.width), height: roundAway(options.height) };
  const outer = withinLimits(window, options.useContentSize ? grow(asked, frame) : asked);
  const display = chosenDisplay(window, { display: options.display });
  const hasPlace = options.x !== undefined && options.y !== undefined;
  const displays = system.displays();
  const home = display ?? primaryOf(displays);
  if (!hasPlace || display !== undefined) return readable(window, centredIn(home.workArea, outer));
  const place = { x: roundAway(options.x ?? 0), y: roundAway(options.y ?? 0), ...outer };
  return readable(window, options.center ? centredIn(displayMatching(displays, place).workArea, outer) : place);
}

function readable(window: ModelWindow, bounds: Rectangle): Rectangle {
  return window.system.rules.readsPosition ? bounds : { ...bounds, x: 0, y: 0 };
}
