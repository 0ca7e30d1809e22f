import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DASHBOARDS, DATA_SOURCES, openRoom, PLAYLISTS, type Reply, type Room } from "./room.ts";

/** Names that are paths, keys of prototypes, or too much. */
const HOSTILE_NAMES = [
  "..%2f..%2fetc",
  "a%2fb",
  "a%5cb",
  "%00",
  "a%00b",
  "__proto__",
  "constructor%20",
  "%ff",
  "%f0%9f%92%a3",
  "a%20b",
  "-a",
  "a;b",
  "'%20or%201=1--",
  "a".repeat(254),
  "a".repeat(5000),
];
const COLLECTIONS = [DASHBOARDS, PLAYLISTS, DATA_SOURCES] as const;
const LEGACY = ["/api/dashboards/uid", "/api/datasources/uid", "/api/inbox"] as const;

onEachStore("a hostile request", (openTestDatabase) => {
  let room: Room;
  let before: unknown;
  const state = async () =>
    (
      await room.database.query(
        "select resource, name, generation from vedette.object_versions order by resource_version",
      )
    ).rows;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    before = await state();
  });
  afterAll(async () => {
    expect(await state()).toEqual(before);
    expect((await room.ask("GET", "/api/health")).status).toBe(200);
    await room[Symbol.asyncDispose]();
  });

  function expectRefusal(reply: Reply): void {
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(reply.headers["content-type"]).toMatch(/^application\/json/);
    expect(reply.text).not.toMatch(/select |insert |vedette\.(?!app)|node_modules|\.ts:|object_versions|stack/i);
    expect(reply.text.length).toBeLessThan(2000);
  }

  describe.each(HOSTILE_NAMES)("to an object called %s", (name) => {
    it.each(COLLECTIONS)("at %s is refused by every verb", async (collection) => {
      const path = `${collection}/${name}`;
      const body = { metadata: { name: decodeSafely(name) }, spec: { title: "T" } };

      expectRefusal(await room.ask("GET", path));
      expectRefusal(await room.ask("PUT", path, { body }));
      expectRefusal(await room.ask("DELETE", path));
      if (name.length < 5000) expectRefusal(await room.ask("POST", collection, { body }));
    });

    it.each(LEGACY)("at %s is refused", async (path) => {
      expectRefusal(await room.ask("GET", `${path}/${name}`));
    });
  });

  it.each(HOSTILE_NAMES)("in the namespace %s is refused", async (name) => {
    expectRefusal(await room.ask("GET", DASHBOARDS.replace("default", name)));
  });

  it.each([
    ["no JSON", "{"],
    ["nothing", ""],
    ["a list", "[]"],
    ["a number", "1"],
    ["null", "null"],
    ["NUL", '{"metadata":{"name":"n\\u0000"},"spec":{"title":"T"}}'],
    ["NUL in a key", '{"metadata":{"name":"n"},"spec":{"title":"T","a\\u0000":1}}'],
    ["10 000 levels", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["wrong types everywhere", '{"metadata":7,"spec":[]}'],
    ["a prototype as metadata", '{"__proto__":{"metadata":{"name":"x"}},"spec":{"title":"T"}}'],
    ["a prototype of metadata", '{"metadata":{"__proto__":{"name":"x"}},"spec":{"title":"T"}}'],
    ["an infinite title", '{"metadata":{"name":"x"},"spec":{"title":1e999}}'],
  ])("with a body of %s is refused everywhere", async (_what, text) => {
    for (const path of [
      ...COLLECTIONS,
      "/api/dashboards/db",
      "/api/dashboards/import",
      "/api/datasources",
      "/api/org/invites",
    ]) {
      expectRefusal(await room.ask("POST", path, { text }));
    }
    for (const path of ["/api/setup", "/api/login"]) {
      expectRefusal(await room.ask("POST", path, { as: "nobody", text }));
    }
    for (const path of [
      `${DASHBOARDS}/delivery-workers`,
      `${PLAYLISTS}/welcome`,
      `${DATA_SOURCES}/vedette`,
      "/api/datasources/uid/vedette",
    ]) {
      expectRefusal(await room.ask("PUT", path, { text }));
    }
  });

  it.each([
    "text/plain",
    "application/xml",
    "application/json; charset=utf-16",
    "application/jsonx",
    "multipart/form-data; boundary=x",
  ])("that says it is %s is refused everywhere", async (type) => {
    const body = { metadata: { name: "typed" }, spec: { title: "T" } };
    for (const path of [...COLLECTIONS, "/api/dashboards/db", "/api/org/invites"]) {
      expect((await room.ask("POST", path, { body, headers: { "content-type": type } })).status).toBe(415);
    }
  });

  it("with keys of prototypes changes no other object", async () => {
    const spec = { title: "T", constructor: { prototype: { polluted: 1 } } };
    const text = `{"metadata":{"name":"p","labels":{"__proto__":"x"}},"spec":{"__proto__":{"polluted":1},"title":"T"}}`;
    await room.ask("POST", `${DASHBOARDS}?dryRun=All`, { text });
    await room.ask("POST", `${DASHBOARDS}?dryRun=All`, { body: { metadata: { name: "p" }, spec } });

    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

function decodeSafely(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // not every hostile name is an encoded text
  }
}
