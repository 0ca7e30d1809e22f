import type { Generated } from "kysely";
import type { Fixed } from "../identity-tables.ts";

export interface OAuthClientsTable {
  id: Fixed<string>;
  client_secret_hash: string | null;
  registration_type: Fixed<"dynamic" | "manual">;
  /** Separated by commas. */
  redirect_uris: string;
  /** Separated by commas. */
  grant_types: string;
  client_name: string | null;
  client_uri: string | null;
  logo_uri: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
  client_type: "public" | "confidential";
  token_endpoint_auth_method: string;
}

export interface OAuthAuthorizationsTable {
  id: Fixed<string>;
  /** What the address of the consent page carries. */
  authorization_id: Fixed<string>;
  client_id: Fixed<string>;
  /** Whoever opened the request first; absent until somebody has. */
  user_id: string | null;
  redirect_uri: Fixed<string>;
  /** Separated by blanks. */
  scope: Fixed<string>;
  state: Fixed<string | null>;
  resource: Fixed<string | null>;
  code_challenge: Fixed<string | null>;
  code_challenge_method: Fixed<"s256" | "plain" | null>;
  status: "pending" | "approved" | "denied" | "expired";
  /** The hash of the code. */
  authorization_code: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  approved_at: Date | null;
  nonce: Fixed<string | null>;
}

export interface OAuthConsentsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  client_id: Fixed<string>;
  /** Separated by blanks. */
  scopes: string;
  granted_at: Date;
  revoked_at: Date | null;
}

export interface AuthorizationDetailsTable {
  /** Of the row in `auth.oauth_authorizations`. */
  id: Fixed<string>;
  asks_again: Fixed<boolean>;
  signed_in_since: Fixed<Date | null>;
  consent_session_id: string | null;
  signed_in_at: Date | null;
  exchanged_at: Date | null;
  given_session_id: string | null;
}

export interface ClientSessionsTable {
  session_id: Fixed<string>;
  signed_in_at: Fixed<Date>;
  resource: Fixed<string | null>;
}
