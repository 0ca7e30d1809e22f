import { describe, expect, it } from "vitest";
import { matchesGroup, rdnValues } from "./group-search.ts";

describe("a search for groups", () => {
  const dn = "cn=Editors,ou=groups,dc=example,dc=org";

  it.each([
    ["", "", true],
    ["EDIT", "", true],
    ["ou=groups,dc", "", true],
    ["writers", "", false],
    ["", dn, true],
    ["", "Editors", true],
    ["", "groups", true],
    ["", "editors", false],
    ["", "Edit", false],
    ["edit", "example", true],
    ["writers", "example", false],
  ])("for %j with the name %j: %s", (query, name, expected) => {
    expect(matchesGroup(dn, { query, name })).toBe(expected);
  });

  it.each([
    ["platform", []],
    ["cn=Ops\\, night,dc=x", ["Ops, night", "x"]],
    ["cn=a + sn=b , dc = c", ["a", "b", "c"]],
    ["https://x/?a=b", []],
  ])("knows the values of %j", (group, values) => {
    expect(rdnValues(group)).toEqual(values);
  });

  it("takes no longer for bait", () => {
    expect(rdnValues("a=".repeat(50_000))).toHaveLength(1);
    expect(rdnValues("a ".repeat(50_000))).toEqual([]);
  });
});
