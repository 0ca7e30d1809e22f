/** Header of a string, an array or an object in the heap. */
const HEADER_BYTES = 32;
/** One property: its slot, and its share of a hash table where an object has too many for a hidden class. */
const PROPERTY_BYTES = 48;
const SLOT_BYTES = 8;
const NUMBER_BYTES = 16;

/** Bytes of a string in the heap; two per character, because one character outside Latin-1 widens all of them. */
export function textBytes(text: string): number {
  return HEADER_BYTES + 2 * text.length;
}

/**
 * Bytes that a view keeps from being collected. Node cuts small buffers out of slabs of `Buffer.poolSize` bytes, and one
 * of them keeps its whole slab.
 */
export function retainedBytes(view: Uint8Array): number {
  return HEADER_BYTES * 4 + view.buffer.byteLength;
}

/** Encodes a text to UTF-8 in a buffer of its own, outside Node's slabs: for what is kept longer than a request. */
export function ownedBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/**
 * Estimates the bytes of a parsed JSON value in the heap, rather too high than too low.
 *
 * @param enough - a sum at which the rest no longer matters
 */
export function jsonBytes(value: unknown, enough = Number.POSITIVE_INFINITY): number {
  let bytes = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && bytes < enough) {
    const next = waiting.pop();
    if (typeof next === "string") bytes += textBytes(next);
    else if (typeof next === "number") bytes += NUMBER_BYTES;
    else if (Array.isArray(next)) {
      bytes += HEADER_BYTES + SLOT_BYTES * next.length;
      for (const item of next) waiting.push(item);
    } else if (typeof next === "object" && next !== null) bytes += openObject(next, waiting);
  }
  return bytes;
}

/** @returns bytes of the object itself and its keys; its values are added to those that are still to be counted */
function openObject(object: object, waiting: unknown[]): number {
  let bytes = 2 * HEADER_BYTES;
  for (const [key, value] of Object.entries(object)) {
    bytes += PROPERTY_BYTES + textBytes(key);
    waiting.push(value);
  }
  return bytes;
}
