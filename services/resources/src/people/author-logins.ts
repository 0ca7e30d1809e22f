import { sql } from "kysely";
import type { Resources } from "../resources.ts";

/**
 * How people know authors: users by their address, service accounts by their login, keys by what they are. Whoever is
 * gone is called as it was written down.
 *
 * @param authors - as `authorOf` writes them: `user:<uid>`
 */
export async function authorLogins(
  { db }: Pick<Resources, "db">,
  authors: readonly string[],
): Promise<(author: string) => string> {
  const uids = [...new Set(authors.flatMap((author) => UID.exec(author)?.[0] ?? []))];
  if (uids.length === 0) return shortened;
  const { rows } = await sql<{ uid: string; login: string }>`
    select id::text as uid, email as login from auth.users where id = any(${uids}::uuid[]) and email <> ''
    union all
    select uid::text, login from vedette.service_accounts where uid::text = any(${uids})`.execute(db);
  const loginByUid = new Map(rows.map(({ uid, login }) => [uid, login]));
  return (author) => loginByUid.get(UID.exec(author)?.[0] ?? "") ?? shortened(author);
}

const UID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `provisioning:vedette` is `vedette`; what ends in a uid says of what it is one. */
function shortened(author: string): string {
  return UID.test(author) ? author : author.replace(/^[a-z-]+:/, "");
}
