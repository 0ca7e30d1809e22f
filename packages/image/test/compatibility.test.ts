/**
 * What programs written for Electron rely on, one title for each case of the test file that Electron keeps of its
 * nativeImage (those for Linux; the last group are those for macOS and Windows that need no AppKit). The strings are
 * what Electron itself gives.
 */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { crc32 } from "node:zlib";
import { nativeImage } from "@vedette/image";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { reference, referencePath } from "./reference.ts";

const LOGO = referencePath("logo.png");
const [WIDTH, HEIGHT] = [538, 190];
const WHOLE = { width: WIDTH, height: HEIGHT };
const HALF = { width: WIDTH / 2, height: HEIGHT / 2 };

/** A clear pixel, an opaque picture of four, and one of nine in another colour space. */
const URLS = [
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADElEQVR4nGJiAAIAAAAA//81yQwvAAAABklEQVQDAAAPAAMkN33pAAAAAElFTkSuQmCC",
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR4nGL5//8/AwMDEwMYAAAAAP//aYxtrAAAAAZJREFUAwAkMAMEkRkhTQAAAABJRU5ErkJggg==",
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAADCAYAAABWKLW/AAABCWlDQ1BfAAB4nJWQsUrDUBSGv6oggqCDg4PDHVyVakEcnKoQXGOE6pbEGIUkDUlKVxdxFsRZxGfQBxFdXPoIDuLsfxswXTr0XM49H+f+nPtzoDVCsdCGNKsK1+ma3tm5WRzR0hmHH5Y500Oq389a+77F7LF0EZWh6rfSK/S5Rh6J1+Kae5aDmhPLwyqvxDeWC889FD+IV+MJDiY4zAurfxEfpMkgbHyzHGWnJ6r7yg1KXBy6GN0+KQMq8ZBr1SvRLttKg0eh90z6SyKsZVOP7D9p1A/M3ze94BHe7mD9q+ltPsPKLbx+NL1mh7lf+P/bmet0png2Y88OfZ2YRE4Mx3IVyqX12maHvT9v1kU+i+h9qQAAAA9JREFUeJxiYkACTDg5AAAAAP//rSd/1QAAAAZJREFUAwAAwwAHu+/W1AAAAABJRU5ErkJggg==",
].map((base64) => `data:image/png;base64,${base64}`);
const [ONE = "", TWO = "", THREE = ""] = URLS;

const logo = () => nativeImage.createFromPath(LOGO);
/** What no type of TypeScript lets through, and JavaScript does. */
const anything = (value: unknown) => value as never; // on purpose

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vedette-image-"));
  symlinkSync(referencePath("."), join(folder, "assets"), "dir");
  for (const [at, url] of URLS.entries()) {
    writeFileSync(join(folder, `${at + 1}.png`), Buffer.from(url.slice(url.indexOf(",")), "base64"));
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("createEmpty", () => {
  it("has nothing in any form", () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const empty = nativeImage.createEmpty();
    const emptyBytes = [
      ...[empty.toBitmap(), empty.toBitmap({ scaleFactor: 2 }), empty.toPNG(), empty.toPNG({ scaleFactor: 2 })],
      ...[empty.toJPEG(100), empty.getBitmap(), empty.getBitmap({ scaleFactor: 2 })],
    ];
    const warnings = warn.mock.calls.map(([text]) => text);
    warn.mockRestore();

    expect(empty.isEmpty()).toBe(true);
    expect(empty.getAspectRatio()).toBe(1);
    expect(empty.getSize()).toEqual({ width: 0, height: 0 });
    expect([empty.toDataURL(), empty.toDataURL({ scaleFactor: 2 })]).toEqual(Array(2).fill("data:image/png;base64,"));
    expect(emptyBytes.map(({ length }) => length)).toEqual(Array(7).fill(0));
    expect(warnings).toEqual(["getBitmap() is deprecated, use toBitmap() instead."]);
  });
});

describe("createFromBitmap", () => {
  it("of no bytes and no size is empty", () => {
    expect(nativeImage.createFromBitmap(Buffer.alloc(0), { width: 0, height: 0 }).isEmpty()).toBe(true);
  });

  it("takes what toBitmap gave", () => {
    const bitmap = logo().toBitmap();

    expect(nativeImage.createFromBitmap(bitmap, logo().getSize()).getSize()).toEqual(WHOLE);
    expect(nativeImage.createFromBuffer(bitmap, { ...WHOLE, scaleFactor: 2 }).getSize()).toEqual(HALF);
  });

  it.each([
    [null, {}, "buffer must be a node Buffer"],
    [[12, 14, 124, 12], {}, "buffer must be a node Buffer"],
    [Buffer.alloc(0), {}, "width is required"],
    [Buffer.alloc(0), { width: 1 }, "height is required"],
    [Buffer.alloc(0), { width: 1, height: 1 }, "invalid buffer size"],
  ])("refuses %j with %j: %s", (buffer, options, message) => {
    expect(() => nativeImage.createFromBitmap(anything(buffer), anything(options))).toThrow(message);
  });
});

