import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isName, isNamePrefix, nameFromPrefix } from "./name.ts";

describe("the name of an object", () => {
  it.each(["a", "A", "7", "node-exporter", "Api_v1.2", "a--b", "a".repeat(253)])("may be %s", (name) => {
    expect(isName(name)).toBe(true);
  });

  it.each([
    "",
    ".",
    "..",
    "-a",
    "a-",
    "_a",
    "a/b",
    "a b",
    "ä",
    "__proto__",
    "a%2fb",
    "a\u0000",
    "a\n",
    "a".repeat(254),
    "a".repeat(5000),
  ])("may not be %j", (name) => {
    expect(isName(name)).toBe(false);
  });

  it("that is made from a prefix is always a name", () => {
    fc.assert(
      fc.property(fc.string(), (prefix) => {
        fc.pre(isNamePrefix(prefix));

        expect(nameFromPrefix(prefix)).toMatch(/[a-z0-9]{5}$/);
        expect(isName(nameFromPrefix(prefix))).toBe(true);
      }),
    );
  });

  it("is not made from an empty prefix or one that is too long", () => {
    expect([isNamePrefix(""), isNamePrefix("a".repeat(249)), isNamePrefix("a".repeat(248))]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
