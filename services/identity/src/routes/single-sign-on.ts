import { OPEN, type RoutePlugin } from "@vedette/http";
import { type Static, Type } from "typebox";
import { IdentityError } from "../errors.ts";
import { readCodeChallenge } from "../flows/flow-state.ts";
import type { ProviderQuery } from "../saml/provider-store.ts";
import { signedInUserOf, USER } from "./access.ts";
import { FLOW_FIELDS, Flag, given, Text } from "./fields.ts";
import { audienceOf, originOf, redirectOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const StartBody = Type.Object({ provider_id: Text(), domain: Text(255), skip_http_redirect: Flag, ...FLOW_FIELDS });
const LogoutBody = Type.Object({ skip_http_redirect: Flag, redirect_to: Text(8192) });
const MetadataQuery = Type.Object({ download: Type.Optional(Type.String({ maxLength: 10 })) });

const FORM_TYPE = "application/x-www-form-urlencoded";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const VALID_YEARS = 5;

/** Rules that read or write XML are loaded with the first request for them: a start is short without the libraries. */
const rules = {
  start: () => import("../saml/start-sign-on.ts"),
  metadata: () => import("../saml/service-metadata.ts"),
  accept: () => import("../saml/accept-response.ts"),
  logout: () => import("../saml/single-logout.ts"),
} as const;

/** /sso: signing in and out with the identity provider of a company. */
export const singleSignOnRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  app.addContentTypeParser(
    FORM_TYPE,
    { parseAs: "string" },
    async (_request: unknown, form: string) => new URLSearchParams(form),
  );
  // Said before anything of the request is judged.
  app.addHook("onRequest", async () => {
    if (!identity.settings["auth.saml.enabled"]) throw new IdentityError("saml_provider_disabled");
  });
  const open = { permission: OPEN } as const;

  app.post(
    "/sso",
    { config: { ...open, limiter: "sso", captcha: "always" }, schema: { body: StartBody } },
    async (request, reply) => {
      const { startSignOn } = await rules.start();
      const url = await startSignOn(identity, {
        query: queryOf(request.body),
        redirectTo: redirectOf(request, identity),
        codeChallenge: readCodeChallenge(request.body),
      });
      reply.header("referrer-policy", "no-referrer");
      return request.body.skip_http_redirect === true ? { url } : reply.redirect(url, 303);
    },
  );

  app.get("/sso/saml/metadata", { config: open, schema: { querystring: MetadataQuery } }, async ({ query }, reply) => {
    const { serviceMetadata } = await rules.metadata();
    const service = await identity.serviceProvider();
    const isRotating = service.next !== undefined;
    reply.header("cache-control", `public, max-age=${isRotating ? 60 : 600}`).type("application/xml");
    if (query.download !== "true") return serviceMetadata(service);
    const validUntil = new Date();
    validUntil.setFullYear(validUntil.getFullYear() + VALID_YEARS);
    reply.header("content-disposition", 'attachment; filename="metadata.xml"');
    return serviceMetadata(service, validUntil);
  });

  app.post("/sso/saml/acs", { config: { ...open, limiter: "saml_assertion" } }, async (request, reply) => {
    const form = formOf(request.body);
    const encoded = form.get("SAMLResponse") ?? "";
    const { acceptResponse } = await rules.accept();
    const { location, status } = await acceptResponse(identity, {
      encoded,
      relayState: form.get("RelayState") ?? "",
      audience: audienceOf(request, identity),
      origin: originOf(request),
    });
    return reply.headers({ "referrer-policy": "no-referrer", "cache-control": "no-store" }).redirect(location, status);
  });

  app.get("/sso/saml/slo", { config: { ...open, limiter: "saml_assertion" } }, async (request, reply) => {
    const query = request.url.slice(request.url.indexOf("?") + 1);
    const { receiveLogout } = await rules.logout();
    const location = await receiveLogout(identity, { binding: "redirect", query }, originOf(request));
    return reply.header("referrer-policy", "no-referrer").redirect(location, 302);
  });

  app.post("/sso/saml/slo", { config: { ...open, limiter: "saml_assertion" } }, async (request, reply) => {
    const form = formOf(request.body);
    const { receiveLogout } = await rules.logout();
    const location = await receiveLogout(identity, { binding: "post", form }, originOf(request));
    return reply.header("referrer-policy", "no-referrer").redirect(location, 303);
  });

  app.post("/sso/logout", { config: { permission: USER }, schema: { body: LogoutBody } }, async (request, reply) => {
    const { user, sessionId } = signedInUserOf(access, request);
    if (sessionId === undefined) throw new IdentityError("session_not_found");
    const redirectTo = redirectOf(request, identity);
    const { startLogout } = await rules.logout();
    const url = await startLogout(identity, { userId: user.id, sessionId, redirectTo, origin: originOf(request) });
    return request.body.skip_http_redirect === true ? { url } : reply.redirect(url, 303);
  });
};

function formOf(body: unknown): URLSearchParams {
  if (body instanceof URLSearchParams) return body;
  throw new IdentityError("validation_failed", { message: `This address takes ${FORM_TYPE}` });
}

function queryOf({ provider_id, domain }: Static<typeof StartBody>): ProviderQuery {
  const [id, name] = [given(provider_id), given(domain)];
  if (id !== undefined && name !== undefined) throw invalid("Only one of provider_id or domain supported");
  if (name !== undefined) return { domain: name };
  if (id === undefined) throw invalid("A provider_id or domain needs to be provided");
  if (UUID.test(id)) return { id };
  throw invalid("provider_id is not a valid UUID");
}

function invalid(message: string): IdentityError {
  return new IdentityError("validation_failed", { message });
}
