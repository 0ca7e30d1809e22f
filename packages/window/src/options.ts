import { isPartialRectangle } from "./arguments.ts";
import type { BaseWindow } from "./base-window.ts";

/** Kinds of windows that a window manager treats apart (`_NET_WM_WINDOW_TYPE`); X11 only. */
export type WindowType = "desktop" | "dock" | "toolbar" | "splash" | "notification";

/** Unknown members are ignored; `undefined` equals absent. Lengths are whole pixels. */
export interface BaseWindowOptions {
  /** Outer width, frame included, unless `useContentSize`. Default 800. */
  width?: number | undefined;
  /** Default 600. */
  height?: number | undefined;
  /** Outer left edge; only together with `y`. Default: centred on the primary display. */
  x?: number | undefined;
  y?: number | undefined;
  /** `width` and `height` count the client area. Default false. */
  useContentSize?: boolean | undefined;
  /** Centre on the work area of the nearest display. Default false. */
  center?: boolean | undefined;
  minWidth?: number | undefined;
  minHeight?: number | undefined;
  /** 0 or less: none. */
  maxWidth?: number | undefined;
  maxHeight?: number | undefined;
  resizable?: boolean | undefined;
  movable?: boolean | undefined;
  minimizable?: boolean | undefined;
  maximizable?: boolean | undefined;
  closable?: boolean | undefined;
  focusable?: boolean | undefined;
  alwaysOnTop?: boolean | undefined;
  /** Starts full screen when shown. On macOS an explicit false also makes the window not full-screenable. */
  fullscreen?: boolean | undefined;
  fullscreenable?: boolean | undefined;
  simpleFullscreen?: boolean | undefined;
  hiddenInMissionControl?: boolean | undefined;
  skipTaskbar?: boolean | undefined;
  kiosk?: boolean | undefined;
  /** Default `Vedette`. */
  title?: string | undefined;
  /** Shown and focused at the end of the constructor. Default true. */
  show?: boolean | undefined;
  /** False: no decorations. Default true. */
  frame?: boolean | undefined;
  parent?: BaseWindow | null | undefined;
  /** Only with `parent`. */
  modal?: boolean | undefined;
  /** See `parseColor`. Default `#FFF`. */
  backgroundColor?: string | undefined;
  type?: WindowType | undefined;
  /** Id of the display to open on. */
  display?: number | undefined;
}

/** What a window is made with when nothing is said. */
export const DEFAULT_OPTIONS = {
  width: 800,
  height: 600,
  useContentSize: false,
  center: false,
  minWidth: 0,
  minHeight: 0,
  maxWidth: 0,
  maxHeight: 0,
  resizable: true,
  movable: true,
  minimizable: true,
  maximizable: true,
  closable: true,
  focusable: true,
  alwaysOnTop: false,
  fullscreenable: true,
  simpleFullscreen: false,
  hiddenInMissionControl: false,
  skipTaskbar: false,
  kiosk: false,
  title: "Vedette",
  show: true,
  frame: true,
  parent: null,
  modal: false,
  backgroundColor: "#FFF",
} as const satisfies BaseWindowOptions;

/** Kinds of the options that have no default to tell them by. */
const KIND_WITHOUT_DEFAULT = {
  x: "number",
  y: "number",
  fullscreen: "boolean",
  type: "string",
  display: "number",
} as const satisfies { readonly [Key in keyof BaseWindowOptions]: string };

type Defaulted = {
  readonly [Key in keyof typeof DEFAULT_OPTIONS]:
    | NonNullable<BaseWindowOptions[Key]>
    | (null extends BaseWindowOptions[Key] ? null : never);
};

export type WindowOptions = Defaulted & Readonly<Pick<BaseWindowOptions, keyof typeof KIND_WITHOUT_DEFAULT>>;

/**
 * Fills in the defaults.
 *
 * @throws TypeError naming the option that has the wrong type
 */
export function resolveOptions(options: BaseWindowOptions): WindowOptions {
  if (!isPartialRectangle(options)) throw new TypeError("Options of a window must be an object with numbers in it.");
  const given = Object.entries(options).filter(
    ([key, value]) => (key in DEFAULT_OPTIONS || key in KIND_WITHOUT_DEFAULT) && value !== undefined,
  );
  for (const [key, value] of given) {
    if (key !== "parent" && !isOfKind(key, value)) throw new TypeError(`Option ${key} has the wrong type.`);
  }
  return { ...DEFAULT_OPTIONS, ...Object.fromEntries(given) };
}

function isOfKind(key: string, value: unknown): boolean {
  const preset: unknown = DEFAULT_OPTIONS[key as keyof typeof DEFAULT_OPTIONS];
  const kind = preset === undefined ? KIND_WITHOUT_DEFAULT[key as keyof typeof KIND_WITHOUT_DEFAULT] : typeof preset;
  return typeof value === kind && (kind !== "number" || Number.isFinite(value));
}
