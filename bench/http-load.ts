import { Agent, request, type Server } from "node:http";
import pg from "pg";
import type { BenchRow } from "./run.ts";
import { skimmer } from "./skim.ts";

/** Requests at the same time, like the browsers of one busy team. */
export const CONCURRENCY = 16;
/** Requests at the same time when many teams are busy. */
export const MANY = 64;
const ROUNDS = 5;
const ROUND_MS = 1500;

/** Does one thing; told which of the workers it is. */
type Work = (worker: number) => Promise<void>;

/** Rounds alternate, so that a noisy neighbour meets both alike; the median round counts. */
export async function compareRates(name: string, ours: Work, peer: Work, workers = CONCURRENCY): Promise<BenchRow> {
  const { rate } = await compareLoads(ours, peer, workers);
  return { name, ...rate };
}

/** The rate and the slowest hundredth of so many requests at a time; above 1 ours is better in both. */
export async function compareLoads(
  ours: Work,
  peer: Work,
  workers: number,
): Promise<{ readonly rate: Omit<BenchRow, "name">; readonly p99: Omit<BenchRow, "name"> }> {
  const [byOurs, byPeer]: [Load[], Load[]] = [[], []];
  await load(ours, workers);
  await load(peer, workers);
  for (let round = 0; round < ROUNDS; round += 1) {
    byOurs.push(await load(ours, workers));
    byPeer.push(await load(peer, workers));
  }
  const rateOf = (loads: readonly Load[]) => median(loads.map(({ rate }) => rate));
  const p99Of = (loads: readonly Load[]) => median(loads.map(({ p99 }) => p99));
  const [ourRate, peerRate] = [rateOf(byOurs), rateOf(byPeer)];
  const [ourP99, peerP99] = [p99Of(byOurs), p99Of(byPeer)];
  return {
    rate: { ours: ourRate, peer: peerRate, unit: "1/s", ratio: ourRate / peerRate },
    p99: { ours: ourP99, peer: peerP99, unit: "ms p99", ratio: peerP99 / ourP99 },
  };
}

export interface HttpAnswer {
  readonly status: number;
  /** Put together when it is asked for: what the client does with megabytes is not what is measured. */
  readonly text: string;
  readonly cookies: readonly string[];
}

export interface HttpClient {
  get(path: string, headers?: Record<string, string>): Promise<HttpAnswer>;
  /** Asks for what is large, with a body by POST, and lets it pass by; gives the status. */
  skim(path: string, headers?: Record<string, string>, body?: object): Promise<number>;
  /** Sends an object as JSON, a text as it is. */
  send(
    method: "POST" | "PUT" | "DELETE",
    path: string,
    body: object | string,
    headers?: Record<string, string>,
  ): Promise<HttpAnswer>;
}

/** Speaks HTTP to a server that listens, over as many kept connections as there are requests at a time. */
export function httpClient(server: Pick<Server, "address">, prefix: string): HttpClient {
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("The server listens on no port");
  const { port } = address;
  const agent = new Agent({ keepAlive: true, maxSockets: MANY });
  const exchange = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    new Promise<HttpAnswer>((resolve, reject) => {
      const target = { host: "127.0.0.1", port, path: prefix + path, method, headers, agent };
      const outgoing = request(target, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", () => {
          const { statusCode: status = 0, headers: answered } = incoming;
          const cookies = answered["set-cookie"] ?? [];
          resolve({
            status,
            cookies,
            get text() {
              return Buffer.concat(chunks).toString();
            },
          });
        });
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  const skim = skimmer(port);
  return {
    get: (path, headers = {}) => exchange("GET", path, headers),
    skim: (path, headers = {}, body = undefined) =>
      skim({
        method: body === undefined ? "GET" : "POST",
        path: prefix + path,
        headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    send: (method, path, body, headers = {}) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      return exchange(method, path, { "content-type": "application/json", ...headers }, text);
    },
  };
}

export async function createDatabaseOn(clusterUrl: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: clusterUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** As `httpClient`, to a server in a process of its own. */
export function httpClientOf(url: string, prefix: string): HttpClient {
  const port = Number(new URL(url).port);
  return httpClient({ address: () => ({ address: "127.0.0.1", family: "IPv4", port }) }, prefix);
}

interface Load {
  /** Per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p99: number;
}

async function load(work: Work, workers: number): Promise<Load> {
  const begin = performance.now();
  const took: number[] = [];
  const worker = async (_: unknown, index: number): Promise<void> => {
    while (performance.now() - begin < ROUND_MS) {
      const asked = performance.now();
      await work(index);
      took.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  const sorted = took.toSorted((one, other) => one - other);
  return {
    rate: (took.length * 1000) / (performance.now() - begin),
    p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0,
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
