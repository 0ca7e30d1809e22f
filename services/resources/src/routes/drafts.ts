import { type Access, bodyText, type RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { draftedDashboards, keepDraft, readDraft, removeDraft } from "../drafts/drafts.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import type { Resources } from "../resources.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

const Target = Type.Object({ uid: Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 }) });

/** /api/user/drafts: changes of dashboards that people have not saved yet, for whatever browser they go on in. */
export const draftRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db, settings }, access },
) => {
  const config = { permission: "dashboards:write", isOwnAccount: true } as const;
  const one = { config, schema: { params: Target } };
  // A draft holds the document twice: as it was, and as it is to become.
  const bodyLimit = 2 * settings["server.limits.object_bytes"];
  const placeOf = (request: FastifyRequest, name: string) => ({
    namespace: DEFAULT_NAMESPACE,
    name,
    caller: access.callerOf(request),
  });

  app.get("/", { config }, async (request) => await draftedDashboards(db, DEFAULT_NAMESPACE, access.callerOf(request)));

  app.get("/dashboards/:uid", one, async (request, reply) => {
    const draft = await readDraft(db, placeOf(request, request.params.uid));
    return reply.type("application/json; charset=utf-8").send(`{"draft":${draft ?? "null"}}`);
  });

  app.put(
    "/dashboards/:uid",
    { ...one, bodyLimit, schema: { params: Target, body: Type.Object({}) } },
    async (request) => {
      await keepDraft(db, placeOf(request, request.params.uid), bodyText(request));
      return { message: "Draft kept" };
    },
  );

  app.delete("/dashboards/:uid", one, async (request) => {
    await removeDraft(db, placeOf(request, request.params.uid));
    return { message: "Draft removed" };
  });
};
