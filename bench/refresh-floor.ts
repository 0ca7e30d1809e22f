import { generateKeyPairSync, sign } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";
import { answerCpuTime } from "./cpu-time.ts";

// What a refresh costs at the least: a bare Fastify, two questions to the database (who asks and how often; the session
// moves on and the audit log says so) and one ES256 signature. No rules, no limits of time, no headers, no schema.
// Started by identity-refresh.bench.ts with the address of a database of the identity service.

const FIND = `
  with taken as (
    insert into vedette.rate_limits as r (key, used, full_at) values ($2, 1, clock_timestamp())
    on conflict (key) do update set full_at = clock_timestamp() returning full_at
  )
  select (select full_at from taken) as full_at, u.*, s.refresh_token_counter, s.refresh_token_hmac_key, s.refreshed_at,
    s.not_after, now() as now,
    (select coalesce(json_agg(i), '[]') from auth.identities i where i.user_id = u.id) as identities,
    (select coalesce(json_agg(f), '[]') from auth.mfa_factors f where f.user_id = u.id) as factors,
    (select coalesce(json_agg(m), '[]') from auth.mfa_amr_claims m where m.session_id = s.id) as methods
  from auth.users u join auth.sessions s on s.user_id = u.id where s.id = $1`;

const ROTATE = `
  with rotated as (
    update auth.sessions set refresh_token_counter = refresh_token_counter + 1, refreshed_at = now() at time zone 'utc',
      updated_at = now(), user_agent = 'floor' where id = $1 and refresh_token_counter = $2 returning id
  ), audit as (
    insert into auth.audit_log_entries (id, payload, created_at, ip_address)
    select gen_random_uuid(), $3::json, now(), '127.0.0.1' from rotated
  )
  select id from rotated`;

const [, , url] = process.argv;
if (url !== undefined && process.send !== undefined) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const header = Buffer.from(JSON.stringify({ alg: "ES256", kid: "floor", typ: "JWT" })).toString("base64url");
  const app = Fastify();
  app.post<{ Body: { session: string } }>("/auth/v1/token", async ({ body: { session } }) => {
    const found = await pool.query({ name: "find", text: FIND, values: [session, "floor"] });
    const user = found.rows[0];
    const entry = JSON.stringify({ action: "token_refreshed", actor_id: user.id });
    await pool.query({ name: "rotate", text: ROTATE, values: [session, user.refresh_token_counter, entry] });
    const claims = { sub: user.id, email: user.email, app_metadata: user.raw_app_meta_data, amr: user.methods };
    const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
    const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
    return { access_token: `${signed}.${signature.toString("base64url")}`, token_type: "bearer", user };
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  answerCpuTime(app.server, async () => {
    await app.close();
    await pool.end();
  });
}
