import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { catchUpOrder, correctOrder } from "../src/audit/audit-order.ts";
import { sealEntries } from "../src/audit/audit-seals.ts";
import { cleanUp } from "../src/cleanup/clean-up.ts";
import { aUser, call, PASSWORD, signIn } from "./call.ts";
import { startIdentity } from "./identity-server.ts";
import { adminOf, clientOf, openLink, signedIn } from "./published-client-of.ts";

onEachStore("an administrator", (open) => {
  it("creates, reads, changes and deletes users by the published client", async () => {
    const server = await startIdentity(open);
    const admin = adminOf(server);

    const created = await admin.createUser({
      email: "Ada@Example.com",
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: "Ada" },
      app_metadata: { plan: "gold" },
    });
    const id = created.data.user?.id ?? "";
    expect(created.data.user).toMatchObject({
      email: "ada@example.com",
      user_metadata: { name: "Ada", email_verified: true },
      app_metadata: { provider: "email", providers: ["email"], plan: "gold" },
      identities: [{ provider: "email", user_id: id, id, identity_data: { sub: id, email_verified: true } }],
    });
    expect((await admin.getUserById(id)).data.user?.id).toBe(id);
    const updated = await admin.updateUserById(id, {
      email: "countess@example.com",
      app_metadata: { plan: null, level: 2 },
      role: "editor",
    });
    expect(updated.data.user).toMatchObject({
      email: "countess@example.com",
      role: "editor",
      app_metadata: { provider: "email", level: 2 },
      identities: [{ identity_data: { email: "countess@example.com" } }],
    });
    expect(updated.data.user?.app_metadata).not.toHaveProperty("plan");
    const { data } = await clientOf(server).auth.signInWithPassword({
      email: "countess@example.com",
      password: PASSWORD,
    });
    expect(data.user?.id).toBe(id);

    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error?.code).toBe("user_not_found");
    expect(await server.countMails("ada@example.com")).toBe(0);
  });

  it("changes no metadata that somebody else has changed meanwhile, where what was seen is named", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);
    const change = (body: object) => call(server, `PUT /admin/users/${id}`, { bearer: server.secretKey, body });
    const none = { app_metadata: { plan: null } };

    expect((await change({ app_metadata: { plan: { name: "gold" } }, seen: none })).status).toBe(200);
    const late = await change({ app_metadata: { plan: "lead" }, seen: none });
    expect([late.status, late.json["error_code"]]).toEqual([409, "user_overtaken"]);
    // What it does not name may be another by now.
    await change({ user_metadata: { name: "Ada" } });
    const seen = { app_metadata: { plan: { name: "gold" } } };
    expect((await change({ app_metadata: { plan: "lead" }, seen })).json["app_metadata"]).toMatchObject({
      plan: "lead",
    });
    expect((await change({ app_metadata: { plan: "tin" } })).json["app_metadata"]).toMatchObject({ plan: "tin" });
  });

  it("lists users in pages, the newest first", async () => {
    const server = await startIdentity(open);
    for (const name of ["a", "b", "c", "d", "e"]) await aUser(server, { email: `${name}@example.com` });

    const { data } = await adminOf(server).listUsers({ page: 2, perPage: 2 });
    const reply = await call(server, "GET /admin/users?page=2&per_page=2", { bearer: server.secretKey });
    const oldestFirst = await call(server, "GET /admin/users?sort=created_at%20asc&per_page=1", {
      bearer: server.secretKey,
    });

    expect(data).toMatchObject({ total: 5, lastPage: 3, nextPage: 3, aud: "authenticated" });
    expect(data.users.map((user) => user.email)).toEqual(["c@example.com", "b@example.com"]);
    expect(reply.headers).toMatchObject({ "x-total-count": "5" });
    expect(oldestFirst.json["users"]).toMatchObject([{ email: "a@example.com" }]);
  });

  it("lists users behind a cursor, each once, also when somebody signs up meanwhile", async () => {
    const server = await startIdentity(open);
    for (const name of ["a", "b", "c", "d", "e"]) await aUser(server, { email: `${name}@example.com` });
    const ask = (query: string) => call(server, `GET /admin/users?${query}`, { bearer: server.secretKey });
    const emailsOf = ({ json }: Awaited<ReturnType<typeof ask>>) =>
      (Array.isArray(json["users"]) ? json["users"] : []).map(({ email }) => email);
    const cursorOf = ({ json }: Awaited<ReturnType<typeof ask>>) =>
      encodeURIComponent(String(Reflect.get(Object(json["pagination"]), "next_cursor")));

    const first = await ask("limit=2");
    await aUser(server, { email: "late@example.com" });
    const second = await ask(`limit=2&cursor=${cursorOf(first)}`);
    const third = await ask(`limit=2&cursor=${cursorOf(second)}`);
    const oldest = await ask("limit=1&sort=created_at%20asc&filter=example");
    const next = await ask(`limit=9&sort=created_at%20asc&filter=example&cursor=${cursorOf(oldest)}`);

    expect([first, second, third].flatMap(emailsOf)).toEqual(
      ["e", "d", "c", "b", "a"].map((name) => `${name}@example.com`),
    );
    expect(first.json["pagination"]).toEqual({ next_cursor: expect.any(String), has_more: true });
    expect(first.headers["link"]).toBe(`</auth/v1/admin/users?limit=2&cursor=${cursorOf(first)}>; rel="next"`);
    expect(third.json["pagination"]).toEqual({ next_cursor: null, has_more: false });
    expect(third.headers["link"]).toBeUndefined();
    expect([...emailsOf(oldest), ...emailsOf(next)]).toEqual(
      ["a", "b", "c", "d", "e", "late"].map((name) => `${name}@example.com`),
    );
    for (const query of ["cursor=bm9uZQ", "limit=-1", "limit=many"]) {
      expect(await ask(query)).toMatchObject({ status: 400, json: { error_code: "validation_failed" } });
    }
  });

  it("imports users with the hashes of their passwords, which are renewed at the first sign-in", async () => {
    const server = await startIdentity(open);
    const { hash } = await import("@node-rs/bcrypt");
    const id = await aUser(server, { password: undefined, password_hash: await hash(PASSWORD, { cost: 4 }) });

    expect((await signIn(server)).accessToken).toEqual(expect.any(String));

    const { rows } = await server.db.query("select encrypted_password from auth.users where id = $1", [id]);
    expect(rows[0]?.["encrypted_password"]).toMatch(/^\$argon2id\$/);
    expect((await signIn(server)).accessToken).not.toBe("undefined");
  });

  it("deletes softly so that nobody can tell whose row it was, and the address is free again", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server, { user_metadata: { name: "Ada" } });
    const { accessToken } = await signIn(server);

    expect((await adminOf(server).deleteUser(id, true)).error).toBeNull();

    const { json } = await call(server, `GET /admin/users/${id}`, { bearer: server.secretKey });
    expect(JSON.stringify(json)).not.toMatch(/ada@|"Ada"/);
    expect(json).toMatchObject({ id, user_metadata: {}, app_metadata: {}, deleted_at: expect.any(String) });
    expect((await call(server, "GET /user", { bearer: accessToken })).status).toBe(403);
    expect(await aUser(server)).not.toBe(id);
  });

  it("who sets a password ends all sessions of that person", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);
    const { accessToken } = await signIn(server);

    await adminOf(server).updateUserById(id, { password: "battery staple" });

    expect((await call(server, "GET /user", { bearer: accessToken })).json["error_code"]).toBe("session_not_found");
    expect((await signIn(server, { password: "battery staple" })).accessToken).not.toBe("undefined");
  });

  it("who changes an address makes the codes of a pending change worthless", async () => {
    const server = await startIdentity(open);
    const { auth, user } = await signedIn(server);
    await auth.updateUser({ email: "ada@new.example" });
    const pending = await server.mailTo("ada@new.example", "email_change");

    const { data } = await adminOf(server).updateUserById(user.id, { email: "ada@third.example" });

    expect(data.user).toMatchObject({ email: "ada@third.example", confirmed_at: expect.any(String) });
    expect((await openLink(pending.link)).fragment.get("error_code")).toBe("otp_expired");
    expect((await auth.getUser()).data.user?.email).toBe("ada@third.example");
  });

  it("who makes a link for another change makes those of a pending one worthless", async () => {
    const server = await startIdentity(open);
    const { auth } = await signedIn(server);
    await auth.updateUser({ email: "ada@new.example" });
    const pending = await server.mailTo("ada@new.example", "email_change");
    const body = { type: "email_change_current", email: "ada@example.com", new_email: "ada@good.example" };
    const { json } = await call(server, "POST /admin/generate_link", { body, bearer: server.secretKey });

    expect((await openLink(pending.link)).fragment.get("error_code")).toBe("otp_expired");
    expect((await openLink(new URL(String(json["action_link"])))).fragment.get("message")).toMatch(/accepted/);
  });

  it("bans somebody at once", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);
    const { accessToken } = await signIn(server);

    await adminOf(server).updateUserById(id, { ban_duration: "24h" });
    expect(await call(server, "GET /user", { bearer: accessToken })).toMatchObject({
      status: 403,
      json: { error_code: "user_banned" },
    });
    await adminOf(server).updateUserById(id, { ban_duration: "none" });
    expect((await call(server, "GET /user", { bearer: accessToken })).status).toBe(200);
  });

  it.each([
    ["signup", { password: PASSWORD }, "signup"],
    ["invite", {}, "invite"],
    ["magiclink", {}, "signup"],
  ] as const)("makes a link of the kind %s that works, and sends nothing", async (type, fields, verification) => {
    const server = await startIdentity(open);

    const { json } = await call(server, "POST /admin/generate_link", {
      body: { type, email: "new@example.com", data: { name: "New" }, ...fields },
      bearer: server.secretKey,
    });

    expect(json).toMatchObject({
      email: "new@example.com",
      verification_type: verification,
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[A-Za-z0-9_-]{24}$/),
      user_metadata: { name: "New" },
    });
    const { fragment } = await openLink(new URL(String(json["action_link"])));
    expect(fragment.get("type")).toBe(verification);
    expect(fragment.get("access_token")).toEqual(expect.any(String));
    expect(await server.countMails("new@example.com")).toBe(0);
    expect(json["user_metadata"]).toEqual({ name: "New" });
  });

  it("makes links for users who exist: recovery, sign-in, change of address", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.double_confirm_changes": false } });
    await aUser(server);
    const linkFor = async (body: object) => {
      const { json } = await call(server, "POST /admin/generate_link", {
        body: { email: "ada@example.com", ...body },
        bearer: server.secretKey,
      });
      return openLink(new URL(String(json["action_link"])));
    };

    for (const type of ["recovery", "magiclink"]) {
      expect((await linkFor({ type })).fragment.get("type")).toBe(type);
    }
    await linkFor({ type: "email_change_new", new_email: "ada@new.example" });
    expect((await signIn(server, { email: "ada@new.example" })).accessToken).not.toBe("undefined");
  });

  it("gives somebody a number that is a way to sign in from then on, and takes the old one's codes away", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);
    const admin = adminOf(server);

    const { data } = await admin.updateUserById(id, { phone: "+15551234567", phone_confirm: true });

    expect(data.user).toMatchObject({
      phone: "15551234567",
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: "email", providers: ["email", "phone"] },
      identities: [
        { provider: "email" },
        { provider: "phone", identity_data: { phone: "15551234567", phone_verified: true } },
      ],
    });
    await admin.updateUserById(id, { phone: "15557654321" });
    const { data: changed } = await admin.getUserById(id);
    expect(changed.user?.identities?.map(({ identity_data }) => identity_data?.["phone"])).toEqual([
      undefined,
      "15557654321",
    ]);
    await aUser(server, { email: "bob@example.com", phone: "15550000000" });
    const taken = await admin.updateUserById(id, { phone: "15550000000" });
    expect(`${taken.error?.status} ${taken.error?.code}`).toBe("422 phone_exists");
  });

  it("leaves a record of every change, written with it", async () => {
    const server = await startIdentity(open);
    const { auth, user } = await signedIn(server);
    await auth.refreshSession();
    await auth.updateUser({ password: "battery staple" });
    await auth.signOut();
    await adminOf(server).inviteUserByEmail("bob@example.com");
    await adminOf(server).deleteUser(user.id);

    const { rows } = await server.db.query(
      "select payload, ip_address from auth.audit_log_entries order by created_at",
    );

    const entries = rows.map(({ payload }) => payload);
    expect(entries.map((entry) => Reflect.get(Object(entry), "action")).sort()).toEqual([
      "login",
      "logout",
      "token_refreshed",
      "user_deleted",
      "user_invited",
      "user_modified",
      "user_signedup",
      "user_updated_password",
    ]);
    expect(entries[1]).toMatchObject({ actor_id: user.id, actor_username: "ada@example.com", log_type: "account" });
    expect(JSON.stringify(rows)).not.toContain("battery staple");
    expect(rows[1]?.["ip_address"]).toBe("127.0.0.1");
  });
});

