import { onEachStore } from "@vedette/database/testing";
import { exportJWK, generateKeyPair } from "jose";
import { expect, it } from "vitest";
import { aUser, call, signIn } from "./call.ts";
import { startIdentity } from "./identity-server.ts";

async function aPrivateKey(algorithm: string, kid: string, operations: string[]) {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: algorithm, kid, key_ops: operations };
}

function headerOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".", 1)[0] ?? "", "base64url").toString());
}

onEachStore("a signing key", (open) => {
  it("is made at the first start, sealed, and shared by all processes", async () => {
    const server = await startIdentity(open);
    const other = await startIdentity(open, { beside: server });
    await aUser(server);

    const { accessToken } = await signIn(server);

    expect((await call(other, "GET /user", { bearer: accessToken })).status).toBe(200);
    const { keys } = await other.identity.signingKeys.published();
    expect(keys).toEqual((await server.identity.signingKeys.published()).keys);
    expect(keys).toMatchObject([{ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", key_ops: ["verify"] }]);
    const { rows } = await server.db.query("select * from vedette.signing_keys");
    expect(JSON.stringify(rows)).not.toMatch(/"d\\*":/);
  });

  it("is published without its private part, for ten minutes", async () => {
    const server = await startIdentity(open, { settings: { "auth.jwt_secret": "never to be seen" } });

    const { json, headers, text } = await call(server, "GET /.well-known/jwks.json");

    expect(headers["cache-control"]).toBe("public, max-age=600");
    expect(json["keys"]).toEqual([]);
    expect(text).not.toContain("never");
  });

  it("that is a shared secret is named where the operator gives it a name", async () => {
    const settings = { "auth.jwt_secret": "a secret of more than thirty-two bytes", "auth.jwt_key_id": "shared" };
    const server = await startIdentity(open, { settings });
    await aUser(server);

    const { accessToken } = await signIn(server);

    expect(headerOf(accessToken)).toEqual({ alg: "HS256", kid: "shared", typ: "JWT" });
    expect((await call(server, "GET /user", { bearer: accessToken })).status).toBe(200);
  });

  it.each(["ES256", "RS256", "EdDSA"])("of the settings may be %s; others beside it only check", async (algorithm) => {
    const old = await aPrivateKey("ES256", "old", ["sign", "verify"]);
    const before = await startIdentity(open, { settings: { "auth.jwt_keys": JSON.stringify([old]) } });
    await aUser(before);
    const { accessToken: oldToken } = await signIn(before);
    const current = await aPrivateKey(algorithm, "new", ["sign", "verify"]);
    const keys = JSON.stringify([{ ...old, key_ops: ["verify"] }, current]);
    const after = await startIdentity(open, { beside: before, settings: { "auth.jwt_keys": keys } });

    const { accessToken } = await signIn(after);

    expect(headerOf(accessToken)).toEqual({ alg: algorithm, kid: "new", typ: "JWT" });
    expect((await call(after, "GET /user", { bearer: accessToken })).status).toBe(200);
    expect((await call(after, "GET /user", { bearer: oldToken })).status).toBe(200);
    const published = await call(after, "GET /.well-known/jwks.json");
    expect(published.json["keys"]).toMatchObject([{ kid: "old" }, { kid: "new" }]);
    expect(published.text).not.toMatch(/"(d|p|q|dp|dq|qi|k)":/);
  });

  it("that is a shared secret signs where there is nothing else", async () => {
    const server = await startIdentity(open, { settings: { "auth.jwt_secret": "x".repeat(32) } });
    await aUser(server);

    const { accessToken } = await signIn(server);

    expect(headerOf(accessToken)).toEqual({ alg: "HS256", typ: "JWT" });
    expect((await call(server, "GET /user", { bearer: accessToken })).status).toBe(200);
  });

  it.each([
    ["no JSON", "{", "not valid JSON"],
    ["no list", "{}", "a JSON array of JWKs is needed"],
    ["no key", "[]", "exactly one key must have the operation sign, not 0"],
    ["no JWK", '[{"a":1}]', "a key is no JWK"],
  ])("of the settings that is %s stops the start", async (_name, keys, message) => {
    await expect(startIdentity(open, { settings: { "auth.jwt_keys": keys } })).rejects.toThrow(message);
  });
});
