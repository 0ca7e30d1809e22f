import { isUuid } from "@vedette/database";
import type { Kysely } from "kysely";
import { IdentityError } from "../errors.ts";
import { type ExternalIdentity, oauthMethodOf } from "../identities/external-identity.ts";
import { linkExternally } from "../identities/link-externally.ts";
import { signInExternally } from "../identities/sign-in-externally.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { findLiveTokenOwner } from "../one-time-tokens/token-store.ts";
import { errorParts, withParts } from "../redirects/location.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { sessionAnswer } from "../sessions/session-answer.ts";
import { startSession } from "../sessions/start-session.ts";
import type { StoredUser } from "../users/stored-user.ts";
import { type FetchedAccount, fetchAccount } from "./fetch-account.ts";
import { findProvider } from "./find-provider.ts";
import { answerFlow, claimFlow, dropFlow, findFlowRedirect, type ReturnedFlow } from "./oauth-flow.ts";
import type { Provider } from "./provider.ts";
import { isOutage, warnOfProvider } from "./provider-failure.ts";
import { type ProviderTokens, sealProviderTokens } from "./provider-tokens.ts";
import { unsealRequestToken, usesRequestTokens, withCodeForVerifier } from "./request-token.ts";
import { finishTrial } from "./try-provider.ts";

export interface Callback {
  /** What the provider sent with the browser. */
  readonly parameters: URLSearchParams;
  /** Of the browser that comes. */
  readonly browserHash: Uint8Array | undefined;
  /** The provider whose own address it came to; absent for the one that all others share. */
  readonly ownerOfAddress?: string | undefined;
  readonly origin: RequestOrigin;
}

/** Where a browser goes, and by which status. */
export interface Arrival {
  readonly location: string;
  readonly status: 302 | 303;
}

/**
 * Takes a browser back from a provider, and says where it goes with what came out: to the application with tokens or a
 * code, or with an error. Without a state of this service it goes to the site.
 *
 * @see contract of identity, 10.3
 */
export async function finishAuthorization(identity: Identity, callback: Callback): Promise<Arrival> {
  let flow: ReturnedFlow;
  let { parameters } = callback;
  try {
    const { browserHash, ownerOfAddress } = callback;
    flow = await claimFlow(identity.db, { id: stateOf(callback), browserHash, ownerOfAddress });
    if (usesRequestTokens(flow.provider)) {
      flow = { ...flow, codeVerifier: unsealRequestToken(identity, flow.id, flow.codeVerifier ?? "") };
      parameters = withCodeForVerifier(parameters);
    }
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    return { location: errorTarget(identity.addresses.siteUrl, error), status: 303 };
  }
  const redirectTo = (await findFlowRedirect(identity.db, flow.id)) ?? identity.addresses.siteUrl;
  const { trial } = flow;
  const location =
    trial === undefined
      ? await answerOrError(identity, flow, { ...callback, parameters, redirectTo })
      : await finishTrial(identity, { ...flow, trial }, { parameters, redirectTo });
  return { location, status: 302 };
}

/** @throws IdentityError `bad_oauth_callback`, `bad_oauth_state` */
function stateOf({ parameters }: Callback): string {
  const state = parameters.get("state") ?? "";
  if (state === "") throw badCallback("OAuth state parameter missing");
  if (!isUuid(state)) throw new IdentityError("bad_oauth_state");
  return state;
}

async function answerOrError(
  identity: Identity,
  flow: ReturnedFlow,
  callback: Callback & { readonly redirectTo: string },
): Promise<string> {
  try {
    return await answer(identity, flow, callback);
  } catch (error) {
    if (error instanceof ProviderRefusal) return withBoth(callback.redirectTo, error.parts);
    if (error instanceof IdentityError) return errorTarget(callback.redirectTo, error);
    throw error;
  }
}

/** What the provider itself said instead of a code. */
class ProviderRefusal extends Error {
  readonly parts: Readonly<Record<string, string>>;

  constructor(parameters: URLSearchParams) {
    super("The provider refused");
    const plain = (name: string) => (parameters.get(name) ?? "").slice(0, 500).replace(/[^\x20-\x7e]/g, "");
    this.parts = {
      error: plain("error"),
      error_code: "unknown",
      error_description: plain("error_description") || plain("error"),
    };
  }
}

