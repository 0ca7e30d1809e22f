import { BitWriter } from "./bit-writer.ts";
import { codeLengths, codesOf } from "./code-lengths.ts";
import { repetitionsIn } from "./repetitions.ts";

/** Kinds of block. RFC 1951, 3.2.3. */
const [STORED, FIXED, DYNAMIC] = [0, 1, 2];
const END_OF_BLOCK = 256;
const FIRST_LENGTH = 257;
/** Below this the fixed codes are used without trying others. */
const FIXED_BYTES = 48;
/** Above this a block that did not become shorter is stored. */
const STORED_BYTES = 32;

/** Packs bytes as one block. The choices are those of miniz_oxide. */
export function deflateBlock(bytes: Uint8Array, { isLast }: { readonly isLast: boolean }): BitWriter {
  const block = new BitWriter();
  block.put(isLast ? 1 : 0, 1);
  const written = repetitionsIn(bytes);
  if (bytes.length < FIXED_BYTES) {
    block.put(FIXED, 2);
    putSymbols(block, written, FIXED_CODES);
  } else {
    block.put(DYNAMIC, 2);
    putSymbols(block, written, putCodes(block, written));
  }
  return bytes.length > STORED_BYTES && block.length + 1 >= bytes.length ? storedBlock(bytes, isLast) : block;
}

function storedBlock(bytes: Uint8Array, isLast: boolean): BitWriter {
  const block = new BitWriter();
  block.put(isLast ? 1 : 0, 1);
  block.put(STORED, 2);
  block.align();
  block.put(bytes.length, 16);
  block.put(~bytes.length & 0xffff, 16);
  for (const byte of bytes) block.put(byte, 8);
  return block;
}

/** The codes of literals and lengths, and of distances. */
interface Codes {
  readonly bits: Uint16Array;
  readonly lengths: Uint8Array;
  readonly distanceBits: Uint16Array;
  readonly distanceLengths: Uint8Array;
}

function codesFor(lengths: Uint8Array, distanceLengths: Uint8Array): Codes {
  return { lengths, distanceLengths, bits: codesOf(lengths), distanceBits: codesOf(distanceLengths) };
}

/** RFC 1951, 3.2.6. */
const FIXED_CODES = codesFor(
  Uint8Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
  new Uint8Array(30).fill(5),
);

/** For each length of a match its symbol, the least length that has it, and how many bits tell which one it is. */
const LENGTHS = lengthTable();

function lengthTable(): readonly { readonly symbol: number; readonly base: number; readonly extraBits: number }[] {
  const table = [];
  for (let symbol = FIRST_LENGTH, base = 3; base < 258; symbol += 1) {
    const extraBits = Math.max(0, ((symbol - FIRST_LENGTH) >> 2) - 1);
    const end = base + (1 << extraBits);
    for (let length = base; length < end; length += 1) table[length] = { symbol, base, extraBits };
    base = end;
  }
  // The longest match has a symbol of its own.
  table[258] = { symbol: 285, base: 258, extraBits: 0 };
  return table;
}

/** Two symbols for each power of two. */
function distanceSymbol(distance: number): { readonly symbol: number; readonly extraBits: number } {
  if (distance < 3) return { symbol: distance - 1, extraBits: 0 };
  const extraBits = 30 - Math.clz32(distance - 1);
  return { symbol: 2 * extraBits + 2 + (((distance - 1) >> extraBits) & 1), extraBits };
}

