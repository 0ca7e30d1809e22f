import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import type { OneTimeTokenType } from "./code.ts";

// Whoever changes the tokens of a user who exists already holds the lock of that user's row first (`lockUser`): so
// confirming, resending and guessing wait for each other instead of crossing.

/** The columns of a user that repeat the token of each type: programs beside this one read them there. */
const USER_COLUMNS = {
  confirmation_token: { token: "confirmation_token", sentAt: "confirmation_sent_at" },
  recovery_token: { token: "recovery_token", sentAt: "recovery_sent_at" },
  reauthentication_token: { token: "reauthentication_token", sentAt: "reauthentication_sent_at" },
  email_change_token_new: { token: "email_change_token_new", sentAt: "email_change_sent_at" },
  email_change_token_current: { token: "email_change_token_current", sentAt: "email_change_sent_at" },
  phone_change_token: { token: "phone_change_token", sentAt: "phone_change_sent_at" },
} as const satisfies Readonly<Record<OneTimeTokenType, object>>;

/** No token at all, in every column that repeats one. */
export const NO_TOKENS = {
  confirmation_token: "",
  recovery_token: "",
  reauthentication_token: "",
  email_change_token_new: "",
  email_change_token_current: "",
  phone_change_token: "",
} as const;

/** No pending change of an address or number. */
const NO_CHANGES = { email_change: "", email_change_confirm_status: 0, phone_change: "" } as const;

/** A live token with what decides whether it may be used. */
export interface LiveToken {
  readonly userId: string;
  readonly type: OneTimeTokenType;
  readonly hash: string;
  /** The e-mail address or phone number it was sent to. */
  readonly address: string;
  readonly isExpired: boolean;
}

interface NewToken {
  readonly userId: string;
  readonly type: OneTimeTokenType;
  readonly hash: string;
  /** The e-mail address or phone number it is sent to. */
  readonly address: string;
  /** Written for the reference service; here a token expires by the setting of the day it is used. */
  readonly expirySeconds: number;
}

/**
 * Gives a user a token; one of the same type that was alive is dead from now on.
 *
 * @returns when, by the database's clock
 */
export async function putToken(
  trx: Kysely<IdentityTables>,
  { userId, type, hash, address, expirySeconds }: NewToken,
): Promise<Date> {
  const { token, sentAt } = USER_COLUMNS[type];
  const utcNow = sql<Date>`now() at time zone 'utc'`;
  const row = {
    token_hash: hash,
    relates_to: address,
    created_at: utcNow,
    updated_at: utcNow,
    expires_at: sql<Date>`now() + make_interval(secs => ${expirySeconds})`,
    // The link of a token that the reference service made ends with that token.
    link_token_hash: null,
  };
  const sent = await trx
    .with("forgiven", (qc) =>
      qc
        .deleteFrom("vedette.one_time_token_guesses")
        .where("user_id", "=", userId)
        .where("token_type", "=", type)
        .returning("user_id"),
    )
    .with("kept", (qc) =>
      qc
        .insertInto("auth.one_time_tokens")
        .values({ id: randomUUID(), user_id: userId, token_type: type, ...row })
        .onConflict((conflict) => conflict.columns(["user_id", "token_type"]).doUpdateSet(row))
        .returning("id"),
    )
    .updateTable("auth.users")
    .set({ [token]: hash, [sentAt]: sql`now()`, updated_at: sql`now()` })
    .where("id", "=", userId)
    .returning(sql<Date>`now()`.as("at"))
    .executeTakeFirst();
  return sent?.at ?? new Date();
}

/** Whose token a link carries. */
export async function findTokenOwner(
  trx: Kysely<IdentityTables>,
  { hash, types }: { hash: string; types: readonly OneTimeTokenType[] },
): Promise<string | undefined> {
  const owner = await trx
    .selectFrom("auth.one_time_tokens")
    .where("token_hash", "=", hash)
    .where("token_type", "in", types)
    .select("user_id")
    .executeTakeFirst();
  return owner?.user_id;
}

/**
 * The one user who waits for the code of a change to an address.
 *
 * @returns `undefined` for none, and for several
 */
export async function findChangeOwner(
  db: Kysely<IdentityTables>,
  { address, type }: { address: string; type: "email_change_token_new" | "phone_change_token" },
): Promise<string | undefined> {
  const owners = await db
    .selectFrom("auth.one_time_tokens")
    .where("relates_to", "=", address)
    .where("token_type", "=", type)
    .select("user_id")
    .limit(2)
    .execute();
  return owners.length === 1 ? owners[0]?.user_id : undefined;
}

