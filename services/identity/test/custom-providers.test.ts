import { createServer } from "node:http";
import { onEachStore } from "@vedette/database/testing";
import { expect, it, onTestFinished } from "vitest";
import { openBrowser } from "./browser-walk.ts";
import { aUser, call } from "./call.ts";
import { type IdentityServer, SITE, startIdentity } from "./identity-server.ts";
import { type OpenIdProvider, startOpenIdProvider } from "./openid-provider.ts";
import { adminOf, clientOf } from "./published-client-of.ts";
import { administer } from "./saml-browser.ts";

type Open = Parameters<Parameters<typeof onEachStore>[1]>[0];

async function aScene(open: Open, { isAllowed = true, hosts = [] }: { isAllowed?: boolean; hosts?: string[] } = {}) {
  const provider = await startOpenIdProvider();
  const server = await startIdentity(open, {
    allowedHosts: isAllowed ? [new URL(provider.issuer).host, ...hosts] : [],
  });
  await provider.serve(callbackOf(server));
  return { server, provider };
}

const callbackOf = ({ url }: IdentityServer, identifier = "custom:acme") =>
  `${url}/auth/v1/provider-callback/${identifier}`;

/** A site that counts who asks it, and answers every question with the same. */
async function startWeb(answer: (url: string, path: string) => object): Promise<{ url: string; calls: () => number }> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer(url, request.url ?? "")));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("No port");
  const url = `http://127.0.0.1:${address.port}`;
  return { url, calls: () => calls };
}

function oidc({ issuer, clientId, secret }: Pick<OpenIdProvider, "issuer" | "clientId" | "secret">) {
  return {
    provider_type: "oidc" as const,
    identifier: "custom:acme",
    name: "Acme",
    client_id: clientId,
    client_secret: secret,
    issuer,
  };
}

async function enter(server: IdentityServer) {
  const { auth } = clientOf(server);
  const { data } = await auth.signInWithOAuth({
    provider: "custom:acme",
    options: { redirectTo: `${SITE}/welcome`, queryParams: { login_hint: "ada" } },
  });
  const { fragment, query } = await openBrowser(SITE).open(data.url ?? "");
  const { data: found } = await auth.getUser(fragment.get("access_token") ?? "");
  return { user: found.user, query };
}

