import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPostgresTestDatabase } from "@vedette/database/testing";
import { Agent } from "undici";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { call } from "./call.ts";
import { CLIENT_ID, CookieJar, PERSON, type RunningProvider, startProvider, tokensOf } from "./openid-provider.ts";
import { freePort, type RunningUi, type RunningVedette, runVedette, startUi, startVedette } from "./running-server.ts";

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** An API that says what it was asked. A mock: the real one does not show the headers that it got. */
async function startEcho() {
  const server = createServer(async (request, response) => {
    if (request.url === "/api/never") return;
    let body = "";
    for await (const chunk of request) body += chunk;
    const seen: Seen = { method: request.method, url: request.url, headers: request.headers, body };
    const cookies = ["refresh=planted", "vedette_session=of-the-api"];
    response.writeHead(200, { "content-type": "application/json", "set-cookie": cookies, "x-of-the-api": "yes" });
    response.end(JSON.stringify(seen));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let echo: Awaited<ReturnType<typeof startEcho>>;
beforeAll(async () => {
  echo = await startEcho();
});
afterAll(async () => {
  await echo.stop();
});

async function aUi(env: Readonly<Record<string, string>> = {}): Promise<RunningUi> {
  const ui = await startUi({ VEDETTE_ADDRESS: echo.address, ...env });
  onTestFinished(async () => void (await ui.stop()));
  return ui;
}

describe("settings that cannot work together [spec 3, Authentication]", () => {
  it.each([
    [{}, "VEDETTE_ADDRESS is not set"],
    [{ VEDETTE_ADDRESS: "not an address" }, 'VEDETTE_ADDRESS is "not an address"'],
    [{ VEDETTE_ADDRESS: "api:80", VEDETTE_FEEDBACK_URL: "javascript:alert(1)" }, "VEDETTE_FEEDBACK_URL is"],
    [{ VEDETTE_ADDRESS: "api:80", VEDETTE_CONFIG_REFRESH_INTERVAL: "soon" }, "VEDETTE_CONFIG_REFRESH_INTERVAL is"],
    [{ VEDETTE_ADDRESS: "api:80", VEDETTE_UI_ENABLED: "maybe" }, "VEDETTE_UI_ENABLED is"],
    [{ VEDETTE_ADDRESS: "api:80", VEDETTE_FORWARD_HEADERS: "x-team,Cookie" }, "VEDETTE_FORWARD_HEADERS names Cookie"],
    [{ VEDETTE_ADDRESS: "api:80", VEDETTE_TLS_CERT: "/c.pem" }, "VEDETTE_TLS_CERT needs"],
    [{ VEDETTE_ADDRESS: "api:80", VEDETTE_TLS_CA: "/nowhere.pem" }, "VEDETTE_TLS_CA names /nowhere.pem"],
    [
      { VEDETTE_ADDRESS: "api:80", VEDETTE_TLS_CERT: "/c", VEDETTE_TLS_KEY: "/k", VEDETTE_TLS_KEY_DATA: "hush" },
      "VEDETTE_TLS_KEY and VEDETTE_TLS_KEY_DATA are both set",
    ],
    [{ VEDETTE_ADDRESS: "api:80", VEDETTE_AUTH_ENABLED: "true", VEDETTE_AUTH_TYPE: "saml" }, "VEDETTE_AUTH_TYPE is"],
    [
      { VEDETTE_ADDRESS: "api:80", VEDETTE_AUTH_ENABLED: "1", VEDETTE_CORS_UNSAFE_ALLOW_ALL_ORIGINS: "1" },
      "VEDETTE_CORS_UNSAFE_ALLOW_ALL_ORIGINS and VEDETTE_AUTH_ENABLED are both true",
    ],
    [{ VEDETTE_ADDRESS: "api:80", VEDETTE_TLS_CA: "http://ca.example/ca.pem" }, "VEDETTE_TLS_CA is http://ca.example"],
    [
      { VEDETTE_ADDRESS: "api:80", VEDETTE_UI_SERVER_TLS_CERT: "/c.pem" },
      "server.tls.cert_file and server.tls.key_file (VEDETTE_UI_SERVER_TLS_CERT, VEDETTE_UI_SERVER_TLS_KEY) go together",
    ],
    [
      { VEDETTE_ADDRESS: "api:80", VEDETTE_UI_SERVER_TLS_CERT: "/c.pem", VEDETTE_TLS_CERT_FILE: "/other.pem" },
      "VEDETTE_TLS_CERT_FILE and VEDETTE_UI_SERVER_TLS_CERT say different things",
    ],
  ])("%o: one line, and exit code 2", async (env, line) => {
    const { exitCode, output } = await runVedette(["ui"], env);

    expect(output).toContain(`vedette: ${line}`);
    expect(output).not.toContain("hush");
    expect(exitCode).toBe(2);
  });

  it("are all told at once", async () => {
    const env = {
      VEDETTE_ADDRESS: "api:80",
      VEDETTE_AUTH_ENABLED: "yes",
      VEDETTE_AUTH_CALLBACK_URL: "http://here/other",
      VEDETTE_AUTH_RESPONSE_MODE: "form_post",
    };

    const { output } = await runVedette(["ui"], env);

    for (const name of ["PROVIDER_URL", "CLIENT_ID", "CALLBACK_URL", "RESPONSE_MODE"])
      expect(output).toContain(`VEDETTE_AUTH_${name}`);
  });
});

describe("the UI server apart from its API", () => {
  it("hands requests on with the headers that it lists, and nothing of the browser's", async () => {
    const { url } = await aUi({ VEDETTE_FORWARD_HEADERS: " X-Team ,x-blob-bin", VEDETTE_TRUSTED_PROXIES: "10.0.0.1" });

    const answer = await call<Seen>(`${url}/api/things/a%2Fb?q=1`, {
      method: "PUT",
      bearer: "a-token",
      body: { a: 1 },
      headers: {
        "x-team": "night",
        "x-blob-bin": "AAE",
        "x-other": "no",
        "x-forwarded-for": "6.6.6.6",
        cookie: "user0=secret; vedette_session=of-the-api; refresh=r; session_start=1700000000.a_-Z",
        "caller-type": "operator",
      },
    });

    const { method, url: path, headers, body } = answer.body;
    expect({ method, path, body }).toEqual({ method: "PUT", path: "/api/things/a%2Fb?q=1", body: '{"a":1}' });
    expect(headers).toMatchObject({
      authorization: "Bearer a-token",
      "caller-type": "operator",
      "x-team": "night",
      "x-blob-bin": "AAE=",
      host: echo.address,
      cookie: "vedette_session=of-the-api; session_start=1700000000.a_-Z",
      "x-forwarded-proto": "http",
    });
    expect(headers["x-other"]).toBeUndefined();
    expect(headers["x-forwarded-for"]).not.toContain("6.6.6.6");
    expect(answer.headers.get("x-of-the-api")).toBe("yes");
    expect(answer.headers.getSetCookie().filter((line) => line.startsWith("refresh="))).toEqual([]);
  });

  it("says 502 while the API is away, and stays up", async () => {
    const { url } = await aUi({ VEDETTE_ADDRESS: `127.0.0.1:${await freePort()}` });

    expect(await call(`${url}/api/health`)).toMatchObject({ status: 502, body: { message: expect.any(String) } });
    expect(await call(`${url}/healthz`)).toMatchObject({ status: 200, body: { status: "OK" } });
    expect((await call(`${url}/dashboards`, { headers: { accept: "text/html" } })).status).toBe(200);
  });

  it("prints nothing where its logs are hidden but what fails, on standard error [spec 3, Authentication]", async () => {
    const ui = await aUi({
      VEDETTE_ADDRESS: `127.0.0.1:${await freePort()}`,
      VEDETTE_HIDE_LOGS: "true",
      VEDETTE_LOG_LEVEL: "info",
    });

    expect((await call(`${ui.url}/healthz`)).status).toBe(200);
    expect((await call(`${ui.url}/api/v1/settings`)).status).toBe(200);
    expect((await call(`${ui.url}/api/health`)).status).toBe(502);

    await expect.poll(ui.errors, { timeout: 25_000 }).toContain("/api/health");
    expect(ui.errors()).not.toContain("/api/v1/settings");
    expect(ui.output()).toBe(ui.errors());
  });

  it("answers the settings to anybody, and no secret among them", async () => {
    const { url } = await aUi({
      VEDETTE_DEFAULT_NAMESPACE: "night",
      VEDETTE_SHOW_VEDETTE_SYSTEM_NAMESPACE: "1",
      VEDETTE_FEEDBACK_URL: "https://feedback.example/",
      VEDETTE_CLOUD_UI: "on",
      VEDETTE_DISABLE_NEWS_FETCH: "yes",
      VEDETTE_CODEC_ENDPOINT: "https://codec.example/v1/",
      VEDETTE_CODEC_INCLUDE_CREDENTIALS: "true",
      VEDETTE_AUTH_CLIENT_SECRET: "hush",
    });

    const answer = await call(`${url}/api/v1/settings`);

    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.text).not.toContain("hush");
    expect(answer.body).toMatchObject({
      Auth: { Enabled: false, Options: null, RedirectToProvider: false },
      Codec: { Endpoint: "https://codec.example/v1", IncludeCredentials: true, PassAccessToken: false },
      DefaultNamespace: "night",
      ShowVedetteSystemNamespace: true,
      FeedbackURL: "https://feedback.example/",
      CloudUI: true,
      DisableNewsFetch: true,
      DisableWriteActions: false,
      Version: expect.stringMatching(/^13\./),
    });
    const page = await call(`${url}/`, { headers: { accept: "text/html" } });
    expect(page.headers.get("content-security-policy")).toContain("connect-src 'self' https://codec.example;");
  });

  it("asks who sends a session cookie with a change where it comes from", async () => {
    const { url } = await aUi();
    const session = { cookie: "vedette_session=of-the-api; _csrf=a-token-of-pages", "sec-fetch-site": "cross-site" };
    const statusWith = async (headers: Record<string, string>) =>
      (await call(`${url}/api/things`, { body: {}, headers: { ...session, ...headers } })).status;

    expect(await statusWith({})).toBe(400);
    expect(await statusWith({ "x-csrf-token": "another" })).toBe(403);
    expect(await statusWith({ "x-csrf-token": "a-token-of-pages" })).toBe(200);
    expect(await statusWith({ "sec-fetch-site": "same-origin" })).toBe(200);
  });

  it("refuses changes and lets reading through where it is read-only", async () => {
    const { url } = await aUi({ VEDETTE_DISABLE_WRITE_ACTIONS: "true" });
    const statusOf = async (path: string, method: string) =>
      (await call(`${url}${path}`, { method, bearer: "a", ...(method === "GET" ? {} : { body: {} }) })).status;

    expect(await statusOf("/api/dashboards/db", "POST")).toBe(405);
    expect(await statusOf("/apis/dashboard.vedette.app/v1/namespaces/default/dashboards/a", "DELETE")).toBe(405);
    expect(await statusOf("/%61pi/dashboards/db", "POST")).not.toBe(200);
    expect(await statusOf("/api/ds/query", "POST")).toBe(200);
    expect(await statusOf("/prometheus/api/v1/query", "POST")).toBe(200);
    expect(await statusOf("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", "POST")).toBe(200);
    expect(await statusOf("/api/things", "GET")).toBe(200);
  });

  it("serves no page and every API where the UI is off, and no description where that is off", async () => {
    const { url } = await aUi({ VEDETTE_UI_ENABLED: "false", VEDETTE_OPENAPI_ENABLED: "false" });
    const statusOf = async (path: string) => (await call(url + path, { headers: { accept: "text/html" } })).status;

    expect(await statusOf("/")).toBe(404);
    expect(await statusOf("/openapi")).toBe(404);
    expect(await statusOf("/openapi/")).toBe(404);
    expect(await statusOf("/openapi/v1.json")).toBe(404);
    expect(await statusOf("/auth/sso")).toBe(404);
    expect(await statusOf("/api/things")).toBe(200);
    expect(await statusOf("/healthz")).toBe(200);
  });

  it("lies below its public path, and its API beside it", async () => {
    const { url } = await aUi({ VEDETTE_UI_PUBLIC_PATH: "watch/" });
    const page = await call(`${url}/watch/dashboards`, { headers: { accept: "text/html" } });
    const above = await call(`${url}/dashboards?q=1`, { headers: { accept: "text/html" } });

    expect(page.text).toMatch(/src="\/watch\/assets\/[^"]+\.js"/);
    expect(page.text).not.toMatch(/(src|href)="\/(?!watch\/)/);
    expect(above).toMatchObject({ status: 308 });
    expect(above.headers.get("location")).toBe("/watch/dashboards?q=1");
    expect((await call<Seen>(`${url}/watch/api/things`)).body.url).toBe("/api/things");
    expect((await call<Seen>(`${url}/api/things`)).body.url).toBe("/api/things");
    const script = /src="(\/watch\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? "";
    expect((await call(url + script)).status).toBe(200);
  });

  it("lets listed origins call with credentials, and tells others nothing", async () => {
    const { url } = await aUi({ VEDETTE_CORS_ORIGINS: "https://pages.example" });
    const preflight = (origin: string) =>
      call(`${url}/api/things`, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "PUT" },
      });

    const listed = await preflight("https://pages.example");
    expect(listed.status).toBe(204);
    expect(listed.headers.get("access-control-allow-credentials")).toBe("true");
    expect((await preflight("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
  });

  it("lets every origin call where it was told to, but none that has no name", async () => {
    const { url } = await aUi({ VEDETTE_CORS_UNSAFE_ALLOW_ALL_ORIGINS: "true" });
    const allowed = async (origin: string) =>
      (await call(`${url}/api/things`, { headers: { origin } })).headers.get("access-control-allow-origin");

    expect(await allowed("https://anywhere.example")).toBe("https://anywhere.example");
    expect(await allowed("null")).toBeNull();
  });
});

describe("signing in through an OpenID provider [spec 3, Authentication]", () => {
  let provider: RunningProvider;
  let ui: RunningUi;
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
    };
    const [place, other] = ports.map((port, at) => ({
      VEDETTE_UI_PORT: String(port),
      VEDETTE_AUTH_CALLBACK_URL: callbacks[at] ?? "",
    }));
    ui = await startUi({
      ...env,
      ...place,
      VEDETTE_AUTH_ALLOWED_GROUPS: "day-watch, night-watch",
      VEDETTE_AUTH_MAX_SESSION_DURATION: "8h",
    });
    shortLived = { ...env, ...other, VEDETTE_AUTH_MAX_SESSION_DURATION: "2s" };
  });
  afterAll(async () => {
    await ui.stop();
    await provider.stop();
  });

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
  });
});

