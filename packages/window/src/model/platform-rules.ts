import type { Insets } from "../rectangle.ts";

export type ModelPlatform = "linux" | "win32" | "darwin" | "wayland";

/** How the platforms differ; everything else is the same for all. */
export interface PlatformRules {
  /** movable, minimizable, maximizable and closable are kept and limit the user; elsewhere they read true. */
  readonly storesCapabilities: boolean;
  /** `will-resize`, `resized`, `will-move`, `moved` */
  readonly tellsUserSteps: boolean;
  readonly mayPreventMove: boolean;
  readonly readsPosition: boolean;
  readonly keepsOnTop: boolean;
  /** Level and relative level decide; elsewhere one layer above the rest. */
  readonly isMac: boolean;
}

const LINUX: PlatformRules = {
  storesCapabilities: false,
  tellsUserSteps: false,
  mayPreventMove: false,
  readsPosition: true,
  keepsOnTop: true,
  isMac: false,
};

/** @see spec 3, "Window methods": what holds on which platform */
export const PLATFORM_RULES: Readonly<Record<ModelPlatform, PlatformRules>> = {
  linux: LINUX,
  win32: { ...LINUX, storesCapabilities: true, tellsUserSteps: true, mayPreventMove: true },
  darwin: { ...LINUX, storesCapabilities: true, tellsUserSteps: true, isMac: true },
  wayland: { ...LINUX, readsPosition: false, keepsOnTop: false },
};

/** Height of the tray on the modelled Mac. */
export const MAC_TRAY_HEIGHT = 25;

export const MODEL_FRAME: Insets = { left: 1, right: 1, top: 20, bottom: 5 };
