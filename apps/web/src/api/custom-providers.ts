import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { asAdministrator } from "./identity.ts";
import type { SecretAuthor } from "./secret-author.ts";

/** A provider that an administrator has added, without its secret. */
export interface CustomProvider extends SecretAuthor {
  readonly provider_type: "oidc" | "oauth2";
  /** `custom:` and a name. */
  readonly identifier: string;
  readonly name: string;
  readonly client_id: string;
  readonly acceptable_client_ids: readonly string[];
  readonly scopes: readonly string[];
  readonly pkce_enabled: boolean;
  readonly attribute_mapping: Readonly<Record<string, unknown>>;
  readonly custom_claims_allowlist: readonly string[];
  readonly authorization_params: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
  readonly email_optional: boolean;
  readonly skip_nonce_check: boolean;
  readonly issuer: string | null;
  readonly discovery_url: string | null;
  readonly authorization_url: string | null;
  readonly token_url: string | null;
  readonly userinfo_url: string | null;
  readonly jwks_uri: string | null;
  /** To be registered at the provider. */
  readonly callback_url: string;
  readonly updated_at: string;
}

/** What is said of it; `client_secret` left out stays as it is. */
export type CustomProviderFields = Omit<
  CustomProvider,
  "provider_type" | "identifier" | "callback_url" | "updated_at" | keyof SecretAuthor
> & {
  readonly client_secret?: string;
};

const PATH = "admin/custom-providers";

export const customProvidersQuery = queryOptions({
  queryKey: ["providers", "custom"],
  queryFn: async ({ signal }) =>
    (
      await asAdministrator<{ readonly providers: readonly CustomProvider[] }>(PATH, {
        signal,
        like: { providers: [{ identifier: "", name: "", client_id: "", acceptable_client_ids: [""], scopes: [""] }] },
      })
    ).providers,
});

export function addCustomProvider(
  provider: CustomProviderFields & Pick<CustomProvider, "provider_type" | "identifier">,
): Promise<CustomProvider> {
  return asAdministrator(PATH, { method: "POST", body: provider, like: { identifier: "" } });
}

/** Saves over the provider that was seen. @throws ApiError of `isProviderOvertaken` when somebody saved in between */
export function changeCustomProvider(
  { identifier, updated_at }: CustomProvider,
  fields: Partial<CustomProviderFields>,
): Promise<CustomProvider> {
  const body = { ...fields, seen: { updated_at } };
  return asAdministrator(pathOf(identifier), { method: "PUT", body, like: { identifier: "" } });
}

/** Whether somebody saved a provider between loading and saving. */
export function isProviderOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === "provider_overtaken";
}

export function removeCustomProvider(identifier: string): Promise<void> {
  return asAdministrator(pathOf(identifier), { method: "DELETE" });
}

const pathOf = (identifier: string) => `${PATH}/${encodeURIComponent(identifier)}`;
