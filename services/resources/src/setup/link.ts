import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { hasAdministrator } from "../access/memberships.ts";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";

const CODE_BYTES = 32;
const LIFETIME_HOURS = 24;

/**
 * Gives the address at which the first administrator is made. It works once, for 24 hours. Links that were given
 * before stay good for their own 24 hours, so that every machine of an installation can print one.
 *
 * @param current - the link of an earlier start; it is given again while it works
 * @returns `undefined` once there is an administrator
 */
export async function issueSetupLink({ db, publicUrl }: Resources, current?: string): Promise<string | undefined> {
  if (await hasAdministrator(db)) return undefined;
  if (current?.startsWith(linkOf(publicUrl, "")) && (await isFresh(db, codeOf(current)))) return current;
  const code = randomBytes(CODE_BYTES).toString("base64url");
  await db
    .insertInto("vedette.setup_links")
    .values({ code_hash: hashCode(code), expires_at: sql<Date>`now() + make_interval(hours => ${LIFETIME_HOURS})` })
    .execute();
  return linkOf(publicUrl, code);
}

/** What is stored of a code; it has enough random bits that a plain hash is safe. */
export function hashCode(code: string): Uint8Array {
  return createHash("sha256").update(code).digest();
}

/** The page takes the code from the fragment, which no server and no log sees. */
function linkOf(publicUrl: string, code: string): string {
  return `${publicUrl}/setup#code=${code}`;
}

function codeOf(link: string): string {
  return link.slice(link.indexOf("#code=") + "#code=".length);
}

/** Whether a code works for at least another hour. */
async function isFresh(db: Store, code: string): Promise<boolean> {
  const row = await db
    .selectFrom("vedette.setup_links")
    .select("created_at")
    .where("code_hash", "=", hashCode(code))
    .where("expires_at", ">", sql<Date>`now() + interval '1 hour'`)
    .executeTakeFirst();
  return row !== undefined;
}
