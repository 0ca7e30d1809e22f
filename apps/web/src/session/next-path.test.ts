import { describe, expect, it } from "vitest";
import { nextPath } from "./next-path.ts";

describe("the address to go to after signing in", () => {
  it.each(["/", "/dashboards?q=a&page=2", "/d/abc#panel-2", "/a//b"])("%s is taken", (path) => {
    expect(nextPath(path)).toBe(path);
  });

  it.each([
    null,
    "",
    "dashboards",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "\n//evil.example",
  ])("%j leads home instead", (path) => {
    expect(nextPath(path)).toBe("/");
  });
});
