import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { migrate, openDatabase } from "@vedette/database";
import { createPostgresTestDatabase, onEachStore } from "@vedette/database/testing";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { IDENTITY_ERRORS } from "../src/index.ts";
import { aUser, type Call, call, PASSWORD, signIn } from "./call.ts";
import { startIdentity } from "./identity-server.ts";

onEachStore("a refusal", (open) => {
  it("says by its status and code what is wrong", async () => {
    const server = await startIdentity(open, {
      settings: {
        "auth.email.refused_domains": ["Throwaway.example"],
        "auth.external.github.enabled": true,
        "auth.external.github.client_id": "watch-room",
        "auth.external.github.secret": "secret",
        "auth.saml.enabled": true,
      },
    });
    await aUser(server);
    const banned = await aUser(server, { email: "banned@example.com", ban_duration: "1h" });
    await aUser(server, { email: "unconfirmed@example.com", email_confirm: false });
    const { accessToken } = await signIn(server);
    const admin = { bearer: server.secretKey };
    const user = { bearer: accessToken };
    const anotherId = "00000000-0000-4000-8000-000000000000";
    const password = { password: PASSWORD };
    const rows: readonly (readonly [`${string} /${string}`, Call, string])[] = [
      ["POST /signup", { body: {} }, "422 anonymous_provider_disabled"],
      ["POST /signup", { body: { phone: "+15551234567", ...password } }, "400 phone_provider_disabled"],
      ["POST /signup", { body: { email: "a@b.c", phone: "1", ...password } }, "400 validation_failed"],
      ["POST /signup", { body: { email: "new@example.com" } }, "400 validation_failed"],
      ["POST /signup", { body: { email: "new@example.com", password: "short" } }, "422 weak_password"],
      ["POST /signup", { body: { email: "new@example.com", password: "x".repeat(73) } }, "400 validation_failed"],
      ["POST /signup", { body: { email: "no address", ...password } }, "400 validation_failed"],
      [
        "POST /signup",
        { body: { email: "new@example.com", ...password, code_challenge: "x".repeat(43) } },
        "400 validation_failed",
      ],
      ["POST /signup", { body: { email: "a@b.throwaway.example", ...password } }, "400 email_address_invalid"],
      ["POST /otp", { body: { email: "a@throwaway.example" } }, "400 email_address_invalid"],
      ["PUT /user", { ...user, body: { email: "a@throwaway.example" } }, "400 email_address_invalid"],
      ["GET /authorize?provider=github&invite_token=unknown", {}, "404 invite_not_found"],
      ["POST /token", { body: {} }, "400 invalid_credentials"],
      ["POST /token?grant_type=wild", { body: {} }, "400 invalid_credentials"],
      ["POST /token?grant_type=web3", { body: { chain: "solana", signature: 7 } }, "422 web3_provider_disabled"],
      ["POST /token?grant_type=password", { body: {} }, "400 validation_failed"],
      ["POST /token?grant_type=password", { body: { phone: "1555", ...password } }, "422 phone_provider_disabled"],
      ["POST /token?grant_type=password", { body: { email: "ada@example.com" } }, "400 invalid_credentials"],
      ["POST /token?grant_type=password", { body: { email: "banned@example.com", ...password } }, "400 user_banned"],
      [
        "POST /token?grant_type=password",
        { body: { email: "unconfirmed@example.com", ...password } },
        "400 email_not_confirmed",
      ],
      ["POST /token?grant_type=pkce", { body: {} }, "400 validation_failed"],
      ["POST /token?grant_type=pkce", { body: { auth_code: "x", code_verifier: "x" } }, "404 flow_state_not_found"],
      ["GET /user", {}, "401 no_authorization"],
      ["GET /user", { bearer: server.secretKey }, "401 no_authorization"],
      ["GET /user", { bearer: server.publishableKey }, "401 no_authorization"],
      ["GET /user", { headers: { authorization: "Basic YTpi" } }, "401 no_authorization"],
      ["GET /user", { bearer: "not.a.token" }, "403 bad_jwt"],
      ["GET /user", { ...user, headers: { "x-jwt-aud": "others" } }, "400 validation_failed"],
      ["PUT /user", { ...user, body: { app_metadata: { role: "admin" } } }, "403 not_admin"],
      ["PUT /user", { ...user, body: { password: PASSWORD } }, "422 same_password"],
      ["PUT /user", { ...user, body: { password: "x" } }, "422 weak_password"],
      ["PUT /user", { ...user, body: { email: "banned@example.com" } }, "422 email_exists"],
      ["PUT /user", { ...user, body: { phone: "15551234567" } }, "400 phone_provider_disabled"],
      ["PUT /user", { ...user }, "400 bad_json"],
      ["POST /logout?scope=nowhere", user, "400 validation_failed"],
      ["POST /logout", {}, "401 no_authorization"],
      ["GET /verify", {}, "400 validation_failed"],
      ["GET /verify?type=wild&token=x", {}, "400 validation_failed"],
      ["GET /verify?type=signup", {}, "400 validation_failed"],
      ["POST /verify", { body: {} }, "400 validation_failed"],
      ["POST /verify", { body: { type: "email" } }, "400 validation_failed"],
      [
        "POST /verify",
        { body: { type: "email", token: "1", token_hash: "1", email: "ada@example.com" } },
        "400 validation_failed",
      ],
      ["POST /verify", { body: { type: "email", token: "123456" } }, "400 validation_failed"],
      ["POST /verify", { body: { type: "email", token_hash: "x", email: "a@b.c" } }, "400 validation_failed"],
      ["POST /verify", { body: { type: "signup", token_hash: "unknown" } }, "403 otp_expired"],
      ["POST /verify", { body: { type: "sms", token: "123456", phone: "15551234567" } }, "403 otp_expired"],
      [
        "POST /verify",
        { body: { type: "sms", token: "123456", phone: "15551234567-invalid" } },
        "400 validation_failed",
      ],
      ["POST /verify", { body: { type: "email", token: "123456", email: "nobody@example.com" } }, "403 otp_expired"],
      ["POST /recover", { body: {} }, "400 validation_failed"],
      ["POST /resend", { body: { email: "ada@example.com" } }, "400 validation_failed"],
      ["POST /otp", { body: { email: "nobody@example.com", create_user: false } }, "422 otp_disabled"],
      ["POST /otp", { body: { email: "ada@example.com", channel: "sms" } }, "400 validation_failed"],
      ["POST /invite", { body: { email: "new@example.com" } }, "401 no_authorization"],
      ["POST /invite", { ...user, body: { email: "new@example.com" } }, "403 not_admin"],
      ["POST /invite", { bearer: server.publishableKey, body: { email: "new@example.com" } }, "403 not_admin"],
      ["POST /invite", { ...admin, body: { email: "ada@example.com" } }, "422 email_exists"],
      ["POST /invite", { ...admin, body: {} }, "400 validation_failed"],
      ["GET /admin/users", user, "403 not_admin"],
      ["GET /admin/users?page=-1", admin, "400 validation_failed"],
      ["GET /admin/users?per_page=many", admin, "400 validation_failed"],
      ["GET /admin/users?sort=email%20asc", admin, "400 validation_failed"],
      ["POST /admin/users", { ...admin, body: {} }, "400 validation_failed"],
      ["POST /admin/users", { ...admin, body: { email: "ada@example.com" } }, "422 email_exists"],
      ["POST /admin/users", { ...admin, body: { email: "n@e.w", ban_duration: "soon" } }, "400 validation_failed"],
      ["POST /admin/users", { ...admin, body: { email: "n@e.w", password_hash: "md5:x" } }, "400 validation_failed"],
      ["POST /admin/users", { ...admin, body: { email: "n@e.w", id: "7" } }, "400 validation_failed"],
      ["POST /admin/users", { ...admin, body: { email: "n@e.w", id: banned } }, "409 conflict"],
      ["GET /admin/users/7", admin, "404 validation_failed"],
      [`GET /admin/users/${anotherId}`, admin, "404 user_not_found"],
      [`PUT /admin/users/${anotherId}`, { ...admin, body: {} }, "404 user_not_found"],
      [`DELETE /admin/users/${anotherId}`, admin, "404 user_not_found"],
      [`DELETE /admin/users/${banned}/passkeys/${anotherId}`, admin, "404 webauthn_credential_not_found"],
      [
        "POST /admin/sso/providers",
        { ...admin, body: { type: "saml", metadata_url: "https://127.0.0.1/metadata" } },
        "400 saml_metadata_fetch_failed",
      ],
      ["POST /admin/generate_link", { ...admin, body: { type: "wild", email: "a@b.c" } }, "400 validation_failed"],
      [
        "POST /admin/generate_link",
        { ...admin, body: { type: "recovery", email: "nobody@example.com" } },
        "404 user_not_found",
      ],
      [
        "POST /admin/generate_link",
        { ...admin, body: { type: "signup", email: "ada@example.com", ...password } },
        "422 email_exists",
      ],
      ["GET /nowhere", {}, "404 unknown"],
      ["DELETE /signup", {}, "405 unknown"],
    ];

    const found: string[] = [];
    for (const [route, options] of rows) {
      const { status, json, headers } = await call(server, route, options);
      expect(headers["x-sb-error-code"], route).toBe(json["error_code"]);
      expect(json["code"], route).toBe(status);
      expect(json["msg"], route).toEqual(expect.stringMatching(/\w/));
      found.push(`${route} ${JSON.stringify(options.body)}: ${status} ${json["error_code"]}`);
    }

    expect(found).toEqual(rows.map(([route, { body }, code]) => `${route} ${JSON.stringify(body)}: ${code}`));
  });

  it("of a closed or switched-off sign-up has a code of its own", async () => {
    const account = { email: "new@example.com", password: PASSWORD };
    const closed = await startIdentity(open, { settings: { "auth.disable_signup": true } });
    const noMail = await startIdentity(open, { settings: { "auth.email.enable_signup": false } });

    expect((await call(closed, "POST /signup", { body: account })).json).toMatchObject({
      code: 422,
      error_code: "signup_disabled",
      msg: "Signups not allowed for this instance",
    });
    expect((await call(closed, "POST /otp", { body: account })).json["error_code"]).toBe("signup_disabled");
    expect((await call(noMail, "POST /signup", { body: account })).json["error_code"]).toBe("email_provider_disabled");
    const signIn = await call(noMail, "POST /token?grant_type=password", { body: account });
    expect(signIn).toMatchObject({ status: 422, json: { error_code: "email_provider_disabled" } });
  });
});

