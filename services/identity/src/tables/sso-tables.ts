import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { Fixed, Json, Metadata } from "../identity-tables.ts";
import type { AttributeMapping } from "../saml/attribute-mapping.ts";
import type { PersonAttributes } from "../scim/scim-person.ts";

export interface ScimUsersTable {
  user_id: string;
  user_name: string;
  external_id: string | null;
  is_active: boolean;
  attributes: ColumnType<PersonAttributes, string, string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ScimGroupsTable {
  id: string;
  display_name: string;
  external_id: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ScimGroupMembersTable {
  group_id: string;
  user_id: string;
  added_at: Generated<Date>;
}

export interface SsoProvidersTable {
  id: Fixed<string>;
  resource_id: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  disabled: boolean | null;
}

export interface OidcSsoProvidersTable {
  sso_provider_id: Fixed<string>;
  issuer: Fixed<string>;
  client_id: string;
  /** Sealed. */
  client_secret: string;
  scopes: string[];
  attribute_mapping: Json<Metadata>;
}

export interface SsoDomainsTable {
  id: Fixed<string>;
  sso_provider_id: Fixed<string>;
  domain: Fixed<string>;
  created_at: Date | null;
  updated_at: Date | null;
}

export interface SamlProvidersTable {
  id: Fixed<string>;
  sso_provider_id: string;
  entity_id: Fixed<string>;
  metadata_xml: string;
  metadata_url: string | null;
  attribute_mapping: JSONColumnType<AttributeMapping | null, string | null, string | null>;
  created_at: Date | null;
  updated_at: Date | null;
  name_id_format: string | null;
}

export interface SamlRelayStatesTable {
  id: Fixed<string>;
  sso_provider_id: Fixed<string>;
  request_id: Fixed<string>;
  for_email: Generated<string | null>;
  redirect_to: Fixed<string | null>;
  created_at: Date | null;
  updated_at: Date | null;
  flow_state_id: Fixed<string | null>;
}

export interface SamlAssertionsTable {
  key: Fixed<Uint8Array>;
  expires_at: Date;
}

export interface SamlBeginningsTable {
  id: string;
  browser_hash: Uint8Array | null;
  sign_on_url: string;
}

export interface SamlSignInsTable {
  id: Fixed<string>;
  sso_provider_id: Fixed<string>;
  flow_state_id: string | null;
  session_id: string | null;
  name_id: Fixed<string | null>;
  name_id_format: Fixed<string | null>;
  name_qualifier: Fixed<string | null>;
  sp_name_qualifier: Fixed<string | null>;
  session_index: Fixed<string | null>;
  not_after: Date | null;
  created_at: Generated<Date>;
}
