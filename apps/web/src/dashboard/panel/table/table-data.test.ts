import { describe, expect, it } from "vitest";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { csvOf, jsonOf, tableData } from "./table-data.ts";

const field = (name: string, type: DisplayField["type"], values: DisplayField["values"]): DisplayField => ({
  name,
  type,
  values,
  labels: {},
  settings: {},
  displayName: name,
});

function frame(...fields: DisplayField[]): DisplayFrame {
  return { refId: "A", name: "", fields, length: fields[0]?.values.length ?? 0 };
}

const cells = ({ columns, rows }: ReturnType<typeof tableData>) =>
  Array.from({ length: rows }, (_, row) => columns.map(({ values }) => values[row]));

describe("the data of a panel as a table", () => {
  it("are the frame itself when there is one", () => {
    expect(cells(tableData([frame(field("job", "string", ["a", "b"]), field("Value", "number", [1, 2]))]))).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
  });

  it("have a row for each time and a column for each series", () => {
    const table = tableData([
      frame(field("Time", "time", [1000, 2000]), field("a", "number", [1, 2])),
      frame(field("Time", "time", [2000, 3000]), field("b", "number", [20, 30])),
    ]);

    expect(cells(table)).toEqual([
      [1000, 1, undefined],
      [2000, 2, 20],
      [3000, undefined, 30],
    ]);
  });
});

describe("data to take along", () => {
  it("leaves a missing time empty", () => {
    const table = tableData([frame(field("Time", "time", [Number.NaN]), field("host", "string", ["a"]))]);

    expect(csvOf(table)).toBe("Time,host\r\n,a\r\n");
    expect(JSON.parse(jsonOf(table))).toEqual([{ Time: null, host: "a" }]);
  });

  it("are comma-separated, with times as people and programs read them", () => {
    const csv = csvOf(
      tableData([
        frame(field("Time", "time", [0]), field("job", "string", [`a,"b"`]), field("v", "number", [Number.NaN])),
      ]),
    );

    expect(csv).toBe('Time,job,v\r\n1970-01-01T00:00:00.000Z,"a,""b""",\r\n');
  });

  it("are JSON with an object for each row, whose members keep their names apart", () => {
    const rows = frame(
      field("Time", "time", [0]),
      field("v", "number", [1.5]),
      field("v", "number", [Number.NaN]),
      field("job", "string", [undefined]),
    );

    expect(JSON.parse(jsonOf(tableData([rows])))).toEqual([
      { Time: "1970-01-01T00:00:00.000Z", v: 1.5, "v 2": null, job: null },
    ]);
  });

  it("do not run in a spreadsheet", () => {
    expect(csvOf(tableData([frame(field("x", "string", ["=HYPERLINK(1)", "+1", "-1", "@a"]))]))).toBe(
      "x\r\n'=HYPERLINK(1)\r\n'+1\r\n'-1\r\n'@a\r\n",
    );
  });
});
