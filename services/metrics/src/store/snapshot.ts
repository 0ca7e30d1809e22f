import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ByteReader, ByteWriter, requireKnown } from "./bytes.ts";
import { type Chunk, chunkFrom, ENCODINGS } from "./chunk.ts";
import { decodeChunk, encodeChunks } from "./chunk-samples.ts";
import { syncDirectory, writeDurably, writeWhole } from "./durable-file.ts";
import type { Head } from "./head.ts";
import type { HeadSeries } from "./head-series.ts";
import { readLabels, writeLabels } from "./log/batch-record.ts";
import { decodeFrame, encodeFrame } from "./log/frame.ts";
import { SampleBuffer } from "./sample-buffer.ts";

const SNAPSHOT_NAME = /^snapshot-(\d{8})$/;
/** The form of the frames of a snapshot; the first one wrote late samples one by one. */
const FIRST_VERSION = 1;
const VERSION = 2;
const LATE_PER_CHUNK = 1000;
/** Series in one frame: small enough to give others a turn between two. */
const SERIES_PER_FRAME = 500;

/**
 * Writes all of the head into a file, so that the log before `segment` is not needed any more. Batches may be stored
 * meanwhile: they are in the log from `segment` on, and what is in both counts once.
 *
 * @param rest - gives others a turn
 * @returns its bytes
 */
export async function writeSnapshot(
  directory: string,
  segment: number,
  head: Head,
  rest: () => Promise<void>,
): Promise<number> {
  const path = snapshotPath(directory, segment);
  let size = 0;
  await writeDurably(`${path}.tmp`, async (descriptor) => {
    const series = [...head.series];
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
  return size;
}

function encodeSeries(series: readonly HeadSeries[]): Buffer {
  const writer = new ByteWriter();
  writer.varint(VERSION);
  writer.varint(series.length);
  for (const one of series) {
    writer.varint(one.id);
    writeLabels(one.labels, writer);
    writeChunks(one.allChunks, writer);
    writeChunks(one.late === undefined ? [] : encodeChunks(one.late, LATE_PER_CHUNK), writer);
  }
  return writer.bytes;
}

function writeChunks(chunks: readonly Chunk[], writer: ByteWriter): void {
  writer.varint(chunks.length);
  for (const { encoding, bytes, size, count, minTime, maxTime } of chunks) {
    writer.varint(encoding);
    writer.varint(count);
    writer.double(minTime);
    writer.double(maxTime);
    writer.varint(size);
    writer.raw(bytes.subarray(0, size));
  }
}

/** What a snapshot gave: where the log goes on behind it, and how much of it was damaged. */
export interface LoadedSnapshot {
  /** First segment of the log that is not in it; 0 when there was no snapshot. */
  readonly segment: number;
  readonly bytes: number;
  readonly damagedBytes: number;
}

/** Reads the newest snapshot of a directory into an empty head. */
export function readSnapshot(directory: string, head: Head): LoadedSnapshot {
  const segment = newestSnapshot(directory);
  if (segment === 0) return { segment, bytes: 0, damagedBytes: 0 };
  const bytes = readFileSync(snapshotPath(directory, segment));
  let offset = 0;
  for (;;) {
    const frame = decodeFrame(bytes, offset);
    if (frame === undefined) return { segment, bytes: offset, damagedBytes: bytes.length - offset };
    restoreFrame(frame.record, head);
    offset = frame.end;
  }
}

function restoreFrame(record: Buffer, head: Head): void {
  const reader = new ByteReader(record);
  const version = requireKnown(reader.varint(), [FIRST_VERSION, VERSION], "snapshot");
  for (let left = reader.varint(); left > 0; left -= 1) {
    const id = reader.varint();
    const series = head.restoreSeries(id, readLabels(reader));
    const chunks = readChunks(reader);
    head.restoreChunks(series, chunks, version === VERSION ? readLate(reader) : readFirstLate(reader));
  }
}

function readChunks(reader: ByteReader): Chunk[] {
  return Array.from({ length: reader.varint() }, () => readChunk(reader));
}

function readChunk(reader: ByteReader): Chunk {
  const encoding = requireKnown(reader.varint(), ENCODINGS, "chunk");
  const count = reader.varint();
  const minTime = reader.double();
  const maxTime = reader.double();
  const size = reader.varint();
  return chunkFrom(reader.raw(size), 0, { encoding, size, count, minTime, maxTime });
}

function readLate(reader: ByteReader): SampleBuffer | undefined {
  const late = new SampleBuffer(1);
  for (const chunk of readChunks(reader)) decodeChunk(chunk, late);
  return late.count === 0 ? undefined : late;
}

/** Late samples as the first version wrote them. */
function readFirstLate(reader: ByteReader): SampleBuffer | undefined {
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
