import { plainAddress } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Identity } from "../identity.ts";
import { flowBrowserOf } from "../oauth/flow-browser.ts";
import { chooseRedirect } from "../redirects/redirect-rules.ts";
import type { RequestOrigin } from "../request-origin.ts";

const MAX_USER_AGENT_LENGTH = 1024;

type WithAddresses = Pick<Identity, "addresses">;

export function originOf({ id, ip, headers }: FastifyRequest): RequestOrigin {
  return {
    ipAddress: plainAddress(ip),
    userAgent: (headers["user-agent"] ?? "").slice(0, MAX_USER_AGENT_LENGTH),
    requestId: id,
    acceptLanguage: headers["accept-language"] ?? "",
    forwardedHost: asText(headers["x-forwarded-host"]) ?? "",
  };
}

/**
 * The origin of an API call that can start a session. A page of this server's own origin is in the browser that takes the
 * cookie; of pages of other sites and of other clients the browser is not known.
 */
export function signInOriginOf(identity: WithAddresses, request: FastifyRequest, reply: FastifyReply): RequestOrigin {
  return isFromOwnPage(identity, request) ? navigationOriginOf(identity, request, reply) : originOf(request);
}

/** The origin of a navigation that can start a session: a link in an e-mail, or a provider's redirect. */
export function navigationOriginOf(
  { addresses }: WithAddresses,
  request: FastifyRequest,
  reply: FastifyReply,
): RequestOrigin {
  const { hash, cookie } = flowBrowserOf(addresses.publicUrl, request.headers.cookie);
  reply.header("set-cookie", cookie);
  return { ...originOf(request), browserHash: hash };
}

/** Whether a page of this service's own origin sends a request: it then comes from the browser that takes its cookies. */
export function isFromOwnPage({ addresses }: WithAddresses, { headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const own = [addresses.publicUrl, addresses.externalUrl].map((url) => new URL(url).origin);
  return headers.origin !== undefined && own.includes(headers.origin);
}

/** The audience that a request names, else the configured one. */
export function audienceOf({ headers }: FastifyRequest, { settings }: Identity): string {
  return namedAudience(headers) ?? settings["auth.jwt_audience"];
}

export function namedAudience(headers: FastifyRequest["headers"]): string | undefined {
  const named = headers["x-jwt-aud"];
  return typeof named === "string" && named !== "" ? named.slice(0, 255) : undefined;
}

/** Where a browser is sent in the end. Whatever is not allowed becomes the site. */
export function redirectOf({ headers, query, body }: FastifyRequest, identity: Identity): string {
  const wishes = [headers["redirect_to"], fieldOf(query), fieldOf(body)];
  const redirectTo = wishes.find((wish) => typeof wish === "string" && wish !== "");
  const rules = {
    siteUrl: identity.addresses.siteUrl,
    allowList: identity.settings["auth.additional_redirect_urls"],
  };
  return chooseRedirect({ redirectTo: asText(redirectTo), referer: headers.referer }, rules);
}

function fieldOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "redirect_to" in value ? value.redirect_to : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
