import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { at, openRoom, type Room, type Who } from "./room.ts";

const PATH = "/api/user/preferences";

onEachStore("what people chose about their pages", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  const change = (as: Who, body: object) => room.ask("PATCH", PATH, { as, body });
  const kept = async (as: Who) => (await room.ask("GET", PATH, { as })).json;

  it("is nothing at first", async () => {
    expect(await kept("stranger")).toEqual({ seen: [] });
  });

  it("is theirs alone, in whatever browser they ask", async () => {
    const changed = await change("viewer", { theme: "light", timezone: "Europe/Berlin", singleKeys: false });

    expect([changed.status, changed.json]).toEqual([
      200,
      { theme: "light", timezone: "Europe/Berlin", singleKeys: false, seen: [] },
    ]);
    expect(await kept("viewer")).toEqual(changed.json);
    const me = await room.ask("GET", "/api/user", { as: "viewer" });
    expect([at(me, "theme"), at(me, "preferences")]).toEqual(["light", changed.json]);
    expect(await kept("editor")).toEqual({ seen: [] });
  });

  it("changes one by one, and a choice can be taken back", async () => {
    await change("editor", { theme: "dark", density: "compact", patterns: true });
    await change("editor", { theme: null, language: "de" });

    expect(await kept("editor")).toEqual({ density: "compact", patterns: true, language: "de", seen: [] });
  });

  it("remembers what was put away, the latest first and fifty at most", async () => {
    await change("admin", { seen: ["mail"] });
    await change("admin", { seen: ["checklist"] });
    await change("admin", { seen: ["mail"] });
    expect(await kept("admin")).toEqual({ seen: ["mail", "checklist"] });

    for (const many of [0, 1]) {
      const seen = Array.from({ length: 30 }, (_, index) => `notice:${many * 30 + index}`);
      await change("admin", { seen });
    }
    const { seen } = (await kept("admin")) as { seen: string[] };
    expect([seen.length, seen[0], seen.at(-1)]).toEqual([50, "notice:30", "notice:19"]);
  });

  it("loses nothing of two browsers that change it at once", async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => change("stranger", { seen: [`at-once-${index}`] })));

    const { seen } = (await kept("stranger")) as { seen: string[] };
    expect(seen.toSorted()).toEqual(Array.from({ length: 8 }, (_, index) => `at-once-${index}`));
  });

  it.each([
    ["colours that do not exist", { theme: "pink" }],
    ["no language", { language: "<script>" }],
    ["no time zone", { timezone: "Europe/Berlin; drop table" }],
    ["an endless list", { seen: Array.from({ length: 51 }, String) }],
    ["an endless notice", { seen: ["x".repeat(221)] }],
    ["half a character", { seen: ["\ud800"] }],
  ])("is not %s", async (_what, body) => {
    const before = await kept("viewer");

    expect((await change("viewer", body)).status).toBe(400);
    expect(await kept("viewer")).toEqual(before);
  });

  it("knows no other choices", async () => {
    await change("stranger", { theme: "dark", font: "Comic Sans" });

    expect(Object.keys((await kept("stranger")) as object).toSorted()).toEqual(["seen", "theme"]);
  });

  it("is nothing that programs have", async () => {
    expect((await change("secret-key", { theme: "dark" })).status).toBe(403);
    expect((await change("nobody", { theme: "dark" })).status).toBe(401);
  });
});
