const SHORTEST = 3;
const LONGEST = 258;
/** A match as long as this is taken at once; for a shorter one the next place is looked at first. */
const TAKEN_AT_ONCE = 128;
/** The shortest match is not worth a distance as large as this. */
const TOO_FAR_FOR_SHORTEST = 8192;
/** How many places are looked at, and how many where a match as long as `LONG` is known. */
const [STEPS, STEPS_BEYOND_LONG, LONG] = [129, 33, 32];
const HASH_MASK = 0x7fff;

/** Kept between calls: to make it costs more than to search an icon. */
const last = new Uint16Array(HASH_MASK + 1);

/**
 * What DEFLATE writes for some bytes: a byte as itself, a repetition as `length << 16 | distance`. The choices are those
 * of miniz_oxide at level 6.
 *
 * @param bytes - at most 32 KiB: all of them are in reach
 * @see RFC 1951, 4
 */
export function repetitionsIn(bytes: Uint8Array): Int32Array {
  const before = chainsOf(bytes);
  const written = new Int32Array(bytes.length);
  let end = 0;
  // A match that waits: the next place may begin a longer one.
  let held = 0;
  for (let at = 0; at < bytes.length; ) {
    const known = held >> 16;
    const found = before[at] === 0 ? 0 : findMatch(bytes, before, at, Math.max(known, SHORTEST - 1));
    if (held !== 0 && found === 0) {
      written[end++] = held;
      at += known - 1;
      held = 0;
      continue;
    }
    if (held !== 0) written[end++] = bytes[at - 1] ?? 0;
    else if (found === 0) written[end++] = bytes[at] ?? 0;
    held = found;
    at += 1;
    if (found >> 16 < TAKEN_AT_ONCE) continue;
    written[end++] = found;
    held = 0;
    at += (found >> 16) - 1;
  }
  return written.subarray(0, end);
}

/** For each place the last one before that begins with about the same three bytes; 0 where there is none. */
function chainsOf(bytes: Uint8Array): Uint16Array {
  const before = new Uint16Array(bytes.length);
  last.fill(0);
  let hash = ((bytes[0] ?? 0) << 5) ^ (bytes[1] ?? 0);
  for (let at = 0; at + 2 < bytes.length; at += 1) {
    hash = ((hash << 5) ^ (bytes[at + 2] ?? 0)) & HASH_MASK;
    before[at] = last[hash] ?? 0;
    last[hash] = at;
  }
  return before;
}

/** The nearest of the longest matches that are longer than `known`, or 0; the very first byte begins none. */
function findMatch(bytes: Uint8Array, before: Uint16Array, at: number, known: number): number {
  const most = Math.min(LONGEST, bytes.length - at);
  let length = known;
  let distance = 0;
  let steps = known >= LONG ? STEPS_BEYOND_LONG : STEPS;
  for (let place = before[at] ?? 0; place !== 0 && steps > 0 && length < most; place = before[place] ?? 0) {
    steps -= 1;
    // Only what is equal where a longer match has to be is looked at, and that ends a group of three steps.
    if (bytes[place + length] !== bytes[at + length] || bytes[place + length - 1] !== bytes[at + length - 1]) continue;
    steps -= steps % 3;
    const same = countEqual(bytes, place, at, most);
    if (same <= length) continue;
    length = same;
    distance = at - place;
  }
  const isTooFar = length === SHORTEST && distance >= TOO_FAR_FOR_SHORTEST;
  return distance === 0 || isTooFar ? 0 : (length << 16) | distance;
}

function countEqual(bytes: Uint8Array, one: number, other: number, most: number): number {
  let count = 0;
  while (count < most && bytes[one + count] === bytes[other + count]) count += 1;
  return count;
}
