import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onEachStore } from "@vedette/database/testing";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { LOG_TYPE_BY_ACTION } from "../src/audit/audit-entry.ts";
import { catchUpOrder } from "../src/audit/audit-order.ts";
import { call } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";
import { adminOf, clientOf, PASSWORD, signedIn } from "./published-client-of.ts";

interface Entry {
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What an administrator finds of an action, newest first. */
async function entriesOf({ app, ...server }: IdentityServer, action: string): Promise<Entry["payload"][]> {
  const { text } = await call({ app, ...server }, `GET /admin/audit?query=action:${action}`, {
    bearer: server.secretKey,
  });
  return (JSON.parse(text) as Entry[]).map(({ payload }) => payload);
}

onEachStore("the audit log", (open) => {
  const settings = { "auth.email.max_frequency": 0, "auth.refresh_token_reuse_interval": 0 };

  it("says who asked for which mail, and who came by an invitation", async () => {
    const server = await startIdentity(open, { settings });
    const { auth } = await signedIn(server);
    const about = async (action: string) =>
      (await entriesOf(server, action)).map(({ actor_username, log_type }) => [actor_username, log_type]);

    await auth.reauthenticate();
    await clientOf(server).auth.signUp({ email: "ada@example.com", password: PASSWORD });
    await clientOf(server).auth.signUp({ email: "bob@example.com", password: PASSWORD });
    await clientOf(server).auth.resetPasswordForEmail("ada@example.com");
    await adminOf(server).inviteUserByEmail("eve@example.com");
    const { tokenHash } = await server.mailTo("eve@example.com", "invite");
    await clientOf(server).auth.verifyOtp({ type: "invite", token_hash: tokenHash });

    expect(await about("user_reauthenticate_requested")).toEqual([["ada@example.com", "user"]]);
    expect(await about("user_repeated_signup")).toEqual([["ada@example.com", "user"]]);
    expect(await about("user_confirmation_requested")).toEqual([["bob@example.com", "user"]]);
    expect(await about("user_recovery_requested")).toEqual([["ada@example.com", "user"]]);
    expect(await about("user_invited")).toEqual([["service_role", "team"]]);
    expect(await about("invite_accepted")).toEqual([["eve@example.com", "account"]]);
  });

  it("is looked through and exported whole, however long it is", async () => {
    const server = await startIdentity(open, { settings });
    await sql`insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      select gen_random_uuid(), gen_random_uuid(), json_build_object('action', 'login', 'traits', json_build_object('n', n),
        'actor_username', case when n % 4000 = 1 then 'rare@example.com' else 'often@example.com' end),
        timestamptz '2020-01-01' + n / 100 * interval '1 minute', ''
      from generate_series(1, 12000) n`.execute(server.db.as());
    await catchUpOrder(server.identity.db);
    const asked = { bearer: server.secretKey };
    const found = async (parameters: string) => {
      const { text, headers } = await call(server, `GET /admin/audit?${parameters}`, asked);
      const entries = JSON.parse(text) as { payload: { traits: { n: number } } }[];
      return { total: headers["x-total-count"], numbers: entries.map(({ payload }) => payload.traits.n) };
    };
    const exported = async (parameters: string) =>
      (await call(server, `GET /admin/audit/export?${parameters}`, asked)).text.trim().split("\n");

    expect(await found("actor=rare")).toEqual({ total: "3", numbers: [8001, 4001, 1] });
    expect(await found("actor=rare&page=2&per_page=2")).toEqual({ total: "3", numbers: [1] });
    expect(await found("actor=rare&to=2020-01-01T01:00:00Z")).toEqual({ total: "2", numbers: [4001, 1] });
    expect(await found("actor=often&from=2020-01-01T00:50:00Z&per_page=1")).toMatchObject({ total: "7000" });
    expect(await found("actor=nobody")).toEqual({ total: "0", numbers: [] });
    expect((await exported("actor=rare")).map((line) => JSON.parse(line).payload.traits.n)).toEqual([1, 4001, 8001]);
    expect(new Set(await exported("to=2021-01-01")).size).toBe(12_000);
  });

  it("has every entry in its order, in a schema of this service alone", async () => {
    const server = await startIdentity(open, { settings });
    const { auth } = await signedIn(server);
    await auth.refreshSession();
    await adminOf(server).inviteUserByEmail("bob@example.com");
    const { rows: ordered } = await server.db.query(`
      select count(*)::int as entries, count(o.id)::int as places from auth.audit_log_entries a
      full join vedette.audit_order o on (o.created_at, o.id) = (a.created_at, a.id)`);
    const { rows: indexes } = await server.db.query(
      "select indexname from pg_indexes where schemaname = 'auth' and indexname like 'vedette%'",
    );

    expect(ordered).toEqual([{ entries: 4, places: 4 }]);
    expect(indexes).toEqual([]);
  });

  it("lists entries that another service has written, and none that it has removed", async () => {
    const server = await startIdentity(open, { settings });
    await signedIn(server);
    await server.db.query(`
      insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      values (gen_random_uuid(), gen_random_uuid(), '{"action": "login", "actor_username": "peer"}', '2020-01-01', '')`);
    await catchUpOrder(server.identity.db);
    const listed = (await entriesOf(server, "login")).map(({ actor_username }) => actor_username);
    await server.db.query("delete from auth.audit_log_entries where payload ->> 'actor_username' = 'peer'");
    await catchUpOrder(server.identity.db);
    const { rows } = await server.db.query("select count(*)::int as places from vedette.audit_order");

    expect(listed).toEqual(["ada@example.com", "peer"]);
    expect(await entriesOf(server, "login")).toMatchObject([{ actor_username: "ada@example.com" }]);
    expect(rows).toEqual([{ places: 2 }]);
  });

  it("says which request each event came by, as its answer does", async () => {
    const server = await startIdentity(open, { settings });
    const { session } = await signedIn(server);

    const { headers } = await call(server, "POST /token?grant_type=refresh_token", {
      body: { refresh_token: session.refresh_token },
    });

    const [renewed] = await entriesOf(server, "token_refreshed");
    expect(renewed).toMatchObject({ request_id: headers["x-request-id"] });
    expect(await entriesOf(server, "login")).toMatchObject([{ request_id: expect.stringMatching(/.{8}/) }]);
  });

  it("is looked through by who and what at once, and exported as it is looked through", async () => {
    const server = await startIdentity(open, { settings });
    const { user } = await signedIn(server);
    await clientOf(server).auth.signUp({ email: "bob@example.com", password: PASSWORD });
    await adminOf(server).updateUserById(user.id, { user_metadata: { name: "Ada" } });
    const ask = async (path: string) => {
      const { text, status } = await call(server, `GET /admin/audit${path}`, { bearer: server.secretKey });
      return { text, status };
    };
    const exported = async (search: string) =>
      (await ask(`/export?${search}`)).text
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [JSON.parse(line).payload]))
        .map(({ actor_username, action }) => [actor_username, action]);
    const listed = async (search: string) =>
      (JSON.parse((await ask(`?${search}`)).text) as Entry[])
        .map(({ payload }) => [payload["actor_username"], payload["action"]])
        .toReversed();
    const all = await exported("");
    const searches = [
      "actor=ada&action=login",
      "actor=BOB",
      "action=user_",
      `target=${user.id}`,
      "to=2001-01-01",
      "from=2001-01-01&to=2999-01-01&actor=ada",
    ];

    expect(await exported("actor=ada%40&action=login")).toEqual([["ada@example.com", "login"]]);
    for (const search of searches) expect(await exported(search), search).toEqual(await listed(search));
    expect(await exported(`target=${user.id}`)).not.toEqual([]);
    expect(await exported("actor=ada")).not.toEqual(all);
    for (const moment of ["soon", "0000-01-01", "275760-01-01"]) {
      expect((await ask(`/export?to=${moment}`)).status, moment).toBe(400);
      expect((await ask(`?from=${moment}`)).status, moment).toBe(400);
    }
    expect(await exported("since=2999-01-01")).toEqual([]);
    const both = await ask("/export?since=2001-01-01&from=2001-01-01");
    expect([both.status, JSON.parse(both.text).msg]).toEqual([400, "Give either since or from, not both"]);
  });

