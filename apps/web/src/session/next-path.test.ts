import { describe, expect, it } from "vitest";
import { nextPath, withNext } from "./next-path.ts";

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

it("goes along to other pages before the session, unless it is the first page", () => {
  expect(withNext("/sign-in", "/")).toBe("/sign-in");
  const address = withNext("/sign-in", "/d/abc?from=now-1h&to=now#panel-2");
  expect(new URL(address, "http://vedette.test").searchParams.get("next")).toBe("/d/abc?from=now-1h&to=now#panel-2");
});