describe("createFromBuffer", () => {
  it("of no bytes is empty", () => {
    expect(nativeImage.createFromBuffer(Buffer.alloc(0)).isEmpty()).toBe(true);
  });

  it("of too few bytes is empty", () => {
    const few = Buffer.from([1, 2, 3, 4]);

    expect(nativeImage.createFromBuffer(few, { width: 100, height: 100 }).isEmpty()).toBe(true);
  });

  it("takes PNG and JPEG with their own size, and pixels with the size given", () => {
    const [png, jpeg, bitmap] = [logo().toPNG(), logo().toJPEG(100), logo().toBitmap()];
    const other = { width: 100, height: 200 };
    const sizeOf = (bytes: Buffer, options?: object) => nativeImage.createFromBuffer(bytes, options).getSize();

    expect(nativeImage.createFromBuffer(png).toBitmap().equals(bitmap)).toBe(true);
    expect([sizeOf(png), sizeOf(jpeg), sizeOf(png, other), sizeOf(jpeg, other)]).toEqual(Array(4).fill(WHOLE));
    expect([sizeOf(bitmap, WHOLE), sizeOf(bitmap, other)]).toEqual([WHOLE, other]);
    expect(sizeOf(bitmap, { ...WHOLE, scaleFactor: 2 })).toEqual(HALF);
    expect(nativeImage.createFromBuffer(bitmap).isEmpty()).toBe(true);
  });

  it.each([[null], [[12, 14, 124, 12]]])("refuses %j", (buffer) => {
    expect(() => nativeImage.createFromBuffer(anything(buffer))).toThrow("buffer must be a node Buffer");
  });
});

describe("createFromDataURL", () => {
  it("of the empty text is empty", () => {
    expect(nativeImage.createFromDataURL("").isEmpty()).toBe(true);
  });

  it.each(URLS.entries().toArray())("of picture %i is what its file is", (at, url) => {
    const fromFile = nativeImage.createFromBuffer(nativeImage.createFromPath(join(folder, `${at + 1}.png`)).toPNG());
    const fromUrl = nativeImage.createFromDataURL(url);

    expect(fromUrl.getSize()).toEqual({ width: at + 1, height: at + 1 });
    expect(fromUrl.getSize()).toEqual(fromFile.getSize());
    expect(fromUrl.toBitmap().equals(fromFile.toBitmap())).toBe(true);
    expect(fromUrl.toDataURL()).toBe(fromFile.toDataURL());
  });
});

describe("toDataURL", () => {
  it.each(URLS.entries().toArray())("of picture %i is the text that Electron gives, at every scale", (at, url) => {
    const image = nativeImage.createFromBuffer(nativeImage.createFromPath(join(folder, `${at + 1}.png`)).toPNG());

    expect([image.toDataURL({ scaleFactor: 1 }), image.toDataURL({ scaleFactor: 2 })]).toEqual([url, url]);
  });

  it("has all pixels by default", () => {
    const dense = nativeImage.createFromBuffer(logo().toPNG(), { ...WHOLE, scaleFactor: 2 });
    const again = nativeImage.createFromDataURL(dense.toDataURL());

    expect([dense.getSize(), again.getSize()]).toEqual([HALF, WHOLE]);
    expect(again.toBitmap().equals(dense.toBitmap())).toBe(true);
  });

  it.each([1, 2])("at scale %i is the only representation", (scaleFactor) => {
    expect(nativeImage.createFromDataURL(logo().toDataURL({ scaleFactor })).getSize()).toEqual(WHOLE);
  });
});

describe("toPNG", () => {
  it("has all pixels by default", () => {
    const dense = nativeImage.createFromBuffer(logo().toPNG(), { ...WHOLE, scaleFactor: 2 });
    const again = nativeImage.createFromBuffer(dense.toPNG());

    expect([dense.getSize(), again.getSize()]).toEqual([HALF, WHOLE]);
    expect(again.toBitmap().equals(dense.toBitmap())).toBe(true);
  });

  it("takes a scale factor", () => {
    const at = (scaleFactor: number) =>
      nativeImage.createFromBuffer(logo().toPNG({ scaleFactor }), { scaleFactor }).getSize();

    expect([at(1), at(2)]).toEqual([WHOLE, HALF]);
  });
});

