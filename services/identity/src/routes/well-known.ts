import { OPEN, type RoutePlugin } from "@vedette/http";
import type { FastifyReply } from "fastify";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { serverMetadata } from "../oauth-server/server-metadata.ts";
import type { RouteOptions } from "./route-options.ts";

/** Clients keep what is published for ten minutes. */
const CACHE_CONTROL = "public, max-age=600";

/** /.well-known: what anybody needs to check access tokens, and to sign people in by OAuth. */
export const wellKnownRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  const config = { permission: OPEN };

  app.get("/.well-known/jwks.json", { config }, async (_request, reply) => {
    reply.header("cache-control", CACHE_CONTROL);
    return identity.signingKeys.published();
  });

  app.get("/.well-known/openid-configuration", { config }, async (_request, reply) =>
    publish(reply, await serverMetadata(identity)),
  );

  app.get("/.well-known/oauth-authorization-server", { config }, async (_request, reply) => {
    if (!identity.settings["auth.oauth_server.enabled"]) throw new IdentityError("feature_disabled");
    return publish(reply, await serverMetadata(identity));
  });
};

/**
 * The same at the root of the server, where RFC 8414 (section 3) puts it: the path of the issuer stands behind
 * `/.well-known/oauth-authorization-server`.
 */
export const rootMetadataRoutes: RoutePlugin<{ readonly identity: Identity }> = async (app, { identity }) => {
  for (const name of ["oauth-authorization-server", "openid-configuration"]) {
    app.get(`/.well-known/${name}/*`, { config: { permission: OPEN } }, async ({ params }, reply) => {
      const path = URL.parse(identity.addresses.issuer)?.pathname;
      const isIssuer = `/${String(Reflect.get(Object(params), "*"))}` === path;
      if (!isIssuer || !identity.settings["auth.oauth_server.enabled"]) return reply.callNotFound();
      return publish(reply.header("access-control-allow-origin", "*"), await serverMetadata(identity));
    });
  }
};

function publish(reply: FastifyReply, metadata: object): FastifyReply {
  return reply.header("cache-control", CACHE_CONTROL).send(metadata);
}
