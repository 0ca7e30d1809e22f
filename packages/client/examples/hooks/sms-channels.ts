import type { HookHandlers } from "@vedette/client/hooks";

/** Sends one message; throws when it could not. */
export type Channel = (message: { phone: string; text: string }) => Promise<void>;

/**
 * Chooses the way of a code by the country code of the number: a messaging service where people use one, plain SMS
 * everywhere else, and plain SMS again when the messaging service is out of order.
 *
 * @param channelByCountryCode - digits without a plus; the longest that fits counts
 */
export function smsChannels({
  channelByCountryCode,
  plainSms,
}: {
  channelByCountryCode: ReadonlyMap<string, Channel>;
  plainSms: Channel;
}): HookHandlers {
  const longestFirst = [...channelByCountryCode].toSorted(([one], [other]) => other.length - one.length);
  return {
    "send-sms": async ({ user, sms }) => {
      const phone = sms.phone || user.phone;
      const message = { phone, text: `Your code is ${sms.otp}` };
      const channel = longestFirst.find(([countryCode]) => phone.startsWith(countryCode))?.[1];
      if (channel === undefined) return void (await plainSms(message));
      await channel(message).catch(() => plainSms(message));
      return undefined;
    },
  };
}
