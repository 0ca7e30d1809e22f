import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { at, openRoom, type Room } from "./room.ts";

/** A SAML provider. */
const COMPANY = "sso:0f6d7f3e-58c5-4f0e-9d0e-5a3f3f6f0a11";

onEachStore("the groups of a team", (openTestDatabase) => {
  let room: Room;
  let team = "";
  let count = 0;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  beforeEach(async () => {
    count += 1;
    const made = await room.ask("POST", "/api/teams", { body: { name: `Team ${count}` } });
    team = `/api/teams/${String(at(made, "teamId"))}`;
  });
  const add = (groupId: unknown) => room.ask("POST", `${team}/groups`, { body: { groupId } });
  const groups = async () => (await room.ask("GET", `${team}/groups`)).json;
  const remove = (groupId: string) => room.ask("DELETE", `${team}/groups?groupId=${encodeURIComponent(groupId)}`);

  it("are none at first, then those that were added, until they are removed [spec 2, team groups]", async () => {
    expect(await groups()).toEqual([]);
    const added = await add("cn=editors,ou=groups,dc=example,dc=org");
    expect(added.status).toBe(200);
    expect(added.json).toEqual({ message: "Group added to Team" });
    const teamId = Number(team.split("/").at(-1));
    expect(await groups()).toEqual([{ orgId: 1, teamId, groupId: "cn=editors,ou=groups,dc=example,dc=org" }]);

    const removed = await remove("cn=editors,ou=groups,dc=example,dc=org");

    expect(removed.status).toBe(200);
    expect(removed.json).toEqual({ message: "Team Group removed" });
    expect(await groups()).toEqual([]);
  });

  it.each(["a+b", "a%2Bb", "cn=a,b=c", "größe", "a/b?c#d", "Editors", "editors"])(
    "may be called %j, and are removed by exactly that",
    async (groupId) => {
      await add(groupId);

      expect((await remove(`${groupId} `)).status).toBe(404);
      expect((await remove(groupId)).status).toBe(200);
      await add(groupId);
      const path = `${team}/groups/${encodeURIComponent(groupId)}`;
      expect((await room.ask("DELETE", path)).json).toEqual({ message: "Team Group removed" });
      expect((await room.ask("DELETE", path)).status).toBe(404);
    },
  );

  it("cannot be added twice, not even at once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add("raced")));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    expect((await add("raced")).json).toMatchObject({ message: "Group is already added to this team" });
    expect(await groups()).toHaveLength(1);
  });

  it.each([[undefined], [""], [7], [["a"]], ["x".repeat(2000)], ["a\u0000b"]])("cannot be %j", async (groupId) => {
    const refused = await add(groupId);

    expect(refused.status).toBe(400);
    expect(at(refused, "message")).toEqual(expect.any(String));
    expect(await groups()).toEqual([]);
  });

  it("cannot be added by a body that is no JSON", async () => {
    expect((await room.ask("POST", `${team}/groups`, { text: "{" })).status).toBe(400);
  });

  it("of an unknown team are none to read, and 404 to change", async () => {
    expect((await room.ask("GET", "/api/teams/424242/groups")).json).toEqual([]);
    expect((await room.ask("POST", "/api/teams/424242/groups", { body: { groupId: "a" } })).status).toBe(404);
    expect((await room.ask("DELETE", "/api/teams/424242/groups?groupId=a")).status).toBe(404);
    expect((await room.ask("DELETE", `${team}/groups`)).status).toBe(400);
  });

  it.each(["x", "1e3", "%201", "0x1", "-1", "0", "1.0", "9".repeat(30)])(
    "of the team %j are a bad request",
    async (id) => {
      expect((await room.ask("GET", `/api/teams/${id}/groups`)).status).toBe(400);
      expect((await room.ask("GET", `/api/teams/${id}/groups/search?query=`)).status).toBe(400);
      expect((await room.ask("POST", `/api/teams/${id}/groups`, { body: { groupId: "a" } })).status).toBe(400);
      expect((await room.ask("DELETE", `/api/teams/${id}/groups?groupId=a`)).status).toBe(400);
    },
  );

  it("go with the team: another one of its name has none", async () => {
    await add("gone");
    await room.ask("DELETE", team);
    const made = await room.ask("POST", "/api/teams", { body: { name: `Team ${count}` } });
    team = `/api/teams/${String(at(made, "teamId"))}`;

    expect(await groups()).toEqual([]);
  });

  describe("are searched", () => {
    const search = (parameters: string) => room.ask("GET", `${team}/groups/search?${parameters}`);
    beforeEach(async () => {
      for (const group of ["cn=ops,dc=x", "cn=dev,dc=x", "Platform"]) await add(group);
    });

    it.each([
      ["query=", ["Platform", "cn=dev,dc=x", "cn=ops,dc=x"]],
      ["query=DC%3Dx", ["cn=dev,dc=x", "cn=ops,dc=x"]],
      ["query=&name=ops", ["cn=ops,dc=x"]],
      ["query=dev&name=ops", []],
      ["query=&name=Platform", ["Platform"]],
      ["query=%25", []],
    ])("by %s", async (parameters, found) => {
      const answer = await search(parameters);

      const teamId = Number(team.split("/").at(-1));
      expect(answer.json).toEqual({
        totalCount: found.length,
        teamGroups: found.map((groupId) => ({ orgId: 1, teamId, groupId })),
        page: 1,
        perPage: 100,
      });
    });

    it("in pages", async () => {
      const second = await search("query=&page=2&perpage=2");
      const past = await search("query=&page=9&perpage=2");
      const huge = await search("query=&perpage=100000");

      expect(second.json).toMatchObject({
        totalCount: 3,
        teamGroups: [{ groupId: "cn=ops,dc=x" }],
        page: 2,
        perPage: 2,
      });
      expect(past.json).toMatchObject({ totalCount: 3, teamGroups: [], page: 9 });
      expect(huge.json).toMatchObject({ totalCount: 3, perPage: 500 });
    });

    it.each([
      "",
      "name=ops",
      "query=&page=0",
      "query=&page=x",
      "query=&perpage=0",
      "query=&perpage=1.5",
      "query=a&query=b",
    ])("but not by %j", async (parameters) => {
      const refused = await search(parameters);

      expect(refused.status).toBe(400);
      expect(at(refused, "message")).toEqual(expect.any(String));
    });

    it("of an unknown team without a finding", async () => {
      expect((await room.ask("GET", "/api/teams/424242/groups/search?query=")).json).toMatchObject({ totalCount: 0 });
    });
  });
});

