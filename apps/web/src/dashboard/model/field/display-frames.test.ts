import { describe, expect, it } from "vitest";
import type { Frame } from "../frame/frame.ts";
import { framesOf } from "../frame/prometheus-frames.ts";
import { readFieldConfig } from "../read-field-config.ts";
import { displayFrames } from "./display-frames.ts";
import { displayValue } from "./display-value.ts";

const series = (labels: Readonly<Record<string, string>>, value: string) => ({
  metric: { __name__: "m", ...labels },
  values: [[1, value]],
});

function twoSeries(legendFormat = "{{pod}}"): Frame[] {
  const data = { resultType: "matrix", result: [series({ pod: "a" }, "5"), series({ pod: "b" }, "90")] };
  return framesOf(data, { refId: "A", expr: "m", legendFormat, format: "time_series", step: undefined });
}

function shown(fieldConfig: unknown, frames = twoSeries()) {
  return displayFrames(frames, readFieldConfig(fieldConfig), (text) => text.replace("$env", "prod"));
}

const valueFieldsOf = (frames: ReturnType<typeof shown>) =>
  frames.flatMap(({ fields }) => fields.filter(({ type }) => type === "number"));

const unitsWith = (matcher: unknown) =>
  valueFieldsOf(
    shown({ defaults: { unit: "s" }, overrides: [{ matcher, properties: [{ id: "unit", value: "bytes" }] }] }),
  ).map(({ settings }) => settings.unit);

describe("an override", () => {
  it.each([
    [{ id: "byName", options: "a" }, ["bytes", "s"]],
    [{ id: "byName", options: "Value" }, ["bytes", "bytes"]],
    [{ id: "byNames", options: { names: ["b"], mode: "include" } }, ["s", "bytes"]],
    [{ id: "byNames", options: { names: ["b"], mode: "exclude" } }, ["bytes", "s"]],
    [{ id: "byRegexp", options: "/^[b-z]/" }, ["s", "bytes"]],
    [{ id: "byRegexp", options: "(" }, ["s", "s"]],
    [{ id: "byType", options: "number" }, ["bytes", "bytes"]],
    [{ id: "byType", options: "time" }, ["s", "s"]],
    [{ id: "numeric" }, ["bytes", "bytes"]],
    [{ id: "byFrameRefID", options: "A" }, ["bytes", "bytes"]],
    [{ id: "byFrameRefID", options: "B" }, ["s", "s"]],
    [{ id: "byValue", options: { reducer: "max", op: "gt", value: 50 } }, ["s", "bytes"]],
    [{ id: "byValue", options: { reducer: "allIsZero", op: "gte", value: 0 } }, ["s", "s"]],
    [{ id: "byValue", options: { reducer: "allIsNull", op: "gte", value: 0 } }, ["s", "s"]],
    [{ id: "nobody knows" }, ["s", "s"]],
  ])("by %j makes the units %j", (matcher, units) => {
    expect(unitsWith(matcher)).toEqual(units);
  });

  it("that comes later wins, and reaches into options by dots", () => {
    const override = (value: unknown) => ({
      matcher: { id: "byName", options: "a" },
      properties: [{ id: "custom.stacking.mode", value }],
    });

    const [a] = valueFieldsOf(
      shown({ defaults: { custom: { stacking: { group: "A" } } }, overrides: [override("none"), override("normal")] }),
    );

    expect(a?.settings.custom).toEqual({ stacking: { group: "A", mode: "normal" } });
  });

  it("changes nothing outside its field, also by odd names", () => {
    shown({
      overrides: [
        {
          matcher: { id: "numeric" },
          properties: [
            { id: "custom.__proto__.x", value: 1 },
            { id: "__proto__", value: { y: 1 } },
          ],
        },
      ],
    });

    expect({}).not.toHaveProperty("x");
    expect({}).not.toHaveProperty("y");
  });
});

describe("the name of a series", () => {
  const namesWith = (defaults: object, frames?: Frame[]) =>
    valueFieldsOf(shown({ defaults }, frames)).map(({ displayName }) => displayName);

  it("is that of its legend", () => {
    expect(namesWith({})).toEqual(["a", "b"]);
  });

  it.each([
    [`pod \${__field.labels.pod}`, ["pod a", "pod b"]],
    [`\${__field.labels.gone}!`, ["!", "!"]],
    ["$env", ["prod", "prod"]],
    [`x \${__series.name}`, ["x a", "x b"]],
    ["", ["a", "b"]],
  ])("by %j is %j", (displayName, names) => {
    expect(namesWith({ displayName })).toEqual(names);
  });

  it("may hold signs that mean something elsewhere", () => {
    const data = { resultType: "matrix", result: [series({ pod: "$& $1" }, "1")] };
    const frames = framesOf(data, {
      refId: "A",
      expr: "m",
      legendFormat: "{{pod}}",
      format: "time_series",
      step: undefined,
    });

    expect(namesWith({ displayName: `<\${__series.name}>` }, frames)).toEqual(["<$& $1>"]);
    expect(namesWith({ displayName: `<\${__field.labels}>` }, frames)).toEqual(['<pod="$& $1">']);
  });
});

