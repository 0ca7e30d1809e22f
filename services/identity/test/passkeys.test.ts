import { onEachStore } from "@vedette/database/testing";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { call, loginsOf } from "./call.ts";
import { serve } from "./hook-receiver.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";
import { adminOf, clientOf, PASSWORD, signedIn } from "./published-client-of.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
});
afterAll(() => browser.close());

/** A device that keeps passkeys, and a page that may ask for them. */
async function aDevice() {
  const origin = (
    await serve(() => new Response("<title>A page</title>", { headers: { "content-type": "text/html" } }))
  ).replace("127.0.0.1", "localhost");
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(origin);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return { origin, page, cdp, authenticatorId };
}

type Device = Awaited<ReturnType<typeof aDevice>>;

const settingsFor = ({ origin }: Device) => ({
  "auth.passkey.enabled": true,
  "auth.webauthn.rp_origins": [origin],
  "auth.mfa.web_authn.enroll_enabled": true,
  "auth.mfa.web_authn.verify_enabled": true,
});

/** Makes a credential in the browser, as an application does. */
function create(page: Page, options: unknown): Promise<object> {
  return page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON);
    const credential = await navigator.credentials.create({ publicKey });
    return (credential as PublicKeyCredential).toJSON();
  }, options);
}

/** Proves a credential in the browser. */
function get(page: Page, options: unknown): Promise<object> {
  return page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
    const credential = await navigator.credentials.get({ publicKey });
    return (credential as PublicKeyCredential).toJSON();
  }, options);
}

const registration = (server: IdentityServer, bearer: string, step: "options" | "verify", body: object) =>
  call(server, `POST /passkeys/registration/${step}`, { bearer, body });
const authentication = (server: IdentityServer, step: "options" | "verify", body: object) =>
  call(server, `POST /passkeys/authentication/${step}`, { body });

/** Somebody with a passkey on the device. */
async function withPasskey(server: IdentityServer, device: Device) {
  const client = await signedIn(server);
  const bearer = client.session.access_token;
  const { json } = await registration(server, bearer, "options", {});
  const credential = await create(device.page, json["options"]);
  const made = await registration(server, bearer, "verify", { challenge_id: json["challenge_id"], credential });
  expect(made.status).toBe(200);
  return { ...client, bearer, passkey: made.json, credential, options: json };
}

/** Signs in as a browser does, and says how it went. */
async function signInOn(device: Device, server: IdentityServer) {
  const { json } = await authentication(server, "options", {});
  const credential = await get(device.page, json["options"]);
  const body = { challenge_id: json["challenge_id"], credential };
  return { body, reply: await authentication(server, "verify", body) };
}

