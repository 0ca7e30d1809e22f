import { violatedConstraint } from "@vedette/database";
import type { Kysely } from "kysely";
import { type AuditEntry, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { lockUser, type StoredUser } from "../users/stored-user.ts";
import { normalizeUserName } from "./user-name.ts";

const NAME_IS_UNIQUE = "user_names_name_key";

export interface UserNameChange extends Pick<AuditEntry, "actor" | "origin"> {
  readonly userId: string;
  /** `undefined` takes it away. */
  readonly name: string | undefined;
}

export async function findUserName(db: Kysely<IdentityTables>, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom("vedette.user_names").where("user_id", "=", userId).select("name").executeTakeFirst();
  return row?.name;
}

/**
 * Gives somebody a user name, or takes it away.
 *
 * @returns the name in the form in which it is compared
 * @throws IdentityError `validation_failed`, `user_not_found`, `user_sso_managed`, `conflict` for a name that is taken
 */
export async function changeUserName(
  { db }: Pick<Identity, "db">,
  { userId, name: typed, actor, origin }: UserNameChange,
): Promise<string | undefined> {
  const name = typed === undefined ? undefined : normalizeUserName(typed);
  await refusingTakenName(() =>
    db.transaction().execute(async (trx) => {
      const user = await lockUser(trx, userId);
      if (user === undefined) throw new IdentityError("user_not_found");
      if (name !== undefined) requirePassworded(user);
      await putUserName(trx, userId, name);
      const traits = { user_id: userId, fields: ["user_name"] };
      await insertAuditEntry(trx, { action: "user_modified", actor, origin, traits }).execute();
    }),
  );
  return name;
}

/** @throws IdentityError `conflict` when the work gives somebody a name that is another's */
export async function refusingTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (violatedConstraint(cause) !== NAME_IS_UNIQUE) throw cause;
    throw new IdentityError("conflict", { message: "This user name is taken.", cause });
  }
}

/** A name stands for an address, beside a password: people of companies have no password here, anonymous ones no address. */
function requirePassworded(user: StoredUser): void {
  if (user.is_sso_user) throw new IdentityError("user_sso_managed");
  if (!user.is_anonymous) return;
  throw new IdentityError("validation_failed", { message: "An anonymous user needs an address before a user name" });
}

/** Only for users who have a password here; `undefined` takes the name away. */
export async function putUserName(
  trx: Kysely<IdentityTables>,
  userId: string,
  name: string | undefined,
): Promise<void> {
  if (name === undefined) {
    await trx.deleteFrom("vedette.user_names").where("user_id", "=", userId).execute();
    return;
  }
  await trx
    .insertInto("vedette.user_names")
    .values({ user_id: userId, name })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ name }))
    .execute();
}
