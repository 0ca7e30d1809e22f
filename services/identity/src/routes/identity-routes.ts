import { type RoutePlugin, useErrorSurface } from "@vedette/http";
import { identityErrorSurface } from "../error-answer.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { limitRequest } from "../limits/limit-requests.ts";
import { durationMs } from "../settings/duration.ts";
import { identityAccess } from "./access.ts";
import { adminAuditRoutes } from "./admin-audit.ts";
import { adminDeadLetterRoutes } from "./admin-dead-letters.ts";
import { adminFactorRoutes } from "./admin-factors.ts";
import { adminHookRoutes } from "./admin-hooks.ts";
import { adminLinkRoutes } from "./admin-links.ts";
import { adminMailTemplateRoutes } from "./admin-mail-templates.ts";
import { adminOAuthClientRoutes } from "./admin-oauth-clients.ts";
import { adminCustomProviderRoutes, adminProviderRoutes } from "./admin-providers.ts";
import { adminRateLimitRoutes } from "./admin-rate-limits.ts";
import { adminSessionRoutes } from "./admin-sessions.ts";
import { adminSingleSignOnRoutes } from "./admin-single-sign-on.ts";
import { adminUserRoutes } from "./admin-users.ts";
import { requireCaptchas } from "./captcha.ts";
import { captchaFrameRoutes } from "./captcha-frame.ts";
import { allowAllOrigins } from "./cross-origin.ts";
import { factorRoutes } from "./factors.ts";
import { identitiesRoutes } from "./identities.ts";
import { inviteRoutes } from "./invite.ts";
import { mailRoutes } from "./mails.ts";
import { oauthRoutes } from "./oauth.ts";
import { oauthConsentRoutes } from "./oauth-consent.ts";
import { oauthServerRoutes } from "./oauth-server.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { recoveryCodeRoutes } from "./recovery-codes.ts";
import { LONGEST_ANSWER_MS, type RouteOptions } from "./route-options.ts";
import { scimRoutes } from "./scim.ts";
import { serviceRoutes } from "./service.ts";
import { sessionRoutes } from "./sessions.ts";
import { signUpRoutes } from "./sign-up.ts";
import { singleSignOnRoutes } from "./single-sign-on.ts";
import { tokenRoutes } from "./token.ts";
import { userRoutes } from "./user.ts";
import { userNameRoutes } from "./user-names.ts";
import { verifyRoutes } from "./verify.ts";
import { verifyLinkRoutes } from "./verify-link.ts";
import { requireWellFormed } from "./well-formed.ts";
import { wellKnownRoutes } from "./well-known.ts";

const GROUPS: readonly RoutePlugin<RouteOptions>[] = [
  signUpRoutes,
  tokenRoutes,
  verifyRoutes,
  verifyLinkRoutes,
  mailRoutes,
  userRoutes,
  userNameRoutes,
  identitiesRoutes,
  sessionRoutes,
  adminSessionRoutes,
  inviteRoutes,
  adminUserRoutes,
  adminLinkRoutes,
  adminAuditRoutes,
  adminMailTemplateRoutes,
  adminDeadLetterRoutes,
  adminHookRoutes,
  adminRateLimitRoutes,
  factorRoutes,
  recoveryCodeRoutes,
  passkeyRoutes,
  adminFactorRoutes,
  adminProviderRoutes,
  adminCustomProviderRoutes,
  oauthRoutes,
  oauthServerRoutes,
  oauthConsentRoutes,
  adminOAuthClientRoutes,
  singleSignOnRoutes,
  adminSingleSignOnRoutes,
  scimRoutes,
  wellKnownRoutes,
  captchaFrameRoutes,
  serviceRoutes,
];

declare module "fastify" {
  interface FastifyContextConfig {
    /** Clients may leave the body away altogether. */
    isBodyOptional?: boolean;
  }
}

/** Everything under /auth/v1. */
export const identityRoutes: RoutePlugin<{ readonly identity: Identity }> = async (app, { identity }) => {
  const access = identityAccess(identity);
  const answerWithinMs = (): number | undefined =>
    Math.min(LONGEST_ANSWER_MS, Math.round(durationMs(identity.settings["auth.api.max_request_duration"]))) ||
    undefined;
  app.addHook("onRoute", (route) => {
    route.config = { answerWithinMs, ...route.config };
  });
  useErrorSurface(app, identityErrorSurface);
  app.ignoreTrailingSlash(app.prefix);
  allowAllOrigins(app, identity);
  access.install(app);
  app.addHook("preValidation", async (request, reply) => {
    await limitRequest(identity, request, reply);
    requireWellFormed(request);
    const { body, routeOptions } = request;
    const isBodyOptional = routeOptions.method === "DELETE" || routeOptions.config.isBodyOptional === true;
    if (routeOptions.schema?.body !== undefined && body === undefined && !isBodyOptional) {
      throw new IdentityError("bad_json", { message: "Could not parse request body as JSON: the body is empty" });
    }
  });
  requireCaptchas(app, identity);
  for (const group of GROUPS) await app.register(group, { identity, access });
};
