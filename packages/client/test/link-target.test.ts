import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLinkTarget, readLocalPath } from "../src/link-target.ts";
import { LINKS } from "./link-targets.ts";

describe("a link target", () => {
  it.each(LINKS)("reads %j as %s", (text, kind) => {
    expect(readLinkTarget(text)?.kind ?? "none").toBe(kind);
  });

  it("resolves like the given text", () => {
    for (const [text] of LINKS) {
      const target = readLinkTarget(text);
      if (target === undefined) continue;
      for (const page of ["https://vedette.test/d/x", "http://localhost:8080/d/x"]) {
        expect(new URL(target.href, page).href).toBe(new URL(text, page).href);
      }
    }
  });

  it("never leaves the origin with a local target, whatever the text", () => {
    const parts = fc.constantFrom("/", "\\", "\t", "\n", " ", "..", ".", "host", "@", ":", "?", "#", "https:", "%2f");
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (texts) => {
        const target = readLinkTarget(texts.join(""));
        if (target?.kind !== "local") return;
        for (const page of ["https://vedette.test/d/x", "http://vedette.test/d/x"]) {
          const url = new URL(target.href, page);
          expect(url.origin).toBe(new URL(page).origin);
          expect(new URL(url.pathname, page).origin).toBe(url.origin);
        }
      }),
    );
  });
});

describe("a path to redirect to", () => {
  it.each(["/", "/d/abc?from=now-1h#panel-2", "/a//b"])("is %s", (text) => {
    expect(readLocalPath(text)).toBe(text);
  });

  it.each(["", "d/abc", "?a=b", "//host", "/\\host", "/\t/host", "/a\\b", " /a", "/..//host", "https://host/"])(
    "is not %j",
    (text) => {
      expect(readLocalPath(text)).toBeUndefined();
    },
  );
});
