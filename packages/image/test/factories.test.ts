import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { ImageError, NativeImage, nativeImage } from "@vedette/image";
import { describe, expect, it } from "vitest";
import { pictureFolder, reference } from "./reference.ts";

const png = reference("logo.png");
const jpeg = reference("logo.jpg");

describe("an empty image", () => {
  it("has nothing [spec 3, createEmpty]", () => {
    const empty = nativeImage.createEmpty();

    expect(empty).toBeInstanceOf(NativeImage);
    expect(empty.isEmpty()).toBe(true);
    expect(empty.getSize()).toEqual({ width: 0, height: 0 });
    expect(empty.getAspectRatio()).toBe(1);
    expect(empty.getScaleFactors()).toEqual([]);
    expect(empty.toPNG()).toHaveLength(0);
    expect(empty.toJPEG(80)).toHaveLength(0);
    expect(empty.toBitmap()).toHaveLength(0);
    expect(empty.toDataURL()).toBe("data:image/png;base64,");
    expect(empty.crop({ x: 0, y: 0, width: 1, height: 1 }).isEmpty()).toBe(true);
    expect(empty.resize({ width: 1 }).isEmpty()).toBe(true);
  });

  it("is a new one each time", () => {
    expect(nativeImage.createEmpty()).not.toBe(nativeImage.createEmpty());
  });

  it("cannot be made with new", () => {
    expect(() => Reflect.construct(NativeImage, [])).toThrow(TypeError);
  });
});

describe("an image from a buffer", () => {
  it.each([
    ["PNG", png],
    ["JPEG", jpeg],
  ])("is decoded when it is a %s, whatever size is given [spec 3]", (_, bytes) => {
    expect(nativeImage.createFromBuffer(bytes, { width: 3, height: 4 }).getSize()).toEqual({ width: 538, height: 190 });
  });

  it("has its size in DIP", () => {
    const image = nativeImage.createFromBuffer(png, { scaleFactor: 2 });

    expect(image.getSize()).toEqual({ width: 269, height: 95 });
    expect(image.getScaleFactors()).toEqual([2]);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, "2", null])(
    "counts the scale factor %s as 1",
    (scaleFactor) => {
      const image = nativeImage.createFromBuffer(png, { scaleFactor: scaleFactor as number });

      expect(image.getScaleFactors()).toEqual([1]);
    },
  );

  it("keeps the scale factor in single precision", () => {
    expect(nativeImage.createFromBuffer(png, { scaleFactor: 1.33 }).getScaleFactors()).toEqual([1.3300000429153442]);
  });

  it("is raw pixels when it is nothing else and the size is given", () => {
    const pixels = Buffer.from([10, 20, 30, 255, 1, 2, 3, 4, 99]);
    const image = nativeImage.createFromBuffer(pixels, { width: 2, height: 1 });

    expect(image.toBitmap()).toEqual(pixels.subarray(0, 8));
  });

  it("takes any view, with its offset", () => {
    const memory = new Uint8Array(png.length + 3);
    memory.set(png, 3);
    const view = new DataView(memory.buffer, 3, png.length);

    expect(nativeImage.createFromBuffer(view).getSize()).toEqual({ width: 538, height: 190 });
  });

  it("is read before the call returns", () => {
    const bytes = Buffer.from(jpeg);
    const image = nativeImage.createFromBuffer(bytes);
    bytes.fill(0);

    expect(image.isEmpty()).toBe(false);
  });

  it.each([
    ["too few raw pixels", Buffer.alloc(7), { width: 2, height: 1 }],
    ["no size", Buffer.alloc(8), {}],
    ["a side that is no integer", Buffer.alloc(8), { width: 1.5, height: 1 }],
    ["a negative side", Buffer.alloc(8), { width: -2, height: -1 }],
    ["an empty buffer", Buffer.alloc(0), { width: 0, height: 0 }],
  ])("is empty for %s [spec 3]", (_, bytes, options) => {
    expect(nativeImage.createFromBuffer(bytes, options).isEmpty()).toBe(true);
  });

  it.each([new ArrayBuffer(4), [1, 2], "text", null, 7])("is refused for %s, which is no buffer", (value) => {
    expect(() => Reflect.apply(nativeImage.createFromBuffer, undefined, [value])).toThrow(
      "buffer must be a node Buffer",
    );
  });

  it("is refused without any argument", () => {
    expect(() => Reflect.apply(nativeImage.createFromBuffer, undefined, [])).toThrow(
      new TypeError("Insufficient number of arguments."),
    );
  });
});

describe("an image from a bitmap", () => {
  const call = (...args: unknown[]): unknown => Reflect.apply(nativeImage.createFromBitmap, undefined, args);

  it("has the pixels it was given", () => {
    const pixels = Buffer.from([10, 20, 30, 255, 1, 2, 3, 4]);

    expect(nativeImage.createFromBitmap(pixels, { width: 2, height: 1 }).toBitmap()).toEqual(pixels);
  });

  it("never tries PNG", () => {
    expect(() => nativeImage.createFromBitmap(png, { width: 538, height: 190 })).toThrow("invalid buffer size");
  });

  it("says in order what is wrong", () => {
    expect(() => call("x", undefined)).toThrow("buffer must be a node Buffer");
    expect(() => call(Buffer.alloc(4))).toThrow(TypeError);
    expect(() => call(Buffer.alloc(4), undefined)).toThrow(new TypeError("Insufficient number of arguments."));
    expect(() => call(Buffer.alloc(4), {})).toThrow("width is required");
    expect(() => call(Buffer.alloc(4), { width: 1 })).toThrow("height is required");
    expect(() => call(Buffer.alloc(5), { width: 1, height: 1 })).toThrow("invalid buffer size");
    expect(nativeImage.createFromBitmap(Buffer.alloc(5), { width: 0, height: 1 }).isEmpty()).toBe(true);
  });
});

