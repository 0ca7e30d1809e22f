import { expect } from "vitest";
import type { BaseWindow } from "../src/index.ts";
import type { WindowMethods } from "../src/window-methods.ts";

/** Where a window of the table stands at first. */
export const PLACE = { x: 200, y: 150, width: 500, height: 400 };
const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };

type Method = keyof WindowMethods | "isDestroyed";
export type Reading = Partial<Record<Method, unknown>>;

/** What a getter reads of a window that was just made with {@link PLACE}, on Linux. */
interface Getter {
  readonly reads: unknown;
}

/** What a call does to a window, here made with {@link PLACE} and shown, beside another one. */
interface Setter {
  readonly before?: (window: BaseWindow) => void;
  readonly call: readonly unknown[] | ((other: BaseWindow) => readonly unknown[]);
  /** Getters that read something else from then on; all others stay, but for the content where it is not named. */
  readonly changes?: Reading;
  /** By name. */
  readonly tells?: readonly string[];
}

export type MethodRow = Getter | Setter;

const FLAG_OF_THE_MAC_AND_WINDOWS: Setter = { call: [false] };
const COVERS = {
  getBounds: SCREEN,
  getSize: [SCREEN.width, SCREEN.height],
  getPosition: [0, 0],
  isNormal: false,
};
const NORMAL = {
  getBounds: PLACE,
  getSize: [PLACE.width, PLACE.height],
  getPosition: [PLACE.x, PLACE.y],
  isNormal: true,
};

function at(bounds: Partial<typeof PLACE>): Reading {
  const { x, y, width, height } = { ...PLACE, ...bounds };
  const whole = { x, y, width, height };
  return { getBounds: whole, getNormalBounds: whole, getSize: [width, height], getPosition: [x, y] };
}

/** Of the content is known what was asked for; the frame around it is the window manager's. */
const AROUND_CONTENT = {
  getBounds: expect.anything(),
  getNormalBounds: expect.anything(),
  getSize: expect.anything(),
  getPosition: expect.anything(),
};

