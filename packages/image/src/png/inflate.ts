import { constants, inflateSync } from "node:zlib";

/** Deflate cannot do better than this, so less data cannot be enough. */
const MOST_BYTES_PER_BYTE = 1032;
const SLACK = 1_048_576;

/**
 * Unpacks exactly the first `length` bytes of a zlib stream. More is not unpacked, less is no answer.
 *
 * @returns `undefined` when the stream is damaged or too short
 */
export function inflateExactly(parts: readonly Buffer[], length: number): Buffer | undefined {
  const available = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > available * MOST_BYTES_PER_BYTE) return undefined;
  const [first = Buffer.alloc(0)] = parts;
  const stream = parts.length === 1 ? first : Buffer.concat(parts);
  const result = inflateUpTo(stream, length);
  const unpacked = result === "more" ? inflatePrefix(stream, length) : result;
  return unpacked === undefined || unpacked.length < length ? undefined : unpacked.subarray(0, length);
}

/** @returns `"more"` when the stream holds more than `limit` bytes, `undefined` when it is damaged */
function inflateUpTo(stream: Buffer, limit: number): Buffer | "more" | undefined {
  try {
    return inflateSync(stream, {
      // A stream that was cut off gives what it has; the caller counts.
      finishFlush: constants.Z_SYNC_FLUSH,
      // One piece of memory instead of many that have to be joined.
      chunkSize: limit + 64,
      maxOutputLength: limit + 64,
    });
  } catch (error) {
    return error instanceof RangeError ? "more" : undefined;
  }
}

/** Node unpacks all or nothing, so a stream with too much in it is cut until about the right amount is left. */
function inflatePrefix(stream: Buffer, length: number): Buffer | undefined {
  const limit = length * 2 + SLACK;
  for (let low = 0, high = stream.length; high - low > 1; ) {
    const middle = Math.floor((low + high) / 2);
    const result = inflateUpTo(stream.subarray(0, middle), limit);
    if (result === undefined) return undefined;
    if (result !== "more" && result.length >= length) return result;
    if (result === "more") high = middle;
    else low = middle;
  }
  return undefined;
}
