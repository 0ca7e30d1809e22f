import type { IncomingHttpHeaders } from "node:http";
import { type App, HttpError } from "@vedette/http";
import { assuranceOfClaims, type ExternalIdentity, tryNormalizeEmail } from "@vedette/identity";
import { parseCookie } from "cookie";
import { decodeJwt, type JWTPayload } from "jose";
import { issuerOf } from "../auth-configuration.ts";
import type { Admission } from "./admission.ts";
import { SESSION_START_COOKIE, type SessionClock } from "./person-cookies.ts";
import type { Provider } from "./provider.ts";
import { SignInError } from "./sign-in-error.ts";

/** Routes that the gate stands before. */
const GUARDED = /^\/(api|apis|prometheus|openapi\/v[23])(\/|$)/;
/** What of it everybody may ask, in this spelling alone. */
const OPEN_PATHS: ReadonlySet<string> = new Set(["/api/health", "/api/v1/settings"]);

/** Lets requests to the API through that carry a token of the provider. @see ui-server: API requests */
export function requireProviderToken(app: App, admission: Admission, clock: SessionClock): void {
  app.addHook("onRequest", async ({ url, routeOptions, headers, method }) => {
    // By the route, not the address, of which there is more than one spelling.
    const isOpen = OPEN_PATHS.has(url.split("?", 1)[0] ?? "") || method === "OPTIONS";
    if (isOpen || !GUARDED.test(routeOptions.url ?? "")) return;
    if (!clock.isRunning(parseCookie(headers.cookie ?? "")[SESSION_START_COOKIE], Date.now())) throw unauthorized();
    await claimsOf(headers, admission);
  });
}

/**
 * Finds out whose token of the provider a request carries. Tokens of other issuers are not its affair.
 *
 * @throws HttpError `forbidden` for somebody whom the provider knows and who may not come in, `unavailable`
 */
export async function readProviderToken(
  headers: IncomingHttpHeaders,
  admission: Admission,
  clock: SessionClock,
): Promise<ExternalIdentity | undefined> {
  const token = tokenOf(headers["authorization-extras"]) ?? tokenOf(headers.authorization);
  const { provider } = admission;
  if (token === undefined || !isOfProvider(token, provider)) return undefined;
  if (!clock.isRunning(parseCookie(headers.cookie ?? "")[SESSION_START_COOKIE], Date.now())) return undefined;
  try {
    return externalIdentityOf(await claimsOf(headers, admission), provider);
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

/** Directories name hundreds; more than this is none. */
const MAX_GROUPS = 1000;

/** What can be stored: PostgreSQL takes no NUL. */
function isText(claim: unknown): claim is string {
  return typeof claim === "string" && claim.length <= 4096 && !claim.includes("\0");
}

/** Under the issuer's name: two providers may call two people alike. */
function externalIdentityOf(claims: JWTPayload, { configuration }: Provider): ExternalIdentity {
  const { sub = "", email, name, picture } = claims;
  const groups = claims[configuration.groupsClaim];
  const address = (typeof email === "string" ? tryNormalizeEmail(email.trim()) : undefined) ?? "";
  return {
    provider: `oidc:${configuration.issuer}`,
    ...(assuranceOfClaims(claims) === "aal2" && { assuranceLevel: "aal2" as const }),
    subject: sub,
    emails: address === "" ? [] : [{ address, isVerified: claims["email_verified"] === true }],
    claims: {
      sub,
      iss: configuration.issuer,
      ...(address !== "" && { email: address }),
      ...(isText(name) && { name }),
      ...(isText(picture) && { picture }),
      // Absent where the provider could not be asked: what it said before then stands.
      ...(Array.isArray(groups) && { custom_claims: { groups: groups.filter(isText).slice(0, MAX_GROUPS) } }),
    },
  };
}

/**
 * The claims of the person who sent a request: of the ID token where it comes along, else of the bearer itself.
 *
 * @throws HttpError `unauthorized`, `forbidden`, `unavailable`
 */
async function claimsOf(headers: IncomingHttpHeaders, admission: Admission): Promise<JWTPayload> {
  const bearer = tokenOf(headers.authorization);
  if (bearer === undefined) throw unauthorized();
  const extras = tokenOf(headers["authorization-extras"]);
  try {
    return await admission.admit(
      extras === undefined ? { idToken: bearer, accessToken: undefined } : { idToken: extras, accessToken: bearer },
    );
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): HttpError {
  const status = error instanceof SignInError ? error.status : 401;
  const code = status === 503 ? "unavailable" : status === 403 ? "forbidden" : "unauthorized";
  const detail = code !== "unauthorized" && error instanceof Error ? error.message : "unauthorized";
  return new HttpError(code, { detail, cause: error });
}

/** With or without the word Bearer before it. */
function tokenOf(header: string | string[] | undefined): string | undefined {
  const token = typeof header === "string" ? header.replace(/^Bearer\s+/i, "").trim() : "";
  return token === "" ? undefined : token;
}

function unauthorized(): HttpError {
  return new HttpError("unauthorized", { detail: "unauthorized" });
}
