import { timingSafeEqual } from "node:crypto";
import type { Identity } from "../identity.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import { type ClientAuthentication, findClient, hashSecret, type OAuthClient } from "./client-store.ts";

/** What a program says of itself at the token endpoint. */
export interface ClientCredentials {
  readonly authorization: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

/**
 * Finds out which program asks. It must prove itself in the way that it is registered with, and in no other.
 *
 * @throws OAuthError `invalid_client`, with 401 for a program that used the header
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3
 */
export async function authenticateClient(
  { db }: Pick<Identity, "db">,
  credentials: ClientCredentials,
): Promise<OAuthClient> {
  const proof = readProof(credentials);
  const client = await findClient(db, proof.clientId);
  if (client === undefined || client.authentication !== proof.method) throw refusal(proof.method);
  if (proof.method !== "none" && !isSecretOf(client, proof.secret)) throw refusal(proof.method);
  return client;
}

type Proof = { readonly clientId: string; readonly method: ClientAuthentication; readonly secret: string };

function readProof({ authorization, clientId, clientSecret }: ClientCredentials): Proof {
  if (authorization === undefined) {
    const method = clientSecret === undefined ? "none" : "client_secret_post";
    return { clientId: clientId ?? "", method, secret: clientSecret ?? "" };
  }
  const method = "client_secret_basic";
  const basic = readBasic(authorization);
  const saysOther = clientSecret !== undefined || (clientId !== undefined && clientId !== basic?.clientId);
  if (basic === undefined || saysOther) throw refusal(method);
  return { method, ...basic };
}

/** Both parts are form-encoded before they are put together (RFC 6749, 2.3.1). */
function readBasic(authorization: string): { clientId: string; secret: string } | undefined {
  const [, encoded] = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? "", "base64").toString()) ?? [];
  const [clientId, clientSecret] = [formDecoded(id), formDecoded(secret)];
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, secret: clientSecret };
}

function formDecoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    // A lone percent sign: nothing that was encoded.
    return undefined;
  }
}

function isSecretOf({ secretHash }: OAuthClient, secret: string): boolean {
  const [given, wanted] = [Buffer.from(hashSecret(secret)), Buffer.from(secretHash ?? "")];
  return secret !== "" && given.length === wanted.length && timingSafeEqual(given, wanted);
}

function refusal(method: ClientAuthentication): OAuthError {
  const challenge = { status: 401, headers: { "www-authenticate": 'Basic realm="oauth"' } };
  return new OAuthError(
    "invalid_client",
    "The client is unknown, or did not prove itself as it is registered to.",
    method === "client_secret_basic" ? challenge : {},
  );
}
