import { type Static, Type } from "typebox";
import { Check } from "typebox/value";

/** A text message as a rule asks for it; sender and provider come from the settings. */
export type Sms = Static<typeof SmsSchema>;

const SmsSchema = Type.Object({
  /** Digits with the country code, no plus. */
  to: Type.String({ pattern: "^[1-9][0-9]{1,14}$" }),
  text: Type.String({ minLength: 1, maxLength: 1600 }),
  /** The code alone, for providers that fill it into a template of their own. */
  code: Type.String({ pattern: "^[0-9]{4,10}$" }),
  channel: Type.Union([Type.Literal("sms"), Type.Literal("whatsapp")]),
});

/** Whether a job's payload is a text message; older or foreign rows may hold anything. */
export function isSms(payload: unknown): payload is Sms {
  return Check(SmsSchema, payload);
}
