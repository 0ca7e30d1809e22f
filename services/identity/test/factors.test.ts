import { onEachStore } from "@vedette/database/testing";
import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { matchTotp } from "../src/factors/totp.ts";
import { call, refresh, signIn } from "./call.ts";
import { hookAt, startReceiver } from "./hook-receiver.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";
import { adminOf, clientOf, PASSWORD, signedIn } from "./published-client-of.ts";

/** What an authenticator app shows, some steps of thirty seconds away. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}

type Client = Awaited<ReturnType<typeof signedIn>>;

/** A new authenticator app of somebody. */
async function anApp({ auth }: Pick<Client, "auth">, friendlyName = "phone") {
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error !== null) throw error;
  return { id: data.id, secret: data.totp.secret, totp: data.totp };
}

/** Somebody whose session has proved an authenticator app. The code of the step before is used up. */
async function withApp(server: IdentityServer) {
  const client = await signedIn(server);
  const app = await anApp(client);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: app.id, code: codeOf(app.secret, -1) });
  if (error !== null) throw error;
  return { ...client, app };
}

/** The claims of the tokens that a client holds. */
async function claimsOf({ auth }: Pick<Client, "auth">) {
  const { data } = await auth.getClaims();
  return data?.claims;
}

onEachStore("an authenticator app", (open) => {
  it("is added by a picture and raises the session to aal2", async () => {
    const server = await startIdentity(open);
    const client = await signedIn(server);
    const { id, secret, totp } = await anApp(client);

    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(totp.uri).toBe(
      `otpauth://totp/localhost%3A3000:ada%40example.com?issuer=localhost%3A3000&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: "aal1" });

    const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });

    expect(error).toBeNull();
    expect(data?.user.factors).toMatchObject([{ id, status: "verified", friendly_name: "phone" }]);
    const claims = await claimsOf(client);
    expect(claims).toMatchObject({ aal: "aal2", amr: [{ method: "totp" }, { method: "password" }] });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
  });

  it.each([
    ["signed", {}],
    ["rows", { "auth.refresh_token_algorithm_version": 1 }],
  ] as const)("stays proved over a refresh, and no token of before fetches such a session: %s", async (_form, form) => {
    const server = await startIdentity(open, { settings: { ...form, "auth.refresh_token_allow_reuse": true } });
    const { auth, session, app } = await withApp(server);
    const before = async () => (await refresh(server, session.refresh_token)).json["error_code"];

    const atOnce = await before();
    await auth.refreshSession();
    const afterRefresh = await before();

    expect([atOnce, afterRefresh]).toEqual(["refresh_token_already_used", "refresh_token_already_used"]);
    // A client that its own step-up has overtaken does no harm; a replay does.
    expect((await auth.refreshSession()).error).toBeNull();
    expect(await claimsOf({ auth })).toMatchObject({ aal: "aal2" });
    expect((await auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: app.id }]);
    await server.db.query("update auth.sessions set refreshed_at = refreshed_at - interval '1 hour'");
    await server.db.query("update auth.refresh_tokens set updated_at = updated_at - interval '1 hour'");
    expect(await before()).toBe("refresh_token_already_used");
    expect((await auth.refreshSession()).error?.code).toMatch(/^refresh_token_(not_found|already_used)$/);
  });

  it("signs out the sessions that have not proved it", async () => {
    const server = await startIdentity(open);
    const other = await signedIn(server);

    await withApp(server);

    expect((await other.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  });

  it("raises one of two sessions that prove it at the same time, and ends the other", async () => {
    const server = await startIdentity(open);
    const { app, auth } = await withApp(server);
    await auth.signOut();
    const proofs: { bearer: string; challenge: unknown }[] = [];
    for (let session = 0; session < 2; session += 1) {
      const { accessToken: bearer } = await signIn(server);
      const challenge = await call(server, `POST /factors/${app.id}/challenge`, { bearer });
      proofs.push({ bearer, challenge: challenge.json["id"] });
    }

    const replies = await Promise.all(
      proofs.map(({ bearer, challenge }, step) =>
        call(server, `POST /factors/${app.id}/verify`, {
          bearer,
          body: { challenge_id: challenge, code: codeOf(app.secret, step) },
        }),
      ),
    );

    const outcomes = replies.map(({ status, json }) => `${status} ${json["error_code"] ?? "aal2"}`);
    expect(outcomes).toContain("200 aal2");
    // The codes of two steps: the older one can also come second, when it counts as used.
    for (const outcome of outcomes) {
      expect(["200 aal2", "403 session_not_found", "422 mfa_verification_failed"]).toContain(outcome);
    }
    expect((await server.db.query("select aal::text from auth.sessions")).rows).toEqual([{ aal: "aal2" }]);
  });

  it("accepts each code once, and those of the steps beside", async () => {
    const server = await startIdentity(open);
    const { auth, app } = await withApp(server);
    const verify = async (code: string) =>
      (await auth.mfa.challengeAndVerify({ factorId: app.id, code })).error?.code ?? "accepted";
    const [now, next] = [codeOf(app.secret), codeOf(app.secret, 1)];

    expect(await verify(next)).toBe("accepted");
    expect(await verify(next)).toBe("mfa_verification_failed");
    expect(await verify(now)).toBe("mfa_verification_failed");
  });

  it("is guessed at twenty times in a quarter of an hour, by however many challenges, and no more", async () => {
    const server = await startIdentity(open, {
      settings: { "auth.mfa.rate_limit_challenge_and_verify": "1000/1s" },
    });
    const { auth, app } = await withApp(server);
    const right = codeOf(app.secret, 1);
    const wrong = right === "000000" ? "111111" : "000000";
    const verify = async (code: string) => (await auth.mfa.challengeAndVerify({ factorId: app.id, code })).error;

    const answers = await Promise.all(Array.from({ length: 22 }, () => verify(wrong)));
    const late = await verify(right);
    await server.db.query("update vedette.rate_limits set full_at = now() - interval '1 second'");

    expect(answers.filter((error) => error?.code === "mfa_verification_failed").length).toBe(20);
    expect([late?.status, late?.code]).toEqual([429, "over_request_rate_limit"]);
    expect(await verify(codeOf(app.secret, 1))).toBeNull();
  });

  it("keeps its secret sealed in the store", async () => {
    const server = await startIdentity(open);
    const { secret } = await anApp(await signedIn(server));

    const { rows } = await server.db.query("select secret from auth.mfa_factors");

    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.parse(String(rows[0]?.["secret"]))).toMatchObject({ alg: "aes-gcm-hkdf" });
  });

  it("is taken away by a session that has proved one, and sessions fall back", async () => {
    const server = await startIdentity(open);
    const { auth, app } = await withApp(server);
    const weak = clientOf(server);
    await weak.auth.signInWithPassword({ email: "ada@example.com", password: PASSWORD });

    expect((await weak.auth.mfa.unenroll({ factorId: app.id })).error?.code).toBe("insufficient_aal");
    expect((await auth.mfa.unenroll({ factorId: app.id })).data).toEqual({ id: app.id });
    await auth.refreshSession();

    expect(await claimsOf({ auth })).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
  });
});

onEachStore("second factors", (open) => {
  it("refuse what they must, by code", async () => {
    const server = await startIdentity(open, { settings: { "auth.mfa.max_enrolled_factors": 2 } });
    const { auth, app } = await withApp(server);
    const { accessToken: weak } = await signIn(server);
    const { data } = await auth.getSession();
    const strong = data.session?.access_token ?? "";
    const factor = (body: object, bearer = strong) => call(server, "POST /factors", { body, bearer });
    const verify = (body: object) => call(server, `POST /factors/${app.id}/verify`, { body, bearer: strong });
    const challenge = await call(server, `POST /factors/${app.id}/challenge`, { bearer: strong });
    const challenge_id = String(challenge.json["id"]);
    const nobody = "00000000-0000-4000-8000-000000000000";

    const refusals = {
      anonymous: await call(server, "POST /factors", { body: { factor_type: "totp" } }),
      unknownType: await factor({ factor_type: "smell" }),
      phoneOff: await factor({ factor_type: "phone", phone: "+15551234567" }),
      webauthnOff: await factor({ factor_type: "webauthn" }),
      weakSession: await factor({ factor_type: "totp", friendly_name: "second" }, weak),
      sameName: await factor({ factor_type: "totp", friendly_name: "phone" }),
      second: await factor({ factor_type: "totp", friendly_name: "second" }),
      third: await factor({ factor_type: "totp", friendly_name: "third" }),
      unknownFactor: await call(server, `POST /factors/${nobody}/challenge`, { bearer: strong }),
      noUuid: await call(server, "POST /factors/7/challenge", { bearer: strong }),
      unknownChallenge: await verify({ challenge_id: nobody, code: "123456" }),
      elsewhere: await call(server, `POST /factors/${app.id}/verify`, {
        body: { challenge_id, code: codeOf(app.secret) },
        bearer: strong,
        from: "198.51.100.7",
      }),
      wrongCode: await verify({ challenge_id, code: "000000" }),
      removing: await call(server, `DELETE /factors/${nobody}`, { bearer: strong }),
    };

    expect(
      Object.fromEntries(
        Object.entries(refusals).map(([name, { status, json }]) => [name, `${status} ${json["error_code"] ?? ""}`]),
      ),
    ).toEqual({
      anonymous: "401 no_authorization",
      unknownType: "400 validation_failed",
      phoneOff: "422 mfa_phone_enroll_not_enabled",
      webauthnOff: "422 mfa_webauthn_enroll_not_enabled",
      weakSession: "403 insufficient_aal",
      sameName: "422 mfa_factor_name_conflict",
      second: "200 ",
      third: "422 too_many_enrolled_mfa_factors",
      unknownFactor: "404 mfa_factor_not_found",
      noUuid: "404 validation_failed",
      unknownChallenge: "422 mfa_factor_not_found",
      elsewhere: "422 mfa_ip_address_mismatch",
      wrongCode: "422 mfa_verification_failed",
      removing: "404 mfa_factor_not_found",
    });
  });

  it("can be switched off by kind", async () => {
    const server = await startIdentity(open);
    const { auth, app } = await withApp(server);
    const { data } = await auth.getSession();
    const bearer = data.session?.access_token ?? "";
    const settings = { "auth.mfa.totp.enroll_enabled": false, "auth.mfa.totp.verify_enabled": false };
    const closed = await startIdentity(open, { settings, beside: server });

    const enrol = await call(closed, "POST /factors", { body: { factor_type: "totp" }, bearer });
    const challenge = await call(closed, `POST /factors/${app.id}/challenge`, { bearer });

    expect(enrol.json["error_code"]).toBe("mfa_totp_enroll_not_enabled");
    expect(challenge.json["error_code"]).toBe("mfa_totp_verify_not_enabled");
  });

  it("ask anew after five tries and after five minutes", async () => {
    const server = await startIdentity(open);
    const { auth, app } = await withApp(server);
    const ask = async () => (await auth.mfa.challenge({ factorId: app.id })).data?.id ?? "";
    const answer = async (challengeId: string, code: string) =>
      (await auth.mfa.verify({ factorId: app.id, challengeId, code })).error?.code;
    const first = await ask();
    for (const code of ["000000", "000001", "000002", "000003", "000004"]) {
      expect(await answer(first, code)).toBe("mfa_verification_failed");
    }
    expect(await answer(first, codeOf(app.secret))).toBe("mfa_factor_not_found");

    const second = await ask();
    await server.db.query("update auth.mfa_challenges set created_at = created_at - interval '6 minutes'");
    expect(await answer(second, codeOf(app.secret))).toBe("mfa_challenge_expired");
    expect(await answer(await ask(), codeOf(app.secret))).toBeUndefined();
  });

  it("guard the address and the password of their owner", async () => {
    const server = await startIdentity(open);
    await withApp(server);
    const { accessToken } = await signIn(server);

    const change = await call(server, "PUT /user", { body: { password: "another horse" }, bearer: accessToken });

    expect(change).toMatchObject({ status: 401, json: { error_code: "insufficient_aal" } });
  });

  it("that were never verified are forgotten", async () => {
    const server = await startIdentity(open);
    const client = await signedIn(server);
    await anApp(client, "old");
    await server.db.query("update auth.mfa_factors set created_at = created_at - interval '10 minutes'");

    await anApp(client, "new");

    expect((await client.auth.mfa.listFactors()).data?.all.map(({ friendly_name: name }) => name)).toEqual(["new"]);
  });

  it("are listed, renamed and removed by administrators", async () => {
    const server = await startIdentity(open);
    const { auth, user, app } = await withApp(server);
    const admin = adminOf(server);
    const path = `/admin/users/${user.id}/factors/${app.id}` as const;
    const asAdmin = { bearer: server.secretKey };

    const renamed = await call(server, `PUT ${path}`, { ...asAdmin, body: { friendly_name: "lost phone" } });
    expect(renamed.json).toMatchObject({ id: app.id, friendly_name: "lost phone" });
    const inCapitals = `PUT /admin/users/${user.id}/factors/${app.id.toUpperCase()}` as const;
    expect((await call(server, inCapitals, { ...asAdmin, body: {} })).json).toMatchObject({ id: app.id });
    const listed = await admin.mfa.listFactors({ userId: user.id });
    expect(listed.data?.factors).toMatchObject([{ id: app.id, friendly_name: "lost phone" }]);
    expect((await admin.mfa.deleteFactor({ userId: user.id, id: app.id })).error).toBeNull();
    await auth.refreshSession();

    expect(await claimsOf({ auth })).toMatchObject({ aal: "aal1" });
    expect((await admin.mfa.deleteFactor({ userId: user.id, id: app.id })).error?.code).toBe("mfa_factor_not_found");
  });
});

onEachStore("the hook of second factors", (open) => {
  it("learns of every code, and its rejection signs the user out everywhere", async () => {
    let json: object = { decision: "continue" };
    const receiver = await startReceiver(() => ({ json }));
    const server = await startIdentity(open, { settings: hookAt("mfa_verification_attempt", receiver.url) });
    const { auth, user, app } = await withApp(server);
    json = { decision: "reject", message: "Not now" };

    const { error } = await auth.mfa.challengeAndVerify({ factorId: app.id, code: "000000" });

    expect([error?.status, error?.code, error?.message]).toEqual([403, "mfa_verification_rejected", "Not now"]);
    expect((await auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    const about = { user_id: user.id, factor_id: app.id, factor_type: "totp" };
    expect(receiver.calls.map(({ event }) => event)).toMatchObject([
      { ...about, valid: true, metadata: { name: "mfa-verification" } },
      { ...about, valid: false },
    ]);
  });
});

onEachStore("recovery codes", (open) => {
  const codes = (server: IdentityServer, method: string, bearer: string, body?: object) =>
    call(server, `${method} /factors/recovery-codes` as "GET /factors", { bearer, ...(body ? { body } : {}) });
  const verify = (server: IdentityServer, bearer: string, code: string) =>
    call(server, "POST /factors/recovery-codes/verify", { bearer, body: { code } });

  async function withCodes(server: IdentityServer) {
    const { auth } = await withApp(server);
    const { data } = await auth.getSession();
    const bearer = data.session?.access_token ?? "";
    const { json } = await codes(server, "POST", bearer);
    return { bearer, id: json["id"], made: json["codes"] as string[] };
  }

  it("are ten, shown once, and each stands in for a second factor once", async () => {
    const server = await startIdentity(open);
    const { made, bearer, id } = await withCodes(server);
    expect(new Set(made).size).toBe(10);
    expect((await server.db.query("select code_hash::text from vedette.recovery_codes")).rows).not.toContain(made[0]);
    const { accessToken: weak } = await signIn(server);

    const typed = made[0]?.toUpperCase().replace(/(.{4})/g, "$1- ") ?? "";
    const used = await verify(server, weak, typed);

    expect(used.status).toBe(200);
    const payload = JSON.parse(
      Buffer.from(String(used.json["access_token"]).split(".")[1] ?? "", "base64url").toString(),
    );
    expect(payload).toMatchObject({ aal: "aal2", amr: [{ method: "mfa/recovery_code" }, { method: "password" }] });
    expect((await verify(server, bearer, made[0] ?? "")).json["error_code"]).toBe("mfa_verification_failed");
    expect((await codes(server, "GET", bearer)).json).toEqual({ id, type: "recovery_code", total: 10, remaining: 9 });
  });

  it("forget what was tried once one is right, so that nobody is locked out who is not guessing", async () => {
    const server = await startIdentity(open);
    const { made } = await withCodes(server);
    const { accessToken: weak } = await signIn(server);
    for (let attempt = 0; attempt < 9; attempt += 1) await verify(server, weak, "mistyped");
    expect((await verify(server, weak, made[0] ?? "")).status).toBe(200);

    const { accessToken: another } = await signIn(server);
    expect((await verify(server, another, "mistyped")).json["error_code"]).toBe("mfa_verification_failed");
    expect((await verify(server, another, made[1] ?? "")).status).toBe(200);
  });

  it("are replaced under the same id, and go with the last real factor", async () => {
    const server = await startIdentity(open);
    const { made, bearer, id } = await withCodes(server);

    const fresh = await call(server, "POST /factors/recovery-codes/regenerate", { bearer });
    expect(fresh.json).toMatchObject({ id, total: 10 });
    expect((await verify(server, bearer, made[0] ?? "")).json["error_code"]).toBe("mfa_verification_failed");
    const user = await call(server, "GET /user", { bearer });
    const factors = user.json["factors"] as { id: string; factor_type: string }[];
    expect(factors.map(({ factor_type }) => factor_type)).toEqual(["totp", "recovery_code"]);
    await call(server, `DELETE /factors/${factors[0]?.id}`, { bearer });

    expect((await codes(server, "GET", bearer)).json["error_code"]).toBe("mfa_factor_not_found");
  });

  it("refuse what they must, by code", async () => {
    const server = await startIdentity(open);
    const client = await signedIn(server);
    expect((await codes(server, "POST", client.session.access_token)).json["error_code"]).toBe(
      "mfa_recovery_codes_sole_factor",
    );
    const { bearer } = await withCodes(server);
    const { accessToken: weak } = await signIn(server);
    expect((await codes(server, "POST", bearer)).json["error_code"]).toBe("mfa_verified_factor_exists");
    expect((await codes(server, "POST", weak)).json["error_code"]).toBe("insufficient_aal");
    const closed = await startIdentity(open, {
      settings: { "auth.mfa.recovery_codes.enabled": false },
      beside: server,
    });
    expect((await codes(closed, "POST", bearer)).json["error_code"]).toBe("mfa_recovery_codes_enroll_not_enabled");
    expect((await verify(closed, bearer, "x")).json["error_code"]).toBe("mfa_recovery_codes_verify_not_enabled");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await verify(server, weak, "wrong")).json["error_code"]).toBe("mfa_verification_failed");
    }
    const locked = await verify(server, weak, "wrong");
    expect(locked).toMatchObject({ status: 429, json: { error_code: "mfa_recovery_codes_locked" } });
    const wait = Number(locked.headers["retry-after"]);
    expect(wait).toBeGreaterThan(600);
    expect(wait).toBeLessThanOrEqual(900);
    await server.db.query("update vedette.recovery_code_attempts set began_at = began_at - interval '10 minutes'");
    expect(Number((await verify(server, weak, "wrong")).headers["retry-after"])).toBeLessThanOrEqual(300);
    expect((await codes(server, "DELETE", bearer)).status).toBe(200);
  });
});

describe("a time-based code", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [2_000_000_000, "279037"],
  ])("at second %i is %s [RFC 6238, appendix B]", (second, code) => {
    expect(matchTotp(secret, code, new Date(second * 1000))).toBe(Math.floor(second / 30));
  });

  it.each(["28708", "2870820", "28708a", "", " 287082"])("is not %j", (code) => {
    expect(matchTotp(secret, code, new Date(59_000))).toBeUndefined();
  });
});
