import type { Histogram } from "../histogram/histogram.ts";
import { type Labels, labelsKey } from "../labels/labels.ts";
import type { Work } from "./work.ts";

/** The times at which a query is evaluated: `startMs`, one `stepMs` later, and so on, `count` in all. */
export interface Frame {
  readonly startMs: number;
  readonly stepMs: number;
  readonly count: number;
}

/** The time of a step, in whole milliseconds: sums of fractions would drift. */
export function timeAt(frame: Frame, step: number): number {
  return frame.startMs + step * frame.stepMs;
}

export function endOf(frame: Frame): number {
  return timeAt(frame, frame.count - 1);
}

/** What a series has at a step. */
export const ABSENT = 0;
export const FLOAT = 1;
export const HISTOGRAM = 2;

/** One value per step of the frame, where `present` says so. */
export interface Column {
  readonly values: Float64Array;
  /** `ABSENT`, `FLOAT` or `HISTOGRAM` per step. */
  readonly present: Uint8Array;
  /** Native histograms by their steps, where there are any. */
  histograms?: (Histogram | undefined)[] | undefined;
}

/** Whether there is anything at some step. */
export function hasAny({ present }: Pick<Column, "present">): boolean {
  return present.includes(FLOAT) || present.includes(HISTOGRAM);
}

/** Writes what a step came to; nothing for `undefined`. */
export function setAt(column: Column, step: number, value: number | Histogram | undefined): void {
  if (value === undefined) return;
  if (typeof value === "number") {
    column.values[step] = value;
    column.present[step] = FLOAT;
    return;
  }
  column.histograms ??= [];
  column.histograms[step] = value;
  column.present[step] = HISTOGRAM;
}

/** What is there at a step. */
export function valueAt({ values, present, histograms }: Column, step: number): number | Histogram | undefined {
  if (present[step] === ABSENT) return undefined;
  return present[step] === HISTOGRAM ? histograms?.[step] : values[step];
}

/** The floats of a column; itself where there is nothing else. */
export function floatsOf<Series extends Column>(column: Series): Series {
  if (column.histograms === undefined) return column;
  const present = column.present.map((kind) => (kind === FLOAT ? FLOAT : ABSENT));
  return { ...column, present, histograms: undefined };
}

/** Bytes of a slab that columns are cut from. */
const SLAB_BYTES = 512 * 1024;
let slab = new ArrayBuffer(0);
let slabUsed = 0;

/**
 * A column without values. Columns share slabs: a buffer for each of the thousands that a query needs costs more time
 * than what is computed in them.
 */
export function emptyColumn(count: number): Column {
  const bytes = Math.ceil((count * 9) / 8) * 8;
  if (bytes > SLAB_BYTES / 4) return { values: new Float64Array(count), present: new Uint8Array(count) };
  if (slabUsed + bytes > slab.byteLength) {
    slab = new ArrayBuffer(SLAB_BYTES);
    slabUsed = 0;
  }
  const start = slabUsed;
  slabUsed += bytes;
  return { values: new Float64Array(slab, start, count), present: new Uint8Array(slab, start + count * 8, count) };
}

/** A series of an instant vector over all steps. */
export interface VectorSeries extends Column {
  readonly labels: Labels;
  /** The name no longer tells what the values are, and goes at the end of the query. */
  readonly dropsName: boolean;
}

/** Whether the name of any of these series goes, and with it the name of what is aggregated from them. */
export function dropsAnyName(group: readonly VectorSeries[]): boolean {
  return group.some(({ dropsName }) => dropsName);
}

interface ScalarValue {
  readonly kind: "scalar";
  readonly values: Float64Array;
}

/** The steps at which any series of a group has a value, as `FLOAT`. */
export function presenceOf(group: readonly VectorSeries[]): Uint8Array {
  const union = new Uint8Array(group[0]?.present.length ?? 0);
  for (const { present } of group) {
    for (let step = 0; step < union.length; step += 1) if (present[step] !== ABSENT) union[step] = FLOAT;
  }
  return union;
}

export interface VectorValue {
  readonly kind: "vector";
  readonly series: readonly VectorSeries[];
}

interface StringValue {
  readonly kind: "string";
  readonly text: string;
}

/** What an expression comes to, over all steps. Range vectors are never held as a whole. */
export type Value = ScalarValue | VectorValue | StringValue;

/** Samples of one series in the order of time. */
export interface Samples {
  /** Milliseconds. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly count: number;
  /** Native histograms at the places of their times, where there are any. */
  readonly histograms?: readonly (Histogram | undefined)[] | undefined;
}

/** A series with its own samples, not yet looked at step by step. */
export interface SampledSeries {
  readonly labels: Labels;
  readonly dropsName: boolean;
  readonly samples: Samples;
}

/** Series in groups that share a key, in the order in which the groups came up. */
export async function groupBy<Item>(
  items: Iterable<Item>,
  labelsOf: (item: Item) => Labels,
  work: Work,
): Promise<Map<string, Item[]>> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    if (work.isDue()) await work.rest();
    const key = labelsKey(labelsOf(item));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
