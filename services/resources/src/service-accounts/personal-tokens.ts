import { sql } from "kysely";
import type { Author } from "../access/caller.ts";
import { type PermissionText, readPermissions } from "../access/read-permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";
import { whileNameIsFree } from "./accounts.ts";
import {
  firstBeyond,
  livingToken,
  type NewToken,
  noteUse,
  storeToken,
  TOKEN_COLUMNS,
  type TokenInfo,
  tokenCreationTold,
  tokenDetails,
  tokenOf,
  tokenRemovalTold,
  tokenTimes,
} from "./token-store.ts";

/** How many tokens somebody can have, those that have ended included. */
export const MOST_PERSONAL_TOKENS = 50;

/** What somebody wants a token of their own for. */
export interface PersonalTokenWish {
  readonly name: string;
  /** `undefined` for one that never ends. */
  readonly secondsToLive: number | undefined;
  /** The part of what the person may do that it is for; `undefined` for all of it, whatever that is by then. */
  readonly permissions?: readonly PermissionText[] | undefined;
  /** The person whose it will be. */
  readonly author: Author;
}

/**
 * Makes somebody a token of their own. It is in this answer only: the store keeps its hash.
 *
 * @throws ResourceError `token_invalid` for permissions that there are not, `token_beyond_person`, `token_limit`,
 *   `name_taken`
 */
export async function addPersonalToken(
  { db, selectorFault }: Pick<Resources, "db" | "selectorFault">,
  wish: PersonalTokenWish,
): Promise<NewToken> {
  const { author } = wish;
  const { uid, permissions: held } = author.caller;
  const parts = wish.permissions && readPermissions(wish.permissions, selectorFault, "token_invalid");
  return await whileNameIsFree(() =>
    db.transaction().execute(async (trx) => {
      await requireRoom(trx, uid);
      const missing = parts && (await firstBeyond(trx, held, parts));
      if (missing !== undefined) {
        const detail = `You may not: ${missing.action} ${missing.scope}`;
        throw new ResourceError("token_beyond_person", { detail });
      }
      const made = await storeToken(trx, { ...wish, owner: { kind: "person", id: uid }, parts });
      const target = `users/${uid}`;
      await recordAudit(trx, author, {
        action: "users.token.create",
        target,
        details: tokenDetails(made.name, parts),
        changes: tokenCreationTold({ ...wish, parts }),
      });
      return made;
    }),
  );
}

/** Who makes two at once makes them one after the other. */
async function requireRoom(trx: Store, uid: string): Promise<void> {
  await sql`select 1 from auth.users where id = ${uid}::uuid for no key update`.execute(trx);
  const { count } = await trx
    .selectFrom("vedette.service_tokens")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("user_id", "=", uid)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_PERSONAL_TOKENS) throw new ResourceError("token_limit");
}

/** Somebody's tokens, the newest first. */
export async function listPersonalTokens(db: Store, uid: string): Promise<TokenInfo[]> {
  const rows = await db
    .selectFrom("vedette.service_tokens as t")
    .select(TOKEN_COLUMNS)
    .select(tokenTimes)
    .where("t.user_id", "=", uid)
    .orderBy("t.id", "desc")
    .execute();
  return rows.map(tokenOf);
}

/** Revokes a token at once. @throws ResourceError `personal_token_not_found` */
export async function removePersonalToken(
  db: Store,
  { uid, tokenId, author }: { uid: string; tokenId: string; author: Author },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom("vedette.service_tokens")
      .where("id", "=", tokenId)
      .where("user_id", "=", uid)
      .returning(["name", "expires_at", "permissions"])
      .executeTakeFirst();
    if (removed === undefined) throw new ResourceError("personal_token_not_found");
    const entry = { target: `users/${uid}`, details: { token: removed.name }, changes: tokenRemovalTold(removed) };
    await recordAudit(trx, author, { action: "users.token.delete", ...entry });
  });
}

/**
 * Whose a living token is; `undefined` for one that is unknown, expired, or of somebody who is locked out or gone.
 *
 * @param address - network address that it is used from
 */
export async function findTokenPerson(db: Store, token: string, address: string) {
  const found = await livingToken(db, token)
    .innerJoin(
      sql<{ id: string; email: string | null }>`(select id, email from auth.users
        where deleted_at is null and (banned_until is null or banned_until <= now()))`.as("u"),
      (join) => join.onRef("u.id", "=", "t.user_id"),
    )
    .select(["u.id as userId", "u.email"])
    .executeTakeFirst();
  if (found !== undefined) await noteUse(db, found, address);
  return found;
}
