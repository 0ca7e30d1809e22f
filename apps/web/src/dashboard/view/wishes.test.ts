import { describe, expect, it } from "vitest";
import { slugOf } from "./slug.ts";
import { wishesOf } from "./wishes.ts";

describe("what an address says about a dashboard", () => {
  it("is its range, refresh, zone, variables and annotations", () => {
    const query = "from=now-1h&to=now&refresh=5s&timezone=utc&var-job=a&var-job=b&annotation-Deploys=off&other=1";
    const wishes = wishesOf(new URLSearchParams(query));

    expect(wishes).toEqual({
      range: { from: "now-1h", to: "now" },
      refresh: "5s",
      timeZone: "utc",
      variables: new Map([["job", ["a", "b"]]]),
      annotations: new Map([["Deploys", false]]),
    });
  });

  it("is no range when one end is missing", () => {
    expect(wishesOf(new URLSearchParams("from=now-1h")).range).toBeUndefined();
  });
});

describe("the readable part of an address", () => {
  it.each([
    ["Node Exporter Full", "node-exporter-full"],
    ["Überblick / 50 %", "uberblick-50"],
    ["監視", "dashboard"],
    ["", "dashboard"],
  ])("of %j is %s", (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });
});
