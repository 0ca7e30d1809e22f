import { MOST_CODE_BITS } from "../kernel/kernel.ts";
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

const [SHORTEST_MATCH, LONGEST_MATCH, LONGEST_SYMBOL] = [3, 258, 285];
const { symbols: LENGTH_SYMBOLS, bases: LENGTH_BASES } = lengthTables();

/** For each length of a match its symbol, and for each of those symbols the least length that has it. */
function lengthTables(): { readonly symbols: Uint16Array; readonly bases: Uint16Array } {
  const symbols = new Uint16Array(LONGEST_MATCH + 1);
  const bases = new Uint16Array(LONGEST_SYMBOL + 1);
  for (let symbol = FIRST_LENGTH, base = 3; symbol < LONGEST_SYMBOL; symbol += 1) {
    const end = base + (1 << lengthExtraBits(symbol));
    bases[symbol] = base;
    symbols.fill(symbol, base, end);
    base = end;
  }
  // The longest match has a symbol of its own.
  symbols[LONGEST_MATCH] = LONGEST_SYMBOL;
  bases[LONGEST_SYMBOL] = LONGEST_MATCH;
  return { symbols, bases };
}

/** How many bits tell which of the lengths of a symbol it is. */
function lengthExtraBits(symbol: number): number {
  return symbol === LONGEST_SYMBOL ? 0 : Math.max(0, ((symbol - FIRST_LENGTH) >> 2) - 1);
}

/** The kernel's symbols as deflate's, and for runs the bits behind them: which length, and the only distance. */
const [RUN_SYMBOLS, RUN_EXTRAS, RUN_EXTRA_COUNTS] = runTables();

function runTables(): readonly [Uint16Array, Uint8Array, Uint8Array] {
  const lengths = Array.from({ length: LONGEST_MATCH - SHORTEST_MATCH + 1 }, (_, at) => at + SHORTEST_MATCH);
  const symbols = lengths.map((length) => LENGTH_SYMBOLS[length] ?? 0);
  const bytes = Array.from({ length: END_OF_BLOCK }, (_, byte) => byte);
  const nothing = new Uint8Array(END_OF_BLOCK);
  return [
    Uint16Array.of(...bytes, ...symbols, END_OF_BLOCK),
    Uint8Array.of(...nothing, ...lengths.map((length, at) => length - (LENGTH_BASES[symbols[at] ?? 0] ?? 0)), 0),
    Uint8Array.of(...nothing, ...symbols.map((symbol) => lengthExtraBits(symbol) + 1), 0),
  ];
}

/** Two symbols for each power of two. */
function distanceSymbol(distance: number): number {
  if (distance < 3) return distance - 1;
  const extraBits = 30 - Math.clz32(distance - 1);
  return 2 * extraBits + 2 + (((distance - 1) >> extraBits) & 1);
}

function distanceExtraBits(symbol: number): number {
  return Math.max(0, (symbol >> 1) - 1);
}

/** Chooses codes for what is written, writes them down and gives them. */
function putCodes(block: BitWriter, written: Int32Array): Codes {
  const counts = new Uint16Array(286);
  const distanceCounts = new Uint16Array(30);
  for (const one of written) {
    if (one < END_OF_BLOCK) count(counts, one);
    else {
      count(counts, LENGTH_SYMBOLS[one >> 16] ?? 0);
      count(distanceCounts, distanceSymbol(one & 0xffff));
    }
  }
  count(counts, END_OF_BLOCK);
  const codes = codesFor(codeLengths(counts, 15), codeLengths(distanceCounts, 15));
  putAllLengths(block, codes);
  return codes;
}

/**
 * Begins a block of bytes and of runs, and gives the code of each symbol of the kernel's; all runs have the distance 1.
 *
 * @param times - how often each symbol occurs, in all at most 65,536 times
 */
export function beginRunBlock(block: BitWriter, times: Uint32Array): Uint32Array {
  const counts = new Uint16Array(LONGEST_SYMBOL + 1);
  for (let symbol = 0; symbol < times.length; symbol += 1) {
    const deflated = RUN_SYMBOLS[symbol] ?? 0;
    counts[deflated] = (counts[deflated] ?? 0) + (times[symbol] ?? 0);
  }
  const hasRuns = endOfUsed(counts) > FIRST_LENGTH;
  const codes = codesFor(codeLengths(counts, MOST_CODE_BITS), Uint8Array.of(hasRuns ? 1 : 0));
  block.put(0, 1);
  block.put(DYNAMIC, 2);
  putAllLengths(block, codes);
  const whole = new Uint32Array(times.length);
  for (let symbol = 0; symbol < whole.length; symbol += 1) {
    const deflated = RUN_SYMBOLS[symbol] ?? 0;
    const bits = codes.bits[deflated] ?? 0;
    const length = codes.lengths[deflated] ?? 0;
    whole[symbol] = ((((RUN_EXTRAS[symbol] ?? 0) << length) | bits) << 6) | (length + (RUN_EXTRA_COUNTS[symbol] ?? 0));
  }
  return whole;
}

