import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery } from "./parse.ts";
import { ParseError } from "./parse-error.ts";
import { printExpression } from "./print.ts";

/** The query with all its parentheses, as it was understood. */
function understood(query: string): string {
  return printExpression(parseQuery(query));
}

describe("a query", () => {
  it.each([
    ["foo", "foo"],
    ["SUM(foo) BY (Job)", "sum by (Job) (foo)"],
    ["sum without(a,b,)(foo)", "sum without (a, b) (foo)"],
    ["topk(3,foo)by(a)", "topk by (a) (3, foo)"],
    ['foo{a="b",c!=\'d\',e=~`f.*`,g!~"h",}', 'foo{a="b",c!="d",e=~"f.*",g!~"h"}'],
    ['{__name__=~"a|b"}', '{__name__=~"a|b"}'],
    ['{"metric.name", "label.name"="x"}', '{"metric.name","label.name"="x"}'],
    ['sum by ("label.name") (foo)', 'sum by ("label.name") (foo)'],
    ["foo[5m]", "foo[5m]"],
    ["foo[300]", "foo[5m]"],
    ["foo[1h30m5s10ms]", "foo[1h30m5s10ms]"],
    ["foo[5m] offset -1h @ 12.5", "foo[5m] @ 12.500 offset -1h"],
    ["foo @ start() offset 90", "foo @ start() offset 1m30s"],
    ["rate(foo[5m])[1h:]", "rate(foo[5m])[1h:]"],
    ["(a+b)[1d:5m] @ end()", "(a + b)[1d:5m] @ end()"],
    ["a / on(x) group_left(y) b", "a / on (x) group_left (y) b"],
    ["a / ignoring(x) group_right b", "a / ignoring (x) group_right () b"],
    ["a > bool on() b", "a > bool on () b"],
    ["5m", "300"],
    ["0x1f", "31"],
    ["017", "15"],
    ["1_000_000", "1000000"],
    ["-+-1", "1"],
    ["inf", "+Inf"],
    ["'\\u00fc\\x41\\101\\n\"'", '"üAA\\n\\""'],
    ["sum", "sum"],
    ["by + offset offset 5m", "by + offset offset 5m"],
    ["and and and", "and and and"],
    ['job:rate:sum{a="b"}', 'job:rate:sum{a="b"}'],
    ["# first\nfoo # last", "foo"],
    ["foo[2*5m+step()]", "foo[2 * 5m + step()]"],
    ["foo[(5m):(1m)]", "foo[(5m):(1m)]"],
    ["foo offset -MIN_OF(10s, +max_of(Range()^2,2))", "foo offset -min_of(10s, max_of(range() ^ 2, 2))"],
    ["foo offset +(5)", "foo offset (5)"],
    ["foo offset 2 ^ 2", "foo offset 2s ^ 2"],
    ["foo anchored[5m]", "foo[5m] anchored"],
    ["foo[5m] smoothed offset 1m", "foo[5m] smoothed offset 1m"],
    ["a + fill(0) b", "a + fill (0) b"],
    [
      "a / on(x) group_left fill_right(-1) fill_left(Inf) b",
      "a / on (x) group_left () fill_left (+Inf) fill_right (-1) b",
    ],
    ["fill + fill(1) fill", "fill + fill (1) fill"],
    ["anchored > smoothed", "anchored > smoothed"],
    ["a </ 0.5", "a </ 0.5"],
    ["sum(a) >/ 1 + 2", "sum(a) >/ 1 + 2"],
    ['info(a, {x=~".*"})', 'info(a, {x=~".*"})'],
  ])("%s is understood as %s", (query, expected) => {
    expect(understood(query)).toBe(expected);
  });

  it.each([
    ["a + b * c", "*", "+"],
    ["a ^ b ^ c", "^", "^"],
    ["a == b + c", "+", "=="],
    ["a and b == c", "==", "and"],
    ["a or b and c", "and", "or"],
    ["a * b atan2 c", "atan2", "atan2"],
  ])("%s binds %s before %s", (query, tight, loose) => {
    const tree = parseQuery(query);

    expect(tree).toMatchObject({ kind: "binary" });
    if (tree.kind !== "binary") return;
    const inner = query.includes("atan2") ? tree.left : tree.right;
    expect([tree.operator, inner.kind === "binary" ? inner.operator : ""]).toEqual(
      query.includes("atan2") ? ["atan2", "*"] : [loose, tight],
    );
  });

  it("negates what a power gives, not its base", () => {
    expect(parseQuery("-a ^ b")).toMatchObject({ kind: "unary", operand: { kind: "binary", operator: "^" } });
    expect(parseQuery("-a * b")).toMatchObject({ kind: "binary", left: { kind: "unary" } });
  });

  it("counts comparisons of one rank from the left", () => {
    expect(parseQuery("a - b - c")).toMatchObject({ left: { kind: "binary" }, right: { kind: "vector selector" } });
  });

  it.each([
    ["foo{", "1:5: parse error: unexpected end of input inside braces"],
    ["sum(rate(foo))", '1:10: parse error: expected type range vector in call to function "rate", got instant vector'],
    ["foo\n  + bar{a=}", '2:11: parse error: unexpected "}" in label matching, expected string'],
    ['"é" + §', "1:8: parse error: unexpected character: '§'"],
    ["foo[5m 1m]", '1:8: parse error: unexpected duration "1m" in subquery or range, expected ":" or "]"'],
    ["foo[5m - 300]", "1:5: parse error: duration must be greater than 0"],
    ["foo[1 / 0]", "1:5: parse error: division by zero"],
    ["foo[bar]", "1:5: parse error: unexpected character in duration expression: 'b'"],
    ["a or fill(0) b", "1:1: parse error: filling in missing series not allowed for set operators"],
    ["1 + fill(0) b", "1:1: parse error: filling in missing series only allowed between instant vectors"],
    ["foo anchored smoothed", "1:1: parse error: anchored and smoothed modifiers cannot be used together"],
    ["foo[5m:1m] smoothed", "1:1: parse error: smoothed modifier is not supported for subqueries"],
    ["info(a, b)", "1:9: parse error: expected label selectors only, got vector selector instead"],
    ["unknown(1)", '1:1: parse error: unknown function with name "unknown"'],
    ["RATE(foo[5m])", '1:1: parse error: unknown function with name "RATE"'],
  ])("%j is refused with %s", (query, message) => {
    expect(() => parseQuery(query)).toThrow(expect.objectContaining({ name: "ParseError", message }));
  });

  it("of 64 KiB is read, a longer one is refused", () => {
    expect(() => parseQuery(`foo{a="${"x".repeat(65_000)}"}`)).not.toThrow();
    expect(() => parseQuery(`foo{a="${"x".repeat(66_000)}"}`)).toThrow(/longer than 65536/);
  });

  it.each([
    ["parentheses", (depth: number) => `${"(".repeat(depth)}a${")".repeat(depth)}`],
    ["signs", (depth: number) => `${"-".repeat(depth)}a`],
    ["powers", (depth: number) => `${"a^".repeat(depth)}a`],
    ["sums", (depth: number) => `${"a+".repeat(depth)}a`],
    ["calls", (depth: number) => `${"abs(".repeat(depth)}a${")".repeat(depth)}`],
    ["subqueries", (depth: number) => `a${"[1m:]".repeat(depth)}`],
    ["sums of lengths", (depth: number) => `a[${"1+".repeat(depth)}1]`],
    ["lengths", (depth: number) => `a[${"(".repeat(depth)}1${")".repeat(depth)}]`],
  ])("takes 400 %s inside each other and refuses 10 000", (name, nested) => {
    if (name !== "subqueries") expect(() => parseQuery(nested(400))).not.toThrow();
    expect(() => parseQuery(nested(10_000))).toThrow(ParseError);
  });
});

describe("any text", () => {
  const words = [
    "sum",
    "by",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "5m",
    "1",
    '"s"',
    "foo",
    "rate",
    "offset",
    "@",
    "on",
    "-",
    "==",
    "and",
    ",",
    ":",
    "=",
    "=~",
    "bool",
    "start",
    "`",
    "'",
    "#",
    "\\",
    "é",
    "+",
    "*",
    "</",
    "step",
    "range",
    "min_of",
    "fill",
    "fill_left",
    "anchored",
    "smoothed",
  ];
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(" ")),
    fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join("")),
  );

  it("is a query or is refused with its place", () => {
    fc.assert(
      fc.property(text, (query) => {
        try {
          parseQuery(query);
        } catch (error) {
          expect(error).toBeInstanceOf(ParseError);
          expect(String(error)).toMatch(/^ParseError: \d+:\d+: parse error: ./s);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("that is a query means the same when it is written in the usual form", () => {
    fc.assert(
      fc.property(text, (query) => {
        let usual: string;
        try {
          usual = understood(query);
        } catch {
          return; // Refused: the property above looks at that.
        }
        expect(understood(usual)).toBe(usual);
      }),
      { numRuns: 3000 },
    );
  });
});
