import type { DraftSteps } from "./draft-steps.ts";

interface LastSteps {
  readonly steps: DraftSteps;
  /** Milliseconds since 1970 of their newest change. */
  readonly changedAt: number;
}

/** The steps of the dashboard that is edited, for its other pages; those of another one are forgotten. */
const stepsByUid = new Map<string, LastSteps>();

export function lastSteps(uid: string): LastSteps | undefined {
  return stepsByUid.get(uid);
}

export function holdSteps(uid: string, last: LastSteps): void {
  stepsByUid.clear();
  stepsByUid.set(uid, last);
}

export function forgetSteps(uid: string): void {
  stepsByUid.delete(uid);
}
