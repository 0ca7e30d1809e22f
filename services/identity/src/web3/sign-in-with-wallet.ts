import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { ExternalIdentity } from "../identities/external-identity.ts";
import { signInExternally } from "../identities/sign-in-externally.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import { isAllowedRedirect } from "../redirects/redirect-rules.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { startSession } from "../sessions/start-session.ts";
import type { StoredUser } from "../users/stored-user.ts";
import type { CHAINS, ChainName } from "./chains.ts";
import { readWalletMessage, type WalletMessage } from "./wallet-message.ts";

export interface WalletSignIn {
  readonly chain: string;
  /** The text that was signed. */
  readonly message: string;
  readonly signature: string;
  readonly audience: string;
  readonly redirectTo: string;
  readonly origin: RequestOrigin;
}

/** The provider under which wallets are known. */
const WEB3 = "web3";
const MIN_MESSAGE_BYTES = 64;
const MAX_MESSAGE_BYTES = 20 * 1024;

/**
 * Signs in whoever signed a message for a page of ours with their wallet. Every message works once.
 *
 * @throws OAuthError `invalid_grant` for whatever is wrong with the message; IdentityError `web3_unsupported_chain`,
 *   `web3_provider_disabled`, and those of `signInExternally`
 * @see contract of identity, 17
 */
export async function signInWithWallet(identity: Identity, request: WalletSignIn): Promise<OpenSession> {
  const { chain, message: text, signature, audience, redirectTo, origin } = request;
  const name = readChain(identity, chain);
  const bytes = Buffer.byteLength(text);
  if (bytes < MIN_MESSAGE_BYTES || bytes > MAX_MESSAGE_BYTES) {
    throw refusal(`The message must be ${MIN_MESSAGE_BYTES} bytes to ${MAX_MESSAGE_BYTES / 1024} KB long`);
  }
  // Few people have a wallet: the curves are loaded with the first of them.
  const { CHAINS: chains } = await import("./chains.ts");
  const { message, address } = readSigned(chains[name], { text, signature });
  requireOurPage(identity, message);
  requireInTime(message, new Date());
  const key = keyOf(name, { address, nonce: message.nonce, text });
  const finish = async (trx: Kysely<IdentityTables>, user: StoredUser) => {
    await takeMessage(trx, key);
    return startSession(identity, trx, { user, method: WEB3, origin, provider: WEB3 });
  };
  const external = accountOf(name, { message, address });
  return signInExternally(identity, { external, isEmailOptional: true, audience, redirectTo, origin, finish });
}

/**
 * Rejects wallets while every chain is disabled, before the request is validated.
 *
 * @throws IdentityError `web3_provider_disabled`
 */
export function requireWallets({ settings }: Pick<Identity, "settings">): void {
  if (settings["auth.web3.ethereum.enabled"] || settings["auth.web3.solana.enabled"]) return;
  throw new IdentityError("web3_provider_disabled");
}

function readChain({ settings }: Pick<Identity, "settings">, chain: string): ChainName {
  if (chain !== "ethereum" && chain !== "solana") throw new IdentityError("web3_unsupported_chain");
  if (!settings[`auth.web3.${chain}.enabled`]) throw new IdentityError("web3_provider_disabled");
  return chain;
}

function readSigned(
  { form, canonicalAddress, isSignedBy }: (typeof CHAINS)[ChainName],
  { text, signature }: { text: string; signature: string },
): { message: WalletMessage; address: string } {
  const message = readWalletMessage(text, form);
  const address = message && canonicalAddress(message.address);
  if (message === undefined || address === undefined) {
    throw refusal(`The message is none by which somebody signs in with their ${form.chainName} account`);
  }
  if (!isSignedBy(text, signature, address)) throw refusal("Signature does not match address in message");
  return { message, address };
}

/** A message for another site, which somebody was made to sign there, is worth nothing here. */
function requireOurPage({ addresses, settings }: Identity, { uri, domain, scheme }: WalletMessage): void {
  const url = URL.parse(uri);
  const isSecure = url?.protocol === "https:" || (url?.protocol === "http:" && isLocal(url.hostname));
  if (url === null || !isSecure) throw refusal("Signed message is using a URI that is not https");
  const isSame =
    url.host === domain.toLowerCase() && (scheme === undefined || `${scheme.toLowerCase()}:` === url.protocol);
  if (!isSame) throw refusal("Domain in the signed message is not the host of its URI");
  const rules = { siteUrl: addresses.siteUrl, allowList: settings["auth.additional_redirect_urls"] };
  if (isAllowedRedirect(uri, rules)) return;
  throw refusal("Signed message is using URI which is not allowed on this server");
}

function isLocal(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

const MAX_AGE_MS = 600_000;

function requireInTime({ issuedAt, expirationTime, notBefore }: WalletMessage, now: Date): void {
  if (Math.abs(now.getTime() - issuedAt.getTime()) > MAX_AGE_MS) {
    throw refusal("Signed message was issued too long ago, or in the future");
  }
  if (expirationTime !== undefined && expirationTime <= now) throw refusal("Signed message is expired");
  if (notBefore !== undefined && notBefore > now) throw refusal("Signed message becomes valid in the future");
}

/** A nonce counts for its address. Where there is none the message itself is what may not come again. */
function keyOf(
  chain: ChainName,
  { address, nonce, text }: { address: string; nonce: string | undefined; text: string },
): Uint8Array {
  const parts = nonce === undefined ? [chain, address, "message", text] : [chain, address, "nonce", nonce];
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}

/** Longer than any message is in time. */
const KEPT_FOR = sql<Date>`now() + interval '1 day'`;

async function takeMessage(trx: Kysely<IdentityTables>, key: Uint8Array): Promise<void> {
  const taken = await trx
    .insertInto("vedette.wallet_messages")
    .values({ key, expires_at: KEPT_FOR })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (taken === undefined) throw refusal("Signed message was used before");
}

function accountOf(
  chain: ChainName,
  { message, address }: { message: WalletMessage; address: string },
): ExternalIdentity {
  const subject = `${WEB3}:${chain}:${address}`;
  const { domain, statement = "", chainId = "" } = message;
  const custom_claims = { address, chain, network: chainId, domain, statement };
  return { provider: WEB3, subject, emails: [], claims: { sub: subject, custom_claims } };
}

function refusal(description: string): OAuthError {
  return new OAuthError("invalid_grant", description);
}
