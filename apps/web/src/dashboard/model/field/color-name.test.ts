import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cssColor, rampColor } from "./color-name.ts";
import { schemeColor } from "./color-scheme.ts";
import { absoluteSteps, stepAt } from "./thresholds.ts";

const HEX = /^#[0-9a-f]{6}$/;

describe("a colour that a document names", () => {
  it.each(["green", "dark-red", "semi-dark-orange", "light-blue", "super-light-purple", "text", "no such colour"])(
    "%s is one of the house",
    (name) => {
      expect(cssColor(name, "dark")).toMatch(HEX);
      expect(cssColor(name, "light")).toMatch(HEX);
    },
  );

  it.each(["#7eb26d", "#abc", "rgb(1, 2, 3)", "rgba(237, 129, 40, 0.89)", "hsl(10, 20%, 30%)", "transparent"])(
    "%s is CSS already",
    (name) => {
      expect(cssColor(name, "dark")).toBe(name);
    },
  );

  it("is darker or lighter as its shade says", () => {
    const lightness = (name: string) => Number.parseInt(cssColor(name, "dark").slice(1, 3), 16);

    expect(lightness("dark-red")).toBeLessThan(lightness("semi-dark-red"));
    expect(lightness("semi-dark-red")).toBeLessThan(lightness("red"));
  });

  it("never lets other text into a style", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(cssColor(name, "dark")).toMatch(/^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl)a?\([\d\s.,%/]+\))$/i);
      }),
    );
    expect(cssColor("red;background:url(//x)", "dark")).toBe(cssColor("text", "dark"));
  });
});

describe("a colour along a scheme", () => {
  it("goes from one end to the other", () => {
    expect([0, 0.5, 1, 2, -1].map((share) => rampColor(["#000000", "#ffffff"], share))).toEqual([
      "#000000",
      "#808080",
      "#ffffff",
      "#ffffff",
      "#000000",
    ]);
    expect(schemeColor("continuous-GrYlRd", 0, "dark")).toBe(cssColor("green", "dark"));
    expect(schemeColor("continuous-GrYlRd", 1, "light")).toBe(cssColor("red", "light"));
  });

  it("is none for palettes, which are not about values", () => {
    expect(schemeColor("palette-classic", 0.5, "dark")).toBeUndefined();
  });
});

describe("thresholds", () => {
  const steps = [
    { from: Number.NEGATIVE_INFINITY, color: "green" },
    { from: 50, color: "orange" },
    { from: 80, color: "red" },
  ];

  it.each([
    [-1, "green"],
    [49.9, "green"],
    [50, "orange"],
    [80, "red"],
    [1e9, "red"],
  ])("%d has reached %s", (value, color) => {
    expect(stepAt({ mode: "absolute", steps }, value, { min: 0, max: 1 })?.color).toBe(color);
  });

  it("of percentages are shares of the range", () => {
    const thresholds = { mode: "percentage", steps } as const;

    expect(stepAt(thresholds, 6, { min: 0, max: 10 })?.color).toBe("orange");
    expect(absoluteSteps(thresholds, { min: 100, max: 200 }).map(({ from }) => from)).toEqual([
      Number.NEGATIVE_INFINITY,
      150,
      180,
    ]);
  });
});
