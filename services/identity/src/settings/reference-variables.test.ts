import { loadSettings } from "@vedette/settings";
import { expect, it } from "vitest";
import { identitySettings } from "../settings.ts";

/** Values that the reference service starts with and that are outside the limits here. */
const OUTSIDE = [
  ["GOTRUE_MAILER_OTP_EXP", "0", "auth.email.otp_expiry", 60],
  ["GOTRUE_MAILER_OTP_EXP", "30", "auth.email.otp_expiry", 60],
  ["GOTRUE_MAILER_OTP_EXP", "604800", "auth.email.otp_expiry", 86_400],
  ["GOTRUE_SMS_OTP_EXP", "15", "auth.sms.otp_expiry", 30],
  ["GOTRUE_MAILER_OTP_LENGTH", "5", "auth.email.otp_length", 6],
  ["GOTRUE_PASSWORD_MIN_LENGTH", "4", "auth.minimum_password_length", 6],
  ["GOTRUE_JWT_EXP", "2592000", "auth.jwt_expiry", 604_800],
  ["GOTRUE_RATE_LIMIT_EMAIL_SENT", "1000000000", "auth.rate_limit.email_sent", 1_000_000],
] as const;

it.each(OUTSIDE)("starts with %s=%s of an existing deployment", (name, value, key, used) => {
  const settings = loadSettings([identitySettings], { env: { [name]: value } });
  expect({ value: settings.of(identitySettings)[key], warnings: settings.warnings }).toEqual({
    value: used,
    warnings: [`${name} is ${value}, which is outside the limits here: ${used} is used`],
  });
});

it.each([
  ["GOTRUE_SESSIONS_TIMEBOX", "24h"],
  ["GOTRUE_SESSIONS_INACTIVITY_TIMEOUT", "1h30m"],
  ["GOTRUE_SMTP_MAX_FREQUENCY", "0s"],
  ["GOTRUE_SMS_MAX_FREQUENCY", "0"],
  ["GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION", "300"],
  ["GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL", "0"],
  ["GOTRUE_RATE_LIMIT_ANONYMOUS_USERS", "1000000"],
  ["GOTRUE_MAX_VERIFIED_FACTORS", "1000"],
  ["GOTRUE_MFA_MAX_ENROLLED_FACTORS", "1000"],
  ["GOTRUE_PASSWORD_HIBP_ENABLED", "t"],
  ["GOTRUE_SITE_URL", "https://app.example.com/"],
  ["GOTRUE_URI_ALLOW_LIST", "https://*.example.com/**,myapp://callback"],
  ["GOTRUE_JWT_ADMIN_ROLES", "supabase_admin,service_role"],
  ["GOTRUE_JWT_AUD", "authenticated"],
  ["GOTRUE_MAILER_URLPATHS_INVITE", "/auth/v1/verify"],
  ["GOTRUE_MAILER_TEMPLATES_INVITE", "http://templates.internal/invite.html"],
  ["GOTRUE_SMTP_PORT", "2500"],
  ["GOTRUE_SMS_TEST_OTP", "15550001001=123456"],
  ["GOTRUE_PASSWORD_REQUIRED_CHARACTERS", "abc:123"],
  ["GOTRUE_EXTERNAL_GITHUB_REDIRECT_URI", "http://localhost:9999/callback"],
  ["GOTRUE_SECURITY_CAPTCHA_PROVIDER", "hcaptcha"],
  ["GOTRUE_DISABLE_SIGNUP", "false"],
])("starts with %s=%s", (name, value) => {
  expect(() => loadSettings([identitySettings], { env: { [name]: value } })).not.toThrow();
});
