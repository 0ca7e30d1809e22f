import { seal, unseal } from "@vedette/database";
import type { SealedProviderTokens } from "../flows/flow-state.ts";
import type { Identity } from "../identity.ts";

/** What applications use at the provider, in the names under which clients look for them. */
export interface ProviderTokens {
  readonly provider_token?: string;
  readonly provider_refresh_token?: string;
}

type Column = "provider_access_token" | "provider_refresh_token";

const placeOf = (flowId: string, column: Column) => ({ table: "auth.flow_state", column, rowId: flowId }) as const;

/** The tokens as they are kept until the code of a flow is exchanged. */
export function sealProviderTokens(
  { keyRing }: Pick<Identity, "keyRing">,
  flowId: string,
  { provider_token, provider_refresh_token }: ProviderTokens,
): Omit<SealedProviderTokens, "id"> {
  const sealed = (text: string | undefined, column: Column) =>
    text === undefined ? null : seal(keyRing, text, placeOf(flowId, column));
  return {
    provider_access_token: sealed(provider_token, "provider_access_token"),
    provider_refresh_token: sealed(provider_refresh_token, "provider_refresh_token"),
  };
}

export function unsealProviderTokens(
  { keyRing }: Pick<Identity, "keyRing">,
  { id, provider_access_token: access, provider_refresh_token: refresh }: SealedProviderTokens,
): ProviderTokens {
  return {
    ...(access ? { provider_token: unseal(keyRing, access, placeOf(id, "provider_access_token")) } : {}),
    ...(refresh ? { provider_refresh_token: unseal(keyRing, refresh, placeOf(id, "provider_refresh_token")) } : {}),
  };
}
