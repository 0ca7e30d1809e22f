import { isObject, type JsonObject, listOf, numberOf, objectOf, textOf } from "../json.ts";
import { modernMappings } from "./old-mappings.ts";
import { modernThresholds } from "./old-thresholds.ts";

/**
 * Gauges and stats of schema 18 to 24 kept how values are shown in their options: first as `valueOptions` with
 * limits beside it, then as `fieldOptions`. Both become `fieldConfig` and `reduceOptions`.
 */
export function moveFieldOptions(panel: JsonObject): JsonObject {
  const options = panel["options-gauge"] ?? panel["options"];
  if (!isObject(options)) return panel;
  const { "options-gauge": _, ...rest } = panel;
  if (isObject(options["fieldOptions"])) return fromFieldOptions({ ...rest, options });
  return isObject(options["valueOptions"]) || panel["options-gauge"] !== undefined
    ? fromValueOptions({ ...rest, options })
    : panel;
}

function fromFieldOptions(panel: JsonObject): JsonObject {
  const { fieldOptions, ...options } = objectOf(panel["options"]);
  const { calcs, values, limit, defaults, override, overrides, thresholds, mappings } = objectOf(fieldOptions);
  const own = objectOf(panel["fieldConfig"]);
  const { title, ...settings } = {
    ...(thresholds === undefined ? {} : { thresholds }),
    ...(mappings === undefined ? {} : { mappings }),
    ...objectOf(defaults),
    ...objectOf(override),
  } as JsonObject; // spreads of foreign objects lose their index signature
  return {
    ...panel,
    options: { reduceOptions: { calcs, values: values === true, fields: "", limit }, ...options },
    fieldConfig: {
      ...own,
      defaults: {
        ...modernSettings(settings),
        ...(textOf(title) === "" ? {} : { displayName: title }),
        ...objectOf(own["defaults"]),
      },
      overrides: [...listOf(overrides), ...listOf(own["overrides"])],
    },
  };
}

function fromValueOptions(panel: JsonObject): JsonObject {
  const { valueOptions, minValue, maxValue, thresholds, valueMappings, ...options } = objectOf(panel["options"]);
  const { stat, unit, decimals } = objectOf(valueOptions);
  return {
    ...panel,
    options: { reduceOptions: { calcs: [textOf(stat, "mean")], values: false, fields: "" }, ...options },
    fieldConfig: {
      overrides: [],
      ...objectOf(panel["fieldConfig"]),
      defaults: {
        ...modernSettings({ unit, decimals, thresholds, mappings: valueMappings }),
        min: numberOf(minValue) ?? 0,
        max: numberOf(maxValue) ?? 100,
        ...objectOf(objectOf(panel["fieldConfig"])["defaults"]),
      },
    },
  };
}

function modernSettings(settings: JsonObject): JsonObject {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key === "thresholds") return [key, modernThresholds(value)];
      return [key, key === "mappings" ? modernMappings(value) : value];
    }),
  );
}
