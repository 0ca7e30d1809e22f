import { onEachStore } from "@vedette/database/testing";
import { describe, expect, it } from "vitest";
import { mailingTransaction } from "../src/hooks/mail-posts.ts";
import { notify } from "../src/mails/notify.ts";
import { findUser } from "../src/users/stored-user.ts";
import { aUser, call, PASSWORD, refresh, signIn } from "./call.ts";
import { hookAt, type ReceivedCall, startReceiver } from "./hook-receiver.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";
import { adminOf, clientOf } from "./published-client-of.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const ORIGIN = { ipAddress: "127.0.0.1", userAgent: "" };

/** What the mail hook was told about a mail. */
function mailOf(
  call: ReceivedCall | undefined,
): Record<"token" | "token_hash" | "token_new" | "token_hash_new" | "email_action_type", string> {
  return Object(call?.event["email_data"]);
}

onEachStore("the hook before a user is created", (open) => {
  it("is asked with a user who is not there yet [spec 1, Hook input: before-user-created]", async () => {
    const receiver = await startReceiver();
    const server = await startIdentity(open, { settings: hookAt("before_user_created", receiver.url) });
    const { auth } = clientOf(server);

    const { data } = await auth.signUp({
      email: "ada@example.com",
      password: PASSWORD,
      options: { data: { plan: "gold" } },
    });

    expect(receiver.calls.map(({ event }) => event)).toEqual([
      {
        metadata: {
          uuid: expect.stringMatching(UUID),
          time: expect.stringMatching(DATE_TIME),
          name: "before-user-created",
          ip_address: "127.0.0.1",
        },
        user: {
          id: data.user?.id,
          aud: "authenticated",
          role: "",
          email: "ada@example.com",
          phone: "",
          app_metadata: { provider: "email", providers: ["email"] },
          user_metadata: expect.objectContaining({ plan: "gold" }),
          identities: [],
          created_at: expect.stringMatching(DATE_TIME),
          updated_at: expect.stringMatching(DATE_TIME),
          is_anonymous: false,
        },
      },
    ]);
  });

  it.each([
    ["an empty object", { json: {} }],
    ["no body", { status: 204 }],
    ["something else without an error", { json: { note: "fine" } }],
  ])("allows with %s", async (_name, answer) => {
    const receiver = await startReceiver(() => answer);
    const server = await startIdentity(open, { settings: hookAt("before_user_created", receiver.url) });

    const reply = await call(server, "POST /signup", { body: { email: "ada@example.com", password: PASSWORD } });

    expect(reply.status).toBe(200);
  });

  it.each([
    ["its own status and message", { error: { http_code: 403, message: "Not you" } }, 403, "Not you"],
    ["500 when it names no status", { error: { message: "Not you" } }, 500, "Not you"],
    ["500 when its status is no refusal", { error: { http_code: 200, message: "Not you" } }, 500, "Not you"],
    ["500 when its status is a failure", { error: { http_code: 503, message: "Not you" } }, 500, "Not you"],
  ])("refuses with %s, and nobody is created", async (_name, json, status, msg) => {
    const receiver = await startReceiver(() => ({ json }));
    const server = await startIdentity(open, { settings: hookAt("before_user_created", receiver.url) });

    const reply = await call(server, "POST /signup", { body: { email: "ada@example.com", password: PASSWORD } });

    expect(reply).toMatchObject({ status, json: { msg } });
    expect((await server.db.query("select 1 from auth.users")).rows).toEqual([]);
  });

  it("stands before every way to a new user but the administrator's own", async () => {
    const receiver = await startReceiver(() => ({ json: { error: { http_code: 422, message: "Closed" } } }));
    const server = await startIdentity(open, { settings: hookAt("before_user_created", receiver.url) });
    const admin = adminOf(server);
    const otp = await clientOf(server).auth.signInWithOtp({ email: "otp@example.com" });
    const invite = await admin.inviteUserByEmail("invited@example.com");
    const link = await admin.generateLink({ type: "signup", email: "linked@example.com", password: PASSWORD });

    expect([otp, invite, link].map(({ error }) => error?.message)).toEqual(["Closed", "Closed", "Closed"]);
    expect((await admin.createUser({ email: "made@example.com" })).error).toBeNull();
    expect(receiver.calls).toHaveLength(3);
  });

  it("is not asked about somebody who is there already", async () => {
    const receiver = await startReceiver();
    const server = await startIdentity(open, { settings: hookAt("before_user_created", receiver.url) });
    await aUser(server);

    await call(server, "POST /signup", { body: { email: "ada@example.com", password: PASSWORD } });
    await call(server, "POST /otp", { body: { email: "ada@example.com" } });

    expect(receiver.calls).toEqual([]);
  });
});

