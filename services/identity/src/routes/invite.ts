import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { requireReach } from "../administration/reach.ts";
import { inviteUser } from "../users/invite-user.ts";
import { userAnswer } from "../users/user-answer.ts";
import { ADMIN, administratorWith } from "./access.ts";
import { Data, Text } from "./fields.ts";
import { audienceOf, originOf, redirectOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const InviteBody = Type.Object({ email: Text(), data: Data, redirect_to: Text(8192) });

/** /invite */
export const inviteRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  app.post("/invite", { config: { permission: ADMIN }, schema: { body: InviteBody } }, async (request) => {
    const administrator = administratorWith(access, request);
    const user = await inviteUser(identity, {
      email: request.body.email ?? "",
      data: request.body.data ?? {},
      redirectTo: redirectOf(request, identity),
      audience: audienceOf(request, identity),
      actor: administrator.actor,
      requireChange: (userId) => requireReach(identity, administrator, userId),
      origin: originOf(request),
    });
    return userAnswer(user);
  });
};
