import {
  all,
  type Code,
  type FunctionBody,
  get,
  i8x16,
  i16x8,
  i32,
  i32x4,
  repeatWhile,
  set,
  v128,
  when,
  NO_BYTE as Z,
} from "./assembler.ts";

/** Two of four pixels side by side as 16-bit pairs: r r g g b b a a. */
const FIRST_TWO = [0, Z, 4, Z, 1, Z, 5, Z, 2, Z, 6, Z, 3, Z, 7, Z];
const LAST_TWO = [8, Z, 12, Z, 9, Z, 13, Z, 10, Z, 14, Z, 11, Z, 15, Z];
/** 16-bit numbers of two rows side by side. */
const LOW_PAIRS = [0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23];
const HIGH_PAIRS = [8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31];
const ALPHAS = [3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15];

/**
 * `horizontal(source, target, taps, weights, count)`: one row of pixels to `count` pixels of four 16-bit numbers.
 * `taps`: per pixel the offset of its first source pixel in bytes and the number of its taps, a multiple of four.
 */
function horizontalCode(): Code {
  const [source, target, taps, weights, count, from, left] = [0, 1, 2, 3, 4, 5, 6];
  const [sum, pixels, firstTwo, lastTwo] = [7, 8, 9, 10];
  const two = (lanes: number, weight: number): Code =>
    set(
      sum,
      i32x4.add(get(sum), i32x4.dot(v128.swizzle(get(pixels), get(lanes)), v128.load32Splat(get(weights), weight))),
    );
  const four = (nth: number): Code =>
    all(set(pixels, v128.load(get(from), nth * 16)), two(firstTwo, nth * 8), two(lastTwo, nth * 8 + 4));
  return all(
    set(firstTwo, v128.of(FIRST_TWO)),
    set(lastTwo, v128.of(LAST_TWO)),
    repeatWhile(
      i32.gtS(get(count), i32.of(0)),
      set(from, i32.add(get(source), i32.load(get(taps)))),
      set(left, i32.load(get(taps), 4)),
      set(sum, i32x4.splat(i32.of(128))),
      // Counting costs as much as two taps: it is done once for eight.
      repeatWhile(
        i32.gtS(get(left), i32.of(4)),
        four(0),
        four(1),
        set(from, i32.add(get(from), i32.of(32))),
        set(weights, i32.add(get(weights), i32.of(16))),
        set(left, i32.sub(get(left), i32.of(8))),
      ),
      when(i32.gtS(get(left), i32.of(0)), four(0), set(weights, i32.add(get(weights), i32.of(8)))),
      set(sum, i32x4.shiftRight(get(sum), i32.of(8))),
      v128.store64(get(target), i16x8.narrow(get(sum), get(sum))),
      set(target, i32.add(get(target), i32.of(8))),
      set(taps, i32.add(get(taps), i32.of(8))),
      set(count, i32.sub(get(count), i32.of(1))),
    ),
    i32.of(0),
  );
}

export const horizontal: FunctionBody = {
  name: "horizontal",
  parameters: 5,
  integers: 2,
  vectors: 4,
  code: horizontalCode(),
};

/**
 * `vertical(rows, weights, taps, target, bytes)`: rows of 16-bit numbers, named by the list of their addresses, to one
 * row of bytes; colours never above their alpha. `taps` is even, `bytes` (of one 16-bit row) a multiple of 32.
 */
function verticalCode(): Code {
  const [rows, weights, taps, target, bytes, at, tap, row, weight, one, other] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const [sum0, sum1, sum2, sum3, upper, lower, factor, result] = [11, 12, 13, 14, 15, 16, 17, 18];
  const sums = [sum0, sum1, sum2, sum3];
  const pairs = (low: number, high: number, offset: number): Code =>
    all(
      set(upper, v128.load(get(one), offset)),
      set(lower, v128.load(get(other), offset)),
      set(low, i32x4.add(get(low), i32x4.dot(v128.shuffle(LOW_PAIRS, get(upper), get(lower)), get(factor)))),
      set(high, i32x4.add(get(high), i32x4.dot(v128.shuffle(HIGH_PAIRS, get(upper), get(lower)), get(factor)))),
    );
  const shifted = (sum: number): Code => i32x4.shiftRight(get(sum), i32.of(20));
  return all(
    repeatWhile(
      i32.ltS(get(at), get(bytes)),
      ...sums.map((sum) => set(sum, i32x4.splat(i32.of(1 << 19)))),
      set(tap, get(taps)),
      set(row, get(rows)),
      set(weight, get(weights)),
      repeatWhile(
        i32.gtS(get(tap), i32.of(0)),
        set(factor, v128.load32Splat(get(weight))),
        set(one, i32.add(i32.load(get(row)), get(at))),
        set(other, i32.add(i32.load(get(row), 4), get(at))),
        pairs(sum0, sum1, 0),
        pairs(sum2, sum3, 16),
        set(row, i32.add(get(row), i32.of(8))),
        set(weight, i32.add(get(weight), i32.of(4))),
        set(tap, i32.sub(get(tap), i32.of(2))),
      ),
      set(result, i8x16.narrow(i16x8.narrow(shifted(sum0), shifted(sum1)), i16x8.narrow(shifted(sum2), shifted(sum3)))),
      v128.store(get(target), i8x16.minU(get(result), v128.shuffle(ALPHAS, get(result), get(result)))),
      set(target, i32.add(get(target), i32.of(16))),
      set(at, i32.add(get(at), i32.of(32))),
    ),
    i32.of(0),
  );
}

export const vertical: FunctionBody = {
  name: "vertical",
  parameters: 5,
  integers: 6,
  vectors: 8,
  code: verticalCode(),
};
