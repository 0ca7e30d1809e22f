import { describe, expect, it } from "vitest";
import { transformFrames } from "../transform.ts";
import { a, aField, aFrame, table, tablesOf, transformed } from "./frames.fixture.ts";
import { keyValues } from "./key-values.ts";

describe("formatTime", () => {
  const times = aFrame([aField("Time", [Date.UTC(2026, 4, 2, 21, 8, 7), Number.NaN]), aField("Value", [1, 2])]);

  it("writes the times of a field by letters, in a zone", () => {
    const options = { timeField: "Time", outputFormat: "D MMM HH:mm", timezone: "Europe/Berlin" };

    const [frame] = transformed([times], "formatTime", options);

    expect(tablesOf([frame ?? times])).toEqual([{ Time: ["2 May 23:08", undefined], Value: [1, 2] }]);
    expect(frame?.fields[0]?.type).toBe("string");
  });

  it("is in the zone of the dashboard unless it names one", () => {
    const step = {
      id: "formatTime",
      options: { timeField: "Time" },
      isDisabled: false,
      topic: "series",
      filter: undefined,
    };

    const { frames } = transformFrames([times], [step], (text) => text.replace("$__timezone", "Asia/Kolkata"));

    expect(tablesOf(frames)[0]?.["Time"]?.[0]).toBe("2026-05-03 02:38:07");
  });

  it("reads times that are texts, and leaves what is none", () => {
    const texts = aFrame([aField("since", ["2026-05-02T21:08:07Z", "1777756087000", "unknown"])]);
    const options = { timeField: "since", outputFormat: "HH:mm", timezone: "utc" };

    expect(tablesOf(transformed([texts], "formatTime", options))).toEqual([{ since: ["21:08", "21:08", "unknown"] }]);
  });

  it("does nothing to frames without the field", () => {
    expect(transformed([table], "formatTime", { timeField: "gone" })).toEqual([table]);
  });
});

describe("extractFields", () => {
  const lines = (...texts: readonly string[]) => aFrame([aField("line", texts)]);

  it("makes fields of the members of JSON, of their types", () => {
    const logs = lines('{"code":200,"ok":true,"path":"/a","more":{"x":1}}', "no JSON", '{"code":404}');

    const [frame] = transformed([logs], "extractFields", { source: "line", format: "json", replace: true });

    expect(tablesOf([frame ?? logs])).toEqual([
      {
        code: [200, Number.NaN, 404],
        ok: [true, undefined, undefined],
        path: ["/a", undefined, undefined],
        more: ['{"x":1}', undefined, undefined],
      },
    ]);
    expect(frame?.fields.map(({ type }) => type)).toEqual(["number", "boolean", "string", "string"]);
    expect(frame?.length).toBe(3);
  });

  it("takes what lies at paths of JSON, by names of their own", () => {
    const jsonPaths = [
      { path: "request.headers[1]" },
      { path: "request['user.id']", alias: "user" },
      { path: "gone.away", alias: "none" },
      { path: "" },
    ];
    const logs = lines('{"request":{"headers":["a","b"],"user.id":7}}');

    expect(
      tablesOf(transformed([logs], "extractFields", { source: "line", format: "json", jsonPaths, replace: true })),
    ).toEqual([{ "request.headers[1]": ["b"], user: [7], none: [undefined] }]);
  });

  it("keeps the other fields, or the time alone", () => {
    const logs = aFrame([aField("Time", [1]), aField("line", ["a=1"]), aField("a", ["old"])]);
    const names = (options: object) =>
      transformed([logs], "extractFields", { source: "line", ...options })[0]?.fields.map(({ name }) => name);

    expect(names({})).toEqual(["Time", "line", "a", "a 1"]);
    expect(names({ replace: true })).toEqual(["a"]);
    expect(names({ replace: true, keepTime: true })).toEqual(["Time", "a"]);
  });

  it.each([
    [{ format: "kvp" }, "level=warn took=3ms", { level: ["warn"], took: ["3ms"] }],
    [{ format: "regexp", regExp: "/^(?<verb>\\w+) (?<path>\\S+)/" }, "GET /a 1", { verb: ["GET"], path: ["/a"] }],
    [{ format: "regexp" }, "whole", { NewField: ["whole"] }],
    [{ format: "regexp", regExp: "/(/" }, "whole", {}],
    [{ format: "delimiter", delimiter: "|" }, " red | blue", { red: [1], blue: [1] }],
    [{ format: "delimiter" }, "red,blue", { red: [1], blue: [1] }],
    [{ format: "auto" }, '{"a":1}', { a: [1] }],
    [{}, "a=1", { a: ["1"] }],
  ])("with %j makes of %j %j", (options, text, fields) => {
    const [frame] = transformed([lines(text)], "extractFields", { source: "line", replace: true, ...options });

    expect(tablesOf(frame === undefined ? [] : [frame])).toEqual([fields]);
  });

  it("says that a form is not known", () => {
    const step = {
      id: "extractFields",
      options: { format: "xml" },
      isDisabled: false,
      topic: "series",
      filter: undefined,
    };

    expect(transformFrames([table], [step], String).notices).toHaveLength(1);
  });
});

