import { createSecretKey, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { migrate, openDatabase } from "@vedette/database";
import { deliveryMigrations, deliverySettings, openDelivery } from "@vedette/delivery";
import { createHttpServer, httpSettings } from "@vedette/http";
import { identityMigrations, identityRoutes, identitySettings, openIdentity } from "@vedette/identity";
import { openResources, resourceMigrations, resourceRoutes, resourceSettings } from "@vedette/resources";
import { settingsFrom } from "@vedette/settings";
import { createRegistry } from "@vedette/worker-metrics";
import fastify from "fastify";
import pg from "pg";
import { startCluster } from "../platform/database/test/postgres-cluster.ts";
import { compareRates, createDatabaseOn, type HttpAnswer, httpClient } from "./http-load.ts";
import type { BenchRow } from "./run.ts";

/** A real dashboard of 42 KB. */
const DOCUMENT = new URL("../services/resources/test/fixtures/traefik--traefik.json", import.meta.url);
const DASHBOARDS = 100;
const COLLECTION = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";

/**
 * Dashboards over HTTP, beside the least that anything on PostgreSQL can do: a bare Fastify handler with one table of
 * texts, without users, permissions, history or audit.
 */
export default async function benchResources(): Promise<readonly BenchRow[]> {
  const cluster = await startCluster();
  if (cluster === undefined) throw new Error("PostgreSQL is needed: sudo apt-get install postgresql");
  try {
    await using ours = await startOurs(await createDatabaseOn(cluster.url, "ours"));
    await using floor = await startFloor(await createDatabaseOn(cluster.url, "floor"));
    return [
      await compareRates("GET a dashboard of 42 KB, against a bare handler (goal 0.5)", ours.get, floor.get),
      await compareRates("PUT it by version, 100 of them, against a bare handler", ours.put, floor.put),
      await compareRates("PUT one of them, contended, against a bare handler", ours.contend, floor.contend),
      await compareRates("LIST 100 dashboards whole, against a bare handler", ours.list, floor.list),
      await compareRates("SEARCH 100 dashboards by title, against the bare list", ours.search, floor.list),
    ];
  } finally {
    await cluster.remove();
  }
}

interface Candidate extends AsyncDisposable {
  get(): Promise<void>;
  /** Saves one dashboard after the other, each time another text. */
  put(): Promise<void>;
  /** Saves the same one without looking at its version. */
  contend(): Promise<void>;
  list(): Promise<void>;
}

async function startOurs(url: string): Promise<Candidate & { search(): Promise<void> }> {
  const db = await openDatabase({ url });
  await migrate(db, [...deliveryMigrations, ...identityMigrations, ...resourceMigrations]);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const registry = createRegistry();
  const masterKey = createSecretKey(randomBytes(32));
  const keyRing = {
    sealingKeyId: "bench",
    masterKeyById: new Map([["bench", masterKey]]),
    sealsAuth: false,
    isOperators: false,
  };
  const delivery = await openDelivery({ db, keyRing, settings: settingsFrom(deliverySettings), registry, log });
  const publicUrl = "http://localhost:8080";
  const identity = await openIdentity({
    db,
    keyRing,
    settings: settingsFrom(identitySettings, { "auth.email.autoconfirm": true }),
    delivery,
    publicUrl,
    apiKeys: { secretKey: "vd_secret_bench" },
  });
  const resources = await openResources({
    db,
    identity,
    settings: settingsFrom(resourceSettings, { "resources.default_role": "Admin" }),
    publicUrl,
    allowedHosts: [],
    selectorFault: () => undefined,
    allowedOrigins: [],
    build: { version: "13.0.0", commit: "", builtAt: 0 },
    instance: { describe: async () => ({}), findings: async () => ({}) },
    deliveryWorkers: { title: "Delivery workers" },
  });
  const app = createHttpServer({ settings: settingsFrom(httpSettings, { "log.level": "silent" }), publicUrl });
  await app.register(identityRoutes, { prefix: "/auth/v1", identity });
  await app.register(resourceRoutes, { resources });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const client = httpClient(app.server, "");
  const signUp = await client.send("POST", "/auth/v1/signup", {
    email: "ada@example.com",
    password: "a-long-password",
  });
  const headers = { authorization: `Bearer ${JSON.parse(signUp.text).access_token}` };
  const bodyOf = (name: string, spec: string) => `{"metadata":{"name":"${name}"},"spec":${spec}}`;
  for (const name of names())
    expectStatus(201, await client.send("POST", COLLECTION, bodyOf(name, document()), headers));
  const save = async (name: string) =>
    expectStatus(200, await client.send("PUT", `${COLLECTION}/${name}`, bodyOf(name, changedDocument()), headers));
  const next = namesInTurn();
  return {
    get: async () => expectStatus(200, await client.get(`${COLLECTION}/d7`, headers)),
    put: async () => await save(next()),
    contend: async () => await save("d7"),
    list: async () => expectOk(await client.skim(`${COLLECTION}?limit=100`, headers)),
    search: async () => expectOk(await client.skim("/api/search?query=traefik&limit=100", headers)),
    async [Symbol.asyncDispose]() {
      await app.close();
      await delivery.close();
      await db.close();
    },
  };
}

async function startFloor(url: string): Promise<Candidate> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query("create table dashboards (name text primary key, version bigint not null, doc text not null)");
  for (const name of names()) await pool.query("insert into dashboards values ($1, 1, $2)", [name, document()]);
  const app = fastify({ bodyLimit: 8 * 1024 * 1024 });
  app.get<{ Params: { name: string } }>("/:name", async ({ params }, reply) => {
    const { rows } = await pool.query("select doc from dashboards where name = $1", [params.name]);
    return reply.type("application/json").send(rows[0].doc);
  });
  app.put<{ Params: { name: string }; Body: unknown }>("/:name", async ({ params, body }) => {
    const values = [params.name, JSON.stringify(body)];
    const update = "update dashboards set doc = $2, version = version + 1 where name = $1 returning version";
    const { rows } = await pool.query(update, values);
    return { version: rows[0].version };
  });
  app.get("/", async (_request, reply) => {
    const { rows } = await pool.query("select doc from dashboards order by name limit 100");
    return reply.type("application/json").send(`[${rows.map(({ doc }) => doc).join(",")}]`);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const client = httpClient(app.server, "");
  const next = namesInTurn();
  const save = async (name: string) => expectStatus(200, await client.send("PUT", `/${name}`, changedDocument()));
  return {
    get: async () => expectStatus(200, await client.get("/d7")),
    put: async () => await save(next()),
    contend: async () => await save("d7"),
    list: async () => expectOk(await client.skim("/")),
    async [Symbol.asyncDispose]() {
      await app.close();
      await pool.end();
    },
  };
}

let text: string | undefined;
let changes = 0;

function document(): string {
  text ??= readFileSync(DOCUMENT, "utf8").trim();
  return text;
}

function changedDocument(): string {
  changes += 1;
  return `${document().slice(0, -1)},"change":${changes}}`;
}

function names(): string[] {
  return Array.from({ length: DASHBOARDS }, (_, index) => `d${index}`);
}

function namesInTurn(): () => string {
  let turn = 0;
  return () => `d${turn++ % DASHBOARDS}`;
}

function expectOk(status: number): void {
  if (status !== 200) throw new Error(`${status} instead of 200`);
}

function expectStatus(status: number, answer: HttpAnswer): void {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text.slice(0, 200)}`);
}
