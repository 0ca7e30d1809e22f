import { createHash, createSecretKey, randomBytes, randomUUID } from "node:crypto";
import { type Database, type KeyRing, migrate } from "@vedette/database";
import { onEachStore } from "@vedette/database/testing";
import { deliveryMigrations } from "@vedette/delivery";
import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { identityMigrations, planAdoption, refuseNewerSchema } from "../src/index.ts";
import {
  envelope,
  insertRecoveryCodes,
  insertRowSession,
  insertSignedSession,
  insertUser,
  type Level,
  PASSWORDS,
  referenceDatabase,
} from "./adopted-database.ts";
import { call } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";
import { clientOf, openLink } from "./published-client-of.ts";

const LEVELS: readonly Level[] = ["20240427152123", "20251104100000"];
const KEY = { keyId: "of-old", key: randomBytes(32) };
const masterKey = createSecretKey(KEY.key);
const KEY_RING: KeyRing = { sealingKeyId: "new", masterKeyById: keysNamed("new"), sealsAuth: true, isOperators: false };
const BOTH_KEYS: KeyRing = { ...KEY_RING, masterKeyById: new Map([...keysNamed("new"), ["of-old", masterKey]]) };

function keysNamed(name: string) {
  return new Map([[name, createSecretKey(Buffer.alloc(32, 1))]]);
}

async function takeOver(db: Database): Promise<void> {
  await migrate(db, [...deliveryMigrations, ...identityMigrations]);
}

/** What the schema and the rows look like, to see that nothing of it was touched. */
async function columnsOf(db: Database): Promise<string[]> {
  const { rows } = await db.query(
    `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line
     from information_schema.columns where table_schema = 'auth' order by 1`,
  );
  return rows.map(({ line }) => String(line));
}

