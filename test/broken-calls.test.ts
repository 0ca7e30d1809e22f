import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { serverCalls } from "../apps/wall/src/server-calls.ts";
import { BREAKAGES, type BreakingServer, startBreakingServer } from "./breaking-server.ts";
import { call } from "./call.ts";
import { freePort } from "./free-port.ts";
import { type RunningUi, type RunningVedette, startUi, startVedette } from "./running-server.ts";

/** Seconds until the server gives a response up. */
const ANSWER_SECONDS = 2;
/** For what happens in the background. */
const WAIT = { timeout: 20_000 };
/** Longest wait of a client; more than that is a call without a deadline. */
const PATIENCE_MS = 25_000;
const SECRET = `v1,whsec_${Buffer.alloc(32, "s").toString("base64")}`;
const JSON_RESPONSE = (body: object): string => {
  const text = JSON.stringify(body);
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
};

/** Who calls another server because of a request. */
const CALLERS = {
  "data source": JSON_RESPONSE({ status: "success", data: { resultType: "vector", result: [] } }),
  hook: JSON_RESPONSE({ decision: "continue" }),
  captcha: JSON_RESPONSE({ success: true }),
  discovery: JSON_RESPONSE({ issuer: "https://example.com" }),
  "token endpoint": JSON_RESPONSE({ access_token: "token", token_type: "bearer" }),
  userinfo: JSON_RESPONSE({ sub: "1" }),
  "key set": JSON_RESPONSE({ keys: [] }),
  "text message": JSON_RESPONSE({ sid: "SM1", status: "queued" }),
  "mail server": "220 mail.example.com ESMTP\r\n250 mail.example.com\r\n\r\n250 OK\r\n",
} as const;

type Caller = keyof typeof CALLERS;

/** Servers that other tests break, or none. */
const OTHERS = {
  target: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
  API: JSON_RESPONSE({}),
  "working token endpoint": CALLERS["token endpoint"],
  "watch room": JSON_RESPONSE({ state: "waiting" }),
};

let servers: Record<Caller | keyof typeof OTHERS, BreakingServer>;
let vedette: RunningVedette;
let ui: RunningUi;

beforeAll(async () => {
  const started = await Promise.all(
    Object.entries({ ...CALLERS, ...OTHERS }).map(
      async ([name, response]) =>
        [name, await startBreakingServer({ response, speaksFirst: name === "mail server" })] as const,
    ),
  );
  servers = Object.fromEntries(started) as typeof servers; // One for each name above.
  const addressOf = (name: keyof typeof servers): string => `http://${servers[name].address}`;
  const env = {
    VEDETTE_LIMITS_ANSWER_SECONDS: String(ANSWER_SECONDS),
    VEDETTE_RATE_LIMIT_AUTHORIZE: "1000",
    VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS: started.map(([, { address }]) => address).join(","),
    VEDETTE_HOOK_BEFORE_USER_CREATED_ENABLED: "true",
    VEDETTE_HOOK_BEFORE_USER_CREATED_URI: addressOf("hook"),
    VEDETTE_HOOK_BEFORE_USER_CREATED_SECRETS: SECRET,
    VEDETTE_SECURITY_CAPTCHA_ENABLED: "true",
    VEDETTE_SECURITY_CAPTCHA_SECRET: "secret",
    VEDETTE_SECURITY_CAPTCHA_VERIFY_URL: addressOf("captcha"),
    VEDETTE_SMS_PROVIDER: "twilio",
    VEDETTE_SMS_BASE_URL: addressOf("text message"),
    VEDETTE_SMS_TWILIO_ACCOUNT_SID: "AC1",
    VEDETTE_SMS_TWILIO_AUTH_TOKEN: "token",
    VEDETTE_SMS_TWILIO_MESSAGE_SERVICE_SID: "MG1",
    VEDETTE_EXTERNAL_PHONE_ENABLED: "true",
    VEDETTE_SMTP_HOST: "127.0.0.1",
    VEDETTE_SMTP_PORT: String(servers["mail server"].port),
    VEDETTE_METRICS_SCRAPE: JSON.stringify([
      { job: "target", targets: [servers.target.address], interval: "1s", timeout: "1s" },
    ]),
  };
  [vedette, ui] = await Promise.all([startVedette({ env }), startUi({ VEDETTE_ADDRESS: addressOf("API") })]);
  const body = { uid: "broken", name: "Broken", type: "prometheus", url: addressOf("data source") };
  const made = await call(`${vedette.url}/api/datasources`, { bearer: vedette.keys.secret_key, body });
  expect(made.status, made.text).toBe(200);
  await addProviders();
});
afterAll(async () => {
  await Promise.all([vedette.stop(), ui.stop()]);
  await Promise.all(Object.values(servers).map((server) => server[Symbol.asyncDispose]()));
});

