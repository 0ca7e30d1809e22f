import { describe, expect, it } from "vitest";
import { type AdHocFilter, filterText, readFilter, savedFilters } from "./ad-hoc.ts";
import { addMatchers } from "./add-matchers.ts";

const JOB: AdHocFilter = { key: "job", operator: "=", value: "node" };
const NOT: AdHocFilter = { key: "host", operator: "!~", value: 'a"|b' };

describe("a filter", () => {
  it("stands in addresses, also with a bar in it", () => {
    expect(filterText(NOT)).toBe('host|!~|a"__gfp__b');
    expect(readFilter(filterText(NOT))).toEqual(NOT);
  });

  it.each(["", "job", "job|=", "job|<|1", "1job|=|x", "a b|=|x", "job|=|a|b", 'job="x"|=|y'])("is not %j", (text) => {
    expect(readFilter(text)).toBeUndefined();
  });

  it("is read out of documents", () => {
    expect(savedFilters({ filters: [{ key: "job", operator: "=", value: "node" }, "odd"] })).toEqual([
      { value: "job|=|node", text: "job = node" },
    ]);
  });
});

describe("a query", () => {
  it.each([
    ["up", 'up{job="node"}'],
    ["up{}", 'up{job="node"}'],
    ['up{a="b"}', 'up{a="b",job="node"}'],
    ['{__name__="up", }', '{__name__="up", job="node"}'],
    [
      'rate(up{a="}"}[5m] offset 1h) / on (host) foo',
      'rate(up{a="}",job="node"}[5m] offset 1h) / on (host) foo{job="node"}',
    ],
    [
      'sum by (host) (up) > 1 and label_replace(b, "up", "$1", "c", "d")',
      'sum by (host) (up{job="node"}) > 1 and label_replace(b{job="node"}, "up", "$1", "c", "d")',
    ],
    ["vector(1)", "vector(1)"],
  ])("%s is narrowed in every selector", (expr, narrowed) => {
    expect(addMatchers(expr, [JOB])).toBe(narrowed);
  });

  it("takes several conditions, with whatever is in their values", () => {
    expect(addMatchers("up", [JOB, NOT])).toBe('up{job="node",host!~"a\\"|b"}');
    expect(addMatchers("up", [{ ...JOB, value: '"} or vector(1) #\n' }])).toBe('up{job="\\"} or vector(1) #\\n"}');
  });

  it("that is none, or is asked without conditions, stays as it is", () => {
    expect(addMatchers("rate(up[", [JOB])).toBe("rate(up[");
    expect(addMatchers("up", [])).toBe("up");
  });
});
