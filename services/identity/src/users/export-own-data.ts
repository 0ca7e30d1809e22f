import { sql } from "kysely";
import { newestFirst } from "../audit/audit-stretches.ts";
import type { Identity } from "../identity.ts";
import { listGrants } from "../oauth-server/consents.ts";
import { listPasskeys } from "../passkeys/passkey-store.ts";
import { listSessions } from "../sessions/sessions-of-user.ts";
import { findUser } from "./stored-user.ts";
import { userAnswer } from "./user-answer.ts";

/** Newest audit entries that an export holds. */
const MOST_ENTRIES = 5_000;
/** Stretches of the log that are searched for them; a stretch has 5,000 entries of all users. */
const MOST_STRETCHES = 40;

/** What this service stores about a user. */
export interface OwnData {
  readonly account: Readonly<Record<string, unknown>>;
  /** Whether older audit entries are left out. */
  readonly isTruncated: boolean;
}

/**
 * Reads what this service stores about a user, for the user's own export: profile with identities and factors, sessions,
 * passkeys, known devices, granted OAuth clients and the newest audit entries. No secret and no hash is part of it.
 *
 * @returns `undefined` for an unknown user
 */
export async function exportOwnData(identity: Pick<Identity, "db">, userId: string): Promise<OwnData | undefined> {
  const { db } = identity;
  const user = await findUser(db, userId);
  if (user === undefined) return undefined;
  const { entries, isTruncated } = await auditEntriesOf(identity, userId);
  const account = {
    user: userAnswer(user),
    sessions: await listSessions(identity, { userId, sessionId: undefined }),
    passkeys: await listPasskeys(db, userId),
    // A device itself is kept as a hash alone.
    known_devices: await db
      .selectFrom("vedette.known_devices")
      .where("user_id", "=", userId)
      .orderBy("last_used_at", "desc")
      .select("last_used_at")
      .execute(),
    oauth_grants: await listGrants(identity, userId),
    audit_log: entries,
  };
  return { account, isTruncated };
}

interface OwnEntry {
  readonly created_at: Date;
  readonly ip_address: string;
  readonly payload: object;
}

async function auditEntriesOf({ db }: Pick<Identity, "db">, userId: string) {
  const entries: OwnEntry[] = [];
  let stretches = 0;
  for await (const stretch of newestFirst(db, {})) {
    if (stretches === MOST_STRETCHES || entries.length > MOST_ENTRIES) {
      return { entries: entries.slice(0, MOST_ENTRIES), isTruncated: true };
    }
    stretches += 1;
    const { rows: found } = await sql<OwnEntry>`
      select o.created_at, a.ip_address, a.payload from ${stretch} where a.payload ->> 'actor_id' = ${userId}
      order by o.created_at desc`.execute(db);
    entries.push(...found);
  }
  return { entries: entries.slice(0, MOST_ENTRIES), isTruncated: entries.length > MOST_ENTRIES };
}
