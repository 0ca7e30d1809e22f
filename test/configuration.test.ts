import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  readForm,
  type SamlIdentityProvider,
  startSamlIdentityProvider,
} from "../services/identity/test/saml-identity-provider.ts";
import { call, cookieOf } from "./call.ts";
import { freePort } from "./free-port.ts";
import { addPerson, becomeAdministrator, PASSWORD, signIn } from "./people.ts";
import { type RunningVedette, runVedette, startVedette } from "./running-server.ts";

describe("the configuration endpoint", () => {
  let vedette: RunningVedette;
  const received: string[] = [];
  let server: SMTPServer;
  let smtpPort: number;

  beforeAll(async () => {
    smtpPort = await freePort();
    server = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      onAuth: ({ username, password }, _session, done) =>
        username === "mailer" && password === "of the mail server"
          ? done(null, { user: username })
          : done(new Error("no")),
      onData(stream, { envelope }, done) {
        received.push(...envelope.rcptTo.map(({ address }) => address));
        stream.resume().on("end", () => done());
      },
      allowInsecureAuth: true,
    });
    await new Promise<void>((resolve) => void server.listen(smtpPort, "127.0.0.1", () => resolve()));
    vedette = await startVedette({
      env: {
        VEDETTE_JWT_EXP: "1800",
        VEDETTE_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES: "",
        VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS: "127.0.0.1",
      },
    });
    await becomeAdministrator(vedette);
  }, 120_000);

  afterAll(async () => {
    await vedette.stop();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  const patch = (body: unknown, bearer: string | undefined = vedette.keys.secret_key, ref = "default") =>
    call<Record<string, unknown>>(`${vedette.url}/v1/projects/${ref}/config/auth`, { method: "PATCH", body, bearer });

  it("makes mails go through a mail server from now on [spec 1, Configuration endpoint]", async () => {
    const body = { email: "grace@elsewhere.example", password: PASSWORD };
    expect((await call(`${vedette.url}/auth/v1/signup`, { body })).status).toBe(400);

    const answer = await patch({
      external_email_enabled: true,
      mailer_secure_email_change_enabled: true,
      mailer_autoconfirm: false,
      smtp_admin_email: "no-reply@example.com",
      smtp_host: "127.0.0.1",
      smtp_port: smtpPort,
      smtp_user: "mailer",
      smtp_pass: "of the mail server",
      smtp_sender_name: "Watch room",
    });

    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ smtp_host: "127.0.0.1", smtp_port: smtpPort, smtp_pass: null, jwt_exp: 1800 });
    expect(answer.text).not.toContain("of the mail server");
    expect((await call(`${vedette.url}/auth/v1/signup`, { body })).status).toBe(200);
    await vi.waitFor(() => expect(received).toEqual(["grace@elsewhere.example"]), { timeout: 30_000, interval: 50 });
  });

  it("has that mail server tried, and shows what was said but no password", async () => {
    const { status, body } = await call(`${vedette.url}/auth/v1/admin/mail-server/try`, {
      bearer: vedette.keys.secret_key,
      body: { to: "operator@example.com" },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ to: "operator@example.com", failure: "" });
    expect(body).toHaveProperty("transcript", expect.arrayContaining([{ from: "client", text: "AUTH PLAIN …" }]));
    expect(JSON.stringify(body)).not.toMatch(/of the mail server|bWFpbGVy/);
    expect(received).toContain("operator@example.com");
  });

  it("replaces the secret of a hook without a gap: both sign until the old one is forgotten", async () => {
    let signed = "";
    let signatures: readonly string[] = [];
    const receiver = createServer(async (request, response) => {
      const header = (name: string) => String(request.headers[`webhook-${name}`]);
      signed = `${header("id")}.${header("timestamp")}.${await text(request)}`;
      signatures = header("signature").split(" ");
      response.setHeader("content-type", "application/json").end("{}");
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void receiver.close());
    await once(receiver, "listening");
    const { port } = receiver.address() as AddressInfo;
    const bearer = vedette.keys.secret_key;
    const secretsUrl = `${vedette.url}/v1/projects/default/config/auth/hooks/send_sms/secrets`;
    const renew = async () => (await call<{ secret: string }>(secretsUrl, { method: "POST", bearer })).body.secret;
    const callHook = async () => {
      const path = "/auth/v1/admin/hooks/send_sms/try";
      const { body } = await call(vedette.url + path, { bearer, body: {} });
      expect(body).toMatchObject({ outcome: "answered" });
    };
    const signatureBy = (secret: string) => {
      const key = Buffer.from(secret.replace("v1,whsec_", ""), "base64");
      return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
    };
    await patch({ hook_send_sms_uri: `http://127.0.0.1:${port}` });

    const first = await renew();
    await callHook();
    expect(signatures).toEqual([signatureBy(first)]);
    const second = await renew();
    await callHook();
    expect(signatures).toEqual([signatureBy(second), signatureBy(first)]);
    // Somebody may have lost the second before its receiver knew it: the first goes on signing.
    const [third, fourth] = await Promise.all([renew(), renew()]);
    await callHook();
    const newest = [third, fourth].map(signatureBy);
    expect(new Set(signatures)).toEqual(new Set([...newest, signatureBy(second), signatureBy(first)]));
    expect(newest).toContain(signatures[0]);
    expect((await call(`${secretsUrl}/old`, { method: "DELETE", bearer })).status).toBe(204);
    const [kept = ""] = signatures;
    const last = kept === newest[0] ? third : fourth;
    await callHook();
    expect(signatures).toEqual([signatureBy(last)]);

    expect((await call(secretsUrl.replace("send_sms", "nothing"), { method: "POST", bearer })).status).toBe(404);
    expect(JSON.stringify((await call(`${vedette.url}/auth/v1/admin/hooks`, { bearer })).body)).not.toContain("whsec_");
  });

  it("takes effect without a restart and shows what is in force", async () => {
    await patch({ disable_signup: true });

    const body = { email: "late@example.com", password: PASSWORD };
    expect((await call(`${vedette.url}/auth/v1/signup`, { body })).body).toMatchObject({
      error_code: "signup_disabled",
    });
    const shown = await call(`${vedette.url}/v1/projects/default/config/auth`, { bearer: vedette.keys.secret_key });
    expect(shown.body).toMatchObject({ disable_signup: true });
  });

  it("is explained by command: value, source and meaning, and no secret", async () => {
    await patch({ smtp_sender_name: "Night desk", smtp_pass: "hush-hush-of-this-test" });
    const explain = (...args: readonly string[]) =>
      runVedette(["config", "explain", ...args, "--server", vedette.url, "--token", vedette.keys.secret_key], {
        VEDETTE_JWT_EXP: "1800",
        VEDETTE_SECRET_KEY: vedette.keys.secret_key,
      });

    const { output, exitCode } = await explain("--changed");
    expect(exitCode).toBe(0);
    expect(output).toContain("auth.jwt_expiry = 1800\n  environment: VEDETTE_JWT_EXP\n");
    expect(output).toContain("auth.email.smtp.sender_name = Night desk\n  stored: the settings pages");
    expect(output).toContain("server.secret_key = (set, secret)\n");
    expect(output).not.toContain("auth.captcha.timeout");
    expect(output).not.toContain("hush-hush");
    expect(output).not.toContain(vedette.keys.secret_key);
    const one = await explain("captcha.timeout", "--json");
    expect(JSON.parse(one.output)).toMatchObject([{ key: "auth.captcha.timeout", value: 10, source: "default" }]);
    expect(await explain("no such thing")).toMatchObject({ exitCode: 1 });
  });

  it("is kept in the audit log by the names of the settings", async () => {
    await patch({ smtp_pass: "another secret of the mail server" });

    const entries = await call<{ payload: object }[]>(
      `${vedette.url}/auth/v1/admin/audit?query=action:setting_changed`,
      {
        bearer: vedette.keys.secret_key,
      },
    );

    expect(entries.body[0]?.payload).toMatchObject({
      actor_username: "service_role",
      traits: { settings: ["auth.email.smtp.pass"] },
    });
    expect(entries.text).not.toContain("another secret");
  });

  it("says where a link with an address would lead, by the list in force or by another one", async () => {
    const bearer = vedette.keys.secret_key;
    const path = `${vedette.url}/v1/projects/default/config/auth/redirect-check`;
    const ask = async (body: object) => (await call(path, { bearer, body })).body;
    const list = ["https://*.example.com/**"];

    await patch({ uri_allow_list: list });
    const url = "https://app.example.com/welcome";
    expect(await ask({ url })).toEqual({ is_allowed: true, by: "list", pattern: list[0], leads_to: url });
    expect(await ask({ url, uri_allow_list: [] })).toMatchObject({ is_allowed: false, reason: "unlisted" });
    expect(await ask({ url: "https://other.test/", site_url: "https://watch.test" })).toEqual({
      is_allowed: false,
      reason: "unlisted",
      leads_to: "https://watch.test",
    });
    expect((await call(path, { bearer: vedette.keys.publishable_key, body: { url } })).status).toBe(403);
    await patch({ uri_allow_list: null });
  });

  it("keeps the identity providers of companies below it, too", async () => {
    const idp = await startSamlIdentityProvider();
    const path = `${vedette.url}/v1/projects/default/config/auth/sso/providers`;
    const bearer = vedette.keys.secret_key;
    const provider = { type: "saml", metadata_xml: idp.metadata(), domains: ["corp.example"] };

    const added = await call<{ id: string }>(path, { bearer, body: provider });
    expect([added.status, added.body]).toMatchObject([201, { saml: { entity_id: idp.entityId } }]);
    expect((await call(path, { bearer })).body).toMatchObject({ items: [{ id: added.body.id }] });
    const at = `${path}/${added.body.id}`;
    const changed = await call(at, { method: "PUT", bearer, body: { domains: ["new.example"] } });
    expect(changed.body).toMatchObject({ domains: [{ domain: "new.example" }] });
    expect((await call(path, { body: provider })).status).toBe(401);
    expect((await call(path, { bearer: vedette.keys.publishable_key, body: provider })).status).toBe(403);
    const again = await call(path, { bearer, body: provider });
    expect([again.status, again.body]).toEqual([422, { message: expect.any(String) }]);
    expect((await call(at, { method: "DELETE", bearer })).status).toBe(200);
    expect((await call(at, { bearer })).status).toBe(404);
  });

  it("lets a company's people in with the rights of the teams that their groups lead to, and no longer than those", async () => {
    const idp = await startSamlIdentityProvider();
    const bearer = vedette.keys.secret_key;
    await patch({ saml_enabled: true, disable_signup: false });
    const added = await call<{ id: string }>(`${vedette.url}/auth/v1/admin/sso/providers`, {
      bearer,
      body: { type: "saml", metadata_xml: idp.metadata(), domains: ["corp.example"] },
    });
    const team = await call<{ teamId: number }>(`${vedette.url}/api/teams`, { bearer, body: { name: "Night desk" } });
    const groupId = `sso:${added.body.id}/CN=Night,DC=corp`;
    await call(`${vedette.url}/api/teams/${team.body.teamId}/groups`, { bearer, body: { groupId } });
    await call(`${vedette.url}/api/folders`, { bearer, body: { uid: "night", title: "Night" } });
    const items = [{ teamId: team.body.teamId, permission: 2 }];
    await call(`${vedette.url}/api/folders/night/permissions`, { bearer, body: { items } });
    const enter = async (groups: readonly string[]) => {
      idp.signInAs({ nameId: "kim", attributes: { email: "kim@corp.example", groups } });
      return signInBySaml(vedette, idp);
    };
    const save = async (token: string, uid: string) => {
      const body = { dashboard: { uid, title: uid, panels: [] }, folderUid: "night" };
      return (await call(`${vedette.url}/api/dashboards/db`, { bearer: token, body })).status;
    };

    const stranger = await enter(["cn=day,dc=corp"]);
    expect(await save(stranger, "by-stranger")).toBe(403);
    const member = await enter(["cn=day,dc=corp", "cn=night,dc=corp"]);
    expect(await save(member, "by-member")).toBe(200);
    expect((await call(`${vedette.url}/api/user/teams`, { bearer: member })).body).toMatchObject([
      { name: "Night desk" },
    ]);
    await enter([]);
    expect(await save(member, "once-more")).toBe(403);
  });

  it("says why not", async () => {
    const byNobody = await call(`${vedette.url}/v1/projects/default/config/auth`, { method: "PATCH", body: {} });

    expect([byNobody.status, byNobody.body]).toEqual([401, { message: expect.any(String) }]);
    expect((await patch({}, vedette.keys.publishable_key)).status).toBe(403);
    expect((await patch({}, vedette.keys.secret_key, "other")).status).toBe(404);
    expect((await patch({ nonsense: 1 })).status).toBe(400);
    const pinned = await patch({ jwt_exp: 60, site_url: "https://changed.example" });
    expect([pinned.status, pinned.body]).toEqual([
      409,
      { message: "jwt_exp is set by the environment variable VEDETTE_JWT_EXP" },
    ]);
    expect((await patch({})).body["site_url"]).toBe("");
  });

  it("rotates the signing keys by command and signs nobody out", async () => {
    const keys = (...args: string[]) =>
      runVedette(["keys", ...args, "--server", vedette.url, "--token", vedette.keys.secret_key]);
    await addPerson(vedette, "kay@example.com");
    const before = await signIn(vedette, "kay@example.com");
    const first = /^(\S+) +ES256 +in_use/m.exec((await keys("list")).output)?.[1] ?? "";
    const next = /^(\S+) is published/m.exec((await keys("add", "--algorithm", "EdDSA")).output)?.[1] ?? "";

    const early = await keys("use", next);
    expect([early.exitCode, early.output]).toEqual([1, expect.stringContaining("clients may not know this key yet")]);
    expect((await keys("use", next, "--now")).exitCode).toBe(0);

    const user = () => call(`${vedette.url}/auth/v1/user`, { bearer: before.access_token });
    expect((await user()).status).toBe(200);
    expect((await keys("list")).output).toMatch(new RegExp(`^${next} +EdDSA +in_use.*`, "m"));
    expect((await keys("revoke", next)).output).toContain("This key signs");
    expect((await keys("revoke", first)).exitCode).toBe(0);
    await vi.waitFor(async () => expect((await user()).status).toBe(403), { timeout: 10_000, interval: 100 });
  });
});

/** The walk of a browser to a company's identity provider and back. @returns the access token that it ends with */
async function signInBySaml({ url, keys }: RunningVedette, idp: SamlIdentityProvider): Promise<string> {
  const begun = await call<{ url: string }>(`${url}/auth/v1/sso`, {
    headers: { apikey: keys.publishable_key },
    body: { domain: "corp.example", skip_http_redirect: true },
  });
  expect(begun.status, begun.text).toBe(200);
  const sent = await call(begun.body.url);
  const { action, fields } = await idp.visit(sent.headers.get("location") ?? "");
  const post = (form: Readonly<Record<string, string>>, cookie?: string) =>
    call(action, {
      body: new URLSearchParams(form).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...(cookie === undefined ? {} : { cookie }) },
    });
  // With a form of another site the cookie does not come: the page that answers sends it once more.
  const again = readForm((await post(fields)).text);
  const { headers } = await post(again.fields, cookieOf(sent));
  const { hash } = new URL(headers.get("location") ?? "", url);
  const token = new URLSearchParams(hash.slice(1)).get("access_token");
  expect(token, headers.get("location") ?? "no way on").toBeTruthy();
  return token ?? "";
}
