import { describe, expect, it } from "vitest";
import { listQuery } from "./list-address.ts";

describe("the address of a list", () => {
  const query = new URLSearchParams("q=api&page=3&size=50");

  it.each([
    [{ page: 4 }, "?q=api&page=4&size=50"],
    [{ page: 1 }, "?q=api&size=50"],
    [{ q: "web" }, "?q=web&size=50"],
    [{ q: "" }, "?size=50"],
    [{ tag: "prod" }, "?q=api&size=50&tag=prod"],
    [{ q: undefined, size: undefined }, ""],
  ])("with %j is %j", (changes, text) => {
    expect(listQuery(query, changes)).toBe(text);
  });
});
