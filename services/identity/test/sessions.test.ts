import { onEachStore } from "@vedette/database/testing";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, it } from "vitest";
import {
  closeBrowserSession,
  findBrowserSessionEnd,
  identify,
  openBrowserSession,
  stayBrowserSession,
} from "../src/index.ts";
import { aUser, call, PASSWORD, refresh, signIn } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";

const ROWS = { "auth.refresh_token_algorithm_version": 1 } as const;

onEachStore("a refresh token of the older form", (open) => {
  it("has twelve characters and a row of its own", async () => {
    const server = await startIdentity(open, { settings: ROWS });
    await aUser(server);
    const reply = await call(server, "POST /token?grant_type=password", {
      body: { email: "ada@example.com", password: PASSWORD },
    });

    const token = String(reply.json["refresh_token"]);
    expect(token).toMatch(/^[a-z0-9]{12}$/);
    expect(reply.headers["sb-auth-refresh-token-prefix"]).toBe(token.slice(0, 5));
    const { rows } = await server.db.query("select token, revoked, parent from auth.refresh_tokens");
    expect(rows).toEqual([{ token, revoked: false, parent: null }]);
  });

  it("exchanged by fifty at once, at two processes, signs nobody out and ends in one valid token", async () => {
    const server = await startIdentity(open, { settings: ROWS });
    const other = await startIdentity(open, { settings: ROWS, beside: server });
    await aUser(server);
    const { refreshToken } = await signIn(server);

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        refresh(index % 2 === 0 ? server : other, refreshToken, `10.0.0.${index}`),
      ),
    );

    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const newest = new Set(replies.map(({ json }) => json["refresh_token"]));
    expect(newest.size).toBe(1);
    const { rows } = await server.db.query("select token from auth.refresh_tokens where not revoked");
    expect(rows).toEqual([{ token: [...newest][0] }]);
    expect((await refresh(other, String([...newest][0]))).status).toBe(200);
  });

  it("replayed beyond the interval revokes the whole family", async () => {
    const server = await startIdentity(open, { settings: { ...ROWS, "auth.refresh_token_reuse_interval": 0 } });
    await aUser(server);
    const { refreshToken } = await signIn(server);
    const second = String((await refresh(server, refreshToken)).json["refresh_token"]);
    const third = String((await refresh(server, second)).json["refresh_token"]);
    await ageTokens(server);

    expect(await refresh(server, refreshToken)).toMatchObject({
      status: 400,
      json: { error_code: "refresh_token_already_used", msg: "Invalid Refresh Token: Already Used" },
    });
    for (const token of [second, third]) {
      expect((await refresh(server, token)).json["error_code"]).toBe("refresh_token_already_used");
    }
    const { rows } = await server.db.query("select count(*) as alive from auth.refresh_tokens where not revoked");
    expect(rows).toEqual([{ alive: "0" }]);
  });

  it("replayed revokes nothing where rotation is off", async () => {
    const server = await startIdentity(open, {
      settings: { ...ROWS, "auth.refresh_token_reuse_interval": 0, "auth.enable_refresh_token_rotation": false },
    });
    await aUser(server);
    const { refreshToken } = await signIn(server);
    const second = String((await refresh(server, refreshToken)).json["refresh_token"]);
    const third = String((await refresh(server, second)).json["refresh_token"]);
    await ageTokens(server);

    expect((await refresh(server, refreshToken)).json["error_code"]).toBe("refresh_token_already_used");
    expect((await refresh(server, third)).status).toBe(200);
  });

  it("of which the answer was lost gives the newest again; of which nobody knows is not found", async () => {
    const server = await startIdentity(open, { settings: { ...ROWS, "auth.refresh_token_reuse_interval": 0 } });
    await aUser(server);
    const { refreshToken } = await signIn(server);
    const next = await refresh(server, refreshToken);
    await ageTokens(server);

    expect((await refresh(server, refreshToken)).json["refresh_token"]).toBe(next.json["refresh_token"]);
    expect(await refresh(server, "abcdefghijkl")).toMatchObject({
      status: 400,
      json: { error_code: "refresh_token_not_found", msg: "Invalid Refresh Token: Refresh Token Not Found" },
    });
    expect((await refresh(server, "ABCDEFGHIJKL")).json["error_code"]).toBe("validation_failed");
  });

  it("moves to the newer form where that is wanted, and a late replay then ends the session", async () => {
    const server = await startIdentity(open, { settings: ROWS });
    const later = await startIdentity(open, {
      beside: server,
      settings: { "auth.refresh_token_upgrade_percentage": 100, "auth.refresh_token_reuse_interval": 0 },
    });
    await aUser(server);
    const { refreshToken } = await signIn(server);

    const moved = await refresh(later, refreshToken);
    expect(moved.json["refresh_token"]).toMatch(/^[A-Za-z0-9_-]{50,}$/);
    expect((await refresh(later, refreshToken)).json["refresh_token"]).toBe(moved.json["refresh_token"]);
    const next = await refresh(later, String(moved.json["refresh_token"]));
    expect(next.status).toBe(200);
    // What signs refresh tokens is worth nothing to somebody who reads the database.
    const { accessToken } = await signIn(later);
    expect((await call(later, "GET /user", { bearer: accessToken })).status).toBe(200);
    const { rows } = await server.db.query("select refresh_token_hmac_key as key from auth.sessions");
    expect(rows.map(({ key }) => Object.keys(JSON.parse(String(key))))).toEqual(
      [1, 2].map(() => ["key_id", "alg", "data", "nonce"]),
    );
    await ageTokens(server);
    expect((await refresh(later, refreshToken)).json["error_code"]).toBe("refresh_token_already_used");
    expect((await refresh(later, String(next.json["refresh_token"]))).json["error_code"]).toBe(
      "refresh_token_not_found",
    );
  });
});

