import type {
  DataLink,
  FieldColor,
  FieldConfig,
  FieldOverride,
  FieldSettings,
  MappingResult,
  SpecialMatch,
  Thresholds,
  ValueMapping,
} from "./dashboard-document.ts";
import { flagOf, isObject, maybeText, numberOf, objectOf, objectsOf, oneOf, scalarText, textOf } from "./json.ts";

/** Reads `fieldConfig` of a panel: defaults, and overrides in their order. */
export function readFieldConfig(value: unknown): FieldConfig {
  const { defaults, overrides } = objectOf(value);
  return { defaults: readFieldSettings(defaults), overrides: objectsOf(overrides).map(readOverride) };
}

/** Reads field options; what is absent or unreadable is left out, so that it can lie over others. */
function readFieldSettings(value: unknown): FieldSettings {
  const written = objectOf(value);
  const read: Record<string, unknown> = {};
  for (const [key, reader] of SETTING_READERS) {
    const setting = reader(written[key]);
    if (setting !== undefined) read[key] = setting;
  }
  return read;
}

/** Reads one field option by its key (`unit`, `thresholds`, …); `undefined` for unknown keys and unreadable values. */
export function readFieldSetting(key: string, value: unknown): unknown {
  return SETTING_READERS.get(key)?.(value);
}

const SETTING_READERS: ReadonlyMap<string, (value: unknown) => unknown> = new Map<string, (value: unknown) => unknown>([
  ["unit", maybeText],
  ["decimals", numberOf],
  ["min", numberOf],
  ["max", numberOf],
  ["fieldMinMax", (value) => (typeof value === "boolean" ? value : undefined)],
  ["displayName", maybeText],
  ["displayNameFromDS", maybeText],
  ["description", maybeText],
  ["noValue", scalarText],
  ["color", readColor],
  ["thresholds", readThresholds],
  ["mappings", (value) => (Array.isArray(value) ? readMappings(value) : undefined)],
  ["links", (value) => (Array.isArray(value) ? readDataLinks(value) : undefined)],
  ["custom", (value) => (isObject(value) ? value : undefined)],
]);

const SERIES_BY = ["last", "min", "max"] as const;

function readColor(value: unknown): FieldColor | undefined {
  const { mode, fixedColor, seriesBy } = objectOf(value);
  if (typeof mode !== "string") return undefined;
  return {
    mode,
    fixedColor: maybeText(fixedColor),
    seriesBy: seriesBy === undefined ? undefined : oneOf(seriesBy, SERIES_BY, "last"),
  };
}

/** A first step without a value is minus infinity; one that is missing is added, green as a new panel has it. */
function readThresholds(value: unknown): Thresholds | undefined {
  if (!isObject(value)) return undefined;
  const steps = objectsOf(value["steps"]).map((step) => ({
    from: numberOf(step["value"]) ?? Number.NEGATIVE_INFINITY,
    color: textOf(step["color"], "green"),
  }));
  steps.sort((a, b) => (a.from === b.from ? 0 : a.from - b.from));
  if (steps[0]?.from !== Number.NEGATIVE_INFINITY) steps.unshift({ from: Number.NEGATIVE_INFINITY, color: "green" });
  return { mode: oneOf(value["mode"], ["absolute", "percentage"], "absolute"), steps };
}

const SPECIAL_MATCHES = [
  "true",
  "false",
  "null",
  "nan",
  "null+nan",
  "empty",
] as const satisfies readonly SpecialMatch[];

function readMappings(value: unknown): readonly ValueMapping[] {
  return objectsOf(value).flatMap(({ type, options }): readonly ValueMapping[] => {
    const written = objectOf(options);
    const result = readResult(written["result"]);
    switch (type) {
      case "value":
        return [{ kind: "value", options: readValueOptions(written) }];
      case "range":
        return [
          {
            kind: "range",
            from: numberOf(written["from"]) ?? Number.NEGATIVE_INFINITY,
            to: numberOf(written["to"]) ?? Number.POSITIVE_INFINITY,
            result,
          },
        ];
      case "regex": {
        // While nobody said what is to match, nothing does.
        const pattern = textOf(written["pattern"]);
        return pattern === "" ? [] : [{ kind: "regex", pattern, result }];
      }
      case "special": {
        const match = SPECIAL_MATCHES.find((word) => word === written["match"]);
        return match === undefined ? [] : [{ kind: "special", match, result }];
      }
      default:
        return [];
    }
  });
}

function readValueOptions(options: Readonly<Record<string, unknown>>): ReadonlyMap<string, MappingResult> {
  return new Map(Object.entries(options).map(([value, result]) => [value, readResult(result)]));
}

function readResult(value: unknown): MappingResult {
  const { text, color, icon, index } = objectOf(value);
  return { text: scalarText(text), color: maybeText(color), icon: maybeText(icon), index: numberOf(index) };
}

export function readDataLinks(value: unknown): readonly DataLink[] {
  return objectsOf(value).flatMap(({ title, url, targetBlank }) =>
    typeof url === "string" && url !== ""
      ? [{ title: textOf(title), url, opensNewTab: flagOf(targetBlank, false) }]
      : [],
  );
}

function readOverride({ matcher, properties }: Readonly<Record<string, unknown>>): FieldOverride {
  const { id, options } = objectOf(matcher);
  return {
    matcher: { id: textOf(id), options },
    properties: objectsOf(properties).flatMap((property) =>
      typeof property["id"] === "string" ? [{ id: property["id"], value: property["value"] }] : [],
    ),
  };
}
