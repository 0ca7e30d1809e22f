import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startDurableCluster } from "../platform/database/test/postgres-cluster.ts";
import { killWithRun } from "../test/kill-with-run.ts";
import { startVedette } from "../test/running-server.ts";
import { base64, startEtcd } from "./etcd.ts";
import { compareRates, createDatabaseOn, type HttpAnswer, type HttpClient, httpClientOf } from "./http-load.ts";
import type { BenchRow } from "./run.ts";

const FIXTURES = join(import.meta.dirname, "../services/resources/test/fixtures");
/** Real ones, 57 KB on average. */
const DOCUMENTS = ["traefik--traefik", "argoproj--dashboard-legacy"].map((name) =>
  readFileSync(join(FIXTURES, `${name}.json`), "utf8").trim(),
);
const DASHBOARDS = 500;
const CONTENDERS = 8;
const COLLECTION = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

/** What both keep and answer. */
interface Candidate {
  get(): Promise<void>;
  create(): Promise<void>;
  /** Saves the worker's own object over the version that it saw last. */
  update(worker: number): Promise<void>;
  /** As `update`, all workers the same object; goes on until it was saved. */
  contend(worker: number): Promise<void>;
  list(): Promise<void>;
  /** Names and what a table shows of 500 objects. */
  table(): Promise<void>;
}

/**
 * The running program on PostgreSQL beside etcd's HTTP gateway, the same documents in both, both as durable as they are
 * by default; and reading beside a bare server that sends one ready buffer. The programs are processes of their own.
 */
export default async function benchBesideEtcd(): Promise<readonly BenchRow[]> {
  const cluster = await startDurableCluster();
  if (cluster === undefined) throw new Error("PostgreSQL is needed: sudo apt-get install postgresql");
  const vedette = await startVedette({
    env: { VEDETTE_DATABASE_URL: cluster.url, VEDETTE_UI_ENABLED: "false", VEDETTE_METRICS_SCRAPE_SELF: "false" },
  });
  try {
    await using etcd = await startEtcd();
    await using floor = await startFloor(documentOf(0));
    await using bare = await startBareStore(await createDatabaseOn(cluster.url, "bare"));
    const ours = await fillVedette(vedette.url, vedette.keys.secret_key);
    const peer = await fillEtcd(etcd.url);
    return [
      await compareRates("GET a dashboard, against etcd", ours.get, peer.get),
      await compareRates("GET a dashboard, against a bare server (goal 0.5)", ours.get, floor.get),
      await compareRates("create, durable, against etcd", ours.create, peer.create),
      await compareRates("update by version, durable, against etcd", ours.update, peer.update),
      await compareRates("8 writers on one, commits, against etcd", ours.contend, peer.contend, CONTENDERS),
      await compareRates("LIST 100 whole, against etcd (goal 3)", ours.list, peer.list),
      await compareRates("table of 500, against etcd's keys (goal 5)", ours.table, peer.table),
      // What machine and database allow: nothing that keeps documents in PostgreSQL gets further without keeping them in memory.
      await compareRates("create by a bare handler on PostgreSQL, against etcd", bare.create, peer.create),
      await compareRates("update by the bare handler, against etcd", bare.update, peer.update),
      await compareRates("LIST 100 by the bare handler, against etcd", bare.list, peer.list),
    ];
  } finally {
    await vedette.stop();
    await cluster.remove();
  }
}

async function fillVedette(url: string, secretKey: string): Promise<Candidate> {
  const http = httpClientOf(url, COLLECTION);
  const headers = { authorization: `Bearer ${secretKey}` };
  const versions = new Map<string, string>();
  const bodyOf = (name: string, spec: string, version?: string) =>
    `{"metadata":${JSON.stringify({ name, resourceVersion: version })},"spec":${spec}}`;
  const create = async (name: string, spec: string) => {
    const answer = await http.send("POST", "", bodyOf(name, spec), headers);
    expectStatus(201, answer);
    versions.set(name, versionIn(answer, VERSION));
  };
  for (let index = 0; index < DASHBOARDS; index += 1) await create(nameOf(index), documentOf(index));

  /** @returns whether nobody was faster */
  const save = async (name: string, seen: Map<string, string>): Promise<boolean> => {
    const answer = await http.send("PUT", `/${name}`, bodyOf(name, changedDocument(), seen.get(name)), headers);
    if (answer.status !== 409) expectStatus(200, answer);
    // A conflict says the version that there is.
    seen.set(name, versionIn(answer, answer.status === 409 ? CONFLICT_VERSION : VERSION));
    return answer.status === 200;
  };
  const contenders = Array.from({ length: CONTENDERS }, () => new Map(versions));
  return {
    get: async () => expectStatus(200, await http.get(`/${nameOf(0)}`, headers)),
    create: async () => await create(freshName(), documentOf(0)),
    update: async (worker) => {
      if (!(await save(nameOf(worker + 1), versions))) throw new Error("Somebody else changed a worker's own object");
    },
    contend: async (worker) => {
      while (!(await save(nameOf(0), contenders[worker] ?? versions)));
    },
    list: async () => expectOk(await http.skim("?limit=100", headers)),
    table: async () => expectOk(await http.skim("?limit=500", { ...headers, accept: TABLE })),
  };
}

