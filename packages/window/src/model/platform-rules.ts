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

export const LINUX_RULES: PlatformRules = {
  storesCapabilities: false,
  tellsUserSteps: false,
  mayPreventMove: false,
  readsPosition: true,
  keepsOnTop: true,
  isMac: false,
};

/** Height of the tray on the modelled Mac. */
export const MAC_TRAY_HEIGHT = 25;
