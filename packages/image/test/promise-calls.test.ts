import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { nativeImage } from "@vedette/image";
import { describe, expect, it } from "vitest";
import { fitted } from "../src/native/fitted.ts";
import { pictureFolder, psnr, reference, referencePath, withOrientation } from "./reference.ts";

const turned = withOrientation(reference("colour-420.jpg"), 6);

describe("decode", () => {
  it.each(["logo.png", "logo.jpg", "picture.webp", "two.gif", "picture.tif"])("reads %s", async (name) => {
    const image = await nativeImage.decode(referencePath(name));

    expect(image.isEmpty()).toBe(false);
    expect(image.getScaleFactors()).toEqual([1]);
  });

  it("reads AVIF", async () => {
    const { default: sharp } = await import("sharp");
    const file = await sharp(reference("rgb8.png")).avif({ lossless: true }).toBuffer();

    expect(
      psnr((await nativeImage.decode(file)).toBitmap(), nativeImage.createFromBuffer(reference("rgb8.png")).toBitmap()),
    ).toBeGreaterThan(30);
  });

  it("reads an AVIF that names its format second, as some encoders write it", async () => {
    const { default: sharp } = await import("sharp");
    const file = await sharp(reference("rgb8.png")).avif().toBuffer();
    file.write("mif1", 8, "latin1");

    expect((await nativeImage.decode(file)).getSize()).toEqual({ width: 29, height: 17 });
  });

  it.each(["logo.png", "logo.jpg", "space-AdobeRGB1998.png", "rgba16-adam7.png"])(
    "%s gives the same image as the call that waits",
    async (name) => {
      const promised = await nativeImage.decode(pathToFileURL(referencePath(name)));
      const waited = nativeImage.createFromPath(referencePath(name));

      expect(promised.toBitmap()).toEqual(waited.toBitmap());
      expect(promised.toPNG()).toEqual(waited.toPNG());
    },
  );

  it("draws an SVG at the density asked for", async () => {
    const file = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="5"/>');

    expect((await nativeImage.decode(file, { density: 144, scaleFactor: 2 })).getSize()).toEqual({
      width: 10,
      height: 5,
    });
  });

  it("turns a picture when asked to", async () => {
    const upright = await nativeImage.decode(turned, { autoOrient: true });

    expect(upright.getSize()).toEqual({ width: 17, height: 29 });
    expect((await nativeImage.decode(turned)).getSize()).toEqual({ width: 29, height: 17 });
  });

  it.each([
    ["a path that is missing", "/nowhere/at/all.png", "ERR_IMAGE_NOT_FOUND"],
    ["a folder", "/", "ERR_IMAGE_NOT_FOUND"],
    ["a device", "/dev/zero", "ERR_IMAGE_NOT_FOUND"],
    ["text", Buffer.from("hello"), "ERR_IMAGE_UNSUPPORTED_FORMAT"],
    ["a BMP", Buffer.from("BM\0\0"), "ERR_IMAGE_UNSUPPORTED_FORMAT"],
    ["half a PNG", reference("logo.png").subarray(0, 900), "ERR_IMAGE_DECODE"],
    ["half a JPEG", reference("logo.jpg").subarray(0, 9000), "ERR_IMAGE_DECODE"],
    ["half a WebP", reference("picture.webp").subarray(0, 200), "ERR_IMAGE_DECODE"],
  ])("refuses %s", async (_, source, code) => {
    await expect(nativeImage.decode(source)).rejects.toMatchObject({ name: "ImageError", code });
  });

  it("refuses other kinds of source", async () => {
    await expect(Reflect.apply(nativeImage.decode, undefined, [7])).rejects.toThrow(TypeError);
  });

  it("ends when it is aborted", async () => {
    const controller = new AbortController();
    const decoding = nativeImage.decode(reference("logo.jpg"), { signal: controller.signal });
    controller.abort(new Error("enough"));

    await expect(decoding).rejects.toThrow("enough");
  });
});

