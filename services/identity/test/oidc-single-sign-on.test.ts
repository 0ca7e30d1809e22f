import { onEachStore } from "@vedette/database/testing";
import { decodeJwt } from "jose";
import { expect, it } from "vitest";
import { openBrowser } from "./browser-walk.ts";
import { aUser, call, signIn } from "./call.ts";
import { type IdentityServer, SITE, startIdentity } from "./identity-server.ts";
import { type OpenIdProvider, startOpenIdProvider } from "./openid-provider.ts";
import { clientOf } from "./published-client-of.ts";

type Open = Parameters<Parameters<typeof onEachStore>[1]>[0];

async function aCompany(open: Open) {
  const provider = await startOpenIdProvider();
  const server = await startIdentity(open, {
    allowedHosts: [new URL(provider.issuer).host],
    settings: { "auth.enable_manual_linking": true },
  });
  await provider.serve(`${server.url}/auth/v1/callback`);
  return { server, provider };
}

function administer(server: IdentityServer, route: `${string} /${string}`, body?: object) {
  return call(server, route, { bearer: server.secretKey, ...(body === undefined ? {} : { body }) });
}

function oidcOf({ issuer, clientId, secret }: OpenIdProvider) {
  return { type: "oidc", domains: ["Corp.Example"], oidc: { issuer, client_id: clientId, client_secret: secret } };
}

async function addProvider(server: IdentityServer, provider: OpenIdProvider): Promise<string> {
  const { json, status, text } = await administer(server, "POST /admin/sso/providers", oidcOf(provider));
  expect(status, text).toBe(201);
  return String(json["id"]);
}

/** Ada goes to her company, says who she is, and comes back. */
async function walk(url: string) {
  const browser = openBrowser(SITE);
  const asked = await browser.open(url, ({ pathname }) => pathname.startsWith("/interaction/"));
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await browser.call(asked.url, { method: "POST", headers, body: "name=ada" });
  return browser.open(new URL(answer.headers.get("location") ?? "", asked.url));
}

/** The access token of somebody who signs in by the address of the company. */
async function enter(server: IdentityServer): Promise<string> {
  const { data, error } = await clientOf(server).auth.signInWithSSO({
    domain: "corp.example",
    options: { redirectTo: `${SITE}/welcome` },
  });
  expect(error).toBeNull();
  const { fragment, url } = await walk(data?.url ?? "");
  expect(url.pathname, url.href).toBe("/welcome");
  return fragment.get("access_token") ?? "";
}

