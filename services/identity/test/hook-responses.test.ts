import { onEachStore } from "@vedette/database/testing";
import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { aUser, call, PASSWORD, type Reply, signIn } from "./call.ts";
import { hookAt, startReceiver } from "./hook-receiver.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";

type Attempt = (ip: string) => Promise<Reply>;

/** JSON that is neither consent nor a well-formed refusal; the unit test of `readHookResponse` has them all. */
const MALFORMED = ['{"error":{"http_code":"403","message":"no"}}', '{"error":"no"}', '"reject"', "[]", "null"] as const;

const HOOKS = [
  { key: "before_user_created", name: "before-user-created", consent: ["{}", '{"error":null}', '{"error":false}'] },
  { key: "send_email", name: "send-email", consent: ["{}", '{"error":null}', '{"id":"queued"}'] },
  { key: "send_sms", name: "send-sms", consent: ["{}", '{"error":null}', '{"id":"queued"}'] },
  {
    key: "password_verification_attempt",
    name: "password-verification",
    consent: ["{}", '{"error":null}', '{"decision":"continue","message":null}'],
  },
  {
    key: "mfa_verification_attempt",
    name: "mfa-verification",
    consent: ["{}", '{"error":null}', '{"decision":"continue"}'],
  },
  { key: "custom_access_token", name: "customize-access-token", consent: [] },
] as const;
type HookName = (typeof HOOKS)[number]["name"];

/** One request for each hook; the status that it has with consent. */
async function attemptsOf(server: IdentityServer): Promise<Record<HookName, { attempt: Attempt; allowed: number }>> {
  await aUser(server, { phone: "15550001001", phone_confirm: true });
  const { accessToken: bearer } = await signIn(server);
  const { json: factor } = await call(server, "POST /factors", { bearer, body: { factor_type: "totp" } });
  const factorPath = `factors/${factor["id"]}`;
  const verify = async (code: string, from: string) => {
    const { json } = await call(server, `POST /${factorPath}/challenge`, { bearer, from });
    return call(server, `POST /${factorPath}/verify`, { bearer, from, body: { challenge_id: json["id"], code } });
  };
  const secret = Secret.fromBase32(String(Reflect.get(Object(factor["totp"]), "secret")));
  expect((await verify(new TOTP({ secret }).generate(), "10.9.9.9")).status).toBe(200);
  const forgetIntervals = () => server.db.exec("delete from vedette.mail_intervals");
  const forgetTries = () => server.db.exec("delete from vedette.rate_limits");
  const password: Attempt = (from) =>
    call(server, "POST /token?grant_type=password", { from, body: { email: "ada@example.com", password: PASSWORD } });
  let count = 0;
  return {
    "before-user-created": {
      allowed: 200,
      async attempt(from) {
        count += 1;
        return call(server, "POST /signup", { from, body: { email: `new${count}@example.com`, password: PASSWORD } });
      },
    },
    "send-email": {
      allowed: 200,
      async attempt(from) {
        await forgetIntervals();
        return call(server, "POST /recover", { from, body: { email: "ada@example.com" } });
      },
    },
    "send-sms": {
      allowed: 200,
      async attempt(from) {
        await forgetIntervals();
        return call(server, "POST /otp", { from, body: { phone: "15550001001" } });
      },
    },
    "password-verification": { allowed: 200, attempt: password },
    // A wrong code, which the hook cannot make right.
    "mfa-verification": {
      allowed: 422,
      async attempt(from) {
        await forgetTries();
        return verify("000000", from);
      },
    },
    "customize-access-token": { allowed: 200, attempt: password },
  };
}

const byHook = (one: { hook: string }, other: { hook: string }) => one.hook.localeCompare(other.hook);

interface Transport {
  /** Starts the service with every hook on. */
  start(): Promise<IdentityServer>;
  /** Sets the JSON that one hook returns; the other ones consent. */
  respond(server: IdentityServer, hook: HookName | undefined, json: string): Promise<void>;
}

const LIMITS = { "auth.rate_limit.sms_sent": 10_000, "auth.sms.max_frequency": 0, "auth.sms.enable_signup": true };

