import { onEachStore } from "@vedette/database/testing";
import { loadSettings } from "@vedette/settings";
import { expect, it } from "vitest";
import type { ExternalEmail, ExternalIdentity } from "../src/identities/external-identity.ts";
import { linkExternally } from "../src/identities/link-externally.ts";
import { signInExternally } from "../src/identities/sign-in-externally.ts";
import { identitySettings } from "../src/index.ts";
import { aUser, call, PASSWORD, signIn } from "./call.ts";
import { type IdentityServer, SITE, startIdentity } from "./identity-server.ts";
import { startMailServer } from "./mail-server.ts";

const origin = { ipAddress: "127.0.0.1", userAgent: "test" };

/** What a provider says of Ada. */
function anAccount({
  provider = "google",
  subject = "g-1",
  emails = [verified("ada@example.com")],
}: {
  provider?: string;
  subject?: string;
  emails?: readonly ExternalEmail[];
} = {}): ExternalIdentity {
  const email = emails[0];
  const claims = { sub: subject, name: "Ada", email: email?.address, email_verified: email?.isVerified ?? false };
  return { provider, subject, emails, claims };
}

const verified = (address: string): ExternalEmail => ({ address, isVerified: true });
const claimed = (address: string): ExternalEmail => ({ address, isVerified: false });

/** Signs in with an account and answers whose it is. */
function enter(server: IdentityServer, external: ExternalIdentity, isEmailOptional = false): Promise<string> {
  const finish = async (_trx: unknown, { id }: { id: string }) => id;
  const request = { external, isEmailOptional, audience: "authenticated", redirectTo: SITE, origin, finish };
  return signInExternally(server.identity, request);
}

function link(server: IdentityServer, userId: string, external: ExternalIdentity): Promise<string> {
  const finish = async (_trx: unknown, { id }: { id: string }) => id;
  return linkExternally(server.identity, {
    userId,
    external,
    isEmailOptional: false,
    redirectTo: SITE,
    origin,
    finish,
  });
}

async function userOf(server: IdentityServer, id: string): Promise<Record<string, unknown>> {
  return (await call(server, `GET /admin/users/${id}`, { bearer: server.secretKey })).json;
}

async function providersOf(server: IdentityServer, id: string): Promise<unknown[]> {
  const { identities } = await userOf(server, id);
  return Array.isArray(identities) ? identities.map(({ provider }) => provider) : [];
}

async function countUsers(server: IdentityServer): Promise<number> {
  return (await server.db.query("select 1 from auth.users")).rows.length;
}

