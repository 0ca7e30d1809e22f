import { creationTold, removalTold, type ToldChange } from "@vedette/identity";
import { type ExpressionBuilder, sql } from "kysely";
import { narrowed } from "../access/narrowed.ts";
import type { Permission } from "../access/permissions.ts";
import { withDescendants } from "../access/scopes.ts";
import type { Store } from "../objects/store.ts";
import type { ResourceDatabase } from "../resource-tables.ts";
import { hashToken, isToken, newToken, type TokenOwnerKind } from "./token-form.ts";

/** A token as people see it: never the token itself. */
export interface TokenInfo {
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
  /** The part of what its owner may do that it is for; `null` for all of it. */
  readonly permissions: readonly Permission[] | null;
}

/** A token, in the one answer that has it. */
export interface NewToken {
  readonly id: number;
  readonly name: string;
  readonly key: string;
}

/** What is to be stored of a new token. */
interface TokenDraft {
  readonly owner: { readonly kind: TokenOwnerKind; readonly id: string };
  readonly name: string;
  /** `undefined` for one that never ends. */
  readonly secondsToLive: number | undefined;
  readonly parts: readonly Permission[] | undefined;
}

/** After how long without a use a token counts as forgotten. */
const FORGOTTEN_AFTER = sql`interval '90 days'`;

/** How long a use of a token may go unrecorded: one write a minute instead of one per request. */
const SEEN_INTERVAL = sql`interval '1 minute'`;

/** Makes a token. It is in this answer only: the store keeps its hash. */
export async function storeToken(trx: Store, { owner, name, secondsToLive, parts }: TokenDraft): Promise<NewToken> {
  const key = newToken(owner.kind);
  const { id } = await trx
    .insertInto("vedette.service_tokens")
    .values({
      ...(owner.kind === "person" ? { user_id: owner.id } : { account_id: owner.id }),
      name,
      token_hash: hashToken(key),
      expires_at: secondsToLive === undefined ? null : sql<Date>`now() + make_interval(secs => ${secondsToLive})`,
      permissions: parts === undefined ? null : JSON.stringify(parts),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id: Number(id), name, key };
}

/** What the audit log says of a new token. */
export function tokenDetails(token: string, parts: readonly Permission[] | undefined) {
  return { token, permissions: parts?.map(({ action, scope }) => `${action} ${scope}`).join(", ") };
}

/** What the audit log tells of a new token: never the token itself. */
export function tokenCreationTold({ name, secondsToLive, parts }: Omit<TokenDraft, "owner">): ToldChange[] {
  const told = { name, secondsToLive, permissions: permissionsTold(parts) };
  return creationTold(told, ["name", "secondsToLive", "permissions"]);
}

/** The same of one that is revoked. */
export function tokenRemovalTold({
  name,
  expires_at,
  permissions,
}: Pick<TokenRow, "name" | "expires_at" | "permissions">) {
  const told = { name, expires: expires_at, permissions: permissionsTold(permissions ?? undefined) };
  return removalTold(told, ["name", "expires", "permissions"]);
}

function permissionsTold(parts: readonly Permission[] | undefined): readonly string[] | undefined {
  return parts?.map(({ action, scope }) => `${action} ${scope}`.trim());
}

/** The first of some permissions that somebody who holds others has nothing of. */
export async function firstBeyond(
  trx: Store,
  held: readonly Permission[],
  parts: readonly Permission[],
): Promise<Permission | undefined> {
  for (const part of parts) if (narrowed(held, await withDescendants(trx, [part])).length === 0) return part;
  return undefined;
}

export const TOKEN_COLUMNS = [
  "t.id",
  "t.name",
  "t.created_at",
  "t.expires_at",
  "t.last_used_at",
  "t.last_used_from",
  "t.permissions",
] as const;

type Tokens = ResourceDatabase & { t: ResourceDatabase["vedette.service_tokens"] };

/** What the clock of the database says of a token. */
export function tokenTimes(_: ExpressionBuilder<Tokens, "t">) {
  return [
    sql<boolean>`coalesce(t.expires_at <= now(), false)`.as("hasExpired"),
    sql<boolean>`coalesce(t.last_used_at, t.created_at) < now() - ${FORGOTTEN_AFTER}`.as("isForgotten"),
    sql<number>`coalesce(extract(epoch from t.expires_at - now()), 0)::float8`.as("secondsLeft"),
  ] as const;
}

interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly last_used_from: string;
  readonly permissions: readonly Permission[] | null;
  readonly hasExpired: boolean;
  readonly isForgotten: boolean;
  readonly secondsLeft: number;
}

export function tokenOf(row: TokenRow): TokenInfo {
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

/** The token that somebody has sent, if it is one and has not ended; its owner is to be asked for, too. */
export function livingToken(db: Store, token: string) {
  return db
    .selectFrom("vedette.service_tokens as t")
    .select(["t.id", "t.name", "t.permissions"])
    .select(sql<boolean>`coalesce(t.last_used_at < now() - ${SEEN_INTERVAL}, true)`.as("isLongAgo"))
    .where("t.token_hash", "=", hashToken(token))
    .where(sql<boolean>`${isToken(token)}::boolean`)
    .where(sql<boolean>`(t.expires_at is null or t.expires_at > now())`);
}

/** @param address - network address that the token is used from */
export async function noteUse(
  db: Store,
  { id, isLongAgo }: { readonly id: string; readonly isLongAgo: boolean },
  address: string,
): Promise<void> {
  if (!isLongAgo) return;
  await db
    .updateTable("vedette.service_tokens")
    .set({ last_used_at: sql<Date>`now()`, last_used_from: address })
    .where("id", "=", id)
    .execute();
}