onEachStore("a passkey", (open) => {
  it("signs in without a name or password", async () => {
    const device = await aDevice();
    const server = await startIdentity(open, { settings: settingsFor(device) });
    const { user, options, bearer } = await withPasskey(server, device);

    const { reply } = await signInOn(device, server);

    expect(options["options"]).toMatchObject({
      rp: { id: "localhost" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    });
    expect(reply.status).toBe(200);
    const token = String(reply.json["access_token"]);
    expect(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())).toMatchObject({
      sub: user.id,
      aal: "aal1",
      amr: [{ method: "passkey" }],
    });
    const [listed] = (await call(server, "GET /passkeys", { bearer })).json as unknown as object[];
    expect(listed).toMatchObject({ last_used_at: expect.any(String), created_at: expect.any(String) });
    expect(await loginsOf(server)).toEqual(["email", "passkey"]);
  });

  it("is used by the published client", async () => {
    const device = await aDevice();
    const server = await startIdentity(open, { settings: settingsFor(device) });
    const { auth } = await signedIn(server);
    const begun = await auth.passkey.startRegistration();
    const credential = await create(device.page, begun.data?.options);
    const challengeId = begun.data?.challenge_id ?? "";
    const made = await auth.passkey.verifyRegistration({ challengeId, credential: credential as never });
    const passkeyId = made.data?.id ?? "";

    expect((await auth.passkey.list()).data).toMatchObject([{ id: passkeyId }]);
    expect((await auth.passkey.update({ passkeyId, friendlyName: "key ring" })).data?.friendly_name).toBe("key ring");
    const stranger = clientOf(server).auth;
    const asked = await stranger.passkey.startAuthentication();
    const proof = await get(device.page, asked.data?.options);
    const signIn = { challengeId: asked.data?.challenge_id ?? "", credential: proof as never };
    expect((await stranger.passkey.verifyAuthentication(signIn)).data?.session?.user.email).toBe("ada@example.com");
    expect((await auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await auth.passkey.list()).data).toEqual([]);
    const { rows } = await server.db.query(
      "select payload ->> 'action' as action from auth.audit_log_entries where payload ->> 'action' like 'passkey%' order by created_at",
    );
    expect(rows.map(({ action }) => action)).toEqual(["passkey_created", "passkey_updated", "passkey_deleted"]);
  });

  it("proves itself once, to the page it belongs to, and only while its counter goes on", async () => {
    const device = await aDevice();
    const server = await startIdentity(open, { settings: settingsFor(device) });
    await withPasskey(server, device);
    const { body, reply } = await signInOn(device, server);
    expect(reply.status).toBe(200);

    const again = await authentication(server, "verify", body);
    expect(again.json).toMatchObject({ code: 400, error_code: "webauthn_challenge_not_found" });
    const elsewhere = await startIdentity(open, {
      settings: { ...settingsFor(device), "auth.webauthn.rp_origins": ["https://evil.example"] },
      beside: server,
    });
    expect((await signInOn(device, elsewhere)).reply.json["error_code"]).toBe("webauthn_verification_failed");
    await server.db.query("update auth.webauthn_credentials set sign_count = 1000");
    expect((await signInOn(device, server)).reply.json["error_code"]).toBe("webauthn_verification_failed");
  });

  it("refuses what it must, by code", async () => {
    const device = await aDevice();
    const settings = { ...settingsFor(device), "auth.passkey.max_passkeys_per_user": 1 };
    const server = await startIdentity(open, { settings });
    const { bearer, credential, user } = await withPasskey(server, device);
    const nobody = "00000000-0000-4000-8000-000000000000";
    const { json: begun } = await authentication(server, "options", {});
    const challenge_id = begun["challenge_id"];
    const proof = await get(device.page, begun["options"]);
    const codeOf = ({ status, json }: Awaited<ReturnType<typeof call>>) => `${status} ${json["error_code"]}`;

    expect(codeOf(await registration(server, bearer, "options", {}))).toBe("422 too_many_passkeys");
    expect(codeOf(await registration(server, bearer, "verify", { challenge_id: nobody, credential }))).toBe(
      "400 webauthn_challenge_not_found",
    );
    expect(codeOf(await authentication(server, "verify", { challenge_id: "7", credential: proof }))).toBe(
      "400 webauthn_challenge_not_found",
    );
    await server.db.query("update auth.webauthn_challenges set expires_at = now() - interval '1 second'");
    expect(codeOf(await authentication(server, "verify", { challenge_id, credential: proof }))).toBe(
      "400 webauthn_challenge_expired",
    );
    const { json: fresh } = await authentication(server, "options", {});
    const unknown = { ...proof, id: "AAAA", rawId: "AAAA" };
    expect(
      codeOf(await authentication(server, "verify", { challenge_id: fresh["challenge_id"], credential: unknown })),
    ).toBe("400 webauthn_verification_failed");
    expect(codeOf(await call(server, `PATCH /passkeys/${nobody}`, { bearer, body: { friendly_name: "x" } }))).toBe(
      "404 validation_failed",
    );
    expect(codeOf(await call(server, `DELETE /passkeys/${nobody}`, { bearer }))).toBe("404 validation_failed");
    await adminOf(server).updateUserById(user.id, { ban_duration: "1h" });
    expect(codeOf((await signInOn(device, server)).reply)).toBe("403 user_banned");
    const off = await startIdentity(open, { beside: server });
    expect(codeOf(await authentication(off, "options", {}))).toBe("404 passkey_disabled");
  });

  it("of somebody else is not registered again", async () => {
    const device = await aDevice();
    const server = await startIdentity(open, { settings: settingsFor(device) });
    const { bearer } = await withPasskey(server, device);
    await server.db.query("update auth.webauthn_challenges set expires_at = now() + interval '1 hour'");
    const { json } = await registration(server, bearer, "options", {});
    const { rows } = await server.db.query(
      "select encode(credential_id, 'base64') as id from auth.webauthn_credentials",
    );
    expect(json["options"]).toMatchObject({
      excludeCredentials: [{ id: Buffer.from(String(rows[0]?.["id"]), "base64").toString("base64url") }],
    });
    const options = { ...Object(json["options"]), excludeCredentials: [] };
    const credential = await create(device.page, options);
    const stored = Buffer.from(String(Reflect.get(credential, "id")), "base64url");
    await server.db.query("update auth.webauthn_credentials set credential_id = $1", [stored]);

    const made = await registration(server, bearer, "verify", { challenge_id: json["challenge_id"], credential });

    expect(made.json).toMatchObject({ code: 422, error_code: "webauthn_credential_exists" });
  });

  it("is listed and removed by administrators", async () => {
    const device = await aDevice();
    const server = await startIdentity(open, { settings: settingsFor(device) });
    const { user, passkey } = await withPasskey(server, device);
    const admin = adminOf(server);
    const passkeyId = String(passkey["id"]);

    expect((await admin.passkey.listPasskeys({ userId: user.id })).data).toMatchObject([{ id: passkeyId }]);
    expect((await admin.passkey.deletePasskey({ userId: user.id, passkeyId })).error).toBeNull();

    expect((await signInOn(device, server)).reply.json["error_code"]).toBe("webauthn_verification_failed");
  });
});

