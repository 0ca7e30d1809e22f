import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { schemaFaultText } from "./schema-fault.ts";
import { compileSchema } from "./validation.ts";

const SCHEMA = Type.Object(
  {
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 3, pattern: "^[a-z]*$" })),
    number: Type.Optional(Type.Integer({ minimum: 2, maximum: 4 })),
    choice: Type.Optional(Type.Unsafe<string>({ type: "string", enum: ["a", "b"] })),
    list: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2 })),
    when: Type.Optional(Type.String({ format: "date-time" })),
  },
  { additionalProperties: false },
);

function faultOf(value: object): string | undefined {
  const validate = compileSchema({ schema: SCHEMA, method: "POST", url: "/", httpPart: "body" });
  const result: unknown = validate(value);
  if (typeof result !== "object" || result === null || !("error" in result)) return undefined;
  const [fault] = result.error as Parameters<typeof schemaFaultText>[0][]; // as the compiler gives it
  return fault && schemaFaultText(fault);
}

describe("what is wrong with a value", () => {
  it.each([
    [{ text: "" }, "must not be empty"],
    [{ text: "abcd" }, "must have at most 3 characters"],
    [{ text: "A" }, "has characters, or an order of them, that are not taken here"],
    [{ number: 1 }, "must be at least 2"],
    [{ number: 5 }, "must be at most 4"],
    [{ number: "3" }, "must be of the type integer"],
    [{ choice: "c" }, "must be one of a, b"],
    [{ list: [] }, "must not be empty"],
    [{ list: ["a", "b", "c"] }, "must have at most 2 entries"],
    [{ when: "today" }, "must be of the form date-time"],
    [{ other: 1 }, "must not have the field other"],
  ])("is said in words for people: %j", (value, text) => {
    expect(faultOf(value)).toBe(text);
  });

  it("is nothing where all is well", () => {
    expect(faultOf({ text: "abc", number: 3, choice: "a", list: ["x"] })).toBeUndefined();
  });
});