onEachStore("single sign-on by OpenID Connect [contract 27]", (open) => {
  it("leads the people of a domain to their company, and keeps them apart from everybody else", async () => {
    const { server, provider } = await aCompany(open);
    const other = await aUser(server, { email: "ada@example.com" });
    const id = await addProvider(server, provider);

    const claims = decodeJwt(await enter(server));

    expect(claims).toMatchObject({
      email: "ada@example.com",
      app_metadata: { provider: `sso:${id}`, providers: [`sso:${id}`] },
      amr: [{ method: "sso/oidc", provider: id }],
    });
    expect(claims.sub).not.toBe(other);
    // A second time it is the same user, whose password is the company's affair.
    const bearer = await enter(server);
    expect(decodeJwt(bearer).sub).toBe(claims.sub);
    const change = await call(server, "PUT /user", { bearer, body: { password: "another long one" } });
    expect(change).toMatchObject({ status: 422, json: { error_code: "user_sso_managed" } });
    const { rows } = await server.db.query(
      `select u.is_sso_user, i.identity_data #> '{custom_claims,groups}' as groups
      from auth.users u join auth.identities i on i.user_id = u.id where u.id = $1`,
      [claims.sub],
    );
    expect(rows).toEqual([{ is_sso_user: true, groups: ["engines"] }]);
  });

  it("gives a program with a challenge a code, and the address that it opens serves one browser", async () => {
    const { server, provider } = await aCompany(open);
    const providerId = await addProvider(server, provider);
    const { auth } = clientOf(server, { flowType: "pkce" });
    const { data } = await auth.signInWithSSO({ providerId, options: { redirectTo: SITE } });

    const { query } = await walk(data?.url ?? "");
    const { data: entered, error } = await auth.exchangeCodeForSession(query.get("code") ?? "");

    expect(error).toBeNull();
    expect(decodeJwt(entered.session?.access_token ?? "")["amr"]).toMatchObject([{ method: "sso/oidc" }]);
    const { data: next } = await auth.signInWithSSO({ providerId, options: { redirectTo: SITE } });
    const hers = await fetch(next?.url ?? "", { redirect: "manual" });
    const elses = await fetch(next?.url ?? "", { redirect: "manual" });
    expect([hers.status, elses.status]).toEqual([302, 400]);
    expect(await elses.json()).toMatchObject({ error_code: "bad_oauth_state" });
  });

  it("begins nowhere else, and nothing is linked by it", async () => {
    const { server, provider } = await aCompany(open);
    const name = `sso:${await addProvider(server, provider)}`;
    await aUser(server, { email: "bob@example.com" });
    const { accessToken: bearer } = await signIn(server, { email: "bob@example.com" });

    for (const reply of [
      await call(server, `GET /authorize?provider=${name}`),
      await call(server, `GET /user/identities/authorize?provider=${name}`, { bearer }),
      await call(server, "POST /token?grant_type=id_token", { body: { provider: name, id_token: "x" } }),
    ]) {
      expect(reply.status, reply.text).toBe(400);
      expect(reply.text).toContain("Unsupported provider");
    }
  });

  it("is set up, changed, switched off and removed by administrators, and its secret is never shown", async () => {
    const { server, provider } = await aCompany(open);
    const { oidc } = oidcOf(provider);
    const start = { body: { domain: "corp.example", skip_http_redirect: true } };
    expect(await call(server, "POST /sso", start)).toMatchObject({
      status: 404,
      json: { error_code: "saml_provider_disabled" },
    });
    const refused: [object, string][] = [
      [{ type: "oidc", oidc: { client_id: "x" } }, "oidc.issuer and oidc.client_id must be set"],
      [{ type: "oidc", oidc: { ...oidc, issuer: "http://10.0.0.1/" } }, "must begin with https://"],
      [{ type: "oidc", oidc: { ...oidc, issuer: `${provider.issuer}/other` } }, ""],
      [{ type: "oidc", oidc: { ...oidc, attribute_mapping: { role: "role" } } }, "not a provider's to say"],
      [{ type: "oidc", domains: ["no domain"], oidc }, "is no domain"],
      [{ type: "ldap" }, "Only 'saml' and 'oidc'"],
    ];
    for (const [body, reason] of refused) {
      const reply = await administer(server, "POST /admin/sso/providers", body);
      expect(reply.status, reply.text).toBe(400);
      expect(reply.text).toContain(reason);
    }

    expect((await call(server, "GET /settings")).json["sso_enabled"]).toBe(false);
    const id = await addProvider(server, provider);

    expect((await call(server, "GET /settings")).json).toMatchObject({ sso_enabled: true, saml_enabled: false });
    expect(await administer(server, "POST /admin/sso/providers", oidcOf(provider))).toMatchObject({
      status: 400,
      json: { error_code: "sso_domain_already_exists" },
    });
    const path = `/admin/sso/providers/${id}` as const;
    const changed = await administer(server, `PUT ${path}`, {
      domains: ["corp.example", "new.example"],
      disabled: true,
    });
    expect(changed.json).toMatchObject({
      disabled: true,
      domains: [{ domain: "corp.example" }, { domain: "new.example" }],
      oidc: { issuer: provider.issuer, client_id: provider.clientId, has_secret: true },
    });
    const elsewhere = { oidc: { issuer: "https://accounts.example" } };
    expect((await administer(server, `PUT ${path}`, elsewhere)).text).toContain("The issuer stays");
    expect(await call(server, "POST /sso", start)).toMatchObject({ json: { error_code: "sso_provider_disabled" } });
    await administer(server, `PUT ${path}`, { disabled: false });
    expect((await call(server, "POST /sso", start)).status).toBe(200);
    const unknown = { body: { domain: "elsewhere.example" } };
    expect(await call(server, "POST /sso", unknown)).toMatchObject({ json: { error_code: "sso_provider_not_found" } });
    const list = await administer(server, "GET /admin/sso/providers");
    expect(list.json["items"]).toMatchObject([{ id, oidc: { has_secret: true } }]);
    expect(list.text + changed.text).not.toContain(provider.secret);
    const { rows } = await server.db.query("select client_secret from vedette.oidc_sso_providers");
    expect(String(rows[0]?.["client_secret"])).not.toContain(provider.secret);
    expect((await administer(server, `DELETE ${path}`)).status).toBe(200);
    expect((await administer(server, `GET ${path}`)).status).toBe(404);
    const { text } = await administer(server, "GET /admin/audit?query=action:sso_provider");
    expect(JSON.parse(text)).toHaveLength(4);
  });
});
