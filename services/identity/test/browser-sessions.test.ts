import { onEachStore } from "@vedette/database/testing";
import { TOTP } from "otpauth";
import { expect, it } from "vitest";
import { browserCookie, closeBrowserSession, identify, openBrowserSession, readBrowserCookie } from "../src/index.ts";
import { aUser, call, PASSWORD, signIn } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";

const origin = { ipAddress: "127.0.0.1", userAgent: "test" };
const proof = { kind: "password", email: "ada@example.com", password: PASSWORD } as const;

function cookieOf({ identity }: IdentityServer, session: { token: string; lifetimeSeconds: number }): string {
  return browserCookie(identity.addresses.publicUrl, session).split(";", 1)[0] ?? "";
}

onEachStore("a browser", (open) => {
  it("signs in by password, is known by its cookie, and signs out", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);

    const session = await openBrowserSession(server.identity, { proof, origin });
    const headers = { cookie: `theme=dark; ${cookieOf(server, session)}` };
    expect(await identify(server.identity, headers)).toEqual({
      kind: "user",
      userId: id,
      email: "ada@example.com",
      sessionId: session.sessionId,
      via: "cookie",
      assuranceLevel: "aal1",
      isInteractive: true,
    });
    const { rows } = await server.db.query("select token_hash from vedette.browser_sessions");
    expect(Buffer.from(Object(rows[0]?.["token_hash"])).toString()).not.toContain(session.token);

    await closeBrowserSession(server.identity, { token: session.token, origin });
    expect(await identify(server.identity, headers)).toBeUndefined();
  });

  it("is refused a wrong password, an unknown address and an unconfirmed user like every client", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    await aUser(server, { email: "new@example.com", email_confirm: false });
    const attempt = (email: string, password: string) =>
      openBrowserSession(server.identity, { proof: { kind: "password", email, password }, origin });

    await expect(attempt("ada@example.com", "wrong horse")).rejects.toMatchObject({ code: "invalid_credentials" });
    await expect(attempt("nobody@example.com", PASSWORD)).rejects.toMatchObject({ code: "invalid_credentials" });
    await expect(attempt("new@example.com", PASSWORD)).rejects.toMatchObject({ code: "email_not_confirmed" });
  });

  it("signs in with a living access token, and is out when that session ends", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const { accessToken } = await signIn(server);

    const session = await openBrowserSession(server.identity, { proof: { kind: "bearer", accessToken }, origin });
    const headers = { cookie: cookieOf(server, session) };
    expect(await identify(server.identity, headers)).toMatchObject({ kind: "user", via: "cookie" });
    await call(server, "POST /logout", { bearer: accessToken });

    expect(await identify(server.identity, headers)).toBeUndefined();
    const again = openBrowserSession(server.identity, { proof: { kind: "bearer", accessToken }, origin });
    await expect(again).rejects.toMatchObject({ code: "session_not_found" });
  });

  it("gets a new cookie for a session that a second factor has raised, and those of before end", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const { accessToken } = await signIn(server);
    const before = await openBrowserSession(server.identity, { proof: { kind: "bearer", accessToken }, origin });
    const enrolled = await call(server, "POST /factors", { body: { factor_type: "totp" }, bearer: accessToken });
    const path = `/factors/${String(enrolled.json["id"])}` as const;
    const { json } = await call(server, `POST ${path}/challenge`, { bearer: accessToken });
    const code = new TOTP({ secret: String(Reflect.get(Object(enrolled.json["totp"]), "secret")) }).generate();
    const body = { challenge_id: json["id"], code };

    const raised = await call(server, `POST ${path}/verify`, { body, bearer: accessToken });

    expect(raised.status, raised.text).toBe(200);
    // Requests that are on their way still arrive.
    expect(await identify(server.identity, { cookie: cookieOf(server, before) })).toMatchObject({ via: "cookie" });
    const newest = { kind: "bearer", accessToken: String(raised.json["access_token"]) } as const;
    const after = await openBrowserSession(server.identity, { proof: newest, origin });
    await server.db.query("update vedette.browser_sessions set replaced_at = replaced_at - interval '2 minutes'");
    expect(await identify(server.identity, { cookie: cookieOf(server, before) })).toBeUndefined();
    expect(await identify(server.identity, { cookie: cookieOf(server, after) })).toMatchObject({ via: "cookie" });
    const remembered = await server.db.query("select 1 from vedette.remembered_browsers");
    expect(remembered.affected).toBe(1);
  });

  it("gets a new cookie with every sign-in, and the one before is worthless", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const before = await openBrowserSession(server.identity, { proof, origin });

    const after = await openBrowserSession(server.identity, { proof, replaces: before.token, origin });

    expect(after.token).not.toBe(before.token);
    expect(await identify(server.identity, { cookie: cookieOf(server, before) })).toBeUndefined();
    expect(await identify(server.identity, { cookie: cookieOf(server, after) })).toBeDefined();
  });

  it.each([
    ["seven days without use", "last_seen_at = now() - interval '7 days'"],
    ["thirty days", "created_at = now() - interval '30 days'"],
  ])("is out after %s", async (_name, change) => {
    const server = await startIdentity(open);
    await aUser(server);
    const session = await openBrowserSession(server.identity, { proof, origin });
    const headers = { cookie: cookieOf(server, session) };
    await server.db.query("update vedette.browser_sessions set last_seen_at = now() - interval '6 days 23 hours'");
    expect(await identify(server.identity, headers)).toBeDefined();

    await server.db.query(`update vedette.browser_sessions set ${change}`);

    expect(await identify(server.identity, headers)).toBeUndefined();
  });

  it("of a banned user is out at once", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);
    const session = await openBrowserSession(server.identity, { proof, origin });

    await call(server, `PUT /admin/users/${id}`, { body: { ban_duration: "1h" }, bearer: server.secretKey });

    expect(await identify(server.identity, { cookie: cookieOf(server, session) })).toBeUndefined();
  });

  it("cannot use its cookie at /auth/v1, which every site may call", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const session = await openBrowserSession(server.identity, { proof, origin });

    const { status } = await call(server, "GET /user", { headers: { cookie: cookieOf(server, session) } });

    expect(status).toBe(401);
  });
});

