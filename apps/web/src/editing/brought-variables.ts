import { isObject, type JsonObject, objectOf, objectsOf, textOf } from "../dashboard/model/json.ts";

/** The variables of a document. */
export function variablesOf(document: JsonObject): readonly JsonObject[] {
  return objectsOf(objectOf(document["templating"])["list"]);
}

/**
 * Those of the offered variables that panels need and that a dashboard has not yet, with those that they need themselves;
 * in the order in which they were.
 */
export function neededVariables(
  panels: readonly JsonObject[],
  offered: readonly JsonObject[],
  document: JsonObject,
): readonly JsonObject[] {
  const own = new Set(variablesOf(document).map(nameOf));
  const absent = offered.filter((variable) => !own.has(nameOf(variable)));
  const needed = new Set<JsonObject>();
  const take = (text: string) => {
    for (const variable of absent) {
      if (needed.has(variable) || !isNamed(text, nameOf(variable))) continue;
      needed.add(variable);
      take(JSON.stringify(variable));
    }
  };
  take(JSON.stringify(panels));
  return absent.filter((variable) => needed.has(variable));
}

export function addVariables(document: JsonObject, variables: readonly JsonObject[]): JsonObject {
  if (variables.length === 0) return document;
  const templating = isObject(document["templating"]) ? document["templating"] : {};
  return { ...document, templating: { ...templating, list: [...variablesOf(document), ...variables] } };
}

export function nameOf(variable: JsonObject): string {
  return textOf(variable["name"]);
}

/** In any form of the language of dashboards: `$name`, `${name:csv}`, `[[name]]`, or a panel that is repeated over it. */
function isNamed(text: string, name: string): boolean {
  return (
    /^\w+$/.test(name) && new RegExp(`\\$${name}\\b|\\$\\{${name}\\b|\\[\\[${name}\\b|"repeat":"${name}"`).test(text)
  );
}
