import { describe, expect, it } from "vitest";
import type { PlaylistItem } from "../api/playlists.ts";
import { draftFaults, moveItem, newPlaylistName, turnMs } from "./playlist-draft.ts";

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

describe("an item of a playlist", () => {
  const draft = (interval: string) => ({ title: "", interval, items: [] });
  const found = { dashboardsWith: (tag: string) => (tag === "prod" ? 4 : 0), lack: undefined };

  it("stays once for each dashboard of a tag", () => {
    expect(turnMs(draft("30s"), item("a"), found)).toBe(30_000);
    expect(turnMs(draft("30s"), { type: "dashboard_by_tag", value: "prod" }, found)).toBe(120_000);
  });

  it("stays for an interval of its own", () => {
    expect(turnMs(draft("30s"), { ...item("b"), interval: "5m" }, found)).toBe(300_000);
  });

  it("that there is not stays for as long as the card in its place, or not at all", () => {
    for (const interval of ["1s", "5m"]) {
      expect(turnMs(draft("30s"), { ...item("b"), interval }, { ...found, lack: "card" })).toBe(10_000);
    }
    expect(turnMs(draft("30s"), { type: "dashboard_by_id", value: "7" }, { ...found, lack: "passed" })).toBe(0);
  });

  it("stays nobody knows how long while the interval cannot be read", () => {
    expect(turnMs(draft("soon"), { ...item("a"), interval: "5m" }, found)).toBeUndefined();
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