onEachStore("the hook after a user was created", (open) => {
  it("is told, and nothing depends on its answer", async () => {
    const receiver = await startReceiver(() => ({ status: 500, text: "out of order" }));
    const server = await startIdentity(open, { settings: hookAt("after_user_created", receiver.url) });

    const reply = await call(server, "POST /signup", { body: { email: "ada@example.com", password: PASSWORD } });

    expect(reply.status).toBe(200);
    expect(receiver.calls.map(({ event }) => event)).toMatchObject([
      { metadata: { name: "after-user-created" }, user: { id: reply.json["id"], role: "authenticated" } },
    ]);
  });
});

onEachStore("the password hook", (open) => {
  const attempt = (server: Parameters<typeof call>[0], password: string) =>
    call(server, "POST /token?grant_type=password", { body: { email: "ada@example.com", password } });

  it("learns of every attempt at a known user and of no other [spec 1, password verification]", async () => {
    const receiver = await startReceiver(() => ({ json: { decision: "continue" } }));
    const server = await startIdentity(open, { settings: hookAt("password_verification_attempt", receiver.url) });
    const id = await aUser(server);

    expect((await attempt(server, PASSWORD)).status).toBe(200);
    expect((await attempt(server, "wrong")).json).toMatchObject({ code: 400, error_code: "invalid_credentials" });
    await call(server, "POST /token?grant_type=password", { body: { email: "nobody@example.com", password: "x" } });

    expect(receiver.calls.map(({ event }) => event)).toMatchObject([
      { metadata: { name: "password-verification" }, user_id: id, valid: true },
      { user_id: id, valid: false },
    ]);
  });

  it.each([
    ["keeps sessions", { decision: "reject", message: "Wait" }, "Wait", 200],
    ["ends sessions when told so", { decision: "reject", message: "Out", should_logout_user: true }, "Out", 400],
    ["has words of its own", { decision: "reject" }, "Further password verification attempts will be rejected.", 200],
  ])("rejects an attempt and %s", async (_name, json, msg, refreshed) => {
    let isRejecting = false;
    const receiver = await startReceiver(() => ({ json: isRejecting ? json : { decision: "continue" } }));
    const server = await startIdentity(open, { settings: hookAt("password_verification_attempt", receiver.url) });
    await aUser(server);
    const { refreshToken } = await signIn(server);
    isRejecting = true;

    expect((await attempt(server, PASSWORD)).json).toMatchObject({ code: 400, error_code: "invalid_credentials", msg });
    expect((await refresh(server, refreshToken)).status).toBe(refreshed);
  });

  it("does not end sessions when it lets an attempt go on", async () => {
    const receiver = await startReceiver(() => ({ json: { decision: "continue", should_logout_user: true } }));
    const server = await startIdentity(open, { settings: hookAt("password_verification_attempt", receiver.url) });
    await aUser(server);
    const { refreshToken } = await signIn(server);

    expect((await attempt(server, "wrong")).status).toBe(400);
    expect((await refresh(server, refreshToken)).status).toBe(200);
  });

  it("may say 429, or nothing, which lets an attempt go on, but nothing else [spec 1, Errors]", async () => {
    let json: object = { error: { http_code: 429, message: "Too many attempts" } };
    const receiver = await startReceiver(() => ({ json }));
    const server = await startIdentity(open, { settings: hookAt("password_verification_attempt", receiver.url) });
    await aUser(server);

    expect(await attempt(server, PASSWORD)).toMatchObject({ status: 429, json: { msg: "Too many attempts" } });
    json = {};
    expect((await attempt(server, PASSWORD)).status).toBe(200);
    expect((await attempt(server, "wrong")).status).toBe(400);
    json = { decision: "perhaps" };
    expect((await attempt(server, PASSWORD)).status).toBe(500);
  });
});