onEachStore("the move to newer refresh tokens", (open) => {
  it("picks sessions by their id, not by the refresh", async () => {
    const server = await startIdentity(open, { settings: ROWS });
    const later = await startIdentity(open, {
      beside: server,
      settings: { "auth.refresh_token_upgrade_percentage": 50, "auth.rate_limit.token_refresh": "1000" },
    });
    await aUser(server);
    let tokens: string[] = [];
    for (let session = 0; session < 12; session += 1) tokens.push((await signIn(server)).refreshToken);

    const moved: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const next: string[] = [];
      for (const token of tokens) next.push(String((await refresh(later, token)).json["refresh_token"]));
      tokens = next;
      moved.push(tokens.map((token) => (token.length > 12 ? "signed" : "stored")).join(" "));
    }

    expect(new Set(moved)).toHaveLength(1);
  });
});

onEachStore("one session per person", (open) => {
  const settings = { "auth.sessions.single_per_user": true } as const;

  it("means that the older one ends at its next refresh", async () => {
    const server = await startIdentity(open, { settings });
    await aUser(server);
    await aUser(server, { email: "bob@example.com" });
    const bob = await signIn(server, { email: "bob@example.com" });
    const older = await signIn(server);
    const newer = await signIn(server);

    expect(await refresh(server, older.refreshToken)).toMatchObject({
      status: 400,
      json: {
        error_code: "session_expired",
        msg: "Invalid Refresh Token: Session Expired (Revoked by Newer Login)",
      },
    });
    expect((await refresh(server, newer.refreshToken)).status).toBe(200);
    expect((await refresh(server, bob.refreshToken)).status).toBe(200);
  });

  it("counts each kind of session for itself", async () => {
    const server = await startIdentity(open, { settings: { ...settings, "auth.sessions.tags": ["desk", "wall"] } });
    const wall = await startIdentity(open, {
      beside: server,
      settings: { ...settings, "auth.sessions.tags": ["wall", "desk"] },
    });
    await aUser(server);
    const atDesk = await signIn(server);
    const atWall = await signIn(wall);

    expect((await refresh(server, atDesk.refreshToken)).status).toBe(200);
    expect((await refresh(server, atWall.refreshToken)).status).toBe(200);
  });

  it("holds for the cookie of the web UI, too", async () => {
    const server = await startIdentity(open, { settings });
    await aUser(server);
    const older = await browserOf(server);
    expect(await whoIs(server, older.token)).toBe("ada@example.com");
    const newer = await browserOf(server);

    expect(await whoIs(server, older.token)).toBeUndefined();
    expect(await whoIs(server, newer.token)).toBe("ada@example.com");
  });
});

