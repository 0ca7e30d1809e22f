import type { Action, Need } from "../access/permissions.ts";
import { ROOT_FOLDER } from "../access/scopes.ts";
import type { Schema } from "../discovery/schemas.ts";
import type { FieldFault, Subject } from "../errors.ts";
import type { StoredVersion } from "../resource-tables.ts";

/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What of a spec the store searches by. */
interface SearchedFields {
  readonly title: string;
  readonly tags: readonly string[];
  /** A line each; empty for kinds without panels. */
  readonly panelTitles: string;
}

/** Which object a permission is asked for. A part that is left out gives no scope; an empty folder is the root. */
export interface Place {
  readonly name?: string;
  readonly folder?: string;
}

/** What a cell of a table is made from. */
type CellSource = Pick<StoredVersion, "name" | "title" | "folder" | "tags" | "generation" | "created_at" | "spec">;

/** One column of the tables that command-line clients print. */
export interface Column {
  readonly name: string;
  readonly type: "string" | "integer";
  /** `name` for the column that names the object, else empty. */
  readonly format: string;
  readonly description: string;
  /** 0 for columns that always show, 1 for those of a wide table. */
  readonly priority: 0 | 1;
  /** The cell is made from the spec; without, it is not even read. */
  readonly readsSpec?: boolean;
  readonly cellOf: (object: CellSource) => string | number;
}

/** Everything that is different between two kinds of resource; all else is written once for all of them. */
export interface Kind {
  /** As in the body, e.g. `Dashboard`. */
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  /** Begins the server's own labels and annotations instead of `vedette.app`, for clients of another product. */
  readonly dialect?: string;
  /** As in the address, e.g. `dashboards`. */
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  /** What it is shown by beside its own name, `all` for `kubectl get all`. */
  readonly categories?: readonly string[];
  /** Read-only parts with an address of their own below the object's. */
  readonly subresources?: readonly { readonly name: string; readonly kind: string }[];
  /** One sentence for `kubectl explain`. */
  readonly description: string;
  /** Keys of the spec that are described to clients; others are kept as well. */
  readonly specProperties: Readonly<Record<string, Schema>>;
  /** Keys that are not described mean something, too: none is ever said to be unknown. */
  readonly isOpen: boolean;
  readonly actions: {
    readonly create: Action;
    readonly read: Action;
    readonly update: Action;
    readonly remove: Action;
  };
  /** Names may be made from `metadata.generateName`. */
  readonly hasGeneratedNames: boolean;
  /** A PUT must carry `metadata.resourceVersion`. */
  readonly requiresVersion: boolean;
  /** Names of objects that belong to the server: nobody changes or removes them. */
  readonly reservedNames: readonly string[];
  /** Objects lie in folders. */
  readonly hasFolders: boolean;
  /** A permission on a folder is one on what lies in it. */
  readonly isCoveredByFolder: boolean;
  /** What tables show, the name first. */
  readonly columns: readonly Column[];
  /** What makes a spec unfit to be stored; nothing else of it is looked at. */
  faultsOf(spec: JsonObject): FieldFault[];
  searchedFieldsOf(spec: JsonObject): SearchedFields;
  /** Scopes of one object; any of them suffices. */
  scopesOf(place: Place): string[];
  /** Ways to be allowed to make an object at this place. */
  needsToCreate(place: Place): Need[];
}

export function apiVersionOf({ group, version }: Kind): string {
  return `${group}/${version}`;
}

export function subjectOf(kind: Kind, name: string, uid?: string): Subject {
  return { kind: kind.kind, plural: kind.plural, group: kind.group, name, ...(uid === undefined ? {} : { uid }) };
}

/** `*` for the kind and the one object of it. */
export function objectScopes(plural: string, { name }: Place): string[] {
  return [`${plural}:*`, ...(name === undefined ? [] : [`${plural}:uid:${name}`])];
}

/** All folders and the one that the object lies in. */
export function folderScopes({ folder }: Place): string[] {
  return ["folders:*", ...(folder === undefined ? [] : [`folders:uid:${folder === "" ? ROOT_FOLDER : folder}`])];
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function required(field: string): FieldFault {
  return { reason: "FieldValueRequired", field, message: `${field} is required` };
}

export function invalid(field: string, problem: string): FieldFault {
  return { reason: "FieldValueInvalid", field, message: `${field} ${problem}` };
}

/** So many faults are looked for in a list: millions of them would be an answer of their own size. */
const MOST_FAULTS = 50;

/** The faults of the items of a list, the first of them. */
export function faultsOfEach<Item>(
  items: readonly Item[],
  faultsOf: (item: Item, index: number) => readonly FieldFault[],
): FieldFault[] {
  const found: FieldFault[] = [];
  for (const [index, item] of items.entries()) {
    found.push(...faultsOf(item, index));
    if (found.length >= MOST_FAULTS) break;
  }
  return found;
}

/** The fault of a text that must be there and not be empty. */
export function textFaults(field: string, value: unknown): FieldFault[] {
  if (value === undefined || value === null || value === "") return [required(field)];
  return typeof value === "string" ? [] : [invalid(field, "must be a string")];
}

/** The most that an index holds of a text that nobody else may have. */
const MAX_UNIQUE_LENGTH = 500;

/** The fault of a text that is asked for, and is unique among the objects of its kind. */
export function uniqueTextFaults(field: string, value: unknown): FieldFault[] {
  const faults = textFaults(field, value);
  if (faults.length > 0 || String(value).length <= MAX_UNIQUE_LENGTH) return faults;
  return [invalid(field, `must be at most ${MAX_UNIQUE_LENGTH} characters`)];
}

/** Text as the store can search it: without halves of surrogate pairs. */
export function searchedText(value: unknown): string {
  return typeof value === "string" ? value.toWellFormed() : "";
}
