import { createHmac, randomBytes } from "node:crypto";

/** A request that is signed: nothing of its body is, since none is sent as a form. */
export interface RequestToSign {
  readonly method: "GET" | "POST";
  readonly url: string;
}

/** Who signs, and for whom. */
export interface SigningKeys {
  readonly clientId: string;
  readonly secret: string;
  /** Of the request token or the access token; absent before there is one. */
  readonly token?: { readonly value: string; readonly secret: string } | undefined;
}

/** What is said once. */
export interface SigningMoment {
  readonly timestamp: string;
  readonly nonce: string;
}

/**
 * The value of `Authorization` for a request by OAuth 1.0a.
 *
 * @param more - further parameters of the protocol, such as `oauth_callback`
 * @see RFC 5849, 3.1 and 3.5.1
 */
export function signedAuthorization(
  request: RequestToSign,
  { clientId, secret, token }: SigningKeys,
  more: Readonly<Record<string, string>> = {},
  { timestamp, nonce }: SigningMoment = aMoment(),
): string {
  const said = {
    oauth_consumer_key: clientId,
    ...(token === undefined ? {} : { oauth_token: token.value }),
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: timestamp,
    oauth_nonce: nonce,
    ...more,
  };
  // The one method that every server of this protocol has. An HMAC does not need what SHA-1 has lost, collisions.
  const signature = createHmac("sha1", `${encode(secret)}&${encode(token?.secret ?? "")}`)
    .update(signatureBase(request, Object.entries(said)))
    .digest("base64");
  const all = Object.entries({ ...said, oauth_signature: signature });
  return `OAuth ${all.map(([name, value]) => `${encode(name)}="${encode(value)}"`).join(", ")}`;
}

/**
 * The text that is signed.
 *
 * @param parameters - all that do not stand in the address
 * @see RFC 5849, 3.4.1
 */
export function signatureBase(
  { method, url }: { readonly method: string; readonly url: string },
  parameters: readonly (readonly [string, string])[],
): string {
  const { origin, pathname, searchParams } = new URL(url);
  const pairs = [...searchParams, ...parameters].map(([name, value]) => [encode(name), encode(value)] as const);
  const sorted = pairs.toSorted(([name, value], [other, another]) => order(name, other) || order(value, another));
  const text = sorted.map((pair) => pair.join("=")).join("&");
  return [method.toUpperCase(), origin + pathname, text].map(encode).join("&");
}

/** By bytes: what is encoded is ASCII. */
function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** @see RFC 5849, 3.6 */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function aMoment(): SigningMoment {
  return { timestamp: String(Math.floor(Date.now() / 1000)), nonce: randomBytes(16).toString("hex") };
}
