import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPostgresTestDatabase } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { call } from "./call.ts";
import { aUiBefore, type EchoApi, type Seen, startEcho } from "./echo-api.ts";
import { freePort } from "./free-port.ts";
import { CLIENT_ID, CookieJar, PERSON, type RunningProvider, startProvider, tokensOf } from "./openid-provider.ts";
import { type RunningUi, startUi, startVedette } from "./running-server.ts";

let echo: EchoApi;
beforeAll(async () => {
  echo = await startEcho();
});
afterAll(async () => {
  await echo.stop();
});

const aUi = (env: Readonly<Record<string, string>> = {}) => aUiBefore(echo, env);

describe("signing in through an OpenID provider [spec 3, Authentication]", () => {
  let provider: RunningProvider;
  let ui: RunningUi;
  /** Of the files in which operators keep their secrets. */
  let folder: string;
  /** A second one at the same provider, whose sessions soon end. */
  let shortLived: Readonly<Record<string, string>>;
  const groups = ["night-watch"];

  beforeAll(async () => {
    const ports = [await freePort(), await freePort()];
    const bases = ports.map((port) => `http://localhost:${port}`);
    const callbacks = bases.map((base) => `${base}/auth/sso/callback`);
    provider = await startProvider({ callbacks, afterLogout: `${bases[0]}/`, groups, secret: "hush" });
    const env = {
      VEDETTE_ADDRESS: echo.address,
      VEDETTE_AUTH_ENABLED: "true",
      VEDETTE_AUTH_PROVIDER_URL: `${provider.issuer}/`,
      VEDETTE_AUTH_CLIENT_ID: CLIENT_ID,
      VEDETTE_AUTH_CLIENT_SECRET: "hush",
      VEDETTE_AUTH_SCOPES: "profile,email,offline_access",
      VEDETTE_AUTH_OPTIONS: '{"ui_locales":"de"}',
    };
    const [place, other] = ports.map((port, at) => ({
      VEDETTE_UI_PORT: String(port),
      VEDETTE_AUTH_CALLBACK_URL: callbacks[at] ?? "",
    }));
    folder = await mkdtemp(join(tmpdir(), "vedette-secrets-"));
    const { VEDETTE_AUTH_CLIENT_SECRET: secret, VEDETTE_AUTH_OPTIONS: options, ...others } = env;
    ui = await startUi({
      ...others,
      ...place,
      VEDETTE_AUTH_CLIENT_SECRET_FILE: await fileWith("secret", secret),
      VEDETTE_AUTH_OPTIONS_FILE: await fileWith("options", options),
      VEDETTE_AUTH_ALLOWED_GROUPS: "day-watch, night-watch",
      VEDETTE_AUTH_MAX_SESSION_DURATION: "8h",
    });
    shortLived = { ...env, ...other, VEDETTE_AUTH_MAX_SESSION_DURATION: "2s" };
  });
  afterAll(async () => {
    await ui.stop();
    await provider.stop();
    await rm(folder, { recursive: true });
  });

  async function fileWith(name: string, secret: string) {
    const path = join(folder, name);
    await writeFile(path, `${secret}\n`);
    return path;
  }

  const isCallback = ({ pathname }: URL) => pathname === "/auth/sso/callback";

  async function signedIn(base = ui.url) {
    const jar = new CookieJar();
    const { url } = await jar.follow(`${base}/auth/sso?returnUrl=/dashboards`, (at) => at.pathname === "/dashboards");
    const pieces = [...jar.of(base)].filter(([name]) => /^user\d$/.test(name)).sort();
    const text = Buffer.from(pieces.map(([, piece]) => piece).join(""), "base64").toString();
    return { jar, url, person: JSON.parse(text) as Readonly<Record<string, string>> };
  }

  const bearing = (person: Readonly<Record<string, string>>) => ({
    authorization: `Bearer ${person["AccessToken"]}`,
    "authorization-extras": person["IDToken"] ?? "",
  });

  it("brings somebody back to where they wanted, with what the pages need", async () => {
    const { url, person, jar } = await signedIn();

    expect(url).toBe(`${ui.url}/dashboards`);
    expect(person).toMatchObject({ Name: PERSON.name, Email: PERSON.email, Picture: "" });
    expect([...jar.of(ui.url).keys()].sort()).toEqual(
      expect.arrayContaining(["id_token_hint", "refresh", "session_start", "user0"]),
    );
    expect([...jar.of(ui.url).keys()].some((name) => name.startsWith("state_"))).toBe(false);
  });

  it("asks for a code with PKCE, state and nonce, and for openid whatever the scopes say", async () => {
    const answer = await new CookieJar().get(`${ui.url}/auth/sso`);
    const asked = new URL(answer.headers.get("location") ?? "").searchParams;

    expect(answer.status).toBe(302);
    expect(asked.get("scope")).toBe("openid profile email offline_access");
    expect(asked.get("ui_locales")).toBe("de");
    expect(asked.get("code_challenge_method")).toBe("S256");
    expect(asked.get("state")?.length).toBeGreaterThanOrEqual(22);
    expect(JSON.parse(Buffer.from(asked.get("nonce") ?? "", "base64url").toString())).toHaveProperty("nonce");
    expect(answer.headers.getSetCookie().join()).toMatch(/state_[^;]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax/);
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https:evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/a\nb",
  ])("sends nobody back to %j", async (returnUrl) => {
    const answer = await call(`${ui.url}/auth/sso?${new URLSearchParams({ returnUrl })}`);

    expect(answer.status).toBe(400);
  });

  it("takes two sign-ins of one browser at once, each of them once", async () => {
    const jar = new CookieJar();
    const one = await jar.follow(`${ui.url}/auth/sso?returnUrl=/one`, isCallback);
    const two = await jar.follow(`${ui.url}/auth/sso?returnUrl=/two`, isCallback);

    expect((await jar.get(one.url)).headers.get("location")).toBe(`${ui.url}/one`);
    expect((await jar.get(two.url)).headers.get("location")).toBe(`${ui.url}/two`);
    expect((await jar.get(two.url)).status).toBe(400);
  });

  it("refuses a callback without its cookie, with another state, and one that the provider refused", async () => {
    const jar = new CookieJar();
    const { url } = await jar.follow(`${ui.url}/auth/sso`, isCallback);
    const other = new URL(url);
    other.searchParams.set("state", "somebody-elses-state-of-some-length");
    const refused = new URL(url);
    refused.searchParams.delete("code");
    refused.searchParams.set("error", "<b>access_denied</b>");

    expect(await call(url)).toMatchObject({ status: 400, body: { message: "State cookie is not set in request" } });
    const page = await jar.get(refused.href, { accept: "text/html" });
    expect(await page.text()).toContain("&lt;b&gt;access_denied");
    await jar.get(`${ui.url}/auth/sso`);
    expect(await (await jar.get(other.href)).json()).toEqual({ message: "State cookie did not match" });
  });

  it("refuses an ID token with another nonce", async () => {
    const jar = new CookieJar();
    const asked = new URL((await jar.get(`${ui.url}/auth/sso`)).headers.get("location") ?? "");
    asked.searchParams.set("nonce", "a-nonce-that-this-server-never-sent");
    const { url } = await jar.follow(asked.href, isCallback);

    const answer = await jar.get(url);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ message: "Nonce did not match" });
  });

  it("refuses a code that was never given", async () => {
    const jar = new CookieJar();
    const { url } = await jar.follow(`${ui.url}/auth/sso`, isCallback);
    const forged = new URL(url);
    forged.searchParams.set("code", "made-up");

    const answer = await jar.get(forged.href);

    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ message: "Unable to exchange token" });
  });

  it("lets the API be asked with the provider's tokens, and with no others", async () => {
    const { person, jar } = await signedIn();
    const cookie = `session_start=${jar.of(ui.url).get("session_start")}`;
    const [head = "", payload = "", signature = ""] = (person["IDToken"] ?? "").split(".");
    const altered = `${head}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    const statusWith = async (headers: Record<string, string>) =>
      (await call(`${ui.url}/api/things`, { headers: { cookie, ...headers } })).status;

    expect(await statusWith(bearing(person))).toBe(200);
    expect(await statusWith({ authorization: `Bearer ${person["IDToken"]}` })).toBe(200);
    expect(await call(`${ui.url}/api/things`, { headers: { cookie } })).toMatchObject({
      status: 401,
      body: { message: "unauthorized" },
    });
    for (const token of [altered, none, "opaque"]) {
      expect(await statusWith({ ...bearing(person), "authorization-extras": token })).toBe(401);
    }
    expect(await statusWith({ ...bearing(person), cookie: "session_start=99999999999.forged" })).toBe(401);
    expect((await call(`${ui.url}/api/health`)).status).toBe(200);
    expect((await call(`${ui.url}/api/v1/settings`)).status).toBe(200);
  });

  it("ends a session at its limit, whatever tokens are left of it", async () => {
    const { url } = await aUi(shortLived);
    const { jar, person } = await signedIn(url);
    const cookie = `session_start=${jar.of(url).get("session_start")}`;
    const status = async () => (await call(`${url}/api/things`, { headers: { cookie, ...bearing(person) } })).status;

    await expect.poll(status, { timeout: 25_000, interval: 250 }).toBe(401);

    expect(jar.of(url).has("refresh")).toBe(true);
    expect((await jar.get(`${url}/auth/refresh`)).status).toBe(401);
    expect(jar.of(url).has("refresh")).toBe(false);
  });

  it("renews the tokens once for all who ask with the same one", async () => {
    const { jar, person } = await signedIn();
    const before = provider.grants().filter((grant) => grant === "refresh_token").length;
    const cookie = [...jar.of(ui.url)].map(([name, value]) => `${name}=${value}`).join("; ");
    const refresh = () => call(`${ui.url}/auth/refresh`, { headers: { cookie } });

    const answers = await Promise.all([refresh(), refresh(), refresh()]);

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, ""],
      [200, ""],
      [200, ""],
    ]);
    expect(answers[0]?.headers.getSetCookie().join()).not.toContain(person["AccessToken"]);
    await expect
      .poll(() => provider.grants().filter((grant) => grant === "refresh_token").length, { timeout: 25_000 })
      .toBe(before + 1);
    expect((await call(`${ui.url}/auth/refresh`)).status).toBe(401);
  });

  it("signs out here and at the provider, and not for a page that is only fetched beforehand", async () => {
    const { jar } = await signedIn();
    expect((await jar.get(`${ui.url}/auth/logout`, { "sec-purpose": "prefetch" })).status).toBe(204);
    expect(jar.of(ui.url).has("refresh")).toBe(true);

    const answer = await jar.get(`${ui.url}/auth/logout`);

    const leaving = new URL(answer.headers.get("location") ?? "");
    expect(answer.status).toBe(303);
    expect(leaving.origin).toBe(provider.issuer);
    expect(leaving.searchParams.get("id_token_hint")).toMatch(/^ey/);
    expect(leaving.searchParams.get("post_logout_redirect_uri")).toBe(`${ui.url}/`);
    expect([...jar.of(ui.url).keys()]).toEqual(["_csrf"]);
  });

  it("keeps out whoever is in none of the groups, and another issuer", async () => {
    const port = await freePort();
    const callback = `http://localhost:${port}/auth/sso/callback`;
    const strangers = await startProvider({ callbacks: [callback], afterLogout: callback, groups: ["guests"] });
    onTestFinished(() => strangers.stop());
    const env = {
      VEDETTE_ADDRESS: echo.address,
      VEDETTE_AUTH_ENABLED: "true",
      VEDETTE_AUTH_PROVIDER_URL: strangers.issuer,
      VEDETTE_AUTH_CLIENT_ID: CLIENT_ID,
    };
    const choosy = await aUi({
      ...env,
      VEDETTE_UI_PORT: String(port),
      VEDETTE_AUTH_CALLBACK_URL: callback,
      VEDETTE_AUTH_ALLOWED_GROUPS: "night-watch",
    });
    const mistaken = await aUi({
      ...env,
      VEDETTE_AUTH_CALLBACK_URL: callback,
      VEDETTE_AUTH_ISSUER_URL: "https://elsewhere.example",
    });
    const jar = new CookieJar();

    const { answer } = await jar.follow(`${choosy.url}/auth/sso`);

    expect(answer?.status).toBe(403);
    expect([...jar.of(choosy.url).keys()]).toEqual(["_csrf"]);
    expect((await call(`${mistaken.url}/auth/sso`)).status).toBe(503);
    const { access_token: bearer, id_token: idToken } = await tokensOf(strangers.issuer, callback);
    const withBoth = { bearer, headers: { "authorization-extras": idToken } };
    expect(await call(`${choosy.url}/api/things`, withBoth)).toMatchObject({
      status: 403,
      body: { message: "Your account is in none of the groups that may sign in here" },
    });
    expect((await call(`${choosy.url}/api/things`, { bearer: idToken })).status).toBe(403);
    const forGuests = { ...env, VEDETTE_AUTH_CALLBACK_URL: callback, VEDETTE_AUTH_ALLOWED_GROUPS: "guests" };
    const welcoming = await aUi({ ...forGuests, VEDETTE_AUTH_USE_ID_TOKEN_AS_BEARER: "true" });
    const elsewhere = await aUi({ ...forGuests, VEDETTE_AUTH_GROUPS_CLAIM: "roles" });
    const { headers } = (await call<Seen>(`${welcoming.url}/api/things`, withBoth)).body;
    expect(headers.authorization).toBe(`Bearer ${idToken}`);
    expect(headers["authorization-extras"]).toBeUndefined();
    expect((await call(`${elsewhere.url}/api/things`, withBoth)).status).toBe(403);
  });
});

