import { createHmac } from "node:crypto";
import { onEachStore } from "@vedette/database/testing";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, it, onTestFinished, vi } from "vitest";
import { identify } from "../src/index.ts";
import { signToken } from "../src/keys/jwt-key.ts";
import { judgeThirdPartyToken } from "../src/third-party/judge-third-party-token.ts";
import { aUser, signIn } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";
import { startTokenIssuer, type TokenIssuer } from "./token-issuer.ts";

const who = (server: IdentityServer, token: string) => identify(server.identity, { authorization: `Bearer ${token}` });

const acceptingKeys = (...issuers: object[]) => ({ settings: { "auth.third_party.issuers": issuers } });

const idOf = async (server: IdentityServer, token: string) => {
  const found = await who(server, token);
  return found?.kind === "third-party" ? found.id : undefined;
};

onEachStore("tokens of issuers that are known by their keys alone", (open) => {
  it.each([
    ["jwks_url", (issuer: TokenIssuer) => ({ jwks_url: issuer.jwksUrl })],
    ["jwks", (issuer: TokenIssuer) => ({ jwks: { keys: [...issuer.jwks()] } })],
  ])("are recognized by key id and signature with %s", async (_form, keysOf) => {
    const issuer = await startTokenIssuer();
    const server = await startIdentity(open, acceptingKeys({ id: "acme", ...keysOf(issuer) }));
    await aUser(server);
    const own = await signIn(server);

    const ada = await who(server, await issuer.token({ email: "Ada@example.com" }));

    expect(ada).toMatchObject({ kind: "third-party", provider: "acme", issuer: "keys:acme", subject: "ada|7" });
    expect(await who(server, await issuer.token({ iss: undefined }))).toMatchObject({ kind: "third-party" });
    expect(await who(server, own.accessToken)).toMatchObject({ kind: "user" });
  });

  it("keep users of different issuers apart that share a key set", async () => {
    const issuer = await startTokenIssuer();
    const server = await startIdentity(open, acceptingKeys({ id: "acme", jwks_url: issuer.jwksUrl }));
    const named = await startIdentity(open, { beside: server, ...acceptingKeys({ id: "acme", issuer: issuer.url }) });
    const token = await issuer.token();

    const ids = [
      await idOf(server, token),
      await idOf(server, await issuer.token({ iss: "https://other.example" })),
      await idOf(server, await issuer.token({ iss: undefined })),
      await idOf(named, token),
    ];

    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain(undefined);
    expect(await idOf(server, await issuer.token({ email: "new@example.com" }))).toBe(ids[0]);
  });

  it("reject forged tokens, and never take the key of one issuer for another", async () => {
    const issuer = await startTokenIssuer();
    const named = await startTokenIssuer("RS256");
    const foreign = await startTokenIssuer();
    const server = await startIdentity(
      open,
      acceptingKeys(
        { id: "acme", jwks_url: issuer.jwksUrl, audience: ["watch-room"] },
        { id: "named", issuer: named.url },
      ),
    );
    const good = { aud: "watch-room" };
    const token = await issuer.token(good);
    const [head = "", body = "", signature = ""] = token.split(".");
    const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString("base64url");
    const hmac = (fields: object, secret: string) => {
      const text = `${header(fields)}.${body}`;
      return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    };
    const publicKey = JSON.stringify(issuer.jwks()[0]);
    const ownIssuer = server.identity.addresses.issuer;
    const ownKey = await server.identity.signingKeys.current();

    expect(await who(server, token)).toMatchObject({ kind: "third-party" });
    const bad: Record<string, string> = {
      "alg none": `${header({ alg: "none", kid: "key-1" })}.${body}.`,
      "the public key as HMAC secret": hmac({ alg: "HS256", kid: "key-1" }, publicKey),
      "another algorithm than the key's": `${header({ alg: "RS256", kid: "key-1" })}.${body}.${signature}`,
      "no key id": await issuer.token(good, { kid: undefined as unknown as string }),
      "an unknown key id": await issuer.token(good, { kid: "key-9" }),
      "a changed claim": `${head}.${Buffer.from(JSON.stringify({ ...good, sub: "root" })).toString("base64url")}.${signature}`,
      "another key of the same id": await foreign.token(good),
      "a named issuer": await issuer.token({ ...good, iss: named.url }),
      "this service": await issuer.token({ ...good, iss: ownIssuer }),
      "a name made of the id": await foreign.token({ ...good, iss: "keys:acme" }),
      "a key of the named issuer without its name": await named.token({ ...good, iss: "https://nobody.example" }),
      "a key id of this service": await issuer.token(good, { kid: String(ownKey.kid) }),
      "for another audience": await issuer.token({ aud: "another-room" }),
      "without an end": await issuer.token({ ...good, exp: undefined }),
      expired: await issuer.token({ ...good, exp: 1 }),
    };
    for (const [name, forged] of Object.entries(bad)) expect(await who(server, forged), name).toBeUndefined();
    expect(foreign.readings(), "nobody asked the forger for keys").toBe(0);
  });

  it("are checked with each of two key sets that use the same key id", async () => {
    const one = await startTokenIssuer();
    const other = await startTokenIssuer();
    const server = await startIdentity(
      open,
      acceptingKeys({ id: "one", jwks_url: one.jwksUrl }, { id: "other", jwks_url: other.jwksUrl }),
    );

    expect(await who(server, await one.token())).toMatchObject({ provider: "one" });
    expect(await who(server, await other.token())).toMatchObject({ provider: "other" });
  });

  it("are checked with keys that were not known before, where another issuer uses the same key id", async () => {
    const [one, other] = [await startTokenIssuer(), await startTokenIssuer()];
    const server = await startIdentity(
      open,
      acceptingKeys({ id: "one", jwks_url: one.jwksUrl }, { id: "other", jwks_url: other.jwksUrl }),
    );
    other.fail(true);
    expect(await who(server, await one.token())).toMatchObject({ provider: "one" });
    other.fail(false);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());

    expect(await who(server, await other.token())).toMatchObject({ provider: "other" });
  });

  it("are checked with a known key without reading the key sets of other issuers again", async () => {
    const [one, other] = [await startTokenIssuer(), await startTokenIssuer()];
    await other.rotate("instead");
    const server = await startIdentity(
      open,
      acceptingKeys({ id: "one", jwks_url: one.jwksUrl }, { id: "other", jwks_url: other.jwksUrl }),
    );
    const tokens = [await other.token(), await other.token({ sub: "bob|8" })] as const;
    expect(await who(server, tokens[0])).toMatchObject({ provider: "other" });
    expect([one.readings(), other.readings()]).toEqual([1, 1]);
    // An unknown key leads to another reading by now.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    // The time of the store goes on as it is.
    await server.db.query("update vedette.third_party_key_sets set read_at = read_at - interval '2 minutes'");

    for (const token of tokens) expect(await who(server, token)).toMatchObject({ provider: "other" });

    expect([one.readings(), other.readings()]).toEqual([1, 1]);
    await expect(who(server, await one.token({}, { kid: "key-9" }))).resolves.toBeUndefined();
    expect([one.readings(), other.readings()]).toEqual([2, 2]);
  });

  it("are rejected while two key sets publish the key that signed them", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const jwk = { ...(await exportJWK(publicKey)), alg: "ES256" };
    const one = { id: "one", jwks: { keys: [{ ...jwk, kid: "a" }] } };
    const copying = await startTokenIssuer();
    copying.publish([{ ...jwk, kid: "a" }]);
    const server = await startIdentity(open, acceptingKeys(one));
    const both = await startIdentity(open, {
      beside: server,
      ...acceptingKeys(one, { id: "two", jwks_url: copying.jwksUrl }),
    });
    const token = await new SignJWT({ sub: "ada", role: "authenticated", exp: Math.floor(Date.now() / 1000) + 60 })
      .setProtectedHeader({ alg: "ES256", kid: "a" })
      .sign(privateKey);

    expect(await who(server, token)).toMatchObject({ provider: "one" });
    expect(await who(both, token)).toBeUndefined();
  });

  it("leave tokens of this service alone while their keys cannot be read", async () => {
    const issuer = await startTokenIssuer();
    issuer.fail(true);
    const server = await startIdentity(open, acceptingKeys({ id: "acme", jwks_url: issuer.jwksUrl }));
    await aUser(server);
    const own = await signIn(server);
    const key = await server.identity.signingKeys.current();
    const signedOutside = await signToken(key, { role: "service_role", exp: Math.floor(Date.now() / 1000) + 60 });

    expect(await who(server, own.accessToken)).toMatchObject({ kind: "user" });
    expect(await who(server, signedOutside)).toEqual({ kind: "admin-jwt", role: "service_role" });
    await expect(who(server, await issuer.token())).rejects.toMatchObject({ code: "unavailable" });
  });

  it("are explained check by check", async () => {
    const issuer = await startTokenIssuer();
    const foreign = await startTokenIssuer();
    const server = await startIdentity(open, acceptingKeys({ id: "acme", jwks_url: issuer.jwksUrl }));
    const judge = async (token: string) => {
      const { settings, thirdParty } = server.identity;
      const { verdict, checks } = await judgeThirdPartyToken(thirdParty, token, settings);
      return [verdict, checks.filter(({ isGood }) => isGood !== true).map(({ check }) => check)];
    };

    expect(await judge(await issuer.token())).toEqual(["accepted", []]);
    expect(await judge(await issuer.token({ role: undefined }))).toEqual(["powerless", ["role"]]);
    expect(await judge(await foreign.token())).toEqual(["refused", ["issuer", "signature"]]);
    expect(await judge(await issuer.token({ exp: 1 }))).toEqual(["refused", ["expiry"]]);
  });
});
