import { readFileSync } from "node:fs";
import { onEachStore } from "@vedette/database/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetSnapshotsAndDrafts, readSnapshot } from "../src/snapshots/snapshots.ts";
import { at, DASHBOARDS, DATA_SOURCES, FOLDERS, openRoom, PLAYLISTS, type Room, TEAMS, type Who } from "./room.ts";

onEachStore("a client of the older API", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase, { settings: { "resources.snapshots.public": true } });
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const save = (body: object) => room.ask("POST", "/api/dashboards/db", { body });

  it("saves a new dashboard, reads it, saves over it and removes it", async () => {
    const made = await save({ dashboard: { uid: "old-client", title: "Old Client", panels: [] }, message: "first" });

    expect(made.json).toEqual({
      id: expect.any(Number),
      uid: "old-client",
      url: "/d/old-client/old-client",
      status: "success",
      version: 1,
      slug: "old-client",
    });
    const read = await room.ask("GET", "/api/dashboards/uid/old-client");
    expect(read.json).toMatchObject({
      dashboard: { uid: "old-client", title: "Old Client", version: 1, panels: [] },
      meta: { canSave: true, url: "/d/old-client/old-client", version: 1, createdBy: "admin@example.test" },
    });
    const dashboard = { uid: "old-client", title: "New title", version: 1 };
    expect((await save({ dashboard })).json).toMatchObject({ version: 2 });
    expect((await room.ask("DELETE", "/api/dashboards/uid/old-client")).json).toEqual({
      title: "New title",
      message: "Dashboard New title deleted",
      uid: "old-client",
    });
    expect((await room.ask("GET", "/api/dashboards/uid/old-client")).json).toMatchObject({
      messageId: "object_not_found",
    });
  });

  describe("with a snapshot", () => {
    const take = (body: object, as: Who = "editor") =>
      room.ask("POST", "/api/snapshots", {
        as,
        text: `{"dashboard":{"title":"Once", "n":1.0},${JSON.stringify(body).slice(1)}`,
      });
    const keyOf = async (body: object) => String(at(await take(body), "key"));
    const statusFor = async (key: string, who: readonly Who[]) =>
      await Promise.all(who.map(async (as) => (await room.ask("GET", `/api/snapshots/${key}`, { as })).status));

    beforeAll(async () => {
      await save({ dashboard: { uid: "shared-one", title: "Shared" } });
      await save({ dashboard: { uid: "shared-not", title: "Not shared" } });
      const path = "/api/access-control/dashboards/shared-one/builtInRoles/None";
      await room.ask("POST", path, { body: { permission: "View" } });
    });

    it("has it back letter by letter, with when it goes and where it is", async () => {
      const taken = await take({ name: "Before the release", expires: 3600, audience: "everyone" });
      const key = String(at(taken, "key"));
      const read = await room.ask("GET", `/api/snapshots/${key}`, { as: "viewer" });

      expect(at(taken, "url")).toBe(`http://localhost:8080/snapshots/${key}`);
      expect(read.text).toContain('"dashboard":{"title":"Once", "n":1.0}}');
      expect(read.headers).toMatchObject({ "cache-control": expect.stringContaining("no-store") });
      expect(at(read, "meta")).toMatchObject({ name: "Before the release", audience: "everyone", isSnapshot: true });
      const life = Date.parse(String(at(read, "meta.expires"))) - Date.parse(String(at(read, "meta.created")));
      expect(life).toBe(3_600_000);
      const listed = await room.ask("GET", "/api/dashboard/snapshots?query=before", { as: "viewer" });
      expect(listed.json).toEqual([expect.objectContaining({ key, name: "Before the release" })]);
    });

    it("of a dashboard shows it to those who may read that dashboard, and to nobody else", async () => {
      const shared = await keyOf({ dashboardUid: "shared-one" });
      const other = await keyOf({ dashboardUid: "shared-not" });
      const everyones = await keyOf({ audience: "everyone" });

      expect(await statusFor(shared, ["editor", "viewer", "stranger", "wall", "nobody"])).toEqual([
        200, 200, 200, 404, 401,
      ]);
      expect(await statusFor(other, ["viewer", "stranger"])).toEqual([200, 404]);
      expect(await statusFor(everyones, ["viewer", "stranger"])).toEqual([200, 404]);
      expect((await room.ask("GET", `/api/public/snapshots/${shared}`, { as: "nobody" })).status).toBe(404);
      const { json } = await room.ask("GET", "/api/dashboard/snapshots", { as: "stranger" });
      expect(json).toEqual([expect.objectContaining({ key: shared, dashboardUid: "shared-one" })]);
      expect((await take({ dashboardUid: "gone" })).status).toBe(404);
    });

    it("lets everybody see a public one, as long as the settings say so", async () => {
      const key = await keyOf({ audience: "public" });
      const { db, settings } = room.resources;
      const closed = { db, settings: { ...settings, "resources.snapshots.public": false } };

      const seen = await room.ask("GET", `/api/public/snapshots/${key}`, { as: "nobody" });
      expect(seen.status).toBe(200);
      // Strangers learn nothing of the people here.
      expect([at(seen, "meta.createdBy"), at(seen, "meta.dashboardUid")]).toEqual(["", null]);
      await expect(readSnapshot(closed, key, undefined)).rejects.toMatchObject({ code: "snapshot_not_found" });
    });

    it("is refused ages beyond what the settings allow, and sees none that has expired", async () => {
      const key = await keyOf({ audience: "everyone" });
      await sql`update vedette.snapshots set expires_at = now() - interval '1 second' where key = ${key}`.execute(
        room.resources.db,
      );

      expect(await statusFor(key, ["editor", "admin"])).toEqual([404, 404]);
      expect((await take({ expires: 1_000_000_000 })).status).toBe(400);
      const forever = await room.ask("GET", `/api/snapshots/${await keyOf({ expires: 0 })}`, { as: "editor" });
      expect(Date.parse(String(at(forever, "meta.expires")))).toBeGreaterThan(Date.now() + 80 * 86_400_000);
      await forgetSnapshotsAndDrafts(room.resources.db);
      const left = await sql<{ key: string }>`select key from vedette.snapshots`.execute(room.resources.db);
      expect(left.rows.map((row) => row.key)).not.toContain(key);
    });

    it("deletes one's own, and as an administrator those of others", async () => {
      const [own, other] = [await keyOf({ audience: "everyone" }), await keyOf({ audience: "everyone" })];
      const byAdmin = String(at(await take({ audience: "everyone" }, "admin"), "key"));
      const remove = async (key: string, as: Who) => (await room.ask("DELETE", `/api/snapshots/${key}`, { as })).status;

      expect([await remove(own, "editor"), await remove(other, "admin")]).toEqual([200, 200]);
      expect([await remove(byAdmin, "editor"), await remove(own, "editor")]).toEqual([403, 404]);
      expect(await statusFor(byAdmin, ["viewer"])).toEqual([200]);
    });
  });

  it("keeps a draft for each person, as long as they may read the dashboard", async () => {
    await save({ dashboard: { uid: "drafted", title: "Drafted" } });
    const path = "/api/user/drafts/dashboards/drafted";
    const text = '{"document":{"title":"Better", "n":1.0},"base":{}}';
    await room.ask("PUT", path, { as: "editor", text });

    expect((await room.ask("GET", path, { as: "editor" })).text).toBe(`{"draft":${text}}`);
    expect((await room.ask("GET", "/api/user/drafts", { as: "editor" })).json).toEqual(["drafted"]);
    expect((await room.ask("GET", path, { as: "admin" })).json).toEqual({ draft: null });
    await room.ask("DELETE", path, { as: "editor" });
    expect((await room.ask("GET", path, { as: "editor" })).json).toEqual({ draft: null });
    expect((await room.ask("PUT", "/api/user/drafts/dashboards/gone", { as: "editor", text })).status).toBe(404);
  });

  it.each([
    [
      "dashboard",
      DASHBOARDS,
      { title: "Kept" },
      "POST",
      "/api/dashboards/db",
      { dashboard: { uid: "kept", title: "New" }, overwrite: true },
    ],
    [
      "dashboard by an import",
      DASHBOARDS,
      { title: "Kept" },
      "POST",
      "/api/dashboards/import",
      { dashboard: { uid: "kept", title: "New" }, overwrite: true },
    ],
    [
      "dashboard by a restore",
      DASHBOARDS,
      { title: "Kept" },
      "POST",
      "/api/dashboards/uid/kept/restore",
      { version: 1 },
    ],
    ["folder", FOLDERS, { title: "Kept", own: 1 }, "PUT", "/api/folders/kept", { title: "New", overwrite: true }],
    ["folder by a move", FOLDERS, { title: "Kept", own: 1 }, "POST", "/api/folders/kept/move", {}],
    ["team", TEAMS, { title: "Kept", own: 1 }, "PUT", "/api/teams/:id", { name: "New" }],
    [
      "playlist",
      PLAYLISTS,
      { title: "Kept", interval: "5m", items: [], own: 1 },
      "PUT",
      "/api/playlists/kept",
      { name: "New", interval: "1m", items: [] },
    ],
    [
      "data source",
      DATA_SOURCES,
      { title: "Kept", type: "prometheus", url: "http://a.test", own: 1 },
      "PUT",
      "/api/datasources/uid/kept",
      { name: "New", type: "prometheus", url: "http://b.test" },
    ],
  ] as const)(
    "leaves labels, annotations and unknown keys of a %s alone",
    async (_what, collection, spec, method, path, body) => {
      const metadata = { name: "kept", labels: { crew: "deck" }, annotations: { "tool/checksum": "abc" } };
      const made = await room.ask("POST", collection, { body: { metadata, spec } });
      const [, id = ""] = /deprecatedInternalID":"(\d+)"/.exec(made.text) ?? [];
      expect(made.status).toBe(201);

      const changed = await room.ask(method, path.replace(":id", id), { body });
      expect(changed.status).toBe(200);

      const now = await room.ask("GET", `${collection}/kept`);
      expect(now.json).toMatchObject({
        metadata: { labels: { crew: "deck" }, annotations: { "tool/checksum": "abc" } },
        spec: "own" in spec ? { own: 1 } : {},
      });
      await room.ask("DELETE", `${collection}/kept`);
    },
  );

  it("gets a uid for a dashboard that has none", async () => {
    const made = await save({ dashboard: { id: null, uid: null, title: "No uid" } });

    expect(at(made, "uid")).toMatch(/^no-uid-[a-z0-9]{5}$/);
  });

  it("does not save over a version that it has not seen, unless it says so", async () => {
    await save({ dashboard: { uid: "overtaken", title: "A" } });
    await save({ dashboard: { uid: "overtaken", title: "B", version: 1 } });
    const late = await save({ dashboard: { uid: "overtaken", title: "C", version: 1 } });

    expect(late.status).toBe(412);
    expect(late.json).toMatchObject({ status: "version-mismatch", message: expect.any(String) });
    expect((await save({ dashboard: { uid: "overtaken", title: "C", version: 1 }, overwrite: true })).status).toBe(200);
  });

  it("of twenty first saves under one uid gets one through, all of them when they may overwrite", async () => {
    const first = (uid: string, more: object) => (_: unknown, index: number) =>
      save({ dashboard: { uid, title: `Number ${index}` }, ...more });
    const careful = await Promise.all(Array.from({ length: 20 }, first("raced-first", {})));
    const bold = await Promise.all(Array.from({ length: 20 }, first("raced-over", { overwrite: true })));

    expect(careful.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
    expect(bold.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  it("of fifty saves of one version gets one through", async () => {
    await save({ dashboard: { uid: "raced", title: "A" } });
    const saves = await Promise.all(
      Array.from({ length: 50 }, (_, index) => save({ dashboard: { uid: "raced", title: `T${index}`, version: 1 } })),
    );

    const statuses = saves.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => expect.toBeOneOf([409, 412]))]);
  });

  it.each([
    ["no dashboard", {}],
    ["a dashboard that is no object", { dashboard: "x" }],
    ["no title", { dashboard: { uid: "untitled" } }],
    ["a uid that is no name", { dashboard: { uid: "../x", title: "T" } }],
    ["an unknown folder", { dashboard: { uid: "in-folder", title: "T" }, folderUid: "missing" }],
  ])("is told what is wrong with %s", async (_what, body) => {
    const refused = await save(body);

    expect(refused.status).toBe(400);
    expect(at(refused, "message")).toEqual(expect.any(String));
    expect(at(refused, "kind")).toBeUndefined();
  });

  it.each([
    ["an unknown path", "GET", "/api/nothing", 404],
    ["another method", "PUT", "/api/search", 405],
    ["a uid that is no name", "GET", "/api/dashboards/uid/..%2fx", 400],
  ] as const)("gets a message for %s", async (_what, method, path, status) => {
    const answer = await room.ask(method, path);

    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ message: expect.any(String), messageId: expect.any(String) });
  });

  it.each([
    ["nobody", 401, { statusCode: 401, traceID: expect.any(String) }],
    ["stranger", 403, { title: "Access denied", accessErrorId: expect.any(String) }],
  ] as const)("that is %s gets what it looks for beside the message [contract 11]", async (as, status, extras) => {
    const refused = await room.ask("GET", "/api/dashboards/uid/delivery-workers", { as });

    expect(refused.status).toBe(status);
    expect(refused.json).toEqual({ message: expect.any(String), messageId: expect.any(String), ...extras });
    const id = at(refused, "traceID") ?? at(refused, "accessErrorId");
    expect(refused.headers["x-request-id"]).toBe(id);
  });

  describe("imports", () => {
    const importOf = (body: object) => room.ask("POST", "/api/dashboards/import", { body });
    const specOf = async (name: string) => {
      const { text } = await room.ask("GET", `${DASHBOARDS}/${name}`);
      return text.slice(text.indexOf('"spec":') + '"spec":'.length, -1);
    };
    const open = (name: string) => `\${${name}}`;
    const document = readFileSync(new URL("fixtures/traefik--traefik.json", import.meta.url), "utf8").trim();

    it("a dashboard from the wild, and only the data source that it left open is put in", async () => {
      await room.ask("POST", "/api/datasources", {
        body: { name: "Prom", uid: "prom-1", type: "prometheus", url: "http://prometheus.lan" },
      });
      const text = `{"dashboard":${document},"dataSource":"Prom"}`;
      const imported = await room.ask("POST", "/api/dashboards/import", { text });

      expect(imported.status).toBe(200);
      const inputs: unknown = at({ ...imported, json: JSON.parse(document) }, "__inputs.0.name");
      const filled = document.replaceAll(`\${${String(inputs)}}`, "prom-1");
      expect(await specOf(String(at(imported, "uid")))).toBe(filled);
    });

    it("with the default data source when it names none", async () => {
      const inputs = [{ name: "DS", type: "datasource", pluginId: "prometheus" }];
      await importOf({ dashboard: { title: "Open", uid: "open-ds", __inputs: inputs, datasource: open("DS") } });

      expect(JSON.parse(await specOf("open-ds"))).toMatchObject({ datasource: "vedette" });
    });

    it("in schema v2 are refused with the reason, and nothing is stored", async () => {
      const spec = { title: "Schema two", uid: "schema-two", elements: {}, layout: { kind: "GridLayout" } };
      const resource = {
        apiVersion: "dashboard.grafana.app/v2beta1",
        kind: "Dashboard",
        metadata: { name: "schema-two" },
      };
      const replies = [
        await importOf({ dashboard: { ...resource, spec } }),
        await importOf({ dashboard: spec }),
        await room.ask("POST", "/api/dashboards/import/compare", { body: { dashboard: spec } }),
        await room.ask("POST", "/api/dashboards/db", { body: { dashboard: spec } }),
        await room.ask("POST", DASHBOARDS, { body: { metadata: { name: "schema-two" }, spec } }),
      ];

      for (const reply of replies) {
        expect(reply.status).toBe(400);
        expect(JSON.stringify(reply.json)).toMatch(/not supported: export the dashboard as/);
      }
      expect(replies.map((reply) => at(reply, "details.causes.0.field"))[4]).toBe("apiVersion");
      expect((await room.ask("GET", `${DASHBOARDS}/schema-two`)).status).toBe(404);
      expect((await importOf({ dashboard: { title: "Schema one", uid: "schema-one", panels: [] } })).status).toBe(200);
    });

    it("with values of its own for each input", async () => {
      const dashboard = {
        title: `Own ${open("VAR_B")}`,
        uid: "own-values",
        __inputs: [
          { name: "VAR_A", type: "constant", value: "proposed" },
          { name: "VAR_B", type: "constant", value: "b" },
        ],
        a: open("VAR_A"),
        b: open("VAR_B"),
      };
      const imported = await importOf({ dashboard, inputs: [{ name: "VAR_A", value: 'my "a"' }] });

      expect(JSON.parse(await specOf("own-values"))).toMatchObject({ title: "Own b", a: 'my "a"', b: "b" });
      expect(imported.json).toMatchObject({ title: "Own b", slug: "own-b" });
      expect((await room.ask("GET", "/api/search?query=own%20b")).json).toMatchObject([{ uid: "own-values" }]);
    });

    it("not over another dashboard, unless it says so", async () => {
      await importOf({ dashboard: { title: "One", uid: "same-uid" } });
      const again = await importOf({ dashboard: { title: "Two", uid: "same-uid" } });

      expect(again.json).toMatchObject({ messageId: "object_exists" });
      expect(again.status).toBe(409);
      expect((await importOf({ dashboard: { title: "Two", uid: "same-uid" }, overwrite: true })).status).toBe(200);
      expect(JSON.parse(await specOf("same-uid"))).toMatchObject({ title: "Two" });
    });

    it("again and again, the values it left open put in: what says the same is left alone", async () => {
      const inputs = [{ name: "DS", type: "datasource", pluginId: "prometheus" }];
      const again = (title: string, more: object = {}, query = "") => {
        const dashboard = { title: "Left open, no uid", __inputs: inputs, datasource: open("DS"), description: title };
        return room.ask("POST", `/api/dashboards/import${query}`, { body: { dashboard, ...more } });
      };
      await room.ask("DELETE", `${DASHBOARDS}/left-open-no-uid`);
      const outcomes = [
        await again("A", { overwrite: true }, "?dryRun=All"),
        await again("A"),
        await again("A"),
        await again("B"),
        await again("B", { overwrite: true }, "?dryRun=All"),
        await again("B", { overwrite: true }),
        await again("B", { overwrite: true }),
      ].map((reply) => at(reply, "outcome") ?? reply.status);

      expect(outcomes).toEqual(["made", "made", "unchanged", 409, "changed", "changed", "unchanged"]);
      expect((await room.ask("GET", `${DASHBOARDS}/left-open-no-uid`)).json).toMatchObject({
        metadata: { generation: 2 },
      });
    });

    it("and readers are told what that would do, without the right to write", async () => {
      const inputs = [{ name: "DS", type: "datasource", pluginId: "prometheus" }];
      const dashboard = { title: "Compared", uid: "compared", __inputs: inputs, datasource: open("DS") };
      const compare = (body: object, as: Who = "viewer") =>
        room.ask("POST", "/api/dashboards/import/compare", { as, body });
      const before = await compare({ dashboard });
      await importOf({ dashboard });
      const outcomes = [
        before,
        await compare({ dashboard }),
        await compare({ dashboard: { ...dashboard, title: "Otherwise" } }),
        await compare({ dashboard, folderUid: "elsewhere" }),
      ].map((reply) => at(reply, "outcome"));

      expect(outcomes).toEqual(["made", "unchanged", "changed", "changed"]);
      expect((await room.ask("GET", `${DASHBOARDS}/compared`)).json).toMatchObject({ metadata: { generation: 1 } });
      expect((await compare({ dashboard }, "stranger")).status).toBe(403);
    });

    it("over one that lies in a folder, which stays there unless another is named", async () => {
      await room.ask("POST", FOLDERS, { body: { metadata: { name: "holds-it" }, spec: { title: "Holds it" } } });
      await importOf({ dashboard: { title: "One", uid: "stays" }, folderUid: "holds-it", overwrite: true });
      const folder = async () =>
        at(await room.ask("GET", `${DASHBOARDS}/stays`), "metadata.annotations") as Record<string, string>;

      await importOf({ dashboard: { title: "Two", uid: "stays" }, overwrite: true });
      expect((await folder())["vedette.app/folder"]).toBe("holds-it");
      await importOf({ dashboard: { title: "Two", uid: "stays" }, folderUid: "", overwrite: true });
      expect((await folder())["vedette.app/folder"]).toBeUndefined();
    });

    it.each([
      ["no dashboard", { dashboard: { panels: [] } }],
      [
        "an unknown data source",
        { dashboard: { title: "T", __inputs: [{ name: "DS", type: "datasource" }] }, dataSource: "missing" },
      ],
      ["inputs that are no list", { dashboard: { title: "T" }, inputs: {} }],
    ])("not %s", async (_what, body) => {
      expect((await importOf(body)).status).toBe(400);
    });
  });

  describe("searches", () => {
    beforeAll(async () => {
      const make = (uid: string, title: string, tags: string[]) => save({ dashboard: { uid, title, tags } });
      await make("s-1", "Search: CPU load", ["linux", "cpu"]);
      await make("s-2", "Search: cpu 100%_done\\", ["linux"]);
      await make("s-3", "Search: Memory", ["linux", "ram", "\ud800"]);
    });
    const uids = async (query: string) =>
      [...(await room.ask("GET", `/api/search?${query}`)).text.matchAll(/"uid":"([^"]+)"/g)].map(([, uid]) => uid);

    it.each([
      ["query=search:", ["s-1", "s-2", "s-3"].sort()],
      ["query=CPU", ["s-1", "s-2"]],
      ["query=100%25_done", ["s-2"]],
      ["query=%25", ["s-2"]],
      ["query=done%5C", ["s-2"]],
      ["tag=linux&tag=cpu", ["s-1"]],
      ["tag=linux&query=memory", ["s-3"]],
      ["tag=none", []],
      ["query=search:&type=dash-folder", []],
    ])("by %s and finds %j", async (query, expected) => {
      expect((await uids(query)).sort()).toEqual(expected);
    });

    it("in the order it wants, in pages, and learns how many there are", async () => {
      const page = await room.ask("GET", "/api/search?query=search:&limit=2&page=2&sort=alpha-asc");

      expect(await uids("query=search:&sort=alpha-asc")).toEqual(["s-2", "s-1", "s-3"]);
      expect(await uids("query=search:&sort=alpha-desc")).toEqual(["s-3", "s-1", "s-2"]);
      expect(page.headers["x-total-count"]).toBe("3");
      expect(page.json).toEqual([
        {
          id: expect.any(Number),
          uid: "s-3",
          title: "Search: Memory",
          url: "/d/s-3/search-memory",
          type: "dash-db",
          tags: ["linux", "ram", "\ufffd"],
          updatedAt: expect.stringMatching(/Z$/),
        },
      ]);
    });

    it("and counts tags", async () => {
      expect((await room.ask("GET", "/api/dashboards/tags")).json).toEqual(
        expect.arrayContaining([
          { term: "linux", count: 3 },
          { term: "cpu", count: 1 },
        ]),
      );
    });

    it.each(["limit=0", "limit=x", "page=0", "sort=random", `query=${"x".repeat(501)}`])(
      "not with %s",
      async (query) => {
        expect((await room.ask("GET", `/api/search?${query}`)).status).toBe(400);
      },
    );
  });
});
