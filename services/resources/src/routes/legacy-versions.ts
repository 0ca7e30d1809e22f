import type { Access, RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { dashboardPath, slugOf } from "../dashboards/slug.ts";
import { findVersion, listVersions } from "../dashboards/versions.ts";
import { ResourceError } from "../errors.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import { readObject } from "../objects/read.ts";
import { replaceObject } from "../objects/replace.ts";
import { ANNOTATIONS } from "../objects/server-metadata.ts";
import { timestamp } from "../objects/version.ts";
import { authorLogins } from "../people/author-logins.ts";
import type { StoredVersion } from "../resource-tables.ts";
import type { Resources } from "../resources.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

const namespace = DEFAULT_NAMESPACE;
const kind = dashboardKind;
const Uid = Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 });
const OneDashboard = Type.Object({ uid: Uid });
const OneVersion = Type.Object({ uid: Uid, version: Type.String({ pattern: "^[1-9][0-9]{0,8}$" }) });
const ListParameters = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  start: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
});
const Restore = Type.Object({ version: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }) });

const MAX_VERSIONS = 500;

/** /api/dashboards/uid/:uid/versions and restore: the history of a dashboard, by generation. */
export const legacyVersionRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  const { db } = resources;
  const config = { permission: "dashboards:read" };
  const path = "/uid/:uid/versions";

  app.get(path, { config, schema: { params: OneDashboard, querystring: ListParameters } }, async (request) => {
    const { limit = MAX_VERSIONS, start = 0 } = request.query;
    const { uid } = await find(request.params.uid, access.callerOf(request));
    const versions = await listVersions(db, uid, { limit: Math.min(limit, MAX_VERSIONS), start });
    return { continueToken: "", versions: await viewsOf(versions) };
  });

  app.get(`${path}/:version`, { config, schema: { params: OneVersion } }, async (request) => {
    const { uid } = await find(request.params.uid, access.callerOf(request));
    const version = await findVersion(db, uid, Number(request.params.version));
    const [view] = await viewsOf([version]);
    return { ...view, data: JSON.parse(version.spec) };
  });

  app.post(
    "/uid/:uid/restore",
    { config: { permission: "dashboards:write" }, schema: { params: OneDashboard, body: Restore } },
    async (request) => {
      const author = authorOfRequest(access, request);
      const { name, uid, folder } = await find(request.params.uid, author.caller);
      const { version } = request.body;
      const old = await findVersion(db, uid, version);
      const message = { [ANNOTATIONS.message]: `Restored from version ${version}` };
      const annotations = folder === "" ? message : { ...message, [ANNOTATIONS.folder]: folder };
      const metadata = { name, annotations };
      const value = { metadata, spec: JSON.parse(old.spec) };
      const body = { value, text: `{"metadata":${JSON.stringify(metadata)},"spec":${old.spec}}` };
      const write = { kind, namespace, name, body, author, mode: "store", now: new Date() } as const;
      await replaceObject(db, { ...write, keeps: "metadata" });
      const { internal_id, generation, title } = await find(name, author.caller);
      const url = dashboardPath(name, title);
      return {
        id: Number(internal_id),
        uid: name,
        version: Number(generation),
        slug: slugOf(title),
        status: "success",
        url,
      };
    },
  );

  async function viewsOf(versions: readonly StoredVersion[]) {
    const authors = versions.map(({ written_by }) => written_by);
    const loginOf = await authorLogins(resources, authors);
    return versions.map((version) => ({ ...viewOf(version), createdBy: loginOf(version.written_by) }));
  }

  async function find(name: string, caller: Caller): Promise<StoredVersion> {
    // It tells who has done what: that is for people.
    if (caller.kind === "wall") throw new ResourceError("not_allowed");
    return await readObject(db, { kind, namespace, name, caller });
  }
};

function viewOf({ name, internal_id, generation, written_at, message }: StoredVersion) {
  return {
    id: Number(generation),
    dashboardId: Number(internal_id),
    uid: name,
    parentVersion: Number(generation) - 1,
    restoredFrom: 0,
    version: Number(generation),
    created: timestamp(written_at),
    message,
  };
}
