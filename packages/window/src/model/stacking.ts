import { tellWith } from "./announce.ts";
import { isVisible, type ModelWindow } from "./model.ts";

/** Levels of always-on-top windows, low to high; unknown names count as `floating`. */
const LEVELS: ReadonlyMap<string, number> = new Map([
  ["normal", 0],
  ["floating", 3],
  ["torn-off-menu", 3],
  ["modal-panel", 8],
  ["dock", 20],
  ["main-menu", 24],
  ["status", 25],
  ["pop-up-menu", 101],
  ["screen-saver", 1000],
]);
const FLOATING = 3;

function heightOf(window: ModelWindow): number {
  const { isMac } = window.system.rules;
  if (!window.isAlwaysOnTop) return 0;
  return (LEVELS.get(window.level) ?? FLOATING) + (isMac ? window.relativeLevel : 0);
}

/**
 * Puts a window above the others of its level, and has those raised again that belong above it: higher levels and its
 * own children. Backends know one layer above the rest, so that order is ours to keep.
 */
export function raiseOwn(window: ModelWindow): void {
  const { system } = window;
  const children = system.stacking.filter((candidate) => isBelow(window, candidate));
  const others = system.stacking.filter((candidate) => candidate !== window && !children.includes(candidate));
  const higher = others.filter((candidate) => heightOf(candidate) > heightOf(window));
  system.stacking = [...others.filter((candidate) => !higher.includes(candidate)), window, ...children, ...higher];
  // A window manager keeps its layers and puts children above parents; within the layer above the rest it knows no order.
  const toRaise = system.keepsLayers() ? (window.isAlwaysOnTop ? higher : []) : [...children, ...higher];
  for (const candidate of toRaise) if (isVisible(candidate)) candidate.driver.apply({ kind: "raise" });
}

function isBelow(ancestor: ModelWindow, candidate: ModelWindow): boolean {
  for (let at = candidate.parent; at !== undefined; at = at.parent) if (at === ancestor) return true;
  return false;
}

/**
 * @returns handle of the window that a media source id names
 * @throws TypeError when it names no window that there is
 */
function handleOf(window: ModelWindow, mediaSourceId: string): number {
  const [, digits] = /^window:(\d+):\d+$/.exec(mediaSourceId) ?? [];
  const handle = Number(digits);
  if (!window.system.hasHandle(handle)) throw new TypeError("Invalid media source id");
  return handle;
}

/** Takes over whether a window is above the rest; tells listeners inside the call. */
export function setOnTop(window: ModelWindow, flag: boolean): void {
  if (flag === window.isAlwaysOnTop) return;
  window.isAlwaysOnTop = flag;
  tellWith(window, "always-on-top-changed", flag);
}

export function stackingMethods(window: ModelWindow) {
  return {
    setAlwaysOnTop(flag: boolean, level = "floating", relativeLevel = 0): void {
      if (!window.system.rules.keepsOnTop) return;
      window.level = flag ? level : "normal";
      window.relativeLevel = flag ? relativeLevel : 0;
      if (flag !== window.isAlwaysOnTop) {
        window.isAlwaysOnTop = flag;
        window.driver.apply({ kind: "states" });
        tellWith(window, "always-on-top-changed", flag);
      }
      raiseOwn(window);
    },
    isAlwaysOnTop: (): boolean => window.isAlwaysOnTop,
    moveTop(): void {
      window.driver.apply({ kind: "raise" });
      raiseOwn(window);
    },
    moveAbove(mediaSourceId: string): void {
      const sibling = handleOf(window, mediaSourceId);
      window.driver.apply({ kind: "raise-above", sibling });
      raiseOwn(window);
    },
    getMediaSourceId: (): string => `window:${window.driver.handle}:0`,
    getNativeWindowHandle(): Buffer {
      const handle = Buffer.alloc(8);
      handle.writeBigUInt64LE(BigInt(window.driver.handle));
      return handle;
    },
  };
}
