import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { onEachStore } from "@vedette/database/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { forgetOldVersions } from "../src/history/forget.ts";
import { at, DASHBOARDS, openRoom, PLAYLISTS, type Reply, type Room, type Who } from "./room.ts";

interface Event {
  readonly type: string;
  readonly object: {
    readonly kind: string;
    readonly code?: number;
    readonly metadata: { readonly name?: string; readonly resourceVersion: string; readonly annotations?: object };
    readonly spec?: { readonly title?: string };
    readonly columnDefinitions?: readonly { readonly name: string }[];
    readonly rows?: readonly { readonly cells: readonly unknown[]; readonly object: { readonly kind: string } }[];
  };
}

/** Generous: the machine may be busy. */
const WAIT = { timeout: 25_000, interval: 20 };
const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

onEachStore("a watch", (openTestDatabase) => {
  let room: Room;
  let port: number;
  const open: IncomingMessage[] = [];
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    await room.app.listen({ host: "127.0.0.1", port: 0 });
    port = (room.app.server.address() as AddressInfo).port;
  });
  afterEach(() => {
    for (const answer of open.splice(0)) answer.destroy();
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  const create = (name: string, metadata: object = {}, title = name) =>
    room.ask("POST", DASHBOARDS, { body: { metadata: { name, ...metadata }, spec: { title } } });
  const save = (name: string, title: string, metadata: object = {}) =>
    room.ask("PUT", `${DASHBOARDS}/${name}`, { body: { metadata: { name, ...metadata }, spec: { title } } });
  const remove = (name: string) => room.ask("DELETE", `${DASHBOARDS}/${name}`);
  const versionOf = (reply: Reply) => String(at(reply, "metadata.resourceVersion"));
  const newest = async () => versionOf(await room.ask("GET", `${DASHBOARDS}?limit=1`));

  async function watch(
    query: string,
    { as = "admin", path = DASHBOARDS, accept = "application/json" }: { as?: Who; path?: string; accept?: string } = {},
  ) {
    return await stream<Event>(`${path}?watch=true${query}`, as, accept);
  }
  async function stream<Line>(path: string, as: Who, accept = "application/json") {
    const asked = request({
      port,
      path,
      headers: { authorization: room.bearer(as), accept },
      agent: false,
    });
    asked.end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.on("error", () => {});
    open.push(answer);
    const events: Line[] = [];
    createInterface(answer).on("line", (line) => events.push(JSON.parse(line)));
    const ended = new Promise<void>((resolve) => answer.once("close", resolve));
    return { status: answer.statusCode, headers: answer.headers, events, ended };
  }
  const seen = ({ events }: { events: readonly Event[] }) =>
    events.map(({ type, object }) => `${type} ${object.metadata.name} ${object.spec?.title ?? ""}`.trim());

  it("sends its headers at once, before anything happens", async () => {
    const watching = await watch(`&resourceVersion=${await newest()}`);

    expect(watching.status).toBe(200);
    expect(watching.headers).toMatchObject({ "content-type": "application/json", "cache-control": "no-store" });
    expect(watching.events).toEqual([]);
  });

  it("tells what is there, then every change once and in order", async () => {
    await create("there", { labels: { told: "yes" } });
    const watching = await watch("&labelSelector=told");
    await vi.waitFor(() => expect(seen(watching)).toEqual(["ADDED there there"]), WAIT);

    await create("made", { labels: { told: "yes" } });
    await save("made", "saved", { labels: { told: "yes" } });
    const removed = await room.ask("GET", `${DASHBOARDS}/made`);
    await remove("made");
    await create("made", { labels: { told: "yes" } }, "again");

    await vi.waitFor(() => {
      expect(seen(watching)).toEqual([
        "ADDED there there",
        "ADDED made made",
        "MODIFIED made saved",
        "DELETED made saved",
        "ADDED made again",
      ]);
    }, WAIT);
    const versions = watching.events.map(({ object }) => BigInt(object.metadata.resourceVersion));
    expect(versions.every((version, index) => index === 0 || version > (versions[index - 1] ?? version))).toBe(true);
    expect(versions[3]).toBeGreaterThan(BigInt(versionOf(removed)));
    await remove("there");
    await remove("made");
  });

  it("tells of each change in one line, however many its text has", async () => {
    const watching = await watch(`&resourceVersion=${await newest()}`);
    const body = { metadata: { name: "lines" }, spec: { title: "two\nlines", panels: [] } };
    await room.ask("POST", DASHBOARDS, { text: JSON.stringify(body, null, 2).replaceAll("\n", "\r\n") });

    await vi.waitFor(() => expect(seen(watching)).toEqual(["ADDED lines two\nlines"]), WAIT);
    await remove("lines");
  });

  it("goes on from a version without a gap, also between the list and the watch", async () => {
    const from = await newest();
    for (let index = 0; index < 30; index += 1) await create(`gap-${index}`);

    const writing = Promise.all(Array.from({ length: 30 }, (_, index) => save(`gap-${index}`, "saved")));
    const watchings = await Promise.all(
      Array.from({ length: 5 }, () => watch(`&resourceVersion=${from}&allowWatchBookmarks=true`)),
    );
    await writing;

    for (const watching of watchings) {
      await vi.waitFor(() => expect(watching.events.filter(({ type }) => type !== "BOOKMARK")).toHaveLength(60), WAIT);
      const versions = watching.events.map(({ object }) => Number(object.metadata.resourceVersion));
      expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
    }
  });

  it("shows what comes to fit its selectors as new, and what ceases to as gone, with the state it had", async () => {
    const from = await newest();
    const watching = await watch(`&resourceVersion=${from}&labelSelector=team%3Dinfra`);
    const titled = await watch(`&resourceVersion=${from}&fieldSelector=metadata.name%3Dfits`);

    await create("fits", {}, "unseen");
    await save("fits", "seen", { labels: { team: "infra" } });
    await save("fits", "again", { labels: { team: "infra" } });
    await save("fits", "hidden", { labels: { team: "web" } });
    await remove("fits");
    await create("other", {}, "unseen");

    await vi.waitFor(() => expect(titled.events).toHaveLength(5), WAIT);
    expect(seen(titled).map((text) => text.split(" ")[0])).toEqual([
      "ADDED",
      "MODIFIED",
      "MODIFIED",
      "MODIFIED",
      "DELETED",
    ]);
    await vi.waitFor(() => {
      expect(seen(watching)).toEqual(["ADDED fits seen", "MODIFIED fits again", "DELETED fits again"]);
    }, WAIT);
  });

  it("does not tell of saves that change nothing, dry runs and other kinds", async () => {
    await create("quiet", {}, "same");
    const watching = await watch(`&resourceVersion=${await newest()}`);

    await save("quiet", "same");
    await room.ask("PUT", `${DASHBOARDS}/quiet?dryRun=All`, {
      body: { metadata: { name: "quiet" }, spec: { title: "tried" } },
    });
    await room.ask("POST", PLAYLISTS, {
      body: { metadata: { name: "quiet" }, spec: { title: "x", interval: "5m", items: [] } },
    });
    await save("quiet", "loud");

    await vi.waitFor(() => expect(watching.events.length).toBeGreaterThan(0), WAIT);
    expect(seen(watching)).toEqual(["MODIFIED quiet loud"]);
  });

  it("marks the end of what is there when asked to", async () => {
    const watching = await watch("&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true");

    await vi.waitFor(() => expect(watching.events.at(-1)?.type).toBe("BOOKMARK"), WAIT);
    expect(watching.events.slice(0, -1).every(({ type }) => type === "ADDED")).toBe(true);
    expect(watching.events.at(-1)?.object).toMatchObject({
      kind: "Dashboard",
      metadata: { resourceVersion: await newest(), annotations: { "k8s.io/initial-events-end": "true" } },
    });
  });

  it("ends after its timeoutSeconds", async () => {
    const watching = await watch("&timeoutSeconds=1");

    await watching.ended;
    expect(watching.status).toBe(200);
  });

  it("as a table names the columns once", async () => {
    const watching = await watch(`&resourceVersion=${await newest()}`, { accept: TABLE });

    await create("row-1", {}, "One");
    await create("row-2", {}, "Two");

    await vi.waitFor(() => expect(watching.events).toHaveLength(2), WAIT);
    const [first, second] = watching.events.map(({ object }) => object);
    expect(first?.columnDefinitions?.map(({ name }) => name)).toEqual([
      "Name",
      "Title",
      "Folder",
      "Tags",
      "Generation",
      "Created At",
    ]);
    expect(second).toMatchObject({ kind: "Table", columnDefinitions: [] });
    expect(second?.rows?.[0]).toMatchObject({
      cells: ["row-2", "Two", "", "", 1, expect.stringMatching(/Z$/)],
      object: { kind: "PartialObjectMetadata" },
    });
  });

  it("is told of what another process saves, by the store alone", async () => {
    const watching = await watch(`&resourceVersion=${await newest()}`);

    // What another process does: the same rows, none of this process's memory.
    await room.database.query(
      `with turn as (update vedette.counters set value = value + 1 where name = 'resource_version' returning value)
       insert into vedette.object_versions (resource_version, resource, namespace, name, uid, generation, internal_id,
         title, tags, labels, created_at, created_by, written_at, written_by, size, metadata, spec)
       select value, 'dashboards', 'default', 'elsewhere', gen_random_uuid(), 1, 900001, 'Elsewhere', '[]', '{}', now(), 'user:x',
         now(), 'user:x', 10, '{"name":"elsewhere","resourceVersion":"' || value || '"}', '{"title":"Elsewhere"}'
       from turn`,
    );

    await vi.waitFor(() => expect(seen(watching)).toEqual(["ADDED elsewhere Elsewhere"]), WAIT);
  });

  it("of many is told to each once and in order, also to who comes while others are told", async () => {
    const { feed } = room.resources;
    await feed.start();
    const from = BigInt(await newest());
    const many = Array.from({ length: 130 }, () => [] as string[]);
    const late: string[] = [];
    const stops = many.map((told, index) =>
      feed.follow(({ version }) => {
        if (index === 0 && told.length === 0) stops.push(feed.follow((change) => late.push(change.version)));
        told.push(version);
      }),
    );
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) made.push(versionOf(await create(`told-${crypto.randomUUID()}`)));

    await vi.waitFor(() => expect([...many, late].every((told) => told.at(-1) === made.at(-1))).toBe(true), WAIT);
    for (const stop of stops) stop();
    expect([...many, late].map((told) => told.filter((version) => BigInt(version) > from).join())).toEqual(
      [...many, late].map(() => made.join()),
    );
  });

  it("of pages is one stream, which names what changes for those who may see it", async () => {
    const [editors, strangers] = await Promise.all([
      stream<{ resource?: string; name?: string }>("/api/changes", "viewer"),
      stream<{ resource?: string; name?: string }>("/api/changes", "stranger"),
    ]);

    await create("paged");
    await room.ask("POST", PLAYLISTS, {
      body: { metadata: { name: "paged" }, spec: { title: "x", interval: "5m", items: [] } },
    });
    await remove("paged");

    await vi.waitFor(() => expect(editors.events).toHaveLength(4), WAIT);
    expect(editors.events.slice(1)).toEqual([
      { resource: "dashboards", name: "paged" },
      { resource: "playlists", name: "paged" },
      { resource: "dashboards", name: "paged" },
    ]);
    expect(strangers.events).toEqual([{}]);
  });

  it("of pages goes on for somebody whose role names what no list can show", async () => {
    const uid = String(at(await room.ask("GET", "/api/users?query=stranger@"), "users.0.uid"));
    const odd = [
      { action: "dashboards:read", scope: "dashboards:id:5" },
      { action: "playlists:read", scope: "*" },
    ];
    await room.ask("POST", "/api/access-control/roles", { body: { uid: "odd", name: "Odd", permissions: odd } });
    const before = await stream<{ resource?: string }>("/api/changes", "stranger");
    await room.ask("POST", `/api/access-control/users/${uid}/roles`, { body: { roleUid: "odd" } });
    try {
      const after = await stream<{ resource?: string }>("/api/changes", "stranger");
      await create("unseen");
      let count = 0;
      await vi.waitFor(async () => {
        count += 1;
        const spec = { title: "x", interval: "5m", items: [] };
        const made = await room.ask("POST", PLAYLISTS, { body: { metadata: { name: `seen-${count}` }, spec } });
        expect(made.status).toBe(201);
        for (const { events } of [before, after])
          expect(events).toContainEqual(expect.objectContaining({ resource: "playlists" }));
      }, WAIT);

      const told = [...before.events, ...after.events].map(({ resource }) => resource);
      expect(told).not.toContain("dashboards");
      expect((await room.ask("GET", "/api/search", { as: "stranger" })).json).toEqual([]);
      expect((await room.ask("GET", DASHBOARDS, { as: "stranger" })).status).toBe(403);
    } finally {
      await room.ask("DELETE", "/api/access-control/roles/odd");
    }
  });

  it("from before what has been forgotten is told to list again", async () => {
    const first = versionOf(await create("forgetful"));
    for (let index = 0; index < 24; index += 1) await save("forgetful", `title ${index}`);
    const { db } = room.resources;
    const young = await forgetOldVersions(db, 20);
    await room.database.query("update vedette.object_versions set superseded_at = superseded_at - interval '2 hours'");

    const removed = await forgetOldVersions(db, 20);
    const watching = await watch(`&resourceVersion=${first}`);
    await watching.ended;

    expect([young, removed]).toEqual([0, 5]);
    expect(watching.events).toMatchObject([
      { type: "ERROR", object: { kind: "Status", reason: "Expired", code: 410 } },
    ]);
    const gone = await Promise.all([
      room.ask("GET", `${DASHBOARDS}/forgetful?resourceVersion=${first}`),
      room.ask("GET", `${DASHBOARDS}?resourceVersion=${first}&resourceVersionMatch=Exact`),
    ]);
    expect(gone.map(({ status }) => status)).toEqual([410, 410]);
    expect((await watch(`&resourceVersion=${await newest()}`)).status).toBe(200);
  });

  it.each([
    ["a version that never was", "&resourceVersion=999999999", 504],
    ["what is no version", "&resourceVersion=x", 400],
    ["a broken selector", "&labelSelector=%3D", 400],
    ["a history", "&labelSelector=vedette.app%2Fget-history%3Dtrue&fieldSelector=metadata.name%3Dx", 400],
    ["initial events without a match", "&sendInitialEvents=true", 400],
    ["a time that is none", "&timeoutSeconds=x", 400],
  ])("is refused for %s", async (_, query, status) => {
    const watching = await watch(query);

    expect(watching.status).toBe(status);
  });

  describe("of somebody who may not", () => {
    it("is refused", async () => {
      expect((await watch("", { as: "stranger" })).status).toBe(403);
      expect((await watch("", { as: "viewer", path: PLAYLISTS })).status).toBe(200);
    });

    it("any more ends", async () => {
      const watching = await watch(`&resourceVersion=${await newest()}`, { as: "editor" });

      await room.database.query("update vedette.memberships set role = 'Viewer' where role = 'Editor'");
      const isOpen = watching.ended.then(() => false);
      await room.database.query("update vedette.memberships set role = 'None' where role = 'Viewer'");

      expect(await isOpen).toBe(false);
      expect(watching.events).toEqual([]);
    });

    it("is refused beyond twenty for one person", async () => {
      const from = await newest();
      const watchings = await Promise.all(
        Array.from({ length: 21 }, () => watch(`&resourceVersion=${from}`, { as: "viewer" })),
      );

      const statuses = watchings.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    });
  });
});
