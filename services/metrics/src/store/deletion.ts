import type { Matcher } from "../labels/matcher.ts";

/** What is taken out of the store: samples with `fromMs <= time <= toMs` of the series that any selector finds. */
export interface Deletion {
  readonly selectors: readonly (readonly Matcher[])[];
  readonly fromMs: number;
  readonly toMs: number;
}
