import { describe, expect, it } from "vitest";
import { codeOf } from "./set-up-code.ts";

describe("a set-up code", () => {
  it.each(["#code=abc-123", "http://localhost:8080/setup#code=abc-123", "code=abc-123", "abc-123", "  abc-123 "])(
    "is found in %j",
    (text) => {
      expect(codeOf(text)).toBe("abc-123");
    },
  );

  it.each(["", "#", "#other=1"])("is not in %j", (text) => {
    expect(codeOf(text)).toBe("");
  });
});
