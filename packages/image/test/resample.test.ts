import { nativeImage } from "@vedette/image";
import { describe, expect, it } from "vitest";
import { kernel } from "../src/kernel/choose-kernel.ts";
import { javascriptKernel } from "../src/kernel/javascript-kernel.ts";
import { HAMMING, LANCZOS, tapsFor } from "../src/kernel/taps.ts";
import { filteredExactly } from "./exact-filter.ts";
import { psnr, reference } from "./reference.ts";

const SIZES = [
  [269, 95],
  [80, 65],
  [600, 212],
  [7, 190],
  [538, 3],
  [1, 1],
] as const;

describe("a resized picture", () => {
  it.each(SIZES)("of %i x %i lies within 50 dB of the same filter in doubles [spec 3, resize]", (width, height) => {
    for (const [quality, filter] of [
      ["best", LANCZOS],
      ["good", HAMMING],
    ] as const) {
      const image = nativeImage.createFromBuffer(reference("logo.jpg"));
      const exact = filteredExactly(image.toBitmap(), image.getSize(), { width, height }, filter);

      expect(psnr(image.resize({ width, height, quality }).toBitmap(), exact)).toBeGreaterThan(50);
    }
  });

  it("that shrinks by thousands is still the mean", () => {
    const half = Buffer.alloc(4000 * 4, 255);
    half.fill(0, 0, 2000 * 4);
    const image = nativeImage.createFromBitmap(half, { width: 4000, height: 1 }).resize({ width: 1, height: 1 });

    expect(Math.abs((image.toBitmap()[0] ?? 0) - 127.5)).toBeLessThanOrEqual(1);
  });

  it("stays flat where it was flat", () => {
    const flat = Buffer.alloc(50 * 40 * 4);
    for (let at = 0; at < flat.length; at += 4) flat.set([13, 77, 150, 201], at);
    const image = nativeImage.createFromBitmap(flat, { width: 50, height: 40 });

    for (const width of [3, 33, 50, 171]) {
      const bitmap = image.resize({ width }).toBitmap();
      expect(bitmap.every((byte, at) => byte === [13, 77, 150, 201][at % 4])).toBe(true);
    }
  });

  it("lets nothing leak from clear pixels, and no colour exceeds its alpha", () => {
    const pixels = Buffer.alloc(32 * 32 * 4);
    for (let at = 0; at < pixels.length; at += 8) pixels.set([0, 200, 0, 200], at);
    const bitmap = nativeImage.createFromBitmap(pixels, { width: 32, height: 32 }).resize({ width: 11 }).toBitmap();

    for (let at = 0; at < bitmap.length; at += 4) {
      expect([bitmap[at], bitmap[at + 2]]).toEqual([0, 0]);
      expect(bitmap[at + 1]).toBeLessThanOrEqual(bitmap[at + 3] ?? 0);
    }
  });

  it("is larger as a file the better it is", () => {
    const size = (quality: "good" | "better" | "best"): number =>
      nativeImage.createFromBuffer(reference("logo.jpg")).resize({ width: 120, quality }).toPNG().length;

    expect(size("good")).toBeLessThanOrEqual(size("better"));
    expect(size("better")).toBeLessThan(size("best"));
  });
});

describe("the kernel", () => {
  const noise = Uint8Array.from(
    { length: 64 * 48 * 4 },
    (_, at) => Math.floor((Math.sin(at * 12.9898) * 43_758.5453) % 128) + 128,
  );

  it("runs on vectors here, so that both versions are compared", () => {
    expect(kernel()).not.toBe(javascriptKernel);
  });

  it.each([1, 2, 3, 4, 6, 8])("gives the same rows in both versions, at %i bytes per pixel", (bytesPerPixel) => {
    for (const pixels of [1, 5, 16, 33]) {
      const rowBytes = pixels * bytesPerPixel;
      const shape = { rowBytes, height: Math.floor(noise.length / rowBytes), bytesPerPixel };
      const rows = noise.subarray(0, rowBytes * shape.height);
      const filtered = kernel().filter(rows, shape);
      const mixed = filtered.map((byte, at) => (at % (rowBytes + 1) === 0 ? (at / (rowBytes + 1)) % 5 : byte));
      const [one, other] = [mixed.slice(), mixed.slice()];

      expect(Buffer.compare(filtered, javascriptKernel.filter(rows, shape))).toBe(0);
      expect(kernel().adler32(filtered)).toBe(javascriptKernel.adler32(filtered));
      expect(kernel().unfilter(one, shape) && javascriptKernel.unfilter(other, shape)).toBe(true);
      expect(Buffer.compare(one.subarray(0, rows.length), other.subarray(0, rows.length))).toBe(0);
      expect(kernel().unfilter(filtered, shape)).toBe(true);
      expect(Buffer.compare(filtered.subarray(0, rows.length), rows)).toBe(0);
    }
  });

  it("filters pixels without their alpha as it filters rows, in both versions", () => {
    for (const width of [1, 2, 3, 5, 16, 31, 64]) {
      const size = { width, height: 48 };
      const pixels = noise.subarray(0, width * 48 * 4);
      const shape = { rowBytes: width * 3, height: 48, bytesPerPixel: 3 };
      const expected = javascriptKernel.filter(javascriptKernel.withoutAlpha(pixels), shape);

      expect(Buffer.compare(javascriptKernel.filterOpaque(pixels, size), expected)).toBe(0);
      expect(Buffer.compare(kernel().filterOpaque(pixels, size), expected)).toBe(0);
    }
  });

  it.each([
    [20, 10],
    [64, 48],
    [130, 7],
    [3, 200],
  ])("resamples to the same bytes in both versions, to %i x %i", (width, height) => {
    for (const filter of [LANCZOS, HAMMING]) {
      const plan = {
        width,
        height,
        source: { width: 64, height: 48 },
        columns: tapsFor(filter, 64, width),
        rows: tapsFor(filter, 48, height),
      };

      expect(Buffer.compare(kernel().resample(noise, plan), javascriptKernel.resample(noise, plan))).toBe(0);
    }
  });
});
