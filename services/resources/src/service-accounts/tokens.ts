import { sqlStateOf } from "@vedette/database";
import { sql } from "kysely";
import type { Author } from "../access/caller.ts";
import { permissionsOfServiceAccount } from "../access/identified-caller.ts";
import { narrowed } from "../access/narrowed.ts";
import type { Permission, Role } from "../access/permissions.ts";
import { type PermissionText, readPermissions } from "../access/read-permissions.ts";
import { withDescendants } from "../access/scopes.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";
import { containing } from "../search/containing.ts";
import { requireGrantableAccount, requireServiceAccount, type ServiceAccount } from "./accounts.ts";
import { hashServiceToken, isServiceToken, newServiceToken } from "./token-form.ts";

/** A token as administrators see it: never the token itself. */
export interface ServiceTokenInfo {
  readonly id: number;
  readonly name: string;
  readonly created: Date;
  /** `null` for one that never ends. */
  readonly expiration: Date | null;
  readonly lastUsedAt: Date | null;
  /** Network address; empty for one that was never used. */
  readonly lastUsedFrom: string;
  /** Nobody has used it for so long that nobody may need it; one that was just made is not. */
  readonly isForgotten: boolean;
  readonly hasExpired: boolean;
  readonly secondsUntilExpiration: number;
  /** The part of what its account may do that it is for; `null` for all of it. */
  readonly permissions: readonly Permission[] | null;
}

/** One wish for a token. */
export interface TokenWish {
  readonly accountId: string;
  readonly name: string;
  /** `undefined` for one that never ends. */
  readonly secondsToLive: number | undefined;
  /** The part of what the account may do that it is for; `undefined` for all of it, whatever that is by then. */
  readonly permissions?: readonly PermissionText[] | undefined;
  readonly author: Author;
}

/** A token and the account whose it is. */
export interface OwnedToken extends ServiceTokenInfo {
  readonly accountId: number;
  readonly account: string;
  readonly role: Role;
  /** No token of the account works. */
  readonly isDisabled: boolean;
}

/** After how long without a use a token counts as forgotten. */
const FORGOTTEN_AFTER = sql`interval '90 days'`;

/** How long a use of a token may go unrecorded: one write a minute instead of one per request. */
const SEEN_INTERVAL = sql`interval '1 minute'`;

/**
 * Makes a token. It is in this answer only: the store keeps its hash.
 *
 * @throws ResourceError `service_account_not_found`, `grant_refused` for an account that may more than the author,
 *   `token_invalid` for permissions that there are not, `token_beyond_account`, `name_taken`
 */
