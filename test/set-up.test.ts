import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, cookieOf } from "./call.ts";
import { mailTo, openLink, PASSWORD, setUpCodeOf, signIn } from "./people.ts";
import { aDataDir, type RunningVedette, removeDataDir, startVedette } from "./running-server.ts";

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
const ATTEMPTS = 50;

function attempt({ url }: RunningVedette, code: string | undefined, email: string) {
  return call<{ messageId?: string }>(`${url}/api/setup`, { body: { code, email, password: PASSWORD } });
}

/** Signs up as anybody can, and confirms the address. @returns an access token */
async function signUp(vedette: RunningVedette, email: string): Promise<string> {
  const answer = await call(`${vedette.url}/auth/v1/signup`, { body: { email, password: PASSWORD } });
  expect(answer.status, answer.text).toBe(200);
  await openLink((await mailTo(vedette, email)).link);
  return (await signIn(vedette, email)).access_token;
}

describe("a watch room that nobody has set up", () => {
  let vedette: RunningVedette;

  beforeAll(async () => {
    vedette = await startVedette();
  }, 120_000);

  afterAll(async () => void (await vedette.stop()));

  it("shows the set-up page", async () => {
    const { status, headers } = await call(`${vedette.url}/setup`);

    expect([status, headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
  });

  it.each([
    ["another code", "A".repeat(43), 403],
    ["an empty code", "", 403],
    ["no code", undefined, 400],
  ])("makes nobody administrator with %s", async (_what, code, status) => {
    const email = "eve@example.com";

    expect((await attempt(vedette, code, email)).status).toBe(status);
    const signedIn = await call(`${vedette.url}/api/login`, { body: { email, password: PASSWORD } });
    expect(signedIn.status).toBe(401);
  });

  it("lets those who sign up read and not write: nobody becomes administrator that way", async () => {
    const bearer = await signUp(vedette, "first@example.com");

    const me = await call(`${vedette.url}/api/user`, { bearer });
    const read = await call(`${vedette.url}${DASHBOARDS}`, { bearer });
    const body = { metadata: { name: "mine" }, spec: { title: "Mine" } };
    const written = await call(`${vedette.url}${DASHBOARDS}`, { bearer, body });
    const people = await call(`${vedette.url}/api/users`, { bearer });

    expect(me.body).toMatchObject({ email: "first@example.com", role: "Viewer", isServerAdmin: false });
    expect([read.status, written.status, people.status]).toEqual([200, 403, 403]);
    expect(written.body).toMatchObject({ kind: "Status", status: "Failure", reason: "Forbidden" });
  });
});

describe(`the set-up link, opened ${ATTEMPTS} times at once`, () => {
  const dataDir = aDataDir();
  let vedette: RunningVedette;
  let attempts: { readonly email: string; readonly status: number; readonly cookie: string }[];

  beforeAll(async () => {
    vedette = await startVedette({ dataDir });
    const code = setUpCodeOf(vedette);
    const emails = Array.from({ length: ATTEMPTS }, (_, index) => `ada${index}@example.com`);
    attempts = await Promise.all(
      emails.map(async (email) => {
        const answer = await attempt(vedette, code, email);
        return { email, status: answer.status, cookie: cookieOf(answer) };
      }),
    );
  }, 120_000);

  afterAll(async () => {
    await vedette.stop();
    removeDataDir(dataDir);
  });

  it("makes one administrator and refuses everybody else", async () => {
    const people = await call<{ users: { email: string; role: string }[] }>(`${vedette.url}/api/users`, {
      bearer: vedette.keys.secret_key,
    });

    const winners = attempts.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(attempts.filter(({ status }) => ![200, 403, 404].includes(status))).toEqual([]);
    expect(people.body.users).toEqual([expect.objectContaining({ email: winners[0]?.email, role: "Admin" })]);
  });

  it("has signed the administrator in, who may write and has a mail that says so", async () => {
    const { cookie = "", email = "" } = attempts.find(({ status }) => status === 200) ?? {};
    const body = { metadata: { name: "mine" }, spec: { title: "Mine" } };

    expect((await call(`${vedette.url}/api/user`, { cookie })).body).toMatchObject({ email, role: "Admin" });
    expect((await call(`${vedette.url}${DASHBOARDS}`, { cookie, body })).status).toBe(201);
    expect((await mailTo(vedette, email)).subject).toBe("Your watch room is ready");
  });

  it("lets the administrator's browser know at once that there is no such thing, and nobody else", async () => {
    const { cookie = "" } = attempts.find(({ status }) => status === 200) ?? {};
    const statusOf = async (path: string, headers: { readonly cookie?: string } = {}) =>
      (await call(`${vedette.url}${path}`, headers)).status;

    expect(await statusOf("/d/nope", { cookie })).toBe(404);
    expect(await statusOf("/d/nope/edit", { cookie })).toBe(404);
    expect(await statusOf("/dashboards/f/nope", { cookie })).toBe(404);
    expect(await statusOf("/playlists/nope", { cookie })).toBe(404);
    expect(await statusOf("/wall/nope", { cookie })).toBe(404);
    expect(await statusOf("/playlists/welcome", { cookie })).toBe(200);
    expect(await statusOf("/playlists/new", { cookie })).toBe(200);
    expect(await statusOf("/d/delivery-workers", { cookie })).toBe(200);
    expect(await statusOf("/d/nope")).toBe(200);
    expect(await statusOf("/playlists/nope")).toBe(200);
  });

  it("does not work again", async () => {
    const again = await attempt(vedette, setUpCodeOf(vedette), "late@example.com");

    expect([again.status, again.body.messageId]).toEqual([404, "setup_closed"]);
  });

  it("leaves no set-up page", async () => {
    expect((await call(`${vedette.url}/setup`)).status).toBe(404);
  });

  it("is not offered by the next start", { timeout: 120_000 }, async () => {
    await vedette.stop();
    vedette = await startVedette({ dataDir });

    expect(vedette.keys).not.toHaveProperty("setup_url");
    expect(vedette.output()).not.toContain("/setup");
  });
});
