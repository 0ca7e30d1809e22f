import {
  all,
  type Code,
  choose,
  type FunctionBody,
  get,
  i8x16,
  i32,
  i64,
  repeatWhile,
  set,
  v128,
  when,
} from "./assembler.ts";

/** Symbols: bytes as themselves, runs by their length behind them, the end of a block. */
const [SHORTEST_RUN, LONGEST_RUN, FIRST_RUN] = [3, 258, 256];
export const END_SYMBOL = FIRST_RUN + LONGEST_RUN - SHORTEST_RUN + 1;
export const SYMBOLS = END_SYMBOL + 1;
/** How many bytes are taken at once where no run begins. */
const AT_ONCE = 8;

interface WalkLocals {
  readonly from: number;
  readonly end: number;
  readonly same: number;
  readonly length: number;
}

/** What is done with a symbol, and with the eight bytes from a place on. */
interface Visit {
  readonly symbol: (symbol: Code) => Code;
  readonly bytes: Code;
}

/** Goes through bytes, each by itself or as a part of a run: bytes that are the same as the one before. */
function walk({ from, end, same, length }: WalkLocals, { symbol, bytes }: Visit): Code {
  const step = (count: Code): Code => set(from, i32.add(get(from), count));
  const left = i32.sub(get(end), get(from));
  const equal = (offset: Code): Code =>
    i8x16.bits(
      i8x16.eq(v128.load(i32.add(get(from), offset)), v128.load(i32.sub(i32.add(get(from), offset), i32.of(1)))),
    );
  const shortened = (most: Code): Code => when(i32.gtS(get(length), most), set(length, most));
  const run = all(
    set(length, i32.of(0)),
    set(same, i32.of(0xffff)),
    repeatWhile(
      i32.and(i32.eq(get(same), i32.of(0xffff)), i32.ltS(get(length), i32.of(LONGEST_RUN))),
      set(same, equal(get(length))),
      set(length, i32.add(get(length), i32.trailingZeros(i32.xor(get(same), i32.of(-1))))),
    ),
    shortened(i32.of(LONGEST_RUN)),
    shortened(left),
  );
  const one = all(symbol(i32.loadByte(get(from))), step(i32.of(1)));
  return repeatWhile(
    i32.ltS(get(from), get(end)),
    set(same, equal(i32.of(0))),
    set(same, i32.and(get(same), i32.and(i32.shrU(get(same), i32.of(1)), i32.shrU(get(same), i32.of(2))))),
    // How many bytes there are before the first run.
    set(length, i32.trailingZeros(i32.or(get(same), i32.of(1 << AT_ONCE)))),
    shortened(left),
    choose(
      i32.eq(get(length), i32.of(AT_ONCE)),
      all(bytes, step(i32.of(AT_ONCE))),
      choose(
        i32.eq(get(length), i32.of(0)),
        all(
          run,
          choose(
            i32.ltS(get(length), i32.of(SHORTEST_RUN)),
            one,
            all(symbol(i32.add(get(length), i32.of(FIRST_RUN - SHORTEST_RUN))), step(get(length))),
          ),
        ),
        repeatWhile(i32.gtS(get(length), i32.of(0)), one, set(length, i32.sub(get(length), i32.of(1)))),
      ),
    ),
  );
}

/** They take turns: a count that was written this moment is slow to read. */
export const COUNT_TABLES = 4;

/** `countRuns(from, end, counts)`: adds how often each symbol occurs. The byte before the first is looked at, too. */
function countCode(): Code {
  const [from, end, counts, same, length, at] = [0, 1, 2, 3, 4, 5];
  const symbol = (value: Code, table = 0): Code =>
    all(
      set(at, i32.add(get(counts), i32.shl(value, i32.of(2)))),
      i32.store(get(at), i32.add(i32.load(get(at), table), i32.of(1)), table),
    );
  const bytes = all(
    ...Array.from({ length: AT_ONCE }, (_, nth) =>
      symbol(i32.loadByte(get(from), nth), (nth % COUNT_TABLES) * SYMBOLS * 4),
    ),
  );
  return all(walk({ from, end, same, length }, { symbol: (value) => symbol(value), bytes }), i32.of(0));
}

export const countRuns: FunctionBody = { name: "countRuns", parameters: 3, integers: 3, vectors: 0, code: countCode() };

/**
 * `writeRuns(from, end, codes, target, begun)`: writes the code of each symbol behind so many bits at `target`, and gives
 * how many there are then. A code is its bits above the six of their number.
 */
function writeCode(): Code {
  const [from, end, codes, target, count, same, length, code, start, bits] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const put = (value: Code): Code =>
    all(
      set(code, i32.load(i32.add(get(codes), i32.shl(value, i32.of(2))))),
      set(bits, i64.or(get(bits), i64.shl(i64.extend(i32.shrU(get(code), i32.of(6))), i64.extend(get(count))))),
      set(count, i32.add(get(count), i32.and(get(code), i32.of(63)))),
    );
  const flush = all(
    i64.store(get(target), get(bits)),
    set(target, i32.add(get(target), i32.shrU(get(count), i32.of(3)))),
    set(bits, i64.shrU(get(bits), i64.extend(i32.and(get(count), i32.of(56))))),
    set(count, i32.and(get(count), i32.of(7))),
  );
  const four = (first: number): Code =>
    all(...[0, 1, 2, 3].map((nth) => put(i32.loadByte(get(from), first + nth))), flush);
  return all(
    set(start, get(target)),
    set(bits, i64.extend(i32.loadByte(get(target)))),
    walk({ from, end, same, length }, { symbol: (value) => all(put(value), flush), bytes: all(four(0), four(4)) }),
    put(i32.of(END_SYMBOL)),
    i64.store(get(target), get(bits)),
    i32.add(i32.shl(i32.sub(get(target), get(start)), i32.of(3)), get(count)),
  );
}

export const writeRuns: FunctionBody = {
  name: "writeRuns",
  parameters: 5,
  integers: 4,
  longs: 1,
  vectors: 0,
  code: writeCode(),
};
