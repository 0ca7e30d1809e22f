import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSameJson } from "./same-json.ts";

describe("two JSON values", () => {
  it.each<[string, string]>([
    ['{"a":1,"b":[2,{}]}', '{"b":[2,{}],"a":1}'],
    ['{"__proto__":{"a":1},"constructor":null}', '{"constructor":null,"__proto__":{"a":1}}'],
    ["1.0", "1"],
  ])("%s and %s are the same", (one, other) => {
    expect(isSameJson(JSON.parse(one), JSON.parse(other))).toBe(true);
  });

  it.each<[string, string]>([
    ['{"a":1}', '{"a":1,"b":null}'],
    ['{"a":null}', '{"b":null}'],
    ['{"__proto__":{"a":1}}', '{"a":1}'],
    ['{"__proto__":null}', '{"x":null}'],
    ["[1,2]", "[2,1]"],
    ["[]", "{}"],
    ["null", "{}"],
    ["0", "-0"],
    ['"1"', "1"],
  ])("%s and %s are not", (one, other) => {
    const [left, right]: [unknown, unknown] = [JSON.parse(one), JSON.parse(other)];

    expect([isSameJson(left, right), isSameJson(right, left)]).toEqual([false, false]);
  });

  it("are compared as Node compares them", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(isSameJson(one, structuredClone(one))).toBe(true);
        expect(isSameJson(one, other)).toBe(isDeepStrictEqual(one, other));
      }),
    );
  });
});
