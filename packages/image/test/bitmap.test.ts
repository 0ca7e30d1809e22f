import { nativeImage } from "@vedette/image";
import { describe, expect, it } from "vitest";
import { withOpaqueAlpha, withoutAlpha } from "../src/bitmap.ts";
import { reference } from "./reference.ts";

const bytes = (length: number, start = 0) => Uint8Array.from({ length }, (_, at) => (at * 37 + start) & 255);

describe("pixels without alpha", () => {
  it.each([0, 1, 2, 3, 4, 5, 7, 8, 33])("are the same as before, %i of them", (count) => {
    const rgb = bytes(count * 3);
    const rgba = withOpaqueAlpha(rgb);

    expect(rgba).toHaveLength(count * 4);
    for (let at = 0; at < count; at += 1) {
      expect([...rgba.subarray(at * 4, at * 4 + 4)]).toEqual([...rgb.subarray(at * 3, at * 3 + 3), 255]);
    }
    expect(withoutAlpha(rgba)).toEqual(rgb);
  });

  it("may begin anywhere in their memory", () => {
    const memory = bytes(64, 5);

    expect(withoutAlpha(memory.subarray(3, 43))).toEqual(withoutAlpha(memory.slice(3, 43)));
    expect(withOpaqueAlpha(memory.subarray(1, 40))).toEqual(withOpaqueAlpha(memory.slice(1, 40)));
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
