import type { CustomProvider, CustomProviderFields } from "../api/custom-providers.ts";
import { providerTexts } from "./provider-messages.ts";

/** A provider as somebody types it. */
export interface CustomProviderDraft {
  readonly name: string;
  readonly clientId: string;
  /** Empty: the one that is stored stays. */
  readonly secret: string;
  readonly issuer: string;
  readonly discoveryUrl: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userinfoUrl: string;
  /** Separated by blanks, like the next two. */
  readonly scopes: string;
  readonly audiences: string;
  readonly claims: string;
  /** JSON, like the next. */
  readonly mapping: string;
  readonly parameters: string;
  readonly usesPkce: boolean;
  readonly isEmailOptional: boolean;
  readonly skipsNonce: boolean;
  readonly isEnabled: boolean;
}

export const EMPTY_DRAFT: CustomProviderDraft = {
  name: "",
  clientId: "",
  secret: "",
  issuer: "",
  discoveryUrl: "",
  authorizationUrl: "",
  tokenUrl: "",
  userinfoUrl: "",
  scopes: "",
  audiences: "",
  claims: "",
  mapping: "{}",
  parameters: "{}",
  usesPkce: true,
  isEmailOptional: false,
  skipsNonce: false,
  isEnabled: true,
};

export function draftOf(provider: CustomProvider): CustomProviderDraft {
  return {
    name: provider.name,
    clientId: provider.client_id,
    secret: "",
    issuer: provider.issuer ?? "",
    discoveryUrl: provider.discovery_url ?? "",
    authorizationUrl: provider.authorization_url ?? "",
    tokenUrl: provider.token_url ?? "",
    userinfoUrl: provider.userinfo_url ?? "",
    scopes: provider.scopes.join(" "),
    audiences: provider.acceptable_client_ids.join(" "),
    claims: provider.custom_claims_allowlist.join(" "),
    mapping: JSON.stringify(provider.attribute_mapping, undefined, 2),
    parameters: JSON.stringify(provider.authorization_params, undefined, 2),
    usesPkce: provider.pkce_enabled,
    isEmailOptional: provider.email_optional,
    skipsNonce: provider.skip_nonce_check,
    isEnabled: provider.enabled,
  };
}

type Key = keyof CustomProviderDraft;

/**
 * What somebody typed over the provider as it was, put onto what is stored by now: fields that they left alone have the
 * newer value.
 *
 * @returns with the fields that somebody else has made something else of meanwhile
 */
export function ontoNewer(
  draft: CustomProviderDraft,
  { seen, now }: { readonly seen: CustomProvider; readonly now: CustomProvider },
): { readonly draft: CustomProviderDraft; readonly overtaken: readonly Key[] } {
  const [before, after] = [draftOf(seen), draftOf(now)];
  const keys = Object.keys(EMPTY_DRAFT).filter((key): key is Key => key in EMPTY_DRAFT);
  const typed = keys.filter((key) => draft[key] !== before[key]);
  // Of a secret it is only known when it was set.
  const isOther = (key: Key) =>
    key === "secret" ? now.secret_set_at !== seen.secret_set_at : ![before[key], draft[key]].includes(after[key]);
  return {
    draft: { ...after, ...Object.fromEntries(typed.map((key) => [key, draft[key]])) },
    overtaken: typed.filter(isOther),
  };
}

/** What is sent of it. @throws Error that says which field is no JSON object */
export function fieldsOf(
  draft: CustomProviderDraft,
  type: CustomProvider["provider_type"],
): Omit<CustomProviderFields, "jwks_uri"> {
  const isOpenId = type === "oidc";
  const address = (text: string, isOfType: boolean) => (isOfType && text.trim() !== "" ? text.trim() : null);
  return {
    name: draft.name.trim(),
    client_id: draft.clientId.trim(),
    ...(draft.secret === "" ? {} : { client_secret: draft.secret }),
    issuer: address(draft.issuer, isOpenId),
    discovery_url: address(draft.discoveryUrl, isOpenId),
    authorization_url: address(draft.authorizationUrl, !isOpenId),
    token_url: address(draft.tokenUrl, !isOpenId),
    userinfo_url: address(draft.userinfoUrl, !isOpenId),
    scopes: wordsOf(draft.scopes),
    acceptable_client_ids: wordsOf(draft.audiences),
    custom_claims_allowlist: wordsOf(draft.claims),
    attribute_mapping: objectOf(providerTexts.mapping, draft.mapping),
    authorization_params: objectOf(providerTexts.parameters, draft.parameters),
    pkce_enabled: draft.usesPkce,
    email_optional: draft.isEmailOptional,
    skip_nonce_check: draft.skipsNonce,
    enabled: draft.isEnabled,
  };
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

/** What somebody typed as JSON; nothing is an empty object. @throws Error that names the field when it is no object */
export function objectOf(field: string, text: string): Readonly<Record<string, unknown>> {
  const value = parsed(text.trim() === "" ? "{}" : text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new Error(providerTexts.badJson(field));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Neither is what is no JSON an object.
    return undefined;
  }
}
