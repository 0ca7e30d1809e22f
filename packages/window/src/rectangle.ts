/** Whole pixels in screen coordinates. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What a window manager draws around the client area. */
export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const NO_INSETS: Insets = { left: 0, right: 0, top: 0, bottom: 0 };

export function isSameRectangle(one: Rectangle, other: Rectangle): boolean {
  return one.x === other.x && one.y === other.y && isSameSize(one, other);
}

export function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

export function isSameInsets(one: Insets, other: Insets): boolean {
  return one.left === other.left && one.right === other.right && one.top === other.top && one.bottom === other.bottom;
}

export function grow(inner: Rectangle, by: Insets): Rectangle {
  return {
    x: inner.x - by.left,
    y: inner.y - by.top,
    width: inner.width + by.left + by.right,
    height: inner.height + by.top + by.bottom,
  };
}

export function shrink(outer: Rectangle, by: Insets): Rectangle {
  return {
    x: outer.x + by.left,
    y: outer.y + by.top,
    width: Math.max(1, outer.width - by.left - by.right),
    height: Math.max(1, outer.height - by.top - by.bottom),
  };
}

export function intersect(one: Rectangle, other: Rectangle): Rectangle | undefined {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

export function commonArea(one: Rectangle, other: Rectangle): number {
  const common = intersect(one, other);
  return common === undefined ? 0 : common.width * common.height;
}

export function centredIn(area: Rectangle, { width, height }: Size): Rectangle {
  return {
    x: area.x + Math.floor((area.width - width) / 2),
    y: area.y + Math.floor((area.height - height) / 2),
    width,
    height,
  };
}

/** To the nearest whole number, halves away from zero. */
export function roundAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value)) || 0;
}

export const WIRE_MAX = 32_767;

/** The range that the X protocol can carry: INT16 positions, CARD16 sizes of at least 1. */
export function onTheWire({ x, y, width, height }: Rectangle): Rectangle {
  return {
    x: between(-WIRE_MAX, x, WIRE_MAX),
    y: between(-WIRE_MAX, y, WIRE_MAX),
    width: between(1, width, WIRE_MAX),
    height: between(1, height, WIRE_MAX),
  };
}

function between(low: number, value: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
