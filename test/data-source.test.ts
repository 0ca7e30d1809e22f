import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { call, cookieOf } from "./call.ts";
import { freePort } from "./free-port.ts";
import { addPerson, PASSWORD, signIn } from "./people.ts";
import { type RunningPrometheus, startPrometheus } from "./prometheus.ts";
import { type RunningVedette, startVedette } from "./running-server.ts";

/** Answers of a Prometheus server, or of ours in its place. */
interface Answered {
  readonly status: "success" | "error";
  readonly data: unknown;
  readonly errorType?: string;
  readonly error?: string;
}

let vedette: RunningVedette;
let prometheus: RunningPrometheus;
/** Takes every request and answers like an empty Prometheus; keeps what it was sent. */
let listener: Server;
const heard: IncomingMessage[] = [];
let viewer: string;

beforeAll(async () => {
  listener = createServer((request, response) => {
    heard.push(request.resume());
    const redirect = /^\/answers\/(\d+)\/(\d+)\//.exec(request.url ?? "");
    if (redirect !== null) return void redirectWith(response, Number(redirect[1]), Number(redirect[2]));
    response.setHeader("set-cookie", "planted=1").setHeader("content-type", "application/json");
    response.end('{"status":"success","data":[]}');
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const [here, there] = [addressOf(listener), await freePort()];
  [vedette, prometheus] = await Promise.all([
    startVedette({ env: { VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${there},${here}` } }),
    startPrometheus(there),
  ]);
  await addDataSource("prometheus", prometheus.url);
  await addDataSource("listener", `http://${here}`);
  await addPerson(vedette, "viewer@example.com");
  viewer = (await signIn(vedette, "viewer@example.com")).access_token;
}, 120_000);

afterAll(async () => {
  await Promise.all([vedette.stop(), prometheus.stop()]);
  listener.close();
});

/** Announces `length` bytes and sends as many, except with 304, which has no body. */
function redirectWith(response: ServerResponse, status: number, length: number): void {
  response.writeHead(status, { "content-length": length, location: "https://login.example.com/" });
  response.end(status === 304 ? undefined : "x".repeat(length));
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("A TCP server has no port");
  return `127.0.0.1:${address.port}`;
}

function addDataSource(uid: string, url: string) {
  const body = { uid, name: `The ${uid}`, type: "prometheus", url };
  return call(`${vedette.url}/api/datasources`, { bearer: vedette.keys.secret_key, body });
}

/** What somebody who may only look asks of a data source, through the server. */
function ask(uid: string, path: string, parameters: Readonly<Record<string, string>> = {}) {
  const url = `${vedette.url}/api/datasources/proxy/uid/${uid}/${path}?${new URLSearchParams(parameters)}`;
  return call<Answered>(url, { bearer: viewer });
}

/** Sends the path as it stands: `fetch` would resolve it first. */
async function statusOfPath(path: string): Promise<number | undefined> {
  const request = get(vedette.url, { path, headers: { authorization: `Bearer ${viewer}` } });
  const [response]: IncomingMessage[] = await once(request, "response");
  response?.resume();
  return response?.statusCode;
}

describe("a Prometheus server as data source", () => {
  it("is listed; only administrators see where it is", async () => {
    const listed = await call(`${vedette.url}/api/datasources`, { bearer: vedette.keys.secret_key });
    const seen = await call(`${vedette.url}/api/datasources/uid/prometheus`, { bearer: viewer });

    const shown = { uid: "prometheus", type: "prometheus", access: "proxy", readOnly: false, isDefault: false };
    expect(listed.body).toContainEqual(expect.objectContaining({ ...shown, url: prometheus.url }));
    expect(seen.body).toMatchObject({ ...shown, url: "" });
  });

  it("answers queries through the server", async () => {
    const answer = await vi.waitFor(
      async () => {
        const { body } = await ask("prometheus", "api/v1/query", { query: "up" });
        expect(body.data).toMatchObject({ result: [{ value: [expect.any(Number), "1"] }] });
        return body;
      },
      { timeout: 20_000, interval: 250 },
    );

    expect(answer).toMatchObject({ status: "success", data: { resultType: "vector" } });
  });

  it("answers ranges, also posted as a form", async () => {
    const now = Date.now() / 1000;
    const range = {
      query: "process_resident_memory_bytes > 0",
      start: String(now - 60),
      end: String(now + 1),
      step: "1",
    };
    const expected = { status: "success", data: { resultType: "matrix", result: [{ metric: { job: "self" } }] } };

    expect((await ask("prometheus", "api/v1/query_range", range)).body).toMatchObject(expected);
    const posted = await fetch(`${vedette.url}/api/datasources/proxy/uid/prometheus/api/v1/query_range`, {
      method: "POST",
      headers: { authorization: `Bearer ${viewer}` },
      body: new URLSearchParams(range),
    });
    expect(await posted.json()).toMatchObject(expected);
  });

  it.each([
    ["api/v1/labels", {}, expect.arrayContaining(["__name__", "instance", "job"])],
    ["api/v1/label/job/values", {}, ["self"]],
    ["api/v1/series", { "match[]": 'up{job="self"}' }, [expect.objectContaining({ __name__: "up", job: "self" })]],
    ["api/v1/metadata", { metric: "go_goroutines" }, { go_goroutines: [expect.objectContaining({ type: "gauge" })] }],
    ["api/v1/status/buildinfo", {}, expect.objectContaining({ version: expect.stringMatching(/^2\./) })],
  ])("answers %s", async (path, parameters, data) => {
    expect((await ask("prometheus", path, parameters)).body).toEqual({ status: "success", data });
  });

  it("says itself what is wrong with a query", async () => {
    const { status, body } = await ask("prometheus", "api/v1/query", { query: "up{" });

    expect([status, body]).toEqual([400, expect.objectContaining({ status: "error", errorType: "bad_data" })]);
    expect(body.error).toContain("parse error");
  });

  it.each([
    "api/v1/admin/tsdb/delete_series",
    "api/v1/status/config",
    "-/quit",
    "metrics",
    "",
    "api/v1/label/job/values/more",
  ])("is not asked for /%s", async (path) => {
    const before = heard.length;

    expect((await ask("listener", path)).status).toBe(404);
    expect(heard.length).toBe(before);
  });

  it.each([
    "api/v1/label/../../-/quit",
    "api/v1/label/..%2f..%2fstatus/values",
    "api/v1/%2e%2e/%2e%2e/-/quit",
    "api/v1/label/%2e%2e/values",
    "../../admin",
  ])("is not reached by the path %s, which climbs", async (path) => {
    const before = heard.length;

    expect([400, 404]).toContain(await statusOfPath(`/api/datasources/proxy/uid/listener/${path}`));
    expect(heard.length).toBe(before);
    expect(await statusOfPath("/api/datasources/proxy/uid/listener/api/v1/label/job/values")).toBe(200);
  });

  it("never sees who asks", async () => {
    const body = { email: "viewer@example.com", password: PASSWORD };
    const cookie = cookieOf(await call(`${vedette.url}/api/login`, { body }));
    const url = `${vedette.url}/api/datasources/proxy/uid/listener/api/v1/labels?start=1`;
    const secrets = { "x-api-key": "secret", apikey: vedette.keys.secret_key, "x-forwarded-for": "10.1.2.3" };

    const byToken = await call(url, { bearer: viewer, headers: { cookie: "other=1", ...secrets } });
    await call(url, { cookie });

    const [request, second] = heard.slice(-2);
    expect(byToken.headers.getSetCookie()).toEqual([]);
    expect([request?.url, second?.url]).toEqual(["/api/v1/labels?start=1", "/api/v1/labels?start=1"]);
    const names = Object.keys({ ...request?.headers, ...second?.headers });
    const ofTheCaller = ["authorization", "cookie", "x-api-key", "apikey", "x-forwarded-for", "origin", "referer"];
    expect(names.filter((name) => ofTheCaller.includes(name))).toEqual([]);
  });

  it("is not asked by somebody who is not signed in", async () => {
    const answer = await call(`${vedette.url}/api/datasources/proxy/uid/prometheus/api/v1/query?query=up`);

    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ status: "error", error: expect.any(String) });
  });

  it("is refused on this machine unless the operator allows that address, and the text names the setting", async () => {
    await addDataSource("neighbour", `http://127.0.0.1:${await freePort()}`);
    await addDataSource("cloud", "http://169.254.169.254/");

    for (const uid of ["neighbour", "cloud"]) {
      const { status, body } = await ask(uid, "api/v1/query", { query: "up" });
      expect([status, body.status]).toEqual([403, "error"]);
      expect(body.error).toContain("security.outbound.allowed_hosts");
    }
    expect((await ask("prometheus", "api/v1/query", { query: "up" })).status).toBe(200);
  });

  it.each([
    [301, 0],
    [302, 0],
    [302, 5],
    [302, 500_000],
    [304, 0],
    [304, 5],
    [307, 0],
  ])("answers 502 and keeps running when the data source answers %i with Content-Length %i", async (status, length) => {
    const uid = `answers-${status}-${length}`;
    await addDataSource(uid, `http://${addressOf(listener)}/answers/${status}/${length}`);

    const answer = await ask(uid, "api/v1/query", { query: "up" });

    expect([answer.status, answer.body.status]).toEqual([502, "error"]);
    expect((await call(`${vedette.url}/api/health`)).status).toBe(200);
    expect(vedette.output()).not.toContain("uncaught error");
  });

  it("that does not answer is an error as Prometheus writes them", async () => {
    const { port } = new URL(prometheus.url);
    await prometheus.stop();

    const { status, body } = await ask("prometheus", "api/v1/query", { query: "up" });
    prometheus = await startPrometheus(Number(port));

    expect([502, 504]).toContain(status);
    expect(body).toEqual({
      status: "error",
      errorType: expect.stringMatching(/unavailable|timeout/),
      error: expect.any(String),
    });
    expect((await ask("prometheus", "api/v1/query", { query: "up" })).status).toBe(200);
  });
});
