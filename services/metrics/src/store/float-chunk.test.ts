import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkFrom } from "./chunk.ts";
import { decodeChunk, encodeChunks } from "./chunk-samples.ts";
import { FloatChunkEncoder } from "./float-chunk.ts";
import { SampleBuffer, STALE_HIGH, STALE_LOW } from "./sample-buffer.ts";

interface Bits {
  readonly time: number;
  readonly high: number;
  readonly low: number;
}

function bitsOf(value: number): Pick<Bits, "high" | "low"> {
  const words = new Uint32Array(Float64Array.of(value).buffer);
  return { high: words[1] ?? 0, low: words[0] ?? 0 };
}

function encode(samples: readonly Bits[]): FloatChunkEncoder {
  const encoder = new FloatChunkEncoder();
  for (const { time, high, low } of samples) encoder.append(time, high, low);
  return encoder;
}

function read({ times, words, count }: SampleBuffer): Bits[] {
  return Array.from({ length: count }, (_, at) => ({
    time: times[at] ?? 0,
    high: words[2 * at + 1] ?? 0,
    low: words[2 * at] ?? 0,
  }));
}

function decode(encoder: FloatChunkEncoder): Bits[] {
  const buffer = new SampleBuffer(1);
  decodeChunk(encoder.chunk, buffer);
  return read(buffer);
}

const value = fc.oneof(
  fc.double().map(bitsOf),
  fc.integer({ min: 0, max: 1_000_000 }).map(bitsOf),
  fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1).map(bitsOf),
  fc.constant({ high: STALE_HIGH, low: STALE_LOW }),
  fc.record({ high: fc.nat(0xffffffff), low: fc.nat(0xffffffff) }),
);
const step = fc.oneof(fc.constant(15_000), fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 2 ** 45 }));
const samples = fc
  .tuple(fc.integer({ min: -(2 ** 44), max: 2 ** 44 }), fc.array(fc.tuple(step, value), { maxLength: 200 }))
  .map(([start, rows]) => {
    let time = start;
    return rows.map(([later, bits]) => {
      time += later;
      return { time, ...bits };
    });
  });

describe("a chunk", () => {
  it("gives back every bit of times and values, stale markers included", () => {
    fc.assert(
      fc.property(samples, (written) => {
        expect(decode(encode(written))).toEqual(written);
      }),
      { numRuns: 500 },
    );
  });

  it("that is still being written is read as it was when it was looked at", () => {
    fc.assert(
      fc.property(samples, fc.nat(200), (written, count) => {
        const encoder = encode(written.slice(0, count));
        const seen = encoder.chunk;
        for (const { time, high, low } of written.slice(count)) encoder.append(time, high, low);
        const buffer = new SampleBuffer();
        decodeChunk(seen, buffer);

        expect(read(buffer)).toEqual(written.slice(0, count));
      }),
    );
  });

  it("knows its first and last time and its number of samples", () => {
    const { chunk } = encode([
      { time: -5, ...bitsOf(1) },
      { time: 7, ...bitsOf(2) },
    ]);

    expect(chunk).toMatchObject({ minTime: -5, maxTime: 7, count: 2 });
  });

  it("is read out of a file without what follows it", () => {
    const { chunk } = encode([
      { time: 1, ...bitsOf(1.5) },
      { time: 2, ...bitsOf(2.5) },
    ]);
    const file = new Uint8Array([9, ...chunk.bytes.slice(0, chunk.size)]);
    const buffer = new SampleBuffer();
    decodeChunk(chunkFrom(file, 1, chunk), buffer);

    expect([...buffer.values.slice(0, 2)]).toEqual([1.5, 2.5]);
  });

  it("takes under three bytes for a sample of a busy counter", () => {
    const counter = Array.from({ length: 120 }, (_, at) => ({ time: at * 15_000, ...bitsOf(1000 + at * 7) }));

    expect(encode(counter).chunk.size / 120).toBeLessThan(3);
  });

  it("is split when samples are written anew", () => {
    const buffer = new SampleBuffer();
    for (let at = 0; at < 250; at += 1) buffer.push(at, 0, at);

    expect(encodeChunks(buffer, 120).map(({ count }) => count)).toEqual([120, 120, 10]);
  });
});
