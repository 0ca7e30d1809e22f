import { type Display, displayMatching, primaryOf } from "../display.ts";
import {
  centredIn,
  grow,
  type Insets,
  isSameRectangle,
  NO_INSETS,
  onTheWire,
  type Rectangle,
  roundAway,
  type Size,
  shrink,
  WIRE_MAX,
} from "../rectangle.ts";
import { isVisible, type ModelWindow, reportedMode } from "./model.ts";
import { MAC_TRAY_HEIGHT } from "./platform-rules.ts";

/** The display that a window is on as it is shown. */
export function displayOf(window: ModelWindow): Display {
  return displayMatching(window.system.displays(), window.shown);
}

/** The display that full screen covers: the one asked for, while it is there. */
function fullScreenDisplayOf(window: ModelWindow): Display {
  const wanted = window.fullScreenDisplay;
  return window.system.displays().find(({ name }) => name === wanted) ?? displayOf(window);
}

/** Where a window has to be in the modes it is in, maximized on the display that it is near. */
function shownRectangle(window: ModelWindow, near: Rectangle): Rectangle {
  const { modes, isSimpleFullScreen, normal, system } = window;
  if (modes.fullScreen || isSimpleFullScreen) return fullScreenDisplayOf(window).bounds;
  return modes.maximized ? displayMatching(system.displays(), near).workArea : normal;
}

/** Shows a window where its modes put it, with the frame they leave it. */
export function takeShape(window: ModelWindow, near = window.shown): void {
  window.shown = shownRectangle(window, near);
  window.shownFrame = isFramed(window) ? window.frame : NO_INSETS;
}

export function isFramed(window: ModelWindow): boolean {
  return !window.modes.fullScreen && !window.isSimpleFullScreen;
}

/** Gives a window another place in the normal state; in another mode it is the place to come. */
export function place(window: ModelWindow, bounds: Rectangle): void {
  const next = held(window, bounds);
  if (isSameRectangle(next, window.normal)) return;
  window.normal = next;
  if (reportedMode(window.modes) === "normal" || !isVisible(window)) takeShape(window);
  window.driver.apply({ kind: "place" });
}

/** The size within the limits; while not resizable the program is free of them. */
export function withinLimits({ minimum, maximum, isResizable }: ModelWindow, size: Size): Size {
  if (!isResizable) return size;
  return {
    width: withinLimit(size.width, minimum.width, maximum.width),
    height: withinLimit(size.height, minimum.height, maximum.height),
  };
}

/** A limit of the size, 0 for none, within what the protocol can carry. */
export function limitOf(width: number, height: number): Size {
  return { width: Math.min(Math.max(0, width), WIRE_MAX), height: Math.min(Math.max(0, height), WIRE_MAX) };
}

function withinLimit(length: number, minimum: number, maximum: number): number {
  return Math.max(1, minimum, maximum > 0 ? Math.min(length, maximum) : length);
}

function held(window: ModelWindow, bounds: Rectangle): Rectangle {
  const { x, y } = bounds;
  const { isMac, readsPosition } = window.system.rules;
  const top = isMac && isVisible(window) ? Math.max(y, trayBottom(window)) : y;
  const position = readsPosition ? { x, y: top } : { x: 0, y: 0 };
  return onTheWire({ ...position, ...withinLimits(window, bounds) });
}

function trayBottom(window: ModelWindow): number {
  const { bounds, workArea } = primaryOf(window.system.displays());
  return Math.max(workArea.y, bounds.y + MAC_TRAY_HEIGHT);
}

function rounded(bounds: Partial<Rectangle>, rest: Rectangle): Rectangle {
  return {
    x: roundAway(bounds.x ?? rest.x),
    y: roundAway(bounds.y ?? rest.y),
    width: roundAway(bounds.width ?? rest.width),
    height: roundAway(bounds.height ?? rest.height),
  };
}

/** Size, position, limits; all rectangles are outer ones unless the name says content. */
export function geometryMethods(window: ModelWindow) {
  const shownBounds = (): Rectangle => (window.modes.minimized ? window.normal : window.shown);
  const contentFrame = (): Insets => {
    if (!isFramed(window)) return NO_INSETS;
    return window.modes.minimized ? window.frame : window.shownFrame;
  };
  const readable = (bounds: Rectangle): Rectangle =>
    window.system.rules.readsPosition ? { ...bounds } : { ...bounds, x: 0, y: 0 };
  const getBounds = (): Rectangle => readable(shownBounds());
  const getContentBounds = (): Rectangle => readable(shrink(shownBounds(), contentFrame()));

  return {
    setBounds(bounds: Partial<Rectangle>, _animate?: boolean): void {
      place(window, rounded(bounds, window.normal));
    },
    getBounds,
    setContentBounds(bounds: Partial<Rectangle>, _animate?: boolean): void {
      place(window, grow(rounded(bounds, shrink(window.normal, window.frame)), window.frame));
    },
    getContentBounds,
    getNormalBounds: (): Rectangle => readable(window.normal),
    setSize(width: number, height: number, _animate?: boolean): void {
      place(window, { ...window.normal, width, height });
    },
    getSize: (): [number, number] => sizePair(getBounds()),
    setContentSize(width: number, height: number, _animate?: boolean): void {
      const { x, y } = window.normal;
      place(window, { ...grow({ x, y, width, height }, window.frame), x, y });
    },
    getContentSize: (): [number, number] => sizePair(getContentBounds()),
    setPosition(x: number, y: number, _animate?: boolean): void {
      place(window, { ...window.normal, x, y });
    },
    getPosition(): [number, number] {
      const { x, y } = getBounds();
      return [x, y];
    },
    center(): void {
      place(window, centredIn(displayOf(window).workArea, window.normal));
    },
    setMinimumSize(width: number, height: number): void {
      window.minimum = limitOf(width, height);
      applyLimits(window);
    },
    getMinimumSize: (): [number, number] => sizePair(window.minimum),
    setMaximumSize(width: number, height: number): void {
      window.maximum = limitOf(width, height);
      applyLimits(window);
    },
    getMaximumSize: (): [number, number] => sizePair(window.maximum),
    setAspectRatio(ratio: number, _extraSize?: Size): void {
      window.aspectRatio = Math.max(0, ratio);
      window.driver.apply({ kind: "hints" });
    },
  };
}

function applyLimits(window: ModelWindow): void {
  window.driver.apply({ kind: "hints" });
  place(window, window.normal);
}

function sizePair({ width, height }: Size): [number, number] {
  return [width, height];
}
