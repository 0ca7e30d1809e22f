/** There is one pointer: what it does now, as a drag over a field of colours, is one gesture for all fields. */
let count = 0;
let isGoingOn = false;

/** Every change until the end is a part of it; does nothing while one goes on. */
export function beginGesture(): void {
  if (!isGoingOn) count += 1;
  isGoingOn = true;
}

export function endGesture(): void {
  isGoingOn = false;
}

/** A number of its own; `undefined` while there is none. */
export function currentGesture(): number | undefined {
  return isGoingOn ? count : undefined;
}
