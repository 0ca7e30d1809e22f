import { createHmac } from "node:crypto";
import { onEachStore } from "@vedette/database/testing";
import { expect, it, onTestFinished, vi } from "vitest";
import { openBrowser } from "./browser-walk.ts";
import { aUser, call, PASSWORD } from "./call.ts";
import { hookAt, serve, startReceiver } from "./hook-receiver.ts";
import { type IdentityServer, type ServerOptions, SITE, startIdentity } from "./identity-server.ts";
import { type Accounts, ADA, type OpenIdProvider, startOpenIdProvider } from "./openid-provider.ts";
import { clientOf, signedIn } from "./published-client-of.ts";

interface Scene {
  readonly server: IdentityServer;
  readonly provider: OpenIdProvider;
}

type Open = Parameters<Parameters<typeof onEachStore>[1]>[0];

/** A service whose people sign in with a provider on this machine. */
async function aScene(
  open: Open,
  { accounts, settings }: { accounts?: Accounts; settings?: ServerOptions["settings"] } = {},
  options: ServerOptions = {},
): Promise<Scene> {
  const provider = await startOpenIdProvider(accounts);
  const server = await startIdentity(open, {
    ...options,
    settings: {
      "auth.external.keycloak.enabled": true,
      "auth.external.keycloak.client_id": provider.clientId,
      "auth.external.keycloak.secret": provider.secret,
      "auth.external.keycloak.url": provider.issuer,
      ...settings,
    },
  });
  await provider.serve(`${server.url}/auth/v1/callback`);
  return { server, provider };
}

/** Where the published client sends the browser. */
async function startOf(auth: ReturnType<typeof clientOf>["auth"], person = "ada"): Promise<string> {
  const { data, error } = await auth.signInWithOAuth({
    provider: "keycloak",
    options: { redirectTo: `${SITE}/welcome`, queryParams: { login_hint: person } },
  });
  expect(error).toBeNull();
  return data.url ?? "";
}

const isCallback = ({ pathname }: URL) => pathname.endsWith("/auth/v1/callback");

