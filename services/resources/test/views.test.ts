import { onEachStore } from "@vedette/database/testing";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { forgetViews } from "../src/views/views.ts";
import { DASHBOARDS, openRoom, type Who } from "./room.ts";

onEachStore("the views of dashboards", (openTestDatabase) => {
  it("are counted of people, told of 30 days to those who may read them, and then forgotten", async () => {
    await using room = await openRoom(openTestDatabase);
    for (const name of ["lock", "mole"]) {
      await room.ask("POST", DASHBOARDS, { body: { metadata: { name }, spec: { title: name } } });
    }
    const view = async (name: string, as: Who) =>
      (await room.ask("POST", `/api/dashboards/uid/${name}/views`, { as, body: {} })).status;
    const viewsAs = async (as: Who) =>
      (await room.ask("GET", "/api/dashboards/views?dashboardUIDs=lock&dashboardUIDs=mole&dashboardUIDs=none", { as }))
        .json;

    expect(await view("lock", "viewer")).toBe(200);
    expect(await view("lock", "editor")).toBe(200);
    expect(await view("lock", "secret-key")).toBe(200);
    expect(await view("none", "viewer")).toBe(404);
    expect(await viewsAs("viewer")).toEqual({ lock: 2 });
    expect(await viewsAs("wall")).toEqual({});
    const sorted = async (sort: string) =>
      [...(await room.ask("GET", `/api/search?type=dash-db&sort=${sort}`)).text.matchAll(/"uid":"(\w+)"/g)].map(
        ([, uid]) => uid,
      );
    expect(await sorted("views-desc")).toEqual(["lock", "mole"]);
    expect(await sorted("views-asc")).toEqual(["mole", "lock"]);

    const { db } = room.resources;
    const grown = async (days: number) =>
      await db
        .updateTable("vedette.dashboard_views")
        .set({ day: sql<Date>`day - ${days}::integer` })
        .execute();
    await grown(29);
    await forgetViews(db);
    expect(await viewsAs("viewer")).toEqual({ lock: 2 });
    await grown(1);
    expect(await viewsAs("viewer")).toEqual({});
    await forgetViews(db);
    expect(await db.selectFrom("vedette.dashboard_views").select("day").execute()).toEqual([]);
  });
});
