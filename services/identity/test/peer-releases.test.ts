import { randomUUID } from "node:crypto";
import { onEachStore } from "@vedette/database/testing";
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { expect, it } from "vitest";
import { createKeySets } from "../src/oauth/key-sets.ts";
import { openBrowser } from "./browser-walk.ts";
import { aUser, call, signIn } from "./call.ts";
import { serve } from "./hook-receiver.ts";
import { SITE, startIdentity } from "./identity-server.ts";
import { aProgram } from "./oauth-program.ts";
import { startOpenIdProvider } from "./openid-provider.ts";
import { adminOf, clientOf } from "./published-client-of.ts";

// Changes of the reference service in 2026 that no other test covers, see docs/decisions/0041-supabase-auth-in-2026.md.

onEachStore("a change of the reference service in 2026", (open) => {
  it("2.187.0: accepts the bearer scheme in any case", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    const { accessToken } = await signIn(server);

    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      const reply = await call(server, "GET /user", { headers: { authorization: `${scheme} ${accessToken}` } });
      expect([scheme, reply.status]).toEqual([scheme, 200]);
    }
    expect((await call(server, "GET /user", { headers: { authorization: `Basic ${accessToken}` } })).status).toBe(401);
  });

  it("2.189.0: answers unknown routes in JSON", async () => {
    const server = await startIdentity(open);

    const reply = await call(server, "GET /no/such/route");

    expect(reply).toMatchObject({ status: 404, json: { code: 404, error_code: "unknown" } });
    expect(reply.headers["content-type"]).toMatch(/^application\/json/);
  });

  it("2.189.0: sends a link with a code again where the request has a PKCE challenge", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.max_frequency": "0s" } });
    const { auth } = clientOf(server, { flowType: "pkce" });
    await auth.signUp({ email: "ada@example.com", password: "correct horse" });
    const first = await server.mailTo("ada@example.com", "confirmation");

    await auth.resend({ type: "signup", email: "ada@example.com", options: { emailRedirectTo: `${SITE}/in` } });

    expect(await server.countMails("ada@example.com")).toBe(2);
    const { link, tokenHash } = await server.mailTo("ada@example.com", "confirmation");
    expect(tokenHash).not.toBe(first.tokenHash);
    const reply = await fetch(link, { redirect: "manual" });
    const code = new URL(reply.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const { data, error } = await auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: "ada@example.com", email_confirmed_at: expect.any(String) });
  });

  it("2.189.0: needs no current password in a session that a recovery with PKCE opened", async () => {
    const server = await startIdentity(open, { settings: { "auth.password.require_current": true } });
    await aUser(server);
    const { auth } = clientOf(server, { flowType: "pkce" });
    await auth.resetPasswordForEmail("ada@example.com");
    const { link } = await server.mailTo("ada@example.com", "recovery");
    const reply = await fetch(link, { redirect: "manual" });
    const code = new URL(reply.headers.get("location") ?? "").searchParams.get("code") ?? "";
    expect((await auth.exchangeCodeForSession(code)).error).toBeNull();

    const { error } = await auth.updateUser({ password: "battery staple horse" });

    expect(error).toBeNull();
    expect((await signIn(server, { password: "battery staple horse" })).accessToken).toEqual(expect.any(String));
  });

  it("2.190.0: reads the discovery document of an issuer with a trailing slash", async () => {
    const provider = await startOpenIdProvider();
    const server = await startIdentity(open, { allowedHosts: [new URL(provider.issuer).host] });
    await provider.serve(`${server.url}/auth/v1/provider-callback/custom:acme`);

    const { error } = await adminOf(server).customProviders.createProvider({
      provider_type: "oidc",
      identifier: "custom:acme",
      name: "Acme",
      client_id: provider.clientId,
      client_secret: provider.secret,
      issuer: `${provider.issuer}/`,
    });

    expect(error).toBeNull();
    const { data } = await clientOf(server).auth.signInWithOAuth({
      provider: "custom:acme",
      options: { redirectTo: SITE, queryParams: { login_hint: "ada" } },
    });
    const { fragment } = await openBrowser(SITE).open(data.url ?? "");
    expect(fragment.get("access_token")).toEqual(expect.any(String));
  });

  it("2.190.0: removes the passkeys of a user who is deleted softly", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);
    await server.db.query(
      "insert into auth.webauthn_credentials (id, user_id, credential_id, public_key) values ($1, $2, '\\x01', '\\x02')",
      [randomUUID(), id],
    );

    expect((await adminOf(server).deleteUser(id, true)).error).toBeNull();

    expect((await server.db.query("select 1 from auth.webauthn_credentials")).rows).toEqual([]);
  });

  it("2.195.0: grants the scope offline_access", async () => {
    const server = await startIdentity(open, { settings: { "auth.oauth_server.enabled": true } });
    const { clientId, redirectUri } = await aProgram(server);
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid offline_access",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    });

    const reply = await call(server, `GET /oauth/authorize?${query}`);

    const location = new URL(String(reply.headers["location"]));
    expect(location.origin).toBe(SITE);
    expect(location.searchParams.get("authorization_id")).toEqual(expect.any(String));
  });
});

it("2.196.0: skips keys of a JWKS whose algorithm is unknown", async () => {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const keys = [
    { kty: "AKP", alg: "ML-DSA-44", kid: "new", pub: "AAAA", use: "sig" },
    { kty: "EC", alg: "ES256K", crv: "secp256k1", kid: "curve", x: "AAAA", y: "AAAA" },
    { ...(await exportJWK(publicKey)), alg: "RS256", kid: "known" },
  ];
  const url = await serve(() => Response.json({ keys }));
  const token = await new SignJWT({ sub: "ada" }).setProtectedHeader({ alg: "RS256", kid: "known" }).sign(privateKey);

  const { payload } = await jwtVerify(
    token,
    createKeySets().at(`${url}/keys`, (address) => fetch(address)),
  );

  expect(payload.sub).toBe("ada");
});
