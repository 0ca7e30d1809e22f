import type { Database } from "@vedette/database";
import { onEachStore } from "@vedette/database/testing";
import { settingsFrom } from "@vedette/settings";
import { expect, it, onTestFinished, vi } from "vitest";
import { checkSeals } from "../src/audit/audit-seals.ts";
import type { IdentityTables } from "../src/identity-tables.ts";
import { identityMigrations, identitySettings, startCleanup } from "../src/index.ts";

const USER = "10000000-0000-4000-8000-000000000001";
const ANONYMOUS = "10000000-0000-4000-8000-000000000002";
const BUSY = "10000000-0000-4000-8000-000000000003";
const FACTOR = "20000000-0000-4000-8000-000000000001";

/** Each kind once as it is to go, named `old`, and once as it is to stay. */
async function fill(db: Database): Promise<void> {
  await db.exec(`
    update vedette.migrations set applied_at = now() - interval '2 years';
    insert into auth.users (id, aud, email, created_at, is_anonymous) values
      ('${USER}', 'authenticated', 'ada@example.com', now() - interval '90 days', false),
      ('${ANONYMOUS}', 'authenticated', null, now() - interval '31 days', true),
      ('${BUSY}', 'authenticated', null, now() - interval '31 days', true),
      (gen_random_uuid(), 'authenticated', null, now() - interval '29 days', true);
    insert into auth.sessions (id, user_id, created_at, not_after, user_agent, refreshed_at) values
      (gen_random_uuid(), '${USER}', now() - interval '9 days', now() - interval '73 hours', 'old', null),
      (gen_random_uuid(), '${USER}', now() - interval '9 days', now() - interval '71 hours', 'ended lately', null),
      ('30000000-0000-4000-8000-000000000001', '${USER}', now() - interval '9 days', null, 'without end', now() at time zone 'utc'),
      (gen_random_uuid(), '${ANONYMOUS}', now() - interval '31 days', null, 'anonymous', null),
      (gen_random_uuid(), '${BUSY}', now() - interval '31 days', null, 'anonymous at work', now() at time zone 'utc');
    insert into auth.refresh_tokens (token, user_id, revoked, updated_at, session_id)
      select name, '${USER}', revoked, now() - age, '30000000-0000-4000-8000-000000000001' from (values
        ('old', true, interval '25 hours'), ('fresh', true, interval '23 hours'), ('live', false, interval '99 hours')
      ) t (name, revoked, age);
    insert into auth.flow_state (id, provider_type, authentication_method, created_at) values
      (gen_random_uuid(), 'old', 'recovery', now() - interval '25 hours'),
      (gen_random_uuid(), 'fresh', 'recovery', now() - interval '23 hours');
    insert into auth.oauth_client_states (id, provider_type, created_at) values
      (gen_random_uuid(), 'old', now() - interval '25 hours'), (gen_random_uuid(), 'fresh', now());
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at) values
      ('${FACTOR}', '${USER}', 'verified', 'totp', 'verified', now() - interval '9 days', now()),
      (gen_random_uuid(), '${USER}', 'old', 'totp', 'unverified', now() - interval '25 hours', now()),
      (gen_random_uuid(), '${USER}', 'fresh', 'totp', 'unverified', now(), now());
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code) values
      (gen_random_uuid(), '${FACTOR}', now() - interval '25 hours', '::1', 'old'),
      (gen_random_uuid(), '${FACTOR}', now(), '::1', 'fresh');
    insert into auth.webauthn_challenges (id, challenge_type, session_data, created_at, expires_at) values
      (gen_random_uuid(), 'authentication', '"old"', now(), now() - interval '1 minute'),
      (gen_random_uuid(), 'authentication', '"fresh"', now(), now() + interval '1 minute');
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at) values
      (gen_random_uuid(), '${USER}', 'recovery_token', 'old', 'x', (now() at time zone 'utc') - interval '49 hours'),
      (gen_random_uuid(), '${USER}', 'confirmation_token', 'fresh', 'x', (now() at time zone 'utc') - interval '23 hours');
    insert into auth.audit_log_entries (id, payload, created_at, ip_address) values
      (gen_random_uuid(), '{"action": "old"}', now() - interval '366 days', ''),
      (gen_random_uuid(), '{"action": "fresh"}', now() - interval '364 days', '');
    insert into vedette.audit_order (created_at, id) select created_at, id from auth.audit_log_entries;
  `);
}

