import { createHmac } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { limitMail, limitText } from "../limits/limit-mails.ts";
import { requireAllowedCountry } from "../phones/allowed-country.ts";
import { requireSmsProvider } from "../phones/sms-provider.ts";
import { durationMs } from "../settings/duration.ts";
import { requireRecipient } from "./recipients.ts";

/** Mails and text messages that share one interval: asking for a password and for a sign-in link are one thing. */
export type IntervalKind = "confirmation" | "recovery" | "email_change" | "reauthentication" | "sms" | "phone_change";

interface Interval {
  readonly email: string;
  readonly kind: IntervalKind;
}

/**
 * Claims the right to mail an address now. It makes no difference whether anybody has that address: the answer must
 * not tell.
 *
 * @throws IdentityError `email_address_not_authorized`, `over_email_send_rate_limit` when the last mail is too young or
 *   the project has sent too many
 */
export async function claimMail(
  identity: Pick<Identity, "pepper" | "settings" | "delivery" | "hooks" | "team">,
  trx: Kysely<IdentityTables>,
  interval: Interval,
): Promise<void> {
  await requireRecipient(identity, trx, interval.email);
  await claimInterval(identity, trx, interval);
  await limitMail(identity, trx);
}

/**
 * The same for a text message to a number.
 *
 * @throws IdentityError `unexpected_failure` without a provider; `validation_failed` for a country that none goes to; `over_sms_send_rate_limit` when the last one is too young or the project has sent too many
 */
export async function claimText(
  identity: Pick<Identity, "pepper" | "settings" | "hooks" | "delivery">,
  trx: Kysely<IdentityTables>,
  { phone, kind }: { phone: string; kind: "sms" | "phone_change" },
): Promise<void> {
  requireAllowedCountry(identity, phone);
  requireSmsProvider(identity);
  await claimInterval(identity, trx, { email: phone, kind });
  await limitText(identity, trx);
}

async function claimInterval(
  { pepper, settings }: Pick<Identity, "pepper" | "settings">,
  trx: Kysely<IdentityTables>,
  { email, kind }: Interval,
): Promise<void> {
  const isText = kind === "sms" || kind === "phone_change";
  const intervalMs = durationMs(settings[isText ? "auth.sms.max_frequency" : "auth.email.max_frequency"]);
  if (intervalMs === 0) return;
  const addressHash = hashAddress(pepper, email);
  const interval = sql<Date>`make_interval(secs => ${intervalMs / 1000})`;
  const claimed = await trx
    .with("swept", () => sweepOldIntervals)
    .insertInto("vedette.mail_intervals")
    .values({ address_hash: addressHash, kind, sent_at: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .columns(["address_hash", "kind"])
        .doUpdateSet({ sent_at: sql`now()` })
        .where(sql<boolean>`mail_intervals.sent_at <= now() - ${interval}`),
    )
    .returning("kind")
    .executeTakeFirst();
  if (claimed !== undefined) return;
  const seconds = await secondsLeft(trx, { addressHash, kind, intervalMs });
  throw new IdentityError(isText ? "over_sms_send_rate_limit" : "over_email_send_rate_limit", {
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    headers: { "retry-after": String(seconds) },
  });
}

/** Lets the next mail of any kind go at once: the address has just been proved. */
export async function releaseMailIntervals(
  { pepper }: Pick<Identity, "pepper">,
  trx: Kysely<IdentityTables>,
  email: string,
): Promise<void> {
  await trx.deleteFrom("vedette.mail_intervals").where("address_hash", "=", hashAddress(pepper, email)).execute();
}

/** A few forgotten rows go with each new one, so that the table stays as small as a day's mail. */
const sweepOldIntervals = sql<{ kind: string }>`(delete from vedette.mail_intervals where (address_hash, kind) in (
  select o.address_hash, o.kind from vedette.mail_intervals o
  where o.sent_at < now() - interval '1 day' limit 20 for update skip locked) returning kind)`;

async function secondsLeft(
  trx: Kysely<IdentityTables>,
  { addressHash, kind, intervalMs }: { addressHash: Uint8Array; kind: IntervalKind; intervalMs: number },
): Promise<number> {
  const { age } = await trx
    .selectFrom("vedette.mail_intervals as m")
    .where("m.address_hash", "=", addressHash)
    .where("m.kind", "=", kind)
    .select(sql<number>`extract(epoch from now() - m.sent_at)::float8`.as("age"))
    .executeTakeFirstOrThrow();
  return Math.max(1, Math.ceil(intervalMs / 1000 - age));
}

function hashAddress(pepper: Uint8Array, email: string): Buffer {
  return createHmac("sha256", pepper).update(`address:${email}`).digest();
}
