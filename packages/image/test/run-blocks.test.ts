import { constants, deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kernel } from "../src/kernel/choose-kernel.ts";
import { runBlocks } from "../src/png/run-blocks.ts";

/** As zlib reads it. */
function unpacked(bytes: Uint8Array): Buffer {
  return inflateSync(packed(bytes), { finishFlush: constants.Z_SYNC_FLUSH });
}

function packed(bytes: Uint8Array): Buffer {
  const { runs } = kernel();
  if (runs === undefined) throw new Error("There are no vectors here.");
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...runBlocks(runs, bytes)]);
}

const noise = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 24);

describe("blocks of bytes and runs", () => {
  it("are read by zlib as they were meant", () => {
    const run = fc.tuple(fc.constantFrom(0, 1, 2, 127, 255), fc.integer({ min: 1, max: 600 }));
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 200 }), (list) => {
        const bytes = Buffer.concat(list.map(([value, times]) => Buffer.alloc(times, value)));

        expect(unpacked(bytes).equals(bytes)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["of one byte", Uint8Array.of(7)],
    ["of noise", noise(200_000)],
    ["of one value, through several blocks", new Uint8Array(200_000).fill(9)],
    ["that ends a block with a run of two", Buffer.concat([noise(65_533), Buffer.alloc(5, 3)])],
    ["of values as unlike in number as can be", Uint8Array.from({ length: 65_535 }, (_, at) => Math.clz32(at) * 3)],
    ["of values as unlike in number, without runs", unlike(65_535)],
  ])("work for data %s", (_, bytes) => {
    expect(Buffer.compare(unpacked(bytes), bytes)).toBe(0);
  });

  it("are hardly larger than zlib's of the same kind", () => {
    const rows = Uint8Array.from(noise(300_000), (byte, at) =>
      at % 5000 < 1000 ? 0 : Math.clz32(byte * byte * 65_537),
    );
    const theirs = deflateSync(rows, { strategy: constants.Z_RLE });

    expect(packed(rows).length).toBeLessThan(theirs.length * 1.01);
  });
});

/** Each value occurs half as often as the one before: without a limit some codes would have 16 bits. */
function unlike(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => 31 - Math.clz32((at + 1) & -(at + 1)));
}
