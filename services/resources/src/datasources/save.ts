import type { Author } from "../access/caller.ts";
import { slugOf } from "../dashboards/slug.ts";
import { ResourceError } from "../errors.ts";
import { dataSourceKind } from "../kinds/data-source.ts";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import { createObject } from "../objects/create.ts";
import type { Body } from "../objects/draft.ts";
import { isName } from "../objects/name.ts";
import { replaceObject } from "../objects/replace.ts";
import { readCurrent, type Store } from "../objects/store.ts";
import { type DataSource, findDataSource } from "./data-sources.ts";

/** What people fill in of a data source. */
export interface DataSourceDraft {
  readonly name: string;
  readonly type: string;
  readonly url: string;
  readonly isDefault: boolean;
  /** What is known of it besides; what is stored stays unless given. */
  readonly jsonData?: { readonly timeInterval?: string };
}

/** Who saves a data source, where, when. */
export interface DataSourceSave {
  readonly namespace: string;
  readonly author: Author;
  readonly now: Date;
}

/** @param uid - absent for one made of the name; @returns the uid; @throws ResourceError of `createObject` */
export async function addDataSource(
  db: Store,
  save: DataSourceSave,
  { uid, ...draft }: DataSourceDraft & { uid: string | undefined },
): Promise<string> {
  const named = uid !== undefined && isName(uid) ? { name: uid } : { generateName: `${slugOf(draft.name)}-` };
  const body = bodyOf(named, draft);
  return (await createObject(db, { kind: dataSourceKind, body, mode: "store", ...save })).name;
}

interface DataSourceChange extends DataSourceDraft {
  readonly uid: string;
  /** Of the state that was changed; what is absent is not compared: the last of two changes stands. */
  readonly seen: Partial<Pick<DataSource, "version" | "isDefault">>;
}

/** @throws ResourceError `data_source_overtaken`, and those of `replaceObject` */
export async function changeDataSource(db: Store, save: DataSourceSave, change: DataSourceChange): Promise<void> {
  const { uid, seen, jsonData, ...rest } = change;
  const draft =
    jsonData === undefined ? rest : { ...rest, jsonData: { ...(await jsonDataOf(db, save, uid)), ...jsonData } };
  const stored = Object.keys(seen).length === 0 ? undefined : await findDataSource(db, save.namespace, uid);
  if (stored?.uid === uid && isOther(stored, seen)) throw new ResourceError("data_source_overtaken");
  const resourceVersion = stored === undefined ? {} : { resourceVersion: stored.resourceVersion };
  const body = bodyOf({ name: uid, ...resourceVersion }, draft);
  await replaceObject(db, {
    kind: dataSourceKind,
    name: uid,
    body,
    mode: "store",
    keeps: "metadata and spec",
    ...save,
  });
}

/** What is stored stays, but for what a change names. */
async function jsonDataOf(db: Store, { namespace }: DataSourceSave, name: string): Promise<JsonObject> {
  const stored = await readCurrent(db, { resource: dataSourceKind.plural, namespace, name });
  const spec: unknown = stored === undefined ? undefined : JSON.parse(stored.spec);
  const jsonData = isJsonObject(spec) ? spec["jsonData"] : undefined;
  return isJsonObject(jsonData) ? jsonData : {};
}

/** A data source stops being the default one by a write to another one: its version tells nothing of that. */
function isOther(stored: DataSource, { version, isDefault }: DataSourceChange["seen"]): boolean {
  return (version ?? stored.version) !== stored.version || (isDefault ?? stored.isDefault) !== stored.isDefault;
}

function bodyOf(
  metadata: { name: string; resourceVersion?: string } | { generateName: string },
  draft: DataSourceDraft,
): Body {
  const { name: title, type, url, isDefault, jsonData } = draft;
  const value = { metadata, spec: { title, type, url, isDefault, ...(jsonData !== undefined && { jsonData }) } };
  return { value, text: JSON.stringify(value) };
}