describe("encode", () => {
  it("ends when it is aborted", async () => {
    const image = nativeImage.createFromBuffer(reference("logo.png"));
    const controller = new AbortController();
    const encoding = image.encode("webp", { signal: controller.signal });
    controller.abort(new Error("enough"));

    await expect(encoding).rejects.toThrow("enough");
    await expect(image.encode("png", { signal: controller.signal })).rejects.toThrow("enough");
  });

  const image = () => nativeImage.createFromBuffer(reference("space-AdobeRGB1998.png"));

  it("gives the same bytes as the calls that wait", async () => {
    expect(await image().encode("png")).toEqual(image().toPNG());
    expect(await image().encode("jpeg", { quality: 70 })).toEqual(image().toJPEG(70));
  });

  it("writes WebP", async () => {
    const lossless = await image().encode("webp", { lossless: true });
    const lossy = await image().encode("webp", { quality: 30 });

    expect((await nativeImage.decode(lossless)).toBitmap()).toEqual(image().toBitmap());
    expect(lossy.length).toBeLessThan(lossless.length);
  });

  it("of an empty image gives nothing", async () => {
    expect(await nativeImage.createEmpty().encode("webp")).toHaveLength(0);
  });

  it("refuses other formats", async () => {
    await expect(Reflect.apply(image().encode, image(), ["bmp"])).rejects.toMatchObject({
      code: "ERR_IMAGE_UNSUPPORTED_FORMAT",
    });
  });
});

describe("createThumbnailFromPath", () => {
  it.each([
    ["logo.png", { width: 100, height: 100 }, { width: 100, height: 35 }],
    ["logo.jpg", { width: 1000, height: 95 }, { width: 269, height: 95 }],
    ["picture.webp", { width: 290, height: 290 }, { width: 290, height: 170 }],
  ])("of %s in %o is %o [spec 3]", async (name, box, size) => {
    const image = await nativeImage.createThumbnailFromPath(referencePath(name), box);

    expect(image.getSize()).toEqual(size);
    expect(image.getScaleFactors()).toEqual([1]);
  });

  it("follows the width alone on Windows [spec 3]", () => {
    const picture = { width: 538, height: 190 };

    expect(fitted(picture, { width: 100, height: 10 }, "win32")).toEqual({ width: 100, height: 35 });
    expect(fitted(picture, { width: 100, height: 10 }, "linux")).toEqual({ width: 28, height: 10 });
  });

  it("stands upright", async () => {
    using folder = pictureFolder();
    writeFileSync(folder.path("turned.jpg"), turned);

    const image = await nativeImage.createThumbnailFromPath(folder.path("turned.jpg"), { width: 100, height: 58 });

    expect(image.getSize()).toEqual({ width: 34, height: 58 });
  });

  it("draws an SVG at its size, not enlarged", async () => {
    using folder = pictureFolder();
    const circle = '<circle cx="5" cy="5" r="5"/>';
    writeFileSync(
      folder.path("a.svg"),
      `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${circle}</svg>`,
    );

    const bitmap = (
      await nativeImage.createThumbnailFromPath(folder.path("a.svg"), { width: 400, height: 400 })
    ).toBitmap();
    const half = bitmap.filter((byte, at) => at % 4 === 3 && byte > 0 && byte < 255).length;

    expect(bitmap).toHaveLength(640_000);
    // A sharp edge of a circle has about as many half-covered pixels as its girth; an enlarged one has twenty times more.
    expect(half).toBeLessThan(4000);
  });

  it.each([
    { width: 0, height: 5 },
    { width: 5, height: -1 },
  ])("refuses the box %o", async (size) => {
    await expect(nativeImage.createThumbnailFromPath(referencePath("logo.png"), size)).rejects.toThrow(
      "size must not be empty",
    );
  });

  it.each([
    ["missing.png", 10, "ERR_IMAGE_NOT_FOUND"],
    ["make.sh", 10, "ERR_IMAGE_UNSUPPORTED_FORMAT"],
    ["logo.png", 60_000, "ERR_IMAGE_TOO_LARGE"],
  ])("rejects %s in %i pixels with a code", async (name, side, code) => {
    const making = nativeImage.createThumbnailFromPath(referencePath(name), { width: side, height: side });

    await expect(making).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/^unable to retrieve thumbnail preview image for the given path/),
    });
  });

  it("rejects arguments of another type and does not throw", async () => {
    const making: unknown = Reflect.apply(nativeImage.createThumbnailFromPath, undefined, [7, {}]);

    await expect(making).rejects.toThrow(TypeError);
  });
});
