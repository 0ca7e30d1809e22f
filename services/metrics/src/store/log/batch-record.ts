import type { Histogram } from "../../histogram/histogram.ts";
import type { Labels } from "../../labels/labels.ts";
import { Batch } from "../batch.ts";
import { ByteReader, type ByteWriter } from "../bytes.ts";
import type { Head } from "../head.ts";
import type { HeadSeries } from "../head-series.ts";
import { readHistogram, writeHistogram } from "./histogram-record.ts";

/** Kinds of records; others are skipped by a version that does not know them. */
const FLOAT_BATCH = 2;
/** As a batch of floats, and native histograms among them. */
const HISTOGRAM_BATCH = 3;
/** Counts below this are written as whole numbers. */
const MAX_COUNT = 2 ** 51;
/** Stands for a count where the bits of another value follow. */
const BITS = 1;
/** The same for a native histogram. */
const HISTOGRAM = 3;

/** A batch as it stands in the log. */
export interface BatchRecord {
  /** For as long as nothing else is written with the same writer. */
  readonly bytes: Buffer;
  /** Hardly anything in it would get smaller. */
  readonly isDense: boolean;
}

/**
 * Writes what a batch stores: labels of series that the log does not know yet, then the samples in columns. Ids and
 * times are runs of equal steps, and counts, which most values are, take a few bytes each.
 */
export function encodeBatch(batch: Batch, writer: ByteWriter): BatchRecord {
  writer.clear();
  const hasHistograms = batch.samples.histograms !== undefined;
  writer.varint(hasHistograms ? HISTOGRAM_BATCH : FLOAT_BATCH);
  const isNew = writeNewSeries(batch, writer);
  writer.varint(batch.size);
  writeRuns(batch.size, (index) => batch.series[index]?.id ?? 0, writer);
  writeRuns(batch.size, (index) => batch.time(index), writer);
  const bits = writeValues(batch, writer);
  // Buckets of many histograms rise alike: they get smaller by far.
  return { bytes: writer.bytes, isDense: !isNew && !hasHistograms && bits < batch.size / 4 };
}

/** @returns whether there are any */
function writeNewSeries({ series }: Batch, writer: ByteWriter): boolean {
  const unknown = new Set<HeadSeries>();
  for (const one of series) if (!one.isLogged) unknown.add(one);
  writer.varint(unknown.size);
  for (const { id, labels } of unknown) {
    writer.varint(id);
    writeLabels(labels, writer);
  }
  return unknown.size > 0;
}

/** Writes numbers as steps from one to the next, each with how often it comes. */
function writeRuns(count: number, numberAt: (index: number) => number, writer: ByteWriter): void {
  let before = 0;
  let [step, length] = [0, 0];
  for (let index = 0; index < count; index += 1) {
    const number = numberAt(index);
    const next = number - before;
    before = number;
    if (next !== step && length > 0) {
      writeRun(step, length, writer);
      length = 0;
    }
    step = next;
    length += 1;
  }
  if (length > 0) writeRun(step, length, writer);
}

function writeRun(step: number, length: number, writer: ByteWriter): void {
  writer.signedVarint(step);
  writer.varint(length);
}

/** @returns how many are no counts */
function writeValues(batch: Batch, writer: ByteWriter): number {
  const { values, histograms } = batch.samples;
  let bits = 0;
  let last: Histogram | undefined;
  for (let index = 0; index < batch.size; index += 1) {
    const histogram = histograms?.[index];
    if (histogram !== undefined) {
      writer.varint(HISTOGRAM);
      writeHistogram(histogram, last, writer);
      last = histogram;
      continue;
    }
    const value = values[index] ?? 0;
    const high = batch.high(index);
    // By its sign bit: a zero below zero is no count.
    if (high < SIGN_BIT && value < MAX_COUNT && Math.floor(value) === value) {
      writer.varint(2 * value);
      continue;
    }
    writer.varint(BITS);
    writer.word(batch.low(index));
    writer.word(high);
    bits += 1;
  }
  return bits;
}

const SIGN_BIT = 2 ** 31;

export function writeLabels(labels: Labels, writer: ByteWriter): void {
  writer.varint(labels.length);
  for (const text of labels) writer.text(text);
}

export function readLabels(reader: ByteReader): string[] {
  return Array.from({ length: reader.varint() }, () => reader.text());
}

/**
 * Stores what a record of the log holds. Samples that the head has already, from a snapshot, stay as they are.
 *
 * @returns samples in the record
 */
export function replayRecord(record: Buffer, head: Head): number {
  const reader = new ByteReader(record);
  if (![FLOAT_BATCH, HISTOGRAM_BATCH].includes(reader.varint())) return 0;
  for (let left = reader.varint(); left > 0; left -= 1) {
    const id = reader.varint();
    head.restoreSeries(id, readLabels(reader));
  }
  const count = reader.varint();
  const ids = readRuns(count, reader);
  const times = readRuns(count, reader);
  const batch = new Batch();
  const values = new ValueReader(reader, batch);
  for (let index = 0; index < count; index += 1) {
    const series = head.seriesWithId(ids[index] ?? 0);
    const time = times[index] ?? 0;
    values.next(series !== undefined && time >= head.minTime ? series : undefined, time);
  }
  head.apply(batch);
  return count;
}

function readRuns(count: number, reader: ByteReader): Float64Array {
  const numbers = new Float64Array(count);
  let number = 0;
  let index = 0;
  while (index < count) {
    const step = reader.signedVarint();
    const end = Math.min(count, index + reader.varint());
    for (; index < end; index += 1) {
      number += step;
      numbers[index] = number;
    }
  }
  return numbers;
}

/** Reads values into a batch, also those that nobody takes. */
class ValueReader {
  readonly #reader: ByteReader;
  readonly #batch: Batch;
  #last: Histogram | undefined;

  constructor(reader: ByteReader, batch: Batch) {
    this.#reader = reader;
    this.#batch = batch;
  }

  next(series: HeadSeries | undefined, time: number): void {
    const written = this.#reader.varint();
    if (written === BITS) this.#addBits(series, time);
    else if (written === HISTOGRAM) this.#addHistogram(series, time);
    else if (series !== undefined) this.#batch.add(series, time, written / 2);
  }

  #addBits(series: HeadSeries | undefined, time: number): void {
    const low = this.#reader.word();
    const high = this.#reader.word();
    if (series !== undefined) this.#batch.addBits(series, time, high, low);
  }

  #addHistogram(series: HeadSeries | undefined, time: number): void {
    this.#last = readHistogram(this.#reader, this.#last);
    if (series !== undefined) this.#batch.addHistogram(series, time, this.#last);
  }
}
