import { describe, expect, it } from "vitest";
import { matchesFilter } from "./match-filter.ts";
import { parseFilter, parsePath } from "./scim-path.ts";

const WORK = { value: "ada@example.com", type: "work", primary: true };

describe("parseFilter", () => {
  it.each([
    ['type eq "work"', true],
    ['TYPE EQ "Work"', true],
    ['type ne "work"', false],
    ['type eq "other"', false],
    ['value co "@EXAMPLE"', true],
    ['value sw "ada" and value ew ".com"', true],
    ['value sw "bob" or primary eq true', true],
    ['not (type eq "work")', false],
    ['type eq "other" and primary eq true or value pr', true],
    ['type eq "other" and (primary eq true or value pr)', false],
    ['not (type eq "other") and primary eq "True"', true],
    ["display pr", false],
    ["display eq null", true],
    ['value gt "a" and value lt "b"', true],
    ['value ge "b" or value le "A"', false],
    ['value eq "ada\\u0040example.com"', true],
  ])("reads %s", (text, matches) => {
    expect(matchesFilter(parseFilter(text), WORK)).toBe(matches);
  });

  it.each([
    "",
    "type",
    "type eq",
    "type is 1",
    'type eq "work',
    'eq "work"',
    'type eq "work" and',
    'type eq "work" type pr',
    '(type eq "work"',
    'emails[type eq "work"',
    'not type eq "work"',
    'type eq "\\x"',
    'type eq "\\u0000"',
    'type eq "\\ud800"',
    "type eq work",
    "type eq 1a",
    "type; drop",
    `${"(".repeat(100)}type pr${")".repeat(100)}`,
    "primary gt true",
  ])("rejects %s", (text) => {
    expect(() => matchesFilter(parseFilter(text), WORK)).toThrow(
      expect.objectContaining({ status: 400, scimType: "invalidFilter" }),
    );
  });

  it("reads schema prefixes, sub-attributes and value filters", () => {
    expect(parseFilter('urn:ietf:params:scim:schemas:core:2.0:User:Name.FamilyName eq "x"')).toEqual({
      kind: "compare",
      path: { schema: "urn:ietf:params:scim:schemas:core:2.0:user", name: "name", sub: "familyname" },
      operator: "eq",
      value: "x",
    });
    expect(parseFilter("emails[primary eq true]")).toMatchObject({ kind: "value", path: { name: "emails" } });
  });
});

describe("parsePath", () => {
  it.each([
    ["userName", { name: "username" }],
    ["name.familyName", { name: "name", sub: "familyname" }],
    ['emails[type eq "work"].value', { name: "emails", sub: "value", filter: { kind: "compare", value: "work" } }],
    ["emails[primary eq true]", { name: "emails", filter: { value: true } }],
  ])("reads %s", (text, path) => {
    expect(parsePath(text)).toMatchObject(path);
  });

  it.each([
    ["", "invalidPath"],
    ["a b", "invalidPath"],
    ["name..familyName", "invalidPath"],
    ["emails[]", "invalidPath"],
    ['emails[type eq "work"]value', "invalidPath"],
    ['emails[type eq "work"].a.b', "invalidPath"],
    ['emails[type eq "work"', "invalidPath"],
    ["emails.value[type pr]", "invalidPath"],
  ])("rejects %s", (text, scimType) => {
    expect(() => parsePath(text)).toThrow(expect.objectContaining({ status: 400, scimType }));
  });
});
