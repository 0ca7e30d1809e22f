import { createServer } from "node:http";
import { onEachStore } from "@vedette/database/testing";
import { decodeJwt } from "jose";
import { expect, it, onTestFinished } from "vitest";
import { updateOidcProvider } from "../src/sso/administer-oidc-providers.ts";
import { findOidcProvider } from "../src/sso/oidc-provider-store.ts";
import { type BrowserWalk, openBrowser } from "./browser-walk.ts";
import { aUser, call, signIn } from "./call.ts";
import { type IdentityServer, type ServerOptions, SITE, startIdentity } from "./identity-server.ts";
import { type Accounts, ADA, type OpenIdProvider, startOpenIdProvider } from "./openid-provider.ts";
import { clientOf } from "./published-client-of.ts";

type Open = Parameters<Parameters<typeof onEachStore>[1]>[0];

const ID = "30000000-0000-4000-8000-00000000000d";

interface Company {
  readonly accounts?: Accounts;
  readonly settings?: ServerOptions["settings"];
  /** Further hosts that the server may call. */
  readonly hosts?: readonly string[];
}

async function aCompany(open: Open, { accounts, settings = {}, hosts = [] }: Company = {}) {
  const provider = await startOpenIdProvider(accounts);
  const server = await startIdentity(open, {
    allowedHosts: [new URL(provider.issuer).host, ...hosts],
    settings: { "auth.enable_manual_linking": true, ...settings },
  });
  await provider.serve(callbackOf(server, ID));
  return { server, provider };
}

const callbackOf = ({ url }: IdentityServer, id: string) => `${url}/auth/v1/sso/oidc/callback/${id}`;

