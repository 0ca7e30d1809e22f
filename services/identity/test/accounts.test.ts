import { scryptSync } from "node:crypto";
import { hashSync } from "@node-rs/bcrypt";
import { openKeyRing } from "@vedette/database";
import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { aUser, call, loginsOf, PASSWORD, signIn } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";
import { adminOf, clientOf, openLink, signedIn } from "./published-client-of.ts";

const ANONYMOUS = { "auth.enable_anonymous_sign_ins": true } as const;

onEachStore("somebody who does not say who it is", (open) => {
  it("is refused where the settings do not allow it", async () => {
    const { auth } = clientOf(await startIdentity(open));

    const { error } = await auth.signInAnonymously();

    expect(error).toMatchObject({ status: 422, code: "anonymous_provider_disabled" });
    const closed = clientOf(await startIdentity(open, { settings: { ...ANONYMOUS, "auth.disable_signup": true } }));
    expect((await closed.auth.signInAnonymously()).error).toMatchObject({ code: "signup_disabled" });
  });

  it("becomes a lasting user by proving an address", async () => {
    const server = await startIdentity(open, { settings: ANONYMOUS });
    const { auth } = clientOf(server);
    const { data: signedUp } = await auth.signInAnonymously({ options: { data: { colour: "red" } } });
    expect(signedUp.user).toMatchObject({
      is_anonymous: true,
      email: "",
      app_metadata: {},
      user_metadata: { colour: "red" },
      identities: [],
    });
    const { data: claims } = await auth.getClaims();
    expect(claims?.claims).toMatchObject({ is_anonymous: true, amr: [{ method: "anonymous" }] });
    const early = await auth.updateUser({ password: PASSWORD });
    expect(early.error).toMatchObject({ status: 422 });

    await auth.updateUser({ email: "ada@example.com" });
    await openLink((await server.mailTo("ada@example.com", "email_change")).link);
    const { data } = await auth.getUser();

    expect(data.user).toMatchObject({
      id: signedUp.user?.id,
      is_anonymous: false,
      email: "ada@example.com",
      app_metadata: { provider: "email", providers: ["email"] },
      identities: [{ provider: "email" }],
    });
    expect((await auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await signIn(server)).accessToken).toMatch(/\./);
    expect(await loginsOf(server)).toEqual(["anonymous", "email", "email"]);
  });

  it("becomes one at once where addresses need no proof, but takes nobody's address", async () => {
    const server = await startIdentity(open, { settings: { ...ANONYMOUS, "auth.email.autoconfirm": true } });
    await aUser(server);
    const { auth } = clientOf(server);
    await auth.signInAnonymously();

    expect((await auth.updateUser({ email: "ada@example.com" })).error).toMatchObject({ code: "email_exists" });
    const { data } = await auth.updateUser({ email: "grace@example.com" });
    expect(data.user).toMatchObject({ email: "grace@example.com", is_anonymous: false });
    const settings = await call(server, "GET /settings");
    expect(settings.json["external"]).toMatchObject({ anonymous_users: true });
  });
});

onEachStore("a change of password in an old session", (open) => {
  it("needs the code that was sent for it", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.secure_password_change": true } });
    const { auth } = await signedIn(server);
    await age(server);
    const password = "quite another one";

    expect((await auth.updateUser({ password })).error).toMatchObject({ status: 400, code: "reauthentication_needed" });
    expect((await auth.updateUser({ password, nonce: "000000" })).error).toMatchObject({
      status: 422,
      code: "reauthentication_not_valid",
    });
    expect((await auth.reauthenticate()).error).toBeNull();
    const { code: nonce, text, html } = await server.mailTo("ada@example.com", "reauthentication");
    expect(text + html).not.toContain("http");
    expect((await auth.updateUser({ password: PASSWORD, nonce })).error).toMatchObject({ code: "same_password" });
    expect((await auth.updateUser({ password, nonce })).error).toBeNull();
    expect((await auth.updateUser({ password: "a third one", nonce })).error).toMatchObject({
      code: "reauthentication_not_valid",
    });
    expect((await signIn(server, { password })).accessToken).toMatch(/\./);
  });

  it("needs none in a fresh session", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.secure_password_change": true } });
    const { auth } = await signedIn(server);

    expect((await auth.updateUser({ password: "quite another one" })).error).toBeNull();
  });

  it("cannot be proved by somebody who has no address", async () => {
    const { auth } = clientOf(await startIdentity(open, { settings: ANONYMOUS }));
    await auth.signInAnonymously();

    expect((await auth.reauthenticate()).error).toMatchObject({
      status: 400,
      message: "Reauthentication requires the user to have an email or a phone number",
    });
  });
});

