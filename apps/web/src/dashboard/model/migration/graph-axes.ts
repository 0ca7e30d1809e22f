import { type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf } from "../json.ts";

/** One side of a graph panel, in today's words; what was not said is left out. */
export interface GraphAxis {
  readonly isShown: boolean;
  /** `unit`, `min`, `max`, `decimals` of the fields on it. */
  readonly settings: JsonObject;
  /** `axisLabel`, `scaleDistribution` of the fields on it. */
  readonly custom: JsonObject;
}

/** Left and right. */
export function axesOf(panel: JsonObject): readonly [GraphAxis, GraphAxis] {
  const written = listOf(panel["yaxes"]).length > 0 ? objectsOf(panel["yaxes"]) : gridAxes(panel);
  return [axisOf(written[0]), axisOf(written[1])];
}

function axisOf(written: JsonObject | undefined): GraphAxis {
  const axis = objectOf(written);
  const base = numberOf(axis["logBase"]) ?? 1;
  const label = textOf(axis["label"]);
  return {
    isShown: axis["show"] !== false,
    settings: present({
      unit: textOf(axis["format"]) || undefined,
      min: numberOf(axis["min"]),
      max: numberOf(axis["max"]),
      decimals: numberOf(axis["decimals"]),
    }),
    custom: {
      ...(label === "" ? {} : { axisLabel: label }),
      ...(base > 1 ? { scaleDistribution: { type: "log", log: base } } : {}),
    },
  };
}

/** Schema 11 and before: `y_formats`, and limits and labels in `grid` or beside it. */
function gridAxes(panel: JsonObject): readonly JsonObject[] {
  const grid = objectOf(panel["grid"]);
  const formats = listOf(panel["y_formats"] ?? [panel["y_format"], panel["y2_format"]]);
  const isShown = panel["y-axis"] !== false;
  const side = (name: "left" | "right", label: unknown) => ({
    format: formats[name === "left" ? 0 : 1] ?? "short",
    show: isShown,
    min: grid[`${name}Min`] ?? (name === "left" ? grid["min"] : undefined),
    max: grid[`${name}Max`] ?? (name === "left" ? grid["max"] : undefined),
    logBase: grid[`${name}LogBase`],
    label,
  });
  return [side("left", panel["leftYAxisLabel"]), side("right", panel["rightYAxisLabel"])];
}

function present(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** What an override needs to put a field on the right axis. */
export function rightAxisProperties(right: GraphAxis): JsonObject[] {
  const custom = Object.entries(right.custom).map(([id, value]) => ({ id: `custom.${id}`, value }));
  const settings = Object.entries(right.settings).map(([id, value]) => ({ id, value }));
  return [
    { id: "custom.axisPlacement", value: right.isShown ? "right" : "hidden" },
    ...(right.custom["axisLabel"] === undefined ? [{ id: "custom.axisLabel", value: "" }] : []),
    ...settings,
    ...custom,
  ];
}
