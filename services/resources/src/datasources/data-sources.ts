import type { Caller } from "../access/caller.ts";
import { mayQuery } from "../access/series-scope.ts";
import { BUILT_IN_DATA_SOURCE } from "../kinds/data-source.ts";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import { IS_CURRENT, type Store } from "../objects/store.ts";
import type { StoredVersion } from "../resource-tables.ts";

/** A data source as clients of the older API know it. */
export interface DataSource {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly type: string;
  readonly url: string;
  /** The one that is asked where a panel names none: of those that claim to be it, the one written last. */
  readonly isDefault: boolean;
  readonly readOnly: boolean;
  /** How often it scrapes, such as `60s`; empty where it does not say. */
  readonly timeInterval: string;
  /** Counts the changes, from 1. */
  readonly version: number;
  /** Of the state read here, for a write that must not go over another one. */
  readonly resourceVersion: string;
}

/** All data sources, by name. */
export async function listDataSources(db: Store, namespace: string): Promise<DataSource[]> {
  const rows = await db
    .selectFrom("vedette.object_versions")
    .selectAll()
    .where("resource", "=", "datasources")
    .where("namespace", "=", namespace)
    .where(IS_CURRENT)
    .orderBy("title")
    .execute();
  const specs = new Map(rows.map((row) => [row.name, specOf(row)]));
  const claiming = rows.filter((row) => specs.get(row.name)?.["isDefault"] === true);
  claiming.sort((one, other) => Number(BigInt(other.resource_version) - BigInt(one.resource_version)));
  const defaultName = claiming[0]?.name ?? BUILT_IN_DATA_SOURCE;
  return rows.map((row) => ({
    id: Number(row.internal_id),
    uid: row.name,
    name: row.title,
    type: textOf(specs.get(row.name)?.["type"]),
    url: textOf(specs.get(row.name)?.["url"]),
    isDefault: row.name === defaultName,
    readOnly: row.name === BUILT_IN_DATA_SOURCE,
    timeInterval: timeIntervalOf(specs.get(row.name)?.["jsonData"]),
    version: Number(row.generation),
    resourceVersion: row.resource_version,
  }));
}

/** The data sources that a caller may ask, by name. */
export async function listQueryable(db: Store, namespace: string, { permissions }: Caller): Promise<DataSource[]> {
  return (await listDataSources(db, namespace)).filter(({ uid }) => mayQuery(permissions, uid));
}

/** @param wanted - the uid, else the name */
export async function findDataSource(db: Store, namespace: string, wanted: string): Promise<DataSource | undefined> {
  return pickDataSource(await listDataSources(db, namespace), wanted);
}

/** @param wanted - the uid, else the name */
export function pickDataSource(all: readonly DataSource[], wanted: string): DataSource | undefined {
  return all.find(({ uid }) => uid === wanted) ?? all.find(({ name }) => name === wanted);
}

function timeIntervalOf(jsonData: unknown): string {
  return isJsonObject(jsonData) ? textOf(jsonData["timeInterval"]) : "";
}

function specOf({ spec }: StoredVersion): JsonObject {
  const value: unknown = JSON.parse(spec);
  return isJsonObject(value) ? value : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
