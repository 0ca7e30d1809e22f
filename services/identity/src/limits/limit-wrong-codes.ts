import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { limitHeaders } from "./limit-requests.ts";
import { takeFromWindow } from "./limit-store.ts";

const KEY = "wrong_codes";
const HOUR_SECONDS = 3600;

type Limited = Pick<Identity, "db" | "settings">;

const limitOf = ({ settings }: Limited) => settings["auth.rate_limits.verification.wrong_codes_per_hour"];

/**
 * Refuses further codes while the whole project has seen more wrong ones than people mistype: somebody guesses from many
 * addresses of the network, at many accounts. Links go on working.
 *
 * @throws IdentityError `over_request_rate_limit`
 * @see contract of identity, 26: OTP guessing
 */
export async function requireFewWrongCodes(identity: Limited): Promise<void> {
  const over = await identity.db
    .selectFrom("vedette.rate_limits")
    .where("key", "=", KEY)
    .where("used", ">=", limitOf(identity))
    .where(sql<boolean>`full_at > now()`)
    .select(sql<number>`ceil(extract(epoch from full_at - now()))::int`.as("seconds"))
    .executeTakeFirst();
  if (over === undefined) return;
  throw new IdentityError("over_request_rate_limit", { headers: { "retry-after": String(Math.max(1, over.seconds)) } });
}

/** Counts a wrong code; never inside of a transaction. */
export async function countWrongCode(identity: Limited): Promise<void> {
  await takeFromWindow(identity.db, KEY, { limit: limitOf(identity), windowSeconds: HOUR_SECONDS });
}

/** Codes that may be tried at one second factor within a quarter of an hour, however many challenges are asked for. */
const FACTOR_TRIES = 20;
const QUARTER_SECONDS = 900;

const keyOfFactor = (factorId: string) => `factor:${factorId}`;

/**
 * Counts a code that is tried at a second factor: whoever knows a password could guess from everywhere else. Counted
 * before it is judged, so that tries that come together count one by one.
 *
 * @throws IdentityError `over_request_rate_limit`
 */
export async function countFactorTry({ db }: Pick<Identity, "db">, factorId: string): Promise<void> {
  const window = { limit: FACTOR_TRIES, windowSeconds: QUARTER_SECONDS };
  const state = await takeFromWindow(db, keyOfFactor(factorId), window);
  if (!state.isAllowed) throw new IdentityError("over_request_rate_limit", { headers: limitHeaders(state) });
}

/** Forgets what was tried: the factor has been proved. */
export async function forgetFactorTries(trx: Kysely<IdentityTables>, factorId: string): Promise<void> {
  await trx.deleteFrom("vedette.rate_limits").where("key", "=", keyOfFactor(factorId)).execute();
}
