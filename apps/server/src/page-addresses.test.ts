import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isPageAddress, NAMES_BELOW, PAGE_ADDRESSES } from "./page-addresses.ts";

/** The routes as the UI declares them, with what stands before the nested ones. */
const ROUTES: readonly (readonly [file: string, above: string])[] = [
  ["pages.tsx", ""],
  ["entry-pages.tsx", ""],
  ["signed-in-pages.tsx", ""],
  ["access/access-routes.tsx", "/access/"],
  ["account/account-routes.tsx", "/account/"],
];

function declaredRoutes(): string[] {
  return ROUTES.flatMap(([file, above]) => {
    const text = readFileSync(new URL(`../../web/src/${file}`, import.meta.url), "utf8");
    const paths = [...text.matchAll(/<Route\s+path="([^"*]+)"/g)].map(([, path]) => above + path);
    const settings = /SETTINGS_PAGES = \[([^\]]*)\]/.exec(text)?.[1]?.matchAll(/"([^"]+)"/g) ?? [];
    const index = text.includes("<Route index") ? [above.replace(/\/$/, "")] : [];
    return [...paths, ...index, ...[...settings].map(([, page]) => above + page)];
  });
}

describe("the addresses that have a page", () => {
  it("are those of the routes of the UI", () => {
    const declared = declaredRoutes();
    expect(declared.length).toBeGreaterThan(80);
    expect([...new Set(declared)].toSorted()).toEqual([...PAGE_ADDRESSES].toSorted());
  });

  it("end in the names of the UI where the house itself gives them", () => {
    const docs = readFileSync(new URL("../../web/src/help/components/component-docs.ts", import.meta.url), "utf8");
    const documented = [...docs.matchAll(/\.\.\.aboutOf\("(\w+)"\)/g)].map(([, name]) => name);

    expect(NAMES_BELOW["/help/components/"]).toEqual(documented);
  });

  it.each(["guides", "reference"])("end in the names of the files of docs/%s", (shelf) => {
    const files = readdirSync(new URL(`../../../docs/${shelf}`, import.meta.url));

    expect(NAMES_BELOW[`/help/${shelf}/`]).toEqual(files.map((file) => file.replace(".md", "")).toSorted());
  });

  it.each([
    "/",
    "/dashboards/",
    "/d/a.b-c",
    "/d/heron/the-slug",
    "/people/users/me",
    "/Dashboards",
    "/help/components/nav/",
    "/help/guides/walls",
    "/help/reference/settings",
    "/access/templates/invite",
  ])("%s", (path) => {
    expect(isPageAddress(path)).toBe(true);
  });

  it.each([
    "/nothing-here",
    "/people/nobody",
    "/setup/x",
    "/d",
    "/dashboards/f",
    "/access/providers/new/x",
    "/help/components/x",
    "/help/guides/settings",
    "/help/reference/walls",
    "/Access/Templates/x",
  ])("not %s", (path) => {
    expect(isPageAddress(path)).toBe(false);
  });
});
