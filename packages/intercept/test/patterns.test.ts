import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { globToRegexPattern, urlMatches } from "../src/index.ts";
import { globToFetchPattern } from "../src/patterns/glob.ts";
import { resolveGlob } from "../src/patterns/resolve-glob.ts";
import { compileUrlPattern } from "../src/patterns/url-pattern.ts";

const ROWS: readonly (readonly [glob: string, url: string, matches: boolean, baseURL?: string])[] = [
  ["**/*.js", "https://localhost:8080/foo.js", true],
  ["*.js", "https://localhost:8080/foo.js", false],
  ["https://**/*.js", "https://localhost:8080/foo.js", true],
  ["https://h/**/b.js", "https://h/b.js", true],
  ["https://h/**/b.js", "https://h/x/y/b.js", true],
  ["https://h/**/b.js", "https://h/xb.js", false],
  ["http://localhost:3000/signin-oidc*", "http://localhost:3000/signin-oidc/foo", false],
  ["http://localhost:3000/signin-oidc*", "http://localhost:3000/signin-oidcnice", true],
  ["**/api/v[0-9]", "http://e.com/api/v[0-9]", true],
  ["**/api/v[0-9]", "http://e.com/api/version", false],
  ["**/*.{png,jpg}", "https://localhost:8080/c.jpg", true],
  ["**/*.{png,jpg}", "https://localhost:8080/c.jpeg", false],
  ["HtTpS://pLaYwRiGhT.dEv/fooBAR", "https://playwright.dev/fooBAR", true],
  ["HtTpS://pLaYwRiGhT.dEv/fooBAR", "https://playwright.dev/foobar", false],
  ["http://e.com:80/**", "http://e.com/x", true],
  ["http://münchen.de/", "http://xn--mnchen-3ya.de/", true],
  ["http://h?x=y", "http://h/?x=y", true],
  ["http://h/a b", "http://h/a%20b", true],
  ["./bar?x=y", "http://h/foo/bar?x=y", true, "http://h/foo/"],
  ["/api/*", "http://h/api/x", true, "http://h/foo/"],
  ["**?a=b", "https://h/?a=b", true],
  ["**=b", "https://h/?a=b", true],
  ["http://h.?ev", "http://h./?ev", true],
  ["http://h.?ev", "http://h.xev/", false],
  ["http://localhos**?*oo", "http://localhost:81/?foo", true],
  ["http*://h", "https://h/", true],
  ["h*://h", "http://h/", true],
  ["my.{p,y}://**", "my.p://foo/", true],
  ["my.{p,y}://**", "my.p://foo", false],
  ["my.custom.protocol://**", "my.custom.protocol://foo", true],
  ["http://h/a\\?b", "http://h/a?b", true],
  ["http://h/a\\\\?b", "http://h/a?b", true],
  ["**/$&$$", "http://h/$&$$", true],
  ["**/\\{x\\}", "http://h/{x}", true],
  ["http://*.example.com/", "http://a.example.com/", true],
  ["about:blank", "about:blank", true, "http://h/"],
  ["", "http://anything/", true],
];

