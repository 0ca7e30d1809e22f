import { describe, expect, it } from "vitest";
import { displayFrames } from "../field/display-frames.ts";
import type { Frame } from "../frame/frame.ts";
import { isTrend } from "../frame/trend.ts";
import { aField, aFrame, a as firstSeries, tablesOf, transformed } from "./frames.fixture.ts";

const settingsOf = (frames: readonly Frame[]) =>
  frames.flatMap(({ fields }) => fields.map(({ name, settings }) => [name, settings]));

describe("rowsToFields", () => {
  const servers = aFrame([
    aField("Server", ["a", "b"]),
    aField("Load", [10, 20]),
    aField("Max", [100, 200]),
    aField("zone", ["eu", "us"]),
  ]);

  it("makes a field of each row, with settings by their names and the rest as labels", () => {
    const [frame] = transformed([servers], "rowsToFields");

    expect(tablesOf([frame ?? servers])).toEqual([{ a: [10], b: [20] }]);
    expect(frame?.length).toBe(1);
    expect(frame?.fields.map(({ settings, labels }) => [settings, labels])).toEqual([
      [{ max: 100 }, { zone: "eu" }],
      [{ max: 200 }, { zone: "us" }],
    ]);
  });

  it("uses each field as the document says", () => {
    const mappings = [
      { fieldName: "zone", handlerKey: "field.name" },
      { fieldName: "Max", handlerKey: "field.value" },
      { fieldName: "Load", handlerKey: "threshold1", handlerArguments: { threshold: { color: "blue" } } },
      { fieldName: "Server", handlerKey: "__ignore" },
    ];

    const [frame] = transformed([servers], "rowsToFields", { mappings });

    expect(tablesOf([frame ?? servers])).toEqual([{ eu: [100], us: [200] }]);
    expect(frame?.fields[0]?.labels).toEqual({});
    expect(frame?.fields[0]?.settings).toEqual({
      thresholds: {
        mode: "absolute",
        steps: [
          { from: Number.NEGATIVE_INFINITY, color: "green" },
          { from: 10, color: "blue" },
        ],
      },
    });
  });

  it("leaves data without names or values as they are", () => {
    const numbers = aFrame([aField("Value", [1, 2])]);

    expect(transformed([numbers], "rowsToFields")).toEqual([numbers]);
  });
});

describe("configFromData", () => {
  const load = aFrame([aField("Time", [1, 2]), aField("load", [3, 4])], "A");
  const limit = aFrame([aField("Time", [1, 2]), aField("Value", [80, 90])], "B");
  const mappings = [{ fieldName: "Value", handlerKey: "max" }];

  it("takes settings from the answer to one query, which it does not show", () => {
    const options = { configRefId: "B", mappings };

    expect(settingsOf(transformed([load, limit], "configFromData", options))).toEqual([
      ["Time", {}],
      ["load", { max: 90 }],
    ]);
  });

  it("reduces many values to the one that is asked for, and applies it to the fields that are meant", () => {
    const both = aFrame([aField("load", [3]), aField("memory", [4])], "A");
    const options = {
      configRefId: "B",
      applyTo: { id: "byName", options: "memory" },
      mappings: [{ fieldName: "Value", handlerKey: "min", reducerId: "min" }],
    };

    expect(settingsOf(transformed([both, limit], "configFromData", options))).toEqual([
      ["load", {}],
      ["memory", { min: 80 }],
    ]);
  });

  it("counts for more than the defaults of the panel, and says nothing that the data do not tell", () => {
    const unknown = aFrame([aField("max", [Number.NaN])], "B");
    const shownMax = (telling: Frame) => {
      const frames = transformed([load, telling], "configFromData", { configRefId: "B", mappings });
      const config = { defaults: { max: 50 }, overrides: [] };
      return displayFrames(frames, config, String)[0]?.fields[1]?.settings.max;
    };

    expect(shownMax(limit)).toBe(90);
    expect(shownMax(unknown)).toBe(50);
  });

  it("puts the words of a table in the place of values", () => {
    const words = aFrame(
      [aField("code", [3, 4]), aField("word", ["up", "down"]), aField("look", ["green", "red"])],
      "B",
    );
    const options = {
      configRefId: "B",
      mappings: [
        { fieldName: "code", handlerKey: "mappings.value" },
        { fieldName: "word", handlerKey: "mappings.text" },
        { fieldName: "look", handlerKey: "mappings.color" },
      ],
    };

    const [frame] = transformed([load, words], "configFromData", options);

    expect(frame?.fields[1]?.settings.mappings).toEqual([
      {
        kind: "value",
        options: new Map([
          ["3", { text: "up", color: "green", index: 0 }],
          ["4", { text: "down", color: "red", index: 1 }],
        ]),
      },
    ]);
  });

  it("does nothing without that query, and keeps an answer that stands alone", () => {
    expect(transformed([load], "configFromData", { configRefId: "B", mappings })).toEqual([load]);
    expect(settingsOf(transformed([limit], "configFromData", { configRefId: "B", mappings }))[1]).toEqual([
      "Value",
      { max: 90 },
    ]);
  });
});

describe("timeSeriesTable", () => {
  const series = (pod: string, values: readonly number[]) =>
    aFrame([aField("Time", [1000, 2000]), aField("Value", values, { labels: { pod } })]);
  const trendsOf = ([frame]: readonly Frame[]) =>
    Array.from(frame?.fields.at(-1)?.values ?? []).map((cell) =>
      isTrend(cell) ? [cell.value, ...Array.from(cell.values)] : cell,
    );

  it("has a row for each series: its labels, and its course with one number", () => {
    const frames = transformed([series("x", [1, 5]), series("y", [7, 2])], "timeSeriesTable");

    expect(frames.map(({ refId, fields }) => [refId, ...fields.map(({ name }) => name)])).toEqual([
      ["A", "pod", "Trend #A"],
    ]);
    expect(Array.from(frames[0]?.fields[0]?.values ?? [])).toEqual(["x", "y"]);
    expect(trendsOf(frames)).toEqual([
      [5, 1, 5],
      [2, 7, 2],
    ]);
  });

  it("reckons the number as the options say for the query, and is sorted by it", () => {
    const frames = transformed([series("x", [1, 5]), series("y", [7, 2])], "timeSeriesTable", { A: { stat: "min" } });

    expect(trendsOf(transformed(frames, "sortBy", { sort: [{ field: "Trend #A", desc: true }] }))).toEqual([
      [2, 7, 2],
      [1, 1, 5],
    ]);
  });

  it("stands beside tables, and courses stay whole through a join", () => {
    const table = aFrame([aField("Time", [5]), aField("pod", ["x"]), aField("Value #B", [9])], "B");

    const frames = transformed([series("x", [1, 5]), table], "timeSeriesTable");
    const joined = transformed(frames, "joinByField", { byField: "pod" });

    expect(frames.map(({ refId }) => refId)).toEqual(["A", "B"]);
    const trend = joined[0]?.fields.find(({ name }) => name === "Trend #A");
    expect(trend?.type).toBe("trend");
    expect(isTrend(trend?.values[0])).toBe(true);
    expect(transformed([firstSeries], "timeSeriesTable")[0]?.length).toBe(1);
  });
});
