import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pictureOf, SCREENS, SIZES, THEMES, WITHOUT_PICTURE } from "../scripts/pictures/screens.ts";

const ROOT = join(import.meta.dirname, "..");
const WEB = join(ROOT, "apps", "web", "src");
const FOLDER = "docs/images/screens";
const MAX_FOLDER_BYTES = 9 * 1024 * 1024;

/** Where routes are declared, and the address below which they stand. */
const ROUTE_FILES = [
  ["pages.tsx", ""],
  ["entry-pages.tsx", ""],
  ["signed-in-pages.tsx", ""],
  ["access/access-routes.tsx", "/access"],
  ["account/account-routes.tsx", "/account"],
] as const;

/** Addresses that lead on to another one, and files that declare what is below an address. */
const IS_NO_PAGE = /^(SameQuery|Landing|EntryPages|SignedInPages|AccessPages|AccountPages|.*Address)$/;

/** Addresses of pages, as the routes have them. */
function routesOf(file: string, below: string): string[] {
  const text = readFileSync(join(WEB, file), "utf8");
  const [, listed = ""] = /const SETTINGS_PAGES = \[([^\]]*)\]/.exec(text) ?? [];
  const named = [...listed.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? "");
  const routes = text.matchAll(
    /<Route\s+(?:key=\{page\}\s+)?(?:path="([^"]*)"|path=\{page\}|(index))\s+element=\{<(\w+)/g,
  );
  return [...routes].flatMap(([_all, path, index, element = ""]) => {
    if (IS_NO_PAGE.test(element)) return [];
    if (index !== undefined) return [below];
    if (path === "*") return ["*"];
    return (path === undefined ? named : [path]).map((one) => (one.startsWith("/") ? one : `${below}/${one}`));
  });
}

describe("the screens of the documentation", () => {
  const routes = new Set(ROUTE_FILES.flatMap(([file, below]) => routesOf(file, below)));
  const shown = new Set(SCREENS.map(({ route }) => route));

  it("are found in the routes of the app", () => {
    expect(routes.size).toBeGreaterThan(60);
    expect(routes).toContain("/access/methods");
    expect(routes).toContain("/account");
  });

  it("are all pages that the app has, and no others", () => {
    const missing = [...routes].filter((route) => !shown.has(route) && !WITHOUT_PICTURE.has(route));
    const tooMany = [...shown, ...WITHOUT_PICTURE.keys()].filter((route) => !routes.has(route));

    expect([missing, tooMany]).toEqual([[], []]);
  });

  it("have a name each, and a sentence", () => {
    expect(new Set(SCREENS.map(({ name }) => name)).size).toBe(SCREENS.length);
    expect(SCREENS.filter(({ about }) => !about.endsWith("."))).toEqual([]);
  });

  it("have their pictures in every width and both themes, which together stay small", () => {
    const files = readdirSync(join(ROOT, FOLDER)).map((file) => `images/screens/${file}`);
    const wanted = SCREENS.flatMap(({ name }) =>
      SIZES.flatMap(({ width }) => THEMES.map((theme) => pictureOf(name, width, theme))),
    );
    const bytes = files.reduce((sum, file) => sum + statSync(join(ROOT, "docs", file)).size, 0);

    expect(files.toSorted()).toEqual(wanted.toSorted());
    expect(bytes).toBeLessThan(MAX_FOLDER_BYTES);
  });
});
