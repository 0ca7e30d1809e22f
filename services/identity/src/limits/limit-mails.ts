import type { Kysely } from "kysely";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { usesBuiltInSender } from "../mails/recipients.ts";
import { durationMs } from "../settings/duration.ts";
import { limitHeaders } from "./limit-requests.ts";
import { takeFromBucket, takeFromWindow } from "./limit-store.ts";
import type { Refill } from "./rate.ts";

const HOUR_SECONDS = 3600;

/**
 * Counts a mail against what the whole project may send.
 *
 * @param trx - the transaction of the mail: what is not sent is not counted
 * @throws IdentityError `over_email_send_rate_limit`
 * @see spec 1, Limits
 */
export async function limitMail(
  identity: Pick<Identity, "settings" | "delivery" | "hooks">,
  trx: Kysely<IdentityTables>,
): Promise<void> {
  const { settings } = identity;
  const rate = settings[mailRateSetting(identity)];
  await limitProject(trx, { key: "email_sent", rate, code: "over_email_send_rate_limit" });
}

/** Which setting says how many mails the whole project may send. */
export function mailRateSetting(identity: Pick<Identity, "settings" | "delivery" | "hooks">) {
  return usesBuiltInSender(identity) ? "auth.rate_limits.email.inbuilt_smtp_per_hour" : "auth.rate_limit.email_sent";
}

/**
 * Counts a text message against what the whole project may send.
 *
 * @throws IdentityError `over_sms_send_rate_limit`
 */
export async function limitText({ settings }: Pick<Identity, "settings">, trx: Kysely<IdentityTables>): Promise<void> {
  if (settings["auth.sms.autoconfirm"]) return;
  const rate = settings["auth.rate_limit.sms_sent"];
  await limitProject(trx, { key: "sms_sent", rate, code: "over_sms_send_rate_limit" });
}

/**
 * Counts a sign-up against what may come with addresses of one domain: many at a time are made up, and mails to them
 * ruin the name of the sender. Known and unknown addresses count alike.
 *
 * @param email - normalised
 * @throws IdentityError `over_email_send_rate_limit`
 */
export async function limitDomain({ db, settings }: Pick<Identity, "db" | "settings">, email: string): Promise<void> {
  const limit = settings["auth.rate_limit.sign_ups_per_domain"];
  if (limit === 0) return;
  const key = `sign_ups:${email.slice(email.lastIndexOf("@") + 1)}`;
  const state = await takeFromWindow(db, key, { limit, windowSeconds: HOUR_SECONDS });
  if (!state.isAllowed) throw new IdentityError("over_email_send_rate_limit", { headers: limitHeaders(state) });
}

/** A rate of the whole project: so many in an hour, or with a refill of its own. */
export function projectRate(rate: string | number): { readonly limit: number; readonly refill?: Refill } {
  const [count = "0", interval] = String(rate).split("/", 2);
  const limit = Number(count);
  if (interval === undefined || limit === 0) return { limit };
  return { limit, refill: { burst: limit, intervalMs: durationMs(interval) } };
}

/** Counts something against what the whole project may do per hour; all processes share the count. */
async function limitProject(
  trx: Kysely<IdentityTables>,
  {
    key,
    rate,
    code,
  }: {
    key: "email_sent" | "sms_sent";
    rate: string | number;
    code: "over_email_send_rate_limit" | "over_sms_send_rate_limit";
  },
): Promise<void> {
  const { limit, refill } = projectRate(rate);
  const state =
    refill === undefined
      ? await takeFromWindow(trx, key, { limit, windowSeconds: HOUR_SECONDS })
      : await takeFromBucket(trx, key, refill);
  if (!state.isAllowed) throw new IdentityError(code, { headers: limitHeaders(state) });
}
