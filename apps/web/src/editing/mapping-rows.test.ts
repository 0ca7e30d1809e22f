import { describe, expect, it } from "vitest";
import { readFieldConfig } from "../dashboard/model/read-field-config.ts";
import { mappingRows, mappingsOf, withKindSaid } from "./mapping-rows.ts";

const MAPPINGS = [
  { type: "value", options: { "0": { text: "down", color: "red" }, "1": { text: "up" } } },
  { type: "range", options: { from: 2, to: null, result: { text: "many" } } },
  { type: "special", options: { match: "null", result: { text: "none" } } },
  { type: "regex", options: { pattern: "^a", result: { color: "blue" } } },
];

/** What is drawn, whatever the order numbers. */
function meaning(mappings: unknown): unknown {
  const { defaults } = readFieldConfig({ defaults: { mappings }, overrides: [] });
  const withoutIndex = (_: string, part: unknown) => (part instanceof Map ? [...part] : part);
  return JSON.parse(JSON.stringify(defaults.mappings, withoutIndex).replaceAll(/,?"index":\d+/g, ""));
}

describe("the lines of value mappings", () => {
  it("are one for each value, and mean the same when they are put together again", () => {
    const rows = mappingRows(MAPPINGS);

    expect(rows.map(({ type }) => type)).toEqual(["value", "value", "range", "special", "regex"]);
    const [both, ...others] = meaning(MAPPINGS) as { options: unknown[] }[];
    const [zero, one, ...rest] = meaning(mappingsOf(rows)) as { options: unknown[] }[];
    expect([...(zero?.options ?? []), ...(one?.options ?? [])]).toEqual(both?.options);
    expect(rest).toEqual(others);
  });

  it("for special values are for those that are shown as chosen, until others are", () => {
    const fresh = { type: "special", options: { result: { text: "away" } } };

    expect(meaning([withKindSaid(fresh)])).toEqual([{ kind: "special", match: "null", result: { text: "away" } }]);
    const chosen = { type: "special", options: { match: "nan", result: {} } };
    expect(withKindSaid(chosen)).toBe(chosen);
    const other = { type: "range", options: { result: {} } };
    expect(withKindSaid(other)).toBe(other);
  });

  it("keep what they say when their kind is changed", () => {
    const [row] = mappingRows([{ type: "value", options: { "1": { text: "up" } } }]);

    expect(mappingsOf([{ ...row, type: "special", options: { match: "nan", result: { text: "up" } } }])).toEqual([
      { type: "special", options: { match: "nan", result: { text: "up", index: 0 } } },
    ]);
  });
});