onEachStore("an account of a provider", (open) => {
  it("makes a confirmed user of whoever comes first with a verified address", async () => {
    const server = await startIdentity(open);

    const id = await enter(server, anAccount());

    expect(await userOf(server, id)).toMatchObject({
      email: "ada@example.com",
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: "google", providers: ["google"] },
      user_metadata: { name: "Ada" },
      identities: [{ provider: "google", id: "g-1", email: "ada@example.com" }],
    });
  });

  it("is the same user's at the next sign-in, and brings what is new", async () => {
    const server = await startIdentity(open);
    const id = await enter(server, anAccount());

    const again = await enter(server, { ...anAccount(), claims: { sub: "g-1", name: "Countess" } });

    expect(again).toBe(id);
    expect(await userOf(server, id)).toMatchObject({ user_metadata: { name: "Countess" } });
  });

  it.each([
    ["where no address needs a proof", { "auth.email.autoconfirm": true }],
    ["of a trusted provider", { "auth.account_linking.trusted_providers": ["google"] }],
  ])("is not linked by an unproved address beside its own %s", async (_where, settings) => {
    const server = await startIdentity(open, { settings });
    const victim = await aUser(server);
    const emails = [verified("eve@example.com"), claimed("ada@example.com")];

    const id = await enter(server, anAccount({ emails }));

    expect(id).not.toBe(victim);
    expect(await userOf(server, id)).toMatchObject({ email: "eve@example.com" });
    expect(await providersOf(server, victim)).toEqual(["email"]);
  });

  it("is linked to the user who has its verified address [spec 1, States]", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);

    expect(await enter(server, anAccount())).toBe(id);

    expect(await providersOf(server, id)).toEqual(["email", "google"]);
    expect((await signIn(server)).accessToken).not.toBe("undefined");
  });

  it("takes an unconfirmed user's other ways to sign in away: they may be a squatter's [spec 1, States]", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.allow_unverified_sign_ins": true } });
    await call(server, "POST /signup", { body: { email: "ada@example.com", password: PASSWORD, data: { trap: 1 } } });
    const squatter = await signIn(server);
    const { tokenHash } = await server.mailTo("ada@example.com", "confirmation");
    await server.db.query("insert into vedette.user_names select id, 'squatter' from auth.users");

    const id = await enter(server, anAccount());

    const user = await userOf(server, id);
    expect(user).toMatchObject({ email_confirmed_at: expect.any(String) });
    expect(user["user_metadata"]).not.toHaveProperty("trap");
    expect(await providersOf(server, id)).toEqual(["google"]);
    expect((await server.db.query("select name from vedette.user_names")).rows).toEqual([]);
    const password = { email: "ada@example.com", password: PASSWORD };
    expect(await call(server, "POST /token?grant_type=password", { body: password })).toMatchObject({ status: 400 });
    const refreshed = { refresh_token: squatter.refreshToken };
    expect(await call(server, "POST /token?grant_type=refresh_token", { body: refreshed })).toMatchObject({
      status: 400,
    });
    expect(await call(server, "GET /user", { bearer: squatter.accessToken })).toMatchObject({ status: 403 });
    const confirmation = { type: "signup", token_hash: tokenHash };
    expect(await call(server, "POST /verify", { body: confirmation })).toMatchObject({ status: 403 });
  });

  it("takes an unconfirmed number away from a confirmed user, and nothing else [spec 1, States]", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server, { phone: "15550001111" });

    await enter(server, anAccount());

    expect(await providersOf(server, id)).toEqual(["email", "google"]);
    expect(await userOf(server, id)).toMatchObject({ phone: "" });
  });

  it.each([
    ["does not vouch for the address", {}, claimed("ada@example.com")],
    ["is not to be linked at all", { "auth.account_linking.enabled": false }, verified("ada@example.com")],
    ["is linked only by hand", { "auth.account_linking.disable_implicit_linking": true }, verified("ada@example.com")],
    ["only says so, even where mails need no proof", { "auth.email.autoconfirm": true }, claimed("ada@example.com")],
  ])("is refused as account_not_linked when the provider %s [spec 1, Errors]", async (_name, settings, email) => {
    const server = await startIdentity(open, { settings });
    const id = await aUser(server);

    await expect(enter(server, anAccount({ emails: [email] }))).rejects.toMatchObject({ code: "account_not_linked" });

    expect(await providersOf(server, id)).toEqual(["email"]);
    expect(await countUsers(server)).toBe(1);
  });

  it("counts as verified when the provider is trusted [spec 1, Errors]", async () => {
    const settings = { "auth.account_linking.trusted_providers": ["spotify"] };
    const server = await startIdentity(open, { settings });
    const id = await aUser(server);

    const account = anAccount({ provider: "spotify", emails: [claimed("ada@example.com")] });

    expect(await enter(server, account)).toBe(id);
  });

  it("is refused when it matches nobody and users must exist before [spec 1, Errors]", async () => {
    const settings = { "auth.account_linking.require_existing_user": true };
    const server = await startIdentity(open, { settings });

    await expect(enter(server, anAccount())).rejects.toMatchObject({ code: "account_not_linked" });

    const id = await aUser(server);
    expect(await enter(server, anAccount())).toBe(id);
  });

  it("makes no user where nobody may sign up, and lets known ones in", async () => {
    const server = await startIdentity(open, { settings: { "auth.disable_signup": true } });

    await expect(enter(server, anAccount())).rejects.toMatchObject({ code: "signup_disabled" });

    const id = await aUser(server);
    expect(await enter(server, anAccount())).toBe(id);
  });

  it("without an address is refused, unless none is needed [spec 1, Errors: email_not_found]", async () => {
    const server = await startIdentity(open);
    const account = anAccount({ emails: [] });

    await expect(enter(server, account)).rejects.toMatchObject({ code: "email_not_found" });
    expect(await countUsers(server)).toBe(0);

    const id = await enter(server, account, true);
    expect(await enter(server, account, true)).toBe(id);
    expect(await userOf(server, id)).toMatchObject({ email: "" });
  });

  it("with an address that nobody vouches for waits for a mail, and is let in after it", async () => {
    const server = await startIdentity(open);
    const account = anAccount({ provider: "spotify", emails: [claimed("ada@example.com")] });

    await expect(enter(server, account)).rejects.toMatchObject({ code: "provider_email_needs_verification" });
    await expect(enter(server, account)).rejects.toMatchObject({ code: "provider_email_needs_verification" });

    const { tokenHash } = await server.mailTo("ada@example.com", "confirmation");
    expect(await server.countMails("ada@example.com")).toBe(1);
    const { json } = await call(server, "POST /verify", { body: { type: "signup", token_hash: tokenHash } });
    expect(await enter(server, account)).toBe(Object(json["user"])["id"]);
  });

  it.each([
    ["recovery", "recovery", "POST /recover"],
    ["invite", "invite", "POST /invite"],
    ["magic_link", "magiclink", "POST /otp"],
  ] as const)(
    "that claims somebody's address loses it to whoever proves it by a mail of the kind %s",
    async (kind, type, route) => {
      const server = await startIdentity(open, { settings: { "auth.email.allow_unverified_sign_ins": true } });
      const account = anAccount({ provider: "spotify", emails: [claimed("ada@example.com")] });
      const squatter = await enter(server, account);
      await call(server, `PUT /admin/users/${squatter}`, { bearer: server.secretKey, body: { password: PASSWORD } });
      await call(server, route, { bearer: server.secretKey, body: { email: "ada@example.com" } });
      const { tokenHash } = await server.mailTo("ada@example.com", kind);

      const { json } = await call(server, "POST /verify", { body: { type, token_hash: tokenHash } });

      expect(Object(json["user"])).toMatchObject({
        id: squatter,
        app_metadata: { provider: "email", providers: ["email"] },
        identities: [{ provider: "email", identity_data: { email: "ada@example.com", email_verified: true } }],
      });
      await expect(enter(server, account)).rejects.toMatchObject({ code: "account_not_linked" });
      const password = { email: "ada@example.com", password: PASSWORD };
      expect(await call(server, "POST /token?grant_type=password", { body: password })).toMatchObject({ status: 400 });
      expect((await call(server, "GET /user", { bearer: String(json["access_token"]) })).status).toBe(200);
    },
  );

  it("of single sign-on is never linked, whatever its address [spec 1, States]", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);
    const sso = anAccount({ provider: "sso:7f1c5a52-33a4-4b2c-8f0e-2f4f2f0d1e11", subject: "ada" });

    const ssoId = await enter(server, sso);
    const oauthId = await enter(server, anAccount());

    expect(ssoId).not.toBe(id);
    expect(oauthId).toBe(id);
    expect(await enter(server, sso)).toBe(ssoId);
    expect(await providersOf(server, ssoId)).toEqual([sso.provider]);
  });

  it("does not lead to somebody who linked an account with an address that was not verified", async () => {
    const server = await startIdentity(open, { settings: { "auth.enable_manual_linking": true } });
    const mallory = await aUser(server, { email: "mallory@example.com" });
    await link(server, mallory, anAccount({ provider: "spotify", emails: [claimed("ada@example.com")] }));

    expect(await enter(server, anAccount())).not.toBe(mallory);
  });

  it("is linked to a user with a confirmed number who never confirmed the address [spec 1, States]", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server, { phone: "15550001111", phone_confirm: true, email_confirm: false });

    expect(await enter(server, anAccount())).toBe(id);

    expect(await providersOf(server, id)).toEqual(["phone", "google"]);
    expect(await userOf(server, id)).toMatchObject({
      email: "ada@example.com",
      email_confirmed_at: expect.any(String),
      phone: "15550001111",
      phone_confirmed_at: expect.any(String),
    });
    const password = { phone: "15550001111", password: PASSWORD };
    const settings = { "auth.sms.enable_signup": true };
    const phones = await startIdentity(open, { settings, beside: server });
    expect((await call(phones, "POST /token?grant_type=password", { body: password })).status).toBe(200);
  });

  it("is not linked by an unconfirmed address where sign-in needs no confirmation", async () => {
    const server = await startIdentity(open, { settings: { "auth.email.allow_unverified_sign_ins": true } });
    await aUser(server, { phone: "15550001111", phone_confirm: true, email_confirm: false });

    await expect(enter(server, anAccount())).rejects.toMatchObject({ code: "account_not_linked" });
  });

  it("is nobody's when its verified addresses belong to two users", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    await aUser(server, { email: "countess@example.com" });
    const account = anAccount({ emails: [verified("ada@example.com"), verified("countess@example.com")] });

    await expect(enter(server, account)).rejects.toMatchObject({ code: "unexpected_failure" });
  });

  it("of a banned user stays outside", async () => {
    const server = await startIdentity(open);
    await aUser(server, { ban_duration: "1h" });

    await expect(enter(server, anAccount())).rejects.toMatchObject({ code: "user_banned" });
  });

  it("makes one user of many sign-ins at once", async () => {
    const server = await startIdentity(open);

    const ids = await Promise.all(Array.from({ length: 8 }, () => enter(server, anAccount())));

    expect(new Set(ids).size).toBe(1);
    expect(await countUsers(server)).toBe(1);
  });
});

