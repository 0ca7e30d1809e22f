import type { ColorSpace } from "./color/color-space.ts";

/**
 * Pixels in memory: blue, green, red, alpha, one byte each, colours premultiplied by alpha, rows from top to bottom
 * without padding, in the picture's own colour space. Callers hand such pixels in and get them out as they are.
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

/** Red and blue change places where they are: files and decoders begin with red. */
export function swapRedAndBlue(pixels: Uint8Array): void {
  const aligned = words(pixels, pixels.length >> 2);
  for (let at = 0; at < aligned.length; at += 1) {
    const value = aligned[at] ?? 0;
    aligned[at] = (value & 0xff00ff00) | ((value >>> 16) & 0xff) | ((value & 0xff) << 16);
  }
  if (aligned.buffer !== pixels.buffer) pixels.set(new Uint8Array(aligned.buffer));
}

/** Bytes as little-endian numbers; a copy where they are not aligned. */
function words(bytes: Uint8Array, count: number): Uint32Array {
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(buffer, byteOffset, count);
}
