import type { FieldSettings, MappingResult, ThresholdStep } from "../dashboard-document.ts";
import type { Cell } from "../field/reducer.ts";
import { type JsonObject, numberOf, objectOf, objectsOf, scalarText, textOf } from "../json.ts";

/** What data say of a setting of other data. */
export interface Told {
  /** As documents call the setting: `max`, `unit`, `threshold1` … */
  readonly key: string;
  readonly value: Cell;
  /** Every value, for lists of words in the place of values. */
  readonly all: readonly Cell[];
  readonly more: JsonObject;
}

const text = (value: Cell) => scalarText(value) || undefined;

const SETTINGS: ReadonlyMap<string, (value: Cell) => FieldSettings> = new Map<string, (value: Cell) => FieldSettings>([
  ["displayName", (value) => ({ displayName: text(value) })],
  ["unit", (value) => ({ unit: text(value) })],
  ["min", (value) => ({ min: numberOf(value) })],
  ["max", (value) => ({ max: numberOf(value) })],
  ["decimals", (value) => ({ decimals: numberOf(value) })],
  ["color", (value) => ({ color: fixed(text(value)) })],
]);

function fixed(color: string | undefined): FieldSettings["color"] {
  return color === undefined ? undefined : { mode: "fixed", fixedColor: color };
}

const THRESHOLD = "threshold1";
const MAPPED = { value: "mappings.value", text: "mappings.text", color: "mappings.color" } as const;
const KEYS: ReadonlySet<string> = new Set([...SETTINGS.keys(), THRESHOLD, ...Object.values(MAPPED)]);

/** How a field of the data is used. */
export interface Use {
  /** Of a setting, `field.name`, `field.value` or `field.label`; `undefined` where the document says nothing of it. */
  readonly key: string | undefined;
  readonly reducer: string;
  readonly more: JsonObject;
}

/** What the `mappings` of the options say of a field; a field that is called like a setting is one. */
export function useOf(names: readonly string[], options: JsonObject): Use {
  const written = objectsOf(options["mappings"]).find(({ fieldName }) => names.includes(textOf(fieldName)));
  const called = names[0]?.toLowerCase() ?? "";
  return {
    key: written === undefined ? (KEYS.has(called) ? called : undefined) : textOf(written["handlerKey"]),
    reducer: textOf(written?.["reducerId"]) || "lastNotNull",
    more: objectOf(written?.["handlerArguments"]),
  };
}

/** The settings that the data tell. What they do not tell is not there, so that it hides nothing. */
export function toldSettings(told: readonly Told[]): FieldSettings {
  const each = told.flatMap(({ key, value }) => Object.entries(SETTINGS.get(key)?.(value) ?? {}));
  const steps = told.filter(({ key }) => key === THRESHOLD).flatMap(thresholdStep);
  const mappings = mappingResults(told);
  return {
    ...Object.fromEntries(each.filter(([, value]) => value !== undefined)),
    ...(steps.length > 0 && { thresholds: { mode: "absolute", steps: [LOWEST, ...steps.toSorted(rising)] } }),
    ...(mappings.size > 0 && { mappings: [{ kind: "value", options: mappings }] }),
  };
}

const LOWEST: ThresholdStep = { from: Number.NEGATIVE_INFINITY, color: "green" };
const rising = (a: ThresholdStep, b: ThresholdStep) => a.from - b.from;

function thresholdStep({ value, more }: Told): ThresholdStep[] {
  const from = numberOf(value);
  return from === undefined ? [] : [{ from, color: textOf(objectOf(more["threshold"])["color"]) || "red" }];
}

function mappingResults(told: readonly Told[]): ReadonlyMap<string, MappingResult> {
  const cellsOf = (key: string) => told.find((one) => one.key === key)?.all ?? [];
  const [texts, colors] = [cellsOf(MAPPED.text), cellsOf(MAPPED.color)];
  return new Map(
    cellsOf(MAPPED.value).flatMap((value, index): [string, MappingResult][] =>
      value === undefined ? [] : [[String(value), { text: text(texts[index]), color: text(colors[index]), index }]],
    ),
  );
}
