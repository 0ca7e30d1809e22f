import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isName } from "../objects/name.ts";
import { slugOf } from "./slug.ts";

describe("the slug of a title", () => {
  it.each([
    ["Node Exporter Full", "node-exporter-full"],
    ["  CPU / Memory (all)  ", "cpu-memory-all"],
    ["Über Größe", "uber-große".replace("ß", "-")],
    ["日本", "dashboard"],
    ["", "dashboard"],
    ["a".repeat(60), "a".repeat(50)],
  ])("%j is %s", (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it("of any title can be a name", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (title) => isName(slugOf(title))));
  });
});
