import { createServer, type IncomingMessage, type Server } from "node:http";
import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { at, DATA_SOURCES, openRoom, type Room } from "./room.ts";

/** A question as it arrives at a data source. */
interface Question {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly form: string;
}

interface Engine {
  readonly server: Server;
  readonly url: string;
  readonly questions: Question[];
  /** Those that are open. */
  connections(): number;
}

/** A server in the place of somebody's Prometheus: what it answers is decided by the path below it. */
async function startEngine(): Promise<Engine> {
  const questions: Question[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = "", url = "", headers } = request;
    questions.push({ method, url, headers, form: Buffer.concat(parts).toString() });
    if (url.startsWith("/away")) return void response.writeHead(302, { location: "http://169.254.169.254/" }).end();
    if (url.startsWith("/endless")) return writeForEver(response);
    if (url.startsWith("/silent")) return;
    if (url.startsWith("/broken")) return void response.destroy();
    response.writeHead(url.includes("bad") ? 400 : 200, {
      "content-type": "application/json",
      "set-cookie": "engine=1",
      "access-control-allow-origin": "*",
      "x-engine": "secret",
    });
    response.end('{"status":"success","data":{"resultType":"vector","result":[]}}');
  });
  server.on("connection", (socket) => {
    connections += 1;
    socket.once("close", () => {
      connections -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { server, url: `http://127.0.0.1:${port}`, questions, connections: () => connections };
}

/** Where a room listens, which it does from now on. */
async function addressOf({ app }: Room): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

function writeForEver(response: import("node:http").ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  const part = "x".repeat(1024 * 1024);
  const write = (): void => {
    while (!response.destroyed && response.write(part));
    if (!response.destroyed) response.once("drain", write);
  };
  write();
}

onEachStore("a data source", (openTestDatabase) => {
  let room: Room;
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine();
    const access = { basic_auth: { username: "anna", password: "hush" }, headers: { "X-Scope-OrgID": "night" } };
    room = await openRoom(openTestDatabase, {
      allowedHosts: [new URL(engine.url).host],
      settings: { "resources.data_source_access": [{ url: `${engine.url}/guarded`, ...access }] },
    });
  });
  afterAll(async () => {
    await room[Symbol.asyncDispose]();
    engine.server.closeAllConnections();
    engine.server.close();
  });

  const add = (name: string, url = engine.url, more: object = {}) =>
    room.ask("POST", "/api/datasources", { body: { name, type: "prometheus", access: "proxy", url, ...more } });
  const uidOf = async (name: string, url?: string) => String(at(await add(name, url), "datasource.uid"));
  const proxy = (uid: string, path: string) => `/api/datasources/proxy/uid/${uid}/api/v1/${path}`;

  describe("is kept", () => {
    it("beside the built-in one, which nobody changes or removes", async () => {
      expect((await room.ask("GET", "/api/datasources/uid/vedette")).json).toMatchObject({
        uid: "vedette",
        name: "Vedette",
        type: "prometheus",
        access: "proxy",
        isDefault: true,
        readOnly: true,
      });
      const body = { name: "Mine", type: "prometheus", url: "http://10.0.0.1" };
      expect((await room.ask("PUT", "/api/datasources/uid/vedette", { body })).status).toBe(403);
      expect((await room.ask("DELETE", "/api/datasources/uid/vedette")).status).toBe(403);
      expect((await room.ask("DELETE", `${DATA_SOURCES}/vedette`)).json).toMatchObject({ kind: "Status", code: 403 });
    });

    it("is not changed over a change that came in between, where the version that was seen is named", async () => {
      const path = `/api/datasources/uid/${await uidOf("Seen")}`;
      const change = async (name: string, version?: number) =>
        await room.ask("PUT", path, { body: { name, type: "prometheus", url: engine.url, version } });
      const version = Number(at(await room.ask("GET", path), "version"));

      expect((await change("Seen by one", version)).status).toBe(200);
      const late = await change("Seen by two", version);
      expect(late.status).toBe(409);
      expect(late.json).toMatchObject({ messageId: "data_source_overtaken" });
      expect((await room.ask("GET", path)).json).toMatchObject({ name: "Seen by one", version: version + 1 });
      expect((await change("Seen by two", version + 1)).status).toBe(200);
      expect((await change("Seen by three")).status).toBe(200);
      expect((await change("Seen by four", 0)).status).toBe(200);
      await room.ask("DELETE", path);
    });

    it("is added, changed, shown and removed", async () => {
      const added = await add("Main", "http://prometheus.lan:9090/base");
      const uid = String(at(added, "datasource.uid"));
      const body = { name: "Main 2", type: "prometheus", url: "http://prometheus.lan:9091", isDefault: false };
      const changed = await room.ask("PUT", `/api/datasources/uid/${uid}`, { body });

      expect(added.json).toMatchObject({ message: "Datasource added", name: "Main" });
      expect(changed.json).toMatchObject({ message: "Datasource updated", datasource: { uid, name: "Main 2" } });
      expect((await room.ask("GET", `${DATA_SOURCES}/${uid}`)).json).toMatchObject({
        kind: "DataSource",
        metadata: { generation: 2 },
        spec: { title: "Main 2", type: "prometheus", url: "http://prometheus.lan:9091" },
      });
      expect((await room.ask("DELETE", `/api/datasources/uid/${uid}`)).status).toBe(200);
      expect((await room.ask("GET", `/api/datasources/uid/${uid}`)).status).toBe(404);
    });

    it("keeps its scrape interval, also over a change that does not name it", async () => {
      const added = await add("Slow", undefined, { jsonData: { timeInterval: "60s" } });
      const path = `/api/datasources/uid/${String(at(added, "datasource.uid"))}`;
      const body = { name: "Slower", type: "prometheus", url: "http://slow.lan" };

      expect(at(added, "datasource.jsonData")).toEqual({ timeInterval: "60s" });
      expect((await room.ask("PUT", path, { body })).json).toMatchObject({
        datasource: { name: "Slower", jsonData: { timeInterval: "60s" } },
      });
      const object = `${DATA_SOURCES}/${String(at(added, "datasource.uid"))}`;
      const patch = { spec: { jsonData: { httpMethod: "GET" } } };
      await room.ask("PATCH", object, { body: patch, headers: { "content-type": "application/merge-patch+json" } });
      await room.ask("PUT", path, { body: { ...body, jsonData: { timeInterval: "30s" } } });
      expect((await room.ask("GET", object)).json).toMatchObject({
        spec: { jsonData: { timeInterval: "30s", httpMethod: "GET" } },
      });
      expect((await add("Odd", undefined, { jsonData: { timeInterval: "soon" } })).status).toBe(400);
      await room.ask("DELETE", path);
    });

    it("with a uid of one's own choice", async () => {
      expect(at(await add("Chosen", undefined, { uid: "my-uid" }), "datasource.uid")).toBe("my-uid");
      expect((await add("Chosen again", undefined, { uid: "my-uid" })).status).toBe(409);
    });

    it("under a name that no other one has", async () => {
      await add("Twin");
      const second = await add("Twin");

      expect([second.status, at(second, "messageId")]).toEqual([409, "title_taken"]);
      const body = { metadata: { name: "twin-2" }, spec: { title: "Twin", type: "prometheus", url: "http://a.lan" } };
      expect((await room.ask("POST", DATA_SOURCES, { body })).json).toMatchObject({ kind: "Status", code: 409 });
    });

    it("as the default one, if it was the last to claim it", async () => {
      const first = String(at(await add("Default A", undefined, { isDefault: true }), "datasource.uid"));
      const second = String(at(await add("Default B", undefined, { isDefault: true }), "datasource.uid"));
      const isDefault = async (uid: string) => at(await room.ask("GET", `/api/datasources/uid/${uid}`), "isDefault");

      expect([await isDefault(first), await isDefault(second), await isDefault("vedette")]).toEqual([
        false,
        true,
        false,
      ]);
      for (const uid of [first, second]) await room.ask("DELETE", `/api/datasources/uid/${uid}`);
      expect(await isDefault("vedette")).toBe(true);
    });

    it("as the default one that another one was made meanwhile only over that state, where it is named", async () => {
      const first = String(at(await add("Default A", undefined, { isDefault: true }), "datasource.uid"));
      const path = `/api/datasources/uid/${first}`;
      const seen = { version: Number(at(await room.ask("GET", path), "version")), seen: { isDefault: true } };
      const second = String(at(await add("Default B", undefined, { isDefault: true }), "datasource.uid"));
      const isDefault = async (uid: string) => at(await room.ask("GET", `/api/datasources/uid/${uid}`), "isDefault");
      const change = async (more: object) =>
        await room.ask("PUT", path, { body: { name: "Default C", type: "prometheus", url: engine.url, ...more } });

      const late = await change({ isDefault: true, ...seen });
      expect([late.status, at(late, "messageId")]).toEqual([409, "data_source_overtaken"]);
      expect([await isDefault(first), await isDefault(second)]).toEqual([false, true]);
      expect((await change({ isDefault: false, ...seen, seen: { isDefault: false } })).status).toBe(200);
      expect([await isDefault(first), await isDefault(second)]).toEqual([false, true]);
      // Clients of other servers name no such state.
      expect((await change({ isDefault: true })).status).toBe(200);
      expect([await isDefault(first), await isDefault(second)]).toEqual([true, false]);
      for (const uid of [first, second]) await room.ask("DELETE", `/api/datasources/uid/${uid}`);
    });

    it("so that only administrators see where it is", async () => {
      const uid = await uidOf("Hidden", "http://secret-host.lan");
      const seen = async (as: "viewer" | "admin") => (await room.ask("GET", "/api/datasources", { as })).text;

      expect(await seen("viewer")).toContain(uid);
      expect(await seen("viewer")).not.toContain("secret-host");
      expect(await seen("admin")).toContain("secret-host");
    });

    it.each([
      ["no address", { url: "" }],
      ["another scheme", { url: "file:///etc/passwd" }],
      ["a password in its address", { url: "http://user:pass@host.lan" }],
      ["a query in its address", { url: "http://host.lan/?a=1" }],
      ["something that is no address", { url: "host.lan:9090" }],
      ["another type", { type: "loki" }],
      ["no name", { name: "" }],
      ["a name without an end", { name: "ä9".repeat(20_000) }],
      ["a number as default", { isDefault: 1 }],
    ])("never with %s", async (_what, change) => {
      const refused = await add("Refused", "http://host.lan", change);

      expect(refused.status).toBe(400);
      expect(at(refused, "message")).toEqual(expect.any(String));
    });
  });

  describe("is asked by the server", () => {
    it("with the whole question, whatever signs it holds", async () => {
      const uid = await uidOf("Marked", engine.url);
      await room.ask("GET", proxy(uid, "query?query=up{a=~'b?c'}&time=1"));

      expect(decodeURIComponent(engine.questions.at(-1)?.url ?? "")).toBe("/api/v1/query?query=up{a=~'b?c'}&time=1");
    });

    it("with the question alone: nothing that signs the caller in goes along, nothing private comes back", async () => {
      const uid = await uidOf("Asked", `${engine.url}/base`);
      const headers = { cookie: "vedette_session=secret", "x-forwarded-for": "1.2.3.4" };
      const answer = await room.ask("GET", proxy(uid, "query?query=up%7Ba%3D%22b%22%7D&time=1.5"), {
        as: "viewer",
        headers,
      });

      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ status: "success", data: { resultType: "vector", result: [] } });
      const question = engine.questions.at(-1);
      expect(question).toMatchObject({ method: "GET", url: "/base/api/v1/query?query=up%7Ba%3D%22b%22%7D&time=1.5" });
      expect(Object.keys(question?.headers ?? {}).sort()).toEqual(["accept", "connection", "host"]);
      for (const header of ["set-cookie", "access-control-allow-origin", "x-engine"]) {
        expect(answer.headers).not.toHaveProperty(header);
      }
    });

    it("with what the operator says for its address", async () => {
      const uid = await uidOf("Guarded", `${engine.url}/guarded/prometheus`);
      await room.ask("GET", proxy(uid, "query?query=up"), { as: "viewer" });

      expect(engine.questions.at(-1)?.headers).toMatchObject({
        authorization: `Basic ${Buffer.from("anna:hush").toString("base64")}`,
        "x-scope-orgid": "night",
      });
    });

    it("with the form of a POST", async () => {
      const uid = await uidOf("Posted");
      const form = "query=up&start=1&end=2&step=1";
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await room.ask("POST", proxy(uid, "query_range"), { as: "viewer", text: form, headers });

      expect(answer.status).toBe(200);
      expect(engine.questions.at(-1)).toMatchObject({ method: "POST", url: "/api/v1/query_range", form });
      expect((await room.ask("POST", proxy(uid, "query"), { body: { query: "up" } })).status).toBe(415);
    });

    it.each([
      "labels",
      "label/job/values",
      "label/U__a_2e_b/values",
      "series?match[]=up",
      "metadata",
      "query_exemplars",
      "status/buildinfo",
      "rules",
      "alerts",
      "targets",
    ])("for %s", async (path) => {
      const uid = await uidOf(`For ${path}`);

      expect((await room.ask("GET", proxy(uid, path))).status).toBe(200);
      expect(engine.questions.at(-1)?.url).toBe(`/api/v1/${path}`);
    });

    it("and its own errors are passed on", async () => {
      const uid = await uidOf("Own errors");

      expect((await room.ask("GET", proxy(uid, "query?query=bad"))).status).toBe(400);
    });

    it.each([
      "admin/tsdb/delete_series",
      "status/config",
      "write",
      "../admin",
      "..%2fadmin",
      "label/..%2f..%2fadmin/values",
      "label/a%2fb/values",
      "label//values",
      "query/../../admin",
      "%2e%2e/admin",
    ])("never for %s", async (path) => {
      const uid = await uidOf(`Never for ${path}`);
      const asked = engine.questions.length;
      const answer = await room.ask("GET", proxy(uid, path));

      expect([400, 404]).toContain(answer.status);
      expect(engine.questions.length).toBe(asked);
    });

    it("never with another method", async () => {
      const uid = await uidOf("Method");

      expect((await room.ask("DELETE", proxy(uid, "series"))).json).toMatchObject({ status: "error" });
      expect((await room.ask("DELETE", proxy(uid, "series"))).status).toBe(405);
    });

    it.each([
      ["loopback", "http://127.0.0.1:9"],
      ["loopback by name", "http://localhost:9"],
      ["loopback in IPv6", "http://[::1]:9"],
      ["cloud metadata", "http://169.254.169.254"],
      ["nothing", "http://0.0.0.0:9"],
    ])("but not at %s, and the error names the setting that allows it", async (what, url) => {
      const uid = await uidOf(`At ${what}`, url);
      const answer = await room.ask("GET", proxy(uid, "query?query=1"));

      expect(answer.status).toBe(403);
      expect(answer.json).toEqual({
        status: "error",
        errorType: "bad_data",
        error: expect.stringContaining("security.outbound.allowed_hosts"),
      });
    });

    it("and one that breaks off, is away or does not exist is told as a Prometheus error", async () => {
      const ask = async (uid: string) => await room.ask("GET", proxy(uid, "query?query=1"));
      const broken = await ask(await uidOf("Broken", `${engine.url}/broken`));
      const redirect = await ask(await uidOf("Redirect", `${engine.url}/away`));
      const missing = await ask("missing");

      expect(broken.json).toMatchObject({ status: "error", errorType: "unavailable" });
      expect([broken.status, redirect.status, missing.status]).toEqual([502, 502, 404]);
      expect(missing.json).toMatchObject({ status: "error", errorType: "not_found" });
    });

    it("and an endless answer is cut off", async () => {
      const uid = await uidOf("Endless", `${engine.url}/endless`);
      const url = `${await addressOf(room)}${proxy(uid, "query?query=1")}`;

      const answer = await fetch(url, { headers: { authorization: room.bearer("viewer") } });
      let length = 0;
      const reading = (async () => {
        for await (const part of answer.body ?? []) length += part.length;
      })();

      await expect(reading).rejects.toThrow();
      expect(length).toBeLessThan(70 * 1024 * 1024);
    });

    it("sixteen times at once for each user; a client that leaves takes its query along", async () => {
      const uid = await uidOf("Silent", `${engine.url}/silent`);
      const url = `${await addressOf(room)}${proxy(uid, "query?query=1")}`;
      const leaving = new AbortController();
      const headers = { authorization: room.bearer("viewer") };
      const [before, open] = [engine.questions.length, engine.connections()];
      const asking = Array.from({ length: 20 }, () => fetch(url, { headers, signal: leaving.signal }).catch(() => {}));
      await vi.waitFor(() => expect(engine.questions.length).toBe(before + 16), { timeout: 20_000 });

      const other = fetch(url, { headers: { authorization: room.bearer("editor") }, signal: leaving.signal });
      await vi.waitFor(() => expect(engine.questions.length).toBe(before + 17), { timeout: 20_000 });
      leaving.abort();
      await Promise.allSettled([...asking, other]);

      await vi.waitFor(() => expect(engine.connections()).toBeLessThanOrEqual(open), { timeout: 20_000 });
      const back = await uidOf("Silent no more", engine.url);
      expect((await room.ask("GET", proxy(back, "query?query=1"))).status).toBe(200);
      const again = new AbortController();
      const next = fetch(url, { headers, signal: again.signal }).catch(() => undefined);
      await vi.waitFor(() => expect(engine.questions.at(-1)?.url).toContain("/silent"), { timeout: 20_000 });
      again.abort();
      await next;
    });

    it("and for the built-in one the caller is sent to the metric store", async () => {
      const answer = await room.ask("GET", proxy("vedette", "query?query=1"));

      expect(answer.status).toBe(307);
      expect(answer.headers["location"]).toBe("/prometheus/api/v1/query?query=1");
    });
  });
});
