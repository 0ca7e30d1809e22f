import { type Access, createAccess, HttpError, OPEN } from "@vedette/http";
import { identify } from "@vedette/identity";
import { ResourceError } from "../errors.ts";
import type { Resources } from "../resources.ts";
import { authorOf, type Caller } from "./caller.ts";
import { requireSameSite } from "./cross-site.ts";
import { callerFrom } from "./identified-caller.ts";
import { ACTIONS, holdsAction } from "./permissions.ts";

/** The permission of routes that everybody who is signed in may use. */
export const SIGNED_IN = "signed-in";

/**
 * Who asks and what they may do at /apis and /api. A route declares the action that it takes; its rule then asks for
 * the object.
 */
export function resourceAccess(resources: Resources): Access<Caller> {
  return createAccess<Caller>({
    async authenticate(request) {
      if (request.routeOptions.config.permission === OPEN) return undefined;
      const identification = await identify(resources.identity, request.headers);
      if (identification === undefined) return undefined;
      const caller = await callerFrom(resources, identification);
      if (caller.via === "cookie") requireSameSite(request, resources.publicUrl);
      return caller;
    },
    nameOf: authorOf,
    async authorize(caller, permission) {
      if (caller === undefined) throw new HttpError("unauthorized");
      if (permission === SIGNED_IN) return;
      const action = ACTIONS.find((candidate) => candidate === permission);
      if (action === undefined) throw new TypeError(`${permission} is not an action`);
      if (!holdsAction(caller.permissions, action)) throw new ResourceError("not_allowed");
    },
  });
}
