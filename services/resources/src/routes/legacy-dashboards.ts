import { type Access, bodyText, type RoutePlugin, untilAbandoned } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { type Caller, principalOf } from "../access/caller.ts";
import { accessInfoOf } from "../dashboards/access-info.ts";
import { readImport } from "../dashboards/import.ts";
import { compareImport, importDashboard } from "../dashboards/import-dashboard.ts";
import { saveLegacy } from "../dashboards/legacy-save.ts";
import { dashboardPath, folderPath, slugOf } from "../dashboards/slug.ts";
import { ResourceError } from "../errors.ts";
import { folderTitles } from "../folders/folders.ts";
import { memberText } from "../json/member-text.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { isJsonObject } from "../kinds/kind.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import { readObject } from "../objects/read.ts";
import { removeObject } from "../objects/remove.ts";
import { timestamp } from "../objects/version.ts";
import { authorLogins } from "../people/author-logins.ts";
import type { Resources } from "../resources.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";
import { modeOf, WriteParameters } from "./object-parameters.ts";

const namespace = DEFAULT_NAMESPACE;

const Uid = Type.Object({ uid: Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 }) });
const Folder = Type.Optional(Type.Union([Type.String({ maxLength: 253 }), Type.Null()]));
const Save = Type.Object({
  dashboard: Type.Object({}),
  folderUid: Folder,
  message: Type.Optional(Type.String({ maxLength: 10_000 })),
  overwrite: Type.Optional(Type.Boolean()),
});
const Compare = Type.Object({
  dashboard: Type.Object({}),
  folderUid: Folder,
  /** Name or uid of the data source that fills every input left open. */
  dataSource: Type.Optional(Type.String({ maxLength: 253 })),
  inputs: Type.Optional(
    Type.Array(Type.Object({ name: Type.String({ maxLength: 100 }), value: Type.String({ maxLength: 10_000 }) }), {
      maxItems: 1000,
    }),
  ),
});
const Import = Type.Object({ ...Compare.properties, overwrite: Type.Optional(Type.Boolean()) });

/** /api/dashboards: dashboards as clients of the older API read, save and import them. */
export const legacyDashboardRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db, settings, queues }, access },
) => {
  app.get("/uid/:uid", { config: { permission: "dashboards:read" }, schema: { params: Uid } }, async (request) => {
    const caller = access.callerOf(request);
    const stored = await readObject(db, { kind: dashboardKind, namespace, name: request.params.uid, caller });
    const spec: unknown = JSON.parse(stored.spec);
    const { canSave, canEdit, canAdmin, canStar, canDelete, slug, url } = accessInfoOf(caller, stored);
    const version = Number(stored.generation);
    const authors = [stored.created_by, stored.written_by];
    // Whoever stands before a wall, or took its key, is told nobody's address.
    const loginOf = caller.kind === "wall" ? () => "" : await authorLogins({ db }, authors);
    return {
      dashboard: { ...(isJsonObject(spec) ? spec : {}), id: Number(stored.internal_id), uid: stored.name, version },
      meta: {
        type: "db",
        ...{ canSave, canEdit, canAdmin, canStar, canDelete, slug, url, version },
        created: timestamp(stored.created_at),
        updated: timestamp(stored.written_at),
        createdBy: loginOf(stored.created_by),
        updatedBy: loginOf(stored.written_by),
        folderUid: stored.folder,
        ...(await folderMeta(stored.folder)),
        provisioned: false,
      },
    };
  });

  async function folderMeta(folder: string) {
    const title = (await folderTitles(db, namespace, folder === "" ? [] : [folder])).get(folder);
    return title === undefined ? {} : { folderTitle: title, folderUrl: folderPath(folder, title) };
  }

  app.post(
    "/db",
    {
      config: { permission: "dashboards:write", resource: dashboardKind, verb: "create" },
      bodyLimit: settings["server.limits.object_bytes"],
      schema: { body: Save },
    },
    async (request) => {
      const { dashboard, folderUid, message, overwrite } = request.body;
      const saved = await saveLegacy(db, {
        namespace,
        dashboard: isJsonObject(dashboard) ? dashboard : {},
        bodyText: bodyText(request),
        folder: folderUid ?? "",
        message: message ?? "",
        onConflict: overwrite === true ? "overwrite" : "refuse",
        author: authorOfRequest(access, request),
        now: new Date(),
      });
      const { id, uid, version, title } = saved;
      return { id, uid, url: dashboardPath(uid, title), status: "success", version, slug: slugOf(title) };
    },
  );

  app.post(
    "/import",
    {
      config: { permission: "dashboards:write", resource: dashboardKind, verb: "create" },
      bodyLimit: settings["server.limits.import_bytes"],
      preParsing: waitForImportSlot,
      schema: { body: Import, querystring: Type.Object({ dryRun: WriteParameters.properties.dryRun }) },
    },
    async (request, reply) => {
      const { name, title, outcome } = await importDashboard(db, {
        ...broughtBy(request, settings["server.limits.import_bytes"]),
        onConflict: request.body.overwrite === true ? "overwrite" : "refuse",
        mode: modeOf(request.query.dryRun),
        author: authorOfRequest(access, request),
        now: new Date(),
      });
      return reply.send({
        uid: name,
        title,
        imported: true,
        outcome,
        importedUrl: dashboardPath(name, title),
        slug: slugOf(title),
      });
    },
  );

  app.post(
    "/import/compare",
    {
      config: { permission: "dashboards:read" },
      bodyLimit: settings["server.limits.import_bytes"],
      preParsing: waitForImportSlot,
      schema: { body: Compare },
      // Importing is for people: nothing of what a wall sends is read.
      onRequest: async (request) => {
        if (access.callerOf(request).kind === "wall") throw new ResourceError("not_allowed");
      },
    },
    async (request) => {
      const caller = access.callerOf(request);
      const { name, title, outcome } = await compareImport(db, {
        ...broughtBy(request, settings["server.limits.import_bytes"]),
        caller,
      });
      return { uid: name, title, outcome };
    },
  );

  /** A large body is not read before it is the caller's turn. */
  async function waitForImportSlot(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = access.knownCallerOf(request);
    if (caller === undefined) return;
    const leave = await queues.imports.enter(principalOf(caller), untilAbandoned(reply));
    if (reply.raw.destroyed) leave();
    else reply.raw.once("close", leave);
  }

  function broughtBy(request: FastifyRequest & { readonly body: Static<typeof Compare> }, maxLength: number) {
    const { dashboard, folderUid, dataSource, inputs = [] } = request.body;
    return {
      namespace,
      dashboard: readImport(dashboard, memberText(bodyText(request), "dashboard") ?? ""),
      values: new Map(inputs.map((input) => [input.name, input.value])),
      dataSource,
      folder: folderUid === null ? "" : folderUid,
      maxLength,
    };
  }

  app.delete("/uid/:uid", { config: { permission: "dashboards:delete" }, schema: { params: Uid } }, async (request) => {
    const removed = await removeObject(db, {
      kind: dashboardKind,
      namespace,
      name: request.params.uid,
      preconditions: { uid: undefined, resourceVersion: undefined },
      author: authorOfRequest(access, request),
      mode: "store",
    });
    return { title: removed.title, message: `Dashboard ${removed.title} deleted`, uid: removed.name };
  });
};
