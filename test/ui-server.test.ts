import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { WebSocket } from "undici";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Answer, call } from "./call.ts";
import { aUiBefore, type EchoApi, type Seen, startEcho } from "./echo-api.ts";
import { freePort } from "./free-port.ts";
import { type RunningUi, type RunningVedette, runVedette, startUi, startVedette } from "./running-server.ts";

let echo: EchoApi;
let patient: RunningUi;
/** What an API that says nothing leads to. Asked at the very beginning: it takes half a minute. */
let unanswered: { readonly plain: Promise<Answer | undefined>; readonly watch: Promise<Answer | undefined> };
beforeAll(async () => {
  echo = await startEcho();
  patient = await startUi({ VEDETTE_ADDRESS: echo.address });
  const ask = (path: string) => call(patient.url + path).catch(() => undefined);
  unanswered = { plain: ask("/api/never"), watch: ask("/api/never?watch=true") };
});
afterAll(async () => {
  // First: it ends what still waits for an answer.
  await echo.stop();
  await patient.stop();
});

const EVENTUALLY = { timeout: 20_000 };

/** @see contract of the UI server, 3.1 */
const FIELD_BY_FLAG = {
  VEDETTE_ACTIVITY_COMMANDS_DISABLED: "ActivityCommandsDisabled",
  VEDETTE_BATCH_ACTIONS_DISABLED: "BatchActionsDisabled",
  VEDETTE_DISABLE_WRITE_ACTIONS: "DisableWriteActions",
  VEDETTE_HIDE_WORKFLOW_QUERY_ERRORS: "HideWorkflowQueryErrors",
  VEDETTE_REFRESH_WORKFLOW_COUNTS_DISABLED: "RefreshWorkflowCountsDisabled",
  VEDETTE_START_WORKFLOW_DISABLED: "StartWorkflowDisabled",
  VEDETTE_WORKFLOW_CANCEL_DISABLED: "WorkflowCancelDisabled",
  VEDETTE_WORKFLOW_PAUSE_DISABLED: "WorkflowPauseDisabled",
  VEDETTE_WORKFLOW_RESET_DISABLED: "WorkflowResetDisabled",
  VEDETTE_WORKFLOW_SIGNAL_DISABLED: "WorkflowSignalDisabled",
  VEDETTE_WORKFLOW_TERMINATE_DISABLED: "WorkflowTerminateDisabled",
  VEDETTE_WORKFLOW_UPDATE_DISABLED: "WorkflowUpdateDisabled",
} as const;

