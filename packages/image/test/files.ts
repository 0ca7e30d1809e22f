import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for pictures that is gone after `using` ends. */
export function pictureFolder(): Disposable & { readonly path: (name: string) => string } {
  const folder = mkdtempSync(join(tmpdir(), "vedette-image-"));
  return {
    path: (name) => join(folder, name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs ImageMagick. */
export function convert(...args: readonly string[]): void {
  execFileSync("convert", args, { stdio: ["ignore", "ignore", "pipe"] });
}

/** What ImageMagick sees in a file: red, green, blue, alpha, eight bits each, not premultiplied. */
export function pixelsByImageMagick(path: string): Buffer {
  return execFileSync("convert", [path, "-set", "colorspace", "sRGB", "-depth", "8", "rgba:-"], { maxBuffer: 1 << 28 });
}

/** Makes a file with ImageMagick and gives its bytes. */
export function made(name: string, ...args: readonly string[]): Buffer {
  using folder = pictureFolder();
  const path = folder.path(name);
  convert(...args, path);
  return readFileSync(path);
}

/** As `toBitmap` writes them: blue, green, red, alpha, premultiplied. */
export function asBitmap(rgba: Buffer): Buffer {
  const bitmap = Buffer.alloc(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    const channel = (offset: number): number => Math.round(((rgba[at + offset] ?? 0) * alpha) / 255);
    bitmap.set([channel(2), channel(1), channel(0), alpha], at);
  }
  return bitmap;
}

export function psnr(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
  return sum === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * one.length) / sum);
}

export function largestDifference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((largest, value, at) => Math.max(largest, Math.abs(value - (other[at] ?? 0))), 0);
}
