import { changesTold, creationTold, removalTold, type ToldChange } from "@vedette/identity";
import { isJsonObject, type JsonObject, type Kind } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";

/** What of a state of an object the audit log may tell. */
interface State {
  readonly folder: string;
  readonly spec: JsonObject;
}

/*
 * Of a dashboard the log tells what it is called, found by and where it lies: all else is in its versions, which can be
 * compared. Of the other kinds it tells what they are made of; what clients keep there beside may be a secret.
 */
const DASHBOARD_FIELDS: readonly string[] = ["title", "tags", "folder"];

/** What is other in the next version of an object than in the one before. */
export function changeOfObject(kind: Kind, before: State, after: State): ToldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return changesTold(was, is, toldOf(kind));
}

/** What the first version of an object holds. */
export function creationOfObject(kind: Kind, state: State): ToldChange[] {
  return creationTold(fieldsOf(state), toldOf(kind));
}

/** What the last version of an object held. */
export function removalOfObject(kind: Kind, { folder, title, tags, spec }: StoredVersion): ToldChange[] {
  // Dashboards are long: what the log tells of them need not be looked for in their text.
  const parsed: unknown = kind.plural === "dashboards" ? { title, tags } : JSON.parse(spec);
  return removalTold(fieldsOf({ folder, spec: isJsonObject(parsed) ? parsed : {} }), toldOf(kind));
}

function fieldsOf({ folder, spec }: State): JsonObject {
  return { ...spec, folder };
}

function toldOf({ plural, specProperties }: Kind): readonly string[] {
  return plural === "dashboards" ? DASHBOARD_FIELDS : [...Object.keys(specProperties), "folder"];
}
