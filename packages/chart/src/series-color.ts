import { DESK_FONT_SIZE } from "./theme.ts";

/** How one series is told apart from the others of its panel. */
export interface SeriesColor {
  /** Index in the theme's series colours; `undefined` for the grey rest beyond 24 series. */
  readonly index: number | undefined;
  /** 0 solid, else dashed and hatched: the same colour for another series. */
  readonly pattern: 0 | SeriesPattern;
}

/** How lines and shapes are told apart by more than their colour; `dashOf` and `hatch` draw it. */
export type SeriesPattern = 1 | 2 | 3;

const DASHES: Readonly<Record<SeriesPattern, readonly number[]>> = { 1: [6, 4], 2: [2, 3], 3: [8, 3, 2, 3] };

/** Lengths of strokes and gaps in CSS pixels. @param fontSize - of the chart: on a wall both are larger */
export function dashOf(pattern: SeriesPattern, fontSize = DESK_FONT_SIZE): readonly number[] {
  return DASHES[pattern].map((length) => (length * fontSize) / DESK_FONT_SIZE);
}

/**
 * Gives each name of a panel its colour. A name has the same one in every panel and after every reload (a hash
 * into the palette), unless another name of the same panel took it before; then the next free colour is taken,
 * and when all are taken the same colours come again with dashes.
 *
 * @param names - in the order of the panel; equal names get equal colours
 * @param size - number of colours in the palette
 * @param isPatterned - whether those with different colours have different dashes, too, as far as there are any
 */
export function assignSeriesColors(names: readonly string[], size = 8, isPatterned = false): Map<string, SeriesColor> {
  const colors = new Map<string, SeriesColor>();
  const free = freeSlots(size);
  for (const name of new Set(names)) {
    const slot = takeSlot(free, hashOf(name) % size);
    colors.set(name, slot ?? { index: undefined, pattern: 0 });
  }
  return isPatterned ? inPatterns(colors) : colors;
}

const PATTERNS = [0, 1, 2, 3] as const;

/** The patterns in turn, unless another name of the same colour has that one. */
function inPatterns(colors: ReadonlyMap<string, SeriesColor>): Map<string, SeriesColor> {
  const taken = new Set<string>();
  return new Map(
    [...colors].map(([name, { index }], at): [string, SeriesColor] => {
      if (index === undefined) return [name, { index, pattern: 0 }];
      const inTurn = PATTERNS.map((_, step) => PATTERNS[(at + step) % PATTERNS.length] ?? 0);
      const pattern = inTurn.find((one) => !taken.has(`${index} ${one}`)) ?? 0;
      taken.add(`${index} ${pattern}`);
      return [name, { index, pattern }];
    }),
  );
}

/** So many series have a colour of the palette. */
const PATTERNS_OF_COLORS = [0, 1, 2] as const;

function freeSlots(size: number): SeriesColor[][] {
  return PATTERNS_OF_COLORS.map((pattern) => Array.from({ length: size }, (_, index) => ({ index, pattern })));
}

/** The wanted colour or the nearest one behind it, from the first pattern that has any left. */
function takeSlot(free: SeriesColor[][], wanted: number): SeriesColor | undefined {
  const slots = free.find((pattern) => pattern.length > 0);
  if (slots === undefined) return undefined;
  const at = slots.findIndex(({ index }) => index !== undefined && index >= wanted);
  return slots.splice(Math.max(at, 0), 1)[0];
}

/** FNV-1a, 32 bits, with a last mixing so that names that differ in one digit fall apart. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
