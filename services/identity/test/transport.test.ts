import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { aUser, call, signIn } from "./call.ts";
import { startIdentity } from "./identity-server.ts";

onEachStore("the service", (open) => {
  it("says what it is and what is switched on", async () => {
    const server = await startIdentity(open, { settings: { "auth.disable_signup": true } });

    expect((await call(server, "GET /health")).json).toMatchObject({ version: "13.0.0", name: "Vedette" });
    expect((await call(server, "GET /settings")).json).toMatchObject({
      external: { email: true, phone: false, google: false, anonymous_users: false },
      disable_signup: true,
      mailer_autoconfirm: false,
      passkeys_enabled: false,
    });
  });

  it("takes every path with a slash at its end", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const { accessToken } = await signIn(server);

    expect((await call(server, "GET /user/", { bearer: accessToken })).status).toBe(200);
    expect((await call(server, "POST /recover/", { body: { email: "ada@example.com" } })).status).toBe(200);
    expect((await call(server, "GET /.well-known/jwks.json/")).status).toBe(200);
    expect((await call(server, "GET /admin/users/", { bearer: server.secretKey })).status).toBe(200);
  });

  it("lets pages of every site call it", async () => {
    const server = await startIdentity(open, { settings: { "auth.cors.allowed_headers": ["X-Extra"] } });
    const headers = { origin: "https://app.example", "access-control-request-method": "PUT" };

    const preflight = await call(server, "OPTIONS /user", { headers });
    const refused = await call(server, "GET /user", { headers });
    const kept = await call(server, "GET /.well-known/jwks.json");

    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        "access-control-allow-origin": "https://app.example",
        "access-control-allow-credentials": "true",
        "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
        "access-control-allow-headers": expect.stringMatching(/apikey.*X-Extra/),
      },
    });
    expect(refused).toMatchObject({
      status: 401,
      headers: {
        "access-control-allow-origin": "https://app.example",
        "access-control-expose-headers": "X-Total-Count, Link, X-Supabase-Api-Version",
      },
    });
    // A cache must not give it to a page of another site, which could not read it.
    expect(kept.headers).toMatchObject({ "cache-control": "public, max-age=600", vary: "Origin" });
  });

  it("keeps tokens out of caches and names the session in headers", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);

    const body = { email: "ada@example.com", password: "correct horse" };
    const { headers, json } = await call(server, "POST /token?grant_type=password", { body });

    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "sb-auth-user-id": id,
      "sb-auth-session-id": expect.any(String),
      "sb-auth-refresh-token-counter": "0",
    });
    expect(Object.keys(json).sort()).toEqual([
      "access_token",
      "expires_at",
      "expires_in",
      "refresh_token",
      "token_type",
      "user",
    ]);
  });

  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["fe80::1%eth0", "fe80::1"],
    ["unknown", null],
  ])("keeps the client address %s with the session as %s", async (from, kept) => {
    const server = await startIdentity(open);
    await aUser(server);
    const body = { email: "ada@example.com", password: "correct horse" };

    expect((await call(server, "POST /token?grant_type=password", { body, from })).status).toBe(200);

    const { rows } = await server.db.query("select host(ip) as ip from auth.sessions");
    expect(rows).toEqual([{ ip: kept }]);
  });

  it("says when a password that signs in is too weak by today's rules", async () => {
    const server = await startIdentity(open, { settings: { "auth.minimum_password_length": 20 } });
    await aUser(server);

    const body = { email: "ada@example.com", password: "correct horse" };
    const { status, json } = await call(server, "POST /token?grant_type=password", { body });

    expect(status).toBe(200);
    expect(json["weak_password"]).toEqual({
      reasons: ["length"],
      message: "Password should be at least 20 characters.",
    });
  });
});