onEachStore("the body of a refusal", (open) => {
  it("has the form of the version that the client speaks", async () => {
    const server = await startIdentity(open);
    const body = { email: "new@example.com", password: "short" };
    const withVersion = (version: string) =>
      call(server, "POST /signup", { body, headers: { "x-supabase-api-version": version } });
    const named = {
      code: "weak_password",
      message: "Password should be at least 6 characters.",
      weak_password: { reasons: ["length"] },
    };
    const numbered = {
      code: 422,
      error_code: "weak_password",
      msg: "Password should be at least 6 characters.",
      weak_password: { reasons: ["length"] },
    };

    for (const version of ["2024-01-01", "2025-06-30"]) {
      const reply = await withVersion(version);
      expect(reply.json).toEqual(named);
      expect(reply.headers["x-supabase-api-version"]).toBe("2024-01-01");
    }
    for (const version of ["2023-12-31", "soon", "2024-13-45", ""]) {
      expect((await withVersion(version)).json).toEqual(numbered);
    }
  });

  it("carries an id where the failure is the server's own", async () => {
    const server = await startIdentity(open);
    await server.db.query("alter table auth.users rename to elsewhere");

    const { status, json, headers } = await call(server, "POST /recover", { body: { email: "ada@example.com" } });

    expect({ status, json }).toEqual({
      status: 500,
      json: {
        code: 500,
        error_code: "unexpected_failure",
        msg: "Unexpected failure, please check server logs for more information",
        error_id: expect.any(String),
      },
    });
    expect(headers["x-sb-error-code"]).toBe("unexpected_failure");
  });
});

