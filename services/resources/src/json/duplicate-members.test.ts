import { inOneGo } from "@vedette/http";
import { describe, expect, it } from "vitest";
import { duplicateMembers } from "./duplicate-members.ts";

describe("members that an object has twice", () => {
  it.each([
    ['{"a":1,"b":{"a":1},"c":[{"a":"a"},{"a":"a"}]}', []],
    ['{"a":1,"a":2}', ["a"]],
    [
      '{"spec":{"items":[{},{"type":"type","type":"x"}],"t":1,"t":2,"t":3}}',
      ["spec.items[1].type", "spec.t", "spec.t"],
    ],
    ['{"a":"{\\"a\\":1,","a" : [1,[2,{"b":1,"\\u0062":2}]]}', ["a", "a[1][1].b"]],
    ['{"__proto__":1,"__proto__":2}', ["__proto__"]],
    ["[]", []],
    ['"a"', []],
  ])("%s", (text, expected) => {
    expect(inOneGo(duplicateMembers(text, 20))).toEqual(expected);
  });

  it("are no more than were asked for", () => {
    const text = `{"${"k".repeat(1_000_000)}":{${'"a":1,'.repeat(100_000)}"a":1}}`;

    expect(inOneGo(duplicateMembers(text, 3))).toHaveLength(3);
  });
});