onEachStore("the mail hook", (open) => {
  it("gets what the mail needs, and no mail is sent [spec 1, Hook input: send email]", async () => {
    const receiver = await startReceiver(() => ({}));
    const server = await startIdentity(open, { settings: hookAt("send_email", receiver.url) });
    const { auth } = clientOf(server);

    const { error } = await auth.signUp({
      email: "ada@example.com",
      password: PASSWORD,
      options: { emailRedirectTo: "http://localhost:3000/welcome" },
    });

    expect(error).toBeNull();
    const [event] = receiver.calls.map((received) => received.event);
    expect(event).toMatchObject({
      metadata: { name: "send-email" },
      user: { email: "ada@example.com", app_metadata: { provider: "email", providers: ["email"] } },
    });
    expect(event?.["email_data"]).toEqual({
      token: expect.stringMatching(/^\d{6}$/),
      token_hash: expect.stringMatching(/^.{16,30}$/),
      redirect_to: "http://localhost:3000/welcome",
      email_action_type: "signup",
      site_url: `${server.url}/auth/v1`,
      token_new: "",
      token_hash_new: "",
      old_email: "",
      old_phone: "",
      provider: "",
      factor_type: "",
    });
    expect(await server.countMails("ada@example.com")).toBe(0);
    const { token } = mailOf(receiver.calls[0]);
    const verified = await auth.verifyOtp({ email: "ada@example.com", token, type: "signup" });
    expect(verified.data.user?.email_confirmed_at).toMatch(DATE_TIME);
  });

  it("names providers and factors beyond the enumerations of the spec in fields of their own", async () => {
    const receiver = await startReceiver(() => ({}));
    const settings = {
      ...hookAt("send_email", receiver.url),
      "auth.email.notification.identity_linked.enabled": true,
      "auth.email.notification.mfa_factor_enrolled.enabled": true,
    };
    const server = await startIdentity(open, { settings });
    const { identity } = server;
    const user = await findUser(identity.db, await aUser(server));
    if (user === undefined) throw new Error("No user");
    const notices = [
      { kind: "identity_linked", provider: "email" },
      { kind: "identity_linked", provider: "keycloak" },
      { kind: "mfa_factor_enrolled", factorType: "totp" },
      { kind: "mfa_factor_enrolled", factorType: "recovery_code" },
    ] as const;
    for (const notice of notices) {
      await mailingTransaction(identity, ORIGIN, (trx) => notify(identity, trx, { notice, user, origin: ORIGIN }));
    }

    const fields = ["provider", "identity_provider", "factor_type", "mfa_factor_type"];
    expect(receiver.calls.map((received) => fields.map((name) => Reflect.get(mailOf(received), name)))).toEqual([
      ["email", "email", "", undefined],
      ["", "keycloak", "", undefined],
      ["", undefined, "totp", "totp"],
      ["", undefined, "", "recovery_code"],
    ]);
  });

  it("hears of every kind of mail by its name", async () => {
    const receiver = await startReceiver(() => ({ status: 204 }));
    const server = await startIdentity(open, { settings: hookAt("send_email", receiver.url) });
    const admin = adminOf(server);
    const { auth } = clientOf(server, { flowType: "pkce" });
    await aUser(server);

    await auth.resetPasswordForEmail("ada@example.com");
    await server.db.query("delete from vedette.mail_intervals");
    await auth.signInWithOtp({ email: "ada@example.com" });
    await admin.inviteUserByEmail("bob@example.com", { data: { team: "night" } });

    const kinds = receiver.calls.map(mailOf);
    expect(kinds.map((data) => data.email_action_type)).toEqual(["recovery", "magiclink", "invite"]);
    expect(kinds[0]?.token_hash).toMatch(/^pkce_.{24}$/);
  });

  it("gets both codes of a secure change of address in one call, crossed [spec 1, email-change rules]", async () => {
    const receiver = await startReceiver(() => ({}));
    const server = await startIdentity(open, { settings: hookAt("send_email", receiver.url) });
    await aUser(server);
    const { accessToken } = await signIn(server);

    await call(server, "PUT /user", { bearer: accessToken, body: { email: "lovelace@example.com" } });

    expect(receiver.calls).toHaveLength(1);
    const event = receiver.calls[0]?.event ?? {};
    expect(event).toMatchObject({ user: { email: "ada@example.com", new_email: "lovelace@example.com" } });
    const data = mailOf(receiver.calls[0]);
    expect(data.email_action_type).toBe("email_change");
    expect(data.token_new).toMatch(/^\d{6}[0-9a-f]{14}$/);
    const verify = (body: object) => call(server, "POST /verify", { body: { type: "email_change", ...body } });
    expect((await verify({ token_hash: data.token_hash_new })).json["msg"]).toMatch(/other email/);
    const changed = await verify({ email: "lovelace@example.com", token: data.token_new });
    expect(changed.json["user"]).toMatchObject({ email: "lovelace@example.com" });
  });

  it("pairs the current address with token and token_hash_new, the new one with token_new and token_hash", async () => {
    const receiver = await startReceiver(() => ({}));
    const server = await startIdentity(open, { settings: hookAt("send_email", receiver.url) });
    await aUser(server);
    const { accessToken } = await signIn(server);

    await call(server, "PUT /user", { bearer: accessToken, body: { email: "lovelace@example.com" } });

    const data = mailOf(receiver.calls[0]);
    const verify = (body: object) => call(server, "POST /verify", { body: { type: "email_change", ...body } });
    const short = data.token_new.slice(0, 6);
    expect((await verify({ email: "ada@example.com", token: short })).status).toBe(403);
    expect((await verify({ email: "ada@example.com", token: data.token })).json["msg"]).toMatch(/other email/);
    const forged = `${short}00000000000000`;
    expect((await verify({ email: "lovelace@example.com", token: forged })).status).toBe(403);
    expect((await verify({ token_hash: data.token_hash })).status).toBe(200);
  });

  it("gets one code when only the new address confirms", async () => {
    const receiver = await startReceiver(() => ({}));
    const settings = { ...hookAt("send_email", receiver.url), "auth.email.double_confirm_changes": false };
    const server = await startIdentity(open, { settings });
    await aUser(server);
    const { accessToken } = await signIn(server);

    await call(server, "PUT /user", { bearer: accessToken, body: { email: "lovelace@example.com" } });

    expect(receiver.calls).toHaveLength(1);
    const data = mailOf(receiver.calls[0]);
    expect(data).toMatchObject({ token: expect.stringMatching(/^\d{6}$/), token_new: "", token_hash_new: "" });
    const body = { type: "email_change", email: "lovelace@example.com", token: data.token };
    expect((await call(server, "POST /verify", { body })).status).toBe(200);
  });

  it("that did not send says so to the client, who may ask again at once", async () => {
    let json: object | undefined = { error: { http_code: 429, message: "The mail house is closed" } };
    const receiver = await startReceiver(() => (json === undefined ? {} : { json }));
    const server = await startIdentity(open, { settings: hookAt("send_email", receiver.url) });
    const body = { email: "ada@example.com", password: PASSWORD };

    const refused = await call(server, "POST /signup", { body });
    json = undefined;
    const sent = await call(server, "POST /signup", { body });

    expect(refused).toMatchObject({ status: 429, json: { msg: "The mail house is closed" } });
    expect(sent.status).toBe(200);
  });
});

