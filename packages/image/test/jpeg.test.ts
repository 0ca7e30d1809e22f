import { nativeImage } from "@vedette/image";
import { describe, expect, it } from "vitest";
import { asBitmap, largestDifference, psnr, reference, withOrientation } from "./reference.ts";

describe("a JPEG", () => {
  it.each(["colour-444", "colour-420", "colour-422", "progressive", "restart", "grey"])(
    "%s has the pixels that libjpeg gives ImageMagick [spec 3]",
    (name) => {
      const image = nativeImage.createFromBuffer(reference(`${name}.jpg`));

      expect(image.getSize()).toEqual({ width: 29, height: 17 });
      expect(largestDifference(image.toBitmap(), asBitmap(reference(`${name}.rgba`)))).toBeLessThanOrEqual(1);
    },
  );

  it("with an EXIF orientation is not turned", () => {
    const turned = nativeImage.createFromBuffer(withOrientation(reference("colour-420.jpg"), 6));

    expect(turned.toBitmap()).toEqual(nativeImage.createFromBuffer(reference("colour-420.jpg")).toBitmap());
  });

  it("in CMYK is a picture", () => {
    const image = nativeImage.createFromBuffer(reference("cmyk.jpg"));

    expect(image.getSize()).toEqual({ width: 29, height: 17 });
    expect(psnr(image.toBitmap(), asBitmap(reference("rgb8.rgba")))).toBeGreaterThan(15);
  });

  const whole = reference("logo.jpg");
  const frameAt = whole.indexOf(Buffer.from([0xff, 0xc0]));

  it("that ends before its last line is no image", () => {
    for (const part of [0.2, 0.5, 0.9, 0.97]) {
      expect(nativeImage.createFromBuffer(whole.subarray(0, whole.length * part)).isEmpty(), String(part)).toBe(true);
    }
  });

  it.each([
    ["lossless", 1, 0xc3],
    ["arithmetic", 1, 0xc9],
    ["12 bits deep", 4, 12],
  ])("that is %s is no image", (_, offset, value) => {
    const changed = Buffer.from(whole);
    changed[frameAt + offset] = value;

    expect(nativeImage.createFromBuffer(whole).isEmpty()).toBe(false);
    expect(nativeImage.createFromBuffer(changed).isEmpty()).toBe(true);
  });
});

describe("a JPEG made smaller", () => {
  it("is the same picture whether it was looked at before or not", () => {
    const seen = nativeImage.createFromBuffer(reference("logo.jpg"));
    seen.toBitmap();
    const unseen = nativeImage.createFromBuffer(reference("logo.jpg"));

    expect(unseen.resize({ width: 60 }).toPNG()).toEqual(seen.resize({ width: 60 }).toPNG());
  });

  it("is empty when the data turns out to be damaged", () => {
    const half = reference("logo.jpg").subarray(0, 9000);

    expect(nativeImage.createFromBuffer(half).resize({ width: 60 }).isEmpty()).toBe(true);
    expect(nativeImage.createFromBuffer(half).resize({ width: 60 }).toPNG()).toHaveLength(0);
  });
});

describe("writing JPEG", () => {
  const picture = () => nativeImage.createFromBuffer(reference("logo.jpg"));

  it("gives a baseline file with JFIF header and 4:2:0 [spec 3]", () => {
    const file = picture().toJPEG(80);
    const frame = file.indexOf(Buffer.from([0xff, 0xc0]));

    expect(file.toString("latin1", 6, 10)).toBe("JFIF");
    expect([...file.subarray(frame + 9, frame + 12)]).toEqual([3, 1, 0x22]);
  });

  it("is nearly the original at quality 100, and larger with every step", () => {
    const sizes = [0, 20, 40, 60, 80, 100].map((quality) => picture().toJPEG(quality).length);
    const again = nativeImage.createFromBuffer(picture().toJPEG(100));

    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
    expect(psnr(again.toBitmap(), picture().toBitmap())).toBeGreaterThan(40);
  });

  it("puts clear pixels on black", () => {
    const clear = nativeImage.createFromBitmap(Buffer.alloc(64 * 4), { width: 8, height: 8 });

    expect(nativeImage.createFromBuffer(clear.toJPEG(90)).toBitmap().subarray(0, 4)).toEqual(
      Buffer.from([0, 0, 0, 255]),
    );
  });
});
