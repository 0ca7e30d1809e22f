import { isObject, type JsonObject, objectOf, objectsOf } from "../json.ts";

/** `labelsToFields` merged its frames itself until schema 31. */
export function mergeBehindLabels(panel: JsonObject): JsonObject {
  if (!Array.isArray(panel["transformations"])) return panel;
  const transformations = objectsOf(panel["transformations"]).flatMap((step) =>
    step["id"] === "labelsToFields" ? [step, { id: "merge", options: {} }] : [step],
  );
  return { ...panel, transformations };
}

/** `timeSeriesTable` had one list for the values of all queries until schema 39. */
export function statOfEachQuery(panel: JsonObject): JsonObject {
  if (!Array.isArray(panel["transformations"])) return panel;
  const transformations = objectsOf(panel["transformations"]).map((step) => {
    const { refIdToStat, ...options } = objectOf(step["options"]);
    if (step["id"] !== "timeSeriesTable" || !isObject(refIdToStat)) return step;
    const byRefId = Object.fromEntries(Object.entries(refIdToStat).map(([refId, stat]) => [refId, { stat }]));
    return { ...step, options: { ...options, ...byRefId } };
  });
  return { ...panel, transformations };
}
