import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenTestDatabase, onEachStore } from "@vedette/database/testing";
import { deliverySettings } from "@vedette/delivery";
import { loadSettings, SettingsError } from "@vedette/settings";
import { describe, expect, it, onTestFinished } from "vitest";
import { identitySettings, openConfiguration } from "../src/index.ts";
import { aUser, call, signIn } from "./call.ts";
import { serve } from "./hook-receiver.ts";
import { SITE, startIdentity } from "./identity-server.ts";
import { startMailServer } from "./mail-server.ts";

const fileSettings = (text: string) =>
  loadSettings([identitySettings, deliverySettings], { env: {}, file: { path: "vedette.toml", text } });

/** A server whose settings lie in a file, with a real mail server. */
async function serverWith(open: OpenTestDatabase, toml: string, emailLines = "") {
  const mails = await startMailServer();
  const live = fileSettings(`[auth]
site_url = "${SITE}"
[auth.email]
max_frequency = 0
${emailLines}
[auth.email.smtp]
host = "127.0.0.1"
port = ${mails.port}
[auth.rate_limit]
email_sent = 1000
${toml}`);
  const warnings: object[] = [];
  const server = await startIdentity(open, { live, log: { warn: (fields) => void warnings.push(fields) } });
  return { server, mails, live, warnings };
}

const signUp = (server: Parameters<typeof call>[0], email: string, data = {}, headers: Record<string, string> = {}) =>
  call(server, "POST /signup?redirect_to=http://localhost:3000/welcome", {
    body: { email, password: "a long password", data },
    headers,
  });

