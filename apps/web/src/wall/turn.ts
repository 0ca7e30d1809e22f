/** Where a rotation stands. Turns count up for ever, so that each has a key of its own. */
export interface Turn {
  readonly number: number;
  readonly index: number;
  /** When it was due, in milliseconds of the page's clock. Turns follow from this, not from late timers. */
  readonly dueAt: number;
}

/** A timer that comes later than this was asleep with the machine; the schedule begins anew then. */
const MAX_LATE_MS = 5000;

/** A dashboard that cannot be shown stays as a card for this long, however long its turn is; then the next one has its turn. */
export const CARD_MS = 10_000;

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

/** What a playlist showed, what it shows from now on, and when that is. */
export interface StopsChange<Stop> {
  readonly before: readonly Stop[];
  readonly after: readonly Stop[];
  readonly now: number;
}

/**
 * The same turn when the playlist shows other stops: at the stop that is seen, wherever it stands now. One that has gone
 * gives its place to what follows it, which then stays a whole interval.
 */
export function turnAmong<Stop>(turn: Turn, { before, after, now }: StopsChange<Stop>): Turn {
  const texts = after.map((stop) => JSON.stringify(stop));
  const at = turn.index % Math.max(before.length, 1);
  const shown = JSON.stringify(before[at]);
  // A dashboard may come more than once; it is the same one unless the list in front of it is another.
  const index = texts[at] === shown ? at : texts.indexOf(shown);
  if (index < 0) return { ...turn, index: at % Math.max(after.length, 1), dueAt: now };
  // What stood alone had no end.
  if (before.length === 1 && after.length > 1) return { ...turn, index, dueAt: now };
  return index === turn.index ? turn : { ...turn, index };
}

/** The turn that somebody asked for: one on, or one back. */
export function turnByHand(turn: Turn, count: number, step: 1 | -1, now: number): Turn {
  const size = Math.max(count, 1);
  return { number: turn.number + 1, index: (turn.index + step + size) % size, dueAt: now };
}

/** The turn at a certain stop. */
export function turnTo(turn: Turn, index: number, now: number): Turn {
  return { number: turn.number + 1, index, dueAt: now };
}

/** The turn after somebody held it for a while: it stays for what was left of it. */
export function turnAfterPause(turn: Turn, pausedAt: number, now: number): Turn {
  return { ...turn, dueAt: turn.dueAt + now - Math.max(pausedAt, turn.dueAt) };
}

interface PageTurns {
  /** Of one page. */
  readonly intervalMs: number;
  readonly pages: number;
  /** Nothing follows this dashboard: its last page leads back to its first. */
  readonly isStill: boolean;
}

/** The page, from 0, that is seen so long after its turn was due. */
export function pageAt(sinceDueMs: number, { intervalMs, pages, isStill }: PageTurns): number {
  const turned = Math.max(0, Math.floor(sinceDueMs / intervalMs));
  return isStill ? turned % pages : Math.min(turned, pages - 1);
}
