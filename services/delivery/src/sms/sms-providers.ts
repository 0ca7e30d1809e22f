import type { Sms } from "./sms.ts";
import type { SmsSettings } from "./sms-settings.ts";

/** A call to a provider; the form is sent as `application/x-www-form-urlencoded`. */
export interface ProviderCall {
  /** Under the provider's own address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
}

interface SmsProvider {
  readonly baseUrl: string;
  readonly sendsWhatsApp: boolean;
  /** Settings without which nothing can be sent. */
  readonly needs: readonly (keyof SmsSettings)[];
  readonly send: (settings: SmsSettings, sms: Sms) => ProviderCall;
  /** Whether an answer of 2xx says that the message was taken. */
  readonly isTaken: (answer: unknown) => boolean;
  /** Only where the provider makes and checks codes itself. */
  readonly check?: (settings: SmsSettings, proof: { to: string; code: string }) => ProviderCall;
}

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});
const always = () => true;
const field = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

/** Every provider of text messages, by its name in the settings. */
export const SMS_PROVIDERS: Readonly<Record<string, SmsProvider>> = {
  twilio: {
    baseUrl: "https://api.twilio.com",
    sendsWhatsApp: true,
    needs: ["auth.sms.twilio.account_sid", "auth.sms.twilio.auth_token", "auth.sms.twilio.message_service_sid"],
    send: (settings, { to, text, code, channel }) => {
      const sid = settings["auth.sms.twilio.account_sid"];
      const from = settings["auth.sms.twilio.message_service_sid"];
      const contentSid = settings["auth.sms.twilio.content_sid"];
      const isWhatsApp = channel === "whatsapp";
      const prefix = isWhatsApp ? "whatsapp:" : "";
      return {
        path: `/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`,
        headers: basic(sid, settings["auth.sms.twilio.auth_token"]),
        form: {
          To: `${prefix}+${to}`,
          Channel: channel,
          From: isWhatsApp && /^\+?\d+$/.test(from) ? `whatsapp:${from}` : from,
          Body: text,
          ...(isWhatsApp && contentSid !== ""
            ? { ContentSid: contentSid, ContentVariables: JSON.stringify({ 1: code }) }
            : {}),
        },
      };
    },
    isTaken: (answer) => field(answer, "status") !== "failed",
  },
  twilio_verify: {
    baseUrl: "https://verify.twilio.com",
    sendsWhatsApp: true,
    needs: [
      "auth.sms.twilio_verify.account_sid",
      "auth.sms.twilio_verify.auth_token",
      "auth.sms.twilio_verify.message_service_sid",
    ],
    send: (settings, { to, channel }) => verification(settings, "Verifications", { To: `+${to}`, Channel: channel }),
    isTaken: always,
    check: (settings, { to, code }) => verification(settings, "VerificationCheck", { To: `+${to}`, Code: code }),
  },
  messagebird: {
    baseUrl: "https://rest.messagebird.com",
    sendsWhatsApp: false,
    needs: ["auth.sms.messagebird.access_key", "auth.sms.messagebird.originator"],
    send: (settings, { to, text }) => ({
      path: "/messages",
      headers: { authorization: `AccessKey ${settings["auth.sms.messagebird.access_key"]}` },
      form: {
        originator: settings["auth.sms.messagebird.originator"],
        body: text,
        recipients: to,
        type: "sms",
        datacoding: "unicode",
      },
    }),
    isTaken: always,
  },
  vonage: {
    baseUrl: "https://rest.nexmo.com",
    sendsWhatsApp: false,
    needs: ["auth.sms.vonage.api_key", "auth.sms.vonage.api_secret", "auth.sms.vonage.from"],
    send: (settings, { to, text }) => ({
      path: "/sms/json",
      headers: {},
      form: {
        from: settings["auth.sms.vonage.from"],
        to,
        text,
        api_key: settings["auth.sms.vonage.api_key"],
        api_secret: settings["auth.sms.vonage.api_secret"],
        ...(isPlain(text) ? {} : { type: "unicode" }),
      },
    }),
    isTaken: (answer) => field(field(field(answer, "messages"), "0"), "status") === "0",
  },
  textlocal: {
    baseUrl: "https://api.textlocal.in",
    sendsWhatsApp: false,
    needs: ["auth.sms.textlocal.api_key", "auth.sms.textlocal.sender"],
    send: (settings, { to, text }) => ({
      path: "/send",
      headers: {},
      form: {
        apikey: settings["auth.sms.textlocal.api_key"],
        sender: settings["auth.sms.textlocal.sender"],
        message: text,
        numbers: to,
      },
    }),
    isTaken: (answer) => field(answer, "status") === "success",
  },
};

function verification(settings: SmsSettings, resource: string, form: Record<string, string>): ProviderCall {
  const service = encodeURIComponent(settings["auth.sms.twilio_verify.message_service_sid"]);
  return {
    path: `/v2/Services/${service}/${resource}`,
    headers: basic(settings["auth.sms.twilio_verify.account_sid"], settings["auth.sms.twilio_verify.auth_token"]),
    form,
  };
}

/** Whether the seven-bit alphabet of GSM will do. */
function isPlain(text: string): boolean {
  return /^[\n\r -_a-z@£$¥èéùìòÇØøÅåÄÖÑÜ§äöñüà]*$/u.test(text);
}
