import { type Access, HttpError, type RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { isAllowed } from "../access/permissions.ts";
import { type DataSource, findDataSource, listQueryable } from "../datasources/data-sources.ts";
import { addDataSource, changeDataSource } from "../datasources/save.ts";
import { dataSourceKind } from "../kinds/data-source.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import { removeObject } from "../objects/remove.ts";
import type { Resources } from "../resources.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

const namespace = DEFAULT_NAMESPACE;
const Uid = Type.Object({ uid: Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 }) });
const draft = {
  name: Type.String({ minLength: 1, maxLength: 190 }),
  type: Type.String({ maxLength: 64 }),
  url: Type.String({ maxLength: 2048 }),
  access: Type.Optional(Type.String({ maxLength: 16 })),
  isDefault: Type.Optional(Type.Boolean()),
  jsonData: Type.Optional(Type.Object({ timeInterval: Type.Optional(Type.String({ maxLength: 20 })) })),
};
const NewDataSource = Type.Object({ ...draft, uid: Type.Optional(Type.String({ maxLength: 253 })) });
const ChangedDataSource = Type.Object({
  ...draft,
  /** Of the state that was changed; without it, or with 0, the last of two changes stands. */
  version: Type.Optional(Type.Integer({ minimum: 0 })),
  /** What else of that state must still hold; without it, it may have become something else. */
  seen: Type.Optional(Type.Object({ isDefault: Type.Boolean() })),
});

/** /api/datasources: where series are asked for. Everybody who may query sees them, administrators also where they are. */
export const dataSourceRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db }, access },
) => {
  app.get("/", { config: { permission: "datasources:query" } }, async (request) => {
    const caller = access.callerOf(request);
    return (await listQueryable(db, namespace, caller)).map((source) => viewOf(source, caller));
  });

  app.get("/uid/:uid", { config: { permission: "datasources:query" }, schema: { params: Uid } }, async (request) => {
    const caller = access.callerOf(request);
    return viewOf(await requireDataSource(request.params.uid), caller);
  });

  app.post("/", { config: { permission: "datasources:create" }, schema: { body: NewDataSource } }, async (request) => {
    const { uid, isDefault = false, ...body } = request.body;
    const save = { namespace, author: authorOfRequest(access, request), now: new Date() };
    const added = await requireDataSource(await addDataSource(db, save, { ...body, isDefault, uid }));
    return answerOf("Datasource added", added, access.callerOf(request));
  });

  app.put(
    "/uid/:uid",
    { config: { permission: "datasources:write" }, schema: { params: Uid, body: ChangedDataSource } },
    async (request) => {
      const { isDefault = false, version = 0, seen: seenBeside, ...body } = request.body;
      const save = { namespace, author: authorOfRequest(access, request), now: new Date() };
      const seen = { ...seenBeside, ...(version !== 0 && { version }) };
      await changeDataSource(db, save, { ...body, isDefault, uid: request.params.uid, seen });
      return answerOf("Datasource updated", await requireDataSource(request.params.uid), access.callerOf(request));
    },
  );

  app.delete(
    "/uid/:uid",
    { config: { permission: "datasources:delete" }, schema: { params: Uid } },
    async (request) => {
      const removed = await removeObject(db, {
        kind: dataSourceKind,
        namespace,
        name: request.params.uid,
        preconditions: { uid: undefined, resourceVersion: undefined },
        author: authorOfRequest(access, request),
        mode: "store",
      });
      return { message: "Data source deleted", id: Number(removed.internal_id) };
    },
  );

  async function requireDataSource(uid: string): Promise<DataSource> {
    const found = await findDataSource(db, namespace, uid);
    if (found?.uid === uid) return found;
    throw new HttpError("not_found", { detail: "There is no data source of this uid." });
  }
};

function viewOf(source: DataSource, caller: Caller) {
  const { name, url, timeInterval, resourceVersion: _, ...rest } = source;
  const jsonData = timeInterval === "" ? {} : { timeInterval };
  const needs = [{ action: dataSourceKind.actions.read, scopes: dataSourceKind.scopesOf({ name: source.uid }) }];
  const maySeeAddress = isAllowed(caller.permissions, needs);
  return { ...rest, name, url: maySeeAddress ? url : "", orgId: 1, access: "proxy", basicAuth: false, jsonData };
}

function answerOf(message: string, source: DataSource, caller: Caller) {
  return { id: source.id, message, name: source.name, datasource: viewOf(source, caller) };
}
