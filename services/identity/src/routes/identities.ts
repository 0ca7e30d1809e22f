import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { readUuid } from "../administration/user-id.ts";
import { IdentityError } from "../errors.ts";
import { unlinkIdentity } from "../users/unlink-identity.ts";
import { signedInUserOf, USER } from "./access.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const IdentityPath = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** /user/identities: the ways in which somebody signs in; they are listed with the user. */
export const identitiesRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  app.delete(
    "/user/identities/:id",
    { config: { permission: USER }, schema: { params: IdentityPath } },
    async (request) => {
      if (!identity.settings["auth.enable_manual_linking"]) throw new IdentityError("manual_linking_disabled");
      const identityId = readUuid(request.params.id, { name: "identity_id" });
      const { id: userId } = signedInUserOf(access, request).user;
      await unlinkIdentity(identity, { userId, identityId, origin: originOf(request) });
      return {};
    },
  );
};
