import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memberText } from "./member-text.ts";

/** Keys that trip careless readers, among ordinary ones. */
const keys = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "",
    "__proto__",
    "constructor",
    "prototype",
    "spec",
    "1",
    "0x1",
    "a.b/c[0]",
    "\ud800",
    '"',
    "\\",
    '\\"',
  ),
);
const { tree: values } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -0, 1e308, 5e-324, 9007199254740994, "{", "]", '\\"', "\ud800 \udc00"),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "binary" }),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie("tree")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
const blanks = fc.stringMatching(/^[ \t\r\n]{0,3}$/);

describe("the text of one member of a JSON object", () => {
  it("is what was written, whatever stands around it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(keys, values)),
        values,
        fc.constantFrom(0, 2),
        blanks,
        (around, spec, indent, blank) => {
          const specText = JSON.stringify(spec, null, indent);
          const members = around.map(
            ([key, value]) => `${JSON.stringify(key)}${blank}:${blank}${JSON.stringify(value)}`,
          );
          const text = `${blank}{${blank}${[...members, `"spec"${blank}:${blank}${specText}`].join(`${blank},${blank}`)}${blank}}`;

          expect(memberText(text, "spec")).toBe(specText);
        },
      ),
    );
  });

  it("is that of the last member with the key", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, values)), (entries) => {
        const text = `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`;

        for (const [key, value] of new Map(entries)) expect(memberText(text, key)).toBe(JSON.stringify(value));
        expect(memberText(text, "not there at all")).toBeUndefined();
      }),
    );
  });

  it.each([
    ["digits that no double holds", '{"spec":{"n":12345678901234567890.10}}', '{"n":12345678901234567890.10}'],
    ["the last of a repeated key", '{"spec":{"a":1},"spec":{"a":2}}', '{"a":2}'],
    ["a key written with escapes", '{"\\u0073pec":{}}', "{}"],
    ["a value that is no object", '{"spec": null , "a":1}', "null"],
    ["a number at the end", '{"spec":-1.5e3}', "-1.5e3"],
    ["brackets inside strings", '{"a":"}]","spec":["}","\\"]"]}', '["}","\\"]"]'],
  ])("keeps %s", (_what, text, expected) => {
    expect(memberText(text, "spec")).toBe(expected);
  });

  it.each([["{}"], ['{"status":{"spec":1}}'], ["  {  }  "]])("is absent in %s", (text) => {
    expect(memberText(text, "spec")).toBeUndefined();
  });
});
