import type { Bits, RunCoder } from "../kernel/kernel.ts";
import { BitWriter } from "./bit-writer.ts";
import { beginRunBlock } from "./deflate-block.ts";

/** Each block has codes of its own; how often a symbol occurs has to fit into 16 bits. */
const BLOCK_BYTES = 65_535;

/** Packs bytes as blocks of bytes and runs, with the empty stored block of a flush at the end; in pieces. */
export function runBlocks(coder: RunCoder, bytes: Uint8Array): Buffer[] {
  const pieces: Buffer[] = [];
  let begun: Bits = { bytes: new Uint8Array(1), count: 0 };
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    const block = bytes.subarray(at, at + BLOCK_BYTES);
    const times = coder.count(block, bytes[at - 1]);
    const head = startAt(begun);
    const written = coder.write(beginRunBlock(head, times), head.end());
    const whole = written.count >> 3;
    pieces.push(bufferOf(written.bytes.subarray(0, whole)));
    begun = { bytes: written.bytes.subarray(whole), count: written.count & 7 };
  }
  const end = startAt(begun);
  end.put(0, 3);
  end.align();
  end.put(0, 16);
  end.put(0xffff, 16);
  return [...pieces, bufferOf(end.bytes())];
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

function startAt({ bytes, count }: Bits): BitWriter {
  const writer = new BitWriter();
  writer.put(bytes[0] ?? 0, count);
  return writer;
}