onEachStore("signing in with a provider", (open) => {
  it("ends with a session in the fragment and the provider's tokens beside it", async () => {
    const { server } = await aScene(open);
    const { auth } = clientOf(server);

    const { url, fragment, query, way } = await openBrowser(SITE).open(await startOf(auth));

    expect(`${url.origin}${url.pathname}`).toBe(`${SITE}/welcome`);
    expect([...query]).toEqual([]);
    expect([...fragment.keys()]).toEqual([
      "access_token",
      "expires_at",
      "expires_in",
      "provider_refresh_token",
      "provider_token",
      "refresh_token",
      "sb",
      "token_type",
    ]);
    const asked = way[1]?.searchParams;
    expect(asked?.get("code_challenge_method")).toBe("S256");
    expect(asked?.get("nonce")).toMatch(/^[\w-]{40,}$/);
    const { data } = await auth.getUser(fragment.get("access_token") ?? "");
    expect(data.user).toMatchObject({
      email: "ada@example.com",
      app_metadata: { provider: "keycloak", providers: ["keycloak"] },
      user_metadata: { full_name: "Ada Lovelace", user_name: "ada", email_verified: true },
      identities: [{ id: "ada", provider: "keycloak", email: "ada@example.com" }],
    });
    expect(data.user?.user_metadata["custom_claims"]).toEqual({ groups: ["engines"] });
  });

  it("ends with a code that only the client who began can exchange [spec 1, Client operations]", async () => {
    const { server } = await aScene(open);
    const { auth } = clientOf(server, { flowType: "pkce" });

    const { query, url } = await openBrowser(SITE).open(await startOf(auth));

    expect(url.hash).toBe("");
    const stranger = clientOf(server, { flowType: "pkce" });
    await startOf(stranger.auth);
    expect((await stranger.auth.exchangeCodeForSession(query.get("code") ?? "")).error?.code).toBe("bad_code_verifier");
    const { data, error } = await auth.exchangeCodeForSession(query.get("code") ?? "");
    expect(error).toBeNull();
    expect(data.session).toMatchObject({
      access_token: expect.any(String),
      provider_token: expect.any(String),
      provider_refresh_token: expect.any(String),
    });
    expect((await server.db.query("select 1 from auth.flow_state where user_id is not null")).rows).toEqual([]);
  });

  it("links the account to whoever has the address, and passes what a provider refuses on", async () => {
    const { server } = await aScene(open);
    const id = await aUser(server);
    const { auth } = clientOf(server);

    const { fragment } = await openBrowser(SITE).open(await startOf(auth));

    const { data } = await auth.getUser(fragment.get("access_token") ?? "");
    expect(data.user?.id).toBe(id);
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(["email", "keycloak"]);
    const refused = await startOf(auth);
    const stopped = await openBrowser(SITE).open(`${refused}&prompt=none`);
    expect(stopped.query.get("error")).toBe("login_required");
    expect(stopped.fragment.get("error")).toBe("login_required");
  });

  it.each([
    ["email_not_found", { bob: { name: "Bob" } }, {}],
    ["account_not_linked", { bob: { ...ADA, email_verified: false } }, {}],
    ["signup_disabled", { bob: { ...ADA, email: "bob@example.com" } }, { "auth.disable_signup": true }],
    ["provider_email_needs_verification", { bob: { email: "bob@example.com", email_verified: false } }, {}],
  ])("refuses with %s in query and fragment [spec 1, Errors]", async (code, accounts, settings) => {
    const { server } = await aScene(open, { accounts, settings });
    await aUser(server);
    const { auth } = clientOf(server);

    const { query, fragment, url } = await openBrowser(SITE).open(await startOf(auth, "bob"));

    expect(url.pathname).toBe("/welcome");
    expect(query.get("error")).toBe("access_denied");
    expect(query.get("error_code")).toBe(code);
    expect(query.get("error_description")).toMatch(/\w/);
    expect(fragment.get("error_code")).toBe(code);
    expect(fragment.has("sb")).toBe(true);
  });

  it("asks the hook before a user is created, which may refuse one provider [spec 1, Sample hook behaviours]", async () => {
    const receiver = await startReceiver(({ event }) => {
      const { provider } = Object(Object(event["user"])["app_metadata"]);
      const refusal = { error: { http_code: 403, message: "Not with Keycloak" } };
      return { json: provider === "keycloak" ? refusal : {} };
    });
    const { server } = await aScene(open, { settings: hookAt("before_user_created", receiver.url) });
    const { auth } = clientOf(server);

    const { query } = await openBrowser(SITE).open(await startOf(auth));

    expect(query.get("error_description")).toBe("Not with Keycloak");
    expect((await server.db.query("select 1 from auth.users")).rows).toEqual([]);
    await aUser(server);
    const { fragment } = await openBrowser(SITE).open(await startOf(auth));
    expect(fragment.has("access_token")).toBe(true);
  });

  it("accepts an invitation, if the account has the address that was invited", async () => {
    const accounts = { ada: { ...ADA, email_verified: false }, bob: { ...ADA, email: "bob@example.com" } };
    const { server } = await aScene(open, { accounts });
    await call(server, "POST /invite", { body: { email: "ada@example.com" }, bearer: server.secretKey });
    const { tokenHash } = await server.mailTo("ada@example.com", "invite");
    const start = (name: string, token: string) =>
      `${server.url}/auth/v1/authorize?provider=keycloak&login_hint=${name}&invite_token=${token}`;

    expect((await fetch(start("ada", "made-up"))).status).toBe(404);
    const other = await openBrowser(SITE).open(start("bob", tokenHash));
    expect(other.query.get("error_code")).toBe("validation_failed");
    const { fragment } = await openBrowser(SITE).open(start("ada", tokenHash));

    const { data } = await clientOf(server).auth.getUser(fragment.get("access_token") ?? "");
    expect(data.user).toMatchObject({ email: "ada@example.com", email_confirmed_at: expect.any(String) });
  });

  it("goes on while the provider's keys change [spec 1: rotation]", async () => {
    const { server, provider } = await aScene(open);
    const { auth } = clientOf(server);
    await openBrowser(SITE).open(await startOf(auth));

    await provider.serve(`${server.url}/auth/v1/callback`);
    // Keys are looked at again half a minute later.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { fragment } = await openBrowser(SITE).open(await startOf(auth));

    expect(fragment.get("access_token")).toMatch(/\./);
  });
});

