import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { openBrowser } from "./browser-walk.ts";
import { call, loginsOf } from "./call.ts";
import { type IdentityServer, SITE, startIdentity } from "./identity-server.ts";
import { clientOf, signedIn } from "./published-client-of.ts";
import { type SigningProvider, startSigningProvider } from "./signing-provider.ts";

type Open = Parameters<Parameters<typeof onEachStore>[1]>[0];

async function aScene(open: Open) {
  const provider = await startSigningProvider();
  return { provider, server: await aServer(open, provider) };
}

function aServer(open: Open, { url, clientId, secret }: Pick<SigningProvider, "url" | "clientId" | "secret">) {
  return startIdentity(open, {
    settings: {
      "auth.enable_manual_linking": true,
      "auth.external.twitter.enabled": true,
      "auth.external.twitter.client_id": clientId,
      "auth.external.twitter.secret": secret,
      "auth.external.twitter.url": url,
    },
  });
}

async function startOf(auth: ReturnType<typeof clientOf>["auth"]): Promise<string> {
  const { data, error } = await auth.signInWithOAuth({
    provider: "twitter",
    options: { redirectTo: `${SITE}/welcome`, queryParams: { force_login: "true", oauth_token: "mallory" } },
  });
  expect(error).toBeNull();
  return data.url ?? "";
}

const isCallback = ({ pathname }: URL) => pathname.endsWith("/auth/v1/callback");
const FLOW = [
  "POST /oauth/request_token",
  "GET /oauth/authenticate",
  "POST /oauth/access_token",
  "GET /1.1/account/verify_credentials.json",
];

onEachStore("a sign-in by OAuth 1.0a", (open) => {
  it("is signed at each step and ends as any other", async () => {
    const { provider, server } = await aScene(open);
    const { auth } = clientOf(server);

    const { url, fragment, way } = await openBrowser(SITE).open(await startOf(auth));

    expect(`${url.origin}${url.pathname}`).toBe(`${SITE}/welcome`);
    expect([provider.granted, provider.refused]).toEqual([FLOW, []]);
    expect([...(way[1]?.searchParams.keys() ?? [])]).toEqual(["force_login", "oauth_token"]);
    expect(way[1]?.searchParams.get("oauth_token")).not.toBe("mallory");
    expect([...(way[2]?.searchParams.keys() ?? [])]).toEqual(["state", "oauth_token", "oauth_verifier"]);
    expect(fragment.get("provider_token")).toMatch(/^[\w-]{16}$/);
    expect(fragment.get("provider_refresh_token")).toMatch(/^[\w-]{16}$/);
    const { data } = await auth.getUser(fragment.get("access_token") ?? "");
    expect(data.user).toMatchObject({
      email: "ada@example.com",
      app_metadata: { provider: "twitter" },
      user_metadata: { full_name: "Ada", user_name: "ada", email_verified: true, provider_id: "7" },
      identities: [{ id: "7", provider: "twitter" }],
    });
    expect((await call(server, "GET /settings")).json).toMatchObject({ external: { twitter: true, x: false } });
  });

  it("counts once, in the browser that began, with the token that it began with", async () => {
    const { provider, server } = await aScene(open);
    const { auth } = clientOf(server, { flowType: "pkce" });
    const [ada, mallory] = [openBrowser(SITE), openBrowser(SITE)];

    const adas = (await ada.open(await startOf(auth), isCallback)).url;
    const kept = await server.db.query("select code_verifier from auth.oauth_client_states");
    const mallorys = (await mallory.open(await startOf(auth), isCallback)).url;
    const swapped = new URL(mallorys);
    swapped.searchParams.set("state", adas.searchParams.get("state") ?? "");

    expect(kept.rows[0]?.["code_verifier"]).toContain("aes-gcm-hkdf");
    expect((await mallory.open(adas)).query.get("error_code")).toBe("bad_oauth_state");
    expect((await ada.open(swapped)).query.get("error_code")).toBe("unexpected_failure");
    expect((await ada.open(adas)).query.get("error_code")).toBe("bad_oauth_state");
    expect(provider.granted).not.toContain("POST /oauth/access_token");
    const { query } = await openBrowser(SITE).open(await startOf(auth));
    const { data } = await auth.exchangeCodeForSession(query.get("code") ?? "");
    expect(data.session).toMatchObject({
      provider_token: expect.any(String),
      provider_refresh_token: expect.any(String),
    });
    expect(await loginsOf(server)).toEqual(["twitter"]);
  });

  it("is refused in the words of every other provider", async () => {
    const { provider, server } = await aScene(open);
    const { auth } = clientOf(server);
    const ending = async () => (await openBrowser(SITE).open(await startOf(auth))).query;

    provider.configure({ denies: true });
    expect(Object.fromEntries(await ending())).toMatchObject({ error: "access_denied", error_code: "unknown" });
    provider.configure({ denies: false, email: undefined });
    expect((await ending()).get("error_code")).toBe("email_not_found");
    provider.configure({ confirms: false });
    expect((await ending()).get("error_code")).toBe("unexpected_failure");
    provider.configure({ confirms: true });
    const wrong = await aServer(open, { ...provider, secret: "another" });
    expect((await openBrowser(SITE).open(await startOf(clientOf(wrong).auth))).query.get("error_code")).toBe(
      "unexpected_failure",
    );
    expect(provider.refused).toEqual(["POST /oauth/request_token: wrong signature"]);
    expect((await server.db.query("select 1 from auth.users")).rows).toEqual([]);
  });
});

