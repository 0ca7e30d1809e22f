import { randomUUID } from "node:crypto";
import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { identifyReader } from "../src/walls/identify-reader.ts";
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
    expect((await room.ask("GET", `/api/access-control/users/${stranger}/permissions`)).json).toEqual({
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
    const { rows } = await room.database.query(
      `select details -> 'changes' as changes from vedette.audit_log
       where target = 'roles/versioned' and action = 'roles.update'`,
    );
    const [before, after] = [["dashboards:read dashboards:*"], ["dashboards:read dashboards:uid:one"]];
    expect(rows).toEqual([{ changes: [{ setting: "permissions", before, after }] }]);
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

  it("may let people see a part of the built-in store's series", async () => {
    const team = (name: string) => `datasources:uid:vedette{team="${name}"}`;
    const query = (scope: string) => ({ action: "datasources:query", scope });
    await make("two-teams", [query(team("night")), query(team("day")), query("datasources:uid:elsewhere")]);
    await make("hands-on", [
      query(team("night")),
      { action: "roles:write", scope: "*" },
      { action: "roles:read", scope: "*" },
    ]);
    const headers = { authorization: room.bearer("stranger") };
    const seen = async () => {
      const reader = await identifyReader(room.resources, headers, "");
      return await reader?.seriesFor({ endpoint: "query", label: undefined, parameters: [] });
    };
    const get = async (path: string) => (await room.ask("GET", path, { as: "stranger" })).status;
    const proxied = "/api/datasources/proxy/uid/vedette/api/v1/labels";
    expect([await seen(), await get(proxied)]).toEqual([[], 403]);

    await give(`users/${stranger}`, "two-teams");
    expect(await seen()).toEqual(['{team="day"}', '{team="night"}']);
    expect([await get("/api/datasources/uid/vedette"), await get(proxied)]).toEqual([200, 307]);
    expect((await room.ask("GET", "/api/datasources", { as: "stranger" })).json).toMatchObject([{ uid: "vedette" }]);

    await give(`users/${stranger}`, "hands-on");
    const hand = async (scope: string) => {
      const body = { uid: "handed", name: "Handed", permissions: [query(scope)] };
      const { status } = await room.ask("POST", roles, { as: "stranger", body });
      await room.ask("DELETE", `${roles}/handed`);
      return status;
    };
    expect([await hand(team("night")), await hand(team("noon")), await hand("datasources:uid:vedette")]).toEqual([
      201, 403, 403,
    ]);
    await make("everything", [query("datasources:uid:vedette")]);
    await give(`users/${stranger}`, "everything");
    expect([await seen(), await hand(team("noon"))]).toEqual(["all", 201]);
    for (const uid of ["two-teams", "hands-on", "everything"]) await room.ask("DELETE", `${roles}/${uid}`);
  });

  it.each([
    ["datasources:query", 'datasources:uid:vedette{team="night"', "permissions[0].scope has a selector that cannot"],
    ["datasources:query", 'datasources:uid:elsewhere{team="night"}', "permissions[0].scope is not a scope"],
    ["datasources:read", 'datasources:uid:vedette{team="night"}', "permissions[0].scope is not a scope"],
  ])("of %s on %s is refused", async (action, scope, text) => {
    const refused = await make("unreadable", [{ action, scope }]);

    expect(refused.status).toBe(400);
    expect(refused.text).toContain(text);
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

  it("in one folder imports what lies there again, and learns of nothing elsewhere", async () => {
    for (const name of ["imports", "hidden"]) {
      await room.ask("POST", FOLDERS, { body: { metadata: { name }, spec: { title: name } } });
      const annotations = { "vedette.app/folder": name };
      const body = { metadata: { name: `in-${name}`, annotations }, spec: { title: `In ${name}` } };
      await room.ask("POST", DASHBOARDS, { body });
    }
    const actions = ["dashboards:read", "dashboards:create", "dashboards:write"];
    await make(
      "importer",
      actions.map((action) => ({ action, scope: "folders:uid:imports" })),
    );
    await give(`users/${stranger}`, "importer");
    const bring = async (uid: string, title: string) => {
      const dashboard = { uid, title };
      const body = { dashboard, overwrite: true };
      return await room.ask("POST", "/api/dashboards/import", { as: "stranger", body });
    };

    const title = `Renamed ${randomUUID()}`;
    const again = await bring("in-imports", title);
    const [hidden, missing] = [await bring("in-hidden", "x"), await bring("in-nothing", "x")];
    const compare = async (uid: string) =>
      await room.ask("POST", "/api/dashboards/import/compare", { as: "stranger", body: { dashboard: { uid, title } } });
    const compared = [await compare("in-imports"), await compare("in-hidden"), await compare("in-nothing")];

    await room.ask("DELETE", `${roles}/importer`);
    expect([again.status, at(again, "outcome")]).toEqual([200, "changed"]);
    const stored = await room.ask("GET", `${DASHBOARDS}/in-imports`);
    expect(at(stored, "spec.title")).toBe(title);
    expect(Reflect.get(Object(at(stored, "metadata.annotations")), "vedette.app/folder")).toBe("imports");
    expect([hidden.status, missing.status]).toEqual([403, 403]);
    expect(compared.map((reply) => at(reply, "outcome") ?? reply.status)).toEqual(["unchanged", 403, 403]);
    expect(hidden.json).toEqual({ ...Object(missing.json), accessErrorId: expect.any(String) });
  });

  it("without data sources is told by an import neither which there are, nor anything before the right to read", async () => {
    await room.ask("POST", DASHBOARDS, { body: { metadata: { name: "brought" }, spec: { title: "Brought" } } });
    await make("compares", [read("dashboards:uid:brought")]);
    await give(`users/${stranger}`, "compares");
    const compare = async (uid: string, dataSource: string) => {
      const __inputs = [{ name: "DS", type: "datasource", pluginId: "prometheus" }];
      const body = { dashboard: { uid, title: "Brought", __inputs }, dataSource };
      return (await room.ask("POST", "/api/dashboards/import/compare", { as: "stranger", body })).status;
    };
    const statuses = {
      readable: [await compare("brought", "vedette"), await compare("brought", "missing")],
      hidden: [await compare("elsewhere", "vedette"), await compare("elsewhere", "missing")],
    };
    const scope = "datasources:uid:vedette";
    const permissions = [read("dashboards:uid:brought"), { action: "datasources:query", scope }];
    await room.ask("PUT", `${roles}/compares`, { body: { name: "Role compares", permissions } });
    const allowed = await compare("brought", "vedette");
    await room.ask("DELETE", `${roles}/compares`);

    expect(statuses).toEqual({ readable: [400, 400], hidden: [403, 403] });
    expect(allowed).toBe(200);
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
