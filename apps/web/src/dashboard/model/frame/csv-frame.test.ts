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

it("is nothing where there is no table", () => {
  expect(csvFrame("A", "just words")).toBeUndefined();
});