const OPEN_TO_ALL: ReadonlySet<Caller> = new Set(["captcha"]);
/** Callers that need more than one request. */
const FLOWS = {
  "token endpoint": () => signInBy("token"),
  userinfo: () => signInBy("userinfo"),
  "key set": () => showForeignToken(),
} satisfies Partial<Record<Caller, () => Promise<{ status: number; text: string }>>>;
type FlowCaller = keyof typeof FLOWS;
const isFlow = (caller: Caller): caller is FlowCaller => caller in FLOWS;
let count = 0;

/** A provider whose token endpoint breaks, and one whose userinfo does. */
async function addProviders(): Promise<void> {
  for (const [name, token] of [
    ["token", servers["token endpoint"]],
    ["userinfo", servers["working token endpoint"]],
  ] as const) {
    const body = {
      provider_type: "oauth2",
      identifier: `custom:${name}`,
      name,
      client_id: "client",
      client_secret: "secret",
      scopes: ["profile"],
      authorization_url: `http://${token.address}/authorize`,
      token_url: `http://${token.address}/token`,
      userinfo_url: `http://${servers.userinfo.address}/userinfo`,
    };
    const added = await call(`${vedette.url}/auth/v1/admin/custom-providers`, {
      bearer: vedette.keys.secret_key,
      body,
    });
    expect(added.status, added.text).toBe(201);
  }
}

