import type { Access, RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import type { Author, Caller } from "../access/caller.ts";
import { type Action, isAllowed } from "../access/permissions.ts";
import { folderPath, slugOf } from "../dashboards/slug.ts";
import { ResourceError } from "../errors.ts";
import { childFolders, countContent, parentsOf } from "../folders/folders.ts";
import { folderKind } from "../kinds/folder.ts";
import { folderScopes, subjectOf } from "../kinds/kind.ts";
import { visibilityOf } from "../lists/visibility.ts";
import { createObject } from "../objects/create.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import { readObject } from "../objects/read.ts";
import { removeObject } from "../objects/remove.ts";
import { replaceObject } from "../objects/replace.ts";
import { ANNOTATIONS } from "../objects/server-metadata.ts";
import { readCurrent } from "../objects/store.ts";
import { timestamp } from "../objects/version.ts";
import { authorLogins } from "../people/author-logins.ts";
import type { StoredVersion } from "../resource-tables.ts";
import type { Resources } from "../resources.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";
import { PAGING_BY_LIMIT, pageOfLimit } from "./paging.ts";

const namespace = DEFAULT_NAMESPACE;
const Name = Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 });
const Uid = Type.Object({ uid: Name });
const Parent = Type.Optional(Type.Union([Type.Literal(""), Name]));
const Title = Type.String({ minLength: 1, maxLength: 1000 });
const NewFolder = Type.Object({
  uid: Type.Optional(Type.Union([Type.Literal(""), Name, Type.Null()])),
  title: Title,
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  parentUid: Parent,
});
const ChangedFolder = Type.Object({
  title: Type.Optional(Title),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  version: Type.Optional(Type.Integer({ minimum: 0 })),
  overwrite: Type.Optional(Type.Boolean()),
});
const Move = Type.Object({ parentUid: Parent });
const ListParameters = Type.Object({ ...PAGING_BY_LIMIT, parentUid: Parent });

/** What a folder is to become. */
interface FolderState {
  readonly title: string;
  readonly description: string | undefined;
  readonly parent: string;
}