onEachStore("a provider that an administrator adds", (open) => {
  it("is discovered, and people sign in with it at once", async () => {
    const { server, provider } = await aScene(open);
    const { customProviders } = adminOf(server);

    const created = await customProviders.createProvider({
      ...oidc(provider),
      attribute_mapping: { nickname: "preferred_username" },
      custom_claims_allowlist: ["groups"],
    });

    expect(created.error).toBeNull();
    expect(created.data).toMatchObject({
      identifier: "custom:acme",
      enabled: true,
      pkce_enabled: true,
      discovery_document: { issuer: provider.issuer },
      callback_url: callbackOf(server),
    });
    expect(created.data).not.toHaveProperty("client_secret");
    const { user } = await enter(server);
    expect(user).toMatchObject({
      email: "ada@example.com",
      app_metadata: { provider: "custom:acme" },
      user_metadata: { nickname: "ada", custom_claims: { groups: ["engines"] } },
    });
  });

  it("may speak plain OAuth 2.0, its claims where the administrator says", async () => {
    const { server, provider } = await aScene(open);
    const { customProviders } = adminOf(server);
    const { issuer: _issuer, ...client } = oidc(provider);

    const { error } = await customProviders.createProvider({
      ...client,
      provider_type: "oauth2",
      scopes: ["openid", "email", "profile"],
      authorization_url: `${provider.issuer}/protocol/openid-connect/auth`,
      token_url: `${provider.issuer}/protocol/openid-connect/token`,
      userinfo_url: `${provider.issuer}/protocol/openid-connect/userinfo`,
      attribute_mapping: { name: "preferred_username" },
    });

    expect(error).toBeNull();
    expect((await enter(server)).user).toMatchObject({ email: "ada@example.com", user_metadata: { name: "ada" } });
  });

  it("gets no other provider's answer for a flow of its own, whoever answers without a name", async () => {
    const calls: string[] = [];
    const rogue = await startWeb((issuer, path) => {
      calls.push(path);
      const addresses = ["authorization_endpoint", "token_endpoint", "jwks_uri"].map((name) => [
        name,
        `${issuer}/${name}`,
      ]);
      return { issuer, ...Object.fromEntries(addresses) };
    });
    const { server, provider } = await aScene(open, { hosts: [new URL(rogue.url).host] });
    const { customProviders } = adminOf(server);
    await customProviders.createProvider(oidc(provider));
    const lure = { ...oidc({ issuer: rogue.url, clientId: "x", secret: "x" }), identifier: "custom:rogue" };
    expect((await customProviders.createProvider(lure)).error).toBeNull();
    const browser = openBrowser(SITE);
    const begin = async (name: string, origin: string) =>
      (await browser.open(`${server.url}/auth/v1/authorize?provider=${name}`, (url) => url.origin === origin)).url;
    const honest = await begin("custom:acme", provider.issuer);
    const lured = await begin("custom:rogue", rogue.url);

    // The rogue sends her on to the honest provider, with its own state.
    const state = lured.searchParams.get("state") ?? "";
    honest.searchParams.set("state", state);
    honest.searchParams.set("login_hint", "ada");
    const { url: answer } = await browser.open(honest.href, ({ pathname }) => pathname.includes("callback"));

    expect(answer.href).toMatch(new RegExp(`^${callbackOf(server)}\\?code=`));
    answer.searchParams.delete("iss");
    for (const at of [callbackOf(server), `${server.url}/auth/v1/callback`]) {
      expect((await browser.open(at + answer.search)).query.get("error_code"), at).toBe("bad_oauth_state");
    }
    // Nothing lies below the address that known providers are registered with: some send people on to all of that.
    expect(lured.searchParams.get("redirect_uri")).toBe(callbackOf(server, "custom:rogue"));
    const below = await call(server, `GET /callback/custom:rogue${answer.search}`);
    expect(below.status).toBe(404);
    expect(calls.filter((path) => path.includes("token"))).toEqual([]);
    const own = `${callbackOf(server, "custom:rogue")}?state=${state}&error=access_denied`;
    expect((await browser.open(own)).query.get("error")).toBe("access_denied");
  });

  it("that was there before each had an address of its own keeps the one that it is registered with", async () => {
    const { server, provider } = await aScene(open);
    const { customProviders } = adminOf(server);
    await customProviders.createProvider(oidc(provider));
    await server.db.query("insert into vedette.shared_callbacks select id from auth.custom_oauth_providers");
    await provider.serve(`${server.url}/auth/v1/callback`, callbackOf(server));

    expect((await customProviders.getProvider("custom:acme")).data).toMatchObject({
      callback_url: `${server.url}/auth/v1/callback`,
    });
    expect((await enter(server)).user?.email).toBe("ada@example.com");

    // Added anew it has one of its own, and knows its people.
    await customProviders.deleteProvider("custom:acme");
    await customProviders.createProvider(oidc(provider));
    expect((await enter(server)).user?.email).toBe("ada@example.com");
  });

  it("is changed, switched off and taken away while the server runs", async () => {
    const { server, provider } = await aScene(open);
    const { customProviders } = adminOf(server);
    await customProviders.createProvider(oidc(provider));

    const renamed = await customProviders.updateProvider("custom:acme", { name: "Acme Inc.", scopes: ["email"] });
    expect(renamed.data).toMatchObject({ name: "Acme Inc.", scopes: ["email"] });
    expect((await enter(server)).user?.email).toBe("ada@example.com");
    expect((await customProviders.listProviders()).data.providers.map(({ name }) => name)).toEqual(["Acme Inc."]);
    expect((await customProviders.listProviders({ type: "oauth2" })).data.providers).toEqual([]);

    await customProviders.updateProvider("custom:acme", { enabled: false, client_secret: "another" });
    expect((await call(server, "GET /authorize?provider=custom:acme")).status).toBe(400);
    expect((await customProviders.deleteProvider("custom:acme")).error).toBeNull();
    expect((await customProviders.getProvider("custom:acme")).error).toMatchObject({
      status: 404,
      code: "custom_provider_not_found",
    });
    const { rows } = await server.db.query(
      `select payload ->> 'action' as action, payload -> 'traits' as traits from auth.audit_log_entries
       where payload ->> 'action' like 'oauth%' order by created_at`,
    );
    expect(rows).toMatchObject([
      {
        action: "oauth_provider_created",
        traits: {
          changes: expect.arrayContaining([
            { setting: "name", before: null, after: "Acme" },
            { setting: "client_secret", secret: "set" },
          ]),
        },
      },
      { action: "oauth_provider_updated", traits: { provider: "custom:acme", fields: ["name", "scopes"] } },
      {
        action: "oauth_provider_updated",
        traits: {
          provider: "custom:acme",
          fields: ["enabled", "client_secret"],
          changes: [
            { setting: "client_secret", secret: "changed" },
            { setting: "enabled", before: true, after: false },
          ],
        },
      },
      {
        action: "oauth_provider_deleted",
        traits: {
          changes: expect.arrayContaining([
            { setting: "enabled", before: false, after: null },
            { setting: "client_secret", secret: "removed" },
          ]),
        },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain("another");
  });

  it("keeps what two administrators change of it at the same moment, and tells each change as it was", async () => {
    const { server, provider } = await aScene(open);
    const { customProviders } = adminOf(server);
    await customProviders.createProvider(oidc(provider));

    const changes = [{ name: "Acme Inc." }, { scopes: ["email"] }, { email_optional: true }];
    await Promise.all(changes.map((change) => customProviders.updateProvider("custom:acme", change)));

    const { data } = await customProviders.getProvider("custom:acme");
    expect(data).toMatchObject({ name: "Acme Inc.", scopes: ["email"], email_optional: true });
    const { rows } = await server.db.query(
      `select jsonb_array_length((payload #> '{traits,changes}')::jsonb) as changes from auth.audit_log_entries
       where payload ->> 'action' = 'oauth_provider_updated'`,
    );
    expect(rows).toEqual(changes.map(() => ({ changes: 1 })));
  });

  it("is not changed over a change that came in between, where the state that was seen is named", async () => {
    const { server, provider } = await aScene(open);
    const { customProviders } = adminOf(server);
    await customProviders.createProvider(oidc(provider));
    const path = "/admin/custom-providers/custom:acme";
    const rename = (name: string, seen?: object) => administer(server, `PUT ${path}`, { name, seen });
    const seen = { updated_at: (await administer(server, `GET ${path}`)).json["updated_at"] };

    // Of all that have seen the same, one goes first.
    const all = await Promise.all(["One", "Two", "Three"].map((name) => rename(name, seen)));
    const refused = all.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, json }) => [status, json["error_code"]])).toEqual([
      [409, "provider_overtaken"],
      [409, "provider_overtaken"],
    ]);
    const stored = (await administer(server, `GET ${path}`)).json;
    expect(all.find(({ status }) => status === 200)?.json["name"]).toBe(stored["name"]);
    expect((await rename("Four", { updated_at: stored["updated_at"] })).status).toBe(200);
    expect((await rename("Five")).json["name"]).toBe("Five");
    expect((await rename("Six", { updated_at: "yesterday" })).json["error_code"]).toBe("validation_failed");
  });

  it("tells when its secret was set and by whom, and nothing of one that nobody set", async () => {
    const { server, provider } = await aScene(open);
    const { customProviders } = adminOf(server);
    // Some providers give none.
    const withoutSecret = { ...oidc(provider), client_secret: "" };
    const path = "/admin/custom-providers/custom:acme";
    const told = async () => (await administer(server, `GET ${path}`)).json;
    await customProviders.createProvider(withoutSecret);
    expect(await told()).toMatchObject({ secret_set_at: null, secret_set_by: null });

    const began = Date.now() - 60_000;
    await administer(server, `PUT ${path}`, { client_secret: "a secret of the client" });
    const { secret_set_at: at, secret_set_by: by, ...rest } = await told();
    expect(Date.parse(String(at))).toBeGreaterThan(began);
    expect(by).toBe("service_role");
    expect(JSON.stringify(rest)).not.toContain("a secret of the client");
    // A change of something else is none of the secret.
    await administer(server, `PUT ${path}`, { name: "Acme Inc." });
    const listed = await administer(server, "GET /admin/custom-providers");
    expect(listed.json["providers"]).toMatchObject([{ name: "Acme Inc.", secret_set_at: at, secret_set_by: by }]);

    await customProviders.deleteProvider("custom:acme");
    await customProviders.createProvider(withoutSecret);
    expect(await told()).toMatchObject({ secret_set_at: null, secret_set_by: null });
    expect((await server.db.query("select from vedette.secret_authors")).rows).toEqual([]);
  });

  it("stands among the four that most people use, before the others by name", async () => {
    const enabled = ["github", "gitlab", "google", "azure", "bitbucket"].map((name) => [
      `auth.external.${name}.enabled`,
      true,
    ]);
    const server = await startIdentity(open, { settings: Object.fromEntries(enabled) });
    const { providers } = JSON.parse((await call(server, "GET /settings")).text);
    const titles = providers.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(titles.toSorted());

    const used = await startIdentity(open, { settings: Object.fromEntries(enabled) });
    const id = await aUser(used);
    for (const [provider, count] of [
      ["google", 3],
      ["gitlab", 1],
    ] as const)
      for (let person = 0; person < count; person++)
        await used.db.query(
          `insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
           values (gen_random_uuid(), '${id}', '${provider}', '${person}', '{}', now(), now())`,
        );
    const answer = JSON.parse((await call(used, "GET /settings")).text);
    expect(answer.providers.map(({ name }: { name: string }) => name)).toEqual([
      "google",
      "gitlab",
      ...providers.map(({ name }: { name: string }) => name).filter((name: string) => !/^g(oogle|itlab)$/.test(name)),
    ]);
  });

  it("is refused when it asks for what no provider may say, or leads where nobody may go", async () => {
    const { server, provider } = await aScene(open);
    const { customProviders } = adminOf(server);
    const refused: readonly object[] = [
      { identifier: "acme" },
      { identifier: "custom:../x" },
      { attribute_mapping: { role: "role" } },
      { attribute_mapping: { email_verified: "email" } },
      { attribute_mapping: { confirmed_at: "x" } },
      { authorization_params: { redirect_uri: "https://evil.example" } },
      { authorization_params: { STATE: "x" } },
      { issuer: "https://evil.example" },
      { issuer: null },
      { issuer: "http://169.254.169.254" },
      { issuer: "https://127.0.0.1:1" },
      { issuer: "https://[::ffff:10.0.0.1]" },
      { issuer: "https://user:pass@example.com" },
      { discovery_url: "file:///etc/passwd" },
      { issuer: `${provider.issuer}/realms/other` },
    ];
    for (const fields of refused) {
      const { error } = await customProviders.createProvider({ ...oidc(provider), ...fields });
      expect(error, JSON.stringify(fields)).toMatchObject({ status: 400, code: "validation_failed" });
    }
    expect((await customProviders.listProviders()).data.providers).toEqual([]);

    expect((await customProviders.createProvider(oidc(provider))).error).toBeNull();
    expect((await customProviders.createProvider(oidc(provider))).error?.status).toBe(409);
  });

  it("is not called at a private address that the operator has not allowed", async () => {
    const { server, provider } = await aScene(open, { isAllowed: false });

    const { error } = await adminOf(server).customProviders.createProvider(oidc(provider));

    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  it("is called nowhere but where the operator allows, whatever it publishes", async () => {
    const inside = await startWeb(() => ({}));
    const secure = inside.url.replace("http:", "https:");
    const hostile = await startWeb((url) => ({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${secure}/token`,
      userinfo_endpoint: `${secure}/userinfo`,
      jwks_uri: `${secure}/keys`,
    }));
    const warnings: object[] = [];
    const log = { warn: (fields: object) => void warnings.push(fields) };
    const server = await startIdentity(open, { log, allowedHosts: [new URL(hostile.url).host] });
    const client = { issuer: hostile.url, clientId: "watch-room", secret: "a secret of the client" };
    expect((await adminOf(server).customProviders.createProvider(oidc(client))).error).toBeNull();
    const browser = openBrowser(SITE);
    const start = `${server.url}/auth/v1/authorize?provider=custom:acme`;
    const asked = await browser.open(start, ({ pathname }) => pathname === "/authorize");

    const state = asked.query.get("state");
    const { query } = await browser.open(`${callbackOf(server)}?code=stolen&state=${state}`);

    expect(query.get("error_code")).toBe("unexpected_failure");
    expect(query.get("error_description")).not.toContain(new URL(inside.url).host);
    expect(inside.calls()).toBe(0);
    expect(warnings).toMatchObject([{ provider: "custom:acme", reason: expect.stringContaining("does not call") }]);
    const token = { provider: "custom:acme", id_token: "e30.e30.e30" };
    expect((await call(server, "POST /token?grant_type=id_token", { body: token })).status).toBe(400);
    expect(inside.calls()).toBe(0);
  });

  it("keeps its secret sealed, and what it gives applications until they have it", async () => {
    const { server, provider } = await aScene(open);
    const { customProviders } = adminOf(server);
    await customProviders.createProvider(oidc(provider));
    const { auth } = clientOf(server, { flowType: "pkce" });
    const { data } = await auth.signInWithOAuth({
      provider: "custom:acme",
      options: { redirectTo: `${SITE}/welcome`, queryParams: { login_hint: "ada" } },
    });

    const { query } = await openBrowser(SITE).open(data.url ?? "");

    const stored = await server.db.query(
      `select (select json_agg(p) from auth.custom_oauth_providers p)::text as providers,
         (select json_agg(f) from auth.flow_state f)::text as flows`,
    );
    const { data: exchanged } = await auth.exchangeCodeForSession(query.get("code") ?? "");
    const tokens = [exchanged.session?.provider_token, exchanged.session?.provider_refresh_token];
    for (const secret of [provider.secret, ...tokens]) {
      expect(secret).toMatch(/.{20}/);
      expect(JSON.stringify(stored.rows)).not.toContain(secret);
    }
  });

  it("is added by administrators only, and no more than the operator allows", async () => {
    const { server, provider } = await aScene(open);
    const body = oidc(provider);

    expect((await call(server, "POST /admin/custom-providers", { body })).status).toBe(401);
    expect((await call(server, "GET /admin/custom-providers", { bearer: server.publishableKey })).status).toBe(403);

    const closed = await startIdentity(open, { settings: { "auth.custom_oauth.max_providers": 0 } });
    const { error } = await adminOf(closed).customProviders.createProvider(body);
    expect(error).toMatchObject({ status: 400, code: "over_custom_provider_quota" });
  });
});