/** Whose token this is, as long as it may still be used. */
export async function findLiveTokenOwner(
  trx: Kysely<IdentityTables>,
  { expirySeconds, ...token }: { hash: string; types: readonly OneTimeTokenType[]; expirySeconds: number },
): Promise<string | undefined> {
  const userId = await findTokenOwner(trx, token);
  if (userId === undefined) return undefined;
  const tokens = await findTokens(trx, { userId, types: token.types, expirySeconds });
  return tokens.some(({ hash, isExpired }) => hash === token.hash && !isExpired) ? userId : undefined;
}

/** A user's tokens. */
export async function findTokens(
  trx: Kysely<IdentityTables>,
  { userId, types, expirySeconds }: { userId: string; types: readonly OneTimeTokenType[]; expirySeconds: number },
): Promise<readonly LiveToken[]> {
  return selectTokens(trx, { types, expirySeconds }).where("t.user_id", "=", userId).execute();
}

/**
 * Reads the tokens that were sent to an address, or those of one user among them, in the order of `types`, and locks
 * their users: concurrent guesses are judged one after the other.
 */
export async function lockTokensFor(
  trx: Kysely<IdentityTables>,
  {
    address,
    types,
    expirySeconds,
    ownerId,
  }: { address: string; types: readonly OneTimeTokenType[]; expirySeconds: number; ownerId?: string | undefined },
): Promise<readonly LiveToken[]> {
  const holders = trx
    .selectFrom("auth.one_time_tokens as h")
    .where("h.relates_to", "=", address)
    .where("h.token_type", "in", types)
    .$if(ownerId !== undefined, (qb) => qb.where("h.user_id", "=", ownerId ?? ""))
    .select("h.user_id");
  await trx
    .selectFrom("auth.users as u")
    .where("u.id", "in", holders)
    .orderBy("u.id")
    .select("u.id")
    .forUpdate()
    .execute();
  const tokens = await selectTokens(trx, { types, expirySeconds })
    .where("t.relates_to", "=", address)
    .$if(ownerId !== undefined, (qb) => qb.where("t.user_id", "=", ownerId ?? ""))
    .execute();
  return tokens.toSorted((one, other) => types.indexOf(one.type) - types.indexOf(other.type));
}

function selectTokens(
  trx: Kysely<IdentityTables>,
  { types, expirySeconds }: { types: readonly OneTimeTokenType[]; expirySeconds: number },
) {
  const age = sql`(now() at time zone 'utc') - t.created_at`;
  return trx
    .selectFrom("auth.one_time_tokens as t")
    .where("t.token_type", "in", types)
    .select(["t.user_id as userId", "t.token_type as type", "t.token_hash as hash", "t.relates_to as address"])
    .select(sql<boolean>`${age} >= make_interval(secs => ${expirySeconds})`.as("isExpired"));
}

/**
 * Ends every token of a user and the changes that wait for one, and forgets the wrong codes. A change whose codes are
 * dead must not look pending: whoever then enters another user's code for the same number would sign in as that user.
 */
export async function dropTokens(trx: Kysely<IdentityTables>, userId: string): Promise<void> {
  await trx
    .with("forgiven", (qc) =>
      qc.deleteFrom("vedette.one_time_token_guesses").where("user_id", "=", userId).returning("user_id"),
    )
    .with("blank", (qc) =>
      qc
        .updateTable("auth.users")
        .set({ ...NO_TOKENS, ...NO_CHANGES })
        .where("id", "=", userId)
        .returning("id"),
    )
    .deleteFrom("auth.one_time_tokens")
    .where("user_id", "=", userId)
    .execute();
}

/** Ends one token of a user. */
export async function dropToken(
  trx: Kysely<IdentityTables>,
  { userId, type }: { userId: string; type: OneTimeTokenType },
): Promise<void> {
  await trx
    .with("forgiven", (qc) =>
      qc
        .deleteFrom("vedette.one_time_token_guesses")
        .where("user_id", "=", userId)
        .where("token_type", "=", type)
        .returning("user_id"),
    )
    .with("blank", (qc) =>
      qc
        .updateTable("auth.users")
        .set({ [USER_COLUMNS[type].token]: "" })
        .where("id", "=", userId)
        .returning("id"),
    )
    .deleteFrom("auth.one_time_tokens")
    .where("user_id", "=", userId)
    .where("token_type", "=", type)
    .execute();
}

/** @returns how many wrong codes there have been for the token, this one included */
export async function countWrongGuess(
  trx: Kysely<IdentityTables>,
  { userId, type }: { userId: string; type: OneTimeTokenType },
): Promise<number> {
  const { wrong } = await trx
    .insertInto("vedette.one_time_token_guesses")
    .values({ user_id: userId, token_type: type, wrong: 1 })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "token_type"]).doUpdateSet({ wrong: sql<number>`one_time_token_guesses.wrong + 1` }),
    )
    .returning("wrong")
    .executeTakeFirstOrThrow();
  return wrong;
}
