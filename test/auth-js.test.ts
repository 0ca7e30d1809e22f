import { randomUUID } from "node:crypto";
import type { Session } from "@supabase/auth-js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { anAdministration, anApplication } from "./auth-client.ts";
import { call } from "./call.ts";
import { addPerson, mailTo, openLink, PASSWORD } from "./people.ts";
import { type RunningVedette, startVedette } from "./running-server.ts";

const OTHER_PASSWORD = "battery staple horse";

let vedette: RunningVedette;

beforeAll(async () => {
  // Without an interval of grace, the replay of an old refresh token is noticed at once.
  vedette = await startVedette({ env: { VEDETTE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "0" } });
}, 120_000);

afterAll(async () => void (await vedette.stop()));

function anEmail(): string {
  return `${randomUUID()}@example.com`;
}

/** An application in which a new, confirmed user is signed in. */
async function signedIn(server = vedette) {
  const email = anEmail();
  await addPerson(server, email);
  return { email, ...(await signedInAgain(email, server)) };
}

async function signedInAgain(email: string, server = vedette) {
  const application = anApplication(server);
  const { data, error } = await application.auth.signInWithPassword({ email, password: PASSWORD });
  if (error !== null) throw error;
  application.requests.length = 0;
  return { ...application, session: data.session };
}

/** What still works of a session: its access token, its refresh token. */
async function livesOn({ access_token, refresh_token }: Session): Promise<{ access: string; refresh: string }> {
  const url = `${vedette.url}/auth/v1`;
  const access = await call<{ error_code?: string }>(`${url}/user`, { bearer: access_token });
  const refresh = await call<{ error_code?: string }>(`${url}/token?grant_type=refresh_token`, {
    body: { refresh_token },
  });
  const inWords = ({ status, body }: typeof access) => (status === 200 ? "works" : `${status} ${body.error_code}`);
  return { access: inWords(access), refresh: inWords(refresh) };
}

const LIVING = { access: "works", refresh: "works" };
const ENDED = { access: "403 session_not_found", refresh: "400 refresh_token_not_found" };

