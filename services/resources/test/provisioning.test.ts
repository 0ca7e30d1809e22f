import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type ProvisionedObject, provisionObject } from "../src/provisioning/provision.ts";
import { at, DASHBOARDS, FOLDERS, openRoom, PLAYLISTS, type Room } from "./room.ts";

onEachStore("an object that comes from an operator's file", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  let tries = 0;
  beforeEach(() => {
    tries += 1;
  });
  /** Of this try of a test alone. */
  const own = (name: string) => `${name}-${tries}`;
  function aFile(name: string, more: Partial<ProvisionedObject> = {}): ProvisionedObject {
    const spec = more.spec ?? { title: name };
    const fixed = { plural: "dashboards", labels: {}, annotations: {}, sourcePath: `${name}.json` };
    return { ...fixed, name: own(name), spec, specText: JSON.stringify(spec), ...more };
  }
  const take = async (file: ProvisionedObject) => await provisionObject(room.resources.db, file, new Date());
  const read = (name: string) => room.ask("GET", `${DASHBOARDS}/${own(name)}`);

  it("is made, says where it comes from, and follows its file letter by letter", async () => {
    expect(await take(aFile("follows"))).toBe("made");
    expect(await take(aFile("follows"))).toBe("unchanged");
    const spec = { title: "follows", n: 1 };
    expect(await take(aFile("follows", { spec, specText: `{"title":"follows", "n":1.0}` }))).toBe("changed");

    const { text, json } = await read("follows");
    expect(text).toContain(`"spec":{"title":"follows", "n":1.0}`);
    expect(json).toMatchObject({
      metadata: {
        generation: 2,
        annotations: {
          "vedette.app/createdBy": "provisioning:vedette",
          "vedette.app/managedBy": "provisioning",
          "vedette.app/sourcePath": "follows.json",
        },
      },
    });
  });

  it("follows its file as a playlist too, whose updates need a version", async () => {
    const playlist = (interval: string) =>
      aFile("lobby", { plural: "playlists", spec: { title: "Lobby", interval, items: [] } });

    expect([await take(playlist("5m")), await take(playlist("6m"))]).toEqual(["made", "changed"]);

    expect(at(await room.ask("GET", `${PLAYLISTS}/${own("lobby")}`), "spec.interval")).toBe("6m");
  });

  it.each([
    ["its text", { spec: { title: "by hand" } }],
    ["its folder", { metadata: { annotations: { "vedette.app/folder": "elsewhere" } } }],
    ["its labels", { metadata: { labels: { team: "night" } } }],
  ])("has drifted when somebody changed %s, and stays so until the file changes", async (what, patch) => {
    const name = `drifts-${what.replaceAll(" ", "-")}`;
    await room.ask("POST", FOLDERS, { body: { metadata: { name: "elsewhere" }, spec: { title: "Elsewhere" } } });
    await take(aFile(name));
    const headers = { "content-type": "application/merge-patch+json" };
    await room.ask("PATCH", `${DASHBOARDS}/${own(name)}`, { text: JSON.stringify(patch), headers });

    expect([await take(aFile(name)), await take(aFile(name))]).toEqual(["drifted", "drifted"]);
    expect((await read(name)).json).toMatchObject(patch);
    expect(await take(aFile(name, { spec: { title: "newer" } }))).toBe("changed");
    expect(await take(aFile(name, { spec: { title: "newer" } }))).toBe("unchanged");
  });

  it("leaves one of its name alone that says something else, and adopts one that says the same", async () => {
    await room.ask("POST", DASHBOARDS, { body: { metadata: { name: own("foreign") }, spec: { title: "theirs" } } });
    await room.ask("POST", DASHBOARDS, { body: { metadata: { name: own("adopted") }, spec: { title: "adopted" } } });

    expect([await take(aFile("foreign")), await take(aFile("adopted"))]).toEqual(["foreign", "changed"]);
    expect(at(await read("foreign"), "spec.title")).toBe("theirs");
    expect(await take(aFile("adopted"))).toBe("unchanged");
  });

  it("is there once when several processes take its file at the same time", async () => {
    const all = async (file: ProvisionedObject) => await Promise.all(Array.from({ length: 6 }, () => take(file)));

    expect((await all(aFile("raced"))).toSorted().slice(0, 2)).toEqual(["made", "unchanged"]);
    expect((await all(aFile("raced", { spec: { title: "newer" } }))).toSorted().slice(0, 2)).toEqual([
      "changed",
      "unchanged",
    ]);

    expect((await read("raced")).json).toMatchObject({ metadata: { generation: 2 }, spec: { title: "newer" } });
  });

  it("comes back when it was deleted", async () => {
    await take(aFile("deleted"));
    await room.ask("DELETE", `${DASHBOARDS}/${own("deleted")}`);

    expect(await take(aFile("deleted"))).toBe("made");
  });
});
