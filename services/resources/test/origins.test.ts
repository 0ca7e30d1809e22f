import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { DASHBOARDS, openRoom } from "./room.ts";

onEachStore("a page of another site", (openTestDatabase) => {
  it.each([DASHBOARDS, "/api/user"])("reads at %s only what listed origins may, refusals included", async (url) => {
    await using room = await openRoom(openTestDatabase, {
      allowedOrigins: ["https://wall.example"],
      people: "nobody",
    });

    const answers = ["https://wall.example", "https://other.example"].map((origin) =>
      room.app.inject({ url, headers: { origin } }),
    );

    const allowed = (await Promise.all(answers)).map(({ headers }) => headers["access-control-allow-origin"]);
    expect(allowed).toEqual(["https://wall.example", undefined]);
  });
});
