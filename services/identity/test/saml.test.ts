import { generateKeyPairSync, randomUUID } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { SAML } from "@node-saml/node-saml";
import { onEachStore } from "@vedette/database/testing";
import { SettingsError } from "@vedette/settings";
import { decodeJwt } from "jose";
import { expect, it, onTestFinished, vi } from "vitest";
import { SignedXml } from "xml-crypto";
import { cleanUp } from "../src/cleanup/clean-up.ts";
import { aUser, call, PASSWORD } from "./call.ts";
import { type IdentityServer, type ServerOptions, SITE, startIdentity } from "./identity-server.ts";
import { clientOf } from "./published-client-of.ts";
import {
  base64,
  PERSISTENT,
  type PostForm,
  readForm,
  type SamlIdentityProvider,
  startSamlIdentityProvider,
} from "./saml-identity-provider.ts";

const ENABLED = { "auth.saml.enabled": true, "auth.saml.rate_limit_assertion": 1000 } as const;
const REDIRECT = `${SITE}/welcome`;
const EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/** A service whose administrators may fetch from this identity provider. */
async function startWith(
  open: Parameters<typeof startIdentity>[0],
  idp: SamlIdentityProvider,
  options: ServerOptions = {},
): Promise<IdentityServer> {
  return startIdentity(open, {
    allowedHosts: [idp.host],
    ...options,
    settings: { ...ENABLED, ...options.settings },
  });
}

const administer = (server: IdentityServer, route: `${string} /${string}`, body?: unknown) =>
  call(server, route, { bearer: server.secretKey, ...(body === undefined ? {} : { body }) });

async function addProvider(server: IdentityServer, idp: SamlIdentityProvider, fields: object = {}): Promise<string> {
  const body = { type: "saml", metadata_url: idp.metadataUrl, domains: ["corp.example"], ...fields };
  const { json, status } = await administer(server, "POST /admin/sso/providers", body);
  expect(status, JSON.stringify(json)).toBe(201);
  return String(json["id"]);
}

/** The cookie of the one browser that is here, by service. */
const cookies = new WeakMap<IdentityServer, string>();

/** Where the service sends a browser that wants to sign in. */
async function begin(server: IdentityServer, fields: object = {}): Promise<string> {
  const body = { domain: "corp.example", redirect_to: REDIRECT, skip_http_redirect: true, ...fields };
  const { json, status } = await call(server, "POST /sso", { body });
  expect(status, JSON.stringify(json)).toBe(200);
  return goOn(server, String(json["url"]));
}

/** The browser comes, and is sent to the identity provider. */
async function goOn(server: IdentityServer, url: string): Promise<string> {
  expect(url).toContain(`${server.url}/auth/v1/sso/saml/start?relay_state=`);
  const cookie = cookies.get(server);
  const sent = await fetch(url, { redirect: "manual", headers: cookie === undefined ? {} : { cookie } });
  expect(sent.status).toBe(302);
  cookies.set(server, sent.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "");
  return sent.headers.get("location") ?? "";
}

/** A message as it is sent by a form. */
function signedXml(xml: string, { key }: SamlIdentityProvider): string {
  const signature = new SignedXml({
    privateKey: key().privatePem,
    signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
  });
  signature.addReference({
    xpath: "/*",
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#"],
    digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
  });
  signature.computeSignature(xml, { location: { reference: "/*/*[local-name()='Issuer']", action: "after" } });
  return signature.getSignedXml();
}

/** The browser posts what the identity provider gave it. */
async function arrive(server: IdentityServer, { action, fields }: PostForm, cookie = cookies.get(server) ?? "") {
  expect(action).toBe(`${server.url}/auth/v1/sso/saml/acs`);
  const post = (form: Readonly<Record<string, string>>, more: Readonly<Record<string, string>>) =>
    call(server, "POST /sso/saml/acs", {
      text: new URLSearchParams(form).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...more },
    });
  // With a form of another site the cookie does not come.
  const first = await post(fields, {});
  const again = first.status === 200 ? readForm(first.text) : undefined;
  const { status, headers } = again === undefined ? first : await post(again.fields, { cookie });
  const location = new URL(String(headers["location"]));
  return { status, location, tokens: new URLSearchParams(location.hash.slice(1)), query: location.searchParams };
}

