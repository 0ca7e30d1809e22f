import { describe, expect, it } from "vitest";
import { parseJson } from "./json-body.ts";

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
