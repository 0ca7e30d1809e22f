import { isUuid } from "@vedette/database";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { type StoredUser, selectUsers } from "../users/stored-user.ts";

/** What an account can be; whoever is locked out is so first of all. */
export const USER_STATES = ["confirmed", "unconfirmed", "invited", "banned", "accepted", "anonymous", "sso"] as const;

export type UserState = (typeof USER_STATES)[number];

const IS_OF_STATE = {
  confirmed: sql<boolean>`u.confirmed_at is not null`,
  unconfirmed: sql<boolean>`u.confirmed_at is null and u.invited_at is null`,
  invited: sql<boolean>`u.confirmed_at is null and u.invited_at is not null`,
  accepted: sql<boolean>`u.confirmed_at is not null and u.invited_at is not null`,
  banned: sql<boolean>`u.banned_until > now()`,
  anonymous: sql<boolean>`u.is_anonymous`,
  sso: sql<boolean>`u.is_sso_user`,
} as const satisfies Record<UserState, RawBuilder<boolean>>;

/** From the first moment on, up to the second and without it; either may be open. */
export interface Span {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

export interface UserQuery {
  readonly audience: string;
  /** Part of an address or of a full name; empty for everybody. */
  readonly filter: string;
  /** Whether the filter may also be part of a telephone number, an id, or a provider's name. */
  readonly isWide?: boolean;
  /** Only users of this state. */
  readonly state?: UserState | undefined;
  /** Only users who can sign in with this provider, as identities name it. */
  readonly provider?: string | undefined;
  /** Only users who were made in this time. */
  readonly created?: Span | undefined;
  /** Only users whose newest invitation was mailed in this time. */
  readonly invited?: Span | undefined;
  /** Only users whose last sign-in lies in this time. */
  readonly signedIn?: Span | undefined;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly order: "asc" | "desc";
}

/** A page that begins behind the last user of the one before; nobody who signs up meanwhile moves it. */
export interface UserCursorQuery {
  readonly audience: string;
  readonly filter: string;
  readonly order: "asc" | "desc";
  readonly limit: number;
  /** What the page before has given; absent for the first one. */
  readonly cursor: string | undefined;
}

/**
 * The next users, and what continues the list.
 *
 * @throws IdentityError `validation_failed` for a cursor that none of our pages gave
 */
export async function listUsersAfter(
  db: Kysely<IdentityTables>,
  { audience, filter, order, limit, cursor }: UserCursorQuery,
): Promise<{ users: readonly StoredUser[]; nextCursor: string | undefined }> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const createdAt = sql`coalesce(u.created_at, 'epoch'::timestamptz)`;
  const isLater = order === "asc" ? sql`>` : sql`<`;
  const rows = await selectUsers(db)
    .select(sql<string>`${createdAt}::text`.as("cursor_at"))
    .where("u.aud", "=", audience)
    .where(matches(filter))
    .where(
      after === undefined
        ? sql<boolean>`true`
        : sql<boolean>`(${createdAt}, u.id) ${isLater} (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    )
    .orderBy(createdAt, order)
    .orderBy("u.id", order)
    .limit(limit + 1)
    .execute();
  const users = rows.slice(0, limit);
  const last = users.at(-1);
  const isEnd = rows.length <= limit || last === undefined;
  return { users, nextCursor: isEnd ? undefined : writeCursor({ createdAt: last.cursor_at, id: last.id }) };
}

/** Where a page ends: with microseconds, which a `Date` does not have. */
interface Cursor {
  readonly createdAt: string;
  readonly id: string;
}

function writeCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt}|${id}`).toString("base64url");
}

function readCursor(text: string): Cursor {
  const [createdAt = "", id = ""] = Buffer.from(text, "base64url").toString().split("|");
  if (/^\d{4,6}-\d\d-\d\d [\d:.]+[+-]\d\d(:\d\d)?$/.test(createdAt) && isUuid(id)) return { createdAt, id };
  throw new IdentityError("validation_failed", { message: "Bad Pagination Parameters: the cursor is not one of ours" });
}

function matches(filter: string, isWide = false) {
  if (filter === "") return sql<boolean>`true`;
  const pattern = `%${filter.replace(/[\\%_]/g, "\\$&")}%`;
  // Nearly everybody has an identity of the providers email and phone: parts of these words say nothing.
  const further = sql<boolean>`or u.phone like ${`%${filter.replace(/[+\s()/-]/g, "")}%`} or u.id::text = ${filter.toLowerCase()}
    or exists (select from auth.identities i where i.user_id = u.id and i.provider ilike ${pattern}
      and i.provider not in ('email', 'phone'))`;
  return sql<boolean>`(u.email ilike ${pattern} or u.raw_user_meta_data ->> 'full_name' ilike ${pattern}
    or u.raw_user_meta_data ->> 'name' ilike ${pattern} ${isWide ? further : sql``})`;
}

type Only = Pick<UserQuery, "state" | "provider" | "created" | "invited" | "signedIn">;

function isOnly({ state, provider, created, invited, signedIn }: Only) {
  const conditions = [
    ...(state === undefined ? [] : [IS_OF_STATE[state]]),
    ...(provider === undefined
      ? []
      : [sql`exists (select from auth.identities i where i.user_id = u.id and i.provider = ${provider})`]),
    ...isWithin(sql`u.created_at`, created),
    ...isWithin(sql`coalesce(u.confirmation_sent_at, u.invited_at)`, invited),
    ...isWithin(sql`u.last_sign_in_at`, signedIn),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function isWithin(moment: RawBuilder<unknown>, { from, to }: Span = { from: undefined, to: undefined }) {
  return [
    ...(from === undefined ? [] : [sql`${moment} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${moment} < ${to}`]),
  ];
}

/** The providers of all identities, by name. */
export async function listIdentityProviders(db: Kysely<IdentityTables>): Promise<string[]> {
  const rows = await db.selectFrom("auth.identities").select("provider").distinct().orderBy("provider").execute();
  return rows.map(({ provider }) => provider);
}

/** One page of users, by default the newest first, and how many there are. */
export async function listUsers(
  db: Kysely<IdentityTables>,
  { audience, filter, isWide, page, perPage, order, ...only }: UserQuery,
): Promise<{ users: readonly StoredUser[]; total: number }> {
  const isMeant = sql<boolean>`${matches(filter, isWide)} and ${isOnly(only)}`;
  const users = await selectUsers(db)
    .where("u.aud", "=", audience)
    .where(isMeant)
    .orderBy("u.created_at", order)
    .orderBy("u.id", order)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await db
    .selectFrom("auth.users as u")
    .where("u.aud", "=", audience)
    .where(isMeant)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { users, total: Number(total) };
}
