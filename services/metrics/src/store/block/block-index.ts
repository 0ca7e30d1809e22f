import { readFile } from "node:fs/promises";
import type { Labels } from "../../labels/labels.ts";
import { ByteReader, ByteWriter, requireKnown } from "../bytes.ts";
import { ENCODINGS } from "../chunk.ts";
import { LabelIndex } from "../label-index.ts";
import { readLabels, writeLabels } from "../log/batch-record.ts";
import { decodeFrame, encodeFrame } from "../log/frame.ts";
import { TextPool } from "../text-pool.ts";

/** Where a chunk lies in the file of a block's chunks, and what it holds. */
export interface ChunkPlace {
  readonly encoding: number;
  readonly offset: number;
  readonly size: number;
  readonly checksum: number;
  readonly count: number;
  readonly minTime: number;
  readonly maxTime: number;
}

/** A series of a block with the places of its chunks in the order of time. */
export interface BlockSeries {
  readonly labels: Labels;
  readonly places: readonly ChunkPlace[];
}

/** The file that tells which series a block has could not be read. */
export class BlockDamagedError extends Error {
  constructor(path: string) {
    super(`${path} is damaged`);
    this.name = "BlockDamagedError";
  }
}

export function encodeBlockSeries(series: readonly BlockSeries[]): Buffer {
  const writer = new ByteWriter();
  writer.varint(series.length);
  for (const { labels, places } of series) {
    writeLabels(labels, writer);
    writer.varint(places.length);
    for (const place of places) writePlace(place, writer);
  }
  return encodeFrame(writer.bytes);
}

function writePlace(
  { encoding, offset, size, checksum, count, minTime, maxTime }: ChunkPlace,
  writer: ByteWriter,
): void {
  writer.varint(encoding);
  writer.varint(offset);
  writer.varint(size);
  writer.word(checksum);
  writer.varint(count);
  writer.double(minTime);
  writer.varint(maxTime - minTime);
}

/** The series of a block and their labels, in memory. */
export class BlockIndex {
  readonly #labels: Labels[] = [];
  /** Index of the first chunk of each series, and behind the last one. */
  readonly #firstPlace: number[] = [0];
  readonly #places: PlaceColumns;
  readonly #texts = new TextPool();
  readonly labelIndex = new LabelIndex();

  constructor(chunkCount: number) {
    this.#places = new PlaceColumns(chunkCount);
  }

  /**
   * Reads the whole file of an index.
   *
   * @param rest - gives others a turn
   * @throws BlockDamagedError when a frame cannot be read
   */
  static async load(path: string, chunkCount: number, rest: () => Promise<void>): Promise<BlockIndex> {
    const bytes = await readFile(path);
    const index = new BlockIndex(chunkCount);
    let offset = 0;
    while (offset < bytes.length) {
      const frame = decodeFrame(bytes, offset);
      if (frame === undefined) throw new BlockDamagedError(path);
      index.#readFrame(frame.record);
      offset = frame.end;
      await rest();
    }
    index.#texts.clear();
    return index;
  }

  get size(): number {
    return this.#labels.length;
  }

  series(id: number): BlockSeries {
    const places: ChunkPlace[] = [];
    for (let at = this.#firstPlace[id] ?? 0; at < (this.#firstPlace[id + 1] ?? 0); at += 1) {
      places.push(this.#places.at(at));
    }
    return { labels: this.#labels[id] ?? [], places };
  }

  #readFrame(record: Buffer): void {
    const reader = new ByteReader(record);
    for (let left = reader.varint(); left > 0; left -= 1) {
      const labels = readLabels(reader).map((text) => this.#texts.own(text));
      this.labelIndex.add(this.#labels.length, labels);
      this.#labels.push(labels);
      for (let places = reader.varint(); places > 0; places -= 1) this.#places.read(reader);
      this.#firstPlace.push(this.#places.count);
    }
  }
}

/** Places in columns: a block of a day has hundreds of thousands. */
class PlaceColumns {
  readonly #encodings: Uint8Array;
  readonly #offsets: Float64Array;
  readonly #sizes: Uint32Array;
  readonly #checksums: Uint32Array;
  readonly #counts: Uint32Array;
  readonly #minTimes: Float64Array;
  readonly #spans: Uint32Array;
  count = 0;

  constructor(capacity: number) {
    this.#encodings = new Uint8Array(capacity);
    this.#offsets = new Float64Array(capacity);
    this.#sizes = new Uint32Array(capacity);
    this.#checksums = new Uint32Array(capacity);
    this.#counts = new Uint32Array(capacity);
    this.#minTimes = new Float64Array(capacity);
    this.#spans = new Uint32Array(capacity);
  }

  read(reader: ByteReader): void {
    const index = this.count;
    this.#encodings[index] = requireKnown(reader.varint(), ENCODINGS, "chunk");
    this.#offsets[index] = reader.varint();
    this.#sizes[index] = reader.varint();
    this.#checksums[index] = reader.word();
    this.#counts[index] = reader.varint();
    this.#minTimes[index] = reader.double();
    this.#spans[index] = reader.varint();
    this.count += 1;
  }

  at(index: number): ChunkPlace {
    const minTime = this.#minTimes[index] ?? 0;
    return {
      encoding: this.#encodings[index] ?? 0,
      offset: this.#offsets[index] ?? 0,
      size: this.#sizes[index] ?? 0,
      checksum: this.#checksums[index] ?? 0,
      count: this.#counts[index] ?? 0,
      minTime,
      maxTime: minTime + (this.#spans[index] ?? 0),
    };
  }
}
