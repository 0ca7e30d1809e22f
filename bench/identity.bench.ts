import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import pg from "pg";
import { startCluster } from "../platform/database/test/postgres-cluster.ts";
import { CONCURRENCY, compareLoads, createDatabaseOn, type HttpAnswer, httpClient, MANY, median } from "./http-load.ts";
import { startIdentityService } from "./identity-service.ts";
import type { BenchRow } from "./run.ts";

const PASSWORD = "correct horse battery";
const EMAIL = "ada@example.com";

/**
 * Sign-in, sign-up and reading the user over HTTP, beside better-auth on the same PostgreSQL. Both hash with argon2id
 * at 19 MiB, 2 passes, 1 lane, and both ask the database about every session.
 */
export default async function benchIdentity(): Promise<readonly BenchRow[]> {
  const cluster = await startCluster();
  if (cluster === undefined) throw new Error("PostgreSQL is needed: sudo apt-get install postgresql");
  try {
    await using ours = await startOurs(await createDatabaseOn(cluster.url, "ours"));
    await using peer = await startPeer(await createDatabaseOn(cluster.url, "peer"));
    return [
      ...(await rows("read the user", "better-auth", ours.readUser, peer.readUser)),
      ...(await rows("sign in, argon2id 19 MiB", "better-auth", ours.signIn, peer.signIn)),
      ...(await rows("sign up, argon2id 19 MiB", "better-auth", ours.signUp, peer.signUp)),
      ...(await rows("refresh", "reading better-auth's session", ours.refresh, peer.readUser)),
      await compareHealth(ours, peer),
    ];
  } finally {
    await cluster.remove();
  }
}

interface Candidate extends AsyncDisposable {
  readUser(): Promise<void>;
  signIn(): Promise<void>;
  signUp(): Promise<void>;
  /** What a probe asks, which is to be answered whatever else goes on. */
  health(): Promise<void>;
}

/** Rate and slowest hundredth with 16 and with 64 requests at a time. */
async function rows(
  what: string,
  against: string,
  ours: () => Promise<void>,
  peer: () => Promise<void>,
): Promise<readonly BenchRow[]> {
  const found: BenchRow[] = [];
  for (const connections of [CONCURRENCY, MANY]) {
    const { rate, p99 } = await compareLoads(ours, peer, connections);
    const name = `${what}, ${connections} at a time, against ${against}`;
    found.push({ name, ...rate }, { name, ...p99 });
  }
  return found;
}

const SIGNING_IN = 60;
const PROBED_MS = 5000;
const PROBE_EVERY_MS = 20;

/** How long a probe waits in the middle while sixty people sign in at a time: hashing is to block nobody. */
async function compareHealth(ours: Candidate, peer: Candidate): Promise<BenchRow> {
  const [byOurs, byPeer] = [await probeUnderLoad(ours), await probeUnderLoad(peer)];
  const name = `health while ${SIGNING_IN} sign in (300 ms at most), against better-auth`;
  return { name, ours: byOurs, peer: byPeer, unit: "ms", ratio: byPeer / byOurs };
}

async function probeUnderLoad({ signIn, health }: Candidate): Promise<number> {
  const end = performance.now() + PROBED_MS;
  const signingIn = Array.from({ length: SIGNING_IN }, async () => {
    while (performance.now() < end) await signIn();
  });
  const took: number[] = [];
  while (performance.now() < end) {
    const asked = performance.now();
    await health();
    took.push(performance.now() - asked);
    await delay(PROBE_EVERY_MS);
  }
  await Promise.all(signingIn);
  return median(took);
}

async function startOurs(url: string): Promise<Candidate & { refresh(): Promise<void> }> {
  const service = await startIdentityService(url);
  const http = httpClient(service.server, "/auth/v1");
  const credentials = { email: EMAIL, password: PASSWORD };
  const first = await http.send("POST", "/signup", credentials);
  const { access_token } = JSON.parse(first.text);
  const refreshTokens = async () => {
    const tokens: string[] = [];
    for (let session = 0; session < MANY; session += 1) {
      const { text } = await http.send("POST", "/token?grant_type=password", credentials);
      tokens.push(JSON.parse(text).refresh_token);
    }
    return tokens;
  };
  const authorization = { authorization: `Bearer ${access_token}` };
  return {
    readUser: async () => expectUser(await http.get("/user", authorization)),
    signIn: async () => expectUser(await http.send("POST", "/token?grant_type=password", credentials)),
    signUp: async () => expectUser(await http.send("POST", "/signup", { email: freshEmail(), password: PASSWORD })),
    refresh: refreshing(await refreshTokens(), (token) =>
      http.send("POST", "/token?grant_type=refresh_token", { refresh_token: token }),
    ),
    health: async () => expectStatus(await http.get("/health")),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Refreshes sessions of their own side by side, as browsers do; each exchange uses a token that nobody else uses. */
function refreshing(tokens: string[], exchange: (token: string) => Promise<HttpAnswer>): () => Promise<void> {
  return async () => {
    const token = tokens.pop();
    if (token === undefined) throw new Error("There are fewer sessions than requests at the same time");
    const answer = await exchange(token);
    expectUser(answer);
    tokens.push(JSON.parse(answer.text).refresh_token);
  };
}

async function startPeer(url: string): Promise<Candidate> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const options = {
    database: pool,
    baseURL: "http://localhost:8080",
    secret: randomBytes(32).toString("hex"),
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      password: {
        hash: async (password: string) => {
          const salt = randomBytes(16);
          return Buffer.concat([salt, await derive(password, salt)]).toString("base64");
        },
        verify: async ({ hash, password }: { hash: string; password: string }) => {
          const stored = Buffer.from(hash, "base64");
          return timingSafeEqual(stored.subarray(16), await derive(password, stored.subarray(0, 16)));
        },
      },
    },
  };
  await (await getMigrations(options)).runMigrations();
  const handler = toNodeHandler(betterAuth(options));
  const server = createServer((incoming, outgoing) => void handler(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const http = httpClient(server, "/api/auth");
  const origin = { origin: "http://localhost:8080" };
  const credentials = { email: EMAIL, password: PASSWORD };
  const first = await http.send("POST", "/sign-up/email", { ...credentials, name: "Ada" }, origin);
  const cookie = first.cookies.map((line) => line.split(";", 1)[0]).join("; ");
  return {
    readUser: async () => expectUser(await http.get("/get-session", { cookie })),
    signIn: async () => expectUser(await http.send("POST", "/sign-in/email", credentials, origin)),
    signUp: async () =>
      expectUser(
        await http.send("POST", "/sign-up/email", { email: freshEmail(), password: PASSWORD, name: "Bob" }, origin),
      ),
    health: async () => expectStatus(await http.get("/ok")),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}

function expectUser({ status, text }: HttpAnswer): void {
  if (status !== 200 || !text.includes('"email"')) throw new Error(`Not a user but ${status}: ${text}`);
}

function expectStatus({ status, text }: HttpAnswer): void {
  if (status !== 200) throw new Error(`Not well but ${status}: ${text}`);
}

function freshEmail(): string {
  return `${randomBytes(8).toString("hex")}@example.com`;
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message: password, nonce: salt, ...cost }, (error, tag) => {
      if (error === null) resolve(tag);
      else reject(error);
    });
  });
}
