import { describe, expect, it } from "vitest";
import type { PlaylistItem } from "../api/playlists.ts";
import { draftFaults, moveItem, newPlaylistName, roundMs } from "./playlist-draft.ts";

const item = (value: string): PlaylistItem => ({ type: "dashboard_by_uid", value });
const values = (items: readonly PlaylistItem[]) => items.map(({ value }) => value).join("");

describe("the items of a playlist", () => {
  const items = [item("a"), item("b"), item("c")];

  it.each([
    [0, 1, "bac"],
    [2, 0, "cab"],
    [0, 2, "bca"],
    [0, -1, "abc"],
    [2, 3, "abc"],
  ])("from %i to %i stand as %s", (from, to, order) => {
    expect(values(moveItem(items, from, to))).toBe(order);
  });
});

describe("a round of a playlist", () => {
  it("counts each dashboard of a tag", () => {
    const items = [item("a"), { type: "dashboard_by_tag", value: "prod" } as const];
    const counts = new Map([["prod", 4]]);
    expect(roundMs({ title: "", interval: "30s", items }, (tag) => counts.get(tag) ?? 0)).toBe(150_000);
  });

  it("counts what stays for an interval of its own", () => {
    const items = [item("a"), { ...item("b"), interval: "5m" }];
    expect(roundMs({ title: "", interval: "30s", items }, () => 0)).toBe(330_000);
  });

  it("is unknown while the interval cannot be read", () => {
    expect(roundMs({ title: "", interval: "soon", items: [] }, () => 0)).toBeUndefined();
  });
});

describe("a playlist", () => {
  it("needs a title and an interval", () => {
    expect(draftFaults({ title: " ", interval: "5", items: [] })).toEqual({ title: true, interval: true });
    expect(draftFaults({ title: "Lobby", interval: " 5m ", items: [] })).toEqual({ title: false, interval: false });
  });

  it("gets a name that an address can hold", () => {
    expect(newPlaylistName("Lobby & Café")).toMatch(/^lobby-cafe-[a-z0-9]{5}$/);
    expect(newPlaylistName("東京")).toMatch(/^playlist-[a-z0-9]{5}$/);
  });
});