onEachStore("the answer of a provider", (open) => {
  it("counts once", async () => {
    const { server } = await aScene(open);
    const { auth } = clientOf(server);
    const browser = openBrowser(SITE);
    const callback = (await browser.open(await startOf(auth), isCallback)).url;

    expect((await browser.open(callback)).fragment.get("access_token")).toMatch(/\./);

    expect((await browser.open(callback)).query.get("error_code")).toBe("bad_oauth_state");
  });

  it("counts in the browser that asked for it, and in no other", async () => {
    const { server } = await aScene(open);
    const { auth } = clientOf(server);
    const attacker = openBrowser(SITE);
    const callback = (await attacker.open(await startOf(auth), isCallback)).url;

    const { query, fragment } = await openBrowser(SITE).open(callback);

    expect(query.get("error_code")).toBe("bad_oauth_state");
    expect(fragment.has("access_token")).toBe(false);
    expect((await attacker.open(callback)).fragment.has("access_token")).toBe(true);
  });

  it("is refused when anything of it was changed", async () => {
    const warnings: object[] = [];
    const { server } = await aScene(open, {}, { log: { warn: (fields) => void warnings.push(fields) } });
    const { auth } = clientOf(server);
    const changes: readonly [change: (url: URL) => void, code: string][] = [
      [(url) => url.searchParams.delete("state"), "bad_oauth_callback"],
      [(url) => url.searchParams.set("state", "../x"), "bad_oauth_state"],
      [(url) => url.searchParams.set("state", crypto.randomUUID()), "bad_oauth_state"],
      [(url) => url.searchParams.delete("code"), "bad_oauth_callback"],
      [(url) => url.searchParams.set("code", "made-up"), "unexpected_failure"],
      // Mixed up with another provider (RFC 9207).
      [(url) => url.searchParams.set("iss", "https://evil.example"), "unexpected_failure"],
    ];
    for (const [change, code] of changes) {
      const browser = openBrowser(SITE);
      const callback = (await browser.open(await startOf(auth), isCallback)).url;
      change(callback);

      const { query, fragment, url } = await browser.open(callback);

      expect(url.origin).toBe(SITE);
      expect(query.get("error_code"), String(change)).toBe(code);
      expect(fragment.has("access_token")).toBe(false);
    }
    // The operator hears of the provider's failures, and of nothing that was in the answer.
    expect(warnings).toMatchObject([
      { provider: "keycloak", reason: "The token endpoint answered 400: invalid_grant." },
      { provider: "keycloak", reason: "The answer is another provider's." },
    ]);
    expect(JSON.stringify(warnings)).not.toContain("made-up");
  });

  it("is refused when it comes too late", async () => {
    const { server } = await aScene(open);
    const { auth } = clientOf(server);
    const browser = openBrowser(SITE);
    const callback = (await browser.open(await startOf(auth), isCallback)).url;
    await server.db.query("update auth.flow_state set created_at = now() - interval '6 minutes'");

    expect((await browser.open(callback)).query.get("error_code")).toBe("bad_oauth_state");
  });

  it("may come as a form, which the browser then brings by address", async () => {
    const { server } = await aScene(open);
    const { auth } = clientOf(server);
    const browser = openBrowser(SITE);
    const callback = (await browser.open(await startOf(auth), isCallback)).url;

    const reply = await call(server, "POST /callback", {
      text: callback.searchParams.toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });

    expect(reply.status).toBe(303);
    expect((await browser.open(String(reply.headers["location"]))).fragment.has("access_token")).toBe(true);
  });

  it.each([
    ["a JSON text", JSON.stringify("state=a"), "application/json", 303, ""],
    [
      "a form too long for an address",
      `state=${"é".repeat(4000)}`,
      "application/x-www-form-urlencoded",
      413,
      undefined,
    ],
  ])("does not pass on %s", async (_title, text, type, status, query) => {
    const { server } = await aScene(open);

    const reply = await call(server, "POST /callback", { text, headers: { "content-type": type } });

    expect(reply.status).toBe(status);
    expect(String(reply.headers["location"] ?? "?none").split("?")[1]).toBe(query ?? "none");
  });

  it("never leads to an address that is not allowed", async () => {
    const { server } = await aScene(open);
    const { auth } = clientOf(server);
    const start = new URL(await startOf(auth));
    start.searchParams.set("redirect_to", "https://evil.example/");

    const { url } = await openBrowser(SITE).open(start);

    expect(url.origin).toBe(SITE);
  });
});

