import { constants, deflateSync, type ZlibOptions } from "node:zlib";
import { kernel } from "../kernel/choose-kernel.ts";
import { deflateBlock } from "./deflate-block.ts";
import { runBlocks } from "./run-blocks.ts";

/** Up to this size the bytes are those that Chromium's encoder writes: clients compare such data URLs as text. */
const COMPARED_BYTES = 31 * 1024;
/** How much of it Chromium's encoder writes at a time. */
const PIECE_BYTES = 4096;
/** Deflate with a window of 32 KiB, at the default level. RFC 1950, 2.2. */
const HEADER = Buffer.from([0x78, 0x9c]);
/** From this size on the time for packing counts. */
const LARGE_BYTES = 256 * 1024;
/** How much of a large picture is tried out. */
const SAMPLE = { pieces: 8, bytes: 6144 };
/** So much larger than with a search for repetitions a file may be without. */
const MOST_GROWTH = 1.12;

/** Two thirds of the time of level 6, and files larger by one or two in a hundred. */
const SEARCHING: ZlibOptions = { level: 4 };
/** Only what stands side by side is looked for. In filtered rows of photographs there is hardly anything else. */
const SIDE_BY_SIDE: ZlibOptions = { level: 6, strategy: constants.Z_RLE };

/** Packs filtered rows as the beginning of a zlib stream, up to a flush, in pieces; its end is `streamEnd`. */
export function packedRows(scanlines: Uint8Array): Buffer[] {
  if (scanlines.length <= COMPARED_BYTES) return piecesOf(flushed(scanlines));
  if (scanlines.length < LARGE_BYTES) return [pack(scanlines, { level: 6 })];
  return hasRepetitions(scanlines) ? [pack(scanlines, SEARCHING)] : packedSideBySide(scanlines);
}

/** A third of the time of zlib, and files of the same size. */
function packedSideBySide(bytes: Uint8Array): Buffer[] {
  const { runs } = kernel();
  return runs === undefined ? [pack(bytes, SIDE_BY_SIDE)] : [HEADER, ...runBlocks(runs, bytes)];
}

function piecesOf(stream: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(stream.length / PIECE_BYTES) }, (_, at) =>
    stream.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  );
}

/** An empty last block and the checksum of all rows. */
export function streamEnd(scanlines: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([0x03, 0x00]), checksum(scanlines)]);
}

/** Packs bytes as a whole zlib stream. */
export function packed(bytes: Uint8Array): Buffer {
  if (bytes.length > COMPARED_BYTES) return deflateSync(bytes);
  const block = deflateBlock(bytes, { isLast: true });
  block.align();
  return Buffer.concat([HEADER, block.bytes(), checksum(bytes)]);
}

/** One block, and the empty stored one of a flush. */
function flushed(bytes: Uint8Array): Buffer {
  const block = deflateBlock(bytes, { isLast: false });
  block.put(0, 3);
  block.align();
  block.put(0, 16);
  block.put(0xffff, 16);
  return Buffer.concat([HEADER, block.bytes()]);
}

function checksum(bytes: Uint8Array): Buffer {
  const adler = Buffer.alloc(4);
  adler.writeUInt32BE(kernel().adler32(bytes));
  return adler;
}

function pack(bytes: Uint8Array, options: ZlibOptions): Buffer {
  return deflateSync(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
}

/** Whether the search that takes most of the time makes a picture's file noticeably smaller. */
function hasRepetitions(scanlines: Uint8Array): boolean {
  const step = Math.floor((scanlines.length - SAMPLE.bytes) / (SAMPLE.pieces - 1));
  const pieces = Array.from({ length: SAMPLE.pieces }, (_, at) =>
    scanlines.subarray(at * step, at * step + SAMPLE.bytes),
  );
  const sample = Buffer.concat(pieces);
  const length = packedSideBySide(sample).reduce((sum, piece) => sum + piece.length, 0);
  return length > pack(sample, SEARCHING).length * MOST_GROWTH;
}
