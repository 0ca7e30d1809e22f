import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { IdentityError } from "../errors.ts";
import type { Fetch } from "./outbound-fetch.ts";
import type { ProviderDeclaration } from "./provider-declaration.ts";
import { OPENID_CLAIMS } from "./provider-table.ts";

const Address = Type.String({ minLength: 1, maxLength: 2048, pattern: "^https?://[^\\s#]+$" });
const Names = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 }));

/** What a provider publishes of itself. @see OpenID Connect Discovery 1.0, 3 */
const Discovery = Type.Object({
  issuer: Address,
  authorization_endpoint: Address,
  token_endpoint: Address,
  jwks_uri: Address,
  userinfo_endpoint: Type.Optional(Address),
  token_endpoint_auth_methods_supported: Names,
  authorization_response_iss_parameter_supported: Type.Optional(Type.Boolean()),
});

export type DiscoveryDocument = Static<typeof Discovery>;

export function isDiscoveryDocument(value: unknown): value is DiscoveryDocument {
  return Check(Discovery, value);
}

/**
 * Reads what a provider publishes of itself. It must call itself what it was expected to be called.
 *
 * @param at - the address of the document; beside the issuer if absent
 * @throws IdentityError `validation_failed`; HttpError of the call
 */
export async function discover(fetch: Fetch, issuer: string, at?: string): Promise<DiscoveryDocument> {
  const url = at || `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const answer = await fetch(url, { headers: { accept: "application/json" } });
  const document: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined;
  if (!isDiscoveryDocument(document))
    throw invalid(`${new URL(url).host} has no OpenID configuration at this address.`);
  if (document.issuer === issuer) return document;
  throw invalid(`The OpenID configuration is that of another issuer than ${issuer}.`);
}

/** A declaration with what was discovered. */
export function withDiscovery(declaration: ProviderDeclaration, document: DiscoveryDocument): ProviderDeclaration {
  const { issuer, jwks_uri: jwks, userinfo_endpoint: userinfo } = document;
  const methods = document.token_endpoint_auth_methods_supported;
  const needsPost = methods !== undefined && !methods.includes("client_secret_basic");
  return {
    ...declaration,
    hosts: { auth: issuer },
    issuer,
    namesItself: document.authorization_response_iss_parameter_supported === true,
    authorization: document.authorization_endpoint,
    token: document.token_endpoint,
    clientAuthentication: needsPost ? "post" : "basic",
    idToken: { issuers: [issuer], jwks, hasNonce: true, isForNative: true },
    profile: userinfo === undefined ? { kind: "id_token" } : { kind: "request", url: userinfo },
    claims: { ...OPENID_CLAIMS, ...declaration.claims },
  };
}

const LIFETIME_MS = 3_600_000;
const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 300_000;
const MAX_KEPT = 200;

/** What is known of a provider. */
interface Kept {
  /** Of all who ask until then. */
  readonly answer: Promise<DiscoveryDocument>;
  readonly untilMs: number;
  /** Since it was last read. */
  readonly failures: number;
  /** What it said last. */
  readonly last: DiscoveryDocument | undefined;
}

/**
 * What was discovered in the last hour, by issuer. An outage of the provider leaves what is known; one that fails is
 * asked again after a while that grows to five minutes, however many people want to sign in.
 */
export function createDiscoveryCache() {
  const kept = new Map<string, Kept>();

  function keep(key: string, value: Kept): void {
    kept.delete(key);
    const oldest = kept.size >= MAX_KEPT ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(key, value);
  }

  async function ask(key: string, known: Kept | undefined, read: () => Promise<DiscoveryDocument>) {
    const [failures, last] = [known?.failures ?? 0, known?.last];
    try {
      const document = await read();
      keep(key, {
        answer: Promise.resolve(document),
        untilMs: Date.now() + LIFETIME_MS,
        failures: 0,
        last: document,
      });
      return document;
    } catch (error) {
      const answer = last === undefined ? Promise.reject(error) : Promise.resolve(last);
      answer.catch(() => {}); // Whoever asks next hears of it, if anybody does.
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
      keep(key, { answer, untilMs: Date.now() + waitMs, failures: failures + 1, last });
      return answer;
    }
  }

  return (fetch: Fetch, issuer: string, at?: string): Promise<DiscoveryDocument> => {
    const key = `${issuer} ${at ?? ""}`;
    const known = kept.get(key);
    if (known !== undefined && Date.now() < known.untilMs) return known.answer;
    const answer = ask(key, known, () => discover(fetch, issuer, at));
    const { failures = 0, last } = known ?? {};
    // Meanwhile everybody waits for the same answer.
    keep(key, { answer, untilMs: Number.POSITIVE_INFINITY, failures, last });
    return answer;
  };
}

function invalid(message: string): IdentityError {
  return new IdentityError("validation_failed", { message });
}
