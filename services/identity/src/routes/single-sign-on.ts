import { isUuid } from "@vedette/database";
import { OPEN, type RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { readUuid } from "../administration/user-id.ts";
import { IdentityError } from "../errors.ts";
import { readCodeChallenge } from "../flows/flow-state.ts";
import { finishAuthorization } from "../oauth/finish-authorization.ts";
import { flowBrowserOf, readFlowBrowser } from "../oauth/flow-browser.ts";
import { openSignOnFlow } from "../oauth/oauth-flow.ts";
import { notFound } from "../saml/provider-store.ts";
import { findOidcProvider, hasOidcProviders } from "../sso/oidc-provider-store.ts";
import type { SsoQuery } from "../sso/sso-record.ts";
import { type OidcSignOnStart, startOidcSignOn } from "../sso/start-oidc-sign-on.ts";
import { signedInUserOf, USER } from "./access.ts";
import { FLOW_FIELDS, Flag, given, ProviderParameters, Text } from "./fields.ts";
import { sendPlainPage } from "./plain-page.ts";
import { audienceOf, isFromOwnPage, navigationOriginOf, originOf, redirectOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";
import { sendOn } from "./send-on.ts";

const StartBody = Type.Object({ provider_id: Text(), domain: Text(255), skip_http_redirect: Flag, ...FLOW_FIELDS });
const LogoutBody = Type.Object({ skip_http_redirect: Flag, redirect_to: Text(8192) });
const StartQuery = Type.Object({ relay_state: Type.String({ maxLength: 100 }) });
const FlowQuery = Type.Object({ flow: Type.String({ maxLength: 100 }) });
const CallbackPath = Type.Object({ id: Type.String({ maxLength: 100 }) });
const MetadataQuery = Type.Object({ download: Type.Optional(Type.String({ maxLength: 10 })) });

const FORM_TYPE = "application/x-www-form-urlencoded";
const VALID_YEARS = 5;
/** What is there without SAML, too, where a company speaks OpenID Connect. */
const OPEN_ID_TOO = ["/sso", "/sso/oidc/start", "/sso/oidc/callback/:id"];
/** Says in a form that it has been here before. */
const AGAIN = "vedette_again";

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
  app.addHook("onRequest", async ({ routeOptions }) => {
    if (identity.settings["auth.saml.enabled"]) return;
    const mayBeOpenId = OPEN_ID_TOO.some((path) => routeOptions.url?.endsWith(path));
    if (!mayBeOpenId || !(await hasOidcProviders(identity.db))) throw new IdentityError("saml_provider_disabled");
  });
  const open = { permission: OPEN } as const;
  const { publicUrl } = identity.addresses;

  app.post(
    "/sso",
    { config: { ...open, limiter: "sso", captcha: "always" }, schema: { body: StartBody } },
    async (request, reply) => {
      const isCalled = request.body.skip_http_redirect === true;
      // What another site's page or a program gets, the browser may never have: it gets its cookie when it comes.
      const isHere = !isCalled || isFromOwnPage(identity, request);
      const browser = flowBrowserOf(publicUrl, request.headers.cookie);
      const { url, later } = await begin(queryOf(request.body), {
        redirectTo: redirectOf(request, identity),
        codeChallenge: readCodeChallenge(request.body),
        audience: audienceOf(request, identity),
        browserHash: isHere ? browser.hash : undefined,
      });
      reply.header("referrer-policy", "no-referrer");
      if (isHere) reply.header("set-cookie", browser.cookie);
      if (!isCalled) return reply.redirect(url, 303);
      return { url: isHere ? url : `${identity.addresses.externalUrl}${later}` };
    },
  );

  app.get(
    "/sso/oidc/start",
    { config: { ...open, limiter: "sso" }, exposeHeadRoute: false, schema: { querystring: FlowQuery } },
    async (request, reply) => {
      const browser = flowBrowserOf(publicUrl, request.headers.cookie);
      const id = readUuid(request.query.flow, { name: "flow" });
      const url = await openSignOnFlow(identity.db, { id, browserHash: browser.hash });
      return reply.headers({ "referrer-policy": "no-referrer", "set-cookie": browser.cookie }).redirect(url, 302);
    },
  );

  app.get(
    "/sso/oidc/callback/:id",
    { config: open, exposeHeadRoute: false, schema: { params: CallbackPath, querystring: ProviderParameters } },
    async (request, reply) => {
      const { location, status } = await finishAuthorization(identity, {
        parameters: new URLSearchParams(request.query),
        browserHash: readFlowBrowser(publicUrl, request.headers.cookie),
        ownerOfAddress: `sso:${request.params.id}`,
        origin: navigationOriginOf(identity, request, reply),
      });
      return reply.header("referrer-policy", "no-referrer").redirect(location, status);
    },
  );

  app.get(
    "/sso/saml/start",
    { config: { ...open, limiter: "sso" }, exposeHeadRoute: false, schema: { querystring: StartQuery } },
    async (request, reply) => {
      const { goOnWithSignOn } = await rules.start();
      const browser = flowBrowserOf(publicUrl, request.headers.cookie);
      const relayState = readUuid(request.query.relay_state, { name: "relay_state" });
      const url = await goOnWithSignOn(identity, { relayState, browserHash: browser.hash });
      return reply.headers({ "referrer-policy": "no-referrer", "set-cookie": browser.cookie }).redirect(url, 302);
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

  app.post("/sso/saml/acs", { config: { ...open, limiter: limiterOfArrival } }, async (request, reply) => {
    const form = formOf(request.body);
    const encoded = form.get("SAMLResponse") ?? "";
    const relayState = form.get("RelayState") ?? "";
    const browserHash = readFlowBrowser(publicUrl, request.headers.cookie);
    const { acceptResponse } = await rules.accept();
    // The cookie does not come with a form of another site, but with one of this service.
    if (isFirstPass(request)) {
      return sendPlainPage(reply, {
        title: "Signing in …",
        text: "If nothing happens, press the button.",
        button: "Continue",
        action: `${identity.addresses.externalUrl}/sso/saml/acs`,
        fields: { SAMLResponse: encoded, RelayState: relayState, [AGAIN]: "1" },
        isPressed: true,
      });
    }
    const { location, status } = await acceptResponse(identity, {
      encoded,
      relayState,
      browserHash,
      audience: audienceOf(request, identity),
      origin: navigationOriginOf(identity, request, reply),
    });
    return sendOn(identity, reply.header("cache-control", "no-store"), location, status);
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

  /** Begins a sign-in, by what the provider speaks. `later` is where a browser comes in if it is not there yet. */
  async function begin(
    query: SsoQuery,
    start: OidcSignOnStart,
  ): Promise<{ readonly url: string; readonly later: string }> {
    const provider = await findOidcProvider(identity.db, query);
    if (provider !== undefined) {
      const { id, url } = await startOidcSignOn(identity, provider, start);
      return { url, later: `/sso/oidc/start?flow=${id}` };
    }
    if (!identity.settings["auth.saml.enabled"]) throw notFound(query);
    const { startSignOn } = await rules.start();
    const { relayState, url } = await startSignOn(identity, { ...start, query });
    return { url, later: `/sso/saml/start?relay_state=${relayState}` };
  }

  /** An answer to a sign-in that began here, brought by the identity provider's own page. */
  function isFirstPass({ headers, body }: FastifyRequest): boolean {
    if (!(body instanceof URLSearchParams) || body.has(AGAIN)) return false;
    const isAnswer = isUuid(body.get("RelayState") ?? "");
    return isAnswer && readFlowBrowser(publicUrl, headers.cookie) === undefined;
  }

  function limiterOfArrival(request: FastifyRequest) {
    return isFirstPass(request) ? "sso" : "saml_assertion";
  }
};

function formOf(body: unknown): URLSearchParams {
  if (body instanceof URLSearchParams) return body;
  throw new IdentityError("validation_failed", { message: `This address takes ${FORM_TYPE}` });
}

function queryOf({ provider_id, domain }: Static<typeof StartBody>): SsoQuery {
  const [id, name] = [given(provider_id), given(domain)];
  if (id !== undefined && name !== undefined) throw invalid("Only one of provider_id or domain supported");
  if (name !== undefined) return { domain: name };
  if (id === undefined) throw invalid("A provider_id or domain needs to be provided");
  if (isUuid(id)) return { id };
  throw invalid("provider_id is not a valid UUID");
}

function invalid(message: string): IdentityError {
  return new IdentityError("validation_failed", { message });
}
