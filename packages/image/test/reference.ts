import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "fixtures");

/** A picture made by another tool, or what that tool sees in one; `fixtures/make.sh` says how. */
export function reference(name: string): Buffer {
  return readFileSync(referencePath(name));
}

export function referencePath(name: string): string {
  return join(FOLDER, name);
}

export function namesOf(pattern: RegExp): string[] {
  return readdirSync(FOLDER).filter((name) => pattern.test(name));
}

/** A folder for pictures that is gone after `using` ends. */
export function pictureFolder(): Disposable & { readonly path: (name: string) => string } {
  const folder = mkdtempSync(join(tmpdir(), "vedette-image-"));
  return {
    path: (name) => join(folder, name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
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

/** In decibels, of all channels. */
export function psnr(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
  return sum === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * one.length) / sum);
}

export function largestDifference(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  return one.reduce((largest, value, at) => Math.max(largest, Math.abs(value - (other[at] ?? 0))), 0);
}

/** The same JPEG with an EXIF orientation (EXIF 2.32, tag 0x112). */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from(
    "ffe10022457869660000" + "4d4d002a00000008" + "0001" + "011200030000000100000000" + "00000000",
    "hex",
  );
  exif.writeUInt16BE(orientation, 28);
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}
