import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseForeignJson } from "./foreign-json.ts";

describe("parseForeignJson", () => {
  it.each([
    ['{"id":1145141919810893001}', { id: "1145141919810893001" }],
    ['{"ids":[9007199254740992,-9007199254740993]}', { ids: ["9007199254740992", "-9007199254740993"] }],
    ['{"id":1.145141919810893001e18}', { id: "1.145141919810893001e18" }],
    ["[1e400]", ["1e400"]],
  ])("keeps the digits of numbers that a double rounds: %s", (text, value) => {
    expect(parseForeignJson(text)).toEqual(value);
  });

  it.each(['{"id":9007199254740991}', '{"id":-7,"size":1.5,"at":1e3}', '["1145141919810893001",true,null]', "0"])(
    "reads %s as JSON.parse does",
    (text) => {
      expect(parseForeignJson(text)).toEqual(JSON.parse(text));
    },
  );

  it("never gives two integers the same value", () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 80n), 2n ** 80n), (id) => String(parseForeignJson(String(id))) === String(id)),
    );
  });

  it("rejects invalid JSON", () => {
    expect(() => parseForeignJson("{")).toThrow(SyntaxError);
  });
});
