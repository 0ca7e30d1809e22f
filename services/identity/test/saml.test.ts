import { randomUUID } from "node:crypto";
import { onEachStore } from "@vedette/database/testing";
import { decodeJwt } from "jose";
import { expect, it, onTestFinished, vi } from "vitest";
import { aUser, call, loginsOf, PASSWORD } from "./call.ts";
import { SITE } from "./identity-server.ts";
import { clientOf } from "./published-client-of.ts";
import { addProvider, administer, arrive, begin, cookies, goOn, REDIRECT, signIn, startWith } from "./saml-browser.ts";
import { PERSISTENT, startSamlIdentityProvider } from "./saml-identity-provider.ts";

const EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

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
    expect(await loginsOf(server)).toEqual([`sso:${id}`]);
    expect(unknown.error).toMatchObject({ status: 404, code: "sso_provider_not_found" });
    const { rows } = await server.db.query(
      "select i.name_id, i.session_index, i.flow_state_id from vedette.saml_sign_ins i join auth.sessions s on s.id = i.session_id",
    );
    expect(rows).toEqual([{ name_id: "ada", session_index: "session-1", flow_state_id: null }]);
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

  it("reads the metadata again when the identity provider has said so, or after a day", async () => {
    const readingsAfter = async (duration: string, age: string) => {
      const idp = await startSamlIdentityProvider();
      idp.cacheFor(duration);
      const server = await startWith(open, idp);
      await addProvider(server, idp);
      const before = idp.metadataReadings();
      await server.db.query("update auth.saml_providers set updated_at = updated_at - $1::interval", [age]);
      expect((await signIn(server, idp)).tokens.get("access_token")).not.toBeNull();
      return idp.metadataReadings() - before;
    };

    expect(await readingsAfter("PT1H", "50 minutes")).toBe(0);
    expect(await readingsAfter("PT1H", "61 minutes")).toBe(1);
    expect(await readingsAfter("P7D", "25 hours")).toBe(1);
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
});
