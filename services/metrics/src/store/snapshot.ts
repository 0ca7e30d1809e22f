import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ByteReader, ByteWriter, requireKnown } from "./bytes.ts";
import { type Chunk, chunkFrom, FLOAT_ENCODING } from "./chunk.ts";
import { syncDirectory, writeDurably, writeWhole } from "./durable-file.ts";
import type { Head } from "./head.ts";
import type { HeadSeries } from "./head-series.ts";
import { readLabels, writeLabels } from "./log/batch-record.ts";
import { decodeFrame, encodeFrame } from "./log/frame.ts";
import { SampleBuffer } from "./sample-buffer.ts";

const SNAPSHOT_NAME = /^snapshot-(\d{8})$/;
/** The form of the frames of a snapshot. */
const VERSION = 1;
/** Series in one frame: small enough to give others a turn between two. */
const SERIES_PER_FRAME = 500;

/**
 * Writes all of the head into a file, so that the log before `segment` is not needed any more. Batches may be stored
 * meanwhile: they are in the log from `segment` on, and what is in both counts once.
 *
 * @param rest - gives others a turn
 */
export async function writeSnapshot(
  directory: string,
  segment: number,
  head: Head,
  rest: () => Promise<void>,
): Promise<void> {
  const path = snapshotPath(directory, segment);
  await writeDurably(`${path}.tmp`, async (descriptor) => {
    const series = [...head.series];
    let size = 0;
    for (let at = 0; at < series.length; at += SERIES_PER_FRAME) {
      const frame = encodeFrame(encodeSeries(series.slice(at, at + SERIES_PER_FRAME)));
      writeWhole(descriptor, frame, size);
      size += frame.length;
      await rest();
    }
  });
  renameSync(`${path}.tmp`, path);
  syncDirectory(directory);
  for (const old of snapshotNumbers(directory)) {
    if (old < segment) rmSync(snapshotPath(directory, old));
  }
}

function encodeSeries(series: readonly HeadSeries[]): Buffer {
  const writer = new ByteWriter();
  writer.varint(VERSION);
  writer.varint(series.length);
  for (const one of series) {
    writer.varint(one.id);
    writeLabels(one.labels, writer);
    writeChunks(one.allChunks, writer);
    writeLate(one.late, writer);
  }
  return writer.bytes;
}

function writeChunks(chunks: readonly Chunk[], writer: ByteWriter): void {
  writer.varint(chunks.length);
  for (const { bytes, size, count, minTime, maxTime } of chunks) {
    writer.varint(FLOAT_ENCODING);
    writer.varint(count);
    writer.double(minTime);
    writer.double(maxTime);
    writer.varint(size);
    writer.raw(bytes.subarray(0, size));
  }
}

function writeLate(late: SampleBuffer | undefined, writer: ByteWriter): void {
  writer.varint(late?.count ?? 0);
  for (let index = 0; index < (late?.count ?? 0); index += 1) {
    writer.double(late?.times[index] ?? 0);
    writer.word(late?.words[2 * index + 1] ?? 0);
    writer.word(late?.words[2 * index] ?? 0);
  }
}

/** What a snapshot gave: where the log goes on behind it, and how much of it was damaged. */
export interface LoadedSnapshot {
  /** First segment of the log that is not in it; 0 when there was no snapshot. */
  readonly segment: number;
  readonly damagedBytes: number;
}

/** Reads the newest snapshot of a directory into an empty head. */
export function readSnapshot(directory: string, head: Head): LoadedSnapshot {
  const segment = newestSnapshot(directory);
  if (segment === 0) return { segment, damagedBytes: 0 };
  const bytes = readFileSync(snapshotPath(directory, segment));
  let offset = 0;
  for (;;) {
    const frame = decodeFrame(bytes, offset);
    if (frame === undefined) return { segment, damagedBytes: bytes.length - offset };
    restoreFrame(frame.record, head);
    offset = frame.end;
  }
}

function restoreFrame(record: Buffer, head: Head): void {
  const reader = new ByteReader(record);
  requireKnown(reader.varint(), VERSION, "snapshot");
  for (let left = reader.varint(); left > 0; left -= 1) {
    const id = reader.varint();
    const series = head.restoreSeries(id, readLabels(reader));
    const chunks = Array.from({ length: reader.varint() }, () => readChunk(reader));
    head.restoreChunks(series, chunks, readLate(reader));
  }
}

function readChunk(reader: ByteReader): Chunk {
  requireKnown(reader.varint(), FLOAT_ENCODING, "chunk");
  const count = reader.varint();
  const minTime = reader.double();
  const maxTime = reader.double();
  const size = reader.varint();
  return chunkFrom(reader.raw(size), 0, { size, count, minTime, maxTime });
}

function readLate(reader: ByteReader): SampleBuffer | undefined {
  const count = reader.varint();
  if (count === 0) return undefined;
  const late = new SampleBuffer(count);
  for (let index = 0; index < count; index += 1) {
    const time = reader.double();
    const high = reader.word();
    late.push(time, high, reader.word());
  }
  return late;
}

/** The segment of the log at which it goes on behind the newest snapshot; 0 when there is none. */
export function newestSnapshot(directory: string): number {
  return existsSync(directory) ? (snapshotNumbers(directory).at(-1) ?? 0) : 0;
}

function snapshotPath(directory: string, segment: number): string {
  return join(directory, `snapshot-${String(segment).padStart(8, "0")}`);
}

function snapshotNumbers(directory: string): number[] {
  const names = readdirSync(directory).flatMap((name) => SNAPSHOT_NAME.exec(name)?.[1] ?? []);
  return names.map(Number).sort((one, other) => one - other);
}