describe("createFromPath", () => {
  it.each(["", "does-not-exist.png", "does-not-exist.ico", import.meta.dirname, import.meta.filename])(
    "of %j is empty",
    (path) => {
      expect(nativeImage.createFromPath(path).isEmpty()).toBe(true);
    },
  );

  it("takes a path from the working directory", () => {
    expect(nativeImage.createFromPath(relative(".", LOGO)).getSize()).toEqual(WHOLE);
  });

  it.each([
    [".", "assets"],
    ["assets", "..", "assets"],
  ])("takes a path through %s", (...segments) => {
    const path = [folder, ...segments, "logo.png"].join(sep);

    expect(nativeImage.createFromPath(path).getSize()).toEqual(WHOLE);
  });
});

describe("createFromNamedImage", () => {
  it("of an unknown name is empty", () => {
    expect(nativeImage.createFromNamedImage("totally_not_real").isEmpty()).toBe(true);
  });

  it("of a picture of AppKit is empty where there is none", () => {
    expect(nativeImage.createFromNamedImage("NSActionTemplate").isEmpty()).toBe(true);
  });
});

describe("resize", () => {
  it.each([
    [{}, WHOLE],
    [{ width: 269 }, { width: 269, height: 95 }],
    [{ width: 600 }, { width: 600, height: 212 }],
    [{ height: 95 }, { width: 269, height: 95 }],
    [{ height: 200 }, { width: 566, height: 200 }],
    [
      { width: 80, height: 65 },
      { width: 80, height: 65 },
    ],
    [
      { width: 600, height: 200 },
      { width: 600, height: 200 },
    ],
    [
      { width: 0, height: 0 },
      { width: 0, height: 0 },
    ],
    [
      { width: -1, height: -1 },
      { width: 0, height: 0 },
    ],
  ])("to %j gives %j", (options, size) => {
    expect(logo().resize(options).getSize()).toEqual(size);
  });

  it("of an empty image is empty", () => {
    const empty = nativeImage.createEmpty();

    expect(empty.resize({ width: 1, height: 1 }).isEmpty()).toBe(true);
    expect(empty.resize({ width: 0, height: 0 }).isEmpty()).toBe(true);
  });

  it("has qualities, told by the size of the file", () => {
    const photo = nativeImage.createFromBuffer(reference("logo.jpg"));
    const sizes = (["good", "better", "best"] as const).map(
      (quality) => photo.resize({ width: 100, height: 100, quality }).toPNG().length,
    );

    expect(sizes[0]).toBeLessThanOrEqual(sizes[1] ?? 0);
    expect(sizes[1]).toBeLessThan(sizes[2] ?? 0);
  });
});

describe("crop", () => {
  const part = { x: 0, y: 0, width: 25, height: 64 };

  it("of an empty image is empty", () => {
    const empty = nativeImage.createEmpty();

    expect(empty.crop({ x: 0, y: 0, width: 1, height: 2 }).isEmpty()).toBe(true);
    expect(empty.crop({ x: 0, y: 0, width: 0, height: 0 }).isEmpty()).toBe(true);
  });

  it.each([
    { x: 0, y: 0, width: 0, height: 0 },
    { x: 0, y: 0, width: -1, height: 10 },
    { x: 0, y: 0, width: 10, height: -35 },
    { x: 1000, y: 1000, width: 100, height: 100 },
  ])("to %j is empty", (rectangle) => {
    expect(logo().crop(rectangle).isEmpty()).toBe(true);
  });

  it("gives that part and no other", () => {
    const [here, there] = [logo().crop(part), logo().crop({ ...part, x: 30, y: 40 })];

    expect([here.getSize(), there.getSize()]).toEqual(Array(2).fill({ width: 25, height: 64 }));
    expect(here.toPNG().equals(there.toPNG())).toBe(false);
  });

  it("gives as many pixels as it has", () => {
    expect(logo().crop(part).toBitmap()).toHaveLength(25 * 64 * 4);
  });
});

describe("toBitmap", () => {
  it("gives a grey in another space as the grey it is in sRGB", () => {
    const pixels = Buffer.alloc(128 * 128 * 4, Buffer.from([128, 128, 128, 255]));
    const grey = nativeImage.createFromBitmap(pixels, { width: 128, height: 128 });
    const inP3 = nativeImage.createFromBuffer(inDisplayP3(grey.toPNG()));
    const [expected, normalised] = [grey.toBitmap(), inP3.toBitmap()];

    expect(inP3.getSize()).toEqual(grey.getSize());
    expect(Math.max(...normalised.map((value, at) => Math.abs(value - (expected[at] ?? 0))))).toBeLessThanOrEqual(3);
    expect(inP3.toBitmap().equals(normalised)).toBe(true);
  });

  it("takes a colour space, and anything else as sRGB", () => {
    const image = nativeImage.createFromBuffer(reference("space-AdobeRGB1998.png"));
    const all = ["srgb", "source", "display-p3"].map((colorSpace) => image.toBitmap(anything({ colorSpace })));

    expect(all.map((bitmap) => bitmap.equals(image.toBitmap()))).toEqual([true, true, true]);
  });
});

