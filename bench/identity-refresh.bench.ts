import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startCluster } from "../platform/database/test/postgres-cluster.ts";
import { CONCURRENCY, createDatabaseOn, httpClientOf } from "./http-load.ts";
import type { BenchRow } from "./run.ts";

const CREDENTIALS = { email: "ada@example.com", password: "correct horse battery" };
const WARM_MS = 3000;
const MEASURED_MS = 10_000;
/** What one core is to do in a second. */
const FLOOR = 2000;

/** How many refreshes one second of a core of the service makes; the load and PostgreSQL have cores of their own. */
export default async function benchRefresh(): Promise<readonly BenchRow[]> {
  const cluster = await startCluster();
  if (cluster === undefined) throw new Error("PostgreSQL is needed: sudo apt-get install postgresql");
  const url = await createDatabaseOn(cluster.url, "refreshed");
  const service = fork(join(import.meta.dirname, "identity-process.ts"), [url], {
    execArgv: ["--conditions=vedette-source"],
  });
  try {
    const { port } = await heard(service, "port");
    const http = httpClientOf(`http://127.0.0.1:${port}`, "/auth/v1");
    await http.send("POST", "/signup", CREDENTIALS);
    const sessions: string[] = [];
    for (let session = 0; session < CONCURRENCY; session += 1) {
      sessions.push(tokenIn(await http.send("POST", "/token?grant_type=password", CREDENTIALS)));
    }
    const refreshFor = async (durationMs: number): Promise<number> => {
      const end = performance.now() + durationMs;
      const counts = sessions.map(async (_token, at) => {
        let count = 0;
        for (; performance.now() < end; count += 1) {
          const body = { refresh_token: sessions[at] ?? "" };
          sessions[at] = tokenIn(await http.send("POST", "/token?grant_type=refresh_token", body));
        }
        return count;
      });
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    };
    await refreshFor(WARM_MS);
    const before = await cpuSecondsOf(service);
    const refreshes = await refreshFor(MEASURED_MS);
    const ours = refreshes / ((await cpuSecondsOf(service)) - before);
    return [
      {
        name: "refreshes in a second of the service's core, against 2,000",
        ours,
        peer: FLOOR,
        unit: "1/s",
        ratio: ours / FLOOR,
      },
    ];
  } finally {
    service.disconnect();
    await once(service, "exit");
    await cluster.remove();
  }
}

type Service = ReturnType<typeof fork>;

async function heard(service: Service, field: "port" | "cpuSeconds"): Promise<{ port?: number; cpuSeconds?: number }> {
  const [message] = await once(service, "message");
  if (typeof message !== "object" || message === null || !(field in message)) throw new Error(`No ${field}`);
  return message;
}

async function cpuSecondsOf(service: Service): Promise<number> {
  service.send("how much?");
  return (await heard(service, "cpuSeconds")).cpuSeconds ?? 0;
}

function tokenIn({ status, text }: { readonly status: number; readonly text: string }): string {
  if (status !== 200) throw new Error(`No session but ${status}: ${text}`);
  return JSON.parse(text).refresh_token;
}
