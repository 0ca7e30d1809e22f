import type { CodeChallenge } from "../flows/flow-state.ts";
import type { Identity } from "../identity.ts";
import { beginAuthorization } from "../oauth/begin-authorization.ts";
import type { OidcSsoProvider } from "./oidc-provider-store.ts";

export interface OidcSignOnStart {
  /** Allowed already. */
  readonly redirectTo: string;
  readonly codeChallenge: CodeChallenge | undefined;
  readonly audience: string;
  /** Absent where a program asks, and a browser comes later. */
  readonly browserHash: Uint8Array | undefined;
}

/**
 * Begins a sign-in at a company's provider that speaks OpenID Connect.
 *
 * @returns the flow, and where the provider asks the person
 * @throws IdentityError `sso_provider_disabled`
 */
export async function startOidcSignOn(
  identity: Identity,
  { id }: Pick<OidcSsoProvider, "id">,
  start: OidcSignOnStart,
): Promise<{ readonly id: string; readonly url: string }> {
  const nothing = { scopes: "", inviteToken: undefined, linkingTarget: undefined, parameters: {} };
  return beginAuthorization(identity, { ...start, ...nothing, provider: `sso:${id}` });
}
