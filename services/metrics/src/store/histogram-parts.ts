import { type Histogram, RESET_HINTS, resetHintOf } from "../histogram/histogram.ts";
import { labelBytes } from "../labels/label-bytes.ts";
import type { Labels } from "../labels/labels.ts";

/**
 * A series of native histograms stands beside one of floats with the same labels: this label tells them apart. It has a
 * name that no sender can write, and never leaves the store.
 */
export const PART_LABEL = "\0";
/** Whole histograms. */
export const WHOLE = "h";

/*
 * Before there were chunks of histograms, one was stored as several series of floats, one for each of its parts. They are
 * read for as long as there are blocks that have them.
 */
/** The part that every histogram has. */
export const COUNT = "c";
export const SUM = "s";
export const ZERO_COUNT = "z";
export const ZERO_THRESHOLD = "t";
/** Schema and reset hint. With bounds of its own they stand behind it: a histogram with others is another form. */
export const FORM = "f";
export const POSITIVE = "p";
export const NEGATIVE = "n";

const SCHEMA_SHIFT = 64;

/** The bounds of histograms of a form; none for an exponential schema. */
export function boundsOfForm(part: string): readonly number[] {
  return part.length === FORM.length ? [] : part.slice(FORM.length).split(",").map(Number);
}

/** The value of that part: the schema, raised by 64, times four, and the hint. */
export function readFormCode(code: number): Pick<Histogram, "schema" | "resetHint"> {
  return {
    schema: Math.floor(code / RESET_HINTS.length) - SCHEMA_SHIFT,
    resetHint: resetHintOf(code % RESET_HINTS.length),
  };
}

/** The labels under which native histograms are stored. */
export function histogramLabels(labels: Labels): Labels {
  return [PART_LABEL, WHOLE, ...labels];
}

const HISTOGRAM_BYTES = labelBytes([PART_LABEL, WHOLE]);

/** The bytes of the labels that a sender gave native histograms. */
export function bytesWithoutPart(bytes: string): string {
  return bytes.slice(HISTOGRAM_BYTES.length);
}

export function labelsWithoutPart(labels: Labels): Labels {
  return labels.slice(2);
}

/** What a series holds of native histograms, and the labels of the whole; `undefined` for a series of floats. */
export function splitPart(labels: Labels): { readonly part: string; readonly labels: Labels } | undefined {
  if (!isPart(labels)) return undefined;
  return { part: labels[1] ?? "", labels: labelsWithoutPart(labels) };
}

export function isPart(labels: Labels): boolean {
  return labels[0] === PART_LABEL;
}

export function isHistogram(labels: Labels): boolean {
  return isPart(labels) && labels[1] === WHOLE;
}
