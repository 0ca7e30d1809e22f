import { type Kysely, type RawBuilder, sql } from "kysely";
import { removeEntries } from "../audit/audit-order.ts";
import { forgetSeals } from "../audit/audit-seals.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { durationMs } from "../settings/duration.ts";
import type { IdentitySettings } from "../settings.ts";

/** So many rows of a kind go at once: nobody waits for a long delete. */
const ROWS_AT_ONCE = 100;
/** Of the audit log, where many come each minute. */
const ENTRIES_AT_ONCE = 1000;

/** What is removed: rows of a table that a condition holds for. The alias is `t`. */
interface Sweep {
  readonly table: string;
  readonly key: string;
  readonly isOver: RawBuilder<boolean>;
}

/**
 * Removes a few rows of everything that has ended long enough ago. Several processes may do so at once; each passes over
 * what another one holds.
 *
 * @returns how many rows went, by table, and whether there may be more
 * @see contract of identity, 24: Cleanup
 */
export async function cleanUp(
  db: Kysely<IdentityTables>,
  settings: IdentitySettings,
): Promise<{ removed: ReadonlyMap<string, number>; mayBeMore: boolean }> {
  const removed = new Map<string, number>();
  let mayBeMore = false;
  const days = settings["auth.audit_log.retention_days"];
  if (days > 0) {
    await forgetSeals(db, days);
    const isOver = sql<boolean>`o.created_at < now() - make_interval(days => ${days})
      and ${KEPT_SINCE} < now() - make_interval(days => ${days})`;
    const entries = await removeEntries(db, isOver, ENTRIES_AT_ONCE);
    removed.set("auth.audit_log_entries", entries);
    mayBeMore = entries === ENTRIES_AT_ONCE;
  }
  for (const sweep of sweepsOf(settings)) {
    const rows = await removeSome(db, sweep);
    removed.set(sweep.table, (removed.get(sweep.table) ?? 0) + rows);
    mayBeMore ||= rows === ROWS_AT_ONCE;
  }
  return { removed, mayBeMore };
}

async function removeSome(db: Kysely<IdentityTables>, { table, key, isOver }: Sweep): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(`t.${key}`)} from ${sql.table(table)} t where ${isOver}
      limit ${sql.lit(ROWS_AT_ONCE)} for update skip locked)`.execute(db);
  return Number(numAffectedRows);
}

const olderThan = (column: string, interval: string) =>
  sql<boolean>`${sql.ref(`t.${column}`)} < now() - ${sql.lit(interval)}::interval`;

/**
 * When this service began to keep a database. What the reference service has left there may be older than it ever let
 * anything become: its age counts from here on, so that nothing goes on the day of being taken over.
 */
const KEPT_SINCE = sql<Date>`(select m.applied_at from vedette.migrations m where m.id = 'identity/0001-auth-schema')`;

/** Nothing of a flow, a code or a challenge lives longer than a day. */
const ALWAYS: readonly Sweep[] = [
  {
    table: "auth.refresh_tokens",
    key: "id",
    isOver: sql<boolean>`t.revoked and ${olderThan("updated_at", "24 hours")}`,
  },
  { table: "auth.sessions", key: "id", isOver: olderThan("not_after", "72 hours") },
  { table: "auth.saml_relay_states", key: "id", isOver: olderThan("created_at", "24 hours") },
  { table: "auth.flow_state", key: "id", isOver: olderThan("created_at", "24 hours") },
  // Nobody came back from the provider, and nobody can any more.
  {
    table: "auth.flow_state",
    key: "id",
    isOver: sql<boolean>`t.user_id is null and t.authentication_method in ('oauth', 'sso/saml', 'sso/oidc')
      and ${olderThan("created_at", "1 hour")}`,
  },
  { table: "auth.oauth_client_states", key: "id", isOver: olderThan("created_at", "1 hour") },
  { table: "auth.oauth_authorizations", key: "id", isOver: olderThan("created_at", "24 hours") },
  // Programs that registered themselves and that nobody has ever let in.
  {
    table: "auth.oauth_clients",
    key: "id",
    isOver: sql<boolean>`t.registration_type = 'dynamic' and ${olderThan("created_at", "30 days")}
      and not exists (select from auth.oauth_consents c where c.client_id = t.id)`,
  },
  { table: "vedette.provider_trials", key: "id", isOver: olderThan("created_at", "1 hour") },
  { table: "vedette.wallet_messages", key: "key", isOver: sql<boolean>`t.expires_at < now()` },
  // Left from before events were switched off.
  { table: "vedette.user_events", key: "place", isOver: olderThan("happened_at", "7 days") },
  { table: "auth.mfa_challenges", key: "id", isOver: olderThan("created_at", "24 hours") },
  {
    table: "auth.mfa_factors",
    key: "id",
    isOver: sql<boolean>`t.status = 'unverified' and ${olderThan("created_at", "24 hours")}`,
  },
  { table: "auth.webauthn_challenges", key: "id", isOver: sql<boolean>`t.expires_at < now()` },
  { table: "vedette.saml_assertions", key: "key", isOver: sql<boolean>`t.expires_at < now()` },
  {
    table: "vedette.saml_sign_ins",
    key: "id",
    isOver: sql<boolean>`t.session_id is null and ${olderThan("created_at", "24 hours")}`,
  },
  // The longest life of a code is a day.
  {
    table: "auth.one_time_tokens",
    key: "id",
    isOver: sql<boolean>`t.created_at < (now() at time zone 'utc') - interval '48 hours'`,
  },
];

function sweepsOf(settings: IdentitySettings): readonly Sweep[] {
  const seconds = (
    key: "auth.sessions.timebox" | "auth.sessions.inactivity_timeout" | "auth.cleanup.anonymous_users_after",
  ) => durationMs(settings[key]) / 1000;
  const [timebox, inactivity, age] = [
    seconds("auth.sessions.timebox"),
    seconds("auth.sessions.inactivity_timeout"),
    seconds("auth.cleanup.anonymous_users_after"),
  ];
  const sessions = (isOver: RawBuilder<boolean>): Sweep => ({ table: "auth.sessions", key: "id", isOver });
  const before = (afterSeconds: number) => sql`now() - interval '24 hours' - make_interval(secs => ${afterSeconds})`;
  return [
    ...ALWAYS,
    ...(timebox > 0 ? [sessions(sql<boolean>`t.created_at < ${before(timebox)}`)] : []),
    ...(inactivity > 0
      ? [
          sessions(sql<boolean>`greatest(t.created_at, t.refreshed_at at time zone 'utc') < ${before(inactivity)}
            and not exists (select from vedette.browser_sessions b
              where b.session_id = t.id and b.last_seen_at >= ${before(inactivity)})`),
        ]
      : []),
    ...(age > 0
      ? [
          {
            table: "auth.users",
            key: "id",
            isOver: sql<boolean>`t.is_anonymous and t.created_at < now() - make_interval(secs => ${age})
              and ${KEPT_SINCE} < now() - make_interval(secs => ${age})
              and not exists (select from auth.sessions s where s.user_id = t.id
                and greatest(s.created_at, s.refreshed_at at time zone 'utc') >= now() - make_interval(secs => ${age}))`,
          },
        ]
      : []),
  ];
}