it("trusted providers may be written in other words, too [spec 1, Errors: account.accountLinking.trustedProviders]", () => {
  const text = '[account.accountLinking]\ntrustedProviders = ["spotify"]';
  const settings = loadSettings([identitySettings], { env: {}, file: { path: "vedette.toml", text } });

  expect(settings.of(identitySettings)["auth.account_linking.trusted_providers"]).toEqual(["spotify"]);
});

onEachStore("an account that somebody links by hand", (open) => {
  const settings = { "auth.enable_manual_linking": true };

  it("becomes one of their ways to sign in [spec 1, States]", async () => {
    const server = await startIdentity(open, { settings });
    const id = await aUser(server);

    await link(server, id, anAccount({ emails: [verified("other@example.com")] }));

    expect(await providersOf(server, id)).toEqual(["email", "google"]);
    expect(await userOf(server, id)).toMatchObject({ email: "ada@example.com" });
    expect(await enter(server, anAccount({ emails: [verified("other@example.com")] }))).toBe(id);
  });

  it("is refused while linking is off [spec 1, Authentication]", async () => {
    const server = await startIdentity(open);
    const id = await aUser(server);

    await expect(link(server, id, anAccount())).rejects.toMatchObject({ code: "manual_linking_disabled" });
  });

  it("is refused when it is linked already, to them or to somebody else", async () => {
    const server = await startIdentity(open, { settings });
    const id = await aUser(server);
    const other = await aUser(server, { email: "grace@example.com" });
    await link(server, id, anAccount());

    const again = expect.objectContaining({ code: "identity_already_exists" });
    await expect(link(server, id, anAccount())).rejects.toEqual(again);
    await expect(link(server, other, anAccount())).rejects.toMatchObject({
      code: "identity_already_exists",
      message: "Identity is already linked to another user",
    });
  });

  it("must have the same address where the operator says so [spec 1, Errors: email_doesn't_match]", async () => {
    const server = await startIdentity(open, {
      settings: { ...settings, "auth.account_linking.allow_different_emails": false },
    });
    const id = await aUser(server);

    const different = anAccount({ emails: [verified("other@example.com")] });
    await expect(link(server, id, different)).rejects.toMatchObject({ code: "email_doesn't_match" });
    await link(server, id, anAccount());

    expect(await providersOf(server, id)).toEqual(["email", "google"]);
  });

  it("gives its verified address to somebody anonymous, who then is not any more", async () => {
    const server = await startIdentity(open, { settings: { ...settings, "auth.enable_anonymous_sign_ins": true } });
    const { json } = await call(server, "POST /signup", { body: {} });
    const id = String(Object(json["user"])["id"]);

    await link(server, id, anAccount());

    expect(await userOf(server, id)).toMatchObject({
      email: "ada@example.com",
      is_anonymous: false,
      email_confirmed_at: expect.any(String),
    });
  });

  it("gives an address that nobody vouches for only after a mail", async () => {
    const server = await startIdentity(open, { settings: { ...settings, "auth.enable_anonymous_sign_ins": true } });
    const { json } = await call(server, "POST /signup", { body: {} });
    const id = String(Object(json["user"])["id"]);

    const account = anAccount({ emails: [claimed("ada@example.com")] });
    await expect(link(server, id, account)).rejects.toMatchObject({ code: "email_not_confirmed" });

    expect(await userOf(server, id)).toMatchObject({ email: "", new_email: "ada@example.com" });
  });

  it("is taken away with its address, whose place the best of those that remain takes", async () => {
    const server = await startIdentity(open, { settings: { ...settings, "auth.sms.enable_signup": true } });
    const id = await aUser(server, { phone: "491234567", phone_confirm: true });
    await link(server, id, anAccount({ emails: [claimed("old@example.com")] }));
    await link(server, id, anAccount({ provider: "github", emails: [verified("new@example.com")] }));
    const { accessToken: bearer } = await signIn(server);
    await call(server, "POST /recover", { body: { email: "ada@example.com" } });
    await call(server, "PUT /user", { bearer, body: { phone: "491234568" } });
    expect(await userOf(server, id)).toMatchObject({ new_phone: "491234568" });
    const unlink = async (provider: string) => {
      const { identities } = await userOf(server, id);
      const mine = Array.isArray(identities) ? identities.find((it) => it.provider === provider) : undefined;
      expect(await call(server, `DELETE /user/identities/${mine?.identity_id}`, { bearer })).toMatchObject({
        status: 200,
        json: {},
      });
      return userOf(server, id);
    };

    const replaced = await unlink("email");
    expect(replaced).toMatchObject({ email: "new@example.com", email_confirmed_at: expect.any(String) });
    expect(replaced).not.toHaveProperty("new_phone");
    expect((await server.db.query("select 1 from auth.one_time_tokens")).rows).toEqual([]);

    const unproved = await unlink("github");
    expect(unproved).toMatchObject({ email: "old@example.com", phone: "491234567" });
    expect(unproved).not.toHaveProperty("email_confirmed_at");

    expect(await unlink("phone")).toMatchObject({
      phone: "",
      app_metadata: { provider: "google", providers: ["google"] },
    });
  });

  it("leaves the user confirmed and loses nothing when no verified address remains [spec 1, States: unlink]", async () => {
    const server = await startIdentity(open, { settings });
    const id = await aUser(server, { user_metadata: { team: "night" } });
    const octocat = (email: ExternalEmail) => anAccount({ provider: "github", emails: [email] });
    await link(server, id, octocat(claimed("octocat@example.com")));
    const { accessToken: bearer } = await signIn(server);
    const { identities } = await userOf(server, id);
    const email = Array.isArray(identities) ? identities.find(({ provider }) => provider === "email") : undefined;

    const unlinked = await call(server, `DELETE /user/identities/${email?.identity_id}`, { bearer });

    expect(unlinked.status).toBe(200);
    expect(await userOf(server, id)).toMatchObject({
      email: "ada@example.com",
      email_confirmed_at: expect.any(String),
    });
    for (const address of [claimed("octocat@example.com"), verified("octocat@example.com")]) {
      expect(await enter(server, octocat(address))).toBe(id);
    }
    expect(await userOf(server, id)).toMatchObject({ user_metadata: { team: "night" } });
    expect((await call(server, "GET /user", { bearer })).status).toBe(200);
    expect((await signIn(server)).accessToken).not.toBe("undefined");
  });

  it("leaves everything to a user whose address an administrator has changed to one that is not confirmed", async () => {
    const server = await startIdentity(open, { settings });
    const id = await aUser(server, { user_metadata: { team: "night" } });
    const { accessToken: bearer } = await signIn(server);
    const body = { email: "countess@example.com", email_confirm: false };
    await call(server, `PUT /admin/users/${id}`, { bearer: server.secretKey, body });
    expect(await userOf(server, id)).not.toHaveProperty("email_confirmed_at");

    expect(await enter(server, anAccount({ emails: [verified("countess@example.com")] }))).toBe(id);

    expect(await userOf(server, id)).toMatchObject({
      email_confirmed_at: expect.any(String),
      user_metadata: { team: "night" },
    });
    expect((await call(server, "GET /user", { bearer })).status).toBe(200);
    expect((await signIn(server, { email: "countess@example.com" })).accessToken).not.toBe("undefined");
  });

  it("is linked by an administrator who knows it, told to the person, and lets them in", async () => {
    const settings = {
      "auth.external.google.enabled": true,
      "auth.external.google.client_id": "vedette",
      "auth.external.google.secret": "hushed",
      "auth.email.notification.identity_linked.enabled": true,
    };
    const mails = await startMailServer();
    const server = await startIdentity(open, { settings, delivery: mails.settings });
    const [ada, bob] = [await aUser(server), await aUser(server, { email: "bob@example.com" })];
    const linkTo = (id: string, body: unknown) =>
      call(server, `POST /admin/users/${id}/identities`, { bearer: server.secretKey, body });

    const linked = await linkTo(ada, { provider: "google", provider_id: "g-7" });
    expect(linked).toMatchObject({
      status: 200,
      json: { app_metadata: { providers: ["email", "google"] }, identities: [{}, { provider: "google", id: "g-7" }] },
    });
    expect(await linkTo(bob, { provider: "google", provider_id: "g-7" })).toMatchObject({
      status: 422,
      json: { error_code: "identity_already_exists" },
    });
    expect((await linkTo(bob, { provider: "gitlab", provider_id: "1" })).json["error_code"]).toBe("validation_failed");
    expect((await linkTo(bob, { provider: "email", provider_id: ada })).json["error_code"]).toBe("validation_failed");
    expect((await linkTo(bob, { provider: `sso:${ada}`, provider_id: "1" })).json["error_code"]).toBe(
      "user_sso_managed",
    );
    const nobody = "00000000-0000-4000-8000-000000000000";
    expect((await linkTo(nobody, { provider: "google", provider_id: "g-8" })).status).toBe(404);
    expect(await providersOf(server, bob)).toEqual(["email"]);

    expect((await linkTo(bob, { provider: "google", provider_id: " " })).status).toBe(400);
    expect((await mails.mailTo("ada@example.com", "new way to sign in")).text).toContain("google");

    const emails = [verified("countess@example.org")];
    expect(await enter(server, anAccount({ subject: "g-7", emails }))).toBe(ada);
    const { rows } = await server.db.query(
      "select payload from auth.audit_log_entries where payload->>'action' = 'identity_linked'",
    );
    expect(rows.map(({ payload }) => payload)).toMatchObject([
      { actor_username: "service_role", traits: { user_id: ada, provider: "google", provider_id: "g-7" } },
    ]);
  });

  it("is never somebody's of single sign-on [spec 1, States]", async () => {
    const server = await startIdentity(open, { settings });
    const sso = anAccount({ provider: "sso:7f1c5a52-33a4-4b2c-8f0e-2f4f2f0d1e11" });
    const ssoId = await enter(server, sso);
    const id = await aUser(server, { email: "grace@example.com" });

    await expect(link(server, ssoId, anAccount())).rejects.toMatchObject({ code: "user_sso_managed" });
    await expect(link(server, id, { ...sso, subject: "other" })).rejects.toMatchObject({ code: "user_sso_managed" });
  });
});