onEachStore("a trigger of the operator", (open) => {
  it("says no in its own words", async () => {
    const server = await startIdentity(open);
    await server.db.exec(`
      create function public.no_evil() returns trigger language plpgsql as $$
      begin
        if new.email like '%@evil.example' then
          raise exception 'Not with us' using hint = 'Go away', errcode = 'PT403';
        elsif new.email like '%@odd.example' then
          raise exception 'Odd';
        end if;
        return new;
      end $$;
      create trigger no_evil before insert on auth.users for each row execute function public.no_evil()`);
    const signUp = (email: string) => call(server, "POST /signup", { body: { email, password: PASSWORD } });

    expect(await signUp("a@evil.example")).toMatchObject({
      status: 403,
      json: { code: "PT403", message: "Not with us", hint: "Go away", detail: "" },
    });
    expect(await signUp("a@odd.example")).toMatchObject({ status: 500, json: { code: "P0001", message: "Odd" } });
    expect((await signUp("a@good.example")).status).toBe(200);
  });
});

/** The sources of a folder, without some files of it. */
function textsOf(folder: string, isMeant: (file: string) => boolean): string {
  const files = readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: "utf8" }).filter(isMeant);
  return files.map((file) => readFileSync(join(import.meta.dirname, folder, file), "utf8")).join("\n");
}

