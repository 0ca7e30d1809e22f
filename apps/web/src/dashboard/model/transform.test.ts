import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { transformFrames } from "./transform.ts";
import { a, b, table, tablesOf, transformed } from "./transformation/frames.fixture.ts";

describe("transformations", () => {
  it("that are not known pass the data through and say so", () => {
    const { frames, notices } = transformFrames(
      [a],
      [{ id: "magic", options: {}, isDisabled: false, topic: "series", filter: undefined }],
      String,
    );

    expect(frames).toEqual([a]);
    expect(notices).toEqual([expect.stringContaining("magic")]);
  });

  it("that are switched off do nothing", () => {
    const step = { id: "limit", options: { limitField: 1 }, isDisabled: true, topic: "series", filter: undefined };

    expect(transformFrames([table], [step], String).frames).toEqual([table]);
  });

  it("can be about one query only", () => {
    const step = {
      id: "limit",
      options: { limitField: 1 },
      isDisabled: false,
      topic: "series",
      filter: { id: "byRefId", options: "B" },
    };

    const { frames } = transformFrames([table, { ...table, refId: "B" }], [step], String);

    expect(frames.map(({ refId, length }) => [refId, length])).toEqual([
      ["B", 1],
      ["A", 3],
    ]);
  });

  it("see the values of variables in their options", () => {
    const step = {
      id: "filterFieldsByName",
      options: { include: { names: ["$x"] } },
      isDisabled: false,
      topic: "series",
      filter: undefined,
    };

    const { frames } = transformFrames([table], [step], (text) => text.replace("$x", "pod"));

    expect(tablesOf(frames)).toEqual([{ pod: ["x", "y", "x"] }]);
  });

  it("with options of any shape do not throw", () => {
    const ids = [
      "organize",
      "merge",
      "joinByField",
      "filterFieldsByName",
      "calculateField",
      "groupBy",
      "reduce",
      "sortBy",
      "limit",
    ];
    const more = [
      "labelsToFields",
      "renameByRegex",
      "filterByValue",
      "seriesToRows",
      "convertFieldType",
      "groupingToMatrix",
      "filterByRefId",
      "concatenate",
      "prepareTimeSeries",
      "extractFields",
      "formatTime",
      "partitionByValues",
      "transpose",
      "rowsToFields",
      "configFromData",
      "timeSeriesTable",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...ids, ...more),
        fc.dictionary(
          fc.constantFrom(
            "include",
            "mode",
            "fields",
            "sort",
            "filters",
            "regex",
            "reducers",
            "binary",
            "conversions",
            "byField",
            "format",
            "source",
            "naming",
            "jsonPaths",
            "timeField",
            "mappings",
            "configRefId",
            "applyTo",
            "A",
          ),
          fc.jsonValue(),
        ),
        (id, options) => {
          transformed([a, b, table], id, options);
        },
      ),
    );
  });
});
