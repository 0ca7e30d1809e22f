import {
  all,
  type Code,
  copyBytes,
  type FunctionBody,
  get,
  give,
  i8x16,
  i16x8,
  i32,
  i32x4,
  NO_BYTE as NONE,
  repeatWhile,
  set,
  sumOfLanes,
  v128,
  when,
} from "./assembler.ts";

/** 16 bytes of ones followed by 16 of zeros: loaded from the middle, it masks the end of a row. */
export const MASK_AT = 0;
const ONES = Array<number>(16).fill(1);

/** PNG's predictor of the three neighbours left, above and above left, for eight 16-bit numbers. */
function paeth(a: Code, b: Code, c: Code, [pa, pb, pc]: readonly [number, number, number]): Code {
  return all(
    set(pa, i16x8.sub(b, c)),
    set(pb, i16x8.sub(a, c)),
    set(pc, i16x8.abs(i16x8.add(get(pa), get(pb)))),
    set(pa, i16x8.abs(get(pa))),
    set(pb, i16x8.abs(get(pb))),
    v128.select(
      a,
      v128.select(b, c, i16x8.leS(get(pb), get(pc))),
      v128.and(i16x8.leS(get(pa), get(pb)), i16x8.leS(get(pa), get(pc))),
    ),
  );
}

/** The mean rounded down; the machine's own rounds up. */
function average(a: Code, b: Code, ones: Code): Code {
  return i8x16.sub(i8x16.averageU(a, b), v128.and(v128.xor(a, b), ones));
}

function unfilterCode(): Code {
  const [source, target, rows, rowBytes, bytesPerPixel, type, at, above] = [0, 1, 2, 3, 4, 5, 6, 7];
  const [left, raw, up, upLeft, pa, pb, pc, ones] = [8, 9, 10, 11, 12, 13, 14, 15];
  const here = (base: number): Code => i32.add(get(base), get(at));
  const over = (step: Code, ...body: Code[]): Code =>
    all(set(at, i32.of(0)), repeatWhile(i32.ltS(get(at), get(rowBytes)), ...body, set(at, i32.add(get(at), step))));
  const pixel = (prediction: Code): Code =>
    over(
      get(bytesPerPixel),
      set(up, v128.load64(here(above))),
      set(left, i8x16.add(v128.load64(here(source)), prediction)),
      set(upLeft, get(up)),
      v128.store64(here(target), get(left)),
    );
  const wide = (value: number): Code => i16x8.extendLow(get(value));
  const predicted = paeth(wide(left), wide(up), wide(upLeft), [pa, pb, pc]);
  const isType = (number: number): Code => i32.eq(get(type), i32.of(number));
  return all(
    set(ones, v128.of(ONES)),
    repeatWhile(
      i32.gtS(get(rows), i32.of(0)),
      set(type, i32.loadByte(get(source))),
      set(source, i32.add(get(source), i32.of(1))),
      set(above, i32.sub(get(target), get(rowBytes))),
      set(left, v128.of(Array<number>(16).fill(0))),
      set(upLeft, get(left)),
      when(i32.gtS(get(type), i32.of(4)), give(i32.of(0))),
      when(isType(0), over(i32.of(16), v128.store(here(target), v128.load(here(source))))),
      when(isType(1), pixel(get(left))),
      when(
        isType(2),
        over(
          i32.of(16),
          set(raw, v128.load(here(source))),
          v128.store(here(target), i8x16.add(get(raw), v128.load(here(above)))),
        ),
      ),
      when(isType(3), pixel(average(get(left), get(up), get(ones)))),
      when(isType(4), pixel(i8x16.narrow(predicted, v128.of(Array<number>(16).fill(0))))),
      set(source, i32.add(get(source), get(rowBytes))),
      set(target, i32.add(get(target), get(rowBytes))),
      set(rows, i32.sub(get(rows), i32.of(1))),
    ),
    i32.of(1),
  );
}

/** `unfilter(source, target, rows, rowBytes, bytesPerPixel)`: 0 at an unknown filter. The row above lies before target. */
export const unfilter: FunctionBody = {
  name: "unfilter",
  parameters: 5,
  integers: 3,
  vectors: 8,
  code: unfilterCode(),
};

/**
 * `filterRow(current, above, candidates, stride, rowBytes, bytesPerPixel, target)`: tries Up, Sub, Average and Paeth,
 * writes the best with its filter byte. Zeros lie before each row.
 */
