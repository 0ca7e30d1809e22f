import type { RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { readUuid } from "../administration/user-id.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { approveAuthorization, denyAuthorization, openAuthorization } from "../oauth-server/answer-authorization.ts";
import { listGrants, revokeGrant } from "../oauth-server/consents.ts";
import { isAllowedRedirect } from "../redirects/redirect-rules.ts";
import { signedInUserOf, USER } from "./access.ts";
import { requireOAuthServer } from "./oauth-server-switch.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const AuthorizationPath = Type.Object({ id: Type.String({ maxLength: 255 }) });
const ConsentBody = Type.Object({ action: Type.Union([Type.Literal("approve"), Type.Literal("deny")]) });
const GrantQuery = Type.Object({ client_id: Type.Optional(Type.String({ maxLength: 255 })) });

/** /oauth/authorizations: the page that asks people; /user/oauth/grants: what they have agreed to. */
export const oauthConsentRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  requireOAuthServer(app, identity);
  const config = { permission: USER };

  app.get("/oauth/authorizations/:id", { config, schema: { params: AuthorizationPath } }, async (request) =>
    openAuthorization(identity, answerOf(request, request.params.id)),
  );

  app.post(
    "/oauth/authorizations/:id/consent",
    { config, schema: { params: AuthorizationPath, body: ConsentBody } },
    async (request) => {
      const decide = request.body.action === "approve" ? approveAuthorization : denyAuthorization;
      return decide(identity, answerOf(request, request.params.id));
    },
  );

  app.get("/user/oauth/grants", { config }, async (request) =>
    listGrants(identity, signedInUserOf(access, request).user.id),
  );

  app.delete("/user/oauth/grants", { config, schema: { querystring: GrantQuery } }, async (request, reply) => {
    const clientId = readUuid(request.query.client_id ?? "", { name: "client_id", status: 400 });
    const { user } = signedInUserOf(access, request);
    await revokeGrant(identity, { user, clientId, origin: originOf(request) });
    return reply.code(204).send();
  });

  function answerOf(request: FastifyRequest, authorizationId: string) {
    requireOwnPage(identity, request);
    return { authorizationId, person: signedInUserOf(access, request), origin: originOf(request) };
  }
};

/** Only pages that people may be sent to can ask them: a foreign one could answer in their name. */
function requireOwnPage({ addresses, settings }: Identity, { headers: { origin } }: FastifyRequest): void {
  if (origin === undefined || origin === URL.parse(addresses.publicUrl)?.origin) return;
  const rules = { siteUrl: addresses.siteUrl, allowList: settings["auth.additional_redirect_urls"] };
  if (isAllowedRedirect(`${origin}/`, rules)) return;
  throw new IdentityError("validation_failed", { status: 403, message: "Requests from this origin are not allowed" });
}
