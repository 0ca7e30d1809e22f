import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, type KeyRing, openKeyRing } from "@vedette/database";
import { onEachStore } from "@vedette/database/testing";
import { deliverySettings } from "@vedette/delivery";
import { loadSettings, type Settings } from "@vedette/settings";
import type { KyselyPlugin } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";
import { identityMigrations, identitySettings, openConfiguration } from "../src/index.ts";

function aKeyRing(): KeyRing {
  const dataDir = mkdtempSync(join(tmpdir(), "vedette-configuration-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return openKeyRing({ dataDir });
}

/** One process with its own reading of file and environment. */
async function aProcess(
  db: Database,
  keyRing: KeyRing,
  settings: Settings = written(),
  log: { warn(fields: object, message: string): void } = { warn: () => {} },
) {
  const allowedHosts = ["hooks.internal", "10.1.0.0/16"];
  const unknownRoles = async (names: readonly string[]) => names.filter((name) => !["Admin", "Auditor"].includes(name));
  const configuration = await openConfiguration({ db, keyRing, settings, log, allowedHosts, unknownRoles });
  onTestFinished(() => configuration[Symbol.asyncDispose]());
  return { configuration, identity: settings.of(identitySettings), delivery: settings.of(deliverySettings) };
}

function written(text = "", env: NodeJS.ProcessEnv = {}): Settings {
  return loadSettings([identitySettings, deliverySettings], { env, file: { path: "vedette.toml", text } });
}

onEachStore("a setting that is changed while the server runs", (open) => {
  it("is in force at once, in every process, and after a restart", async () => {
    const db = await open(identityMigrations);
    const keyRing = aKeyRing();
    const one = await aProcess(db, keyRing);
    const two = await aProcess(db, keyRing);

    await one.configuration.change({
      disable_signup: true,
      smtp_port: "2525",
      smtp_pass: "a secret",
      uri_allow_list: "a://*,b://*",
    });

    expect(one.identity["auth.disable_signup"]).toBe(true);
    await vi.waitFor(() => expect(two.identity["auth.disable_signup"]).toBe(true), { timeout: 5000, interval: 10 });
    const three = await aProcess(db, keyRing);
    expect(three.delivery).toMatchObject({ "auth.email.smtp.port": 2525, "auth.email.smtp.pass": "a secret" });
    expect(three.identity["auth.additional_redirect_urls"]).toEqual(["a://*", "b://*"]);
    expect(three.configuration.show()).toMatchObject({
      smtp_port: 2525,
      smtp_pass: null,
      uri_allow_list: "a://*,b://*",
    });
    const { rows } = await db.query("select value from vedette.settings");
    expect(JSON.stringify(rows)).not.toContain("a secret");
  });

  it("is read again on demand where the database cannot announce changes", async () => {
    const db = await open(identityMigrations);
    const keyRing = aKeyRing();
    const deaf: Database = Object.create(db, { listen: { value: async () => Promise.reject(new Error("no")) } });
    const [one, two] = [await aProcess(db, keyRing), await aProcess(deaf, keyRing)];
    const issuers = [{ id: "acme", issuer: "https://acme.example" }];
    await one.configuration.change({ third_party_issuers: issuers });
    expect(two.identity["auth.third_party.issuers"]).toEqual([]);

    await two.configuration.refresh();

    expect(two.identity["auth.third_party.issuers"]).toEqual(issuers);
  });

  it("is never replaced by an older value that was read before and arrives later", async () => {
    const db = await open(identityMigrations);
    const keyRing = aKeyRing();
    let hold: { readonly onRead: () => void; readonly until: Promise<void> } | undefined;
    const holding: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const held = hold;
        hold = undefined;
        held?.onRead();
        await held?.until;
        return result;
      },
    };
    const slow: Database = Object.create(db, {
      listen: { value: async () => Promise.reject(new Error("no")) },
      as: { value: () => db.as().withPlugin(holding) },
    });
    const [one, two] = [await aProcess(db, keyRing), await aProcess(slow, keyRing)];
    await one.configuration.change({ third_party_issuers: [{ id: "acme", issuer: "https://acme.example" }] });
    const [isRead, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    hold = { onRead: isRead.resolve, until: isReleased.promise };

    const before = two.configuration.refresh();
    await isRead.promise;
    await one.configuration.change({ third_party_issuers: null });
    const after = two.configuration.refresh();
    // Time for a second reading to overtake the first.
    for (let turn = 0; turn < 5; turn += 1) await one.configuration.refresh();
    isReleased.resolve();
    await Promise.all([before, after]);

    expect(two.identity["auth.third_party.issuers"]).toEqual([]);
  });

  it("is changed by several at once, one after another, and what is made of it has a part of each", async () => {
    const db = await open(identityMigrations);
    const keyRing = aKeyRing();
    const processes = [await aProcess(db, keyRing), await aProcess(db, keyRing)];
    const by = { actor: { id: "somebody", email: "somebody@example.com" }, origin: { ipAddress: "", userAgent: "" } };
    const ports = [2525, 2526, 2527, 2528, 2529, 2530];
    await Promise.all(
      ports.map((smtp_port, turn) => processes[turn % processes.length]?.configuration.change({ smtp_port })),
    );
    const three = await aProcess(db, keyRing);
    expect(ports).toContain(three.delivery["auth.email.smtp.port"]);

    const add = (letter: string) => (stored: unknown) => `${String(stored)}${letter}`;
    await Promise.all(
      [..."abcdef"].map((letter, turn) =>
        processes[turn % processes.length]?.configuration.derive("smtp_user", add(letter), by),
      ),
    );
    const four = await aProcess(db, keyRing);
    expect([...four.delivery["auth.email.smtp.user"]].toSorted().join("")).toBe("abcdef");
  });

  it("is not changed over a change that came in between, where it is named when it was set", async () => {
    const { configuration, delivery } = await aProcess(await open(identityMigrations), aKeyRing());
    const setAt = () => configuration.describe().find(({ field }) => field === "smtp_port")?.set_at ?? null;
    const change = (smtp_port: number, seen: string | null) =>
      configuration.change({ smtp_port }, undefined, { smtp_port: seen });

    await change(2525, null);
    await expect(change(2526, null)).rejects.toMatchObject({ code: "field_overtaken" });
    expect(delivery["auth.email.smtp.port"]).toBe(2525);
    await change(2526, setAt());
    await configuration.change({ smtp_port: 2527 });
    expect(delivery["auth.email.smtp.port"]).toBe(2527);
  });

  it("can be tried before, which changes nothing", async () => {
    const { configuration, identity } = await aProcess(await open(identityMigrations), aKeyRing());

    const asItWouldBe = await configuration.try({ jwt_exp: 600, smtp_pass: "a secret", uri_allow_list: "a://*" });

    expect(asItWouldBe).toEqual({ ...configuration.show(), jwt_exp: 600, uri_allow_list: "a://*" });
    expect(identity["auth.jwt_expiry"]).toBe(3600);
    await expect(configuration.try({ jwt_exp: "soon" })).rejects.toMatchObject({ code: "field_invalid" });
  });

  it("is kept in the audit log with what it was before and is then, of secrets only that they changed", async () => {
    const db = await open(identityMigrations);
    const { configuration } = await aProcess(db, aKeyRing());
    const kept = async () => {
      const { rows } = await db.query("select payload from auth.audit_log_entries order by created_at");
      return rows.map(({ payload }) => Reflect.get(Object(payload), "traits"));
    };
    const rules = { uri_allow_list: "a://*", jwt_exp: 3600, sms_test_otp: "15551234567:123456" };

    await configuration.change({ ...rules, smtp_pass: "first secret" });
    await configuration.change({ jwt_exp: 600, uri_allow_list: "a://*,b://*", smtp_pass: "second secret" });
    await configuration.change({ jwt_exp: null, smtp_pass: null });
    const body = "<p>".padEnd(3000, "a");
    await configuration.change({ mailer_templates_invite_content: `${body}b${body}` });
    await configuration.change({ mailer_templates_invite_content: `${body}c${body}` });

    const [first, second, third, , fifth] = await kept();
    expect(first).toEqual({
      settings: ["auth.additional_redirect_urls", "auth.jwt_expiry", "auth.sms.test_otp", "auth.email.smtp.pass"],
      changes: [
        { setting: "auth.additional_redirect_urls", before: [], after: ["a://*"] },
        { setting: "auth.sms.test_otp", secret: "set" },
        { setting: "auth.email.smtp.pass", secret: "set" },
      ],
    });
    expect(second.changes).toEqual([
      { setting: "auth.jwt_expiry", before: 3600, after: 600 },
      { setting: "auth.additional_redirect_urls", before: ["a://*"], after: ["a://*", "b://*"] },
      { setting: "auth.email.smtp.pass", secret: "changed" },
    ]);
    expect(third.changes).toEqual([
      { setting: "auth.jwt_expiry", before: 600, after: 3600 },
      { setting: "auth.email.smtp.pass", secret: "removed" },
    ]);
    expect(fifth.changes).toEqual([
      {
        setting: "auth.email.template.invite.content",
        before: expect.stringMatching(/^…a+b<p>a+…$/),
        after: expect.stringMatching(/^…a+c<p>a+…$/),
      },
    ]);
    expect(JSON.stringify(fifth).length).toBeLessThan(1000);
    expect(JSON.stringify(await kept())).not.toMatch(/(first|second) secret|:123456/);
  });

  it("is kept in the audit log without the credentials in addresses", async () => {
    const db = await open(identityMigrations);
    const { configuration } = await aProcess(db, aKeyRing());
    const said = (key: string, user: string) => ({
      hook_send_sms_uri: `https://hooks.example/sms?code=${key}&region=eu`,
      uri_allow_list: `https://${user}@staging.example/**`,
    });

    await configuration.change(said("key-1", "ada:first"));
    await configuration.change(said("key-2", "ada:second"));
    await configuration.change({ hook_send_sms_uri: "https://hooks.example/sms" });

    const { rows } = await db.query(
      "select payload #> '{traits,changes}' as changes from auth.audit_log_entries order by created_at",
    );
    const [hook, urls] = ["auth.hook.send_sms.uri", "auth.additional_redirect_urls"];
    const shown = "https://hooks.example/sms?code=***&region=eu";
    expect(rows).toEqual([
      {
        changes: [
          { setting: hook, before: "", after: shown },
          { setting: urls, before: [], after: ["https://***@staging.example/**"] },
        ],
      },
      {
        changes: [
          { setting: hook, secret: "changed" },
          { setting: urls, secret: "changed" },
        ],
      },
      { changes: [{ setting: hook, before: shown, after: "https://hooks.example/sms" }] },
    ]);
  });

  it("leaves the audit log readable, whatever halves of characters are in it", async () => {
    const db = await open(identityMigrations);
    const { configuration } = await aProcess(db, aKeyRing());
    const body = "😀".repeat(400);

    await configuration.change({ mailer_subjects_invite: "half \ud83d of \\ud83d" });
    await configuration.change({ mailer_templates_invite_content: `${body}😀${body}` });
    await configuration.change({ mailer_templates_invite_content: `${body}x😁${body}` });

    const { rows } = await db.query(
      "select payload -> 'traits' ->> 'changes' as told from auth.audit_log_entries order by created_at",
    );
    expect(rows).toHaveLength(3);
    expect(rows[0]?.["told"]).toContain("half \ufffd of \\\\ud83d");
  });

  it("says when it was set, and by whom; so do secrets", async () => {
    const { configuration } = await aProcess(await open(identityMigrations), aKeyRing());
    const ada = { id: "00000000-0000-4000-8000-000000000001", email: "ada@example.com" };
    const before = Date.now();

    await configuration.change({ jwt_exp: 600 });
    await configuration.change({ smtp_pass: "a secret" }, { actor: ada, origin: { ipAddress: "", userAgent: "" } });

    const told = (name: string) => configuration.describe().find(({ field }) => field === name);
    expect(told("jwt_exp")).toMatchObject({ set_at: expect.any(String), set_by: "service_role" });
    expect(told("smtp_pass")).toMatchObject({ value: null, is_set: true, set_by: "ada@example.com" });
    const setAt = Date.parse(told("smtp_pass")?.set_at ?? "");
    expect(Math.abs(setAt - before)).toBeLessThan(60_000);
    expect(told("smtp_port")).toMatchObject({ set_at: null, set_by: null });
  });

  it("is its default again with null", async () => {
    const { configuration, identity } = await aProcess(await open(identityMigrations), aKeyRing());
    await configuration.change({ jwt_exp: 600 });
    expect(identity["auth.jwt_expiry"]).toBe(600);

    await configuration.change({ jwt_exp: null });

    expect(identity["auth.jwt_expiry"]).toBe(3600);
  });

  it("is refused where file or environment pin it, and nothing of the request is applied", async () => {
    const settings = written("[auth]\njwt_expiry = 900", { VEDETTE_DISABLE_SIGNUP: "true" });
    const { configuration, identity } = await aProcess(await open(identityMigrations), aKeyRing(), settings);

    await expect(configuration.change({ mailer_autoconfirm: true, jwt_exp: 60 })).rejects.toMatchObject({
      code: "field_pinned",
      message: "jwt_exp is set by auth.jwt_expiry in the file",
    });
    await expect(configuration.change({ disable_signup: false })).rejects.toMatchObject({
      code: "field_pinned",
      message: "disable_signup is set by the environment variable VEDETTE_DISABLE_SIGNUP",
    });
    expect(identity).toMatchObject({
      "auth.email.autoconfirm": false,
      "auth.jwt_expiry": 900,
      "auth.disable_signup": true,
    });
  });

  it.each([
    [{ no_such_field: 1 }, "There is no field no_such_field"],
    [{ mailer_autoconfirm: "yes" }, /^mailer_autoconfirm: /],
    [{ smtp_port: 70_000 }, "smtp_port: it must be at most 65535"],
    [{ jwt_exp: "soon" }, "jwt_exp: it must be a whole number"],
    [{ hook_send_sms_uri: "ftp://a" }, "hook_send_sms_uri: it does not have the form that its description tells"],
    [{ hook_send_sms_uri: "http://hooks.example.org/" }, /^hook_send_sms_uri: .*over https/],
    [{ hook_before_user_created_uri: "http://10.0.0.1/" }, /^hook_before_user_created_uri: .*over https/],
    [{ hook_user_event_uri: "https://10.0.0.1/" }, /^hook_user_event_uri: .*private address/],
    [{ hook_user_event_uri: "https://[fd00::1]/" }, /^hook_user_event_uri: .*private address/],
    [{ hook_send_email_uri: "http://localhost:4000/" }, /^hook_send_email_uri: .*private address/],
    [{ hook_send_email_uri: "http://127.0.0.1:4000/" }, /^hook_send_email_uri: .*private address/],
    [{ smtp_pass: 7 }, /^smtp_pass: /],
    [{ jwt_exp: 600, password_min_length: 1 }, /^password_min_length: /],
    [{ rate_limit_email_sent: 100 }, /^rate_limit_email_sent can be changed only/],
    [
      { mfa_required_roles: "Admin", mfa_totp_enroll_enabled: false },
      "a second factor can be required only while one kind of factor can be added and verified",
    ],
    [
      {
        mfa_required_roles: "Admin",
        mfa_totp_verify_enabled: false,
        mfa_phone_enroll_enabled: true,
        mfa_phone_verify_enabled: true,
      },
      "a second factor is required, but only phones can be added, and there is no SMS provider or hook",
    ],
    [{ mfa_required_roles: ["Admin", "Auditer"] }, 'mfa_required_roles: there is no role "Auditer"'],
  ])("is refused in %j", async (fields, message) => {
    const { configuration, identity } = await aProcess(await open(identityMigrations), aKeyRing());

    await expect(configuration.change(fields)).rejects.toMatchObject({
      code: "field_invalid",
      message: typeof message === "string" ? message : expect.stringMatching(message),
    });
    expect(identity["auth.jwt_expiry"]).toBe(3600);
  });

  it.each([
    "https://hooks.example.org/path",
    "https://93.184.216.34/",
    "http://hooks.internal/",
    "https://10.1.2.3/",
    "http://host.docker.internal:4000/",
    "pg-functions://postgres/public/gate",
    "",
  ])("accepts %j as the URL of a hook", async (uri) => {
    const { configuration, identity } = await aProcess(await open(identityMigrations), aKeyRing());

    await configuration.change({ hook_send_sms_uri: uri });

    expect(identity["auth.hook.send_sms.uri"]).toBe(uri);
  });

  it("accepts a required second factor while one kind of factor can be added", async () => {
    const { configuration, identity } = await aProcess(await open(identityMigrations), aKeyRing());

    await configuration.change({ mfa_required_roles: ["Admin"], mfa_grace_period: "168h" });

    expect(identity["auth.mfa.required_roles"]).toEqual(["Admin"]);
  });

  it("keeps the last kind of factor that can be added while one is required", async () => {
    const { configuration, identity } = await aProcess(await open(identityMigrations), aKeyRing());
    const phones = { mfa_totp_enroll_enabled: false, mfa_phone_enroll_enabled: true, mfa_phone_verify_enabled: true };
    await configuration.change({ mfa_required_roles: ["Admin"], sms_provider: "twilio", ...phones });

    await expect(configuration.change({ sms_provider: null })).rejects.toMatchObject({ code: "field_invalid" });
    await configuration.change({ sms_provider: null, sms_use_inbox: true });

    expect(identity["auth.mfa.required_roles"]).toEqual(["Admin"]);
  });

  it("keeps the last kind of factor by what is stored, also where a process has not read that yet", async () => {
    const db = await open(identityMigrations);
    const keyRing = aKeyRing();
    const deaf: Database = Object.create(db, { listen: { value: async () => Promise.reject(new Error("no")) } });
    const [one, two] = [await aProcess(db, keyRing), await aProcess(deaf, keyRing)];
    const withoutTotp = { mfa_totp_enroll_enabled: false };
    await one.configuration.change({ mfa_required_roles: ["Admin"] });

    await expect(two.configuration.change(withoutTotp)).rejects.toMatchObject({ code: "field_invalid" });
    await two.configuration.refresh();
    expect(two.identity["auth.mfa.totp.enroll_enabled"]).toBe(true);
    await one.configuration.change({ mfa_required_roles: null });
    await two.configuration.change(withoutTotp);

    expect(two.identity["auth.mfa.totp.enroll_enabled"]).toBe(false);
  });

  it("warns at the start of a required factor that cannot be added, and of a role that does not exist", async () => {
    const text = '[auth.mfa]\nrequired_roles = ["Auditor", "Auditer"]\n[auth.mfa.totp]\nenroll_enabled = false';
    const warnings: string[] = [];
    const log = { warn: (_fields: object, message: string) => void warnings.push(message) };

    const { identity } = await aProcess(await open(identityMigrations), aKeyRing(), written(text), log);

    expect(identity["auth.mfa.required_roles"]).toEqual(["Auditor", "Auditer"]);
    expect(warnings).toEqual([
      "a second factor can be required only while one kind of factor can be added and verified",
      'there is no role "Auditer": it requires no factor',
    ]);
  });

  it("starts the grace period again when the factor is required again", async () => {
    const db = await open(identityMigrations);
    const { configuration } = await aProcess(db, aKeyRing());
    const users = () => db.query("select 1 from vedette.required_factors");
    await configuration.change({ mfa_required_roles: ["Admin"], mfa_grace_period: "168h" });
    await db.exec(`insert into auth.users (id) values ('00000000-0000-4000-8000-000000000001');
      insert into vedette.required_factors (user_id) values ('00000000-0000-4000-8000-000000000001')`);

    await configuration.change({ mfa_grace_period: "24h" });
    expect((await users()).rows).toHaveLength(1);
    await configuration.change({ mfa_required_roles: null });

    expect((await users()).rows).toHaveLength(0);
  });

  it("may be the limit of mails once there is a mail server; that of codes is passed over [spec 1, Limits]", async () => {
    const { configuration, identity } = await aProcess(await open(identityMigrations), aKeyRing());

    const passedOver = await configuration.change({
      smtp_host: "mail.example.com",
      rate_limit_email_sent: 100,
      rate_limit_verify: 9,
    });

    expect(passedOver).toEqual(["rate_limit_verify cannot be changed"]);
    expect(identity["auth.rate_limit.email_sent"]).toBe(100);
    expect(identity["auth.rate_limits.verification.requests_per_hour"]).toBe(360);
  });
});
