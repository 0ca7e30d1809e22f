import { isJsonObject, type JsonObject } from "../kinds/kind.ts";

/** Panels lie in rows and rows in dashboards, and no deeper. */
const DEEPEST = 2;

/** The panels of a dashboard, and the rows that they lie in. */
export function* panelsOf(holder: JsonObject, depth = 0): Generator<JsonObject> {
  // Rows that hold panels are panels today; they used to be a list of their own.
  for (const key of ["panels", "rows"]) {
    const list = holder[key];
    if (!Array.isArray(list)) continue;
    for (const panel of list) {
      if (!isJsonObject(panel)) continue;
      yield panel;
      if (depth < DEEPEST) yield* panelsOf(panel, depth + 1);
    }
  }
}

/**
 * Whether a dashboard surely has no panel of a key: its id, which a copy of a repeated panel has more behind. A panel
 * without an id of its own is given one by whoever draws it.
 */
export function hasNoPanel(spec: JsonObject, key: string): boolean {
  const ids = new Set<unknown>();
  for (const panel of panelsOf(spec)) {
    if (!Array.isArray(panel["panels"]) && (!Number.isInteger(panel["id"]) || ids.has(panel["id"]))) return false;
    ids.add(panel["id"]);
  }
  const [digits] = /^\d+/.exec(key) ?? [];
  return digits === undefined || !ids.has(Number(digits));
}
