import { describe, expect, it } from "vitest";
import { keptAnswer } from "./kept-answer.ts";

const QUESTION = {
  metadata: { name: "send-email" },
  user: { id: "6f0c1b52-8d3c-4f3a-9a56-0d2f5a1c7e90", email: "ada@example.com", role: "" },
  email_data: { token: "471902", token_hash: "d41d8cd98f00b204" },
};

describe("what is kept of a hook's answer", () => {
  it.each([
    ["{}", "{}"],
    ['{"decision":"continue"}', '{"decision":"continue"}'],
    ['{"error":{"http_code":403,"message":"Not you"}}', '{"error":{"http_code":403,"message":"Not you"}}'],
    ["<h1>Bad gateway</h1>", "<h1>Bad gateway</h1>"],
    ["", ""],
  ])("says how it went: %s", (answer, kept) => {
    expect(keptAnswer(answer, QUESTION)).toBe(kept);
  });

  it.each([
    ['{"sent":"471902"}', '{"sent":"•••"}'],
    ['{"sent":"Your code is 471 902"}', '{"sent":"Your code is •••"}'],
    ['{"sent":471902}', '{"sent":"•••"}'],
    ['{"to":["ada@example.com"],"a 471902":1}', '{"to":["•••"],"a •••":1}'],
    ["mail to ada@example.com with d41d8cd98f00b204", "mail to ••• with •••"],
  ])("says nothing that the question said: %s", (answer, kept) => {
    expect(keptAnswer(answer, QUESTION)).toBe(kept);
  });

  it.each([
    ['{"api_key":"k-1","id":7}', '{"api_key":"•••","id":7}'],
    ['{"smtp":{"Password":["a"]}}', '{"smtp":{"Password":"•••"}}'],
    ["signed eyJhbGciOi.eyJzdWIi.c2ln", "signed •••"],
  ])("shows no secret: %s", (answer, kept) => {
    expect(keptAnswer(answer, QUESTION)).toBe(kept);
  });

  it("is short, also of what is long or deep", () => {
    expect(keptAnswer("x".repeat(5000), QUESTION)).toBe(`${"x".repeat(2000)}…`);
    expect(keptAnswer(`${"[".repeat(5000)}${"]".repeat(5000)}`, QUESTION).length).toBeLessThan(100);
    expect(keptAnswer("a\0b", QUESTION)).toBe("ab");
  });
});
