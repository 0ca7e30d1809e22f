import { describe, expect, it } from "vitest";
import { expandItems } from "./expand-playlist.ts";

describe("a round of a playlist", () => {
  const byTag = new Map([
    [
      "ops",
      [
        { uid: "queue", title: "Queue", tags: ["ops"] },
        { uid: "web", title: "Web", tags: ["ops"] },
      ],
    ],
  ]);

  it("keeps the order of its items, tags in the place of their dashboards", () => {
    const stops = expandItems(
      [
        { type: "dashboard_by_uid", value: "first" },
        { type: "dashboard_by_tag", value: "ops" },
        { type: "dashboard_by_uid", value: "first" },
      ],
      byTag,
    );

    expect(stops.map(({ uid }) => uid)).toEqual(["first", "queue", "web", "first"]);
  });

  it("passes over a tag that no dashboard has", () => {
    expect(expandItems([{ type: "dashboard_by_tag", value: "none" }], byTag)).toEqual([]);
  });
});
