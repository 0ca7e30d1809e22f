import { connect } from "node:net";
import { Readable } from "node:stream";
import { settingsFrom } from "@vedette/settings";
import { Type } from "typebox";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type App,
  allowOrigins,
  createAccess,
  createHttpServer,
  HttpError,
  httpSettings,
  OPEN,
  type RoutePlugin,
  untilAbandoned,
  useErrorSurface,
} from "../src/index.ts";
import { createLog } from "../src/log.ts";

interface Guest {
  readonly name: string;
}

class TeapotError extends Error {}

async function aServer(
  values: Parameters<typeof settingsFrom<typeof httpSettings>>[1] = {},
): Promise<{ app: App; port: number; log: string[] }> {
  const log: string[] = [];
  const settings = settingsFrom(httpSettings, values);
  const app = createHttpServer({
    settings,
    publicUrl: "http://localhost:8080",
    version: "13.0.0",
    log: createLog("info", { write: (line) => void log.push(line) }),
  });
  await app.register(guestRoutes, { prefix: "/guests" });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return { app, port: Number(new URL(app.listeningOrigin).port), log };
}

/** How long it takes to find out what a guest may do, and what the handler behind it was told. */
const hesitation = { ends: Promise.resolve(), wasAbandoned: Promise.withResolvers<boolean>() };

const guestRoutes: RoutePlugin<object> = async (app) => {
  useErrorSurface(app, {
    own: (error) => (error instanceof TeapotError ? { status: 418, body: { guest: error.message } } : undefined),
    render: ({ code, status, message, headers, causes }) => ({ status, headers, body: { code, message, causes } }),
  });
  const access = createAccess<Guest>({
    nameOf: ({ name }) => `guest:${name}`,
    credentialOf: () => "access-token",
    surfaceOf: () => "resources",
    authenticate: async ({ headers }) =>
      headers.authorization === undefined ? undefined : { name: headers.authorization },
    authorize: async (guest, permission) => {
      await hesitation.ends;
      if (guest === undefined) throw new HttpError("unauthorized");
      if (guest.name !== permission) throw new HttpError("forbidden");
    },
  });
  access.install(app);
  const body = Type.Object({ name: Type.String({ maxLength: 20 }), age: Type.Optional(Type.Integer()) });
  app.post("/", { config: { permission: "write" }, schema: { body } }, async (request) => ({
    body: request.body,
    by: access.callerOf(request).name,
  }));
  app.get(
    "/open",
    { config: { permission: OPEN }, schema: { querystring: Type.Object({ limit: Type.Optional(Type.Integer()) }) } },
    async ({ query }) => query,
  );
  app.post("/patient", { config: { permission: "write", answerWithinMs: 100_000 } }, async (_request, reply) => {
    hesitation.wasAbandoned.resolve(untilAbandoned(reply).aborted);
    return {};
  });
  app.get("/stream", { config: { permission: OPEN } }, async (_request, reply) => {
    reply.type("text/plain");
    return Readable.from(everlasting());
  });
  app.get("/link", { config: { permission: OPEN }, exposeHeadRoute: false }, async () => ({ used: true }));
  app.head("/look", { config: { permission: OPEN } }, async (_request, reply) => reply.code(204).send());
  app.get("/look", { config: { permission: OPEN }, exposeHeadRoute: false }, async () => ({ used: true }));
  app.get("/tea", { config: { permission: OPEN } }, async () => {
    throw new TeapotError("short and stout");
  });
  app.get("/broken", { config: { permission: OPEN } }, async () => {
    throw new Error("select secret from passwords");
  });
  app.get("/slow", { config: { permission: OPEN, answerWithinMs: 50 } }, async (_request, reply) => {
    const signal = untilAbandoned(reply);
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return {};
  });
  app.get("/drawing", { config: { permission: OPEN } }, async (_request, reply) => {
    const signal = untilAbandoned(reply);
    drawing.begins.resolve();
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    drawing.ends.resolve();
    throw drawing.failure ?? signal.reason;
  });
  const answerWithinMs = () => patience.ms;
  app.get("/lately", { config: { permission: OPEN, answerWithinMs } }, async (_, reply) => {
    const signal = untilAbandoned(reply);
    await new Promise((resolve) => {
      signal.addEventListener("abort", resolve, { once: true });
      if (patience.ms === undefined) resolve(undefined);
    });
    return {};
  });
  app.route({
    method: ["GET", "POST"],
    url: "/endless",
    config: { permission: OPEN, answerWithinMs: 50 },
    handler: async () => Readable.from(everlasting()),
  });
  // Waits for what `untilAbandoned` says, with a body that has been read long before.
  app.post("/slow", { config: { permission: OPEN, answerWithinMs: 50 } }, async (_request, reply) => {
    const signal = untilAbandoned(reply);
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return {};
  });
};

