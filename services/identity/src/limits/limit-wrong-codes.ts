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

/** Codes that may be tried at one thing within a quarter of an hour, however often and from wherever it is asked for. */
const CODE_TRIES = 20;
const QUARTER_SECONDS = 900;

const keyOfFactor = (factorId: string) => `factor:${factorId}`;

type Counting = Pick<Identity, "db">;

/**
 * Counts a code that is tried. Counted before it is judged, so that tries that come together count one by one.
 *
 * @param key - at what, or by whom
 * @throws IdentityError `over_request_rate_limit`
 */
export async function countCodeTry({ db }: Counting, key: string): Promise<void> {
  const state = await takeFromWindow(db, key, { limit: CODE_TRIES, windowSeconds: QUARTER_SECONDS });
  if (!state.isAllowed) throw new IdentityError("over_request_rate_limit", { headers: limitHeaders(state) });
}

/** Forgets what was tried: one was right. */
export async function forgetCodeTries({ db }: Counting, key: string): Promise<void> {
  await db.deleteFrom("vedette.rate_limits").where("key", "=", key).execute();
}

/**
 * Counts a code that is tried at a second factor: whoever knows a password could guess from everywhere else.
 *
 * @throws IdentityError `over_request_rate_limit`
 */
export async function countFactorTry(identity: Counting, factorId: string): Promise<void> {
  await countCodeTry(identity, keyOfFactor(factorId));
}

/** Forgets what was tried: the factor has been proved. */
export async function forgetFactorTries(trx: Kysely<IdentityTables>, factorId: string): Promise<void> {
  await forgetCodeTries({ db: trx }, keyOfFactor(factorId));
}