async function fillEtcd(url: string): Promise<Candidate> {
  const http = httpClientOf(url, "/v3/kv");
  const versions = new Map<string, string>();
  const keyOf = (name: string) => base64(`/dashboards/default/${name}`);
  const all = { key: base64("/dashboards/default/"), range_end: base64("/dashboards/default0") };
  const put = (key: string, document: string) => ({ request_put: { key, value: base64(document) } });
  const create = async (name: string, document: string) => {
    const key = keyOf(name);
    const compare = [{ key, target: "CREATE", result: "EQUAL", create_revision: "0" }];
    const answer = await http.send("POST", "/txn", { compare, success: [put(key, document)] });
    expectSuccess(answer);
    versions.set(name, versionIn(answer, HEAD_REVISION));
  };
  for (let index = 0; index < DASHBOARDS; index += 1) await create(nameOf(index), documentOf(index));

  const save = async (name: string, seen: Map<string, string>): Promise<boolean> => {
    const key = keyOf(name);
    const compare = [{ key, target: "MOD", result: "EQUAL", mod_revision: seen.get(name) }];
    const failure = [{ request_range: { key, keys_only: true } }];
    const answer = await http.send("POST", "/txn", { compare, success: [put(key, changedDocument())], failure });
    expectStatus(200, answer);
    const isSaved = answer.text.includes('"succeeded":true');
    seen.set(name, versionIn(answer, isSaved ? HEAD_REVISION : MOD_REVISION));
    return isSaved;
  };
  const contenders = Array.from({ length: CONTENDERS }, () => new Map(versions));
  const range = async (body: object) => expectOk(await http.skim("/range", {}, body));
  const one = { key: keyOf(nameOf(0)) };
  return {
    get: async () => expectStatus(200, await http.send("POST", "/range", one)),
    create: async () => await create(freshName(), documentOf(0)),
    update: async (worker) => {
      if (!(await save(nameOf(worker + 1), versions))) throw new Error("Somebody else changed a worker's own object");
    },
    contend: async (worker) => {
      while (!(await save(nameOf(0), contenders[worker] ?? versions)));
    },
    list: async () => await range({ ...all, limit: "100" }),
    table: async () => await range({ ...all, limit: "500", keys_only: true }),
  };
}

/** Runs a program of this folder as a process of its own; it says the port that it listens on. */
async function startProgram(file: string, { input = "", env = {} }): Promise<AsyncDisposable & { http: HttpClient }> {
  const args = ["--conditions=vedette-source", join(import.meta.dirname, file)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...env } });
  killWithRun(child);
  child.stdin.end(input);
  const [port]: unknown[] = await once(child.stdout, "data");
  return {
    http: httpClientOf(`http://127.0.0.1:${String(port).trim()}`, ""),
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function startFloor(document: string): Promise<AsyncDisposable & { get(): Promise<void> }> {
  const program = await startProgram("bare-server.ts", { input: document });
  return { ...program, get: async () => expectStatus(200, await program.http.get("/")) };
}

type BareStore = AsyncDisposable & Pick<Candidate, "create" | "update" | "list">;

async function startBareStore(databaseUrl: string): Promise<BareStore> {
  const program = await startProgram("bare-store.ts", { env: { DATABASE_URL: databaseUrl } });
  const { http } = program;
  const versions = new Map<string, string>();
  const write = async (method: "POST" | "PUT", name: string, document: string) => {
    const query = method === "PUT" ? `?version=${versions.get(name)}` : "";
    const answer = await http.send(method, `/${name}${query}`, document);
    expectStatus(200, answer);
    versions.set(name, versionIn(answer, BARE_VERSION));
  };
  for (let index = 0; index < DASHBOARDS; index += 1) await write("POST", nameOf(index), documentOf(index));
  return {
    ...program,
    create: async () => await write("POST", freshName(), documentOf(0)),
    update: async (worker) => await write("PUT", nameOf(worker + 1), changedDocument()),
    list: async () => expectOk(await http.skim("/")),
  };
}

const BARE_VERSION = /"version":"(\d+)"/;
const VERSION = /"resourceVersion":"(\d+)"/;
const CONFLICT_VERSION = /"message":"(\d+)"/;
const HEAD_REVISION = /"revision":"(\d+)"/;
const MOD_REVISION = /"mod_revision":"(\d+)"/;

function versionIn({ text }: HttpAnswer, pattern: RegExp): string {
  const [, version] = pattern.exec(text) ?? [];
  if (version === undefined) throw new Error(`There is no version in ${text.slice(0, 300)}`);
  return version;
}

function nameOf(index: number): string {
  return `d${String(index).padStart(4, "0")}`;
}

let names = 0;
function freshName(): string {
  names += 1;
  return `fresh${names}`;
}

function documentOf(index: number): string {
  return DOCUMENTS[index % DOCUMENTS.length] ?? "{}";
}

let changes = 0;
function changedDocument(): string {
  changes += 1;
  return `${documentOf(changes).slice(0, -1)},"change":${changes}}`;
}

function expectSuccess(answer: HttpAnswer): void {
  expectStatus(200, answer);
  if (!answer.text.includes('"succeeded":true')) throw new Error(`etcd refused: ${answer.text.slice(0, 200)}`);
}

function expectOk(status: number): void {
  if (status !== 200) throw new Error(`${status} instead of 200`);
}

function expectStatus(status: number, answer: HttpAnswer): void {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text.slice(0, 200)}`);
}
