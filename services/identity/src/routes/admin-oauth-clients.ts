import type { RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import {
  changeClient,
  clientAnswers,
  createClient,
  deleteClient,
  regenerateSecret,
  requireClient,
} from "../oauth-server/administer-clients.ts";
import { ClientMetadata } from "../oauth-server/client-metadata.ts";
import { listClients } from "../oauth-server/client-store.ts";
import { ADMIN_OF_SETTINGS, administratorOf } from "./access.ts";
import { requireOAuthServer } from "./oauth-server-switch.ts";
import { pageLinks, readPage } from "./pages.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const ClientPath = Type.Object({ id: Type.String({ maxLength: 255 }) });
const PageQuery = Type.Object({
  page: Type.Optional(Type.String({ maxLength: 20 })),
  per_page: Type.Optional(Type.String({ maxLength: 20 })),
});

/** /admin/oauth/clients: the programs that may sign people in here. */
export const adminOAuthClientRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  requireOAuthServer(app, identity);
  const config = { permission: ADMIN_OF_SETTINGS };
  const path = "/admin/oauth/clients";

  app.get(path, { config, schema: { querystring: PageQuery } }, async (request, reply) => {
    const page = readPage(request.query);
    const { clients, total } = await listClients(identity.db, page);
    reply.headers({ "x-total-count": String(total), link: pageLinks(request.url, { ...page, total }) });
    return {
      clients: await clientAnswers(
        identity,
        clients.map((client) => ({ client })),
      ),
    };
  });

  app.post(path, { config, schema: { body: ClientMetadata } }, async (request, reply) =>
    reply.code(201).send(await answerOf(await createClient(identity, request.body, authorOf(request)))),
  );

  app.get(`${path}/:id`, { config, schema: { params: ClientPath } }, async ({ params }) =>
    answerOf({ client: await requireClient(identity, params.id) }),
  );

  app.put(`${path}/:id`, { config, schema: { params: ClientPath, body: ClientMetadata } }, async (request) => {
    const { params, body: said } = request;
    return answerOf({ client: await changeClient(identity, params.id, { said, ...authorOf(request) }) });
  });

  app.delete(`${path}/:id`, { config, schema: { params: ClientPath } }, async (request, reply) => {
    await deleteClient(identity, request.params.id, authorOf(request));
    return reply.code(204).send();
  });

  app.post(`${path}/:id/regenerate_secret`, { config, schema: { params: ClientPath } }, async (request) =>
    answerOf(await regenerateSecret(identity, request.params.id, authorOf(request))),
  );

  async function answerOf(known: Parameters<typeof clientAnswers>[1][number]) {
    const [answer] = await clientAnswers(identity, [known]);
    return answer;
  }

  function authorOf(request: FastifyRequest) {
    return { actor: administratorOf(access, request), origin: originOf(request) };
  }
};
