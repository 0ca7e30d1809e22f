import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dashboardBuiltIns, stepBuiltIns } from "./built-in.ts";
import { comparedAsOne, interpolate, referencesOf, type Scope, withBuiltIn } from "./interpolate.ts";
import { variableOf } from "./variable.ts";

function aScope(variables: Readonly<Record<string, object>>): Scope {
  const read = Object.entries(variables).map(([name, json]) => {
    const variable = variableOf({ type: "custom", name, ...json });
    return [name, { variable, options: variable.options, chosen: variable.saved.map(({ value }) => value) }] as const;
  });
  return { variables: new Map(read), builtIn: new Map() };
}

const one = { current: { text: "Node A", value: "node-a.b" } };
const many = { multi: true, current: { text: ["x", "y"], value: ["a.b", "c|d"] } };
const options = [
  { text: "One", value: "1" },
  { text: "Two", value: "2" },
];
const all = { multi: true, includeAll: true, options, current: { text: "All", value: "$__all" } };

describe("a variable in a text", () => {
  it.each([
    ["$x", "node-a.b"],
    [`\${x}`, "node-a.b"],
    ["[[x]]", "node-a.b"],
    ["[[x:text]]", "Node A"],
    [`\${x:text}`, "Node A"],
    [`\${x.text}`, "Node A"],
    ["a$x-$x", "anode-a.b-node-a.b"],
    [`$unknown \${unknown:csv} [[unknown]]`, `$unknown \${unknown:csv} [[unknown]]`],
    ["$xy", "$xy"],
    ["no names", "no names"],
  ])("%j reads %j", (text, written) => {
    expect(interpolate(text, aScope({ x: one }))).toBe(written);
  });

  it.each([
    ["csv", "a.b,c|d"],
    ["raw", "a.b,c|d"],
    ["json", '["a.b","c|d"]'],
    ["regex", String.raw`(a\.b|c\|d)`],
    ["pipe", "a.b|c|d"],
    ["glob", "{a.b,c|d}"],
    ["distributed", "a.b,x=c|d"],
    ["lucene", String.raw`("a.b" OR "c\|d")`],
    ["percentencode", "%7Ba.b%2Cc%7Cd%7D"],
    ["uriencode", "a.b,c%7Cd"],
    ["queryparam", "var-x=a.b&var-x=c%7Cd"],
    ["customqueryparam:v-x:p-", "v-x=p-a.b&v-x=p-c%7Cd"],
    ["singlequote", "'a.b','c|d'"],
    ["doublequote", '"a.b","c|d"'],
    ["sqlstring", "'a.b','c|d'"],
    ["text", "x + y"],
    ["join: and ", "a.b and c|d"],
    ["nobody knows", "{a.b,c|d}"],
  ])("as %s reads %j", (format, written) => {
    expect(interpolate(`\${x:${format}}`, aScope({ x: many }))).toBe(written);
  });

  it("as html cannot become a tag", () => {
    expect(interpolate(`\${x:html}`, aScope({ x: { current: { value: "<b>\"'&" } } }))).toBe(
      "&lt;b&gt;&quot;&#39;&amp;",
    );
  });

  it.each([
    ["iso", "2026-05-12T15:30:45.500Z"],
    ["seconds", "1778599846"],
    ["YYYY-MM-DD", "2026-05-12"],
  ])("as a date in %s reads %s", (format, written) => {
    const scope = withBuiltIn(aScope({}), [["__from", { text: "", value: "1778599845500" }]]);

    expect(interpolate(`\${__from:date:${format}}`, scope)).toBe(written);
  });
});

