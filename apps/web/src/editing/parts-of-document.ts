import { isObject, type JsonObject, numberOf, objectsOf, textOf } from "../dashboard/model/json.ts";

/** A part of a document that people change as one: a panel's member, a variable, a setting. */
export interface DocumentPart {
  /** Unique in the document: equal keys are the same part of two versions. */
  readonly key: string;
  readonly value: unknown;
}

/** Splits a document into parts; `joinParts` puts them together again. */
export function partsOf(document: JsonObject): readonly DocumentPart[] {
  return Object.entries(document).flatMap(([member, value]) => {
    if (member !== "panels") return [{ key: member, value }];
    return objectsOf(value).map((panel) => ({ key: panelKey(panel), value: panel }));
  });
}

/** Panels stand in the order of the keys. */
export function joinParts(parts: readonly DocumentPart[]): JsonObject {
  const there = parts.filter(({ value }) => value !== undefined);
  const panels = there.filter(({ key }) => isPanelKey(key)).map(({ value }) => value);
  return {
    ...Object.fromEntries(there.filter(({ key }) => !isPanelKey(key)).map(({ key, value }) => [key, value])),
    panels,
  };
}

export function panelKey(panel: JsonObject): string {
  return `panel ${numberOf(panel["id"]) ?? textOf(panel["title"])}`;
}

export function isPanelKey(key: string): boolean {
  return key.startsWith("panel ");
}

/** Whether two values say the same, in whatever order their members stand. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([x], [y]) => (x < y ? -1 : 1))) : part,
  );
}
