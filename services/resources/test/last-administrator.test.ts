import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, openRoom, PASSWORD, type Room } from "./room.ts";

onEachStore("the last administrator", (openTestDatabase) => {
  let room: Room;
  let id = "";
  beforeAll(async () => {
    room = await openRoom(openTestDatabase, { identity: { "auth.security.self_delete_enabled": true } });
    id = await uidOf("admin");
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  const uidOf = async (name: string) =>
    String(at(await room.ask("GET", `/api/users?query=${name}@example.test`), "users.0.uid"));
  const account = (uid: string) => `/auth/v1/admin/users/${uid}`;
  const secret = { as: "secret-key" as const };
  const ban = (uid: string, ban_duration: string) =>
    room.ask("PUT", account(uid), { ...secret, body: { ban_duration } });
  const remove = (uid: string, should_soft_delete = false) =>
    room.ask("DELETE", account(uid), { ...secret, body: { should_soft_delete } });
  const giveRole = (uid: string, role: string) =>
    room.ask("PATCH", `/api/org/users/${uid}`, { ...secret, body: { role } });
  const bearerOf = async (email: string) => {
    const body = { email, password: PASSWORD };
    const session = await room.ask("POST", "/auth/v1/token?grant_type=password", { as: "nobody", body });
    return `Bearer ${String(at(session, "access_token"))}`;
  };
  const deleteOwn = async (email: string) =>
    room.ask("DELETE", "/auth/v1/user", { as: "nobody", headers: { authorization: await bearerOf(email) } });
  const second = async (name: string) => {
    const body = { email: `${name}@example.test`, password: PASSWORD, email_confirm: true };
    const uid = String(at(await room.ask("POST", "/auth/v1/admin/users", { ...secret, body }), "id"));
    expect((await giveRole(uid, "Admin")).status).toBe(200);
    return uid;
  };

  describe("alone", () => {
    it.each<[string, () => ReturnType<Room["ask"]>]>([
      ["is not locked out", () => ban(id, "24h")],
      ["is not deleted", () => remove(id)],
      ["is not deleted so that the row stays", () => remove(id, true)],
      ["does not delete their own account", () => deleteOwn("admin@example.test")],
    ])("%s", async (_what, act) => {
      const answer = await act();

      expect([answer.status, at(answer, "error_code")]).toEqual([422, "last_administrator"]);
      expect(answer.text).toContain("This is the last administrator. Make somebody else one first.");
      expect((await room.ask("GET", "/api/users")).status).toBe(200);
    });

    it("keeps the role", async () => {
      const answer = await giveRole(id, "Viewer");

      expect(answer.status).toBe(400);
      expect(answer.text).toContain("This is the last administrator.");
    });

    it("is let in again and changed like everybody else", async () => {
      expect((await ban(id, "none")).status).toBe(200);
      const body = { user_metadata: { name: "Still here" } };
      expect((await room.ask("PUT", account(id), { ...secret, body })).status).toBe(200);
    });
  });

  it("is somebody beside whom the others are locked out", async () => {
    const other = await second("locked");
    expect((await ban(other, "24h")).status).toBe(200);

    expect((await ban(id, "24h")).status).toBe(422);
    expect((await giveRole(id, "Viewer")).status).toBe(400);

    await ban(other, "none");
    expect((await ban(id, "1s")).status).toBe(200);
    await ban(id, "none");
    expect((await remove(other)).status).toBe(200);
  });

  it("is one of two who delete themselves at once", async () => {
    const [one, two] = [await second("one"), await second("two")];
    await giveRole(id, "Viewer");

    const answers = await Promise.all([deleteOwn("one@example.test"), deleteOwn("two@example.test")]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422]);
    const rows = await room.database.query("select user_id from vedette.memberships where role = 'Admin'");
    expect(rows.rows).toHaveLength(1);
    expect([one, two]).toContain(String(rows.rows[0]?.["user_id"]));
  });
});