onEachStore("linking an account by OAuth 1.0a", (open) => {
  it("adds it to whoever is signed in, and brings its tokens", async () => {
    const { provider, server } = await aScene(open);
    provider.configure({ email: "countess@example.com" });
    const { auth, user } = await signedIn(server);

    const options = { redirectTo: `${SITE}/account`, skipBrowserRedirect: true };
    const { data, error } = await auth.linkIdentity({ provider: "twitter", options });
    expect(error).toBeNull();
    const { url, fragment } = await openBrowser(SITE, { agrees: true }).open(data?.url ?? "");

    expect(url.pathname).toBe("/account");
    expect([provider.granted, provider.refused]).toEqual([FLOW, []]);
    expect(fragment.get("provider_token")).toMatch(/^[\w-]{16}$/);
    const { data: list } = await auth.getUserIdentities();
    expect(list?.identities).toMatchObject([
      { provider: "email" },
      { provider: "twitter", id: "7", user_id: user?.id, identity_data: { email: "countess@example.com" } },
    ]);
    const linked = list?.identities[1];
    expect(linked && (await auth.unlinkIdentity(linked)).error).toBeNull();
  });

  it("that cannot begin tells the application, in the way in which it asked", async () => {
    const { provider, server } = await aScene(open);
    const wrong = await aServer(open, { ...provider, secret: "another" });
    const away = await aServer(open, { ...provider, url: "http://127.0.0.1:9" });
    const begin = async (at: IdentityServer, more = "") => {
      const { session } = await signedIn(at);
      const bearer = session.access_token;
      const query = `provider=twitter&redirect_to=${encodeURIComponent(`${SITE}/account`)}${more}`;
      return call(at, `GET /user/identities/authorize?${query}`, { bearer });
    };

    expect((await begin(server)).headers["location"]).toContain(`${provider.url}/oauth/authenticate?`);
    for (const [at, words, status] of [
      [wrong, "refused to begin", 500],
      [away, "cannot be reached", 503],
    ] as const) {
      const { status: redirected, headers } = await begin(at);
      expect(redirected).toBe(302);
      const { origin, pathname, searchParams } = new URL(String(headers["location"]));
      expect(`${origin}${pathname}`).toBe(`${SITE}/account`);
      expect(searchParams.get("error_code")).toBe("unexpected_failure");
      expect(searchParams.get("error_description")).toContain(words);

      expect(await begin(at, "&skip_http_redirect=true")).toMatchObject({
        status,
        json: { error_code: "unexpected_failure", msg: expect.stringContaining(words) },
      });
    }
  });
});
