import { parseVariableQuery } from "@vedette/client/variable-query";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Variable, variableOf } from "./variable.ts";
import { customOptions, intervalOptions, optionsFrom } from "./variable-options.ts";
import { orderVariables } from "./variable-order.ts";
import { chooseValues, textOfValue, valuesOf } from "./variable-value.ts";

const aVariable = (json: object): Variable => variableOf({ name: "x", type: "query", ...json });
const optionsOf = (...values: string[]) => values.map((value) => ({ value, text: value }));

describe("a variable of a document", () => {
  it.each([
    [{ text: "All", value: "$__all" }, [{ text: "All", value: "$__all" }]],
    [
      { text: ["A", "B"], value: ["a", "b"] },
      [
        { text: "A", value: "a" },
        { text: "B", value: "b" },
      ],
    ],
    [{ text: "a + b", value: ["a", "b"] }, optionsOf("a", "b")],
    [{}, []],
    [null, []],
    [{ text: "7", value: 7 }, [{ text: "7", value: "7" }]],
  ])("saved with %j has %j", (current, saved) => {
    expect(aVariable({ current }).saved).toEqual(saved);
  });

  it("may be anything", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("name", "type", "query", "current", "options", "hide", "sort", "regex", "auto"),
          fc.jsonValue(),
        ),
        (json) => {
          const variable = variableOf(json);
          expect(chooseValues(variable, { options: variable.options, asked: undefined })).toBeInstanceOf(Array);
        },
      ),
    );
  });
});

describe("the query of a variable", () => {
  it.each([
    ["label_values(job)", { kind: "label values", label: "job", selector: undefined }],
    ["label_values(up, instance)", { kind: "label values", label: "instance", selector: "up" }],
    [
      'label_values(up{job="a", b=~"x,y"}, instance)',
      { kind: "label values", label: "instance", selector: 'up{job="a", b=~"x,y"}' },
    ],
    [" label_values( up , instance ) ", { kind: "label values", label: "instance", selector: "up" }],
    ["label_names()", { kind: "label names", pattern: "" }],
    ["metrics(node_.*)", { kind: "metrics", pattern: "node_.*" }],
    ["query_result(topk(3, sum(up) by (job)))", { kind: "query result", expr: "topk(3, sum(up) by (job))" }],
    ["up{job='a'}", { kind: "series", selector: "up{job='a'}" }],
  ])("%s asks for %j", (text, query) => {
    expect(parseVariableQuery(text)).toEqual(query);
  });
});

describe("the values of a variable", () => {
  const found = (values: readonly string[], regex: string, sort = 0) => optionsFrom(values, { regex, sort });

  it.each([
    [["a", "b", "a"], "", optionsOf("a", "b")],
    [["node-1", "node-2", "other"], "/node-(\\d)/", optionsOf("1", "2")],
    [["node-1", "other"], "/^node/", optionsOf("node")],
    [['up{host="h1",ip="1.2"}'], '/host="(?<text>[^"]+)",ip="(?<value>[^"]+)"/', [{ text: "h1", value: "1.2" }]],
    [["a1b2"], "/[a-z]\\d/g", optionsOf("a1", "b2")],
    [["a", "b"], "(", optionsOf("a", "b")],
    [["A", "b"], "/a/i", optionsOf("A")],
  ])("%j cut out by %s are %j", (values, regex, options) => {
    expect(found(values, regex)).toEqual(options);
  });

  it.each([
    [0, ["b10", "a2", "B1"]],
    [1, ["a2", "B1", "b10"]],
    [2, ["b10", "B1", "a2"]],
    [3, ["B1", "a2", "b10"]],
    [4, ["b10", "a2", "B1"]],
    [5, ["a2", "B1", "b10"]],
    [7, ["a2", "B1", "b10"]],
  ])("sorted by %i are %j", (sort, values) => {
    expect(found(["b10", "a2", "B1"], "", sort).map(({ value }) => value)).toEqual(values);
  });

  it("sorted naturally count their numbers", () => {
    expect(found(["n10", "n9", "n1"], "", 7).map(({ value }) => value)).toEqual(["n1", "n9", "n10"]);
    expect(found(["n10", "n9", "n1"], "", 1).map(({ value }) => value)).toEqual(["n1", "n10", "n9"]);
  });

  it.each([
    ["a,b", optionsOf("a", "b")],
    [
      "One : 1, Two : 2",
      [
        { text: "One", value: "1" },
        { text: "Two", value: "2" },
      ],
    ],
    ["a\\,b,c", optionsOf("a,b", "c")],
    ["10.0.0.1:80", optionsOf("10.0.0.1:80")],
    ["", []],
  ])("listed as %j are %j", (query, options) => {
    expect(customOptions(query)).toEqual(options);
  });

  it("of an interval may stand in quotes", () => {
    expect(intervalOptions("1m, 5m,'10m'")).toEqual(optionsOf("1m", "5m", "10m"));
  });
});

