import { declareSettings, type SettingsOf } from "@vedette/settings";
import { Type } from "typebox";

const text = Type.String({ maxLength: 512, pattern: "^[^\\r\\n]*$" });

const PROVIDERS = ["twilio", "twilio_verify", "messagebird", "vonage", "textlocal"] as const;

/** Files of the reference service switch one of the providers on; those that are off say nothing. */
const switchOf = (name: (typeof PROVIDERS)[number]) => ({
  key: `auth.sms.${name}.enabled`,
  read: (written: unknown) => (written === true ? name : written === false ? undefined : written),
});

/** How text messages are sent. */
export const smsSettings = declareSettings({
  "auth.sms.provider": {
    env: "VEDETTE_SMS_PROVIDER",
    field: "sms_provider",
    alike: PROVIDERS.map(switchOf),
    type: Type.Union([
      Type.Literal(""),
      Type.Literal("twilio"),
      Type.Literal("twilio_verify"),
      Type.Literal("messagebird"),
      Type.Literal("vonage"),
      Type.Literal("textlocal"),
    ]),
    default: "",
    doc: "Provider of text messages. Empty: without a hook, requests that need a text message fail.",
  },
  "auth.sms.use_inbox": {
    env: "VEDETTE_SMS_USE_INBOX",
    field: "sms_use_inbox",
    type: Type.Boolean(),
    default: false,
    doc: "Keeps text messages in the built-in inbox while no provider is set. For development only.",
  },
  "auth.sms.base_url": {
    env: "VEDETTE_SMS_BASE_URL",
    type: Type.String({ maxLength: 2048, pattern: "^(https?://[^\\s/?#@]+)?$" }),
    default: "",
    doc: "Address that is called instead of the provider's own, for a gateway in between.",
  },
  "auth.sms.twilio.account_sid": {
    env: "VEDETTE_SMS_TWILIO_ACCOUNT_SID",
    field: "sms_twilio_account_sid",
    type: text,
    default: "",
    doc: "Account at Twilio.",
  },
  "auth.sms.twilio.auth_token": {
    env: "VEDETTE_SMS_TWILIO_AUTH_TOKEN",
    field: "sms_twilio_auth_token",
    type: text,
    default: "",
    doc: "Token of that account.",
    secret: true,
  },
  "auth.sms.twilio.message_service_sid": {
    env: "VEDETTE_SMS_TWILIO_MESSAGE_SERVICE_SID",
    field: "sms_twilio_message_service_sid",
    type: text,
    default: "",
    doc: "Messaging service or number that messages come from.",
  },
  "auth.sms.twilio.content_sid": {
    env: "VEDETTE_SMS_TWILIO_CONTENT_SID",
    field: "sms_twilio_content_sid",
    type: text,
    default: "",
    doc: "Template for WhatsApp; its variable 1 is the code.",
  },
  "auth.sms.twilio_verify.account_sid": {
    env: "VEDETTE_SMS_TWILIO_VERIFY_ACCOUNT_SID",
    field: "sms_twilio_verify_account_sid",
    type: text,
    default: "",
    doc: "Account at Twilio, for its service that makes and checks codes itself.",
  },
  "auth.sms.twilio_verify.auth_token": {
    env: "VEDETTE_SMS_TWILIO_VERIFY_AUTH_TOKEN",
    field: "sms_twilio_verify_auth_token",
    type: text,
    default: "",
    doc: "Token of that account.",
    secret: true,
  },
  "auth.sms.twilio_verify.message_service_sid": {
    env: "VEDETTE_SMS_TWILIO_VERIFY_MESSAGE_SERVICE_SID",
    field: "sms_twilio_verify_message_service_sid",
    type: text,
    default: "",
    doc: "The verification service.",
  },
  "auth.sms.messagebird.access_key": {
    env: "VEDETTE_SMS_MESSAGEBIRD_ACCESS_KEY",
    field: "sms_messagebird_access_key",
    type: text,
    default: "",
    doc: "Key at MessageBird.",
    secret: true,
  },
  "auth.sms.messagebird.originator": {
    env: "VEDETTE_SMS_MESSAGEBIRD_ORIGINATOR",
    field: "sms_messagebird_originator",
    type: text,
    default: "",
    doc: "Who messages come from.",
  },
  "auth.sms.vonage.api_key": {
    env: "VEDETTE_SMS_VONAGE_API_KEY",
    field: "sms_vonage_api_key",
    type: text,
    default: "",
    doc: "Key at Vonage.",
  },
  "auth.sms.vonage.api_secret": {
    env: "VEDETTE_SMS_VONAGE_API_SECRET",
    field: "sms_vonage_api_secret",
    type: text,
    default: "",
    doc: "Secret of that key.",
    secret: true,
  },
  "auth.sms.vonage.from": {
    env: "VEDETTE_SMS_VONAGE_FROM",
    field: "sms_vonage_from",
    type: text,
    default: "",
    doc: "Who messages come from.",
  },
  "auth.sms.textlocal.api_key": {
    env: "VEDETTE_SMS_TEXTLOCAL_API_KEY",
    field: "sms_textlocal_api_key",
    type: text,
    default: "",
    doc: "Key at Textlocal.",
    secret: true,
  },
  "auth.sms.textlocal.sender": {
    env: "VEDETTE_SMS_TEXTLOCAL_SENDER",
    field: "sms_textlocal_sender",
    type: text,
    default: "",
    doc: "Who messages come from.",
  },
});

export type SmsSettings = SettingsOf<typeof smsSettings>;
