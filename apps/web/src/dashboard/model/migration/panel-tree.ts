import { type JsonObject, objectsOf } from "../json.ts";

/** Changes every panel of a document, also those that collapsed rows hold; rows themselves come through `change` too. */
export function changePanels(document: JsonObject, change: (panel: JsonObject) => JsonObject): JsonObject {
  if (!Array.isArray(document["panels"])) return document;
  return { ...document, panels: objectsOf(document["panels"]).map((panel) => changeTree(panel, change)) };
}

function changeTree(panel: JsonObject, change: (panel: JsonObject) => JsonObject): JsonObject {
  const changed = change(panel);
  if (!Array.isArray(changed["panels"])) return changed;
  return { ...changed, panels: objectsOf(changed["panels"]).map((inner) => change(inner)) };
}

/** Keeps the panels that fit, also within rows. */
export function keepPanels(document: JsonObject, isKept: (panel: JsonObject) => boolean): JsonObject {
  if (!Array.isArray(document["panels"])) return document;
  const panels = objectsOf(document["panels"]).filter(isKept);
  return {
    ...document,
    panels: panels.map((panel) =>
      Array.isArray(panel["panels"]) ? { ...panel, panels: objectsOf(panel["panels"]).filter(isKept) } : panel,
    ),
  };
}
