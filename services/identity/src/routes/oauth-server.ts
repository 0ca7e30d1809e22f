import { drawFailures, OPEN, type RoutePlugin } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { oauthErrorSurface } from "../error-answer.ts";
import { IdentityError } from "../errors.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import { authenticateClient } from "../oauth-server/authenticate-client.ts";
import { claimsOf } from "../oauth-server/claims.ts";
import { ClientMetadata } from "../oauth-server/client-metadata.ts";
import type { OAuthClient } from "../oauth-server/client-store.ts";
import { exchangeAuthorizationCode } from "../oauth-server/exchange-authorization-code.ts";
import { introspectToken } from "../oauth-server/introspect-token.ts";
import { readForm } from "../oauth-server/read-form.ts";
import { refreshProgramSession } from "../oauth-server/refresh-program-session.ts";
import { registerClient } from "../oauth-server/register-client.ts";
import { requestAuthorization } from "../oauth-server/request-authorization.ts";
import { revokeToken } from "../oauth-server/revoke-token.ts";
import { type TokenAnswer, tokenAnswer } from "../oauth-server/token-answer.ts";
import { findTokenHolder } from "../sessions/signed-in-user.ts";
import { bearerOf } from "../tokens/access-token.ts";
import { given } from "./fields.ts";
import { requireOAuthServer } from "./oauth-server-switch.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

/** One that comes twice is a list, and refused. */
const Parameters = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 8192 }), {
  maxProperties: 50,
});

type Fields = Readonly<Record<string, string>>;

/** /oauth: what programs ask of this service as their OAuth 2.1 and OpenID Connect server. */
export const oauthServerRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  drawFailures(app, oauthErrorSurface);
  requireOAuthServer(app, identity);
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 65_536 },
    async (_request: FastifyRequest, form: string) => readForm(form),
  );

  const authorize = async (parameters: Fields, reply: FastifyReply, status: 302 | 303) => {
    const location = await requestAuthorization(identity, parameters);
    return reply.header("referrer-policy", "no-referrer").redirect(location, status);
  };

  app.get(
    "/oauth/authorize",
    {
      config: { permission: OPEN, limiter: "oauth_authorize" },
      exposeHeadRoute: false,
      schema: { querystring: Parameters },
    },
    async ({ query }, reply) => authorize(query, reply, 302),
  );

  // Of OpenID Connect: a request may be too long for an address. The form goes no further.
  app.post(
    "/oauth/authorize",
    { config: { permission: OPEN, limiter: "oauth_authorize" }, schema: { body: Parameters } },
    async ({ body }, reply) => authorize(body, reply, 303),
  );

  app.post(
    "/oauth/token",
    { config: { permission: OPEN, limiter: "oauth_token" }, schema: { body: Parameters } },
    async (request, reply) => {
      const client = await clientOf(request, request.body);
      const grant = GRANTS.get(request.body["grant_type"] ?? "");
      if (grant === undefined) {
        throw new OAuthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
      }
      reply.header("pragma", "no-cache");
      return grant(client, request.body, request);
    },
  );

  app.post(
    "/oauth/revoke",
    { config: { permission: OPEN, limiter: "oauth_revoke" }, schema: { body: Parameters } },
    async (request) => {
      const client = await clientOf(request, request.body);
      const token = given(request.body["token"]);
      if (token === undefined) throw new OAuthError("invalid_request", "token is needed.");
      await revokeToken(identity, { client, token, origin: originOf(request) });
      return {};
    },
  );

  app.post(
    "/oauth/introspect",
    { config: { permission: OPEN, limiter: "oauth_introspect" }, schema: { body: Parameters } },
    async (request, reply) => {
      const client = await clientOf(request, request.body);
      const token = given(request.body["token"]);
      if (token === undefined) throw new OAuthError("invalid_request", "token is needed.");
      reply.header("cache-control", "no-store");
      return introspectToken(identity, { client, token });
    },
  );

  app.route({
    method: ["GET", "POST"],
    url: "/oauth/userinfo",
    config: { permission: OPEN, isBodyOptional: true },
    exposeHeadRoute: false,
    handler: async ({ headers }) => {
      const bearer = bearerOf(headers.authorization);
      if (bearer === undefined) throw unauthorized("A bearer token is needed.");
      const { user, program } = await findTokenHolder(identity, bearer).catch(asUnauthorized);
      return claimsOf(user, program?.scopes);
    },
  });

  app.post(
    "/oauth/clients/register",
    { config: { permission: OPEN, limiter: "oauth_register" }, schema: { body: ClientMetadata } },
    async (request, reply) => reply.code(201).send(await registerClient(identity, request.body, originOf(request))),
  );

  const clientOf = ({ headers }: FastifyRequest, fields: Fields): Promise<OAuthClient> =>
    authenticateClient(identity, {
      authorization: headers.authorization,
      clientId: given(fields["client_id"]),
      clientSecret: given(fields["client_secret"]),
    });

  const GRANTS: ReadonlyMap<
    string,
    (client: OAuthClient, fields: Fields, request: FastifyRequest) => Promise<TokenAnswer>
  > = new Map([
    [
      "authorization_code",
      async (client, fields, request) => {
        const { session, nonce } = await exchangeAuthorizationCode(identity, {
          client,
          code: fields["code"] ?? "",
          codeVerifier: fields["code_verifier"] ?? "",
          redirectUri: given(fields["redirect_uri"]),
          resource: given(fields["resource"]),
          origin: originOf(request),
        });
        return tokenAnswer(identity, session, { client, nonce });
      },
    ],
    [
      "refresh_token",
      async (client, fields, request) => {
        const session = await refreshProgramSession(identity, {
          client,
          refreshToken: fields["refresh_token"] ?? "",
          scope: given(fields["scope"]),
          resource: given(fields["resource"]),
          origin: originOf(request),
        });
        return tokenAnswer(identity, session, { client });
      },
    ],
  ]);
};

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-3 */
function unauthorized(description: string, cause?: unknown): OAuthError {
  const challenge = cause === undefined ? "Bearer" : 'Bearer error="invalid_token"';
  return new OAuthError("invalid_token", description, {
    status: 401,
    headers: { "www-authenticate": challenge },
    cause,
  });
}

function asUnauthorized(error: unknown): never {
  throw error instanceof IdentityError ? unauthorized(error.message, error) : error;
}
