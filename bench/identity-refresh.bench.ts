import pg from "pg";
import { startCluster } from "../platform/database/test/postgres-cluster.ts";
import { type Apart, startApart } from "./cpu-time.ts";
import { CONCURRENCY, createDatabaseOn, httpClientOf } from "./http-load.ts";
import type { BenchRow } from "./run.ts";

const CREDENTIALS = { email: "ada@example.com", password: "correct horse battery" };
/** A service runs for days. V8 goes on making its code faster for this long: after 3 seconds a refresh takes a third more. */
const WARM_MS = 40_000;
const ROUND_MS = 4000;
const ROUNDS = 3;
/** What one core is to do in a second. */
const GOAL = 2000;

/**
 * How many refreshes one second of a core of the service makes. Load and PostgreSQL have cores of their own, which are not
 * counted; the threads of the service that sign are. Beside it, in turns, the least that could do the same.
 */
export default async function benchRefresh(): Promise<readonly BenchRow[]> {
  const cluster = await startCluster();
  if (cluster === undefined) throw new Error("PostgreSQL is needed: sudo apt-get install postgresql");
  try {
    const url = await createDatabaseOn(cluster.url, "refreshed");
    await using service = await startApart("identity-process.ts", [url]);
    await using floor = await startApart("refresh-floor.ts", [url]);
    const ours = { program: service, refresh: await refreshing(service) };
    const least = { program: floor, refresh: await movingOn(floor, url) };
    for (const { refresh } of [ours, least]) await load(refresh, WARM_MS);
    const rates: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      rates[0].push(await ratePerCore(ours));
      rates[1].push(await ratePerCore(least));
    }
    const [byOurs, byLeast] = [Math.max(...rates[0]), Math.max(...rates[1])];
    const unit = "1/s";
    return [
      {
        name: "refreshes in a second of the service's core, against 2,000",
        ours: byOurs,
        peer: GOAL,
        unit,
        ratio: byOurs / GOAL,
      },
      {
        name: "the same, against bare Fastify, pg and one signature",
        ours: byOurs,
        peer: byLeast,
        unit,
        ratio: byOurs / byLeast,
      },
    ];
  } finally {
    await cluster.remove();
  }
}

/** Does one refresh for one of the sessions. */
type Refresh = (session: number) => Promise<void>;

async function ratePerCore({ program, refresh }: { program: Apart; refresh: Refresh }): Promise<number> {
  const before = await program.cpuSeconds();
  const count = await load(refresh, ROUND_MS);
  return count / ((await program.cpuSeconds()) - before);
}

async function load(refresh: Refresh, durationMs: number): Promise<number> {
  const end = performance.now() + durationMs;
  const counts = Array.from({ length: CONCURRENCY }, async (_, session) => {
    let count = 0;
    for (; performance.now() < end; count += 1) await refresh(session);
    return count;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

async function refreshing({ port }: Apart): Promise<Refresh> {
  const http = httpClientOf(`http://127.0.0.1:${port}`, "/auth/v1");
  await http.send("POST", "/signup", CREDENTIALS);
  const tokens: string[] = [];
  for (let session = 0; session < CONCURRENCY; session += 1) {
    tokens.push(tokenIn(await http.send("POST", "/token?grant_type=password", CREDENTIALS)));
  }
  return async (session) => {
    const body = { refresh_token: tokens[session] ?? "" };
    tokens[session] = tokenIn(await http.send("POST", "/token?grant_type=refresh_token", body));
  };
}

/** On sessions of its own, which the service knows nothing of. */
async function movingOn({ port }: Apart, url: string): Promise<Refresh> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, refresh_token_counter)
     select gen_random_uuid(), id, now(), now(), 'aal1', 0 from auth.users, generate_series(1, $1) returning id`,
    [CONCURRENCY],
  );
  await client.end();
  const http = httpClientOf(`http://127.0.0.1:${port}`, "/auth/v1");
  return async (session) => {
    const { status, text } = await http.send("POST", "/token", { session: rows[session].id });
    if (status !== 200) throw new Error(`No session but ${status}: ${text}`);
  };
}

function tokenIn({ status, text }: { readonly status: number; readonly text: string }): string {
  if (status !== 200) throw new Error(`No session but ${status}: ${text}`);
  return JSON.parse(text).refresh_token;
}