onEachStore("a hash that another service made", (open) => {
  // The published example of the Firebase scrypt library.
  const FIREBASE = [
    "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
    "42xEC+ixf3L2lw==",
    "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  ].join("$");
  const SALT = Buffer.from("a salt of sixteen");
  const PLAIN = `$scrypt$ln=12,r=8,p=1$${SALT.toString("base64")}$${scryptSync("user1password", SALT, 32, { N: 4096 }).toString("base64")}`;

  it.each([
    ["Firebase's scrypt", FIREBASE],
    ["scrypt", PLAIN],
    ["bcrypt", hashSync("user1password", { cost: 4 })],
  ])("%s lets its owner in and is renewed by that", async (_name, password_hash) => {
    const server = await startIdentity(open, { hasRealHashes: true });
    const { error } = await adminOf(server).createUser({
      email: "ada@example.com",
      email_confirm: true,
      password_hash,
    });
    expect(error).toBeNull();

    const wrong = { email: "ada@example.com", password: "user2password" };
    expect((await call(server, "POST /token?grant_type=password", { body: wrong })).status).toBe(400);
    expect((await signIn(server, { password: "user1password" })).accessToken).toMatch(/\./);

    const { rows } = await server.db.query("select encrypted_password from auth.users");
    expect(rows[0]?.["encrypted_password"]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(server, { password: "user1password" })).accessToken).toMatch(/\./);
  });

  it.each([
    "$fbscrypt$v=1,n=30,r=8,p=1$AAAA$AAAA",
    "$fbscrypt$v=2,n=14,r=8,p=1$AAAA$AAAA",
    "$scrypt$ln=14,r=8,p=99$AAAA$AAAA",
    "$1$salt$hash",
  ])("%s is refused", async (password_hash) => {
    const server = await startIdentity(open);

    const { error } = await adminOf(server).createUser({ email: "ada@example.com", password_hash });

    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });
});

onEachStore("a hash", (open) => {
  it("is sealed with the key of the operator, where there is one, and the password goes on", async () => {
    const keyRing = openKeyRing({
      dataDir: "/nowhere",
      encryptionKeyId: "2026",
      encryptionKey: Buffer.alloc(32, 5).toString("base64"),
    });
    const server = await startIdentity(open, { keyRing, settings: { "auth.email.autoconfirm": true } });
    const stored = async () =>
      (await server.db.query("select encrypted_password from auth.users order by email")).rows.map(
        ({ encrypted_password }) => String(encrypted_password),
      );
    await call(server, "POST /signup", { body: { email: "ada@example.com", password: PASSWORD } });
    await aUser(server, {
      email: "bob@example.com",
      password_hash: hashSync(PASSWORD, { cost: 4 }),
      password: undefined,
    });
    const made = await stored();

    const { auth } = await signedIn(server, "bob@example.com");
    expect((await auth.updateUser({ password: "quite another one" })).error).toBeNull();

    expect((await signIn(server)).accessToken).toMatch(/\./);
    expect((await signIn(server, { email: "bob@example.com", password: "quite another one" })).accessToken).toMatch(
      /\./,
    );
    for (const hash of [...made, ...(await stored())]) expect(hash).toMatch(/^\{"key_id":"2026",.{100,}\}$/);
  });
});

onEachStore("a password on a provider's account", (open) => {
  it("adds a login by e-mail [spec 1, Client operations]", async () => {
    const server = await startIdentity(open);
    const { auth, user } = await signedIn(server);
    await server.db.query(`update auth.identities set provider = 'github', provider_id = '42'`);

    await auth.updateUser({ password: "quite another one" });

    const { data } = await auth.getUser();
    expect(data.user?.id).toBe(user?.id);
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(["github", "email"]);
    expect(data.user?.app_metadata).toMatchObject({ provider: "github", providers: ["github", "email"] });
  });
});

async function age({ db }: IdentityServer): Promise<void> {
  await db.query("update auth.sessions set created_at = created_at - interval '25 hours'");
}

onEachStore("somebody who wants to go", (open) => {
  it("deletes the account where that is allowed, and everything of it ends", async () => {
    const server = await startIdentity(open, { settings: { "auth.security.self_delete_enabled": true } });
    const id = await aUser(server);
    const { accessToken: bearer } = await signIn(server);

    expect((await call(server, "DELETE /user", { bearer })).status).toBe(204);
    expect((await call(server, "GET /user", { bearer })).json["error_code"]).toBe("user_not_found");
    const { rows } = await server.db.query("select count(*)::int as sessions from auth.sessions where user_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ sessions: 0 }]);
  });

  it("is told no where that is not offered, and in a session that is too old", async () => {
    const closed = await startIdentity(open);
    const offered = await startIdentity(open, { settings: { "auth.security.self_delete_enabled": true } });
    for (const server of [closed, offered]) await aUser(server);
    const old = await signIn(offered);
    await offered.db.query("update auth.sessions set created_at = now() - interval '25 hours'");

    expect(await call(closed, "DELETE /user", { bearer: (await signIn(closed)).accessToken })).toMatchObject({
      status: 404,
      json: { error_code: "feature_disabled" },
    });
    expect(await call(offered, "DELETE /user", { bearer: old.accessToken })).toMatchObject({
      status: 400,
      json: { error_code: "reauthentication_needed" },
    });
  });
});
