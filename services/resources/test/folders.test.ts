import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, DASHBOARDS, FOLDERS, openRoom, type Reply, type Room, type Who } from "./room.ts";

const FOLDER = "vedette.app/folder";

onEachStore("folders", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const objectIn = (name: string, parent: string, title = name) => ({
    metadata: { name, ...(parent === "" ? {} : { annotations: { [FOLDER]: parent } }) },
    spec: { title },
  });
  const folder = (name: string, parent = "") => room.ask("POST", FOLDERS, { body: objectIn(name, parent) });
  const dashboard = (name: string, parent = "", as: Who = "admin") =>
    room.ask("POST", DASHBOARDS, { as, body: objectIn(name, parent) });
  const move = (path: string, name: string, parent: string, as: Who = "admin") =>
    room.ask("PUT", `${path}/${name}`, { as, body: objectIn(name, parent) });

  it("are resources with versions, and lie in each other", async () => {
    const made = await folder("infra");
    await folder("databases", "infra");

    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      kind: "Folder",
      apiVersion: "folder.vedette.app/v1",
      metadata: { name: "infra", generation: 1, resourceVersion: expect.any(String) },
      spec: { title: "infra" },
    });
    expect((await room.ask("GET", `${FOLDERS}?fieldSelector=metadata.folder%3Dinfra`)).json).toMatchObject({
      kind: "FolderList",
      items: [{ metadata: { name: "databases", annotations: { [FOLDER]: "infra" } } }],
    });
  });

  it("say to whoever may not make one which permission that takes, on both surfaces", async () => {
    const sentence = "You may not do this. It takes the permission folders:create, which an administrator can grant.";
    const older = await room.ask("POST", "/api/folders", { as: "viewer", body: { title: "Locks" } });
    const newer = await room.ask("POST", FOLDERS, { as: "viewer", body: objectIn("locks", "") });

    expect(older.json).toMatchObject({ message: sentence, messageId: "not_allowed" });
    expect(newer.json).toMatchObject({ reason: "Forbidden", details: { causes: [{ message: sentence }] } });
  });

  it.each([
    ["without a title", { metadata: { name: "bad" }, spec: {} }, 400],
    ["in a folder that is not there", objectIn("bad", "missing"), 400],
    ["called general, as the root is", objectIn("general", ""), 403],
    ["twice", objectIn("infra", ""), 409],
  ])("are not made %s", async (_what, body, status) => {
    expect((await room.ask("POST", FOLDERS, { body })).status).toBe(status);
  });

  it("do not lie in themselves, however far around", async () => {
    await folder("a");
    await folder("b", "a");
    await folder("c", "b");

    for (const parent of ["a", "b", "c"]) {
      const refused = await move(FOLDERS, "a", parent);
      expect(refused.status).toBe(400);
      expect(at(refused, "message")).toContain("itself");
      expect(at(refused, "details.causes.0.field")).toBe(`metadata.annotations[${FOLDER}]`);
    }
    const lost = await move(FOLDERS, "a", "missing");
    expect(lost.json).toMatchObject({
      code: 400,
      reason: "Invalid",
      details: {
        name: "a",
        causes: [{ field: `metadata.annotations[${FOLDER}]`, message: expect.stringContaining("missing") }],
      },
    });
    expect((await move(FOLDERS, "c", "a")).status).toBe(200);
    expect((await move(FOLDERS, "c", "")).status).toBe(200);
  });

  it("cannot be moved into each other at once", async () => {
    for (const round of [1, 2, 3]) {
      const [left, right] = [`left-${round}`, `right-${round}`];
      await folder(left);
      await folder(right);

      const statuses = (await Promise.all([move(FOLDERS, left, right), move(FOLDERS, right, left)])).map(
        ({ status }) => status,
      );

      expect(statuses.sort()).toEqual([200, 400]);
    }
  });

  it("lie at most eight deep", async () => {
    await folder("deep-1");
    for (let depth = 2; depth <= 8; depth += 1) {
      expect((await folder(`deep-${depth}`, `deep-${depth - 1}`)).status).toBe(201);
    }
    expect((await folder("deep-9", "deep-8")).status).toBe(400);
    await folder("over");
    await folder("over-2", "over");
    expect((await move(FOLDERS, "over", "deep-7")).status).toBe(400);
    expect((await move(FOLDERS, "over", "deep-6")).status).toBe(200);
  });

  it("would go with what lies in them: a dry run for a whole list says what the run itself would", async () => {
    const labels = { fleet: "dry" };
    for (const [name, parent] of [
      ["dry-a", ""],
      ["dry-b", "dry-a"],
      ["dry-0", "dry-a"],
    ] as const) {
      const annotations = parent === "" ? {} : { "vedette.app/folder": parent };
      await room.ask("POST", FOLDERS, { body: { metadata: { name, labels, annotations }, spec: { title: name } } });
    }
    const remove = (parameters: string, body?: object) =>
      room.ask("DELETE", `${FOLDERS}?labelSelector=fleet%3Ddry${parameters}`, { ...(body && { body }) });
    const names = (reply: Reply) =>
      [...reply.text.matchAll(/"name":"(dry-[^"]*)","namespace"/g)].map(([, name]) => name);

    expect(names(await remove("&dryRun=All"))).toEqual(["dry-0", "dry-a"]);
    expect(names(await remove("", { dryRun: ["All"] }))).toEqual(["dry-0", "dry-a"]);
    expect((await remove("", { dryRun: "All" })).status).toBe(400);
    expect((await remove("", { dryRun: ["Some"] })).status).toBe(400);
    expect((await remove("&dryRun=Some")).status).toBe(400);
    expect((await room.ask("GET", `${FOLDERS}/dry-b`)).status).toBe(200);
    expect(names(await remove(""))).toEqual(["dry-0", "dry-a"]);
    expect((await room.ask("GET", `${FOLDERS}/dry-b`)).status).toBe(404);
  });

  it("go with all that lies in them, into the trash and never half", async () => {
    await folder("going");
    await folder("going-below", "going");
    await dashboard("going-1", "going");
    await dashboard("going-2", "going-below");
    await dashboard("staying");

    expect((await room.ask("DELETE", `${FOLDERS}/going?dryRun=All`)).status).toBe(200);
    expect((await room.ask("GET", `${DASHBOARDS}/going-2`)).status).toBe(200);
    expect((await room.ask("DELETE", `${FOLDERS}/going`)).status).toBe(200);

    for (const path of [`${FOLDERS}/going-below`, `${DASHBOARDS}/going-1`, `${DASHBOARDS}/going-2`]) {
      expect((await room.ask("GET", path)).status).toBe(404);
    }
    expect((await room.ask("GET", `${DASHBOARDS}/staying`)).status).toBe(200);
    const trash = await room.ask("GET", `${DASHBOARDS}?labelSelector=vedette.app/get-trash%3Dtrue`);
    expect(trash.text).toContain('"name":"going-1"');
    expect(trash.text).toContain('"name":"going-2"');
  });

  it("that go leave nothing behind of what comes into them meanwhile", async () => {
    await folder("busy");
    const [gone, ...made] = await Promise.all([
      room.ask("DELETE", `${FOLDERS}/busy`),
      ...Array.from({ length: 12 }, (_, index) => dashboard(`busy-${index}`, "busy")),
    ]);

    expect(gone.status).toBe(200);
    for (const { status } of made) expect(status).toBeOneOf([201, 400]);
    const left = await room.ask("GET", `${DASHBOARDS}?fieldSelector=metadata.folder%3Dbusy`);
    expect(left.json).toMatchObject({ items: [] });
  });

  describe("give what lies in them the permissions of their own", () => {
    let viewerId = "";
    const grantOf = (as: Who, resource: string, name: string, permission: string) =>
      room.ask("POST", `/api/access-control/${resource}/${name}/users/${viewerId}`, { as, body: { permission } });
    const grant = (name: string, permission: string) => grantOf("admin", "folders", name, permission);
    beforeAll(async () => {
      viewerId = String(at(await room.ask("GET", "/api/users?query=stranger@"), "users.0.uid"));
      await folder("shared");
      await folder("shared-below", "shared");
      await folder("sharedother");
      for (const parent of ["shared", "shared-below", "sharedother", ""])
        await dashboard(`in-${parent || "root"}`, parent);
    });
    const seen = async (path: string) =>
      [...(await room.ask("GET", path, { as: "stranger" })).text.matchAll(/"name":"([^"]*)","namespace"/g)].map(
        ([, name]) => name,
      );

    it("nothing at first: denied is 403, also for what is not there", async () => {
      expect((await room.ask("GET", DASHBOARDS, { as: "stranger" })).status).toBe(403);
      await grant("sharedother", "View");
      expect((await room.ask("GET", `${DASHBOARDS}/in-shared`, { as: "stranger" })).status).toBe(403);
      expect((await room.ask("GET", `${DASHBOARDS}/missing`, { as: "stranger" })).status).toBe(403);
      await grant("sharedother", "");
      expect((await room.ask("GET", DASHBOARDS, { as: "stranger" })).status).toBe(403);
    });

    it("View: to see, at every depth, and lists narrow before they count", async () => {
      expect((await grant("shared", "View")).json).toEqual({ message: "Permission updated" });

      expect(await seen(DASHBOARDS)).toEqual(["in-shared", "in-shared-below"]);
      expect(await seen(FOLDERS)).toEqual(["shared", "shared-below"]);
      const first = await room.ask("GET", `${DASHBOARDS}?limit=1`, { as: "stranger" });
      expect(first.json).toMatchObject({ items: [{ metadata: { name: "in-shared" } }] });
      const rest = `${DASHBOARDS}?limit=1&continue=${String(at(first, "metadata.continue"))}`;
      expect((await room.ask("GET", rest, { as: "stranger" })).json).toMatchObject({
        items: [{ metadata: { name: "in-shared-below" } }],
      });
      expect((await room.ask("GET", `${DASHBOARDS}/in-shared-below`, { as: "stranger" })).status).toBe(200);
      expect(
        (await room.ask("PUT", `${DASHBOARDS}/in-shared`, { as: "stranger", body: objectIn("in-shared", "shared") }))
          .status,
      ).toBe(403);
      expect((await room.ask("GET", "/api/search?type=dash-db", { as: "stranger" })).json).toHaveLength(2);
    });

    it("Edit: to make, change, move within and remove, not to take elsewhere or bring in", async () => {
      await grant("shared", "Edit");

      expect((await dashboard("made-here", "shared-below", "stranger")).status).toBe(201);
      expect((await dashboard("made-there", "sharedother", "stranger")).status).toBe(403);
      expect((await dashboard("made-root", "", "stranger")).status).toBe(403);
      expect((await move(DASHBOARDS, "made-here", "shared", "stranger")).status).toBe(200);
      expect((await move(DASHBOARDS, "made-here", "sharedother", "stranger")).status).toBe(403);
      expect((await move(DASHBOARDS, "made-here", "", "stranger")).status).toBe(403);
      expect((await move(DASHBOARDS, "in-sharedother", "shared", "stranger")).status).toBe(403);
      expect((await room.ask("DELETE", `${DASHBOARDS}/made-here`, { as: "stranger" })).status).toBe(200);
      expect((await grantOf("stranger", "folders", "shared", "View")).status).toBe(403);
      expect((await room.ask("GET", `${DASHBOARDS}/in-shared/dto`, { as: "stranger" })).json).toMatchObject({
        access: { canSave: true, canAdmin: false },
      });
    });

    it("as older clients see and set them, all at once", async () => {
      const uid = String(at(await room.ask("GET", "/api/users?query=stranger@"), "users.0.uid"));
      const team = Number(at(await room.ask("POST", "/api/teams", { body: { name: "Older clients" } }), "teamId"));
      await room.ask("POST", FOLDERS, { body: { metadata: { name: "older" }, spec: { title: "Older" } } });
      await room.ask("POST", DASHBOARDS, {
        body: { metadata: { name: "in-older", annotations: { "vedette.app/folder": "older" } }, spec: { title: "x" } },
      });
      const path = "/api/folders/older/permissions";
      const set = (items: readonly object[]) => room.ask("POST", path, { body: { items } });
      const may = async () => (await room.ask("GET", `${DASHBOARDS}/in-older`, { as: "stranger" })).status;
      expect([(await room.ask("GET", path)).json, await may()]).toEqual([[], 403]);

      const first = await set([
        { userId: uid, permission: 1 },
        { teamId: team, permission: 4 },
        { role: "Viewer", permission: 2 },
      ]);

      expect(first.json).toEqual({ message: "Folder permissions updated" });
      const shown = (await room.ask("GET", path)).json;
      expect(shown).toHaveLength(3);
      expect(shown).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ userId: uid, permission: 1, permissionName: "View", isFolder: true }),
          expect.objectContaining({ teamId: team, team: "Older clients", permission: 4 }),
          expect.objectContaining({ role: "Viewer", permission: 2, uid: "older" }),
        ]),
      );
      const inherited = await room.ask("GET", "/api/dashboards/uid/in-older/permissions");
      expect(inherited.json).toEqual(
        expect.arrayContaining([expect.objectContaining({ inherited: true, userId: uid })]),
      );
      expect(await may()).toBe(200);
      expect((await set([{ teamId: team, permission: 1 }])).status).toBe(200);
      expect(await may()).toBe(403);
      const refused = [
        [{ permission: 1 }],
        [{ role: "Viewer", teamId: team, permission: 1 }],
        [{ role: "Viewer", permission: 3 }],
      ];
      for (const items of refused) expect((await set(items)).status).toBe(400);
      expect((await set([{ userId: "424242", permission: 1 }])).status).toBe(404);
      expect((await room.ask("GET", path)).json).toHaveLength(1);
    });

    it("Admin: to give others the same, never more", async () => {
      await grant("shared", "Admin");

      const given = await room.ask("POST", "/api/access-control/folders/shared-below/builtInRoles/None", {
        as: "stranger",
        body: { permission: "View" },
      });
      expect(given.status).toBe(200);
      expect((await grantOf("stranger", "folders", "sharedother", "View")).status).toBe(403);
      const listed = await room.ask("GET", "/api/access-control/folders/shared-below", { as: "stranger" });
      expect(listed.json).toMatchObject([
        { builtInRole: "None", permission: "View", isInherited: false },
        { userLogin: "stranger@example.test", permission: "Admin", isInherited: true },
      ]);
      expect((await room.ask("GET", "/api/access-control/folders/missing")).status).toBe(404);
      const found = await room.ask("GET", "/api/access-control/subjects?query=viewer", { as: "stranger" });
      expect(found.json).toEqual({
        users: [{ uid: expect.any(String), login: "viewer@example.test", name: expect.any(String) }],
        teams: [],
      });
      expect((await room.ask("GET", "/api/access-control/subjects", { as: "viewer" })).status).toBe(403);
      const share = async (name: string, permission: string) => {
        const path = `/api/access-control/dashboards/${name}/builtInRoles/None`;
        return (await room.ask("POST", path, { as: "stranger", body: { permission } })).status;
      };
      expect([await share("in-shared", "Admin"), await share("in-shared-below", "View")]).toEqual([200, 200]);
      expect([await share("in-shared", ""), await share("in-shared-below", "")]).toEqual([200, 200]);
      expect([await share("in-sharedother", "View"), await share("in-root", "View")]).toEqual([403, 403]);
    });

    it("to make a folder below one, and be shown it, by the older way, too", async () => {
      const body = { uid: "older-below", title: "Older", parentUid: "shared" };
      const made = await room.ask("POST", "/api/folders", { as: "stranger", body });

      expect(made.json).toMatchObject({ uid: "older-below", parentUid: "shared", canSave: true, canAdmin: true });
      expect((await room.ask("DELETE", "/api/folders/older-below", { as: "stranger" })).status).toBe(200);
    });

    it("on one dashboard alone: to write there, not to place it elsewhere", async () => {
      await grant("shared", "");
      await grantOf("admin", "dashboards", "in-sharedother", "Edit");

      expect(await seen(DASHBOARDS)).toEqual(["in-shared-below", "in-sharedother"]);
      expect(
        (
          await room.ask("PUT", `${DASHBOARDS}/in-sharedother`, {
            as: "stranger",
            body: objectIn("in-sharedother", "sharedother", "new"),
          })
        ).status,
      ).toBe(200);
      expect((await move(DASHBOARDS, "in-sharedother", "", "stranger")).status).toBe(403);
    });

    it("and none when another object gets the name of a removed one", async () => {
      await room.ask("DELETE", `${DASHBOARDS}/in-sharedother`);
      await dashboard("in-sharedother", "sharedother");

      expect(await seen(DASHBOARDS)).toEqual(["in-shared-below"]);
      await room.ask("DELETE", `${FOLDERS}/shared`);
      await folder("shared");
      await folder("shared-below", "shared");
      await dashboard("in-shared-below", "shared-below");
      expect((await room.ask("GET", DASHBOARDS, { as: "stranger" })).status).toBe(403);
    });
  });
});
