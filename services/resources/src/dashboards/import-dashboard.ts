import type { Author } from "../access/caller.ts";
import { findDataSource, listDataSources } from "../datasources/data-sources.ts";
import { ResourceError } from "../errors.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { isJsonObject } from "../kinds/kind.ts";
import { createObject, type Written } from "../objects/create.ts";
import { replaceObject } from "../objects/replace.ts";
import { ANNOTATIONS } from "../objects/server-metadata.ts";
import type { Store } from "../objects/store.ts";
import { fillInputs, type ImportedDashboard, type ImportInput } from "./import.ts";

/** One wish to import a dashboard. */
export interface Import {
  readonly namespace: string;
  readonly dashboard: ImportedDashboard;
  /** Values of single inputs by their names. */
  readonly values: ReadonlyMap<string, string>;
  /** Name or uid of the data source for all other inputs of that kind; absent for the default one. */
  readonly dataSource: string | undefined;
  /** Empty for the root. */
  readonly folder: string;
  /** What happens when the name is in use. */
  readonly onConflict: "refuse" | "overwrite";
  readonly author: Author;
  readonly now: Date;
  /** Characters of the document with all values in their places. */
  readonly maxLength: number;
}

/**
 * Stores a dashboard that somebody brings; only the values that it left open are put in.
 *
 * @throws ResourceError `object_exists`, `request_invalid` for an unknown data source, and those of `createObject`;
 *   HttpError `body_too_large`
 */
export async function importDashboard(db: Store, wish: Import): Promise<Written & { readonly title: string }> {
  const { namespace, dashboard, author, now } = wish;
  const specText = fillInputs(dashboard.specText, await valuesOf(db, wish), wish.maxLength);
  const annotations = wish.folder === "" ? {} : { [ANNOTATIONS.folder]: wish.folder };
  const metadata = { name: dashboard.name, annotations };
  // What is searched by and compared is what is stored: a title may be one of the values that were put in.
  const filled: unknown = specText === dashboard.specText ? dashboard.spec : JSON.parse(specText);
  const spec = isJsonObject(filled) ? filled : dashboard.spec;
  const { title } = dashboardKind.searchedFieldsOf(spec);
  const body = { value: { metadata, spec }, text: `{"metadata":${JSON.stringify(metadata)},"spec":${specText}}` };
  const write = { kind: dashboardKind, namespace, body, author, mode: "store", now } as const;
  try {
    return { ...(await createObject(db, write)), title };
  } catch (error) {
    const isThere = error instanceof ResourceError && error.code === "object_exists";
    if (!isThere || wish.onConflict === "refuse") throw error;
    return { ...(await replaceObject(db, { ...write, name: dashboard.name, keeps: "metadata" })), title };
  }
}

async function valuesOf(db: Store, { namespace, dashboard, values, dataSource }: Import): Promise<Map<string, string>> {
  const open = dashboard.inputs.filter(({ name }) => !values.has(name));
  const all = new Map(values);
  for (const { name, kind, hint } of open) if (kind === "constant") all.set(name, hint);
  const sources = open.filter(isQueryable);
  if (sources.length === 0) return all;
  const uid = await uidOfDataSource(db, namespace, dataSource);
  for (const { name } of sources) all.set(name, uid);
  return all;
}

/** Only Prometheus is queried; other data sources stay open. */
function isQueryable({ kind, hint }: ImportInput): boolean {
  return kind === "datasource" && (hint === "" || hint === "prometheus");
}

async function uidOfDataSource(db: Store, namespace: string, wanted: string | undefined): Promise<string> {
  const found =
    wanted === undefined
      ? (await listDataSources(db, namespace)).find(({ isDefault }) => isDefault)
      : await findDataSource(db, namespace, wanted);
  if (found !== undefined) return found.uid;
  throw new ResourceError("request_invalid", { detail: `There is no data source ${JSON.stringify(wanted ?? "")}.` });
}
