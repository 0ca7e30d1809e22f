import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

/** Length of the stored payload, its checksum, and how it is stored. */
const HEADER_BYTES = 9;
const PLAIN = 0;
const DEFLATED = 1;
/** Records below this size hardly get smaller. */
const DEFLATE_FROM_BYTES = 256;
/** No record is larger; a length beyond it is damage. */
const MAX_RECORD_BYTES = 512 * 1024 * 1024;

/**
 * Wraps a record so that damage shows: `[length][crc32][form][payload]`.
 *
 * @param isDense - hardly anything in the record would get smaller. Default: false
 */
export function encodeFrame(record: Uint8Array, { isDense = false } = {}): Buffer {
  const isDeflated = !isDense && record.length >= DEFLATE_FROM_BYTES;
  const payload = isDeflated ? deflateRawSync(record, { level: 1 }) : record;
  const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  frame.writeUInt32LE(payload.length, 0);
  frame[8] = isDeflated ? DEFLATED : PLAIN;
  frame.set(payload, HEADER_BYTES);
  frame.writeUInt32LE(crc32(frame.subarray(8)), 4);
  return frame;
}

/** A record, and where the next frame begins. */
export interface Frame {
  readonly record: Buffer;
  readonly end: number;
}

/** Reads the frame at an offset; `undefined` when it is cut off or damaged. */
export function decodeFrame(bytes: Buffer, offset: number): Frame | undefined {
  if (offset + HEADER_BYTES > bytes.length) return undefined;
  const length = bytes.readUInt32LE(offset);
  const end = offset + HEADER_BYTES + length;
  if (length > MAX_RECORD_BYTES || end > bytes.length) return undefined;
  if (crc32(bytes.subarray(offset + 8, end)) !== bytes.readUInt32LE(offset + 4)) return undefined;
  const payload = bytes.subarray(offset + HEADER_BYTES, end);
  return { record: bytes[offset + 8] === DEFLATED ? inflateRawSync(payload) : payload, end };
}
