import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type CallOptions, call, cookieOf } from "./call.ts";
import { addPerson, PASSWORD } from "./people.ts";
import { type RunningVedette, startVedette } from "./running-server.ts";

interface User {
  readonly id: string;
  readonly email: string;
}

/** A user with basic role None and one custom role. */
interface Holder extends User {
  readonly cookie: string;
  /** Their administrator token. */
  readonly bearer: string;
}

let vedette: RunningVedette;
let admin: User;
let viewer: User;
/** Holds `identity:write` and `dashboards:read` on everything. */
let userAdministrator: Holder;
/** The same with basic role Viewer, which is the default role of new users. */
let viewingAdministrator: Holder;
let settingsAdministrator: Holder;

beforeAll(async () => {
  vedette = await startVedette();
  admin = await addUser("admin@example.com", "Admin");
  viewer = await addUser("viewer@example.com", "Viewer");
  userAdministrator = await addHolder("users@example.com", ["identity:write", "dashboards:read"]);
  viewingAdministrator = await addHolder("viewing@example.com", ["identity:write"], "Viewer");
  settingsAdministrator = await addHolder("settings@example.com", ["identity.settings:write"]);
});
afterAll(() => vedette.stop());

function ask<Body = Record<string, unknown>>(path: string, options: CallOptions = {}): Promise<Answer<Body>> {
  return call<Body>(vedette.url + path, { bearer: vedette.keys.secret_key, ...options });
}

async function addUser(email: string, role: string): Promise<User> {
  const id = await addPerson(vedette, email);
  expect((await ask(`/api/org/users/${id}`, { method: "PATCH", body: { role } })).status).toBe(200);
  return { id, email };
}

async function addHolder(email: string, actions: readonly string[], basicRole = "None"): Promise<Holder> {
  const user = await addUser(email, basicRole);
  const permissions = actions.map((action) => ({ action, scope: "*" }));
  const role = { uid: user.id, name: user.email, version: 1, permissions };
  expect((await ask("/api/access-control/roles", { body: role })).status).toBe(201);
  const path = `/api/access-control/users/${user.id}/roles`;
  expect((await ask(path, { body: { roleUid: user.id } })).status).toBe(200);
  const cookie = cookieOf(await call(`${vedette.url}/api/login`, { body: { email, password: PASSWORD } }));
  const token = await call<{ access_token: string }>(`${vedette.url}/api/login/administrator-token`, {
    method: "POST",
    cookie,
  });
  expect(token.status, token.text).toBe(200);
  return { ...user, cookie, bearer: token.body.access_token };
}

/** Every change of a user through the administrators' API. The ids of parts do not exist: nothing is changed. */
const CHANGES: readonly (readonly [string, (user: User) => string, unknown])[] = [
  ["PUT", ({ id }) => `/admin/users/${id}`, { password: "another long password" }],
  ["PUT", ({ id }) => `/admin/users/${id}`, { email: "taken@example.com", email_confirm: true }],
  ["PUT", ({ id }) => `/admin/users/${id}`, { ban_duration: "1h" }],
  ["PUT", ({ id }) => `/admin/users/${id}/name`, { user_name: "other" }],
  ["PUT", ({ id }) => `/admin/users/${id}/factors/${NO_PART}`, { phone: "4917012345" }],
  ["DELETE", ({ id }) => `/admin/users/${id}/factors/${NO_PART}`, undefined],
  ["DELETE", ({ id }) => `/admin/users/${id}/passkeys/${NO_PART}`, undefined],
  ["DELETE", ({ id }) => `/admin/users/${id}/sessions/${NO_PART}`, undefined],
  ["DELETE", ({ id }) => `/admin/users/${id}/sessions`, undefined],
  ["DELETE", ({ id }) => `/admin/users/${id}/identities/${NO_PART}`, undefined],
  ["POST", () => "/admin/generate_link", { type: "magiclink" }],
  ["POST", () => "/admin/generate_link", { type: "recovery" }],
  ["POST", () => "/admin/generate_link", { type: "email_change_new", new_email: "taken@example.com" }],
  ["POST", () => "/invite", {}],
  ["DELETE", ({ id }) => `/admin/users/${id}`, undefined],
];

const NO_PART = "00000000-0000-4000-8000-000000000001";

