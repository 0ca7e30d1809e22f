import type { ModelWindow } from "../model/model.ts";
import { type Insets, type Size, shrink } from "../rectangle.ts";

/** Bits of `WM_NORMAL_HINTS`. @see ICCCM 4.1.2.3 */
export const SIZE_FLAGS = {
  userPosition: 1,
  position: 4,
  size: 8,
  minimum: 16,
  maximum: 32,
  aspect: 128,
  gravity: 512,
};
export const SIZE_HINTS_LENGTH = 18;
const NORTH_WEST = 1;
const ASPECT_DENOMINATOR = 10_000;
const MAX_NUMERATOR = 0x7fff_ffff;

/** Bits of `WM_HINTS`. @see ICCCM 4.1.2.4 */
export const HINT_FLAGS = { input: 1, state: 2, urgency: 256 };
export const HINTS_LENGTH = 9;
const NORMAL_STATE = 1;
const ICONIC_STATE = 3;

/** `WM_NORMAL_HINTS`: limits in client sizes, the aspect ratio, and a gravity that makes x and y the outer corner. */
export function sizeHints(window: ModelWindow, keepsAspect: boolean): number[] {
  const { userPosition, position, size, gravity } = SIZE_FLAGS;
  const hints = Array.from({ length: SIZE_HINTS_LENGTH }, () => 0);
  hints[0] = userPosition | position | size | gravity;
  hints[17] = NORTH_WEST;
  putLimits(hints, window);
  if (keepsAspect) putAspect(hints, window);
  return hints;
}

/** `WM_HINTS`: whether the window wants the keyboard, how it starts, whether it asks for attention. */
export function windowHints(window: ModelWindow): number[] {
  const { input, state, urgency } = HINT_FLAGS;
  const hints = Array.from({ length: HINTS_LENGTH }, () => 0);
  hints[0] = input | state | (window.isFlashing ? urgency : 0);
  hints[1] = window.options.focusable ? 1 : 0;
  hints[2] = window.modes.minimized ? ICONIC_STATE : NORMAL_STATE;
  return hints;
}

export function putLimits(hints: number[], window: ModelWindow): void {
  const { minimum, maximum } = clientLimits(window);
  setFlag(hints, SIZE_FLAGS.minimum, minimum !== undefined);
  setFlag(hints, SIZE_FLAGS.maximum, maximum !== undefined);
  if (minimum !== undefined) [hints[5], hints[6]] = [minimum.width, minimum.height];
  if (maximum !== undefined) [hints[7], hints[8]] = [maximum.width, maximum.height];
}

export function putAspect(hints: number[], { aspectRatio }: ModelWindow): void {
  setFlag(hints, SIZE_FLAGS.aspect, aspectRatio > 0);
  if (aspectRatio === 0) return;
  const numerator = Math.min(Math.round(aspectRatio * ASPECT_DENOMINATOR), MAX_NUMERATOR);
  [hints[11], hints[12], hints[13], hints[14]] = [numerator, ASPECT_DENOMINATOR, numerator, ASPECT_DENOMINATOR];
}

export function setFlag(hints: number[], flag: number, isOn: boolean): void {
  const flags = hints[0] ?? 0;
  hints[0] = isOn ? flags | flag : flags & ~flag;
}

function clientLimits(window: ModelWindow): { minimum: Size | undefined; maximum: Size | undefined } {
  const { frame, minimum, maximum, isResizable, normal } = window;
  if (!isResizable) {
    const fixed = shrink(normal, frame);
    return { minimum: fixed, maximum: fixed };
  }
  const isNone = ({ width, height }: Size): boolean => width <= 0 && height <= 0;
  const least = isNone(minimum) ? undefined : withoutFrame(minimum, frame, 1);
  if (isNone(maximum)) return { minimum: least, maximum: undefined };
  const most = withoutFrame(maximum, frame, 32_767);
  return {
    minimum: least,
    maximum: { width: Math.max(most.width, least?.width ?? 1), height: Math.max(most.height, least?.height ?? 1) },
  };
}

function withoutFrame({ width, height }: Size, frame: Insets, none: number): Size {
  return {
    width: width > 0 ? Math.max(1, width - frame.left - frame.right) : none,
    height: height > 0 ? Math.max(1, height - frame.top - frame.bottom) : none,
  };
}