  it.each([1, 2])("says whose session a token of old ended, for tokens of version %i", async (version) => {
    const server = await startIdentity(open, {
      settings: { ...settings, "auth.refresh_token_algorithm_version": version },
    });
    const { auth, session, user } = await signedIn(server);

    for (let times = 0; times < 3; times += 1) await auth.refreshSession();
    const { error } = await clientOf(server).auth.refreshSession({ refresh_token: session.refresh_token });

    expect(error?.code).toBe("refresh_token_already_used");
    expect(await entriesOf(server, "token_revoked")).toMatchObject([{ actor_id: user.id, log_type: "token" }]);
    expect(await entriesOf(server, "token_refreshed")).toHaveLength(3);
  });

  it("follows a second factor from its enrolment to its end", async () => {
    const server = await startIdentity(open);
    const { auth, user } = await signedIn(server);
    const { data: factor } = await auth.mfa.enroll({ factorType: "totp" });
    if (factor === null) throw new Error("No factor");
    const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate();
    await auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    await call(server, `PUT /admin/users/${user.id}/factors/${factor.id}`, {
      bearer: server.secretKey,
      body: { friendly_name: "telephone" },
    });
    await adminOf(server).mfa.deleteFactor({ id: factor.id, userId: user.id });

    const actions = ["factor_in_progress", "challenge_created", "verification_attempted"];
    for (const action of actions) {
      const own = { actor_id: user.id, log_type: "factor", traits: { factor_id: factor.id } };
      expect(await entriesOf(server, action), action).toMatchObject([own]);
    }
    for (const action of ["factor_updated", "factor_deleted"]) {
      const byAdministrator = { actor_username: "service_role", log_type: "factor", traits: { factor_id: factor.id } };
      expect(await entriesOf(server, action), action).toMatchObject([byAdministrator]);
    }
  });
});

describe("the actions of the audit log", () => {
  it("are each seen by a test", () => {
    const folders = [".", "../src", "../../../test"].map((folder) => join(import.meta.dirname, folder));
    const tests = folders
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: "utf8" })
          .filter((file) => file.endsWith(".test.ts"))
          .map((file) => readFileSync(join(folder, file), "utf8")),
      )
      .join("\n");
    const isSeen = (action: string) => new RegExp(`["':.=]${action}["'\`& ]`).test(tests);

    expect(Object.keys(LOG_TYPE_BY_ACTION).filter((action) => !isSeen(action))).toEqual([]);
    expect(isSeen(`${"never"}_done`)).toBe(false);
  });
});