/** Where a browser goes with an error: in the query and in the fragment, since applications read either. */
export function errorTarget(redirectTo: string, error: IdentityError): string {
  return withBoth(redirectTo, errorParts(error));
}

function withBoth(redirectTo: string, parts: Readonly<Record<string, string>>): string {
  return withParts(redirectTo, { query: parts, fragment: { ...parts, sb: "" } });
}

async function answer(
  identity: Identity,
  flow: ReturnedFlow,
  { parameters, redirectTo, origin }: Callback & { readonly redirectTo: string },
): Promise<string> {
  if (parameters.has("error")) throw new ProviderRefusal(parameters);
  const code = parameters.get("code") ?? "";
  if (code === "") throw badCallback("OAuth callback without an authorization code");
  const account = await askProvider(identity, flow, parameters, code);
  const tokens: ProviderTokens = {
    provider_token: account.accessToken,
    ...(account.refreshToken === undefined ? {} : { provider_refresh_token: account.refreshToken }),
  };
  const outcome = await enter(identity, flow, account, { redirectTo, origin, tokens });
  if (outcome.kind === "code") return withParts(redirectTo, { query: { code: outcome.code } });
  const { user: _user, ...session } = await sessionAnswer(identity, outcome.session);
  return withParts(redirectTo, { fragment: { ...session, ...tokens, sb: "" } });
}

async function askProvider(
  identity: Identity,
  flow: ReturnedFlow,
  parameters: URLSearchParams,
  code: string,
): Promise<FetchedAccount & Pick<Provider, "isEmailOptional">> {
  try {
    const provider = await findProvider(identity, flow.provider);
    const account = await fetchAccount(identity.providers, provider, { ...flow, parameters, state: flow.id });
    return { ...account, isEmailOptional: provider.isEmailOptional };
  } catch (cause) {
    warnOfProvider(identity, flow.provider, cause);
    if (cause instanceof IdentityError) throw cause;
    throw new IdentityError("unexpected_failure", {
      status: isOutage(cause) ? 503 : 500,
      message: `Unable to exchange external code: ${code.slice(0, 4)}`,
      cause,
    });
  }
}

/** What comes of a flow: a code that the application exchanges, or the session itself. */
type Outcome =
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "session"; readonly session: OpenSession };

async function enter(
  identity: Identity,
  flow: ReturnedFlow,
  { external, isEmailOptional }: { readonly external: ExternalIdentity; readonly isEmailOptional: boolean },
  { redirectTo, origin, tokens }: { redirectTo: string; origin: RequestOrigin; tokens: ProviderTokens },
): Promise<Outcome> {
  const finish = async (trx: Kysely<IdentityTables>, user: StoredUser): Promise<Outcome> => {
    if (flow.isPkce) {
      const sealed = sealProviderTokens(identity, flow.id, tokens);
      return { kind: "code", code: await answerFlow(trx, flow.id, { userId: user.id, ...sealed }) };
    }
    await dropFlow(trx, flow.id);
    const method = oauthMethodOf(external.provider);
    const start = { user, method, origin, provider: external.provider } as const;
    return { kind: "session", session: await startSession(identity, trx, start) };
  };
  const entrance = { external, isEmailOptional, redirectTo, origin, finish };
  if (flow.linkingTarget !== undefined) return linkExternally(identity, { ...entrance, userId: flow.linkingTarget });
  const invitedUserId = flow.inviteToken && (await findInvited(identity, flow.inviteToken));
  return signInExternally(identity, {
    ...entrance,
    audience: flow.audience,
    invitedUserId: invitedUserId || undefined,
  });
}

async function findInvited({ db, settings }: Pick<Identity, "db" | "settings">, hash: string): Promise<string> {
  const expirySeconds = settings["auth.email.otp_expiry"];
  const userId = await findLiveTokenOwner(db, { hash, types: ["confirmation_token"], expirySeconds });
  if (userId === undefined) throw new IdentityError("invite_not_found");
  return userId;
}

function badCallback(message: string): IdentityError {
  return new IdentityError("bad_oauth_callback", { message });
}
