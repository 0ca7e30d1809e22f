import type { MappingResult, ValueMapping } from "../dashboard-document.ts";
import type { DisplayField } from "../frame/frame.ts";
import { plainCell } from "../frame/trend.ts";
import { readPattern } from "../pattern.ts";
import { dateTimeText } from "../time/time-text.ts";
import { cssColor, type Theme } from "./color-name.ts";
import { schemeColor } from "./color-scheme.ts";
import type { Cell } from "./reducer.ts";
import { stepAt } from "./thresholds.ts";
import { lineOf, type ValueText, valueText } from "./value-text.ts";

export interface DisplayContext {
  readonly theme: Theme;
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A value as it is shown. */
export interface DisplayValue extends ValueText {
  /** CSS; `undefined` where the value has no colour of its own. */
  readonly color: string | undefined;
  /** As one line. */
  readonly line: string;
  /** A mapping, not the number, speaks. */
  readonly isMapped: boolean;
}

/** One step of thresholds, such as "≥ 80 %" or, of the lowest, "< 80 %". */
interface StepReached {
  /** Where it begins; minus infinity for the lowest. */
  readonly from: number;
  readonly text: string;
}

/** A value of a field in words and colour: mapped, in its unit, or what stands for no value. */
export function displayValue(shown: Cell, field: DisplayField, context: DisplayContext): DisplayValue {
  const cell = plainCell(shown);
  const mapped = mappedValue(cell, field.settings.mappings ?? []);
  const color =
    mapped?.color === undefined ? valueColor(cell, field, context.theme) : cssColor(mapped.color, context.theme);
  const text =
    mapped?.text === undefined ? plainText(cell, field, context) : { before: "", text: mapped.text, unit: "" };
  return { ...text, color, line: lineOf(text), isMapped: mapped?.text !== undefined };
}

function plainText(cell: Cell, { type, settings }: DisplayField, { timeZone, now }: DisplayContext): ValueText {
  if (isNothing(cell)) return { before: "", text: settings.noValue ?? "–", unit: "" };
  if (typeof cell !== "number") return { before: "", text: textIn(String(cell), settings.unit), unit: "" };
  if (type === "time" && settings.unit === undefined)
    return { before: "", text: dateTimeText(cell, timeZone), unit: "" };
  return valueText(cell, { unit: settings.unit, decimals: settings.decimals, timeZone, now });
}

function isNothing(cell: Cell): boolean {
  return cell === undefined || (typeof cell === "number" && Number.isNaN(cell));
}

/** Texts pass through units, but those that only add something. */
function textIn(text: string, unit: string | undefined): string {
  const [, way, added = ""] = /^(prefix|suffix):([\s\S]*)$/.exec(unit ?? "") ?? [];
  if (way === "prefix") return `${added}${text}`;
  return way === "suffix" ? `${text}${added}` : text;
}

/** Applies the first matching mapping. NaN counts as a missing value unless a mapping names it. */
function mappedValue(cell: Cell, mappings: readonly ValueMapping[]): MappingResult | undefined {
  const ownMapping = isNan(cell) ? mappings.find((one) => one.kind === "special" && one.match === "nan") : undefined;
  for (const mapping of ownMapping === undefined ? mappings : mappings.filter((one) => !isOfNull(one))) {
    const result = resultOf(mapping, cell);
    if (result !== undefined) return result;
  }
  return undefined;
}

function isOfNull(mapping: ValueMapping): boolean {
  return mapping.kind === "special" && mapping.match === "null";
}

/** What a mapping says of a missing value. */
export function mappedNull(mappings: readonly ValueMapping[]): MappingResult | undefined {
  return mappedValue(undefined, mappings);
}

function resultOf(mapping: ValueMapping, cell: Cell): MappingResult | undefined {
  switch (mapping.kind) {
    case "value":
      return cell === undefined ? undefined : mapping.options.get(String(cell));
    case "range":
      return typeof cell === "number" && cell >= mapping.from && cell <= mapping.to ? mapping.result : undefined;
    case "regex":
      return byPattern(mapping, cell);
    case "special":
      return SPECIAL[mapping.match](cell) ? mapping.result : undefined;
  }
}

function byPattern({ pattern, result }: ValueMapping & { kind: "regex" }, cell: Cell): MappingResult | undefined {
  const regex = readPattern(pattern);
  const text = String(cell ?? "").slice(0, 2000);
  if (regex === undefined || cell === undefined || !regex.test(text)) return undefined;
  regex.lastIndex = 0;
  return result.text === undefined ? result : { ...result, text: text.replace(regex, result.text) };
}

const isNull = (cell: Cell) => cell === undefined;
const isNan = (cell: Cell) => typeof cell === "number" && Number.isNaN(cell);

const SPECIAL = {
  true: (cell: Cell) => cell === true,
  false: (cell: Cell) => cell === false,
  null: (cell: Cell) => isNull(cell) || isNan(cell),
  nan: isNan,
  "null+nan": (cell: Cell) => isNull(cell) || isNan(cell),
  empty: (cell: Cell) => cell === "",
} as const;

/** The colour that a number has by itself: by thresholds, along a scheme, or fixed. Palettes colour series, not values. */
function valueColor(cell: Cell, field: DisplayField, theme: Theme): string | undefined {
  const { color, thresholds } = field.settings;
  const mode = color?.mode ?? "thresholds";
  if (mode === "fixed" || mode === "shades") return cssColor(color?.fixedColor ?? "text", theme);
  if (typeof cell !== "number" || Number.isNaN(cell)) return undefined;
  if (mode === "thresholds") {
    if (thresholds === undefined) return undefined;
    const range = thresholds.mode === "absolute" ? NO_RANGE : rangeOf(field);
    return cssColor(stepAt(thresholds, cell, range)?.color ?? "text", theme);
  }
  if (!mode.startsWith("continuous-")) return undefined;
  const { min, max } = rangeOf(field);
  return schemeColor(mode, (cell - min) / (max - min || 1), theme);
}

/** The step of its thresholds that a number has reached, in words; `undefined` where a mapping speaks or thresholds do not colour. */
export function stepReached(
  cell: Cell,
  field: DisplayField,
  { timeZone, now }: DisplayContext,
): StepReached | undefined {
  const { color, thresholds, mappings = [], unit, decimals } = field.settings;
  const steps = thresholds?.steps ?? [];
  if (thresholds === undefined || steps.length < 2 || (color?.mode ?? "thresholds") !== "thresholds") return undefined;
  if (typeof cell !== "number" || Number.isNaN(cell) || mappedValue(cell, mappings) !== undefined) return undefined;
  const isAbsolute = thresholds.mode === "absolute";
  const step = stepAt(thresholds, cell, isAbsolute ? NO_RANGE : rangeOf(field));
  const from = step?.from ?? Number.NEGATIVE_INFINITY;
  const look = { unit: isAbsolute ? unit : "percent", decimals: isAbsolute ? decimals : undefined, timeZone, now };
  if (Number.isFinite(from)) return { from, text: `≥ ${lineOf(valueText(from, look))}` };
  return { from, text: `< ${lineOf(valueText(steps[1]?.from ?? 0, look))}` };
}

const NO_RANGE = { min: 0, max: 100 };
const ranges = new WeakMap<DisplayField, { readonly min: number; readonly max: number }>();

/** From the lowest to the highest value, zero between them, unless the settings say. Looked for once in a field. */
export function rangeOf(field: DisplayField): { readonly min: number; readonly max: number } {
  const known = ranges.get(field);
  if (known !== undefined) return known;
  const { min, max } = field.settings;
  const numbers = Array.from(field.values, plainCell).filter(
    (value) => typeof value === "number" && Number.isFinite(value),
  );
  const range = {
    min: min ?? numbers.reduce<number>((low, value) => Math.min(low, Number(value)), 0),
    max: max ?? numbers.reduce<number>((high, value) => Math.max(high, Number(value)), 0),
  };
  ranges.set(field, range);
  return range;
}