onEachStore("a security key as second factor", (open) => {
  it("raises the session to aal2, first by being made, then by being used", async () => {
    const device = await aDevice();
    const server = await startIdentity(open, { settings: settingsFor(device) });
    const client = await signedIn(server);
    const step = async (bearer: string, factorId: string) => {
      const asked = await call(server, `POST /factors/${factorId}/challenge`, { bearer, body: {} });
      const { type, credential_options } = Object(asked.json["webauthn"]);
      const make = type === "create" ? create : get;
      const credential_response = await make(device.page, credential_options.publicKey);
      const body = { challenge_id: asked.json["id"], webauthn: { type, credential_response } };
      return { type, reply: await call(server, `POST /factors/${factorId}/verify`, { bearer, body }) };
    };
    const { data } = await client.auth.mfa.enroll({ factorType: "webauthn", friendlyName: "key" });
    const factorId = data?.id ?? "";

    const made = await step(client.session.access_token, factorId);
    const again = clientOf(server);
    const signedInAgain = await again.auth.signInWithPassword({ email: "ada@example.com", password: PASSWORD });
    const used = await step(signedInAgain.data.session?.access_token ?? "", factorId);

    expect([made.type, made.reply.status, used.type, used.reply.status]).toEqual(["create", 200, "request", 200]);
    const payload = String(used.reply.json["access_token"]).split(".")[1] ?? "";
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({
      aal: "aal2",
      amr: [{ method: "mfa/webauthn" }, { method: "password" }],
    });
    const stored = await server.db.query("select web_authn_credential from auth.mfa_factors");
    expect(stored.rows[0]?.["web_authn_credential"]).toMatchObject({
      authenticator: { signCount: expect.any(Number) },
    });
  });

  it("is refused while it is switched off", async () => {
    const device = await aDevice();
    const server = await startIdentity(open, { settings: settingsFor(device) });
    const { auth, session } = await signedIn(server);
    const { data } = await auth.mfa.enroll({ factorType: "webauthn", friendlyName: "key" });
    const off = await startIdentity(open, { beside: server });

    const reply = await call(off, `POST /factors/${data?.id}/challenge`, { bearer: session.access_token });

    expect(reply.json).toMatchObject({ code: 422, error_code: "mfa_webauthn_verify_not_enabled" });
  });

  it("that proves nothing raises nothing", async () => {
    const device = await aDevice();
    const server = await startIdentity(open, { settings: settingsFor(device) });
    const { auth, session } = await signedIn(server);
    const { data } = await auth.mfa.enroll({ factorType: "webauthn", friendlyName: "key" });
    const path = `/factors/${data?.id}` as const;
    const bearer = session.access_token;
    const asked = await call(server, `POST ${path}/challenge`, { bearer, body: {} });
    const verify = (credential_response: unknown) =>
      call(server, `POST ${path}/verify`, {
        bearer,
        body: { challenge_id: asked.json["id"], webauthn: { type: "create", credential_response } },
      });

    expect((await verify({})).json["error_code"]).toBe("mfa_verification_failed");
    expect((await verify(undefined)).json["error_code"]).toBe("mfa_verification_failed");
  });
});
