import { onEachStore } from "@vedette/database/testing";
import { CompactSign, exportJWK, generateKeyPair } from "jose";
import { expect, it } from "vitest";
import { call } from "./call.ts";
import { TOKENS } from "./plain-oauth-provider.ts";
import { aCustomScene, aScene, enter } from "./plain-provider-scene.ts";

/** GitHub, GitLab, Kakao, Fly.io and WorkOS, each at the address of a provider on loopback. */
const BUILT_IN = {
  github: (id: string) => ({
    "/login/oauth/access_token": TOKENS,
    "/api/v3/user": `{"id":${id},"login":"u${id}"}`,
    "/api/v3/user/emails": `[{"email":"u${id}@example.com","verified":true,"primary":true}]`,
  }),
  gitlab: (id: string) => ({
    "/oauth/token": TOKENS,
    "/api/v4/user": `{"id":${id},"email":"u${id}@example.com","confirmed_at":"2026-01-01T00:00:00Z"}`,
    "/api/v4/user/emails": "[]",
  }),
  kakao: (id: string) => ({
    "/oauth/token": TOKENS,
    "/v2/user/me": `{"id":${id},"kakao_account":{"email":"u${id}@example.com","is_email_valid":true,"is_email_verified":true}}`,
  }),
  fly: (id: string) => ({
    "/oauth/token": TOKENS,
    "/oauth/token/info": `{"user_id":${id},"email":"u${id}@example.com"}`,
  }),
  workos: (id: string) => ({
    "/sso/token": `{"access_token":"a-token","token_type":"bearer","profile":{"id":${id},"email":"u${id}@example.com"}}`,
  }),
} as const;

const [ONE, OTHER] = ["1145141919810893001", "1145141919810893002"] as const;

onEachStore("large integers as identifiers in a provider's response", (open) => {
  it("keeps two accounts of a custom OAuth 2.0 provider apart", async () => {
    const { server, provider } = await aCustomScene(open);
    const enterAs = (id: string, email: string) => {
      provider.respond({ "/token": TOKENS, "/userinfo": `{"id":${id},"email":"${email}","email_verified":true}` });
      return enter(server, "custom:acme");
    };

    const { user: ada } = await enterAs(ONE, "ada@x.example");
    const { user: bob } = await enterAs(OTHER, "bob@x.example");
    const { user: again } = await enterAs(ONE, "ada@x.example");

    expect(ada).toMatchObject({ email: "ada@x.example", identities: [{ id: ONE }] });
    expect(bob).toMatchObject({ email: "bob@x.example", identities: [{ id: OTHER }] });
    expect(again?.id).toBe(ada?.id);
  });

  it.each(Object.entries(BUILT_IN))("keeps two accounts of %s apart", async (name, responses) => {
    const { server, provider } = await aScene(open, (url) => ({
      [`auth.external.${name}.enabled`]: true,
      [`auth.external.${name}.client_id`]: "watch-room",
      [`auth.external.${name}.secret`]: "a secret",
      [`auth.external.${name}.url`]: url,
    }));
    const enterAs = (id: string) => {
      provider.respond(responses(id));
      return enter(server, name);
    };

    expect((await enterAs(ONE)).user).toMatchObject({ email: `u${ONE}@example.com`, identities: [{ id: ONE }] });
    expect((await enterAs(OTHER)).user).toMatchObject({ email: `u${OTHER}@example.com`, identities: [{ id: OTHER }] });
    expect((await enterAs("7")).user?.identities).toMatchObject([{ id: "7" }]);
  });

  it.each(["1.5", "true", "{}"])("refuses %s as an identifier", async (id) => {
    const { server, provider } = await aCustomScene(open);
    provider.respond({ "/token": TOKENS, "/userinfo": `{"id":${id},"email":"ada@x.example","email_verified":true}` });

    expect(await enter(server, "custom:acme")).toMatchObject({ user: null, errorCode: "unexpected_failure" });
  });

  it("keeps two numeric subjects of ID tokens apart", async () => {
    const { server, provider } = await aScene(open, (url) => ({
      "auth.external.keycloak.enabled": true,
      "auth.external.keycloak.client_id": "watch-room",
      "auth.external.keycloak.secret": "a secret",
      "auth.external.keycloak.url": url,
    }));
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "one" }] });
    provider.respond({ "/protocol/openid-connect/certs": keys });
    const signIn = async (sub: string) => {
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: provider.url, aud: "watch-room", iat: now, exp: now + 60, email: `u${sub}@example.com` };
      const text = JSON.stringify({ ...claims, email_verified: true }).replace("{", `{"sub":${sub},`);
      const token = await new CompactSign(Buffer.from(text))
        .setProtectedHeader({ alg: "ES256", kid: "one" })
        .sign(privateKey);
      const body = { provider: "keycloak", id_token: token };
      return (await call(server, "POST /token?grant_type=id_token", { body })).json["user"];
    };

    expect(await signIn(ONE)).toMatchObject({ email: `u${ONE}@example.com`, identities: [{ id: ONE }] });
    expect(await signIn(OTHER)).toMatchObject({ email: `u${OTHER}@example.com`, identities: [{ id: OTHER }] });
  });
});
