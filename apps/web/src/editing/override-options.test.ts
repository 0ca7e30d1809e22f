import { describe, expect, it } from "vitest";
import { overrideOptions, propertyChoices, withMatcher } from "./override-options.ts";

describe("what an override can say", () => {
  it("is each option of the fields, under the name that documents have for it", () => {
    const places = overrideOptions("timeseries").map(({ id, option }) => `${id} ${option.path.join(".")}`);

    expect(places).toContain("unit value");
    expect(places).toContain("custom.lineWidth value");
    expect(places).toContain("custom.stacking value.mode");
    expect(places).toContain("color value.fixedColor");
    expect(overrideOptions("stat").map(({ id }) => id)).not.toContain("custom.lineWidth");
  });

  it("is offered once", () => {
    const ids = propertyChoices("timeseries").map(({ id }) => id);

    expect(ids).toEqual([...new Set(ids)]);
  });

  it("is about the same text when that is looked for in another way", () => {
    const override = { matcher: { id: "byName", options: "cpu" }, properties: [] };

    expect(withMatcher(override, "byRegexp")["matcher"]).toEqual({ id: "byRegexp", options: "cpu" });
    expect(withMatcher(override, "byType")["matcher"]).toEqual({ id: "byType", options: "number" });
  });
});
