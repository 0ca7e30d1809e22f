import { type Access, createAccess, HttpError, OPEN } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { ResourceError } from "../errors.ts";
import { isJsonObject } from "../kinds/kind.ts";
import type { Resources } from "../resources.ts";
import { requireWallSource, wallCaller } from "../walls/wall-caller.ts";
import { wallKeyOf } from "../walls/wall-key.ts";
import { requireAddressed } from "./addressed.ts";
import { authorOf, type Caller } from "./caller.ts";
import { requireSameSite } from "./cross-site.ts";
import { callerFrom } from "./identified-caller.ts";
import { identifyCaller } from "./identify-caller.ts";
import { type Action, holdsAction, isAction } from "./permissions.ts";

/** The permission of routes that everybody who is signed in may use. */
export const SIGNED_IN = "signed-in";
/** The permission of routes that are for walls alone. */
export const AS_WALL = "as-wall";

/**
 * Who asks and what they may do at /apis and /api. A route declares the action that it takes; its rule then asks for
 * the object.
 */
export function resourceAccess(resources: Resources): Access<Caller> {
  return createAccess<Caller>({
    async authenticate(request) {
      if (request.routeOptions.config.permission === OPEN) return undefined;
      const wallKey = wallKeyOf(request.headers.authorization);
      if (wallKey !== undefined) return await wallCaller(resources.db, wallKey);
      const identification = await identifyCaller(resources, request.headers);
      if (identification === undefined) return undefined;
      const caller = await callerFrom(resources, identification);
      if (caller.via === "cookie") requireSameSite(request, resources.publicUrl);
      return caller;
    },
    nameOf: authorOf,
    async authorize(caller, permission, request) {
      if (caller === undefined) throw new HttpError("unauthorized");
      if (permission === SIGNED_IN) return;
      if (permission === AS_WALL) {
        if (caller.kind !== "wall") throw new ResourceError("not_allowed");
        return;
      }
      if (!isAction(permission)) throw new TypeError(`${permission} is not an action`);
      const suffices = sufficientActions(permission, request);
      if (!suffices.some((action) => holdsAction(caller.permissions, action))) throw new ResourceError("not_allowed");
      requireAddressed(caller, permission, request);
      if (permission === "datasources:query") await requireWallTarget(resources, caller, request);
    },
  });
}

/** To make an object there are several ways; the rule of its kind then asks for the place. */
function sufficientActions(permission: Action, { routeOptions }: FastifyRequest): readonly Action[] {
  const { resource, verb } = routeOptions.config;
  if (resource === undefined || verb !== "create") return [permission];
  return [permission, ...resource.needsToCreate({}).map(({ action }) => action)];
}

/** A wall asks those that its dashboards use. Addresses without a uid list what there is. */
async function requireWallTarget({ db }: Resources, caller: Caller, { params }: FastifyRequest): Promise<void> {
  const uid: unknown = isJsonObject(params) ? params["uid"] : undefined;
  if (caller.kind === "wall" && typeof uid === "string") await requireWallSource(db, caller, uid);
}
