import { describe, expect, it } from "vitest";
import { parseJson, requireJsonLimits } from "./json-body.ts";
import { longestTurnMs, TURN_BUDGET_MS } from "./testing.ts";

/** Lists and objects in turn, so many levels deep with the outermost one. */
function nested(levels: number, padding = 0): string {
  const inner = Array.from({ length: levels - 1 }, (_, level) => (level % 2 === 0 ? ["[", "]"] : [`{"a":`, "}"]));
  const opening = inner.map(([open]) => open).join("");
  const closing = inner.map(([, close]) => close).reverse();
  return `{"text":"${"x".repeat(padding)}[{\\"[","value":${opening}1${closing.join("")}}`;
}

describe.each([
  ["a short text", 0],
  ["a long text", 600 * 1024],
])("%s of JSON", (_length, padding) => {
  it.each([2, 63, 64])("may have %i levels", (levels) => {
    const text = nested(levels, padding);

    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each([65, 66, 10_000])("is refused with %i levels", (levels) => {
    expect(() => parseJson(nested(levels, padding))).toThrow("nested deeper than 64 levels");
  });

  it("is refused when it ends too early", () => {
    expect(() => parseJson(nested(3, padding).slice(0, -1))).toThrow(expect.objectContaining({ code: "bad_json" }));
  });
});

const MAX_VALUES = 200_000;
const outcomeOf = (text: string) =>
  requireJsonLimits(text, MAX_VALUES).then(
    () => "read",
    (error: { code?: string }) => error.code,
  );

describe("the limits of JSON bodies", () => {
  it.each([
    ["colons without names", `{"${"a".repeat(500_000)}"${":".repeat(500_000)}`, "bad_json"],
    ["a colon first", ":", "bad_json"],
    ["long names of equal length", longNames(800), "read"],
  ] as const)("take no long turn for %s", async (_title, text, outcome) => {
    expect(await outcomeOf(text)).toBe(outcome);
    expect(await longestTurnMs(() => outcomeOf(text))).toBeLessThan(TURN_BUDGET_MS);
  });

  it("counts a repeated name once, and every long one", async () => {
    const repeated = `[${Array(50_000).fill('{"a":1}').join()}]`;
    const different = `{${Array.from({ length: 25_001 }, (_, at) => `"k${at}":1`).join()}}`;

    expect(await outcomeOf(repeated)).toBe("read");
    expect(await outcomeOf(different)).toBe("too_many_values");
  });
});

/** Names that differ in their last characters only. */
function longNames(count: number): string {
  const names = Array.from({ length: count }, (_, at) => `"${"a".repeat(20_000)}${String(at).padStart(5, "0")}":1`);
  return `{${names.join()}}`;
}
