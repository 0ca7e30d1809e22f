import type { DisplayValue } from "../../model/field/display-value.ts";
import { type ValueFormat, type ValueText, valueText } from "../../model/field/value-text.ts";

/** Widths of a bold figure and of a character of a unit, in sizes of their type. */
const FIGURE = 0.6;
const UNIT_CHARACTER = 0.58;
/** Shares of the hole: a number in its middle may be so wide, and is so large where it is short. */
const WIDEST = 0.84;
const LARGEST = 0.34;
/** A unit beside its number, in sizes of the number's type. */
const UNIT_SIZE = 0.44;

/** How a value is written into the hole of an arc. */
export interface GaugeText extends ValueText {
  /** CSS pixels. */
  readonly fontSize: number;
  readonly unitSize: number;
  /** The unit stands below the number: beside it both would lie on the arc. */
  readonly isStacked: boolean;
}

interface GaugeRoom {
  /** Of the arc inside, CSS pixels. */
  readonly hole: number;
  /** Smallest type of the unit. */
  readonly least: number;
}

/** As large as the hole allows; a number that would not fit in readable type is rounded: 123.5 million of 123,456,789. */
export function gaugeText(value: unknown, shown: DisplayValue, format: ValueFormat, room: GaugeRoom): GaugeText {
  const most = Math.floor((room.hole * WIDEST) / (FIGURE * room.least));
  const text = typeof value === "number" && !shown.isMapped ? fitting(value, shown, { format, most }) : shown;
  const beside = sizeOf(text, room, false);
  const isStacked = text.unit !== "" && !fitsBeside(text, beside, room);
  const fontSize = Math.max(room.least, isStacked ? sizeOf(text, room, true) : beside);
  const widest = (room.hole * WIDEST) / (text.unit.length * UNIT_CHARACTER);
  const unitSize = Math.max(room.least, Math.min(fontSize * UNIT_SIZE, isStacked ? widest : Number.POSITIVE_INFINITY));
  return { ...text, isStacked, fontSize, unitSize };
}

function sizeOf({ before, text, unit }: ValueText, { hole }: GaugeRoom, isStacked: boolean): number {
  const characters = `${before}${text}`.length + (isStacked ? 0 : unit.length * UNIT_SIZE);
  return Math.min(hole * LARGEST, (hole * WIDEST) / (Math.max(3, characters) * FIGURE));
}

function fitsBeside({ before, text, unit }: ValueText, size: number, { hole, least }: GaugeRoom): boolean {
  const unitSize = Math.max(least, UNIT_SIZE * size);
  const isLong = unit.length > text.length * 2;
  return (
    !isLong && `${before}${text}`.length * FIGURE * size + unit.length * UNIT_CHARACTER * unitSize <= hole * WIDEST
  );
}

/** With fewer and fewer decimals, then as thousands, millions and so on. */
function fitting(
  value: number,
  shown: ValueText,
  { format, most }: { readonly format: ValueFormat; readonly most: number },
): ValueText {
  const decimals = /[.,](\d+)$/.exec(shown.text)?.[1]?.length ?? 0;
  const rounded = Array.from({ length: decimals }, (_, at) =>
    valueText(value, { ...format, decimals: decimals - at - 1 }),
  );
  const scaled = [2, 1, 0].map((few) => {
    const short = valueText(value, { unit: "short", decimals: few });
    return { ...short, before: shown.before, unit: [short.unit, shown.unit].filter((part) => part !== "").join(" ") };
  });
  const fits = ({ before, text }: ValueText) => `${before}${text}`.length <= most;
  return [shown, ...rounded, ...scaled].find(fits) ?? shown;
}