describe("signing up with @supabase/auth-js", () => {
  it("needs the link in the mail before the first sign-in", async () => {
    const { auth } = anApplication(vedette);
    const credentials = { email: anEmail(), password: PASSWORD };

    const signUp = await auth.signUp({ ...credentials, options: { data: { name: "Ada" } } });
    expect(signUp.error).toBeNull();
    expect(signUp.data.session).toBeNull();
    expect(signUp.data.user).toMatchObject({ email: credentials.email, user_metadata: { name: "Ada" } });
    expect(signUp.data.user?.email_confirmed_at).toBeUndefined();
    expect((await auth.signInWithPassword(credentials)).error).toMatchObject({
      status: 400,
      code: "email_not_confirmed",
    });

    const { page, fragment } = await openLink((await mailTo(vedette, credentials.email)).link);
    expect(page.origin).toBe(vedette.url);
    expect(Object.fromEntries(fragment)).toMatchObject({ type: "signup", token_type: "bearer", expires_in: "3600" });
    const opened = await auth.setSession({
      access_token: fragment.get("access_token") ?? "",
      refresh_token: fragment.get("refresh_token") ?? "",
    });
    expect(opened.data.user?.email_confirmed_at).toEqual(expect.any(String));

    const { data, error } = await auth.signInWithPassword(credentials);
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
  });

  it("takes the link of the mail once", async () => {
    const email = anEmail();
    await anApplication(vedette).auth.signUp({ email, password: PASSWORD });
    const { link } = await mailTo(vedette, email);
    await openLink(link);

    const { fragment } = await openLink(link);

    expect(Object.fromEntries(fragment)).toMatchObject({ error: "access_denied", error_code: "otp_expired" });
    expect(fragment.has("access_token")).toBe(false);
  });

  it("tells nobody whether an address is registered", async () => {
    const email = anEmail();
    const id = await addPerson(vedette, email);

    const { data, error } = await anApplication(vedette).auth.signUp({ email, password: OTHER_PASSWORD });

    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, identities: [] });
    expect(data.user?.id).not.toBe(id);
    expect((await anApplication(vedette).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it.each([
    ["a weak password", { password: "short" }, { status: 422, code: "weak_password", reasons: ["length"] }],
    ["an address that is none", { email: "ada.example.com" }, { status: 400, code: "validation_failed" }],
  ])("refuses %s", async (_what, fault, expected) => {
    const { data, error } = await anApplication(vedette).auth.signUp({
      ...{ email: anEmail(), password: PASSWORD },
      ...fault,
    });

    expect(error).toMatchObject(expected);
    expect(data.user).toBeNull();
  });
});

describe("signing in with @supabase/auth-js", () => {
  it("answers a wrong password and an unknown address alike", async () => {
    const { email } = await signedIn();
    const { auth } = anApplication(vedette);

    const wrong = await auth.signInWithPassword({ email, password: OTHER_PASSWORD });
    const unknown = await auth.signInWithPassword({ email: anEmail(), password: PASSWORD });

    const refusal = { status: 400, code: "invalid_credentials", message: "Invalid login credentials" };
    expect([wrong.error, unknown.error]).toEqual([expect.objectContaining(refusal), expect.objectContaining(refusal)]);
  });

  it("gives a session that the client keeps and a user that the server knows", async () => {
    const { auth, email, session } = await signedIn();

    expect((await auth.getUser()).data.user).toMatchObject({ email, aud: "authenticated", role: "authenticated" });
    expect((await auth.getSession()).data.session?.access_token).toBe(session.access_token);
  });

  it("gives claims that the client verifies itself, by the published keys", async () => {
    const { auth, requests, session } = await signedIn();

    const first = await auth.getClaims();
    await auth.getClaims();

    expect(first.error).toBeNull();
    expect(requests).toEqual(["GET /auth/v1/.well-known/jwks.json"]);
    expect(first.data?.header.alg).toBe("ES256");
    expect(first.data?.claims).toMatchObject({ sub: session.user.id, iss: `${vedette.url}/auth/v1`, aal: "aal1" });
  });

  it("gives claims that nobody can change", async () => {
    const { auth, session } = await signedIn();
    const [header, payload = "", signature] = session.access_token.split(".");
    const claims = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), role: "service_role" };
    const forged = [header, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");

    expect((await auth.getClaims(forged)).error).toMatchObject({ code: "invalid_jwt" });
    expect((await auth.getUser(forged)).error).toMatchObject({ status: 403, code: "bad_jwt" });
    expect((await auth.getUser(session.access_token)).error).toBeNull();
  });
});

describe("refreshing with @supabase/auth-js", () => {
  it("gives new tokens for the same session", async () => {
    const { auth, session } = await signedIn();

    const { data, error } = await auth.refreshSession();

    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(data.user?.id).toBe(session.user.id);
    expect((await auth.getUser()).error).toBeNull();
  });

  it("refuses what is no token of its own, and takes the real one", async () => {
    const { auth, session } = await signedIn();
    const [last = ""] = session.refresh_token.slice(-1);
    const changed = session.refresh_token.slice(0, -1) + (last === "A" ? "Q" : "A");

    for (const refresh_token of ["no token at all", changed]) {
      const { error } = await anApplication(vedette).auth.refreshSession({ refresh_token });
      expect(error, refresh_token).toMatchObject({ status: 400, code: "validation_failed" });
    }
    expect((await auth.refreshSession()).error).toBeNull();
  });

  it("ends the session when an old token is replayed", async () => {
    const { auth, session } = await signedIn();
    await auth.refreshSession();
    const newest = (await auth.refreshSession()).data.session;
    if (newest === null) throw new Error("No session");

    const replay = await anApplication(vedette).auth.refreshSession({ refresh_token: session.refresh_token });

    expect(replay.error).toMatchObject({ status: 400, code: "refresh_token_already_used" });
    expect(await livesOn(newest)).toEqual(ENDED);
  });

  it("is refused once the session is too old", { timeout: 120_000 }, async () => {
    const strict = await startVedette({ env: { VEDETTE_SESSIONS_TIMEBOX: "5s" } });
    onTestFinished(async () => void (await strict.stop()));
    const { auth } = await signedIn(strict);
    expect((await auth.refreshSession()).error).toBeNull();

    const refusal = await vi.waitFor(
      async () => {
        const { error } = await auth.refreshSession();
        if (error === null) throw new Error("The session lives on");
        return error;
      },
      { timeout: 20_000, interval: 250 },
    );

    expect(refusal).toMatchObject({ status: 400, code: "session_expired" });
  });
});

describe("changing oneself with @supabase/auth-js", () => {
  it("takes a new password, with which the old one and all other sessions end", async () => {
    const { auth, email, session } = await signedIn();
    const elsewhere = await signedInAgain(email);

    expect((await auth.updateUser({ password: "short" })).error).toMatchObject({ status: 422, code: "weak_password" });
    expect((await auth.updateUser({ password: PASSWORD })).error).toMatchObject({ status: 422, code: "same_password" });
    expect((await auth.updateUser({ password: OTHER_PASSWORD })).error).toBeNull();

    expect(await livesOn(session)).toEqual(LIVING);
    expect(await livesOn(elsewhere.session)).toEqual(ENDED);
    const application = anApplication(vedette).auth;
    expect((await application.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      "invalid_credentials",
    );
    expect((await application.signInWithPassword({ email, password: OTHER_PASSWORD })).error).toBeNull();
  });

  it("keeps data of one's own, and forgets what becomes null", async () => {
    const { auth, email } = await signedIn();

    await auth.updateUser({ data: { name: "Ada", title: "Countess" } });
    const { data } = await auth.updateUser({ data: { title: null, desk: 7 } });

    expect(data.user?.user_metadata).toMatchObject({ name: "Ada", desk: 7 });
    const { user } = (await signedInAgain(email)).session;
    expect(user.user_metadata).not.toHaveProperty("title");
    expect(user.user_metadata).toMatchObject({ name: "Ada", desk: 7 });
  });
});

describe("signing out with @supabase/auth-js", () => {
  it.each([
    ["global", ENDED, ENDED],
    ["local", ENDED, LIVING],
    ["others", LIVING, ENDED],
  ] as const)("ends the sessions of the scope %s", async (scope, here, elsewhere) => {
    const { auth, email, session } = await signedIn();
    const other = await signedInAgain(email);

    expect((await auth.signOut({ scope })).error).toBeNull();

    expect((await auth.getSession()).data.session === null).toBe(scope !== "others");
    expect([await livesOn(session), await livesOn(other.session)]).toEqual([here, elsewhere]);
  });
});

describe("inviting with @supabase/auth-js", () => {
  it("sends a link that signs in, after which the guest chooses a password", async () => {
    const email = anEmail();

    const invited = await anAdministration(vedette).inviteUserByEmail(email, { data: { name: "Grace" } });
    expect(invited.error).toBeNull();
    expect(invited.data.user).toMatchObject({ email, user_metadata: { name: "Grace" } });
    const { fragment } = await openLink((await mailTo(vedette, email)).link);
    expect(fragment.get("type")).toBe("invite");
    const { auth } = anApplication(vedette);
    await auth.setSession({
      access_token: fragment.get("access_token") ?? "",
      refresh_token: fragment.get("refresh_token") ?? "",
    });
    expect((await auth.updateUser({ password: PASSWORD })).error).toBeNull();

    const { data, error } = await anApplication(vedette).auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
  });

  it("is refused for somebody who is there already", async () => {
    const { email } = await signedIn();

    const { error } = await anAdministration(vedette).inviteUserByEmail(email);

    expect(error).toMatchObject({ status: 422, code: "email_exists" });
  });

  it("is refused without the secret key", async () => {
    const { session } = await signedIn();
    const email = anEmail();

    const byNobody = await call(`${vedette.url}/auth/v1/invite`, { body: { email } });
    const byUser = await call(`${vedette.url}/auth/v1/invite`, { body: { email }, bearer: session.access_token });

    expect([byNobody.status, byUser.status]).toEqual([401, 403]);
    expect((await anAdministration(vedette).inviteUserByEmail(email)).error).toBeNull();
  });
});
