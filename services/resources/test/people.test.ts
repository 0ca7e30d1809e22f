import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { at, openRoom, type Room } from "./room.ts";

onEachStore("an administrator", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const invite = (body: object) => room.ask("POST", "/api/org/invites", { body });
  const people = (query: string) => room.ask("GET", `/api/users?${query}`);

  it("sees who is here, page by page", async () => {
    const all = await people("query=@example.test");
    const page = await people("query=@example.test&page=2&perpage=3");

    expect(all.json).toMatchObject({ totalCount: expect.any(Number), page: 1, perPage: 100 });
    expect(all.json).toMatchObject({
      users: expect.arrayContaining([
        {
          uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          email: "editor@example.test",
          name: "editor",
          role: "Editor",
          state: "confirmed",
          createdAt: expect.stringMatching(/Z$/),
          lastSignInAt: expect.stringMatching(/Z$/),
          phone: "",
          providers: ["email"],
        },
        expect.objectContaining({ email: "viewer@example.test", role: "Viewer" }),
      ]),
    });
    expect(page.json).toMatchObject({ page: 2, perPage: 3 });
    expect((await people("query=editor")).json).toMatchObject({ totalCount: 1 });
  });

  it.each(["2016-12-31T23:59:60Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59"])(
    "hears that nobody can be asked for by %s, which not every store knows",
    async (moment) => {
      for (const name of ["createdFrom", "createdTo", "signedInFrom", "signedInTo"]) {
        expect((await people(`${name}=${moment}`)).status, name).toBe(400);
      }
      for (const path of ["/api/audit", "/api/audit/records"]) {
        expect((await room.ask("GET", `${path}?from=${moment}`)).status, path).toBe(400);
        expect((await room.ask("GET", `${path}?to=9999-12-31T00:00:00Z&from=0001-01-02T00:00:00Z`)).status).toBe(200);
      }
    },
  );

  it("are found by id, telephone number and state", async () => {
    const { database } = room;
    const byName = await people("query=viewer@example.test");
    const uid = String(at(byName, "users.0.uid"));
    const found = async (parameters: string) => at(await people(parameters), "totalCount");
    await database.query("update auth.users set phone = '4930123456', banned_until = now() + '1 day' where id = $1", [
      uid,
    ]);

    expect(await found(`query=${uid}`)).toBe(1);
    expect(await found("query=%2B49+30-1234")).toBe(1);
    expect(await found("query=email")).toBe(0);
    expect((await people("state=banned")).json).toMatchObject({ totalCount: 1, users: [{ uid, state: "banned" }] });
    expect(await found("state=anonymous")).toBe(0);
    expect((await people("state=nonsense")).status).toBe(400);
    await database.query("update auth.users set phone = null, banned_until = null where id = $1", [uid]);
  });

  it("are found by provider, by when they were made, and by their last sign-in", async () => {
    const { database } = room;
    const uid = String(at(await people("query=viewer@example.test"), "users.0.uid"));
    await database.query(
      "update auth.users set created_at = '2020-05-01T12:00:00Z', last_sign_in_at = '2020-06-01T00:00:00Z' where id = $1",
      [uid],
    );
    await database.query(
      `insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
       values (gen_random_uuid(), '7', $1, '{"sub":"7"}', 'github', now(), now())`,
      [uid],
    );
    const found = async (parameters: Record<string, string>) =>
      at(await people(`${new URLSearchParams({ ...parameters, perpage: "1" })}`), "totalCount");

    expect(await found({ provider: "github" })).toBe(1);
    expect(await found({ provider: "git" })).toBe(0);
    expect(await found({ createdTo: "2020-05-02T00:00:00Z" })).toBe(1);
    expect(await found({ createdFrom: "2020-05-01T12:00:01Z", createdTo: "2020-05-02T00:00:00Z" })).toBe(0);
    expect(await found({ signedInFrom: "2020-06-01T00:00:00Z", signedInTo: "2020-06-02T00:00:00Z" })).toBe(1);
    expect(await found({ signedInFrom: "2020-05-01T00:00:00Z", signedInTo: "2020-06-01T00:00:00Z" })).toBe(0);
    expect((await people("createdFrom=yesterday")).status).toBe(400);
    expect((await people("provider=github")).json).toMatchObject({ users: [{ uid, providers: ["email", "github"] }] });
    expect((await room.ask("GET", "/api/users/providers")).json).toEqual(["email", "github"]);
    await database.query("delete from auth.identities where provider = 'github'");
  });

  it("invites somebody, who gets a mail with a link and the role", async () => {
    const invited = await invite({ email: "Grace@Invited.test", name: "Grace", role: "Editor" });

    expect(invited.status).toBe(200);
    expect((await people("query=grace")).json).toMatchObject({
      users: [{ email: "grace@invited.test", name: "Grace", role: "Editor", state: "invited", lastSignInAt: null }],
    });
    const id = await vi.waitFor(async () => {
      const inbox = await room.ask("GET", "/api/inbox");
      expect(inbox.json).toMatchObject({ totalCount: 1, mails: [{ to: "grace@invited.test" }] });
      return String(at(inbox, "mails.0.id"));
    });
    const mail = await room.ask("GET", `/api/inbox/${id}`);
    expect(mail.json).toMatchObject({ to: "grace@invited.test", html: expect.any(String) });
    expect(at(mail, "text")).toContain("/auth/v1/verify?token=");
    expect(at(mail, "text")).toContain("redirect_to=http://localhost:8080/join");
  });

  it("invites with data, to an allowed address alone", async () => {
    const data = { team: "bridge", floor: 3 };
    const to = (redirectTo: string) => invite({ email: "data@invited.test", role: "Viewer", data, redirectTo });

    const refused = await to("https://elsewhere.example/");
    expect([refused.status, (await people("query=data@invited")).json]).toEqual([
      400,
      expect.objectContaining({ totalCount: 0 }),
    ]);
    expect(refused.text).toContain("not on the list of allowed addresses");
    expect((await to("http://localhost:8080/d/welcome")).status).toBe(200);
    const { rows } = await room.database.query(
      "select raw_user_meta_data as data from auth.users where email = 'data@invited.test'",
    );
    expect(rows).toMatchObject([{ data }]);
  });

  it("sees which invitations are pending, which are expired, and which were accepted", async () => {
    await invite({ email: "waits@state.test", role: "Viewer" });
    await invite({ email: "late@state.test", role: "Viewer" });
    await invite({ email: "came@state.test", role: "Viewer" });
    const set = (email: string, change: string) =>
      room.database.query(`update auth.users set ${change} where email = $1`, [email]);
    await set("late@state.test", "confirmation_sent_at = now() - interval '3601 seconds'");
    await set("came@state.test", "email_confirmed_at = now()");
    const found = async (state: string) => (await people(`query=@state.test&state=${state}`)).json;

    expect(await found("pending")).toMatchObject({ totalCount: 1, users: [{ email: "waits@state.test" }] });
    expect(await found("expired")).toMatchObject({ totalCount: 1, users: [{ email: "late@state.test" }] });
    expect(await found("invited")).toMatchObject({ totalCount: 2 });
    const accepted = { email: "came@state.test", acceptedAt: expect.stringMatching(/Z$/) };
    expect(await found("accepted")).toMatchObject({ totalCount: 1, users: [accepted] });
  });

  it("invites again with another role, which replaces the first", async () => {
    await invite({ email: "twice@invited.test", role: "Viewer" });
    await invite({ email: "twice@invited.test", role: "Admin" });

    expect((await people("query=twice")).json).toMatchObject({ totalCount: 1, users: [{ role: "Admin" }] });
  });

  it("alone makes administrators: who may invite gives no role that is more than theirs", async () => {
    const editor = String(at(await people("query=editor@"), "users.0.uid"));
    const permissions = [{ action: "users:write", scope: "*" }];
    await room.ask("POST", "/api/access-control/roles", { body: { uid: "invites", name: "Invites", permissions } });
    await room.ask("POST", `/api/access-control/users/${editor}/roles`, { body: { roleUid: "invites" } });
    const inviteAsEditor = (email: string, role: string) =>
      room.ask("POST", "/api/org/invites", { as: "editor", body: { email, role } });
    await invite({ email: "chief@invited.test", role: "Admin" });

    expect((await inviteAsEditor("more@invited.test", "Admin")).status).toBe(403);
    expect((await people("query=more@invited")).json).toMatchObject({ totalCount: 0 });
    expect((await inviteAsEditor("chief@invited.test", "Viewer")).status).toBe(403);
    expect((await people("query=chief@")).json).toMatchObject({ users: [{ role: "Admin" }] });
    expect((await inviteAsEditor("same@invited.test", "Editor")).status).toBe(200);
    expect((await people("query=same@invited")).json).toMatchObject({ users: [{ role: "Editor" }] });
  });

  it("stays, also when the only one is invited again as less", async () => {
    await invite({ email: "last@invited.test", role: "Admin" });
    const others = await room.database.query(
      `update vedette.memberships set role = 'Editor'
       where role = 'Admin' and user_id <> (select id from auth.users where email = 'last@invited.test') returning user_id`,
    );
    const inviteAgain = () =>
      room.ask("POST", "/api/org/invites", { as: "secret-key", body: { email: "last@invited.test", role: "Viewer" } });

    expect((await inviteAgain()).status).toBe(400);
    for (const { user_id } of others.rows) {
      await room.database.query("update vedette.memberships set role = 'Admin' where user_id = $1", [user_id]);
    }
    expect((await people("query=last@invited")).json).toMatchObject({ users: [{ role: "Admin" }] });
    expect((await inviteAgain()).status).toBe(200);
  });

  it("who deletes an account takes away all that it was given, and keeps what others have", async () => {
    const made = async (email: string) =>
      String(at(await room.ask("POST", "/auth/v1/admin/users", { as: "secret-key", body: { email } }), "id"));
    const gone = await made("gone@invited.test");
    const stays = await made("stays@invited.test");
    for (const id of [gone, stays]) {
      await room.database.query(
        "insert into vedette.memberships (user_id, role) values ($1, 'Editor') on conflict do nothing",
        [id],
      );
      await room.database.query("insert into vedette.team_members values (gen_random_uuid(), $1)", [id]);
      await room.database.query("insert into vedette.stars values ($1, gen_random_uuid())", [id]);
      await room.database.query("insert into vedette.drafts values ($1, gen_random_uuid(), '{}')", [`user:${id}`]);
      await room.database.query("insert into vedette.preferences values ($1, '{}')", [id]);
      await room.database.query("insert into vedette.roles (uid, name, is_managed) values ($1, $1, true)", [
        `managed:user:${id}`,
      ]);
      await room.database.query("insert into vedette.role_permissions values ($1, 'dashboards:read', 'x')", [
        `managed:user:${id}`,
      ]);
      await room.database.query("insert into vedette.role_assignments values ('user', $1, $2)", [
        id,
        `managed:user:${id}`,
      ]);
    }
    const had = async (id: string) =>
      (
        await room.database.query(
          `select (select count(*) from vedette.memberships where user_id = $1::uuid)
            + (select count(*) from vedette.team_members where user_id = $1::uuid)
            + (select count(*) from vedette.stars where user_id = $1::uuid)
            + (select count(*) from vedette.drafts where owner = 'user:' || $1::text)
            + (select count(*) from vedette.preferences where user_id = $1::uuid)
            + (select count(*) from vedette.role_permissions where role_uid = 'managed:user:' || $1::text)
            + (select count(*) from vedette.role_assignments where subject = $1::text) as things`,
          [id],
        )
      ).rows[0]?.["things"];
    expect([await had(gone), await had(stays)]).toEqual(["7", "7"]);

    const deleted = await room.ask("DELETE", `/auth/v1/admin/users/${gone}`, { as: "secret-key" });

    expect(deleted.status).toBe(200);
    expect([await had(gone), await had(stays)]).toEqual(["0", "7"]);
  });

  it.each([
    ["somebody who is here already", { email: "viewer@example.test", role: "Admin" }, 422],
    ["no address", { email: "nobody", role: "Viewer" }, 400],
    ["an unknown role", { email: "a@invited.test", role: "Root" }, 400],
    ["no role", { email: "a@invited.test" }, 400],
    ["an endless address", { email: `${"a".repeat(5000)}@invited.test`, role: "Viewer" }, 400],
    ["a line break in the address", { email: "a@invited.test\r\nbcc: b@x.test", role: "Viewer" }, 400],
  ])("cannot invite %s", async (_what, body, status) => {
    const refused = await invite(body);

    expect(refused.status).toBe(status);
    expect(at(refused, "message")).toEqual(expect.any(String));
    expect((await people("query=viewer@example.test")).json).toMatchObject({ users: [{ role: "Viewer" }] });
  });

  it.each(["page=0", "page=x", "perpage=0", `query=${"x".repeat(400)}`])(
    "cannot ask for people with %s",
    async (query) => {
      expect((await people(query)).status).toBe(400);
    },
  );

  it("finds no mail that is not there", async () => {
    expect((await room.ask("GET", "/api/inbox/11111111-1111-4111-8111-111111111111")).status).toBe(404);
    expect((await room.ask("GET", "/api/inbox/..%2f")).status).toBe(400);
  });

  describe("finds in the audit log", () => {
    const audit = async (target: string) =>
      (
        await room.database.query(
          "select action, actor_login, details from vedette.audit_log where target like $1 order by id",
          [target],
        )
      ).rows;

    it("who made, changed and removed an object", async () => {
      const path = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
      const body = (title: string) => ({ metadata: { name: "audited" }, spec: { title } });
      await room.ask("POST", path, { as: "editor", body: body("A") });
      await room.ask("PUT", `${path}/audited`, { body: body("B") });
      await room.ask("PUT", `${path}/audited`, { body: body("B") });
      await room.ask("POST", `${path}?dryRun=All`, {
        body: { metadata: { name: "audited-dry" }, spec: { title: "A" } },
      });
      await room.ask("DELETE", `${path}/audited`, { as: "secret-key" });

      expect(await audit("dashboards/default/audited%")).toEqual([
        {
          action: "dashboards.create",
          actor_login: "editor@example.test",
          details: {
            resourceVersion: expect.any(String),
            changes: [{ setting: "title", before: null, after: "A" }],
          },
        },
        {
          action: "dashboards.update",
          actor_login: "admin@example.test",
          details: {
            generation: 2,
            resourceVersion: expect.any(String),
            changes: [{ setting: "title", before: "A", after: "B" }],
          },
        },
        {
          action: "dashboards.delete",
          actor_login: "secret-key",
          details: { resourceVersion: expect.any(String), changes: [{ setting: "title", before: "B", after: null }] },
        },
      ]);
    });

    it("who invited whom", async () => {
      await invite({ email: "audited@invited.test", role: "Viewer" });
      const uid = String(at(await people("query=audited@"), "users.0.uid"));

      expect(await audit(`users/${uid}`)).toEqual([
        {
          action: "users.invite",
          actor_login: "admin@example.test",
          details: {
            role: "Viewer",
            changes: [
              { setting: "email", before: null, after: "audited@invited.test" },
              { setting: "role", before: null, after: "Viewer" },
            ],
          },
        },
      ]);
    });
  });

  it("cannot invite with half of a character in what is kept of somebody", async () => {
    const halves = ['{ "x": "\\ud800" }', '{ "\\ud800": "x" }'];
    for (const data of halves) {
      const text = `{ "email": "half@example.com", "role": "Viewer", "data": ${data} }`;
      expect((await room.ask("POST", "/api/org/invites", { text })).status, data).toBe(400);
    }
    const whole = { email: "whole@example.com", role: "Viewer", data: { x: "😀" } };
    expect((await invite(whole)).status).toBe(200);
  });
});