/** What is left of everything. */
async function leftIn(db: Database): Promise<Record<string, string[]>> {
  const { rows } = await db.query(`
    select * from (
      select 'users' as kind, coalesce(email, 'anonymous') as name from auth.users
      union all select 'sessions', user_agent from auth.sessions
      union all select 'refresh tokens', token from auth.refresh_tokens
      union all select 'flows', provider_type from auth.flow_state
      union all select 'client states', provider_type from auth.oauth_client_states
      union all select 'factors', friendly_name from auth.mfa_factors
      union all select 'challenges', otp_code from auth.mfa_challenges
      union all select 'passkey challenges', session_data #>> '{}' from auth.webauthn_challenges
      union all select 'codes', token_hash from auth.one_time_tokens
      union all select 'events', payload ->> 'action' from auth.audit_log_entries
    ) t order by 1, 2`);
  const left: Record<string, string[]> = {};
  for (const { kind, name } of rows) left[String(kind)] = [...(left[String(kind)] ?? []), String(name)];
  return left;
}

const START = {
  users: ["ada@example.com", "anonymous", "anonymous", "anonymous"],
  sessions: ["anonymous", "anonymous at work", "ended lately", "old", "without end"],
  "refresh tokens": ["fresh", "live", "old"],
  flows: ["fresh", "old"],
  "client states": ["fresh", "old"],
  factors: ["fresh", "old", "verified"],
  challenges: ["fresh", "old"],
  "passkey challenges": ["fresh", "old"],
  codes: ["fresh", "old"],
  events: ["fresh", "old"],
};

const OLD_REMOVED = Object.fromEntries(
  Object.entries(START).map(([kind, names]) => [kind, names.filter((name) => name !== "old")]),
);
/** And the anonymous user whom nobody has seen for a month. */
const ENDED_REMOVED = {
  ...OLD_REMOVED,
  users: ["ada@example.com", "anonymous", "anonymous"],
  sessions: ["anonymous at work", "ended lately", "without end"],
};

