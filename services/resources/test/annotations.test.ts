import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetAnnotations } from "../src/annotations/annotations.ts";
import { at, DASHBOARDS, openRoom, type Room, type Who } from "./room.ts";

const HOUR = 3_600_000;
const T = 1_700_000_000_000;

onEachStore("what people say happened", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  const aDashboard = async (name: string) => {
    await room.ask("POST", DASHBOARDS, { body: { metadata: { name }, spec: { title: name } } });
    return name;
  };
  const add = async (dashboardUID: string, body: object) => {
    const answer = await room.ask("POST", "/api/annotations", { as: "editor", body: { dashboardUID, ...body } });
    expect(answer).toMatchObject({ status: 200, json: { message: "Annotation added" } });
    return Number(at(answer, "id"));
  };
  const textsOf = async (query: Record<string, string>, as: Who = "viewer") => {
    const { json } = await room.ask("GET", `/api/annotations?${new URLSearchParams(query)}`, { as });
    return (json as { text: string }[]).map(({ text }) => text);
  };

  it("is found in every range that it reaches into, the newest first, by panel and by tag", async () => {
    const dashboardUID = await aDashboard("felt");
    await add(dashboardUID, { time: T, timeEnd: T + HOUR, text: "outage", tags: ["sea", "storm"], panelId: 2 });
    await add(dashboardUID, { time: T + 2 * HOUR, text: "release" });
    await add(await aDashboard("other"), { time: T, text: "elsewhere" });

    expect(await textsOf({ dashboardUID })).toEqual(["release", "outage"]);
    expect(await textsOf({ dashboardUID, from: String(T + HOUR / 2), to: String(T + HOUR) })).toEqual(["outage"]);
    expect(await textsOf({ dashboardUID, from: String(T + HOUR + 1), to: String(T + 2 * HOUR) })).toEqual(["release"]);
    expect(await textsOf({ dashboardUID, from: String(T + 3 * HOUR) })).toEqual([]);
    expect(await textsOf({ dashboardUID, panelId: "2" })).toEqual(["outage"]);
    expect(await textsOf({ dashboardUID, tags: "storm" })).toEqual(["outage"]);
    expect(await textsOf({ dashboardUID, limit: "1" })).toEqual(["release"]);
  });

  it("is found by its tags at every dashboard that somebody may read", async () => {
    const [here, there] = [await aDashboard("here"), await aDashboard("there")];
    await add(here, { time: T, text: "rolled out", tags: ["flux", "prod"] });
    await add(there, { time: T + 1, text: "planned", tags: ["terraform"] });
    await add(there, { time: T + 2 * HOUR, text: "later", tags: ["flux"] });
    const query = { from: String(T), to: String(T + HOUR) };
    const tagged = async (tags: readonly string[], more: Record<string, string> = {}, as: Who = "viewer") => {
      const search = new URLSearchParams([
        ...Object.entries({ ...query, ...more }),
        ...tags.map((tag) => ["tags", tag]),
      ]);
      return await room.ask("GET", `/api/annotations?${search}`, { as });
    };
    const found = async (...asked: Parameters<typeof tagged>) =>
      ((await tagged(...asked)).json as { text: string; dashboardUID: string }[]).map((one) => [
        one.text,
        one.dashboardUID,
      ]);

    expect(await found(["flux"])).toEqual([["rolled out", "here"]]);
    expect(await found(["flux", "terraform"])).toEqual([]);
    expect(await found(["flux", "terraform"], { matchAny: "true" })).toEqual([
      ["planned", "there"],
      ["rolled out", "here"],
    ]);
    expect((await tagged(["flux"], {}, "stranger")).status).toBe(403);
    expect(await found(["flux"], {}, "wall")).toEqual([]);
    expect((await tagged([])).status).toBe(400);
  });

  it("is of no dashboard where none is named, and found by its tags by everybody who may read one", async () => {
    const body = { time: T, text: "power cut", tags: ["mains"], panelId: 3 };
    const said = await room.ask("POST", "/api/annotations", { as: "editor", body });
    const path = `/api/annotations/${Number(at(said, "id"))}`;
    const found = async (tag: string, as: Who = "viewer") =>
      (await room.ask("GET", `/api/annotations?tags=${tag}&from=${T}&to=${T}`, { as })).json;

    expect(said).toMatchObject({ status: 200, json: { message: "Annotation added" } });
    expect(await found("mains")).toMatchObject([{ text: "power cut", dashboardUID: "", panelId: 0, time: T }]);
    expect(await found("mains", "wall")).toEqual([]);
    expect((await room.ask("GET", path, { as: "viewer" })).json).toMatchObject({ text: "power cut", dashboardUID: "" });
    expect((await room.ask("GET", path, { as: "wall" })).status).toBe(404);
    expect((await room.ask("GET", path, { as: "stranger" })).status).toBe(403);

    expect((await room.ask("PATCH", path, { as: "viewer", body: { text: "no" } })).status).toBe(403);
    expect((await room.ask("PATCH", path, { as: "editor", body: { tags: [] } })).status).toBe(400);
    expect((await room.ask("PATCH", path, { as: "editor", body: { tags: ["grid"] } })).status).toBe(200);
    expect([await found("mains"), await found("grid")]).toMatchObject([[], [{ text: "power cut" }]]);
    const { json } = await room.ask("GET", `/api/audit/records?action=annotations.update&target=annotations/`);
    expect(JSON.stringify(json)).toContain(path.replace("/api/", ""));

    await forgetAnnotations(room.resources.db);
    expect((await room.ask("DELETE", path, { as: "editor" })).status).toBe(200);
    expect(await found("grid")).toEqual([]);
  });

  it("is said of no dashboard by those alone who may change every one", async () => {
    await aDashboard("berth");
    const uid = String(at(await room.ask("GET", "/api/user", { as: "viewer" }), "uid"));
    const permissions = [{ action: "dashboards:write", scope: "dashboards:uid:berth" }];
    const role = await room.ask("POST", "/api/access-control/roles", { body: { name: "Berths", permissions } });
    const given = { body: { roleUid: String(at(role, "uid")) } };
    await room.ask("POST", `/api/access-control/users/${uid}/roles`, given);
    const say = async (body: object) => await room.ask("POST", "/api/annotations", { as: "viewer", body });

    expect((await say({ dashboardUID: "berth", text: "moored" })).status).toBe(200);
    const refused = await say({ text: "moored", tags: ["sea"] });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("dashboards:write (dashboards:*)");
    await room.ask("DELETE", `/api/access-control/users/${uid}/roles/${given.body.roleUid}`);
  });

  it("is changed and removed, and a moment that is moved stays one", async () => {
    const dashboardUID = await aDashboard("moved");
    const id = await add(dashboardUID, { time: T, text: "begun", tags: ["a"] });
    const path = `/api/annotations/${id}`;
    await room.ask("PATCH", path, { as: "editor", body: { time: T + 5 } });
    const moved = await room.ask("GET", path, { as: "viewer" });
    await room.ask("PUT", path, { as: "editor", body: { text: "ended", tags: [], timeEnd: T + 9 } });
    const ended = await room.ask("GET", path, { as: "viewer" });

    expect(moved.json).toMatchObject({ id, dashboardUID, time: T + 5, timeEnd: T + 5, text: "begun", tags: ["a"] });
    expect(ended.json).toMatchObject({ time: T + 5, timeEnd: T + 9, text: "ended", tags: [] });
    expect((await room.ask("DELETE", path, { as: "editor" })).status).toBe(200);
    expect((await room.ask("GET", path, { as: "viewer" })).status).toBe(404);
  });

  it("is not changed over a change that came in between, where what was seen is named", async () => {
    const name = await aDashboard("overtaken");
    const made = await room.ask("POST", "/api/annotations", { body: { dashboardUID: name, time: T, text: "a" } });
    const path = `/api/annotations/${String(at(made, "id"))}`;
    const change = (body: object) => room.ask("PUT", path, { body });

    expect((await change({ text: "b", seen: { text: "a" } })).status).toBe(200);
    const late = await change({ text: "c", tags: ["late"], seen: { text: "a", tags: [] } });
    expect([late.status, at(late, "messageId")]).toEqual([409, "annotation_overtaken"]);
    // What it does not name may be another by now.
    expect((await change({ tags: ["x"], seen: { tags: [], time: T, timeEnd: T } })).status).toBe(200);
    expect((await change({ text: "d" })).status).toBe(200);
    expect((await room.ask("GET", path)).json).toMatchObject({ text: "d", tags: ["x"], time: T });
  });

  it("is told as it was by each of those who change it at once, and removed by one of them alone", async () => {
    const id = await add(await aDashboard("contended"), { time: T, text: "begun" });
    const path = `/api/annotations/${id}`;
    const words = ["one", "two", "three", "four", "five", "six"];
    const recordsOf = async (action: string) => {
      const { json } = await room.ask("GET", `/api/audit/records?action=${action}&target=annotations/${id}`);
      return (json as { records: { details: { changes: { setting: string; before: string; after: string }[] } }[] })
        .records;
    };

    await Promise.all(words.map((text) => room.ask("PATCH", path, { as: "editor", body: { text } })));
    const changed = await room.ask("GET", path);
    const told = (await recordsOf("annotations.update")).flatMap(({ details }) => details.changes);
    const removals = await Promise.all(words.map(() => room.ask("DELETE", path, { as: "editor" })));

    // Each found what another one had left, the first what was there at the beginning; what the last left is there now.
    const left = words.filter((word) => word !== at(changed, "text"));
    expect(told.map(({ before }) => before).toSorted()).toEqual(["begun", ...left].toSorted());
    expect(removals.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
    expect(await recordsOf("annotations.delete")).toHaveLength(1);
  });

  it("is for those who may read the dashboard, and said by those who may change it", async () => {
    const dashboardUID = await aDashboard("closed");
    const id = await add(dashboardUID, { time: T, text: "secret" });
    const path = `/api/annotations/${id}`;

    expect((await room.ask("GET", path, { as: "stranger" })).status).toBe(403);
    expect((await room.ask("DELETE", path, { as: "viewer" })).status).toBe(403);
    const body = { dashboardUID, text: "no" };
    expect((await room.ask("POST", "/api/annotations", { as: "viewer", body })).status).toBe(403);
    expect((await room.ask("GET", `/api/annotations?dashboardUID=${dashboardUID}`, { as: "wall" })).status).toBe(403);
    expect(await textsOf({ dashboardUID })).toEqual(["secret"]);
  });

  it.each([
    { text: "no dashboard" },
    { dashboardUID: "felt" },
    { dashboardUID: "felt", text: "x", time: 10, timeEnd: 9 },
    { dashboardUID: "felt", text: "x", time: -1 },
    { dashboardUID: "felt", text: "x".repeat(4001) },
    { dashboardUID: "felt", text: "x\u0000" },
    { dashboardUID: "felt", text: "x", tags: [""] },
  ])("is refused as %j, and nothing is kept of it", async (body) => {
    expect((await room.ask("POST", "/api/annotations", { body })).status).toBe(400);
    expect(await textsOf({ dashboardUID: "felt" })).not.toContain("x");
  });

  it("goes when nothing is kept of its dashboard any more", async () => {
    const name = await aDashboard("gone");
    await add(name, { text: "kept for the trash" });
    const { db } = room.resources;
    const counted = async () =>
      (await db.selectFrom("vedette.annotations").select("id").where("text", "=", "kept for the trash").execute())
        .length;
    await room.ask("DELETE", `${DASHBOARDS}/${name}`);
    await forgetAnnotations(db);
    expect(await counted()).toBe(1);

    await db.deleteFrom("vedette.object_versions").where("name", "=", name).execute();
    await forgetAnnotations(db);

    expect(await counted()).toBe(0);
  });
});
