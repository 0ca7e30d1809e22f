import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { SITE, startIdentity } from "./identity-server.ts";
import { clientOf, openLink, PASSWORD, signedIn } from "./published-client-of.ts";

const ACCOUNT = { email: "ada@example.com", password: PASSWORD };

onEachStore("the published client", (open) => {
  it("signs up, confirms by the link in the mail, and signs in", async () => {
    const server = await startIdentity(open);
    const { auth } = clientOf(server);

    const signUp = await auth.signUp({ ...ACCOUNT, options: { data: { name: "Ada" } } });
    expect(signUp.error).toBeNull();
    expect(signUp.data.session).toBeNull();
    expect(signUp.data.user).toMatchObject({
      email: "ada@example.com",
      aud: "authenticated",
      role: "authenticated",
      phone: "",
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { name: "Ada", email: "ada@example.com", email_verified: false },
      identities: [{ provider: "email", identity_data: { email: "ada@example.com", name: "Ada" } }],
    });
    expect(signUp.data.user?.confirmed_at).toBeUndefined();
    expect((await auth.signInWithPassword(ACCOUNT)).error?.code).toBe("email_not_confirmed");

    const { link } = await server.mailTo("ada@example.com", "confirmation");
    const { url, fragment } = await openLink(link);
    expect(url.origin).toBe(SITE);
    expect([...fragment.keys()].join(" ")).toBe("access_token expires_at expires_in refresh_token sb token_type type");
    expect(fragment.get("type")).toBe("signup");

    const signIn = await auth.signInWithPassword(ACCOUNT);
    expect(signIn.error).toBeNull();
    expect(signIn.data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    expect(signIn.data.user).toMatchObject({
      last_sign_in_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/),
      email_confirmed_at: expect.any(String),
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    });
  });

  it("signs up with the code of the mail", async () => {
    const server = await startIdentity(open);
    const { auth } = clientOf(server);
    await auth.signUp(ACCOUNT);
    const { code } = await server.mailTo("ada@example.com", "confirmation");
    expect(code).toMatch(/^\d{6}$/);

    const { data, error } = await auth.verifyOtp({ email: "ada@example.com", token: code, type: "email" });

    expect(error).toBeNull();
    expect(data.session?.access_token).toEqual(expect.any(String));
    expect((await auth.getUser()).data.user?.email).toBe("ada@example.com");
  });

  it("signs up and is in at once where addresses confirm themselves", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.autoconfirm": true } });
    const { auth } = clientOf(server);

    const { data } = await auth.signUp(ACCOUNT);

    expect(data.session?.user.last_sign_in_at).toEqual(expect.any(String));
    expect(await server.countMails("ada@example.com")).toBe(0);
    expect((await auth.signUp(ACCOUNT)).error).toMatchObject({ code: "user_already_exists", status: 422 });
  });

  it("reads user, session and claims; the claims without asking the server about the user", async () => {
    const server = await startIdentity(open);
    const { auth, requests, session } = await signedIn(server);

    expect((await auth.getUser()).data.user).toMatchObject({ email: "ada@example.com" });
    expect((await auth.getSession()).data.session?.access_token).toBe(session.access_token);
    requests.length = 0;
    const claims = await auth.getClaims();

    expect(claims.error).toBeNull();
    expect(requests).toEqual(["GET /.well-known/jwks.json"]);
    expect(claims.data?.header).toMatchObject({ alg: "ES256", typ: "JWT", kid: expect.any(String) });
    expect(claims.data?.claims).toMatchObject({
      iss: `${server.url}/auth/v1`,
      sub: session.user.id,
      aud: "authenticated",
      email: "ada@example.com",
      phone: "",
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password", timestamp: expect.any(Number) }],
      session_id: expect.any(String),
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"] },
      iat: expect.any(Number),
      exp: session.expires_at,
    });
  });

  it("refreshes its session and keeps how it was entered", async () => {
    const server = await startIdentity(open);
    const { auth, session } = await signedIn(server);

    const { data, error } = await auth.refreshSession();

    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    const claims = (await auth.getClaims()).data?.claims;
    expect(claims).toMatchObject({ amr: [{ method: "password" }] });
  });

  it("changes data and password", async () => {
    const server = await startIdentity(open);
    const { auth, requests } = await signedIn(server);
    const elsewhere = await signedIn(server);

    const { data } = await auth.updateUser({ data: { name: "Ada", title: "Countess" } });
    expect(data.user?.user_metadata).toMatchObject({ name: "Ada", title: "Countess", email_verified: true });
    const second = await auth.updateUser({ data: { title: null } });
    expect(second.data.user?.user_metadata).not.toHaveProperty("title");
    expect((await auth.updateUser({ password: PASSWORD })).error?.code).toBe("same_password");
    expect((await auth.updateUser({ password: "short" })).error).toMatchObject({
      code: "weak_password",
      reasons: ["length"],
      message: "Password should be at least 6 characters.",
    });
    expect((await auth.updateUser({ password: "battery staple" })).error).toBeNull();

    expect(requests).toContain("PUT /user");
    expect((await auth.getUser()).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await auth.signInWithPassword(ACCOUNT)).error?.code).toBe("invalid_credentials");
    const again = await auth.signInWithPassword({ ...ACCOUNT, password: "battery staple" });
    expect(again.error).toBeNull();
  });

  it.each([
    ["local", { here: false, there: true }],
    ["others", { here: true, there: false }],
    ["global", { here: false, there: false }],
  ] as const)("signs out with the scope %s", async (scope, { here, there }) => {
    const server = await startIdentity(open);
    const one = await signedIn(server);
    const other = await signedIn(server);

    expect((await one.auth.signOut({ scope })).error).toBeNull();

    const statusWith = async (accessToken: string) =>
      (await fetch(`${server.url}/auth/v1/user`, { headers: { authorization: `Bearer ${accessToken}` } })).status;
    expect(await statusWith(one.session.access_token)).toBe(here ? 200 : 403);
    expect(await statusWith(other.session.access_token)).toBe(there ? 200 : 403);
    const refreshed = await clientOf(server).auth.refreshSession({ refresh_token: one.session.refresh_token });
    expect(refreshed.error === null).toBe(here);
  });

  it("recovers a forgotten password", async () => {
    const server = await startIdentity(open);
    await signedIn(server);
    const { auth } = clientOf(server);

    const asked = await auth.resetPasswordForEmail("ada@example.com", { redirectTo: `${SITE}/new-password` });
    expect(asked.error).toBeNull();
    const { link } = await server.mailTo("ada@example.com", "recovery");
    const { url, fragment } = await openLink(link);
    expect(url.pathname).toBe("/new-password");
    expect(fragment.get("type")).toBe("recovery");
    const tokens = {
      access_token: fragment.get("access_token") ?? "",
      refresh_token: fragment.get("refresh_token") ?? "",
    };
    await auth.setSession(tokens);

    expect((await auth.updateUser({ password: "battery staple" })).error).toBeNull();
    expect((await auth.signInWithPassword({ ...ACCOUNT, password: "battery staple" })).error).toBeNull();
  });

  it("signs in by a link and by a code without a password", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.max_frequency": 0 } });
    const { user } = await signedIn(server);
    const { auth } = clientOf(server);

    expect((await auth.signInWithOtp({ email: "ada@example.com" })).error).toBeNull();
    const { code, tokenHash } = await server.mailTo("ada@example.com", "magic_link");
    const byHash = await auth.verifyOtp({ token_hash: tokenHash, type: "magiclink" });
    expect(byHash.data.user?.id).toBe(user.id);
    const byCode = await auth.verifyOtp({ email: "ada@example.com", token: code, type: "email" });
    expect(byCode.error?.code).toBe("otp_expired");
  });

  it("makes a user of an address that signs in by code for the first time", async () => {
    const server = await startIdentity(open);
    const { auth } = clientOf(server);
    const refused = await auth.signInWithOtp({ email: "new@example.com", options: { shouldCreateUser: false } });
    expect(refused.error).toMatchObject({ code: "otp_disabled", status: 422 });

    await auth.signInWithOtp({ email: "new@example.com", options: { data: { name: "New" } } });
    const { code } = await server.mailTo("new@example.com", "confirmation");
    const { data } = await auth.verifyOtp({ email: "new@example.com", token: code, type: "email" });

    expect(data.user).toMatchObject({ email: "new@example.com", user_metadata: { name: "New" } });
  });

  it("exchanges the code of a flow that only it can finish (PKCE)", async () => {
    const server = await startIdentity(open);
    const { auth } = clientOf(server, { flowType: "pkce" });
    await auth.signUp(ACCOUNT);
    const { link } = await server.mailTo("ada@example.com", "confirmation");
    expect(link.searchParams.get("token")).toMatch(/^pkce_[A-Za-z0-9_-]{24}$/);

    const { url, fragment } = await openLink(link);
    const authCode = url.searchParams.get("code") ?? "";
    expect([...fragment.keys()]).toEqual([]);
    const stranger = await fetch(`${server.url}/auth/v1/token?grant_type=pkce`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ auth_code: authCode, code_verifier: "a".repeat(43) }),
    });
    expect(await stranger.json()).toMatchObject({ error_code: "bad_code_verifier" });
    const { data, error } = await auth.exchangeCodeForSession(authCode);

    expect(error).toBeNull();
    expect(data.user?.email).toBe("ada@example.com");
    expect((await auth.getClaims()).data?.claims["amr"]).toMatchObject([{ method: "email/signup" }]);
    const again = await clientOf(server).auth.exchangeCodeForSession(authCode);
    expect(again.error).not.toBeNull();
  });
});

