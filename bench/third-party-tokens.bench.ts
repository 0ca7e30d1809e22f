import { generateKeyPairSync, type KeyPairKeyObjectResult, sign as signBytes, verify } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openDatabase, openKeyRing } from "@vedette/database";
import { deliveryMigrations, deliverySettings, openDelivery } from "@vedette/delivery";
import { identify, identityMigrations, identitySettings, openIdentity } from "@vedette/identity";
import { settingsFrom } from "@vedette/settings";
import { createRegistry } from "@vedette/worker-metrics";
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import type { BenchRow } from "./run.ts";

const PROVIDERS = 50;
/** As many people as are at work at the same time. */
const PEOPLE = 500;
const ROUNDS = 10;
const CHECKS_A_ROUND = 2000;
/** What one core is to check in a second. */
const GOAL = 20_000;

/**
 * Who sent a request, by the RS256 token of another issuer: with one issuer, with fifty, and for tokens that nobody has
 * seen before, beside jose with a key set in memory and beside the bare check of a signature, of each algorithm.
 */
export default async function benchThirdPartyTokens(): Promise<readonly BenchRow[]> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "key-1", alg: "RS256" };
  const issuerOf = (at: number) => `https://issuer-${at}.example`;
  const sign = (issuer: string, sub: string) =>
    new SignJWT({ role: "authenticated", email: `${sub}@example.com` })
      .setProtectedHeader({ alg: "RS256", kid: "key-1" })
      .setIssuer(issuer)
      .setSubject(sub)
      .setExpirationTime("1h")
      .sign(privateKey);
  const last = issuerOf(PROVIDERS - 1);
  const tokens = await Promise.all(Array.from({ length: PEOPLE }, (_, at) => sign(last, `person-${at}`)));
  const fresh = await Promise.all(
    Array.from({ length: ROUNDS * CHECKS_A_ROUND }, (_, at) => sign(last, `stranger-${at}`)),
  );
  const keySet = createLocalJWKSet({ keys: [jwk] });
  const peer = (token: string) => jwtVerify(token, keySet, { issuer: last });
  const issuers = Array.from({ length: PROVIDERS }, (_, at) => ({ issuer: issuerOf(at), jwks: { keys: [jwk] } }));

  await using one = await open(issuers.slice(-1));
  await using many = await open(issuers);
  const candidates = [
    { tokens, check: peer },
    { tokens, check: one.identify },
    { tokens, check: many.identify },
    { tokens: fresh, check: many.identify },
    ...BARE_CHECKS.map(bareCheck),
  ];
  const tally = candidates.map(() => ({ done: 0, cpuSeconds: 0 }));
  // In turns: whatever else the machine does, it does it to all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, { tokens: all, check }] of candidates.entries()) {
      const share = all.length === PEOPLE ? all : all.slice(round * CHECKS_A_ROUND, (round + 1) * CHECKS_A_ROUND);
      await measure(share, check, tally[at]);
    }
  }
  const [byPeer = 0, byOne = 0, byMany = 0, byFresh = 0, ...byBare] = tally.map(
    ({ done, cpuSeconds }) => done / cpuSeconds,
  );
  return [
    row("third-party tokens in use, against 20,000 a second of a core", byOne, GOAL),
    row("third-party tokens seen first, against 20,000 a second of a core", byFresh, GOAL),
    row("third-party tokens in use, 1 issuer, against jose", byOne, byPeer),
    row(`third-party tokens in use, ${PROVIDERS} issuers, against 1`, byMany, byOne),
    row("third-party tokens seen first, against jose", byFresh, byPeer),
    ...BARE_CHECKS.map(({ name }, at) =>
      row(`third-party tokens seen first (RS256), against a bare check, ${name}`, byFresh, byBare[at] ?? 0),
    ),
  ];
}

/** What no check can be faster than. */
const BARE_CHECKS = [
  { name: "RS256", digest: "sha256", keys: generateKeyPairSync("rsa", { modulusLength: 2048 }) },
  { name: "ES256", digest: "sha256", keys: generateKeyPairSync("ec", { namedCurve: "P-256" }) },
  { name: "EdDSA", digest: null, keys: generateKeyPairSync("ed25519") },
] as const satisfies readonly { name: string; digest: string | null; keys: KeyPairKeyObjectResult }[];

/** As many bytes as a small token has, signed and checked by the key, and nothing else. */
function bareCheck({ digest, keys }: (typeof BARE_CHECKS)[number]) {
  const bytes = Buffer.alloc(300, "token");
  const signature = signBytes(digest, bytes, keys.privateKey);
  const check = async () => verify(digest, bytes, keys.publicKey, signature) || undefined;
  return { tokens: ["bare"], check };
}

const row = (name: string, ours: number, peer: number): BenchRow => ({
  name,
  ours,
  peer,
  unit: "per s",
  ratio: ours / peer,
});

/**
 * Checks one token after another, and adds what that took of the processor's time: all threads together, as one core would
 * do it. Every check must say who it is.
 */
async function measure(
  tokens: readonly string[],
  check: (token: string) => Promise<unknown>,
  tally: { done: number; cpuSeconds: number } | undefined,
): Promise<void> {
  if (tally === undefined) return;
  const before = process.cpuUsage();
  for (let at = 0; at < CHECKS_A_ROUND; at += 1) {
    if ((await check(tokens[at % tokens.length] ?? "")) === undefined) throw new Error("A good token was refused");
  }
  const { user, system } = process.cpuUsage(before);
  tally.done += CHECKS_A_ROUND;
  tally.cpuSeconds += (user + system) / 1_000_000;
}

async function open(
  issuers: readonly object[],
): Promise<AsyncDisposable & { identify(token: string): Promise<unknown> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "vedette-bench-"));
  const db = await openDatabase({ dataDir });
  await migrate(db, [...identityMigrations, ...deliveryMigrations]);
  const keyRing = openKeyRing({ dataDir });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const registry = createRegistry();
  const delivery = await openDelivery({ db, keyRing, settings: settingsFrom(deliverySettings), registry, log });
  const identity = await openIdentity({
    db,
    keyRing,
    settings: { ...settingsFrom(identitySettings), "auth.third_party.issuers": JSON.parse(JSON.stringify(issuers)) },
    delivery,
    publicUrl: "http://localhost:8080",
    apiKeys: { secretKey: "vd_secret_bench" },
  });
  return {
    identify: (token) => identify(identity, { authorization: `Bearer ${token}` }),
    async [Symbol.asyncDispose]() {
      await delivery.close();
      await db.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
