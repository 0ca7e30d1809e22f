import { hexOf, parseColor, WHITE } from "../color.ts";
import { plainTitle } from "../title.ts";
import type { ModelWindow } from "./model.ts";
import { endFlash } from "./visibility.ts";

/** Title, colour, task bar, and what a user may do to the window. */
export function appearanceMethods(window: ModelWindow) {
  const { rules } = window.system;
  return {
    setTitle(title: string): void {
      window.title = plainTitle(title);
      window.driver.apply({ kind: "title" });
    },
    getTitle: (): string => window.title,
    setBackgroundColor(color: string): void {
      window.color = parseColor(color) ?? WHITE;
      window.driver.apply({ kind: "color" });
    },
    getBackgroundColor: (): string => hexOf(window.color),
    flashFrame(flag: boolean): void {
      if (!flag) endFlash(window);
      if (!flag || window.system.focused === window) return;
      window.isFlashing = true;
      window.driver.apply({ kind: "hints" });
      window.driver.apply({ kind: "state", state: "DEMANDS_ATTENTION" });
    },
    setSkipTaskbar(skip: boolean): void {
      window.skipsTaskbar = skip;
      window.driver.apply({ kind: "state", state: "SKIP_TASKBAR" });
    },
    setMovable(flag: boolean): void {
      if (rules.storesCapabilities) window.isMovable = flag;
    },
    isMovable: (): boolean => window.isMovable,
    setMinimizable(flag: boolean): void {
      if (rules.storesCapabilities) window.isMinimizable = flag;
    },
    isMinimizable: (): boolean => window.isMinimizable,
    setMaximizable(flag: boolean): void {
      if (rules.storesCapabilities) window.isMaximizable = flag;
    },
    isMaximizable: (): boolean => window.isMaximizable && (window.isResizable || !rules.storesCapabilities),
    setClosable(flag: boolean): void {
      if (rules.storesCapabilities) window.isClosable = flag;
    },
    isClosable: (): boolean => window.isClosable,
    setResizable(flag: boolean): void {
      if (flag === window.isResizable) return;
      window.isResizable = flag;
      window.driver.apply({ kind: "hints" });
    },
    isResizable: (): boolean => window.isResizable,
    setFullScreenable(flag: boolean): void {
      window.isFullScreenable = flag;
    },
    isFullScreenable: (): boolean => window.isFullScreenable,
    setHiddenInMissionControl(flag: boolean): void {
      if (rules.isMac) window.isHiddenInMissionControl = flag;
    },
    isHiddenInMissionControl: (): boolean => window.isHiddenInMissionControl,
    /** macOS only, like the two below: nothing to do on the platforms that are modelled. */
    setSheetOffset(_offsetY: number, _offsetX?: number): void {},
    previewFile(_path: string, _displayName?: string): void {},
    closeFilePreview(): void {},
  };
}