describe("an administrator of users", () => {
  it.each(CHANGES)("is refused users with more permissions: %s %s %j", async (method, path, fields) => {
    const change = async (user: User) => {
      const body = path(user).includes(user.id) ? fields : { email: user.email, ...Object(fields) };
      const sent = body === undefined ? {} : { body };
      const { status, body: answer } = await ask(`/auth/v1${path(user)}`, {
        method,
        bearer: userAdministrator.bearer,
        ...sent,
      });
      return status === 403 ? answer["msg"] : "allowed";
    };

    for (const user of [admin, viewer, settingsAdministrator])
      expect(await change(user), user.email).toBe("This user has permissions that you do not have");
    // Some of these changes are made: each gets its own user.
    const peer = await addUser(`peer-${crypto.randomUUID()}@example.com`, "None");
    expect(await change(peer)).toBe("allowed");
  });

  it("reads users with more permissions", async () => {
    const { bearer } = userAdministrator;
    expect((await ask(`/auth/v1/admin/users/${admin.id}`, { bearer })).status).toBe(200);
  });

  it.each([
    ["an admin role", { role: "service_role" }],
    ["the groups of an external identity", { identities: [{ provider: "custom:acme", id: "7", identity_data: {} }] }],
  ])("cannot create a user with %s", async (_what, fields) => {
    const create = (bearer: string, email: string) =>
      ask("/auth/v1/admin/users", { bearer, body: { email, password: PASSWORD, ...fields } });

    expect((await create(viewingAdministrator.bearer, "made@example.com")).status).toBe(403);
    const made = await create(settingsAdministrator.bearer, `made-${Object.keys(fields).join()}@example.com`);
    expect(made.status, made.text).toBe(200);
  });

  it("cannot link an external identity, not even to its own user", async () => {
    const link = (user: User, bearer: string, provider_id: string) =>
      ask(`/auth/v1/admin/users/${user.id}/identities`, {
        method: "POST",
        bearer,
        body: { provider: "google", provider_id },
      });

    expect((await link(userAdministrator, userAdministrator.bearer, "1")).status).toBe(403);
    // No provider is configured here: only the permission is judged.
    expect((await link(userAdministrator, settingsAdministrator.bearer, "2")).status).toBe(400);
  });

  it.each([
    ["/admin/users", { password: PASSWORD }],
    ["/admin/generate_link", { type: "magiclink" }],
    ["/admin/generate_link", { type: "invite" }],
    ["/invite", {}],
  ])("cannot create a user whose default role has more permissions: %s %j", async (path, fields) => {
    const create = async ({ bearer }: Holder) => {
      const body = { email: `new-${crypto.randomUUID()}@example.com`, ...fields };
      return (await ask(`/auth/v1${path}`, { bearer, body })).status;
    };

    expect(await create(userAdministrator)).toBe(403);
    expect(await create(viewingAdministrator)).toBe(200);
  });

  it("cannot give itself an admin role", async () => {
    const { id, bearer } = userAdministrator;
    const body = { role: "service_role" };
    expect((await ask(`/auth/v1/admin/users/${id}`, { method: "PUT", bearer, body })).status).toBe(403);
  });

  it.each([
    ["GET", "/v1/projects/default/config/auth"],
    ["PATCH", "/v1/projects/default/config/auth"],
    ["POST", "/v1/projects/default/config/auth/signing-keys"],
    ["POST", "/v1/projects/default/config/auth/third-party-auth"],
    ["POST", "/v1/projects/default/config/auth/sso/providers"],
    ["GET", "/auth/v1/admin/sso/providers"],
    ["POST", "/auth/v1/admin/sso/providers"],
    ["POST", "/auth/v1/admin/custom-providers"],
    ["GET", "/auth/v1/admin/hooks"],
    ["GET", "/auth/v1/admin/mail-templates"],
    ["GET", "/auth/v1/admin/dead-letters"],
  ])("cannot use %s %s", async (method, path) => {
    const status = async (bearer: string) =>
      (await ask(path, { method, bearer, ...(method === "GET" ? {} : { body: {} }) })).status;

    expect(await status(userAdministrator.bearer)).toBe(403);
    expect([401, 403]).not.toContain(await status(settingsAdministrator.bearer));
  });
});

describe("a user with one permission", () => {
  it.each<[string, string, string, string, unknown]>([
    [
      "roles:write",
      "a role with a permission it lacks",
      "POST",
      "/api/access-control/roles",
      {
        name: "More",
        permissions: [{ action: "mails:read", scope: "*" }],
      },
    ],
    [
      "serviceaccounts:create",
      "a service account with a higher role",
      "POST",
      "/api/serviceaccounts",
      {
        name: "Higher",
        role: "Viewer",
      },
    ],
    [
      "users:write",
      "an invitation with a higher role",
      "POST",
      "/api/org/invites",
      {
        email: "new@example.com",
        role: "Editor",
      },
    ],
  ])("with %s cannot create %s", async (action, _what, method, path, body) => {
    const { cookie } = await addHolder(`${action.replace(":", "-")}@example.com`, [action, "identity:write"]);
    const { status, text } = await call(vedette.url + path, { method, cookie, body });

    expect(status, text).toBe(403);
    expect((await ask(path, { method, body })).status).toBeLessThan(300);
  });
});
