import { areSameNumbers, type BucketCounts, type Histogram, resetHintOf } from "../../histogram/histogram.ts";
import type { ByteReader, ByteWriter } from "../bytes.ts";
import { hasWholeCounts } from "../histogram-form.ts";

/** What is different from the histogram before: its shape follows. */
const OWN_SHAPE = 1;
/** All counts are whole numbers. */
const WHOLE = 2;

/** Which buckets a histogram has. */
type Shape = Pick<Histogram, "schema" | "resetHint" | "zeroThreshold" | "bounds"> & {
  readonly positive: readonly number[];
  readonly negative: readonly number[];
};

/**
 * Writes a native histogram into a record of the log.
 *
 * @param last - the one before it in the record: what both have alike is written once
 */
export function writeHistogram(histogram: Histogram, last: Histogram | undefined, writer: ByteWriter): void {
  const isAlike = last !== undefined && hasSameShape(histogram, last);
  const isWhole = hasWholeCounts(histogram);
  writer.varint((isAlike ? 0 : OWN_SHAPE) + (isWhole ? WHOLE : 0));
  if (!isAlike) writeShape(histogram, writer);
  const { sum, count, zeroCount, positive, negative } = histogram;
  writer.double(sum);
  writeCounts([count, zeroCount], isWhole, writer);
  writeCounts(positive.counts, isWhole, writer);
  writeCounts(negative.counts, isWhole, writer);
}

/** @param last - the histogram that was read before this one from the same record */
export function readHistogram(reader: ByteReader, last: Histogram | undefined): Histogram {
  const flags = reader.varint();
  const isWhole = flags >= WHOLE;
  const shape = flags % WHOLE === OWN_SHAPE || last === undefined ? readShape(reader) : shapeOf(last);
  const { positive, negative, ...facts } = shape;
  const sum = reader.double();
  const [count = 0, zeroCount = 0] = readCounts(2, isWhole, reader);
  return {
    ...facts,
    sum,
    count,
    zeroCount,
    positive: { indexes: positive, counts: readCounts(positive.length, isWhole, reader) },
    negative: { indexes: negative, counts: readCounts(negative.length, isWhole, reader) },
  };
}

function shapeOf({ schema, resetHint, zeroThreshold, bounds, positive, negative }: Histogram): Shape {
  return { schema, resetHint, zeroThreshold, bounds, positive: positive.indexes, negative: negative.indexes };
}

function hasSameShape(one: Histogram, other: Histogram): boolean {
  return (
    one.schema === other.schema &&
    one.resetHint === other.resetHint &&
    Object.is(one.zeroThreshold, other.zeroThreshold) &&
    areSameNumbers(one.bounds, other.bounds) &&
    areSameNumbers(one.positive.indexes, other.positive.indexes) &&
    areSameNumbers(one.negative.indexes, other.negative.indexes)
  );
}

function writeShape(histogram: Histogram, writer: ByteWriter): void {
  const { schema, resetHint, zeroThreshold, bounds, positive, negative } = histogram;
  writer.signedVarint(schema);
  writer.varint(resetHint);
  writer.double(zeroThreshold);
  writer.varint(bounds.length);
  for (const bound of bounds) writer.double(bound);
  for (const { indexes } of [positive, negative]) writeIndexes(indexes, writer);
}

function readShape(reader: ByteReader): Shape {
  return {
    schema: reader.signedVarint(),
    resetHint: resetHintOf(reader.varint()),
    zeroThreshold: reader.double(),
    bounds: Array.from({ length: reader.varint() }, () => reader.double()),
    positive: readIndexes(reader),
    negative: readIndexes(reader),
  };
}

function writeIndexes(indexes: BucketCounts["indexes"], writer: ByteWriter): void {
  writer.varint(indexes.length);
  let next = 0;
  for (const index of indexes) {
    writer.signedVarint(index - next);
    next = index + 1;
  }
}

function readIndexes(reader: ByteReader): number[] {
  let next = 0;
  return Array.from({ length: reader.varint() }, () => {
    const index = next + reader.signedVarint();
    next = index + 1;
    return index;
  });
}

/** Whole numbers as the step from one to the next. */
function writeCounts(counts: readonly number[], isWhole: boolean, writer: ByteWriter): void {
  let before = 0;
  for (const count of counts) {
    if (isWhole) writer.signedVarint(count - before);
    else writer.double(count);
    before = count;
  }
}

function readCounts(length: number, isWhole: boolean, reader: ByteReader): number[] {
  let count = 0;
  return Array.from({ length }, () => {
    count = isWhole ? count + reader.signedVarint() : reader.double();
    return count;
  });
}