onEachStore("a database of the reference service", (open) => {
  it("counts users as proven by a confirmed address, or by a session without an unconfirmed one", async () => {
    const db = await referenceDatabase(open, "20240427152123");
    await insertUser(db, { email: "confirmed@example.com", password: null });
    const unlinked = await insertUser(db, { email: "unlinked@example.com", password: null, isConfirmed: false });
    await insertRowSession(db, unlinked);
    await db.query("delete from auth.identities where user_id = $1", [unlinked]);
    const unconfirmed = await insertUser(db, { email: "unconfirmed@example.com", password: null, isConfirmed: false });
    await db.query("insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), $1, now())", [
      unconfirmed,
    ]);
    await insertUser(db, { email: "invited@example.com", password: null, isConfirmed: false });

    await takeOver(db);

    const { rows } = await db.query(
      "select email from vedette.proven_users join auth.users on id = user_id order by email",
    );
    expect(rows.map(({ email }) => email)).toEqual(["confirmed@example.com", "unlinked@example.com"]);
  });

  it.each(LEVELS)("at level %s is taken over: passwords, sessions, refresh tokens and codes go on", async (level) => {
    const db = await referenceDatabase(open, level);
    for (const [name, { hash }] of Object.entries(PASSWORDS)) {
      await insertUser(db, { email: `${name}@example.com`, password: hash() });
    }
    const id = await insertUser(db, { email: "sessions@example.com", password: PASSWORDS.bcrypt.hash() });
    const ofRows = await insertRowSession(db, id);
    const signed = level === "20251104100000" ? await insertSignedSession(db, id) : undefined;
    const invited = await insertUser(db, { email: "invited@example.com", password: null, isConfirmed: false });
    const hashOfLink = createHash("sha224").update("invited@example.com123456").digest("hex");
    await db.query(
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at)
       values (gen_random_uuid(), $1, 'confirmation_token', $2, 'invited@example.com', now() at time zone 'utc')`,
      [invited, hashOfLink],
    );
    const before = await columnsOf(db);

    const plan = await planAdoption(db, KEY_RING);
    expect(await columnsOf(db)).toEqual(before);
    expect(plan).toMatchObject({
      level,
      isAdopted: false,
      isNewerThanKnown: false,
      problems: [],
      counts: { users: 5, identities: 5, sessions: signed === undefined ? 1 : 2, refreshTokens: 1, oneTimeTokens: 1 },
      passwords: { argon2: 1, bcrypt: 2, none: 1, scrypt: 1 },
      unknownColumns: level === "20251104100000" ? ["users.nickname"] : [],
    });
    expect(plan.added).toContain(
      level === "20251104100000" ? "oauth_clients.token_endpoint_auth_method" : "sessions.scopes",
    );

    await takeOver(db);
    await takeOver(db);
    const { rows } = await db.query("select key, value from vedette.settings");
    expect(rows).toEqual([{ key: "auth.refresh_token_algorithm_version", value: "1" }]);

    // Whatever was there is there, as it was.
    expect(await columnsOf(db)).toEqual(expect.arrayContaining(before));
    expect(await planAdoption(db, KEY_RING)).toMatchObject({ isAdopted: true, added: [], problems: [] });
    const server = await startIdentity(() => Promise.resolve(db), {
      hasRealHashes: true,
      settings: { "auth.refresh_token_algorithm_version": 1 },
    });
    await expectSignIns(server);
    await expectRefresh(server, ofRows);
    if (signed !== undefined) await expectRefresh(server, signed);
    const { fragment } = await openLink(new URL(`${server.url}/auth/v1/verify?token=${hashOfLink}&type=invite`));
    expect(fragment.get("access_token")).toMatch(/./);
  });

  it("whose secrets are sealed goes on with the key of old, and is refused without it", async () => {
    const db = await referenceDatabase(open, "20251104100000");
    const id = randomUUID();
    await insertUser(db, { id, email: "sealed@example.com", password: envelope(KEY, id, PASSWORDS.bcrypt.hash()) });
    const refreshToken = await insertSignedSession(db, id, KEY);
    const factor = randomUUID();
    const secret = new Secret({ size: 20 });
    await db.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values ($1, $2, 'phone', 'totp', 'verified', now(), now(), $3)`,
      [factor, id, envelope(KEY, factor, secret.base32)],
    );

    const blind = await planAdoption(db, KEY_RING);
    expect(blind.sealedBy).toEqual([{ keyId: "of-old", secrets: 3, isKnown: false }]);
    expect(blind.problems).toEqual([expect.stringMatching(/^3 secrets are sealed with the key "of-old": add it to/)]);
    expect((await planAdoption(db, BOTH_KEYS)).problems).toEqual([]);
    await takeOver(db);

    const server = await startIdentity(() => Promise.resolve(db), { keyRing: BOTH_KEYS, hasRealHashes: true });
    await expectRefresh(server, refreshToken);
    const { auth } = clientOf(server);
    const { error } = await auth.signInWithPassword({
      email: "sealed@example.com",
      password: PASSWORDS.bcrypt.password,
    });
    expect(error).toBeNull();
    const code = new TOTP({ secret }).generate();
    const verified = await auth.mfa.challengeAndVerify({ factorId: factor, code });
    expect(verified.error).toBeNull();
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal2");
  });

  it("moves recovery codes, each of which is good for one sign-in", async () => {
    const db = await referenceDatabase(open, "20260911120000");
    const userId = await insertUser(db, { email: "ada@example.com", password: PASSWORDS.bcrypt.hash() });
    const id = await insertRecoveryCodes(db, { userId, codes: ["k4m9x7qp2ab8ht3z"], consumed: ["9wze6r5npd4cmq7v"] });
    expect(await planAdoption(db, KEY_RING)).toMatchObject({ isNewerThanKnown: false, problems: [] });

    await takeOver(db);

    const server = await startIdentity(() => Promise.resolve(db), { hasRealHashes: true });
    const { auth } = clientOf(server);
    const { password } = PASSWORDS.bcrypt;
    const { data } = await auth.signInWithPassword({ email: "ada@example.com", password });
    const bearer = data.session?.access_token ?? "";
    const types = data.user?.factors?.map(({ factor_type }) => factor_type);
    expect(types?.toSorted()).toEqual(["recovery_code", "totp"]);
    const status = () => call(server, "GET /factors/recovery-codes", { bearer });
    expect((await status()).json).toEqual({ id, type: "recovery_code", total: 2, remaining: 1 });
    const verify = (code: string) => call(server, "POST /factors/recovery-codes/verify", { bearer, body: { code } });
    expect((await verify("9WZE-6R5N-PD4C-MQ7V")).json["error_code"]).toBe("mfa_verification_failed");
    const verified = await verify("K4M9-X7QP-2AB8-HT3Z");
    expect(verified.status).toBe(200);
    expect((await status()).json).toMatchObject({ remaining: 0 });
    expect((await verify("k4m9x7qp2ab8ht3z")).json["error_code"]).toBe("mfa_verification_failed");
    const raised = String(verified.json["access_token"]);
    const regenerated = await call(server, "POST /factors/recovery-codes/regenerate", { bearer: raised });
    expect(regenerated.json).toMatchObject({ id, total: 10 });
    expect((await status()).json).toMatchObject({ total: 10, remaining: 10 });
  });

  it("gets the expiry of every new token, and no link of an older one", async () => {
    const db = await referenceDatabase(open, "20260911120000");
    const userId = await insertUser(db, { email: "ada@example.com", password: PASSWORDS.bcrypt.hash() });
    await db.query(
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, link_token_hash)
       values (gen_random_uuid(), $1, 'recovery_token', 'old', 'ada@example.com', 'old link')`,
      [userId],
    );
    await takeOver(db);
    const server = await startIdentity(() => Promise.resolve(db), { settings: { "auth.email.otp_expiry": 600 } });

    await clientOf(server).auth.resetPasswordForEmail("ada@example.com");

    const { rows } = await db.query(
      `select link_token_hash, extract(epoch from expires_at at time zone 'utc' - created_at)::int as seconds
       from auth.one_time_tokens`,
    );
    expect(rows).toEqual([{ link_token_hash: null, seconds: 600 }]);
  });

  it("that is too old, too new, or demands what nobody knows is said to be so, and nothing is changed", async () => {
    const db = await referenceDatabase(open, "20240427152123");
    const before = await columnsOf(db);

    await db.query("insert into auth.schema_migrations values ('20990101000000')");
    expect(await planAdoption(db, KEY_RING)).toMatchObject({ isNewerThanKnown: true, problems: [] });
    await expect(refuseNewerSchema(db)).rejects.toMatchObject({ code: "migration_unknown" });
    await db.query("delete from auth.schema_migrations where version >= '20240427152123'");
    expect((await planAdoption(db, KEY_RING)).problems).toEqual([
      expect.stringContaining("20240427152123 is the oldest that can be taken over"),
    ]);
    expect(await columnsOf(db)).toEqual(before);
    await db.query("insert into auth.schema_migrations values ('20240427152123')");
    await db.exec("alter table auth.users add column must_be_given text not null");
    expect((await planAdoption(db, KEY_RING)).problems).toEqual([
      expect.stringContaining("auth.users.must_be_given must be filled by every insert"),
    ]);
    await db.exec("alter table auth.users drop column must_be_given; alter table auth.users drop column aud");
    expect((await planAdoption(db, KEY_RING)).problems).toEqual([expect.stringContaining("auth.users.aud is missing")]);
  });

  it("is nothing that was never one", async () => {
    const fresh = await open([...identityMigrations]);
    await expect(refuseNewerSchema(fresh)).resolves.toBeUndefined();
    expect((await fresh.query("select key from vedette.settings")).rows).toEqual([]);

    expect((await planAdoption(fresh, KEY_RING)).problems).toEqual([
      expect.stringContaining("there is no schema auth of Supabase Auth here"),
    ]);
  });
});

async function expectSignIns(server: IdentityServer): Promise<void> {
  for (const [name, { password }] of Object.entries(PASSWORDS)) {
    for (const round of ["with the hash of old", "with the hash of ours"]) {
      const { auth } = clientOf(server);
      const { data, error } = await auth.signInWithPassword({ email: `${name}@example.com`, password });
      expect(error, `${name} ${round}`).toBeNull();
      expect(data.session?.refresh_token).toMatch(/^[a-z0-9]{12}$/);
      expect(data.user?.user_metadata).toMatchObject({ name: "Ada" });
    }
    const wrong = await call(server, "POST /token?grant_type=password", {
      body: { email: `${name}@example.com`, password: `${password}!` },
    });
    expect(wrong.json["error_code"]).toBe("invalid_credentials");
  }
  const { rows } = await server.db.query(
    "select encrypted_password as hash from auth.users where email like 'scrypt@%'",
  );
  expect(rows[0]?.["hash"]).toMatch(/^\$argon2id\$v=19\$m=19456/);
}

async function expectRefresh(server: IdentityServer, refreshToken: string): Promise<void> {
  const { auth } = clientOf(server);
  const first = await auth.refreshSession({ refresh_token: refreshToken });
  expect(first.error).toBeNull();
  const second = await auth.refreshSession();
  expect(second.error).toBeNull();
  expect(second.data.session?.refresh_token).not.toBe(first.data.session?.refresh_token);
  expect((await auth.getUser()).data.user?.email).toMatch(/@example\.com$/);
}
