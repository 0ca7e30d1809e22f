/** Label values by label name; exactly the labels of the metric, in any order. */
export type Labels = Readonly<Record<string, string>>;

/** Stands in place of label values that came after a metric had as many series as it may have. */
export const OVERFLOW = "_overflow_";
