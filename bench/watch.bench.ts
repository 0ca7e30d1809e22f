import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { startDurableCluster } from "../platform/database/test/postgres-cluster.ts";
import { type RunningVedette, startVedette } from "../test/running-server.ts";
import { base64, startEtcd } from "./etcd.ts";
import { median } from "./http-load.ts";
import type { BenchRow } from "./run.ts";

const COLLECTION = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
/** A real one of 23 KB. */
const DOCUMENT = readFileSync(
  join(import.meta.dirname, "../services/resources/test/fixtures/traefik--traefik.json"),
  "utf8",
).trim();
const FEW = 100;
const MANY = 1000;
const CHANGES = 50;
const MANY_GOAL_MS = 1000;
const MEMORY_GOAL_MB = 50;

/** From the save of a dashboard to its arrival at everybody who watches, beside etcd's gateway and beside the goals. */
export default async function benchWatch(): Promise<readonly BenchRow[]> {
  const cluster = await startDurableCluster();
  if (cluster === undefined) throw new Error("PostgreSQL is needed: sudo apt-get install postgresql");
  const vedette = await startVedette({
    env: { VEDETTE_DATABASE_URL: cluster.url, VEDETTE_UI_ENABLED: "false", VEDETTE_METRICS_SCRAPE_SELF: "false" },
  });
  try {
    await using etcd = await startEtcd();
    const ours = new VedetteSource(vedette);
    const peer = new EtcdSource(etcd.url);
    await ours.change(0);
    await peer.change(0);
    const few = await arrivals(ours, FEW, CHANGES);
    const theirs = await arrivals(peer, FEW, CHANGES);
    const before = residentMegabytes(vedette.pid);
    const { all: many, during } = await arrivals(ours, MANY, CHANGES, () => residentMegabytes(vedette.pid));
    const [p99, peerP99] = [percentile(few.all, 0.99), percentile(theirs.all, 0.99)];
    const manyP99 = percentile(many, 0.99);
    const grown = Math.max(1, during - before);
    return [
      row(`${FEW} watchers, p99, against etcd (goal 2)`, p99, peerP99, "ms"),
      row(`${FEW} watchers, middle, against etcd`, median(few.all), median(theirs.all), "ms"),
      row(`${MANY} watchers, p99, against the goal`, manyP99, MANY_GOAL_MS, "ms"),
      row(`${MANY} watchers, memory, against the goal`, grown, MEMORY_GOAL_MB, "MB"),
    ];
  } finally {
    await vedette.stop();
    await cluster.remove();
  }
}

function row(name: string, ours: number, peer: number, unit: string): BenchRow {
  return { name, ours, peer, unit, ratio: peer / ours };
}

/** Something that is watched, and changed. */
interface Source {
  /** Finds out from where on is to be watched. */
  begin(): Promise<void>;
  /** @returns ends it */
  watch(onEvent: () => void): Promise<() => void>;
  change(number: number): Promise<void>;
}

/** Milliseconds from each change to each watcher's having it, and what `measure` said while all were there. */
async function arrivals(source: Source, watchers: number, changes: number, measure = () => 0) {
  const all: number[] = [];
  let [begin, missing] = [0, 0];
  let { promise: everybody, resolve: done } = Promise.withResolvers<void>();
  const onEvent = (): void => {
    all.push(performance.now() - begin);
    missing -= 1;
    if (missing === 0) done();
  };
  const ends: (() => void)[] = [];
  await source.begin();
  for (let index = 0; index < watchers; index += 1) ends.push(await source.watch(onEvent));
  for (let change = 1; change <= changes; change += 1) {
    ({ promise: everybody, resolve: done } = Promise.withResolvers<void>());
    missing = watchers;
    begin = performance.now();
    await source.change(change);
    await everybody;
  }
  const during = measure();
  for (const end of ends) end();
  return { all, during };
}

class VedetteSource implements Source {
  readonly #vedette: RunningVedette;
  readonly #headers: Record<string, string>;
  #version = "";

