import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { readUserId } from "../administration/user-id.ts";
import { IdentityError } from "../errors.ts";
import { changeUserName, findUserName } from "../user-names/change-user-name.ts";
import { requireSecondFactor } from "../users/update-user.ts";
import { ADMIN, ADMIN_OF_USER, administratorOf, signedInUserOf, USER } from "./access.ts";
import { given } from "./fields.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const UserPath = Type.Object({ id: Type.String() });
/** `null` or empty takes the name away; a body that says nothing takes nothing. */
const NameBody = Type.Object({ user_name: Type.Union([Type.String({ maxLength: 255 }), Type.Null()]) });

/** /user/name and /admin/users/:id/name: what people type instead of their address. */
export const userNameRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  app.addHook("preHandler", async () => {
    if (!identity.settings["auth.user_names.enabled"]) throw new IdentityError("feature_disabled");
  });
  const answer = (name: string | undefined) => ({ user_name: name ?? null });

  app.get("/user/name", { config: { permission: USER } }, async (request) =>
    answer(await findUserName(identity.db, signedInUserOf(access, request).user.id)),
  );

  app.put(
    "/user/name",
    { config: { permission: USER, limiter: "user" }, schema: { body: NameBody } },
    async (request) => {
      const caller = signedInUserOf(access, request);
      requireSecondFactor(caller);
      const { user } = caller;
      const name = given(request.body.user_name);
      return answer(await changeUserName(identity, { userId: user.id, name, actor: user, origin: originOf(request) }));
    },
  );

  app.get("/admin/users/:id/name", { config: { permission: ADMIN }, schema: { params: UserPath } }, async (request) =>
    answer(await findUserName(identity.db, readUserId(request.params.id))),
  );

  app.put(
    "/admin/users/:id/name",
    { config: { permission: ADMIN_OF_USER }, schema: { params: UserPath, body: NameBody } },
    async (request) => {
      const change = { actor: administratorOf(access, request), origin: originOf(request) };
      const userId = readUserId(request.params.id);
      return answer(await changeUserName(identity, { ...change, userId, name: given(request.body.user_name) }));
    },
  );
};
