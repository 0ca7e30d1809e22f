import { isObject, type JsonObject } from "../json.ts";

const RENAMED: ReadonlyMap<unknown, string> = new Map([
  ["text2", "text"],
  ["grafana-piechart-panel", "piechart"],
]);

/** Panels whose plug-in took another name. */
export function renamedType(panel: JsonObject): JsonObject {
  const type = RENAMED.get(panel["type"]);
  return type === undefined ? panel : { ...panel, type };
}

/** Options that are no object say nothing. */
export function modernOptions(panel: JsonObject): JsonObject {
  return panel["options"] === undefined || isObject(panel["options"]) ? panel : { ...panel, options: {} };
}
