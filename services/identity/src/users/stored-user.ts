import { type Expression, type Kysely, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { IdentityTables, Metadata, UserRow } from "../identity-tables.ts";
import { isProven } from "./proven-user.ts";
import { exactEmailFirst, hasEmail, hasPhone, normalAddresses } from "./stored-address.ts";

/** One of a user's ways to sign in. Times are text, as JSON has them. */
export interface StoredIdentity {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: Metadata;
  readonly provider: string;
  readonly last_sign_in_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly email: string | null;
}

/** A second factor. Times are text, as JSON has them. */
export interface StoredFactor {
  readonly id: string;
  readonly friendly_name: string | null;
  readonly factor_type: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly phone: string | null;
  readonly last_challenged_at: string | null;
  /** The kind of authenticator, of a security key. */
  readonly web_authn_aaguid: string | null;
}

/** A user with everything that an answer shows. */
export interface StoredUser extends UserRow {
  readonly identities: readonly StoredIdentity[];
  readonly factors: readonly StoredFactor[];
  /** Has proved an identifier at least once. */
  readonly is_proven: boolean;
}

/** Whether a provider's account is one of somebody's ways to sign in. */
export function hasProviderIdentity({ identities }: Pick<StoredUser, "identities">): boolean {
  return identities.some(({ provider }) => provider !== "email" && provider !== "phone");
}

/** The identities of a user as one column, oldest first; those of one moment by provider. */
function identitiesOf(userId: Expression<string>) {
  return jsonArrayFrom(
    sql<StoredIdentity>`(select i.id, i.provider_id, i.user_id, i.identity_data, i.provider, i.last_sign_in_at,
      i.created_at, i.updated_at, i.email
      from auth.identities i where i.user_id = ${userId} order by i.created_at, i.provider, i.id)`,
  );
}

/** The second factors of a user as one column, oldest first; recovery codes are one of them. */
function factorsOf(userId: Expression<string>) {
  return jsonArrayFrom(
    sql<StoredFactor>`(select f.id, f.friendly_name, f.factor_type, f.status, f.created_at, f.updated_at, f.phone,
      f.last_challenged_at, f.web_authn_aaguid
      from (
        select id, friendly_name, factor_type::text, status::text, created_at, updated_at, phone, last_challenged_at,
          web_authn_aaguid
        from auth.mfa_factors where user_id = ${userId}
        union all
        select id, friendly_name, 'recovery_code', 'verified', created_at, updated_at, null, null, null
        from vedette.recovery_code_sets where user_id = ${userId}
      ) f order by f.created_at, f.id)`,
  );
}

/** Selects users with identities and factors in one round trip. */
export function selectUsers(db: Kysely<IdentityTables>) {
  return db
    .selectFrom("auth.users as u")
    .selectAll("u")
    .select(isProven().as("is_proven"))
    .select(normalAddresses)
    .select((eb) => [identitiesOf(eb.ref("u.id")).as("identities"), factorsOf(eb.ref("u.id")).as("factors")]);
}

export async function findUser(db: Kysely<IdentityTables>, id: string): Promise<StoredUser | undefined> {
  return selectUsers(db).where("u.id", "=", id).executeTakeFirst();
}

/** Reads a user and keeps others from changing the row until the transaction ends. */
export async function lockUser(trx: Kysely<IdentityTables>, id: string): Promise<StoredUser | undefined> {
  return selectUsers(trx).where("u.id", "=", id).forUpdate("u").executeTakeFirst();
}

/** The one user who signs in with this address; users of single sign-on have their own space of addresses. */
export async function findUserByEmail(
  db: Kysely<IdentityTables>,
  { email, audience }: { email: string; audience: string },
): Promise<StoredUser | undefined> {
  return selectUsers(db)
    .where(hasEmail("u", [email]))
    .where("u.aud", "=", audience)
    .where("u.is_sso_user", "=", false)
    .orderBy(exactEmailFirst("u", email))
    .orderBy("u.id")
    .executeTakeFirst();
}

/**
 * Whoever an address would collide with: its user, or the user of a provider's account with that address. The user
 * of the address comes first.
 */
export async function findUserOwningEmail(
  db: Kysely<IdentityTables>,
  { email, audience }: { email: string; audience: string },
): Promise<StoredUser | undefined> {
  return selectUsers(db)
    .where("u.id", "=", (eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom("auth.users as a")
            .where(hasEmail("a", [email]))
            .where("a.aud", "=", audience)
            .where("a.is_sso_user", "=", false)
            .select(["a.id", exactEmailFirst("a", email).as("place")])
            .unionAll(
              eb
                .selectFrom("auth.identities as i")
                .innerJoin("auth.users as o", "o.id", "i.user_id")
                .where("i.email", "=", email)
                .where("o.aud", "=", audience)
                .where("o.is_sso_user", "=", false)
                .select(["o.id", sql<number>`2`.as("place")]),
            )
            .as("owner"),
        )
        // One value and not a set: a plan made while the tables were small would search them again for every user.
        .orderBy("owner.place")
        .orderBy("owner.id")
        .limit(1)
        .select("owner.id"),
    )
    .executeTakeFirst();
}

/** The one user who signs in with this number. */
export async function findUserByPhone(
  db: Kysely<IdentityTables>,
  { phone, audience }: { phone: string; audience: string },
): Promise<StoredUser | undefined> {
  return selectUsers(db)
    .where(hasPhone("u", phone))
    .where("u.aud", "=", audience)
    .where("u.is_sso_user", "=", false)
    .orderBy("u.phone", "desc")
    .executeTakeFirst();
}
