import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { type App, HttpError } from "@vedette/http";
import { type ExternalIdentity, tryNormalizeEmail } from "@vedette/identity";
import { parseCookie } from "cookie";
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose";
import { issuerOf } from "../auth-configuration.ts";
import { SESSION_START_COOKIE, type SessionClock } from "./person-cookies.ts";
import type { Provider } from "./provider.ts";
import { SignInError } from "./sign-in-error.ts";

/** Routes that the gate stands before. */
const GUARDED = /^\/(api|apis|prometheus|openapi\/v[23])(\/|$)/;
/** What of it everybody may ask, in this spelling alone. */
const OPEN_PATHS: ReadonlySet<string> = new Set(["/api/health", "/api/v1/settings"]);

/** Lets requests to the API through that carry a token of the provider. @see ui-server: API requests */
export function requireProviderToken(app: App, provider: Provider, clock: SessionClock): void {
  app.addHook("onRequest", async ({ url, routeOptions, headers, method }) => {
    // By the route, not the address, of which there is more than one spelling.
    const isOpen = OPEN_PATHS.has(url.split("?", 1)[0] ?? "") || method === "OPTIONS";
    if (isOpen || !GUARDED.test(routeOptions.url ?? "")) return;
    if (!clock.isRunning(parseCookie(headers.cookie ?? "")[SESSION_START_COOKIE], Date.now())) throw unauthorized();
    await claimsOf(headers, provider);
  });
}

/**
 * Finds out whose token of the provider a request carries. Tokens of other issuers are not its affair.
 *
 * @throws HttpError `unavailable`
 */
export async function readProviderToken(
  headers: IncomingHttpHeaders,
  provider: Provider,
  clock: SessionClock,
): Promise<ExternalIdentity | undefined> {
  const token = tokenOf(headers["authorization-extras"]) ?? tokenOf(headers.authorization);
  if (token === undefined || !isOfProvider(token, provider)) return undefined;
  if (!clock.isRunning(parseCookie(headers.cookie ?? "")[SESSION_START_COOKIE], Date.now())) return undefined;
  try {
    return externalIdentityOf(await claimsOf(headers, provider), provider);
  } catch (error) {
    if (error instanceof HttpError && error.code === "unauthorized") return undefined;
    throw error;
  }
}

function isOfProvider(token: string, { configuration }: Provider): boolean {
  try {
    return issuerOf(decodeJwt(token).iss ?? "") === configuration.issuer;
  } catch {
    return false; // No token of anybody's.
  }
}

/** What can be stored: PostgreSQL takes no NUL. */
function isText(claim: unknown): claim is string {
  return typeof claim === "string" && claim.length <= 4096 && !claim.includes("\0");
}

/** Under the issuer's name: two providers may call two people alike. */
function externalIdentityOf(claims: JWTPayload, { configuration }: Provider): ExternalIdentity {
  const { sub = "", email, name, picture } = claims;
  const address = (typeof email === "string" ? tryNormalizeEmail(email.trim()) : undefined) ?? "";
  return {
    provider: `oidc:${configuration.issuer}`,
    subject: sub,
    emails: address === "" ? [] : [{ address, isVerified: claims["email_verified"] === true }],
    claims: {
      sub,
      iss: configuration.issuer,
      ...(address !== "" && { email: address }),
      ...(isText(name) && { name }),
      ...(isText(picture) && { picture }),
    },
  };
}

/**
 * The claims of the person who sent a request: of the ID token where it comes along, else of the bearer itself.
 *
 * @throws HttpError `unauthorized`, `unavailable`
 */
async function claimsOf(headers: IncomingHttpHeaders, provider: Provider): Promise<JWTPayload> {
  const bearer = tokenOf(headers.authorization);
  if (bearer === undefined) throw unauthorized();
  const extras = tokenOf(headers["authorization-extras"]);
  try {
    const claims = await provider.verify(extras ?? bearer);
    if (extras !== undefined && !belongsTo(bearer, extras, claims)) throw unauthorized();
    return claims;
  } catch (error) {
    if (error instanceof SignInError && error.status === 503)
      throw new HttpError("unavailable", { cause: error, detail: error.message });
    throw error instanceof HttpError ? error : unauthorized(error);
  }
}

/** With or without the word Bearer before it. */
function tokenOf(header: string | string[] | undefined): string | undefined {
  const token = typeof header === "string" ? header.replace(/^Bearer\s+/i, "").trim() : "";
  return token === "" ? undefined : token;
}

function unauthorized(cause?: unknown): HttpError {
  return new HttpError("unauthorized", { detail: "unauthorized", cause });
}

/** Whether the ID token was issued together with the access token, where it says so. @see OpenID Connect Core 3.1.3.6 */
export function belongsTo(
  accessToken: string,
  idToken: string,
  { at_hash: expected }: JWTPayload & { at_hash?: unknown },
): boolean {
  if (typeof expected !== "string" || accessToken === idToken) return true;
  const { alg = "" } = decodeProtectedHeader(idToken);
  const bits = /(256|384|512)$/.exec(alg)?.[1] ?? "512";
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  return digest.subarray(0, digest.length / 2).toString("base64url") === expected;
}
