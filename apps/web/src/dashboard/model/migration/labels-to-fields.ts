import { type JsonObject, objectsOf } from "../json.ts";

/** `labelsToFields` merged its frames itself until schema 31. */
export function mergeBehindLabels(panel: JsonObject): JsonObject {
  if (!Array.isArray(panel["transformations"])) return panel;
  const transformations = objectsOf(panel["transformations"]).flatMap((step) =>
    step["id"] === "labelsToFields" ? [step, { id: "merge", options: {} }] : [step],
  );
  return { ...panel, transformations };
}
