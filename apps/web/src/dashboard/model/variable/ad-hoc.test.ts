import type { AdHocFilter } from "@vedette/client/ad-hoc-filter";
import { describe, expect, it } from "vitest";
import { filterText, readFilter, savedFilters } from "./ad-hoc.ts";
import { addMatchers } from "./add-matchers.ts";

const JOB: AdHocFilter = { key: "job", operator: "=", values: ["node"] };
const NOT: AdHocFilter = { key: "host", operator: "!~", values: ['a"|b'] };
const DOTTED: AdHocFilter = { key: "user.id", operator: "=", values: ["ada"] };
const ONE_OF: AdHocFilter = { key: "host", operator: "=|", values: ["a.b", "c|d"] };

describe("a filter", () => {
  it("stands in addresses, also with a bar in it", () => {
    expect(filterText(NOT)).toBe('host|!~|a"__gfp__b');
    expect(readFilter(filterText(NOT))).toEqual(NOT);
    expect(filterText(ONE_OF)).toBe("host|=__gfp__|a.b|c__gfp__d");
    expect(readFilter(filterText(ONE_OF))).toEqual(ONE_OF);
    expect(readFilter(filterText(DOTTED))).toEqual(DOTTED);
  });

  it.each(["", "job", "job|=", "|=|x", "job|=|a|b"])("is not %j", (text) => {
    expect(readFilter(text)).toBeUndefined();
  });

  it("is read out of documents", () => {
    expect(savedFilters({ filters: [{ key: "job", operator: "=", value: "node" }, "odd"] })).toEqual([
      { value: "job|=|node", text: "job = node" },
    ]);
  });

  it("is read out of documents with its operator, whatever it is", () => {
    const filters = [
      { key: "host", operator: "=|", value: "a", values: ["a", "b"] },
      { key: "size", operator: "<", value: "5" },
      { key: "k8s.kind", value: "Pod" },
    ];

    expect(savedFilters({ filters }).map(({ text }) => text)).toEqual(["host =| a, b", "size < 5", "k8s.kind = Pod"]);
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
    expect(addMatchers("up", [{ ...JOB, values: ['"} or vector(1) #\n'] }])).toBe('up{job="\\"} or vector(1) #\\n"}');
  });

  it("takes names of any characters, and one of several values", () => {
    expect(addMatchers('{"a.b"}', [DOTTED])).toBe('{"a.b","user.id"="ada"}');
    expect(addMatchers("up", [{ ...DOTTED, key: 'x"} or vector(1) #' }])).toBe(
      String.raw`up{"x\"} or vector(1) #"="ada"}`,
    );
    expect(addMatchers("up", [ONE_OF])).toBe(String.raw`up{host=~"a\\.b|c\\|d"}`);
    expect(addMatchers("up", [{ ...ONE_OF, operator: "!=|" }])).toBe(String.raw`up{host!~"a\\.b|c\\|d"}`);
  });

  it("is refused where a condition cannot be written into it", () => {
    expect(addMatchers("rate(up[", [JOB])).toBeUndefined();
    expect(addMatchers("up", [{ key: "size", operator: "<", values: ["5"] }])).toBeUndefined();
  });

  it("stays as it is without conditions", () => {
    expect(addMatchers("up", [])).toBe("up");
    expect(addMatchers("rate(up[", [])).toBe("rate(up[");
  });
});