onEachStore("a change of address", (open) => {
  it("needs both addresses, in any order, and keeps the session that asked [spec 1, Callbacks]", async () => {
    const server = await startIdentity(open);
    const { auth } = await signedIn(server);
    const elsewhere = await signedIn(server);

    const { data } = await auth.updateUser({ email: "ada@new.example" });
    expect(data.user).toMatchObject({ email: "ada@example.com", new_email: "ada@new.example" });
    const toNew = await server.mailTo("ada@new.example", "email_change");
    const toOld = await server.mailTo("ada@example.com", "email_change");
    const half = await openLink(toNew.link);
    expect(half.fragment.get("message")).toBe(
      "Confirmation link accepted. Please proceed to confirm link sent to the other email",
    );
    expect((await auth.getUser()).data.user).toMatchObject({
      email: "ada@example.com",
      email_change_confirmed: "new",
    });
    const replayed = await openLink(toNew.link);
    expect(replayed.fragment.get("error_code")).toBe("otp_expired");
    const changed = await clientOf(server).auth.verifyOtp({
      email: "ada@example.com",
      token: toOld.code,
      type: "email_change",
    });

    expect(changed.error).toBeNull();
    expect((await auth.getUser()).data.user).toMatchObject({
      email: "ada@new.example",
      identities: [{ identity_data: { email: "ada@new.example" } }],
      user_metadata: { email_verified: true },
    });
    expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  });

  it("needs only the new address where the settings say so", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.double_confirm_changes": false } });
    const { auth } = await signedIn(server);
    await auth.updateUser({ email: "ada@new.example" });
    const { code } = await server.mailTo("ada@new.example", "email_change");

    const { data } = await auth.verifyOtp({ email: "ada@new.example", token: code, type: "email_change" });

    expect(data.user?.email).toBe("ada@new.example");
    expect(await server.countMails("ada@example.com")).toBe(0);
  });

  it("is refused for an address that somebody else has", async () => {
    const server = await startIdentity(open);
    await signedIn(server, "bob@example.com");
    const { auth } = await signedIn(server);

    expect((await auth.updateUser({ email: "Bob@Example.com" })).error?.code).toBe("email_exists");
  });
});
