import { commonArea, type Rectangle } from "./rectangle.ts";

/** A screen that windows can be on; the order of a list is the server's. */
export interface Display {
  /** Stays the same while the display is known, also when it was away. */
  readonly id: number;
  /** The output's name, such as `HDMI-1`. */
  readonly name: string;
  readonly bounds: Rectangle;
  /** `bounds` less what panels and docks keep for themselves. */
  readonly workArea: Rectangle;
  /** True for exactly one display. */
  readonly primary: boolean;
  readonly scaleFactor: number;
}

export function primaryOf(displays: readonly Display[]): Display {
  const primary = displays.find((display) => display.primary) ?? displays[0];
  if (primary === undefined) throw new Error("There is no display.");
  return primary;
}

/** The display with the largest common area; for a window outside all of them, the nearest. */
export function displayMatching(displays: readonly Display[], bounds: Rectangle): Display {
  const ranked = displays
    .map((display) => ({ display, area: commonArea(display.bounds, bounds), gap: gapBetween(display.bounds, bounds) }))
    .toSorted((one, other) => other.area - one.area || one.gap - other.gap);
  return ranked[0]?.display ?? primaryOf(displays);
}

export function isSameDisplays(one: readonly Display[], other: readonly Display[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Squared distance between two rectangles, 0 when they touch. */
function gapBetween(one: Rectangle, other: Rectangle): number {
  const dx = Math.max(0, one.x - (other.x + other.width), other.x - (one.x + one.width));
  const dy = Math.max(0, one.y - (other.y + other.height), other.y - (one.y + one.height));
  return dx * dx + dy * dy;
}
