import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { at, DASHBOARDS, FOLDERS, openRoom, type Room } from "./room.ts";

onEachStore("a custom role", (openTestDatabase) => {
  let room: Room;
  let stranger = "";
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    stranger = String(at(await room.ask("GET", "/api/users?query=stranger@"), "users.0.uid"));
    for (const name of ["one", "two"])
      await room.ask("POST", DASHBOARDS, { body: { metadata: { name }, spec: { title: name } } });
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const roles = "/api/access-control/roles";
  const read = (scope: string) => ({ action: "dashboards:read", scope });
  const make = (uid: string, permissions: readonly object[], more: object = {}) =>
    room.ask("POST", roles, { body: { uid, name: `Role ${uid}`, version: 1, permissions, ...more } });
  const give = (subject: string, roleUid: string) =>
    room.ask("POST", `/api/access-control/${subject}/roles`, { body: { roleUid } });

  it("gives whoever has it exactly its permissions, until it is taken away", async () => {
    const made = await make("reads-one", [read("dashboards:uid:one")], { description: "One" });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      uid: "reads-one",
      name: "Role reads-one",
      description: "One",
      version: 1,
      permissions: [read("dashboards:uid:one")],
    });
    expect((await room.ask("GET", `${DASHBOARDS}/one`, { as: "stranger" })).status).toBe(403);

    expect((await give(`users/${stranger}`, "reads-one")).json).toEqual({ message: "Role added" });

    expect((await room.ask("GET", `${DASHBOARDS}/one`, { as: "stranger" })).status).toBe(200);
    expect((await room.ask("GET", `${DASHBOARDS}/two`, { as: "stranger" })).status).toBe(403);
    expect((await room.ask("GET", "/api/access-control/user/permissions", { as: "stranger" })).json).toEqual({
      "dashboards:read": ["dashboards:uid:one"],
    });
    expect((await room.ask("GET", `/api/access-control/users/${stranger}/roles`)).json).toMatchObject([
      { uid: "reads-one" },
    ]);
    const held = `/api/access-control/users/${stranger}/roles/reads-one`;
    expect((await room.ask("DELETE", held)).json).toEqual({ message: "Role removed" });
    expect((await room.ask("DELETE", held)).status).toBe(404);
    expect((await room.ask("GET", `${DASHBOARDS}/one`, { as: "stranger" })).status).toBe(403);
  });

  it("reaches the people of a team", async () => {
    const team = String(at(await room.ask("POST", "/api/teams", { body: { name: "Readers" } }), "teamId"));
    await make("team-reads", [read("dashboards:*")]);
    await give(`teams/${team}`, "team-reads");
    expect((await room.ask("GET", DASHBOARDS, { as: "stranger" })).status).toBe(403);
    await room.ask("POST", `/api/teams/${team}/members`, { body: { userId: stranger } });

    expect((await room.ask("GET", `${DASHBOARDS}/two`, { as: "stranger" })).status).toBe(200);
    await room.ask("DELETE", `/api/teams/${team}`);
    expect((await room.ask("GET", `${DASHBOARDS}/two`, { as: "stranger" })).status).toBe(403);
  });

  it("lets somebody administer one team and no other", async () => {
    const [mine, other] = await Promise.all(
      ["Mine", "Other"].map(async (name) =>
        String(at(await room.ask("POST", "/api/teams", { body: { name } }), "teamId")),
      ),
    );
    await make("leads-mine", [
      { action: "teams:read", scope: `teams:id:${mine}` },
      { action: "teams.permissions:read", scope: `teams:id:${mine}` },
      { action: "teams.permissions:write", scope: `teams:id:${mine}` },
    ]);
    await give(`users/${stranger}`, "leads-mine");
    const add = (team: string | undefined) =>
      room.ask("POST", `/api/teams/${team}/groups`, { as: "stranger", body: { groupId: "g" } });

    expect((await add(mine)).status).toBe(200);
    expect((await add(other)).status).toBe(403);
    expect((await room.ask("GET", `/api/teams/${other}/groups`, { as: "stranger" })).status).toBe(403);
    expect((await room.ask("GET", "/api/teams/search", { as: "stranger" })).json).toMatchObject({
      teams: [{ name: "Mine" }],
    });
    await room.ask("DELETE", `${roles}/leads-mine`);
    expect((await add(mine)).status).toBe(403);
  });

  it("is changed by whoever loaded the newest version", async () => {
    await make("versioned", [read("dashboards:*")]);
    const save = (version: number, scope: string) =>
      room.ask("PUT", `${roles}/versioned`, { body: { name: "Role versioned", version, permissions: [read(scope)] } });

    expect((await save(1, "dashboards:uid:one")).json).toMatchObject({
      version: 2,
      permissions: [read("dashboards:uid:one")],
    });
    expect((await save(1, "dashboards:uid:two")).status).toBe(409);
    expect((await room.ask("GET", `${roles}/versioned`)).json).toMatchObject({
      version: 2,
      permissions: [read("dashboards:uid:one")],
    });
  });

  it.each<[string, object, number]>([
    ["an unknown action", { name: "x", permissions: [{ action: "dashboards:paint", scope: "*" }] }, 400],
    ["an action of objects' making", { name: "x", permissions: [{ action: "constructor", scope: "*" }] }, 400],
    ["a scope that is none", { name: "x", permissions: [read("dashboards")] }, 400],
    ["a star in the middle", { name: "x", permissions: [read("dashboards:*:x")] }, 400],
    ["no name", { permissions: [] }, 400],
    ["a uid that is none", { uid: "../x", name: "x" }, 400],
  ])("is not made with %s", async (_what, body, status) => {
    expect((await room.ask("POST", roles, { body })).status).toBe(status);
  });

  it("has a uid and a name of its own", async () => {
    await make("mine-alone", []);

    expect((await make("mine-alone", [])).status).toBe(409);
    expect((await room.ask("POST", roles, { body: { name: "Role mine-alone" } })).status).toBe(409);
  });

  it.each(["users/11111111-1111-4111-8111-111111111111", "users/424242", "teams/424242"])(
    "is not given to %s, who is not there",
    async (subject) => {
      await make("for-nobody", []);
      expect((await give(subject, "for-nobody")).status).toBe(404);
    },
  );

  it("reaches nobody who joins a team by the word of somebody who could not give it", async () => {
    const [plain, strong] = await Promise.all(
      ["Plain", "Strong"].map(async (name) =>
        String(at(await room.ask("POST", "/api/teams", { body: { name } }), "teamId")),
      ),
    );
    await make("strong", [{ action: "mails:read", scope: "*" }]);
    await give(`teams/${strong}`, "strong");
    await make("joins", [{ action: "teams.permissions:write", scope: "teams:*" }]);
    await give(`users/${stranger}`, "joins");
    const join = (team: string | undefined) =>
      room.ask("POST", `/api/teams/${team}/members`, { as: "stranger", body: { userId: stranger } });
    const link = (team: string | undefined) =>
      room.ask("POST", `/api/teams/${team}/groups`, { as: "stranger", body: { groupId: "mine" } });

    expect((await join(strong)).status).toBe(403);
    expect((await link(strong)).status).toBe(403);
    expect((await room.ask("GET", `/api/teams/${strong}/members`)).json).toEqual([]);
    expect((await room.ask("GET", `/api/teams/${strong}/groups`)).json).toEqual([]);
    expect((await join(plain)).status).toBe(200);
    expect((await link(plain)).status).toBe(200);
    await give(`users/${stranger}`, "strong");
    expect((await join(strong)).status).toBe(200);
    for (const uid of ["joins", "strong"]) await room.ask("DELETE", `${roles}/${uid}`);
  });

  it("with a scope is good for the objects that it covers and for no other", async () => {
    const account = async (name: string) =>
      String(at(await room.ask("POST", "/api/serviceaccounts", { body: { name, role: "None" } }), "id"));
    const [mine, other] = [await account("scoped-mine"), await account("scoped-other")];
    const source = { uid: "private", name: "private", type: "prometheus", url: "http://127.0.0.1:9/" };
    await room.ask("POST", "/api/datasources", { body: source });
    const wall = "11111111-1111-4111-8111-111111111111";
    await make("scoped", [
      { action: "serviceaccounts:read", scope: `serviceaccounts:id:${mine}` },
      { action: "serviceaccounts:write", scope: `serviceaccounts:id:${mine}` },
      { action: "datasources:query", scope: "datasources:uid:vedette" },
      { action: "roles:read", scope: "roles:uid:scoped" },
      { action: "users:read", scope: `users:uid:${stranger}` },
      { action: "walls:write", scope: `walls:id:${wall}` },
    ]);
    await give(`users/${stranger}`, "scoped");
    const get = async (path: string) => (await room.ask("GET", path, { as: "stranger" })).status;
    const rename = async (id: string) =>
      (await room.ask("PATCH", `/api/serviceaccounts/${id}`, { as: "stranger", body: { name: `named ${id}` } })).status;
    const admin = String(at(await room.ask("GET", "/api/users?query=admin@"), "users.0.uid"));

    expect([await rename(mine), await rename(other)]).toEqual([200, 403]);
    expect([await get(`/api/serviceaccounts/${mine}/tokens`), await get("/api/serviceaccounts/search")]).toEqual([
      200, 403,
    ]);
    expect([await get("/api/datasources/uid/vedette"), await get("/api/datasources/uid/private")]).toEqual([200, 403]);
    const proxied = (uid: string) => get(`/api/datasources/proxy/uid/${uid}/api/v1/labels`);
    // The built-in one sends on to the metric store.
    expect([await proxied("vedette"), await proxied("private")]).toEqual([307, 403]);
    const listed = await room.ask("GET", "/api/datasources", { as: "stranger" });
    expect(listed.json).toMatchObject([{ uid: "vedette" }]);
    const settings = await room.ask("GET", "/api/frontend/settings", { as: "stranger" });
    expect(Object.values(Object(at(settings, "datasources")))).toMatchObject([{ uid: "vedette" }]);
    const role = "/api/access-control/roles";
    expect([await get(`${role}/scoped`), await get(`${role}/reads-one`), await get(role)]).toEqual([200, 403, 403]);
    const rolesOf = `/api/access-control/users/${stranger}/roles`;
    expect(await get(rolesOf)).toBe(403);
    expect([await get(`/api/users/${stranger}`), await get(`/api/users/${admin}`)]).toEqual([200, 403]);
    const letGo = (id: string) => room.ask("DELETE", `/api/walls/${id}`, { as: "stranger" });
    expect([(await letGo(wall)).status, (await letGo(wall.replaceAll("1", "2"))).status]).toEqual([404, 403]);
    await room.ask("DELETE", `${roles}/scoped`);
  });

  describe("with one right on dashboards", () => {
    const ops = { "vedette.app/folder": "ops" };
    const body = (name: string, annotations: object = ops) => ({
      metadata: { name, annotations },
      spec: { title: "x" },
    });
    const one = `${DASHBOARDS}/in-ops`;
    const ask = {
      create: () => room.ask("POST", `${DASHBOARDS}?dryRun=All`, { as: "stranger", body: body("new-one") }),
      update: () => room.ask("PUT", `${one}?dryRun=All`, { as: "stranger", body: body("in-ops") }),
      get: () => room.ask("GET", one, { as: "stranger" }),
      dto: () => room.ask("GET", `${one}/dto`, { as: "stranger" }),
      list: () => room.ask("GET", `${DASHBOARDS}?fieldSelector=metadata.name%3Din-ops`, { as: "stranger" }),
      delete: () => room.ask("DELETE", `${one}?dryRun=All`, { as: "stranger" }),
    };
    const done = { create: 201, update: 200, get: 200, dto: 200, list: 200, delete: 200 };
    const four = ["dashboards:*", "dashboards:uid:*", "folders:*", "folders:uid:*", "folders:uid:ops"];
    const named = "dashboards:uid:in-ops";
    const rows = (operation: keyof typeof ask, action: string, may: readonly string[], mayNot: readonly string[]) => [
      ...may.map((scope) => [action, scope, operation, done[operation]] as const),
      ...mayNot.map((scope) => [action, scope, operation, 403] as const),
    ];
    beforeAll(async () => {
      for (const name of ["ops", "other"]) {
        await room.ask("POST", FOLDERS, { body: { metadata: { name }, spec: { title: `Folder ${name}` } } });
      }
      await room.ask("POST", DASHBOARDS, { body: body("in-ops") });
    });

    it.each([
      ...rows("create", "dashboards:create", ["folders:*", "folders:uid:*", "folders:uid:ops"], ["folders:uid:other"]),
      ...rows("create", "dashboards:create", [], ["dashboards:*", "dashboards:uid:new-one"]),
      ...rows("create", "dashboards:write", [...four, "dashboards:uid:new-one"], [named, "folders:uid:other"]),
      ...rows("create", "dashboards:read", [], ["*"]),
      ...rows("update", "dashboards:write", [...four, named], ["dashboards:uid:in-op", "folders:uid:other"]),
      ...rows("update", "dashboards:create", [], ["folders:*", "folders:uid:ops"]),
      ...rows("get", "dashboards:read", [...four, named], ["dashboards:uid:in-ops2", "folders:uid:other"]),
      ...rows("dto", "dashboards:read", [...four, named], ["folders:uid:other"]),
      ...rows("list", "dashboards:read", [...four, named], []),
      ...rows("list", "dashboards:write", [], ["*"]),
      ...rows("delete", "dashboards:delete", [...four, named], ["folders:uid:op", "folders:uid:other"]),
      ...rows("delete", "dashboards:write", [], ["*"]),
    ])("%s on %s: %s is answered by %i [spec 2, Dashboards]", async (action, scope, operation, status) => {
      await make("one-right", [{ action, scope }]);
      await give(`users/${stranger}`, "one-right");

      const answer = await ask[operation]();

      await room.ask("DELETE", `${roles}/one-right`);
      expect(answer.status).toBe(status);
      if (operation === "list" && status === 200) expect(at(answer, "items")).toHaveLength(1);
    });
  });

  it("on folders and on names shows each object once, in the order of names over all pages", async () => {
    for (const name of ["left", "right"]) {
      await room.ask("POST", FOLDERS, { body: { metadata: { name }, spec: { title: `Folder ${name}` } } });
    }
    for (const [name, folder] of [
      ["p-1", "left"],
      ["p-2", "right"],
      ["p-3", "left"],
      ["p-4", "right"],
      ["p-5", ""],
      ["p-6", ""],
    ] as const) {
      const annotations = folder === "" ? {} : { "vedette.app/folder": folder };
      await room.ask("POST", DASHBOARDS, { body: { metadata: { name, annotations }, spec: { title: name } } });
    }
    await make(
      "places",
      ["folders:uid:left", "folders:uid:right", "dashboards:uid:p-1", "dashboards:uid:p-5"].map(read),
    );
    await give(`users/${stranger}`, "places");

    const names: string[] = [];
    let next = "";
    do {
      const page = await room.ask("GET", `${DASHBOARDS}?limit=2${next}`, { as: "stranger" });
      names.push(...[...page.text.matchAll(/"name":"([^"]*)","namespace"/g)].map(([, name = ""]) => name));
      const token = at(page, "metadata.continue");
      next = token === undefined ? "" : `&continue=${String(token)}`;
    } while (next !== "");

    await room.ask("DELETE", `${roles}/places`);
    expect(names).toEqual(["p-1", "p-2", "p-3", "p-4", "p-5"]);
  });

  it("with any one right to make an object makes it where that right holds", async () => {
    for (const name of ["makers", "writers"]) {
      await room.ask("POST", FOLDERS, { body: { metadata: { name }, spec: { title: name } } });
    }
    await make("makes", [
      { action: "dashboards:write", scope: "folders:uid:writers" },
      { action: "dashboards:write", scope: "dashboards:uid:named" },
      { action: "folders:write", scope: "folders:uid:writers" },
      { action: "folders:read", scope: "folders:*" },
    ]);
    await give(`users/${stranger}`, "makes");
    const post = async (path: string, name: string, folder: string) => {
      const annotations = folder === "" ? {} : { "vedette.app/folder": folder };
      const body = { metadata: { name, annotations }, spec: { title: `Title ${name}` } };
      return (await room.ask("POST", path, { as: "stranger", body })).status;
    };

    expect([await post(DASHBOARDS, "w-1", "writers"), await post(DASHBOARDS, "named", "")]).toEqual([201, 201]);
    expect([await post(DASHBOARDS, "w-2", "makers"), await post(DASHBOARDS, "w-2", "")]).toEqual([403, 403]);
    expect([await post(FOLDERS, "w-f", "writers"), await post(FOLDERS, "w-g", "makers")]).toEqual([201, 403]);
    const makeOlder = async (title: string, parentUid: string) =>
      (await room.ask("POST", "/api/folders", { as: "stranger", body: { title, parentUid } })).status;
    expect([await makeOlder("Below", "writers"), await makeOlder("Beside", "makers")]).toEqual([200, 403]);

    const permissions = [{ action: "dashboards:create", scope: "folders:uid:makers" }];
    await room.ask("PUT", `${roles}/makes`, { body: { name: "Role makes", permissions } });
    const save = async (title: string, folderUid: string) =>
      (await room.ask("POST", "/api/dashboards/db", { as: "stranger", body: { dashboard: { title }, folderUid } }))
        .status;
    expect([await save("In makers", "makers"), await save("In writers", "writers")]).toEqual([200, 403]);
    await room.ask("DELETE", `${roles}/makes`);
  });

  it("cannot be made or given by somebody who may not do all of it", async () => {
    await make("delegate", [{ action: "roles:write", scope: "*" }, read("dashboards:uid:one")]);
    await make("all", [read("*")]);
    await give(`users/${stranger}`, "delegate");
    const ask = (body: object) => room.ask("POST", roles, { as: "stranger", body });

    expect((await ask({ name: "more", permissions: [read("dashboards:*")] })).status).toBe(403);
    expect((await ask({ name: "same", permissions: [read("dashboards:uid:one")] })).status).toBe(201);
    const path = `/api/access-control/users/${stranger}/roles`;
    expect((await room.ask("POST", path, { as: "stranger", body: { roleUid: "all" } })).status).toBe(403);
  });
});

