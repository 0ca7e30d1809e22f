import { randomBytes, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { readCodeChallenge } from "../flows/flow-state.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import { withParts } from "../redirects/location.ts";
import { durationMs } from "../settings/duration.ts";
import { findClient } from "./client-store.ts";
import { hasAsymmetricKey } from "./id-token.ts";
import { readRequestedScopes } from "./scopes.ts";

type Parameters = Readonly<Record<string, string>>;

/**
 * Takes down what a program asks for, and says where the browser goes: to the page that asks the person, or back to the
 * program with an error. A browser is never sent to an address that the program has not registered.
 *
 * @throws OAuthError `invalid_client`, `invalid_request` while it is not certain where the program can be told
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1; https://www.rfc-editor.org/rfc/rfc9207
 */
export async function requestAuthorization(
  identity: Pick<Identity, "db" | "settings" | "addresses" | "signingKeys">,
  parameters: Parameters,
): Promise<string> {
  const { client_id: clientId = "", redirect_uri: redirectUri = "", state } = parameters;
  const client = await findClient(identity.db, clientId);
  if (client === undefined) throw new OAuthError("invalid_client", "There is no client with this client_id.");
  if (!client.redirectUris.includes(redirectUri)) {
    throw new OAuthError("invalid_request", "redirect_uri must be exactly one of those that the client registered.");
  }
  try {
    const request = await readRequest(identity, parameters);
    const authorizationId = await storeRequest(identity, { ...request, clientId: client.id, redirectUri, state });
    const page = `${identity.addresses.siteUrl}${identity.settings["auth.oauth_server.authorization_path"]}`;
    return withParts(page, { query: { authorization_id: authorizationId } });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return answerAddress(identity, { redirectUri, state, error: error.error, error_description: error.message });
  }
}

/** Where a program hears what became of its request. */
export function answerAddress(
  { addresses }: Pick<Identity, "addresses">,
  {
    redirectUri,
    state,
    ...parts
  }: { redirectUri: string; state: string | null | undefined } & Record<string, string | null | undefined>,
): string {
  // The issuer keeps a program from taking the answer for another server's (RFC 9207).
  const query = { ...parts, iss: addresses.issuer, ...(state ? { state } : {}) };
  return withParts(redirectUri, { query: query as Record<string, string> });
}

interface AuthorizationRequest {
  readonly scopes: readonly string[];
  readonly challenge: { readonly challenge: string; readonly method: "s256" | "plain" };
  readonly nonce: string | undefined;
  readonly resource: string | undefined;
  readonly asksAgain: boolean;
  /** How old the sign-in may be, in seconds; 0 for a new one. */
  readonly maxAge: number | undefined;
}

async function readRequest(
  { signingKeys }: Pick<Identity, "signingKeys">,
  parameters: Parameters,
): Promise<AuthorizationRequest> {
  refuseUnsupported(parameters);
  const scopes = readRequestedScopes(parameters["scope"]);
  if (scopes.includes("openid") && !hasAsymmetricKey(await signingKeys.published())) {
    throw new OAuthError("invalid_scope", "openid needs a signing key that programs can check: the server has none.");
  }
  const prompts = (parameters["prompt"] ?? "").split(" ");
  return {
    scopes,
    challenge: readChallenge(parameters),
    nonce: bounded(parameters, "nonce", 1024),
    resource: readResource(parameters["resource"]),
    asksAgain: prompts.includes("consent"),
    maxAge: readMaxAge(parameters["max_age"], prompts),
  };
}

function refuseUnsupported(parameters: Parameters): void {
  bounded(parameters, "state", 4096);
  if (parameters["response_type"] !== "code")
    throw new OAuthError("unsupported_response_type", "response_type must be code.");
  if ((parameters["response_mode"] ?? "query") !== "query")
    throw new OAuthError("invalid_request", "response_mode must be query.");
  if (parameters["request"] !== undefined)
    throw new OAuthError("request_not_supported", "Requests are taken as parameters only.");
  if (parameters["request_uri"] !== undefined)
    throw new OAuthError("request_uri_not_supported", "Requests are taken as parameters only.");
  // Who is signed in is known to the page that asks, and not before.
  if (parameters["prompt"]?.split(" ").includes("none"))
    throw new OAuthError("interaction_required", "People are always shown a page.");
}

/** No program without a proof that it began the flow; the method is never guessed. */
function readChallenge(parameters: Parameters): AuthorizationRequest["challenge"] {
  try {
    const challenge = readCodeChallenge(parameters);
    if (challenge !== undefined) return challenge;
  } catch (cause) {
    throw new OAuthError("invalid_request", cause instanceof Error ? cause.message : "", { cause });
  }
  throw new OAuthError("invalid_request", "PKCE is needed: code_challenge and code_challenge_method.");
}

function readResource(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  const url = text.length <= 2048 && !text.includes("#") ? URL.parse(text) : null;
  if (url !== null && text.isWellFormed()) return text;
  throw new OAuthError("invalid_target", "resource must be an absolute address without a fragment.");
}

function readMaxAge(text: string | undefined, prompts: readonly string[]): number | undefined {
  if (prompts.includes("login")) return 0;
  if (text === undefined || text === "") return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new OAuthError("invalid_request", "max_age is a number of seconds.");
}

function bounded(parameters: Parameters, name: string, maxLength: number): string | undefined {
  const text = parameters[name];
  if (text === undefined || text.length <= maxLength) return text || undefined;
  throw new OAuthError("invalid_request", `${name} is longer than ${maxLength} characters.`);
}

async function storeRequest(
  { db, settings }: { db: Kysely<IdentityTables>; settings: Identity["settings"] },
  request: AuthorizationRequest & {
    readonly clientId: string;
    readonly redirectUri: string;
    readonly state: string | undefined;
  },
): Promise<string> {
  const id = randomUUID();
  const authorizationId = randomBytes(24).toString("base64url");
  const lifetimeSeconds = durationMs(settings["auth.oauth_server.authorization_ttl"]) / 1000;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("auth.oauth_authorizations")
      .values({
        id,
        authorization_id: authorizationId,
        client_id: request.clientId,
        redirect_uri: request.redirectUri,
        scope: request.scopes.join(" "),
        state: request.state ?? null,
        resource: request.resource ?? null,
        code_challenge: request.challenge.challenge,
        code_challenge_method: request.challenge.method,
        nonce: request.nonce ?? null,
        status: "pending",
        expires_at: sql`now() + make_interval(secs => ${lifetimeSeconds})`,
      })
      .execute();
    await trx
      .insertInto("vedette.oauth_authorizations")
      .values({
        id,
        asks_again: request.asksAgain,
        signed_in_since: request.maxAge === undefined ? null : sql`now() - make_interval(secs => ${request.maxAge})`,
      })
      .execute();
  });
  return authorizationId;
}