async function* everlasting(): AsyncGenerator<string> {
  for (;;) {
    yield "on and on";
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Something that ends when its reader leaves, and how it fails then if not by that. */
const drawing: { begins: PromiseWithResolvers<void>; ends: PromiseWithResolvers<void>; failure: Error | undefined } = {
  begins: Promise.withResolvers(),
  ends: Promise.withResolvers(),
  failure: undefined,
};

/** How long a route waits that decides anew each time. */
const patience: { ms: number | undefined } = { ms: undefined };

const JSON_TYPE = { "content-type": "application/json" };
const SIGNED_IN = { ...JSON_TYPE, authorization: "write" };

/** Sends bytes as they are and gives back what comes until the server closes or is silent. */
function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      text += chunk;
      if (/\r\n\r\n/.test(text)) socket.end();
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
    socket.setTimeout(5000, () => socket.destroy());
  });
}

describe("a request with a body", () => {
  it("of somebody who left before anybody looked leaves no timer behind", async () => {
    const { app, port } = await aServer();
    const left = Promise.withResolvers<void>();
    hesitation.ends = left.promise;
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();

    const head = "POST /guests/patient HTTP/1.1\r\nhost: localhost\r\nauthorization: write\r\n";
    const socket = connect(port, "127.0.0.1");
    socket.write(`${head}content-type: application/json\r\ncontent-length: 2\r\n\r\n{}`);
    app.server.once("request", (_request, response) => response.once("close", () => left.resolve()));
    setTimeout(() => socket.destroy(), 200);

    expect(await hesitation.wasAbandoned.promise).toBe(true);
    await vi.waitFor(() => expect(timers()).toBeLessThanOrEqual(before));
  });

  it("is taken when it is JSON of the declared form", async () => {
    const { app } = await aServer();

    const answer = await app.inject({ method: "POST", url: "/guests", headers: SIGNED_IN, payload: '{"name":"ada"}' });

    expect(answer.json()).toEqual({ body: { name: "ada" }, by: "write" });
  });

  it.each([
    ["broken JSON", JSON_TYPE, '{"name":', 400, "bad_json"],
    ["a number where text belongs", JSON_TYPE, '{"name":5}', 400, "validation_failed"],
    ["a missing field", JSON_TYPE, "{}", 400, "validation_failed"],
    ["text that is too long", JSON_TYPE, `{"name":"${"a".repeat(21)}"}`, 400, "validation_failed"],
    ["nothing", JSON_TYPE, "", 400, "validation_failed"],
    ["an escaped NUL", JSON_TYPE, '{"name":"a\\u0000"}', 400, "bad_json"],
    ["10 000 levels", JSON_TYPE, `{"name":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, 400, "bad_json"],
    ["a byte order mark", JSON_TYPE, '\ufeff{"name":"a"}', 400, "bad_json"],
    ["text/plain", { "content-type": "text/plain" }, '{"name":"a"}', 415, "unsupported_media_type"],
    [
      "another charset",
      { "content-type": "application/json; charset=latin1" },
      '{"name":"a"}',
      415,
      "unsupported_media_type",
    ],
    ["compression", { ...JSON_TYPE, "content-encoding": "gzip" }, '{"name":"a"}', 415, "unsupported_media_type"],
    ["more than the limit", JSON_TYPE, `{"name":"${"a".repeat(1_100_000)}"}`, 413, "body_too_large"],
  ])("is refused when it holds %s", async (_what, headers, payload, status, code) => {
    const { app } = await aServer();

    const answer = await app.inject({
      method: "POST",
      url: "/guests",
      headers: { ...headers, authorization: "write" },
      payload,
    });

    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it("is refused when its bytes are not UTF-8", async () => {
    const { app } = await aServer();
    const payload = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')]);

    const answer = await app.inject({ method: "POST", url: "/guests", headers: SIGNED_IN, payload });

    expect(answer.json().code).toBe("bad_json");
  });

  it.each(["application/json; charset=utf-8", "Application/JSON", "application/json ;charset=UTF-8"])(
    "is validated whatever the spelling of its type: %s",
    async (type) => {
      const { app } = await aServer();
      const send = (payload: string) =>
        app.inject({
          method: "POST",
          url: "/guests",
          headers: { "content-type": type, authorization: "write" },
          payload,
        });

      expect((await send('{"name":"ada"}')).statusCode).toBe(200);
      expect((await send('{"name":5}')).statusCode).toBe(400);
    },
  );

  it("leaves prototypes alone", async () => {
    const { app } = await aServer();

    await app.inject({
      method: "POST",
      url: "/guests",
      headers: SIGNED_IN,
      payload: '{"name":"a","__proto__":{"polluted":true}}',
    });

    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

describe("access", () => {
  it.each([
    [undefined, 401],
    ["read", 403],
    ["write", 400],
  ])("is decided before the body is looked at: %s gets %i", async (authorization, status) => {
    const { app } = await aServer();

    const answer = await app.inject({
      method: "POST",
      url: "/guests",
      headers: { ...JSON_TYPE, ...(authorization ? { authorization } : {}) },
      payload: '{"name":5}',
    });

    expect(answer.statusCode).toBe(status);
    if (status === 401) expect(answer.headers["www-authenticate"]).toBe("Bearer");
  });

  it("must be declared by every route, or the server does not start", async () => {
    const { app } = await aServer();
    const other = createHttpServer({
      settings: settingsFrom(httpSettings),
      publicUrl: "http://localhost",

      log: createLog("silent"),
    });

    expect(() => other.get("/forgotten", async () => ({}))).toThrow("/forgotten declares no permission");
    expect(app.hasRoute({ method: "GET", url: "/guests/open" })).toBe(true);
  });
});

describe("a failure", () => {
  it.each([
    ["GET", "/guests/tea", 418, { guest: "short and stout" }],
    ["GET", "/guests/nowhere", 404, { code: "not_found" }],
    ["DELETE", "/guests/open", 405, { code: "method_not_allowed" }],
    ["GET", "/guests/open?limit=5&limit=6", 400, { code: "validation_failed" }],
    ["GET", "/guests/open?limit=five", 400, { code: "validation_failed" }],
    ["GET", "/guests/%zz", 400, { code: "bad_request" }],
    ["GET", "/guests/open%00", 400, { code: "bad_request" }],
    ["GET", "/guests/slow", 504, { code: "deadline_exceeded" }],
    ["GET", "/nowhere", 404, { message: "There is nothing at this address." }],
  ] as const)("at %s %s is drawn by its surface with %i", async (method, url, status, body) => {
    const { app } = await aServer();

    const answer = await app.inject({ method, url });

    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject(body);
  });

  it("that nobody expected tells nothing of the inside, and the log tells all", async () => {
    const { app, log } = await aServer();

    const answer = await app.inject({ url: "/guests/broken" });

    expect([answer.statusCode, answer.json().code]).toEqual([500, "unexpected"]);
    expect(answer.body).not.toContain("passwords");
    expect(log.join("")).toContain("select secret from passwords");
  });

  it.each([
    ["is no failure of the server", undefined, false],
    ["does not hide what fails meanwhile", new Error("the store is gone"), true],
  ])("of somebody who left %s", async (_what, failure, isLogged) => {
    const { port, log } = await aServer();
    Object.assign(drawing, { begins: Promise.withResolvers(), ends: Promise.withResolvers(), failure });
    const leaving = new AbortController();
    const asked = fetch(`http://127.0.0.1:${port}/guests/drawing`, { signal: leaving.signal });
    await drawing.begins.promise;
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await drawing.ends.promise;

    // What failed before is in the log once another has its answer.
    await fetch(`http://127.0.0.1:${port}/guests/open`);
    expect(log.join("").includes("request failed")).toBe(isLogged);
  });

  it("names the methods that the address takes", async () => {
    const { app } = await aServer();

    expect((await app.inject({ method: "DELETE", url: "/guests/open" })).headers["allow"]).toBe("GET, HEAD");
  });
});

describe("HEAD", () => {
  const head = (app: App, url: string) => app.inject({ method: "HEAD", url });

  it("is what GET is, without the body", async () => {
    const { app, port, log } = await aServer();
    const got = await app.inject({ method: "GET", url: "/guests/open?limit=3" });

    const answer = await fetch(`http://127.0.0.1:${port}/guests/open?limit=3`, { method: "HEAD" });

    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(answer.headers.get("content-length")).toBe(got.headers["content-length"]);
    expect(answer.headers.get("content-type")).toBe(got.headers["content-type"]);
    expect(log.join("")).toContain('"method":"HEAD","route":"/guests/open"');
  });

  it("ends where the answer would go on for ever", async () => {
    const { app } = await aServer();

    expect((await head(app, "/guests/stream")).statusCode).toBe(200);
  });

  it("is refused where looking would use something up, and answered by a route of its own", async () => {
    const { app } = await aServer();

    expect((await head(app, "/guests/link")).statusCode).toBe(405);
    expect((await app.inject({ method: "DELETE", url: "/guests/link" })).headers["allow"]).toBe("GET");
    expect((await head(app, "/guests/look")).statusCode).toBe(204);
    expect((await head(app, "/guests/nowhere")).statusCode).toBe(404);
  });
});

describe("a trailing slash", () => {
  it("means nothing where a scope wants it so, and another address elsewhere", async () => {
    const { app } = await aServer();
    const statusOf = async (url: string) => (await app.inject({ method: "GET", url })).statusCode;
    expect(await statusOf("/guests/open/?limit=3")).toBe(404);

    app.ignoreTrailingSlash("/guests");

    expect(await statusOf("/guests/open/?limit=3")).toBe(200);
    expect(await statusOf("/guests/open//")).toBe(404);
  });
});

describe("the wire", () => {
  it.each([
    [
      "two lengths",
      "POST /guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
      /^HTTP\/1\.1 400/,
    ],
    [
      "length and chunks",
      "POST /guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      /^HTTP\/1\.1 400/,
    ],
    ["no host", "GET /guests/open HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 400/],
    ["a foreign host", "GET /guests/open HTTP/1.1\r\nHost: evil.example\r\n\r\n", /^HTTP\/1\.1 421/],
    ["an unknown method", "BREW /guests/open HTTP/1.1\r\nHost: localhost\r\n\r\n", /^HTTP\/1\.1 501/],
    ["TRACE", "TRACE /guests/open HTTP/1.1\r\nHost: localhost\r\n\r\n", /^HTTP\/1\.1 405/],
    [
      "too large headers",
      `GET /guests/open HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431/,
    ],
    [
      "too many headers",
      `GET /guests/open HTTP/1.1\r\nHost: localhost\r\n${"A: b\r\n".repeat(150)}\r\n`,
      /^HTTP\/1\.1 431/,
    ],
    [
      "an endless address",
      `GET /guests/open?${"a".repeat(9000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      /^HTTP\/1\.1 414/,
    ],
    [
      "an upgrade",
      "GET /guests/open HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
      /^HTTP\/1\.1 426/,
    ],
    [
      "a 5 GB announcement",
      "POST /guests HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5000000000\r\n\r\n",
      /^HTTP\/1\.1 413/,
    ],
    ["an honest request", "GET /guests/open HTTP/1.1\r\nHost: localhost\r\n\r\n", /^HTTP\/1\.1 200/],
  ])("answers %s", async (_what, bytes, expected) => {
    const { port } = await aServer();

    expect(await sendRaw(port, bytes)).toMatch(expected);
  });

  it("gives up an answer in time although the body was read long ago", async () => {
    const { app } = await aServer();

    const answer = await fetch(`${app.listeningOrigin}/guests/slow`, {
      method: "POST",
      headers: JSON_TYPE,
      body: "{}",
    });

    expect([answer.status, await answer.json()]).toMatchObject([504, { code: "deadline_exceeded" }]);
  });

  it.each([
    ["nothing", null],
    ["a body", "{}"],
  ])("cuts an answer that is still going on then, after %s", async (_, body) => {
    const { app } = await aServer();
    const method = body === null ? "GET" : "POST";

    const answer = await fetch(`${app.listeningOrigin}/guests/endless`, { method, headers: JSON_TYPE, body });

    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow("terminated");
  });

  it("gives up an answer when its route says so at that moment", async () => {
    const { app } = await aServer();

    patience.ms = undefined;
    const before = await app.inject({ method: "GET", url: "/guests/lately" });
    patience.ms = 50;
    const after = await app.inject({ method: "GET", url: "/guests/lately" });

    expect([before.statusCode, after.statusCode]).toEqual([200, 504]);
  });

  it("drops a sender that never finishes its headers", async () => {
    const { port } = await aServer({ "server.limits.header_seconds": 1 });

    expect(await sendRaw(port, "GET /guests/open HTTP/1.1\r\nHost: lo")).toMatch(/^HTTP\/1\.1 408/);
  });

  it("drops a sender that never finishes its body", async () => {
    const { port } = await aServer({ "server.limits.request_seconds": 1 });
    const head =
      "POST /guests HTTP/1.1\r\nHost: localhost\r\nAuthorization: write\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{";

    expect(await sendRaw(port, head)).toMatch(/^(HTTP\/1\.1 408|$)/);
  });
});

describe("an answer", () => {
  it("carries a request id, ours or a sane foreign one", async () => {
    const { app } = await aServer();
    const ask = async (id: string) =>
      (await app.inject({ url: "/guests/open", headers: { "x-request-id": id } })).headers["x-request-id"];

    expect(await ask("proxy-17")).toBe("proxy-17");
    expect(await ask("<script>")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("lets no browser sniff, frame or run anything", async () => {
    const { app } = await aServer();

    const { headers } = await app.inject({ url: "/guests/open" });

    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  it("leaves one line in the log, without the query", async () => {
    const { app, log } = await aServer();

    await app.inject({ url: "/guests/open?limit=5&token=hunter2" });

    const lines = log.filter((line) => line.includes('"msg":"request"'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"route":"/guests/open"');
    expect(lines[0]).not.toContain("hunter2");
  });
});

describe("a line of the log", () => {
  const lineOf = (log: readonly string[]) =>
    JSON.parse(log.find((line) => line.includes('"msg":"request"')) ?? "{}") as Record<string, unknown>;

  it("says by which route, for whom, from where and how it ended", async () => {
    const { app, log } = await aServer();

    await app.inject({ method: "POST", url: "/guests", headers: SIGNED_IN, payload: '{"name":5}' });

    expect(lineOf(log)).toMatchObject({
      route: "/guests",
      principal: "guest:write",
      address: "127.0.0.1",
      status: 400,
      code: "FST_ERR_VALIDATION",
    });
  });

  it("has neither the path nor what the client sent, also of a request without a route", async () => {
    const { app, log } = await aServer();

    await app.inject({ url: "/guests/canary-snapshot-key" });
    await app.inject({ url: "/canary/eve@example.com" });
    await app.inject({ url: "/guests/open?limit=canary" });
    await app.inject({ method: "POST", url: "/guests", headers: SIGNED_IN, payload: '{"canary":"eve@example.com"' });

    const lines = log.filter((line) => line.includes('"msg":"request"'));
    expect(lines).toHaveLength(4);
    expect(lines.map((line) => JSON.parse(line)["route"])).toContain("/guests/open");
    expect(lines.join("")).not.toMatch(/canary|eve@/);
  });

  it.each([
    ["a proxy on this machine, where only such a one is heard", {}, "203.0.113.9"],
    ["nobody, where the network is heard", { "server.host": "0.0.0.0" }, "127.0.0.1"],
    ["whom the operator names", { "server.host": "0.0.0.0", "server.trusted_proxies": ["127.0.0.1"] }, "203.0.113.9"],
  ])("believes %s", async (_whom, values, address) => {
    const { app, log } = await aServer(values);

    await app.inject({ url: "/guests/open", headers: { "x-forwarded-for": "203.0.113.9" } });

    expect(lineOf(log)["address"]).toBe(address);
  });

  it.each([
    ["198.51.100.21:40001", "198.51.100.21"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["198.51.100.21:40001, 127.0.0.1:80", "198.51.100.21"],
    ["spoofed, 198.51.100.21", "198.51.100.21"],
    ["unknown", "127.0.0.1"],
    ["_hidden", "127.0.0.1"],
    ["198.51.100.21, unknown", "127.0.0.1"],
    ["", "127.0.0.1"],
  ])("reads the client's address from the forwarded header %j", async (forwarded, address) => {
    const { app, log } = await aServer({});

    await app.inject({ url: "/guests/open", headers: { "x-forwarded-for": forwarded } });

    expect(lineOf(log)["address"]).toBe(address);
  });

  it("reads the gateway's own header with a port", async () => {
    const { app, log } = await aServer({ "security.sb_forwarded_for_enabled": true });

    await app.inject({ url: "/guests/open", headers: { "sb-forwarded-for": "[2001:db8::1]:443, 10.0.0.1" } });

    expect(lineOf(log)["address"]).toBe("2001:db8::1");
  });

  it.each([
    ["a header of its own, where that is wanted", { "security.sb_forwarded_for_enabled": true }, "198.51.100.7"],
    ["no header of its own otherwise", {}, "203.0.113.9"],
    [
      "none from whoever is no trusted proxy",
      { "security.sb_forwarded_for_enabled": true, "server.host": "0.0.0.0" },
      "127.0.0.1",
    ],
  ])("reads of a gateway %s", async (_what, values, address) => {
    const { app, log } = await aServer(values);
    const headers = { "x-forwarded-for": "203.0.113.9", "sb-forwarded-for": "198.51.100.7, 10.0.0.1" };

    await app.inject({ url: "/guests/open", headers });

    expect(lineOf(log)["address"]).toBe(address);
  });
});

it("a proxy that is no address stops the start with a sentence", () => {
  const settings = settingsFrom(httpSettings, { "server.trusted_proxies": ["10.0.0.0/8", "proxy.example"] });

  expect(() => createHttpServer({ settings, publicUrl: "http://localhost", log: createLog("silent") })).toThrow(
    /names "proxy\.example", which is neither an address nor a network/,
  );
});

const things: RoutePlugin<{ origins: readonly string[] }> = async (app, { origins }) => {
  allowOrigins(app, { origins, exposedHeaders: ["x-total"] });
  app.get("/thing", { config: { permission: OPEN } }, async () => ({ ok: true }));
};

describe("a page of another site", () => {
  async function aServerFor(origins: readonly string[]): Promise<App> {
    const app = createHttpServer({
      settings: settingsFrom(httpSettings),
      publicUrl: "http://localhost:8080",
      log: createLog("silent"),
    });
    await app.register(things, { prefix: "/things", origins });
    onTestFinished(() => app.close());
    return app;
  }
  const preflight = (origin: string) => ({
    method: "OPTIONS" as const,
    url: "/things/thing",
    headers: {
      origin,
      "access-control-request-method": "PUT",
      "access-control-request-headers": "authorization",
    },
  });

  it("may call from a listed origin, without cookies", async () => {
    const app = await aServerFor(["https://wall.example"]);

    const asked = await app.inject(preflight("https://wall.example"));
    const answered = await app.inject({ url: "/things/thing", headers: { origin: "https://wall.example" } });

    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      "access-control-allow-origin": "https://wall.example",
      "access-control-allow-methods": expect.stringContaining("PUT"),
      "access-control-allow-headers": "authorization",
    });
    expect(answered.headers).toMatchObject({
      "access-control-allow-origin": "https://wall.example",
      "access-control-expose-headers": "x-total",
      vary: "Origin",
    });
    expect(answered.headers["access-control-allow-credentials"]).toBeUndefined();
  });

  it.each(["null", "https://wall.example.evil", "https://WALL.example", "https://wall.example:443"])(
    "learns nothing from %s",
    async (origin) => {
      const app = await aServerFor(["https://wall.example"]);

      const asked = await app.inject(preflight(origin));
      const answered = await app.inject({ url: "/things/thing", headers: { origin } });

      expect(asked.statusCode).toBe(404);
      for (const { headers } of [asked, answered]) expect(headers["access-control-allow-origin"]).toBeUndefined();
    },
  );
});

describe("the description of the API", () => {
  it("is made of the schemas that validate", async () => {
    const { app } = await aServer();

    const document = (await app.inject({ url: "/openapi/v1.json" })).json();

    expect(document.info.version).toBe("13.0.0");
    expect(
      document.paths["/guests/"].post.requestBody.content["application/json"].schema.properties.name.maxLength,
    ).toBe(20);
    expect(document.paths["/guests/"].post.security).toEqual([{ bearer: [] }]);
    expect(document.paths["/guests/open"].get.security).toBeUndefined();
  });
});

describe("closing", () => {
  it("finishes although a connection is kept alive", async () => {
    const { app, port } = await aServer();
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => {
      socket.once("data", resolve);
      socket.write("GET /guests/open HTTP/1.1\r\nHost: localhost\r\n\r\n");
    });

    await app.close();

    expect(app.isClosing()).toBe(true);
  });
});
