import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, DASHBOARDS, openRoom, PLAYLISTS, type Room } from "./room.ts";

const items = [
  { type: "dashboard_by_uid", value: "delivery-workers" },
  { type: "dashboard_by_tag", value: "infra" },
  { type: "dashboard_by_id", value: "7" },
];
const spec = { title: "Lobby", interval: "5m", items };

onEachStore("a playlist", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const one = (name: string) => `${PLAYLISTS}/${name}`;
  const create = (name: string, change: object = {}) =>
    room.ask("POST", PLAYLISTS, { body: { metadata: { name }, spec: { ...spec, ...change } } });

  it("is made, read, replaced, listed and removed [spec 2, Playlists]", async () => {
    const body = { kind: "Playlist", apiVersion: "playlist.vedette.app/v1", metadata: { name: "lobby" }, spec };
    const made = await room.ask("POST", PLAYLISTS, { body });
    const { resourceVersion } = { resourceVersion: at(made, "metadata.resourceVersion") };
    const changed = { ...body, metadata: { name: "lobby", resourceVersion }, spec: { ...spec, interval: "30s" } };

    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ kind: "Playlist", metadata: { name: "lobby", generation: 1 }, spec });
    expect((await room.ask("GET", one("lobby"))).text).toBe(made.text);
    const replaced = await room.ask("PUT", one("lobby"), { body: changed });
    expect(replaced.json).toMatchObject({ metadata: { generation: 2 }, spec: { interval: "30s" } });
    expect((await room.ask("GET", PLAYLISTS)).json).toMatchObject({
      kind: "PlaylistList",
      items: [{ metadata: { name: "lobby" } }, { metadata: { name: "welcome" } }],
    });
    expect((await room.ask("DELETE", one("lobby"))).json).toMatchObject({ kind: "Status", status: "Success" });
    expect((await room.ask("GET", one("lobby"))).json).toMatchObject({ code: 404, reason: "NotFound" });
  });

  it("needs its resource version to be replaced [spec 2, Resource metadata]", async () => {
    await create("versioned");
    const put = (metadata: object) => room.ask("PUT", one("versioned"), { body: { metadata, spec } });
    const without = await put({ name: "versioned" });

    expect(without.json).toMatchObject({ code: 400, reason: "Invalid" });
    expect(at(without, "details.causes.0")).toEqual({
      reason: "FieldValueRequired",
      field: "metadata.resourceVersion",
      message: "metadata.resourceVersion is required",
    });
    expect((await put({ name: "versioned", resourceVersion: "1" })).json).toMatchObject({
      code: 409,
      reason: "Conflict",
    });
  });

  it("is replaced as a whole: what is left out is not taken from before [spec 2, Playlists]", async () => {
    const made = await create("whole");
    const metadata = { name: "whole", resourceVersion: at(made, "metadata.resourceVersion") };
    const partly = await room.ask("PUT", one("whole"), { body: { metadata, spec: { title: "New" } } });

    expect(partly.json).toMatchObject({
      code: 400,
      details: { causes: [{ field: "spec.interval" }, { field: "spec.items" }] },
    });
    expect(at(await room.ask("GET", one("whole")), "spec.title")).toBe("Lobby");
  });

  it("gets no name made for it", async () => {
    const body = { metadata: { generateName: "lobby-" }, spec };

    expect((await room.ask("POST", PLAYLISTS, { body })).json).toMatchObject({
      code: 400,
      details: { causes: [{ field: "metadata.name", reason: "FieldValueRequired" }] },
    });
  });

  it("keeps what it does not know", async () => {
    const made = await create("curious", {
      schedule: { from: "08:00" },
      items: [{ ...items[0], theme: "dark", interval: "10s", queryParams: "var-a=1" }],
    });

    expect(made.status).toBe(201);
    expect(at(made, "spec.schedule.from")).toBe("08:00");
    expect(at(made, "spec.items.0.theme")).toBe("dark");
  });

  describe("is refused with", () => {
    it.each([
      ["no title", { title: undefined }, "spec.title", "FieldValueRequired"],
      ["no interval", { interval: undefined }, "spec.interval", "FieldValueRequired"],
      ["an interval without unit", { interval: "5" }, "spec.interval", "FieldValueInvalid"],
      ["a number as interval", { interval: 5 }, "spec.interval", "FieldValueInvalid"],
      ["no items", { items: undefined }, "spec.items", "FieldValueRequired"],
      ["items that are no list", { items: {} }, "spec.items", "FieldValueInvalid"],
      ["an item that is no object", { items: ["x"] }, "spec.items[0]", "FieldValueInvalid"],
      ["an item without type", { items: [{ value: "x" }] }, "spec.items[0].type", "FieldValueRequired"],
      [
        "an unknown item type",
        { items: [items[0], { type: "dashboard_by_name", value: "x" }] },
        "spec.items[1].type",
        "FieldValueNotSupported",
      ],
      ["an item without value", { items: [{ type: "dashboard_by_uid" }] }, "spec.items[0].value", "FieldValueRequired"],
      [
        "an empty value",
        { items: [{ type: "dashboard_by_uid", value: "" }] },
        "spec.items[0].value",
        "FieldValueRequired",
      ],
      [
        "a number as value",
        { items: [{ type: "dashboard_by_id", value: 7 }] },
        "spec.items[0].value",
        "FieldValueInvalid",
      ],
      [
        "a bad interval of an item",
        { items: [{ ...items[0], interval: "soon" }] },
        "spec.items[0].interval",
        "FieldValueInvalid",
      ],
      [
        "parameters of an item that are no text",
        { items: [{ ...items[0], queryParams: {} }] },
        "spec.items[0].queryParams",
        "FieldValueInvalid",
      ],
      [
        "a schedule that is no object",
        { items: [{ ...items[0], schedule: "always" }] },
        "spec.items[0].schedule",
        "FieldValueInvalid",
      ],
      [
        "a day that is none",
        { items: [{ ...items[0], schedule: { days: ["mon", "someday"] } }] },
        "spec.items[0].schedule.days[1]",
        "FieldValueNotSupported",
      ],
      [
        "a schedule without a day",
        { items: [{ ...items[0], schedule: { days: [] } }] },
        "spec.items[0].schedule.days",
        "FieldValueInvalid",
      ],
      [
        "a time of day that is none",
        { items: [{ ...items[0], schedule: { from: "24:00" } }] },
        "spec.items[0].schedule.from",
        "FieldValueInvalid",
      ],
      [
        "a schedule without a length",
        { items: [{ ...items[0], schedule: { from: "08:00", to: "08:00" } }] },
        "spec.items[0].schedule.to",
        "FieldValueInvalid",
      ],
      ["a time zone that is none", { timezone: "Mars/Phobos" }, "spec.timezone", "FieldValueInvalid"],
    ])("%s", async (_what, change, field, reason) => {
      const refused = await create("refused", change);

      expect(refused.json).toMatchObject({ code: 400, reason: "Invalid", details: { causes: [{ field, reason }] } });
      expect((await room.ask("GET", one("refused"))).status).toBe(404);
    });

    it("more faults than anybody reads, of which the first are told", async () => {
      const refused = await create("refused", { items: Array.from({ length: 20_000 }, () => 1) });

      expect(at(refused, "details.causes.49.field")).toBe("spec.items[49]");
      expect(refused.text.length).toBeLessThan(20_000);
    });

    it("keys that stand twice below a long one, without repeating that for each", async () => {
      const twice = `{${'"a":1,'.repeat(10_000)}"a":1}`;
      const text = `{"metadata":{"name":"refused"},"spec":{"title":"x","${"k".repeat(100_000)}":${twice}}}`;
      const refused = await room.ask("POST", `${PLAYLISTS}?fieldValidation=Strict`, { text });

      expect(refused.json).toMatchObject({ code: 400, reason: "BadRequest" });
      expect(refused.text.length).toBeLessThan(20_000);
    });
  });

  it("may say when each item is shown, and in which time zone", async () => {
    const schedule = { days: ["mon", "fri"], from: "22:00", to: "06:00" };

    const made = await create("scheduled", { items: [{ ...items[0], schedule }], timezone: "Europe/Berlin" });

    expect([made.status, made.headers["warning"]]).toEqual([201, undefined]);
    expect(at(made, "spec.items.0.schedule")).toEqual(schedule);
  });

  it("may have no items yet", async () => {
    expect((await create("empty", { items: [] })).status).toBe(201);
  });

  describe("with fields that it does not know, or that come twice", () => {
    const head = '"kind":"Playlist","apiVersion":"playlist.vedette.app/v1"';
    const odd = (name: string, version = "") =>
      `{${head},"extra":1,"metadata":{"name":"${name}",${version}"labels":{},"own":2},` +
      `"spec":{"title":"x","title":"Odd","interval":"5m","items":[{"type":"dashboard_by_tag","value":"a","size":3}]}}`;
    const faults = [
      'unknown field "extra"',
      'unknown field "metadata.own"',
      'unknown field "spec.items[0].size"',
      'duplicate field "spec.title"',
    ];
    const warnings = faults.map((fault) => `299 - "${fault.replaceAll('"', '\\"')}"`);
    const ask = (method: "POST" | "PUT" | "PATCH", path: string, text: string, type = "application/json") =>
      room.ask(method, path, { text, headers: { "content-type": type } });
    const MERGE = "application/merge-patch+json";
    const APPLY = "application/apply-patch+yaml";

    it("is refused when the client is strict, and is neither made nor changed", async () => {
      const refused = await ask("POST", `${PLAYLISTS}?fieldValidation=Strict`, odd("odd"));
      expect(refused.json).toMatchObject({
        code: 400,
        reason: "BadRequest",
        message: `Playlist in version "v1" cannot be handled as a Playlist: strict decoding error: ${faults.join(", ")}`,
      });
      expect((await room.ask("GET", one("odd"))).status).toBe(404);

      const made = await create("strict");
      const version = `"resourceVersion":"${String(at(made, "metadata.resourceVersion"))}",`;
      const path = `${one("strict")}?fieldValidation=Strict&fieldManager=test`;
      expect((await ask("PUT", path, odd("strict", version))).status).toBe(400);
      expect((await ask("PATCH", path, '{"spec":{"speed":1}}', MERGE)).text).toContain("spec.speed");
      expect((await ask("PATCH", path, '{"spec":{"title":"a","title":"b"}}', MERGE)).text).toContain("spec.title");
      expect((await ask("PATCH", path, `{${head},"spec":{"speed":1}}`, APPLY)).text).toContain("spec.speed");
      const yaml =
        "kind: Playlist\napiVersion: playlist.vedette.app/v1\nspec:\n  title: a\n  items:\n  - {type: a, type: b}\n";
      expect((await ask("PATCH", path, `${yaml}  title: b\n`, APPLY)).text).toContain(
        'duplicate field \\"spec.title\\", duplicate field \\"spec.items[0].type\\"',
      );
      expect((await room.ask("GET", one("strict"))).text).toBe(made.text);
      expect((await ask("PATCH", path, '{"spec":{"title":"fine"}}', MERGE)).status).toBe(200);
    });

    it("is taken with warnings, or without when the client wants none", async () => {
      const warned = await ask("POST", PLAYLISTS, odd("warned"));
      expect([warned.status, warned.headers["warning"]]).toEqual([201, warnings]);
      expect(at(warned, "spec.items")).toMatchObject([{ size: 3 }]);
      const patched = await ask("PATCH", one("warned"), '{"spec":{"speed":1}}', MERGE);
      // What was odd before is not this patch's doing.
      expect(patched.headers["warning"]).toEqual(['299 - "unknown field \\"spec.speed\\""']);

      const ignored = await ask("POST", `${PLAYLISTS}?fieldValidation=Ignore`, odd("ignored"));
      expect([ignored.status, ignored.headers["warning"]]).toEqual([201, undefined]);
      expect((await ask("POST", `${PLAYLISTS}?fieldValidation=Loud`, odd("loud"))).status).toBe(400);
    });

    it("is a dashboard when its spec holds them: there nothing is unknown", async () => {
      const text = '{"metadata":{"name":"open"},"spec":{"title":"x","anything":{"goes":1}}}';
      const made = await ask("POST", `${DASHBOARDS}?fieldValidation=Strict`, text);
      expect([made.status, made.headers["warning"]]).toEqual([201, undefined]);
      const twice = '{"metadata":{"name":"twice"},"spec":{"title":"x","title":"y"}}';
      expect((await ask("POST", `${DASHBOARDS}?fieldValidation=Strict`, twice)).text).toContain("spec.title");
    });
  });
});