describe("a glob", () => {
  const rows = ROWS.map(([glob, url, matches, baseURL]) => ({ glob, url, matches, baseURL }));

  it.each(rows)("$glob on $url: $matches", ({ glob, url, matches, baseURL }) => {
    expect(urlMatches(baseURL, url, glob)).toBe(matches);
  });

  it.each([
    ["**/{a", "unmatchedOpen"],
    ["**/a}", "unmatchedClose"],
    ["**/{a,{b}}", "nested"],
    ["http://h/{a", "unmatchedOpen"],
  ])("%s is refused", (glob, reason) => {
    expect(() => urlMatches(undefined, "http://h/", glob)).toThrow(
      expect.objectContaining({ code: "ERR_ROUTE_PATTERN", reason, pattern: glob }),
    );
  });

  it("counts an http base url as ws for websockets", () => {
    expect(urlMatches("http://h/", "ws://h/feed", "/feed", true)).toBe(true);
    expect(urlMatches("http://h/", "ws://h/feed", "/feed")).toBe(false);
  });

  it("keeps a lone backslash at the end", () => {
    expect(new RegExp(globToRegexPattern("**\\")).test("x\\")).toBe(true);
  });

  it("has a pattern for the browser that lets through all that it matches", () => {
    const piece = fc.constantFrom("a", "b/", "*", "**", "/**/", "{a,b}", "?", "\\?", ".", "1");
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.array(fc.constantFrom("a", "b", "/", "?", ".", "1"), { maxLength: 8 }),
        (pieces, chars) => {
          const glob = resolveGlob(`http://h/${pieces.join("")}`);
          const url = `http://h/${chars.join("")}`;
          const isMatch = new RegExp(globToRegexPattern(glob)).test(url);
          expect(!isMatch || wildcard(globToFetchPattern(glob)).test(url)).toBe(true);
        },
      ),
    );
  });
});

describe("a regular expression", () => {
  it.each([
    [/^https:\/\/h\/api/, "https://h/api*"],
    [/^https?:\/\/h/, "http*"],
    [/^http:\/\/h\.x\/a?b/, "http://h.x/*"],
    [/api/, "*"],
    [/^a|b/, "*"],
    [/^HTTP/i, "*"],
  ])("%s needs %s of the browser", (pattern, fetchPattern) => {
    expect(compileUrlPattern(pattern).fetchPattern).toBe(fetchPattern);
  });

  it("is tested from its beginning each time", () => {
    const pattern = /h/g;

    expect([urlMatches(undefined, "http://h/", pattern), urlMatches(undefined, "http://h/", pattern)]).toEqual([
      true,
      true,
    ]);
  });
});

describe("other patterns", () => {
  it("may be an URLPattern or a function of the url", () => {
    expect(urlMatches(undefined, "http://h/a/1", new URLPattern({ pathname: "/a/:id" }))).toBe(true);
    expect(urlMatches(undefined, "http://h/a", ({ pathname }) => pathname === "/a")).toBe(true);
    expect(urlMatches(undefined, "no url", () => true)).toBe(false);
  });

  it.each([
    [{ hostname: "API.example.com", pathname: "/v1/*" }, "*://*api.example.com*", "http://u:p@api.example.com:81/v1/x"],
    [{ hostname: "münchen.de" }, "*://*xn--mnchen-3ya.de*", "https://xn--mnchen-3ya.de/"],
    [{ hostname: "*.example.com" }, "*", "https://a.example.com/"],
    [{ hostname: "{a.}?example.com" }, "*", "https://example.com/"],
    [{ pathname: "/v1/*" }, "*", "https://h/v1/x"],
  ])("the URLPattern %j needs %s of the browser", (parts, fetchPattern, url) => {
    const matcher = compileUrlPattern(new URLPattern(parts));

    expect(matcher.fetchPattern).toBe(fetchPattern);
    expect([matcher.test(url, () => undefined), wildcard(fetchPattern).test(url)]).toEqual([true, true]);
  });

  it.each([[5], [null], [{}]])("%j is refused", (pattern) => {
    expect(() => urlMatches(undefined, "http://h/", pattern as never)).toThrow(
      expect.objectContaining({ code: "ERR_ROUTE_PATTERN" }),
    );
  });
});

/** The Fetch domain's own reading of a pattern. */
function wildcard(pattern: string): RegExp {
  const source = pattern.replace(/\\(.)|([*?])|(.)/g, (_whole, escaped?: string, wild?: string, plain?: string) =>
    wild === "*" ? ".*" : wild === "?" ? "." : (escaped ?? plain ?? "").replace(/[$^+.*()|\\?{}[\]/]/, "\\$&"),
  );
  return new RegExp(`^${source}$`);
}
