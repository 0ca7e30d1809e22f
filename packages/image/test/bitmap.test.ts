import { nativeImage } from "@vedette/image";
import { describe, expect, it } from "vitest";
import { swapRedAndBlue } from "../src/bitmap.ts";
import { kernel } from "../src/kernel/choose-kernel.ts";
import { javascriptKernel } from "../src/kernel/javascript-kernel.ts";
import { reference } from "./reference.ts";

const bytes = (length: number, start = 0) => Uint8Array.from({ length }, (_, at) => (at * 37 + start) & 255);

describe("pixels without alpha", () => {
  it.each([0, 1, 2, 3, 4, 5, 7, 8, 33, 2047, 2048, 2051, 9000])("are the same as before, %i of them", (count) => {
    const rgb = bytes(count * 3);
    const bgra = kernel().withOpaqueAlpha(rgb);

    expect(Buffer.compare(bgra, javascriptKernel.withOpaqueAlpha(rgb))).toBe(0);
    expect(Buffer.compare(kernel().withoutAlpha(bgra), rgb)).toBe(0);
    expect(Buffer.compare(javascriptKernel.withoutAlpha(bgra), rgb)).toBe(0);
  });

  it("become blue, green, red and an alpha of 255", () => {
    const rgb = Uint8Array.from([1, 2, 3, 4, 5, 6]);

    for (const { withOpaqueAlpha } of [kernel(), javascriptKernel]) {
      expect([...withOpaqueAlpha(rgb)]).toEqual([3, 2, 1, 255, 6, 5, 4, 255]);
    }
  });

  it.each([
    ["the kernel", kernel()],
    ["JavaScript", javascriptKernel],
  ])("are written by %s where the caller says, over whatever is there", (_, { withOpaqueAlpha }) => {
    const rgb = bytes(2051 * 3);
    const memory = new Uint8Array(2051 * 4).fill(7);

    expect(withOpaqueAlpha(rgb, memory)).toBe(memory);
    expect(Buffer.compare(memory, withOpaqueAlpha(rgb))).toBe(0);
  });

  it("may begin anywhere in their memory", () => {
    const memory = bytes(64, 5);
    const swapped = memory.slice(3, 43);
    swapRedAndBlue(swapped);
    const expected = kernel().withoutAlpha(memory.slice(3, 43));

    expect(kernel().withoutAlpha(memory.subarray(3, 43))).toEqual(expected);
    expect(kernel().withOpaqueAlpha(memory.subarray(1, 40))).toEqual(kernel().withOpaqueAlpha(memory.slice(1, 40)));
    swapRedAndBlue(memory.subarray(3, 43));
    expect(memory.slice(3, 43)).toEqual(swapped);
  });
});

describe("pixels with alpha", () => {
  /** Every value with every alpha, and three pixels more than whole groups. */
  const all = Uint8Array.from({ length: (65_536 + 3) * 4 }, (_, at) => {
    const pixel = at >> 2;
    return at % 4 === 3 ? pixel >> 8 : pixel + (at % 4) * 85;
  });

  it.each([
    ["the kernel", kernel()],
    ["JavaScript", javascriptKernel],
  ])("are multiplied by %s, rounded, and turned; alpha stays", (_, { premultiply }) => {
    const expected = all.map((_value, at) => {
      const alpha = all[at | 3] ?? 0;
      const turned = at % 4 === 3 ? at : (at & ~3) + 2 - (at % 4);
      return at % 4 === 3 ? alpha : Math.round(((all[turned] ?? 0) * alpha) / 255);
    });

    expect(Buffer.compare(premultiply(all.slice()), expected)).toBe(0);
  });
});

describe("the bitmap of a JPEG", () => {
  it("belongs to the caller, the first as every other", () => {
    const image = nativeImage.createFromBuffer(reference("logo.jpg"));
    const expected = nativeImage.createFromBuffer(reference("logo.jpg")).toBitmap();
    const [first, second] = [image.toBitmap(), image.toBitmap()];
    const isEqual = [first.equals(expected), second.equals(expected)];
    first.fill(7);
    second.fill(9);

    expect(isEqual).toEqual([true, true]);
    expect(image.toBitmap().equals(expected)).toBe(true);
    expect(image.crop({ x: 0, y: 0, width: 10, height: 1 }).toBitmap()).toEqual(expected.subarray(0, 40));
  });

  it("is its own also after a look at size and PNG, and in another space", () => {
    const image = nativeImage.createFromBuffer(reference("logo.jpg"));
    image.toPNG();
    const expected = image.toBitmap();
    image.toBitmap({ colorSpace: { primaries: "p3" } }).fill(0);
    image.toBitmap().fill(0);

    expect(image.toBitmap()).toEqual(expected);
  });

  it("is empty, each time, when the data is damaged", () => {
    const image = nativeImage.createFromBuffer(reference("logo.jpg").subarray(0, 9000));

    expect([image.toBitmap().length, image.toBitmap().length, image.isEmpty()]).toEqual([0, 0, true]);
  });
});

describe("every bitmap", () => {
  it("has memory of its own, which may change its owner", () => {
    const pixels = Buffer.from([10, 20, 30, 255, 1, 2, 3, 4]);
    const images = [
      nativeImage.createFromBitmap(pixels, { width: 2, height: 1 }),
      nativeImage.createFromBuffer(reference("rgba8.png")),
      nativeImage.createFromBuffer(reference("space-AdobeRGB1998.png")),
      nativeImage.createFromBuffer(reference("logo.jpg")),
      nativeImage.createFromBuffer(reference("logo.png")).resize({ width: 3 }),
    ];
    const bitmaps = images.flatMap((image) => [image.toBitmap(), image.toBitmap({ scaleFactor: 2 })]);
    const owners = bitmaps.map(({ buffer, byteOffset, length }) => [byteOffset, buffer.byteLength - length]);
    const taken = structuredClone(bitmaps[0]?.buffer, { transfer: [bitmaps[0]?.buffer as ArrayBuffer] });

    expect(owners).toEqual(owners.map(() => [0, 0]));
    expect(new Set(bitmaps.map(({ buffer }) => buffer)).size).toBe(bitmaps.length);
    expect(taken?.byteLength).toBe(8);
    expect(images[0]?.toBitmap()).toEqual(pixels);
  });
});