/** A provider that publishes what it must, and notes what it is asked. */
async function aPlainProvider() {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    const addresses = Object.fromEntries(
      ["authorization_endpoint", "token_endpoint", "jwks_uri"].map((name) => [name, `${issuer}/${name}`]),
    );
    response.setHeader("content-type", "application/json").end(JSON.stringify({ issuer, ...addresses }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = Object(server.address());
  const issuer = `http://127.0.0.1:${port}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  return { issuer, asked, stop, host: `127.0.0.1:${port}` };
}

function administer(server: IdentityServer, route: `${string} /${string}`, body?: object) {
  return call(server, route, { bearer: server.secretKey, ...(body === undefined ? {} : { body }) });
}

function oidcOf({ issuer, clientId, secret }: OpenIdProvider) {
  return {
    id: ID,
    type: "oidc",
    domains: ["Corp.Example"],
    oidc: { issuer, client_id: clientId, client_secret: secret },
  };
}

async function addProvider(server: IdentityServer, provider: OpenIdProvider): Promise<string> {
  const { json, status, text } = await administer(server, "POST /admin/sso/providers", oidcOf(provider));
  expect(status, text).toBe(201);
  expect(json).toMatchObject({ id: ID, oidc: { callback_url: callbackOf(server, ID) } });
  return ID;
}

/** Ada goes to her company, says who she is, and comes back. */
async function walk(url: string, { browser = openBrowser(SITE), stopAt }: Walk = {}) {
  const asked = await browser.open(url, ({ pathname }) => pathname.startsWith("/interaction/"));
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await browser.call(asked.url, { method: "POST", headers, body: "name=ada" });
  return browser.open(new URL(answer.headers.get("location") ?? "", asked.url), stopAt);
}

interface Walk {
  readonly browser?: BrowserWalk;
  readonly stopAt?: (url: URL) => boolean;
}

/** Where somebody lands who signs in by the address of the company. */
async function goIn(server: IdentityServer) {
  const { data, error } = await clientOf(server).auth.signInWithSSO({
    domain: "corp.example",
    options: { redirectTo: `${SITE}/welcome` },
  });
  expect(error).toBeNull();
  return walk(data?.url ?? "");
}

/** The access token of somebody who signs in by the address of the company. */
async function enter(server: IdentityServer): Promise<string> {
  const { fragment, url } = await goIn(server);
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
    const twice = await administer(server, "POST /admin/sso/providers", { ...oidcOf(provider), domains: [] });
    expect(twice).toMatchObject({ status: 409, json: { error_code: "conflict" } });

    expect((await call(server, "GET /settings")).json).toMatchObject({ sso_enabled: true, saml_enabled: false });
    const { id: _id, ...sameDomain } = oidcOf(provider);
    expect(await administer(server, "POST /admin/sso/providers", sameDomain)).toMatchObject({
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
    expect(list.json["items"]).toMatchObject([
      { id, oidc: { has_secret: true, secret_set_at: expect.any(String), secret_set_by: "service_role" } },
    ]);
    expect(list.text + changed.text).not.toContain(provider.secret);
    const { rows } = await server.db.query("select client_secret from vedette.oidc_sso_providers");
    expect(String(rows[0]?.["client_secret"])).not.toContain(provider.secret);
    expect((await administer(server, `DELETE ${path}`)).status).toBe(200);
    expect((await administer(server, `GET ${path}`)).status).toBe(404);
    const { text } = await administer(server, "GET /admin/audit?query=action:sso_provider");
    expect(JSON.parse(text)).toHaveLength(4);
  });

  it("brings no company's answer to another one's flow, nor to a flow of another kind", async () => {
    const rogue = await aPlainProvider();
    const github = { enabled: true, client_id: "watch-room", secret: "x" };
    const settings = Object.fromEntries(
      Object.entries(github).map(([key, value]) => [`auth.external.github.${key}`, value]),
    );
    const { server, provider } = await aCompany(open, { hosts: [rogue.host], settings });
    const providerId = await addProvider(server, provider);
    const { json } = await administer(server, "POST /admin/sso/providers", {
      type: "oidc",
      domains: ["rogue.example"],
      oidc: { issuer: rogue.issuer, client_id: "x", client_secret: "x" },
    });
    const browser = openBrowser(SITE);
    const begin = async (query: { domain: string } | { providerId: string }, isRogues: boolean) => {
      const { data } = await clientOf(server).auth.signInWithSSO(query);
      const own = isRogues ? rogue.issuer : provider.issuer;
      return (await browser.open(data?.url ?? "", ({ origin }) => origin === own)).url;
    };
    const honest = await begin({ providerId }, false);
    const lured = await begin({ domain: "rogue.example" }, true);
    expect(lured.searchParams.get("redirect_uri")).toBe(callbackOf(server, String(json["id"])));

    // The rogue sends her on to the honest provider, with its own state and without saying who answers.
    const state = lured.searchParams.get("state") ?? "";
    const bent = new URL(honest);
    bent.searchParams.set("state", state);
    const { url: answer } = await walk(bent.href, {
      browser,
      stopAt: ({ pathname }) => pathname.includes("/callback"),
    });
    expect(answer.searchParams.get("code")).not.toBeNull();
    answer.searchParams.delete("iss");
    const shared = new URL(`${server.url}/auth/v1/callback${answer.search}`);
    const toGithub = await browser.open(
      `${server.url}/auth/v1/authorize?provider=github`,
      ({ host }) => host === "github.com",
    );
    const ofGithub = new URL(answer);
    ofGithub.searchParams.set("state", toGithub.url.searchParams.get("state") ?? "");
    const ofAdded = new URL(`${server.url}/auth/v1/provider-callback/sso:${json["id"]}${answer.search}`);
    for (const at of [answer, shared, ofGithub, ofAdded]) {
      const { query } = await browser.open(at);
      expect(query.get("error_code"), at.pathname).toBe("bad_oauth_state");
    }
    const below = await call(server, `GET /callback/sso:${json["id"]}${answer.search}`);
    expect(below.status).toBe(404);
    expect(rogue.asked.filter((url) => url.includes("token"))).toEqual([]);
    // At the address of its own provider the state is as good as it was.
    const own = new URL(`${callbackOf(server, String(json["id"]))}?state=${state}&error=access_denied`);
    expect((await browser.open(own)).query.get("error")).toBe("access_denied");
  });

  it("goes on where it began before flows said whose address they come back to, and only there", async () => {
    const { server, provider } = await aCompany(open);
    await addProvider(server, provider);
    const { data } = await clientOf(server).auth.signInWithSSO({
      providerId: ID,
      options: { redirectTo: `${SITE}/welcome` },
    });
    await server.db.query("update vedette.oauth_flows set callback_owner = null");
    const browser = openBrowser(SITE);
    const { url: answer } = await walk(data?.url ?? "", {
      browser,
      stopAt: ({ pathname }) => pathname.includes("/callback"),
    });

    const shared = await browser.open(`${server.url}/auth/v1/callback${answer.search}`);
    expect(shared.query.get("error_code")).toBe("bad_oauth_state");
    const { url, fragment } = await browser.open(answer);
    expect([url.pathname, fragment.get("token_type")]).toEqual(["/welcome", "bearer"]);
  });

  it("is tried out before anybody may sign in, and makes nobody a user", async () => {
    const { server, provider } = await aCompany(open);
    await addProvider(server, provider);
    await administer(server, `PUT /admin/sso/providers/${ID}`, { disabled: true });
    const browser = openBrowser(SITE);
    const tryOut = async () => {
      const answer = await browser.call(`${server.url}/auth/v1/admin/providers/sso:${ID}/trials`, {
        method: "POST",
        headers: { authorization: `Bearer ${server.secretKey}`, "content-type": "application/json" },
        body: JSON.stringify({ redirect_to: `${SITE}/access/sso/${ID}` }),
      });
      return (await answer.json()) as { url?: string; steps: readonly object[] };
    };

    const { query, fragment, url } = await walk((await tryOut()).url ?? "", { browser });

    expect([url.pathname, [...fragment]]).toEqual([`/access/sso/${ID}`, []]);
    const { json } = await administer(server, `GET /admin/provider-trials/${query.get("trial")}`);
    expect(json).toMatchObject({ provider: `sso:${ID}`, is_finished: true });
    expect(json["steps"]).toMatchObject([
      { name: "set_up", state: "ok", details: { callback_url: callbackOf(server, ID) } },
      { name: "authorization", state: "ok" },
      { name: "callback", state: "ok" },
      { name: "token", state: "ok" },
      { name: "id_token", state: "ok" },
      { name: "profile" },
      { name: "mapping", state: "ok" },
      { name: "account", state: "ok", details: { decision: "create", needs_confirmation: false } },
    ]);
    expect((await administer(server, "GET /admin/users")).json["users"]).toEqual([]);
    expect((await call(server, "POST /sso", { body: { provider_id: ID } })).json["error_code"]).toBe(
      "sso_provider_disabled",
    );
    await administer(server, `DELETE /admin/sso/providers/${ID}`);
    expect(await tryOut()).toMatchObject({ error_code: "saml_provider_disabled" });
  });

  it("is switched off while its issuer is down, and a change leaves alone what it does not name", async () => {
    const provider = await aPlainProvider();
    const server = await startIdentity(open, { allowedHosts: [provider.host] });
    const oidc = { issuer: provider.issuer, client_id: "old", client_secret: "x" };
    await administer(server, "POST /admin/sso/providers", { id: ID, type: "oidc", oidc });
    const before = await findOidcProvider(server.identity.db, { id: ID });
    if (before === undefined) throw new TypeError("No provider");
    provider.stop();

    const path = `/admin/sso/providers/${ID}` as const;
    const off = await administer(server, `PUT ${path}`, { disabled: true, seen: { updated_at: before.updatedAt } });
    expect(off, off.text).toMatchObject({ status: 200, json: { disabled: true } });
    await administer(server, `PUT ${path}`, { oidc: { client_id: "new", client_secret: "y", scopes: ["openid"] } });
    // Somebody else read the provider before that, and is late: refused where they say so, else what they name alone changes.
    const late = await administer(server, `PUT ${path}`, { domains: [], seen: { updated_at: before.updatedAt } });
    expect([late.status, late.json["error_code"]]).toEqual([409, "provider_overtaken"]);
    const by = { actor: { id: ID, email: "late@example.com" }, origin: { ipAddress: "127.0.0.1", userAgent: "" } };
    await updateOidcProvider(server.identity, before, { domains: ["corp.example"] }, by);

    expect((await administer(server, `GET ${path}`)).json).toMatchObject({
      disabled: true,
      domains: [{ domain: "corp.example" }],
      oidc: { client_id: "new", scopes: ["openid"], has_secret: true },
    });
    const { rows } = await server.db.query(
      `select payload #> '{traits,changes}' as changes from auth.audit_log_entries
       where payload ->> 'action' = 'sso_provider_updated' order by created_at`,
    );
    expect(rows).toEqual([
      { changes: [{ setting: "isDisabled", before: false, after: true }] },
      {
        changes: [
          { setting: "clientId", before: "old", after: "new" },
          { setting: "clientSecret", secret: "changed" },
          { setting: "scopes", before: [], after: ["openid"] },
        ],
      },
      { changes: [{ setting: "domains", before: [], after: ["corp.example"] }] },
    ]);
  });

  it("knows people by the user name of the directory, who are out when it says so", async () => {
    const { groups, ...rest } = ADA;
    const ada = { ...rest, preferred_username: "Ada@Example.com", roles: groups };
    const token = "directory-token-directory-token-1";
    const { server, provider } = await aCompany(open, {
      accounts: { ada },
      settings: { "auth.scim.enabled": true, "auth.scim.token": token, "auth.scim.sso_provider": ID },
    });
    const direct = (method: string, route: string, body: object) =>
      call(server, `${method} /scim/v2${route}` as "GET /", { bearer: token, body });
    const { oidc, ...fields } = oidcOf(provider);
    const unnamed = await administer(server, "POST /admin/sso/providers", { ...fields, oidc });
    expect(unnamed).toMatchObject({ status: 400 });
    expect(unnamed.text).toContain("attribute_mapping.sub must name");
    const mapping = { attribute_mapping: { sub: "preferred_username" } };
    const added = await administer(server, "POST /admin/sso/providers", { ...fields, oidc: { ...oidc, ...mapping } });
    expect(added.status, added.text).toBe(201);
    const path = `/admin/sso/providers/${ID}` as const;
    expect((await administer(server, `PUT ${path}`, { oidc: { attribute_mapping: {} } })).status).toBe(400);

    const person = await direct("POST", "/Users", { userName: "ADA@example.com" });
    expect(person.status, person.text).toBe(201);
    const { sub } = decodeJwt(await enter(server));

    expect(sub).toBe(person.json["id"]);
    const { rows } = await server.db.query(
      "select provider_id, identity_data #> '{custom_claims,groups}' as groups from auth.identities",
    );
    expect(rows).toEqual([{ provider_id: "ada@example.com", groups: ["engines"] }]);
    const Operations = [{ op: "replace", path: "active", value: false }];
    const schemas = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];
    expect((await direct("PATCH", `/Users/${sub}`, { schemas, Operations })).status).toBe(200);
    expect((await goIn(server)).query.get("error_code")).toBe("user_banned");
    // As it may be where the setting came after the provider.
    await server.db.query("update vedette.oidc_sso_providers set attribute_mapping = '{}'");
    const refused = await direct("POST", "/Users", { userName: "bob@example.com" });
    expect(refused).toMatchObject({ status: 403, json: { detail: expect.stringContaining("attribute_mapping.sub") } });
  });
});
