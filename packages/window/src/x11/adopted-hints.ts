import type { ModelWindow } from "../model/model.ts";
import { grow, isSameSize, type Size } from "../rectangle.ts";
import { HINT_FLAGS, HINTS_LENGTH, putAspect, putLimits, SIZE_FLAGS, SIZE_HINTS_LENGTH, setFlag } from "./hints.ts";
import type { Hints, X11Window } from "./x11-window.ts";

const STATIC = 10;

type Limits = Pick<ModelWindow, "minimum" | "maximum" | "isResizable" | "aspectRatio">;

interface OwnerHints {
  /** `WM_NORMAL_HINTS` */
  readonly size: readonly number[];
  /** `WM_HINTS` */
  readonly window: readonly number[];
}

/** The hints of another program: what nobody has asked for here stays as its owner has it. */
export class AdoptedHints implements Hints {
  readonly #driver: X11Window;
  #owner: OwnerHints;
  #present: OwnerHints;
  #limits: Limits;

  constructor(driver: X11Window, owner: OwnerHints) {
    this.#driver = driver;
    this.#owner = owner;
    this.#present = owner;
    this.#limits = limitsIn(owner.size, driver.model);
    Object.assign(driver.model, this.#limits);
    const [flags = 0] = owner.size;
    driver.isStatic = (flags & SIZE_FLAGS.gravity) !== 0 && owner.size[17] === STATIC;
  }

  write(): void {
    const { connection, handle, model, isAspectOwed } = this.#driver;
    const { atoms } = connection;
    const size = [...this.#owner.size];
    const window = [...this.#owner.window];
    if (!model.isResizable || !isSameLimits(model, this.#limits)) putLimits(size, model);
    if (model.aspectRatio !== this.#limits.aspectRatio && !isAspectOwed) putAspect(size, model);
    if (model.isFlashing) setFlag(window, HINT_FLAGS.urgency, true);
    if (!isSame(size, this.#present.size))
      connection.setValues(handle, atoms.WM_NORMAL_HINTS, atoms.WM_SIZE_HINTS, size);
    if (!isSame(window, this.#present.window)) connection.setValues(handle, atoms.WM_HINTS, atoms.WM_HINTS, window);
    this.#present = { size, window };
  }

  /** The owner has written them again: what was asked for here is put into them once more. */
  async onChange(): Promise<void> {
    const { connection, handle, model } = this.#driver;
    const expected = this.#present;
    const now = await readOwnerHints(connection, handle);
    const isOurs = isSame(now.size, this.#present.size) && isSame(now.window, this.#present.window);
    if (isOurs || expected !== this.#present || model.isDestroyed) return;
    // What is still ours in the property is not the owner's word.
    this.#owner = {
      size: isSame(now.size, this.#present.size) ? this.#owner.size : now.size,
      window: isSame(now.window, this.#present.window) ? this.#owner.window : now.window,
    };
    this.#present = now;
    const before = this.#limits;
    this.#limits = limitsIn(this.#owner.size, model);
    const { minimum, maximum, isResizable, aspectRatio } = this.#limits;
    if (isSameSize(model.minimum, before.minimum)) model.minimum = minimum;
    if (isSameSize(model.maximum, before.maximum)) model.maximum = maximum;
    if (model.isResizable === before.isResizable) model.isResizable = isResizable;
    if (model.aspectRatio === before.aspectRatio) model.aspectRatio = aspectRatio;
    this.write();
  }
}

export async function readOwnerHints(connection: X11Window["connection"], xid: number): Promise<OwnerHints> {
  const { atoms } = connection;
  const [size, window] = await Promise.all([
    connection.values(xid, atoms.WM_NORMAL_HINTS),
    connection.values(xid, atoms.WM_HINTS),
  ]);
  return { size: padded(size, SIZE_HINTS_LENGTH), window: padded(window, HINTS_LENGTH) };
}

/** A size that is fixed has no limits of its own: they would bind it still when it is fixed no more. */
function limitsIn(size: readonly number[], { frame }: ModelWindow): Limits {
  const [flags = 0, , , , , minWidth = 0, minHeight = 0, maxWidth = 0, maxHeight = 0] = size;
  const [numerator = 0, denominator = 0] = size.slice(11);
  const limit = (flag: number, width: number, height: number): Size => {
    if ((flags & flag) === 0) return { width: 0, height: 0 };
    const outer = grow({ x: 0, y: 0, width, height }, frame);
    return { width: width > 0 ? outer.width : 0, height: height > 0 ? outer.height : 0 };
  };
  const minimum = limit(SIZE_FLAGS.minimum, minWidth, minHeight);
  const maximum = limit(SIZE_FLAGS.maximum, maxWidth, maxHeight);
  const none = { width: 0, height: 0 };
  const isFixed = isSameSize(minimum, maximum) && minimum.width > 0 && minimum.height > 0;
  return {
    minimum: isFixed ? none : minimum,
    maximum: isFixed ? none : maximum,
    isResizable: !isFixed,
    aspectRatio: (flags & SIZE_FLAGS.aspect) !== 0 && denominator > 0 ? numerator / denominator : 0,
  };
}

function isSameLimits(one: Limits, other: Limits): boolean {
  return (
    one.isResizable === other.isResizable &&
    isSameSize(one.minimum, other.minimum) &&
    isSameSize(one.maximum, other.maximum)
  );
}

function padded(values: readonly number[], length: number): number[] {
  return Array.from({ length }, (_, index) => values[index] ?? 0);
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return String(one) === String(other);
}
