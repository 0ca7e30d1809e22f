import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob } from "./glob.ts";
import { chooseRedirect, isAllowedRedirect, judgeRedirect } from "./redirect-rules.ts";

const SITE = "https://app.example.com";

function allowing(...allowList: string[]) {
  return { siteUrl: SITE, allowList };
}

describe("a redirect", () => {
  it.each([
    ["the site itself", `${SITE}/welcome?x=1#y`],
    ["the site in capitals", "HTTPS://APP.example.COM/"],
    ["the site with its default port", "https://app.example.com:443/a"],
    ["loopback", "http://127.0.0.1:3000/callback"],
    ["loopback, version 6", "http://[::1]:3000/callback"],
  ])("may always lead to %s", (_name, url) => {
    expect(isAllowedRedirect(url, allowing())).toBe(true);
  });

  it.each([
    [`${SITE}/welcome`, { isAllowed: true, by: "site" }],
    ["http://127.0.0.1:3000/", { isAllowed: true, by: "loopback" }],
    ["https://b.ex.com/x", { isAllowed: true, by: "list", pattern: "https://*.ex.com/**" }],
    ["https://b.c.ex.com/x", { isAllowed: false, reason: "unlisted" }],
    ["https://10.0.0.1/", { isAllowed: false, reason: "number" }],
    ["https://me@b.ex.com/x", { isAllowed: false, reason: "unsafe" }],
    ["javascript:alert(1)", { isAllowed: false, reason: "unsafe" }],
  ])("to %s is judged by %j", (url, judgement) => {
    expect(judgeRedirect(url, allowing("https://other.example/", "https://*.ex.com/**"))).toEqual(judgement);
  });

  it("may lead to any port of a site on localhost", () => {
    const rules = { siteUrl: "http://localhost:8080", allowList: [] };

    expect(isAllowedRedirect("http://localhost:5173/x", rules)).toBe(true);
    expect(isAllowedRedirect("https://localhost:5173/x", rules)).toBe(false);
  });

  it.each([
    ["https://*.ex.com", "https://a.ex.com", true],
    ["https://*.ex.com", "https://a.b.ex.com", false],
    ["https://*.ex.com", "https://a.ex.com/path", false],
    ["https://ex.com/**", "https://ex.com/any/path.html?q=1#f", true],
    ["https://ex.com/*", "https://ex.com/one/two", false],
    ["https://ex.com/?", "https://ex.com/a", true],
    ["https://ex.com/?", "https://ex.com/.", false],
    ["https://{a,b}.ex.com/**", "https://b.ex.com/x", true],
    ["https://{a,b}.ex.com/**", "https://c.ex.com/x", false],
    ["https://[!a-c].ex.com/", "https://d.ex.com/", true],
    ["https://[!a-c].ex.com/", "https://b.ex.com/", false],
    ["https://ex.com/\\*", "https://ex.com/*", true],
    ["https://ex.com/\\*", "https://ex.com/x", false],
    ["myapp://**", "myapp://callback/done", true],
    ["com.example.app:/**", "com.example.app:/callback", true],
    ["https://xn--bcher-kva.example/**", "https://xn--bcher-kva.example/a", true],
    ["**", "https://any.example/x", true],
    ["https://ex.com/app/**", "https://ex.com/app/../admin", false],
    ["https://ex.com/app/**", "https://ex.com/app/%2e%2e/admin", false],
    ["https://ex.com/app/**", "https://ex.com/app/x/../y", true],
    ["https://ex.com/[z-a]", "https://ex.com/z", false],
    ["https://ex.com/{a", "https://ex.com/{a", false],
  ])("with %s on the list, %s is allowed: %s", (pattern, url, allowed) => {
    expect(isAllowedRedirect(url, allowing(pattern))).toBe(allowed);
  });

  it.each([
    ["user information", "https://app.example.com@evil.example/"],
    ["user information of the site", "https://me:pw@app.example.com/"],
    ["a backslash", "https://app.example.com\\@evil.example/"],
    ["a path without a scheme", "/welcome"],
    ["a protocol-relative address", "//evil.example"],
    ["a scheme with one slash", "https:/evil.example"],
    ["a script", "javascript:alert(1)"],
    ["a script in odd letters", "JaVaScRiPt:alert(1)"],
    ["data", "data:text/html,<script>alert(1)</script>"],
    ["a tab inside the scheme", "java\tscript:alert(1)"],
    ["a line break", "https://app.example.com/\r\nSet-Cookie: a=b"],
    ["an encoded line break", "https://app.example.com/%0d%0aSet-Cookie:a=b"],
    ["a decimal host", "http://2130706433/"],
    ["an octal host", "http://0177.0.0.1/"],
    ["a hexadecimal host", "http://0x7f.0.0.1/"],
    ["a short address", "http://127.1/"],
    ["another address", "http://10.0.0.1/"],
    ["a mapped address", "http://[::ffff:127.0.0.1]/"],
    ["a long spelling of loopback", "http://[0:0:0:0:0:0:0:1]/"],
    ["a full-width host", "https://evil\uff0eexample/"],
    ["an underscore in the host", "https://a_b.example/"],
    ["a percent sign in the host", "https://app.example.com%2eevil.example/"],
    ["nothing", ""],
  ])("never leads to %s, even where everything is on the list", (_name, url) => {
    expect(isAllowedRedirect(url, allowing("**", "*://**"))).toBe(false);
  });

  it.each([
    ["a look-alike suffix", "https://app.example.com.evil.example/"],
    ["a look-alike prefix", "https://evilapp.example.com/"],
    ["another scheme", "http://app.example.com/"],
    ["another port", "https://app.example.com:8443/"],
    ["a look-alike letter", "https://\u0430pp.example.com/"],
  ])("does not take %s for the site", (_name, url) => {
    expect(isAllowedRedirect(url, allowing())).toBe(false);
  });

  it("asked for by redirect_to falls back to the site without trying the Referer [spec 1, Errors]", () => {
    const wish = { redirectTo: "https://evil.example/", referer: `${SITE}/form` };

    expect(chooseRedirect(wish, allowing())).toBe(SITE);
    expect(chooseRedirect({ ...wish, redirectTo: undefined }, allowing())).toBe(`${SITE}/form`);
    expect(chooseRedirect({ ...wish, redirectTo: "" }, allowing())).toBe(`${SITE}/form`);
    expect(chooseRedirect({ redirectTo: undefined, referer: "https://evil.example/" }, allowing())).toBe(SITE);
  });

  it("leads a browser to the site, to loopback, or nowhere when nothing is on the list", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc
        .tuple(
          fc.constantFrom("https:", "http:", "HTTPS:", "javascript:", "", "ht\ntps:"),
          fc.constantFrom("//", "/\\", "\\\\", "/", "///", ""),
          fc.array(
            fc.constantFrom(
              "app.example.com",
              "@",
              ":",
              "evil.example",
              ".",
              "127.0.0.1",
              "[::1]",
              "%40",
              "#",
              "?",
              "/",
              "\\",
            ),
            {
              maxLength: 6,
            },
          ),
        )
        .map(([scheme, slashes, parts]) => scheme + slashes + parts.join("")),
    );

    fc.assert(
      fc.property(hostile, (text) => {
        if (!isAllowedRedirect(text, allowing())) return;
        const { protocol, hostname, username } = new URL(text, "https://base.invalid");
        expect(username).toBe("");
        if (hostname === "app.example.com") expect(protocol).toBe("https:");
        else expect(hostname).toMatch(/^(127\.\d+\.\d+\.\d+|\[::1\])$/);
      }),
      { numRuns: 2000 },
    );
  });

  it("that is not allowed always becomes the site", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.string({ maxLength: 80 }), (redirectTo, referer) => {
        const chosen = chooseRedirect({ redirectTo, referer }, allowing("https://ex.com/**"));
        expect(chosen === SITE || isAllowedRedirect(chosen, allowing("https://ex.com/**"))).toBe(true);
      }),
    );
  });
});

describe("a pattern of the allow-list", () => {
  it("never throws, and matches itself when it holds no sign of its own", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        const compiled = compileGlob(text);
        if (!/[*?[\]{},\\]/.test(text)) expect(compiled?.test(text)).toBe(true);
      }),
    );
  });

  it.each([
    ["stars", `https://${"**a".repeat(12)}b`, `https://${"a".repeat(3000)}`],
    ["alternatives", `https://${"{a,aa}".repeat(200)}!`, `https://${"a".repeat(400)}`],
  ])("answers for an address that its %s fit in more ways than can be tried", (_, pattern, address) => {
    expect(compileGlob(pattern)?.test(address)).toBe(false);
    expect(compileGlob(pattern.slice(0, -1))?.test(address)).toBe(true);
  });
});
