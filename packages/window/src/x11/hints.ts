import type { ModelWindow } from "../model/model.ts";
import { type Insets, type Size, shrink } from "../rectangle.ts";

/** Bits of `WM_NORMAL_HINTS`. @see ICCCM 4.1.2.3 */
const SIZE_FLAGS = { userPosition: 1, position: 4, size: 8, minimum: 16, maximum: 32, aspect: 128, gravity: 512 };
const SIZE_HINTS_LENGTH = 18;
const NORTH_WEST = 1;
const ASPECT_DENOMINATOR = 10_000;
const MAX_NUMERATOR = 0x7fff_ffff;

/** Bits of `WM_HINTS`. @see ICCCM 4.1.2.4 */
const HINT_FLAGS = { input: 1, state: 2, urgency: 256 };
const HINTS_LENGTH = 9;
const NORMAL_STATE = 1;
const ICONIC_STATE = 3;

export interface SizeHintOptions {
  /** What the property holds already; what is not ours in it stays. */
  readonly present: readonly number[];
  readonly keepsAspect: boolean;
  /** Adopted windows keep their gravity and position flags. */
  readonly isAdopted: boolean;
}

/** `WM_NORMAL_HINTS`: limits in client sizes, the aspect ratio, and a gravity that makes x and y the outer corner. */
export function sizeHints(window: ModelWindow, { present, keepsAspect, isAdopted }: SizeHintOptions): number[] {
  const hints = Array.from({ length: SIZE_HINTS_LENGTH }, (_, index) => present[index] ?? 0);
  const { minimum, maximum } = clientLimits(window);
  let flags = (hints[0] ?? 0) & ~(SIZE_FLAGS.minimum | SIZE_FLAGS.maximum | SIZE_FLAGS.aspect);
  if (!isAdopted) {
    flags |= SIZE_FLAGS.userPosition | SIZE_FLAGS.position | SIZE_FLAGS.size | SIZE_FLAGS.gravity;
    hints[17] = NORTH_WEST;
  }
  if (minimum !== undefined) {
    flags |= SIZE_FLAGS.minimum;
    [hints[5], hints[6]] = [minimum.width, minimum.height];
  }
  if (maximum !== undefined) {
    flags |= SIZE_FLAGS.maximum;
    [hints[7], hints[8]] = [maximum.width, maximum.height];
  }
  if (keepsAspect && window.aspectRatio > 0) {
    flags |= SIZE_FLAGS.aspect;
    const numerator = Math.min(Math.round(window.aspectRatio * ASPECT_DENOMINATOR), MAX_NUMERATOR);
    [hints[11], hints[12], hints[13], hints[14]] = [numerator, ASPECT_DENOMINATOR, numerator, ASPECT_DENOMINATOR];
  }
  hints[0] = flags;
  return hints;
}

/** `WM_HINTS`: whether the window wants the keyboard, how it starts, whether it asks for attention. */
export function windowHints(window: ModelWindow, present: readonly number[], isAdopted: boolean): number[] {
  const hints = Array.from({ length: HINTS_LENGTH }, (_, index) => present[index] ?? 0);
  let flags = (hints[0] ?? 0) & ~HINT_FLAGS.urgency;
  if (!isAdopted) {
    flags |= HINT_FLAGS.input | HINT_FLAGS.state;
    hints[1] = window.options.focusable ? 1 : 0;
    hints[2] = window.modes.minimized ? ICONIC_STATE : NORMAL_STATE;
  }
  if (window.isFlashing) flags |= HINT_FLAGS.urgency;
  hints[0] = flags;
  return hints;
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
