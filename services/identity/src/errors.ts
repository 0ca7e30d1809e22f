/**
 * Every failure a client of this service can meet, with its usual status and text.
 * Codes are those that existing clients know; the reference page is made from this table. `saidAs` marks those that this
 * service never gives, and names the code that stands for them.
 */
export const IDENTITY_ERRORS = {
  unknown: { status: 400, message: "The request was refused." },
  unexpected_failure: { status: 500, message: "Unexpected failure, please check server logs for more information" },
  validation_failed: { status: 400, message: "The request does not have the form that this address takes." },
  bad_json: { status: 400, message: "Could not parse request body as JSON" },
  conflict: { status: 409, message: "Too many concurrent requests on the same session. Try again in a moment." },
  request_timeout: {
    status: 504,
    message: "Processing this request timed out, please retry after a moment.",
  },
  request_entity_too_large: { status: 413, message: "The request body is too large." },
  feature_disabled: { status: 404, message: "This feature is disabled." },

  no_authorization: { status: 401, message: "This endpoint requires a valid Bearer token" },
  bad_jwt: { status: 403, message: "invalid JWT: unable to parse or verify signature" },
  not_admin: { status: 403, message: "User not allowed" },
  user_not_found: { status: 404, message: "User not found" },
  user_overtaken: { status: 409, message: "Somebody changed the user in between. Load it and try again." },
  session_not_found: { status: 403, message: "Session from session_id claim in JWT does not exist" },
  session_expired: { status: 400, message: "Invalid Refresh Token: Session Expired" },
  refresh_token_not_found: { status: 400, message: "Invalid Refresh Token: Refresh Token Not Found" },
  refresh_token_already_used: { status: 400, message: "Invalid Refresh Token: Already Used" },
  invalid_credentials: { status: 400, message: "Invalid login credentials" },
  insufficient_aal: { status: 403, message: "AAL2 session is required for this operation." },
  token_too_large: {
    status: 422,
    message: "User and app metadata are part of every access token and must not exceed 8,192 bytes together.",
  },
  unexpected_audience: { status: 403, message: "The token was made for another audience." },
  user_banned: { status: 403, message: "User is banned" },

  signup_disabled: { status: 422, message: "Signups not allowed for this instance" },
  email_exists: { status: 422, message: "A user with this email address has already been registered" },
  phone_exists: { status: 422, message: "A user with this phone number has already been registered" },
  user_already_exists: { status: 422, message: "User already registered" },
  email_not_confirmed: { status: 400, message: "Email not confirmed" },
  phone_not_confirmed: { status: 400, message: "Phone not confirmed" },
  email_provider_disabled: { status: 400, message: "Email signups are disabled" },
  phone_provider_disabled: { status: 400, message: "Phone signups are disabled" },
  anonymous_provider_disabled: { status: 422, message: "Anonymous sign-ins are disabled" },
  email_address_not_authorized: {
    status: 400,
    message: "This email address cannot be used as it is not authorized",
  },
  email_address_invalid: { status: 400, message: "Unable to validate email address: invalid format" },
  email_address_not_provided: {
    status: 400,
    message: "The provider gave no email address.",
    saidAs: "email_not_found",
  },
  weak_password: { status: 422, message: "Password is too weak." },
  same_password: { status: 422, message: "New password should be different from the old password." },
  current_password_required: { status: 400, message: "The current password is needed to change the password." },
  current_password_invalid: { status: 400, message: "The current password is wrong." },
  reauthentication_needed: { status: 400, message: "Password update requires reauthentication" },
  reauthentication_not_valid: { status: 422, message: "Nonce has expired or is invalid" },
  user_sso_managed: {
    status: 422,
    message: "Email, phone and password of this user are managed by the single sign-on provider.",
  },
  last_administrator: { status: 422, message: "This is the last administrator. Make somebody else one first." },
  invite_not_found: { status: 404, message: "The invitation was not found." },

  otp_expired: { status: 403, message: "Token has expired or is invalid" },
  otp_disabled: { status: 422, message: "Signups not allowed for otp" },

  bad_oauth_state: { status: 400, message: "OAuth callback with invalid state" },
  bad_oauth_callback: { status: 400, message: "OAuth callback without what it needs" },
  oauth_provider_not_supported: {
    status: 400,
    message: "The OAuth provider is not supported.",
    saidAs: "validation_failed",
  },
  provider_disabled: { status: 400, message: "The provider is not enabled." },
  provider_email_needs_verification: {
    status: 422,
    message: "Unverified email with the provider. A confirmation email has been sent.",
  },
  oauth_invalid_state: { status: 400, message: "The OAuth state is invalid.", saidAs: "bad_oauth_state" },
  oauth_client_state_not_found: {
    status: 422,
    message: "The OAuth client state was not found.",
    saidAs: "bad_oauth_state",
  },
  oauth_client_state_expired: {
    status: 422,
    message: "The OAuth client state has expired.",
    saidAs: "bad_oauth_state",
  },
  custom_provider_not_found: { status: 404, message: "The custom provider was not found." },
  provider_overtaken: { status: 409, message: "Somebody changed the provider in between. Load it and try again." },
  over_custom_provider_quota: { status: 400, message: "There are as many custom providers as allowed." },
  account_not_linked: { status: 422, message: "The provider account cannot be linked to an existing user." },
  "email_doesn't_match": { status: 422, message: "The provider's email differs from the user's email." },
  email_not_found: { status: 422, message: "The provider returned no email address." },

  flow_state_not_found: { status: 404, message: "invalid flow state, no valid flow state found" },
  flow_state_expired: { status: 422, message: "invalid flow state, flow state has expired" },
  flow_state_already_used: { status: 400, message: "The flow state was used before." },
  bad_code_verifier: { status: 400, message: "code challenge does not match previously saved code verifier" },

  manual_linking_disabled: { status: 404, message: "Manual linking is disabled" },
  single_identity_not_deletable: { status: 422, message: "User must have at least 1 identity after unlinking" },
  email_conflict_identity_not_deletable: {
    status: 422,
    message: "Unable to unlink identity due to email conflict",
  },
  identity_already_exists: { status: 422, message: "Identity is already linked" },
  identity_not_found: { status: 422, message: "Identity doesn't exist" },

  too_many_enrolled_mfa_factors: {
    status: 422,
    message: "Maximum number of verified factors reached, unenroll to continue",
  },
  mfa_factor_name_conflict: { status: 422, message: "A factor with this friendly name exists already." },
  mfa_factor_not_found: { status: 404, message: "Factor not found" },
  mfa_ip_address_mismatch: { status: 422, message: "Challenge and verify IP addresses mismatch." },
  mfa_challenge_expired: { status: 422, message: "The MFA challenge has expired. Ask for a new one." },
  mfa_verification_failed: { status: 422, message: "Invalid TOTP code entered" },
  mfa_verification_rejected: { status: 403, message: "Further MFA verification attempts will be rejected." },
  mfa_verified_factor_exists: { status: 422, message: "A verified factor of this kind exists already." },
  mfa_totp_enroll_not_enabled: { status: 422, message: "MFA enroll is disabled for TOTP" },
  mfa_totp_verify_not_enabled: { status: 422, message: "MFA verification is disabled for TOTP" },
  mfa_phone_enroll_not_enabled: { status: 422, message: "MFA enroll is disabled for Phone" },
  mfa_phone_verify_not_enabled: { status: 422, message: "MFA verification is disabled for Phone" },
  mfa_webauthn_enroll_not_enabled: { status: 422, message: "MFA enroll is disabled for WebAuthn" },
  mfa_webauthn_verify_not_enabled: { status: 422, message: "MFA verification is disabled for WebAuthn" },

  mfa_recovery_codes_enroll_not_enabled: { status: 422, message: "Recovery codes are disabled" },
  mfa_recovery_codes_verify_not_enabled: { status: 422, message: "Recovery codes are disabled" },
  mfa_recovery_codes_sole_factor: {
    status: 422,
    message: "Recovery codes need another verified factor beside them. Add one first.",
  },
  mfa_recovery_codes_locked: {
    status: 429,
    message: "Too many wrong recovery codes. Wait a quarter of an hour, or use another factor.",
  },

  passkey_disabled: { status: 404, message: "Passkeys are disabled" },
  too_many_passkeys: { status: 422, message: "Maximum number of passkeys reached, delete one to continue" },
  webauthn_credential_not_found: { status: 404, message: "The credential was not found." },
  webauthn_challenge_not_found: { status: 400, message: "The challenge was not found." },
  webauthn_challenge_expired: { status: 400, message: "The challenge has expired. Ask for a new one." },
  webauthn_verification_failed: { status: 400, message: "The credential could not be verified." },
  webauthn_credential_exists: { status: 422, message: "The credential is registered already." },

  saml_provider_disabled: { status: 404, message: "SAML 2.0 is disabled" },
  saml_relay_state_not_found: { status: 404, message: "SAML RelayState does not exist, try logging in again?" },
  saml_relay_state_expired: { status: 422, message: "SAML RelayState has expired. Try logging in again?" },
  saml_idp_not_found: { status: 404, message: "A SAML connection has not been established with this IdP." },
  saml_assertion_no_user_id: { status: 400, message: "SAML assertion did not contain a persistent user identifier" },
  saml_assertion_no_email: { status: 400, message: "SAML assertion does not contain an email address" },
  saml_metadata_fetch_failed: { status: 400, message: "The SAML metadata could not be fetched." },
  saml_idp_already_exists: { status: 422, message: "A SAML identity provider with this EntityID exists already." },
  saml_entity_id_mismatch: { status: 400, message: "The EntityID differs from the one of this provider." },
  sso_provider_not_found: { status: 404, message: "No such SSO provider" },
  sso_provider_disabled: { status: 404, message: "The SSO provider is disabled." },
  sso_domain_already_exists: { status: 400, message: "The domain is assigned to another SSO provider." },

  over_request_rate_limit: { status: 429, message: "Request rate limit reached" },
  over_email_send_rate_limit: { status: 429, message: "email rate limit exceeded" },
  over_sms_send_rate_limit: { status: 429, message: "sms rate limit exceeded" },
  captcha_failed: { status: 400, message: "captcha protection: request disallowed" },
  sms_send_failed: { status: 422, message: "Error sending the SMS." },

  hook_timeout: { status: 422, message: "Failed to reach hook within maximum time." },
  hook_timeout_after_retry: { status: 422, message: "Failed to reach hook after maximum retries" },
  hook_payload_over_size_limit: { status: 422, message: "The answer of the hook is too large." },
  hook_payload_invalid_content_type: { status: 400, message: "The answer of the hook has a wrong content type." },

  web3_provider_disabled: { status: 422, message: "Web3 provider is disabled" },
  web3_unsupported_chain: { status: 400, message: "The chain is not supported." },
  oauth_dynamic_client_registration_disabled: { status: 403, message: "Dynamic client registration is disabled" },
  oauth_client_not_found: { status: 404, message: "OAuth client not found" },
  oauth_authorization_not_found: { status: 404, message: "OAuth authorization not found" },
  oauth_consent_not_found: { status: 404, message: "OAuth consent not found" },
} as const;

export type IdentityErrorCode = keyof typeof IDENTITY_ERRORS;

/** Why a password is too weak, in the words of the wire. */
export type WeakPasswordReason = "length" | "characters" | "pwned";

/** A refusal that is safe to show: `code` is stable, `message` is for people, `cause` is for the log only. */
export class IdentityError extends Error {
  readonly code: IdentityErrorCode;
  readonly status: number;
  /** Only with `weak_password`. */
  readonly reasons: readonly WeakPasswordReason[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: IdentityErrorCode,
    options: {
      message?: string;
      status?: number;
      reasons?: readonly WeakPasswordReason[];
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? IDENTITY_ERRORS[code].message, { cause: options.cause });
    this.name = "IdentityError";
    this.code = code;
    this.status = options.status ?? IDENTITY_ERRORS[code].status;
    this.reasons = options.reasons;
    this.headers = options.headers ?? {};
  }
}