  constructor(vedette: RunningVedette) {
    this.#vedette = vedette;
    this.#headers = {
      authorization: `Bearer ${vedette.keys.secret_key}`,
      "content-type": "application/json",
    };
  }

  async begin(): Promise<void> {
    const list = await fetch(`${this.#vedette.url}${COLLECTION}?limit=1`, { headers: this.#headers });
    [, this.#version = ""] = /"resourceVersion":"(\d+)"/.exec(await list.text()) ?? [];
  }

  async watch(onEvent: () => void): Promise<() => void> {
    const url = `${this.#vedette.url}${COLLECTION}?watch=1&resourceVersion=${this.#version}`;
    return await lines({ url, method: "GET", headers: this.#headers }, onEvent);
  }

  async change(number: number): Promise<void> {
    const spec = `${DOCUMENT.slice(0, -1)},"change":${number},"at":${Date.now()}}`;
    const body = `{"metadata":{"name":"watched"},"spec":${spec}}`;
    const write = (method: string, path: string) =>
      fetch(`${this.#vedette.url}${COLLECTION}${path}`, { method, headers: this.#headers, body });
    const answer = number === 0 ? await write("POST", "") : await write("PUT", "/watched");
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

class EtcdSource implements Source {
  readonly #url: string;
  readonly #key = base64("/dashboards/default/watched");

  constructor(url: string) {
    this.#url = url;
  }

  async begin(): Promise<void> {
    // Without a version its gateway begins with the next change.
  }

  async watch(onEvent: () => void): Promise<() => void> {
    let isCreated = false;
    const { promise: created, resolve } = Promise.withResolvers<void>();
    const body = JSON.stringify({ create_request: { key: this.#key } });
    const end = await lines({ url: `${this.#url}/v3/watch`, method: "POST", body }, () => {
      if (isCreated) onEvent();
      isCreated = true;
      resolve();
    });
    await created;
    return end;
  }

  async change(number: number): Promise<void> {
    const value = base64(`${DOCUMENT.slice(0, -1)},"change":${number}}`);
    const answer = await fetch(`${this.#url}/v3/kv/put`, {
      method: "POST",
      body: JSON.stringify({ key: this.#key, value }),
    });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

interface StreamRequest {
  readonly url: string;
  readonly method: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/**
 * Tells of every event of an answer without an end. All readers read into one piece of memory and look for ends of
 * events only: a thousand of Node's own readers take ten times the processor time that the server needs to tell them.
 */
async function lines({ url, method, headers = {}, body = "" }: StreamRequest, onLine: () => void): Promise<() => void> {
  const { hostname, host, port, pathname, search } = new URL(url);
  const { promise: answered, resolve, reject } = Promise.withResolvers<void>();
  let head = "";
  let last = 0;
  const read = (length: number, bytes: Uint8Array): boolean => {
    const start = head.endsWith(HEAD_END) ? 0 : takeHead(bytes.subarray(0, length));
    for (let at = bytes.indexOf(NEWLINE, start); at >= 0 && at < length; at = bytes.indexOf(NEWLINE, at + 1)) {
      // The lines of chunked coding end in two signs, an event in one.
      if ((at === 0 ? last : bytes[at - 1]) !== CARRIAGE_RETURN) onLine();
    }
    last = bytes[length - 1] ?? 0;
    return true;
  };
  /** @returns where the head ends in these bytes */
  const takeHead = (bytes: Uint8Array): number => {
    const known = head.length;
    head += Buffer.from(bytes).toString("latin1");
    const end = head.indexOf(HEAD_END);
    if (end < 0) return bytes.length;
    head = head.slice(0, end + HEAD_END.length);
    if (head.startsWith("HTTP/1.1 200 ")) resolve();
    else reject(new Error(`${url} answered ${head}`));
    return head.length - known;
  };
  const socket = connect({ host: hostname, port: Number(port), onread: { buffer: READ_INTO, callback: read } });
  socket.on("error", reject);
  const sent = { ...headers, host, "content-length": String(Buffer.byteLength(body)) };
  const fields = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${fields.join("")}\r\n${body}`);
  // etcd answers once there is something to say.
  if (method === "GET") await answered;
  return () => socket.destroy();
}

const HEAD_END = "\r\n\r\n";
const READ_INTO = Buffer.alloc(64 * 1024);

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1] ?? Number.NaN;
}