onEachStore("a team", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const idOf = async (email: string) =>
    String(at(await room.ask("GET", `/api/users?query=${encodeURIComponent(email)}`), "users.0.uid"));
  const make = async (name: string) => String(at(await room.ask("POST", "/api/teams", { body: { name } }), "teamId"));

  it("is made, found, renamed and removed", async () => {
    const made = await room.ask("POST", "/api/teams", { body: { name: "Night watch", email: "night@example.test" } });
    expect(made.json).toEqual({
      message: "Team created",
      teamId: expect.any(Number),
      uid: expect.stringMatching(/^night-watch-/),
    });
    const path = `/api/teams/${String(at(made, "teamId"))}`;

    expect((await room.ask("GET", path)).json).toMatchObject({
      name: "Night watch",
      email: "night@example.test",
      memberCount: 0,
    });
    expect((await room.ask("GET", "/api/teams/search?query=WATCH")).json).toMatchObject({
      totalCount: 1,
      teams: [{ name: "Night watch", uid: at(made, "uid") }],
      page: 1,
      perPage: 100,
    });
    expect((await room.ask("GET", "/api/teams/search?name=Night")).json).toMatchObject({ totalCount: 0 });
    expect((await room.ask("PUT", path, { body: { name: "Day watch" } })).json).toEqual({ message: "Team updated" });
    expect((await room.ask("GET", path)).json).toMatchObject({ name: "Day watch", email: "" });
    expect((await room.ask("DELETE", path)).json).toEqual({ message: "Team deleted" });
    expect((await room.ask("GET", path)).status).toBe(404);
    expect((await room.ask("GET", path)).json).toMatchObject({ message: "Team not found" });
  });

  it("has a name that no other has", async () => {
    const [first, second] = [await make("Taken"), await make("Free")];

    expect((await room.ask("POST", "/api/teams", { body: { name: "Taken" } })).status).toBe(409);
    expect((await room.ask("PUT", `/api/teams/${second}`, { body: { name: "Taken" } })).status).toBe(409);
    expect((await room.ask("PUT", `/api/teams/${first}`, { body: { name: "Taken" } })).status).toBe(200);
  });

  it("is not changed over a change that came in between, where the version that was seen is named", async () => {
    const path = `/api/teams/${await make("Seen")}`;
    const change = async (body: object) => await room.ask("PUT", path, { body });
    const version = Number(at(await room.ask("GET", path), "version"));

    expect((await change({ name: "Seen by one", version })).status).toBe(200);
    const late = await change({ name: "Seen by two", version });
    expect(late.status).toBe(409);
    expect(late.json).toMatchObject({ messageId: "team_overtaken" });
    expect((await room.ask("GET", path)).json).toMatchObject({ name: "Seen by one", version: version + 1 });
    expect((await change({ name: "Seen by two", version: version + 1 })).status).toBe(200);
    const userId = await idOf("viewer@example.test");
    await room.ask("POST", `${path}/members`, { body: { userId } });
    expect((await change({ name: "Seen by three", version: version + 2 })).status).toBe(200);
  });

  it.each([[{}], [{ name: "" }], [{ name: 7 }], [{ name: "x".repeat(300) }]])("is not made of %j", async (body) => {
    expect((await room.ask("POST", "/api/teams", { body })).status).toBe(400);
  });

  it("has the members that were put in", async () => {
    const path = `/api/teams/${await make("Members")}/members`;
    const userId = await idOf("viewer@example.test");

    expect((await room.ask("POST", path, { body: { userId } })).json).toEqual({ message: "Member added to Team" });
    expect((await room.ask("POST", path, { body: { userId } })).status).toBe(400);
    expect((await room.ask("GET", path)).json).toMatchObject([
      { userId, email: "viewer@example.test", name: "viewer", labels: [] },
    ]);
    expect((await room.ask("DELETE", `${path}/${userId}`)).json).toEqual({ message: "Team Member removed" });
    expect((await room.ask("DELETE", `${path}/${userId}`)).status).toBe(404);
    expect((await room.ask("POST", path, { body: { userId: "11111111-1111-4111-8111-111111111111" } })).status).toBe(
      404,
    );
    expect((await room.ask("POST", path, { body: { userId: "7" } })).status).toBe(400);
  });

  it("gets those whom the provider says are in its groups, and loses them when it says no more", async () => {
    const id = await make("Synced");
    const path = `/api/teams/${id}/members`;
    const [synced, manual] = [await idOf("viewer@example.test"), await idOf("editor@example.test")];
    const say = async (provider: string, groups: unknown) =>
      await room.database.query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
         values ($1, $2, $3::jsonb, $4, now(), now(), now())
         on conflict (provider_id, provider) do update set identity_data = excluded.identity_data`,
        [`sub-${provider}`, synced, JSON.stringify({ sub: `sub-${provider}`, ...Object(groups) }), provider],
      );
    const age = async (provider: string, age: string) =>
      await room.database.query(
        "update auth.identities set last_sign_in_at = now() - $2::interval where provider = $1",
        [provider, age],
      );
    const members = async () =>
      [...(await room.ask("GET", path)).text.matchAll(/"login":"([^"]*)"/g)].map(([, login]) => login);
    await room.ask("POST", path, { body: { userId: manual } });
    await room.ask("POST", `/api/teams/${id}/groups`, { body: { groupId: "CN=Ops,DC=x" } });

    await room.database.query("insert into auth.sso_providers (id) values (substr($1, 5)::uuid)", [COMPANY]);
    await say(COMPANY, { groups: ["cn=ops,dc=x", "others"] });
    expect(await members()).toEqual(["editor@example.test", "viewer@example.test"]);
    expect((await room.ask("GET", path)).json).toMatchObject([
      { userId: manual, groups: [], syncedAt: null },
      { userId: synced, labels: ["group"], groups: ["CN=Ops,DC=x"], syncedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    expect((await room.ask("GET", `/api/teams/${id}`)).json).toMatchObject({ memberCount: 2 });
    expect((await room.ask("DELETE", `${path}/${synced}`)).status).toBe(400);

    await say(COMPANY, { groups: ["others"] });
    expect(await members()).toEqual(["editor@example.test"]);

    // What the administrator meant for the company, another provider says, too.
    await say("keycloak", { custom_claims: { groups: "CN=ops,DC=x" } });
    expect(await members()).toEqual(["editor@example.test"]);
    await room.ask("POST", `/api/teams/${id}/groups`, { body: { groupId: "Keycloak/CN=Ops,DC=x" } });
    expect(await members()).toEqual(["editor@example.test", "viewer@example.test"]);
    await age("keycloak", "31 days");
    expect(await members()).toEqual(["editor@example.test"]);
    await age("keycloak", "29 days");
    expect(await members()).toEqual(["editor@example.test", "viewer@example.test"]);
    await say("keycloak", { groups: [] });

    // Nor does the company name groups of others.
    await say(COMPANY, { groups: ["keycloak/cn=ops,dc=x"] });
    expect(await members()).toEqual(["editor@example.test"]);
    await say(COMPANY, { groups: ["cn=ops,dc=x"] });
    await room.database.query(`insert into auth.sso_providers (id) values (gen_random_uuid())`);
    expect(await members()).toEqual(["editor@example.test"]);
    await room.ask("POST", `/api/teams/${id}/groups`, { body: { groupId: `${COMPANY}/cn=ops,dc=x` } });
    expect(await members()).toEqual(["editor@example.test", "viewer@example.test"]);
    await say(COMPANY, { groups: [] });

    await room.ask("POST", `/api/teams/${id}/groups`, { body: { groupId: "mine" } });
    await say("email", { groups: ["mine"] });
    expect(await members()).toEqual(["editor@example.test"]);
  });
});

onEachStore("a team whose groups are switched off", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase, { settings: { "resources.team_sync_enabled": false } });
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  it("has those who were put in, and gives its roles to nobody else", async () => {
    const made = await room.ask("POST", "/api/teams", { body: { name: "By hand" } });
    const team = `teams/${String(at(made, "teamId"))}`;
    const permissions = [{ action: "mails:read", scope: "*" }];
    await room.ask("POST", "/api/access-control/roles", { body: { uid: "mails", name: "Mails", permissions } });
    await room.ask("POST", `/api/access-control/${team}/roles`, { body: { roleUid: "mails" } });
    const editor = String(at(await room.ask("GET", "/api/users?query=editor@"), "users.0.uid"));
    await room.ask("POST", `/api/${team}/members`, { body: { userId: editor } });
    await room.database.query(
      "insert into vedette.team_groups (team_uid, group_id) select uid, $2 from vedette.object_versions where resource = 'teams' and name = $1",
      [at(made, "uid"), `${COMPANY}/ops`],
    );
    await room.database.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
       select 'sub', id, '{"sub": "sub", "groups": ["ops"]}', $1, now(), now(), now()
       from auth.users where email = 'viewer@example.test'`,
      [COMPANY],
    );

    expect((await room.ask("GET", `/api/${team}/members`)).json).toMatchObject([{ login: "editor@example.test" }]);
    expect((await room.ask("GET", `/api/${team}`)).json).toMatchObject({ memberCount: 1 });
    expect((await room.ask("GET", "/api/user/teams", { as: "viewer" })).json).toEqual([]);
    expect((await room.ask("GET", "/api/inbox", { as: "viewer" })).status).toBe(403);
    expect((await room.ask("GET", "/api/inbox", { as: "editor" })).status).toBe(200);
  });
});