/** Chooses codes for what is written, writes them down (RFC 1951, 3.2.7) and gives them. */
function putCodes(block: BitWriter, written: readonly number[]): Codes {
  const counts = new Uint16Array(286);
  const distanceCounts = new Uint16Array(30);
  const count = (list: Uint16Array, symbol: number): void => {
    list[symbol] = (list[symbol] ?? 0) + 1;
  };
  for (const one of written) {
    if (one < END_OF_BLOCK) count(counts, one);
    else {
      count(counts, LENGTHS[one >> 16]?.symbol ?? 0);
      count(distanceCounts, distanceSymbol(one & 0xffff).symbol);
    }
  }
  count(counts, END_OF_BLOCK);
  const codes = codesFor(codeLengths(counts, 15), codeLengths(distanceCounts, 15));
  const used = Math.max(FIRST_LENGTH, codes.lengths.findLastIndex(Boolean) + 1);
  const distancesUsed = Math.max(1, codes.distanceLengths.findLastIndex(Boolean) + 1);
  block.put(used - FIRST_LENGTH, 5);
  block.put(distancesUsed - 1, 5);
  putCodeLengths(block, [...codes.lengths.subarray(0, used), ...codes.distanceLengths.subarray(0, distancesUsed)]);
  return codes;
}

/** The order in which the lengths of the codes for code lengths are written. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function putCodeLengths(block: BitWriter, lengths: readonly number[]): void {
  const runs = runsOf(lengths);
  const counts = new Uint16Array(19);
  for (const { symbol } of runs) counts[symbol] = (counts[symbol] ?? 0) + 1;
  const codeSizes = codeLengths(counts, 7);
  const bits = codesOf(codeSizes);
  const told = Math.max(4, LENGTH_ORDER.findLastIndex((symbol) => (codeSizes[symbol] ?? 0) > 0) + 1);
  block.put(told - 4, 4);
  for (const symbol of LENGTH_ORDER.slice(0, told)) block.put(codeSizes[symbol] ?? 0, 3);
  for (const { symbol, extra, extraBits } of runs) {
    block.put(bits[symbol] ?? 0, codeSizes[symbol] ?? 0);
    block.put(extra, extraBits);
  }
}

interface Run {
  readonly symbol: number;
  readonly extra: number;
  readonly extraBits: number;
}

/** A length as itself, three to six repetitions of it as 16, three to ten zeros as 17, up to 138 as 18. */
function runsOf(lengths: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at] ?? 0;
    let times = 1;
    while (lengths[at + times] === length) times += 1;
    // The first of several is always written as itself, unless it is a zero.
    if (length > 0) runs.push({ symbol: length, extra: 0, extraBits: 0 });
    putRepetitions(runs, length, length > 0 ? times - 1 : times);
    at += times;
  }
  return runs;
}

function putRepetitions(runs: Run[], length: number, times: number): void {
  const longest = length > 0 ? 6 : 138;
  for (let left = times; left > 0; left -= longest) {
    const now = Math.min(left, longest);
    if (now === 2) runs.push({ symbol: length, extra: 0, extraBits: 0 });
    if (now < 3) runs.push({ symbol: length, extra: 0, extraBits: 0 });
    else if (length > 0) runs.push({ symbol: 16, extra: now - 3, extraBits: 2 });
    else if (now <= 10) runs.push({ symbol: 17, extra: now - 3, extraBits: 3 });
    else runs.push({ symbol: 18, extra: now - 11, extraBits: 7 });
  }
}

function putSymbols(block: BitWriter, written: readonly number[], codes: Codes): void {
  const { bits, lengths, distanceBits, distanceLengths } = codes;
  for (const one of written) {
    const length = LENGTHS[one >> 16];
    if (length === undefined) {
      block.put(bits[one] ?? 0, lengths[one] ?? 0);
      continue;
    }
    block.put(bits[length.symbol] ?? 0, lengths[length.symbol] ?? 0);
    block.put((one >> 16) - length.base, length.extraBits);
    const distance = one & 0xffff;
    const { symbol, extraBits } = distanceSymbol(distance);
    block.put(distanceBits[symbol] ?? 0, distanceLengths[symbol] ?? 0);
    block.put((distance - 1) & ((1 << extraBits) - 1), extraBits);
  }
  block.put(bits[END_OF_BLOCK] ?? 0, lengths[END_OF_BLOCK] ?? 0);
}
