import type { Author } from "../access/caller.ts";
import { permissionsOfServiceAccount } from "../access/identified-caller.ts";
import type { Permission, Role } from "../access/permissions.ts";
import { type PermissionText, readPermissions } from "../access/read-permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";
import { containing } from "../search/containing.ts";
import { requireGrantableAccount, requireServiceAccount, type ServiceAccount, whileNameIsFree } from "./accounts.ts";
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
export interface OwnedToken extends TokenInfo {
  readonly accountId: number;
  readonly account: string;
  readonly role: Role;
  /** No token of the account works. */
  readonly isDisabled: boolean;
}

/**
 * Makes a token. It is in this answer only: the store keeps its hash.
 *
 * @throws ResourceError `service_account_not_found`, `grant_refused` for an account that may more than the author,
 *   `token_invalid` for permissions that there are not, `token_beyond_account`, `name_taken`
 */
export async function addToken(
  { db, selectorFault }: Pick<Resources, "db" | "selectorFault">,
  wish: TokenWish,
): Promise<NewToken> {
  const { accountId, author } = wish;
  const parts = wish.permissions && readPermissions(wish.permissions, selectorFault, "token_invalid");
  if (author.caller.token !== undefined) throw new ResourceError("token_by_token");
  return await whileNameIsFree(() =>
    db.transaction().execute(async (trx) => {
      const account = await requireServiceAccount(trx, accountId);
      await requireGrantableAccount(trx, author, account);
      if (parts !== undefined) await requireWithin(trx, account, parts);
      const made = await storeToken(trx, { ...wish, owner: { kind: "service-account", id: accountId }, parts });
      const target = `serviceaccounts/${accountId}`;
      const details = tokenDetails(made.name, parts);
      await recordAudit(trx, author, {
        action: "serviceaccounts.token.create",
        target,
        details,
        changes: tokenCreationTold({ ...wish, parts }),
      });
      return made;
    }),
  );
}

/** A part that the account may do nothing of is a mistake of whoever writes it down. */
async function requireWithin(trx: Store, account: ServiceAccount, parts: readonly Permission[]): Promise<void> {
  const missing = await firstBeyond(trx, await permissionsOfServiceAccount(trx, account), parts);
  if (missing === undefined) return;
  const detail = `The account may not: ${missing.action} ${missing.scope}`;
  throw new ResourceError("token_beyond_account", { detail });
}

/** @throws ResourceError `service_account_not_found` */
export async function listTokens(db: Store, accountId: string): Promise<TokenInfo[]> {
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
    .select(TOKEN_COLUMNS)
    .select(["a.id as accountId", "a.name as account", "a.role", "a.is_disabled"])
    .select(tokenTimes);
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
      .returning(["name", "expires_at", "permissions"])
      .executeTakeFirst();
    if (removed === undefined) throw new ResourceError("token_not_found");
    const entry = {
      target: `serviceaccounts/${accountId}`,
      details: { token: removed.name },
      changes: tokenRemovalTold(removed),
    };
    await recordAudit(trx, author, { action: "serviceaccounts.token.delete", ...entry });
  });
}

/**
 * Whose a living token is; `undefined` for one that is unknown, expired or of a disabled account.
 *
 * @param address - network address that it is used from
 */
export async function findTokenAccount(db: Store, token: string, address: string) {
  const found = await livingToken(db, token)
    .innerJoin("vedette.service_accounts as a", "a.id", "t.account_id")
    .select(["a.id as accountId", "a.uid", "a.login", "a.role"])
    .where("a.is_disabled", "=", false)
    .executeTakeFirst();
  if (found !== undefined) await noteUse(db, found, address);
  return found;
}
