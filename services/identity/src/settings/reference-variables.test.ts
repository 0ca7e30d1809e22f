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
  ["GOTRUE_MFA_MAX_ENROLLED_FACTORS", "1000", "auth.mfa.max_enrolled_factors", 100],
] as const;

it.each(OUTSIDE)("starts with %s=%s of an existing deployment", (name, value, key, used) => {
  const settings = loadSettings([identitySettings], { env: { [name]: value } });
  expect({ value: settings.of(identitySettings)[key], warnings: settings.warnings }).toEqual({
    value: used,
    warnings: [`${name} is ${value}, which is outside the limits here: ${used} is used`],
  });
});

/** Values in the forms of the reference service, and what they mean here. */
const INSIDE: readonly (readonly [name: string, text: string, key: string, value: unknown])[] = [
  ["GOTRUE_SESSIONS_TIMEBOX", "24h", "auth.sessions.timebox", "24h"],
  ["GOTRUE_SESSIONS_INACTIVITY_TIMEOUT", "1h30m", "auth.sessions.inactivity_timeout", "1h30m"],
  ["GOTRUE_SMTP_MAX_FREQUENCY", "0s", "auth.email.max_frequency", "0s"],
  ["GOTRUE_SMS_MAX_FREQUENCY", "0", "auth.sms.max_frequency", "0"],
  ["GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION", "120", "auth.mfa.challenge_expiry_duration", 120],
  ["GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL", "0", "auth.refresh_token_reuse_interval", 0],
  ["GOTRUE_RATE_LIMIT_ANONYMOUS_USERS", "1000000", "auth.rate_limit.anonymous_users", "1000000"],
  ["GOTRUE_MFA_MAX_VERIFIED_FACTORS", "20", "auth.mfa.max_verified_factors", 20],
  ["GOTRUE_PASSWORD_HIBP_ENABLED", "t", "auth.password.refuse_breached", true],
  ["GOTRUE_SITE_URL", "https://app.example.com/", "auth.site_url", "https://app.example.com/"],
  [
    "GOTRUE_URI_ALLOW_LIST",
    "https://*.example.com/**,myapp://callback",
    "auth.additional_redirect_urls",
    ["https://*.example.com/**", "myapp://callback"],
  ],
  ["GOTRUE_JWT_ADMIN_ROLES", "root,service_role", "auth.jwt_admin_roles", ["root", "service_role"]],
  ["GOTRUE_JWT_AUD", "members", "auth.jwt_audience", "members"],
  ["GOTRUE_MAILER_URLPATHS_INVITE", "/auth/v1/verify", "auth.email.template.invite.url_path", "/auth/v1/verify"],
  [
    "GOTRUE_MAILER_TEMPLATES_INVITE",
    "http://templates.internal/invite.html",
    "auth.email.template.invite.content_path",
    "http://templates.internal/invite.html",
  ],
  ["GOTRUE_SMS_TEST_OTP", "15550001001:123456", "auth.sms.test_otp", ["15550001001:123456"]],
  ["GOTRUE_PASSWORD_REQUIRED_CHARACTERS", "abc:123", "auth.password.required_characters", "abc:123"],
  [
    "GOTRUE_EXTERNAL_GITHUB_REDIRECT_URI",
    "http://localhost:9999/callback",
    "auth.external.github.redirect_uri",
    "http://localhost:9999/callback",
  ],
  ["GOTRUE_SECURITY_CAPTCHA_PROVIDER", "turnstile", "auth.captcha.provider", "turnstile"],
  ["GOTRUE_DISABLE_SIGNUP", "true", "auth.disable_signup", true],
];

it.each(INSIDE)("reads %s=%s", (name, text, key, value) => {
  const settings = loadSettings([identitySettings], { env: { [name]: text } });
  expect({ value: Reflect.get(settings.of(identitySettings), key), warnings: settings.warnings }).toEqual({
    value,
    warnings: [],
  });
});
