import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";
import { Duration } from "../settings/duration.ts";

const count = Type.Integer({ minimum: 1, maximum: 100 });
const seconds = Type.Integer({ minimum: 30, maximum: 86_400 });

/** `email`, `github`, `custom:acme`, `sso`, `sso:<uuid>`. */
const REQUIRED_PROVIDER = "^[a-z0-9_]+(:[A-Za-z0-9._-]+)?$";

/** Second factors and passkeys. */
export const factorSettings = declareSettings({
  "auth.mfa.max_enrolled_factors": {
    env: "VEDETTE_MFA_MAX_ENROLLED_FACTORS",
    field: "mfa_max_enrolled_factors",
    type: count,
    default: 10,
    doc: "Second factors that one person may have, verified or not.",
  },
  "auth.mfa.max_verified_factors": {
    env: "VEDETTE_MFA_MAX_VERIFIED_FACTORS",
    type: count,
    default: 10,
    doc: "Second factors that one person may have verified.",
  },
  "auth.mfa.challenge_expiry_duration": {
    env: "VEDETTE_MFA_CHALLENGE_EXPIRY_DURATION",
    type: seconds,
    default: 300,
    doc: "Seconds within which a challenge must be answered.",
  },
  "auth.mfa.factor_expiry_duration": {
    env: "VEDETTE_MFA_FACTOR_EXPIRY_DURATION",
    type: Duration,
    default: "300s",
    doc: "Time after which a factor that was never verified is forgotten.",
  },
  "auth.mfa.totp.enroll_enabled": {
    env: "VEDETTE_MFA_TOTP_ENROLL_ENABLED",
    field: "mfa_totp_enroll_enabled",
    type: Type.Boolean(),
    default: true,
    doc: "People may add an authenticator app as second factor.",
  },
  "auth.mfa.totp.verify_enabled": {
    env: "VEDETTE_MFA_TOTP_VERIFY_ENABLED",
    field: "mfa_totp_verify_enabled",
    type: Type.Boolean(),
    default: true,
    doc: "Codes of authenticator apps are accepted.",
  },
  "auth.mfa.phone.enroll_enabled": {
    env: "VEDETTE_MFA_PHONE_ENROLL_ENABLED",
    field: "mfa_phone_enroll_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "People may add a phone as second factor.",
  },
  "auth.mfa.phone.verify_enabled": {
    env: "VEDETTE_MFA_PHONE_VERIFY_ENABLED",
    field: "mfa_phone_verify_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "Codes sent to a phone are accepted as second factor.",
  },
  "auth.mfa.phone.otp_length": {
    env: "VEDETTE_MFA_PHONE_OTP_LENGTH",
    field: "mfa_phone_otp_length",
    type: Type.Integer({ minimum: 6, maximum: 10 }),
    default: 6,
    doc: "Digits of the codes of a phone as second factor.",
  },
  "auth.mfa.phone.template": {
    env: "VEDETTE_MFA_PHONE_TEMPLATE",
    field: "mfa_phone_template",
    type: Type.String({ minLength: 1, maxLength: 1024 }),
    default: "Your code is {{ .Code }}",
    doc: "Text of the message with the code of a second factor.",
  },
  "auth.mfa.phone.max_frequency": {
    env: "VEDETTE_MFA_PHONE_MAX_FREQUENCY",
    field: "mfa_phone_max_frequency",
    type: Duration,
    default: "60s",
    doc: "Shortest time between two codes to one phone as second factor.",
  },
  "auth.mfa.web_authn.enroll_enabled": {
    env: "VEDETTE_MFA_WEB_AUTHN_ENROLL_ENABLED",
    field: "mfa_web_authn_enroll_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "People may add a security key or device as second factor.",
  },
  "auth.mfa.web_authn.verify_enabled": {
    env: "VEDETTE_MFA_WEB_AUTHN_VERIFY_ENABLED",
    field: "mfa_web_authn_verify_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "Security keys and devices are accepted as second factor.",
  },
  "auth.mfa.recovery_codes.enabled": {
    env: "VEDETTE_MFA_RECOVERY_CODES_ENABLED",
    type: Type.Boolean(),
    default: true,
    doc: "People with a second factor may have ten recovery codes for the day they lose it.",
  },
  "auth.mfa.required_roles": {
    env: "VEDETTE_MFA_REQUIRED_ROLES",
    field: "mfa_required_roles",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 50 }),
    default: [],
    doc: "Roles whose users need a second factor (AAL2) for the UI and the APIs: Admin, Editor, Viewer, None, or the name or uid of a custom role.",
  },
  "auth.mfa.required_providers": {
    env: "VEDETTE_MFA_REQUIRED_PROVIDERS",
    field: "mfa_required_providers",
    type: Type.Array(Type.String({ pattern: REQUIRED_PROVIDER, maxLength: 128 }), { maxItems: 50 }),
    default: [],
    doc: "Sign-in methods after which a second factor (AAL2) is needed for the UI and the APIs: email, phone, passkey, web3, the name of an OAuth provider, sso for every company provider, or oidc for the OpenID provider of the UI server.",
  },
  "auth.mfa.grace_period": {
    env: "VEDETTE_MFA_GRACE_PERIOD",
    field: "mfa_grace_period",
    type: Duration,
    default: "0s",
    doc: "Time a user has to add a required second factor, counted from the first request that needed it. 0s: at the next sign-in.",
  },
  "auth.passkey.enabled": {
    env: "VEDETTE_PASSKEY_ENABLED",
    field: "passkey_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "People may sign in with a passkey instead of a password.",
  },
  "auth.passkey.max_passkeys_per_user": {
    env: "VEDETTE_PASSKEY_MAX_PASSKEYS_PER_USER",
    type: count,
    default: 10,
    doc: "Passkeys that one person may have.",
  },
  "auth.webauthn.rp_id": {
    env: "VEDETTE_WEBAUTHN_RP_ID",
    field: "webauthn_rp_id",
    type: Type.String({ maxLength: 253, pattern: "^[A-Za-z0-9.-]*$" }),
    default: "",
    doc: "Domain that passkeys and security keys belong to. Changing it makes all of them useless. Empty: host of the site.",
  },
  "auth.webauthn.rp_display_name": {
    env: "VEDETTE_WEBAUTHN_RP_DISPLAY_NAME",
    field: "webauthn_rp_display_name",
    type: Type.String({ minLength: 1, maxLength: 128 }),
    default: "Vedette",
    doc: "Name that devices show when they ask for a passkey.",
  },
  "auth.webauthn.rp_origins": {
    env: "VEDETTE_WEBAUTHN_RP_ORIGINS",
    field: "webauthn_rp_origins",
    type: Type.Array(
      Type.String({
        maxLength: 2048,
        pattern: "^\\s*([Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@]+/?|android:apk-key-hash:[A-Za-z0-9_-]+)\\s*$",
      }),
      { maxItems: 20 },
    ),
    default: [],
    doc: "Origins of the pages and Android apps that can use passkeys, such as https://app.example.com. Empty: the site and this server.",
  },
});
