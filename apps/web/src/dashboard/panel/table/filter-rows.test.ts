import { describe, expect, it } from "vitest";
import type { DisplayField } from "../../model/frame/frame.ts";
import { filterRows } from "./filter-rows.ts";

const column = (name: string, values: DisplayField["values"]): DisplayField => ({
  name,
  displayName: name,
  type: typeof values[0] === "number" ? "number" : "string",
  values,
  labels: {},
  settings: {},
});

describe("the rows of a table that is searched", () => {
  const columns = [column("job", ["api", "Web", "worker"]), column("up", [1, 0, 12])];
  const rows = (...filters: [string, string][]) =>
    filterRows([2, 1, 0], columns, new Map(filters.map(([name, text]) => [`${name} ${name}`, text])), {
      theme: "dark",
      timeZone: "UTC",
      now: 0,
    });

  it.each<[string, [string, string][], number[]]>([
    ["nothing", [], [2, 1, 0]],
    ["blanks", [["job", "  "]], [2, 1, 0]],
    ["a part of a text, in their order", [["job", "W"]], [2, 1]],
    ["a number as it is shown", [["up", "1"]], [2, 0]],
    ["two columns at once", [["job", "w"], ["up", "12"]], [2]], // biome-ignore format: one line for each case
    ["what is not there", [["job", "x"]], []],
  ])("by %s", (_what, filters, expected) => {
    expect(rows(...filters)).toEqual(expected);
  });
});
