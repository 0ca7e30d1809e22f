import { nativeImage } from "@vedette/image";
import { describe, expect, it } from "vitest";
import { convertedExactly, PRIMARIES, TRANSFERS } from "./exact-space.ts";
import { asBitmap, largestDifference, psnr, reference } from "./reference.ts";

const SPACES = ["AdobeRGB1998", "ProPhotoRGB", "ECI-RGBv2"];

describe("the colours of a picture with a profile", () => {
  it.each(SPACES)("%s in PNG become what lcms makes of them in sRGB [spec 3, toBitmap]", (space) => {
    const image = nativeImage.createFromBuffer(reference(`space-${space}.png`));

    expect(largestDifference(image.toBitmap(), asBitmap(reference(`space-${space}.srgb`)))).toBeLessThanOrEqual(2);
  });

  it.each(SPACES)("%s in JPEG do too", (space) => {
    const image = nativeImage.createFromBuffer(reference(`space-${space}.jpg`));

    expect(largestDifference(image.toBitmap(), asBitmap(reference(`space-${space}-jpg.srgb`)))).toBeLessThanOrEqual(3);
  });

  it("are converted under their alpha", () => {
    const found = nativeImage.createFromBuffer(reference("space-alpha.png")).toBitmap();

    // The tool converts before it multiplies by alpha; eight bits after the multiplication differ a little more.
    expect(psnr(found, asBitmap(reference("space-alpha.srgb")))).toBeGreaterThan(45);
  });

  it.each(SPACES)("%s stay their own when the space is not one that can be named", (space) => {
    const image = nativeImage.createFromBuffer(reference(`space-${space}.png`));
    const own = image.toBitmap({ colorSpace: { primaries: "invalid" } });

    expect(own).toEqual(asBitmap(reference(`space-${space}.rgba`)));
  });

  it.each(SPACES)("%s are kept by toDataURL, also cropped and resized [spec 3, toDataURL]", (space) => {
    const image = nativeImage.createFromBuffer(reference(`space-${space}.png`));
    const again = nativeImage.createFromDataURL(image.toDataURL());
    const small = image.crop({ x: 1, y: 1, width: 20, height: 12 }).resize({ width: 10 });

    expect(image.toPNG().includes("iCCP_\0\0")).toBe(true);
    expect(largestDifference(again.toBitmap(), image.toBitmap())).toBeLessThanOrEqual(1);
    expect(small.toPNG().includes("iCCP")).toBe(true);
  });

  it("are read by another library from the profile that is written", async () => {
    const { default: sharp } = await import("sharp");
    const image = nativeImage.createFromBuffer(reference("space-AdobeRGB1998.png"));
    const seen = await sharp(image.toPNG()).ensureAlpha().raw().toBuffer();

    expect(psnr(asBitmap(seen), image.toBitmap())).toBeGreaterThan(45);
  });

  it("lose the profile in JPEG and become sRGB", () => {
    const image = nativeImage.createFromBuffer(reference("space-AdobeRGB1998.png"));
    const again = nativeImage.createFromBuffer(image.toJPEG(100));

    expect(psnr(again.toBitmap(), image.toBitmap())).toBeGreaterThan(28);
  });
});

describe("a picture with sRGB's own profile", () => {
  it("is as one without: no profile is written", () => {
    const image = nativeImage.createFromBuffer(reference("space-srgb.png"));

    expect(image.toBitmap()).toEqual(asBitmap(reference("space-srgb.rgba")));
    expect(image.toPNG().includes("iCCP")).toBe(false);
  });
});

describe("the colour space of a bitmap", () => {
  const red = nativeImage.createFromBitmap(Buffer.from([0, 0, 255, 255]), { width: 1, height: 1 });

  const STEPS = [0, 37, 101, 128, 190, 255];
  const COLORS = STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.map((b) => [r, g, b] as const)));
  const all = nativeImage.createFromBitmap(Buffer.from(COLORS.flatMap(([r, g, b]) => [b, g, r, 255])), {
    width: COLORS.length,
    height: 1,
  });
  const spaces = [
    ...Object.keys(PRIMARIES).map((primaries) => [primaries, "gamma22"] as const),
    ...Object.keys(TRANSFERS).map((transfer) => ["bt709", transfer] as const),
    ["p3", "srgb"] as const,
    ["xyz-d50", "linear"] as const,
    ["bt2020", "bt2020-10"] as const,
  ];

  it.each(spaces)(
    "with primaries %s and transfer %s is what the definition says [spec 3, colorSpace]",
    (primaries, transfer) => {
      const found = all.toBitmap({ colorSpace: { primaries, transfer } });
      const exact = COLORS.flatMap((color) => {
        const [r, g, b] = convertedExactly(color, primaries, transfer);
        return [b, g, r, 255];
      });

      expect(Math.max(...exact.map((value, at) => Math.abs(value - (found[at] ?? 0))))).toBeLessThanOrEqual(2);
    },
  );

  it.each([{ matrix: "bt709" }, { range: "limited" }, { transfer: "pq" }, { primaries: "__proto__" }])(
    "%j leaves the values alone",
    (colorSpace) => {
      expect(red.toBitmap({ colorSpace })).toEqual(red.toBitmap());
    },
  );

  it("custom is refused", () => {
    expect(() => red.toBitmap({ colorSpace: { primaries: "custom" } })).toThrow("'custom' not supported.");
    expect(() => red.toBitmap({ colorSpace: { transfer: "custom-hdr" } })).toThrow(
      "'custom', 'custom-hdr' not supported.",
    );
  });
});
