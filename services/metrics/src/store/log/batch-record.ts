import type { Labels } from "../../labels/labels.ts";
import { Batch } from "../batch.ts";
import { ByteReader, ByteWriter } from "../bytes.ts";
import type { Head } from "../head.ts";
import type { HeadSeries } from "../head-series.ts";

/** The kind of record; others are skipped by a version that does not know them. */
const BATCH = 1;

/**
 * Writes what a batch stores: labels of series that the log does not know yet, then the samples in columns (ids, times,
 * values), which compress better than rows.
 */
export function encodeBatch(batch: Batch): Buffer {
  const writer = new ByteWriter();
  writer.varint(BATCH);
  writeNewSeries(new Set(batch.series.filter(({ isLogged }) => !isLogged)), writer);
  writer.varint(batch.size);
  let before = 0;
  for (const { id } of batch.series) {
    writer.signedVarint(id - before);
    before = id;
  }
  writeTimes(batch, writer);
  for (let index = 0; index < batch.size; index += 1) {
    writer.word(batch.low(index));
    writer.word(batch.high(index));
  }
  return writer.bytes;
}

function writeNewSeries(series: ReadonlySet<HeadSeries>, writer: ByteWriter): void {
  writer.varint(series.size);
  for (const { id, labels } of series) {
    writer.varint(id);
    writeLabels(labels, writer);
  }
}

function writeTimes(batch: Batch, writer: ByteWriter): void {
  const first = batch.size === 0 ? 0 : batch.time(0);
  writer.double(first);
  let before = first;
  for (let index = 0; index < batch.size; index += 1) {
    const time = batch.time(index);
    writer.signedVarint(time - before);
    before = time;
  }
}

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
  if (reader.varint() !== BATCH) return 0;
  for (let left = reader.varint(); left > 0; left -= 1) {
    const id = reader.varint();
    head.restoreSeries(id, readLabels(reader));
  }
  const count = reader.varint();
  const ids = readDifferences(count, 0, reader);
  const times = readDifferences(count, reader.double(), reader);
  const batch = new Batch();
  for (let index = 0; index < count; index += 1) {
    const low = reader.word();
    const high = reader.word();
    const series = head.seriesWithId(ids[index] ?? 0);
    const time = times[index] ?? 0;
    if (series !== undefined && time >= head.minTime) batch.addBits(series, time, high, low);
  }
  head.apply(batch);
  return count;
}

function readDifferences(count: number, start: number, reader: ByteReader): Float64Array {
  const values = new Float64Array(count);
  let value = start;
  for (let index = 0; index < count; index += 1) {
    value += reader.signedVarint();
    values[index] = value;
  }
  return values;
}
