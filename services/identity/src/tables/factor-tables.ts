import type { ColumnType, Generated } from "kysely";
import type { FactorType, Fixed } from "../identity-tables.ts";

export interface FactorsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  friendly_name: string | null;
  factor_type: Fixed<FactorType>;
  status: "unverified" | "verified";
  created_at: Date;
  updated_at: Date;
  /** Base32, sealed. */
  secret: string | null;
  phone: string | null;
  last_challenged_at: Date | null;
  web_authn_credential: ColumnType<unknown, string | null, string | null>;
  web_authn_aaguid: string | null;
}

export interface ChallengesTable {
  id: Fixed<string>;
  factor_id: Fixed<string>;
  created_at: Date;
  ip_address: Fixed<string>;
  otp_code: string | null;
  web_authn_session_data: ColumnType<unknown, string | null, never>;
}

export interface WebAuthnCredentialsTable {
  id: Generated<string>;
  user_id: Fixed<string>;
  credential_id: Fixed<Uint8Array>;
  public_key: Fixed<Uint8Array>;
  attestation_type: Fixed<string>;
  aaguid: string | null;
  /** bigint */
  sign_count: string;
  transports: ColumnType<unknown, string, never>;
  backup_eligible: boolean;
  backed_up: boolean;
  friendly_name: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  last_used_at: Date | null;
}

export interface WebAuthnChallengesTable {
  id: Generated<string>;
  user_id: Fixed<string | null>;
  challenge_type: Fixed<string>;
  session_data: ColumnType<unknown, string, never>;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface TotpStepsTable {
  factor_id: Fixed<string>;
  /** bigint */
  step: string;
}

export interface ChallengeAttemptsTable {
  challenge_id: Fixed<string>;
  attempts: number;
}

export interface RecoveryCodeSetsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  friendly_name: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface RecoveryCodesTable {
  set_id: Fixed<string>;
  code_hash: Fixed<Uint8Array>;
  used_at: Date | null;
}

export interface RecoveryCodeAttemptsTable {
  set_id: Fixed<string>;
  attempts: number;
  began_at: Generated<Date>;
}
