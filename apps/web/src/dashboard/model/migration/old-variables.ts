import { isObject, type JsonObject, objectOf, objectsOf, scalarText } from "../json.ts";

/** Variables of older documents in today's form. */
export function modernVariables(document: JsonObject, version: number): JsonObject {
  const templating = document["templating"] ?? servicesFilter(document);
  if (!isObject(templating) || !Array.isArray(templating["list"])) return document;
  const list = objectsOf(templating["list"]).map((variable) => modernVariable(variable, version));
  return { ...document, templating: { ...templating, list } };
}

/** Where schema 1 had them. */
function servicesFilter(document: JsonObject): unknown {
  const { list } = objectOf(objectOf(document["services"])["filter"]);
  return Array.isArray(list) ? { list } : undefined;
}

function modernVariable(variable: JsonObject, version: number): JsonObject {
  const { hideVariable, hideLabel, ...rest } = variable;
  const type = variable["type"] === undefined || variable["type"] === "filter" ? "query" : variable["type"];
  const hide = hideOf(variable);
  const named = { ...rest, type, ...(hide === undefined ? {} : { hide }) };
  if (type === "query") return modernQuery(named, version);
  return type === "constant" && version < 27 ? constantOf(named) : named;
}

/** What was found once is asked for anew; tags of values are no more. */
function modernQuery(variable: JsonObject, version: number): JsonObject {
  const { tags, tagsQuery, tagValuesQuery, useTags, ...untagged } = variable;
  const kept = version < 28 ? untagged : variable;
  const options = version < 29 && variable["options"] !== undefined ? { options: [] } : {};
  return { ...kept, ...options, refresh: refreshOf(variable["refresh"]) };
}

function hideOf({ hide, hideVariable, hideLabel }: JsonObject): unknown {
  if (hide !== undefined) return hide;
  if (hideVariable === true) return 2;
  return hideLabel === true ? 1 : undefined;
}

/** A list that is never asked for would stay as it was saved: it is asked for once. */
function refreshOf(refresh: unknown): number {
  return refresh === 2 ? 2 : 1;
}

/** A constant that was shown could be typed over: it is a text box now. */
function constantOf(variable: JsonObject): JsonObject {
  const query = scalarText(variable["query"]) ?? "";
  const current = { text: query, value: query, selected: true };
  const isShown = variable["hide"] === undefined || variable["hide"] === 0;
  return { ...variable, current, ...(isShown ? { type: "textbox" } : { hide: 2 }) };
}
