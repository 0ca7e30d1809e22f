import { isObject, type JsonObject, numberOf, objectOf, objectsOf, scalarText, textOf } from "../json.ts";
import { colorReached } from "./old-thresholds.ts";

/**
 * Mappings of schema 29 and before, `{type: 1, value, text}` and `{type: 2, from, to, text}`, in today's form.
 *
 * @param thresholds - of the field: a text that is a number had the colour that this number reached
 */
export function modernMappings(value: unknown, thresholds?: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((mapping) => (isObject(mapping) ? modernMapping(mapping, thresholds) : mapping));
}

function modernMapping(mapping: JsonObject, thresholds: unknown): JsonObject {
  const type = numberOf(mapping["type"]);
  const written = isObject(mapping["options"]) || typeof mapping["type"] === "string";
  if (type === undefined || (written && type > 2)) return mapping;
  return type === 2 ? rangeMapping(mapping, thresholds) : valueMapping(mapping, thresholds);
}

function valueMapping({ value, text }: JsonObject, thresholds?: unknown): JsonObject {
  const subject = scalarText(value) ?? "null";
  const result = resultOf(text, thresholds);
  if (subject === "null") return { type: "special", options: { match: "null", result } };
  return { type: "value", options: Object.fromEntries([[subject, result]]) };
}

function rangeMapping({ from, to, text }: JsonObject, thresholds?: unknown): JsonObject {
  const ends = { from: numberOf(from) ?? null, to: numberOf(to) ?? null };
  const result = resultOf(text, thresholds);
  if (from === "null" && to === "null") return { type: "special", options: { match: "null", result } };
  return { type: "range", options: { ...ends, result } };
}

function resultOf(text: unknown, thresholds: unknown): JsonObject {
  const color = colorReached(thresholds, Number.parseFloat(textOf(text)));
  return { text: textOf(text), ...(color === undefined ? {} : { color }) };
}

/** `valueMaps` and `rangeMaps` of singlestat panels and of old table styles; `mappingType` says which of them count. */
export function mappingsOfMaps({ mappingType, valueMaps, rangeMaps }: JsonObject): JsonObject[] {
  const type = numberOf(mappingType) ?? (objectsOf(rangeMaps).length > 0 && objectsOf(valueMaps).length === 0 ? 2 : 1);
  return type === 2
    ? objectsOf(rangeMaps).map((map) => rangeMapping(map))
    : objectsOf(valueMaps).map((map) => valueMapping(map));
}

/** Brings the mappings of `fieldConfig` into today's form, those of overrides too. */
export function modernFieldMappings(panel: JsonObject): JsonObject {
  if (!isObject(panel["fieldConfig"])) return panel;
  const { defaults, overrides } = panel["fieldConfig"];
  const settings = objectOf(defaults);
  return {
    ...panel,
    fieldConfig: {
      ...panel["fieldConfig"],
      ...("mappings" in settings
        ? { defaults: { ...settings, mappings: modernMappings(settings["mappings"], settings["thresholds"]) } }
        : {}),
      ...(Array.isArray(overrides) ? { overrides: overrides.map(modernOverride) } : {}),
    },
  };
}

function modernOverride(override: unknown): unknown {
  if (!isObject(override) || !Array.isArray(override["properties"])) return override;
  return {
    ...override,
    properties: override["properties"].map((property: unknown) =>
      isObject(property) && property["id"] === "mappings"
        ? { ...property, value: modernMappings(property["value"]) }
        : property,
    ),
  };
}
