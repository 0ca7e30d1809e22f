import { NIL_UUID } from "@vedette/database";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import type { Identity } from "../identity.ts";
import { storedHash } from "../passwords/stored-hash.ts";
import { type StoredUser, selectUsers } from "../users/stored-user.ts";
import type { Administration } from "./administer-users.ts";

const USERS_AT_ONCE = 500;
const FIRST_ID = NIL_UUID;

/**
 * Everybody with the hash of their password, one JSON object a line, in the words in which `POST /admin/users` takes
 * them again. Left out are anonymous users and those of whom only the row is kept. Nothing is held for those who read
 * slowly.
 *
 * @throws DatabaseError `key_unknown`, `secret_unreadable`, while it is read
 */
export async function exportUsers(
  identity: Pick<Identity, "db" | "keyRing">,
  { actor, origin }: Pick<Administration, "actor" | "origin">,
): Promise<AsyncGenerator<string, void>> {
  await insertAuditEntry(identity.db, { action: "users_exported", actor, origin }).execute();
  return linesOf(identity);
}

async function* linesOf({ db, keyRing }: Pick<Identity, "db" | "keyRing">): AsyncGenerator<string, void> {
  for (let after = FIRST_ID; ; ) {
    const users = await selectUsers(db)
      .where("u.id", ">", after)
      .where("u.deleted_at", "is", null)
      .where("u.is_anonymous", "=", false)
      .orderBy("u.id")
      .limit(USERS_AT_ONCE)
      .leftJoin("vedette.user_names as n", "n.user_id", "u.id")
      .select("n.name as user_name")
      .execute();
    const last = users.at(-1);
    if (last === undefined) return;
    yield users.map((user) => `${JSON.stringify(exportedUser(user, storedHash({ keyRing }, user)))}\n`).join("");
    after = last.id;
  }
}

function exportedUser(
  user: StoredUser & { readonly user_name: string | null },
  passwordHash: string | undefined,
): object {
  const { provider: _provider, providers: _providers, ...appMetadata } = user.raw_app_meta_data ?? {};
  return {
    id: user.id,
    aud: user.aud ?? "",
    role: user.role ?? "",
    ...(user.email ? { email: user.email, email_confirm: user.email_confirmed_at !== null } : {}),
    ...(user.phone ? { phone: user.phone, phone_confirm: user.phone_confirmed_at !== null } : {}),
    ...(user.user_name === null ? {} : { user_name: user.user_name }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    user_metadata: user.raw_user_meta_data ?? {},
    app_metadata: appMetadata,
    ...(user.banned_until === null ? {} : { banned_until: user.banned_until.toISOString() }),
    identities: user.identities.map(({ provider, provider_id: id, identity_data }) => ({
      provider,
      id,
      identity_data,
    })),
    created_at: user.created_at.toISOString(),
  };
}