describe("a variable in PromQL", () => {
  const written = (json: object) => interpolate('up{x=~"$x"}', aScope({ x: json }), "prometheus");

  it.each([
    [one, 'up{x=~"node-a.b"}'],
    [{ current: { value: 'say "hi" \\ there' } }, String.raw`up{x=~"say \"hi\" \\ there"}`],
    [many, String.raw`up{x=~"(a\\.b|c\\|d)"}`],
    [{ multi: true, current: { value: ["a.b"] } }, String.raw`up{x=~"a\\.b"}`],
    [all, 'up{x=~"(1|2)"}'],
    [{ ...all, allValue: ".*" }, 'up{x=~".*"}'],
  ])("with %j reads %s", (json, text) => {
    expect(written(json)).toBe(text);
  });

  it.each([
    [`\${x:regex}`, ".+"],
    [`\${x:pipe}`, ".+"],
    [`\${x:doublequote}`, ".+"],
    [`\${x:text}`, "All"],
    [`\${x:percentencode}`, ".%2B"],
    [`\${x:queryparam}`, "var-x=.%2B"],
  ])("leaves in %s every letter of the text that stands for All", (text, expected) => {
    expect(interpolate(text, aScope({ x: { ...all, allValue: ".+" } }), "prometheus")).toBe(expected);
  });

  it("can be written as it is", () => {
    expect(interpolate(`\${x:raw}`, aScope({ x: { current: { value: 'a"b' } } }), "prometheus")).toBe('a"b');
  });

  it("never ends the string it stands in", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.boolean(), (value, multi) => {
        const text = written({ multi, current: { value: multi ? value : value[0] } });

        expect(text.slice(7, -2).replaceAll(/\\[\s\S]/g, "")).not.toMatch(/["\n\\]/);
      }),
    );
  });
});

describe("the names that a dashboard gives", () => {
  const span = { from: 1_000_000, to: 4_600_000 };
  const facts = { span, timeZone: "UTC", title: "Nodes", user: { login: "ada", email: "ada@example.org", uid: "u1" } };
  const scope = withBuiltIn(withBuiltIn(aScope({}), dashboardBuiltIns(facts)), stepBuiltIns(30_000, 15_000));

  it.each([
    ["$__from $__to", "1000000 4600000"],
    ["[$__range] $__range_s $__range_ms", "[3600s] 3600 3600000"],
    ["rate(x[$__rate_interval])", "rate(x[1m])"],
    [`\${__interval} $__interval_ms`, "30s 30000"],
    ["$__dashboard in $__timezone", "Nodes in UTC"],
    [`\${__user.login} \${__user.email} \${__org.name}`, "ada ada@example.org default"],
  ])("%j reads %j", (text, written) => {
    expect(interpolate(text, scope)).toBe(written);
  });

  it("are found in a text, known or not", () => {
    expect([...referencesOf(`$a \${b:csv} [[c]] \${d.e} $a`)]).toEqual(["a", "b", "c", "d"]);
  });
});

describe("a variable as a regular expression in PromQL", () => {
  it.each([
    [`up{a=~"\${x:regex}"}`, String.raw`up{a=~"(a\\.b|c\\|d)"}`],
    [`up{a=~'\${x:regex}'}`, String.raw`up{a=~'(a\\.b|c\\|d)'}`],
    [`up{a=~\`\${x:regex}\`}`, String.raw`up{a=~${"`"}(a\.b|c\|d)${"`"}}`],
    [`up{b="\\"",a=~"\${x:regex}"}`, String.raw`up{b="\"",a=~"(a\\.b|c\\|d)"}`],
  ])("%s is %s", (text, query) => {
    expect(interpolate(text, aScope({ x: many }), "prometheus")).toBe(query);
  });
});

describe("variables of several values that are compared with one", () => {
  it.each([
    [`up{a="$x"}`, ["x"]],
    [`up{a!="\${x}", b="$y"}`, ["x"]],
    [`up{a=~"$x", b!~"[[x]]"} >= 1`, []],
    [`up{a="$y", b="a$x"}`, []],
  ])("are in %s %j", (expr, names) => {
    expect(comparedAsOne(expr, aScope({ x: many, y: one }))).toEqual(names);
  });
});
