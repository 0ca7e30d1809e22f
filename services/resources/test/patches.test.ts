import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, DASHBOARDS, FOLDERS, openRoom, PLAYLISTS, type Reply, type Room, type Who } from "./room.ts";

const JSON_PATCH = "application/json-patch+json";
const MERGE_PATCH = "application/merge-patch+json";
const APPLY_PATCH = "application/apply-patch+yaml";
const APPLIED = { apiVersion: "dashboard.vedette.app/v1", kind: "Dashboard" };

onEachStore("a patch", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  const one = (name: string) => `${DASHBOARDS}/${name}`;
  const create = (name: string, spec: object = { title: "CPU" }, metadata: object = {}) =>
    room.ask("POST", DASHBOARDS, { body: { metadata: { name, ...metadata }, spec } });
  const read = async (name: string) => await room.ask("GET", one(name));
  const patch = (path: string, type: string, body: unknown, as: Who = "admin") =>
    room.ask("PATCH", path, { as, body, headers: { "content-type": type } });
  const apply = (name: string, manager: string, parts: object, query = "") =>
    patch(`${one(name)}?fieldManager=${manager}${query}`, APPLY_PATCH, { ...APPLIED, ...parts });
  const owned = (reply: Reply) => {
    const entries: unknown = at(reply, "metadata.managedFields");
    return Object.fromEntries(
      (Array.isArray(entries) ? entries : []).map(({ manager, operation, fieldsV1 }) => [
        `${manager} ${operation}`,
        fieldsV1,
      ]),
    );
  };

  describe("of RFC 6902", () => {
    it("does its operations in their order", async () => {
      await create("ops", { title: "CPU", panels: [{ id: 1 }, { id: 2 }], a: { "b/c": 1, "~": 2 } });

      const patched = await patch(one("ops"), JSON_PATCH, [
        { op: "test", path: "/spec/title", value: "CPU" },
        { op: "replace", path: "/spec/title", value: "Memory" },
        { op: "add", path: "/spec/panels/1", value: { id: 9 } },
        { op: "add", path: "/spec/panels/-", value: { id: 3 } },
        { op: "remove", path: "/spec/panels/0" },
        { op: "copy", from: "/spec/a/b~1c", path: "/spec/copied" },
        { op: "move", from: "/spec/a/~0", path: "/spec/moved" },
        { op: "add", path: "/metadata/labels/team", value: "infra" },
      ]);

      expect(patched.status).toBe(200);
      expect(at(patched, "spec")).toEqual({
        title: "Memory",
        panels: [{ id: 9 }, { id: 2 }, { id: 3 }],
        a: { "b/c": 1 },
        copied: 1,
        moved: 2,
      });
      expect(at(patched, "metadata.generation")).toBe(2);
      expect((await read("ops")).text).toBe(patched.text);
    });

    it.each([
      ["a test that fails", [{ op: "test", path: "/spec/title", value: "x" }], 422],
      ["a path that is not there", [{ op: "remove", path: "/spec/nothing" }], 422],
      ["a member of every prototype", [{ op: "remove", path: "/spec/toString" }], 422],
      ["a way into a prototype", [{ op: "add", path: "/spec/constructor/keys", value: 1 }], 422],
      ["an index behind the end", [{ op: "add", path: "/spec/panels/7", value: 1 }], 422],
      ["an index in other digits", [{ op: "replace", path: "/spec/panels/00", value: 1 }], 422],
      ["a value that moves into itself", [{ op: "move", from: "/spec", path: "/spec/a" }], 422],
      ["the loss of the whole object", [{ op: "remove", path: "" }], 422],
      ["an unknown operation", [{ op: "constructor", path: "/spec/title", value: 1 }], 400],
      ["no list", { op: "remove", path: "/spec/title" }, 400],
      ["no value", [{ op: "add", path: "/spec/title" }], 400],
      ["no pointer", [{ op: "remove", path: "spec" }], 400],
      ["a path without end", [{ op: "remove", path: "/a".repeat(70) }], 400],
      ["another name", [{ op: "replace", path: "/metadata/name", value: "other" }], 400],
      ["no title left", [{ op: "remove", path: "/spec/title" }], 400],
      ["another uid", [{ op: "replace", path: "/metadata/uid", value: "11111111-1111-4111-8111-111111111111" }], 409],
      ["an old version", [{ op: "replace", path: "/metadata/resourceVersion", value: "1" }], 409],
      [
        "a document that doubles itself",
        Array.from({ length: 40 }, (_, index) => ({ op: "copy", from: "/spec", path: `/spec/c${index}` })),
        413,
      ],
    ])("changes nothing for %s", async (_, operations, status) => {
      await create("whole", { title: "CPU", panels: [] });
      const before = (await read("whole")).text;

      const refused = await patch(
        one("whole"),
        JSON_PATCH,
        [{ op: "add", path: "/spec/x", value: 1 }].concat(operations as never),
      );
      const alone = await patch(one("whole"), JSON_PATCH, operations);

      expect(alone.status).toBe(status);
      expect(alone.json).toMatchObject({ kind: "Status", status: "Failure", code: status });
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect((await read("whole")).text).toBe(before);
    });
  });

  describe("of RFC 7386", () => {
    it("merges maps, removes what is null and replaces lists", async () => {
      await create(
        "merged",
        { title: "CPU", tags: ["a"], time: { from: "now-1h", to: "now" } },
        { labels: { a: "1" } },
      );

      const patched = await patch(one("merged"), MERGE_PATCH, {
        metadata: { labels: { a: null, b: "2" } },
        spec: { tags: ["b"], time: { from: null, zone: "UTC" } },
      });

      expect(patched.status).toBe(200);
      expect(at(patched, "spec")).toEqual({ title: "CPU", tags: ["b"], time: { to: "now", zone: "UTC" } });
      expect(at(patched, "metadata.labels")).toMatchObject({ b: "2" });
      expect(at(patched, "metadata.labels")).not.toHaveProperty("a");
    });

    it("of labels keeps the text of the spec letter by letter, and the generation", async () => {
      const spec = '{"title":"CPU","n":1.0,"t":"\\u00e9",  "b":{}}';
      await room.ask("POST", DASHBOARDS, { text: `{"metadata":{"name":"letters"},"spec":${spec}}` });

      const patched = await patch(one("letters"), MERGE_PATCH, { metadata: { labels: { team: "infra" } } });

      expect(patched.text).toContain(spec);
      expect(at(patched, "metadata.generation")).toBe(1);
    });

    it("with keys of prototypes is stored as it is and touches nothing else", async () => {
      await create("keys");

      const text = '{"spec":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}';
      const patched = await room.ask("PATCH", one("keys"), { text, headers: { "content-type": MERGE_PATCH } });

      expect(patched.text).toContain('"__proto__":{"polluted":1}');
      expect(Reflect.get({}, "polluted")).toBeUndefined();
    });

    it("that changes nothing makes no version", async () => {
      const made = await create("same", { title: "CPU" }, { annotations: { "vedette.app/message": "first" } });

      const patched = await patch(one("same"), MERGE_PATCH, { spec: { title: "CPU" } });

      expect(patched.text).toBe(made.text);
    });

    it("does not hand the message of the version before on", async () => {
      await create("message", { title: "CPU" }, { annotations: { "vedette.app/message": "first", mine: "kept" } });

      const silent = await patch(one("message"), MERGE_PATCH, { spec: { title: "Memory" } });
      const said = await patch(one("message"), MERGE_PATCH, {
        metadata: { annotations: { "vedette.app/message": "third" } },
        spec: { title: "Disk" },
      });

      expect(at(silent, "metadata.annotations")).toMatchObject({ mine: "kept" });
      expect(at(silent, "metadata.annotations")).not.toHaveProperty(["vedette.app/message"]);
      expect(at(said, "metadata.annotations")).toMatchObject({ "vedette.app/message": "third" });
    });

    it("keeps nothing of a dry run", async () => {
      const made = await create("dry");

      const patched = await patch(`${one("dry")}?dryRun=All`, MERGE_PATCH, { spec: { title: "Memory" } });

      expect(at(patched, "spec.title")).toBe("Memory");
      expect(at(patched, "metadata.resourceVersion")).toBe(at(made, "metadata.resourceVersion"));
      expect((await read("dry")).text).toBe(made.text);
    });

    it("works on playlists, whose PUT needs a version", async () => {
      const spec = { title: "Wall", interval: "5m", items: [] };
      await room.ask("POST", PLAYLISTS, { body: { metadata: { name: "wall" }, spec } });

      const patched = await patch(`${PLAYLISTS}/wall`, MERGE_PATCH, { spec: { interval: "10m" } });

      expect([patched.status, at(patched, "spec")]).toEqual([200, { ...spec, interval: "10m" }]);
    });

    it("of fifty writers with the same version succeeds once, of fifty without always", async () => {
      const made = await create("raced");
      const resourceVersion = at(made, "metadata.resourceVersion");
      const all = (body: (index: number) => object) =>
        Promise.all(Array.from({ length: 50 }, (_, index) => patch(one("raced"), MERGE_PATCH, body(index))));

      const once = await all((index) => ({ metadata: { resourceVersion }, spec: { title: `t${index}` } }));
      const always = await all((index) => ({ spec: { [`k${index}`]: index } }));

      expect(once.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(once.filter(({ status }) => status === 409)).toHaveLength(49);
      expect(always.every(({ status }) => status === 200)).toBe(true);
      const last = await read("raced");
      expect(Object.keys(at(last, "spec") as object)).toHaveLength(51);
      expect(at(last, "metadata.generation")).toBe(52);
    });
  });

  it.each(["application/strategic-merge-patch+json", "application/json", "text/plain"])(
    "of type %s is refused with the types that are taken",
    async (type) => {
      await create("typed");

      const refused = await patch(one("typed"), type, {});

      expect(refused.status).toBe(415);
      expect(refused.json).toMatchObject({ reason: "UnsupportedMediaType", code: 415 });
      expect(at(refused, "message")).toContain(`${JSON_PATCH}, ${MERGE_PATCH}, ${APPLY_PATCH}`);
    },
  );

  it("is refused to viewers, and tells nobody what is missing", async () => {
    await create("seen");

    const answers = await Promise.all([
      patch(one("seen"), MERGE_PATCH, { spec: { title: "x" } }, "viewer"),
      patch(one("unseen"), MERGE_PATCH, { spec: { title: "x" } }, "viewer"),
      patch(one("unseen"), MERGE_PATCH, { spec: { title: "x" } }, "editor"),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404]);
  });

  describe("that applies", () => {
    it("makes what is not there, and owns what it said", async () => {
      const made = await apply("applied", "ci", {
        metadata: { labels: { team: "infra" } },
        spec: { title: "CPU", tags: [] },
      });

      expect(made.status).toBe(201);
      expect(owned(made)).toEqual({
        "ci Apply": {
          "f:metadata": { "f:labels": { "f:team": {} } },
          "f:spec": { "f:title": {}, "f:tags": {} },
        },
      });
    });

    it("again says the same without a new version", async () => {
      const made = await apply("again", "ci", { spec: { title: "CPU", time: { from: "now-1h" } } });

      const again = await apply("again", "ci", { spec: { title: "CPU", time: { from: "now-1h" } } });

      expect([again.status, again.text]).toEqual([200, made.text]);
    });

    it("takes away what it leaves out, unless somebody else owns it", async () => {
      await apply("left", "ci", { spec: { title: "CPU", time: { from: "now-1h" }, refresh: "5s", tags: ["a"] } });
      await apply("left", "person", { spec: { refresh: "5s" } });

      const less = await apply("left", "ci", { spec: { title: "CPU" } });

      expect(at(less, "spec")).toEqual({ title: "CPU", refresh: "5s" });
      expect(Object.keys(owned(less))).toEqual(["person Apply", "ci Apply"]);
    });

    it("conflicts where somebody else set another value, and says where", async () => {
      await create("fought", { title: "CPU", tags: ["a"] });
      const before = (await read("fought")).text;

      const refused = await apply("fought", "ci", { spec: { title: "Memory", tags: ["b"], refresh: "5s" } });

      expect(refused.status).toBe(409);
      expect(refused.json).toMatchObject({ reason: "Conflict", details: { name: "fought", kind: "dashboards" } });
      expect(at(refused, "message")).toMatch(
        /^Apply failed with 2 conflicts: conflicts with "lightMyRequest" using dashboard\.vedette\.app\/v1:\n- \.spec\.t/,
      );
      expect(at(refused, "details.causes")).toEqual(
        [".spec.title", ".spec.tags"].map((field) => ({
          reason: "FieldManagerConflict",
          message: 'conflict with "lightMyRequest" using dashboard.vedette.app/v1',
          field,
        })),
      );
      expect((await read("fought")).text).toBe(before);
    });

    it("with force takes fields over", async () => {
      await create("forced", { title: "CPU", tags: ["a"] });

      const taken = await apply("forced", "ci", { spec: { title: "Memory" } }, "&force=true");

      expect([taken.status, at(taken, "spec.title")]).toEqual([200, "Memory"]);
      expect(owned(taken)).toEqual({
        "lightMyRequest Update": { "f:spec": { ".": {}, "f:tags": {} } },
        "ci Apply": { "f:spec": { "f:title": {} } },
      });
    });

    it("owns together with others what is the same, and loses what others change", async () => {
      await apply("shared", "ci", { spec: { title: "CPU", refresh: "5s" } });
      const both = await apply("shared", "person", { spec: { title: "CPU" } });
      await patch(`${one("shared")}?fieldManager=editor`, MERGE_PATCH, { spec: { title: "Memory" } });
      const after = await read("shared");

      expect(owned(both)).toMatchObject({ "ci Apply": { "f:spec": { "f:title": {} } }, "person Apply": {} });
      expect(owned(after)).toEqual({
        "ci Apply": { "f:spec": { "f:refresh": {} } },
        "editor Update": { "f:spec": { "f:title": {} } },
      });
    });

    it("owns what it makes in a folder, too", async () => {
      await room.ask("POST", FOLDERS, { body: { metadata: { name: "infra" }, spec: { title: "Infra" } } });
      const metadata = { annotations: { "vedette.app/folder": "infra" } };
      const made = await apply("inside", "ci", { metadata, spec: { title: "CPU" } });

      const again = await apply("inside", "ci", { metadata, spec: { title: "Memory" } });

      expect([made.status, again.status]).toEqual([201, 200]);
      expect(Object.keys(owned(again))).toEqual(["ci Apply"]);
      expect(at(again, "spec.title")).toBe("Memory");
    });

    it("makes nothing under a name of the server's own", async () => {
      const applyFolder = (name: string) =>
        patch(`${FOLDERS}/${name}?fieldManager=ci`, APPLY_PATCH, {
          apiVersion: "folder.vedette.app/v1",
          kind: "Folder",
          spec: { title: `Folder ${name}` },
        });
      const posted = await room.ask("POST", FOLDERS, { body: { metadata: { name: "general" }, spec: { title: "G" } } });

      expect([(await applyFolder("general")).status, (await applyFolder("ordinary")).status]).toEqual([
        posted.status,
        201,
      ]);
      expect(posted.status).toBe(403);
      expect((await room.ask("GET", `${FOLDERS}/general`)).status).toBe(404);
    });

    it("reads YAML as well", async () => {
      const text = "apiVersion: dashboard.vedette.app/v1\nkind: Dashboard\nspec:\n  title: From YAML\n  tags: [a, b]\n";

      const made = await room.ask("PATCH", `${one("yaml")}?fieldManager=ci`, {
        text,
        headers: { "content-type": APPLY_PATCH },
      });

      expect([made.status, at(made, "spec")]).toEqual([201, { title: "From YAML", tags: ["a", "b"] }]);
    });

    it.each([
      ["without a manager", "", { ...APPLIED, spec: { title: "x" } }],
      ["without a kind", "?fieldManager=ci", { apiVersion: APPLIED.apiVersion, spec: { title: "x" } }],
      ["of another kind", "?fieldManager=ci", { ...APPLIED, kind: "Playlist", spec: { title: "x" } }],
      [
        "with managed fields",
        "?fieldManager=ci",
        { ...APPLIED, metadata: { managedFields: [{}] }, spec: { title: "x" } },
      ],
      ["of another name", "?fieldManager=ci", { ...APPLIED, metadata: { name: "y" }, spec: { title: "x" } }],
      ["without a title", "?fieldManager=ci", { ...APPLIED, spec: {} }],
    ])("%s is refused", async (_, query, body) => {
      const refused = await patch(`${one("refused")}${query}`, APPLY_PATCH, body);

      expect(refused.status).toBe(400);
      expect((await read("refused")).status).toBe(404);
    });

    it("takes over thousands of labels without comparing each with each", async () => {
      const parts = (value: string) => ({
        metadata: { labels: Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`l${index}`, value])) },
        spec: { title: "x" },
      });
      await apply("labelled", "one", parts("a"));
      const refused = await apply("labelled", "two", parts("b"));
      const taken = await apply("labelled", "two", parts("b"), "&force=true");
      const left = await apply("labelled", "two", { spec: { title: "x" } });

      expect([refused.status, taken.status]).toEqual([409, 200]);
      expect(at(taken, "metadata.labels.l4999")).toBe("b");
      expect(Object.keys(Object(at(left, "metadata.labels")))).toEqual(["vedette.app/deprecatedInternalID"]);
    });

    it("of twenty makers makes one object with all their fields", async () => {
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          apply("crowd", `m${index}`, { spec: { title: "CPU", [`k${index}`]: index } }),
        ),
      );

      expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(made.filter(({ status }) => status === 200)).toHaveLength(19);
      expect(Object.keys(at(await read("crowd"), "spec") as object)).toHaveLength(21);
    });
  });

  it("of a whole list removes what the selectors find and answers with it", async () => {
    for (const name of ["doomed-1", "doomed-2", "doomed-3"]) {
      await create(name, { title: name }, { labels: { fate: name === "doomed-3" ? "kept" : "gone" } });
    }
    const selected = `${DASHBOARDS}?labelSelector=fate%3Dgone`;

    const tried = await room.ask("DELETE", `${selected}&dryRun=All`);
    const refused = await room.ask("DELETE", selected, { as: "viewer" });
    const removed = await room.ask("DELETE", selected, { body: { propagationPolicy: "Background" } });

    const names = (reply: Reply) => [...reply.text.matchAll(/"name":"(doomed-\d)"/g)].map(([, name]) => name);
    expect(names(tried)).toEqual(["doomed-1", "doomed-2"]);
    expect(refused.status).toBe(403);
    expect(removed.json).toMatchObject({ kind: "DashboardList" });
    expect(names(removed)).toEqual(["doomed-1", "doomed-2"]);
    expect((await read("doomed-1")).status).toBe(404);
    expect((await read("doomed-3")).status).toBe(200);
  });
});