describe("the choice of a variable", () => {
  const options = optionsOf("a", "b");
  const saved = (value: unknown, more: object = {}) => aVariable({ current: { text: value, value }, ...more });

  it.each([
    ["is what the address asks for", saved("a"), ["b"], ["b"]],
    ["may be a value of one's own", saved("a"), ["z"], ["z"]],
    ["is one value unless there can be many", saved("a"), ["b", "a"], ["b"]],
    ["can be many", saved(["a"], { multi: true }), ["b", "a"], ["b", "a"]],
    ["is All when the address says so", saved("a", { includeAll: true }), ["All"], ["$__all"]],
    ["is what was saved, while it exists", saved("b"), undefined, ["b"]],
    ["is the first when the saved one is gone", saved("z"), undefined, ["a"]],
    ["is All when the saved one is gone and there is All", saved("z", { includeAll: true }), undefined, ["$__all"]],
    ["is All when that was saved", saved("$__all", { includeAll: true, multi: true }), undefined, ["$__all"]],
    ["is what remains of many", saved(["z", "b"], { multi: true }), undefined, ["b"]],
  ])("%s", (_, variable, asked, chosen) => {
    expect(chooseValues(variable, { options, asked })).toEqual(chosen);
  });

  it("is nothing when there is nothing to choose", () => {
    expect(chooseValues(saved("z"), { options: [], asked: undefined })).toEqual([]);
  });

  it("of a text box is its text", () => {
    expect(chooseValues(aVariable({ type: "textbox", query: "hello" }), { options: [], asked: undefined })).toEqual([
      "hello",
    ]);
  });

  it("All stands for every value, or for its own text", () => {
    const variable = saved("$__all", { includeAll: true });

    expect(valuesOf({ variable, options, chosen: ["$__all"] })).toEqual(["a", "b"]);
    expect(valuesOf({ variable: { ...variable, allValue: ".+" }, options, chosen: ["$__all"] })).toEqual([".+"]);
    expect(textOfValue({ variable, options, chosen: ["$__all"] })).toBe("All");
    expect(textOfValue({ variable, options: [{ text: "A", value: "a" }], chosen: ["a", "b"] })).toBe("A + b");
  });
});

describe("the order of variables", () => {
  const named = (name: string, query = "", more: object = {}) => aVariable({ name, query, ...more });

  it("puts each behind those it needs", () => {
    const { ordered, circle } = orderVariables([
      named("c", `label_values(up{a="$a", b="\${b:regex}"}, c)`),
      named("b", 'label_values(up{a="[[a]]"}, b)', { datasource: { uid: `\${ds}` } }),
      named("a", "$unknown"),
      named("ds"),
    ]);

    expect(ordered.map(({ name }) => name)).toEqual(["a", "ds", "b", "c"]);
    expect(circle).toEqual([]);
  });

  it("names those that need each other in a circle", () => {
    const { ordered, circle } = orderVariables([named("a", "$b"), named("b", "$a"), named("c")]);

    expect(ordered[0]?.name).toBe("c");
    expect(circle).toEqual(["a", "b"]);
  });
});
