import { isObject, type JsonObject, numberOf, objectOf, objectsOf, scalarText, textOf } from "../json.ts";

/** Mappings of schema 29 and before, `{type: 1, value, text}` and `{type: 2, from, to, text}`, in today's form. */
export function modernMappings(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((mapping) => (isObject(mapping) ? modernMapping(mapping) : mapping));
}

function modernMapping(mapping: JsonObject): JsonObject {
  const type = numberOf(mapping["type"]);
  const written = isObject(mapping["options"]) || typeof mapping["type"] === "string";
  if (type === undefined || (written && type > 2)) return mapping;
  return type === 2 ? rangeMapping(mapping) : valueMapping(mapping);
}

function valueMapping({ value, text }: JsonObject): JsonObject {
  const subject = scalarText(value) ?? "null";
  const result = { text: textOf(text) };
  if (subject === "null") return { type: "special", options: { match: "null", result } };
  return { type: "value", options: Object.fromEntries([[subject, result]]) };
}

function rangeMapping({ from, to, text }: JsonObject): JsonObject {
  const ends = { from: numberOf(from) ?? null, to: numberOf(to) ?? null };
  if (from === "null" && to === "null") {
    return { type: "special", options: { match: "null", result: { text: textOf(text) } } };
  }
  return { type: "range", options: { ...ends, result: { text: textOf(text) } } };
}

/** `valueMaps` and `rangeMaps` of singlestat panels and of old table styles; `mappingType` says which of them count. */
export function mappingsOfMaps({ mappingType, valueMaps, rangeMaps }: JsonObject): JsonObject[] {
  const type = numberOf(mappingType) ?? (objectsOf(rangeMaps).length > 0 && objectsOf(valueMaps).length === 0 ? 2 : 1);
  return type === 2 ? objectsOf(rangeMaps).map(rangeMapping) : objectsOf(valueMaps).map(valueMapping);
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
      ...("mappings" in settings ? { defaults: { ...settings, mappings: modernMappings(settings["mappings"]) } } : {}),
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
