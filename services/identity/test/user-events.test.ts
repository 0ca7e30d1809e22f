import type { Database } from "@vedette/database";
import { onEachStore } from "@vedette/database/testing";
import { TOTP } from "otpauth";
import { expect, it, vi } from "vitest";
import { aUser, call, PASSWORD, signIn } from "./call.ts";
import { type Answer, hookAt, type ReceivedCall, startReceiver } from "./hook-receiver.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";
import { clientOf } from "./published-client-of.ts";

const patient = { timeout: 20_000, interval: 20 };

/** What a receiver was told: type and user of each event. */
const told = (calls: readonly ReceivedCall[]) => calls.map(({ event }) => [event["type"], event["user_id"]]);

async function waiting(db: Database): Promise<unknown> {
  const { rows } = await db.query(
    "select (select count(*) from vedette.user_events) + (select count(*) from vedette_jobs.job where name = 'event') as open",
  );
  return rows[0]?.["open"];
}

const deadLetters = async (server: IdentityServer) =>
  JSON.parse((await call(server, "GET /admin/dead-letters", { bearer: server.secretKey })).text);

onEachStore("what happens to users [contract 27]", (open) => {
  it("is told to a hook, in the order of each user, under the id that the event has", async () => {
    const receiver = await startReceiver();
    const server = await startIdentity(open, { settings: hookAt("user_event", receiver.url) });
    const ada = await aUser(server);
    const { auth } = clientOf(server);
    await auth.signInWithPassword({ email: "ada@example.com", password: PASSWORD });
    await auth.updateUser({ data: { plan: "gold" } });
    await auth.signOut();
    const bearer = server.secretKey;
    await call(server, `DELETE /admin/users/${ada}`, { bearer, body: {} });

    await vi.waitFor(() => expect(receiver.calls).toHaveLength(5), patient);

    expect(told(receiver.calls)).toEqual(
      ["user_signedup", "login", "user_modified", "logout", "user_deleted"].map((type) => [type, ada]),
    );
    const [created, , modified] = receiver.calls;
    expect(created?.event).toEqual({
      metadata: {
        uuid: created?.headers["webhook-id"],
        time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
        name: "user-event",
        ip_address: "127.0.0.1",
      },
      type: "user_signedup",
      user_id: ada,
      actor_id: "00000000-0000-0000-0000-000000000000",
      traits: expect.objectContaining({ provider: "email" }),
    });
    expect(modified?.event).toMatchObject({ actor_id: ada });
    await vi.waitFor(async () => expect(await waiting(server.db)).toBe("0"), patient);
  });

  it("is told when a second factor or recovery codes begin to count, and when they are gone", async () => {
    const receiver = await startReceiver();
    const kinds = ["factor_enrolled", "factor_unenrolled"];
    const settings = { ...hookAt("user_event", receiver.url), "auth.hook.user_event.types": kinds };
    const server = await startIdentity(open, { settings });
    const ada = await aUser(server);
    const { auth } = clientOf(server);
    await auth.signInWithPassword({ email: "ada@example.com", password: PASSWORD });
    const { data: app } = await auth.mfa.enroll({ factorType: "totp" });
    const factorId = app?.id ?? "";
    // A second proof of the same factor is no enrolment.
    const authenticator = new TOTP({ secret: app?.totp.secret ?? "" });
    const nowMs = Date.now();
    for (const timestamp of [nowMs, nowMs + 30_000]) {
      const code = authenticator.generate({ timestamp });
      expect((await auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    }
    const { data } = await auth.getSession();
    const bearer = data.session?.access_token ?? "";
    const codes = await call(server, "POST /factors/recovery-codes", { bearer, body: {} });
    expect((await call(server, "DELETE /factors/recovery-codes", { bearer })).status).toBe(200);
    expect((await auth.mfa.unenroll({ factorId })).error).toBeNull();

    await vi.waitFor(() => expect(receiver.calls).toHaveLength(4), patient);

    expect(receiver.calls.map(({ event }) => [event["type"], event["user_id"], event["traits"]])).toEqual([
      ["factor_enrolled", ada, { factor_id: factorId, factor_type: "totp" }],
      ["factor_enrolled", ada, { factor_id: codes.json["id"], factor_type: "recovery_code" }],
      ["factor_unenrolled", ada, { factor_id: codes.json["id"], factor_type: "recovery_code" }],
      ["factor_unenrolled", ada, { factor_id: factorId, factor_type: "totp", factor_status: "verified" }],
    ]);
  });

  it("is told again until it is taken, as the same event, before what came later to the same user", async () => {
    const receiver = await startReceiver((_call, count): Answer => (count < 3 ? { status: 500 } : { json: {} }));
    const server = await startIdentity(open, { settings: hookAt("user_event", receiver.url) });
    const ada = await aUser(server);
    await signIn(server);

    await vi.waitFor(() => expect(receiver.calls).toHaveLength(4), patient);

    const [first, second, third] = receiver.calls;
    expect(told(receiver.calls).map(([type]) => type)).toEqual([
      "user_signedup",
      "user_signedup",
      "user_signedup",
      "login",
    ]);
    expect(new Set([first, second, third].map((it) => it?.headers["webhook-id"])).size).toBe(1);
    expect(new Set([first, second, third].map((it) => it?.body)).size).toBe(1);
    expect(told(receiver.calls)[3]).toEqual(["login", ada]);
    await vi.waitFor(async () => {
      const calls = await call(server, "GET /admin/hook-calls?hook=user_event", { bearer: server.secretKey });
      const outcomes = JSON.parse(calls.text).map(({ outcome }: { outcome: string }) => outcome);
      expect(outcomes).toEqual(["answered", "answered", "failed", "failed"]);
    }, patient);
    const counted = server.exposition().split("\n");
    expect(counted).toContain('vedette_request_total{namespace="default",operation="CallHook"} 4');
    expect(counted).toContain(
      'vedette_request_failure_total{namespace="default",operation="CallHook",status_code="INTERNAL"} 2',
    );
  });

  it("is given up at last without holding up what comes later, and can be put back as the same event", async () => {
    let isOpen = false;
    const receiver = await startReceiver(
      ({ event }): Answer => (isOpen || event["type"] !== "user_signedup" ? { json: {} } : { status: 500 }),
    );
    const server = await startIdentity(open, { settings: hookAt("user_event", receiver.url) });
    const ada = await aUser(server);
    await signIn(server);
    const takeRetries = `update vedette_jobs.job set retry_limit = 0 where name = 'event' and state = 'retry' returning id`;
    await vi.waitFor(async () => expect((await server.db.query(takeRetries)).rows).toHaveLength(1), patient);

    await vi.waitFor(() => expect(told(receiver.calls).at(-1)).toEqual(["login", ada]), patient);

    const [letter, ...others] = await deadLetters(server);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      queue: "event",
      to: ada,
      kind: "user_signedup",
      reason: expect.stringContaining("500"),
    });
    isOpen = true;
    expect(
      await call(server, `POST /admin/dead-letters/${letter.id}/retry`, { bearer: server.secretKey }),
    ).toMatchObject({ status: 204 });
    await vi.waitFor(() => expect(told(receiver.calls).at(-1)).toEqual(["user_signedup", ada]), patient);
    const [first] = receiver.calls;
    const last = receiver.calls.at(-1);
    expect(last?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(last?.body).toBe(first?.body);
    await vi.waitFor(async () => expect(await waiting(server.db)).toBe("0"), patient);
    expect(await deadLetters(server)).toEqual([]);
  });

  it("is left out where nobody wants it, and with everything else switched off nothing is written", async () => {
    const receiver = await startReceiver();
    const wanted = { ...hookAt("user_event", receiver.url), "auth.hook.user_event.types": ["user_deleted"] };
    const server = await startIdentity(open, { settings: wanted });
    const silent = await startIdentity(open);
    for (const it of [server, silent]) {
      const ada = await aUser(it);
      await signIn(it);
      await call(it, `DELETE /admin/users/${ada}`, { bearer: it.secretKey, body: {} });
    }

    await vi.waitFor(() => expect(told(receiver.calls).map(([type]) => type)).toEqual(["user_deleted"]), patient);

    expect(await waiting(silent.db)).toBe("0");
  });

  it("is told although the audit log keeps nothing, and never of what was rolled back", async () => {
    const receiver = await startReceiver();
    const settings = { ...hookAt("user_event", receiver.url), "auth.audit_log.disable_postgres": true };
    const server = await startIdentity(open, { settings });
    const ada = await aUser(server);
    // The insertion fails in the statement that would write the event.
    const twice = await call(server, "POST /admin/users", {
      bearer: server.secretKey,
      body: { id: ada, email: "eve@example.com", password: PASSWORD },
    });
    expect(twice.status).toBeGreaterThanOrEqual(400);
    const { accessToken } = await signIn(server);
    const sessions = await call(server, "GET /sessions", { bearer: accessToken });
    const [{ id }] = JSON.parse(sessions.text);
    // An event on a condition: the session is there once.
    for (const _ of [1, 2]) await call(server, `DELETE /sessions/${id}`, { bearer: accessToken });

    await vi.waitFor(() => expect(receiver.calls).toHaveLength(3), patient);

    expect(told(receiver.calls).map(([type]) => type)).toEqual(["user_signedup", "login", "logout"]);
    expect((await server.db.query("select 1 from auth.audit_log_entries")).rows).toEqual([]);
  });

  it("is found by the next process where one ended before it was queued, and waits while the hook is off", async () => {
    const receiver = await startReceiver();
    const off = await startIdentity(open);
    await off.db.query(`insert into vedette.user_events (id, type, user_id, actor_id, traits, ip_address)
      values (gen_random_uuid(), 'user_deleted', gen_random_uuid(), '', '{}', '192.0.2.1')`);
    const beside = await startIdentity(open, { beside: off, settings: hookAt("user_event", receiver.url) });

    await vi.waitFor(() => expect(told(receiver.calls).map(([type]) => type)).toEqual(["user_deleted"]), patient);

    await vi.waitFor(async () => expect(await waiting(beside.db)).toBe("0"), patient);
    expect(await deadLetters(beside)).toEqual([]);
  });
});
