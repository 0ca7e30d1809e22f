import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";
import { Duration } from "../settings/duration.ts";
import { opposite } from "../settings/other-words.ts";

/** Files of the reference service have a table with the numbers as keys. */
function numbersOfTable(written: unknown): unknown {
  if (typeof written !== "object" || written === null || Array.isArray(written)) return written;
  return Object.entries(written).map(([number, code]) => `${number}:${code}`);
}

/** Signing up and in with a phone number. */
export const phoneSettings = declareSettings({
  "auth.sms.enable_signup": {
    env: "VEDETTE_EXTERNAL_PHONE_ENABLED",
    field: "external_phone_enabled",
    type: Type.Boolean(),
    default: false,
    doc: "People may sign up and in with a phone number.",
  },
  "auth.sms.autoconfirm": {
    env: "VEDETTE_SMS_AUTOCONFIRM",
    alike: [{ key: "auth.sms.enable_confirmations", read: opposite }],
    field: "sms_autoconfirm",
    type: Type.Boolean(),
    default: false,
    doc: "New phone numbers count as confirmed without a code. Anybody can then sign up with anybody's number.",
  },
  "auth.sms.otp_expiry": {
    env: "VEDETTE_SMS_OTP_EXP",
    field: "sms_otp_exp",
    type: Type.Integer({ minimum: 30, maximum: 86_400 }),
    default: 60,
    doc: "Seconds for which a code in a text message works.",
  },
  "auth.sms.otp_length": {
    env: "VEDETTE_SMS_OTP_LENGTH",
    field: "sms_otp_length",
    type: Type.Integer({ minimum: 6, maximum: 10 }),
    default: 6,
    doc: "Digits of the codes in text messages.",
  },
  "auth.sms.max_frequency": {
    env: "VEDETTE_SMS_MAX_FREQUENCY",
    field: "sms_max_frequency",
    type: Duration,
    default: "60s",
    doc: "Shortest time between two text messages of one kind to one number.",
  },
  "auth.sms.template": {
    env: "VEDETTE_SMS_TEMPLATE",
    field: "sms_template",
    type: Type.String({ minLength: 1, maxLength: 1024 }),
    default: "Your code is {{ .Code }}",
    doc: "Text of the message with a code.",
  },
  "auth.sms.allowed_countries": {
    env: "VEDETTE_SMS_ALLOWED_COUNTRIES",
    field: "sms_allowed_countries",
    type: Type.Array(Type.String({ maxLength: 8, pattern: "^\\+?[1-9][0-9]{0,6}$" }), { maxItems: 300 }),
    default: [],
    doc: "Beginnings of the numbers that text messages go to, country codes for instance: 49, 351. Empty: every number.",
  },
  "auth.sms.test_otp": {
    env: "VEDETTE_SMS_TEST_OTP",
    field: "sms_test_otp",
    fromFile: numbersOfTable,
    type: Type.Array(Type.String({ maxLength: 40, pattern: "^\\+?[1-9][0-9]{1,14}[:=][0-9]{6,10}$" }), {
      maxItems: 100,
    }),
    default: [],
    doc: "Numbers that get no message, each with the code that works for it: 15551234567:123456.",
  },
  "auth.sms.test_otp_valid_until": {
    env: "VEDETTE_SMS_TEST_OTP_VALID_UNTIL",
    field: "sms_test_otp_valid_until",
    type: Type.String({ maxLength: 40, pattern: "^(\\d{4}-\\d{2}-\\d{2}([T ][0-9:.]+(Z|[+-]\\d{2}:\\d{2})?)?)?$" }),
    default: "",
    doc: "When the numbers for tests become numbers like others. Empty: never.",
  },
});
