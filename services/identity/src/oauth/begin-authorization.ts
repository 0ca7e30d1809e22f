import { randomUUID } from "node:crypto";
import * as oauth from "oauth4webapi";
import { IdentityError } from "../errors.ts";
import type { CodeChallenge } from "../flows/flow-state.ts";
import type { Identity } from "../identity.ts";
import { findLiveTokenOwner } from "../one-time-tokens/token-store.ts";
import { findProvider, type ProviderIdentity } from "./find-provider.ts";
import { storeFlow } from "./oauth-flow.ts";
import { addressOf, type Provider } from "./provider.ts";
import { warnOfProvider } from "./provider-failure.ts";
import { AccountError } from "./read-account.ts";
import type { StepRecord } from "./record-steps.ts";
import { askRequestToken, sealRequestToken } from "./request-token.ts";
import { isReservedParameter } from "./reserved-parameters.ts";
import { type StepDetails, UNWATCHED } from "./sign-in-steps.ts";

export interface AuthorizationStart {
  readonly provider: string;
  /** Beyond those that are always asked for; separated by commas or blanks. */
  readonly scopes: string;
  /** Allowed already. */
  readonly redirectTo: string;
  readonly codeChallenge: CodeChallenge | undefined;
  readonly inviteToken: string | undefined;
  /** The signed-in user to whom the account is linked. */
  readonly linkingTarget: string | undefined;
  readonly audience: string;
  /** Further parameters for the provider, as the application sent them. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Absent where a program asks, and a browser comes later. */
  readonly browserHash: Uint8Array | undefined;
  /** Set for a sign-in that an administrator tries out: it notes the steps. */
  readonly trial?: StepRecord;
}

/**
 * Begins a sign-in with a provider.
 *
 * @returns the flow, and where the provider asks the person
 * @throws IdentityError `validation_failed` for an unknown provider, `invite_not_found`, `unexpected_failure` for one that
 *   refuses to begin
 * @see spec 1, Client operations: signInWithOAuth
 */
export async function beginAuthorization(
  identity: ProviderIdentity & Pick<Identity, "warn">,
  start: AuthorizationStart,
): Promise<{ readonly id: string; readonly url: string }> {
  const { trial, ...sent } = start;
  const watch = trial ?? UNWATCHED;
  const isTrial = trial !== undefined;
  const provider = await watch.run("set_up", () => findProvider(identity, start.provider, { isTrial }), setUpDetails);
  if (start.inviteToken !== undefined) await requireInvitation(identity, start.inviteToken);
  const { usesPkce, idToken } = provider.declaration;
  const flow = {
    id: randomUUID(),
    codeVerifier: usesPkce ? oauth.generateRandomCodeVerifier() : undefined,
    nonce: idToken?.hasNonce ? (start.parameters["nonce"] ?? oauth.generateRandomNonce()) : undefined,
  };
  const { url, kept } = await watch
    .run("authorization", () => setOut(identity, provider, { ...sent, ...flow }), urlDetails)
    .catch((error: unknown) => asFailure(identity, provider, error));
  const steps = trial?.steps();
  await storeFlow(identity.db, {
    ...sent,
    ...flow,
    ...kept,
    provider: provider.name,
    providerUrl: url,
    ownerOfAddress: provider.ownsRedirectUri ? provider.name : undefined,
    trial: steps,
  });
  return { id: flow.id, url };
}

function setUpDetails(provider: Provider): StepDetails {
  const { declaration, clientIds, secret, redirectUri } = provider;
  const { issuer, requestToken, authorization, token, profile, idToken } = declaration;
  return {
    client_id: clientIds[0],
    has_secret: secret !== "",
    callback_url: redirectUri,
    issuer,
    ...(requestToken === undefined ? {} : { request_token_endpoint: addressOf(provider, requestToken) }),
    authorization_endpoint: addressOf(provider, authorization),
    token_endpoint: addressOf(provider, token),
    ...(profile.kind === "request" ? { userinfo_endpoint: addressOf(provider, profile.url) } : {}),
    ...(idToken === undefined ? {} : { jwks_uri: addressOf(provider, idToken.jwks) }),
  };
}

