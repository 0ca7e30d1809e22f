import { generateKeyPairSync, verify } from "node:crypto";
import { type OpenTestDatabase, onEachStore } from "@vedette/database/testing";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { call, PASSWORD } from "./call.ts";
import { type Answer, hookAt, SECRET, serve, startReceiver } from "./hook-receiver.ts";
import { startIdentity } from "./identity-server.ts";

const signUp = (server: Parameters<typeof call>[0], email = "ada@example.com") =>
  call(server, "POST /signup", { body: { email, password: PASSWORD } });

async function answering(open: OpenTestDatabase, answerTo: (count: number) => Answer | Promise<Answer>) {
  const receiver = await startReceiver((_call, count) => answerTo(count));
  const server = await startIdentity(open, { settings: hookAt("before_user_created", receiver.url) });
  return { server, calls: receiver.calls };
}

onEachStore("a hook over HTTP", (open) => {
  it("is signed with every secret, and each attempt has an id of its own", async () => {
    const other = `v1,whsec_${Buffer.from("another secret of thirty-two by.").toString("base64")}`;
    const received: { body: string; headers: Record<string, string> }[] = [];
    const url = await serve(async (request) => {
      received.push({ body: await request.text(), headers: Object.fromEntries(request.headers) });
      const isFirst = received.length === 1;
      return new Response("{}", {
        status: isFirst ? 503 : 200,
        headers: { "content-type": "application/json", ...(isFirst ? { "retry-after": "1" } : {}) },
      });
    });
    const settings = hookAt("before_user_created", url, `${SECRET}|${other}`);
    const server = await startIdentity(open, { settings });

    expect((await signUp(server)).status).toBe(200);
    expect(server.exposition()).toMatch(/^vedette_request_latency_count\{.*"CallHook"\} 2$/m);
    expect(server.exposition()).toMatch(/^vedette_request_failure_total\{.*"CallHook",.*"UNAVAILABLE"\} 1$/m);

    expect(received).toHaveLength(2);
    expect(received[0]?.headers["webhook-id"]).not.toBe(received[1]?.headers["webhook-id"]);
    for (const { body, headers } of received) {
      for (const secret of [SECRET, other]) {
        const webhook = new Webhook(secret.replace("v1,whsec_", ""));
        expect(webhook.verify(body, headers)).toMatchObject({ metadata: { name: "before-user-created" } });
      }
      expect(headers).toMatchObject({ "content-type": "application/json", "accept-encoding": "identity" });
    }
  });

  it("can be signed with an Ed25519 key, too", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const seed = Buffer.from(String(privateKey.export({ format: "jwk" }).d), "base64url").toString("base64");
    const isGenuine: boolean[] = [];
    const url = await serve(async (request) => {
      const [id, at, signature = ""] = ["id", "timestamp", "signature"].map(
        (name) => request.headers.get(`webhook-${name}`) ?? "",
      );
      const message = Buffer.from(`${id}.${at}.${await request.text()}`);
      isGenuine.push(verify(null, message, publicKey, Buffer.from(signature.replace("v1a,", ""), "base64")));
      return Response.json({});
    });
    const settings = hookAt("before_user_created", url, `v1a,whpk_AAAA:whsk_${seed}`);
    const server = await startIdentity(open, { settings });

    expect((await signUp(server)).status).toBe(200);
    expect(isGenuine).toEqual([true]);
  });

  it.each<[string, Answer, string]>([
    ["400", { status: 400 }, "500 unexpected_failure Invalid payload sent to hook"],
    ["401", { status: 401 }, "500 unexpected_failure Hook requires authorization token"],
    ["500", { status: 500 }, "500 unexpected_failure Unexpected status code returned from hook: 500"],
    [
      "302",
      { status: 302, headers: { location: "/" } },
      "500 unexpected_failure Unexpected status code returned from hook: 302",
    ],
    [
      "503 without Retry-After",
      { status: 503 },
      "500 unexpected_failure Unexpected status code returned from hook: 503",
    ],
    [
      "text",
      { text: "{}", headers: { "content-type": "text/plain" } },
      "400 hook_payload_invalid_content_type The answer of the hook has a wrong content type.",
    ],
    ["no content type", {}, "400 hook_payload_invalid_content_type The answer of the hook has a wrong content type."],
    [
      "broken JSON",
      { text: "{", headers: { "content-type": "application/json" } },
      "500 unexpected_failure The answer of the hook is not valid JSON.",
    ],
    [
      "more than 200 KiB",
      { json: "x".repeat(201 * 1024) },
      "422 hook_payload_over_size_limit The answer of the hook is too large.",
    ],
    ["a refusal as 409", { status: 409, json: { error: { http_code: 418, message: "Tea" } } }, "418 unknown Tea"],
  ])("that answers %s is refused as it deserves", async (_name, answer, refusal) => {
    const { server, calls } = await answering(open, () => answer);

    const { status, json } = await signUp(server);

    expect(`${status} ${json["error_code"]} ${json["msg"]}`).toBe(refusal);
    expect(calls).toHaveLength(1);
  });

  it.each([
    ["202", { status: 202, json: {} }],
    ["nearly 200 KiB", { json: { note: "x".repeat(199 * 1024) } }],
  ])("that answers %s is understood", async (_name, answer) => {
    const { server } = await answering(open, () => answer);

    expect((await signUp(server)).status).toBe(200);
  });

  it("that keeps saying later is asked three times", async () => {
    const { server, calls } = await answering(open, () => ({ status: 429, headers: { "retry-after": "1" } }));

    expect((await signUp(server)).json).toMatchObject({ code: 422, error_code: "hook_timeout_after_retry" });
    expect(calls).toHaveLength(3);
    expect(server.exposition()).toMatch(/^vedette_request_total\{.*"CallHook"\} 3$/m);
    expect(server.exposition()).toMatch(/^vedette_request_failure_total\{.*"CallHook",.*"RESOURCE_EXHAUSTED"\} 3$/m);
  });

  it.each([
    ["seconds", () => "3"],
    ["a date", () => new Date(Date.now() + 4000).toUTCString()],
  ])("that says when to come back, as %s, is not asked earlier", async (_form, later) => {
    const askedMs: number[] = [];
    const { server } = await answering(open, () => {
      askedMs.push(Date.now());
      return askedMs.length > 1 ? { json: {} } : { status: 503, headers: { "retry-after": later() } };
    });

    expect((await signUp(server)).status).toBe(200);

    const [first = 0, second = 0] = askedMs;
    expect(second - first).toBeGreaterThanOrEqual(2990);
  });

  it.each(["5", "3600", "Fri, 31 Dec 2999 23:59:59 GMT"])(
    "that wants to be left alone until %s is not asked again, and nobody waits for it",
    async (later) => {
      const { server, calls } = await answering(open, () => ({ status: 429, headers: { "retry-after": later } }));
      const beganMs = performance.now();

      expect((await signUp(server)).json).toMatchObject({ code: 422, error_code: "hook_timeout_after_retry" });

      expect(calls).toHaveLength(1);
      expect(performance.now() - beganMs).toBeLessThan(4000);
    },
  );

  it("that cannot be reached is tried three times", async () => {
    const settings = hookAt("before_user_created", "http://127.0.0.1:9");
    const server = await startIdentity(open, { settings });

    expect((await signUp(server)).json).toMatchObject({ code: 422, error_code: "hook_timeout_after_retry" });
    expect(server.exposition()).toMatch(/^vedette_request_failure_total\{.*"CallHook",.*"UNAVAILABLE"\} 3$/m);
  });

  it("that says nothing for five seconds is given up", async () => {
    const { server, calls } = await answering(open, () => new Promise(() => {}));

    expect((await signUp(server)).json).toMatchObject({ code: 422, error_code: "hook_timeout" });
    expect(calls).toHaveLength(1);
    expect(server.exposition()).toMatch(/^vedette_request_failure_total\{.*"CallHook",.*"DEADLINE_EXCEEDED"\} 1$/m);
  });

  const uncallable = [
    "",
    "http://hooks.example.com/",
    "http://10.0.0.1/",
    "https://user:password@hooks.example.com/",
    "pg-functions://postgres/public/a-b",
  ];

  it.each(uncallable)("at %j is warned of where it was saved, and refuses sign-ups", async (uri) => {
    const warnings: unknown[] = [];
    const log = { warn: (fields: unknown) => void warnings.push(fields) };
    const settings = hookAt("before_user_created", uri);
    const server = await startIdentity(open, { settings, log, sourceOf: () => "stored" });

    expect(warnings).toEqual([{ hook: "before-user-created" }]);
    expect((await signUp(server)).status).toBe(500);
  });

  it("stops the start where the operator's file or environment names a URL that can never be called", async () => {
    const server = await startIdentity(open);
    for (const uri of uncallable) {
      const settings = { ...hookAt("before_user_created", uri), ...hookAt("send_sms", "http://localhost:9/") };
      const start = startIdentity(open, { settings, beside: server, sourceOf: () => "environment" });

      await expect(start, uri).rejects.toMatchObject({
        faults: [{ origin: "environment", message: expect.stringMatching(/^auth\.hook\.before_user_created\.uri: /) }],
      });
    }
    const off = {
      ...hookAt("before_user_created", uncallable[1] ?? ""),
      "auth.hook.before_user_created.enabled": false,
    };
    await startIdentity(open, { settings: off, beside: server });
  });

  it("on this machine is called only if the operator's own file says so", async () => {
    const receiver = await startReceiver();
    const settings = hookAt("before_user_created", receiver.url);
    const stored = await startIdentity(open, { settings, sourceOf: () => "stored" });
    const own = await startIdentity(open, { settings, beside: stored, sourceOf: () => "file" });

    expect(await signUp(stored)).toMatchObject({
      status: 500,
      json: { msg: expect.stringMatching(/may not be called/) },
    });
    expect(receiver.calls).toEqual([]);
    expect((await signUp(own)).status).toBe(200);
  });

  it("in the operator's network is called if its host is listed, over http, too", async () => {
    const receiver = await startReceiver();
    const { host } = new URL(receiver.url);
    const warnings: unknown[] = [];
    const listed = {
      allowedHosts: [host, "hooks.internal"],
      log: { warn: (fields: unknown) => void warnings.push(fields) },
      sourceOf: () => "stored",
    };
    const server = await startIdentity(open, { ...listed, settings: hookAt("before_user_created", receiver.url) });
    const settings = hookAt("before_user_created", "http://hooks.internal/");
    await startIdentity(open, { ...listed, beside: server, settings });

    expect(await signUp(server)).toMatchObject({ status: 200 });
    expect(receiver.calls).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});

onEachStore("a hook in the database", (open) => {
  const uri = "pg-functions://postgres/hooks/gate";
  const EMPTY = "drop schema if exists hooks cascade; create schema hooks;";
  const GATE = `
    ${EMPTY}
    create function hooks.gate(event jsonb) returns jsonb language plpgsql as $$
    begin
      if event -> 'user' ->> 'email' like '%@evil.example' then
        return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', 'Not from there'));
      end if;
      return jsonb_build_object('ran_as', current_user);
    end $$;`;
  const GRANTS = `
    grant usage on schema hooks to vedette_auth_admin;
    grant execute on function hooks.gate to vedette_auth_admin;
    revoke execute on function hooks.gate from authenticated, anon, public;`;

  it("answers as one over HTTP, with exactly the grants of the handbook [spec 1, Callbacks]", async () => {
    const server = await startIdentity(open, { settings: hookAt("before_user_created", uri, "") });
    await server.db.exec(GATE + GRANTS);

    expect((await signUp(server)).status).toBe(200);
    expect(await signUp(server, "eve@evil.example")).toMatchObject({ status: 403, json: { msg: "Not from there" } });
  });

  it("runs as the internal role of the service and may do no more than that role", async () => {
    const server = await startIdentity(open, { settings: hookAt("before_user_created", uri, "") });
    await server.db.exec(`${EMPTY}
      create table hooks.seen (name text);
      create function hooks.gate(event jsonb) returns jsonb language plpgsql as $$
      begin
        insert into hooks.seen values (current_user);
        return '{}';
      end $$;
      ${GRANTS}`);

    expect((await signUp(server)).status).toBe(500);
    await server.db.exec("grant insert on hooks.seen to vedette_auth_admin");
    expect((await signUp(server)).status).toBe(200);
    expect((await server.db.query("select name from hooks.seen")).rows).toEqual([{ name: "vedette_auth_admin" }]);
  });

  it("that the service may not execute is not executed", async () => {
    const server = await startIdentity(open, { settings: hookAt("before_user_created", uri, "") });
    await server.db.exec(`${GATE} revoke execute on function hooks.gate from public;`);

    expect((await signUp(server)).status).toBe(500);
    expect((await server.db.query("select 1 from auth.users")).rows).toEqual([]);
  });

  it("that anybody may execute is warned of at the start", async () => {
    const first = await startIdentity(open);
    await first.db.exec(GATE);
    const warnings: unknown[] = [];
    const settings = hookAt("before_user_created", uri, "");
    const log = { warn: (fields: unknown) => void warnings.push(fields) };

    await startIdentity(open, { settings, beside: first, log });
    expect(warnings).toEqual([{ hook: "before-user-created", grantees: ["public"] }]);

    await first.db.exec(GRANTS);
    await startIdentity(open, { settings, beside: first, log });
    expect(warnings).toHaveLength(1);
  });

  it("says who may execute it, which of that is wrong, and what mends it", async () => {
    const server = await startIdentity(open, { settings: hookAt("before_user_created", uri, "") });
    const grants = async () => {
      const { text } = await call(server, "GET /admin/hooks", { bearer: server.secretKey });
      return (JSON.parse(text) as { hook: string; grants: unknown }[]).find(
        ({ hook }) => hook === "before_user_created",
      )?.grants;
    };
    const right = { is_right: true, sql: "" };
    const shut = { ...right, privilege: "execute", is_granted: false };

    expect(await grants()).toEqual([]);
    await server.db.exec(GATE);
    expect(await grants()).toEqual([
      {
        grantee: "vedette_auth_admin",
        privilege: "usage",
        is_granted: false,
        is_right: false,
        sql: 'grant usage on schema "hooks" to vedette_auth_admin',
      },
      { ...right, grantee: "vedette_auth_admin", privilege: "execute", is_granted: true },
      {
        grantee: "public",
        privilege: "execute",
        is_granted: true,
        is_right: false,
        sql: 'revoke execute on function "hooks"."gate" from public',
      },
      { ...shut, grantee: "anon" },
      { ...shut, grantee: "authenticated" },
    ]);
    await server.db.exec(GRANTS);
    expect(await grants()).toEqual([
      { ...right, grantee: "vedette_auth_admin", privilege: "usage", is_granted: true },
      { ...right, grantee: "vedette_auth_admin", privilege: "execute", is_granted: true },
      ...["public", "anon", "authenticated"].map((grantee) => ({ ...shut, grantee })),
    ]);
  });

  it("that raises an error refuses", async () => {
    const server = await startIdentity(open, { settings: hookAt("before_user_created", uri, "") });
    await server.db.exec(`${EMPTY}
      create function hooks.gate(event jsonb) returns jsonb language plpgsql as $$
      begin raise exception 'Not today' using errcode = 'PT409'; end $$; ${GRANTS}`);

    expect(await signUp(server)).toMatchObject({ status: 409, json: { message: "Not today" } });
  });

  it("that takes longer than two seconds is given up", async () => {
    const server = await startIdentity(open, { settings: hookAt("before_user_created", uri, "") });
    // The embedded store has no clock that stops a statement.
    if (server.db.kind === "pglite") return;
    await server.db.exec(`${EMPTY}
      create function hooks.gate(event jsonb) returns jsonb language plpgsql as $$
      begin perform pg_sleep(4); return '{}'; end $$; ${GRANTS}`);

    expect((await signUp(server)).json).toMatchObject({ code: 422, error_code: "hook_timeout" });
  });
});