function filterRowCode(): Code {
  const [current, above, candidates, stride, rowBytes, bytesPerPixel, target] = [0, 1, 2, 3, 4, 5, 6];
  const [at, best, sum, bestSum] = [7, 8, 9, 10];
  const [raw, left, up, upLeft, mask, filtered, sumUp, sumSub, sumAverage, sumPaeth, pa, pb, pc, low, ones] = [
    11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
  ];
  const here = (base: number): Code => i32.add(get(base), get(at));
  const before = (base: number): Code => i32.sub(here(base), get(bytesPerPixel));
  const tryOut = (index: number, total: number, prediction: Code): Code =>
    all(
      set(filtered, v128.and(i8x16.sub(get(raw), prediction), get(mask))),
      v128.store(i32.add(here(candidates), i32.mul(get(stride), i32.of(index))), get(filtered)),
      set(total, i32x4.add(get(total), i32x4.addPairs(i16x8.addPairs(i8x16.abs(get(filtered)))))),
    );
  const halves = (extend: (value: Code) => Code): Code =>
    paeth(extend(get(left)), extend(get(up)), extend(get(upLeft)), [pa, pb, pc]);
  const consider = (index: number, filter: number, total: number): Code =>
    when(
      i32.gtS(get(bestSum), i32.of(0)),
      set(sum, sumOfLanes(get(total))),
      when(
        i32.leS(get(sum), get(bestSum)),
        set(bestSum, get(sum)),
        i32.storeByte(get(target), i32.of(filter)),
        set(best, i32.add(get(candidates), i32.mul(get(stride), i32.of(index)))),
      ),
    );
  return all(
    ...[sumUp, sumSub, sumAverage, sumPaeth].map((total) => set(total, v128.of(Array<number>(16).fill(0)))),
    set(mask, v128.load(i32.of(MASK_AT))),
    set(ones, v128.of(ONES)),
    repeatWhile(
      i32.ltS(get(at), get(rowBytes)),
      when(
        i32.ltS(i32.sub(get(rowBytes), get(at)), i32.of(16)),
        set(mask, v128.load(i32.sub(i32.of(MASK_AT + 16), i32.sub(get(rowBytes), get(at))))),
      ),
      set(raw, v128.load(here(current))),
      set(left, v128.load(before(current))),
      set(up, v128.load(here(above))),
      set(upLeft, v128.load(before(above))),
      tryOut(0, sumUp, get(up)),
      tryOut(1, sumSub, get(left)),
      tryOut(2, sumAverage, average(get(left), get(up), get(ones))),
      set(low, halves(i16x8.extendLow)),
      tryOut(3, sumPaeth, i8x16.narrow(get(low), halves(i16x8.extendHigh))),
      set(at, i32.add(get(at), i32.of(16))),
    ),
    set(bestSum, i32.of(0x7fffffff)),
    consider(0, 2, sumUp),
    consider(1, 1, sumSub),
    consider(2, 3, sumAverage),
    consider(3, 4, sumPaeth),
    copyBytes(i32.add(get(target), i32.of(1)), get(best), get(rowBytes)),
    get(bestSum),
  );
}

export const filterRow: FunctionBody = {
  name: "filterRow",
  parameters: 7,
  integers: 4,
  vectors: 15,
  code: filterRowCode(),
};

/** Groups of four pixels, turned by an order of their bytes; what has no place in it is taken from `rest`. */
function turnCode(order: readonly number[], rest: readonly number[], { from, to }: { from: number; to: number }): Code {
  const [source, target, pixels, turned, fixed] = [0, 1, 2, 3, 4];
  return all(
    set(turned, v128.of(order)),
    set(fixed, v128.of(rest)),
    repeatWhile(
      i32.gtS(get(pixels), i32.of(0)),
      v128.store(get(target), v128.or(v128.swizzle(v128.load(get(source)), get(turned)), get(fixed))),
      set(source, i32.add(get(source), i32.of(from))),
      set(target, i32.add(get(target), i32.of(to))),
      set(pixels, i32.sub(get(pixels), i32.of(4))),
    ),
    i32.of(0),
  );
}

/**
 * `opaque(source, target, pixels)`: red, green and blue to blue, green, red and 255; writes whole groups of four pixels.
 */
export const opaque: FunctionBody = {
  name: "opaque",
  parameters: 3,
  integers: 0,
  vectors: 2,
  code: turnCode(
    [2, 1, 0, NONE, 5, 4, 3, NONE, 8, 7, 6, NONE, 11, 10, 9, NONE],
    Array.from({ length: 16 }, (_, at) => (at % 4 === 3 ? 255 : 0)),
    { from: 12, to: 16 },
  ),
};

/** `colours(source, target, pixels)`: blue, green, red and alpha to red, green and blue; the same way back. */
export const colours: FunctionBody = {
  name: "colours",
  parameters: 3,
  integers: 0,
  vectors: 2,
  code: turnCode([2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, NONE, NONE, NONE, NONE], Array<number>(16).fill(0), {
    from: 16,
    to: 12,
  }),
};

