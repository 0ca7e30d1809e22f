import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ResourceError } from "../errors.ts";
import { parseLabelSelector } from "./label-selector.ts";

describe("a label selector", () => {
  it.each([
    ["", []],
    ["team=infra", [{ operator: "in", key: "team", values: ["infra"] }]],
    ["team==infra", [{ operator: "in", key: "team", values: ["infra"] }]],
    ["team!=infra", [{ operator: "notIn", key: "team", values: ["infra"] }]],
    ["team=", [{ operator: "in", key: "team", values: [""] }]],
    [
      "vedette.app/deprecatedInternalID=7",
      [{ operator: "in", key: "vedette.app/deprecatedInternalID", values: ["7"] }],
    ],
    ["team in (infra, web)", [{ operator: "in", key: "team", values: ["infra", "web"] }]],
    ["team notin (infra)", [{ operator: "notIn", key: "team", values: ["infra"] }]],
    ["team", [{ operator: "exists", key: "team" }]],
    ["!team", [{ operator: "absent", key: "team" }]],
    [
      "a=1,b in (x,y),!c",
      [
        { operator: "in", key: "a", values: ["1"] },
        { operator: "in", key: "b", values: ["x", "y"] },
        { operator: "absent", key: "c" },
      ],
    ],
  ])("%j is understood", (text, conditions) => {
    expect(parseLabelSelector(text)).toEqual(conditions);
  });

  it.each([
    ",",
    "a=1,",
    ",a=1",
    "a=1,,b=2",
    "a=b=c",
    "a in b",
    "a in (b",
    "a in b)",
    "=b",
    "a<3",
    "a b",
    "(a)",
    "a='b'",
    "!",
    "!!a",
  ])("%j is refused", (text) => {
    expect(() => parseLabelSelector(text)).toThrow(expect.objectContaining({ code: "selector_invalid" }));
  });

  it("of any text is understood or refused, never anything else", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        try {
          return Array.isArray(parseLabelSelector(text));
        } catch (error) {
          return error instanceof ResourceError;
        }
      }),
    );
  });

  it("of 8 KiB of bait is refused in no time", () => {
    const started = performance.now();

    for (const bait of ["(".repeat(8192), "a,".repeat(4096), "a in (".repeat(1365), " ".repeat(8191).concat("=")]) {
      expect(() => parseLabelSelector(bait)).toThrow(ResourceError);
    }
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