describe("one process that is UI server and API", () => {
  let vedette: RunningVedette;
  beforeAll(async () => {
    vedette = await startVedette({ env: { VEDETTE_UI_PUBLIC_PATH: "/watch", VEDETTE_DISABLE_WRITE_ACTIONS: "true" } });
  });
  afterAll(async () => void (await vedette.stop()));

  it("lies below its public path with everything, and links there", async () => {
    const { url, keys, output } = vedette;
    const sources = await call(`${url}/watch/api/datasources`, { bearer: keys.secret_key });

    expect(sources.status).toBe(200);
    expect(keys.setup_url).toMatch(new RegExp(`^${url}/watch/setup#code=`));
    expect(output()).toContain(`Vedette is at ${url}/watch`);
    expect((await call(`${url}/watch/setup`, { headers: { accept: "text/html" } })).status).toBe(200);
  });

  it("refuses changes and describes itself", async () => {
    const { url, keys } = vedette;
    const source = { name: "Night", type: "prometheus", url: "http://127.0.0.1:1" };

    expect((await call(`${url}/api/datasources`, { body: source, bearer: keys.secret_key })).status).toBe(405);
    expect((await call(`${url}/openapi`)).headers.get("location")).toBe("/watch/openapi/");
    const page = await call(`${url}/watch/openapi/`);
    expect(page.text).toContain("GET /api/v1/settings");
    const document = await call<{ servers: { url: string }[] }>(`${url}/watch/openapi/v1.json`);
    expect(document.body.servers).toEqual([{ url: `${url}/watch` }]);
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

describe("an API behind TLS, and settings that change while the server runs", () => {
  const folder = mkdtempSync(join(tmpdir(), "vedette-tls-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  const issue = (name: string, extension: string) => {
    writeFileSync(file(`${name}.ext`), extension);
    openssl(
      "req",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.csr`,
      "-subj",
      `/CN=${name}`,
    );
    openssl(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      "-CA",
      "ca.pem",
      "-CAkey",
      "ca.key",
      "-days",
      "2",
      "-extfile",
      `${name}.ext`,
      "-out",
      `${name}.pem`,
    );
  };

  it("is asked with the certificates of the settings, and its name is checked", async () => {
    openssl(
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-keyout",
      "ca.key",
      "-out",
      "ca.pem",
      "-days",
      "2",
      "-subj",
      "/CN=authority",
    );
    issue("server", "subjectAltName=DNS:api.example");
    issue("client", "extendedKeyUsage=clientAuth");
    const read = (name: string) => readFileSync(file(name));
    const api = createTlsServer(
      {
        key: read("server.key"),
        cert: read("server.pem"),
        ca: read("ca.pem"),
        requestCert: true,
        rejectUnauthorized: true,
      },
      (_request, response) => response.end("{}"),
    );
    api.listen(0, "127.0.0.1");
    await once(api, "listening");
    onTestFinished(() => void api.close());
    const tls = {
      VEDETTE_ADDRESS: `127.0.0.1:${(api.address() as AddressInfo).port}`,
      VEDETTE_TLS_CA: file("ca.pem"),
      VEDETTE_TLS_CERT: file("client.pem"),
    };
    const named = { VEDETTE_TLS_SERVER_NAME: "api.example" };

    const byFile = await aUi({ ...tls, ...named, VEDETTE_TLS_KEY: file("client.key") });
    const byData = await aUi({ ...tls, ...named, VEDETTE_TLS_KEY_DATA: read("client.key").toString("base64") });
    const misnamed = await aUi({ ...tls, VEDETTE_TLS_KEY: file("client.key") });
    const strange = await aUi({ VEDETTE_ADDRESS: `https://${tls.VEDETTE_ADDRESS}`, ...named });
    issue("localhost", "subjectAltName=DNS:localhost");
    const own = { cert: read("localhost.pem"), key: read("localhost.key") };
    const authority = createTlsServer(own, (_request, response) => response.end(read("ca.pem")));
    authority.listen(0, "127.0.0.1");
    await once(authority, "listening");
    onTestFinished(() => void authority.close());
    const byAddress = await aUi({
      ...tls,
      ...named,
      VEDETTE_TLS_CA: `https://localhost:${(authority.address() as AddressInfo).port}/ca.pem`,
      VEDETTE_TLS_KEY: file("client.key"),
      NODE_EXTRA_CA_CERTS: file("ca.pem"),
      VEDETTE_UI_SERVER_TLS_CERT: file("localhost.pem"),
      VEDETTE_UI_SERVER_TLS_KEY: file("localhost.key"),
      VEDETTE_CSRF_COOKIE_INSECURE: "true",
    });
    const overTls = await new Agent({ connect: { ca: read("ca.pem"), minVersion: "TLSv1.2" } }).request({
      origin: byAddress.url.replace("http:", "https:"),
      path: "/api/health",
      method: "GET",
    });

    expect((await call(`${byFile.url}/api/health`)).status).toBe(200);
    expect((await call(`${byData.url}/api/health`)).status).toBe(200);
    expect(overTls.statusCode).toBe(200);
    expect(String(overTls.headers["set-cookie"])).toMatch(/^_csrf=(?!.*Secure)/);
    expect((await call(`${misnamed.url}/api/health`)).status).toBe(502);
    expect((await call(`${strange.url}/api/health`)).status).toBe(502);
  });

  it("takes what the file says now, keeps the last good settings, and lets the environment win", async () => {
    const config = file("vedette.toml");
    const write = (namespace: string) =>
      writeFileSync(config, `[ui]\ndefault_namespace = ${namespace}\nforward_headers = ["x-a"]\n`);
    write('"first"');
    const { url, output } = await aUi({
      VEDETTE_CONFIG: config,
      VEDETTE_CONFIG_REFRESH_INTERVAL: "200ms",
      VEDETTE_FEEDBACK_URL: "https://stays.example/",
    });
    const namespace = async () =>
      (await call<{ DefaultNamespace: string }>(`${url}/api/v1/settings`)).body.DefaultNamespace;
    expect(await namespace()).toBe("first");

    write('"second"');
    await expect.poll(namespace, { timeout: 25_000 }).toBe("second");
    write("nonsense");
    await expect.poll(output, { timeout: 25_000 }).toContain("the last good ones stay");

    expect(await namespace()).toBe("second");
    expect((await call(`${url}/api/v1/settings`)).body).toMatchObject({ FeedbackURL: "https://stays.example/" });
  });
});
