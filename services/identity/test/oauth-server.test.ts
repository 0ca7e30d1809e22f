import { onEachStore } from "@vedette/database/testing";
import { decodeJwt } from "jose";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { expect, it } from "vitest";
import { call } from "./call.ts";
import { type IdentityServer, SITE, startIdentity } from "./identity-server.ts";
import { aProgram, CALLBACK, ON } from "./oauth-program.ts";
import { adminOf, signedIn } from "./published-client-of.ts";

const OPEN_TO_ALL = { ...ON, "auth.oauth_server.allow_dynamic_registration": true } as const;

type Auth = Awaited<ReturnType<typeof signedIn>>["auth"];

/** Follows a program's request to the page that asks, and lets it in there. */
async function letIn(auth: Auth, url: URL): Promise<{ back: URL; details: unknown }> {
  const page = await fetch(url, { redirect: "manual" });
  expect(page.status).toBe(302);
  const asks = new URL(page.headers.get("location") ?? "");
  expect(`${asks.origin}${asks.pathname}`).toBe(`${SITE}/oauth/consent`);
  const id = asks.searchParams.get("authorization_id") ?? "";
  const { data: details, error } = await auth.oauth.getAuthorizationDetails(id);
  expect(error).toBeNull();
  const { data, error: refusal } = await auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true });
  expect(refusal).toBeNull();
  return { back: new URL(data?.redirect_url ?? ""), details };
}

function discover(
  { url }: IdentityServer,
  clientId: string,
  metadata: Partial<client.ClientMetadata>,
  proof: client.ClientAuth,
) {
  const execute = [client.allowInsecureRequests];
  return client.discovery(new URL(`${url}/auth/v1`), clientId, metadata, proof, { execute });
}

