import { inspect } from "node:util";
import { nativeImage } from "@vedette/image";
import { describe, expect, it, vi } from "vitest";
import { reference } from "./reference.ts";

const logo = reference("logo.png");
const aLogo = (scaleFactor = 1) => nativeImage.createFromBuffer(logo, { scaleFactor });
/** 40 by 30 pixels, each with its place as colour. */
function aGrid(scaleFactor = 1) {
  const pixels = Buffer.alloc(40 * 30 * 4);
  for (let at = 0; at < 1200; at += 1) pixels.set([at % 40, Math.floor(at / 40), 0, 255], at * 4);
  return nativeImage.createFromBitmap(pixels, { width: 40, height: 30, scaleFactor });
}

describe("the size of an image", () => {
  it("belongs to the caller", () => {
    const image = aLogo();
    Object.assign(image.getSize(), { width: 1 });

    expect(image.getSize()).toEqual({ width: 538, height: 190 });
  });

  it("gives the aspect ratio in single precision [spec 3]", () => {
    expect(aLogo().getAspectRatio()).toBe(2.8315789699554443);
  });

  it("is that of the closest representation, the first added on a tie [spec 3]", () => {
    const image = aGrid(1);
    image.addRepresentation({ scaleFactor: 3, width: 4, height: 2, buffer: Buffer.alloc(32) });
    image.addRepresentation({ scaleFactor: 3, width: 8, height: 8, buffer: Buffer.alloc(256) });

    expect(image.getSize(1)).toEqual({ width: 40, height: 30 });
    expect(image.getSize(2)).toEqual({ width: 40, height: 30 });
    expect(image.getSize(2.5)).toEqual({ width: 1, height: 0 });
    expect(image.getSize(100)).toEqual({ width: 1, height: 0 });
  });

  it("takes a number only", () => {
    expect(() => Reflect.apply(aGrid().getSize, aGrid(), ["1"])).toThrow(TypeError);
  });
});

describe("cropping", () => {
  it.each([
    [
      { x: -10, y: -10, width: 20, height: 20 },
      { width: 10, height: 10 },
    ],
    [
      { x: 30, y: 20, width: 100, height: 100 },
      { width: 10, height: 10 },
    ],
    [
      { x: 0.6, y: 0.4, width: 2, height: 2 },
      { width: 2, height: 2 },
    ],
    [
      { x: 0, y: 0, width: Number.POSITIVE_INFINITY, height: 3 },
      { width: 40, height: 3 },
    ],
  ])("to %o gives %o", (rect, size) => {
    expect(aGrid().crop(rect).getSize()).toEqual(size);
  });

  it("cuts the right pixels", () => {
    expect(aGrid().crop({ x: 0.6, y: 0.4, width: 2, height: 2 }).toBitmap()).toEqual(
      Buffer.from([1, 0, 0, 255, 2, 0, 0, 255, 1, 1, 0, 255, 2, 1, 0, 255]),
    );
  });

  it("cuts every representation by its scale", () => {
    const image = aGrid(1);
    const twice = Buffer.alloc(80 * 60 * 4, 255);
    image.addRepresentation({ scaleFactor: 2, width: 80, height: 60, buffer: twice });

    const cropped = image.crop({ x: 1, y: 1, width: 3, height: 5 });

    expect(cropped.getScaleFactors()).toEqual([1, 2]);
    expect(cropped.toBitmap({ scaleFactor: 2 })).toHaveLength(6 * 10 * 4);
  });

  it.each([
    { x: 0, y: 0, width: 0, height: 5 },
    { x: 0, y: 0, width: 5, height: -5 },
    { x: 40, y: 0, width: 5, height: 5 },
    { x: Number.NaN, y: 0, width: Number.NaN, height: 5 },
  ])("to %o leaves nothing", (rect) => {
    expect(aGrid().crop(rect).isEmpty()).toBe(true);
  });

  it("to the full bounds gives the same picture, without the template flag", () => {
    const image = aGrid(1.33);
    image.setTemplateImage(true);
    const cropped = image.crop({ x: 0, y: 0, ...image.getSize() });

    expect(cropped.toBitmap({ scaleFactor: 1.33 })).toEqual(image.toBitmap({ scaleFactor: 1.33 }));
    expect(cropped.isTemplateImage()).toBe(false);
  });

  it.each([{}, { x: 0, y: 0, width: 1 }, { x: "0", y: 0, width: 1, height: 1 }, 7, null])("refuses %o", (rect) => {
    expect(() => Reflect.apply(aGrid().crop, aGrid(), [rect])).toThrow(TypeError);
  });
});