/** An API that has nothing but a description. A mock: two real ones have the same. */
async function anApi(title: string): Promise<{ readonly address: string }> {
  const document = { openapi: "3.1.0", info: { title, version: "1" }, paths: {} };
  const server = createServer((_, response) => response.end(JSON.stringify(document)));
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { address: `127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}

const aUi = (env: Readonly<Record<string, string>> = {}) => aUiBefore(echo, env);

describe("settings that cannot work together [spec 3, Authentication]", () => {
  it.concurrent.each([
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
      { VEDETTE_ADDRESS: "http://api:80", VEDETTE_TLS_CA: "/ca.pem" },
      "VEDETTE_ADDRESS is http://api:80, and VEDETTE_TLS_CA is set",
    ],
    [
      { VEDETTE_ADDRESS: "api:80", VEDETTE_CODEC_DEFAULT_ERROR_LINK: "javascript:alert(1)" },
      "VEDETTE_CODEC_DEFAULT_ERROR_LINK is",
    ],
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
      VEDETTE_AUTH_SIGNING_ALGORITHMS: "ES256, HS256",
    };

    const { output } = await runVedette(["ui"], env);

    for (const name of ["PROVIDER_URL", "CLIENT_ID", "CALLBACK_URL", "RESPONSE_MODE", "SIGNING_ALGORITHMS"])
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

    await expect.poll(ui.errors, { timeout: 25_000 }).toContain('"status":502');
    expect(ui.errors()).not.toContain('"status":200');
    expect(ui.output()).toBe(ui.errors());
  });

  it("joins WebSockets of its own pages to the API, and those of no others", async () => {
    const ui = await aUi({ VEDETTE_UI_PUBLIC_PATH: "/watch" });
    const messages = async (path: string, origin: string) => {
      const socket = new WebSocket(`${ui.url.replace("http", "ws")}${path}`, {
        headers: { origin, authorization: "Bearer a-token" },
      });
      const heard: string[] = [];
      socket.addEventListener("open", () => socket.send("good night"));
      socket.addEventListener("message", ({ data }) => heard.push(String(data)));
      await expect.poll(() => heard.length === 2 || socket.readyState === WebSocket.CLOSED, EVENTUALLY).toBe(true);
      return { heard, socket };
    };

    const joined = await messages("/watch/api/socket", ui.url);
    expect(joined.heard).toEqual(["Bearer a-token", "good night"]);
    expect((await messages("/api/socket", "http://evil.example")).heard).toEqual([]);
    expect((await messages("/api/no-socket", ui.url)).heard).toEqual([]);
    expect((await call(`${ui.url}/api/things`)).status).toBe(200);
    // One that is open does not keep the server from ending.
    expect(await ui.stop()).toBe(0);
    await expect.poll(() => joined.socket.readyState, EVENTUALLY).toBe(WebSocket.CLOSED);
  });

  it.each([
    ["GET /api/socket", "h2c", "426 Upgrade Required"],
    ["GET /healthz", "websocket", "426 Upgrade Required"],
    ["POST /api/socket", "websocket", "405 Method Not Allowed"],
  ])("upgrades nothing else: %s to %s", async (request, upgrade, status) => {
    const { url } = await aUi();
    const socket = connect(Number(new URL(url).port), "localhost");
    socket.write(`${request} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: ${upgrade}\r\n\r\n`);

    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r`));
  });

  it("ends a connection that would be upgraded before its last answer, and nothing else", async () => {
    const { url } = await aUi();
    const socket = connect(Number(new URL(url).port), "localhost");
    const upgrade = "connection: upgrade\r\nupgrade: websocket\r\n";
    socket.write(`GET /api/things HTTP/1.1\r\nhost: h\r\n\r\nGET /api/socket HTTP/1.1\r\nhost: h\r\n${upgrade}\r\n`);

    await text(socket).catch(() => "");
    expect(socket.closed).toBe(true);
    expect((await call(`${url}/api/things`)).status).toBe(200);
  });

  it("closes a connection whose upgrade was refused, whatever the other side does", async () => {
    const { url } = await aUi();
    const socket = connect({ port: Number(new URL(url).port), host: "localhost", allowHalfOpen: true });
    socket.on("error", () => undefined);
    socket.write("GET /api/socket HTTP/1.1\r\nhost: h\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\nunread");
    await text(socket);

    // What comes for a socket that is closed is answered by a reset.
    const timer = setInterval(() => socket.write("x"), 50);
    await expect.poll(() => socket.destroyed, EVENTUALLY).toBe(true);
    clearInterval(timer);
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
      VEDETTE_CODEC_DEFAULT_ERROR_MESSAGE: "Ask the night watch",
      VEDETTE_CODEC_DEFAULT_ERROR_LINK: "https://help.example/",
      VEDETTE_AUTH_REDIRECT_TO_PROVIDER: "true",
      VEDETTE_NAV_COLLAPSED_BY_DEFAULT: "true",
      VEDETTE_INSTANCE_NAME: "Night watch",
      VEDETTE_BANNER_TEXT: "Maintenance at six.",
      VEDETTE_START_WORKFLOW_DISABLED: "true",
      VEDETTE_AUTH_CLIENT_SECRET: "hush",
    });

    const answer = await call(`${url}/api/v1/settings`);

    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.text).not.toContain("hush");
    expect(answer.body).toMatchObject({
      Auth: { Enabled: false, Options: null, RedirectToProvider: true },
      Codec: {
        Endpoint: "https://codec.example/v1",
        IncludeCredentials: true,
        PassAccessToken: false,
        DefaultErrorMessage: "Ask the night watch",
        DefaultErrorLink: "https://help.example/",
      },
      InstanceName: "Night watch",
      BannerText: "Maintenance at six.",
      NavCollapsedByDefault: true,
      StartWorkflowDisabled: true,
      WorkflowTerminateDisabled: false,
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

  it("says of every kind of action that is off that it is off, and of nothing else", async () => {
    const { url } = await aUi({
      ...Object.fromEntries(Object.keys(FIELD_BY_FLAG).map((name) => [name, "true"])),
      VEDETTE_CODEC_PASS_ACCESS_TOKEN: "true",
    });
    const { url: plain } = await aUi();
    const fields = Object.values(FIELD_BY_FLAG);

    const [on, off] = [await call(`${url}/api/v1/settings`), await call(`${plain}/api/v1/settings`)];

    expect(on.body).toMatchObject({ ...Object.fromEntries(fields.map((field) => [field, true])), CloudUI: false });
    expect(on.body).toMatchObject({ Codec: { PassAccessToken: true } });
    expect(off.body).toMatchObject(Object.fromEntries(fields.map((field) => [field, false])));
  });

  it("asks who sends a session cookie with a change where it comes from", async () => {
    const { url } = await aUi();
    const session = { cookie: "vedette_session=of-the-api; _csrf=a-token-of-pages", "sec-fetch-site": "cross-site" };
    const changeWith = (headers: Record<string, string>) =>
      call(`${url}/api/things`, { body: {}, headers: { ...session, ...headers } });
    const refused = (status: number, message: string) => ({ status, body: { message } });

    expect(await changeWith({})).toMatchObject(refused(400, "missing csrf token in request header"));
    expect(await changeWith({ "x-csrf-token": "another" })).toMatchObject(refused(403, "invalid csrf token"));
    expect((await changeWith({ "x-csrf-token": "a-token-of-pages" })).status).toBe(200);
    expect((await changeWith({ "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect((await changeWith({ authorization: "Bearer of-a-program" })).status).toBe(200);
    expect((await call(`${url}/api/things`, { headers: session })).status).toBe(200);
    const first = await call(`${url}/`, { headers: { accept: "text/html" } });
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^_csrf=[\w-]{32}; Max-Age=86400; Path=\/; SameSite=Strict$/),
    ]);
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

  it("describes the API at the address that the settings have now", async () => {
    const [one, two] = [await anApi("One"), await anApi("Two")];
    const folder = await mkdtemp(join(tmpdir(), "vedette-ui-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "vedette.toml");
    const write = ({ address }: { address: string }) => writeFile(file, `vedetteGrpcAddress = "${address}"\n`);
    await write(one);
    const ui = await startUi({ VEDETTE_CONFIG: file, VEDETTE_CONFIG_REFRESH_INTERVAL: "50ms" });
    onTestFinished(async () => void (await ui.stop()));
    const title = async () => (await call<{ info: { title: string } }>(`${ui.url}/openapi/v1.json`)).body.info.title;

    expect(await title()).toBe("One");
    await write(two);

    await expect.poll(title, EVENTUALLY).toBe("Two");
  });

  it("returns 502 where the API describes itself with something else than OpenAPI", async () => {
    const { url } = await aUi();

    for (const path of ["/openapi/", "/openapi/v1.json"]) expect((await call(url + path)).status, path).toBe(502);
  });

  it("lies below its public path, and its API beside it", async () => {
    const { url } = await aUi({ VEDETTE_UI_PUBLIC_PATH: "watch/" });
    const page = await call(`${url}/watch/dashboards`, {
      headers: { accept: "text/html", "x-forwarded-prefix": "/not-so" },
    });
    const above = await call(`${url}/dashboards?q=1`, { headers: { accept: "text/html" } });

    expect(page.text).toMatch(/src="\/watch\/assets\/[^"]+\.js"/);
    expect(page.text).not.toMatch(/(src|href)="\/(?!watch\/)/);
    expect(above).toMatchObject({ status: 308 });
    expect(above.headers.get("location")).toBe("/watch/dashboards?q=1");
    expect((await call<Seen>(`${url}/watch/api/things`)).body.url).toBe("/api/things");
    expect((await call<Seen>(`${url}/api/things`)).body.url).toBe("/api/things");
    const script = /src="(\/watch\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? "";
    expect((await call(url + script)).headers.get("cache-control")).toContain("immutable");
    for (const accept of ["*/*", "text/html"]) {
      expect((await call(`${url}/watch/assets/gone.js`, { headers: { accept } })).status).toBe(404);
    }
    expect((await call(`${url}/watch/gone.png`)).status).toBe(404);
    expect((await call(`${url}/watch/d/a.dashboard`, { headers: { accept: "text/html" } })).status).toBe(200);
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
    const page = await call(`${url}/`, { headers: { origin: "https://pages.example", accept: "text/html" } });
    expect(page.headers.get("access-control-allow-origin")).toBe("https://pages.example");
    expect(page.headers.get("vary")).toBe("accept-encoding, Origin");
    expect((await call(`${url}/api/v1/settings`)).headers.get("vary")).toBe("Origin");
  });

  it("lets every origin call where it was told to, but none that has no name", async () => {
    const { url } = await aUi({ VEDETTE_CORS_UNSAFE_ALLOW_ALL_ORIGINS: "true" });
    const allowed = async (origin: string) =>
      (await call(`${url}/api/things`, { headers: { origin } })).headers.get("access-control-allow-origin");

    expect(await allowed("https://anywhere.example")).toBe("https://anywhere.example");
    expect(await allowed("null")).toBeNull();
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

describe("an API that does not begin to answer", () => {
  it("is given up after half a minute, a watch of it never", async () => {
    expect(await unanswered.plain).toMatchObject({
      status: 504,
      body: { message: expect.stringContaining("did not answer in time") },
    });
    expect(await Promise.race([unanswered.watch, "waiting"])).toBe("waiting");
    expect((await call(`${patient.url}/healthz`)).status).toBe(200);
  }, 60_000);
});