/** What the log says of security events. */
function aLog() {
  const lines: { action: string; [field: string]: unknown }[] = [];
  const info = (fields: object) => void lines.push(Reflect.get(fields, "audit"));
  return { lines, log: { warn: () => {}, info } };
}

onEachStore("every security event", (open) => {
  it("is a line in the log once it has happened, without anybody's address", async () => {
    const { lines, log } = aLog();
    const server = await startIdentity(open, { log });
    const { auth, user } = await signedIn(server);
    await auth.refreshSession();
    await call(server, "POST /recover", { body: { email: "ada@example.com" } });
    // Rolled back with the mail that is refused so soon: it has not happened.
    await call(server, "POST /recover", { body: { email: "ada@example.com" } });
    await auth.signOut();

    const { rows } = await server.db.query("select payload from auth.audit_log_entries order by created_at");
    const actions = ["user_signedup", "login", "token_refreshed", "user_recovery_requested", "logout"];
    expect(lines.map(({ action }) => action)).toEqual(actions);
    expect(rows.map(({ payload }) => Reflect.get(Object(payload), "action"))).toEqual(actions);
    expect(lines[1]).toEqual({
      action: "login",
      log_type: "account",
      actor_id: user.id,
      actor_via_sso: false,
      request_id: expect.any(String),
      traits: { provider: "email" },
    });
    expect(JSON.stringify(lines)).not.toContain("example.com");
  });

  it("is sealed, so that one that is missing, changed or added shows, and those that were forgotten do not", async () => {
    const server = await startIdentity(open);
    const { db, identity } = server;
    await db.query("update vedette.migrations set applied_at = now() - interval '2 years'");
    await db.query(
      "update vedette.audit_seals set first_at = now() - interval '400 days', last_at = now() - interval '400 days'",
    );
    const write = async (email: string, age: string) => {
      await aUser(server, { email });
      const move = `update auth.audit_log_entries set created_at = now() - interval '${age}' where created_at > now() - interval '30 seconds'`;
      await db.query(move);
      await correctOrder(identity.db);
      await sealEntries(identity.db, await catchUpOrder(identity.db));
    };
    const chain = async (since = "") =>
      (await call(server, `GET /admin/audit/chain?since=${since}`, { bearer: server.secretKey })).json;

    await write("old@example.com", "399 days");
    await write("ada@example.com", "3 days");
    await write("bob@example.com", "2 minutes");
    await aUser(server, { email: "new@example.com" });
    await sealEntries(identity.db, await catchUpOrder(identity.db));
    expect(await chain()).toEqual({ is_whole: true, entries: 3 });
    await cleanUp(identity.db, identity.settings);
    expect(await chain()).toEqual({ is_whole: true, entries: 2 });

    const { rows } = await db.query(
      "select id from auth.audit_log_entries where created_at < now() - interval '1 day'",
    );
    const id = rows[0]?.["id"];
    const change = "update auth.audit_log_entries set payload = replace(payload::text, $2, $3)::json where id = $1";
    await db.query(change, [id, "user_signedup", "user_modified"]);
    expect(await chain()).toMatchObject({
      is_whole: false,
      entries: 0,
      broken_between: [expect.any(String), expect.any(String)],
    });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    expect(await chain(yesterday)).toEqual({ is_whole: true, entries: 1 });
    await db.query(change, [id, "user_modified", "user_signedup"]);
    expect(await chain()).toEqual({ is_whole: true, entries: 2 });
    await db.query(`insert into auth.audit_log_entries (id, payload, created_at, ip_address)
      values (gen_random_uuid(), '{}', now() - interval '1 day', '')`);
    expect(await chain()).toMatchObject({ is_whole: false, entries: 1 });
    await db.query("delete from auth.audit_log_entries where created_at < now() - interval '1 minute'");
    expect(await chain()).toMatchObject({ is_whole: false, entries: 0 });
  });

  it("is nowhere else where the operator wants none of it in the database", async () => {
    const { lines, log } = aLog();
    const server = await startIdentity(open, { log, settings: { "auth.audit_log.disable_postgres": true } });
    const { auth, user } = await signedIn(server);

    expect((await auth.refreshSession()).error).toBeNull();
    expect((await auth.updateUser({ password: "battery staple" })).error).toBeNull();
    expect((await auth.signOut()).error).toBeNull();
    expect((await adminOf(server).deleteUser(user.id)).error).toBeNull();

    expect(lines.map(({ action }) => action)).toEqual([
      "user_signedup",
      "login",
      "token_refreshed",
      "user_updated_password",
      "user_modified",
      "logout",
      "user_deleted",
    ]);
    expect((await server.db.query("select 1 from auth.audit_log_entries")).rows).toEqual([]);
  });
});