describe("an image from a path", () => {
  it("knows its siblings of other densities", () => {
    using folder = pictureFolder();
    for (const name of ["icon.png", "icon@3x.png", "icon@2x.png", "icon@1.33x.png"])
      writeFileSync(folder.path(name), png);

    expect(nativeImage.createFromPath(folder.path("icon.png")).getScaleFactors()).toEqual([
      1, 2, 3, 1.3300000429153442,
    ]);
  });

  it("is not empty when only a sibling exists", () => {
    using folder = pictureFolder();
    writeFileSync(folder.path("icon@2x.jpg"), jpeg);

    const image = nativeImage.createFromPath(folder.path("icon.jpg"));

    expect(image.getScaleFactors()).toEqual([2]);
    expect(image.getSize()).toEqual({ width: 269, height: 95 });
  });

  it.each([
    ["icon@2x.png", [2]],
    ["icon@2X.png", [1]],
    ["icon@7x.png", [1]],
    ["icon@1.5x.png", [1.5]],
  ])("takes the density from the name %s and loads that file alone", (name, scales) => {
    using folder = pictureFolder();
    for (const file of [name, "icon.png", "icon@3x.png"]) writeFileSync(folder.path(file), png);

    const found = nativeImage.createFromPath(folder.path(name)).getScaleFactors();

    // With an upper-case X the name is an ordinary one: it has no siblings here.
    expect(found).toEqual(scales);
  });

  it("goes by the content, not by the extension", () => {
    using folder = pictureFolder();
    writeFileSync(folder.path("picture.txt"), jpeg);

    expect(nativeImage.createFromPath(folder.path("picture.txt")).getSize()).toEqual({ width: 538, height: 190 });
  });

  it("follows links to files and sees changes", () => {
    using folder = pictureFolder();
    writeFileSync(folder.path("a.png"), png);
    symlinkSync(folder.path("a.png"), folder.path("link.png"));

    expect(nativeImage.createFromPath(folder.path("link.png")).isEmpty()).toBe(false);
    writeFileSync(folder.path("a.png"), "changed");
    expect(nativeImage.createFromPath(folder.path("link.png")).isEmpty()).toBe(true);
  });

  it.each([
    ["iconTemplate.png", true],
    ["iconTemplate@2x.png", true],
    ["icontemplate.png", false],
    ["Templates.png", false],
  ])("named %s has the template flag: %s", (name, isTemplate) => {
    using folder = pictureFolder();
    writeFileSync(folder.path(name), png);

    expect(nativeImage.createFromPath(folder.path(name)).isTemplateImage()).toBe(isTemplate);
  });

  it("is empty for what is no PNG or JPEG file, and never blocks [spec 3]", () => {
    using folder = pictureFolder();
    mkdirSync(folder.path("folder.png"));
    execFileSync("mkfifo", [folder.path("pipe.png")]);
    writeFileSync(folder.path("half.png"), png.subarray(0, png.length / 2));
    writeFileSync(folder.path("half.jpg"), jpeg.subarray(0, jpeg.length / 2));
    const names = ["missing.png", "folder.png", "pipe.png", "half.png", "half.jpg"].map(folder.path);

    for (const name of [...names, "", "/dev/zero", "a\0b.png"]) {
      expect(nativeImage.createFromPath(name).isEmpty(), name).toBe(true);
    }
  });

  it.each([undefined, 7, null, {}])("is refused for %s", (path) => {
    expect(() => Reflect.apply(nativeImage.createFromPath, undefined, [path])).toThrow(
      /^Error processing argument at index 0, conversion failure from /,
    );
  });
});

describe("an image from a data URL", () => {
  const base64 = png.toString("base64");

  it.each([
    ["base64", `data:image/png;base64,${base64}`],
    ["other parameters and letters", `DATA:Image/PNG;name=a;BASE64;x=y,${base64}`],
    [
      "white space and no padding",
      `data:image/png;base64,${base64.slice(0, 9)}\n ${base64.slice(9).replace(/=+$/, "")}`,
    ],
    ["percent escapes in base64", `data:image/png;base64,${encodeURIComponent(base64)}`],
    ["percent-encoded bytes", `data:image/png,${png.toString("hex").replace(/../g, "%$&")}`],
    ["a JPEG", `data:image/jpeg;base64,${jpeg.toString("base64")}`],
  ])("is decoded from %s [spec 3]", (_, url) => {
    expect(nativeImage.createFromDataURL(url).getSize()).toEqual({ width: 538, height: 190 });
  });

  it.each([
    ["nothing", ""],
    ["no comma", "data:image/png;base64"],
    ["another scheme", `https://example.com/${base64}`],
    ["image/jpg", `data:image/jpg;base64,${jpeg.toString("base64")}`],
    ["a JPEG called PNG", `data:image/png;base64,${jpeg.toString("base64")}`],
    ["a PNG called JPEG", `data:image/jpeg;base64,${base64}`],
    ["foreign letters", "data:image/png;base64,****"],
    ["a file", "file:///etc/hostname"],
  ])("is empty for %s [spec 3]", (_, url) => {
    expect(nativeImage.createFromDataURL(url).isEmpty()).toBe(true);
  });

  it("is refused for what is no string", () => {
    expect(() => Reflect.apply(nativeImage.createFromDataURL, undefined, [7])).toThrow(TypeError);
  });
});

describe("an image error", () => {
  it("has a code and a message that is safe to show", () => {
    const error = new ImageError("ERR_IMAGE_NOT_FOUND");

    expect(error).toMatchObject({ name: "ImageError", code: "ERR_IMAGE_NOT_FOUND" });
    expect(error).toBeInstanceOf(Error);
  });
});
