import { type Check, isBoolean, isInteger, isNumber, isPartialRectangle, isString, orAbsent } from "./arguments.ts";
import type { DisplayChoice } from "./model/modes.ts";
import type { Rectangle, Size } from "./rectangle.ts";

/** Life, focus, visibility. */
interface VisibilityMethods {
  /** Asks listeners of `close`, then goes. A page in an adopted window may cancel: it then stays. */
  close(): void;
  /** Nothing on a hidden or minimized window. */
  focus(): void;
  blur(): void;
  isFocused(): boolean;
  show(): void;
  showInactive(): void;
  hide(): void;
  /** Shown and not minimized. */
  isVisible(): boolean;
  isModal(): boolean;
}

/** Maximized, minimized, full screen, kiosk. */
interface ModeMethods {
  /** To the work area of its display; shows a hidden window without focus. */
  maximize(): void;
  /** Only from maximized, back to the bounds from before. */
  unmaximize(): void;
  isMaximized(): boolean;
  minimize(): void;
  /** From minimized to the mode before; from maximized as `unmaximize`. */
  restore(): void;
  isMinimized(): boolean;
  /** Not minimized, not maximized, not full screen. */
  isNormal(): boolean;
  /** @throws TypeError when `display` is no display's id; nothing changes then */
  setFullScreen(flag: boolean, options?: DisplayChoice): void;
  /** On macOS true only after `enter-full-screen`. */
  isFullScreen(): boolean;
  /** macOS only. */
  setSimpleFullScreen(flag: boolean): void;
  isSimpleFullScreen(): boolean;
  /** Full screen that stays: it is asked for again when somebody else takes it away, and it remembers its display. */
  setKiosk(flag: boolean, options?: DisplayChoice): void;
  isKiosk(): boolean;
  /** Windows 10 only. */
  isTabletMode(): boolean;
}

/** Size, position, limits; all rectangles are outer ones unless the name says content. */
interface GeometryMethods {
  /** Members left out keep their value; fractions are rounded, limits applied. */
  setBounds(bounds: Partial<Rectangle>, animate?: boolean): void;
  getBounds(): Rectangle;
  setContentBounds(bounds: Partial<Rectangle>, animate?: boolean): void;
  getContentBounds(): Rectangle;
  /** Bounds in the normal state, whatever the mode. */
  getNormalBounds(): Rectangle;
  setSize(width: number, height: number, animate?: boolean): void;
  getSize(): [number, number];
  setContentSize(width: number, height: number, animate?: boolean): void;
  getContentSize(): [number, number];
  /** Outer size; 0 for none. */
  setMinimumSize(width: number, height: number): void;
  getMinimumSize(): [number, number];
  /** Outer size; 0 for none. Where it contradicts the minimum, the minimum wins. */
  setMaximumSize(width: number, height: number): void;
  getMaximumSize(): [number, number];
  setPosition(x: number, y: number, animate?: boolean): void;
  /** `[0, 0]` on Wayland. */
  getPosition(): [number, number];
  center(): void;
  /** Width through height of the content, for the user's resizing only; 0 resets. `extraSize` is macOS only. */
  setAspectRatio(ratio: number, extraSize?: Size): void;
}

/** What a user may do to the window. */
interface PermissionMethods {
  /** macOS and Windows; elsewhere this and its sisters below do nothing, and the getters are true. */
  setMovable(flag: boolean): void;
  isMovable(): boolean;
  setMinimizable(flag: boolean): void;
  isMinimizable(): boolean;
  setMaximizable(flag: boolean): void;
  isMaximizable(): boolean;
  setClosable(flag: boolean): void;
  isClosable(): boolean;
  /** False fixes the size for the user; the program stays free. */
  setResizable(flag: boolean): void;
  isResizable(): boolean;
  setFullScreenable(flag: boolean): void;
  isFullScreenable(): boolean;
  /** A disabled window takes no input. */
  setEnabled(flag: boolean): void;
  /** False also while a modal child is shown. */
  isEnabled(): boolean;
  /** macOS only. */
  setHiddenInMissionControl(flag: boolean): void;
  isHiddenInMissionControl(): boolean;
}

/** What lies above what. */
interface StackingMethods {
  /** Level is `floating` unless given; `relativeLevel` is macOS only. Nothing on Wayland. */
  setAlwaysOnTop(flag: boolean, level?: string, relativeLevel?: number): void;
  isAlwaysOnTop(): boolean;
  /**
   * Above another window, of whatever program, without taking the focus.
   *
   * @throws TypeError when the id is no window's
   */
  moveAbove(mediaSourceId: string): void;
  /** Above all others of its layer, without taking the focus. */
  moveTop(): void;
}