/** Every method of the spec: what it reads at first, or what it changes and tells. @see spec 3, "Window methods" */
export const METHOD_TABLE: Readonly<Record<Method, MethodRow>> = {
  close: { call: [], tells: ["close", "closed"] },
  focus: {
    before: (window) => window.blur(),
    call: [],
    changes: { isFocused: true },
    tells: ["focus"],
  },
  blur: { call: [], changes: { isFocused: false }, tells: ["blur"] },
  isFocused: { reads: true },
  isDestroyed: { reads: false },
  show: {
    before: (window) => window.hide(),
    call: [],
    changes: { isVisible: true, isFocused: true },
    tells: ["focus", "show"],
  },
  showInactive: { before: (window) => window.hide(), call: [], changes: { isVisible: true }, tells: ["show"] },
  hide: { call: [], changes: { isVisible: false, isFocused: false }, tells: ["blur", "hide"] },
  isVisible: { reads: true },
  isModal: { reads: false },
  maximize: { call: [], changes: { ...COVERS, isMaximized: true }, tells: ["maximize", "move", "resize"] },
  unmaximize: {
    before: (window) => window.maximize(),
    call: [],
    changes: { ...NORMAL, isMaximized: false },
    tells: ["move", "resize", "unmaximize"],
  },
  isMaximized: { reads: false },
  minimize: {
    call: [],
    changes: { isMinimized: true, isNormal: false, isVisible: false, isFocused: false },
    tells: ["blur", "minimize"],
  },
  restore: {
    before: (window) => window.minimize(),
    call: [],
    changes: { isMinimized: false, isNormal: true, isVisible: true, isFocused: true },
    tells: ["focus", "restore"],
  },
  isMinimized: { reads: false },
  isNormal: { reads: true },
  setFullScreen: {
    call: [true],
    changes: { ...COVERS, isFullScreen: true, getContentBounds: SCREEN, getContentSize: [SCREEN.width, SCREEN.height] },
    tells: ["enter-full-screen", "move", "resize"],
  },
  isFullScreen: { reads: false },
  setSimpleFullScreen: { call: [true] },
  isSimpleFullScreen: { reads: false },
  setKiosk: {
    call: [true],
    changes: { ...COVERS, isFullScreen: true, isKiosk: true },
    tells: ["enter-full-screen", "move", "resize"],
  },
  isKiosk: { reads: false },
  isTabletMode: { reads: false },
  setBounds: { call: [{ x: 260, width: 560 }], changes: at({ x: 260, width: 560 }), tells: ["move", "resize"] },
  getBounds: { reads: PLACE },
  setContentBounds: {
    call: [{ x: 300, y: 300, width: 320, height: 240 }],
    changes: {
      ...AROUND_CONTENT,
      getContentBounds: { x: 300, y: 300, width: 320, height: 240 },
      getContentSize: [320, 240],
    },
    tells: ["move", "resize"],
  },
  getContentBounds: { reads: expect.objectContaining({ x: expect.any(Number), width: expect.any(Number) }) },
  getNormalBounds: { reads: PLACE },
  setSize: { call: [560, 350], changes: at({ width: 560, height: 350 }), tells: ["resize"] },
  getSize: { reads: [PLACE.width, PLACE.height] },
  setContentSize: {
    call: [320, 240],
    changes: { ...AROUND_CONTENT, getPosition: [PLACE.x, PLACE.y], getContentSize: [320, 240] },
    tells: ["resize"],
  },
  getContentSize: { reads: [expect.any(Number), expect.any(Number)] },
  setMinimumSize: { call: [100, 80], changes: { getMinimumSize: [100, 80] } },
  getMinimumSize: { reads: [0, 0] },
  setMaximumSize: { call: [900, 800], changes: { getMaximumSize: [900, 800] } },
  getMaximumSize: { reads: [0, 0] },
  setPosition: { call: [260, 190], changes: at({ x: 260, y: 190 }), tells: ["move"] },
  getPosition: { reads: [PLACE.x, PLACE.y] },
  center: { call: [], changes: at({ x: 710, y: 340 }), tells: ["move"] },
  setAspectRatio: { call: [1.5] },
  setBackgroundColor: { call: ["#8a2be2"], changes: { getBackgroundColor: "#8A2BE2" } },
  getBackgroundColor: { reads: "#FFFFFF" },
  setMovable: FLAG_OF_THE_MAC_AND_WINDOWS,
  isMovable: { reads: true },
  setMinimizable: FLAG_OF_THE_MAC_AND_WINDOWS,
  isMinimizable: { reads: true },
  setMaximizable: FLAG_OF_THE_MAC_AND_WINDOWS,
  isMaximizable: { reads: true },
  setClosable: FLAG_OF_THE_MAC_AND_WINDOWS,
  isClosable: { reads: true },
  setResizable: { call: [false], changes: { isResizable: false } },
  isResizable: { reads: true },
  setFullScreenable: { call: [false], changes: { isFullScreenable: false } },
  isFullScreenable: { reads: true },
  setEnabled: { call: [false], changes: { isEnabled: false } },
  isEnabled: { reads: true },
  setHiddenInMissionControl: { call: [true] },
  isHiddenInMissionControl: { reads: false },
  setAlwaysOnTop: { call: [true], changes: { isAlwaysOnTop: true }, tells: ["always-on-top-changed"] },
  isAlwaysOnTop: { reads: false },
  moveAbove: { call: (other) => [other.getMediaSourceId()] },
  moveTop: { call: [] },
  setTitle: { call: ["Lobby"], changes: { getTitle: "Lobby" } },
  getTitle: { reads: "Vedette" },
  setSheetOffset: { call: [10] },
  flashFrame: { before: (window) => window.blur(), call: [true] },
  setSkipTaskbar: { call: [true] },
  previewFile: { call: ["/nowhere.png"] },
  closeFilePreview: { call: [] },
  getMediaSourceId: { reads: expect.stringMatching(/^window:\d+:0$/) },
  getNativeWindowHandle: { reads: expect.any(Buffer) },
};

const GETTERS = Object.entries(METHOD_TABLE).flatMap(([name, row]) => ("reads" in row ? [name] : []));

/** What all getters read now. */
export function readAll(window: BaseWindow): Reading {
  return Object.fromEntries(GETTERS.map((name) => [name, callOf(window, name, [])]));
}

/** Unknown of what is inside a frame that is a window manager's. */
export const WITHIN_FRAME: Reading = { getContentBounds: expect.anything(), getContentSize: expect.anything() };

export function callOf(window: BaseWindow, name: string, args: readonly unknown[]): unknown {
  return Reflect.get(window, name).apply(window, args);
}
