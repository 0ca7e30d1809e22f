import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiErrorOf } from "../apps/web/src/api/api-error.ts";
import { messages } from "../apps/web/src/messages/en.ts";
import { call, cookieOf } from "./call.ts";
import { addPerson, becomeAdministrator, PASSWORD, signIn } from "./people.ts";
import { type RunningVedette, startVedette } from "./running-server.ts";

interface PageToken {
  readonly access_token: string;
  readonly expires_at: number;
  readonly configuration?: string;
}

let vedette: RunningVedette;
let administrator: string;
let viewer: string;
beforeAll(async () => {
  vedette = await startVedette();
  administrator = await becomeAdministrator(vedette);
  await addPerson(vedette, "viewer@example.com");
  const body = { email: "viewer@example.com", password: PASSWORD };
  viewer = cookieOf(await call(`${vedette.url}/api/login`, { body }));
});
afterAll(() => vedette.stop());

const ask = (path: string, options: Parameters<typeof call>[1]) =>
  call<PageToken>(`${vedette.url}/api/login/${path}`, { method: "POST", ...options });

describe("a page of the web UI", () => {
  it("gets a token of its own session that lasts minutes and brings no refresh token", async () => {
    const { status, headers, body } = await ask("token", { cookie: viewer });
    const user = await call<{ email: string }>(`${vedette.url}/auth/v1/user`, { bearer: body.access_token });

    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(Object.keys(body)).toEqual(["access_token", "expires_at"]);
    expect(body.expires_at - Date.now() / 1000).toBeLessThan(301);
    expect([user.status, user.body.email]).toEqual([200, "viewer@example.com"]);
  });

  it("gets none after its session has ended", async () => {
    const body = { email: "viewer@example.com", password: PASSWORD };
    const cookie = cookieOf(await call(`${vedette.url}/api/login`, { body }));
    const { access_token } = (await ask("token", { cookie })).body;
    await call(`${vedette.url}/api/logout`, { method: "POST", cookie });

    expect((await ask("token", { cookie })).status).toBe(401);
    expect((await call(`${vedette.url}/auth/v1/user`, { bearer: access_token })).status).toBe(403);
  });

  it.each([
    "/api/user",
    "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards",
    "/api/datasources/proxy/uid/vedette/api/v1/query?query=1",
  ])("is told by %s that its session has ended, in words for people", async (path) => {
    const answer = await fetch(vedette.url + path);

    expect((await apiErrorOf(answer, path)).message).toBe(messages.session.over);
  });

  it("gets none for another site, nor for somebody who holds a token or a key already", async () => {
    const { access_token } = await signIn(vedette, "ada@example.com");

    for (const path of ["token", "administrator-token"]) {
      const foreign = await ask(path, { cookie: administrator, headers: { "sec-fetch-site": "cross-site" } });
      expect(foreign.status).toBe(403);
      expect((await ask(path, { bearer: access_token })).status).toBe(403);
      expect((await ask(path, { bearer: vedette.keys.secret_key })).status).toBe(403);
      expect((await ask(path, {})).status).toBe(401);
    }
  });
});

