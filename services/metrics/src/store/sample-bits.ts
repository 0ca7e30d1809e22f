import type { BitReader, BitWriter } from "./bits.ts";

/** Widths of a difference of differences of times in milliseconds; a wider one takes 64 bits. */
const NARROW = 7;
const MEDIUM = 13;
const WIDE = 20;
/** Leading zeros are written in 5 bits. */
const MAX_LEADING = 31;

/** Writes by how much a step of time is longer than the one before. */
export function writeTimeStep(difference: number, bits: BitWriter): void {
  if (difference === 0) {
    bits.write(0, 1);
  } else if (fits(difference, NARROW)) {
    bits.write(0b10, 2);
    bits.write(difference, NARROW);
  } else if (fits(difference, MEDIUM)) {
    bits.write(0b110, 3);
    bits.write(difference, MEDIUM);
  } else if (fits(difference, WIDE)) {
    bits.write(0b1110, 4);
    bits.write(difference, WIDE);
  } else {
    bits.write(0b1111, 4);
    bits.writeLong(difference);
  }
}

export function readTimeStep(reader: BitReader): number {
  if (reader.read(1) === 0) return 0;
  if (reader.read(1) === 0) return reader.readSigned(NARROW);
  if (reader.read(1) === 0) return reader.readSigned(MEDIUM);
  return reader.read(1) === 0 ? reader.readSigned(WIDE) : reader.readLong();
}

/** Widths of a whole number; a longer one takes 64 bits. */
const WIDTHS = [3, 6, 9, 12, 18, 25];
const LONG_RANK = WIDTHS.length + 1;

/** Writes a whole number, with fewer bits the nearer it is to zero: as many ones as its width ranks, and a zero. */
export function writeInteger(value: number, bits: BitWriter): void {
  if (value === 0) {
    bits.write(0, 1);
    return;
  }
  for (let rank = 1; rank < LONG_RANK; rank += 1) {
    const width = WIDTHS[rank - 1] ?? 0;
    if (!fits(value, width)) continue;
    bits.write((2 << rank) - 2, rank + 1);
    bits.write(value, width);
    return;
  }
  bits.write((1 << LONG_RANK) - 1, LONG_RANK);
  bits.writeLong(value);
}

export function readInteger(reader: BitReader): number {
  let rank = 0;
  while (rank < LONG_RANK && reader.read(1) === 1) rank += 1;
  if (rank === 0) return 0;
  return rank === LONG_RANK ? reader.readLong() : reader.readSigned(WIDTHS[rank - 1] ?? 0);
}

function fits(value: number, bits: number): boolean {
  const limit = 2 ** (bits - 1);
  return value >= -limit && value < limit;
}

/** The last of the numbers that are written as what changes in their bits. */
export interface XorState {
  high: number;
  low: number;
  /** Of the last change that was written with its own width; 64 leading zeros fit no change. */
  leading: number;
  trailing: number;
}

export function emptyXor(): XorState {
  return { high: 0, low: 0, leading: 64, trailing: 0 };
}

/** Writes a number of 64 bits as XOR with the one before. */
export function writeXor(bits: BitWriter, state: XorState, high: number, low: number): void {
  const [highChange, lowChange] = [high ^ state.high, low ^ state.low];
  state.high = high;
  state.low = low;
  if ((highChange | lowChange) === 0) {
    bits.write(0, 1);
    return;
  }
  const leading = Math.min(MAX_LEADING, highChange === 0 ? 32 + Math.clz32(lowChange) : Math.clz32(highChange));
  const trailing = lowChange === 0 ? 32 + trailingZeros(highChange) : trailingZeros(lowChange);
  if (leading >= state.leading && trailing >= state.trailing) {
    bits.write(0b10, 2);
  } else {
    state.leading = leading;
    state.trailing = trailing;
    // Two bits, the leading zeros in five, the width less one in six.
    bits.write((0b11 << 11) | (leading << 6) | (63 - leading - trailing), 13);
  }
  writeMeaningful(bits, state, highChange, lowChange);
}

/** The bits between the leading and the trailing zeros. */
function writeMeaningful(bits: BitWriter, { leading, trailing }: XorState, high: number, low: number): void {
  const width = 64 - leading - trailing;
  if (trailing >= 32) {
    bits.write(high >>> (trailing - 32), width);
    return;
  }
  const shifted = trailing === 0 ? low : (low >>> trailing) | (high << (32 - trailing));
  if (width > 32) bits.write(high >>> trailing, width - 32);
  bits.write(shifted, Math.min(width, 32));
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Reads what `writeXor` wrote next, into the state. */
export function readXor(reader: BitReader, state: XorState): void {
  if (reader.read(1) === 0) return;
  if (reader.read(1) === 1) {
    state.leading = reader.read(5);
    state.trailing = 63 - state.leading - reader.read(6);
  }
  const { leading, trailing } = state;
  const width = 64 - leading - trailing;
  const above = width > 32 ? reader.read(width - 32) : 0;
  const below = reader.read(Math.min(width, 32));
  if (trailing >= 32) {
    state.high ^= below << (trailing - 32);
  } else {
    state.low ^= below << trailing;
    state.high ^= (above << trailing) | (trailing === 0 ? 0 : below >>> (32 - trailing));
  }
}
