import type { ColorSpace } from "./color/color-space.ts";

/**
 * Pixels in memory: red, green, blue, alpha, one byte each, colours premultiplied by alpha, rows from top to bottom
 * without padding, in the picture's own colour space.
 */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Opaque by origin: a JPEG, or a PNG that cannot hold alpha. */
  readonly isOpaque: boolean;
  readonly colorSpace: ColorSpace;
}

/** `round(color * alpha / 255)` for bytes. */
export function multiplyByAlpha(color: number, alpha: number): number {
  const product = color * alpha + 128;
  return (product + (product >> 8)) >> 8;
}

/** Premultiplies in place. */
export function premultiply(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    if (alpha === 255) continue;
    pixels[at] = multiplyByAlpha(pixels[at] ?? 0, alpha);
    pixels[at + 1] = multiplyByAlpha(pixels[at + 1] ?? 0, alpha);
    pixels[at + 2] = multiplyByAlpha(pixels[at + 2] ?? 0, alpha);
  }
}

/** A byte as a part of 1, and by how much an alpha has to be multiplied to be 1: both in single precision. */
const PART = Float32Array.from({ length: 256 }, (_, byte) => byte * Math.fround(1 / 255));
const INVERSE = PART.map((part) => (part > 0 ? 1 / part : 0));

/**
 * Undoes the premultiplication of one channel; a premultiplied byte above its alpha counts as full. Rounded as Chromium
 * does it, which reckons in single precision and gives the even one of two that are equally near.
 */
export function divideByAlpha(color: number, alpha: number): number {
  const exact = Math.fround(Math.fround((PART[color] ?? 0) * (INVERSE[alpha] ?? 0)) * 255);
  const rounded = Math.round(exact);
  return Math.min(255, rounded - exact === 0.5 ? rounded & ~1 : rounded);
}

/** Red and blue change places, in a new buffer of its own. */
export function swapRedAndBlue(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const swapped = new Uint8Array(pixels.length);
  swapInto(swapped, pixels);
  return swapped;
}

/** Red and blue change places where they are; in a new buffer if there is something beside them. */
export function swapRedAndBlueInPlace(pixels: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (pixels.length !== pixels.buffer.byteLength) return swapRedAndBlue(pixels);
  swapInto(pixels, pixels);
  return pixels;
}

function swapInto(target: Uint8Array, pixels: Uint8Array): void {
  const to = words(target, target.length >> 2);
  const from = words(pixels, to.length);
  for (let at = 0; at < to.length; at += 1) {
    const value = from[at] ?? 0;
    to[at] = (value & 0xff00ff00) | ((value >>> 16) & 0xff) | ((value & 0xff) << 16);
  }
}

/** Bytes as little-endian numbers; a copy where they are not aligned. */
function words(bytes: Uint8Array, count: number): Uint32Array {
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(buffer, byteOffset, count);
}

/** Red, green and blue alone, side by side: four pixels at a time, and what is left byte by byte. */
export function withoutAlpha(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((pixels.length / 4) * 3);
  const groups = pixels.length >> 4;
  const [from, to] = [words(pixels, groups * 4), new Uint32Array(rows.buffer, 0, groups * 3)];
  for (let at = 0, out = 0; out < to.length; at += 4, out += 3) {
    const one = from[at] ?? 0;
    const two = from[at + 1] ?? 0;
    const three = from[at + 2] ?? 0;
    const four = from[at + 3] ?? 0;
    to[out] = (one & 0xffffff) | (two << 24);
    to[out + 1] = ((two >>> 8) & 0xffff) | (three << 16);
    to[out + 2] = ((three >>> 16) & 0xff) | (four << 8);
  }
  for (let at = groups * 16, out = groups * 12; at < pixels.length; at += 4, out += 3) {
    rows.set(pixels.subarray(at, at + 3), out);
  }
  return rows;
}

/** Red, green and blue with an alpha of 255 behind each. */
export function withOpaqueAlpha(rows: Uint8Array): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array((rows.length / 3) * 4);
  const groups = Math.floor(rows.length / 12);
  const [from, to] = [words(rows, groups * 3), new Uint32Array(pixels.buffer, 0, groups * 4)];
  for (let at = 0, out = 0; out < to.length; at += 3, out += 4) {
    const one = from[at] ?? 0;
    const two = from[at + 1] ?? 0;
    const three = from[at + 2] ?? 0;
    to[out] = one | 0xff000000;
    to[out + 1] = (one >>> 24) | (two << 8) | 0xff000000;
    to[out + 2] = (two >>> 16) | (three << 16) | 0xff000000;
    to[out + 3] = (three >>> 8) | 0xff000000;
  }
  for (let at = groups * 12, out = groups * 16; at < rows.length; at += 3, out += 4) {
    pixels.set(rows.subarray(at, at + 3), out);
    pixels[out + 3] = 255;
  }
  return pixels;
}