onEachStore("what has ended", (open) => {
  it.each([
    ["is removed, and what still lives stays", {}, ENDED_REMOVED],
    [
      "is no anonymous user where the operator wants to keep them",
      { "auth.cleanup.anonymous_users_after": 0 },
      OLD_REMOVED,
    ],
    [
      "is no event of the audit log where the operator keeps them all",
      { "auth.audit_log.retention_days": 0 },
      { ...ENDED_REMOVED, events: ["fresh", "old"] },
    ],
    [
      "is a session that is older than sessions may be, a day later",
      { "auth.sessions.timebox": "24h" },
      // Nobody can sign in as an anonymous user whose last session is gone.
      { ...ENDED_REMOVED, users: ["ada@example.com", "anonymous"], sessions: undefined, "refresh tokens": undefined },
    ],
    [
      "is a session that nobody uses any more, a day after it ended",
      { "auth.sessions.inactivity_timeout": "24h" },
      { ...ENDED_REMOVED, sessions: ["anonymous at work", "without end"] },
    ],
  ] as const)("%s", async (_title, settings, expected) => {
    const db = await open(identityMigrations);
    await fill(db);
    expect(await leftIn(db)).toEqual(START);

    const cleanup = startCleanup({
      db,
      settings: settingsFrom(identitySettings, settings),
      log: { warn: () => {} },
      intervalMs: 20,
    });
    onTestFinished(() => cleanup[Symbol.asyncDispose]());

    await vi.waitFor(async () => expect(await leftIn(db)).toEqual(expected), { timeout: 25_000, interval: 50 });
  });

  it("counts from the day on which its database was taken over", async () => {
    const db = await open(identityMigrations);
    await fill(db);
    await db.exec("update vedette.migrations set applied_at = now() - interval '29 days'");

    const cleanup = startCleanup({
      db,
      settings: settingsFrom(identitySettings),
      log: { warn: () => {} },
      intervalMs: 20,
    });
    onTestFinished(() => cleanup[Symbol.asyncDispose]());

    const expected = { ...OLD_REMOVED, events: START.events };
    await vi.waitFor(async () => expect(await leftIn(db)).toEqual(expected), { timeout: 25_000, interval: 50 });
  });

  it("goes in several rounds, by several processes at once, and stays where nobody wants it removed", async () => {
    const db = await open(identityMigrations);
    await db.exec(`
      insert into auth.flow_state (id, provider_type, authentication_method, created_at)
      select gen_random_uuid(), 'old', 'recovery', now() - interval '25 hours' from generate_series(1, 450)`);
    const count = async () => Number((await db.query("select count(*) from auth.flow_state")).rows[0]?.["count"]);
    const start = (isEnabled: boolean) => {
      const settings = settingsFrom(identitySettings, { "auth.cleanup.enabled": isEnabled });
      const cleanup = startCleanup({ db, settings, log: { warn: () => {} }, intervalMs: 20 });
      onTestFinished(() => cleanup[Symbol.asyncDispose]());
      return cleanup;
    };

    await start(false)[Symbol.asyncDispose]();
    expect(await count()).toBe(450);
    start(true);
    start(true);

    await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 25_000, interval: 20 });
  });
});

onEachStore("what another service has written to the audit log", (open) => {
  it("is sealed with the rest, also where its place in the order cannot be noted at first", async () => {
    const db = await open(identityMigrations);
    const own = "40000000-0000-4000-8000-000000000001";
    await db.exec(`
      update vedette.audit_seals set first_at = now() - interval '1 day', last_at = now() - interval '1 day';
      insert into auth.audit_log_entries (id, payload, created_at, ip_address) values
        (gen_random_uuid(), '{"action": "of another"}', now() - interval '2 minutes', ''),
        ('${own}', '{"action": "own"}', now() - interval '90 seconds', '');
      insert into vedette.audit_order (created_at, id)
        select created_at, id from auth.audit_log_entries where id = '${own}';
      insert into auth.flow_state (id, provider_type, authentication_method, created_at)
        values (gen_random_uuid(), 'old', 'recovery', now() - interval '25 hours');
      create function vedette.refuse_place() returns trigger language plpgsql as
        $$ begin raise exception 'no place'; end $$;
      create trigger refuse_place before insert on vedette.audit_order
        for each row execute function vedette.refuse_place();
    `);
    const warnings: string[] = [];
    const log = { warn: (_fields: object, message: string) => void warnings.push(message) };
    const cleanup = startCleanup({ db, settings: settingsFrom(identitySettings), log, intervalMs: 20 });
    onTestFinished(() => cleanup[Symbol.asyncDispose]());
    const found = async () => {
      const { rows } = await db.query(`
        select (select count(*)::int from auth.flow_state) as flows,
          (select count(*)::int from vedette.audit_order) as places,
          (select sum(entries)::int from vedette.audit_seals) as sealed`);
      return rows[0];
    };
    const waiting = { timeout: 25_000, interval: 20 };

    // The second failure says that a whole round has passed since the first.
    await vi.waitFor(() => expect(warnings.length).toBeGreaterThan(1), waiting);
    expect(await found()).toEqual({ flows: 0, places: 1, sealed: 0 });
    await db.exec("drop trigger refuse_place on vedette.audit_order");
    await vi.waitFor(async () => expect(await found()).toEqual({ flows: 0, places: 2, sealed: 2 }), waiting);

    expect(await checkSeals(db.as<IdentityTables>(), new Date(0))).toEqual({ isWhole: true, entries: 2 });
  });
});
