import { describe, expect, it } from "vitest";
import { isResourceName, namePrefixOf } from "./resource-name.ts";

describe("the name of a new resource", () => {
  it.each([
    ["Checkout service", "checkout-service-"],
    ["  Überlauf / Größe ", "uberlauf-gro-e-"],
    ["日本", "dashboard-"],
    ["", "dashboard-"],
    ["a".repeat(80), `${"a".repeat(31)}-`],
  ])("for %j begins with %j", (title, prefix) => {
    expect(namePrefixOf(title, "dashboard")).toBe(prefix);
  });
});

describe("a resource's name", () => {
  it.each(["a", "A.b_c-9", "0".repeat(253)])("may be %s", (name) => {
    expect(isResourceName(name)).toBe(true);
  });

  it.each(["", "-a", "a-", "../etc", "a/b", "ä", "0".repeat(254), 7])("may not be %j", (name) => {
    expect(isResourceName(name)).toBe(false);
  });
});