onEachStore("asking for a provider", (open) => {
  it("is refused when it is unknown, off, not named, or named twice", async () => {
    const { server } = await aScene(open);
    const queries = [
      "provider=nobody",
      "provider=github",
      "",
      "provider=constructor",
      "provider=keycloak&code_challenge=abc",
      "provider=keycloak&provider=github",
    ];
    for (const query of queries) {
      const reply = await call(server, `GET /authorize?${query}`);
      expect(reply, query).toMatchObject({ status: 400, json: { error_code: "validation_failed" } });
    }
  });

  it("is an outage while what it publishes cannot be read, of which the operator hears", async () => {
    const warnings: object[] = [];
    const { issuer } = await startOpenIdProvider();
    const oidc = { enabled: true, client_id: "watch-room", url: issuer };
    const settings = Object.fromEntries(
      Object.entries(oidc).map(([key, value]) => [`auth.external.oidc.${key}`, value]),
    );
    const server = await startIdentity(open, { settings, log: { warn: (fields) => void warnings.push(fields) } });

    for (let person = 0; person < 3; person += 1) {
      const { status, headers } = await call(server, `GET /authorize?provider=oidc&redirect_to=${SITE}/welcome`);
      const { pathname, searchParams } = new URL(String(headers["location"]));
      expect([status, pathname, searchParams.get("error")]).toEqual([302, "/welcome", "temporarily_unavailable"]);
    }

    const { host } = new URL(issuer);
    expect(warnings).toEqual([{ provider: issuer, isKnown: false, reason: `${host} answered 503.` }]);
  });

  it("is limited for each address of the network, before anything is stored", async () => {
    const { server } = await aScene(open, { settings: { "auth.rate_limit.authorize": "2/1h" } });
    const statuses = [];
    for (let round = 0; round < 3; round += 1) {
      statuses.push((await call(server, "GET /authorize?provider=keycloak")).status);
    }

    expect(statuses).toEqual([302, 302, 429]);
    expect((await server.db.query("select 1 from auth.flow_state")).rows).toHaveLength(2);
  });

  it("passes parameters on, but none that are the service's own", async () => {
    const { server, provider } = await aScene(open);

    const query =
      "provider=keycloak&scopes=offline_access&connection=c-1&STATE=x&client_id=x&redirect_uri=http://x&request=x";
    const { status, headers } = await call(server, `GET /authorize?${query}`);

    expect(status).toBe(302);
    const asked = new URL(String(headers["location"])).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: provider.clientId,
      redirect_uri: `${server.url}/auth/v1/callback`,
      connection: "c-1",
      scope: "openid profile email offline_access",
      response_type: "code",
    });
    expect(["STATE", "request", "provider", "scopes"].filter((name) => asked.has(name))).toEqual([]);
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(String(headers["set-cookie"])).toMatch(/HttpOnly.*SameSite=Lax/i);
  });
});

onEachStore("linking an account while signed in", (open) => {
  const settings = { "auth.enable_manual_linking": true };

  it("adds it after the way to the provider and back [spec 1, Client operations: linkIdentity]", async () => {
    const { server } = await aScene(open, { settings, accounts: { countess: { ...ADA, email: "c@example.com" } } });
    const { auth, user } = await signedIn(server);

    const { data, error } = await auth.linkIdentity({
      provider: "keycloak",
      options: { redirectTo: `${SITE}/account`, queryParams: { login_hint: "countess" }, skipBrowserRedirect: true },
    });
    expect(error).toBeNull();
    const { url, fragment } = await openBrowser(SITE, { agrees: true }).open(data?.url ?? "");

    expect(url.pathname).toBe("/account");
    expect(fragment.has("access_token")).toBe(true);
    const list = await auth.getUserIdentities();
    expect(list.data?.identities.map(({ provider }) => provider)).toEqual(["email", "keycloak"]);
    expect(list.data?.identities[1]?.user_id).toBe(user?.id);
    const linked = list.data?.identities[1];
    expect(linked && (await auth.unlinkIdentity(linked)).error).toBeNull();
  });

  it("is refused where the operator has not allowed it [spec 1, Authentication]", async () => {
    const { server } = await aScene(open);
    const { auth } = await signedIn(server);

    const { error } = await auth.linkIdentity({ provider: "keycloak" });

    expect(error).toMatchObject({ status: 404, code: "manual_linking_disabled" });
  });

  /** Mallory begins, and sends others the link. */
  async function aForeignLink(server: Scene["server"]) {
    const { auth } = await signedIn(server, "mallory@example.com");
    const options = { queryParams: { login_hint: "ada" }, skipBrowserRedirect: true };
    const { data } = await auth.linkIdentity({ provider: "keycloak", options });
    return { auth, link: data?.url ?? "" };
  }

  it("belongs to the first browser that takes the way", async () => {
    const { server } = await aScene(open, { settings });
    const { link } = await aForeignLink(server);
    await openBrowser(SITE, { agrees: true }).open(link, isCallback);

    await expect(openBrowser(SITE, { agrees: true }).open(link)).rejects.toThrow("400");
  });

  it("asks whoever follows a link, and is not agreed to by another site's page", async () => {
    const { server } = await aScene(open, { settings });
    const { auth, link } = await aForeignLink(server);

    const page = await fetch(link, { redirect: "manual" });
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain("mallory@example.com");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    const cookie = page.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    const flow = new URL(link).searchParams.get("flow") ?? "";
    const agree = (headers: Record<string, string>) =>
      fetch(`${server.url}/auth/v1/authorize`, {
        method: "POST",
        body: new URLSearchParams({ flow }),
        headers,
        redirect: "manual",
      });
    expect((await agree({})).status).toBe(400);
    expect((await agree({ cookie })).status).toBe(400);
    expect((await agree({ cookie, origin: "https://evil.example" })).status).toBe(400);
    expect((await agree({ cookie, origin: server.url, "sec-fetch-site": "cross-site" })).status).toBe(400);
    // Without the answer on the page the provider's own answer is worth nothing, in whatever browser.
    const answered = new URL(`${server.url}/auth/v1/callback?code=x&state=${flow}`);
    const refused = await fetch(answered, { redirect: "manual", headers: { cookie } });
    expect(refused.status).toBe(303);
    expect(refused.headers.get("location")).toContain("bad_oauth_state");
    expect((await agree({ cookie, "sec-fetch-site": "same-origin" })).status).toBe(303);
    const list = await auth.getUserIdentities();
    expect(list.data?.identities.map(({ provider }) => provider)).toEqual(["email"]);
  });

  it("asks nothing in the browser that began, and refuses every other", async () => {
    const { server } = await aScene(open, { settings });
    const { session } = await signedIn(server, "mallory@example.com");
    const begun = await fetch(
      `${server.url}/auth/v1/user/identities/authorize?provider=keycloak&skip_http_redirect=true`,
      { headers: { authorization: `Bearer ${session.access_token}`, "sec-fetch-site": "same-origin" } },
    );
    const { url } = (await begun.json()) as { url: string };
    const cookie = begun.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";

    const mine = await fetch(url, { redirect: "manual", headers: { cookie } });
    expect(mine.status).toBe(302);
    expect(mine.headers.get("location")).toContain("/protocol/openid-connect/auth");
    expect((await fetch(url, { redirect: "manual" })).status).toBe(400);
  });

  it("ends where its user turns out to be somebody else's", async () => {
    const allow = { "auth.email.allow_unverified_sign_ins": true };
    const { server } = await aScene(open, { settings: { ...settings, ...allow } });
    await call(server, "POST /signup", { body: { email: "ada@example.com", password: PASSWORD } });
    const squatter = clientOf(server);
    await squatter.auth.signInWithPassword({ email: "ada@example.com", password: PASSWORD });
    const options = { queryParams: { login_hint: "ada" }, skipBrowserRedirect: true };
    const { data } = await squatter.auth.linkIdentity({ provider: "keycloak", options });

    const { auth } = clientOf(server);
    await openBrowser(SITE).open(await startOf(auth));

    expect((await fetch(data?.url ?? "", { redirect: "manual" })).status).toBe(400);
  });
});

