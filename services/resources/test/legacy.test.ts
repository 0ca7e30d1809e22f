import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, DASHBOARDS, FOLDERS, openRoom, PLAYLISTS, type Room, type Who } from "./room.ts";

onEachStore("the older API", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const get = async (path: string, as: Who = "admin") => (await room.ask("GET", path, { as })).json;
  const post = (path: string, body: object, as: Who = "admin") => room.ask("POST", path, { as, body });

  it("says of every answer that it is deprecated [contract 15]", async () => {
    for (const path of ["/api/health", "/api/user", "/api/search?limit=x"]) {
      expect((await room.ask("GET", path)).headers["deprecation"]).toMatch(/^@\d+$/);
    }
    expect((await room.ask("GET", DASHBOARDS)).headers["deprecation"]).toBeUndefined();
  });

  it("tells pages how they are set up, and nothing secret [spec 2, frontend settings]", async () => {
    await post("/api/datasources", { name: "Prom", uid: "prom", type: "prometheus", url: "http://prometheus.lan" });
    const settings = await room.ask("GET", "/api/frontend/settings", { as: "viewer" });

    expect(settings.json).toEqual({
      allowOrgCreate: false,
      appSubUrl: "",
      buildInfo: { buildstamp: 0, commit: "none", version: "13.0.0" },
      datasources: {
        Prom: expect.objectContaining({
          index: 0,
          uid: "prom",
          type: "prometheus",
          meta: expect.objectContaining({ id: "prometheus" }),
        }),
        Vedette: expect.objectContaining({ index: 1, meta: expect.any(Object) }),
      },
      defaultDatasource: "Vedette",
      namespace: "default",
    });
    expect(settings.text).not.toContain("prometheus.lan");
    expect(await get("/api/frontend/settings", "stranger")).toMatchObject({ datasources: {} });
  });

  it("knows its path below a public address", async () => {
    await using below = await openRoom(openTestDatabase, { publicUrl: "http://localhost:8080/watch" });

    expect((await below.ask("GET", "/api/frontend/settings")).json).toMatchObject({ appSubUrl: "/watch" });
  });

  describe("has folders that", () => {
    it("are made, read, renamed, moved, counted and removed", async () => {
      const made = await post("/api/folders", { uid: "ops", title: "Ops team" });
      expect(made.status).toBe(200);
      expect(made.json).toMatchObject({
        id: expect.any(Number),
        uid: "ops",
        title: "Ops team",
        url: "/dashboards/f/ops/ops-team",
        version: 1,
        canSave: true,
        canAdmin: true,
        parentUid: "",
        parents: [],
      });
      await post("/api/folders", { uid: "night", title: "Night", parentUid: "ops" });
      await post("/api/dashboards/db", { dashboard: { uid: "in-night", title: "In night" }, folderUid: "night" });

      expect(await get("/api/folders/night", "viewer")).toMatchObject({
        parentUid: "ops",
        parents: [{ uid: "ops", title: "Ops team" }],
        canSave: false,
      });
      expect(await get("/api/folders?parentUid=ops")).toEqual([
        { id: expect.any(Number), uid: "night", title: "Night", parentUid: "ops" },
      ]);
      expect(await get("/api/folders/ops/counts")).toEqual({ folder: 1, dashboard: 1 });
      const rename = (version: number) => room.ask("PUT", "/api/folders/night", { body: { title: "Nights", version } });
      expect((await rename(1)).json).toMatchObject({ title: "Nights", version: 2, parentUid: "ops" });
      expect((await rename(1)).status).toBe(412);
      expect((await post("/api/folders/night/move", { parentUid: "" })).json).toMatchObject({ parentUid: "" });
      expect((await post("/api/folders/ops/move", { parentUid: "ops" })).status).toBe(400);
      expect(await get("/api/dashboards/uid/in-night")).toMatchObject({
        meta: { folderUid: "night", folderTitle: "Nights", folderUrl: "/dashboards/f/night/nights" },
      });
      expect((await room.ask("DELETE", "/api/folders/night")).json).toMatchObject({
        message: "Folder deleted",
        uid: "night",
      });
      expect((await room.ask("GET", "/api/dashboards/uid/in-night")).status).toBe(404);
    });

    it("say which other program keeps them, unless it takes changes [contract 4]", async () => {
      const make = (name: string, annotations: object) =>
        post(FOLDERS, { metadata: { name, annotations }, spec: { title: name } });
      await make("kept", { "vedette.app/managedBy": "terraform" });
      await make("open", { "vedette.app/managedBy": "terraform", "vedette.app/managerAllowsEdits": "true" });

      const keeperOf = async (name: string) => (await get(`/api/folders/${name}`)) as { managedBy?: string };
      expect((await keeperOf("kept")).managedBy).toBe("terraform");
      expect((await keeperOf("open")).managedBy).toBeUndefined();
    });

    it.each<[object, number]>([
      [{}, 400],
      [{ title: "" }, 400],
      [{ title: "T", uid: "../x" }, 400],
      [{ title: "T", parentUid: "missing" }, 400],
      [{ title: "T", uid: "ops" }, 409],
    ])("are not made of %j", async (body, status) => {
      expect((await post("/api/folders", body)).status).toBe(status);
    });
  });

  it("finds folders and dashboards, in a folder too", async () => {
    await post("/api/folders", { uid: "found", title: "Finding: folder" });
    await post("/api/dashboards/db", { dashboard: { uid: "found-in", title: "Finding: inside" }, folderUid: "found" });
    await post("/api/dashboards/db", { dashboard: { uid: "found-out", title: "Finding: outside" } });

    expect(await get("/api/search?query=finding", "viewer")).toMatchObject([
      { uid: "found", type: "dash-folder", url: "/dashboards/f/found/finding-folder" },
      { uid: "found-in", type: "dash-db", folderUid: "found", folderTitle: "Finding: folder" },
      { uid: "found-out", type: "dash-db" },
    ]);
    expect(await get("/api/search?query=finding&folderUIDs=found")).toMatchObject([{ uid: "found-in" }]);
    expect(await get("/api/search?query=finding&folderUIDs=general&type=dash-db")).toMatchObject([
      { uid: "found-out" },
    ]);
    expect(await get("/api/search?dashboardUIDs=found-in")).toMatchObject([{ uid: "found-in" }]);
  });

  it("keeps everybody's own stars", async () => {
    await post("/api/dashboards/db", { dashboard: { uid: "starry", title: "Starry" } });
    const path = "/api/user/stars/dashboard/uid/starry";

    expect((await room.ask("POST", path, { as: "viewer" })).json).toEqual({ message: "Dashboard starred!" });
    expect((await room.ask("POST", path, { as: "viewer" })).status).toBe(400);
    expect(await get("/api/user/stars", "viewer")).toEqual(["starry"]);
    expect(await get("/api/search?starred=true", "viewer")).toMatchObject([{ uid: "starry" }]);
    expect(await get("/api/user/stars", "editor")).toEqual([]);
    expect((await room.ask("DELETE", path, { as: "viewer" })).json).toEqual({ message: "Dashboard unstarred" });
    expect(await get("/api/user/stars", "viewer")).toEqual([]);
    await room.ask("POST", path, { as: "viewer" });
    await room.ask("DELETE", `${DASHBOARDS}/starry`);
    await post("/api/dashboards/db", { dashboard: { uid: "starry", title: "Starry" } });
    expect(await get("/api/user/stars", "viewer")).toEqual([]);
  });

  it("shows the versions of a dashboard and restores one", async () => {
    const save = (title: string, version?: number, message = "") =>
      post("/api/dashboards/db", { dashboard: { uid: "versioned", title, version }, message });
    await save("First", undefined, "begun");
    await save("Second", 1, "changed");

    expect(await get("/api/dashboards/uid/versioned/versions", "viewer")).toMatchObject({
      versions: [
        { version: 2, message: "changed", uid: "versioned", parentVersion: 1, createdBy: "admin@example.test" },
        { version: 1, message: "begun" },
      ],
    });
    expect(await get("/api/dashboards/uid/versioned/versions?limit=1&start=1")).toMatchObject({
      versions: [{ version: 1 }],
    });
    expect(await get("/api/dashboards/uid/versioned/versions/1")).toMatchObject({ data: { title: "First" } });
    expect((await room.ask("GET", "/api/dashboards/uid/versioned/versions/9")).status).toBe(404);
    expect((await post("/api/dashboards/uid/versioned/restore", { version: 1 })).json).toMatchObject({
      version: 3,
      status: "success",
    });
    expect(await get("/api/dashboards/uid/versioned")).toMatchObject({ dashboard: { title: "First" } });
  });

  it("has playlists that are views of the resources", async () => {
    const items = [{ type: "dashboard_by_tag", value: "linux", order: 1, title: "linux" }];
    const made = await post("/api/playlists", { name: "Lobby screen", interval: "5m", items });
    const uid = String(at(made, "uid"));

    expect(made.json).toEqual({
      id: expect.any(Number),
      uid: expect.stringMatching(/^lobby-screen-/),
      name: "Lobby screen",
      interval: "5m",
    });
    expect(await get(`/api/playlists/${uid}`)).toMatchObject({
      name: "Lobby screen",
      items: [{ type: "dashboard_by_tag", value: "linux" }],
    });
    expect(await get(`/api/playlists/${uid}/items`)).toMatchObject([{ id: 1, type: "dashboard_by_tag" }]);
    expect(await get("/api/playlists?query=LOBBY")).toMatchObject([{ uid }]);
    expect(await get(`${PLAYLISTS}/${uid}`)).toMatchObject({ spec: { title: "Lobby screen", interval: "5m" } });
    const renamed = await room.ask("PUT", `/api/playlists/${uid}`, {
      body: { name: "Hall", interval: "1m", items: [] },
    });
    expect(renamed.json).toMatchObject({ name: "Hall", interval: "1m", items: [] });
    expect((await post("/api/playlists", { name: "x", interval: "soon" })).status).toBe(400);
    expect((await room.ask("DELETE", `/api/playlists/${uid}`)).json).toEqual({});
    expect((await room.ask("GET", `/api/playlists/${uid}`)).status).toBe(404);
  });

  describe("knows the organisation, where", () => {
    const uidOf = async (email: string) =>
      String(at(await room.ask("GET", `/api/users/lookup?loginOrEmail=${email}`), "uid"));
    const give = (userId: string, role: string, as: Who = "admin") =>
      room.ask("PATCH", `/api/org/users/${userId}`, { as, body: { role } });

    it("everybody finds out where they are", async () => {
      expect(await get("/api/org", "viewer")).toMatchObject({ id: 1, name: expect.any(String) });
      expect(await get("/api/user/orgs", "viewer")).toMatchObject([{ orgId: 1, role: "Viewer" }]);
      expect(await get("/api/org/users?query=editor@")).toMatchObject([
        { login: "editor@example.test", role: "Editor" },
      ]);
      expect(await get(`/api/users/${await uidOf("editor@example.test")}`)).toMatchObject({ role: "Editor" });
      expect((await room.ask("GET", "/api/users/lookup?loginOrEmail=nobody@example.test")).status).toBe(404);
    });

    it("administrators say what people are", async () => {
      const viewer = await uidOf("viewer@example.test");

      expect((await give(viewer, "Editor")).json).toEqual({ message: "Organization user updated" });
      expect(await get("/api/user/orgs", "viewer")).toMatchObject([{ role: "Editor" }]);
      await give(viewer, "Viewer");
      expect((await give("11111111-1111-4111-8111-111111111111", "Viewer")).status).toBe(404);
      expect((await give(viewer, "Root")).status).toBe(400);
    });

    it("one administrator always stays", async () => {
      const admin = await uidOf("admin@example.test");

      expect((await give(admin, "Viewer")).status).toBe(400);
      expect(await get("/api/user/orgs", "admin")).toMatchObject([{ role: "Admin" }]);
    });

    it("nobody makes anybody more than they are", async () => {
      const stranger = await uidOf("stranger@example.test");
      const permissions = [{ action: "users:write", scope: "*" }];
      await post("/api/access-control/roles", { uid: "people-only", name: "People only", permissions });
      await post(`/api/access-control/users/${stranger}/roles`, { roleUid: "people-only" });

      expect((await give(stranger, "Admin", "stranger")).status).toBe(403);
      expect((await give(await uidOf("admin@example.test"), "None", "stranger")).status).toBe(403);
    });
  });
});
