import { expect, it } from "vitest";
import { csvFrame } from "./csv-frame.ts";

it("reads columns of numbers, times and texts, and leaves empty what is", () => {
  const frame = csvFrame("A", 'day,ships,berth\n2026-05-01,3,"quay, north"\n2026-05-02,,7b');

  expect(frame?.length).toBe(2);
  expect(frame?.fields.map(({ name, type, values }) => [name, type, [...Array.from(values)]])).toEqual([
    ["day", "time", [Date.parse("2026-05-01"), Date.parse("2026-05-02")]],
    ["ships", "number", [3, undefined]],
    ["berth", "string", ["quay, north", "7b"]],
  ]);
});

it("keeps the lines of a cell in quotes together", () => {
  const frame = csvFrame("A", 'berth,note\r\nnorth,"closed,\r\nsays ""Ada"""\r\nsouth,3" open');

  expect(frame?.fields.map(({ values }) => [...Array.from(values)])).toEqual([
    ["north", "south"],
    ['closed,\r\nsays "Ada"', '3" open'],
  ]);
});

it("is nothing where there is no table", () => {
  expect(csvFrame("A", "just words")).toBeUndefined();
});