/** Lines that compare the code of an answer: `"422 weak_password"`, `error_code: "weak_password"` and the like. */
function expectsCode(tests: string, code: string): boolean {
  const comparison = new RegExp(`["' \`=]${code}["' \`]`);
  return tests.split("\n").some((line) => comparison.test(line) && !/rejects|toThrow|^\s*(\*|\/\/)/.test(line));
}

describe("the table of errors", () => {
  const codes = Object.entries<{ status: number; message: string; saidAs?: string }>(IDENTITY_ERRORS);
  const tests = textsOf(".", (file) => file.endsWith(".test.ts"));
  const sources = textsOf("../src", (file) => file.endsWith(".ts") && file !== "errors.ts");

  it("has every code of the protocol once", () => {
    expect(codes.length).toBeGreaterThan(100);
    for (const [code, { status, message }] of codes) {
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(message, code).toMatch(/\w/);
    }
  });

  it("has no code that no request has been seen to get", () => {
    const unseen = codes.filter(([code, { saidAs }]) => saidAs === undefined && !expectsCode(tests, code));

    expect(unseen.map(([code]) => code)).toEqual([]);
    expect(expectsCode(tests, `${"never"}_given`)).toBe(false);
  });

  it("names what stands for the codes that are never given", () => {
    const never = codes.filter(([, { saidAs }]) => saidAs !== undefined);

    expect(never.length).toBeGreaterThan(0);
    for (const [code, { saidAs = "" }] of never) {
      expect(Object.keys(IDENTITY_ERRORS), code).toContain(saidAs);
      expect(sources, code).not.toContain(`"${code}"`);
    }
  });
});

