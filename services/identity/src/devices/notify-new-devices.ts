import { sql } from "kysely";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import { notify } from "../mails/notify.ts";
import { templateKey } from "../mails/template-settings.ts";
import { findUser } from "../users/stored-user.ts";
import { deviceOf } from "./device-of.ts";

/** Users whose sessions are examined in one call. */
const USERS_AT_ONCE = 100;
/** Devices of older sessions are only remembered: they date from before the notice was switched on. */
const NOTICE_AGE = sql.lit("1 hour");
/** Devices that were not used for so long count as new again. */
const KEPT = sql.lit("180 days");
/** Started by an administrator or another program, not by the user's own device. */
const WITHOUT_DEVICE: ReadonlySet<string> = new Set(["oauth_provider", "anonymous"]);

/**
 * Notifies users of sessions that were started on a device they had not used before. The first device of a user is
 * remembered without a notice. Each session is examined once, whichever process does it, and those of a user in the
 * order in which they began: after the notice is switched on, older sessions make the devices known.
 *
 * @param signal - ends the call after the session at hand
 * @returns whether there may be more sessions to examine
 */
export async function notifyNewDevices(identity: Identity, signal?: AbortSignal): Promise<boolean> {
  if (!identity.settings[templateKey("new_device", "enabled")]) return false;
  const { db } = identity;
  await db.deleteFrom("vedette.known_devices").where(sql<boolean>`last_used_at < now() - ${KEPT}::interval`).execute();
  const sessions = await dueSessions(identity);
  for (const { id } of sessions) {
    if (signal?.aborted === true) return true;
    await examineSession(identity, id);
  }
  return new Set(sessions.map(({ userId }) => userId)).size === USERS_AT_ONCE;
}

/** All sessions of some users that were not examined yet, oldest first. */
async function dueSessions({ db }: Identity): Promise<readonly { readonly id: string; readonly userId: string }[]> {
  const users = db
    .selectFrom("vedette.session_providers as p")
    .innerJoin("auth.sessions as s", "s.id", "p.session_id")
    .where("p.device_checked", "=", false)
    .select("s.user_id")
    .distinct()
    .limit(USERS_AT_ONCE);
  return db
    .selectFrom("auth.sessions as s")
    .innerJoin("vedette.session_providers as p", "p.session_id", "s.id")
    .where("s.user_id", "in", users)
    .where("p.device_checked", "=", false)
    .orderBy("s.created_at")
    .orderBy("s.id")
    .select(["s.id", "s.user_id as userId"])
    .execute();
}

async function examineSession(identity: Identity, sessionId: string): Promise<void> {
  await mailingTransaction(identity, { ipAddress: "", userAgent: "" }, async (trx) => {
    const examined = await trx
      .updateTable("vedette.session_providers")
      .set({ device_checked: true })
      .where("session_id", "=", sessionId)
      .where("device_checked", "=", false)
      .returning("provider")
      .executeTakeFirst();
    if (examined === undefined || WITHOUT_DEVICE.has(examined.provider)) return;
    const session = await trx
      .selectFrom("auth.sessions")
      .where("id", "=", sessionId)
      .select(["user_id", "user_agent", "created_at"])
      .select(sql<string>`coalesce(host(ip), '')`.as("ipAddress"))
      .select(sql<boolean>`created_at > now() - ${NOTICE_AGE}::interval`.as("isRecent"))
      .executeTakeFirst();
    if (session === undefined) return;
    const { user_id: userId, ipAddress, created_at, isRecent } = session;
    const userAgent = session.user_agent ?? "";
    const isFirst =
      (await trx
        .selectFrom("vedette.known_devices")
        .where("user_id", "=", userId)
        .select("device")
        .limit(1)
        .executeTakeFirst()) === undefined;
    const { isNew } = await trx
      .insertInto("vedette.known_devices")
      .values({ user_id: userId, device: deviceOf(userId, { userAgent, ipAddress }) })
      .onConflict((on) => on.columns(["user_id", "device"]).doUpdateSet({ last_used_at: sql<Date>`now()` }))
      .returning(sql<boolean>`xmax = 0`.as("isNew"))
      .executeTakeFirstOrThrow();
    const user = isNew && isRecent && !isFirst ? await findUser(trx, userId) : undefined;
    if (user === undefined) return;
    const notice = { kind: "new_device", userAgent, ipAddress, at: created_at ?? new Date() } as const;
    await notify(identity, trx, { notice, user, origin: { ipAddress, userAgent } });
  });
}