describe("an administrator's page", () => {
  it("gets a token that opens the administrators' API and the configuration, under the person's name", async () => {
    const { status, body } = await ask("administrator-token", { cookie: administrator });
    const { access_token: bearer, configuration } = body;
    const users = await call<{ users: unknown[] }>(`${vedette.url}/auth/v1/admin/users`, { bearer });
    const fields = await call<{ fields: { field: string; source: string }[] }>(
      `${vedette.url}${configuration}/fields`,
      {
        bearer,
      },
    );
    const changed = await call<{ site_url: string }>(`${vedette.url}${configuration}`, {
      method: "PATCH",
      bearer,
      body: { site_url: "https://watch.example.com" },
    });

    expect(status).toBe(200);
    expect(users.body.users).toHaveLength(2);
    expect(fields.body.fields.find(({ field }) => field === "jwt_exp")).toMatchObject({
      key: "auth.jwt_expiry",
      env: "VEDETTE_JWT_EXP",
      value: 3600,
      default: 3600,
      source: "default",
    });
    expect([changed.status, changed.body.site_url]).toEqual([200, "https://watch.example.com"]);
    expect(atob(bearer.split(".")[1] ?? "")).not.toContain("session_id");
    const audit = `${vedette.url}/auth/v1/admin/audit?query=action:setting_changed`;
    const { body: entries } = await call<{ payload: object }[]>(audit, { bearer });
    expect(entries[0]?.payload).toMatchObject({ actor_username: "ada@example.com" });
  });

  it("learns of a secret only whether there is one", async () => {
    const { access_token: bearer, configuration } = (await ask("administrator-token", { cookie: administrator })).body;
    await call(`${vedette.url}${configuration}`, { method: "PATCH", bearer, body: { smtp_pass: "open sesame" } });
    const { text, body } = await call<{ fields: { field: string }[] }>(`${vedette.url}${configuration}/fields`, {
      bearer,
    });

    expect(text).not.toContain("sesame");
    expect(body.fields.find(({ field }) => field === "smtp_pass")).toMatchObject({
      value: null,
      is_secret: true,
      is_set: true,
      source: "stored",
    });
  });

  it("can do nothing any more with its token once its session has ended", async () => {
    const body = { email: "ada@example.com", password: PASSWORD };
    const cookie = cookieOf(await call(`${vedette.url}/api/login`, { body }));
    const { access_token: bearer, configuration } = (await ask("administrator-token", { cookie })).body;
    const statuses = async () => [
      (await call(`${vedette.url}/auth/v1/admin/users`, { bearer })).status,
      (await call(`${vedette.url}${configuration}`, { bearer })).status,
    ];

    expect(await statuses()).toEqual([200, 200]);
    await call(`${vedette.url}/api/logout`, { method: "POST", body: {}, cookie });
    expect(await statuses()).toEqual([403, 401]);
  });

  it("can do nothing any more with its token once its person is an administrator no more", async () => {
    const uid = await addPerson(vedette, "deputy@example.com");
    const make = (role: string) =>
      call(`${vedette.url}/api/org/users/${uid}`, { method: "PATCH", body: { role }, cookie: administrator });
    expect((await make("Admin")).status).toBe(200);
    const cookie = cookieOf(
      await call(`${vedette.url}/api/login`, { body: { email: "deputy@example.com", password: PASSWORD } }),
    );
    const { access_token: bearer, configuration } = (await ask("administrator-token", { cookie })).body;
    const statuses = async () => [
      (await call(`${vedette.url}/auth/v1/admin/users`, { bearer })).status,
      (await call(`${vedette.url}${configuration}`, { bearer })).status,
    ];

    expect(await statuses()).toEqual([200, 200]);
    expect((await make("Viewer")).status).toBe(200);
    expect(await statuses()).toEqual([403, 403]);
  });

  it("gets a token that is rejected outside /auth/v1 and /v1", async () => {
    const { uid, cookie } = await addIdentityAdministrator("keeper@example.com");
    const { access_token: bearer, configuration } = (await ask("administrator-token", { cookie })).body;
    const status = async (path: string, options: Parameters<typeof call>[1] = {}) =>
      (await call(vedette.url + path, { bearer, ...options })).status;

    expect(await status("/auth/v1/admin/users")).toBe(200);
    expect(await status(`${configuration}`)).toBe(403);
    expect(await status(`/api/org/users/${uid}`, { method: "PATCH", body: { role: "Admin" } })).toBe(401);
    for (const path of ["/api/user", "/api/login/ping", "/apis", "/prometheus/api/v1/query?query=1", "/api/users"])
      expect(await status(path), path).toBe(401);
    const me = await call<{ role: string }>(`${vedette.url}/api/user`, { cookie });
    expect(me.body.role).toBe("None");
  });

  it("is for administrators only, and an ordinary token configures nothing", async () => {
    const { access_token: bearer } = (await ask("token", { cookie: administrator })).body;

    expect((await ask("administrator-token", { cookie: viewer })).status).toBe(403);
    expect((await call(`${vedette.url}/v1/projects/default/config/auth`, { bearer })).status).toBe(403);
    expect((await call(`${vedette.url}/auth/v1/admin/users`, { bearer })).status).toBe(403);
  });
});

/** Creates a user with basic role None and a custom role that holds `identity:write` alone. */
async function addIdentityAdministrator(email: string): Promise<{ uid: string; cookie: string }> {
  const uid = await addPerson(vedette, email);
  const as = { bearer: vedette.keys.secret_key };
  const none = { method: "PATCH", body: { role: "None" } };
  expect((await call(`${vedette.url}/api/org/users/${uid}`, { ...as, ...none })).status).toBe(200);
  const role = {
    uid: "identity",
    name: "Identity",
    version: 1,
    permissions: [{ action: "identity:write", scope: "*" }],
  };
  expect((await call(`${vedette.url}/api/access-control/roles`, { ...as, body: role })).status).toBe(201);
  const grant = { ...as, body: { roleUid: "identity" } };
  expect((await call(`${vedette.url}/api/access-control/users/${uid}/roles`, grant)).status).toBe(200);
  return { uid, cookie: cookieOf(await call(`${vedette.url}/api/login`, { body: { email, password: PASSWORD } })) };
}
