import { describe, expect, it } from "vitest";
import { objectOfPage } from "./page-object.ts";

describe("the object of a page", () => {
  it.each([
    ["/d/shop", "dashboards", "shop"],
    ["/d/shop/json", "dashboards", "shop"],
    ["/dashboards/versions/shop", "dashboards", "shop"],
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

  it.each([
    ["/access/providers/gitea", "providers", "gitea"],
    ["/access/providers/custom%3Ashop/", "providers", "custom:shop"],
    ["/access/sso/6f0c", "ssoProviders", "6f0c"],
  ])("%s is one of the %s", (path, kind, name) => {
    expect(objectOfPage(path)).toEqual({ kind, name });
  });

  it.each([
    ["/d/shop", "viewPanel=3", "3"],
    ["/d/shop/the-shop", "from=now-1h&viewPanel=panel-3", "3"],
    ["/d/shop", "viewPanel=3%3Aupper", "3:upper"],
    ["/d-solo/shop/the-shop", "panelId=3", "3"],
    ["/d/shop", "editPanel=panel-3", "3"],
    ["/d/shop/panels/3/edit", "", "3"],
    ["/d/shop/panels/new/edit", "", undefined],
    ["/d/shop", "viewPanel=", undefined],
  ])("%s?%s is about one panel", (path, query, panel) => {
    expect(objectOfPage(path, query)).toEqual({ kind: "dashboards", name: "shop", ...(panel && { panel }) });
  });

  it.each([
    ["/people/users/6f0c", "/api/users/6f0c"],
    ["/people/users/mean", "/api/users/mean"],
    ["/people/teams/7/", "/api/teams/7"],
    ["/people/service-accounts/9", "/api/serviceaccounts/9"],
    ["/inbox/6f0c", "/api/inbox/6f0c"],
    ["/snapshots/k1", "/api/snapshots/k1"],
    ["/dashboard/snapshot/k1", "/api/snapshots/k1"],
    ["/public/snapshots/k1", "/api/public/snapshots/k1"],
    ["/people/teams/..%2F..%2Fsetup", "/api/teams/..%2F..%2Fsetup"],
    ["/people/teams/50%", "/api/teams/50%25"],
  ])("%s is what %s shows", (page, path) => {
    expect(objectOfPage(page)).toEqual({ kind: "asked", path });
  });

  it.each([
    "/",
    "/dashboards",
    "/dashboards/new",
    "/playlists",
    "/playlists/new",
    "/wall/pair",
    "/people/users",
    "/people/users/me",
    "/access/providers",
    "/access/providers/new",
    "/access/sso",
  ])("%s has none", (path) => {
    expect(objectOfPage(path)).toBeUndefined();
  });
});
