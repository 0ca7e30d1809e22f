import { OPEN, type RoutePlugin } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { readUuid } from "../administration/user-id.ts";
import { IdentityError } from "../errors.ts";
import { readCodeChallenge } from "../flows/flow-state.ts";
import type { Identity } from "../identity.ts";
import { type AuthorizationStart, beginAuthorization } from "../oauth/begin-authorization.ts";
import { finishAuthorization } from "../oauth/finish-authorization.ts";
import { flowBrowserOf, readFlowBrowser } from "../oauth/flow-browser.ts";
import { openFlow } from "../oauth/oauth-flow.ts";
import { signedInUserOf, USER } from "./access.ts";
import { audienceOf, originOf, redirectOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const MAX_PARAMETERS = 50;
/** Any parameter: those that mean nothing here are for the provider. One that comes twice is a list, and refused. */
const Parameters = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 8192 }), {
  maxProperties: MAX_PARAMETERS,
});

/** What is this service's own in the query; the rest goes to the provider. */
const OWN: ReadonlySet<string> = new Set([
  "provider",
  "scopes",
  "redirect_to",
  "code_challenge",
  "code_challenge_method",
  "invite_token",
  "skip_http_redirect",
  "apikey",
]);

/** /authorize and /callback: the way to a provider and back; /user/identities/authorize: the same for linking. */
export const oauthRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 65_536 },
    async (_request: FastifyRequest, form: string) => form,
  );

  app.get(
    "/authorize",
    { config: { permission: OPEN }, exposeHeadRoute: false, schema: { querystring: Parameters } },
    async (request, reply) => {
      const browser = flowBrowserOf(identity.addresses.publicUrl, request.headers.cookie);
      const { flow } = request.query;
      const url =
        flow === undefined
          ? (await beginAuthorization(identity, startOf(identity, request, { browserHash: browser.hash }))).url
          : await openFlow(identity.db, { id: readFlow(flow), browserHash: browser.hash });
      return redirect(reply.header("set-cookie", browser.cookie), url);
    },
  );

  app.get(
    "/callback",
    // A look uses nothing up.
    { config: { permission: OPEN }, exposeHeadRoute: false, schema: { querystring: Parameters } },
    async (request, reply) => {
      const location = await finishAuthorization(identity, {
        parameters: new URLSearchParams(request.query),
        browserHash: readFlowBrowser(identity.addresses.publicUrl, request.headers.cookie),
        origin: originOf(request),
      });
      return redirect(reply, location);
    },
  );

  // Apple posts its answer. The cookie of the flow does not come with a form of another site, but with the way on.
  app.post("/callback", { config: { permission: OPEN, isBodyOptional: true } }, async ({ body }, reply) => {
    const form = new URLSearchParams(typeof body === "string" ? body : "");
    const location = `${identity.addresses.externalUrl}/callback?${form}`;
    return reply.header("referrer-policy", "no-referrer").redirect(location, 303);
  });

  app.get(
    "/user/identities/authorize",
    { config: { permission: USER }, schema: { querystring: Parameters } },
    async (request, reply) => {
      if (!identity.settings["auth.enable_manual_linking"]) throw new IdentityError("manual_linking_disabled");
      const { user } = signedInUserOf(access, request);
      if (user.is_sso_user) throw new IdentityError("user_sso_managed");
      if (request.query["skip_http_redirect"] === "true") {
        const start = startOf(identity, request, { linkingTarget: user.id });
        const { id } = await beginAuthorization(identity, start);
        // Through here, so that it is known which browser it was.
        return { url: `${identity.addresses.externalUrl}/authorize?flow=${id}` };
      }
      const browser = flowBrowserOf(identity.addresses.publicUrl, request.headers.cookie);
      const start = startOf(identity, request, { linkingTarget: user.id, browserHash: browser.hash });
      const { url } = await beginAuthorization(identity, start);
      return redirect(reply.header("set-cookie", browser.cookie), url);
    },
  );
};

function readFlow(id: string): string {
  return readUuid(id, { name: "flow" });
}

function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.header("referrer-policy", "no-referrer").redirect(location, 302);
}

function startOf(
  identity: Identity,
  request: FastifyRequest<{ Querystring: Readonly<Record<string, string>> }>,
  { linkingTarget, browserHash }: { linkingTarget?: string; browserHash?: Uint8Array },
): AuthorizationStart {
  const { query } = request;
  const provider = query["provider"] ?? "";
  if (provider === "")
    throw new IdentityError("validation_failed", { message: "Unsupported provider: none was named" });
  return {
    provider,
    scopes: query["scopes"] ?? "",
    redirectTo: redirectOf(request, identity),
    codeChallenge: readCodeChallenge(query),
    inviteToken: query["invite_token"] || undefined,
    linkingTarget,
    audience: audienceOf(request, identity),
    parameters: Object.fromEntries(Object.entries(query).filter(([name]) => !OWN.has(name))),
    browserHash,
  };
}
