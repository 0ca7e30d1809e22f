import { isObject, type JsonObject, objectOf } from "../json.ts";

const CELL_OPTIONS: ReadonlyMap<unknown, JsonObject> = new Map<unknown, JsonObject>([
  ["gradient-gauge", { type: "gauge", mode: "gradient" }],
  ["lcd-gauge", { type: "gauge", mode: "lcd" }],
  ["basic", { type: "gauge", mode: "basic" }],
  ["color-background", { type: "color-background", mode: "gradient" }],
  ["color-background-solid", { type: "color-background", mode: "basic" }],
]);

/** How a table drew its cells before schema 38, as `cellOptions`. */
function cellOptionsOf(displayMode: unknown): JsonObject {
  return CELL_OPTIONS.get(displayMode) ?? { type: typeof displayMode === "string" ? displayMode : "auto" };
}

/** Brings `displayMode` of a table's fields and overrides into today's form. */
export function modernCells(panel: JsonObject): JsonObject {
  const config = panel["fieldConfig"];
  if (panel["type"] !== "table" || !isObject(config)) return panel;
  const defaults = objectOf(config["defaults"]);
  return {
    ...panel,
    fieldConfig: {
      ...config,
      defaults: { ...defaults, ...(isObject(defaults["custom"]) ? { custom: modernCustom(defaults["custom"]) } : {}) },
      overrides: Array.isArray(config["overrides"]) ? config["overrides"].map(modernOverride) : [],
    },
  };
}

function modernCustom(custom: JsonObject): JsonObject {
  const { displayMode, ...rest } = custom;
  return displayMode === undefined ? custom : { cellOptions: cellOptionsOf(displayMode), ...rest };
}

function modernOverride(override: unknown): unknown {
  if (!isObject(override) || !Array.isArray(override["properties"])) return override;
  return {
    ...override,
    properties: override["properties"].map((property: unknown) =>
      isObject(property) && property["id"] === "custom.displayMode"
        ? { ...property, id: "custom.cellOptions", value: cellOptionsOf(property["value"]) }
        : property,
    ),
  };
}
