import { HttpError, OPEN, type RoutePlugin } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { IdentityError } from "../errors.ts";
import { readCodeChallenge } from "../flows/flow-state.ts";
import { isSingleSignOn } from "../identities/external-identity.ts";
import type { Identity } from "../identity.ts";
import { type AuthorizationStart, beginAuthorization } from "../oauth/begin-authorization.ts";
import { CUSTOM } from "../oauth/custom/custom-provider-store.ts";
import { errorTarget, finishAuthorization } from "../oauth/finish-authorization.ts";
import { flowBrowserOf, readFlowBrowser } from "../oauth/flow-browser.ts";
import { isOutage } from "../oauth/provider-failure.ts";
import { signedInUserOf, USER } from "./access.ts";
import { ProviderParameters } from "./fields.ts";
import { agreeToLinking, continueLinking } from "./linking-consent.ts";
import { audienceOf, isFromOwnPage, navigationOriginOf, redirectOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";
import { sendOn } from "./send-on.ts";

const ProviderPath = Type.Object({ identifier: Type.String({ maxLength: 100 }) });

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

/** No address that is longer is read. */
const MAX_LOCATION_LENGTH = 8192;

/** /authorize, /callback and /provider-callback: the way to a provider and back; /user/identities/authorize: the same for linking. */
export const oauthRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 65_536 },
    async (_request: FastifyRequest, form: string) => new URLSearchParams(form),
  );

  app.get(
    "/authorize",
    {
      config: { permission: OPEN, limiter: "authorize" },
      exposeHeadRoute: false,
      schema: { querystring: ProviderParameters },
    },
    async (request, reply) => {
      const { flow } = request.query;
      if (flow !== undefined) return continueLinking(identity, request, reply, flow);
      const browser = flowBrowserOf(identity.addresses.publicUrl, request.headers.cookie);
      const start = startOf(identity, request, { browserHash: browser.hash });
      try {
        const { url } = await beginAuthorization(identity, start);
        return sendOn(identity, reply.header("set-cookie", browser.cookie), url);
      } catch (error) {
        return sendOn(identity, reply, errorTarget(start.redirectTo, failureToBegin(error)));
      }
    },
  );

  app.post(
    "/authorize",
    { config: { permission: OPEN, isBodyOptional: true, limiter: "authorize" } },
    async (request, reply) => {
      return agreeToLinking(identity, request, reply, formOf(request.body).get("flow") ?? "");
    },
  );

  const finish = async (request: ProviderRequest, reply: FastifyReply, ownerOfAddress?: string) => {
    const { location, status } = await finishAuthorization(identity, {
      parameters: new URLSearchParams(request.query),
      browserHash: readFlowBrowser(identity.addresses.publicUrl, request.headers.cookie),
      ownerOfAddress,
      origin: navigationOriginOf(identity, request, reply),
    });
    return sendOn(identity, reply, location, status);
  };

  app.get(
    "/callback",
    // A look uses nothing up.
    { config: { permission: OPEN }, exposeHeadRoute: false, schema: { querystring: ProviderParameters } },
    async (request, reply) => finish(request, reply),
  );

  app.get(
    "/provider-callback/:identifier",
    {
      config: { permission: OPEN },
      exposeHeadRoute: false,
      schema: { params: ProviderPath, querystring: ProviderParameters },
    },
    async (request, reply) => {
      const { identifier } = request.params;
      // Nobody else has an address here: a company's provider has its own at single sign-on.
      if (identifier.startsWith(CUSTOM)) return finish(request, reply, identifier);
      return sendOn(
        identity,
        reply,
        errorTarget(identity.addresses.siteUrl, new IdentityError("bad_oauth_state")),
        303,
      );
    },
  );

  // Apple posts its answer. The cookie of the flow does not come with a form of another site, but with the way on.
  app.post("/callback", { config: { permission: OPEN, isBodyOptional: true } }, async ({ body }, reply) => {
    const location = `${identity.addresses.externalUrl}/callback?${formOf(body)}`;
    if (location.length > MAX_LOCATION_LENGTH) throw new HttpError("body_too_large");
    return reply.header("referrer-policy", "no-referrer").redirect(location, 303);
  });

  app.get(
    "/user/identities/authorize",
    { config: { permission: USER, limiter: "authorize" }, schema: { querystring: ProviderParameters } },
    async (request, reply) => {
      if (!identity.settings["auth.enable_manual_linking"]) throw new IdentityError("manual_linking_disabled");
      const { user } = signedInUserOf(access, request);
      if (user.is_sso_user) throw new IdentityError("user_sso_managed");
      return beginLinking(identity, request, reply, user.id);
    },
  );
};

type ProviderRequest = FastifyRequest<{ Querystring: Readonly<Record<string, string>> }>;

async function beginLinking(identity: Identity, request: ProviderRequest, reply: FastifyReply, linkingTarget: string) {
  const isCalled = request.query["skip_http_redirect"] === "true";
  const browser = flowBrowserOf(identity.addresses.publicUrl, request.headers.cookie);
  // What another site's page or a program gets, the browser may never have: it is asked when it comes.
  const isHere = !isCalled || isFromOwnPage(identity, request);
  const start = startOf(identity, request, { linkingTarget, ...(isHere ? { browserHash: browser.hash } : {}) });
  try {
    const { id, url } = await beginAuthorization(identity, start);
    if (isHere) reply.header("set-cookie", browser.cookie);
    if (!isCalled) return sendOn(identity, reply, url);
    return { url: `${identity.addresses.externalUrl}/authorize?flow=${id}` };
  } catch (error) {
    const failure = failureToBegin(error);
    if (isCalled) throw failure;
    return sendOn(identity, reply, errorTarget(start.redirectTo, failure));
  }
}

/**
 * What an application is told, which can say more to a person on the way than a page of JSON: that the provider cannot
 * be reached, or will not begin.
 *
 * @throws whatever else went wrong
 */
function failureToBegin(error: unknown): IdentityError {
  if (error instanceof IdentityError && error.code === "unexpected_failure") return error;
  if (!isOutage(error)) throw error;
  const message = "The identity provider cannot be reached. Try again in a while.";
  return new IdentityError("unexpected_failure", { status: 503, message, cause: error });
}

function startOf(
  identity: Identity,
  request: ProviderRequest,
  { linkingTarget, browserHash }: { linkingTarget?: string; browserHash?: Uint8Array },
): AuthorizationStart {
  const { query } = request;
  const provider = query["provider"] ?? "";
  if (provider === "")
    throw new IdentityError("validation_failed", { message: "Unsupported provider: none was named" });
  if (isSingleSignOn({ provider })) {
    throw new IdentityError("validation_failed", { message: "Unsupported provider: single sign-on begins at /sso" });
  }
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

/** The fields of a form; a body of another type has none. */
function formOf(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}
