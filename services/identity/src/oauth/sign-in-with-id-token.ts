import { createHash, timingSafeEqual } from "node:crypto";
import { HttpError } from "@vedette/http";
import type { JWTPayload } from "jose";
import type { Kysely } from "kysely";
import { IdentityError } from "../errors.ts";
import type { ExternalIdentity } from "../identities/external-identity.ts";
import { linkExternally } from "../identities/link-externally.ts";
import { signInExternally } from "../identities/sign-in-externally.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { startSession } from "../sessions/start-session.ts";
import type { StoredUser } from "../users/stored-user.ts";
import { findNativeProvider } from "./find-provider.ts";
import { verifyIdToken } from "./id-token.ts";
import { OAuthError } from "./oauth-error.ts";
import type { Provider } from "./provider.ts";
import { isOutage, warnOfProvider } from "./provider-failure.ts";
import { readAccount } from "./read-account.ts";

export interface IdTokenSignIn {
  readonly idToken: string;
  /** The provider, or in its stead the issuer and the client id. */
  readonly maker: { readonly provider: string } | { readonly issuer: string; readonly clientId: string };
  /** Of the provider, to which the ID token must belong. */
  readonly accessToken: string | undefined;
  /** The provider got the hash of it. */
  readonly nonce: string | undefined;
  /** The signed-in user to whom the account is linked. */
  readonly linkingTarget: string | undefined;
  readonly audience: string;
  readonly redirectTo: string;
  readonly origin: RequestOrigin;
}

/**
 * Signs in with an ID token that an application got from the provider itself, as on telephones.
 *
 * @throws OAuthError `invalid request` for whatever is wrong with the token; IdentityError `provider_disabled`,
 *   `validation_failed`, and those of `signInExternally` and `linkExternally`
 * @see spec 1, Client operations: linkIdentity; contract of identity, 10.6
 */
export async function signInWithIdToken(identity: Identity, request: IdTokenSignIn): Promise<OpenSession> {
  const provider = await findNativeProvider(identity, request.maker);
  const external = await readToken(identity, provider, request);
  const finish = (trx: Kysely<IdentityTables>, user: StoredUser) =>
    startSession(identity, trx, { user, method: "oauth", origin: request.origin, provider: provider.name });
  const { redirectTo, origin, audience, linkingTarget } = request;
  const entrance = { external, isEmailOptional: provider.isEmailOptional, redirectTo, origin, finish };
  if (linkingTarget !== undefined) return linkExternally(identity, { ...entrance, userId: linkingTarget });
  return signInExternally(identity, { ...entrance, audience });
}

async function readToken(
  identity: Identity,
  provider: Provider,
  { idToken, accessToken, nonce }: IdTokenSignIn,
): Promise<ExternalIdentity> {
  const { settings, providers } = identity;
  const bundle = settings["auth.external.ios_bundle_id"];
  const audiences = provider.name === "apple" && bundle !== "" ? [bundle] : [];
  try {
    const claims = await verifyIdToken(providers, provider, idToken, { audiences, accessToken });
    requireNonce(provider, claims, nonce);
    return readAccount(provider, { profile: claims, isVerified: provider.declaration.idToken?.isVerified });
  } catch (cause) {
    if (cause instanceof OAuthError) throw cause;
    if (cause instanceof HttpError) warnOfProvider(identity, provider.name, cause);
    // An outage of the provider is none of the token's faults: clients may try again.
    if (isOutage(cause)) {
      const detail = `The signing keys of ${provider.name} cannot be read. Try again in a moment.`;
      throw new HttpError("unavailable", { detail, cause });
    }
    throw new OAuthError("invalid request", "Bad ID token", { cause });
  }
}

/** The token names the hash of what the request brings: whoever steals the token cannot use it. */
function requireNonce({ declaration, skipsNonceCheck }: Provider, claims: JWTPayload, nonce: string | undefined): void {
  if (skipsNonceCheck || declaration.idToken?.ignoresNonce) return;
  const named = claims["nonce"];
  if ((named === undefined || named === "") !== (nonce === undefined)) {
    throw new OAuthError("invalid request", "Passed nonce and nonce in id_token should either both exist or not.");
  }
  if (nonce === undefined) return;
  const [given, wanted] = [Buffer.from(String(named)), Buffer.from(createHash("sha256").update(nonce).digest("hex"))];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    throw new OAuthError("invalid nonce", "Nonces mismatch");
  }
}

/** Reads who is said to have made a token. */
export function readMaker(fields: {
  provider: string | undefined;
  issuer: string | undefined;
  clientId: string | undefined;
}): IdTokenSignIn["maker"] {
  const { provider, issuer, clientId } = fields;
  if (provider !== undefined) return { provider };
  if (issuer !== undefined && clientId !== undefined) return { issuer, clientId };
  throw new IdentityError("validation_failed", { message: "provider or client_id and issuer required" });
}
