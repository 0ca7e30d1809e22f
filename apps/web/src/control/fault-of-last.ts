/** Of an act: when it was last tried, and what went wrong then. */
interface Tried {
  /** 0 where it never was. */
  readonly submittedAt: number;
  readonly error: Error | null;
}

/** What went wrong with the last of several acts that tell it in one place: what was told of another before is over. */
export function faultOfLast(...acts: readonly Tried[]): Error | null {
  return acts.reduce((last, act) => (act.submittedAt > last.submittedAt ? act : last)).error;
}