describe("signing in through a provider where UI server and API are one process, and where they are two", () => {
  it("makes a user of whoever comes from its groups, and the same one every time", async () => {
    const [apiPort, uiPort, plainPort] = [await freePort(), await freePort(), await freePort()];
    const callbackOf = (port: number) => `http://localhost:${port}/auth/sso/callback`;
    const provider = await startProvider({
      callbacks: [callbackOf(apiPort), callbackOf(uiPort), `http://localhost:${plainPort}/auth/v1/callback`],
      afterLogout: `http://localhost:${uiPort}/`,
      groups: ["night-watch"],
      hidesGroups: true,
    });
    onTestFinished(() => provider.stop());
    const auth = {
      VEDETTE_AUTH_ENABLED: "true",
      VEDETTE_AUTH_ALLOWED_GROUPS: "night-watch",
      VEDETTE_AUTH_PROVIDER_URL: provider.issuer,
      VEDETTE_AUTH_CLIENT_ID: CLIENT_ID,
    };
    const { url: database, drop } = await createPostgresTestDatabase();
    const own = {
      VEDETTE_DATABASE_URL: database,
      VEDETTE_PROCESSES: "2",
      VEDETTE_UI_PORT: String(apiPort),
      VEDETTE_AUTH_CALLBACK_URL: callbackOf(apiPort),
      VEDETTE_AUTH_RESPONSE_MODE: "form_post",
      VEDETTE_PUBLIC_URL: `http://localhost:${plainPort}`,
      VEDETTE_EXTERNAL_OIDC_ENABLED: "true",
      VEDETTE_EXTERNAL_OIDC_CLIENT_ID: CLIENT_ID,
      VEDETTE_EXTERNAL_OIDC_URL: provider.issuer,
    };
    const vedette = await startVedette({ env: { ...auth, ...own } });
    onTestFinished(async () => {
      await vedette.stop();
      await drop();
    });
    const ui = await aUi({
      ...auth,
      VEDETTE_ADDRESS: vedette.url,
      VEDETTE_UI_PORT: String(uiPort),
      VEDETTE_AUTH_CALLBACK_URL: callbackOf(uiPort),
    });
    const asKey = { bearer: vedette.keys.secret_key };
    const team = await call<{ teamId: number }>(`${vedette.url}/api/teams`, { ...asKey, body: { name: "Night" } });
    const group = { ...asKey, body: { groupId: "night-watch" } };
    await call(`${vedette.url}/api/teams/${team.body.teamId}/groups`, group);
    const userAt = async (url: string) => {
      const jar = new CookieJar();
      await jar.follow(`${url}/auth/sso?returnUrl=/home`, ({ pathname }) => pathname === "/home");
      const person = JSON.parse(Buffer.from(jar.of(url).get("user0") ?? "", "base64").toString());
      const headers = { "authorization-extras": person.IDToken };
      const cookie = [...jar.of(url)].map(([name, value]) => `${name}=${value}`).join("; ");
      const asPerson = { bearer: person.AccessToken, headers: { ...headers, cookie } };
      const user = await call<{ uid: string; email: string }>(`${url}/api/user`, asPerson);
      return { ...user, cookie, teams: (await call(`${url}/api/user/teams`, asPerson)).body };
    };

    const [here, apart] = [await userAt(vedette.url), await userAt(ui.url)];

    expect(here).toMatchObject({ status: 200, body: { email: PERSON.email, name: PERSON.name } });
    expect(apart.body.uid).toBe(here.body.uid);
    expect([here.teams, apart.teams]).toMatchObject([[{ name: "Night" }], [{ name: "Night" }]]);
    expect((await call(`${vedette.url}/api/user`)).status).toBe(401);
    // Without the access token nobody can ask for the groups.
    const { id_token: alone } = await tokensOf(provider.issuer, callbackOf(apiPort));
    for (const url of [vedette.url, ui.url]) {
      expect((await call(`${url}/api/user`, { bearer: alone })).status).toBe(403);
    }
    const byKey = await call(`${vedette.url}/api/datasources`, { bearer: vedette.keys.secret_key });
    expect(byKey.status).toBe(200);
    // The sign-in service's own way to a provider leads through a UI server, too, with the cookie of its flow.
    const plain = await aUi({ VEDETTE_ADDRESS: vedette.url, VEDETTE_UI_PORT: String(plainPort) });
    const browser = new CookieJar();
    const asked = new URLSearchParams({ provider: "oidc", redirect_to: `${plain.url}/sign-in/provider` });
    const isBack = ({ pathname }: URL) => pathname === "/sign-in/provider";
    const { url: back } = await browser.follow(`${plain.url}/auth/v1/authorize?${asked}`, isBack);
    const bearer = new URLSearchParams(new URL(back).hash.slice(1)).get("access_token");
    const ofPage = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
    const login = { method: "POST", body: "{}", headers: { ...ofPage, authorization: `Bearer ${bearer}` } };
    expect((await browser.send(`${plain.url}/api/login`, login)).status).toBe(200);
    const entered = await browser.get(`${plain.url}/api/user`, ofPage);
    expect(await entered.json()).toMatchObject({ uid: here.body.uid, email: PERSON.email });
    // The provider takes a rotating token once: whichever process is asked has what the other one got.
    const headers = { cookie: here.cookie, connection: "close" };
    const refreshes = await Promise.all(
      Array.from({ length: 8 }, () => fetch(`${vedette.url}/auth/refresh`, { headers })),
    );
    expect(refreshes.map(({ status }) => status)).toEqual(refreshes.map(() => 200));
    await expect
      .poll(() => provider.grants().filter((grant) => grant === "refresh_token").length, { timeout: 25_000 })
      .toBe(1);
  });
});