onEachStore("a sign-in to the web UI", (open) => {
  const ends = [
    ["by its own life, when nothing else ends it", {}, 30 * 86_400, false],
    ["by the time box", { "auth.sessions.timebox": "1h" }, 3600, false],
    ["for want of use, which using it puts off", { "auth.sessions.inactivity_timeout": "10m" }, 600, true],
    ["by what comes first", { "auth.sessions.timebox": "5m", "auth.sessions.inactivity_timeout": "10m" }, 300, false],
  ] as const;
  it.each(ends)("tells when it ends %s", async (_how, settings, seconds, isPutOff) => {
    const server = await startIdentity(open, { settings });
    await aUser(server);
    const { token } = await browserOf(server);

    const end = await findBrowserSessionEnd(server.identity, token);

    expect(end.isPutOff).toBe(isPutOff);
    expect(end.seconds).toBeGreaterThan(seconds - 60);
    expect(end.seconds).toBeLessThanOrEqual(seconds);
  });

  it("is not used by the question when it ends, and is by staying", async () => {
    const server = await startIdentity(open, { settings: { "auth.sessions.inactivity_timeout": "10m" } });
    await aUser(server);
    const { token } = await browserOf(server);
    await server.db.query(`with s as (update auth.sessions set created_at = now() - interval '9 minutes')
      update vedette.browser_sessions set last_seen_at = now() - interval '9 minutes'`);

    await findBrowserSessionEnd(server.identity, token);
    expect((await findBrowserSessionEnd(server.identity, token)).seconds).toBeLessThanOrEqual(60);
    expect((await stayBrowserSession(server.identity, token)).seconds).toBeGreaterThan(540);
    expect(await findBrowserSessionEnd(server.identity, "nonsense")).toEqual({ seconds: null, isPutOff: false });
  });

  it.each([
    ["auth.sessions.timebox", "update auth.sessions set created_at = now() - interval '2 hours'"],
    [
      "auth.sessions.inactivity_timeout",
      `with s as (update auth.sessions set created_at = now() - interval '2 hours')
       update vedette.browser_sessions set last_seen_at = now() - interval '61 minutes'`,
    ],
  ] as const)("ends beyond %s", async (setting, ageing) => {
    const server = await startIdentity(open, { settings: { [setting]: "1h" } });
    await aUser(server);
    const { token } = await browserOf(server);
    expect(await whoIs(server, token)).toBe("ada@example.com");

    await server.db.query(ageing);

    expect(await whoIs(server, token)).toBeUndefined();
  });

  it("ends when somebody signs out everywhere", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const browser = await browserOf(server);
    const { accessToken } = await signIn(server);

    await call(server, "POST /logout?scope=global", { bearer: accessToken });

    expect(await whoIs(server, browser.token)).toBeUndefined();
    await closeBrowserSession(server.identity, { token: browser.token, origin: ORIGIN });
  });
});