/** /api/folders: folders as clients of the older API know them. */
export const legacyFolderRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db }, access },
) => {
  const read = { permission: "folders:read" };
  const write = { permission: "folders:write" };

  app.get("/", { config: read, schema: { querystring: ListParameters } }, async (request) => {
    const { parentUid: parent = "" } = request.query;
    const visibility = visibilityOf(access.callerOf(request), folderKind);
    const found = await childFolders(db, { namespace, parent, visibility, ...pageOfLimit(request.query) });
    return parent === "" ? found : found.map((folder) => ({ ...folder, parentUid: parent }));
  });

  const create = { permission: "folders:create", resource: folderKind, verb: "create" };
  app.post("/", { config: create, schema: { body: NewFolder } }, async (request) => {
    const { uid, title, description, parentUid: parent = "" } = request.body;
    const named =
      uid === undefined || uid === null || uid === "" ? { generateName: `${slugOf(title)}-` } : { name: uid };
    const author = authorOfRequest(access, request);
    const body = bodyOf(named, { title, description, parent });
    const made = await createObject(db, { kind: folderKind, namespace, body, author, mode: "store", now: new Date() });
    return await showWritten(made.name, author.caller);
  });

  app.get("/:uid", { config: read, schema: { params: Uid } }, async (request) =>
    show(request.params.uid, access.callerOf(request)),
  );

  app.put("/:uid", { config: write, schema: { params: Uid, body: ChangedFolder } }, async (request) => {
    const author = authorOfRequest(access, request);
    const stored = await readFolder(request.params.uid, author.caller);
    const { title = stored.title, version, overwrite = false } = request.body;
    const isOvertaken = version !== undefined && String(version) !== stored.generation;
    if (isOvertaken && !overwrite) throw new ResourceError("folder_overtaken");
    const description = request.body.description ?? descriptionOf(stored);
    await save(author, stored, { title, description, parent: stored.folder });
    return await show(stored.name, author.caller);
  });

  app.post("/:uid/move", { config: write, schema: { params: Uid, body: Move } }, async (request) => {
    const author = authorOfRequest(access, request);
    const stored = await readFolder(request.params.uid, author.caller);
    const { parentUid: parent = "" } = request.body;
    await save(author, stored, { title: stored.title, description: descriptionOf(stored), parent });
    return await showWritten(stored.name, author.caller);
  });

  app.get("/:uid/counts", { config: read, schema: { params: Uid } }, async (request) => {
    const { name } = await readFolder(request.params.uid, access.callerOf(request));
    const { folders = 0, dashboards = 0 } = await countContent(db, namespace, name);
    return { folder: folders, dashboard: dashboards };
  });

  app.delete("/:uid", { config: { permission: "folders:delete" }, schema: { params: Uid } }, async (request) => {
    const preconditions = { uid: undefined, resourceVersion: undefined };
    const author = authorOfRequest(access, request);
    const name = request.params.uid;
    const removed = await removeObject(db, { kind: folderKind, namespace, name, preconditions, author, mode: "store" });
    return { id: Number(removed.internal_id), uid: name, title: removed.title, message: "Folder deleted" };
  });

  async function readFolder(name: string, caller: Caller): Promise<StoredVersion> {
    return await readObject(db, { kind: folderKind, namespace, name, caller });
  }

  async function save(author: Author, { name, resource_version }: StoredVersion, state: FolderState): Promise<void> {
    const body = bodyOf({ name, resourceVersion: resource_version }, state);
    const write = { kind: folderKind, namespace, name, body, author, mode: "store", now: new Date() } as const;
    await replaceObject(db, { ...write, keeps: "metadata and spec" });
  }

  /** What somebody has just written is shown to them, also where they may only write. */
  async function showWritten(name: string, caller: Caller) {
    const stored = await readCurrent(db, { resource: folderKind.plural, namespace, name });
    if (stored === undefined) throw new ResourceError("object_not_found", { subject: subjectOf(folderKind, name) });
    return await viewOf(stored, caller);
  }

  async function show(name: string, caller: Caller) {
    return await viewOf(await readFolder(name, caller), caller);
  }

  async function viewOf(stored: StoredVersion, caller: Caller) {
    const { name, folder, title } = stored;
    // Of a folder made just now the caller's permissions on the one above say what holds for it.
    const scopes = [...folderKind.scopesOf({ name }), ...(folder === "" ? [] : folderScopes({ folder }))];
    const loginOf = await authorLogins({ db }, [stored.created_by, stored.written_by]);
    const may = (action: Action) => isAllowed(caller.permissions, [{ action, scopes }]);
    return {
      id: Number(stored.internal_id),
      uid: name,
      orgId: 1,
      title,
      description: descriptionOf(stored) ?? "",
      url: folderPath(name, title),
      hasAcl: false,
      canSave: may("folders:write"),
      canEdit: may("folders:write"),
      canAdmin: may("folders.permissions:write"),
      canDelete: may("folders:delete"),
      createdBy: loginOf(stored.created_by),
      created: timestamp(stored.created_at),
      updatedBy: loginOf(stored.written_by),
      updated: timestamp(stored.written_at),
      version: Number(stored.generation),
      parentUid: folder,
      managedBy: keeperOf(stored),
      parents: await parentsOf(db, namespace, folder),
    };
  }
};

function bodyOf(metadata: Readonly<Record<string, string>>, { title, description, parent }: FolderState) {
  const annotations = parent === "" ? {} : { annotations: { [ANNOTATIONS.folder]: parent } };
  const spec = { title, ...(description === undefined ? {} : { description }) };
  const value = { metadata: { ...metadata, ...annotations }, spec };
  return { value, text: JSON.stringify(value) };
}

/** Who keeps a folder and wants no changes elsewhere; `undefined` for nobody. */
function keeperOf({ metadata }: StoredVersion): string | undefined {
  const { annotations = {} }: { annotations?: Readonly<Record<string, string>> } = Object(JSON.parse(metadata));
  const { "vedette.app/managedBy": keeper, "vedette.app/managerAllowsEdits": allows } = annotations;
  return keeper === "" || allows === "true" ? undefined : keeper;
}

function descriptionOf({ spec }: StoredVersion): string | undefined {
  const { description }: { description?: unknown } = Object(JSON.parse(spec));
  return typeof description === "string" ? description : undefined;
}