/** The same values, said to be Display P3 by a cICP chunk (PNG third edition, 11.3.2.6) behind the header. */
function inDisplayP3(png: Buffer): Buffer {
  const chunk = Buffer.from("\0\0\0\x04cICP\x0c\x0d\0\x01\0\0\0\0", "latin1");
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 12)), 12);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

describe("getAspectRatio", () => {
  it("of an empty image is 1", () => {
    expect(nativeImage.createEmpty().getAspectRatio()).toBe(1);
  });

  it("is in single precision", () => {
    expect(logo().getAspectRatio()).toBe(2.8315789699554443);
  });
});

describe("addRepresentation", () => {
  it("adds nothing when there are too few bytes", () => {
    const image = nativeImage.createEmpty();
    image.addRepresentation({ buffer: Buffer.from([1, 2, 3, 4]), width: 100, height: 100 });

    expect(image.isEmpty()).toBe(true);
  });

  it.each(["buffer", "dataURL"] as const)("takes a %s for each scale, and nothing that is none", (member) => {
    const image = nativeImage.createEmpty();
    const scales = [
      [1, ONE],
      [2, TWO],
      [3, THREE],
      [4, "invalid"],
    ] as const;
    const known = scales.map(([scaleFactor, url]) => {
      const buffer = url === "invalid" ? url : nativeImage.createFromDataURL(url).toPNG();
      image.addRepresentation(anything({ scaleFactor, [member]: member === "buffer" ? buffer : url }));
      return image.getScaleFactors();
    });

    expect(known).toEqual([[1], [1, 2], [1, 2, 3], [1, 2, 3]]);
    expect(image.getSize()).toEqual({ width: 1, height: 1 });
    expect([1, 2, 3, 4].map((scaleFactor) => image.toDataURL({ scaleFactor }))).toEqual([ONE, TWO, THREE, THREE]);
  });

  it("keeps what was there first at a scale", () => {
    const image = nativeImage.createFromPath(join(folder, "1.png"));
    image.addRepresentation({ scaleFactor: 2, dataURL: TWO });
    image.addRepresentation({ scaleFactor: 2, dataURL: THREE });

    expect([image.toDataURL({ scaleFactor: 1 }), image.toDataURL({ scaleFactor: 2 })]).toEqual([ONE, TWO]);
  });
});

describe("what Electron has on macOS and Windows alone", () => {
  it("template images, by name and by either way of saying so", () => {
    const template = join(folder, "logo_Template.png");
    symlinkSync(LOGO, template);
    const [byProperty, byFunction] = [logo(), logo()];
    byProperty.isMacTemplateImage = true;
    byFunction.setTemplateImage(true);
    const states = [logo(), nativeImage.createFromPath(template), byProperty, byFunction].map((image) => [
      image.isMacTemplateImage,
      image.isTemplateImage(),
    ]);

    expect(states).toEqual([[false, false], ...Array(3).fill([true, true])]);
  });

  it("symbols, also with their colours shifted", () => {
    expect(nativeImage.createFromNamedImage("atom").isEmpty()).toBe(false);
    expect(nativeImage.createFromNamedImage("atom", { hslShift: [0.5, 0.2, 0.8] }).isEmpty()).toBe(false);
  });

  it("thumbnails: a size without area and a path without file are refused", async () => {
    const size = { width: 100, height: 100 };
    const empty = { width: -1, height: -1 };

    await expect(nativeImage.createThumbnailFromPath("path", empty)).rejects.toThrow("size must not be empty");
    await expect(nativeImage.createThumbnailFromPath("/hey/hi/hello", size)).rejects.toThrow();
    expect((await nativeImage.createThumbnailFromPath(LOGO, size)).isEmpty()).toBe(false);
  });

  it.each([256, 128, 64])("thumbnails: a square of 128 fills %i", async (side) => {
    const square = join(folder, `square-${side}.png`);
    writeFileSync(square, logo().resize({ width: 128, height: 128 }).toPNG());
    const size = { width: side, height: side };

    expect((await nativeImage.createThumbnailFromPath(square, size)).getSize()).toEqual(size);
  });
});