onEachStore("a template of the operator", (open) => {
  it("says what its variables stand for, escaped, in HTML and in text, and its link works", async () => {
    const { server, mails } = await serverWith(
      open,
      `[auth.email.template.confirmation]
subject = "Welcome {{ .Data.name }}, your code is {{ .Token }}"
content = '''<h1>Hello {{ .Data.name }}</h1>
<p>{{ .Email }} at <a href="{{ .SiteURL }}">{{ .SiteHost }}</a></p>
<p><a href="{{ .ConfirmationURL }}">Go</a> {{ .Token }} {{ .TokenHash }} {{ .RedirectTo }} {{ .ExpiresIn }}</p>
<a href="{{ .Data.homepage }}">home</a>{{ if .Data.vip }}VIP{{ else }}not yet{{ end }}'''`,
    );

    await signUp(server, "ada@example.com", { name: "Ada <i>\r\nBcc: x@example.com", homepage: "javascript:alert(1)" });
    const mail = await mails.mailTo("ada@example.com", "Welcome");

    expect(mail.subject).toMatch(/^Welcome Ada <i> Bcc: x@example\.com, your code is \d{6}$/);
    expect(mail.source.split("\r\n\r\n", 1)[0]).not.toMatch(/^Bcc:/m);
    const code = /(\d{6})$/.exec(mail.subject)?.[1] ?? "none";
    const hash = /token=([^&"]+)/.exec(mail.html)?.[1] ?? "none";
    expect(mail.html).toContain("<h1>Hello Ada &lt;i&gt;");
    expect(mail.html).toContain('<a href="#">home</a>not yet');
    expect(mail.html).toContain(
      `<a href="${server.url}/auth/v1/verify?token=${hash}&amp;type=signup&amp;redirect_to=${SITE}/welcome">Go</a> ${code} ${hash} ${SITE}/welcome one hour`,
    );
    expect(mail.text).toContain("Hello Ada <i>");
    expect(mail.text).toContain(
      `Go ${server.url}/auth/v1/verify?token=${hash}&type=signup&redirect_to=${SITE}/welcome`,
    );
    const verified = await call(server, "POST /verify", { body: { type: "signup", token_hash: hash } });
    expect(verified.json).toMatchObject({ access_token: expect.any(String), user: { email: "ada@example.com" } });
  });

  it("is chosen by the person's language, then by the browser's, else it is the plain one", async () => {
    const { server, mails } = await serverWith(
      open,
      `[auth.email.template.confirmation]
subject = "Confirm"
[auth.email.template.confirmation.languages.de]
subject = "Bitte bestätigen"
content = "<p>Hallo, {{ .Token }}</p>"
[auth.email.template.confirmation.languages.fr]
subject = "Confirmez"`,
    );

    await signUp(server, "de@example.com", { locale: "de_AT" }, { "accept-language": "fr" });
    await signUp(server, "fr@example.com", {}, { "accept-language": "es, fr-CH;q=0.9, de;q=0.1" });
    await signUp(server, "en@example.com", { locale: 7 }, { "accept-language": "es;q=x, *" });

    expect((await mails.mailTo("de@example.com", "Bitte bestätigen")).html).toMatch(/^<p>Hallo, \d{6}<\/p>/);
    expect((await mails.mailTo("fr@example.com", "Confirmez")).text).toContain("One more step");
    expect((await mails.mailTo("en@example.com", "Confirm")).subject).toBe("Confirm");
  });

  it("can lie in a file or at an address; one that is broken or gone is replaced by the built-in one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "vedette-templates-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "good.html"), "<p>from a file {{ .Token }}</p>");
    writeFileSync(join(folder, "broken.html"), "<p>{{ if }}</p>");
    const site = await serve(() => new Response("<p>from an address {{ .Token }}</p>"));
    const { server, mails, warnings } = await serverWith(
      open,
      `[auth.email.template.confirmation]
content_path = "${join(folder, "good.html")}"
[auth.email.template.magic_link]
content_path = "${site}/magic.html"
[auth.email.template.recovery]
content_path = "${join(folder, "broken.html")}"
[auth.email.template.invite]
content_path = "${join(folder, "missing.html")}"`,
    );
    await aUser(server);

    await signUp(server, "new@example.com");
    await call(server, "POST /otp", { body: { email: "ada@example.com" } });
    await call(server, "POST /recover", { body: { email: "ada@example.com" } });
    await call(server, "POST /invite", { body: { email: "guest@example.com" }, bearer: server.secretKey });

    expect((await mails.mailTo("new@example.com", "Confirm")).text).toMatch(/^from a file \d{6}/);
    expect((await mails.mailTo("ada@example.com", "sign-in")).text).toMatch(/^from an address \d{6}/);
    expect((await mails.mailTo("ada@example.com", "Reset")).text).toContain("Choose a new password");
    expect((await mails.mailTo("guest@example.com", "invited")).text).toContain("You are invited");
    expect(warnings).toContainEqual({ kind: "recovery", reason: "line 1, column 4: a value is missing" });
    expect(warnings).toContainEqual(expect.objectContaining({ path: join(folder, "missing.html") }));
  });

  it("links to the path and to the listed host that the operator wants, and to no other host", async () => {
    const { server, mails } = await serverWith(
      open,
      '[auth.email.template.confirmation]\nurl_path = "/confirm-here"',
      'external_hosts = ["auth.example.org", "localhost"]',
    );
    const linkOf = async (email: string, host: string) => {
      await signUp(server, email, {}, { "x-forwarded-host": host });
      return /https?:[^\s"]*confirm-here/.exec((await mails.mailTo(email, "Confirm")).text)?.[0];
    };

    expect(await linkOf("one@example.com", "evil.example")).toBe(`${server.url}/auth/v1/confirm-here`);
    expect(await linkOf("two@example.com", "Auth.Example.org")).toBe("https://auth.example.org/auth/v1/confirm-here");
    expect(await linkOf("three@example.com", "localhost:9999")).toBe("http://localhost:9999/auth/v1/confirm-here");
    expect(await linkOf("four@example.com", "auth.example.org.evil")).toBe(`${server.url}/auth/v1/confirm-here`);
  });

  it("of a change of address knows which of the two addresses it goes to [spec 1, Callbacks]", async () => {
    const { server, mails } = await serverWith(
      open,
      `[auth.email.template.email_change]
subject = "From {{ .Email }} to {{ .NewEmail }}, for {{ .SendingTo }}"`,
    );
    await aUser(server);
    const { accessToken: bearer } = await signIn(server);

    await call(server, "PUT /user", { body: { email: "ada@new.example" }, bearer });

    const subject = "From ada@example.com to ada@new.example, for ";
    const old = await mails.mailTo("ada@example.com", `${subject}ada@example.com`);
    const next = await mails.mailTo("ada@new.example", `${subject}ada@new.example`);
    expect(old.text).toContain("is to become ada@new.example");
    expect(next.text).toContain("Is this your address?");
    expect(next.text).toContain("Or enter this code: ");
  });

  it("is changed through the configuration endpoint without a restart, and refused where it is broken", async () => {
    const { server, mails, live } = await serverWith(open, "");
    const keyRing = server.identity.keyRing;
    const configuration = await openConfiguration({ db: server.db, keyRing, settings: live, log: { warn: () => {} } });
    onTestFinished(() => configuration[Symbol.asyncDispose]());

    await configuration.change({
      mailer_subjects_recovery: "New words",
      mailer_templates_recovery_content: "<p>Open {{ .ConfirmationURL }}</p>",
      mailer_templates_recovery_languages: { it: { subject: "Parole nuove" } },
    });
    await aUser(server);
    await call(server, "POST /recover", { body: { email: "ada@example.com" } });
    await call(server, "POST /recover", { body: { email: "ada@example.com" }, headers: { "accept-language": "it" } });

    expect((await mails.mailTo("ada@example.com", "New words")).text).toMatch(/^Open http:\S+\/verify\?token=/);
    expect((await mails.mailTo("ada@example.com", "Parole nuove")).text).toMatch(/^Open http:\S+\/verify\?token=/);
    await expect(
      configuration.change({ mailer_subjects_invite: "fine", mailer_templates_recovery_content: "a\n{{ .Tokn }}" }),
    ).rejects.toMatchObject({
      code: "field_invalid",
      message: expect.stringMatching(
        /^mailer_templates_recovery_content: it is broken: line 2, column 1: there is no \.Tokn/,
      ),
    });
    await expect(
      configuration.change({ mailer_templates_recovery_languages: { de: { content: "{{ if .Token }}" } } }),
    ).rejects.toMatchObject({
      message:
        "mailer_templates_recovery_languages: it is broken: de.content: line 1, column 1: {{ if }} has no {{ end }}",
    });
    expect(configuration.show()).toMatchObject({
      mailer_subjects_invite: "You've been invited",
      mailer_templates_recovery_content: "<p>Open {{ .ConfirmationURL }}</p>",
    });
  });
});

