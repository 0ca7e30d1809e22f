import { describe, expect, it } from "vitest";
import { nearWord, wordsOf } from "./words.ts";

describe("a search", () => {
  it.each([
    ["", []],
    [" CPU  load\tcpu ", ["cpu", "load"]],
    ["Über\u0000Öl", ["über", "öl"]],
  ])("for %j looks for the words %j", (query, words) => {
    expect(wordsOf(query)).toEqual(words);
  });

  it("looks for ten words and no more", () => {
    expect(wordsOf("a b c d e f g h i j k l")).toHaveLength(10);
  });

  it.each(["latency", "lateny", "latnecy", "laatency", "lazency", "atency", "alatency", "request latncy p99"])(
    "for latency takes %j as like it",
    (text) => {
      const { pattern = "none", parts = [] } = nearWord("latency") ?? {};
      expect(new RegExp(pattern).test(text)).toBe(true);
      expect(parts.some((part) => text.includes(part))).toBe(true);
    },
  );

  it.each(["latitude", "laten\ncy", "ltncy"])("for latency does not take %j", (text) => {
    expect(new RegExp(nearWord("latency")?.pattern ?? "none").test(text)).toBe(false);
  });

  it.each(["cpu", "x".repeat(33)])("takes nothing as like %j", (word) => {
    expect(nearWord(word)).toBeUndefined();
  });
});
