import { onEachStore } from "@vedette/database/testing";
import { decodeJwt, type JWK, SignJWT } from "jose";
import { expect, it } from "vitest";
import { identify } from "../src/index.ts";
import { aUser, call, signIn } from "./call.ts";
import { type IdentityServer, SITE, startIdentity } from "./identity-server.ts";
import {
  aCode,
  aPkce,
  aProgram,
  aRequest,
  ask,
  askForToken,
  CALLBACK,
  ON,
  type Program,
  tokensOf,
} from "./oauth-program.ts";

type Open = Parameters<Parameters<typeof onEachStore>[1]>[0];

async function aScene(open: Open, settings: Record<string, unknown> = {}) {
  const server = await startIdentity(open, { settings: { ...ON, ...settings } });
  await aUser(server);
  const { accessToken: bearer, refreshToken } = await signIn(server);
  return { server, program: await aProgram(server), bearer, refreshToken };
}

async function another(server: IdentityServer, email = "mallory@example.com") {
  await aUser(server, { email });
  return (await signIn(server, { email })).accessToken;
}

const codeGrant = (code: string, verifier: string) => ({
  grant_type: "authorization_code",
  code,
  code_verifier: verifier,
});

onEachStore("the OAuth server", (open) => {
  it("sends a browser to no address but one that the program registered, letter by letter", async () => {
    const { server, program } = await aScene(open);

    for (const redirect of [
      "https://evil.example/callback",
      `${CALLBACK}/`,
      `${CALLBACK}?next=https://evil.example`,
      `${CALLBACK}#x`,
      "https://program.example/Callback",
      "https://program.example:443/callback",
      "https://program.example.evil.example/callback",
      "https://program.example@evil.example/callback",
      "//evil.example/callback",
      "javascript:alert(1)",
      "",
      undefined,
    ]) {
      const { reply, location } = await ask(server, program, { redirect_uri: redirect });
      expect([redirect, reply.status, reply.json["error"], location]).toEqual([
        redirect,
        400,
        "invalid_request",
        undefined,
      ]);
    }
    for (const clientId of ["", "x", "00000000-0000-4000-8000-000000000000"]) {
      const { reply, location } = await ask(server, { ...program, clientId });
      expect([reply.json["error"], location]).toEqual(["invalid_client", undefined]);
    }
    const twice = await call(server, `GET /oauth/authorize?client_id=${program.clientId}&client_id=x`);
    expect([twice.status, twice.json["error"]]).toEqual([400, "invalid_request"]);
    expect((await ask(server, program)).location?.origin).toBe(SITE);
  });

  it("tells the program at its address what is wrong with its request", async () => {
    const { server, program } = await aScene(open);
    const rows: readonly (readonly [Record<string, string | undefined>, string])[] = [
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ response_type: undefined }, "unsupported_response_type"],
      [{ response_mode: "fragment" }, "invalid_request"],
      [{ code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
      [{ code_challenge_method: undefined }, "invalid_request"],
      [{ code_challenge: undefined }, "invalid_request"],
      [{ code_challenge: "short" }, "invalid_request"],
      [{ code_challenge_method: "S512" }, "invalid_request"],
      [{ scope: "email service_role" }, "invalid_scope"],
      [{ resource: "not an address" }, "invalid_target"],
      [{ resource: "https://api.example/#part" }, "invalid_target"],
      [{ prompt: "none" }, "interaction_required"],
      [{ max_age: "-1" }, "invalid_request"],
      [{ nonce: "n".repeat(2000) }, "invalid_request"],
      [{ request: "ey.." }, "request_not_supported"],
      [{ request_uri: "http://127.0.0.1/x" }, "request_uri_not_supported"],
    ];

    for (const [parameters, error] of rows) {
      const { reply, location } = await ask(server, program, parameters);
      const answer = location?.searchParams;
      expect([parameters, reply.status, `${location?.origin}${location?.pathname}`, answer?.get("error")]).toEqual([
        parameters,
        302,
        CALLBACK,
        error,
      ]);
      expect([answer?.get("state"), answer?.get("iss")]).toEqual(["state-1", `${server.url}/auth/v1`]);
      expect(reply.headers["referrer-policy"]).toBe("no-referrer");
    }
  });

  it("gives for a code what it is worth once, and takes that back when the code comes again", async () => {
    const { server, program, bearer } = await aScene(open);
    const pkce = aPkce();
    const code = await aCode(server, program, { bearer, pkce });
    const first = await askForToken(server, program, codeGrant(code, pkce.verifier));
    const token = String(first.json["access_token"]);
    expect((await call(server, "GET /user", { bearer: token })).status).toBe(200);
    // A thief without the program's secret can end nothing.
    const thief = await aProgram(server, { client_name: "Thief" });
    expect((await askForToken(server, thief, codeGrant(code, pkce.verifier))).json["error"]).toBe("invalid_grant");
    expect((await call(server, "GET /user", { bearer: token })).status).toBe(200);

    const second = await askForToken(server, program, codeGrant(code, pkce.verifier));

    expect([second.status, second.json["error"]]).toEqual([400, "invalid_grant"]);
    expect((await call(server, "GET /user", { bearer: token })).json["error_code"]).toBe("session_not_found");
    const refresh = { grant_type: "refresh_token", refresh_token: String(first.json["refresh_token"]) };
    expect((await askForToken(server, program, refresh)).json["error"]).toBe("invalid_grant");
  });

  it("gives a code to one of many who come at once", async () => {
    const { server, program, bearer } = await aScene(open);
    const pkce = aPkce();
    const code = await aCode(server, program, { bearer, pkce });

    const replies = await Promise.all(
      Array.from({ length: 10 }, () => askForToken(server, program, codeGrant(code, pkce.verifier))),
    );

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("gives nothing for a code without the proof, the program, the address or the resource that it belongs to", async () => {
    const { server, program, bearer } = await aScene(open);
    const thief = await aProgram(server, { client_name: "Thief", redirect_uris: ["https://evil.example/"] });
    const pkce = aPkce();
    const resource = "https://api.example/v1";
    const code = await aCode(server, program, { bearer, pkce, resource });
    const good = codeGrant(code, pkce.verifier);
    const attempts: readonly (readonly [Parameters<typeof askForToken>[1], Record<string, string>, string])[] = [
      [program, { ...good, code_verifier: "" }, "invalid_grant"],
      // The challenge went through the browser; it is no proof.
      [program, { ...good, code_verifier: pkce.challenge }, "invalid_grant"],
      [program, { ...good, code_verifier: aPkce().verifier }, "invalid_grant"],
      [thief, good, "invalid_grant"],
      [program, { ...good, redirect_uri: "https://evil.example/" }, "invalid_grant"],
      [program, { ...good, resource: "https://other.example/" }, "invalid_target"],
      [program, { ...good, code: `${code}x` }, "invalid_grant"],
      [program, { ...good, code: "" }, "invalid_grant"],
      [program, { ...good, grant_type: "password" }, "unsupported_grant_type"],
      [{ ...program, secret: "vd_client_wrong" }, good, "invalid_client"],
      [{ ...program, secret: "" }, good, "invalid_client"],
      [program, { ...good, client_secret: program.secret }, "invalid_client"],
      [program, { ...good, client_id: thief.clientId }, "invalid_client"],
    ];

    for (const [who, fields, error] of attempts) {
      const { status, json } = await askForToken(server, who, fields);
      expect([fields, json["error"], status >= 400 && status < 500]).toEqual([fields, error, true]);
    }
    const twice = await call(server, "POST /oauth/token", {
      text: `${new URLSearchParams(good)}&code=${code}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(twice.json["error"]).toBe("invalid_request");
    const given = await askForToken(server, program, { ...good, redirect_uri: CALLBACK, resource });
    expect(given.status).toBe(200);
    expect(given.headers["cache-control"]).toBe("no-store");
    // Whoever serves the resource cannot use the token here.
    const token = String(given.json["access_token"]);
    expect(decodeJwt(token)).toMatchObject({ aud: resource });
    expect((await call(server, "GET /user", { bearer: token })).json["error_code"]).toBe("unexpected_audience");
    expect((await call(server, "GET /oauth/userinfo", { bearer: token })).status).toBe(401);
  });

  it("takes a long request as a form", async () => {
    const { server, program } = await aScene(open);
    const fields = {
      client_id: program.clientId,
      redirect_uri: CALLBACK,
      response_type: "code",
      state: "s".repeat(4000),
    };
    const form = { ...fields, code_challenge: aPkce().challenge, code_challenge_method: "S256" };

    const reply = await call(server, "POST /oauth/authorize", {
      text: new URLSearchParams(form).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });

    expect([reply.status, reply.headers["location"]]).toEqual([303, expect.stringContaining("authorization_id=")]);
  });

  it("knows a code and a request for a while only", async () => {
    const { server, program, bearer } = await aScene(open);
    const pkce = aPkce();
    const code = await aCode(server, program, { bearer, pkce });
    const id = await aRequest(server, program);
    await server.db.query("update auth.oauth_authorizations set expires_at = now() - interval '1 second'");

    expect((await askForToken(server, program, codeGrant(code, pkce.verifier))).json["error"]).toBe("invalid_grant");
    const late = await call(server, `GET /oauth/authorizations/${id}`, { bearer });
    expect([late.status, late.json["error_code"]]).toEqual([404, "oauth_authorization_not_found"]);
  });

  it("keeps neither codes nor secrets as they are", async () => {
    const { server, program, bearer } = await aScene(open);
    const code = await aCode(server, program, { bearer, pkce: aPkce() });

    const { rows } = await server.db.query(
      "select to_jsonb(a)::text || to_jsonb(c)::text as text from auth.oauth_authorizations a, auth.oauth_clients c",
    );

    expect(rows).toHaveLength(1);
    expect(rows[0]?.["text"]).not.toContain(code);
    expect(rows[0]?.["text"]).not.toContain(program.secret);
  });

  it("lets nobody but the person who opened a request answer it, once, from a page of ours", async () => {
    const { server, program, bearer } = await aScene(open);
    const mallory = await another(server);
    const id = await aRequest(server, program);
    const path = `/oauth/authorizations/${id}` as const;
    const origin = (from: string) => ({ origin: from });
    const approve = { action: "approve" };

    expect((await call(server, `GET ${path}`)).status).toBe(401);
    const foreign = await call(server, `GET ${path}`, { bearer, headers: origin("https://evil.example") });
    expect(foreign.status).toBe(403);
    const own = await call(server, `GET ${path}`, { bearer, headers: origin(SITE) });
    expect([own.status, own.json["scope"]]).toEqual([200, "email"]);
    expect((await call(server, `GET ${path}`, { bearer: mallory })).status).toBe(404);
    expect((await call(server, `POST ${path}/consent`, { bearer: mallory, body: approve })).status).toBe(404);
    const crossSite = { bearer, body: approve, headers: origin("https://evil.example") };
    expect((await call(server, `POST ${path}/consent`, crossSite)).status).toBe(403);
    expect((await call(server, `POST ${path}/consent`, { bearer, body: { action: "maybe" } })).status).toBe(400);
    const given = await call(server, `POST ${path}/consent`, { bearer, body: approve });
    expect(given.json["redirect_url"]).toMatch(`${CALLBACK}?code=`);
    expect((await call(server, `POST ${path}/consent`, { bearer, body: approve })).status).toBe(404);
  });

  it("asks a person with a second factor for it, and again where the program wants a new sign-in", async () => {
    const { server, program, bearer } = await aScene(open);
    const id = await aRequest(server, program, { prompt: "login" });
    const stale = await call(server, `GET /oauth/authorizations/${id}`, { bearer });
    expect([stale.status, stale.json["error_code"]]).toEqual([400, "reauthentication_needed"]);
    const { accessToken: fresh } = await signIn(server);
    expect((await call(server, `GET /oauth/authorizations/${id}`, { bearer: fresh })).status).toBe(200);

    await server.db.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
        select gen_random_uuid(), id, 'totp', 'verified', now(), now(), 'x' from auth.users`,
    );
    const half = await call(server, `GET /oauth/authorizations/${id}`, { bearer: fresh });

    expect([half.status, half.json["error_code"]]).toEqual([403, "insufficient_aal"]);
    // What was proved is proved to the program, too; and when the person's own session ends, so does what they gave.
    await server.db.query("update auth.sessions set aal = 'aal2', not_after = now() + interval '1 hour'");
    const { accessToken, refreshToken } = await tokensOf(server, program, { bearer: fresh });
    expect(decodeJwt(accessToken)).toMatchObject({ aal: "aal2" });
    await server.db.query("update auth.sessions set not_after = not_after - interval '2 hours'");
    const renewal = { grant_type: "refresh_token", refresh_token: refreshToken };
    expect((await askForToken(server, program, renewal)).json["error"]).toBe("invalid_grant");
  });

  it("asks again where another program of the machine could answer, where more is wanted, and where it is told to", async () => {
    const { server, bearer } = await aScene(open);
    const asked = async (program: Parameters<typeof aRequest>[1], parameters: Record<string, string> = {}) => {
      const id = await aRequest(server, program, parameters);
      return "authorization_id" in (await call(server, `GET /oauth/authorizations/${id}`, { bearer })).json;
    };
    const web = await aProgram(server, { token_endpoint_auth_method: "none" });
    const local = await aProgram(server, {
      token_endpoint_auth_method: "none",
      redirect_uris: ["http://127.0.0.1:7777/"],
    });
    const app = await aProgram(server, { token_endpoint_auth_method: "none", redirect_uris: ["com.example.app:/cb"] });
    for (const program of [web, local, app]) await tokensOf(server, program, { bearer });

    expect(await asked(web)).toBe(false);
    expect(await asked(web, { prompt: "consent" })).toBe(true);
    expect(await asked(web, { scope: "email profile" })).toBe(true);
    expect(await asked(local)).toBe(true);
    expect(await asked(app)).toBe(true);
  });

  it("renews tokens for the program that they were given to, never for another, never with more", async () => {
    const { server, program, bearer, refreshToken: own } = await aScene(open);
    const thief = await aProgram(server, { client_name: "Thief" });
    const tokens = await tokensOf(server, program, { bearer, scope: "openid email profile" });
    const refresh = { grant_type: "refresh_token", refresh_token: tokens.refreshToken };

    expect((await askForToken(server, thief, refresh)).json["error"]).toBe("invalid_grant");
    expect((await askForToken(server, program, { ...refresh, refresh_token: own })).json["error"]).toBe(
      "invalid_grant",
    );
    const firstParty = await call(server, "POST /token?grant_type=refresh_token", {
      body: { refresh_token: tokens.refreshToken },
    });
    expect([firstParty.status, firstParty.json["error"]]).toEqual([400, "invalid_client"]);
    expect((await askForToken(server, program, { ...refresh, scope: "openid phone" })).json["error"]).toBe(
      "invalid_scope",
    );
    const less = await askForToken(server, program, { ...refresh, scope: "openid" });
    expect(less.json).toMatchObject({ scope: "openid" });
    expect(decodeJwt(String(less.json["access_token"]))).toMatchObject({ scope: "openid", email: "" });
    const revoke = (token: string, by = thief) =>
      call(server, "POST /oauth/revoke", {
        body: { token },
        headers: { authorization: `Basic ${Buffer.from(`${by.clientId}:${by.secret}`).toString("base64")}` },
      });
    expect((await revoke(tokens.accessToken)).json["error"]).toBe("unauthorized_client");
    expect((await revoke(own)).json["error"]).toBe("unauthorized_client");
    expect((await revoke("nonsense")).status).toBe(200);
    expect((await call(server, "GET /user", { bearer: tokens.accessToken })).status).toBe(200);
    expect((await revoke(tokens.accessToken, program)).status).toBe(200);
    expect((await call(server, "GET /user", { bearer: tokens.accessToken })).status).toBe(403);
    expect((await call(server, "GET /user", { bearer })).status).toBe(200);
  });

  it("ends a program's session when an old refresh token of it comes back", async () => {
    const { server, program, bearer } = await aScene(open, { "auth.refresh_token_reuse_interval": 0 });
    const { refreshToken: oldest } = await tokensOf(server, program, { bearer });
    const renew = (token: string) =>
      askForToken(server, program, { grant_type: "refresh_token", refresh_token: token });
    let newest = oldest;
    for (let turn = 0; turn < 3; turn += 1) newest = String((await renew(newest)).json["refresh_token"]);

    expect((await renew(oldest)).json["error"]).toBe("invalid_grant");
    expect((await renew(newest)).json["error"]).toBe("invalid_grant");
  });

  it("gives a program nothing to do in the person's name", async () => {
    const { server, program, bearer } = await aScene(open, {
      "auth.enable_manual_linking": true,
      "auth.security.self_delete_enabled": true,
      "auth.passkey.enabled": true,
    });
    // Even of somebody who administers.
    await server.db.query("update auth.users set role = 'service_role'");
    const { accessToken } = await tokensOf(server, program, { bearer, scope: "openid email profile phone" });
    const id = await aRequest(server, program);
    const routes = [
      "PUT /user",
      "DELETE /user",
      "GET /reauthenticate",
      "POST /logout",
      "GET /sessions",
      "POST /factors",
      "GET /passkeys",
      "GET /user/identities/authorize?provider=google",
      "GET /user/oauth/grants",
      `DELETE /user/oauth/grants?client_id=${program.clientId}`,
      `GET /oauth/authorizations/${id}`,
      `POST /oauth/authorizations/${id}/consent`,
      "GET /admin/users",
      "GET /admin/oauth/clients",
    ] as const;

    for (const route of routes) {
      const hasBody = /^(POST|PUT)/.test(route);
      const reply = await call(server, route, { bearer: accessToken, ...(hasBody ? { body: {} } : {}) });
      expect([route, reply.status, reply.json["error_code"]]).toEqual([route, 403, "bad_jwt"]);
    }
    const link = { id_token: "x", provider: "google", link_identity: true };
    const linking = await call(server, "POST /token?grant_type=id_token", { bearer: accessToken, body: link });
    expect(linking.json["error_code"]).toBe("bad_jwt");
    // What keeps dashboards and measurements knows nobody by it.
    expect(await identify(server.identity, { authorization: `Bearer ${accessToken}` })).toBeUndefined();
    expect((await call(server, "GET /user", { bearer: accessToken })).status).toBe(200);
    expect((await call(server, "GET /sessions", { bearer })).json).toHaveLength(1);
  });

  it("tells of tokens only to a program with a secret, and of nothing but a program's access token that counts", async () => {
    const { server, program, bearer } = await aScene(open);
    const { accessToken, refreshToken, json } = await tokensOf(server, program, { bearer, scope: "openid email" });
    const service = await aProgram(server, { client_name: "Service" });
    const telephone = await aProgram(server, { token_endpoint_auth_method: "none" });
    const askAbout = async ({ clientId, secret }: Pick<Program, "clientId" | "secret">, token: string) => {
      const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`;
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const fields = { token, ...(secret === "" ? { client_id: clientId } : {}) };
      return call(server, "POST /oauth/introspect", {
        text: new URLSearchParams(fields).toString(),
        headers: secret === "" ? headers : { ...headers, authorization },
      });
    };

    const known = await askAbout(service, accessToken);
    expect(known.json).toMatchObject({ active: true, client_id: program.clientId, scope: "openid email" });
    expect(known.headers["cache-control"]).toBe("no-store");
    for (const token of [bearer, refreshToken, String(json["id_token"]), `${accessToken}x`, "x", server.secretKey]) {
      expect((await askAbout(service, token)).json).toEqual({ active: false });
    }
    expect((await askAbout(telephone, accessToken)).json["error"]).toBe("unauthorized_client");
    expect((await askAbout({ ...service, secret: "wrong" }, accessToken)).json["error"]).toBe("invalid_client");
    expect((await askAbout({ clientId: "", secret: "" }, accessToken)).json["error"]).toBe("invalid_client");
    await server.db.query("update auth.users set banned_until = now() + interval '1 hour'");
    expect((await askAbout(service, accessToken)).json).toEqual({ active: false });
  });

  it("does not take an ID token for an access token", async () => {
    const { server, program, bearer } = await aScene(open);
    const { json } = await tokensOf(server, program, { bearer, scope: "openid email" });
    const idToken = String(json["id_token"]);

    expect(decodeJwt(idToken)).toMatchObject({ aud: program.clientId });
    for (const route of ["GET /user", "GET /admin/users"] as const) {
      expect((await call(server, route, { bearer: idToken })).json["error_code"]).toBe("bad_jwt");
    }
    expect((await call(server, "GET /oauth/userinfo", { bearer: idToken })).status).toBe(401);
    expect(await identify(server.identity, { authorization: `Bearer ${idToken}` })).toBeUndefined();
    // What a program can make of what is published is worth nothing.
    const [publicKey] = (await call(server, "GET /.well-known/jwks.json")).json["keys"] as JWK[]; // By the contract.
    const forge = new SignJWT({ ...decodeJwt(String(json["access_token"])), client_id: undefined });
    const header = { alg: "HS256", kid: publicKey?.kid ?? "" };
    const forged = await forge.setProtectedHeader(header).sign(Buffer.from(JSON.stringify(publicKey)));
    expect((await call(server, "GET /oauth/userinfo", { bearer: forged })).status).toBe(401);
    // With a shared secret every program could make tokens of its own, so it makes none that programs check.
    const secret = "a shared secret of at least thirty-two characters";
    const sharing = await aScene(open, { "auth.jwt_secret": secret });
    const { location } = await ask(sharing.server, sharing.program, { scope: "openid" });
    expect(location?.searchParams.get("error")).toBe("invalid_scope");
  });

  it("registers no address that a browser would run or that others of the network would get", async () => {
    const server = await startIdentity(open, {
      settings: {
        ...ON,
        "auth.oauth_server.allow_dynamic_registration": true,
        "auth.rate_limit.oauth_dynamic_client_register": "1000/1s",
      },
    });
    const register = (metadata: Record<string, unknown>) =>
      call(server, "POST /oauth/clients/register", { body: { redirect_uris: [CALLBACK], ...metadata } });

    for (const uri of [
      "javascript:alert(1)",
      "JavaScript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "vbscript:x",
      "about:blank",
      "blob:https://program.example/1",
      "http://program.example/callback",
      "http://127.0.0.1.evil.example/",
      "http://10.0.0.1/",
      "https://me@program.example/",
      "https://program.example/#fragment",
      "https://program.example/#",
      "https://a.example/,https://b.example/",
      "https://program.example/\\evil",
      "https://program.example/a b",
      "https://program.example/\r\nx",
      "https:program.example",
      "/callback",
      "callback",
      "",
      `https://program.example/${"x".repeat(2100)}`,
    ]) {
      const { status, json } = await register({ redirect_uris: [CALLBACK, uri] });
      expect([uri, status, json["error"]]).toEqual([uri, 400, "invalid_redirect_uri"]);
    }
    expect((await register({ redirect_uris: [] })).json["error"]).toBe("invalid_redirect_uri");
    expect((await register({ redirect_uris: Array(11).fill(CALLBACK) })).json["error"]).toBe("invalid_redirect_uri");
    for (const metadata of [
      { token_endpoint_auth_method: "private_key_jwt" },
      { grant_types: ["authorization_code", "password"] },
      { grant_types: ["client_credentials"] },
      { response_types: ["token"] },
      { client_name: "Vedette\u202e" },
      { client_name: "line\nbreak" },
      { client_uri: "javascript:alert(1)" },
      { logo_uri: "data:image/png;base64,x" },
    ]) {
      const { status, json } = await register(metadata);
      expect([metadata, status, json["error"]]).toEqual([metadata, 400, "invalid_client_metadata"]);
    }
    for (const uri of ["http://localhost:1234/cb", "http://127.0.0.1/", "http://[::1]:8/", "com.example.app:/cb"]) {
      expect([uri, (await register({ redirect_uris: [uri] })).status]).toEqual([uri, 201]);
    }
  });
});