onEachStore("the responses of hooks", (open) => {
  const overHttp = (): Transport => {
    let response: { hook: HookName | undefined; json: string } = { hook: undefined, json: "{}" };
    return {
      async start() {
        const receiver = await startReceiver(({ event }) => {
          const name = String(Reflect.get(Object(event["metadata"]), "name"));
          const text = name === response.hook ? response.json : JSON.stringify({ claims: event["claims"] });
          return { text, headers: { "content-type": "application/json" } };
        });
        const settings = Object.assign({}, ...HOOKS.map(({ key }) => hookAt(key, receiver.url)), LIMITS);
        return startIdentity(open, { settings });
      },
      async respond(_server, hook, json) {
        response = { hook, json };
      },
    };
  };
  const inDatabase = (): Transport => ({
    async start() {
      const uri = "pg-functions://postgres/hooks/respond";
      const settings = Object.assign({}, ...HOOKS.map(({ key }) => hookAt(key, uri, "")), LIMITS);
      const server = await startIdentity(open, { settings });
      await server.db.exec(`
        drop schema if exists hooks cascade; create schema hooks;
        create table hooks.responses (name text, response jsonb);
        create function hooks.respond(event jsonb) returns jsonb language sql as $$
          select coalesce(
            (select response from hooks.responses where name = event -> 'metadata' ->> 'name'),
            jsonb_build_object('claims', event -> 'claims')) $$;
        grant usage on schema hooks to vedette_auth_admin;
        grant select on hooks.responses to vedette_auth_admin;
        revoke execute on function hooks.respond from public;
        grant execute on function hooks.respond to vedette_auth_admin;`);
      return server;
    },
    async respond(server, hook, json) {
      await server.db.query("delete from hooks.responses");
      if (hook === undefined) return;
      await server.db.query("insert into hooks.responses values ($1, $2::jsonb)", [hook, json]);
    },
  });

  it.each([
    ["over HTTP", overHttp],
    ["in the database", inDatabase],
  ] as const)(
    "%s: rejects every malformed response with 500, for every hook",
    async (_name, transportOf) => {
      const transport = transportOf();
      const server = await transport.start();
      const attempts = await attemptsOf(server);
      let address = 0;
      const statusOf = async (hook: HookName, json: string) => {
        await transport.respond(server, hook, json);
        address += 1;
        const { status } = await attempts[hook].attempt(`10.1.${address >> 8}.${address & 255}`);
        return `${hook} ${json.slice(0, 60)} ${status}`;
      };
      const found: string[] = [];
      const expected: string[] = [];
      const attempt = async (hook: HookName, json: string, status: number) => {
        found.push(await statusOf(hook, json));
        expected.push(`${hook} ${json.slice(0, 60)} ${status}`);
      };
      for (const { name, consent } of HOOKS) {
        for (const json of MALFORMED) await attempt(name, json, 500);
        for (const json of consent) await attempt(name, json, attempts[name].allowed);
        await attempt(name, '{"error":{"http_code":418,"message":"no"}}', 418);
      }

      expect(found).toEqual(expected);
      await transport.respond(server, undefined, "{}");
      expect((await attempts["customize-access-token"].attempt("10.2.0.1")).status).toBe(200);
      const { rows } = await server.db.query(
        `select payload -> 'traits' ->> 'hook' as hook, count(*)::int as count
       from auth.audit_log_entries where payload ->> 'action' = 'hook_failed' group by 1 order by 1`,
      );
      expect(rows).toEqual(HOOKS.map(({ name: hook }) => ({ hook, count: MALFORMED.length })).toSorted(byHook));
    },
    60_000,
  );

  it("audits a failed hook with its name and the reason", async () => {
    const receiver = await startReceiver(() => ({ json: { error: "no" } }));
    const server = await startIdentity(open, { settings: hookAt("before_user_created", receiver.url) });

    const { status } = await call(server, "POST /signup", { body: { email: "ada@example.com", password: PASSWORD } });

    expect(status).toBe(500);
    expect((await server.db.query("select 1 from auth.users")).rows).toEqual([]);
    const { rows } = await server.db.query(
      "select payload, ip_address from auth.audit_log_entries where payload ->> 'action' = 'hook_failed'",
    );
    expect(rows).toMatchObject([
      {
        payload: {
          actor_username: "hooks",
          log_type: "settings",
          traits: { hook: "before-user-created", reason: "The hook returned an invalid response." },
        },
        ip_address: "127.0.0.1",
      },
    ]);
    const calls = await call(server, "GET /admin/hook-calls", { bearer: server.secretKey });
    expect(JSON.parse(calls.text)).toMatchObject([{ outcome: "failed", status: 200, answer: '{"error":"no"}' }]);
  });

  it("takes an empty result of a function as consent, but not a set", async () => {
    const settings = hookAt("before_user_created", "pg-functions://postgres/hooks/respond", "");
    const server = await startIdentity(open, { settings });
    const statuses: number[] = [];
    for (const [type, result] of [
      ["jsonb", "select null::jsonb"],
      ["void", "select"],
      ["setof jsonb", `select '{}'::jsonb union all select '{"error":{"http_code":403,"message":"no"}}'`],
      ["setof jsonb", "select '{}'::jsonb where false"],
    ]) {
      await server.db.exec(`
        drop schema if exists hooks cascade; create schema hooks;
        create function hooks.respond(event jsonb) returns ${type} language sql as $$ ${result} $$;
        grant usage on schema hooks to vedette_auth_admin;`);
      const body = { email: `user${statuses.length}@example.com`, password: PASSWORD };
      statuses.push((await call(server, "POST /signup", { body })).status);
    }

    expect(statuses).toEqual([200, 200, 500, 500]);
  });
});
