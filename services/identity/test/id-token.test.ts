import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import { onEachStore } from "@vedette/database/testing";
import { exportJWK, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { expect, it, onTestFinished } from "vitest";
import { aUser, call, type Reply } from "./call.ts";
import { type IdentityServer, type ServerOptions, startIdentity } from "./identity-server.ts";
import { ADA, type OpenIdProvider, startOpenIdProvider } from "./openid-provider.ts";
import { clientOf, signedIn } from "./published-client-of.ts";

type Open = Parameters<Parameters<typeof onEachStore>[1]>[0];

async function aScene(open: Open, settings: object = {}, options: ServerOptions = {}) {
  const provider = await startOpenIdProvider();
  const server = await startIdentity(open, {
    ...options,
    settings: {
      "auth.external.keycloak.enabled": true,
      "auth.external.keycloak.client_id": `${provider.clientId}, watch-room-ios`,
      "auth.external.keycloak.secret": provider.secret,
      "auth.external.keycloak.url": provider.issuer,
      ...settings,
    },
  });
  await provider.serve(`${server.url}/auth/v1/callback`);
  return { server, provider };
}

interface Forging {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: JWK;
}

/** A token such as an application gets from the provider itself, with whatever an attacker changes. */
async function idToken(provider: OpenIdProvider, { claims = {}, header = {}, key = provider.key() }: Forging = {}) {
  const now = Math.floor(Date.now() / 1000);
  const all = { iss: provider.issuer, aud: provider.clientId, sub: "ada", ...ADA, iat: now, exp: now + 600, ...claims };
  return new SignJWT(all)
    .setProtectedHeader({ alg: "RS256", kid: String(provider.key().kid), ...header })
    .sign(await importJWK(key, "RS256"));
}

function bring(server: IdentityServer, token: string, more: object = {}, bearer?: string): Promise<Reply> {
  const body = { provider: "keycloak", id_token: token, ...more };
  return call(server, "POST /token?grant_type=id_token", { body, ...(bearer === undefined ? {} : { bearer }) });
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

onEachStore("an ID token that an application brings", (open) => {
  it("signs in through the published client, with the nonce whose hash the provider got", async () => {
    const { server, provider } = await aScene(open);
    const { auth } = clientOf(server);
    const token = await idToken(provider, { claims: { nonce: sha256("once").toString("hex") } });

    const { data, error } = await auth.signInWithIdToken({ provider: "keycloak", token, nonce: "once" });

    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: "ada@example.com", app_metadata: { provider: "keycloak" } });
    for (const nonce of [undefined, "twice"]) {
      const refused = await auth.signInWithIdToken({ provider: "keycloak", token, ...(nonce && { nonce }) });
      expect(refused.error?.status).toBe(400);
    }
  });

  it("may be made for any of the operator's client ids, and for nobody else", async () => {
    const { server, provider } = await aScene(open);

    expect((await bring(server, await idToken(provider, { claims: { aud: "watch-room-ios" } }))).status).toBe(200);

    const stranger = await idToken(provider, { claims: { aud: "another-app" } });
    expect(await bring(server, stranger)).toMatchObject({
      status: 400,
      json: { error: "invalid request", error_description: "Bad ID token" },
    });
  });

  it("is refused when anything of it is forged or over", async () => {
    const { server, provider } = await aScene(open);
    const key = provider.key();
    const now = Math.floor(Date.now() / 1000);
    const attacker = await generateKeyPair("RS256", { extractable: true });
    const attackerJwk = { ...(await exportJWK(attacker.privateKey)), alg: "RS256" };
    const publicJwk = await exportJWK(attacker.publicKey);
    const keyServer = await serveKeys([{ ...publicJwk, kid: "theirs", alg: "RS256" }]);
    const payload = base64url({
      iss: provider.issuer,
      aud: provider.clientId,
      sub: "ada",
      iat: now,
      exp: now + 600,
      ...ADA,
    });
    const forged: Readonly<Record<string, string>> = {
      "signed by another key": await idToken(provider, { key: attackerJwk }),
      "a key of its own in the header": await idToken(provider, { key: attackerJwk, header: { jwk: publicJwk } }),
      "a key set of its own": await idToken(provider, {
        key: attackerJwk,
        header: { jku: keyServer.url, kid: "theirs" },
      }),
      "a kid that is a path": await idToken(provider, { key: attackerJwk, header: { kid: "../../dev/null" } }),
      "a kid that is SQL": await idToken(provider, { key: attackerJwk, header: { kid: "x' or '1'='1" } }),
      "without a signature": `${base64url({ alg: "none" })}.${payload}.`,
      "signed with the public key as a secret": await hmacToken(provider, payload),
      "signed with the client secret": hmacWith(provider.secret, payload, String(key.kid)),
      "an unknown critical extension": await idToken(provider, { header: { crit: ["x"], x: 1 } }).catch(() => ""),
      over: await idToken(provider, { claims: { iat: now - 1200, exp: now - 600 } }),
      "without an end": await idToken(provider, { claims: { exp: undefined } }),
      "not valid yet": await idToken(provider, { claims: { nbf: now + 600 } }),
      "of another issuer": await idToken(provider, { claims: { iss: "https://evil.example" } }),
      "of an issuer that begins alike": await idToken(provider, { claims: { iss: `${provider.issuer}.evil.example` } }),
      "without an issuer": await idToken(provider, { claims: { iss: undefined } }),
      "for nobody": await idToken(provider, { claims: { aud: undefined } }),
      "handed on by another client": await idToken(provider, { claims: { aud: [provider.clientId, "b"], azp: "b" } }),
      "without a person": await idToken(provider, { claims: { sub: undefined } }),
      "of another access token": await idToken(provider, { claims: { at_hash: "AAAAAAAAAAAAAAAAAAAAAA" } }),
      "cut short": (await idToken(provider)).slice(0, -20),
      "no token": "no token",
    };
    for (const [what, token] of Object.entries(forged)) {
      const reply = await bring(server, token, { access_token: "of the provider" });
      expect(reply.status, what).toBe(400);
      expect(reply.json, what).not.toHaveProperty("access_token");
    }
    expect(keyServer.calls()).toBe(0);
    expect((await server.db.query("select 1 from auth.users")).rows).toEqual([]);

    const atHash = sha256("of the provider").subarray(0, 16).toString("base64url");
    const honest = await idToken(provider, { claims: { at_hash: atHash } });
    expect((await bring(server, honest, { access_token: "of the provider" })).status).toBe(200);
  });

  it("is refused when its provider is off, unknown or makes none", async () => {
    const { server, provider } = await aScene(open, {
      "auth.external.github.enabled": true,
      "auth.external.github.client_id": "x",
    });
    const token = await idToken(provider);

    const off = await bring(server, token, { provider: "google" });
    expect(off).toMatchObject({ status: 400, json: { error_code: "provider_disabled" } });
    for (const more of [
      { provider: "nobody" },
      { provider: "github" },
      { provider: null },
      { provider: "__proto__" },
    ]) {
      expect(await bring(server, token, more)).toMatchObject({
        status: 400,
        json: { error_code: "validation_failed" },
      });
    }
    const byIssuer = { provider: null, issuer: provider.issuer, client_id: provider.clientId };
    expect(await bring(server, token, byIssuer)).toMatchObject({ json: { error_code: "provider_disabled" } });
  });

  it("names its issuer and client where the operator allows that", async () => {
    const provider = await startOpenIdProvider();
    const server = await startIdentity(open, {
      settings: {
        "auth.external.keycloak.enabled": true,
        "auth.external.keycloak.client_id": provider.clientId,
        "auth.external.keycloak.url": provider.issuer,
        "auth.external.allowed_id_token_issuers": [provider.issuer],
      },
    });
    await provider.serve(`${server.url}/auth/v1/callback`);
    const token = await idToken(provider);

    const byIssuer = { provider: null, issuer: provider.issuer, client_id: provider.clientId };

    expect((await bring(server, token, byIssuer)).status).toBe(200);
  });

  it("links an account to whoever is signed in [spec 1, Client operations: linkIdentity]", async () => {
    const { server, provider } = await aScene(open, { "auth.enable_manual_linking": true });
    const { auth, user } = await signedIn(server, "grace@example.com");
    const token = await idToken(provider);

    const { data, error } = await auth.linkIdentity({ provider: "keycloak", token });

    expect(error).toBeNull();
    expect(data.user?.id).toBe(user?.id);
    expect(data.user?.identities?.map(({ provider: name }) => name)).toEqual(["email", "keycloak"]);
    const nobody = await bring(server, token, { link_identity: true });
    expect(nobody).toMatchObject({ status: 401, json: { error_code: "no_authorization" } });
  });

  it("must have the same address where the operator says so [spec 1, Errors: email_doesn't_match]", async () => {
    const settings = { "auth.enable_manual_linking": true, "auth.account_linking.allow_different_emails": false };
    const { server, provider } = await aScene(open, settings);
    const { session } = await signedIn(server, "grace@example.com");

    const other = await bring(server, await idToken(provider), { link_identity: true }, session.access_token);

    expect(`${other.status} ${other.json["error_code"]}`).toBe("422 email_doesn't_match");
  });

  it("leads to the user who has its verified address", async () => {
    const { server, provider } = await aScene(open);
    const id = await aUser(server);

    const { json } = await bring(server, await idToken(provider));

    expect(json["user"]).toMatchObject({ id });
  });

  it("can be tried again when the provider is down", async () => {
    const warnings: object[] = [];
    const log = { warn: (fields: object) => void warnings.push(fields) };
    const token = await idToken(await startedProvider());
    // Nobody listens there; and one that answers, but not with its keys.
    const answering = (await startOpenIdProvider()).issuer;
    for (const url of ["http://127.0.0.1:9", answering]) {
      const { server } = await aScene(open, { "auth.external.keycloak.url": url }, { log });

      expect((await bring(server, token)).status).toBe(503);
    }

    expect(warnings).toMatchObject([
      { provider: "keycloak", reason: "127.0.0.1:9 cannot be reached." },
      { provider: "keycloak", reason: expect.stringContaining("answered 503 for its keys") },
    ]);
  });
});

async function startedProvider(): Promise<OpenIdProvider> {
  const provider = await startOpenIdProvider();
  await provider.serve("http://127.0.0.1/callback");
  return provider;
}

function hmacWith(secret: string, payload: string, kid: string): string {
  const signed = `${base64url({ alg: "HS256", kid })}.${payload}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

async function hmacToken(provider: OpenIdProvider, payload: string): Promise<string> {
  const { kty, n, e, kid } = provider.key();
  const publicKey = await importJWK({ kty: String(kty), n: String(n), e: String(e) }, "RS256", { extractable: true });
  if (publicKey instanceof Uint8Array) throw new TypeError("An RSA key was expected");
  return hmacWith(await exportSPKI(publicKey), payload, String(kid));
}

async function serveKeys(keys: readonly JWK[]): Promise<{ url: string; calls: () => number }> {
  let calls = 0;
  const server = createServer((_request, response) => {
    calls += 1;
    response.setHeader("content-type", "application/json").end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("No port");
  return { url: `http://127.0.0.1:${address.port}/jwks`, calls: () => calls };
}
