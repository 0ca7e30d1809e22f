import type { Color } from "../color.ts";
import type { Display } from "../display.ts";
import type { WindowOptions } from "../options.ts";
import type { Insets, Rectangle, Size } from "../rectangle.ts";
import type { BaseWindowEvents } from "../window-event.ts";
import type { PlatformRules } from "./platform-rules.ts";

/** Modes lie over each other; the one reported is the highest that is true. */
export interface Modes {
  readonly minimized: boolean;
  readonly fullScreen: boolean;
  readonly maximized: boolean;
}

export type ReportedMode = "minimized" | "fullScreen" | "maximized" | "normal";

export const NORMAL_MODES: Modes = { minimized: false, fullScreen: false, maximized: false };

/** The state that listeners have been notified of. */
interface Announced {
  bounds: Rectangle;
  mode: ReportedMode;
  isFocused: boolean;
  /** Changes that the program requested since then, in order; the last one can still be denied. */
  focusChanges: boolean[];
}

/** What is told to window managers apart from modes, by the names of EWMH. */
export type WindowState = "ABOVE" | "SKIP_TASKBAR" | "DEMANDS_ATTENTION";

/** How the model reaches full screen on a platform that takes its time. */
export interface FullScreenTransition {
  /** Calls `finish` in a later turn, once for however many calls in between. */
  begin(window: ModelWindow, finish: () => void): void;
}

/** What a backend has to do about a change of the model. The model has changed already when it is told. */
export type Effect =
  | { readonly kind: "place" }
  | { readonly kind: "modes"; readonly before: Modes; readonly from: Rectangle }
  | { readonly kind: "show"; readonly activates: boolean }
  | { readonly kind: "hide" | "activate" | "deactivate" | "unfocus" | "raise" }
  | { readonly kind: "raise-above"; readonly sibling: number }
  | { readonly kind: "state"; readonly state: WindowState }
  | { readonly kind: "hints" | "title" | "color" | "parent" | "enabled" | "kiosk" }
  | { readonly kind: "close" | "destroy" };

/** The part of a window that knows the platform. */
export interface Driver {
  /** X window id, or the number that stands for it. */
  readonly handle: number;
  apply(effect: Effect): void;
  /** True when the program that owns the window is asked before it goes. */
  readonly isAdopted: boolean;
  settled(timeoutMs: number): Promise<boolean>;
}

/** All windows of one backend. */
export interface ModelSystem {
  readonly rules: PlatformRules;
  /** `undefined` where full screen is reached at once. */
  readonly transition: FullScreenTransition | undefined;
  readonly windows: Set<ModelWindow>;
  /** Own windows from the lowest to the highest. */
  stacking: ModelWindow[];
  focused: ModelWindow | undefined;
  displays(): readonly Display[];
  /** Whether a top-level window of any program has this handle. */
  hasHandle(handle: number): boolean;
  /** Whether somebody keeps always-on-top windows above the rest and children above their parents. */
  keepsLayers(): boolean;
  /** Frame of windows that have not been shown yet. */
  defaultFrame(): Insets;
}

/** What is believed about a window; requests of the program change it at once, reports of the server correct it. */
export interface ModelWindow {
  readonly id: number;
  readonly system: ModelSystem;
  readonly options: WindowOptions;
  readonly driver: Driver;
  emit<Name extends keyof BaseWindowEvents>(name: Name, ...args: BaseWindowEvents[Name]): void;
  isDestroyed: boolean;

  /** Outer rectangle in the normal state. */
  normal: Rectangle;
  /** Outer rectangle as shown, also while minimized. */
  shown: Rectangle;
  /** Frame in the normal state. */
  frame: Insets;
  /** Frame as shown. */
  shownFrame: Insets;
  minimum: Size;
  maximum: Size;
  /** Width through height of the content, 0 for none. */
  aspectRatio: number;

  modes: Modes;
  isSimpleFullScreen: boolean;
  isKiosk: boolean;
  /** Where full screen is on its way to, on a platform that takes its time. */
  fullScreenTarget: boolean | undefined;
  /** Name of the display that was covered already when the kiosk began; `undefined`: none was. */
  coveredBeforeKiosk: string | undefined;
  /** Where the window was shown when full screen began. */
  home: Rectangle;
  /** Name of the display that full screen or kiosk belongs on; `undefined`: the one the window is on. */
  fullScreenDisplay: string | undefined;
  /** Mapped or iconic, as opposed to withdrawn. */
  isShown: boolean;

  title: string;
  color: Color;
  isAlwaysOnTop: boolean;
  level: string;
  relativeLevel: number;
  skipsTaskbar: boolean;
  isFlashing: boolean;
  isResizable: boolean;
  isMovable: boolean;
  isMinimizable: boolean;
  isMaximizable: boolean;
  isClosable: boolean;
  isFullScreenable: boolean;
  isHiddenInMissionControl: boolean;
  isEnabled: boolean;
  parent: ModelWindow | undefined;
  children: ModelWindow[];
  readonly isModal: boolean;

  announced: Announced;
}

export function reportedMode({ minimized, fullScreen, maximized }: Modes): ReportedMode {
  if (minimized) return "minimized";
  if (fullScreen) return "fullScreen";
  return maximized ? "maximized" : "normal";
}

/** Shown and not minimized. */
export function isVisible(window: ModelWindow): boolean {
  return window.isShown && !window.modes.minimized;
}

/** Whether keys and buttons do anything: a modal child that is shown takes them all. */
export function takesInput({ isEnabled, children }: ModelWindow): boolean {
  return isEnabled && !children.some(({ isModal, isShown }) => isModal && isShown);
}

export function isModeEqual(one: Modes, other: Modes): boolean {
  return one.minimized === other.minimized && one.fullScreen === other.fullScreen && one.maximized === other.maximized;
}
