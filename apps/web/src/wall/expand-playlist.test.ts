import { describe, expect, it } from "vitest";
import type { PlaylistItem } from "../api/playlists.ts";
import { expandItems, stopsAt } from "./expand-playlist.ts";
import { allPages } from "./wall-queries.ts";

describe("a round of a playlist", () => {
  const found = { byTag: new Map([["ops", ["queue", "web"]]]), byId: new Map([["7", "seven"]]) };
  const uidsOf = (...items: PlaylistItem[]) => expandItems(items, found).map(({ uid }) => uid);

  it("keeps the order of its items, tags in the place of their dashboards", () => {
    const uids = uidsOf(
      { type: "dashboard_by_uid", value: "first" },
      { type: "dashboard_by_tag", value: "ops" },
      { type: "dashboard_by_uid", value: "first" },
    );

    expect(uids).toEqual(["first", "queue", "web", "first"]);
  });

  it.each([0, 1, 3, 4, 6, 7])("has all %i dashboards of a tag, however many pages they are", async (count) => {
    const tagged = Array.from({ length: count }, (_, index) => `d${index}`);

    expect(await allPages(async (page) => tagged.slice((page - 1) * 3, page * 3), 3)).toEqual(tagged);
  });

  it("finds dashboards by their old ids [spec 2, Playlist: item types]", () => {
    expect(uidsOf({ type: "dashboard_by_id", value: "7" })).toEqual(["seven"]);
  });

  it("passes over a tag and an id that no dashboard has", () => {
    expect(uidsOf({ type: "dashboard_by_tag", value: "none" }, { type: "dashboard_by_id", value: "8" })).toEqual([]);
  });

  it("carries what an item says about its own turn to each of its dashboards", () => {
    const item = { type: "dashboard_by_tag", value: "ops", interval: "2m", queryParams: "from=now-1h&to=now" } as const;

    expect(expandItems([item], found)).toEqual([
      { uid: "queue", interval: "2m", queryParams: "from=now-1h&to=now" },
      { uid: "web", interval: "2m", queryParams: "from=now-1h&to=now" },
    ]);
  });

  it("leaves out what its schedule keeps for another time, in the time zone of the playlist", () => {
    const schedule = { days: ["mon"], from: "06:00", to: "12:00" } as const;
    const stops = [{ uid: "morning", schedule }, { uid: "always" }];
    const round = { title: "", interval: "1m", stops, timezone: "Asia/Tokyo" };
    const uidsAt = (time: string) => stopsAt(round, new Date(time)).map(({ uid }) => uid);

    expect(uidsAt("2026-11-22T21:30:00Z")).toEqual(["morning", "always"]);
    expect(uidsAt("2026-11-23T06:30:00Z")).toEqual(["always"]);
  });
});
