import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dashboardKind } from "../src/kinds/dashboard.ts";
import { removeObject } from "../src/objects/remove.ts";
import { replaceObject } from "../src/objects/replace.ts";
import type { ResourceDatabase } from "../src/resource-tables.ts";
import { SERVER } from "../src/seeds/seed.ts";
import { at, DASHBOARDS, DATA_SOURCES, openRoom, PLAYLISTS, type Room } from "./room.ts";

const parallel = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const countOf = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

onEachStore("of fifty at once", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  it.each([
    [DASHBOARDS, { title: "mine" }],
    [PLAYLISTS, { title: "mine", interval: "5m", items: [] }],
  ])("one makes the name at %s, the others are told that it exists", async (path, spec) => {
    const made = await parallel(50, () => room.ask("POST", path, { body: { metadata: { name: "wanted-1" }, spec } }));

    const statuses = made.map(({ status }) => status);
    expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([1, 49]);
  });

  it.each([
    [DASHBOARDS, { title: "mine" }],
    [PLAYLISTS, { title: "mine", interval: "5m", items: [] }],
  ])("one saves over the same version at %s, the others conflict", async (path, spec) => {
    const first = await room.ask("POST", path, { body: { metadata: { name: "wanted-2" }, spec } });
    const resourceVersion = at(first, "metadata.resourceVersion");

    const saved = await parallel(50, (index) => {
      const body = { metadata: { name: "wanted-2", resourceVersion }, spec: { ...spec, title: `save ${index}` } };
      return room.ask("PUT", `${path}/wanted-2`, { body });
    });

    const statuses = saved.map(({ status }) => status);
    expect([countOf(statuses, 200), countOf(statuses, 409)]).toEqual([1, 49]);
    const winner = saved.find(({ status }) => status === 200);
    expect((await room.ask("GET", `${path}/wanted-2`)).text).toBe(winner?.text);
  });

  it("all save a dashboard without a version, one after the other without a gap", async () => {
    await room.ask("POST", DASHBOARDS, { body: { metadata: { name: "wanted-3" }, spec: { title: "first" } } });

    const saved = await parallel(50, (index) =>
      room.ask("PUT", `${DASHBOARDS}/wanted-3`, {
        body: { metadata: { name: "wanted-3" }, spec: { title: `save ${index}` } },
      }),
    );

    const generations = saved
      .map((reply) => Number(at(reply, "metadata.generation")))
      .sort((one, other) => one - other);
    expect(generations).toEqual(Array.from({ length: 50 }, (_, index) => index + 2));
    const versions = new Map(saved.map((reply) => [Number(at(reply, "metadata.generation")), reply]));
    const rising = generations.map((generation) =>
      BigInt(String(at(versions.get(generation) ?? fail(), "metadata.resourceVersion"))),
    );
    expect(rising.every((version, index) => index === 0 || version > (rising[index - 1] ?? version))).toBe(true);
  });

  it("each reads the object that was asked for, as it is now", async () => {
    const name = (index: number) => `read-${index % 10}`;
    await parallel(9, (index) =>
      room.ask("POST", DASHBOARDS, { body: { metadata: { name: name(index) }, spec: { title: `Read ${index}` } } }),
    );
    const readAll = () => parallel(50, (index) => room.ask("GET", `${DASHBOARDS}/${name(index)}`));
    await readAll();
    await room.ask("PUT", `${DASHBOARDS}/read-3`, {
      body: { metadata: { name: "read-3" }, spec: { title: "Read anew" } },
    });
    await room.ask("DELETE", `${DASHBOARDS}/read-5`);

    const answers = await readAll();

    const expected = (index: number) => {
      if (index === 9 || index === 5) return 404;
      return index === 3 ? "Read anew" : `Read ${index}`;
    };
    expect(answers.map((reply) => (reply.status === 200 ? at(reply, "spec.title") : reply.status))).toEqual(
      answers.map((_reply, index) => expected(index % 10)),
    );
    const seen = await parallel(10, () => room.ask("GET", `${DASHBOARDS}/read-3`, { as: "stranger" }));
    expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 403));
  });

  it("one removes, the others find nothing", async () => {
    const removed = await parallel(50, () => room.ask("DELETE", `${DASHBOARDS}/delivery-workers`));

    const statuses = removed.map(({ status }) => status);
    expect([countOf(statuses, 200), countOf(statuses, 404)]).toEqual([1, 49]);
  });

  it("with titles that no index can hold are told so", async () => {
    const statuses = await parallel(3, async (index) => {
      const title = Array.from({ length: 9000 }, () => Math.random().toString(36).at(-1)).join("");
      const spec = { title, type: "prometheus", url: "http://prometheus.lan" };
      const body = { metadata: { name: `endless-${index}` }, spec };
      return (await room.ask("POST", DATA_SOURCES, { body })).status;
    });

    expect(statuses).toEqual([400, 400, 400]);
    const title = "x".repeat(100_000);
    const dashboard = await room.ask("POST", DASHBOARDS, { body: { metadata: { name: "endless" }, spec: { title } } });
    expect(dashboard.status).toBe(201);
  });

  it("those whose title is taken are told so, and take nobody along who is written with them", async () => {
    const made = await parallel(50, (index) => {
      const title = index % 5 === 0 ? "Wanted" : `Source ${index}`;
      const spec = { title, type: "prometheus", url: "http://prometheus.lan" };
      return room.ask("POST", DATA_SOURCES, { body: { metadata: { name: `source-${index}` }, spec } });
    });

    const statuses = made.map(({ status }) => status);
    expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([41, 9]);
    const names = made.flatMap((reply, index) => (reply.status === 201 ? [`source-${index}`] : []));
    const listed = await room.ask("GET", DATA_SOURCES);
    expect(names.filter((name) => !listed.text.includes(`"name":"${name}"`))).toEqual([]);
    const versions = made.filter(({ status }) => status === 201).map((reply) => at(reply, "metadata.resourceVersion"));
    expect(new Set(versions).size).toBe(41);
  });

  it("find what another process has written meanwhile, and write over nothing unseen", async () => {
    const other = room.database.as<ResourceDatabase>();
    const path = `${DASHBOARDS}/shared-1`;
    const put = (spec: object, version?: unknown) =>
      room.ask("PUT", path, { body: { metadata: { name: "shared-1", resourceVersion: version }, spec } });
    const elsewhere = async (title: string) => {
      const value = { metadata: { name: "shared-1" }, spec: { title } };
      const target = { kind: dashboardKind, namespace: "default", name: "shared-1", author: SERVER } as const;
      const body = { value, text: JSON.stringify(value) };
      await replaceObject(other, { ...target, body, mode: "store", now: new Date() });
    };
    await room.ask("POST", DASHBOARDS, { body: { metadata: { name: "shared-1" }, spec: { title: "first" } } });
    const seen = await put({ title: "mine" });
    await elsewhere("theirs");

    const overtaken = await put({ title: "mine again" }, at(seen, "metadata.resourceVersion"));
    expect(overtaken.status).toBe(409);
    // The same as this process wrote last, and not what is there.
    const again = await put({ title: "mine" });
    expect([again.status, at(again, "metadata.generation"), at(again, "spec.title")]).toEqual([200, 4, "mine"]);
    await elsewhere("theirs again");
    const patched = await room.ask("PATCH", path, {
      text: JSON.stringify({ spec: { tags: ["x"] } }),
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect([at(patched, "metadata.generation"), at(patched, "spec.title")]).toEqual([6, "theirs again"]);
    const nothing = await put({ title: "theirs again", tags: ["x"] });
    expect(at(nothing, "metadata.resourceVersion")).toBe(at(patched, "metadata.resourceVersion"));

    await removeObject(other, {
      kind: dashboardKind,
      namespace: "default",
      name: "shared-1",
      preconditions: { uid: undefined, resourceVersion: undefined },
      author: SERVER,
      mode: "store",
    });
    expect((await put({ title: "mine" })).status).toBe(404);
    expect((await room.ask("GET", path)).status).toBe(404);
    const list = await room.ask("GET", `${DASHBOARDS}?limit=500`);
    expect(list.text).not.toContain('"name":"shared-1"');
  });

  it("all get a name of their own from one prefix", async () => {
    const made = await parallel(50, () =>
      room.ask("POST", DASHBOARDS, { body: { metadata: { generateName: "n-" }, spec: { title: "T" } } }),
    );

    expect(new Set(made.map((reply) => at(reply, "metadata.name"))).size).toBe(50);
    expect(made.every(({ status }) => status === 201)).toBe(true);
  });
});

function fail(): never {
  throw new Error("a generation is missing");
}
