import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { unknownRoles } from "../src/index.ts";
import { openRoom, type Room } from "./room.ts";

onEachStore("names of roles", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  it("are those of basic roles, and names and uids of custom roles, in any case", async () => {
    await room.resources.db
      .insertInto("vedette.roles")
      .values([
        { uid: "r-1", name: "Auditor", is_managed: false },
        { uid: "r-2", name: "Hidden", is_managed: true },
      ])
      .execute();

    expect(await unknownRoles(room.database, ["admin", "None", "auditor", "R-1", "Auditer", "Hidden"])).toEqual([
      "Auditer",
      "Hidden",
    ]);
  });
});