onEachStore("a session without its person's second factor", (open) => {
  it("lasts no longer than the setting allows, and neither do its tokens", async () => {
    const server = await startIdentity(open, { settings: { "auth.sessions.allow_low_aal": "10m" } });
    const id = await aUser(server);
    const { refreshToken } = await signIn(server);
    await server.db.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'phone app', 'totp', 'verified', now(), now())`,
      [id],
    );

    const young = await refresh(server, refreshToken);
    expect(young.status).toBe(200);
    expect(Number(young.json["expires_in"])).toBeLessThanOrEqual(600);
    await server.db.query("update auth.sessions set created_at = now() - interval '11 minutes'");

    expect((await refresh(server, String(young.json["refresh_token"]))).json["error_code"]).toBe("session_expired");
  });
});

onEachStore("the list of one's own sessions", (open) => {
  it("names each and marks the one that asks; a foreign one cannot be ended", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    await aUser(server, { email: "bob@example.com" });
    const first = await signIn(server);
    const second = await signIn(server);
    const bob = await signIn(server, { email: "bob@example.com" });
    const listed = await call(server, "GET /sessions", { bearer: second.accessToken });
    const sessions = JSON.parse(listed.text);

    expect(sessions).toEqual([
      expect.objectContaining({ current: true, aal: "aal1", ip: "127.0.0.1", refreshed_at: null }),
      expect.objectContaining({ current: false, amr: [{ method: "password", timestamp: expect.any(Number) }] }),
    ]);
    const foreign = await call(server, `DELETE /sessions/${sessions[1].id}`, { bearer: bob.accessToken });
    expect(foreign).toMatchObject({ status: 404, json: { error_code: "session_not_found" } });
    const ended = await call(server, `DELETE /sessions/${sessions[1].id}`, { bearer: second.accessToken });
    expect(ended.status).toBe(204);
    expect((await call(server, "GET /user", { bearer: first.accessToken })).json["error_code"]).toBe(
      "session_not_found",
    );
    expect((await call(server, "GET /user", { bearer: second.accessToken })).status).toBe(200);
  });
});

onEachStore("the sessions and identities of somebody else", (open) => {
  it("are listed and ended by administrators, one or all, and the log says who did it to whom", async () => {
    const server = await startIdentity(open);
    const admin = { bearer: server.secretKey };
    const id = await aUser(server, { phone: "15551234567", phone_confirm: true });
    await aUser(server, { email: "bob@example.com" });
    const first = await signIn(server);
    const second = await signIn(server);
    const bob = await signIn(server, { email: "bob@example.com" });
    const list = async () => JSON.parse((await call(server, `GET /admin/users/${id}/sessions`, admin)).text);
    const [newest, oldest] = await list();
    const isIn = async ({ accessToken }: { accessToken: string }) =>
      (await call(server, "GET /user", { bearer: accessToken })).status === 200;

    expect(newest).toMatchObject({ current: false, aal: "aal1", ip: "127.0.0.1" });
    expect((await call(server, `DELETE /admin/users/${id}/sessions/${oldest.id}`, admin)).status).toBe(204);
    expect([await isIn(first), await isIn(second)]).toEqual([false, true]);
    const unknown = await call(server, `DELETE /admin/users/${id}/sessions/${oldest.id}`, admin);
    expect(unknown).toMatchObject({ status: 404, json: { error_code: "session_not_found" } });
    expect((await call(server, `DELETE /admin/users/${id}/sessions`, admin)).status).toBe(204);
    expect([await isIn(second), await isIn(bob), await list()]).toEqual([false, true, []]);

    const { json } = await call(server, `GET /admin/users/${id}`, admin);
    const identities: { identity_id: string; provider: string }[] = JSON.parse(JSON.stringify(json["identities"]));
    const phone = identities.find(({ provider }) => provider === "phone")?.identity_id;
    expect((await call(server, `DELETE /admin/users/${id}/identities/${phone}`, admin)).status).toBe(204);
    const left = (await call(server, `GET /admin/users/${id}`, admin)).json;
    expect(left).toMatchObject({ phone: "", identities: [{ provider: "email" }] });
    const last = await call(server, `DELETE /admin/users/${id}/identities/${identities[0]?.identity_id}`, admin);
    expect(last.json["error_code"]).toBe("single_identity_not_deletable");

    const { rows } = await server.db.query(
      "select payload from auth.audit_log_entries where payload->>'action' in ('logout', 'identity_unlinked') order by created_at",
    );
    expect(rows.map(({ payload }) => payload)).toMatchObject([
      { action: "logout", actor_username: "service_role", traits: { user_id: id } },
      { action: "logout", actor_username: "service_role", traits: { user_id: id } },
      { action: "identity_unlinked", actor_username: "service_role", traits: { user_id: id, provider: "phone" } },
    ]);
  });
});

onEachStore("an administrator's token", (open) => {
  it("counts by the role that the person has now", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server, { role: "service_role" });
    const { accessToken } = await signIn(server);
    expect((await call(server, "GET /admin/users", { bearer: accessToken })).status).toBe(200);

    await call(server, `PUT /admin/users/${id}`, { body: { role: "authenticated" }, bearer: server.secretKey });

    expect((await call(server, "GET /admin/users", { bearer: accessToken })).json["error_code"]).toBe("not_admin");
  });

  it("cannot be had by metadata, nor by a key of one's own", async () => {
    const server = await startIdentity(open);
    await aUser(server, { user_metadata: { role: "service_role" } });
    const { accessToken } = await signIn(server);
    const change = { data: { role: "service_role" }, role: "service_role", app_metadata: null };
    expect((await call(server, "PUT /user", { bearer: accessToken, body: change })).json["role"]).toBe("authenticated");
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const header = { alg: "ES256", jwk: await exportJWK(publicKey) };
    const forged = await new SignJWT({ role: "service_role" })
      .setProtectedHeader(header)
      .setExpirationTime("1h")
      .sign(privateKey);

    expect((await call(server, "GET /admin/users", { bearer: accessToken })).json["error_code"]).toBe("not_admin");
    expect((await call(server, "GET /admin/users", { bearer: forged })).json["error_code"]).toBe("bad_jwt");
  });

  it("ends with its session", async () => {
    const server = await startIdentity(open, { settings: { "auth.sessions.timebox": "1h" } });
    await aUser(server, { role: "service_role" });
    const { accessToken } = await signIn(server);
    await server.db.query("update auth.sessions set created_at = now() - interval '61 minutes'");

    expect((await call(server, "GET /admin/users", { bearer: accessToken })).json["error_code"]).toBe(
      "session_expired",
    );
  });
});

const ORIGIN = { ipAddress: "127.0.0.1", userAgent: "test" } as const;

function browserOf({ identity }: IdentityServer) {
  const proof = { kind: "password", email: "ada@example.com", password: PASSWORD } as const;
  return openBrowserSession(identity, { proof, origin: ORIGIN });
}

async function whoIs({ identity }: IdentityServer, token: string): Promise<string | undefined> {
  const found = await identify(identity, { cookie: `vedette_session=${token}` });
  return found?.kind === "user" ? found.email : undefined;
}

/** Pretends that every refresh was an hour ago. */
async function ageTokens({ db }: IdentityServer): Promise<void> {
  await db.query("update auth.refresh_tokens set updated_at = updated_at - interval '1 hour'");
  await db.query("update auth.sessions set refreshed_at = refreshed_at - interval '1 hour'");
}
