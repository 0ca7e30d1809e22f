import { onEachStore } from "@vedette/database/testing";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import { identifyReader } from "../src/index.ts";
import { at, cookieOf, DASHBOARDS, openRoom, PASSWORD, PUBLIC_URL, type Room, type Who } from "./room.ts";

/** Adds an authenticator app with a user's access token. @returns the access token of the AAL2 session */
async function addApp(room: Room, bearer: string): Promise<string> {
  const headers = { authorization: bearer };
  const as = { as: "nobody", headers } as const;
  const factor = await room.ask("POST", "/auth/v1/factors", { ...as, body: { factor_type: "totp" } });
  const id = String(at(factor, "id"));
  const challenge = await room.ask("POST", `/auth/v1/factors/${id}/challenge`, as);
  const code = new TOTP({ secret: Secret.fromBase32(String(at(factor, "totp.secret"))) }).generate();
  const body = { challenge_id: at(challenge, "id"), code };
  return String(at(await room.ask("POST", `/auth/v1/factors/${id}/verify`, { ...as, body }), "access_token"));
}

const statusOf = async (room: Room, as: Who, path = DASHBOARDS) => (await room.ask("GET", path, { as })).status;

onEachStore("a second factor that a role requires", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase, { identity: { "auth.mfa.required_roles": ["editor", "night-shift"] } });
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  it("rejects sessions at AAL1 on every surface, and says why", async () => {
    const { status, json } = await room.ask("GET", "/api/search", { as: "editor" });
    expect(status).toBe(403);
    expect(json).toMatchObject({
      messageId: "second_factor_required",
      message: "Your role or sign-in method requires a second factor. Add one, or sign in with it.",
    });
    expect(await statusOf(room, "editor")).toBe(403);
    expect(await statusOf(room, "editor", "/api/user/tokens")).toBe(403);
    const reader = await identifyReader(room.resources, { authorization: room.bearer("editor") }, "127.0.0.1");
    const query = { endpoint: "query", label: undefined, parameters: [] };
    await expect(reader?.seriesFor(query)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("leaves other roles alone", async () => {
    expect(await statusOf(room, "viewer")).toBe(200);
    expect(await statusOf(room, "admin")).toBe(200);
  });

  it("tells the pages what is missing, and lets them add it", async () => {
    const user = await room.ask("GET", "/api/user", { as: "editor" });
    expect(user.status).toBe(200);
    expect(user.json).toMatchObject({ role: "None", actions: [], missingFactor: { kind: "required" } });
    const body = { email: "editor@example.test", password: PASSWORD };
    const cookie = cookieOf(await room.ask("POST", "/api/login", { as: "nobody", body }));
    const headers = { cookie, origin: PUBLIC_URL };
    const page = await room.ask("POST", "/api/login/token", { as: "nobody", headers });
    expect(page.status).toBe(200);
    await addApp(room, `Bearer ${String(at(page, "access_token"))}`);
    const list = await room.ask("GET", DASHBOARDS, { as: "nobody", headers });
    expect(list.status).toBe(200);
    expect(at(await room.ask("GET", "/api/user", { as: "nobody", headers }), "missingFactor")).toBeUndefined();
  });

  it("rejects a new session of the user until it proves the factor", async () => {
    const body = { email: "editor@example.test", password: PASSWORD };
    const session = await room.ask("POST", "/auth/v1/token?grant_type=password", { as: "nobody", body });
    const headers = { authorization: `Bearer ${String(at(session, "access_token"))}` };
    const list = await room.ask("GET", "/api/search", { as: "nobody", headers });
    expect(list.json).toMatchObject({ messageId: "second_factor_required" });
  });

  it("covers custom roles by name", async () => {
    expect(await statusOf(room, "stranger", "/api/user/preferences")).toBe(200);
    const uid = String(at(await room.ask("GET", "/api/users?query=stranger@example.test"), "users.0.uid"));
    const role = {
      name: "night-shift",
      displayName: "Night shift",
      permissions: [{ action: "folders:read", scope: "*" }],
    };
    const made = await room.ask("POST", "/api/access-control/roles", { body: role });
    expect(made.status, made.text).toBe(201);
    const path = `/api/access-control/users/${uid}/roles`;
    const given = await room.ask("POST", path, { body: { roleUid: at(made, "uid") } });
    expect(given.status, given.text).toBe(200);
    expect(await statusOf(room, "stranger", "/api/user/preferences")).toBe(403);
  });
});

onEachStore("the grace period of a required second factor", (openTestDatabase) => {
  it("lets the session work until it ends, and does not start again", async () => {
    const required = { "auth.mfa.required_roles": ["Editor"], "auth.mfa.grace_period": "24h" };
    await using room = await openRoom(openTestDatabase, { identity: required });
    expect(await statusOf(room, "editor")).toBe(200);
    const before = Date.now();
    const user = await room.ask("GET", "/api/user", { as: "editor" });
    expect(user.json).toMatchObject({ role: "Editor", missingFactor: { kind: "grace", endsAt: expect.any(String) } });
    const left = Date.parse(String(at(user, "missingFactor.endsAt"))) - before;
    expect(left).toBeGreaterThan(23 * 3_600_000);
    expect(left).toBeLessThan(25 * 3_600_000);
    await room.database.query("update vedette.required_factors set since = since - interval '25 hours'");
    expect(await statusOf(room, "editor")).toBe(403);
  });
});

onEachStore("a second factor that a sign-in method requires", (openTestDatabase) => {
  const signedInBy = async (room: Room, provider: string | undefined) => {
    await room.database.query("delete from vedette.session_providers");
    if (provider === undefined) return;
    await room.database.query(
      "insert into vedette.session_providers (session_id, provider) select id, $1 from auth.sessions",
      [provider],
    );
  };

  it("rejects sessions that it started, and those of which nothing is known", async () => {
    const required = { "auth.mfa.required_providers": ["email", "sso"] };
    await using room = await openRoom(openTestDatabase, { identity: required });
    const byProvider = new Map<string | undefined, number>();
    byProvider.set("password", await statusOf(room, "admin"));
    for (const provider of ["github", "sso:1f0c", "email", undefined]) {
      await signedInBy(room, provider);
      byProvider.set(provider, await statusOf(room, "admin"));
    }
    expect([...byProvider]).toEqual([
      ["password", 403],
      ["github", 200],
      ["sso:1f0c", 403],
      ["email", 403],
      [undefined, 403],
    ]);
  });
});
