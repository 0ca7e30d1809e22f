import { describe, expect, it } from "vitest";
import type { PlaylistItem } from "../api/playlists.ts";
import { expandItems } from "./expand-playlist.ts";

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
});
