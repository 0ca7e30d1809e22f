import { queryOptions } from "@tanstack/react-query";
import { asAdministrator, askIdentity } from "./identity.ts";
import { providerPage } from "./provider-page.ts";
import type { SecretAuthor } from "./secret-author.ts";

/** Which of its attributes or claims become which of a person's. */
type Mapping = Readonly<Record<string, unknown>>;

/** The identity provider of a company. */
export interface SsoProvider {
  readonly id: string;
  readonly disabled: boolean;
  /** One of both: what it speaks. */
  readonly saml?: {
    readonly entity_id: string;
    readonly metadata_url?: string;
    readonly metadata_xml?: string;
    readonly attribute_mapping?: Mapping;
  };
  readonly oidc?: SecretAuthor & {
    readonly attribute_mapping?: Mapping;
    readonly issuer: string;
    readonly client_id: string;
    readonly has_secret: boolean;
    readonly callback_url: string;
  };
  readonly allow_idp_initiated?: boolean;
  readonly domains: readonly { readonly domain: string }[];
  readonly created_at: string;
  readonly updated_at: string;
}

/** What is said of a provider; what is left out stays as it is. */
export interface SsoProviderFields {
  readonly metadata_url?: string;
  readonly metadata_xml?: string;
  readonly attribute_mapping?: Mapping;
  readonly oidc?: {
    readonly issuer?: string;
    readonly client_id?: string;
    readonly client_secret?: string;
    readonly attribute_mapping?: Mapping;
  };
  readonly domains?: readonly string[];
  readonly disabled?: boolean;
  readonly allow_idp_initiated?: boolean;
}

/** What metadata says before it is used. */
export interface SsoMetadata {
  readonly entity_id: string;
  readonly sign_on_url: string;
  readonly certificates: number;
}

/** What it calls itself. */
export function issuerOfSsoProvider({ saml, oidc }: SsoProvider): string {
  return saml?.entity_id ?? oidc?.issuer ?? "";
}

/** What people call it: its domains, or without any what it calls itself. */
export function nameOfSsoProvider(provider: SsoProvider): string {
  return provider.domains.map(({ domain }) => domain).join(", ") || issuerOfSsoProvider(provider);
}

/** As people type it; empty when nothing is mapped. */
export function mappingText({ saml, oidc }: Pick<SsoProvider, "saml" | "oidc">): string {
  const mapping = saml?.attribute_mapping ?? oidc?.attribute_mapping ?? {};
  return Object.keys(mapping).length === 0 ? "" : JSON.stringify(mapping, undefined, 2);
}

const PROVIDERS = "admin/sso/providers";

export const ssoProvidersQuery = queryOptions({
  queryKey: ["sso-providers"],
  queryFn: async ({ signal }) =>
    (
      await asAdministrator<{ readonly items: readonly SsoProvider[] }>(PROVIDERS, {
        signal,
        like: { items: [{ id: "", domains: [{ domain: "" }], created_at: "" }] },
      })
    ).items,
});

export function addSsoProvider(fields: SsoProviderFields): Promise<SsoProvider> {
  return asAdministrator(PROVIDERS, {
    method: "POST",
    body: { type: fields.oidc === undefined ? "saml" : "oidc", ...fields },
    like: { id: "" },
  });
}

/**
 * Changes what is named.
 *
 * @param seen - as it was read: nothing is changed when somebody has saved since
 * @throws ApiError of `isProviderOvertaken`
 */
export function changeSsoProvider(id: string, fields: SsoProviderFields, seen?: SsoProvider): Promise<SsoProvider> {
  const body = seen === undefined ? fields : { ...fields, seen: { updated_at: seen.updated_at } };
  return asAdministrator(`${PROVIDERS}/${id}`, { method: "PUT", body, like: { id: "" } });
}

export function removeSsoProvider(id: string): Promise<SsoProvider> {
  return asAdministrator(`${PROVIDERS}/${id}`, { method: "DELETE", like: { id: "" } });
}

/** @throws ApiError that says what is wrong with it */
export function readSsoMetadata(metadata_xml: string): Promise<SsoMetadata> {
  return asAdministrator("admin/sso/metadata", { method: "POST", body: { metadata_xml }, like: { entity_id: "" } });
}

/**
 * Begins a sign-in at the identity provider of a company.
 *
 * @param next - path of the page that is opened in the end
 * @returns where the browser goes
 * @throws ApiError `sso_provider_not_found`
 */
export async function startSingleSignOn(domain: string, next: string): Promise<string> {
  const body = { domain, redirect_to: providerPage(next), skip_http_redirect: true };
  return (await askIdentity<{ readonly url: string }>("sso", { method: "POST", body, like: { url: "" } })).url;
}