describe("a broken template in the file", () => {
  it("stops the start and says where it is", () => {
    const text = '[auth.email.notification.password_changed]\ncontent = "<p>{{ .Token }}</p>"';

    expect(() => fileSettings(text)).toThrow(SettingsError);
    expect(() => fileSettings(text)).toThrow(
      /auth\.email\.notification\.password_changed\.content is .*, which is not allowed: it is broken: line 1, column 4: there is no \.Token in this mail/,
    );
  });
});

onEachStore("the mails of administrators", (open) => {
  it("are listed with what templates may name, previewed, and sent for a try", async () => {
    const { server, mails } = await serverWith(open, "");
    const ask = (route: `${string} /${string}`, body?: unknown) =>
      call(server, route, { body, bearer: server.secretKey });

    const kinds: { kind: string }[] = JSON.parse((await ask("GET /admin/mail-templates")).text);
    expect(kinds.map(({ kind }) => kind)).toEqual([
      "confirmation",
      "invite",
      "recovery",
      "magic_link",
      "email_change",
      "reauthentication",
      "password_changed",
      "email_changed",
      "phone_changed",
      "identity_linked",
      "identity_unlinked",
      "mfa_factor_enrolled",
      "mfa_factor_unenrolled",
      "new_device",
    ]);
    for (const { kind } of kinds) {
      const { json } = await ask(`POST /admin/mail-templates/${kind}/preview`, {});
      expect(json, kind).toMatchObject({ faults: [], mail: { subject: expect.stringMatching(/\w/) } });
      expect(JSON.stringify(json)).not.toMatch(/\{\{|undefined|\[object/);
    }
    expect((await ask("GET /admin/mail-templates/invite")).json).toMatchObject({
      group: "authentication",
      enabled: true,
      subject: "You've been invited",
      fields: { subject: "mailer_subjects_invite", content: "mailer_templates_invite_content" },
      variables: expect.arrayContaining([{ name: ".ConfirmationURL", doc: "The link." }]),
    });
    expect((await ask("GET /admin/mail-templates/password_changed")).json).toMatchObject({
      enabled: false,
      fields: { enabled: "mailer_notifications_password_changed_enabled" },
    });

    const draft = {
      subject: "Hi {{ .Data.name }}",
      content: "<p>{{ .Data.name }} {{ .Token }}</p>",
      data: { name: "<Bo>" },
    };
    expect((await ask("POST /admin/mail-templates/invite/preview", draft)).json).toEqual({
      faults: [],
      mail: { subject: "Hi <Bo>", html: "<p>&lt;Bo&gt; 123456</p>", text: "<Bo> 123456" },
    });
    const broken = { subject: "{{ .Nobody }}", content: "<p>\n  {{ end }}</p>" };
    expect((await ask("POST /admin/mail-templates/invite/preview", broken)).json).toMatchObject({
      mail: null,
      faults: [
        { part: "subject", line: 1, column: 1, message: expect.stringContaining("there is no .Nobody") },
        { part: "content", line: 2, column: 3, message: "line 2, column 3: {{ end }} belongs to nothing" },
      ],
    });
    expect(await ask("POST /admin/mail-templates/invite/test", { ...broken, to: "me@example.com" })).toMatchObject({
      status: 400,
      json: { error_code: "validation_failed", msg: expect.stringContaining("content: line 2, column 3") },
    });
    expect(await ask("POST /admin/mail-templates/invite/test", draft)).toMatchObject({ status: 400 });
    expect(await ask("POST /admin/mail-templates/invite/test", { ...draft, to: "me@example.com" })).toMatchObject({
      status: 200,
      json: { to: "me@example.com" },
    });
    expect((await mails.mailTo("me@example.com", "Hi <Bo>")).text).toContain("<Bo> 123456");
    expect((await ask("POST /admin/mail-templates/nothing/preview", {})).status).toBe(404);
  });

  it("can be sent to oneself by an administrator who is a person, and are nobody else's", async () => {
    const { server, mails } = await serverWith(open, "");
    await aUser(server, { email: "boss@example.com", role: "service_role" });
    const signedIn = await call(server, "POST /token?grant_type=password", {
      body: { email: "boss@example.com", password: "correct horse" },
    });
    const bearer = String(signedIn.json["access_token"]);

    const sent = await call(server, "POST /admin/mail-templates/recovery/test", { body: {}, bearer });
    const tried = await call(server, "POST /admin/mail-server/try", { bearer });
    const foreign = await call(server, "POST /admin/mail-templates/recovery/preview", { body: {} });

    expect(sent).toMatchObject({ status: 200, json: { to: "boss@example.com" } });
    await mails.mailTo("boss@example.com", "Reset your password");
    expect(tried).toMatchObject({ status: 200, json: { to: "boss@example.com", failure: "" } });
    await mails.mailTo("boss@example.com", "Vedette: a test");
    expect(foreign.status).toBe(401);
  });
});
