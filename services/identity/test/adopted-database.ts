import { argon2Sync, createCipheriv, createHash, createHmac, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hashSync } from "@node-rs/bcrypt";
import type { Database } from "@vedette/database";
import type { OpenTestDatabase } from "@vedette/database/testing";

// Everything here is made as the reference service makes it, by nothing of ours.

/** Levels of the reference service's schema that tests begin with; the later one builds upon the earlier. */
const LEVELS = ["20240427152123", "20251104100000", "20260911120000"] as const;
export type Level = (typeof LEVELS)[number];

/** A database that the reference service has used up to a level. */
export async function referenceDatabase(open: OpenTestDatabase, level: Level): Promise<Database> {
  const db = await open([]);
  // What the test helper has made before us.
  await db.exec("drop schema if exists auth cascade; drop schema if exists vedette cascade");
  for (const step of LEVELS.slice(0, LEVELS.indexOf(level) + 1)) {
    await db.exec(readFileSync(new URL(`fixtures/reference-${step}.sql`, import.meta.url), "utf8"));
  }
  return db;
}

export const PASSWORDS = {
  bcrypt: { password: "a password of old", hash: () => hashSync("a password of old", { cost: 10 }) },
  argon2: { password: "another of old", hash: () => argon2Text("another of old") },
  /** The example of Firebase's own documentation. @see https://github.com/firebase/scrypt */
  scrypt: {
    password: "user1password",
    hash: () =>
      "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  },
} as const;

function argon2Text(password: string): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync("argon2id", {
    message: password,
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 8192,
    passes: 3,
  });
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=8192,t=3,p=1$${text(nonce)}$${text(tag)}`;
}

export async function insertUser(
  db: Database,
  user: { id?: string; email: string; password: string | null; isConfirmed?: boolean },
): Promise<string> {
  const { id = randomUUID(), email, password, isConfirmed = true } = user;
  await db.query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, created_at,
       updated_at, raw_app_meta_data, raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new,
       email_change)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, $4, now(), now(),
       '{"provider": "email", "providers": ["email"]}', '{"name": "Ada"}', '', '', '', '')`,
    [id, email, password, isConfirmed ? new Date() : null],
  );
  await db.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::uuid::text, $1::uuid, $2, 'email', now(), now(), now())`,
    [id, JSON.stringify({ sub: id, email, email_verified: isConfirmed, phone_verified: false })],
  );
  return id;
}

/** A verified authenticator app with a set of recovery codes beside it. @returns the id of the recovery codes */
export async function insertRecoveryCodes(
  db: Database,
  { userId, codes, consumed }: { userId: string; codes: readonly string[]; consumed: readonly string[] },
): Promise<string> {
  const [app, factor, set] = [randomUUID(), randomUUID(), randomUUID()];
  await db.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1, $3, 'phone', 'totp', 'verified', now(), now(), 'GEZDGNBVGY3TQOJQ'),
       ($2, $3, 'Recovery codes', 'recovery_code', 'verified', now(), now(), null)`,
    [app, factor, userId],
  );
  await db.query("insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id) values ($1, $2, $3)", [
    set,
    userId,
    factor,
  ]);
  for (const code of [...codes, ...consumed]) {
    await db.query(
      `insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash, consumed_at)
       values (gen_random_uuid(), $1, $2, $3)`,
      [set, argon2Text(code), consumed.includes(code) ? new Date() : null],
    );
  }
  return factor;
}

/** A session whose refresh tokens are rows. @returns the newest one */
export async function insertRowSession(db: Database, userId: string): Promise<string> {
  const [session, token, before] = [randomUUID(), "abcdefgh2345", "zyxwvuts7654"];
  await db.query(
    "insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ($1, $2, now(), now(), 'aal1')",
    [session, userId],
  );
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), 'password')`,
    [session],
  );
  await db.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $3, true, now() - interval '2 h', now() - interval '1 h', null, $4),
       ('00000000-0000-0000-0000-000000000000', $2, $3, false, now() - interval '1 h', now() - interval '1 h', $1, $4)`,
    [before, token, userId, session],
  );
  return token;
}

/** A session whose refresh tokens are signed. @returns the newest one */
export async function insertSignedSession(
  db: Database,
  userId: string,
  sealWith?: { keyId: string; key: Buffer },
): Promise<string> {
  const id = randomUUID();
  const key = randomBytes(32).toString("base64url");
  await db.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, refresh_token_hmac_key, refresh_token_counter)
     values ($1, $2, now(), now(), 'aal1', $3, 3)`,
    [id, userId, sealWith === undefined ? key : envelope(sealWith, id, key)],
  );
  const head = Buffer.concat([Buffer.from([0]), Buffer.from(id.replaceAll("-", ""), "hex"), Buffer.from([3])]);
  const mac = createHmac("sha256", Buffer.from(key, "base64url")).update(head).digest().subarray(0, 16);
  const signed = Buffer.concat([head, mac]);
  return Buffer.concat([signed, createHash("sha256").update(signed).digest().subarray(0, 4)]).toString("base64url");
}

/** AES-256-GCM with a key from HKDF-SHA-256, the row's id as info. */
export function envelope({ keyId, key }: { keyId: string; key: Buffer }, rowId: string, plain: string): string {
  const nonce = randomBytes(12);
  const derived = Buffer.from(hkdfSync("sha256", key, "", rowId, 32));
  const cipher = createCipheriv("aes-256-gcm", derived, nonce);
  const data = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return JSON.stringify({
    key_id: keyId,
    alg: "aes-gcm-hkdf",
    data: data.toString("base64"),
    nonce: nonce.toString("base64"),
  });
}
