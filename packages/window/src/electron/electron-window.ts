import { type Display, displayMatching } from "../display.ts";
import type { ModelWindow } from "../model/model.ts";
import { chosenIn, type DisplayChoice } from "../model/modes.ts";
import type { WindowPeer } from "../peer.ts";
import type { Rectangle } from "../rectangle.ts";
import type { BaseWindowEvents } from "../window-event.ts";
import type { NativeWindow } from "./electron-api.ts";
import { WINDOW_EVENT_NAMES } from "./window-event-names.ts";

/** The event that tells that a call has come true, and whether it is true already. */
const CONFIRMATIONS: ReadonlyMap<string, { event: string; isDone: (native: NativeWindow) => boolean }> = new Map([
  ["maximize", { event: "maximize", isDone: (native) => native.isMaximized() }],
  ["unmaximize", { event: "unmaximize", isDone: (native) => !native.isMaximized() }],
  ["minimize", { event: "minimize", isDone: (native) => native.isMinimized() }],
  ["restore", { event: "restore", isDone: (native) => !native.isMinimized() }],
]);

/** Electron gives 4 on Linux; little endian, so zeros behind change nothing. */
const HANDLE_BYTES = 8;

export interface ElectronPeerContext {
  readonly displays: () => readonly Display[];
  readonly nativeById: (id: number) => NativeWindow | undefined;
  readonly idOf: (native: NativeWindow) => number | undefined;
  readonly emit: ModelWindow["emit"];
}

/** Every method goes to Electron's method of the same name, but for those where Vedette promises more. */
export function electronPeer(
  native: NativeWindow,
  { displays, nativeById, idOf, emit }: ElectronPeerContext,
): WindowPeer {
  const open = new Set<string>();
  const waiting = new Set<() => void>();
  let isKiosk = native.isKiosk();
  let wasFullScreen = false;
  let home: Rectangle | undefined;

  for (const name of WINDOW_EVENT_NAMES) {
    native.on(name, (...args) => {
      open.delete(name);
      emit(name, ...(args as BaseWindowEvents[typeof name]));
      for (const wake of [...waiting]) wake();
    });
  }
  const expectEvent = (event: string, isDone: boolean): void => {
    if (!isDone) open.add(event);
  };
  /** Electron covers the display that the window is on: it goes there first. */
  const moveTo = (display: Display | undefined): void => {
    if (display === undefined || displayMatching(displays(), native.getBounds()).id === display.id) return;
    home ??= native.getBounds();
    native.setBounds(display.bounds);
  };
  const moveHome = (): void => {
    if (home !== undefined) native.setBounds(home);
    home = undefined;
  };
  const turnFullScreen = (flag: boolean, choice: DisplayChoice | undefined): void => {
    const display = chosenIn(displays(), choice);
    if (flag) moveTo(display);
    expectEvent(flag ? "enter-full-screen" : "leave-full-screen", native.isFullScreen() === flag);
    native.setFullScreen(flag);
    if (!flag) moveHome();
  };
  const settled = async (timeoutMs = 2000): Promise<boolean> => {
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
      if (!flag) isKiosk = false;
      turnFullScreen(flag, choice);
    },
    setKiosk(flag, choice) {
      if (flag && !isKiosk) wasFullScreen = native.isFullScreen();
      isKiosk = flag;
      // Electron's kiosk on Linux is full screen and nothing else.
      if (process.platform === "linux") {
        if (flag || !wasFullScreen) turnFullScreen(flag, choice);
        return;
      }
      if (flag) moveTo(chosenIn(displays(), choice));
      native.setKiosk(flag);
      if (!flag) moveHome();
    },
    isKiosk: () => isKiosk,
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
      const method: unknown = Reflect.get(native, name);
      if (typeof method !== "function") return undefined;
      const confirmation = CONFIRMATIONS.get(name);
      return (...args: unknown[]) => {
        if (confirmation !== undefined) expectEvent(confirmation.event, confirmation.isDone(native));
        return Reflect.apply(method, native, trimmed(args));
      };
    },
  }) as WindowPeer;
}

/** Electron counts arguments: what was not given must not be there. */
function trimmed(args: readonly unknown[]): unknown[] {
  return args.slice(0, args.findLastIndex((arg) => arg !== undefined) + 1);
}
