import type { ColumnType, Generated } from "kysely";
import type { Fixed, Json, Metadata } from "../identity-tables.ts";

export interface OAuthClientStatesTable {
  id: Fixed<string>;
  provider_type: Fixed<string>;
  code_verifier: Fixed<string | null>;
  created_at: Generated<Date>;
}

export interface CustomProvidersTable {
  id: Fixed<string>;
  provider_type: Fixed<"oauth2" | "oidc">;
  identifier: Fixed<string>;
  name: string;
  client_id: string;
  /** Sealed. */
  client_secret: string;
  acceptable_client_ids: string[];
  scopes: string[];
  pkce_enabled: boolean;
  attribute_mapping: Json<Metadata>;
  authorization_params: Json<Metadata>;
  enabled: boolean;
  email_optional: boolean;
  issuer: string | null;
  discovery_url: string | null;
  skip_nonce_check: boolean;
  cached_discovery: ColumnType<unknown, string | null, string | null>;
  discovery_cached_at: Date | null;
  authorization_url: string | null;
  token_url: string | null;
  userinfo_url: string | null;
  jwks_uri: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  custom_claims_allowlist: string[];
}

export interface OAuthFlowsTable {
  /** Of the flow, which is its `state`, too. */
  id: Fixed<string>;
  nonce: Fixed<string | null>;
  audience: Fixed<string>;
  /** Of the browser that the flow belongs to; absent until one has opened it. */
  browser_hash: Uint8Array | null;
  /** Where the provider asks the person. */
  provider_url: Fixed<string>;
  /** The provider whose own address the browser must come back to; absent for the one that others share. */
  callback_owner: Fixed<string | null>;
}

/** Custom providers that were there before each had an address of its own. */
export interface SharedCallbacksTable {
  provider_id: Fixed<string>;
}

export interface DiscoveryDocumentsTable {
  source: Fixed<string>;
  /** JSON. */
  document: string;
  read_at: Date;
}

export interface ProviderTrialsTable {
  id: Fixed<string>;
  provider: Fixed<string>;
  /** JSON. */
  steps: string;
  is_finished: Generated<boolean>;
  created_at: Generated<Date>;
}