describe("a value of a field", () => {
  const context = { theme: "dark", timeZone: "UTC", now: 0 } as const;

  function valueWith(defaults: object, cell: number | string | boolean | undefined) {
    const [field] = valueFieldsOf(shown({ defaults }));
    if (field === undefined) throw new TypeError("the fixture has a field");
    return displayValue(cell, field, context);
  }

  it.each([
    [{ unit: "s" }, 0.412, "412\u2009ms"],
    [{}, undefined, "–"],
    [{ noValue: "none yet" }, Number.NaN, "none yet"],
    [{ unit: "s" }, "text", "text"],
    [{ unit: "suffix: pods" }, "2", "2 pods"],
    [{ mappings: [{ type: "value", options: { 1: { text: "up" } } }] }, 1, "up"],
    [{ mappings: [{ type: "range", options: { from: null, to: 5, result: { text: "low" } } }] }, 4, "low"],
    [{ mappings: [{ type: "range", options: { from: 6, to: null, result: { text: "high" } } }] }, 4, "4"],
    [{ mappings: [{ type: "regex", options: { pattern: "/^a(.*)/", result: { text: "A$1" } } }] }, "abc", "Abc"],
    [{ mappings: [{ type: "regex", options: { result: { text: "A" } } }] }, "abc", "abc"],
    [{ mappings: [{ type: "special", options: { match: "null", result: { text: "N/A" } } }] }, undefined, "N/A"],
    [{ mappings: [{ type: "special", options: { match: "empty", result: { text: "empty" } } }] }, "", "empty"],
    [{ mappings: [{ type: "special", options: { match: "true", result: { text: "yes" } } }] }, true, "yes"],
    [{ mappings: [{ type: "value", options: { 1: { color: "red" } } }], unit: "s" }, 1, "1\u2009s"],
  ])("with %j, %j is %j", (defaults, cell, line) => {
    expect(valueWith(defaults, cell).line).toBe(line);
  });

  it("has the colour of the threshold it has reached, unless a mapping has one", () => {
    const thresholds = {
      steps: [
        { value: null, color: "#000001" },
        { value: 50, color: "#000002" },
      ],
    };
    const mappings = [{ type: "value", options: { 60: { text: "sixty", color: "#000003" } } }];

    const colors = [10, 50, 60].map((cell) => valueWith({ thresholds, mappings }, cell).color);

    expect(colors).toEqual(["#000001", "#000002", "#000003"]);
  });

  it("has a fixed colour when the field has one, and none from a palette", () => {
    expect(valueWith({ color: { mode: "fixed", fixedColor: "#123456" } }, 1).color).toBe("#123456");
    expect(valueWith({ color: { mode: "palette-classic" } }, 1).color).toBeUndefined();
  });
});

describe("the labels of a field in its name", () => {
  const data = { resultType: "matrix", result: [series({ "user.id": "ada", plain: "p" }, "5")] };
  const frames = framesOf(data, { refId: "A", expr: "m", legendFormat: "", format: "time_series", step: undefined });

  it.each([
    [`\${__field.labels["user.id"]} on \${__field.labels.plain}`, "ada on p"],
    [`\${__field.labels['user.id']}`, "ada"],
    [`\${__field.labels.user.id}`, "ada"],
    [`\${__field.labels[plain]}`, "p"],
    [`<\${__field.labels.gone}>`, "<>"],
  ])("%s is %j", (displayName, name) => {
    expect(valueFieldsOf(shown({ defaults: { displayName } }, frames))[0]?.displayName).toBe(name);
  });
});

describe("a mapping of numbers that are none", () => {
  const special = (match: string, text: string) => ({ type: "special", options: { match, result: { text } } });
  const textWith = (mappings: readonly object[], value: number | undefined) => {
    const { defaults } = readFieldConfig({ defaults: { mappings } });
    const field = { name: "v", displayName: "v", type: "number" as const, values: [], labels: {}, settings: defaults };
    return displayValue(value, field, { theme: "dark", timeZone: "UTC", now: 0 }).text;
  };

  it("is reached behind one of missing values", () => {
    const mappings = [special("null", "IS NULL"), special("nan", "IS NAN")];

    expect(textWith(mappings, Number.NaN)).toBe("IS NAN");
    expect(textWith(mappings, undefined)).toBe("IS NULL");
    expect(textWith([special("null", "IS NULL")], Number.NaN)).toBe("IS NULL");
  });
});
