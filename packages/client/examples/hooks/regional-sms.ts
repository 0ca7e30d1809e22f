import { type HookHandlers, TryAgain } from "@vedette/client/hooks";

/** The API of a regional SMS provider that takes JSON. */
export interface RegionalProvider {
  readonly url: string;
  readonly token: string;
  /** Fields that the platform wants in each message, such as a registered sender or the id of an approved template. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Sends codes through a regional provider, with the fields of its platform in the body. A provider that is overloaded or
 * down is asked again; what it refuses reaches the caller as `sms_send_failed`.
 */
export function regionalSms({ url, token, fields }: RegionalProvider): HookHandlers {
  return {
    "send-sms": async ({ user, sms }) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ ...fields, to: `+${sms.phone || user.phone}`, text: `Your code is ${sms.otp}` }),
        signal: AbortSignal.timeout(3000),
      });
      if (response.status === 429 || response.status >= 500) throw new TryAgain();
      if (!response.ok) throw new Error(`The SMS provider answered ${response.status}`);
      return undefined;
    },
  };
}
