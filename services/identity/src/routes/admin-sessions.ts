import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { requireEverything } from "../administration/reach.ts";
import { readUserId, readUuid } from "../administration/user-id.ts";
import { IdentityError } from "../errors.ts";
import { linkByAdministrator } from "../identities/link-by-administrator.ts";
import { endSession, listSessions } from "../sessions/sessions-of-user.ts";
import { signOut } from "../sessions/sign-out.ts";
import { findUser, type StoredUser } from "../users/stored-user.ts";
import { unlinkIdentity } from "../users/unlink-identity.ts";
import { userAnswer } from "../users/user-answer.ts";
import { ADMIN, ADMIN_OF_USER, administratorOf, administratorWith } from "./access.ts";
import { PROVIDER } from "./fields.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const UserPath = Type.Object({ id: Type.String({ maxLength: 64 }) });
const PartPath = Type.Object({ id: Type.String({ maxLength: 64 }), part: Type.String({ maxLength: 64 }) });

const IdentityBody = Type.Object({
  provider: Type.String({ pattern: PROVIDER }),
  provider_id: Type.String({ pattern: "^\\S(.*\\S)?$", maxLength: 1024 }),
});

/** /admin/users/:id/sessions and /identities: where somebody is signed in, and how, as administrators change it. */
export const adminSessionRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  const config = { permission: ADMIN };
  const changing = { permission: ADMIN_OF_USER };

  app.get("/admin/users/:id/sessions", { config, schema: { params: UserPath } }, async ({ params }) =>
    listSessions(identity, { userId: (await requireUser(params.id)).id, sessionId: undefined }),
  );

  app.delete(
    "/admin/users/:id/sessions",
    { config: changing, schema: { params: UserPath } },
    async (request, reply) => {
      const user = await requireUser(request.params.id);
      const [administrator, origin] = [administratorOf(access, request), originOf(request)];
      await signOut(identity.db, { user, sessionId: undefined, scope: "global", origin, administrator });
      return reply.code(204).send();
    },
  );

  app.delete(
    "/admin/users/:id/sessions/:part",
    { config: changing, schema: { params: PartPath } },
    async (request, reply) => {
      const user = await requireUser(request.params.id);
      const sessionId = readUuid(request.params.part, { name: "session id" });
      const [administrator, origin] = [administratorOf(access, request), originOf(request)];
      await endSession(identity.db, { user, sessionId, origin, administrator });
      return reply.code(204).send();
    },
  );

  app.post(
    "/admin/users/:id/identities",
    { config: changing, schema: { params: UserPath, body: IdentityBody } },
    async (request) => {
      // Team memberships follow from the groups of an external identity.
      requireEverything(administratorWith(access, request));
      const { provider, provider_id: subject } = request.body;
      const [administrator, origin] = [administratorOf(access, request), originOf(request)];
      const userId = readUserId(request.params.id);
      return userAnswer(await linkByAdministrator(identity, { userId, provider, subject, administrator, origin }));
    },
  );

  app.delete(
    "/admin/users/:id/identities/:part",
    { config: changing, schema: { params: PartPath } },
    async (request, reply) => {
      const { id: userId } = await requireUser(request.params.id);
      const identityId = readUuid(request.params.part, { name: "identity_id" });
      const [administrator, origin] = [administratorOf(access, request), originOf(request)];
      await unlinkIdentity(identity, { userId, identityId, origin, administrator });
      return reply.code(204).send();
    },
  );

  async function requireUser(id: string): Promise<StoredUser> {
    const user = await findUser(identity.db, readUserId(id));
    if (user === undefined) throw new IdentityError("user_not_found");
    return user;
  }
};