onEachStore("a refusal of something rarer", (open) => {
  it("is about the current password where that is wanted", async () => {
    const server = await startIdentity(open, { settings: { "auth.password.require_current": true } });
    await aUser(server);
    const { accessToken: bearer } = await signIn(server);
    const change = (body: object) => call(server, "PUT /user", { bearer, body });
    const password = "another battery staple";

    expect(await change({ password })).toMatchObject({
      status: 400,
      json: { error_code: "current_password_required" },
    });
    expect(await change({ password, current_password: "wrong" })).toMatchObject({
      status: 400,
      json: { error_code: "current_password_invalid" },
    });
    expect((await change({ password, current_password: PASSWORD })).status).toBe(200);
  });

  it("is that an organisation's directory keeps the account", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);
    const { accessToken: bearer } = await signIn(server);
    await server.db.query("update auth.users set is_sso_user = true where id = $1", [id]);

    for (const body of [{ email: "else@example.com" }, { password: "another battery staple" }, { nonce: "123456" }]) {
      const reply = await call(server, "PUT /user", { bearer, body });
      expect(reply, JSON.stringify(body)).toMatchObject({ status: 422, json: { error_code: "user_sso_managed" } });
    }
    expect((await call(server, "PUT /user", { bearer, body: { data: { name: "Ada" } } })).status).toBe(200);
  });

  it("is that a flow took too long or its user is banned, and a quick one is served", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    await aUser(server, { email: "bob@example.com" });
    await aUser(server, { email: "eve@example.com" });
    const verifier = "v".repeat(43);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const exchange = async (address: string, age: string, meanwhile = "select") => {
      const body = { email: address, code_challenge: challenge, code_challenge_method: "s256" };
      await call(server, "POST /recover", { body });
      const { tokenHash } = await server.mailTo(address, "recovery");
      const opened = await call(server, `GET /verify?type=recovery&token=${tokenHash}`);
      const auth_code = new URL(String(opened.headers["location"])).searchParams.get("code");
      await server.db.query(`update auth.flow_state set auth_code_issued_at = now() - interval '${age}'`);
      await server.db.query(meanwhile);
      return call(server, "POST /token?grant_type=pkce", { body: { auth_code, code_verifier: verifier } });
    };

    expect(await exchange("ada@example.com", "6 minutes")).toMatchObject({
      status: 422,
      json: { error_code: "flow_state_expired" },
    });
    expect((await exchange("bob@example.com", "1 minute")).status).toBe(200);
    const ban = "update auth.users set banned_until = now() + interval '1 hour' where email = 'eve@example.com'";
    expect(await exchange("eve@example.com", "1 minute", ban)).toMatchObject({
      status: 403,
      json: { error_code: "user_banned" },
    });
  });
});

onEachStore("a way to a provider that was gone to its end", (open) => {
  it("cannot be gone again by an application that exchanges a code", async () => {
    const settings = {
      "auth.external.github.enabled": true,
      "auth.external.github.client_id": "watch-room",
      "auth.external.github.secret": "secret",
    };
    const server = await startIdentity(open, { settings });
    const id = await aUser(server);
    const pkce = `code_challenge=${"c".repeat(43)}&code_challenge_method=s256`;
    const begun = await call(server, `GET /authorize?provider=github&${pkce}`);
    const state = new URL(String(begun.headers["location"])).searchParams.get("state");
    const cookie = String(begun.headers["set-cookie"]).split(";", 1)[0] ?? "";
    await server.db.query("update auth.flow_state set user_id = $1 where id = $2", [id, state]);

    const again = await call(server, `GET /callback?state=${state}&code=x`, { headers: { cookie } });

    expect(again.status).toBe(303);
    const { searchParams } = new URL(String(again.headers["location"]));
    expect(searchParams.get("error_code")).toBe("flow_state_already_used");
  });
});

it("a request that waits too long for the database is told to come back", async () => {
  const { url, drop } = await createPostgresTestDatabase();
  const db = await openDatabase({ url });
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  const server = await startIdentity(
    async (migrations) => {
      await migrate(db, migrations ?? []);
      return db;
    },
    { settings: { "auth.api.max_request_duration": "2s" } },
  );
  await aUser(server);
  const { accessToken: bearer } = await signIn(server);
  const another = new pg.Client({ connectionString: url });
  await another.connect();
  await another.query("begin; lock table auth.users in access exclusive mode");

  const late = await call(server, "GET /user", { bearer });
  await another.end();

  expect(late).toMatchObject({ status: 504, json: { error_code: "request_timeout" } });
  expect((await call(server, "GET /user", { bearer })).status).toBe(200);
});
