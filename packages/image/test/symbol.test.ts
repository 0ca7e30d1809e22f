import { nativeImage, type SymbolWeight } from "@vedette/image";
import { describe, expect, it, vi } from "vitest";

const WEIGHTS: readonly SymbolWeight[] = [
  "ultralight",
  "thin",
  "light",
  "regular",
  "medium",
  "semibold",
  "bold",
  "heavy",
  "black",
];

describe("a named image", () => {
  it("is 30 DIP at two densities [spec 3, createFromNamedImage]", () => {
    const image = nativeImage.createFromNamedImage("atom");

    expect(image.getSize()).toEqual({ width: 30, height: 30 });
    expect(image.getScaleFactors()).toEqual([1, 2]);
    expect(image.toBitmap({ scaleFactor: 2 })).toHaveLength(60 * 60 * 4);
  });

  it.each([
    [{ scale: "small" as const }, 24],
    [{ scale: "large" as const }, 39],
    [{ pointSize: 10 }, 10],
    [{ pointSize: 0 }, 30],
    [{ pointSize: 2000 }, 30],
  ])("with %o is %i DIP [spec 3]", (options, size) => {
    expect(nativeImage.createFromNamedImage("atom", options).getSize()).toEqual({ width: size, height: size });
  });

  it("has more ink with every weight [spec 3]", () => {
    const ink = WEIGHTS.map((weight) => alphaSum(nativeImage.createFromNamedImage("house", { weight }).toBitmap()));

    expect(ink).toEqual(ink.toSorted((one, other) => one - other));
    expect(new Set(ink).size).toBe(WEIGHTS.length);
  });

  it.each(["square.and.pencil", "gear", "chevron.right", "bell.fill", "star", "checkmark.circle.fill", "alarm-check"])(
    "%s is found",
    (name) => {
      expect(nativeImage.createFromNamedImage(name).isEmpty()).toBe(false);
    },
  );

  it.each([
    "",
    "nobody-knows",
    "../x",
    "a/b",
    "atom.svg",
    "__proto__",
    "constructor",
    "x".repeat(10_000),
    "NSAddTemplate",
    "NSImageNameActionTemplate",
  ])("%s is empty", (name) => {
    expect(nativeImage.createFromNamedImage(name).isEmpty()).toBe(true);
  });

  it("needs a string", () => {
    expect(() => Reflect.apply(nativeImage.createFromNamedImage, undefined, [7])).toThrow(TypeError);
  });

  it.each([
    [[-1, 0, 1], 255],
    [[-1, 1, 0], 0],
    [[-1, 0.5, 0.75], 128],
    [[0.5, 0.2, 0.8], 153],
    [[0, 1, 0.75], 128],
    [[0, 1], 0],
  ])("shifted by %j, its ink is %i [spec 3, hslShift]", (hslShift, value) => {
    const plain = nativeImage.createFromNamedImage("square", { weight: "black", pointSize: 96 });
    const shifted = nativeImage.createFromNamedImage("square", { weight: "black", pointSize: 96, hslShift });
    const bitmap = shifted.toBitmap();
    const full = bitmap.findIndex((byte, at) => at % 4 === 3 && byte === 255);

    expect([...bitmap.subarray(full - 3, full)].every((channel) => Math.abs(channel - value) <= 1)).toBe(true);
    expect(alphaSum(bitmap)).toBe(alphaSum(plain.toBitmap()));
  });

  it("takes the old form of the shift and warns once", () => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    const old = nativeImage.createFromNamedImage("star", [-1, 0, 1]);
    nativeImage.createFromNamedImage("star", [-1, 0, 1]);

    expect(old.toBitmap()).toEqual(nativeImage.createFromNamedImage("star", { hslShift: [-1, 0, 1] }).toBitmap());
    expect(warn.mock.calls).toEqual([
      [
        "createFromNamedImage(name, hslShift) is deprecated, use createFromNamedImage(name, { hslShift }) instead.",
        "DeprecationWarning",
      ],
    ]);
    warn.mockRestore();
  });
});

describe("a menu symbol", () => {
  it("is 15 DIP and a template [spec 3, createMenuSymbol]", () => {
    const symbol = nativeImage.createMenuSymbol("trash");

    expect(symbol.getSize()).toEqual({ width: 15, height: 15 });
    expect(symbol.toBitmap({ scaleFactor: 2 })).toHaveLength(30 * 30 * 4);
    expect(symbol.isTemplateImage()).toBe(true);
  });
});

function alphaSum(bitmap: Buffer): number {
  return bitmap.reduce((sum, byte, at) => (at % 4 === 3 ? sum + byte : sum), 0);
}
