import { onEachStore } from "@vedette/database/testing";
import { Secret, TOTP } from "otpauth";
import { describe, expect, it, vi } from "vitest";
import { type identitySettings, notifyNewDevices } from "../src/index.ts";
import { aUser, call, PASSWORD, signIn } from "./call.ts";
import { SECRET, startReceiver } from "./hook-receiver.ts";
import { startIdentity } from "./identity-server.ts";
import { startMailServer } from "./mail-server.ts";
import { signedIn } from "./published-client-of.ts";

const ALL_ON = {
  "auth.email.notification.password_changed.enabled": true,
  "auth.email.notification.email_changed.enabled": true,
  "auth.email.notification.phone_changed.enabled": true,
  "auth.email.notification.identity_linked.enabled": true,
  "auth.email.notification.identity_unlinked.enabled": true,
  "auth.email.notification.mfa_factor_enrolled.enabled": true,
  "auth.email.notification.mfa_factor_unenrolled.enabled": true,
} as const satisfies Partial<Record<keyof typeof identitySettings, true>>;

const SMS = { "auth.sms.enable_signup": true, "auth.sms.autoconfirm": true } as const;

onEachStore("a notice of a change", (open) => {
  it("tells of every change of an account, each by its own words", async () => {
    const mails = await startMailServer();
    const settings = {
      ...ALL_ON,
      ...SMS,
      "auth.email.double_confirm_changes": false,
      "auth.email.notification.password_changed.subject": "{{ .Data.name }}, your password is new",
      "auth.email.notification.phone_changed.content": "<p>{{ .OldPhone }} became {{ .Phone }}</p>",
    } as const;
    const server = await startIdentity(open, { settings, delivery: mails.settings });
    await aUser(server, { user_metadata: { name: "Ada" }, phone: "491111", phone_confirm: true });
    const { accessToken: bearer } = await signIn(server);
    const put = (body: object) => call(server, "PUT /user", { body, bearer });

    expect((await put({ password: "another long one" })).status).toBe(200);
    await mails.mailTo("ada@example.com", "Ada, your password is new");

    expect((await put({ phone: "+492222" })).status).toBe(200);
    expect((await mails.mailTo("ada@example.com", "phone number")).text).toContain("491111 became 492222");

    await put({ email: "ada@new.example" });
    const link = /https?:\S+\/verify\?\S+/.exec((await mails.mailTo("ada@new.example", "Confirm")).text)?.[0] ?? "";
    await fetch(link, { redirect: "manual" });
    const moved = await mails.mailTo("ada@example.com", "email address has been changed");
    expect(moved.text).toContain("was ada@example.com and is ada@new.example now");
    expect(moved.source).toMatch(/^Auto-Submitted: auto-generated/m);

    const { json: enrolled } = await call(server, "POST /factors", { body: { factor_type: "totp" }, bearer });
    expect(mails.mails.filter(({ subject }) => subject.includes("second factor"))).toEqual([]);
    const factor = String(enrolled["id"]);
    const { json: challenge } = await call(server, `POST /factors/${factor}/challenge`, { body: {}, bearer });
    const secret: unknown = Reflect.get(Object(enrolled["totp"]), "secret");
    const code = new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate();
    const raised = await call(server, `POST /factors/${factor}/verify`, {
      body: { challenge_id: challenge["id"], code },
      bearer,
    });
    expect((await mails.mailTo("ada@new.example", "factor has been added")).text).toContain("(totp)");

    const strong = { bearer: String(raised.json["access_token"]) };
    await call(server, "POST /factors/recovery-codes", { ...strong, body: {} });
    await vi.waitFor(async () =>
      expect((await mails.mailTo("ada@new.example", "factor has been added")).text).toContain("(recovery_code)"),
    );
    await call(server, "DELETE /factors/recovery-codes", strong);
    expect((await mails.mailTo("ada@new.example", "factor has been removed")).text).toContain("(recovery_code)");

    await call(server, `DELETE /factors/${factor}`, strong);
    await vi.waitFor(async () =>
      expect((await mails.mailTo("ada@new.example", "factor has been removed")).text).toContain("(totp)"),
    );
  });

  it("notifies a user once of a sign-in on a new device, but not of the first one", async () => {
    const mails = await startMailServer();
    const settings = { "auth.email.notification.new_device.enabled": true } as const;
    const server = await startIdentity(open, { settings, delivery: mails.settings });
    await aUser(server);
    const signInWith = async (userAgent: string) => {
      const body = { email: "ada@example.com", password: PASSWORD };
      const headers = { "user-agent": userAgent };
      expect((await call(server, "POST /token?grant_type=password", { body, headers })).status).toBe(200);
      expect(await notifyNewDevices(server.identity)).toBe(false);
    };
    await signInWith("Firefox/140.0");
    await signInWith("Firefox/141.0");
    await signInWith("Chrome/140.0");
    await signInWith("Chrome/140.0");
    await signInWith("Safari/26.0");

    const safari = await mails.mailTo("ada@example.com", "New sign-in");
    await vi.waitFor(() => expect(mails.mails.map(({ subject }) => subject)).toHaveLength(2));
    expect(mails.mails.map(({ text }) => /(Firefox|Chrome|Safari)/.exec(text)?.[1])).toEqual(["Chrome", "Safari"]);
    expect(safari.text).toContain("IP address 127.0.0.1");
  });

  it("notifies of a new device although older sessions were not examined before", async () => {
    const mails = await startMailServer();
    const settings = { "auth.email.notification.new_device.enabled": true } as const;
    const server = await startIdentity(open, { settings, delivery: mails.settings });
    await aUser(server);
    const signInWith = (userAgent: string) =>
      call(server, "POST /token?grant_type=password", {
        body: { email: "ada@example.com", password: PASSWORD },
        headers: { "user-agent": userAgent },
      });
    // The first row of the table is the newest session, as after an update.
    await signInWith("Firefox/140.0");
    await signInWith("Chrome/140.0");
    await server.db.exec(`update auth.sessions set created_at = created_at - interval '2 days' where user_agent like 'Fire%';
      update vedette.session_providers set device_checked = false
        where session_id in (select id from auth.sessions where user_agent like 'Fire%')`);

    expect(await notifyNewDevices(server.identity, AbortSignal.abort())).toBe(true);
    expect(await server.db.query("select 1 from vedette.known_devices")).toMatchObject({ rows: [] });
    expect(await notifyNewDevices(server.identity)).toBe(false);

    expect((await mails.mailTo("ada@example.com", "New sign-in")).text).toContain("Chrome");
    expect(mails.mails).toHaveLength(1);
  });

  it("tells whoever gets a password beside another way to sign in", async () => {
    const mails = await startMailServer();
    const server = await startIdentity(open, { settings: ALL_ON, delivery: mails.settings });
    const id = await aUser(server);
    const { accessToken: bearer } = await signIn(server);
    await server.db.query("update auth.identities set provider = 'github', provider_id = 'x' where user_id = $1", [id]);

    await call(server, "PUT /user", { body: { password: "another long one" }, bearer });

    expect((await mails.mailTo("ada@example.com", "new way to sign in")).text).toContain("with email as well");
  });

  it("tells whoever takes a way to sign in away, and another address takes the place of its own", async () => {
    const mails = await startMailServer();
    const settings = { ...ALL_ON, "auth.enable_manual_linking": true };
    const server = await startIdentity(open, { settings, delivery: mails.settings });
    const { auth, user } = await signedIn(server);
    await server.db.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at) values
         ('7', $1, '{"sub": "7", "email": "ada@work.example"}', 'gitlab', now(), now()),
         ('8', $1, '{"sub": "8", "email": "ada@hub.example", "email_verified": true}', 'github', now() + interval '1 second', now())`,
      [user?.id],
    );
    const { data } = await auth.getUserIdentities();
    const own = data?.identities.find(({ provider }) => provider === "email");
    if (own === undefined) throw new Error("No identity");

    expect((await auth.unlinkIdentity(own)).error).toBeNull();
    expect((await auth.unlinkIdentity(own)).error).toMatchObject({ code: "identity_not_found", status: 422 });

    expect((await mails.mailTo("ada@example.com", "has been removed")).text).toContain("no longer be used with email");
    const { data: now } = await auth.getUser();
    expect(now.user).toMatchObject({
      email: "ada@hub.example",
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: "gitlab", providers: ["gitlab", "github"] },
    });
    await aUser(server, { email: "ada@work.example" });
    await server.db.query(
      `update auth.identities set identity_data = identity_data || '{"email_verified": true}' where provider = 'gitlab'`,
    );
    const hub = now.user?.identities?.find(({ provider }) => provider === "github");
    if (hub === undefined) throw new Error("No identity");
    expect((await auth.unlinkIdentity(hub)).error).toMatchObject({ code: "email_conflict_identity_not_deletable" });
    expect((await auth.getUser()).data.user).toMatchObject({ email: "ada@hub.example", identities: { length: 2 } });
    const audit = await call(server, "GET /admin/audit?query=action:identity_unlinked", { bearer: server.secretKey });
    expect(JSON.parse(audit.text)).toMatchObject([{ payload: { traits: { provider: "email" } } }]);
  });

  it("never tells that the only way to sign in is gone: it cannot be taken away [spec 1, States], nor any where nobody wants it", async () => {
    const server = await startIdentity(open, { settings: { "auth.enable_manual_linking": true } });
    const { auth, user } = await signedIn(server);
    const [only] = user?.identities ?? [];
    if (only === undefined) throw new Error("No identity");

    expect((await auth.unlinkIdentity(only)).error).toMatchObject({
      code: "single_identity_not_deletable",
      status: 422,
    });

    const closed = await startIdentity(open);
    const other = await signedIn(closed);
    expect((await other.auth.unlinkIdentity(only)).error).toMatchObject({
      code: "manual_linking_disabled",
      status: 404,
    });
  });

  it("tells of what an administrator changes, and nothing of what fails", async () => {
    const mails = await startMailServer();
    const server = await startIdentity(open, { settings: ALL_ON, delivery: mails.settings });
    const id = await aUser(server);
    await aUser(server, { email: "taken@example.com" });
    const put = (body: object) => call(server, `PUT /admin/users/${id}`, { body, bearer: server.secretKey });

    expect((await put({ password: "another long one", email: "taken@example.com" })).status).toBe(422);
    expect((await put({ email: "ada@new.example", user_metadata: { a: 1 } })).status).toBe(200);

    await mails.mailTo("ada@example.com", "email address has been changed");
    expect(mails.mails.map(({ subject }) => subject)).toEqual(["Your email address has been changed"]);
  });

  it("is not sent unless its kind is switched on", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const { accessToken: bearer } = await signIn(server);

    expect((await call(server, "PUT /user", { body: { password: "another long one" }, bearer })).status).toBe(200);

    expect(await server.countMails("ada@example.com")).toBe(0);
  });

  it("is left out, and the change is made, where the built-in sender may not write to somebody", async () => {
    const server = await startIdentity(open, { settings: ALL_ON });
    await aUser(server, { email: "ada@elsewhere.example" });
    const { accessToken: bearer } = await signIn(server, { email: "ada@elsewhere.example" });

    expect((await call(server, "PUT /user", { body: { password: "another long one" }, bearer })).status).toBe(200);

    expect(await server.countMails("ada@elsewhere.example")).toBe(0);
  });
});

describe("a notice by the mail hook", () => {
  onEachStore("asks the hook once the change is there", (open) => {
    it("and a hook that fails takes nothing back", async () => {
      const receiver = await startReceiver((_call, count) =>
        count === 1 ? { json: {} } : { status: 500, json: { error: { http_code: 500, message: "no" } } },
      );
      const noted: object[] = [];
      const server = await startIdentity(open, {
        settings: {
          ...ALL_ON,
          "auth.hook.send_email.enabled": true,
          "auth.hook.send_email.uri": receiver.url,
          "auth.hook.send_email.secrets": SECRET,
        },
        log: { warn: (fields) => void noted.push(fields) },
      });
      const id = await aUser(server);
      const { accessToken: bearer } = await signIn(server);

      const changed = await call(server, "PUT /user", { body: { password: "another long one" }, bearer });
      const moved = await call(server, `PUT /admin/users/${id}`, {
        body: { email: "ada@new.example" },
        bearer: server.secretKey,
      });

      expect([changed.status, moved.status]).toEqual([200, 200]);
      expect(receiver.calls.map(({ event }) => event["email_data"])).toMatchObject([
        { email_action_type: "password_changed_notification", token: "", old_email: "" },
        { email_action_type: "email_changed_notification", old_email: "ada@example.com" },
      ]);
      expect(noted).toContainEqual(expect.objectContaining({ hook: "send-email" }));
      expect((await signIn(server, { email: "ada@new.example", password: "another long one" })).accessToken).toMatch(
        /./,
      );
    });
  });
});

onEachStore("mails that were given up", (open) => {
  it("are listed to administrators, who can try and remove them", async () => {
    const server = await startIdentity(open);
    await server.db.query(
      "insert into vedette_jobs.job (name, data, output) values ('mail_dead', $1, '{\"reason\": \"EENVELOPE 550\"}')",
      [JSON.stringify({ to: "a@b.example", subject: "s", text: "t", html: "h", kind: "invite" })],
    );
    const bearer = server.secretKey;
    const list = async () => JSON.parse((await call(server, "GET /admin/dead-letters", { bearer })).text);

    const [letter] = await list();
    expect(letter).toMatchObject({ to: "a@b.example", kind: "invite", reason: "EENVELOPE 550" });
    expect((await call(server, "GET /admin/dead-letters")).status).toBe(401);
    expect((await call(server, `POST /admin/dead-letters/${letter.id}/retry`, { bearer })).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await call(server, `DELETE /admin/dead-letters/${letter.id}`, { bearer })).status).toBe(404);
    expect(await server.mailTo("a@b.example", "invite")).toMatchObject({ subject: "s" });
  });
});
