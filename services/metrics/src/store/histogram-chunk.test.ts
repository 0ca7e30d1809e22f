import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CUSTOM_SCHEMA, compactBuckets, type Histogram, RESET_HINTS } from "../histogram/histogram.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import type { Chunk } from "./chunk.ts";
import { decodeChunk } from "./chunk-samples.ts";
import { HistogramChunkEncoder } from "./histogram-chunk.ts";
import { digestOf, HISTOGRAM_HIGH } from "./histogram-digest.ts";
import { readHistogram, writeHistogram } from "./log/histogram-record.ts";
import { SampleBuffer } from "./sample-buffer.ts";

type Timed = readonly [time: number, histogram: Histogram];

const count = fc.oneof(
  fc.integer({ min: 0, max: 1000 }),
  fc.integer({ min: 0, max: 2 ** 50 }),
  fc.double({ min: 0, noNaN: true }),
);
const buckets = fc
  .uniqueArray(fc.tuple(fc.integer({ min: -300, max: 300 }), count), { maxLength: 12, selector: ([index]) => index })
  .map((rows) => {
    const sorted = rows.toSorted(([one], [other]) => one - other);
    return compactBuckets({ indexes: sorted.map(([index]) => index), counts: sorted.map(([, one]) => one) });
  });
const histogram: fc.Arbitrary<Histogram> = fc.record({
  schema: fc.constantFrom(-4, 0, 3, 8, CUSTOM_SCHEMA),
  resetHint: fc.constantFrom(...RESET_HINTS),
  count,
  sum: fc.double(),
  zeroThreshold: fc.constantFrom(0, 0.001, 1e-128),
  zeroCount: count,
  positive: buckets,
  negative: buckets,
  bounds: fc.constantFrom([], [1, 2.5, 10]),
});
/** Neighbours are alike more often than not. */
const histograms = fc.array(
  fc.oneof(
    histogram.map((one) => () => one),
    fc.tuple(count, fc.double()).map(([more, sum]) => (before: Histogram) => ({ ...before, count: more, sum })),
    fc.constant((before: Histogram) => before),
  ),
  { maxLength: 60 },
);
const timed = fc
  .tuple(histogram, histograms, fc.array(fc.integer({ min: 1, max: 2 ** 40 }), { minLength: 60 }))
  .map(([first, changes, steps]) => {
    let [time, last] = [-5, first];
    return changes.map((change, at): Timed => {
      time += steps[at] ?? 1;
      last = change(last);
      return [time, last];
    });
  });

function encode(rows: readonly Timed[], encoder = new HistogramChunkEncoder()): HistogramChunkEncoder {
  for (const [time, one] of rows) encoder.append(time, HISTOGRAM_HIGH, digestOf(one), one);
  return encoder;
}

function decode(chunk: Chunk): Timed[] {
  const buffer = new SampleBuffer(1);
  decodeChunk(chunk, buffer);
  return Array.from({ length: buffer.count }, (_, at): Timed => {
    const one = buffer.histograms?.[at];
    if (one === undefined) throw new TypeError("a chunk of histograms has a float");
    expect(buffer.words[2 * at]).toBe(digestOf(one));
    return [buffer.times[at] ?? 0, one];
  });
}

/** A counter of twenty buckets, each of which grows by its own step. */
function evenCounter(length: number): Timed[] {
  const indexes = Array.from({ length: 20 }, (_, at) => at - 8);
  return Array.from({ length }, (_, step): Timed => {
    const counts = indexes.map((_, at) => (step + 1) * (at + 1));
    const total = counts.reduce((sum, one) => sum + one, 0);
    const facts = { schema: 0, resetHint: RESET_HINTS[0], zeroThreshold: 0.001, zeroCount: 0, bounds: [] };
    const negative = { indexes: [], counts: [] };
    return [step * 15_000, { ...facts, count: total, sum: step, positive: { indexes, counts }, negative }];
  });
}

describe("a chunk of native histograms", () => {
  it("gives back every histogram as it was", () => {
    fc.assert(
      fc.property(timed, (rows) => {
        expect(decode(encode(rows).chunk)).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });

  it("that is still being written is read as it was when it was looked at", () => {
    fc.assert(
      fc.property(timed, fc.nat(60), (rows, length) => {
        const encoder = encode(rows.slice(0, length));
        const seen = encoder.chunk;
        encode(rows.slice(length), encoder);

        expect(decode(seen)).toEqual(rows.slice(0, length));
      }),
    );
  });

  it("takes few bytes where all counts rise as before, and for a bucket that is new", () => {
    const even = evenCounter(120);
    const wider = even.map(([time, one], step): Timed => {
      const { indexes, counts } = one.positive;
      const seen = Math.min(20, 10 + Math.floor(step / 10));
      return [time, { ...one, positive: { indexes: indexes.slice(0, seen), counts: counts.slice(0, seen) } }];
    });

    expect(encode(even).chunk.size / 120).toBeLessThan(4);
    expect(encode(wider).chunk.size / 120).toBeLessThan(12);
    expect(decode(encode(wider).chunk)).toEqual(wider);
  });
});

describe("histograms of which each has other buckets", () => {
  it("do not make each other longer", () => {
    const counts = Array.from({ length: 100 }, (_, at) => at + 1);
    const facts = { schema: 8, resetHint: RESET_HINTS[0], zeroThreshold: 0, zeroCount: 0, sum: 1, bounds: [] };
    const rows = Array.from({ length: 120 }, (_, step): Timed => {
      const positive = { indexes: counts.map((_, at) => step * 100 + at), counts };
      return [step, { ...facts, count: 5050, positive, negative: { indexes: [], counts: [] } }];
    });
    const { chunk } = encode(rows);

    expect(decode(chunk)).toEqual(rows);
    expect(chunk.size / 120).toBeLessThan(700);
  });
});

describe("a record of native histograms in the log", () => {
  it("gives back every histogram as it was", () => {
    fc.assert(
      fc.property(timed, (rows) => {
        const writer = new ByteWriter();
        let last: Histogram | undefined;
        for (const [, one] of rows) {
          writeHistogram(one, last, writer);
          last = one;
        }
        const reader = new ByteReader(writer.bytes);
        last = undefined;
        const read = rows.map(() => {
          last = readHistogram(reader, last);
          return last;
        });

        expect(read).toEqual(rows.map(([, one]) => one));
        expect(reader.isAtEnd).toBe(true);
      }),
    );
  });
});

describe("what stands for a histogram where samples are compared", () => {
  it("is the same for the same one, without the buckets that count nothing", () => {
    fc.assert(
      fc.property(histogram, fc.integer({ min: 301, max: 400 }), (one, index) => {
        const positive = { indexes: [...one.positive.indexes, index], counts: [...one.positive.counts, 0] };

        expect(digestOf({ ...one, positive })).toBe(digestOf(one));
      }),
    );
  });

  it("is another one for another count", () => {
    fc.assert(
      fc.property(histogram, fc.integer({ min: 301, max: 400 }), (one, index) => {
        const positive = { indexes: [...one.positive.indexes, index], counts: [...one.positive.counts, 1] };

        expect(digestOf({ ...one, positive })).not.toBe(digestOf(one));
      }),
      { seed: 1 },
    );
  });
});