onEachStore("signing in with Facebook", (open) => {
  it("proves that whoever asks for the profile holds the secret", async () => {
    const proof = createHmac("sha256", "the secret").update("token of ada").digest("hex");
    const asked: string[] = [];
    const url = await serve(({ url: address }) => {
      const { pathname, searchParams } = new URL(address);
      asked.push(pathname);
      if (pathname === "/dialog/oauth") {
        const back = new URL(searchParams.get("redirect_uri") ?? "");
        back.search = String(new URLSearchParams({ code: "code of ada", state: searchParams.get("state") ?? "" }));
        return Response.redirect(back.href, 302);
      }
      if (pathname === "/oauth/access_token") return Response.json({ access_token: "token of ada" });
      const isProved = searchParams.get("appsecret_proof") === proof;
      if (pathname !== "/me" || !isProved)
        return Response.json({ error: { message: "Invalid proof" } }, { status: 400 });
      return Response.json({
        id: "9",
        name: "Ada",
        email: "ada@example.com",
        picture: { data: { url: "https://a.example/f.png" } },
      });
    });
    const server = await startIdentity(open, {
      settings: {
        "auth.external.facebook.enabled": true,
        "auth.external.facebook.client_id": "watch-room",
        "auth.external.facebook.secret": "the secret",
        "auth.external.facebook.url": url,
        "auth.external.facebook.api_url": url,
      },
    });
    const { auth } = clientOf(server);
    const { data } = await auth.signInWithOAuth({ provider: "facebook", options: { redirectTo: `${SITE}/welcome` } });

    const { fragment } = await openBrowser(SITE).open(data.url ?? "");

    expect(asked).toEqual(["/dialog/oauth", "/oauth/access_token", "/me"]);
    expect((await auth.getUser(fragment.get("access_token") ?? "")).data.user).toMatchObject({
      email: "ada@example.com",
      user_metadata: { avatar_url: "https://a.example/f.png", provider_id: "9" },
    });
  });
});
