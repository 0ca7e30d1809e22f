import { type LooseOptions, numberOption, optionalObject } from "../arguments.ts";
import { warnOnce } from "../deprecation.ts";
import { bitmapRepresentation, type Representation } from "../representation.ts";
import { drawSymbol } from "./draw-symbol.ts";
import { type HslShift, readHslShift, shiftHsl } from "./hsl-shift.ts";
import { findSymbol } from "./icon-set.ts";

/** Stroke widths in 24ths of the size. */
const WEIGHTS = {
  ultralight: 0.75,
  thin: 1,
  light: 1.5,
  regular: 2,
  medium: 2.25,
  semibold: 2.5,
  bold: 2.75,
  heavy: 3,
  black: 3.5,
} as const;

const SCALES = { small: 0.8, medium: 1, large: 1.3 } as const;

export type SymbolWeight = keyof typeof WEIGHTS;
export type SymbolScale = keyof typeof SCALES;

export interface NamedImageOptions {
  /** Hue, saturation, lightness, each 0 to 1; 0.5 of the last two changes nothing. */
  readonly hslShift?: readonly number[];
  /** Default 30, at most 1024. */
  readonly pointSize?: number;
  /** Default `regular`. */
  readonly weight?: SymbolWeight;
  /** Default `medium`. */
  readonly scale?: SymbolScale;
}

const DEFAULT_POINT_SIZE = 30;
const MAX_POINT_SIZE = 1024;
const MENU_SIZE = 15;
const DENSITIES = [1, 2];

/** The symbol of a name at 1x and 2x; nothing for a name nobody knows. */
export function namedImage(name: string, given: unknown): Representation[] {
  const options = readOptions(given);
  const pointSize = numberOption(options, "pointSize") ?? DEFAULT_POINT_SIZE;
  const points = pointSize > 0 && pointSize <= MAX_POINT_SIZE ? pointSize : DEFAULT_POINT_SIZE;
  const size = Math.max(1, Math.round(points * choice(SCALES, options["scale"], "medium")));
  const strokeWidth = choice(WEIGHTS, options["weight"], "regular");
  return symbol(name, { size, strokeWidth, shift: readHslShift(options["hslShift"]) });
}

/** A symbol as menus show it. */
export function menuSymbol(name: string): Representation[] {
  return symbol(name, { size: MENU_SIZE, strokeWidth: WEIGHTS.semibold, shift: undefined });
}

interface SymbolLook {
  readonly size: number;
  readonly strokeWidth: number;
  readonly shift: HslShift | undefined;
}

function symbol(name: string, { size, strokeWidth, shift }: SymbolLook): Representation[] {
  // AppKit's own pictures; they exist on one platform and may not be passed on.
  if (/^N[SX]/.test(name)) return [];
  const body = findSymbol(name);
  if (body === undefined) return [];
  return DENSITIES.flatMap((density) => {
    const bitmap = drawSymbol(body, size * density, strokeWidth);
    if (bitmap === undefined) return [];
    return bitmapRepresentation(shift === undefined ? bitmap : shiftHsl(bitmap, shift), density);
  });
}

/** The shift alone, as an array, is the old way of giving options. */
function readOptions(given: unknown): LooseOptions {
  if (!Array.isArray(given)) return optionalObject(given);
  warnOnce("createFromNamedImage(name, hslShift) is deprecated, use createFromNamedImage(name, { hslShift }) instead.");
  return { hslShift: given };
}

function choice<T extends Readonly<Record<string, number>>>(
  table: T,
  key: unknown,
  otherwise: keyof T & string,
): number {
  const name = typeof key === "string" && Object.hasOwn(table, key) ? key : otherwise;
  return table[name] ?? 1;
}
