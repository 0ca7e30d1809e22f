import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { openBrowser } from "./browser-walk.ts";
import { aUser, call, refresh, signIn } from "./call.ts";
import { hookAt, startReceiver } from "./hook-receiver.ts";
import { SITE, startIdentity } from "./identity-server.ts";
import { ADA, startOpenIdProvider } from "./openid-provider.ts";
import { adminOf, clientOf, signedIn } from "./published-client-of.ts";

const LARGE = "A".repeat(12_288);
const FITTING = "A".repeat(7000);
const REFUSED = { status: 422, json: { error_code: "token_too_large" } };

onEachStore("metadata that would make access tokens too large", (open) => {
  it("is refused in a change of one's own user, and the session stays usable", async () => {
    const server = await startIdentity(open);
    const { auth } = await signedIn(server);

    expect((await auth.updateUser({ data: { avatar: LARGE } })).error).toMatchObject({
      status: 422,
      code: "token_too_large",
    });
    expect((await auth.updateUser({ data: { avatar: FITTING } })).error).toBeNull();
    expect((await auth.refreshSession()).error).toBeNull();
    expect((await auth.getUser()).data.user?.user_metadata).toMatchObject({ avatar: FITTING });
    expect((await auth.updateUser({ data: { second: FITTING } })).error?.code).toBe("token_too_large");
    expect((await auth.signOut()).error).toBeNull();
  });

  it.each([
    ["POST /signup", { email: "ada@example.com", password: "correct horse" }, "data"],
    ["POST /signup", {}, "data"],
    ["POST /otp", { email: "ada@example.com" }, "data"],
    ["POST /invite", { email: "ada@example.com" }, "data"],
    ["POST /admin/generate_link", { type: "invite", email: "ada@example.com" }, "data"],
    ["POST /admin/users", { email: "ada@example.com" }, "user_metadata"],
    ["POST /admin/users", { email: "ada@example.com" }, "app_metadata"],
  ] as const)("is refused by %s %j in %s", async (route, fields, field) => {
    const server = await startIdentity(open, { settings: { "auth.enable_anonymous_sign_ins": true } });
    const send = (value: string) =>
      call(server, route, { body: { ...fields, [field]: { avatar: value } }, bearer: server.secretKey });

    expect(await send(LARGE)).toMatchObject(REFUSED);
    expect((await server.db.query("select id from auth.users")).rows).toEqual([]);
    expect((await send(FITTING)).status).toBeLessThan(300);
  });

  it("is refused when an administrator adds it to a user", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server, { app_metadata: { plan: FITTING } });
    const put = (body: object) => call(server, `PUT /admin/users/${id}`, { body, bearer: server.secretKey });

    expect(await put({ app_metadata: { more: LARGE } })).toMatchObject(REFUSED);
    expect(await put({ user_metadata: { more: FITTING } })).toMatchObject(REFUSED);
    expect((await put({ app_metadata: { plan: null }, user_metadata: { more: FITTING } })).status).toBe(200);
  });

  it("is refused as claims of the access token hook", async () => {
    const receiver = await startReceiver(({ event }, count) => ({
      json: { claims: { ...Object(event["claims"]), roles: count === 1 ? LARGE : FITTING } },
    }));
    const server = await startIdentity(open, { settings: hookAt("custom_access_token", receiver.url) });
    await aUser(server);
    const body = { email: "ada@example.com", password: "correct horse" };

    expect(await call(server, "POST /token?grant_type=password", { body })).toMatchObject(REFUSED);
    expect((await call(server, "POST /token?grant_type=password", { body })).status).toBe(200);
  });
});

onEachStore("a user whose stored metadata is too large for a token", (open) => {
  it("gets tokens without it, and can repair it and sign out", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    await server.db.query("update auth.users set raw_user_meta_data = $1", [
      JSON.stringify({ name: "Ada", avatar: "A".repeat(40_000), banner: "B".repeat(20_000) }),
    ]);
    const { auth } = await signedIn(server);

    const claims = (await auth.getClaims()).data?.claims;
    expect(claims).toMatchObject({ user_metadata: {}, omitted_claims: ["user_metadata"] });
    expect((await auth.getUser()).data.user?.user_metadata["name"]).toBe("Ada");
    expect((await auth.updateUser({ data: { banner: null } })).error).toBeNull();
    expect((await auth.updateUser({ data: { avatar: LARGE.repeat(4) } })).error?.code).toBe("token_too_large");
    expect((await auth.updateUser({ data: { avatar: null } })).error).toBeNull();
    await auth.refreshSession();
    const repaired = (await auth.getClaims()).data?.claims;
    expect(repaired).toMatchObject({ user_metadata: { name: "Ada" } });
    expect(repaired).not.toHaveProperty("omitted_claims");
    expect((await auth.signOut()).error).toBeNull();
  });

  it("gets tokens without app metadata, too", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    await server.db.query("update auth.users set raw_app_meta_data = $1", [JSON.stringify({ plan: LARGE })]);

    const { accessToken, refreshToken } = await signIn(server);

    expect(accessToken.length).toBeLessThan(14_336);
    expect((await refresh(server, refreshToken)).status).toBe(200);
  });
});

onEachStore("claims of a provider that are too large for a token", (open) => {
  it("stay with the identity and are not copied to the user", async () => {
    const groups = Array.from({ length: 400 }, (_, index) => `group-${index}-of-the-company`);
    const provider = await startOpenIdProvider({ ada: { ...ADA, groups } });
    const server = await startIdentity(open, { allowedHosts: [new URL(provider.issuer).host] });
    await provider.serve(`${server.url}/auth/v1/provider-callback/custom:acme`);
    await adminOf(server).customProviders.createProvider({
      provider_type: "oidc",
      identifier: "custom:acme",
      name: "Acme",
      client_id: provider.clientId,
      client_secret: provider.secret,
      issuer: provider.issuer,
      custom_claims_allowlist: ["groups"],
    });
    const { auth } = clientOf(server);
    const { data } = await auth.signInWithOAuth({
      provider: "custom:acme",
      options: { redirectTo: `${SITE}/welcome`, queryParams: { login_hint: "ada" } },
    });

    const { fragment } = await openBrowser(SITE).open(data.url ?? "");
    const { data: found } = await auth.getUser(fragment.get("access_token") ?? "");

    expect(found.user?.user_metadata).toMatchObject({ name: "Ada Lovelace" });
    expect(found.user?.user_metadata).not.toHaveProperty("custom_claims");
    expect(found.user?.identities?.[0]?.identity_data?.["custom_claims"]).toEqual({ groups });
  });
});