describe("resizing", () => {
  it.each([
    [{ width: 269 }, { width: 269, height: 95 }],
    [{ width: 600 }, { width: 600, height: 212 }],
    [{ height: 95 }, { width: 269, height: 95 }],
    [{ height: 200 }, { width: 566, height: 200 }],
    [
      { width: 80, height: 65 },
      { width: 80, height: 65 },
    ],
    [
      { width: 80.4, height: 64.5 },
      { width: 80, height: 65 },
    ],
    [{ width: 1 }, { width: 1, height: 1 }],
    [{}, { width: 538, height: 190 }],
    [{ width: "80" as unknown as number }, { width: 538, height: 190 }],
  ])("538 x 190 to %o gives %o [spec 3]", (options, size) => {
    expect(aLogo().resize(options).getSize()).toEqual(size);
  });

  it.each([{ width: 0, height: 0 }, { width: -1, height: -1 }, { width: 0 }, { height: 0.4 }])(
    "to %o is empty",
    (options) => {
      expect(aLogo().resize(options).isEmpty()).toBe(true);
    },
  );

  it("is sharp at every density", () => {
    const small = aLogo().resize({ width: 32 });

    expect(nativeImage.createFromBuffer(small.toPNG({ scaleFactor: 2 })).getSize()).toEqual({ width: 64, height: 22 });
    expect(small.getSize(2)).toEqual({ width: 32, height: 11 });
    expect(small.getScaleFactors()).toEqual([1]);
  });

  it("to the own size gives the same pixels", () => {
    expect(aGrid().resize({}).toBitmap()).toEqual(aGrid().toBitmap());
  });

  it("does not see what is added to the original later", () => {
    const image = aGrid();
    const same = image.resize({});
    image.addRepresentation({ scaleFactor: 2, width: 1, height: 1, buffer: Buffer.alloc(4) });

    expect(same.getScaleFactors()).toEqual([1]);
  });

  it.each([undefined, 7, "100"])("refuses %s", (options) => {
    expect(() => Reflect.apply(aLogo().resize, aLogo(), [options])).toThrow(TypeError);
  });

  it("uses the closest representation when the result would be too large", () => {
    const huge = aGrid().resize({ width: 1_000_000, height: 1_000_000 });

    expect(huge.toBitmap()).toHaveLength(40 * 30 * 4);
  });
});

describe("adding a representation", () => {
  it("gives an empty image its size [spec 3]", () => {
    const image = nativeImage.createEmpty();
    image.addRepresentation({ scaleFactor: 2, buffer: logo });

    expect(image.getSize()).toEqual({ width: 269, height: 95 });
  });

  it("takes a data URL", () => {
    const image = nativeImage.createEmpty();
    image.addRepresentation({ dataURL: `data:image/png;base64,${logo.toString("base64")}` });

    expect(image.isEmpty()).toBe(false);
  });

  it("looks at the buffer alone when there is one", () => {
    const image = nativeImage.createEmpty();
    image.addRepresentation({ buffer: Buffer.from("x"), dataURL: `data:image/png;base64,${logo.toString("base64")}` });

    expect(image.isEmpty()).toBe(true);
  });

  it.each([{}, { buffer: Buffer.alloc(3), width: 1, height: 1 }, { dataURL: "x" }])(
    "does nothing with %o",
    (options) => {
      const image = aGrid();
      image.addRepresentation(options);

      expect(image.getScaleFactors()).toEqual([1]);
    },
  );
});

describe("the template flag", () => {
  it("is one state under three names [spec 3]", () => {
    const image = aGrid();
    image.setTemplateImage(true);
    expect(image.isMacTemplateImage).toBe(true);
    image.isMacTemplateImage = false;

    expect(image.isTemplateImage()).toBe(false);
  });

  it("needs an argument", () => {
    expect(() => Reflect.apply(aGrid().setTemplateImage, aGrid(), [])).toThrow("Insufficient number of arguments.");
  });
});

describe("encoding to JPEG", () => {
  it.each([undefined, 1.5, "80", Number.NaN])("refuses the quality %s", (quality) => {
    expect(() => Reflect.apply(aGrid().toJPEG, aGrid(), [quality])).toThrow(TypeError);
  });

  it.each([
    [-5, 0],
    [500, 100],
  ])("takes %i as %i [spec 3]", (given, taken) => {
    expect(aGrid().toJPEG(given)).toEqual(aGrid().toJPEG(taken));
  });
});

describe("what is old", () => {
  it("is still there: getBitmap warns once [spec 3]", () => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    const image = aGrid();

    expect(image.getBitmap()).toEqual(image.toBitmap());
    image.getBitmap();

    expect(warn.mock.calls).toEqual([["getBitmap() is deprecated, use toBitmap() instead.", "DeprecationWarning"]]);
    warn.mockRestore();
  });

  it("has no native handle without a native image", () => {
    expect(() => aGrid().getNativeHandle()).toThrow(
      expect.objectContaining({
        code: "ERR_IMAGE_NOT_IMPLEMENTED",
        message: expect.stringMatching(/^Not implemented/),
      }),
    );
  });
});

describe("inspecting an image", () => {
  it("shows sizes and scales", () => {
    const image = aLogo();
    image.addRepresentation({ scaleFactor: 2, buffer: logo });

    expect(inspect(image)).toBe("NativeImage { 538x190, scales: [ 1, 2 ] }");
  });
});
