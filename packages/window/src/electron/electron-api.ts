import type { Display } from "../display.ts";
import { WindowError } from "../errors.ts";
import type { Rectangle } from "../rectangle.ts";

/** What is used of a window of Electron; its methods have our names. */
export interface NativeWindow {
  readonly id: number;
  on(event: string, listener: (...args: unknown[]) => void): void;
  once(event: string, listener: () => void): void;
  isDestroyed(): boolean;
  getBounds(): Rectangle;
  getNormalBounds(): Rectangle;
  setBounds(bounds: Partial<Rectangle>): void;
  isFullScreen(): boolean;
  isFullScreenable(): boolean;
  setFullScreen(flag: boolean): void;
  isKiosk(): boolean;
  setKiosk(flag: boolean): void;
  isMaximized(): boolean;
  isMaximizable(): boolean;
  isMinimized(): boolean;
  isVisible(): boolean;
  getNativeWindowHandle(): Buffer;
  destroy(): void;
  getParentWindow(): NativeWindow | null;
  getChildWindows(): NativeWindow[];
  setParentWindow(parent: NativeWindow | null): void;
}

/** What is used of Electron itself. */
export interface ElectronApi {
  readonly BaseWindow: new (options: Record<string, unknown>) => NativeWindow;
  readonly app: {
    whenReady(): Promise<unknown>;
    readonly commandLine: { getSwitchValue(name: string): string };
  };
  readonly screen: {
    getAllDisplays(): readonly Omit<Display & { label: string }, "name" | "primary">[];
    getPrimaryDisplay(): { readonly id: number };
    on(event: string, listener: () => void): void;
    removeListener(event: string, listener: () => void): void;
  };
}

/** Imported only here and by a name that bundlers and type checkers leave alone: Electron is there or it is not. */
export async function loadElectron(): Promise<ElectronApi> {
  const name = "electron";
  if (process.versions[name] === undefined) {
    throw new WindowError("ERR_NOT_SUPPORTED", { detail: "This process does not run inside Electron." });
  }
  const module: { default: ElectronApi } = await import(name);
  return module.default;
}
