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

/** A child is never below its parent. */
function heightOf({ isAlwaysOnTop, level, relativeLevel, system, parent }: ModelWindow): number {
  const own = isAlwaysOnTop ? (LEVELS.get(level) ?? FLOATING) + (system.rules.isMac ? relativeLevel : 0) : 0;
  return parent === undefined ? own : Math.max(own, heightOf(parent));
}

/**
 * Puts a window above the others of its level, or just above one of them, and has those raised again that belong above
 * it: higher levels and its own children. Backends know one layer above the rest, so that order is ours to keep.
 */
export function raiseOwn(window: ModelWindow, above?: ModelWindow): void {
  const { system } = window;
  const children = system.stacking.filter((candidate) => isBelow(window, candidate));
  const others = system.stacking.filter((candidate) => candidate !== window && !children.includes(candidate));
  others.splice(above === undefined ? others.length : others.indexOf(above) + 1, 0, window, ...children);
  system.stacking = others.toSorted((one, other) => heightOf(one) - heightOf(other));
  const height = heightOf(window);
  const higher = system.stacking.filter((candidate) => heightOf(candidate) > height && !children.includes(candidate));
  // A window manager keeps its layers and puts children above parents; within the layer above the rest it knows no order.
  const toRaise = system.keepsLayers() ? (window.isAlwaysOnTop ? higher : []) : [...children, ...higher];
  for (const candidate of toRaise) if (isVisible(candidate)) candidate.driver.apply({ kind: "raise" });
}

export function raise(window: ModelWindow): void {
  window.driver.apply({ kind: "raise" });
  raiseOwn(window);
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
  window.level = flag ? "floating" : "normal";
  tellWith(window, "always-on-top-changed", flag);
}

/** Whether a window manager would leave it to chance which of several on top is the highest, or there is none. */
function needsRaise({ system, isAlwaysOnTop }: ModelWindow): boolean {
  const onTop = [...system.windows].filter((candidate) => candidate.isAlwaysOnTop && isVisible(candidate));
  return isAlwaysOnTop && (onTop.length > 1 || !system.keepsLayers());
}

export function stackingMethods(window: ModelWindow) {
  return {
    setAlwaysOnTop(flag: boolean, level = "floating", relativeLevel = 0): void {
      if (!window.system.rules.keepsOnTop) return;
      const height = heightOf(window);
      const isNew = flag !== window.isAlwaysOnTop;
      window.isAlwaysOnTop = flag;
      window.level = flag ? level : "normal";
      window.relativeLevel = flag ? relativeLevel : 0;
      if (isNew) window.driver.apply({ kind: "state", state: "ABOVE" });
      if (heightOf(window) !== height) {
        if (needsRaise(window)) raise(window);
        else raiseOwn(window);
      }
      if (isNew) tellWith(window, "always-on-top-changed", flag);
    },
    isAlwaysOnTop: (): boolean => window.isAlwaysOnTop,
    moveTop: (): void => raise(window),
    moveAbove(mediaSourceId: string): void {
      const sibling = handleOf(window, mediaSourceId);
      if (sibling === window.driver.handle) return;
      window.driver.apply({ kind: "raise-above", sibling });
      const above = [...window.system.windows].find(({ driver }) => driver.handle === sibling);
      raiseOwn(window, above);
    },
    getMediaSourceId: (): string => `window:${window.driver.handle}:0`,
    getNativeWindowHandle(): Buffer {
      const handle = Buffer.alloc(8);
      handle.writeBigUInt64LE(BigInt(window.driver.handle));
      return handle;
    },
  };
}