onEachStore("a team that a directory fills", (openTestDatabase) => {
  const TOKEN = "directory-token-directory-token-1";
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase, {
      identity: { "auth.scim.enabled": true, "auth.scim.token": TOKEN },
      settings: { "resources.default_role": "Viewer" },
    });
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const scim = (method: "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
    room.ask(method, `/auth/v1/scim/v2${path}`, {
      as: "nobody",
      headers: { authorization: `Bearer ${TOKEN}` },
      ...(body && { body }),
    });

  it("has the members of the group, and loses derived memberships alone when they leave it", async () => {
    const [ada, bob] = await Promise.all(
      ["ada", "bob"].map(async (name) =>
        String(at(await scim("POST", "/Users", { userName: `${name}@x.test` }), "id")),
      ),
    );
    const team = `/api/teams/${String(at(await room.ask("POST", "/api/teams", { body: { name: "Ops" } }), "teamId"))}`;
    const members = async () =>
      [...(await room.ask("GET", `${team}/members`)).text.matchAll(/"login":"([^"]*)"/g)].map(([, login]) => login);
    await room.ask("POST", `${team}/groups`, { body: { groupId: "SCIM/ops" } });
    await room.ask("POST", `${team}/members`, { body: { userId: bob } });

    const group = await scim("POST", "/Groups", { displayName: "Ops", members: [{ value: ada }, { value: bob }] });
    const path = `/Groups/${String(at(group, "id"))}`;
    expect(await members()).toEqual(["ada@x.test", "bob@x.test"]);
    expect((await room.ask("GET", `${team}/members`)).json).toMatchObject([
      { userId: ada, labels: ["group"], groups: ["SCIM/ops"] },
      { userId: bob, groups: ["SCIM/ops"] },
    ]);
    // A directory reports changes alone: what it has said does not get old.
    await room.database.query("update vedette.scim_group_members set added_at = now() - interval '400 days'");
    expect(await members()).toEqual(["ada@x.test", "bob@x.test"]);

    await scim("PATCH", path, { Operations: [{ op: "remove", path: `members[value eq "${ada}"]` }] });
    await scim("PATCH", path, { Operations: [{ op: "remove", path: "members" }] });
    expect(await members()).toEqual(["bob@x.test"]);
    await scim("PATCH", path, { Operations: [{ op: "add", path: "members", value: [{ value: ada }] }] });
    expect(await members()).toEqual(["ada@x.test", "bob@x.test"]);
    await scim("PATCH", path, { Operations: [{ op: "replace", path: "displayName", value: "Others" }] });
    expect(await members()).toEqual(["bob@x.test"]);
    expect((await scim("DELETE", path)).status).toBe(204);
    expect(await members()).toEqual(["bob@x.test"]);
  });

  it("is filled by the group of its external id, and by none whose name or id only looks like it", async () => {
    const [mia, zoe] = await Promise.all(
      ["mia", "zoe"].map(async (name) =>
        String(at(await scim("POST", "/Users", { userName: `${name}@x.test` }), "id")),
      ),
    );
    const teamOf = async (groupId: string) => {
      const { json } = await room.ask("POST", "/api/teams", { body: { name: `Filled by ${groupId}` } });
      const team = `/api/teams/${String(Object(json).teamId)}`;
      await room.ask("POST", `${team}/groups`, { body: { groupId } });
      return async () => (await room.ask("GET", `${team}/members`)).text.match(/(mia|zoe)@x[.]test/g) ?? [];
    };
    const [byId, byName] = [await teamOf("scim/ID:g-1"), await teamOf("scim/crew")];

    await scim("POST", "/Groups", { displayName: "Crew", externalId: "g-1", members: [{ value: mia }] });
    await scim("POST", "/Groups", { displayName: "g-1", externalId: "crew", members: [{ value: zoe }] });

    expect(new Set(await byId())).toEqual(new Set(["mia@x.test"]));
    expect(new Set(await byName())).toEqual(new Set(["mia@x.test"]));
  });

  it("is filled by no provider that names a group of the directory, and no group makes administrators", async () => {
    const eve = String(at(await scim("POST", "/Users", { userName: "eve@x.test" }), "id"));
    const team = `/api/teams/${String(at(await room.ask("POST", "/api/teams", { body: { name: "Hold" } }), "teamId"))}`;
    for (const groupId of ["scim/hold", "Admin", "scim/Admin"]) {
      await room.ask("POST", `${team}/groups`, { body: { groupId } });
    }
    await room.database.query("insert into auth.sso_providers (id) values (substr($1, 5)::uuid)", [COMPANY]);
    await room.database.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
       values ('eve', $1, '{"groups": ["scim/hold"]}', $2, now(), now(), now())`,
      [eve, COMPANY],
    );

    expect((await room.ask("GET", `${team}/members`)).json).toEqual([]);
    await scim("POST", "/Groups", { displayName: "Admin", members: [{ value: eve }] });
    expect((await room.ask("GET", `${team}/members`)).json).toMatchObject([{ userId: eve, groups: ["scim/Admin"] }]);
    const [found] = Object(at(await room.ask("GET", "/api/users?query=eve"), "users"));
    expect([found.uid, found.role, found.isAdmin ?? false]).toEqual([eve, "Viewer", false]);
  });
});