/** `multiplied(source, target, pixels)`: as `multiplyByAlpha`, four pixels at a time; red and blue change places. */
function multipliedCode(): Code {
  const [source, target, pixels] = [0, 1, 2];
  const [bytes, alphas, low, high, turned, spread, alphaPlaces, half] = [3, 4, 5, 6, 7, 8, 9, 10];
  const divided = (product: number): Code =>
    i16x8.shrU(i16x8.add(get(product), i16x8.shrU(get(product), i32.of(8))), i32.of(8));
  const ofPixels = (order: readonly number[]): Code =>
    v128.of([0, 4, 8, 12].flatMap((first) => order.map((at) => (at === NONE ? NONE : first + at))));
  return all(
    set(turned, ofPixels([2, 1, 0, 3])),
    set(spread, ofPixels([3, 3, 3, NONE])),
    // Alpha itself is multiplied by 255: it stays.
    set(alphaPlaces, v128.of(Array.from({ length: 16 }, (_, at) => (at % 4 === 3 ? 255 : 0)))),
    set(half, v128.of(Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? 128 : 0)))),
    repeatWhile(
      i32.gtS(get(pixels), i32.of(0)),
      set(bytes, v128.swizzle(v128.load(get(source)), get(turned))),
      set(alphas, v128.or(v128.swizzle(get(bytes), get(spread)), get(alphaPlaces))),
      set(low, i16x8.add(i16x8.mulLow(get(bytes), get(alphas)), get(half))),
      set(high, i16x8.add(i16x8.mulHigh(get(bytes), get(alphas)), get(half))),
      v128.store(get(target), i8x16.narrow(divided(low), divided(high))),
      set(source, i32.add(get(source), i32.of(16))),
      set(target, i32.add(get(target), i32.of(16))),
      set(pixels, i32.sub(get(pixels), i32.of(4))),
    ),
    i32.of(0),
  );
}

export const multiplied: FunctionBody = {
  name: "multiplied",
  parameters: 3,
  integers: 0,
  vectors: 8,
  code: multipliedCode(),
};

/**
 * `adler32(from, length, checksum)` for a length that is a multiple of 16.
 *
 * @see RFC 1950, 8.2
 */
function adlerCode(): Code {
  const [from, length, checksum, a, b, end] = [0, 1, 2, 3, 4, 5];
  const [bytes, sums, prefix, weighted, earlier, later] = [6, 7, 8, 9, 10, 11];
  const zero = v128.of(Array<number>(16).fill(0));
  const weights = (first: number): Code => v128.of(Array.from({ length: 8 }, (_, index) => [first - index, 0]).flat());
  const modulo = (value: Code): Code => i32.remU(value, i32.of(65_521));
  return all(
    set(earlier, weights(16)),
    set(later, weights(8)),
    set(a, i32.and(get(checksum), i32.of(0xffff))),
    set(b, modulo(i32.shrU(get(checksum), i32.of(16)))),
    repeatWhile(
      i32.gtS(get(length), i32.of(0)),
      // So many bytes keep the sums within 32 bits.
      set(end, i32.of(5552)),
      when(i32.ltS(get(length), get(end)), set(end, get(length))),
      set(length, i32.sub(get(length), get(end))),
      set(b, i32.add(get(b), i32.mul(get(a), get(end)))),
      set(end, i32.add(get(end), get(from))),
      set(sums, zero),
      set(prefix, zero),
      set(weighted, zero),
      repeatWhile(
        i32.ltS(get(from), get(end)),
        set(bytes, v128.load(get(from))),
        set(prefix, i32x4.add(get(prefix), get(sums))),
        set(sums, i32x4.add(get(sums), i32x4.addPairs(i16x8.addPairs(get(bytes))))),
        set(weighted, i32x4.add(get(weighted), i32x4.dot(i16x8.extendLow(get(bytes)), get(earlier)))),
        set(weighted, i32x4.add(get(weighted), i32x4.dot(i16x8.extendHigh(get(bytes)), get(later)))),
        set(from, i32.add(get(from), i32.of(16))),
      ),
      set(weighted, i32x4.add(get(weighted), i32x4.shl(get(prefix), i32.of(4)))),
      set(b, modulo(i32.add(get(b), sumOfLanes(get(weighted))))),
      set(a, modulo(i32.add(get(a), sumOfLanes(get(sums))))),
    ),
    i32.or(i32.shl(get(b), i32.of(16)), get(a)),
  );
}

export const adler32: FunctionBody = { name: "adler32", parameters: 3, integers: 3, vectors: 6, code: adlerCode() };