/** Title, colour, attention, task bar, and what others know the window by. */
interface AppearanceMethods {
  /** The native title, which may differ from the page's. */
  setTitle(title: string): void;
  getTitle(): string;
  /** Anything `parseColor` does not know is white. */
  setBackgroundColor(color: string): void;
  /** `#RRGGBB`, without alpha. */
  getBackgroundColor(): string;
  /** macOS only. */
  setSheetOffset(offsetY: number, offsetX?: number): void;
  /** Asks for attention until false or until the window gets the focus. */
  flashFrame(flag: boolean): void;
  setSkipTaskbar(skip: boolean): void;
  /** macOS only: Quick Look. */
  previewFile(path: string, displayName?: string): void;
  closeFilePreview(): void;
  /** `window:<id>:<n>`, as `moveAbove` takes it. */
  getMediaSourceId(): string;
  /** 8 bytes, little endian: X window id, HWND or NSView*. */
  getNativeWindowHandle(): Buffer;
}

/** Stand for the getter and the setter of the same name. */
interface WindowProperties {
  title: string;
  fullScreen: boolean;
  simpleFullScreen: boolean;
  kiosk: boolean;
  minimizable: boolean;
  maximizable: boolean;
  fullScreenable: boolean;
  resizable: boolean;
  closable: boolean;
  movable: boolean;
}

/** What every backend does by itself; the rest of a window is in `base-window.ts`. */
export interface WindowMethods
  extends VisibilityMethods,
    ModeMethods,
    GeometryMethods,
    PermissionMethods,
    StackingMethods,
    AppearanceMethods {}

export interface WindowMembers extends WindowMethods, WindowProperties {}

const NONE: readonly Check[] = [];
const FLAG = [isBoolean];
const NUMBER = [isNumber];
const TEXT = [isString];
const PAIR = [isInteger, isInteger];
const BOUNDS = [isPartialRectangle];

/** What the arguments of each method must be; those that are not named here are the backend's to look at. */
export const METHOD_ARGUMENTS: Readonly<Record<keyof WindowMethods, readonly Check[]>> = {
  close: NONE,
  focus: NONE,
  blur: NONE,
  isFocused: NONE,
  show: NONE,
  showInactive: NONE,
  hide: NONE,
  isVisible: NONE,
  isModal: NONE,
  maximize: NONE,
  unmaximize: NONE,
  isMaximized: NONE,
  minimize: NONE,
  restore: NONE,
  isMinimized: NONE,
  isNormal: NONE,
  setFullScreen: FLAG,
  isFullScreen: NONE,
  setSimpleFullScreen: FLAG,
  isSimpleFullScreen: NONE,
  setKiosk: FLAG,
  isKiosk: NONE,
  isTabletMode: NONE,
  setBounds: BOUNDS,
  getBounds: NONE,
  setContentBounds: BOUNDS,
  getContentBounds: NONE,
  getNormalBounds: NONE,
  setSize: PAIR,
  getSize: NONE,
  setContentSize: PAIR,
  getContentSize: NONE,
  setMinimumSize: PAIR,
  getMinimumSize: NONE,
  setMaximumSize: PAIR,
  getMaximumSize: NONE,
  setPosition: PAIR,
  getPosition: NONE,
  center: NONE,
  setAspectRatio: NUMBER,
  setMovable: FLAG,
  isMovable: NONE,
  setMinimizable: FLAG,
  isMinimizable: NONE,
  setMaximizable: FLAG,
  isMaximizable: NONE,
  setClosable: FLAG,
  isClosable: NONE,
  setResizable: FLAG,
  isResizable: NONE,
  setFullScreenable: FLAG,
  isFullScreenable: NONE,
  setEnabled: FLAG,
  isEnabled: NONE,
  setHiddenInMissionControl: FLAG,
  isHiddenInMissionControl: NONE,
  setAlwaysOnTop: [isBoolean, orAbsent(isString), orAbsent(isNumber)],
  isAlwaysOnTop: NONE,
  moveAbove: TEXT,
  moveTop: NONE,
  setTitle: TEXT,
  getTitle: NONE,
  setBackgroundColor: TEXT,
  getBackgroundColor: NONE,
  setSheetOffset: NUMBER,
  flashFrame: FLAG,
  setSkipTaskbar: FLAG,
  previewFile: TEXT,
  closeFilePreview: NONE,
  getMediaSourceId: NONE,
  getNativeWindowHandle: NONE,
};

export const FLAG_PROPERTIES = [
  "fullScreen",
  "simpleFullScreen",
  "kiosk",
  "minimizable",
  "maximizable",
  "fullScreenable",
  "resizable",
  "closable",
  "movable",
] as const satisfies readonly (keyof WindowProperties)[];