onEachStore("the access token hook", (open) => {
  it("changes what a token says, at sign-in and at each refresh", async () => {
    const receiver = await startReceiver(({ event }) => ({
      json: { claims: { ...Object(event["claims"]), team: "night" } },
    }));
    const server = await startIdentity(open, { settings: hookAt("custom_access_token", receiver.url) });
    const id = await aUser(server);
    const { auth } = clientOf(server);
    await auth.signInWithPassword({ email: "ada@example.com", password: PASSWORD });

    expect((await auth.getClaims()).data?.claims).toMatchObject({ sub: id, team: "night", aal: "aal1" });
    await auth.refreshSession();
    expect((await auth.getUser()).data.user?.id).toBe(id);

    expect(receiver.calls.map(({ event }) => event)).toMatchObject([
      { user_id: id, authentication_method: "password", claims: { sub: id, session_id: expect.any(String) } },
      { user_id: id, authentication_method: "token_refresh" },
    ]);
  });

  it("keeps the digits of a claim that a double would round", async () => {
    const receiver = await startReceiver(({ event }) => ({
      headers: { "content-type": "application/json" },
      text: `{"claims":${JSON.stringify({ ...Object(event["claims"]), small: 7 }).replace("{", '{"tenant":1145141919810893001,')}}`,
    }));
    const server = await startIdentity(open, { settings: hookAt("custom_access_token", receiver.url) });
    await aUser(server);
    const { auth } = clientOf(server);
    await auth.signInWithPassword({ email: "ada@example.com", password: PASSWORD });

    expect((await auth.getClaims()).data?.claims).toMatchObject({ tenant: "1145141919810893001", small: 7 });
  });

  it("keeps the digits of a claim that a function of the database sets", async () => {
    const uri = "pg-functions://postgres/hooks/claims";
    const server = await startIdentity(open, { settings: hookAt("custom_access_token", uri, "") });
    await server.db.exec(`
      drop schema if exists hooks cascade; create schema hooks;
      create function hooks.claims(event jsonb) returns jsonb language sql as
        $$ select jsonb_set(event, '{claims,tenant}', '1145141919810893001') $$;
      grant usage on schema hooks to vedette_auth_admin;
      grant execute on function hooks.claims to vedette_auth_admin;`);
    await aUser(server);
    const { auth } = clientOf(server);
    await auth.signInWithPassword({ email: "ada@example.com", password: PASSWORD });

    expect((await auth.getClaims()).data?.claims).toMatchObject({ tenant: "1145141919810893001" });
  });

  it.each([
    ["without claims", {}],
    ["with a claim of another type", { claims: { sub: 7 } }],
  ])("that answers %s makes the sign-in fail", async (_name, json) => {
    const receiver = await startReceiver(() => ({ json }));
    const server = await startIdentity(open, { settings: hookAt("custom_access_token", receiver.url) });
    await aUser(server);

    const body = { email: "ada@example.com", password: PASSWORD };
    expect((await call(server, "POST /token?grant_type=password", { body })).status).toBe(500);
  });
});

