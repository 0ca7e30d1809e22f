import { type Display, displayMatching } from "../display.ts";
import type { ModelWindow } from "../model/model.ts";
import { chosenIn } from "../model/modes.ts";
import type { WindowPeer } from "../peer.ts";
import type { Rectangle } from "../rectangle.ts";
import type { BaseWindowEvents } from "../window-event.ts";
import type { NativeWindow } from "./electron-api.ts";
import { WINDOW_EVENT_NAMES } from "./window-event-names.ts";

/** The event that tells that a call has come true, and whether there is nothing to wait for. */
const CONFIRMATIONS: ReadonlyMap<string, { event: string; isDone: (native: NativeWindow) => boolean }> = new Map([
  ["maximize", { event: "maximize", isDone: (native) => native.isMaximized() || !native.isMaximizable() }],
  ["unmaximize", { event: "unmaximize", isDone: (native) => !native.isMaximized() }],
  ["minimize", { event: "minimize", isDone: (native) => native.isMinimized() }],
  ["restore", { event: "restore", isDone: (native) => !native.isMinimized() }],
]);

/** What Electron does or lacks on other platforms than the one the spec names: there it does nothing and reads false. */
const ONLY_ON: ReadonlyMap<string, NodeJS.Platform> = new Map([
  ["setSimpleFullScreen", "darwin"],
  ["isSimpleFullScreen", "darwin"],
  ["setHiddenInMissionControl", "darwin"],
  ["isHiddenInMissionControl", "darwin"],
  ["setSheetOffset", "darwin"],
  ["previewFile", "darwin"],
  ["closeFilePreview", "darwin"],
  ["isTabletMode", "win32"],
]);
/** Wayland has no way to keep a window on top; Electron says that it did. */
const NOT_ON_WAYLAND = new Set(["setAlwaysOnTop", "isAlwaysOnTop"]);

/** Electron gives 4 on Linux; little endian, so zeros behind change nothing. */
const HANDLE_BYTES = 8;

export interface ElectronPeerContext {
  readonly displays: () => readonly Display[];
  readonly nativeById: (id: number) => NativeWindow | undefined;
  readonly idOf: (native: NativeWindow) => number | undefined;
  readonly isWayland: boolean;
  readonly emit: ModelWindow["emit"];
}

/** Every method goes to Electron's method of the same name, but for those where Vedette promises more. */
export function electronPeer(
  native: NativeWindow,
  { displays, nativeById, idOf, isWayland, emit }: ElectronPeerContext,
): WindowPeer {
  const open = new Set<string>();
  const waiting = new Set<() => void>();
  // Electron's kiosk on Linux is full screen and nothing else.
  const isLinux = process.platform === "linux";
  let isKiosk = native.isKiosk();
  let wasFullScreen = false;
  let home: Rectangle | undefined;

  const moveHome = (): void => {
    if (home !== undefined) native.setBounds(home);
    home = undefined;
  };
  for (const name of WINDOW_EVENT_NAMES) {
    native.on(name, (...args) => {
      open.delete(name);
      if (name === "leave-full-screen" && !native.isFullScreen()) {
        isKiosk = false;
        moveHome();
      }
      emit(name, ...(args as BaseWindowEvents[typeof name]));
      for (const wake of [...waiting]) wake();
    });
  }
  const expectFullScreen = (flag: boolean): void => {
    const [awaited, other] = flag
      ? (["enter-full-screen", "leave-full-screen"] as const)
      : (["leave-full-screen", "enter-full-screen"] as const);
    open.delete(other);
    if (native.isFullScreen() !== flag) open.add(awaited);
  };
  /** Electron covers the display that the window is on: it goes there first, and comes home when it has left. */
  const moveTo = (display: Display | undefined): void => {
    if (display === undefined || displayMatching(displays(), native.getBounds()).id === display.id) return;
    home ??= native.getNormalBounds();
    native.setBounds(display.bounds);
  };
  const turnFullScreen = (flag: boolean, display: Display | undefined, turn: (flag: boolean) => void): void => {
    if (flag && !native.isFullScreenable()) return;
    if (flag) moveTo(display);
    expectFullScreen(flag);
    turn(flag);
    if (!flag && open.size === 0) moveHome();
  };
  const setFullScreen = (flag: boolean): void => native.setFullScreen(flag);
  const settled = async (timeoutMs: number): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const wake = (): void => {
      if (open.size === 0 || native.isDestroyed()) resolve(true);
    };
    const timer = setTimeout(() => resolve(false), timeoutMs);
    waiting.add(wake);
    setImmediate(wake);
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(wake);
    });
  };

  const own: Partial<WindowPeer> = {
    settled,
    setFullScreen(flag, choice) {
      const display = chosenIn(displays(), choice);
      if (!flag) isKiosk = false;
      turnFullScreen(flag, display, setFullScreen);
    },
    setKiosk(flag, choice) {
      const display = chosenIn(displays(), choice);
      if (!isLinux) {
        turnFullScreen(flag, display, (on) => native.setKiosk(on));
        return;
      }
      if (flag === isKiosk && (!flag || display === undefined)) return;
      if (flag && !native.isFullScreenable()) return;
      if (flag && !isKiosk) wasFullScreen = native.isFullScreen();
      isKiosk = flag;
      if (flag || !wasFullScreen) turnFullScreen(flag, display, setFullScreen);
    },
    isKiosk: () => (isLinux ? isKiosk : native.isKiosk()),
    getNativeWindowHandle() {
      const handle = Buffer.alloc(HANDLE_BYTES);
      native.getNativeWindowHandle().copy(handle);
      return handle;
    },
    setParentId: (id) => native.setParentWindow(id === undefined ? null : (nativeById(id) ?? null)),
    parentId() {
      const parent = native.getParentWindow();
      return parent === null ? undefined : idOf(parent);
    },
    childIds: () => native.getChildWindows().flatMap((child) => idOf(child) ?? []),
  };
  return new Proxy(own, {
    get(target, name) {
      if (typeof name !== "string") return undefined;
      const overridden = Reflect.get(target, name);
      if (overridden !== undefined) return overridden;
      const isElsewhere = (ONLY_ON.get(name) ?? process.platform) !== process.platform;
      if (isElsewhere || (isWayland && NOT_ON_WAYLAND.has(name)))
        return () => (name.startsWith("is") ? false : undefined);
      const method: unknown = Reflect.get(native, name);
      if (typeof method !== "function") return undefined;
      const confirmation = CONFIRMATIONS.get(name);
      return (...args: unknown[]) => {
        if (confirmation !== undefined && !confirmation.isDone(native)) open.add(confirmation.event);
        return Reflect.apply(method, native, trimmed(args));
      };
    },
  }) as WindowPeer;
}

/** Electron counts arguments: what was not given must not be there. */
function trimmed(args: readonly unknown[]): unknown[] {
  return args.slice(0, args.findLastIndex((arg) => arg !== undefined) + 1);
}
