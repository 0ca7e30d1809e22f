import { describe, expect, it } from "vitest";
import type { FieldSettings } from "../../model/dashboard-document.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { rangeOf, reducedValues } from "./reduced-values.ts";
import { valueGrid } from "./value-grid.ts";

const field = (
  name: string,
  type: DisplayField["type"],
  values: DisplayField["values"],
  settings = {},
): DisplayField => ({
  name,
  type,
  values,
  labels: {},
  settings,
  displayName: name,
});

const table: DisplayFrame = {
  refId: "A",
  name: "",
  length: 2,
  fields: [field("Time", "time", [1, 2]), field("version", "string", ["1.0", "1.1"]), field("v", "number", [3, 5])],
};

const shown = (reduceOptions: object) =>
  reducedValues([table], { reduceOptions }).map(({ name, value }) => [name, value]);

describe("the large values of a panel", () => {
  it.each([
    [{}, [["v", 5]]],
    [{ calcs: ["mean"] }, [["v", 4]]],
    [{ calcs: ["lastNotNull"], fields: "version" }, [["version", "1.1"]]],
    [
      { fields: "/^v/" },
      [
        ["version", "1.1"],
        ["v", 5],
      ],
    ],
    [
      { values: true },
      [
        ["1.0", 3],
        ["1.1", 5],
      ],
    ],
    [{ values: true, limit: 1 }, [["1.0", 3]]],
    [
      { calcs: ["min", "max"] },
      [
        ["v", 3],
        ["v", 5],
      ],
    ],
  ])("with %j are %j", (options, expected) => {
    expect(shown(options)).toEqual(expected);
  });
});

describe("the range of a gauge", () => {
  it.each([
    [
      { min: 10, max: 20 },
      { min: 10, max: 20 },
    ],
    [{ unit: "percent" }, { min: 0, max: 100 }],
    [{ unit: "percentunit" }, { min: 0, max: 1 }],
    [{}, { min: 0, max: 5 }],
  ])("of %j is %j", (settings, expected) => {
    expect(rangeOf(field("v", "number", [5], settings), reducedValues([table], {}))).toEqual(expected);
  });
});

describe("the range of several gauges", () => {
  it("is that of all, unless each shall have its own", () => {
    const rangesWith = (settings: FieldSettings) => {
      const fields = [field("a", "number", [5], settings), field("b", "number", [50], settings)];
      const values = reducedValues([{ refId: "A", name: "", length: 1, fields }], {});
      return values.map((value) => rangeOf(value.field, values).max);
    };

    expect(rangesWith({})).toEqual([50, 50]);
    expect(rangesWith({ fieldMinMax: true })).toEqual([5, 50]);
  });
});

describe("several values in a panel", () => {
  it.each([
    [1, 400, 100, "auto", 1, 1],
    [4, 800, 100, "auto", 4, 1],
    [4, 400, 400, "auto", 2, 2],
    [3, 400, 400, "horizontal", 1, 3],
    [3, 400, 400, "vertical", 3, 1],
  ])("%i in %i by %i, %s, stand in %i columns and %i rows", (count, width, height, orientation, columns, rows) => {
    expect(valueGrid(count, { width, height }, orientation)).toEqual({ columns, rows });
  });

  it("have columns of a least width, and rather more rows", () => {
    expect(valueGrid(9, { width: 80, height: 100 }, "auto").columns).toBe(2);
    expect(valueGrid(9, { width: 80, height: 100 }, "auto", 44)).toEqual({ columns: 1, rows: 9 });
    expect(valueGrid(9, { width: 400, height: 100 }, "auto", 44)).toEqual(
      valueGrid(9, { width: 400, height: 100 }, "auto"),
    );
  });
});