onEachStore("a program that signs people in here", (open) => {
  it("finds the server, registers itself, and gets, renews and gives back its tokens (openid-client)", async () => {
    const server = await startIdentity(open, { settings: OPEN_TO_ALL });
    const { auth } = await signedIn(server);
    await auth.updateUser({ data: { full_name: "Ada Lovelace", email: "liar@example.com" } });
    const config = await client.dynamicClientRegistration(
      new URL(`${server.url}/auth/v1`),
      { client_name: "Reports", redirect_uris: [CALLBACK], token_endpoint_auth_method: "client_secret_post" },
      client.ClientSecretPost(),
      { execute: [client.allowInsecureRequests] },
    );
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const [state, nonce] = [client.randomState(), client.randomNonce()];

    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: "openid profile email",
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      max_age: "3600",
      state,
      nonce,
    });
    const { back, details } = await letIn(auth, url);
    expect(details).toMatchObject({
      redirect_uri: CALLBACK,
      client: { name: "Reports", registration_type: "dynamic" },
      user: { email: "ada@example.com" },
      scope: "openid profile email",
    });
    const tokens = await client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      maxAge: 3600,
      idTokenExpected: true,
    });

    expect(tokens.claims()).toMatchObject({ name: "Ada Lovelace", email: "ada@example.com", email_verified: true });
    expect(tokens).not.toHaveProperty("user");
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      client_id: config.clientMetadata().client_id,
      scope: "openid profile email",
      amr: [{ method: "oauth_provider/authorization_code" }],
    });
    const subject = tokens.claims()?.sub ?? "";
    expect(await client.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({
      sub: subject,
      email: "ada@example.com",
      name: "Ada Lovelace",
    });
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(renewed.claims()).toMatchObject({ sub: subject, auth_time: tokens.claims()?.auth_time });
    expect(await client.tokenIntrospection(config, renewed.access_token)).toMatchObject({
      active: true,
      client_id: config.clientMetadata().client_id,
      scope: "openid profile email",
      sub: subject,
    });
    await client.tokenRevocation(config, renewed.refresh_token ?? "");
    expect(await client.tokenIntrospection(config, renewed.access_token)).toEqual({ active: false });
    await expect(client.fetchUserInfo(config, renewed.access_token, subject)).rejects.toThrow();
    await expect(client.refreshTokenGrant(config, renewed.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  it("of a telephone or a browser needs no secret; what it may know is what was asked (oauth4webapi)", async () => {
    const server = await startIdentity(open, { settings: OPEN_TO_ALL });
    const { auth } = await signedIn(server);
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(`${server.url}/auth/v1`);
    // At the root of the server, as RFC 8414 has it.
    const found = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: "oauth2" });
    const as = await oauth.processDiscoveryResponse(issuer, found);
    const redirectUri = "http://127.0.0.1:9999/callback";
    const registered = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        as,
        { redirect_uris: [redirectUri], token_endpoint_auth_method: "none" },
        insecure,
      ),
    );
    expect(registered).not.toHaveProperty("client_secret");
    const verifier = oauth.generateRandomCodeVerifier();

    const url = new URL(as.authorization_endpoint ?? "");
    url.search = new URLSearchParams({
      client_id: registered.client_id,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }).toString();
    const { back } = await letIn(auth, url);
    // The issuer stands in the answer (RFC 9207); the library compares it.
    const answer = oauth.validateAuthResponse(as, registered, back, oauth.expectNoState);
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      registered,
      await oauth.authorizationCodeGrantRequest(as, registered, oauth.None(), answer, redirectUri, verifier, insecure),
      { requireIdToken: true },
    );
    const known = await oauth.userInfoRequest(as, registered, tokens.access_token, insecure);

    const subject = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? "";
    expect(await oauth.processUserInfoResponse(as, registered, subject, known)).toEqual({ sub: subject });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ email: "", phone: "", user_metadata: {}, scope: "openid" });
    const user = await call(server, "GET /user", { bearer: tokens.access_token });
    expect(user.json).toMatchObject({ id: subject, email: "", user_metadata: {}, identities: [] });
    expect(user.json).not.toHaveProperty("email_confirmed_at");
  });

  it("is administered, let in, and sent away by the published client", async () => {
    const server = await startIdentity(open, { settings: ON });
    const { auth } = await signedIn(server);
    const { oauth: admin } = adminOf(server);

    const created = await admin.createClient({ client_name: "Reports", redirect_uris: [CALLBACK] });
    expect(created.error).toBeNull();
    const id = created.data?.client_id ?? "";
    expect(created.data).toMatchObject({
      client_type: "confidential",
      token_endpoint_auth_method: "client_secret_basic",
      registration_type: "manual",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      client_secret: expect.stringMatching(/^vd_client_/),
    });
    const read = await admin.getClient(id);
    expect(read.data).toMatchObject({ client_name: "Reports", redirect_uris: [CALLBACK] });
    expect(read.data).not.toHaveProperty("client_secret");
    expect((await admin.updateClient(id, { client_name: "Better reports" })).data?.client_name).toBe("Better reports");
    expect((await admin.updateClient(id, {})).error).toMatchObject({ status: 400 });
    const anew = await admin.regenerateClientSecret(id);
    expect(anew.data?.client_secret).not.toBe(created.data?.client_secret);
    expect(await admin.listClients()).toMatchObject({ data: { clients: [{ client_id: id }], total: 1 }, error: null });
    expect((await admin.getClient("00000000-0000-4000-8000-000000000000")).error?.code).toBe("oauth_client_not_found");

    const config = await discover(server, id, {}, client.ClientSecretBasic(anew.data?.client_secret));
    const verifier = client.randomPKCECodeVerifier();
    const request = async (more: Record<string, string> = {}) =>
      client.buildAuthorizationUrl(config, {
        redirect_uri: CALLBACK,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...more,
      });
    const { back } = await letIn(auth, await request());
    const checks = { pkceCodeVerifier: verifier };
    const { access_token: token } = await client.authorizationCodeGrant(config, back, checks);
    expect((await auth.oauth.listGrants()).data).toEqual([
      {
        client: expect.objectContaining({ id, name: "Better reports" }),
        scopes: ["email"],
        granted_at: expect.any(String),
      },
    ]);
    const again = await fetch(await request(), { redirect: "manual" });
    const known = new URL(again.headers.get("location") ?? "").searchParams.get("authorization_id") ?? "";
    expect((await auth.oauth.getAuthorizationDetails(known)).data).toEqual({
      redirect_url: expect.stringMatching(`^${CALLBACK}\\?code=`),
    });

    expect((await auth.oauth.revokeGrant({ clientId: id })).error).toBeNull();
    expect((await auth.oauth.listGrants()).data).toEqual([]);
    expect((await auth.oauth.revokeGrant({ clientId: id })).error?.code).toBe("oauth_consent_not_found");
    expect((await call(server, "GET /user", { bearer: token })).json["error_code"]).toBe("session_not_found");

    const denied = await fetch(await request({ state: "s" }), { redirect: "manual" });
    const refused = new URL(denied.headers.get("location") ?? "").searchParams.get("authorization_id") ?? "";
    expect((await auth.oauth.getAuthorizationDetails(refused)).data).toHaveProperty("authorization_id", refused);
    const { data } = await auth.oauth.denyAuthorization(refused, { skipBrowserRedirect: true });
    const answer = new URL(data?.redirect_url ?? "").searchParams;
    expect([answer.get("error"), answer.get("state"), answer.get("code")]).toEqual(["access_denied", "s", null]);

    expect((await admin.deleteClient(id)).error).toBeNull();
    expect((await admin.getClient(id)).error?.code).toBe("oauth_client_not_found");
    const { json } = await call(server, "GET /admin/audit?query=action:oauth", { bearer: server.secretKey });
    const payloads = (json as unknown as { payload: { action: string } }[]).map(({ payload }) => payload); // A list.
    expect(payloads).toContainEqual(
      expect.objectContaining({
        action: "oauth_client_updated",
        traits: { client_id: id, changes: [{ setting: "name", before: "Reports", after: "Better reports" }] },
      }),
    );
    expect(payloads).toContainEqual(
      expect.objectContaining({
        action: "oauth_client_deleted",
        traits: {
          client_id: id,
          changes: expect.arrayContaining([
            { setting: "name", before: "Better reports", after: null },
            { setting: "clientSecret", secret: "removed" },
          ]),
        },
      }),
    );
    expect(payloads).toContainEqual(
      expect.objectContaining({
        action: "oauth_client_secret_regenerated",
        traits: { client_id: id, changes: [{ setting: "clientSecret", secret: "changed" }] },
      }),
    );
    const entries = payloads.map(({ action }) => action);
    expect(entries.toSorted()).toEqual(
      [
        "oauth_client_created",
        "oauth_client_deleted",
        "oauth_client_secret_regenerated",
        "oauth_client_updated",
        "oauth_consent_denied",
        "oauth_consent_granted",
        "oauth_consent_revoked",
      ].toSorted(),
    );
  });

  it("keeps what two administrators change of one at the same moment", async () => {
    const server = await startIdentity(open, { settings: ON });
    const { oauth: admin } = adminOf(server);
    const { data } = await admin.createClient({ client_name: "Reports", redirect_uris: [CALLBACK] });
    const id = data?.client_id ?? "";

    const changes = [
      { client_name: "Better reports" },
      { client_uri: "https://reports.example" },
      { logo_uri: "https://reports.example/logo.png" },
    ];
    for (const { error } of await Promise.all(changes.map((change) => admin.updateClient(id, change)))) {
      expect(error).toBeNull();
    }

    expect((await admin.getClient(id)).data).toMatchObject(Object.assign({}, ...changes));
  });

  it("says when the secret of one was made and by whom, and nothing where there is none", async () => {
    const server = await startIdentity(open, { settings: ON });
    const { oauth: admin } = adminOf(server);
    const said = { client_name: "Reports", redirect_uris: [CALLBACK] };
    const id = (await admin.createClient(said)).data?.client_id ?? "";
    const secretOf = async () => {
      const { json } = await call(server, `GET /admin/oauth/clients/${id}`, { bearer: server.secretKey });
      return { at: json["secret_set_at"], by: json["secret_set_by"] };
    };

    const first = await secretOf();
    expect(first).toEqual({ at: expect.any(String), by: "service_role" });
    await admin.updateClient(id, { client_name: "Better reports" });
    expect(await secretOf()).toEqual(first);
    await admin.regenerateClientSecret(id);
    expect(Date.parse(String((await secretOf()).at))).toBeGreaterThan(Date.parse(String(first.at)));
    await admin.updateClient(id, { token_endpoint_auth_method: "none" });
    expect(await secretOf()).toEqual({ at: null, by: null });
  });

  it("finds nothing while the server is off, but how to check tokens", async () => {
    const server = await startIdentity(open);
    const metadata = await call(server, "GET /.well-known/openid-configuration");

    expect(metadata.json).toMatchObject({ issuer: `${server.url}/auth/v1`, jwks_uri: expect.any(String) });
    expect(metadata.json).not.toHaveProperty("token_endpoint");
    const { session } = await signedIn(server);
    for (const route of ["GET /oauth/authorize", "GET /admin/oauth/clients", "GET /user/oauth/grants"] as const) {
      const bearer = route.includes("admin") ? server.secretKey : session.access_token;
      const reply = await call(server, route, { bearer });
      expect([route, reply.status, reply.json["error_code"]]).toEqual([route, 404, "feature_disabled"]);
    }
    expect((await call(server, "GET /.well-known/oauth-authorization-server")).status).toBe(404);
  });

  it("may not register itself unless that is allowed", async () => {
    const server = await startIdentity(open, { settings: ON });
    const body = { redirect_uris: [CALLBACK] };

    expect((await call(server, "POST /oauth/clients/register", { body })).json["error_code"]).toBe(
      "oauth_dynamic_client_registration_disabled",
    );
    expect((await aProgram(server)).clientId).toEqual(expect.any(String));
  });
});
