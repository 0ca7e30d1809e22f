import { createHash } from "node:crypto";
import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetRecords, sealRecords } from "../src/audit/chain.ts";
import { at, DASHBOARDS, DATA_SOURCES, FOLDERS, openRoom, PLAYLISTS, type Room, TEAMS } from "./room.ts";

interface Line {
  readonly place: string;
  readonly at: string;
  readonly action: string;
  readonly target: string;
  readonly actorLogin: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

onEachStore("the audit log", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    for (const name of ["one", "two", "three"]) {
      await room.ask("POST", DASHBOARDS, { body: { metadata: { name }, spec: { title: "ä" } } });
    }
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const lines = async (parameters = ""): Promise<Line[]> => {
    const { text } = await room.ask("GET", `/api/audit${parameters}`);
    return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  };
  const chain = () => room.ask("GET", "/api/audit/chain");
  /** Removes a record. @returns it as JSON */
  const takeRecord = async (place: number): Promise<string> => {
    const taking = "delete from vedette.audit_log where place = $1 returning to_jsonb(audit_log)::text as record";
    const { rows } = await room.database.query(taking, [place]);
    return String(rows[0]?.["record"]);
  };
  const putRecord = async (record: string) => {
    const putting = `insert into vedette.audit_log overriding system value
      select * from jsonb_populate_record(null::vedette.audit_log, $1::jsonb)`;
    await room.database.query(putting, [record]);
  };

  it("is searched by who, what and on what, newest first, a page at a time", async () => {
    const found = async (parameters: string) => {
      const { text } = await room.ask("GET", `/api/audit/records?${parameters}`);
      return JSON.parse(text) as {
        totalCount: number;
        records: readonly { target: string; action: string; requestId: string }[];
      };
    };
    const targets = async (parameters: string) => (await found(parameters)).records.map(({ target }) => target);

    expect(await targets("action=dashboards.create&perpage=2")).toEqual([
      "dashboards/default/three",
      "dashboards/default/two",
    ]);
    expect((await targets("action=dashboards.create&perpage=2&page=2"))[0]).toBe("dashboards/default/one");
    expect(await targets("target=TWO&actor=ADMIN")).toEqual(["dashboards/default/two"]);
    expect(await targets("target=two&from=2999-01-01T00:00:00Z")).toEqual([]);
    expect(await targets("target=two&from=2001-01-01T00:00:00Z&to=2999-01-01T00:00:00Z")).toHaveLength(1);
    expect((await room.ask("GET", "/api/audit/records?to=soon")).status).toBe(400);
    expect(await found("actor=nobody%25")).toMatchObject({ totalCount: 0, records: [] });
    expect((await found("target=two")).records).toMatchObject([
      { action: "dashboards.create", actorLogin: "admin@example.test", details: {}, requestId: expect.any(String) },
    ]);
    expect((await room.ask("GET", "/api/audit/records?target=%00")).status).toBe(400);
  });

  it("says which snapshot was taken and deleted, of a dashboard that is stored and of any other", async () => {
    const take = async (body: Readonly<Record<string, unknown>>): Promise<string> => {
      const { text } = await room.ask("POST", "/api/snapshots", { body: { dashboard: {}, ...body } });
      return JSON.parse(text).key;
    };
    await take({ name: "Monday", dashboardUid: "one" });
    const key = await take({ name: "Night of the storm" });
    await room.ask("DELETE", `/api/snapshots/${key}`);
    const { text } = await room.ask("GET", "/api/audit/records?action=snapshots.");
    const told = (JSON.parse(text).records as readonly Line[]).map(({ action, target }) => `${action} ${target}`);

    expect(told).toEqual([
      "snapshots.delete snapshots/default/Night of the storm",
      "snapshots.create snapshots/default/Night of the storm",
      "snapshots.create snapshots/default/one",
    ]);
  });

  it("is exported line by line, in order, from any place on", async () => {
    const answer = await room.ask("GET", "/api/audit");
    const all = await lines();

    expect(answer.headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
    expect(all.map(({ place }) => Number(place))).toEqual(all.map((_, index) => index + 1));
    expect(all.filter(({ action }) => action === "dashboards.create").slice(-3)).toMatchObject([
      {
        target: "dashboards/default/one",
        actorLogin: "admin@example.test",
        details: { resourceVersion: expect.any(String) },
      },
      { target: "dashboards/default/two" },
      { target: "dashboards/default/three" },
    ]);
    expect(await lines(`?after=${all.length - 1}`)).toEqual(all.slice(-1));
    expect((await room.ask("GET", "/api/audit?after=x")).status).toBe(400);
  });

  it("is exported as it is looked through", async () => {
    const exported = async (search: string) => (await lines(`?${search}`)).map(({ target }) => target);

    expect(await exported("target=dashboards/default/TWO&actor=ADMIN&action=dashboards.")).toEqual([
      "dashboards/default/two",
    ]);
    const created = await exported("action=dashboards.create&from=2001-01-01T00:00:00Z&to=2999-01-01T00:00:00Z");
    expect(created.slice(-3)).toEqual(["dashboards/default/one", "dashboards/default/two", "dashboards/default/three"]);
    expect(await exported("from=2999-01-01T00:00:00Z")).toEqual([]);
    expect(await exported("actor=nobody%25")).toEqual([]);
  });

  describe("tells what was before and is now", () => {
    const told = async (target: string) =>
      (await lines(`?target=${target}`)).map(({ action, details }) => [action, details["changes"]]);

    it("of teams and who is in them", async () => {
      const team = (spec: object) => ({ metadata: { name: "told-team" }, spec });
      await room.ask("POST", TEAMS, { body: team({ title: "Night shift" }) });
      await room.ask("PUT", `${TEAMS}/told-team`, { body: team({ title: "Day shift", email: "day@example.test" }) });
      const id = at(await room.ask("GET", "/api/teams/search?name=Day shift"), "teams.0.id");
      const userId = at(await room.ask("GET", "/api/user", { as: "viewer" }), "uid");
      await room.ask("POST", `/api/teams/${id}/members`, { body: { userId } });
      await room.ask("DELETE", `/api/teams/${id}/members/${userId}`);
      await room.ask("DELETE", `${TEAMS}/told-team`);

      expect(await told("teams/default/told-team")).toEqual([
        ["teams.create", [{ setting: "title", before: null, after: "Night shift" }]],
        [
          "teams.update",
          [
            { setting: "title", before: "Night shift", after: "Day shift" },
            { setting: "email", before: null, after: "day@example.test" },
          ],
        ],
        [
          "teams.delete",
          [
            { setting: "title", before: "Day shift", after: null },
            { setting: "email", before: "day@example.test", after: null },
          ],
        ],
      ]);
      expect(await told("teams/told-team")).toEqual([
        ["teams.members.add", [{ setting: "member", before: null, after: "viewer@example.test" }]],
        ["teams.members.remove", [{ setting: "member", before: "viewer@example.test", after: null }]],
      ]);
    });

    it("of playlists", async () => {
      const items = [{ type: "dashboard_by_uid", value: "one" }];
      const playlist = (resourceVersion: string | undefined, interval: string) => ({
        metadata: { name: "told-list", ...(resourceVersion === undefined ? {} : { resourceVersion }) },
        spec: { title: "Lobby", interval, items },
      });
      const made = await room.ask("POST", PLAYLISTS, { body: playlist(undefined, "30s") });
      const version = String(at(made, "metadata.resourceVersion"));
      await room.ask("PUT", `${PLAYLISTS}/told-list`, { body: playlist(version, "5m") });
      await room.ask("DELETE", `${PLAYLISTS}/told-list`);

      const held = (interval: string) => [
        ["title", "Lobby"],
        ["interval", interval],
        ["items", items],
      ];
      expect(await told("playlists/default/told-list")).toEqual([
        ["playlists.create", held("30s").map(([setting, after]) => ({ setting, before: null, after }))],
        ["playlists.update", [{ setting: "interval", before: "30s", after: "5m" }]],
        ["playlists.delete", held("5m").map(([setting, before]) => ({ setting, before, after: null }))],
      ]);
    });

    it("of dashboards where they lie and what they are called, and of what goes with a folder its title", async () => {
      await room.ask("POST", FOLDERS, { body: { metadata: { name: "told-folder" }, spec: { title: "Told" } } });
      const dashboard = (folder: string) => ({
        metadata: { name: "told", annotations: folder === "" ? {} : { "vedette.app/folder": folder } },
        spec: { title: "Told", tags: ["night"], panels: [] },
      });
      await room.ask("POST", DASHBOARDS, { body: dashboard("") });
      await room.ask("PUT", `${DASHBOARDS}/told`, { body: dashboard("told-folder") });
      await room.ask("DELETE", `${FOLDERS}/told-folder`);

      expect(await told("dashboards/default/told")).toEqual([
        [
          "dashboards.create",
          [
            { setting: "title", before: null, after: "Told" },
            { setting: "tags", before: null, after: ["night"] },
          ],
        ],
        ["dashboards.update", [{ setting: "folder", before: "", after: "told-folder" }]],
        ["dashboards.delete", [{ setting: "title", before: "Told", after: null }]],
      ]);
    });

    it("of tokens, without what lets anybody in", async () => {
      const account = at(
        await room.ask("POST", "/api/serviceaccounts", { body: { name: "told", role: "Viewer" } }),
        "id",
      );
      const path = `/api/serviceaccounts/${account}/tokens`;
      const { json, text } = await room.ask("POST", path, { body: { name: "ci", secondsToLive: 3600 } });
      await room.ask("DELETE", `${path}/${Object(json).id}`);
      await room.ask("DELETE", `/api/serviceaccounts/${account}`);

      const all = await told(`serviceaccounts/${account}`);
      expect(all).toEqual([
        [
          "serviceaccounts.create",
          [
            { setting: "name", before: null, after: "told" },
            { setting: "role", before: null, after: "Viewer" },
            { setting: "isDisabled", before: null, after: false },
          ],
        ],
        [
          "serviceaccounts.token.create",
          [
            { setting: "name", before: null, after: "ci" },
            { setting: "secondsToLive", before: null, after: 3600 },
          ],
        ],
        [
          "serviceaccounts.token.delete",
          [
            { setting: "name", before: "ci", after: null },
            { setting: "expires", before: expect.any(String), after: null },
          ],
        ],
        ["serviceaccounts.delete", expect.arrayContaining([{ setting: "name", before: "told", after: null }])],
      ]);
      expect(text).toContain(String(Object(json).key));
      expect(JSON.stringify(all)).not.toContain(String(Object(json).key));
    });

    it("of data sources, without what clients keep there beside", async () => {
      const spec = {
        title: "Told",
        type: "prometheus",
        url: "http://127.0.0.1:9090",
        secureJsonData: { password: "hush" },
      };
      await room.ask("POST", DATA_SOURCES, { body: { metadata: { name: "told" }, spec } });
      await room.ask("DELETE", `${DATA_SOURCES}/told`);

      const all = await lines("?target=datasources/default/told");
      expect(all.map(({ action }) => action)).toEqual(["datasources.create", "datasources.delete"]);
      expect(all[0]?.details["changes"]).toContainEqual({ setting: "url", before: null, after: spec.url });
      expect(JSON.stringify(all)).not.toContain("hush");
    });
  });

  it("is chained: everybody who has the lines can compute every hash", async () => {
    const { rows } = await room.database.query(
      "select actor, details::text as details, request_id, address from vedette.audit_log order by place",
    );
    let hash: Uint8Array = new Uint8Array();
    for (const [index, line] of (await lines()).entries()) {
      const { actor, details, request_id, address } = rows[index] ?? {};
      const said = [line.at, actor, line.actorLogin, line.action, line.target, details, request_id, address];
      hash = createHash("sha256").update(hash).update(JSON.stringify(said)).digest();
      expect(line.hash).toBe(Buffer.from(hash).toString("hex"));
    }
    expect((await chain()).json).toMatchObject({ isWhole: true, records: rows.length });
  });

  it("is not changed, and shows when a record is taken away or put in", async () => {
    await expect(room.database.query("update vedette.audit_log set actor = 'user:other'")).rejects.toThrow(
      "only added to",
    );
    const [first] = await lines();
    const second = Number(first?.place) + 1;
    const kept = await takeRecord(second);
    expect((await chain()).json).toMatchObject({ isWhole: false, records: 1, brokenAt: "2" });
    await putRecord(kept);
    expect(at(await chain(), "isWhole")).toBe(true);

    const newest = (await lines()).length;
    const last = await takeRecord(newest);
    expect((await chain()).json).toMatchObject({ isWhole: false, brokenAt: String(newest) });
    await putRecord(last);
  });

  it("forgets what is too old, and is whole from there on", async () => {
    await sealRecords(room.resources.db);
    const before = await lines();
    await room.database.query("alter table vedette.audit_log disable trigger audit_log_keep");
    await room.database.query("update vedette.audit_log set at = at - interval '400 days' where place <= 2");
    await room.database.query("alter table vedette.audit_log enable trigger audit_log_keep");

    expect(await forgetRecords(room.resources.db, 365)).toBe(2);

    expect((await lines()).map(({ place }) => place)).toEqual(before.slice(2).map(({ place }) => place));
    expect((await chain()).json).toMatchObject({ isWhole: true, records: before.length - 2 });
    expect(await forgetRecords(room.resources.db, 365)).toBe(0);
  });

  it("gives records of many writers at once each a place of its own", async () => {
    const writes = Array.from({ length: 20 }, (_, index) =>
      room.ask("POST", DASHBOARDS, { body: { metadata: { name: `many-${index}` }, spec: { title: "x" } } }),
    );
    await Promise.all([...writes, sealRecords(room.resources.db), sealRecords(room.resources.db)]);

    const places = (await lines()).map(({ place }) => Number(place));
    expect(new Set(places).size).toBe(places.length);
    expect(at(await chain(), "isWhole")).toBe(true);
  });

  describe("is for administrators", () => {
    it.each(["viewer", "editor", "stranger"] as const)("and not for a %s", async (as) => {
      expect((await room.ask("GET", "/api/audit", { as })).status).toBe(403);
    });
  });
});