export async function addToken(
  { db, selectorFault }: Pick<Resources, "db" | "selectorFault">,
  wish: TokenWish,
): Promise<{ id: number; name: string; key: string }> {
  const { accountId, name, secondsToLive, author } = wish;
  const parts = wish.permissions && readPermissions(wish.permissions, selectorFault, "token_invalid");
  const key = newServiceToken();
  const id = await db
    .transaction()
    .execute(async (trx) => {
      const account = await requireServiceAccount(trx, accountId);
      await requireGrantableAccount(trx, author, account);
      if (parts !== undefined) await requireWithin(trx, account, parts);
      const expires = secondsToLive === undefined ? null : sql<Date>`now() + make_interval(secs => ${secondsToLive})`;
      const added = await trx
        .insertInto("vedette.service_tokens")
        .values({
          account_id: accountId,
          name,
          token_hash: hashServiceToken(key),
          expires_at: expires,
          permissions: parts === undefined ? null : JSON.stringify(parts),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const target = `serviceaccounts/${accountId}`;
      const details = { token: name, permissions: parts?.map(({ action, scope }) => `${action} ${scope}`).join(", ") };
      await recordAudit(trx, author, { action: "serviceaccounts.token.create", target, details });
      return added.id;
    })
    .catch((error: unknown) => {
      if (sqlStateOf(error) !== "23505") throw error;
      throw new ResourceError("name_taken", { cause: error });
    });
  return { id: Number(id), name, key };
}

/** A part that the account may do nothing of is a mistake of whoever writes it down. */
async function requireWithin(trx: Store, account: ServiceAccount, parts: readonly Permission[]): Promise<void> {
  const held = await permissionsOfServiceAccount(trx, account);
  for (const part of parts) {
    if (narrowed(held, await withDescendants(trx, [part])).length > 0) continue;
    throw new ResourceError("token_beyond_account", { detail: `The account may not: ${part.action} ${part.scope}` });
  }
}

/** @throws ResourceError `service_account_not_found` */
export async function listTokens(db: Store, accountId: string): Promise<ServiceTokenInfo[]> {
  await requireServiceAccount(db, accountId);
  const rows = await tokens(db).where("t.account_id", "=", accountId).orderBy("t.id").execute();
  return rows.map(tokenOf);
}

/** One page of all tokens, by account, and how many there are; a text finds names of tokens and of accounts. */
export async function listAllTokens(
  db: Store,
  { query, page, perPage }: { query: string; page: number; perPage: number },
): Promise<{ tokens: OwnedToken[]; total: number }> {
  const found = tokens(db).where((eb) =>
    eb.or([eb("t.name", "ilike", containing(query)), eb("a.name", "ilike", containing(query))]),
  );
  const { count } = await found
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await found
    .orderBy("a.name")
    .orderBy("t.id")
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const owned = rows.map((row) => ({
    ...tokenOf(row),
    accountId: Number(row.accountId),
    account: row.account,
    role: row.role,
    isDisabled: row.is_disabled,
  }));
  return { tokens: owned, total: Number(count) };
}

function tokens(db: Store) {
  return db
    .selectFrom("vedette.service_tokens as t")
    .innerJoin("vedette.service_accounts as a", "a.id", "t.account_id")
    .select(["t.id", "t.name", "t.created_at", "t.expires_at", "t.last_used_at", "t.last_used_from", "t.permissions"])
    .select(["a.id as accountId", "a.name as account", "a.role", "a.is_disabled"])
    .select(sql<boolean>`coalesce(t.expires_at <= now(), false)`.as("hasExpired"))
    .select(sql<boolean>`coalesce(t.last_used_at, t.created_at) < now() - ${FORGOTTEN_AFTER}`.as("isForgotten"))
    .select(sql<number>`coalesce(extract(epoch from t.expires_at - now()), 0)::float8`.as("secondsLeft"));
}

type TokenRow = Awaited<ReturnType<ReturnType<typeof tokens>["executeTakeFirstOrThrow"]>>;

function tokenOf(row: TokenRow): ServiceTokenInfo {
  return {
    id: Number(row.id),
    name: row.name,
    created: row.created_at,
    expiration: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
    isForgotten: row.isForgotten,
    hasExpired: row.hasExpired,
    permissions: row.permissions,
    secondsUntilExpiration: Math.max(0, row.secondsLeft),
  };
}

/** Revokes a token at once. @throws ResourceError `token_not_found` */
export async function removeToken(
  db: Store,
  { accountId, tokenId, author }: { accountId: string; tokenId: string; author: Author },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom("vedette.service_tokens")
      .where("id", "=", tokenId)
      .where("account_id", "=", accountId)
      .returning("name")
      .executeTakeFirst();
    if (removed === undefined) throw new ResourceError("token_not_found");
    const entry = { target: `serviceaccounts/${accountId}`, details: { token: removed.name } };
    await recordAudit(trx, author, { action: "serviceaccounts.token.delete", ...entry });
  });
}

/**
 * Whose a living token is; `undefined` for one that is unknown, expired or of a disabled account.
 *
 * @param address - network address that it is used from
 */
export async function findTokenOwner(db: Store, token: string, address: string) {
  if (!isServiceToken(token)) return undefined;
  const hash = hashServiceToken(token);
  const found = await db
    .selectFrom("vedette.service_tokens as t")
    .innerJoin("vedette.service_accounts as a", "a.id", "t.account_id")
    .select(["a.id as accountId", "a.uid", "a.login", "a.role", "t.permissions"])
    .select(sql<boolean>`coalesce(t.last_used_at < now() - ${SEEN_INTERVAL}, true)`.as("isLongAgo"))
    .where("t.token_hash", "=", hash)
    .where("a.is_disabled", "=", false)
    .where(sql<boolean>`(t.expires_at is null or t.expires_at > now())`)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { isLongAgo, ...owner } = found;
  if (isLongAgo) {
    await db
      .updateTable("vedette.service_tokens")
      .set({ last_used_at: sql<Date>`now()`, last_used_from: address })
      .where("token_hash", "=", hash)
      .execute();
  }
  return owner;
}
