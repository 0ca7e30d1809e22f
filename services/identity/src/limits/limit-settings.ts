import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";
import { perHour } from "../settings/other-words.ts";
import { Rate } from "./rate.ts";

/** How often things may be asked for. */
export const limitSettings = declareSettings({
  "auth.rate_limits.verification.requests_per_hour": {
    env: "VEDETTE_RATE_LIMITS_VERIFICATION_REQUESTS_PER_HOUR",
    alike: [{ key: "auth.rate_limit.token_verifications", read: perHour }],
    type: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    default: 360,
    doc: "Codes and links that one address of the network may try per hour.",
    source: "spec 1, Limits",
  },
  "auth.rate_limits.verification.requests_burst": {
    env: "VEDETTE_RATE_LIMITS_VERIFICATION_REQUESTS_BURST",
    type: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    default: 30,
    doc: "Codes and links that one address of the network may try at once.",
    source: "spec 1, Limits",
  },
  "auth.rate_limits.verification.wrong_codes_per_hour": {
    env: "VEDETTE_RATE_LIMITS_VERIFICATION_WRONG_CODES_PER_HOUR",
    type: Type.Integer({ minimum: 10, maximum: 1_000_000 }),
    default: 5000,
    doc: "Wrong codes that the whole project takes in an hour; then no code is taken until it is over. Links go on working.",
  },
  "auth.rate_limits.email.inbuilt_smtp_per_hour": {
    env: "VEDETTE_RATE_LIMITS_EMAIL_INBUILT_SMTP_PER_HOUR",
    type: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    default: 2,
    doc: "Mails per hour of the whole project while no mail server is set. The built-in sender is for trying things out.",
    source: "spec 1, Limits",
  },
  "auth.rate_limit.email_sent": {
    env: "VEDETTE_RATE_LIMIT_EMAIL_SENT",
    field: "rate_limit_email_sent",
    type: Rate,
    default: 30,
    doc: "Mails per hour of the whole project through a mail server; 0 sends none.",
    source: "spec 1, Limits",
  },
  "auth.rate_limit.sms_sent": {
    env: "VEDETTE_RATE_LIMIT_SMS_SENT",
    field: "rate_limit_sms_sent",
    type: Rate,
    default: 30,
    doc: "Text messages per hour of the whole project; 0 sends none.",
  },
  "auth.rate_limit.token_refresh": {
    env: "VEDETTE_RATE_LIMIT_TOKEN_REFRESH",
    field: "rate_limit_token_refresh",
    type: Rate,
    default: 150,
    doc: "Sign-ins and refreshes in 5 minutes from one address of the network.",
  },
  "auth.rate_limit.sign_in_sign_ups": {
    env: "VEDETTE_RATE_LIMIT_OTP",
    field: "rate_limit_otp",
    type: Rate,
    default: 30,
    doc: "Sign-ups in 5 minutes from one address of the network; as many again of each kind of mail and of changes to the user.",
  },
  "auth.rate_limit.sign_ups_per_domain": {
    env: "VEDETTE_RATE_LIMIT_SIGN_UPS_PER_DOMAIN",
    field: "rate_limit_sign_ups_per_domain",
    type: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    default: 0,
    doc: "Sign-ups per hour with addresses of one domain, whoever asks for them; 0 is no limit.",
  },
  "auth.rate_limit.anonymous_users": {
    env: "VEDETTE_RATE_LIMIT_ANONYMOUS_USERS",
    field: "rate_limit_anonymous_users",
    type: Rate,
    default: 30,
    doc: "Anonymous sign-ins per hour from one address of the network.",
  },
  "auth.rate_limit.web3": {
    env: "VEDETTE_RATE_LIMIT_WEB3",
    field: "rate_limit_web3",
    type: Rate,
    default: 30,
    doc: "Sign-ins with a wallet in 5 minutes from one address of the network.",
  },
  "auth.rate_limit.authorize": {
    env: "VEDETTE_RATE_LIMIT_AUTHORIZE",
    type: Rate,
    default: 150,
    doc: "Beginnings of a sign-in or a linking with an OAuth provider in 5 minutes from one address of the network.",
  },
  "auth.rate_limit.sso": {
    env: "VEDETTE_RATE_LIMIT_SSO",
    type: Rate,
    default: 30,
    doc: "Beginnings of single sign-on in 5 minutes from one address of the network.",
  },
  "auth.rate_limit.passkey": {
    env: "VEDETTE_RATE_LIMIT_PASSKEY",
    type: Rate,
    default: 30,
    doc: "Passkey requests in 5 minutes from one address of the network.",
  },
  "auth.rate_limit.oauth_dynamic_client_register": {
    env: "VEDETTE_RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER",
    type: Rate,
    default: 10,
    doc: "Registrations of OAuth clients in 5 minutes from one address of the network.",
  },
  "auth.rate_limit.oauth_server": {
    env: "VEDETTE_RATE_LIMIT_OAUTH_SERVER",
    type: Rate,
    default: 600,
    doc: "Authorisations of OAuth clients in 5 minutes from one address of the network; as many again of their token requests, of their revocations and of their introspections.",
  },
  "auth.saml.rate_limit_assertion": {
    env: "VEDETTE_SAML_RATE_LIMIT_ASSERTION",
    type: Rate,
    default: 15,
    doc: "SAML assertions in 5 minutes from one address of the network.",
  },
  "auth.mfa.rate_limit_challenge_and_verify": {
    env: "VEDETTE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY",
    type: Rate,
    default: 15,
    doc: "Challenges and tries of second factors per minute from one address of the network.",
  },
  "auth.rate_limit.header": {
    env: "VEDETTE_RATE_LIMIT_HEADER",
    type: Type.String({ maxLength: 100, pattern: "^[A-Za-z0-9-]*$" }),
    default: "",
    doc: "Header whose first value is the IP address of the client for these limits; other text is ignored. Empty: the address of the client.",
  },
});