onEachStore("a service account", (openTestDatabase) => {
  let room: Room;
  let id = "";
  let count = 0;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const make = (body: object) => room.ask("POST", "/api/serviceaccounts", { body });
  beforeEach(async () => {
    count += 1;
    id = String(at(await make({ name: `Robot ${count}`, role: "Viewer" }), "id"));
  });
  const token = (body: object = { name: "first" }) => room.ask("POST", `/api/serviceaccounts/${id}/tokens`, { body });
  const as = (key: unknown) => ({ as: "nobody" as const, headers: { authorization: `Bearer ${String(key)}` } });
  const list = async (key: unknown) => (await room.ask("GET", DASHBOARDS, as(key))).status;

  it("is made, found, changed and removed", async () => {
    const made = await make({ name: "Deploy", role: "Editor" });
    expect(made.status).toBe(201);
    const account = {
      id: expect.any(Number),
      uid: expect.any(String),
      name: "Deploy",
      login: "sa-deploy",
      role: "Editor",
      orgId: 1,
      isDisabled: false,
      tokens: 0,
    };
    expect(made.json).toMatchObject(account);
    const path = `/api/serviceaccounts/${String(at(made, "id"))}`;

    expect((await room.ask("GET", path)).json).toMatchObject(account);
    expect((await room.ask("GET", "/api/serviceaccounts/search?query=DEPL")).json).toMatchObject({
      totalCount: 1,
      serviceAccounts: [account],
      page: 1,
      perPage: 100,
    });
    expect((await room.ask("PATCH", path, { body: { role: "None" } })).json).toMatchObject({
      serviceaccount: { name: "Deploy", role: "None" },
    });
    expect((await room.ask("DELETE", path)).json).toEqual({ message: "Service account deleted" });
    expect((await room.ask("GET", path)).status).toBe(404);
  });

  it.each<[object, number]>([
    [{}, 400],
    [{ name: "" }, 400],
    [{ name: "x", role: "Root" }, 400],
    [{ name: "Robot 1" }, 409],
  ])("is not made of %j", async (body, status) => {
    expect((await make(body)).status).toBe(status);
  });

  it("signs in with a token that is shown once and stored as a hash", async () => {
    const made = await token();
    const key = String(at(made, "key"));

    expect(made.json).toEqual({
      id: expect.any(Number),
      name: "first",
      key: expect.stringMatching(/^vdsa_[0-9A-Za-z]{32}_[0-9a-f]{8}$/),
    });
    expect(await list(key)).toBe(200);
    expect((await room.ask("GET", "/api/user", as(key))).json).toMatchObject({
      login: `sa-robot-${count}`,
      role: "Viewer",
    });
    const tokens = await room.ask("GET", `/api/serviceaccounts/${id}/tokens`);
    expect(tokens.json).toMatchObject([
      { name: "first", expiration: null, hasExpired: false, lastUsedAt: expect.stringMatching(/Z$/), isRevoked: false },
    ]);
    expect(tokens.text).not.toContain(key.slice(5, 30));
    const stored = await room.database.query("select * from vedette.service_tokens");
    expect(JSON.stringify(stored.rows)).not.toContain(key.slice(5, 30));
    expect((await token()).status).toBe(409);
  });

  it("may do what its role says, and is the author of what it does", async () => {
    const key = at(await token(), "key");
    const body = { metadata: { name: `by-robot-${count}` }, spec: { title: "T" } };
    expect((await room.ask("POST", DASHBOARDS, { ...as(key), body })).status).toBe(403);
    await room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { role: "Editor" } });

    const made = await room.ask("POST", DASHBOARDS, { ...as(key), body });

    expect(made.status).toBe(201);
    expect(made.text).toContain('"vedette.app/createdBy":"service-account:');
  });

  describe("that may more than somebody", () => {
    const roles = "/api/access-control/roles";
    const askAsEditor = (method: "POST" | "PATCH", path: string, body: object) =>
      room.ask(method, `/api/serviceaccounts/${id}${path}`, { as: "editor", body });
    beforeAll(async () => {
      const permissions = [{ action: "serviceaccounts:write", scope: "*" }];
      await room.ask("POST", roles, { body: { uid: "tokens", name: "Tokens", permissions } });
      const strong = [{ action: "mails:read", scope: "*" }];
      await room.ask("POST", roles, { body: { uid: "strong", name: "Strong", permissions: strong } });
      const editor = String(at(await room.ask("GET", "/api/users?query=editor@"), "users.0.uid"));
      await room.ask("POST", `/api/access-control/users/${editor}/roles`, { body: { roleUid: "tokens" } });
    });

    it.each<[string, () => Promise<unknown>]>([
      ["by its role", () => room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { role: "Admin" } })],
      [
        "by a custom role",
        () => room.ask("POST", `/api/access-control/users/${id}/roles`, { body: { roleUid: "strong" } }),
      ],
    ])("%s gets no token from them, nor is enabled by them", async (_how, strengthen) => {
      expect((await askAsEditor("POST", "/tokens", { name: "mine" })).status).toBe(200);
      expect((await askAsEditor("PATCH", "", { isDisabled: true })).status).toBe(200);
      expect((await askAsEditor("PATCH", "", { isDisabled: false })).status).toBe(200);

      await strengthen();

      expect((await askAsEditor("POST", "/tokens", { name: "more" })).status).toBe(403);
      expect((await askAsEditor("PATCH", "", { isDisabled: true })).status).toBe(200);
      expect((await askAsEditor("PATCH", "", { isDisabled: false })).status).toBe(403);
      const after = await room.ask("GET", `/api/serviceaccounts/${id}`);
      expect(after.json).toMatchObject({ isDisabled: true, tokens: 1 });
      const { rows } = await room.database.query(
        "select details from vedette.audit_log where target = $1 and action = 'serviceaccounts.update' order by id desc limit 1",
        [`serviceaccounts/${id}`],
      );
      expect(rows).toEqual([{ details: { isDisabled: true } }]);
    });
  });

  it("gets custom roles under its number", async () => {
    const key = at(await token(), "key");
    await room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { role: "None" } });
    expect(await list(key)).toBe(403);
    const uid = `robot-${count}`;
    const permissions = [{ action: "dashboards:read", scope: "dashboards:*" }];
    await room.ask("POST", "/api/access-control/roles", { body: { uid, name: uid, permissions } });

    await room.ask("POST", `/api/access-control/users/${id}/roles`, { body: { roleUid: uid } });

    expect(await list(key)).toBe(200);
  });

  describe("is nobody", () => {
    const spoilt: readonly [string, (key: string) => Promise<unknown>][] = [
      ["when its token is revoked", async () => revoke()],
      [
        "when it is disabled",
        async () => room.ask("PATCH", `/api/serviceaccounts/${id}`, { body: { isDisabled: true } }),
      ],
      ["when it is removed", async () => room.ask("DELETE", `/api/serviceaccounts/${id}`)],
      [
        "when its token has expired",
        async () =>
          room.database.query("update vedette.service_tokens set expires_at = now() where account_id = $1", [id]),
      ],
    ];
    const revoke = async () => {
      const tokenId = String(at(await room.ask("GET", `/api/serviceaccounts/${id}/tokens`), "0.id"));
      return await room.ask("DELETE", `/api/serviceaccounts/${id}/tokens/${tokenId}`);
    };

    it.each(spoilt)("%s", async (_when, spoil) => {
      const key = String(at(await token({ name: "t", secondsToLive: 3600 }), "key"));
      expect(await list(key)).toBe(200);

      await spoil(key);

      expect(await list(key)).toBe(401);
    });

    it.each(["vdsa_", "vdsa_x_00000000", `vdsa_${"0".repeat(32)}_00000000`])("with the token %s", async (key) => {
      expect(await list(key)).toBe(401);
    });
  });

  it("has tokens that end after the seconds that were asked for", async () => {
    await token({ name: "short", secondsToLive: 100 });

    const left = at(await room.ask("GET", `/api/serviceaccounts/${id}/tokens`), "0.secondsUntilExpiration");
    expect(left).toBeGreaterThan(10);
    expect(left).toBeLessThanOrEqual(100);
    expect((await token({ name: "never", secondsToLive: 0 })).status).toBe(200);
    expect((await token({ name: "bad", secondsToLive: -1 })).status).toBe(400);
  });
});