/** What only the browser that sets out and the provider may know. */
const KEPT_BACK: ReadonlySet<string> = new Set(["state", "nonce", "code_challenge", "oauth_token"]);

function urlDetails({ url }: WayOut): StepDetails {
  const { origin, pathname, searchParams } = new URL(url);
  const parameters = [...searchParams].map(([name, value]) => [name, KEPT_BACK.has(name) ? "…" : value]);
  return { address: origin + pathname, parameters: Object.fromEntries(parameters) };
}

/** Where the browser goes, and what is kept of that until it is back. */
interface WayOut {
  readonly url: string;
  readonly kept?: { readonly codeVerifier: string };
}

type BegunFlow = Omit<AuthorizationStart, "trial"> & {
  readonly id: string;
  readonly codeVerifier: string | undefined;
  readonly nonce: string | undefined;
};

async function setOut(
  identity: Pick<Identity, "keyRing">,
  provider: Provider,
  { parameters, ...flow }: BegunFlow,
): Promise<WayOut> {
  const { requestToken: endpoint } = provider.declaration;
  const passedOn = Object.fromEntries(Object.entries(parameters).filter(([name]) => !isReservedParameter(name)));
  if (endpoint === undefined) return { url: await authorizationUrl(provider, { ...flow, parameters: passedOn }) };
  const { url, requestToken } = await askRequestToken(provider, endpoint, { state: flow.id, parameters: passedOn });
  return { url, kept: { codeVerifier: sealRequestToken(identity, flow.id, requestToken) } };
}

/** @throws IdentityError `unexpected_failure` for a provider that refused; else what it was */
function asFailure(identity: Pick<Identity, "warn">, { name }: Provider, error: unknown): never {
  if (!(error instanceof AccountError)) throw error;
  warnOfProvider(identity, name, error);
  throw new IdentityError("unexpected_failure", { message: "The identity provider refused to begin.", cause: error });
}

async function authorizationUrl(provider: Provider, flow: BegunFlow): Promise<string> {
  const { declaration, clientIds, redirectUri } = provider;
  const url = new URL(addressOf(provider, declaration.authorization));
  const scopes = new Set([...declaration.scopes, ...flow.scopes.split(/[\s,]+/).filter((scope) => scope !== "")]);
  const parameters = {
    ...Object.fromEntries(
      Object.entries(flow.parameters).map(([name, value]) => [name === "workos_provider" ? "provider" : name, value]),
    ),
    ...declaration.parameters,
    client_id: clientIds[0],
    redirect_uri: redirectUri,
    response_type: "code",
    state: flow.id,
    ...(scopes.size === 0 ? {} : { scope: [...scopes].join(" ") }),
    ...(flow.nonce === undefined ? {} : { nonce: flow.nonce }),
    ...(flow.codeVerifier === undefined
      ? {}
      : {
          code_challenge: await oauth.calculatePKCECodeChallenge(flow.codeVerifier),
          code_challenge_method: "S256",
        }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  // Apple reads a plus sign as itself.
  return url.href.replaceAll("+", "%20");
}

/** @throws IdentityError `invite_not_found`, also for one that is too old */
async function requireInvitation({ db, settings }: ProviderIdentity, hash: string): Promise<void> {
  const expirySeconds = settings["auth.email.otp_expiry"];
  const userId = await findLiveTokenOwner(db, { hash, types: ["confirmation_token"], expirySeconds });
  const invited =
    userId &&
    (await db
      .selectFrom("auth.users")
      .where("id", "=", userId)
      .where("invited_at", "is not", null)
      .select("id")
      .executeTakeFirst());
  if (!invited) throw new IdentityError("invite_not_found");
}
