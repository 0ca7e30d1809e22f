import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, DASHBOARDS, openRoom, PLAYLISTS, type Reply, type Room } from "./room.ts";

onEachStore("a list of dashboards", (openTestDatabase) => {
  let room: Room;
  const names = Array.from({ length: 25 }, (_, index) => `d${String(index).padStart(2, "0")}`);
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    await room.ask("DELETE", `${DASHBOARDS}/delivery-workers`);
    for (const [index, name] of names.entries()) {
      await create(
        room,
        name,
        { even: String(index % 2 === 0), ...(index < 5 ? { team: "infra" } : {}) },
        `Title ${index}`,
      );
    }
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  const create = (where: Room, name: string, labels: object = {}, title = "T") =>
    where.ask("POST", DASHBOARDS, { body: { metadata: { name, labels }, spec: { title } } });
  const list = (query: Record<string, string>) => room.ask("GET", `${DASHBOARDS}?${new URLSearchParams(query)}`);
  const namesOf = (reply: Reply) => [...reply.text.matchAll(/"metadata":\{"name":"([^"]+)"/g)].map(([, name]) => name);

  /** Reads page after page, doing something after each. */
  async function everyPage(where: Room, limit: number, between = async (_page: number) => {}): Promise<Reply[]> {
    const first = await where.ask("GET", `${DASHBOARDS}?limit=${limit}`);
    const pages = [first];
    for (let token = at(first, "metadata.continue"); typeof token === "string"; ) {
      await between(pages.length);
      const page = await where.ask("GET", `${DASHBOARDS}?limit=${limit}&continue=${token}`);
      pages.push(page);
      token = at(page, "metadata.continue");
    }
    return pages;
  }

  it("is complete and in the order of names without a limit", async () => {
    for (const all of [await list({}), await list({ limit: "0" })]) {
      expect(all.status).toBe(200);
      expect(all.json).toMatchObject({ kind: "DashboardList", apiVersion: "dashboard.vedette.app/v1" });
      expect(at(all, "metadata.resourceVersion")).toMatch(/^\d+$/);
      expect(at(all, "metadata.continue")).toBeUndefined();
      expect(namesOf(all)).toEqual(names);
    }
  });

  it.each([1, 7, 24, 25, 26, 500])("comes in pages of at most %i", async (limit) => {
    const pages = await everyPage(room, limit);

    expect(pages.map((page) => namesOf(page).length).every((count) => count <= limit)).toBe(true);
    expect(pages.length).toBe(Math.ceil(25 / limit));
    expect(pages.flatMap(namesOf)).toEqual(names);
  });

  it("shows one state on all pages, whatever is made, changed and removed in between", async () => {
    await using busy = await openRoom(openTestDatabase);
    for (const name of names) await create(busy, name);
    await busy.ask("DELETE", `${DASHBOARDS}/delivery-workers`);

    const pages = await everyPage(busy, 10, async (page) => {
      await create(busy, `d1${page}-new`);
      const body = { metadata: { name: "d20" }, spec: { title: `changed ${page}` } };
      await busy.ask("PUT", `${DASHBOARDS}/d20`, { body });
      await busy.ask("DELETE", `${DASHBOARDS}/d2${page}`);
      await busy.ask("DELETE", `${DASHBOARDS}/d0${page}`);
    });

    expect(pages.flatMap(namesOf)).toEqual(names);
    expect(new Set(pages.map((page) => at(page, "metadata.resourceVersion"))).size).toBe(1);
    expect(pages.map(({ text }) => text).join("")).not.toContain("changed");
  });

  it("can be had as it was at an older version", async () => {
    const before = String(at(await list({}), "metadata.resourceVersion"));
    await create(room, "zz-later");

    const exact = { resourceVersion: before, resourceVersionMatch: "Exact" };
    expect(namesOf(await list(exact))).toEqual(names);
    expect(namesOf(await list({ resourceVersion: before }))).toContain("zz-later");
    await room.ask("DELETE", `${DASHBOARDS}/zz-later`);
    expect((await list({ resourceVersion: "9223372036854775807" })).json).toMatchObject({
      code: 504,
      reason: "Timeout",
    });
  });

  it.each([
    ["team=infra", 5],
    ["team==infra,even=true", 3],
    ["team!=infra", 20],
    ["team in (infra,web)", 5],
    ["team notin (infra)", 20],
    ["team", 5],
    ["!team", 20],
    ["team=web", 0],
    ["", 25],
  ])("with the label selector %j has %i", async (labelSelector, count) => {
    expect(namesOf(await list({ labelSelector })).length).toBe(count);
  });

  it.each([
    ["metadata.name=d03", ["d03"]],
    ["metadata.name!=d03,metadata.namespace=default,spec.title=Title 4", ["d04"]],
    ["metadata.namespace=other", []],
    ["spec.title=Title 7", ["d07"]],
  ])("with the field selector %j has %j", async (fieldSelector, expected) => {
    expect(namesOf(await list({ fieldSelector }))).toEqual(expected);
  });

  it("keeps its selectors over pages", async () => {
    const first = await list({ labelSelector: "team=infra", limit: "3" });
    const token = String(at(first, "metadata.continue"));
    const second = await list({ labelSelector: "team=infra", limit: "3", continue: token });

    expect([...namesOf(first), ...namesOf(second)]).toEqual(["d00", "d01", "d02", "d03", "d04"]);
    expect((await list({ limit: "3", continue: token })).json).toMatchObject({ code: 400 });
  });

  it("does not take the token of somebody else, of another list, or a made up one", async () => {
    const token = encodeURIComponent(String(at(await list({ limit: "3" }), "metadata.continue")));
    const asked = async (path: string, as: "admin" | "viewer") => (await room.ask("GET", path, { as })).status;

    expect(await asked(`${DASHBOARDS}?limit=3&continue=${token}`, "viewer")).toBe(400);
    expect(await asked(`${PLAYLISTS}?limit=3&continue=${token}`, "admin")).toBe(400);
    expect(await asked(`${DASHBOARDS}?limit=3&continue=${token}x`, "admin")).toBe(400);
    expect(await asked(`${DASHBOARDS}?limit=3&continue=bm9uc2Vuc2U`, "admin")).toBe(400);
    expect(await asked(`${DASHBOARDS}?limit=3&continue=${token}`, "admin")).toBe(200);
  });

  it.each([
    ["limit=-1"],
    ["limit=x"],
    ["limit=1.5"],
    ["limit=1e3"],
    ["limit=1&limit=2"],
    ["labelSelector=a%20b"],
    ["fieldSelector=spec.panels=1"],
    ["resourceVersion=x"],
    ["resourceVersionMatch=Newest"],
  ])("with %s is refused", async (query) => {
    expect((await room.ask("GET", `${DASHBOARDS}?${query}`)).json).toMatchObject({ kind: "Status", code: 400 });
  });

  it.each([
    ["v1", "v1"],
    ["v1beta1", "v1beta1"],
  ])("is a table of version %s for those who print it", async (version) => {
    const accept = `application/json;as=Table;v=${version};g=meta.k8s.io,application/json`;
    const ask = (query: string) => room.ask("GET", `${DASHBOARDS}?${query}`, { headers: { accept } });

    const [table, whole, bare] = await Promise.all([
      ask("limit=2"),
      ask("limit=1&includeObject=Object"),
      ask("limit=1&includeObject=None"),
    ]);

    expect(table.json).toMatchObject({
      kind: "Table",
      apiVersion: `meta.k8s.io/${version}`,
      metadata: { resourceVersion: expect.any(String), continue: expect.any(String) },
      columnDefinitions: [
        { name: "Name", type: "string", format: "name", priority: 0 },
        { name: "Title", priority: 0 },
        { name: "Folder", priority: 0 },
        { name: "Tags", priority: 1 },
        { name: "Generation", type: "integer", priority: 1 },
        { name: "Created At", priority: 1 },
      ],
    });
    expect(at(table, "rows.1.cells")).toHaveLength(6);
    expect(at(table, "rows.1.object.kind")).toBe("PartialObjectMetadata");
    expect(at(table, "rows.1.object.spec")).toBeUndefined();
    expect(at(whole, "rows.0.object.spec.title")).toBe(at(whole, "rows.0.cells.1"));
    expect(at(bare, "rows.0")).not.toHaveProperty("object");
  });

  it("holds metadata alone where no more is wanted", async () => {
    const accept = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json";

    const list = await room.ask("GET", `${DASHBOARDS}?limit=1`, { headers: { accept } });

    expect(list.json).toMatchObject({ kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1" });
    expect(at(list, "items.0")).toMatchObject({ kind: "PartialObjectMetadata", metadata: { namespace: "default" } });
    expect(at(list, "items.0")).not.toHaveProperty("spec");
  });

  it("of another namespace is nobody's to see", async () => {
    const other = await room.ask("GET", DASHBOARDS.replace("default", "org-2"));

    expect(other.json).toMatchObject({ code: 403, reason: "Forbidden" });
  });

  describe("that is larger than what is held in memory", () => {
    it("is streamed whole, also to a slow reader", async () => {
      const title = "large";
      for (let index = 0; index < 12; index += 1) {
        const body = {
          metadata: { name: `large-${index}`, labels: { size: title } },
          spec: { title, text: "x".repeat(400_000) },
        };
        await room.ask("POST", DASHBOARDS, { body });
      }
      await room.app.listen({ port: 0, host: "127.0.0.1" });
      const { port } = room.app.server.address() as AddressInfo; // it listens on a port, so it is no pipe
      const url = `http://127.0.0.1:${port}${DASHBOARDS}?labelSelector=size%3Dlarge`;
      const answer = await fetch(url, { headers: { authorization: room.bearer("admin") } });

      let length = 0;
      for await (const chunk of answer.body ?? []) length += chunk.length;
      expect(answer.headers.get("content-length")).toBeNull();
      expect(length).toBeGreaterThan(12 * 400_000);
    });
  });

  describe("and other large answers are compressed", () => {
    const get = (url: string, headers: object = {}) =>
      room.app.inject({ url, headers: { authorization: room.bearer("admin"), ...headers } });

    it.each([
      ["a list", DASHBOARDS],
      ["one object", `${DASHBOARDS}/large`],
      ["an answer of the older API", "/api/dashboards/uid/large"],
      ["a description of what is served", "/openapi/v2"],
    ])("%s, for those who ask for it", async (_what, url) => {
      await room.ask("POST", DASHBOARDS, {
        body: { metadata: { name: "large" }, spec: { title: "Large", text: "ä".repeat(5000) } },
      });
      const plain = await get(url);
      const packed = await get(url, { "accept-encoding": "br;q=1, gzip;q=0.5" });

      expect([plain.headers["content-encoding"], packed.headers["content-encoding"]]).toEqual([undefined, "gzip"]);
      expect(packed.headers["vary"]).toContain("Accept-Encoding");
      expect(packed.headers["content-type"]).toBe(plain.headers["content-type"]);
      expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
      expect((await get(url, { "accept-encoding": "gzip;q=0" })).headers["content-encoding"]).toBeUndefined();
    });

    it("but small ones are not", async () => {
      const health = await get("/api/health", { "accept-encoding": "gzip" });
      expect([health.statusCode, health.headers["content-encoding"]]).toEqual([200, undefined]);
    });
  });
});
