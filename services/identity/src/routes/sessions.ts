import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { readUuid } from "../administration/user-id.ts";
import { endSession, listSessions } from "../sessions/sessions-of-user.ts";
import { signedInUserOf, USER } from "./access.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const SessionPath = Type.Object({ id: Type.String() });

/** /sessions: where somebody is signed in. */
export const sessionRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  app.get("/sessions", { config: { permission: USER } }, async (request) => {
    const { user, sessionId } = signedInUserOf(access, request);
    return listSessions(identity, { userId: user.id, sessionId });
  });

  app.delete(
    "/sessions/:id",
    { config: { permission: USER }, schema: { params: SessionPath } },
    async (request, reply) => {
      const { user } = signedInUserOf(access, request);
      const sessionId = readUuid(request.params.id, { name: "session id" });
      await endSession(identity.db, { user, sessionId, origin: originOf(request) });
      return reply.code(204).send();
    },
  );
};
