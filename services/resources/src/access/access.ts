import { type Access, type Credential, createAccess, HttpError, OPEN, plainAddress } from "@vedette/http";
import { credentialOf } from "@vedette/identity";
import type { FastifyRequest } from "fastify";
import { lacking, ResourceError } from "../errors.ts";
import type { Resources } from "../resources.ts";
import { proxiedQuestionOf } from "../routes/proxied-question.ts";
import { type WallSight, wallSight } from "../walls/wall-caller.ts";
import { wallKeyOf } from "../walls/wall-key.ts";
import { requireAddressed } from "./addressed.ts";
import { authorOf, type Caller } from "./caller.ts";
import { requireSameSite } from "./cross-site.ts";
import { callerFrom } from "./identified-caller.ts";
import { identifyCaller } from "./identify-caller.ts";
import { type Action, holdsAction, isAction } from "./permissions.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether a session without its required second factor can use the route; see `Caller.missingFactor`. */
    isOpenWithoutFactor?: boolean;
    /**
     * Whether the route shows or changes what belongs to the caller's account and not to an object: preferences, stars,
     * drafts, tokens. A token limited to some permissions cannot use it, since no permission covers these.
     */
    isOwnAccount?: boolean;
  }
}

/** The permission of routes that everybody who is signed in may use. */
export const SIGNED_IN = "signed-in";
/** The permission of routes that are for walls alone. */
export const AS_WALL = "as-wall";

/**
 * Who asks and what they may do at /apis and /api. A route declares the action that it takes; its rule then asks for
 * the object.
 */
export function resourceAccess(resources: Resources): Access<Caller> {
  const sights = new WeakMap<Caller, WallSight>();
  const credentials = new WeakMap<Caller, Credential>();
  return createAccess<Caller>({
    async authenticate(request) {
      if (request.routeOptions.config.permission === OPEN) return undefined;
      const wallKey = wallKeyOf(request.headers.authorization);
      if (wallKey !== undefined) {
        const sight = await wallSight(resources, wallKey);
        if (sight === undefined) return undefined;
        sights.set(sight.caller, sight);
        credentials.set(sight.caller, "wall-key");
        return sight.caller;
      }
      const identification = await identifyCaller(resources, request.headers, plainAddress(request.ip));
      if (identification === undefined) return undefined;
      const caller = await callerFrom(resources, identification);
      credentials.set(caller, credentialOf(identification));
      if (caller.via === "cookie") requireSameSite(request, resources.publicUrl);
      return caller;
    },
    nameOf: authorOf,
    credentialOf: (caller) => credentials.get(caller) ?? "publishable-key",
    surfaceOf: () => "resources",
    async authorize(caller, permission, request) {
      if (caller === undefined) throw new HttpError("unauthorized");
      requireFactor(caller, request);
      requireWholeAccount(caller, request);
      if (permission === SIGNED_IN) return;
      if (permission === AS_WALL) return requireWall(caller);
      if (!isAction(permission)) throw new TypeError(`${permission} is not an action`);
      const suffices = sufficientActions(permission, request);
      if (!suffices.some((action) => holdsAction(caller.permissions, action))) throw lacking(permission);
      requireAddressed(caller, permission, request);
      const sight = sights.get(caller);
      if (sight !== undefined && permission === "datasources:query") requireAsked(sight, request);
    },
  });
}

/** @throws ResourceError `second_factor_required` */
function requireFactor({ missingFactor }: Caller, { routeOptions }: FastifyRequest): void {
  if (missingFactor?.kind !== "required" || routeOptions.config.isOpenWithoutFactor === true) return;
  throw new ResourceError("second_factor_required");
}

/** @throws ResourceError `token_limited` */
function requireWholeAccount({ isNarrowed = false }: Caller, { routeOptions }: FastifyRequest): void {
  if (isNarrowed && routeOptions.config.isOwnAccount === true) throw new ResourceError("token_limited");
}

/** @throws ResourceError `not_allowed` */
function requireWall({ kind }: Caller): void {
  if (kind !== "wall") throw new ResourceError("not_allowed");
}

/** To make an object there are several ways; the rule of its kind then asks for the place. */
function sufficientActions(permission: Action, { routeOptions }: FastifyRequest): readonly Action[] {
  const { resource, verb } = routeOptions.config;
  if (resource === undefined || verb !== "create") return [permission];
  return [permission, ...resource.needsToCreate({}).map(({ action }) => action)];
}

/** Which data sources there are for a wall say its permissions; what it asks of them, its dashboards. */
function requireAsked(sight: WallSight, request: FastifyRequest): void {
  const question = proxiedQuestionOf(request);
  if (question === undefined || sight.asks(question)) return;
  throw new ResourceError("not_allowed", { detail: "A wall asks what its dashboards ask. You may not do this." });
}