describe("pairs of keys and values", () => {
  it.each([
    [`a="1",   "b"='2',c=3  x:y ;\r\nz="d and 4"`, { a: "1", b: "2", c: "3", x: "y", z: "d and 4" }],
    [`z="it said \\"no\\", 'twice'; a=b"`, { z: `it said "no", 'twice'; a=b` }],
    [`a=, "b"='2',c=3  x: `, { a: "", b: "2", c: "3", x: "" }],
    ["a=b&c=d&x=123", { a: "b", c: "d", x: "123" }],
    ['{foo="bar", baz="42"}', { foo: "bar", baz: "42" }],
    ["url=http://a.example:80/b?c=d at=12:30", { url: "http://a.example:80/b?c=d", at: "12:30" }],
    ["a: b c= d=e", { a: "b", c: "", d: "e" }],
    ["word a=1", { word: "", a: "1" }],
    ['a="open', { a: "", open: "" }],
    ["", {}],
  ])("of %j are %j", (text, pairs) => {
    expect(keyValues(text)).toEqual(pairs);
  });
});

describe("partitionByValues", () => {
  const names = (options: object) =>
    transformed([table], "partitionByValues", { fields: ["pod"], ...options }).map(({ name }) => name);

  it("makes a table of the rows with the same values, which become labels", () => {
    const frames = transformed([table], "partitionByValues", { fields: ["pod"] });

    expect(tablesOf(frames)).toEqual([
      { Time: [1, 3], x: [5, 7] },
      { Time: [2], y: [6] },
    ]);
    expect(frames.map(({ fields }) => fields[1]?.labels)).toEqual([{ pod: "x" }, { pod: "y" }]);
  });

  it("can keep the fields that tell the tables apart", () => {
    const [first] = transformed([table], "partitionByValues", { fields: ["pod"], keepFields: true });

    expect(first?.fields.map(({ name }) => name)).toEqual(["Time", "pod", "Value"]);
  });

  it.each([
    [{}, ["x", "y"]],
    [{ naming: { asLabels: false } }, ["x", "y"]],
    [{ naming: { asLabels: false, withNames: true } }, ["pod=x", "pod=y"]],
    [{ naming: { asLabels: false, withNames: true, separator1: ": " } }, ["pod: x", "pod: y"]],
    [{ fields: ["pod", "Value"] }, ['{pod="x", Value="5"}', '{pod="y", Value="6"}', '{pod="x", Value="7"}']],
    [{ fields: ["pod", "Value"], naming: { asLabels: false } }, ["x 5", "y 6", "x 7"]],
    [{ fields: ["gone"] }, [""]],
  ])("with %j names them %j", (options, expected) => {
    expect(names(options)).toEqual(expected);
  });

  it("says before the name of a table what it was of", () => {
    const naming = { asLabels: false, append: true };

    expect(
      transformed([{ ...table, name: "A" }], "partitionByValues", { fields: ["pod"], naming }).map(({ name }) => name),
    ).toEqual(["A x", "A y"]);
  });

  it("names other fields with what they are of", () => {
    const sold = aFrame([aField("shop", ["a", "b"]), aField("sold", [1, 2])]);

    expect(tablesOf(transformed([sold], "partitionByValues", { fields: ["shop"] }))).toEqual([
      { "sold a": [1] },
      { "sold b": [2] },
    ]);
  });
});

describe("transpose", () => {
  it("makes columns of rows, named by a first field of texts", () => {
    const shops = aFrame([aField("shop", ["a", "b"]), aField("sold", [1, 2]), aField("open", [3, Number.NaN])]);

    const [frame] = transformed([shops], "transpose");

    expect(tablesOf([frame ?? shops])).toEqual([{ Field: ["sold", "open"], a: [1, 3], b: [2, Number.NaN] }]);
    expect(frame?.fields[1]?.labels).toEqual({ shop: "a" });
    expect(frame?.length).toBe(2);
  });

  it("numbers the columns when the first field is of numbers, and keeps no time a number beside texts", () => {
    const mixed = aFrame([aField("sold", [1, 2]), aField("shop", ["a", "b"])]);

    expect(tablesOf(transformed([mixed], "transpose"))).toEqual([
      { Field: ["sold", "shop"], "1": ["1", "a"], "2": ["2", "b"] },
    ]);
  });

  it("takes other names, and what stands where there is nothing", () => {
    const options = { firstFieldName: "What", restFieldsName: "In", emptyValue: "zero" };
    const shops = aFrame([aField("shop", ["a"]), aField("sold", [Number.NaN])]);

    expect(tablesOf(transformed([shops], "transpose", options))).toEqual([{ What: ["sold"], "In a": [0] }]);
  });

  it("is nothing to a frame without fields", () => {
    expect(transformed([aFrame([])], "transpose")).toEqual([aFrame([])]);
    expect(tablesOf(transformed([a], "transpose"))).toEqual([{ Field: ["a"], "0": [1], "1000": [2] }]);
  });
});
