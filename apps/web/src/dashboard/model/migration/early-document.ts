import { isObject, type JsonObject, objectOf, objectsOf } from "../json.ts";

/** What belongs to the whole document and was named or placed otherwise until schema 14, and oddities of any version. */
export function modernDocument(document: JsonObject): JsonObject {
  return [timeOfServices, annotationsOfPulldowns, timePickerOfNav, sharedCursor, plainRefresh, plainTimePicker].reduce(
    (changed, change) => change(changed),
    document,
  );
}

function timeOfServices(document: JsonObject): JsonObject {
  const { time } = objectOf(objectOf(document["services"])["filter"]);
  return document["time"] === undefined && isObject(time) ? { ...document, time } : document;
}

function annotationsOfPulldowns(document: JsonObject): JsonObject {
  if (document["annotations"] !== undefined) return document;
  const pulldown = objectsOf(document["pulldowns"]).find(({ type }) => type === "annotations");
  return pulldown === undefined ? document : { ...document, annotations: { list: objectsOf(pulldown["annotations"]) } };
}

function timePickerOfNav(document: JsonObject): JsonObject {
  const [picker] = objectsOf(document["nav"]);
  return document["timepicker"] === undefined && picker !== undefined ? { ...document, timepicker: picker } : document;
}

function sharedCursor(document: JsonObject): JsonObject {
  if (document["graphTooltip"] !== undefined || document["sharedCrosshair"] !== true) return document;
  return { ...document, graphTooltip: 1 };
}

function plainRefresh(document: JsonObject): JsonObject {
  return document["refresh"] === undefined || typeof document["refresh"] === "string"
    ? document
    : { ...document, refresh: "" };
}

/** A list of times that nothing shows, until schema 41. */
function plainTimePicker(document: JsonObject): JsonObject {
  if (!isObject(document["timepicker"])) return document;
  const { time_options, ...timepicker } = document["timepicker"];
  return { ...document, timepicker };
}
