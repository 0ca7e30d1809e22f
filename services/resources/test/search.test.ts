import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillSearchTexts } from "../src/search/fill-search-texts.ts";
import { at, DASHBOARDS, FOLDERS, openRoom, type Room, type Who } from "./room.ts";

const SEARCH = "/apis/dashboard.vedette.app/v1/namespaces/default/search";

onEachStore("a search for words", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    for (const [name, title] of [
      ["harbour", "Harbour team"],
      ["secret", "Secret yard"],
    ]) {
      await make(FOLDERS, { name }, { title });
    }
    const within = (folder: string) => ({ annotations: { "vedette.app/folder": folder } });
    await make(
      DASHBOARDS,
      { name: "cranes", ...within("harbour") },
      {
        title: "Cranes",
        tags: ["Lifting"],
        panels: [
          { title: "Request Latency" },
          { type: "row", title: "Motors", panels: [{ title: "Oil temperature (°C)" }, { title: 7 }, null] },
        ],
      },
    );
    await make(
      DASHBOARDS,
      { name: "dredgers" },
      { title: "Dredgers 100%_of \\ [all].*", rows: [{ title: "Pumps", panels: [{ title: "Suction" }] }] },
    );
    await make(DASHBOARDS, { name: "vault", ...within("secret") }, { title: "Vault", panels: [{ title: "Latency" }] });
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  const make = async (path: string, metadata: object, spec: object) =>
    expect((await room.ask("POST", path, { body: { metadata, spec } })).status).toBe(201);
  const names = async (query: string, as: Who = "admin") => {
    const { text } = await room.ask("GET", `${SEARCH}?type=dash-db&query=${encodeURIComponent(query)}`, { as });
    return [...text.matchAll(/"uid":"([^"]+)"/g)].map(([, name]) => name);
  };

  it.each([
    ["a title", "crane", ["cranes"]],
    ["a tag", "LIFT", ["cranes"]],
    ["a panel", "suction", ["dredgers"]],
    ["a panel in a row", "oil °c", ["cranes"]],
    ["a row", "motors", ["cranes"]],
    ["its folder", "harbour", ["cranes"]],
    ["words of different parts", "harbour lat crane", ["cranes"]],
    ["a word that several have", "latency", ["cranes", "vault"]],
    ["signs that patterns know", "100%_of", ["dredgers"]],
    ["a backslash", "\\", ["dredgers"]],
    ["a word with a letter missing", "latncy", ["cranes", "vault"]],
    ["a word with two letters changed about", "suctoin", ["dredgers"]],
    ["nothing that is two letters off", "succtoin", []],
    ["a word with one letter too many, and another word", "sucttion dredger", ["dredgers"]],
    ["a folder written nearly so", "habour", ["cranes"]],
    ["signs written nearly so", "[alll].*", ["dredgers"]],
    ["a word that nothing has", "submarine", []],
    ["one word of two", "cranes submarine", []],
  ])("finds by %s", async (_what, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it("finds the end of a word that is too long to be kept", async () => {
    await make(DASHBOARDS, { name: "endless" }, { title: `${"x".repeat(300)}kedge` });
    expect([await names("windlas"), await names("kedge"), await names("kedges")]).toEqual([[], ["endless"], []]);
  });

  it("tells the panels that have the words", async () => {
    const { json, headers } = await room.ask("GET", `${SEARCH}?query=latncy`);
    expect(json).toMatchObject([
      { uid: "cranes", title: "Cranes", folderUid: "harbour", panels: ["Request Latency"] },
      { uid: "vault", panels: ["Latency"] },
    ]);
    expect(headers["x-total-count"]).toBe("2");
  });

  it("tells who saved what is found", async () => {
    await make(DASHBOARDS, { name: "signed" }, { title: "Signed by hand" });

    const { json } = await room.ask("GET", `${SEARCH}?query=signed`);
    expect(json).toMatchObject([{ uid: "signed", updatedBy: "admin@example.test" }]);
  });

  it("follows what is saved", async () => {
    await make(DASHBOARDS, { name: "changing" }, { title: "Changing", panels: [{ title: "Windlass" }] });
    expect([await names("windlass"), await names("windlsas")]).toEqual([["changing"], ["changing"]]);

    const body = { metadata: { name: "changing" }, spec: { title: "Changing", panels: [{ title: "Capstan" }] } };
    await room.ask("PUT", `${DASHBOARDS}/changing`, { body });
    expect([await names("windlass"), await names("windlsas")]).toEqual([[], []]);
    expect([await names("capstan"), await names("capstann")]).toEqual([["changing"], ["changing"]]);

    await room.ask("DELETE", `${DASHBOARDS}/changing`);
    expect(await names("capstan")).toEqual([]);
  });

  describe("by somebody who may read one folder", () => {
    beforeAll(async () => {
      const stranger = String(at(await room.ask("GET", "/api/users?query=stranger@"), "users.0.uid"));
      const path = `/api/access-control/folders/harbour/users/${stranger}`;
      expect((await room.ask("POST", path, { body: { permission: "View" } })).status).toBe(200);
    });

    it.each([
      ["latency", ["cranes"]],
      ["latncy", ["cranes"]],
      ["harbour", ["cranes"]],
      ["secret", []],
      ["", ["cranes"]],
    ])("finds of %j what lies there, before pages are made", async (query, expected) => {
      expect(await names(query, "stranger")).toEqual(expected);
      const answer = await room.ask("GET", `${SEARCH}?type=dash-db&limit=1&query=${query}`, { as: "stranger" });
      expect(answer.headers["x-total-count"]).toBe(String(expected.length));
    });
  });

  it("finds what was stored before panels were searched, by its title at once and then by its panels", async () => {
    for (let index = 0; index < 45; index += 1) {
      await make(DASHBOARDS, { name: `old-${index}` }, { title: `Older ${index}`, panels: [{ title: "Sextant" }] });
    }
    await room.database.query("update vedette.object_versions set panel_titles = null, searched = null");
    expect([await names("sextant"), (await names("older 4")).length, await names("sextnat")]).toEqual([[], 9, []]);

    await fillSearchTexts(room.resources.db);

    expect([(await names("sextant")).length, (await names("sextnat")).length]).toEqual([45, 45]);
    expect(await names("oil °c")).toEqual(["cranes"]);
  });

  it("forgets words that nothing has any more, and goes on finding those that something has", async () => {
    const count = async () => {
      const { rows } = await room.database.query("select count(*) from vedette.search_words where word like 'gone%'");
      return Number(rows[0]?.["count"]);
    };
    await room.database.query("insert into vedette.search_words select 'gone' || n from generate_series(1, 20001) n");
    await make(DASHBOARDS, { name: "newer" }, { title: "Newer", panels: [{ title: "Gangway" }] });

    expect(await names("gangwya")).toEqual(["newer"]);
    expect(await names("latncy")).toEqual(["cranes", "vault"]);
    expect(await count()).toBe(0);
  });

  it("refuses another namespace, and parameters that do not fit", async () => {
    expect((await room.ask("GET", SEARCH.replace("default", "other"))).status).toBe(403);
    expect((await room.ask("GET", `${SEARCH}?query=${"x".repeat(501)}`)).status).toBe(400);
  });
});
