import type { Access, RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { SIGNED_IN } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import { ResourceError } from "../errors.ts";
import { changePreferences, PreferencesChange, readPreferences } from "../preferences/preferences.ts";
import type { Resources } from "../resources.ts";

/** /api/user/preferences: what people chose about their pages. Only people have any. */
export const preferenceRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources: { db }, access },
) => {
  const config = { permission: SIGNED_IN, isOwnAccount: true };

  app.get("/", { config }, async (request) => await readPreferences(db, personOf(request)));

  app.patch(
    "/",
    { config, schema: { body: PreferencesChange } },
    async (request) => await changePreferences(db, personOf(request), request.body),
  );

  function personOf(request: FastifyRequest): string {
    const { kind, uid } = access.callerOf(request);
    if (kind !== "user") throw new ResourceError("not_allowed");
    return uid;
  }
};
