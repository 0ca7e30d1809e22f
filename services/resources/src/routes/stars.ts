import type { Access, RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { SIGNED_IN } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import { ResourceError } from "../errors.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import { readObject } from "../objects/read.ts";
import type { Resources } from "../resources.ts";
import { addStar, removeStar, starredDashboards } from "../stars/stars.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

const namespace = DEFAULT_NAMESPACE;
const Uid = Type.Object({ uid: Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 }) });

/** /api/user/stars: dashboards that people mark for themselves. Only people have stars. */
export const starRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db }, access },
) => {
  const config = { permission: SIGNED_IN, isOwnAccount: true };
  const path = "/dashboard/uid/:uid";

  app.get("/", { config }, async (request) => {
    const { kind, uid } = access.callerOf(request);
    return kind === "user" ? await starredDashboards(db, namespace, uid) : [];
  });

  app.post(path, { config, schema: { params: Uid } }, async (request) => {
    const star = await starOf(request, request.params.uid);
    if (!(await addStar(db, star))) throw new ResourceError("star_there");
    return { message: "Dashboard starred!" };
  });

  app.delete(path, { config, schema: { params: Uid } }, async (request) => {
    await removeStar(db, await starOf(request, request.params.uid));
    return { message: "Dashboard unstarred" };
  });

  async function starOf(request: FastifyRequest, name: string) {
    const caller = access.callerOf(request);
    const { uid: objectUid } = await readObject(db, { kind: dashboardKind, namespace, name, caller });
    if (caller.kind !== "user") throw new ResourceError("not_allowed");
    return { userId: caller.uid, objectUid };
  }
};