/** RFC 1951, 3.2.7. */
function putAllLengths(block: BitWriter, codes: Codes): void {
  const used = Math.max(FIRST_LENGTH, endOfUsed(codes.lengths));
  const distancesUsed = Math.max(1, endOfUsed(codes.distanceLengths));
  block.put(used - FIRST_LENGTH, 5);
  block.put(distancesUsed - 1, 5);
  const lengths = new Uint8Array(used + distancesUsed);
  lengths.set(codes.lengths.subarray(0, used));
  lengths.set(codes.distanceLengths.subarray(0, distancesUsed), used);
  putCodeLengths(block, lengths);
}

function count(counts: Uint16Array, symbol: number): void {
  counts[symbol] = (counts[symbol] ?? 0) + 1;
}

/** Behind the last symbol that has a code. */
function endOfUsed(lengths: Uint8Array | Uint16Array): number {
  let end = lengths.length;
  while (end > 0 && lengths[end - 1] === 0) end -= 1;
  return end;
}

/** The order in which the lengths of the codes for code lengths are written. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** For the symbols of repetitions, how many bits tell how many. */
const RUN_EXTRA_BITS: Readonly<Record<number, number>> = { 16: 2, 17: 3, 18: 7 };

function putCodeLengths(block: BitWriter, lengths: Uint8Array): void {
  const runs = runsOf(lengths);
  const counts = new Uint16Array(19);
  for (const run of runs) count(counts, run & 31);
  const codeSizes = codeLengths(counts, 7);
  const bits = codesOf(codeSizes);
  const told = Math.max(4, LENGTH_ORDER.findLastIndex((symbol) => (codeSizes[symbol] ?? 0) > 0) + 1);
  block.put(told - 4, 4);
  for (const symbol of LENGTH_ORDER.slice(0, told)) block.put(codeSizes[symbol] ?? 0, 3);
  for (const run of runs) {
    const symbol = run & 31;
    block.put(bits[symbol] ?? 0, codeSizes[symbol] ?? 0);
    if (symbol > 15) block.put(run >> 5, RUN_EXTRA_BITS[symbol] ?? 0);
  }
}

/**
 * A length as itself, three to six repetitions of it as 16, three to ten zeros as 17, up to 138 as 18; above the symbol
 * stands how many more than the least they are.
 */
function runsOf(lengths: Uint8Array): number[] {
  const runs: number[] = [];
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at] ?? 0;
    let times = 1;
    while (lengths[at + times] === length) times += 1;
    // The first of several is always written as itself, unless it is a zero.
    if (length > 0) runs.push(length);
    putRepetitions(runs, length, length > 0 ? times - 1 : times);
    at += times;
  }
  return runs;
}

function putRepetitions(runs: number[], length: number, times: number): void {
  const longest = length > 0 ? 6 : 138;
  for (let left = times; left > 0; left -= longest) {
    const now = Math.min(left, longest);
    if (now === 2) runs.push(length);
    if (now < 3) runs.push(length);
    else if (length > 0) runs.push(16 | ((now - 3) << 5));
    else if (now <= 10) runs.push(17 | ((now - 3) << 5));
    else runs.push(18 | ((now - 11) << 5));
  }
}

function putSymbols(block: BitWriter, written: Int32Array, codes: Codes): void {
  const { bits, lengths, distanceBits, distanceLengths } = codes;
  for (const one of written) {
    if (one < END_OF_BLOCK) {
      block.put(bits[one] ?? 0, lengths[one] ?? 0);
      continue;
    }
    const length = LENGTH_SYMBOLS[one >> 16] ?? 0;
    block.put(bits[length] ?? 0, lengths[length] ?? 0);
    block.put((one >> 16) - (LENGTH_BASES[length] ?? 0), lengthExtraBits(length));
    const distance = one & 0xffff;
    const symbol = distanceSymbol(distance);
    const extraBits = distanceExtraBits(symbol);
    block.put(distanceBits[symbol] ?? 0, distanceLengths[symbol] ?? 0);
    block.put((distance - 1) & ((1 << extraBits) - 1), extraBits);
  }
  block.put(bits[END_OF_BLOCK] ?? 0, lengths[END_OF_BLOCK] ?? 0);
}