onEachStore("a program", (open) => {
  it("is known by access token, secret key or administrator's token, and by nothing else", async () => {
    const server = await startIdentity(open, { settings: { "auth.jwt_admin_roles": ["service_role", "root"] } });
    const id = await aUser(server);
    const rootId = await aUser(server, { email: "root@example.com", role: "root" });
    const { accessToken } = await signIn(server);
    const root = await signIn(server, { email: "root@example.com" });
    const identifyWith = (headers: Record<string, string>) => identify(server.identity, headers);

    expect(await identifyWith({ authorization: `bearer ${accessToken}` })).toMatchObject({
      kind: "user",
      userId: id,
      email: "ada@example.com",
      via: "bearer",
    });
    expect(await identifyWith({ authorization: `Bearer ${server.secretKey}` })).toEqual({ kind: "secret-key" });
    expect(await identifyWith({ apikey: server.secretKey })).toEqual({ kind: "secret-key" });
    expect(await identifyWith({ authorization: `Bearer ${root.accessToken}` })).toEqual({
      kind: "admin-jwt",
      role: "root",
      user: { id: rootId, email: "root@example.com", sessionId: expect.any(String), assuranceLevel: "aal1" },
    });
    for (const headers of [
      {},
      { apikey: server.publishableKey },
      { authorization: `Bearer ${server.publishableKey}` },
      { authorization: "Bearer x.y.z" },
      { authorization: `Bearer ${server.secretKey}x` },
      { authorization: `Basic ${server.secretKey}` },
    ]) {
      expect(await identifyWith(headers), JSON.stringify(headers)).toBeUndefined();
    }
    await call(server, "POST /logout", { bearer: root.accessToken });
    expect(await identifyWith({ authorization: `Bearer ${root.accessToken}` })).toBeUndefined();
  });
});

onEachStore("the cookie", (open) => {
  it("is out of reach of scripts, other sites and plain connections", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const session = await openBrowserSession(server.identity, { proof, origin });

    const plain = browserCookie("http://localhost:8080", session);
    const secure = browserCookie("https://watch.example", session);

    expect(plain).toBe(`vedette_session=${session.token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`);
    expect(secure).toBe(
      `__Host-vedette_session=${session.token}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
    expect(readBrowserCookie("https://watch.example", secure)).toBe(session.token);
    expect(readBrowserCookie("https://watch.example", plain)).toBeUndefined();
    expect(readBrowserCookie("http://localhost:8080", "vedette_session=../../x")).toBeUndefined();
  });
});
