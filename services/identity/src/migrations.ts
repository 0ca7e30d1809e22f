import type { Migration } from "@vedette/database";
import { ADOPTED_SESSIONS } from "./migrations/adopted-sessions.ts";
import { AUDIT_ORDER } from "./migrations/audit-order.ts";
import { AUDIT_SEALS } from "./migrations/audit-seals.ts";
import { AUTH_ROLES } from "./migrations/auth-roles.ts";
import { AUTH_SCHEMA } from "./migrations/auth-schema.ts";
import { CALLBACK_OWNERS } from "./migrations/callback-owners.ts";
import { COMPLETE_AUTH_SCHEMA } from "./migrations/complete-auth-schema.ts";
import { DISCOVERY_DOCUMENTS } from "./migrations/discovery-documents.ts";
import { FACTORS } from "./migrations/factors.ts";
import { HOOK_ANSWERS } from "./migrations/hook-answers.ts";
import { HOOK_CALLS } from "./migrations/hook-calls.ts";
import { IDENTITY_STATE } from "./migrations/identity-state.ts";
import { OAUTH_FLOWS } from "./migrations/oauth-flows.ts";
import { OAUTH_SERVER } from "./migrations/oauth-server.ts";
import { OIDC_SSO } from "./migrations/oidc-sso.ts";
import { PHONE_SESSIONS } from "./migrations/phone-sessions.ts";
import { PROVIDER_TRIALS } from "./migrations/provider-trials.ts";
import { RAISED_SESSIONS } from "./migrations/raised-sessions.ts";
import { RATE_LIMITS } from "./migrations/rate-limits.ts";
import { RATE_LIMITS_IN_PLACE } from "./migrations/rate-limits-in-place.ts";
import { REMEMBERED_BROWSERS } from "./migrations/remembered-browsers.ts";
import { SAML } from "./migrations/saml.ts";
import { SAML_BROWSERS } from "./migrations/saml-browsers.ts";
import { SCIM_USERS } from "./migrations/scim-users.ts";
import { SECRET_AUTHORS } from "./migrations/secret-authors.ts";
import { SETTING_AUTHORS } from "./migrations/setting-authors.ts";
import { SETTINGS } from "./migrations/settings.ts";
import { THIRD_PARTY_KEYS } from "./migrations/third-party-keys.ts";
import { USER_EVENTS } from "./migrations/user-events.ts";
import { USER_NAMES } from "./migrations/user-names.ts";
import { WALLET_MESSAGES } from "./migrations/wallet-messages.ts";

/** Forward only; what is here is never edited once released. */
export const identityMigrations: readonly Migration[] = [
  // Before the first one: what it relies on where the reference service has made the schema.
  { id: "identity/0000-complete-auth-schema", sql: COMPLETE_AUTH_SCHEMA },
  { id: "identity/0001-auth-schema", sql: AUTH_SCHEMA },
  { id: "identity/0002-identity-state", sql: IDENTITY_STATE },
  { id: "identity/0003-rate-limits", sql: RATE_LIMITS },
  { id: "identity/0004-settings", sql: SETTINGS },
  { id: "identity/0020-auth-roles", sql: AUTH_ROLES },
  { id: "identity/0021-factors", sql: FACTORS },
  { id: "identity/0022-adopted-sessions", sql: ADOPTED_SESSIONS },
  { id: "identity/0030-third-party-keys", sql: THIRD_PARTY_KEYS },
  { id: "identity/0031-oauth-flows", sql: OAUTH_FLOWS },
  { id: "identity/0032-saml", sql: SAML },
  { id: "identity/0060-remembered-browsers", sql: REMEMBERED_BROWSERS },
  { id: "identity/0070-oauth-server", sql: OAUTH_SERVER },
  { id: "identity/0071-wallet-messages", sql: WALLET_MESSAGES },
  { id: "identity/0072-saml-browsers", sql: SAML_BROWSERS },
  { id: "identity/0080-hook-calls", sql: HOOK_CALLS },
  { id: "identity/0081-provider-trials", sql: PROVIDER_TRIALS },
  { id: "identity/0082-discovery-documents", sql: DISCOVERY_DOCUMENTS },
  { id: "identity/0083-audit-order", sql: AUDIT_ORDER },
  { id: "identity/0084-raised-sessions", sql: RAISED_SESSIONS },
  { id: "identity/0085-rate-limits-in-place", sql: RATE_LIMITS_IN_PLACE },
  { id: "identity/0086-scim-users", sql: SCIM_USERS },
  { id: "identity/0087-audit-seals", sql: AUDIT_SEALS },
  { id: "identity/0088-oidc-sso", sql: OIDC_SSO },
  { id: "identity/0089-phone-sessions", sql: PHONE_SESSIONS },
  { id: "identity/0090-callback-owners", sql: CALLBACK_OWNERS },
  { id: "identity/0091-user-names", sql: USER_NAMES },
  { id: "identity/0092-user-events", sql: USER_EVENTS },
  { id: "identity/0093-setting-authors", sql: SETTING_AUTHORS },
  { id: "identity/0094-secret-authors", sql: SECRET_AUTHORS },
  { id: "identity/0095-hook-answers", sql: HOOK_ANSWERS },
];
