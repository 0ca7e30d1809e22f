import {
  CUSTOM_SCHEMA,
  type Histogram,
  RESET_GAUGE,
  RESET_NO,
  RESET_UNKNOWN,
  RESET_YES,
  type ResetHint,
} from "../histogram/histogram.ts";
import { labelBytes } from "../labels/label-bytes.ts";
import type { Labels } from "../labels/labels.ts";

/**
 * A histogram is stored as several series of floats, one for each of its parts, so that chunks, log, snapshots and
 * blocks are the same for both: a bucket that grows evenly takes a bit or two a sample. The label that tells the part
 * has a name that no sender can write, and never leaves the store.
 */
export const PART_LABEL = "\0";

/** The part that decides: what becomes of it becomes of all the others. Every histogram has it. */
export const COUNT = "c";
export const SUM = "s";
export const ZERO_COUNT = "z";
export const ZERO_THRESHOLD = "t";
/** Schema and reset hint. With bounds of its own they stand behind it: a histogram with others is another form. */
export const FORM = "f";
export const POSITIVE = "p";
export const NEGATIVE = "n";

const HINTS: readonly ResetHint[] = [RESET_UNKNOWN, RESET_YES, RESET_NO, RESET_GAUGE];
const SCHEMA_SHIFT = 64;

/** The part that holds the form of histograms with these bounds. */
export function formPart({ schema, bounds }: Pick<Histogram, "schema" | "bounds">): string {
  return schema === CUSTOM_SCHEMA ? `${FORM}${bounds.join(",")}` : FORM;
}

/** The value of that part. */
export function formCode({ schema, resetHint }: Pick<Histogram, "schema" | "resetHint">): number {
  return (schema + SCHEMA_SHIFT) * HINTS.length + resetHint;
}

/** The bounds of histograms of a form; none for an exponential schema. */
export function boundsOfForm(part: string): readonly number[] {
  return part.length === FORM.length ? [] : part.slice(FORM.length).split(",").map(Number);
}

/** What `formCode` wrote. */
export function readFormCode(code: number): Pick<Histogram, "schema" | "resetHint"> {
  return {
    schema: Math.floor(code / HINTS.length) - SCHEMA_SHIFT,
    resetHint: HINTS[code % HINTS.length] ?? RESET_UNKNOWN,
  };
}

/** The labels of a part's series. */
export function partLabels(labels: Labels, part: string): Labels {
  return [PART_LABEL, part, ...labels];
}

const DECIDING_BYTES = labelBytes([PART_LABEL, COUNT]);

/** The labels of the whole histogram, of its deciding part's. */
export function labelsWithoutPart(labels: Labels): Labels {
  return labels.slice(2);
}

/** The same of the bytes of labels. */
export function bytesWithoutPart(bytes: string): string {
  return bytes.slice(DECIDING_BYTES.length);
}

/** The part that a series holds, and the labels of the whole; `undefined` for a series of floats. */
export function splitPart(labels: Labels): { readonly part: string; readonly labels: Labels } | undefined {
  if (!isPart(labels)) return undefined;
  return { part: labels[1] ?? "", labels: labelsWithoutPart(labels) };
}

export function isPart(labels: Labels): boolean {
  return labels[0] === PART_LABEL;
}

export function isDecidingPart(labels: Labels): boolean {
  return isPart(labels) && labels[1] === COUNT;
}
