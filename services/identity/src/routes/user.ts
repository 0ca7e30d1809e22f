import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { IdentityError } from "../errors.ts";
import { readCodeChallenge } from "../flows/flow-state.ts";
import { userWithin } from "../oauth-server/program-access.ts";
import { readChannel } from "../phones/send-code.ts";
import { type SignOutScope, signOut } from "../sessions/sign-out.ts";
import { deleteOwnAccount } from "../users/delete-own-account.ts";
import { reauthenticate } from "../users/reauthenticate.ts";
import { updateUser } from "../users/update-user.ts";
import { userAnswer } from "../users/user-answer.ts";
import { signedInUserOf, USER, USER_OR_PROGRAM } from "./access.ts";
import { Data, FLOW_FIELDS, given, Text } from "./fields.ts";
import { namedAudience, originOf, redirectOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const UserChangeBody = Type.Object({
  email: Text(),
  phone: Text(),
  password: Text(),
  current_password: Text(),
  nonce: Text(64),
  data: Data,
  app_metadata: Data,
  channel: Text(64),
  ...FLOW_FIELDS,
});

const SCOPES: ReadonlyMap<string, SignOutScope> = new Map([
  ["global", "global"],
  ["local", "local"],
  ["others", "others"],
]);

/** /user, /reauthenticate and /logout: what people do about themselves. */
export const userRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  app.get("/user", { config: { permission: USER_OR_PROGRAM } }, async (request) => {
    const { user, claims, program } = signedInUserOf(access, request);
    const audience = namedAudience(request.headers);
    if (audience !== undefined && audience !== claims.aud) {
      throw new IdentityError("validation_failed", { message: "Token audience doesn't match request audience" });
    }
    return userAnswer(program === undefined ? user : userWithin(user, program.scopes));
  });

  app.put(
    "/user",
    { config: { permission: USER, limiter: "user" }, schema: { body: UserChangeBody } },
    async (request) => {
      const { email, phone, channel, password, current_password, nonce, data, app_metadata, ...flow } = request.body;
      if (app_metadata != null) {
        throw new IdentityError("not_admin", { message: "Updating app_metadata requires admin privileges" });
      }
      const user = await updateUser(identity, signedInUserOf(access, request), {
        email: given(email),
        phone: given(phone),
        channel: readChannel(identity, given(channel)),
        password: password ?? undefined,
        currentPassword: given(current_password),
        nonce: given(nonce),
        data: data ?? undefined,
        redirectTo: redirectOf(request, identity),
        codeChallenge: readCodeChallenge(flow),
        origin: originOf(request),
      });
      return userAnswer(user);
    },
  );

  app.delete("/user", { config: { permission: USER, limiter: "user" } }, async (request, reply) => {
    await deleteOwnAccount(identity, signedInUserOf(access, request), originOf(request));
    return reply.code(204).send();
  });

  app.get("/reauthenticate", { config: { permission: USER, limiter: "otp" } }, async (request) => {
    await reauthenticate(identity, signedInUserOf(access, request), originOf(request));
    return {};
  });

  app.post(
    "/logout",
    {
      config: { permission: USER },
      schema: { querystring: Type.Object({ scope: Type.Optional(Type.String({ maxLength: 64 })) }) },
    },
    async (request, reply) => {
      const scope = SCOPES.get(request.query.scope || "global");
      if (scope === undefined) {
        throw new IdentityError("validation_failed", { message: `Unsupported logout scope "${request.query.scope}"` });
      }
      const { user, sessionId } = signedInUserOf(access, request);
      await signOut(identity.db, { user, sessionId, scope, origin: originOf(request) });
      return reply.code(204).send();
    },
  );
};
