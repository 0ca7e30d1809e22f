import { describe, expect, it } from "vitest";
import { objectOfPage } from "./page-object.ts";

describe("the object of a page", () => {
  it.each([
    ["/d/shop", "dashboards", "shop"],
    ["/d/shop/json", "dashboards", "shop"],
    ["/d-solo/50%25%20off", "dashboards", "50% off"],
    ["/d/50%", "dashboards", "50%"],
    ["/dashboards/f/north/the-north", "folders", "north"],
    ["/playlists/hall", "playlists", "hall"],
    ["/playlists/edit/hall", "playlists", "hall"],
    ["/playlists/play/hall", "playlists", "hall"],
    ["/playlists/newest", "playlists", "newest"],
    ["/wall/hall", "playlists", "hall"],
  ])("%s is one of the %s", (path, kind, name) => {
    expect(objectOfPage(path)).toEqual({ kind, name });
  });

  it.each(["/", "/dashboards", "/dashboards/new", "/playlists", "/playlists/new", "/wall/pair", "/people/users/me"])(
    "%s has none",
    (path) => {
      expect(objectOfPage(path)).toBeUndefined();
    },
  );
});
