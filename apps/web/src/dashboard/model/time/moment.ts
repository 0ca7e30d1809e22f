/** A moment by two clocks: people change the one of the machine, and the other may stand still while the machine sleeps. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly date: number;
  /** Milliseconds of the page's own clock. */
  readonly steady: number;
}

/** @param ms - how long ago it was; `Infinity` when nobody knows */
export function momentAgo(ms: number): Moment {
  return { date: Date.now() - ms, steady: performance.now() - ms };
}

/** Milliseconds that have gone by: as many as the clock says that saw more of them, so that nothing old counts as new. */
export function msSince({ date, steady }: Moment): number {
  return Math.max(Date.now() - date, performance.now() - steady);
}

/** When it was, as the clock of the machine stands now, in milliseconds since 1970; `undefined` when nobody knows. */
export function dateOf(moment: Moment): number | undefined {
  const gone = msSince(moment);
  if (!Number.isFinite(gone)) return undefined;
  const date = Date.now() - gone;
  // The two clocks never go quite alike, and what is shown must not jump to and fro for it.
  return Math.abs(date - moment.date) < 1000 ? moment.date : date;
}
