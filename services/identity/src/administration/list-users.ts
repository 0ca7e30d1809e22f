import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import { type StoredUser, selectUsers } from "../users/stored-user.ts";

export interface UserQuery {
  readonly audience: string;
  /** Part of an address or of a full name; empty for everybody. */
  readonly filter: string;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly order: "asc" | "desc";
}

/** One page of users, by default the newest first, and how many there are. */
export async function listUsers(
  db: Kysely<IdentityTables>,
  { audience, filter, page, perPage, order }: UserQuery,
): Promise<{ users: readonly StoredUser[]; total: number }> {
  const pattern = `%${filter.replace(/[\\%_]/g, "\\$&")}%`;
  const isMeant =
    filter === ""
      ? sql<boolean>`true`
      : sql<boolean>`(u.email ilike ${pattern} or u.raw_user_meta_data ->> 'full_name' ilike ${pattern}
          or u.raw_user_meta_data ->> 'name' ilike ${pattern})`;
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
