import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { at, DASHBOARDS, openRoom, type Room } from "./room.ts";

onEachStore("the export of one's own data", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  it("returns what is stored about the caller, and nothing of other users", async () => {
    const board = { metadata: { name: "own" }, spec: { title: "Own" } };
    expect((await room.ask("POST", DASHBOARDS, { as: "editor", body: board })).status).toBe(201);
    const other = { metadata: { name: "others" }, spec: { title: "Others" } };
    expect((await room.ask("POST", DASHBOARDS, { as: "admin", body: other })).status).toBe(201);
    const draft = { spec: { title: "Not saved yet" } };
    expect(
      (await room.ask("PUT", "/api/user/drafts/dashboards/own", { as: "editor", body: draft })).status,
    ).toBeLessThan(300);
    await room.database.query(
      "insert into vedette.known_devices (user_id, device) select id, '\\x01' from auth.users where email like 'editor@%'",
    );
    const file = await room.ask("GET", "/api/user/export", { as: "editor" });
    expect(file.status).toBe(200);
    expect(file.headers["content-disposition"]).toBe('attachment; filename="vedette-account.json"');
    expect(file.json).toMatchObject({
      role: "Editor",
      account: {
        user: { email: "editor@example.test" },
        sessions: [{ amr: [{ method: "password" }] }],
        known_devices: [{ last_used_at: expect.any(String) }],
        audit_log: expect.arrayContaining([expect.objectContaining({ payload: expect.anything() })]),
      },
      drafts: [{ dashboard: draft }],
      objects: [{ resource: "dashboards", name: "own", title: "Own" }],
      audit_log: [{ action: "dashboards.create" }],
      truncated: [],
    });
    expect(file.text).not.toContain("admin@example.test");
    expect(file.text).not.toMatch(/encrypted_password|token_hash|\$argon2/);
  });

  it("holds the newest drafts up to 32 MiB and names them as truncated beyond", async () => {
    await room.database.query(
      `insert into vedette.drafts (owner, dashboard_uid, content, changed_at)
      select 'user:' || id, gen_random_uuid(), '{"draft":' || at || ',"text":"' || repeat('x', 12 * 1024 * 1024) || '"}',
        now() - make_interval(hours => at)
      from auth.users, generate_series(1, 4) as at where email like 'admin@%'`,
    );
    const file = await room.ask("GET", "/api/user/export", { as: "admin" });

    expect(file.status).toBe(200);
    expect([at(file, "drafts.0.dashboard.draft"), at(file, "drafts.1.dashboard.draft")]).toEqual([1, 2]);
    expect(at(file, "drafts.length")).toBe(2);
    expect(at(file, "truncated")).toEqual(["drafts"]);
  });

  it("rejects callers without an account", async () => {
    expect((await room.ask("GET", "/api/user/export", { as: "nobody" })).status).toBe(401);
    expect((await room.ask("GET", "/api/user/export", { as: "secret-key" })).status).toBe(403);
    expect(at(await room.ask("GET", "/api/user/export", { as: "viewer" }), "account.user.email")).toBe(
      "viewer@example.test",
    );
  });
});