/** @returns the redirect that ends the sign-in, with its error as text */
async function signInBy(provider: string): Promise<{ status: number; text: string }> {
  const begun = await call(`${vedette.url}/auth/v1/authorize?provider=custom:${provider}`);
  const asked = new URL(begun.headers.get("location") ?? "").searchParams;
  const callback = new URL(asked.get("redirect_uri") ?? "");
  callback.search = String(new URLSearchParams({ code: "code", state: asked.get("state") ?? "" }));
  const cookie = begun.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  const { status, headers, text } = await call(callback, { headers: { cookie: cookie.join("; ") } });
  const location = headers.get("location") ?? "";
  return { status: /[?#&]error=/.test(location) ? 500 : status, text: `${text} ${location}` };
}

/** Each time from a new issuer: a key set that failed is not fetched again for a while. */
async function showForeignToken(): Promise<{ status: number; text: string }> {
  const bearer = vedette.keys.secret_key;
  const issuer = `http://${servers["key set"].address}/${count}`;
  const body = { oidc_issuer_url: issuer, jwks_url: `${issuer}/jwks` };
  const issuers = `${vedette.url}/v1/projects/default/config/auth/third-party-auth`;
  const added = await call<{ id: string }>(issuers, { bearer, body });
  expect(added.status, added.text).toBe(201);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { iss: issuer, sub: "1", exp: Math.floor(Date.now() / 1000) + 600, role: "authenticated" };
  const token = `${part({ alg: "RS256", kid: "key" })}.${part(claims)}.c2lnbmF0dXJl`;
  const answer = await call(`${vedette.url}/api/user`, { bearer: token });
  await call(`${issuers}/${added.body.id}`, { method: "DELETE", bearer });
  return answer;
}

/** Makes the call of one caller. @returns what its client sees; `undefined` once the client has left */
async function cause(caller: Caller): Promise<{ status: number; text: string } | undefined> {
  count += 1;
  if (isFlow(caller)) return FLOWS[caller]();
  const person = {
    email: `person-${count}@example.com`,
    password: "correct horse battery",
    gotrue_meta_security: { captcha_token: "token" },
  };
  const issuer = `http://${servers.discovery.address}/${count}`;
  const provider = { provider_type: "oidc", identifier: `custom:p-${count}`, name: "P", client_id: "c", issuer };
  const [path, body] = (
    {
      "data source": ["/api/datasources/proxy/uid/broken/api/v1/query?query=up", undefined],
      hook: ["/auth/v1/signup", person],
      captcha: ["/auth/v1/token?grant_type=password", person],
      discovery: ["/auth/v1/admin/custom-providers", { ...provider, client_secret: "s" }],
      "text message": ["/auth/v1/admin/sms/try", { to: "15550001111" }],
      "mail server": ["/auth/v1/admin/mail-server/try", { to: person.email }],
    } as const
  )[caller];
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const left = AbortSignal.timeout(caller === "data source" ? 1500 : PATIENCE_MS);
  try {
    const answer = await fetch(vedette.url + path, {
      ...sent,
      headers: {
        "content-type": "application/json",
        // The secret key needs no captcha.
        ...(OPEN_TO_ALL.has(caller) ? {} : { authorization: `Bearer ${vedette.keys.secret_key}` }),
      },
      signal: left,
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    // A response that has begun can only be broken off.
    if (caller === "data source") return undefined;
    throw error;
  }
}

/** A trial reports a failure as its result. */
const isFailure = ({ status, text }: { status: number; text: string }): boolean =>
  status >= 400 || (/"failure":"[^"]/.test(text) && status === 200);

describe("a call to a server that breaks", () => {
  it.concurrent.each(Object.keys(CALLERS) as Caller[])(
    "is a documented error for the client, and the process stays healthy: %s",
    async (caller) => {
      // A mail server has ten seconds for its greeting; one silence is enough.
      const rows = BREAKAGES.filter(({ name }) => caller !== "mail server" || !name.startsWith("stops"));
      for (const breakage of rows) {
        const server = servers[caller];
        const before = server.connections;
        server.breakage = breakage;
        const answer = await cause(caller);
        server.breakage = undefined;

        const row = `${caller}: ${breakage.name}: ${answer?.status} ${answer?.text}`;
        expect(server.connections, row).toBeGreaterThan(before);
        // The status alone says that this provider accepted the message.
        const isAccepted = caller === "text message" && breakage.name === "claims gzip";
        expect(answer === undefined || isFailure(answer), row).toBe(!isAccepted);
        expect([200, 400, 403, 422, 500, 502, 503, 504, undefined], row).toContain(answer?.status);
        if (caller === "data source") expect([502, 504, undefined], row).toContain(answer?.status);
        if (caller !== "mail server")
          expect(answer?.text ?? "", row).not.toMatch(/node_modules|UND_ERR|ECONN|at \w+ \(/);
        expect((await call(`${vedette.url}/api/health`)).status, row).toBe(200);
      }
      const refused = await servers[caller].whileClosed(() => cause(caller));
      expect(refused !== undefined && isFailure(refused), `${caller}: ${refused?.status} ${refused?.text}`).toBe(true);
      expect(vedette.output()).not.toMatch(/uncaught (connection )?error/);
    },
    180_000,
  );

  it.concurrent("leaves scraping and the process as they are when a target breaks", async () => {
    for (const breakage of BREAKAGES.filter(({ isSilent }) => isSilent !== true)) {
      const before = servers.target.connections;
      servers.target.breakage = breakage;
      await vi.waitFor(() => expect(servers.target.connections).toBeGreaterThan(before), WAIT);
    }
    expect((await call(`${vedette.url}/api/health`)).status).toBe(200);
    expect(vedette.output()).not.toMatch(/uncaught (connection )?error/);
  }, 180_000);

  it.concurrent("is 502 or a broken response for the client of the UI server, which stays healthy", async () => {
    for (const breakage of BREAKAGES) {
      servers.API.breakage = breakage;
      const left = AbortSignal.timeout(1500);
      const status = await fetch(`${ui.url}/api/v1/labels`, { signal: left, redirect: "manual" }).then(
        async (answer) => {
          await answer.text().catch(() => undefined);
          return answer.status;
        },
        () => undefined,
      );

      // What the API answers completely is passed on, whatever it is.
      expect([200, 302, 304, 500, 502, undefined], breakage.name).toContain(status);
      if (breakage.name === "answers 999") expect(status).toBe(502);
      expect((await call(`${ui.url}/healthz`)).status, breakage.name).toBe(200);
    }
    expect(ui.output()).not.toMatch(/uncaught (connection )?error/);
  }, 120_000);
});

describe("a wall", () => {
  it.concurrent("takes a server that breaks for one that is away", async () => {
    const server = servers["watch room"];
    const calls = serverCalls(`http://${server.address}`, new AbortController().signal);
    const all = (): Promise<PromiseSettledResult<unknown>[]> =>
      Promise.allSettled([
        calls.beginPairing({ playlist: "lobby", name: "Lobby" }),
        calls.pairingState("key"),
        calls.report("key", [], ""),
        calls.sendPicture("key", "left", Buffer.alloc(1000)),
      ]);
    const reasons = (results: readonly PromiseSettledResult<unknown>[]): unknown[] =>
      results.map((result) => (result.status === "rejected" ? result.reason.name : result.status));

    expect(await calls.pairingState("key")).toBe("waiting");
    for (const breakage of BREAKAGES) {
      server.breakage = breakage;
      const [begun, state, report, sent] = reasons(await all());
      expect([begun, state, report], breakage.name).toEqual(["ServerAway", "ServerAway", "ServerAway"]);
      // Nothing in the response to an image is read.
      expect(["ServerAway", "fulfilled"], breakage.name).toContain(sent);
    }
    server.breakage = undefined;
    expect(reasons(await server.whileClosed(all))).toEqual(Array(4).fill("ServerAway"));
    expect(await calls.pairingState("key")).toBe("waiting");
  }, 180_000);
});

describe("SIGTERM", () => {
  it("ends the process within 10 s with stuck calls, streams, bodies and connections", async () => {
    const silent = BREAKAGES.find(({ name }) => name === "never answers");
    for (const server of Object.values(servers)) server.breakage = silent;
    const stuck = await startVedette({
      env: {
        VEDETTE_LIMITS_ANSWER_SECONDS: "600",
        VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS: servers["data source"].address,
        VEDETTE_SMTP_HOST: "127.0.0.1",
        VEDETTE_SMTP_PORT: String(servers["mail server"].port),
        VEDETTE_UI_PORT: String(await freePort()),
      },
    });
    const bearer = stuck.keys.secret_key;
    const body = { uid: "stuck", name: "Stuck", type: "prometheus", url: `http://${servers["data source"].address}` };
    await call(`${stuck.url}/api/datasources`, { bearer, body });
    const { port } = new URL(stuck.url);
    for (const bytes of [
      "",
      "GET /api/health HTTP/1.1\r\n",
      "POST /auth/v1/signup HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ]) {
      const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
      await once(socket, "connect");
      socket.write(bytes);
    }
    const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
    const leave = (path: string, init: RequestInit = {}) =>
      void fetch(stuck.url + path, { headers, ...init }).catch(() => undefined);
    const before = { source: servers["data source"].connections, mail: servers["mail server"].connections };
    leave("/api/datasources/proxy/uid/stuck/api/v1/query?query=up");
    leave("/auth/v1/admin/mail-server/try", { method: "POST", body: JSON.stringify({ to: "ada@example.com" }) });
    leave("/apis/dashboard.vedette.app/v1/namespaces/default/dashboards?watch=true");
    leave("/auth/v1/invite", { method: "POST", body: JSON.stringify({ email: "bob@example.com" }) });
    await expect.poll(() => servers["data source"].connections, { timeout: 20_000 }).toBeGreaterThan(before.source);
    await expect.poll(() => servers["mail server"].connections, { timeout: 20_000 }).toBeGreaterThan(before.mail);

    const asked = performance.now();
    const exitCode = await stuck.stop();

    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(exitCode, stuck.output()).toBe(0);
  }, 90_000);
});
