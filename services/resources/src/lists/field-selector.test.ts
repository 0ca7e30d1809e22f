import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ResourceError } from "../errors.ts";
import { parseFieldSelector } from "./field-selector.ts";

describe("a field selector", () => {
  it.each([
    ["", []],
    ["metadata.name=a", [{ field: "metadata.name", operator: "equals", value: "a" }]],
    ["metadata.name==a", [{ field: "metadata.name", operator: "equals", value: "a" }]],
    ["metadata.name!=a", [{ field: "metadata.name", operator: "differs", value: "a" }]],
    [
      "metadata.name=a,metadata.namespace=default",
      [
        { field: "metadata.name", operator: "equals", value: "a" },
        { field: "metadata.namespace", operator: "equals", value: "default" },
      ],
    ],
    [
      "spec.title=CPU\\, and \\\\ more\\=less",
      [{ field: "spec.title", operator: "equals", value: "CPU, and \\ more=less" }],
    ],
  ])("%j is understood", (text, conditions) => {
    expect(parseFieldSelector(text)).toEqual(conditions);
  });

  it.each([
    "metadata.name",
    "metadata.uid=1",
    "spec.panels=1",
    "=a",
    "spec.title=\\a",
    "spec.title=a\\",
    "__proto__=1",
  ])("%j is refused", (text) => {
    expect(() => parseFieldSelector(text)).toThrow(expect.objectContaining({ code: "selector_invalid" }));
  });

  it("of any text is understood or refused, never anything else", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        try {
          return Array.isArray(parseFieldSelector(text));
        } catch (error) {
          return error instanceof ResourceError;
        }
      }),
    );
  });
});
