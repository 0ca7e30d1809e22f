import { WINDOW_EVENT_NAMES } from "../src/electron/window-event-names.ts";
import { BaseWindow, initialize, type Rectangle, shutdown } from "../src/index.ts";
import { type ManagerName, type Monitors, startScreen, type XScreen } from "./x-screen.ts";

/** What somebody outside of the library sees of a window; each answer comes from a tool of the X world. */
export interface Outside {
  /** Outer rectangle: client area by xwininfo, frame by xprop. */
  bounds(window: BaseWindow): Rectangle;
  states(window: BaseWindow): string[];
  /** Normal, Iconic or Withdrawn. */
  wmState(window: BaseWindow): string;
  isMapped(window: BaseWindow): boolean;
  isFocused(window: BaseWindow): boolean;
  property(window: BaseWindow, name: string): string;
  /** Ids from the lowest to the highest. */
  stacking(): number[];
  /** Colour of a pixel of the screen as `#RRGGBB`. */
  pixel(x: number, y: number): string;
}

export interface Setup {
  readonly name: string;
  readonly manager: ManagerName | "headless";
  /** `undefined` where nobody can look from outside. */
  outside: Outside | undefined;
  screen: XScreen | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const SETUPS: readonly Setup[] = [headless(), onX11("openbox"), onX11("xfwm4"), onX11("none")];

function headless(): Setup {
  return {
    name: "headless",
    manager: "headless",
    outside: undefined,
    screen: undefined,
    start: async () => {
      await initialize({ backend: "headless", platform: "linux" });
    },
    stop: shutdown,
  };
}

export function onX11(manager: ManagerName, monitors: Monitors = "parts"): Setup {
  const setup: Setup = {
    name: manager === "none" ? "X11 without a window manager" : `X11 with ${manager}`,
    manager,
    outside: undefined,
    screen: undefined,
    async start() {
      const screen = await startScreen(undefined, monitors);
      if (manager !== "none") await screen.startManager(manager);
      setup.screen = screen;
      setup.outside = lookFromOutside(screen);
      await initialize({ backend: "x11", display: screen.display });
    },
    async stop() {
      await shutdown();
      await setup.screen?.kill();
    },
  };
  return setup;
}

export function xidOf(window: BaseWindow): number {
  return window.getNativeWindowHandle().readUInt32LE(0);
}

function lookFromOutside({ tool }: XScreen): Outside {
  const id = (window: BaseWindow): string => String(xidOf(window));
  const property = (window: BaseWindow, name: string): string =>
    tool("xprop", "-notype", "-id", id(window), name).trim();
  const numbers = (text: string): number[] => [...text.matchAll(/-?\d+/g)].map(([digits]) => Number(digits));
  return {
    property,
    bounds(window) {
      const info = tool("xwininfo", "-id", id(window));
      const read = (label: string): number => Number(new RegExp(`${label}:\\s*(-?\\d+)`).exec(info)?.[1]);
      const isFullScreen = /FULLSCREEN/.test(property(window, "_NET_WM_STATE"));
      const extents = property(window, "_NET_FRAME_EXTENTS");
      const [left = 0, right = 0, top = 0, bottom = 0] =
        isFullScreen || !extents.includes("=") ? [] : numbers(extents.replace(/.*=/, ""));
      return {
        x: read("Absolute upper-left X") - left,
        y: read("Absolute upper-left Y") - top,
        width: read("Width") + left + right,
        height: read("Height") + top + bottom,
      };
    },
    states: (window) =>
      [...property(window, "_NET_WM_STATE").matchAll(/_NET_WM_STATE_(\w+)/g)].map(([, name = ""]) => name).sort(),
    wmState: (window) => /window state: (\w+)/.exec(property(window, "WM_STATE"))?.[1] ?? "Withdrawn",
    isMapped: (window) => /Map State: IsViewable/.test(tool("xwininfo", "-id", id(window))),
    isFocused: (window) => Number(tool("xdotool", "getwindowfocus", "-f")) === xidOf(window),
    stacking() {
      const list = tool("xprop", "-root", "-notype", "_NET_CLIENT_LIST_STACKING");
      if (list.includes("0x")) return [...list.matchAll(/0x[0-9a-f]+/g)].map(([hex]) => Number(hex));
      const tree = tool("xwininfo", "-root", "-children");
      return [...tree.matchAll(/^ {5}(0x[0-9a-f]+)/gm)].map(([, hex]) => Number(hex)).reverse();
    },
    pixel(x, y) {
      const colour = tool("import", "-silent", "-window", "root", "-crop", `1x1+${x}+${y}`, "-depth", "8", "txt:-");
      return /#[0-9A-F]{6}/.exec(colour)?.[0] ?? colour;
    },
  };
}

/** Names of the events a window emits from now on. */
export function eventsOf(window: BaseWindow): string[] {
  const heard: string[] = [];
  for (const name of WINDOW_EVENT_NAMES) window.on(name, () => heard.push(name));
  return heard;
}

export function destroyAll(): void {
  for (const window of BaseWindow.getAllWindows()) window.destroy();
}
