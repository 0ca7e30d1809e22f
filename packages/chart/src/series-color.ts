/** How one series is told apart from the others of its panel. */
export interface SeriesColor {
  /** Index in the theme's series colours; `undefined` for the grey rest beyond 24 series. */
  readonly index: number | undefined;
  /** 0 solid, 1 and 2 dashed: the same colour for another series. */
  readonly pattern: 0 | 1 | 2;
}

/**
 * Gives each name of a panel its colour. A name has the same one in every panel and after every reload (a hash
 * into the palette), unless another name of the same panel took it before; then the next free colour is taken,
 * and when all are taken the same colours come again with dashes.
 *
 * @param names - in the order of the panel; equal names get equal colours
 * @param size - number of colours in the palette
 */
export function assignSeriesColors(names: readonly string[], size = 8): Map<string, SeriesColor> {
  const colors = new Map<string, SeriesColor>();
  const free = freeSlots(size);
  for (const name of new Set(names)) {
    const slot = takeSlot(free, hashOf(name) % size);
    colors.set(name, slot ?? { index: undefined, pattern: 0 });
  }
  return colors;
}

const PATTERNS = [0, 1, 2] as const;

function freeSlots(size: number): SeriesColor[][] {
  return PATTERNS.map((pattern) => Array.from({ length: size }, (_, index) => ({ index, pattern })));
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
