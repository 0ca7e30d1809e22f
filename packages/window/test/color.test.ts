import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hexOf } from "../src/color.ts";
import { COLOR_BY_NAME } from "../src/color-names.ts";
import { parseColor } from "../src/index.ts";

describe("a colour", () => {
  it.each([
    ["blueviolet", "#8A2BE2", 255],
    ["#fff", "#FFFFFF", 255],
    ["#8abc", "#AABBCC", 0x88],
    ["#1D1F21d9", "#1F21D9", 0x1d],
    ["rgb(255, 0, 185)", "#FF00B9", 255],
    ["rgb(1,2,3)", "#010203", 255],
    ["rgba(245, 40, 145, 0.8)", "#F52891", 204],
    ["hsl(155, 100%, 50%)", "#00FF95", 255],
    ["hsl(-240, 100%, 50%)", "#00FF00", 255],
    ["hsl(120, 200%, 50%)", "#00FF00", 255],
    ["hsla(120, 100%, 50%, 2)", "#00FF00", 255],
  ])("%s is %s", (text, hex, alpha) => {
    const color = parseColor(text);

    expect(color && hexOf(color)).toBe(hex);
    expect(color?.a).toBe(alpha);
  });

  it.each([
    "",
    "Red",
    "#12345",
    "#ggg",
    " #fff",
    "rgb(0, 300, 0)",
    "rgb(1, 2, 3, 0.5)",
    "rgb(1 ,2,3)",
    "rgb( 1,2,3)",
    "rgb(100%, 0%, 0%)",
    "rgba(1, 2, 3)",
    "rgba(1, 2, 3, 1.5)",
    "hsl(120, 100, 50)",
    "transparent",
    "rebeccapurple",
  ])("is not %j", (text) => {
    expect(parseColor(text)).toBe(null);
  });

  it("has the 147 names of CSS Color 3", () => {
    expect(COLOR_BY_NAME.size).toBe(147);
  });

  it("never throws and keeps its channels in range", () => {
    const anyText = fc.oneof(fc.string(), fc.stringMatching(/^(#|rgba?\(|hsla?\()[-0-9a-f, %.)]{0,24}$/));
    fc.assert(
      fc.property(anyText, (text) => {
        const color = parseColor(text);
        for (const channel of Object.values(color ?? {})) expect(channel >= 0 && channel <= 255).toBe(true);
      }),
    );
  });
});
