import type { Access, RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { slugOf } from "../dashboards/slug.ts";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import { playlistKind } from "../kinds/playlist.ts";
import { visibilityOf } from "../lists/visibility.ts";
import { createObject } from "../objects/create.ts";
import type { Body } from "../objects/draft.ts";
import { NAME_PATTERN, nameFromPrefix } from "../objects/name.ts";
import { readObject } from "../objects/read.ts";
import { removeObject } from "../objects/remove.ts";
import { replaceObject } from "../objects/replace.ts";
import { IS_CURRENT, readCurrent } from "../objects/store.ts";
import type { StoredVersion } from "../resource-tables.ts";
import type { Resources } from "../resources.ts";
import { containing } from "../search/containing.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";
import { PAGING_BY_LIMIT, pageOfLimit } from "./paging.ts";

const namespace = DEFAULT_NAMESPACE;
const Uid = Type.Object({ uid: Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 }) });
const ListParameters = Type.Object({ ...PAGING_BY_LIMIT, query: Type.Optional(Type.String({ maxLength: 190 })) });
const PlaylistBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 1000 }),
  interval: Type.String({ maxLength: 100 }),
  items: Type.Optional(
    Type.Array(Type.Object({ type: Type.String({ maxLength: 64 }), value: Type.String({ maxLength: 1000 }) }), {
      maxItems: 10_000,
    }),
  ),
});

/** /api/playlists: playlists as clients of the older API know them. */
export const legacyPlaylistRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db }, access },
) => {
  const read = { permission: "playlists:read" };
  const write = { permission: "playlists:write" };
  const kind = playlistKind;

  app.get("/", { config: read, schema: { querystring: ListParameters } }, async (request) => {
    const { query = "" } = request.query;
    const { page, limit } = pageOfLimit(request.query);
    const visibility = visibilityOf(access.callerOf(request), kind);
    const rows = await db
      .selectFrom("vedette.object_versions")
      .selectAll()
      .where("resource", "=", kind.plural)
      .where("namespace", "=", namespace)
      .where(IS_CURRENT)
      .where("title", "ilike", containing(query))
      .where(({ eb }) => (visibility.kind === "all" ? eb.lit(true) : eb("name", "in", ["", ...visibility.names])))
      .orderBy("title")
      .orderBy("name")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute();
    return rows.map(headOf);
  });

  app.post("/", { config: write, schema: { body: PlaylistBody } }, async (request) => {
    const { name, interval, items = [] } = request.body;
    const body = bodyOf({ name: nameFromPrefix(`${slugOf(name)}-`) }, { title: name, interval, items });
    const author = authorOfRequest(access, request);
    const made = await createObject(db, { kind, namespace, body, author, mode: "store", now: new Date() });
    const stored = await readCurrent(db, { resource: kind.plural, namespace, name: made.name });
    return { ...(stored === undefined ? {} : headOf(stored)), uid: made.name, name, interval };
  });

  app.get("/:uid", { config: read, schema: { params: Uid } }, async (request) =>
    viewOf(await find(request.params.uid, access.callerOf(request))),
  );

  app.get("/:uid/items", { config: read, schema: { params: Uid } }, async (request) =>
    itemsOf(await find(request.params.uid, access.callerOf(request))),
  );

  app.put("/:uid", { config: write, schema: { params: Uid, body: PlaylistBody } }, async (request) => {
    const author = authorOfRequest(access, request);
    const { name: uid, resource_version, spec } = await find(request.params.uid, author.caller);
    const { name, interval, items = [] } = request.body;
    // What only newer clients write into a playlist stays when an older one renames it.
    const next = { ...specOf(spec), title: name, interval, items };
    const body = bodyOf({ name: uid, resourceVersion: resource_version }, next);
    const write = { kind, namespace, name: uid, body, author, mode: "store", now: new Date() } as const;
    await replaceObject(db, { ...write, keeps: "metadata" });
    return viewOf(await find(uid, author.caller));
  });

  app.delete("/:uid", { config: write, schema: { params: Uid } }, async (request) => {
    const preconditions = { uid: undefined, resourceVersion: undefined };
    const author = authorOfRequest(access, request);
    await removeObject(db, { kind, namespace, name: request.params.uid, preconditions, author, mode: "store" });
    return {};
  });

  async function find(name: string, caller: Caller): Promise<StoredVersion> {
    return await readObject(db, { kind, namespace, name, caller });
  }
};

function bodyOf(metadata: JsonObject, spec: JsonObject): Body {
  const value = { metadata, spec };
  return { value, text: JSON.stringify(value) };
}

function headOf({ internal_id, name, title, spec }: StoredVersion) {
  return { id: Number(internal_id), uid: name, name: title, interval: specOf(spec)["interval"] };
}

function viewOf(stored: StoredVersion) {
  return { ...headOf(stored), items: itemsOf(stored) };
}

function itemsOf({ spec }: StoredVersion) {
  const items: unknown = specOf(spec)["items"];
  const known = Array.isArray(items) ? items.filter(isJsonObject) : [];
  return known.map((item, index) => ({ id: index + 1, order: index + 1, title: "", ...item }));
}

function specOf(text: string): JsonObject {
  const spec: unknown = JSON.parse(text);
  return isJsonObject(spec) ? spec : {};
}