onEachStore("the calls of hooks", (open) => {
  const calls = async (server: IdentityServer, query = "") =>
    (await call(server, `GET /admin/hook-calls${query}` as "GET /", { bearer: server.secretKey })).text;

  it("can be read by administrators: when, how they went, what came back, and nothing of what was asked", async () => {
    const receiver = await startReceiver((_call, count) =>
      count === 1
        ? { json: { note: "known", seen: "ada@example.com" } }
        : { json: { error: { http_code: 403, message: "Not you" } } },
    );
    const server = await startIdentity(open, {
      settings: { ...hookAt("before_user_created", receiver.url), ...hookAt("send_email", "http://127.0.0.1:9") },
    });
    const signUp = (email: string) => call(server, "POST /signup", { body: { email, password: PASSWORD } });
    await signUp("ada@example.com");
    await signUp("eve@example.com");

    const told = JSON.parse(await calls(server));

    expect(told).toMatchObject([
      { hook: "before_user_created", outcome: "refused", detail: "Not you", status: 200, is_trial: false },
      {
        hook: "send_email",
        outcome: "failed",
        detail: "Failed to reach hook after maximum retries",
        status: null,
        answer: "",
      },
      {
        hook: "before_user_created",
        outcome: "answered",
        detail: "",
        status: 200,
        answer: '{"note":"known","seen":"•••"}',
        called_at: expect.stringMatching(DATE_TIME),
        duration_ms: expect.any(Number),
        user_id: expect.stringMatching(UUID),
      },
    ]);
    expect(JSON.parse(await calls(server, "?hook=send_email"))).toHaveLength(1);
    expect(await calls(server, "?hook=wild")).toContain("There is no such hook");
    const { rows } = await server.db.query("select * from vedette.hook_calls");
    expect(JSON.stringify(rows)).not.toContain("example.com");
    expect((await call(server, "GET /admin/hook-calls", { bearer: server.publishableKey })).status).toBe(403);
  });

  it("are kept by the hundred only", async () => {
    const receiver = await startReceiver();
    const server = await startIdentity(open, { settings: hookAt("before_user_created", receiver.url) });
    await server.db.query(
      `insert into vedette.hook_calls (hook, duration_ms, outcome, detail, is_trial)
       select 'before_user_created', 1, 'answered', '', false from generate_series(1, 210)`,
    );

    await call(server, "POST /signup", { body: { email: "ada@example.com", password: PASSWORD } });

    expect((await server.db.query("select 1 from vedette.hook_calls")).rows).toHaveLength(201);
  });

  it("can be tried, also before a hook is switched on", async () => {
    const answers: Record<string, unknown> = {
      "before-user-created": { error: { http_code: 403, message: "Not you" } },
      "password-verification": { decision: "reject", message: "Later" },
      "customize-access-token": { claims: { sub: "x" } },
      "send-email": {},
    };
    const receiver = await startReceiver(({ event }) => ({
      json: answers[String(Reflect.get(Object(event["metadata"]), "name"))],
    }));
    const keys = ["before_user_created", "password_verification_attempt", "custom_access_token", "send_email"];
    const settings = Object.assign({}, ...keys.map((key) => hookAt(key, receiver.url)), {
      "auth.hook.send_email.enabled": false,
    });
    const server = await startIdentity(open, { settings });
    const attempt = async (key: string, body: object = {}) =>
      (await call(server, `POST /admin/hooks/${key}/try`, { bearer: server.secretKey, body })).json;

    const results = [
      await attempt("before_user_created"),
      await attempt("password_verification_attempt"),
      await attempt("custom_access_token"),
      await attempt("send_email", { email: "Me@Example.com" }),
      await attempt("send_sms"),
    ];

    expect(results).toMatchObject([
      { outcome: "refused", status: 403, message: "Not you", answer: { error: { http_code: 403 } } },
      { outcome: "refused", message: "Later", sent: { valid: false } },
      { outcome: "failed", status: 500, message: expect.stringContaining("output claims") },
      { outcome: "answered", message: "", sent: { user: { email: "me@example.com" } } },
      { outcome: "failed", message: "The address of a hook is not set or is none", answer: null, exchange: null },
    ]);
    const [{ exchange }] = results as [{ exchange: Record<string, unknown> }];
    expect(exchange).toEqual({
      url: `${receiver.url}/`,
      headers: {
        "webhook-id": receiver.calls[0]?.headers["webhook-id"],
        "webhook-timestamp": receiver.calls[0]?.headers["webhook-timestamp"],
        "webhook-signature": receiver.calls[0]?.headers["webhook-signature"],
        "content-type": "application/json",
        "accept-encoding": "identity",
      },
      body: receiver.calls[0]?.body,
      answer: {
        status: 200,
        headers: expect.objectContaining({ "content-type": "application/json" }),
        body: JSON.stringify(answers["before-user-created"]),
      },
    });
    expect(JSON.parse(await calls(server)).every(({ is_trial }: { is_trial: boolean }) => is_trial)).toBe(true);
    expect((await server.db.query("select 1 from auth.users")).rows).toEqual([]);
    const list = await call(server, "GET /admin/hooks", { bearer: server.secretKey });
    expect(JSON.parse(list.text)).toContainEqual({
      hook: "send_email",
      name: "send-email",
      is_enabled: false,
      uri: receiver.url,
      secrets: 1,
      grants: null,
    });
  });
});

describe("hooks", () => {
  it("are off unless they are switched on", async () => {
    const { hookSettings } = await import("../src/hooks/hook-settings.ts");

    const enabled = Object.entries(hookSettings).filter(([key]) => key.endsWith(".enabled"));
    expect(enabled).toHaveLength(8);
    expect(enabled.every(([, { default: value }]) => value === false)).toBe(true);
  });
});
