import { onEachStore } from "@vedette/database/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ODD_DASHBOARDS, publishedDashboards } from "./fixtures.ts";
import { at, DASHBOARDS, openRoom, type Room } from "./room.ts";

const aDashboard = (name: string, spec: object = { title: "CPU" }, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec,
});

onEachStore("a dashboard", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const one = (name: string) => `${DASHBOARDS}/${name}`;
  const create = (name: string, spec?: object, metadata?: object) =>
    room.ask("POST", DASHBOARDS, { body: aDashboard(name, spec, metadata) });

  describe("that is made", () => {
    it("comes back whole, with what the server says of it", async () => {
      const made = await create("made", { title: "CPU", panels: [] }, { labels: { team: "infra" } });

      expect(made.status).toBe(201);
      expect(made.json).toEqual({
        kind: "Dashboard",
        apiVersion: "dashboard.vedette.app/v1",
        metadata: {
          name: "made",
          namespace: "default",
          uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          resourceVersion: expect.stringMatching(/^[1-9]\d*$/),
          generation: 1,
          creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          labels: { team: "infra", "vedette.app/deprecatedInternalID": expect.stringMatching(/^[1-9]\d*$/) },
          annotations: { "vedette.app/createdBy": expect.stringMatching(/^user:/) },
          managedFields: [
            {
              manager: "lightMyRequest",
              operation: "Update",
              apiVersion: "dashboard.vedette.app/v1",
              time: expect.stringMatching(/Z$/),
              fieldsType: "FieldsV1",
              fieldsV1: {
                "f:metadata": { "f:labels": { ".": {}, "f:team": {} } },
                "f:spec": { ".": {}, "f:title": {}, "f:panels": {} },
              },
            },
          ],
        },
        spec: { title: "CPU", panels: [] },
      });
      expect((await room.ask("GET", one("made"))).text).toBe(made.text);
    });

    it("gets a name from its prefix", async () => {
      const body = { metadata: { generateName: "cpu-" }, spec: { title: "CPU" } };
      const [first, second] = [
        await room.ask("POST", DASHBOARDS, { body }),
        await room.ask("POST", DASHBOARDS, { body }),
      ];

      expect([first.status, second.status]).toEqual([201, 201]);
      expect(at(first, "metadata.name")).toMatch(/^cpu-[a-z0-9]{5}$/);
      expect(at(first, "metadata.generateName")).toBe("cpu-");
      expect(at(second, "metadata.name")).not.toBe(at(first, "metadata.name"));
    });

    it("has ids that rise and are never used again", async () => {
      const id = (name: string) => async () =>
        Number(/deprecatedInternalID":"(\d+)"/.exec((await create(name)).text)?.[1]);
      const first = await id("rising")();
      await room.ask("DELETE", one("rising"));
      const second = await id("rising")();

      expect(second).toBe(first + 1);
    });

    it("ignores what only the server decides", async () => {
      const made = await create(
        "humble",
        { title: "CPU" },
        {
          generation: 9,
          uid: "11111111-1111-4111-8111-111111111111",
          creationTimestamp: "1999-01-01T00:00:00Z",
          selfLink: "/x",
          finalizers: ["x"],
          labels: { "vedette.app/deprecatedInternalID": "1" },
          annotations: { "vedette.app/createdBy": "user:root", "vedette.app/updatedBy": "user:root" },
        },
      );

      expect(made.status).toBe(201);
      expect(made.text).not.toMatch(/root|1999|selfLink|finalizers|11111111/);
      expect(at(made, "metadata.generation")).toBe(1);
    });

    it("is refused when its name is taken", async () => {
      await create("taken");
      const again = await create("taken");

      expect(again.status).toBe(409);
      expect(again.json).toMatchObject({
        kind: "Status",
        status: "Failure",
        reason: "AlreadyExists",
        message: 'dashboards.dashboard.vedette.app "taken" already exists',
        details: { name: "taken", group: "dashboard.vedette.app", kind: "dashboards" },
        code: 409,
      });
    });

    it.each([
      ["broken JSON", "{", undefined],
      ["an empty body", "", undefined],
      ["a list", "[]", undefined],
      ["a word", '"x"', undefined],
      ["null", "null", undefined],
      ["no metadata", '{"spec":{"title":"x"}}', "metadata"],
      ["metadata that is no object", '{"metadata":[],"spec":{"title":"x"}}', "metadata"],
      ["neither name nor prefix", '{"metadata":{},"spec":{"title":"x"}}', "metadata.name"],
      ["an empty prefix", '{"metadata":{"generateName":""},"spec":{"title":"x"}}', "metadata.name"],
      ["a bad prefix", '{"metadata":{"generateName":"../"},"spec":{"title":"x"}}', "metadata.generateName"],
      ["a bad name", '{"metadata":{"name":"a/b"},"spec":{"title":"x"}}', "metadata.name"],
      ["a number as name", '{"metadata":{"name":7},"spec":{"title":"x"}}', "metadata.name"],
      ["no spec", '{"metadata":{"name":"n"}}', "spec"],
      ["a spec that is no object", '{"metadata":{"name":"n"},"spec":"x"}', "spec"],
      ["no title", '{"metadata":{"name":"n"},"spec":{}}', "spec.title"],
      ["an empty title", '{"metadata":{"name":"n"},"spec":{"title":""}}', "spec.title"],
      ["a number as title", '{"metadata":{"name":"n"},"spec":{"title":1}}', "spec.title"],
      [
        "a resource version",
        '{"metadata":{"name":"n","resourceVersion":"1"},"spec":{"title":"x"}}',
        "metadata.resourceVersion",
      ],
      ["another namespace", '{"metadata":{"name":"n","namespace":"x"},"spec":{"title":"x"}}', "metadata.namespace"],
      [
        "a label that is no text",
        '{"metadata":{"name":"n","labels":{"a":1}},"spec":{"title":"x"}}',
        "metadata.labels[a]",
      ],
      ["labels that are a list", '{"metadata":{"name":"n","labels":["a"]},"spec":{"title":"x"}}', "metadata.labels"],
      [
        "half a surrogate pair in a label",
        '{"metadata":{"name":"n","labels":{"a":"\\ud800"}},"spec":{"title":"x"}}',
        "metadata.labels",
      ],
      [
        "endless annotations",
        `{"metadata":{"name":"n","annotations":{"a":"${"x".repeat(262_145)}"}},"spec":{"title":"x"}}`,
        "metadata.annotations",
      ],
      ["NUL in its text", '{"metadata":{"name":"n"},"spec":{"title":"x\\u0000"}}', undefined],
      [
        "more than 64 levels",
        `{"metadata":{"name":"n"},"spec":{"title":"x","a":${"[".repeat(70)}${"]".repeat(70)}}}`,
        undefined,
      ],
      ["another kind", '{"kind":"Playlist","metadata":{"name":"n"},"spec":{"title":"x"}}', undefined],
      [
        "another version",
        '{"apiVersion":"dashboard.vedette.app/v2","metadata":{"name":"n"},"spec":{"title":"x"}}',
        undefined,
      ],
      [
        "an unknown folder",
        '{"metadata":{"name":"n","annotations":{"vedette.app/folder":"f"}},"spec":{"title":"x"}}',
        "metadata.annotations[vedette.app/folder]",
      ],
    ])("is refused with %s", async (_what, text, field) => {
      const refused = await room.ask("POST", DASHBOARDS, { text });

      expect(refused.status).toBe(400);
      expect(refused.json).toMatchObject({
        kind: "Status",
        code: 400,
        reason: field === undefined ? "BadRequest" : "Invalid",
      });
      if (field !== undefined) expect(at(refused, "details.causes.0.field")).toBe(field);
      expect((await room.ask("GET", one("n"))).status).toBe(404);
    });

    it("is taken with kind and version that fit, and with empty ones", async () => {
      const fitting = { kind: "Dashboard", apiVersion: "dashboard.vedette.app/v1", ...aDashboard("fits") };

      expect((await room.ask("POST", DASHBOARDS, { body: fitting })).status).toBe(201);
      expect(
        (await room.ask("POST", DASHBOARDS, { body: { kind: "", apiVersion: "", ...aDashboard("fits-2") } })).status,
      ).toBe(201);
    });

    it("is refused as anything but JSON, and larger than 8 MiB", async () => {
      const type = (contentType: string) =>
        room.ask("POST", DASHBOARDS, { body: aDashboard("typed"), headers: { "content-type": contentType } });
      const large = await create("large", { title: "CPU", text: "x".repeat(8 * 1024 * 1024) });

      expect((await type("text/plain")).json).toMatchObject({ code: 415, reason: "UnsupportedMediaType" });
      expect((await type("application/yaml")).status).toBe(415);
      expect(large.json).toMatchObject({ code: 413, reason: "RequestEntityTooLarge" });
      expect((await type("application/json; charset=utf-8")).status).toBe(201);
      expect((await create("large-enough", { title: "CPU", text: "x".repeat(7 * 1024 * 1024) })).status).toBe(201);
    });

    it("with a key is made once, however often it is sent, and the first answer comes again", async () => {
      const headers = { "idempotency-key": "order-66" };
      const send = (as: "admin" | "editor", title: string, key = headers) =>
        room.ask("POST", DASHBOARDS, {
          as,
          headers: key,
          body: { metadata: { generateName: "once-" }, spec: { title } },
        });
      const sent = await Promise.all(Array.from({ length: 10 }, () => send("admin", "CPU")));

      expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
      expect(sent.every(({ status }) => status === 201)).toBe(true);
      expect((await send("admin", "Memory")).json).toMatchObject({ code: 422, reason: "Invalid" });
      expect((await send("editor", "CPU")).text).not.toBe(sent[0]?.text);
      expect((await send("admin", "CPU", { "idempotency-key": "x".repeat(256) })).status).toBe(400);
    });

    it("whose making failed leaves its key free", async () => {
      const headers = { "idempotency-key": "freed" };
      await create("in-the-way");
      const body = aDashboard("in-the-way");

      expect((await room.ask("POST", DASHBOARDS, { headers, body })).status).toBe(409);
      await room.ask("DELETE", one("in-the-way"));
      expect((await room.ask("POST", DASHBOARDS, { headers, body })).status).toBe(201);
      expect((await room.ask("POST", DASHBOARDS, { headers, body })).status).toBe(201);
    });

    it("as a dry run is checked, shown and not kept", async () => {
      const shown = await room.ask("POST", `${DASHBOARDS}?dryRun=All`, { body: aDashboard("dry") });
      const other = await room.ask("POST", `${DASHBOARDS}?dryRun=Some`, { body: aDashboard("dry") });

      expect(shown.status).toBe(201);
      expect(at(shown, "metadata.resourceVersion")).toBeUndefined();
      expect(other.status).toBe(400);
      expect((await room.ask("GET", one("dry"))).status).toBe(404);
    });
  });

  describe("as text", () => {
    const specOf = (text: string) => text.slice(text.indexOf('"spec":') + '"spec":'.length, -1);
    const documents = [
      ...publishedDashboards(),
      ...Object.entries(ODD_DASHBOARDS).map(([name, text]) => ({ name: `odd-${name}`, text })),
    ];

    it.each(documents)(
      "from the wild, $name comes back letter by letter, as made, replaced and listed",
      async ({ name, text }) => {
        const body = { text: `{"metadata":{"name":"${name}"},"spec":${text}}` };
        const after = `{"metadata":{"name":"${name}"},"spec":${text.replace("{", '{"saved":"again",')}}`;

        expect((await room.ask("POST", DASHBOARDS, body)).status).toBe(201);
        expect(specOf((await room.ask("GET", one(name))).text)).toBe(text);
        expect((await room.ask("PUT", one(name), { text: after })).status).toBe(200);
        expect((await room.ask("PUT", one(name), body)).status).toBe(200);
        expect(specOf((await room.ask("GET", one(name))).text)).toBe(text);
        const list = await room.ask("GET", `${DASHBOARDS}?fieldSelector=metadata.name=${name}`);
        expect(list.text).toContain(`"spec":${text}}`);
      },
    );

    it("keeps key order, digits, odd keys and odd texts", async () => {
      const spec =
        '{ "title": "x",\n "b":1, "a":2, "10":1, "2":1, "n":12345678901234567890.10, "e":1E+2, "z":-0,' +
        ' "":{"":[]}, "__proto__":{"x":1}, "constructor":{"prototype":null}, "a.b/c[0]":"\\ud800", "u":"\\u00e9é😀" }';
      const text = `{"metadata":{"name":"odd"},"spec":${spec}}`;

      expect(specOf((await room.ask("POST", DASHBOARDS, { text })).text)).toBe(spec);
      expect(specOf((await room.ask("GET", one("odd"))).text)).toBe(spec);
      expect({}).not.toHaveProperty("x");
    });

    it("is stored with the faster compression where the server has it", async () => {
      const panels = Array.from({ length: 500 }, (_, id) => ({ id, type: "timeseries", title: `Panel ${id}` }));
      await create("compressed", { title: "Compressed", panels });

      const { rows } = await room.database.query(
        `select pg_column_compression(spec) as compression,
           (select 'lz4' = any(enumvals) from pg_settings where name = 'default_toast_compression') as "hasLz4"
         from vedette.object_versions where resource = 'dashboards' and name = 'compressed'`,
      );

      expect(rows).toEqual([expect.objectContaining({ compression: rows[0]?.["hasLz4"] === true ? "lz4" : "pglz" })]);
    });

    it("of any kind comes back as it was sent", async () => {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), async (rest) => {
          count += 1;
          const spec = JSON.stringify({ ...rest, title: "x" });
          fc.pre(!spec.includes("\\u0000"));
          const text = `{"metadata":{"name":"any-${count}"},"spec":${spec}}`;

          expect(specOf((await room.ask("POST", DASHBOARDS, { text })).text)).toBe(spec);
        }),
        { numRuns: 40 },
      );
    });
  });

  describe("that is read", () => {
    it("is not found when it is not there", async () => {
      const missing = await room.ask("GET", one("missing"));

      expect(missing.json).toEqual({
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: 'dashboards.dashboard.vedette.app "missing" not found',
        reason: "NotFound",
        details: { name: "missing", group: "dashboard.vedette.app", kind: "dashboards" },
        code: 404,
      });
    });

    it("is never kept by caches", async () => {
      await create("fresh");

      expect((await room.ask("GET", one("fresh"))).headers["cache-control"]).toBe("no-store");
    });

    it("can be read as it was at an older version", async () => {
      const first = await create("older", { title: "first" });
      await room.ask("PUT", one("older"), { body: aDashboard("older", { title: "second" }) });
      const version = String(at(first, "metadata.resourceVersion"));

      expect((await room.ask("GET", `${one("older")}?resourceVersion=${version}`)).text).toBe(first.text);
      expect(at(await room.ask("GET", `${one("older")}?resourceVersion=0`), "spec.title")).toBe("second");
      expect((await room.ask("GET", `${one("older")}?resourceVersion=9223372036854775807`)).status).toBe(504);
      expect((await room.ask("GET", `${one("older")}?resourceVersion=x`)).status).toBe(400);
    });

    it("tells as DTO what the caller may do with it", async () => {
      await create("shown", { title: "CPU & Memory" });
      const dto = (as: "viewer" | "editor" | "admin") => room.ask("GET", `${one("shown")}/dto`, { as });

      expect((await dto("viewer")).json).toMatchObject({
        kind: "DashboardWithAccessInfo",
        spec: { title: "CPU & Memory" },
        access: {
          isPublic: false,
          canSave: false,
          canEdit: false,
          canAdmin: false,
          canStar: true,
          canDelete: false,
          slug: "cpu-memory",
          url: "/d/shown/cpu-memory",
        },
      });
      expect(at(await dto("editor"), "access")).toMatchObject({
        canSave: true,
        canEdit: true,
        canDelete: true,
        canAdmin: false,
      });
      expect(at(await dto("admin"), "access")).toMatchObject({ canAdmin: true });
      expect((await room.ask("GET", `${one("missing")}/dto`)).status).toBe(404);
    });
  });

  describe("that is replaced", () => {
    const put = (name: string, body: unknown, query = "") => room.ask("PUT", one(name) + query, { body });

    it("gets a new version and generation, and says who did it", async () => {
      const made = await create("replaced", { title: "first" }, { labels: { a: "1" } });
      const metadata = { annotations: { "vedette.app/message": "second try", mine: "yes" } };
      const replaced = await put("replaced", aDashboard("replaced", { title: "second" }, metadata));

      expect(replaced.status).toBe(200);
      expect(replaced.json).toMatchObject({
        metadata: {
          uid: at(made, "metadata.uid"),
          generation: 2,
          creationTimestamp: at(made, "metadata.creationTimestamp"),
          annotations: {
            mine: "yes",
            "vedette.app/message": "second try",
            "vedette.app/createdBy": expect.stringMatching(/^user:/),
            "vedette.app/updatedBy": expect.stringMatching(/^user:/),
            "vedette.app/updatedTimestamp": expect.stringMatching(/Z$/),
          },
        },
        spec: { title: "second" },
      });
      expect(at(replaced, "metadata.labels.a")).toBeUndefined();
      expect(BigInt(String(at(replaced, "metadata.resourceVersion")))).toBeGreaterThan(
        BigInt(String(at(made, "metadata.resourceVersion"))),
      );
      expect((await room.ask("GET", one("replaced"))).text).toBe(replaced.text);
    });

    it("keeps its generation when only labels or annotations change", async () => {
      await create("labelled");
      const labelled = await put("labelled", aDashboard("labelled", { title: "CPU" }, { labels: { a: "1" } }));

      expect(at(labelled, "metadata.generation")).toBe(1);
      expect(at(labelled, "metadata.labels.a")).toBe("1");
    });

    it("is left alone when nothing changes, whatever the blanks and the order of keys", async () => {
      await create("same", { title: "CPU", a: 1, b: [1, 2] });
      const before = await room.ask("GET", one("same"));
      const same = await room.ask("PUT", one("same"), {
        text: '{"metadata":{"name":"same"},"spec":{ "b": [1.0, 2], "a": 1, "title": "CPU" }}',
      });

      expect(same.status).toBe(200);
      expect(same.text).toBe(before.text);
    });

    it("says which program set which field [spec 2, Resource metadata]", async () => {
      const path = (manager: string) => `?fieldManager=${manager}`;
      const body = aDashboard("managed", { title: "A", tags: [] });
      await room.ask("POST", DASHBOARDS + path("terraform"), { body });
      const changed = await put("managed", aDashboard("managed", { title: "B", tags: [] }), path("kubectl-replace"));

      expect(at(changed, "metadata.managedFields")).toMatchObject([
        { manager: "terraform", fieldsV1: { "f:spec": { ".": {}, "f:tags": {} } } },
        { manager: "kubectl-replace", operation: "Update", fieldsV1: { "f:spec": { "f:title": {} } } },
      ]);
      expect((await put("managed", body, path("x".repeat(129)))).status).toBe(400);
    });

    it("with the version that was read is saved, with an older one it conflicts", async () => {
      const made = await create("contended");
      const resourceVersion = at(made, "metadata.resourceVersion");
      const first = await put("contended", aDashboard("contended", { title: "mine" }, { resourceVersion }));
      const second = await put("contended", aDashboard("contended", { title: "theirs" }, { resourceVersion }));

      expect(first.status).toBe(200);
      expect(second.json).toEqual({
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message:
          'Operation cannot be fulfilled on dashboards.dashboard.vedette.app "contended": the object has been modified; please apply your changes to the latest version and try again',
        reason: "Conflict",
        details: {
          name: "contended",
          group: "dashboard.vedette.app",
          kind: "dashboards",
          uid: at(made, "metadata.uid"),
          causes: [
            {
              reason: "FieldValueInvalid",
              field: "metadata.resourceVersion",
              message: at(first, "metadata.resourceVersion"),
            },
          ],
        },
        code: 409,
      });
      expect(at(await room.ask("GET", one("contended")), "spec.title")).toBe("mine");
    });

    it("with the uid of an earlier object of its name conflicts", async () => {
      const first = await create("reborn");
      await room.ask("DELETE", one("reborn"));
      await create("reborn");
      const uid = at(first, "metadata.uid");

      expect((await put("reborn", aDashboard("reborn", { title: "x" }, { uid }))).json).toMatchObject({
        code: 409,
        reason: "Conflict",
      });
      expect((await put("reborn", aDashboard("reborn", { title: "x" }))).status).toBe(200);
    });

    it("is never made by it", async () => {
      expect((await put("never", aDashboard("never"))).json).toMatchObject({ code: 404, reason: "NotFound" });
      expect((await room.ask("GET", one("never"))).status).toBe(404);
    });

    it.each([
      ["another name than the path", { metadata: { name: "b" }, spec: { title: "x" } }],
      ["no name", { metadata: {}, spec: { title: "x" } }],
      ["no spec", { metadata: { name: "a" } }],
      ["a version that is no number", { metadata: { name: "a", resourceVersion: "x" }, spec: { title: "x" } }],
      ["a version that is a JSON number", { metadata: { name: "a", resourceVersion: 1 }, spec: { title: "x" } }],
    ])("is refused with %s", async (_what, body) => {
      await create("a");

      expect((await put("a", body)).json).toMatchObject({ code: 400, reason: "Invalid" });
    });

    it("as a dry run is checked, shown and not kept", async () => {
      const made = await create("dry-put");
      const shown = await put("dry-put", aDashboard("dry-put", { title: "dry" }), "?dryRun=All");

      expect(shown.status).toBe(200);
      expect(at(shown, "spec.title")).toBe("dry");
      expect(at(shown, "metadata.resourceVersion")).toBe(at(made, "metadata.resourceVersion"));
      expect((await room.ask("GET", one("dry-put"))).text).toBe(made.text);
    });
  });

  describe("that is removed", () => {
    it("is gone, and the answer says what went", async () => {
      const made = await create("removed");
      const removed = await room.ask("DELETE", one("removed"));

      expect(removed.status).toBe(200);
      expect(removed.json).toEqual({
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Success",
        details: { name: "removed", group: "dashboard.vedette.app", kind: "dashboards", uid: at(made, "metadata.uid") },
        code: 200,
      });
      expect((await room.ask("GET", one("removed"))).status).toBe(404);
      expect((await room.ask("DELETE", one("removed"))).status).toBe(404);
    });

    it("leaves its name free for a new one", async () => {
      const first = await create("again");
      await room.ask("DELETE", one("again"));
      const second = await create("again");

      expect(second.status).toBe(201);
      expect(at(second, "metadata.generation")).toBe(1);
      expect(at(second, "metadata.uid")).not.toBe(at(first, "metadata.uid"));
    });

    it("stays when a precondition does not hold", async () => {
      const made = await create("guarded");
      const { uid, resourceVersion } = {
        uid: at(made, "metadata.uid"),
        resourceVersion: at(made, "metadata.resourceVersion"),
      };
      const remove = (preconditions: object) => room.ask("DELETE", one("guarded"), { body: { preconditions } });

      expect((await remove({ uid: "11111111-1111-4111-8111-111111111111" })).status).toBe(409);
      expect((await remove({ resourceVersion: "1" })).status).toBe(409);
      expect((await remove({ uid: 7 })).status).toBe(400);
      expect((await remove({ uid, resourceVersion })).status).toBe(200);
    });

    it("takes what kubectl sends along", async () => {
      await create("kubectl");

      expect((await room.ask("DELETE", one("kubectl"), { body: { propagationPolicy: "Background" } })).status).toBe(
        200,
      );
    });

    it("as a dry run stays", async () => {
      await create("dry-delete");

      expect((await room.ask("DELETE", `${one("dry-delete")}?dryRun=All`)).status).toBe(200);
      expect((await room.ask("DELETE", one("dry-delete"), { body: { dryRun: ["All"] } })).status).toBe(200);
      expect((await room.ask("GET", one("dry-delete"))).status).toBe(200);
    });
  });

  it("does not take POST", async () => {
    const refused = await room.ask("POST", one("delivery-workers"), { body: {} });

    expect(refused.json).toMatchObject({ code: 405, reason: "MethodNotAllowed" });
    expect(refused.headers["allow"]).toContain("GET");
  });

  it("is there at HEAD as at GET, without a body", async () => {
    const head = await room.ask("HEAD", one("delivery-workers"));

    expect([head.status, head.text]).toEqual([200, ""]);
  });
});
