import { readAllowedHosts } from "@vedette/http";
import { type Static, type TSchema, Type } from "typebox";
import { Check } from "typebox/value";
import { followRedirects } from "../oauth/follow-redirects.ts";
import { type Fetch, outboundFetch } from "../oauth/outbound-fetch.ts";
import { issuerKey, type ThirdPartyIssuer } from "./issuers.ts";

/** What may be called to read keys. */
export interface KeyReach {
  /** The setting `security.outbound.allowed_hosts`. */
  readonly allowedHosts: readonly string[];
  /** Whether the operator's own file or environment names the issuer; what came over the network is called with more care. */
  readonly isOperators: boolean;
}

const Discovery = Type.Object({
  issuer: Type.String({ maxLength: 2048 }),
  jwks_uri: Type.String({ minLength: 1, maxLength: 2048 }),
});
const KeySetDocument = Type.Object({
  keys: Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 100 }),
});

/**
 * Reads the keys of an issuer: from their address, or from where its discovery document says that they are.
 *
 * @throws HttpError when it may not be called or cannot be reached; TypeError when it answers something else
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
 */
export async function fetchKeys(issuer: ThirdPartyIssuer, reach: KeyReach): Promise<readonly object[]> {
  const { keys } = issuer;
  if (keys.kind === "given") return keys.jwks;
  const own = keys.kind === "address" ? keys.url : issuer.name;
  const hosts = [...reach.allowedHosts, ...(reach.isOperators ? [hostOf(own)] : [])];
  const fetch = outboundFetch(readAllowedHosts(hosts));
  const url = keys.kind === "address" ? keys.url : await discover(issuer.name, fetch);
  return (await readJson(url, await fetch(url, { headers: { accept: "application/json" } }), KeySetDocument)).keys;
}

async function discover(issuer: string, fetch: Fetch): Promise<string> {
  const at = `${issuerKey(issuer)}/.well-known/openid-configuration`;
  const answer = await followRedirects(fetch, at);
  if (answer === undefined) throw new TypeError(`${at} leads on to another address`);
  const { issuer: named, jwks_uri: url } = await readJson(at, answer, Discovery);
  if (issuerKey(named) === issuerKey(issuer)) return url;
  throw new TypeError(`${at} speaks of another issuer`);
}

async function readJson<Schema extends TSchema>(
  url: string,
  answer: Response,
  schema: Schema,
): Promise<Static<Schema>> {
  if (answer.status !== 200) throw new TypeError(`${url} answered with the status ${answer.status}`);
  const value: unknown = await answer.json();
  if (Check(schema, value)) return value;
  throw new TypeError(`${url} answered something else than was asked for`);
}

function hostOf(address: string): string {
  const url = new URL(address);
  return `${url.hostname.replace(/^\[|\]$/g, "")}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;
}
