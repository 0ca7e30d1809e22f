import { LINUX_RULES, type ModelPlatform, type PlatformRules } from "../model/platform-rules.ts";
import type { Insets } from "../rectangle.ts";

/** @see spec 3, "Window methods": what holds on which platform */
export const PLATFORM_RULES: Readonly<Record<ModelPlatform, PlatformRules>> = {
  linux: LINUX_RULES,
  win32: { ...LINUX_RULES, storesCapabilities: true, tellsUserSteps: true, mayPreventMove: true },
  darwin: { ...LINUX_RULES, storesCapabilities: true, tellsUserSteps: true, isMac: true },
  wayland: { ...LINUX_RULES, readsPosition: false, keepsOnTop: false },
};

export const MODEL_FRAME: Insets = { left: 1, right: 1, top: 20, bottom: 5 };
