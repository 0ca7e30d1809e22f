import type { Author, Caller } from "../access/caller.ts";
import { isAllowed } from "../access/permissions.ts";
import { type DataSource, listQueryable, pickDataSource } from "../datasources/data-sources.ts";
import { ResourceError } from "../errors.ts";
import { isSameJson } from "../json/same-json.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import { requireObjectAccess } from "../objects/access.ts";
import { createObject } from "../objects/create.ts";
import { replaceObject } from "../objects/replace.ts";
import { ANNOTATIONS } from "../objects/server-metadata.ts";
import { readCurrent, type Store } from "../objects/store.ts";
import { readStored } from "../objects/stored-state.ts";
import type { WriteMode } from "../objects/write.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { fillInputs, type ImportedDashboard, type ImportInput } from "./import.ts";

/** A dashboard that somebody brings, and what is to be put in. */
interface OpenImport {
  readonly namespace: string;
  readonly dashboard: ImportedDashboard;
  /** Values of single inputs by their names. */
  readonly values: ReadonlyMap<string, string>;
  /** Name or uid of the data source for all other inputs of that kind; absent for the default one. */
  readonly dataSource: string | undefined;
  /** Empty for the root; absent for the root, or where one that is overwritten lies. */
  readonly folder: string | undefined;
  /** Characters of the document with all values in their places. */
  readonly maxLength: number;
}

/** A question what importing a dashboard would do. */
export interface ImportQuestion extends OpenImport {
  readonly caller: Caller;
}

/** One wish to import a dashboard. */
export interface Import extends OpenImport {
  /** What happens when the name is in use by a dashboard that says something else. */
  readonly onConflict: "refuse" | "overwrite";
  readonly mode: WriteMode;
  readonly author: Author;
  readonly now: Date;
}

/** What importing did, or would do. */
export interface Imported {
  readonly name: string;
  readonly title: string;
  readonly outcome: "made" | "changed" | "unchanged";
}

/**
 * Stores a dashboard that somebody brings; only the values that it left open are put in. One that is there and says the
 * same already is left alone.
 *
 * @throws ResourceError `object_exists`, `request_invalid` for an unknown data source, and those of `createObject`;
 *   HttpError `body_too_large`
 */
export async function importDashboard(db: Store, wish: Import): Promise<Imported> {
  const { namespace, dashboard, author, mode, now } = wish;
  const { name } = dashboard;
  const { caller } = author;
  const { specText, spec, title } = await filledOf(db, wish, caller);
  const writeTo = (folder: string) => {
    const metadata = { name, annotations: folder === "" ? {} : { [ANNOTATIONS.folder]: folder } };
    const body = { value: { metadata, spec }, text: `{"metadata":${JSON.stringify(metadata)},"spec":${specText}}` };
    return { kind: dashboardKind, namespace, body, author, mode, now } as const;
  };
  const identity = { resource: dashboardKind.plural, namespace, name };
  const folder = wish.folder ?? visibleFolderOf(await readCurrent(db, identity), caller);
  try {
    await createObject(db, writeTo(folder));
    return { name, title, outcome: "made" };
  } catch (error) {
    const isThere = error instanceof ResourceError && error.code === "object_exists";
    const stored = isThere ? await readCurrent(db, identity) : undefined;
    if (stored === undefined) throw error;
    // Only whoever may see what is there is told that it says the same.
    if (isReadable(stored, caller) && isSame(stored, wish, { spec, specText }))
      return { name, title, outcome: "unchanged" };
    if (wish.onConflict === "refuse") throw error;
    await replaceObject(db, { ...writeTo(wish.folder ?? stored.folder), name, keeps: "metadata" });
    return { name, title, outcome: "changed" };
  }
}

/**
 * Says what importing would do. Nothing is written, so whoever may read what is there may ask.
 *
 * @throws ResourceError `not_allowed`, and `request_invalid` for an unknown data source; HttpError `body_too_large`
 */
export async function compareImport(db: Store, wish: ImportQuestion): Promise<Imported> {
  const { namespace, dashboard, caller } = wish;
  const { name } = dashboard;
  const stored = await readCurrent(db, { resource: dashboardKind.plural, namespace, name });
  requireObjectAccess(caller, dashboardKind, "read", stored ?? { name });
  const filled = await filledOf(db, wish, caller);
  const { title } = filled;
  if (stored === undefined) return { name, title, outcome: "made" };
  return { name, title, outcome: isSame(stored, wish, filled) ? "unchanged" : "changed" };
}

/** The document with its values put in. What is searched by and compared is this: its title may be one of them. */
async function filledOf(db: Store, wish: OpenImport, caller: Caller): Promise<Filled & { readonly title: string }> {
  const { dashboard } = wish;
  const specText = fillInputs(dashboard.specText, await valuesOf(db, wish, caller), wish.maxLength);
  const filled: unknown = specText === dashboard.specText ? dashboard.spec : JSON.parse(specText);
  const spec = isJsonObject(filled) ? filled : dashboard.spec;
  return { specText, spec, title: dashboardKind.searchedFieldsOf(spec).title };
}

interface Filled {
  readonly spec: JsonObject;
  readonly specText: string;
}

function isSame(stored: StoredVersion, { folder = stored.folder }: OpenImport, wanted: Filled): boolean {
  return folder === stored.folder && isSameJson(readStored(stored, wanted).spec, wanted.spec);
}

/** Whoever may not see where a dashboard lies is asked for the rights that a new one in the root needs. */
function visibleFolderOf(stored: StoredVersion | undefined, caller: Caller): string {
  return stored !== undefined && isReadable(stored, caller) ? stored.folder : "";
}

function isReadable(stored: StoredVersion, caller: Caller): boolean {
  const scopes = dashboardKind.scopesOf(stored);
  return isAllowed(caller.permissions, [{ action: dashboardKind.actions.read, scopes }]);
}

async function valuesOf(
  db: Store,
  { namespace, dashboard, values, dataSource }: OpenImport,
  caller: Caller,
): Promise<Map<string, string>> {
  const open = dashboard.inputs.filter(({ name }) => !values.has(name));
  const all = new Map(values);
  for (const { name, kind, hint } of open) if (kind === "constant") all.set(name, hint);
  const sources = open.filter(isQueryable);
  if (sources.length === 0) return all;
  const uid = uidOf(await listQueryable(db, namespace, caller), dataSource);
  for (const { name } of sources) all.set(name, uid);
  return all;
}

/** Only Prometheus is queried; other data sources stay open. */
function isQueryable({ kind, hint }: ImportInput): boolean {
  return kind === "datasource" && (hint === "" || hint === "prometheus");
}

/** Nobody is told which data sources there are beside those that they may ask. */
function uidOf(queryable: readonly DataSource[], wanted: string | undefined): string {
  const found = wanted === undefined ? queryable.find(({ isDefault }) => isDefault) : pickDataSource(queryable, wanted);
  if (found !== undefined) return found.uid;
  throw new ResourceError("request_invalid", { detail: `There is no data source ${JSON.stringify(wanted ?? "")}.` });
}
