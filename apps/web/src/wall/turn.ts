/** Where a rotation stands. Turns count up for ever, so that each has a key of its own. */
export interface Turn {
  readonly number: number;
  readonly index: number;
  /** When it was due, in milliseconds of the page's clock. Turns follow from this, not from late timers. */
  readonly dueAt: number;
}

/** A timer that comes later than this was asleep with the machine; the schedule begins anew then. */
const MAX_LATE_MS = 5000;

export function firstTurn(now: number): Turn {
  return { number: 0, index: 0, dueAt: now };
}

/** The turn after this one because the interval is over. */
export function turnByTime(turn: Turn, count: number, intervalMs: number, now: number): Turn {
  const due = turn.dueAt + intervalMs;
  return {
    number: turn.number + 1,
    index: (turn.index + 1) % Math.max(count, 1),
    dueAt: now - due > MAX_LATE_MS ? now : due,
  };
}

/** The turn that somebody asked for: one on, or one back. */
export function turnByHand(turn: Turn, count: number, step: 1 | -1, now: number): Turn {
  const size = Math.max(count, 1);
  return { number: turn.number + 1, index: (turn.index + step + size) % size, dueAt: now };
}