const signIn = async (server: IdentityServer, idp: SamlIdentityProvider, fields: object = {}) =>
  arrive(server, await idp.visit(await begin(server, fields)));

onEachStore("single sign-on by SAML", (open) => {
  it("is tried out before anybody may sign in, and makes nobody a user", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    const id = await addProvider(server, idp, { disabled: true });
    const tryIt = async () => {
      const body = { redirect_to: `${SITE}/access/sso/${id}` };
      const begun = await administer(server, `POST /admin/providers/sso:${id}/trials`, body);
      expect(begun.status, begun.text).toBe(200);
      const cookie = String(begun.headers["set-cookie"]).split(";", 1)[0] ?? "";
      const { location, status } = await arrive(server, await idp.visit(String(begun.json["url"])), cookie);
      const trial = await administer(server, `GET /admin/provider-trials/${location.searchParams.get("trial")}`);
      const steps = trial.json["steps"] as {
        name: string;
        state: string;
        reason?: string;
        code?: string;
        details: object;
      }[];
      return { location, status, steps, states: steps.map(({ name, state }) => `${name} ${state}`) };
    };

    const worked = await tryIt();
    idp.signInAs({ nameId: "nobody", attributes: { cn: "Nobody" } });
    const nameless = await tryIt();
    idp.configure({ digestAlgorithm: "sha1" });
    const misled = await tryIt();
    const stranger = await administer(server, `POST /admin/providers/sso:${id}/trials`, {});
    const elsewhere = await arrive(
      server,
      await idp.visit(String(stranger.json["url"])),
      `vedette_flow=${"x".repeat(43)}`,
    );

    expect([worked.status, worked.location.pathname]).toEqual([302, `/access/sso/${id}`]);
    expect(worked.location.hash).toBe("");
    expect(worked.states).toEqual(
      ["set_up", "authorization", "callback", "assertion", "mapping", "account"].map((name) => `${name} ok`),
    );
    expect(worked.steps[0]?.details).toMatchObject({ identity_provider: idp.entityId, certificates: 1 });
    expect(worked.steps[4]?.details).toMatchObject({ email: "ada@corp.example" });
    expect(worked.steps[5]?.details).toMatchObject({ decision: "create" });
    expect(nameless.states.slice(3)).toEqual(["assertion ok", "mapping failed", "account open"]);
    expect(nameless.steps[4]).toMatchObject({ code: "saml_assertion_no_email" });
    expect(misled.states.slice(2)).toEqual(["callback failed", "assertion open", "mapping open", "account open"]);
    expect(misled.steps[2]?.reason).toContain("sha1");
    expect(elsewhere.query.get("error_code")).toBe("saml_relay_state_not_found");
    const { rows } = await server.db.query("select id from auth.users union all select id from auth.sessions");
    expect(rows).toEqual([]);
    const unknown = await administer(server, `POST /admin/providers/sso:${randomUUID()}/trials`, {});
    expect(unknown).toMatchObject({ status: 404, json: { error_code: "sso_provider_not_found" } });
  });

  it("signs people in who never become anybody else's account [spec 1, States]", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    const id = await addProvider(server, idp, {
      attribute_mapping: {
        keys: {
          full_name: { names: ["cn", "displayName"] },
          dept: { name: "Department", default: "none" },
          tags: { name: "tag", array: true },
        },
      },
    });
    const nativeId = await aUser(server, { email: "ada@corp.example" });
    const { text: metadata } = await call(server, "GET /sso/saml/metadata");
    idp.trust(
      `-----BEGIN CERTIFICATE-----\n${/X509Certificate>([^<]+)</.exec(metadata)?.[1]}\n-----END CERTIFICATE-----`,
    );
    idp.configure({ sessionIndex: "s-1" });
    idp.signInAs({
      nameId: "e-17",
      nameIdFormat: PERSISTENT,
      attributes: { mail: "Ada@corp.example", displayName: "Ada L.", tag: ["a", "b"], memberOf: ["ops", "walls"] },
    });

    const first = await signIn(server, idp, { domain: "CORP.example" });
    const again = await signIn(server, idp, { domain: undefined, provider_id: id });

    expect([first.status, first.location.origin + first.location.pathname]).toEqual([302, REDIRECT]);
    expect(first.tokens.get("type")).toBeNull();
    const { json: user } = await call(server, "GET /user", { bearer: first.tokens.get("access_token") ?? "" });
    expect(user).toMatchObject({
      email: "ada@corp.example",
      app_metadata: { provider: `sso:${id}`, providers: [`sso:${id}`] },
      identities: [
        {
          id: "e-17",
          provider: `sso:${id}`,
          identity_data: {
            iss: idp.entityId,
            sub: "e-17",
            email: "ada@corp.example",
            email_verified: true,
            full_name: "Ada L.",
            custom_claims: { dept: "none", tags: ["a", "b"], groups: ["ops", "walls"] },
          },
        },
      ],
    });
    expect(user["id"]).not.toBe(nativeId);
    const claims = decodeJwt(again.tokens.get("access_token") ?? "");
    expect(claims).toMatchObject({ sub: user["id"], aal: "aal1", amr: [{ method: "sso/saml", provider: id }] });
    const { rows } = await server.db.query("select is_sso_user from auth.users where id = $1", [user["id"]]);
    expect(rows).toEqual([{ is_sso_user: true }]);
    // They are known to nobody who signs in in another way, and change nothing that their company decides.
    const native = await call(server, "POST /token?grant_type=password", {
      body: { email: "ada@corp.example", password: PASSWORD },
    });
    expect(native.json["user"]).toMatchObject({ id: nativeId });
    const bearer = first.tokens.get("access_token") ?? "";
    const changed = await call(server, "PUT /user", { bearer, body: { password: "correct horse battery" } });
    expect(changed.json["error_code"]).toBe("user_sso_managed");
    const refreshed = await call(server, "POST /token?grant_type=refresh_token", {
      body: { refresh_token: again.tokens.get("refresh_token") },
    });
    expect(decodeJwt(String(refreshed.json["access_token"]))["amr"]).toMatchObject([{ provider: id }]);
  });

  it("signs in whom a directory has named, and nobody whom it has switched off", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    const id = await addProvider(server, idp);
    const bearer = "directory-token-directory-token-1";
    const settings = { "auth.scim.enabled": true, "auth.scim.token": bearer, "auth.scim.sso_provider": id };
    const beside = await startWith(open, idp, { beside: server, settings });
    idp.signInAs({ nameId: "Ada@corp.example", nameIdFormat: EMAIL, attributes: {} });

    const { json } = await call(beside, "POST /scim/v2/Users", { bearer, body: { userName: "ADA@corp.example" } });
    const first = await signIn(server, idp);
    const Operations = [{ op: "replace", path: "active", value: false }];
    await call(beside, `PATCH /scim/v2/Users/${json["id"]}`, { bearer, body: { Operations } });
    const second = await signIn(server, idp);

    expect(decodeJwt(first.tokens.get("access_token") ?? "").sub).toBe(json["id"]);
    expect(second.query.get("error_code")).toBe("user_banned");
  });

  it("gives a code for the session where the application asked for one [spec 1, Client operations]", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    const id = await addProvider(server, idp);
    const { auth } = clientOf(server, { flowType: "pkce" });
    const codeOf = async (url: string) =>
      (await arrive(server, await idp.visit(await goOn(server, url)))).query.get("code") ?? "";

    const started = await auth.signInWithSSO({ providerId: id, options: { redirectTo: REDIRECT } });
    const code = await codeOf(started.data?.url ?? "");
    const body = { auth_code: code, code_verifier: "w".repeat(50) };
    const wrong = await call(server, "POST /token?grant_type=pkce", { body });
    const exchanged = await auth.exchangeCodeForSession(code);
    const twice = await call(server, "POST /token?grant_type=pkce", { body });
    const unknown = await auth.signInWithSSO({ domain: "nobody.example" });

    expect([wrong.json["error_code"], exchanged.error, twice.status]).toEqual(["bad_code_verifier", null, 404]);
    expect(exchanged.data.user?.app_metadata).toEqual({ provider: `sso:${id}`, providers: [`sso:${id}`] });
    expect(unknown.error).toMatchObject({ status: 404, code: "sso_provider_not_found" });
    const { rows } = await server.db.query(
      "select i.name_id, i.session_index, i.flow_state_id from vedette.saml_sign_ins i join auth.sessions s on s.id = i.session_id",
    );
    expect(rows).toEqual([{ name_id: "ada", session_index: "session-1", flow_state_id: null }]);
  });

  it("ends here when it ends at the identity provider, and there when it ends here", async () => {
    const idp = await startSamlIdentityProvider();
    const stranger = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    await addProvider(server, idp);
    const bearer = (await signIn(server, idp)).tokens.get("access_token") ?? "";
    const isIn = async (token: string) => (await call(server, "GET /user", { bearer: token })).status === 200;
    const slo = `${server.url}/auth/v1/sso/saml/slo`;
    const other = ({ key }: SamlIdentityProvider) =>
      new SAML({
        issuer: idp.entityId,
        entryPoint: slo,
        logoutUrl: slo,
        callbackUrl: slo,
        idpCert: key().certificatePem,
        privateKey: key().privatePem,
        signatureAlgorithm: "sha256",
      });
    const request = (from: SamlIdentityProvider, sessionIndex = "session-1") =>
      other(from).getLogoutUrlAsync(
        { issuer: idp.entityId, nameID: "ada", nameIDFormat: PERSISTENT, sessionIndex },
        "there",
        {},
      );
    const browse = (url: string) => call(server, `GET /sso/saml/slo${new URL(url).search}`);
    const without = (url: string, name: string) => {
      const address = new URL(url);
      address.searchParams.delete(name);
      return address.href;
    };

    const good = await request(idp);
    const refused = [
      await request(stranger),
      without(good, "Signature"),
      without(good, "SigAlg"),
      `${good}&SAMLRequest=${encodeURIComponent(new URL(await request(stranger)).searchParams.get("SAMLRequest") ?? "")}`,
      `${good}&RelayState=elsewhere`,
      slo,
    ];
    for (const url of refused) expect((await browse(url)).status, url.slice(0, 300)).toBe(400);
    const elsewhere = await browse(await request(idp, "session-2"));
    expect([elsewhere.status, await isIn(bearer)]).toEqual([302, true]);
    const ended = await browse(good);

    const answer = new URL(String(ended.headers["location"]));
    expect([answer.origin + answer.pathname, answer.searchParams.get("RelayState")]).toEqual([
      `${idp.url}/slo`,
      "there",
    ]);
    expect(answer.searchParams.get("Signature")).not.toBeNull();
    expect(await isIn(bearer)).toBe(false);
    // By a form as well, with the signature in the message.
    const third = (await signIn(server, idp)).tokens.get("access_token") ?? "";
    const unsigned = inflateRawSync(
      Buffer.from(new URL(good).searchParams.get("SAMLRequest") ?? "", "base64"),
    ).toString();
    const post = async (xml: string) => {
      const form = new URLSearchParams({ SAMLRequest: base64(xml), RelayState: "there" });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      return (await call(server, "POST /sso/saml/slo", { text: form.toString(), headers })).status;
    };
    expect([await post(unsigned), await post(signedXml(unsigned, stranger)), await isIn(third)]).toEqual([
      400,
      400,
      true,
    ]);
    expect([await post(signedXml(unsigned, idp)), await isIn(third)]).toEqual([303, false]);
    // And the other way round.
    const second = (await signIn(server, idp)).tokens.get("access_token") ?? "";
    const body = { redirect_to: REDIRECT, skip_http_redirect: true };
    const { json } = await call(server, "POST /sso/logout", { bearer: second, body });
    const asked = new URL(String(json["url"]));
    expect([asked.origin + asked.pathname, await isIn(second)]).toEqual([`${idp.url}/slo`, false]);
    const xml = inflateRawSync(Buffer.from(asked.searchParams.get("SAMLRequest") ?? "", "base64")).toString();
    expect(xml).toMatch(/NameID[^>]*>ada<.*SessionIndex[^>]*>session-1</s);
    const relay = asked.searchParams.get("RelayState") ?? "";
    const respond = (ID: string) =>
      other(idp).getLogoutResponseUrlAsync({ ID, issuer: "x", nameID: "ada", nameIDFormat: "" }, relay, {}, true);
    const back = await browse(await respond(/ ID="([^"]*)"/.exec(xml)?.[1] ?? ""));
    expect([back.status, back.headers["location"]]).toEqual([302, REDIRECT]);
    expect((await browse(await respond("_another"))).status).toBe(404);
  });

  it("takes a response once, in its time, from the one who was asked", async () => {
    const idp = await startSamlIdentityProvider();
    const other = await startSamlIdentityProvider();
    const server = await startWith(open, idp, { allowedHosts: [idp.host, other.host] });
    const id = await addProvider(server, idp);
    const otherId = await addProvider(server, other, { domains: ["other.example"] });
    const form = await idp.visit(await begin(server));

    expect((await arrive(server, form)).tokens.get("access_token")).not.toBeNull();
    expect((await arrive(server, form)).query.get("error_code")).toBe("saml_relay_state_not_found");
    // Without the relay state it is no answer that anybody waits for.
    await administer(server, `PUT /admin/sso/providers/${id}`, { allow_idp_initiated: true });
    const unasked = await arrive(server, { ...form, fields: { ...form.fields, RelayState: "" } });
    expect(unasked.query.get("error_description")).toContain("another request");
    // An answer of one provider to a request that went to another.
    const asked = await begin(server, { domain: "other.example" });
    const swapped = await idp.visit(asked.replace(other.url, idp.url));
    expect((await arrive(server, swapped)).query.get("error_code")).toBe("validation_failed");
    const late = await idp.visit(await begin(server));
    await server.db.query("update auth.saml_relay_states set created_at = created_at - interval '3 minutes'");
    const expired = await arrive(server, late);
    expect([expired.status, expired.query.get("error_code")]).toEqual([303, "saml_relay_state_expired"]);
    expect(expired.location.origin).toBe(SITE);
    const odd = await arrive(server, { ...form, fields: { ...form.fields, RelayState: "neither" } });
    expect(odd.query.get("error_code")).toBe("validation_failed");
    // Mallory's answer in Ada's browser, which has been here before or never; it stays Mallory's.
    const mallorys = await idp.visit(await begin(server));
    const mallory = cookies.get(server);
    expect((await arrive(server, mallorys, "")).query.get("error_code")).toBe("saml_relay_state_not_found");
    const ada = `vedette_flow=${"a".repeat(43)}`;
    expect((await arrive(server, mallorys, ada)).query.get("error_code")).toBe("saml_relay_state_not_found");
    expect((await arrive(server, mallorys, mallory)).tokens.get("access_token")).not.toBeNull();
    // What is switched off lets nobody in.
    const before = await idp.visit(await begin(server));
    await administer(server, `PUT /admin/sso/providers/${id}`, { disabled: true });
    expect((await arrive(server, before)).query.get("error_code")).toBe("sso_provider_disabled");
    expect((await call(server, "POST /sso", { body: { provider_id: id } })).json["error_code"]).toBe(
      "sso_provider_disabled",
    );
    await administer(server, `DELETE /admin/sso/providers/${otherId}`);
    const unknown = await other.visit(`${other.url}/sso?${new URLSearchParams({ acs: form.action, audience: "x" })}`);
    expect((await arrive(server, unknown)).query.get("error_code")).toBe("saml_idp_not_found");
  });

  it("may begin at the identity provider where that is allowed, once for each assertion, and leads nowhere else", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    const id = await addProvider(server, idp);
    const acs = `${server.url}/auth/v1/sso/saml/acs`;
    const audience = `${server.url}/auth/v1/sso/saml/metadata`;
    const start = (RelayState: string) =>
      idp.visit(`${idp.url}/sso?${new URLSearchParams({ acs, audience, RelayState })}`);

    const form = await start(REDIRECT);
    const refused = await arrive(server, form);
    expect(refused.query.get("error_description")).toContain("may not begin");
    const { json } = await administer(server, `PUT /admin/sso/providers/${id}`, { allow_idp_initiated: true });
    expect(json["allow_idp_initiated"]).toBe(true);
    const arrived = await arrive(server, form);
    const replayed = await arrive(server, form);
    const elsewhere = await arrive(server, await start("https://evil.example/"));
    const nowhere = await arrive(server, await start(""));

    expect([arrived.location.origin + arrived.location.pathname, arrived.status]).toEqual([REDIRECT, 302]);
    expect(arrived.tokens.get("access_token")).not.toBeNull();
    expect(replayed.query.get("error_description")).toContain("used before");
    for (const { location, tokens } of [elsewhere, nowhere]) {
      expect(location.origin).toBe(SITE);
      expect(tokens.get("access_token")).not.toBeNull();
    }
  });

  it("follows an identity provider that changes its key while everything runs", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    await addProvider(server, idp);
    await signIn(server, idp);
    const grow = () => server.db.query("update auth.saml_providers set updated_at = updated_at - interval '2 minutes'");

    // Announced: both keys stand in the metadata for a while.
    await idp.rotate();
    expect((await signIn(server, idp)).query.get("error_code")).toBe("validation_failed");
    await grow();
    expect((await signIn(server, idp)).tokens.get("access_token")).not.toBeNull();
    const readings = idp.metadataReadings();
    // Not announced: looked for again, though not with every forged answer.
    await idp.rotate("instead");
    for (let at = 0; at < 3; at += 1) await signIn(server, idp);
    expect(idp.metadataReadings()).toBe(readings);
    // A day later it is read again in any case; the old key is gone.
    await server.db.query("update auth.saml_providers set updated_at = updated_at - interval '25 hours'");
    let now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    onTestFinished(() => void vi.useRealTimers());
    now += 61_000;
    vi.setSystemTime(now);
    expect((await signIn(server, idp)).tokens.get("access_token")).not.toBeNull();
    expect(idp.metadataReadings()).toBe(readings + 1);
    vi.useRealTimers();
  });

  it("needs an email address and a name that lasts", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    await addProvider(server, idp);
    const codeFor = async (employee: Parameters<typeof idp.signInAs>[0]) => {
      idp.signInAs(employee);
      return (await signIn(server, idp)).query.get("error_code");
    };
    const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";

    expect(await codeFor({ nameId: "x", attributes: { cn: "X" } })).toBe("saml_assertion_no_email");
    const passing = { nameId: "x", nameIdFormat: transient, attributes: { mail: "x@corp.example" } };
    expect(await codeFor(passing)).toBe("saml_assertion_no_user_id");
    const lasting = { "urn:oasis:names:tc:SAML:attribute:subject-id": "x-1" };
    expect(await codeFor({ ...passing, attributes: { ...passing.attributes, ...lasting } })).toBeNull();
    expect(await codeFor({ nameId: "Grace@Corp.example", nameIdFormat: EMAIL })).toBeNull();
    expect(await codeFor({ nameId: "y", attributes: { mail: "not an address" } })).toBe("validation_failed");
    const { rows } = await server.db.query("select provider_id, email from auth.identities order by email");
    expect(rows).toEqual([
      { provider_id: "grace@corp.example", email: "grace@corp.example" },
      { provider_id: "x-1", email: "x@corp.example" },
    ]);
  });

  it("is nothing at all until it is switched on", async () => {
    const server = await startIdentity(open);
    const settings = { "auth.saml.enabled": true, "auth.saml.private_key": "AAAA" };

    for (const route of ["POST /sso", "GET /sso/saml/metadata", "POST /sso/saml/acs", "GET /sso/saml/slo"] as const) {
      const { status, json } = await call(server, route, route.startsWith("GET") ? {} : { text: "{" });
      expect([status, json["error_code"], json["msg"]]).toEqual([
        404,
        "saml_provider_disabled",
        "SAML 2.0 is disabled",
      ]);
    }
    const on = await startIdentity(open, { beside: server, settings: ENABLED });
    expect((await call(on, "GET /settings")).json["saml_enabled"]).toBe(true);
    const refusals = [{}, { domain: "corp.example", provider_id: randomUUID() }, { provider_id: "../x" }];
    for (const body of refusals) expect((await call(on, "POST /sso", { body })).status).toBe(400);
    const unknown = await call(on, "POST /sso", { body: { domain: "nobody.example" } });
    expect([unknown.status, unknown.json["error_code"]]).toEqual([404, "sso_provider_not_found"]);
    await expect(startIdentity(open, { beside: server, settings })).rejects.toThrow(SettingsError);
  });

  it("has metadata with a certificate that lasts, and announces the next one", async () => {
    const pkcs1 = (bits = 2048) =>
      generateKeyPairSync("rsa", { modulusLength: bits })
        .privateKey.export({ type: "pkcs1", format: "der" })
        .toString("base64");
    const keys = { "auth.saml.private_key": pkcs1(), "auth.saml.external_url": "https://room.example/auth/v1" };
    const server = await startIdentity(open, { settings: { ...ENABLED, ...keys } });
    const beside = await startIdentity(open, {
      beside: server,
      settings: {
        ...ENABLED,
        ...keys,
        "auth.saml.private_key_next": pkcs1(),
        "auth.saml.allow_encrypted_assertions": true,
      },
    });

    const one = await call(server, "GET /sso/saml/metadata");
    const two = await call(beside, "GET /sso/saml/metadata?download=true");

    const certificates = ({ text }: { text: string }) =>
      [...text.matchAll(/X509Certificate>([^<]+)</g)].map(([, found]) => found);
    expect(one.headers["content-type"]).toContain("application/xml");
    expect([one.headers["cache-control"], two.headers["cache-control"]]).toEqual([
      "public, max-age=600",
      "public, max-age=60",
    ]);
    expect(one.text).toContain('entityID="https://room.example/auth/v1/sso/saml/metadata"');
    expect(one.text).toContain('Location="https://room.example/auth/v1/sso/saml/acs"');
    expect(one.text).not.toContain("encryption");
    expect([certificates(one).length, certificates(two).length]).toEqual([1, 4]);
    expect(two.text).toContain("validUntil=");
    expect(two.headers["content-disposition"]).toContain("attachment");
    const again = await startIdentity(open, { beside: server, settings: { ...ENABLED, ...keys } });
    expect(certificates(await call(again, "GET /sso/saml/metadata"))).toEqual(certificates(one));
    await expect(
      startIdentity(open, { beside: server, settings: { ...ENABLED, "auth.saml.private_key": pkcs1(1024) } }),
    ).rejects.toThrow("2048");
  });

  it("is administered with what the clients of the protocol send", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    const path = "/admin/sso/providers";
    const body = {
      type: "saml",
      metadata_xml: idp.metadata(),
      domains: ["corp.example", "Corp.example", "münchen.example"],
      resource_id: "acme",
    };

    const created = await administer(server, `POST ${path}`, body);
    const id = String(created.json["id"]);
    const listed = await administer(server, `GET ${path}`);

    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({
      resource_id: "acme",
      disabled: false,
      saml: { entity_id: idp.entityId, metadata_xml: idp.metadata(), attribute_mapping: {} },
      domains: [{ domain: "corp.example" }, { domain: "xn--mnchen-3ya.example" }],
      created_at: expect.stringMatching(/Z$/),
    });
    expect(listed.json["items"]).toMatchObject([{ id }]);
    expect(listed.text).not.toContain("metadata_xml");
    expect((await administer(server, `GET ${path}?resource_id=other`)).json["items"]).toEqual([]);
    expect((await administer(server, `GET ${path}/resource_acme`)).json["id"]).toBe(id);
    for (const missing of [randomUUID(), "resource_none", "..%2fusers"]) {
      const { status, json } = await administer(server, `GET ${path}/${missing}`);
      expect([status, json["error_code"]], missing).toEqual([404, "sso_provider_not_found"]);
    }
    const cases: [object, string][] = [
      [{ ...body, type: "oidc" }, "validation_failed"],
      [{ ...body, metadata_url: idp.metadataUrl }, "validation_failed"],
      [{ type: "saml" }, "validation_failed"],
      [{ type: "saml", metadata_url: "ftp://corp.example" }, "validation_failed"],
      [{ type: "saml", metadata_url: "http://corp.example/metadata" }, "validation_failed"],
      [{ type: "saml", metadata_xml: "<x/>" }, "validation_failed"],
      [{ ...body, resource_id: undefined, domains: [] }, "saml_idp_already_exists"],
      [{ ...body, name_id_format: "email" }, "validation_failed"],
      [{ ...body, domains: ["corp example"] }, "validation_failed"],
    ];
    for (const [sent, code] of cases) {
      const { json } = await administer(server, `POST ${path}`, sent);
      expect(json["error_code"], JSON.stringify(sent).slice(0, 200)).toBe(code);
    }
    const other = await startSamlIdentityProvider();
    const taken = await administer(server, `POST ${path}`, {
      ...body,
      resource_id: "b",
      metadata_xml: other.metadata(),
    });
    expect(taken.json["error_code"]).toBe("sso_domain_already_exists");
    const mismatch = await administer(server, `PUT ${path}/${id}`, { metadata_xml: other.metadata() });
    expect(mismatch.json["error_code"]).toBe("saml_entity_id_mismatch");
    const changed = await administer(server, `PUT ${path}/${id}`, {
      domains: ["new.example", "corp.example"],
      attribute_mapping: { keys: { name: { name: "cn" } } },
      name_id_format: EMAIL,
    });
    expect(changed.json).toMatchObject({
      domains: [{ domain: "corp.example" }, { domain: "new.example" }],
      saml: { attribute_mapping: { keys: { name: { name: "cn" } } }, name_id_format: expect.stringContaining("email") },
    });
    const deleted = await administer(server, `DELETE ${path}/${id}`);
    expect([deleted.status, deleted.json["id"]]).toEqual([200, id]);
    expect((await administer(server, `GET ${path}`)).json["items"]).toEqual([]);
    expect((await call(server, `GET ${path}`)).status).toBe(401);
    const audit = await administer(server, "GET /admin/audit?query=action:sso_provider");
    const entries = Object.values(audit.json).map((entry) =>
      Reflect.get(Object(Reflect.get(Object(entry), "payload")), "action"),
    );
    expect(entries).toEqual(["sso_provider_deleted", "sso_provider_updated", "sso_provider_created"]);
  });

  it("fetches no metadata from inside of its own network", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startIdentity(open, { settings: ENABLED });

    for (const metadata_url of [
      idp.metadataUrl,
      "https://127.0.0.1/x",
      "https://169.254.169.254/latest",
      "https://[::1]/x",
    ]) {
      const { status, json } = await administer(server, "POST /admin/sso/providers", { type: "saml", metadata_url });
      expect(status, metadata_url).toBe(400);
      expect(["validation_failed", "saml_metadata_fetch_failed"]).toContain(json["error_code"]);
    }
    expect(idp.metadataReadings()).toBe(0);
  });

  it("leaves nothing behind that has ended", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    await addProvider(server, idp);
    await signIn(server, idp);
    await begin(server);
    await server.db.query("update vedette.saml_assertions set expires_at = now() - interval '1 minute'");
    await server.db.query("update auth.saml_relay_states set created_at = now() - interval '25 hours'");

    const { removed } = await cleanUp(server.identity.db, server.identity.settings);

    expect(removed.get("vedette.saml_assertions")).toBe(1);
    expect(removed.get("auth.saml_relay_states")).toBe(1);
  });
});
