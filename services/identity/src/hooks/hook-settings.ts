import { declareSettings, type SettingsOf } from "@vedette/settings";
import { Type } from "typebox";
import { USER_EVENT_TYPES } from "../user-events/user-event-types.ts";
import type { HookKey } from "./hook-names.ts";

const Uri = Type.String({
  maxLength: 2048,
  pattern: "^(https?://[^\\s@]+|pg-functions://[^\\s/]+/[A-Za-z_][A-Za-z0-9_]{0,62}/[A-Za-z_][A-Za-z0-9_]{0,62})?$",
});
const Secrets = Type.String({
  maxLength: 8192,
  pattern: "^((v1,whsec_[A-Za-z0-9+/_-]{32,88}={0,2}|v1a,whpk_[A-Za-z0-9+/_-]+=*:whsk_[A-Za-z0-9+/_-]+=*)(\\||$))*$",
});
const isOn = (doc: string) => ({ type: Type.Boolean(), default: false, doc, source: "spec 1, Callbacks" }) as const;
const uri = {
  type: Uri,
  default: "",
  doc: "Where the hook is: https address, http on this machine, or pg-functions://postgres/<schema>/<function>.",
} as const;
const secrets = {
  type: Secrets,
  default: "",
  secret: true,
  doc: "Secrets that sign the hook's calls, v1,whsec_<base64 of 24 to 64 bytes>; several are separated by |.",
  source: "spec 1, Authentication",
} as const;

/** Where each hook is called. A hook that is not enabled is never called. */
export const hookSettings = declareSettings({
  "auth.hook.before_user_created.enabled": {
    env: "VEDETTE_HOOK_BEFORE_USER_CREATED_ENABLED",
    field: "hook_before_user_created_enabled",
    ...isOn("Asks a hook before a user is created; it may refuse the sign-up."),
  },
  "auth.hook.before_user_created.uri": {
    env: "VEDETTE_HOOK_BEFORE_USER_CREATED_URI",
    field: "hook_before_user_created_uri",
    ...uri,
  },
  "auth.hook.before_user_created.secrets": {
    env: "VEDETTE_HOOK_BEFORE_USER_CREATED_SECRETS",
    field: "hook_before_user_created_secrets",
    ...secrets,
  },
  "auth.hook.password_verification_attempt.enabled": {
    env: "VEDETTE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_ENABLED",
    field: "hook_password_verification_attempt_enabled",
    ...isOn("Asks a hook after each password of a known user was compared; it may reject the attempt."),
  },
  "auth.hook.password_verification_attempt.uri": {
    env: "VEDETTE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI",
    field: "hook_password_verification_attempt_uri",
    ...uri,
  },
  "auth.hook.password_verification_attempt.secrets": {
    env: "VEDETTE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_SECRETS",
    field: "hook_password_verification_attempt_secrets",
    ...secrets,
  },
  "auth.hook.send_email.enabled": {
    env: "VEDETTE_HOOK_SEND_EMAIL_ENABLED",
    field: "hook_send_email_enabled",
    ...isOn("Hands every mail to a hook instead of sending it."),
  },
  "auth.hook.send_email.uri": { env: "VEDETTE_HOOK_SEND_EMAIL_URI", field: "hook_send_email_uri", ...uri },
  "auth.hook.send_email.secrets": {
    env: "VEDETTE_HOOK_SEND_EMAIL_SECRETS",
    field: "hook_send_email_secrets",
    ...secrets,
  },
  "auth.hook.send_sms.enabled": {
    env: "VEDETTE_HOOK_SEND_SMS_ENABLED",
    field: "hook_send_sms_enabled",
    ...isOn("Hands every text message to a hook instead of a provider."),
  },
  "auth.hook.send_sms.uri": { env: "VEDETTE_HOOK_SEND_SMS_URI", field: "hook_send_sms_uri", ...uri },
  "auth.hook.send_sms.secrets": {
    env: "VEDETTE_HOOK_SEND_SMS_SECRETS",
    field: "hook_send_sms_secrets",
    ...secrets,
  },
  "auth.hook.custom_access_token.enabled": {
    env: "VEDETTE_HOOK_CUSTOM_ACCESS_TOKEN_ENABLED",
    field: "hook_custom_access_token_enabled",
    ...isOn("Lets a hook change the claims of every access token."),
  },
  "auth.hook.custom_access_token.uri": {
    env: "VEDETTE_HOOK_CUSTOM_ACCESS_TOKEN_URI",
    field: "hook_custom_access_token_uri",
    ...uri,
  },
  "auth.hook.custom_access_token.secrets": {
    env: "VEDETTE_HOOK_CUSTOM_ACCESS_TOKEN_SECRETS",
    field: "hook_custom_access_token_secrets",
    ...secrets,
  },
  "auth.hook.mfa_verification_attempt.enabled": {
    env: "VEDETTE_HOOK_MFA_VERIFICATION_ATTEMPT_ENABLED",
    field: "hook_mfa_verification_attempt_enabled",
    ...isOn("Asks a hook after each code of a second factor; a rejection signs the user out everywhere."),
  },
  "auth.hook.mfa_verification_attempt.uri": {
    env: "VEDETTE_HOOK_MFA_VERIFICATION_ATTEMPT_URI",
    field: "hook_mfa_verification_attempt_uri",
    ...uri,
  },
  "auth.hook.mfa_verification_attempt.secrets": {
    env: "VEDETTE_HOOK_MFA_VERIFICATION_ATTEMPT_SECRETS",
    field: "hook_mfa_verification_attempt_secrets",
    ...secrets,
  },
  "auth.hook.after_user_created.enabled": {
    env: "VEDETTE_HOOK_AFTER_USER_CREATED_ENABLED",
    field: "hook_after_user_created_enabled",
    ...isOn("Tells a hook of every new user; its answer changes nothing."),
  },
  "auth.hook.after_user_created.uri": {
    env: "VEDETTE_HOOK_AFTER_USER_CREATED_URI",
    field: "hook_after_user_created_uri",
    ...uri,
  },
  "auth.hook.after_user_created.secrets": {
    env: "VEDETTE_HOOK_AFTER_USER_CREATED_SECRETS",
    field: "hook_after_user_created_secrets",
    ...secrets,
  },
  "auth.hook.user_event.enabled": {
    env: "VEDETTE_HOOK_USER_EVENT_ENABLED",
    field: "hook_user_event_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "Tells a hook of everything that happens to users, at least once and in the order of each user.",
  },
  "auth.hook.user_event.uri": { env: "VEDETTE_HOOK_USER_EVENT_URI", field: "hook_user_event_uri", ...uri },
  "auth.hook.user_event.secrets": {
    env: "VEDETTE_HOOK_USER_EVENT_SECRETS",
    field: "hook_user_event_secrets",
    ...secrets,
  },
  "auth.hook.user_event.types": {
    env: "VEDETTE_HOOK_USER_EVENT_TYPES",
    field: "hook_user_event_types",
    type: Type.Array(Type.String({ pattern: `^(${USER_EVENT_TYPES.join("|")})$` }), { maxItems: 50 }),
    default: [],
    doc: "What it is told of, e.g. user_signedup and user_deleted; empty for everything.",
  },
});

export type HookSettings = SettingsOf<typeof hookSettings>;

/** What signs the calls of a hook, the newest first. */
export function secretsOf(settings: HookSettings, hook: HookKey): readonly string[] {
  return readSecrets(settings[`auth.hook.${hook}.secrets`]);
}

/** What is written as one text, the newest first. */
export function readSecrets(text: string): readonly string[] {
  return text.split("|").filter((secret) => secret !== "");
}
