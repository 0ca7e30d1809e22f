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

/** Undoes the premultiplication of one channel, rounded; a premultiplied byte above its alpha counts as full. */
export function divideByAlpha(color: number, alpha: number): number {
  if (alpha === 255) return color;
  if (alpha === 0) return 0;
  return Math.min(255, Math.floor((color * 510 + alpha) / (2 * alpha)));
}

/** Red and blue change places, in a new buffer of its own. */
export function swapRedAndBlue(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const swapped = new Uint8Array(pixels.length);
  const source = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice();
  const from = new Uint32Array(source.buffer, source.byteOffset, source.length >> 2);
  const to = new Uint32Array(swapped.buffer);
  for (let at = 0; at < to.length; at += 1) {
    const value = from[at] ?? 0;
    to[at] = (value & 0xff00ff00) | ((value >>> 16) & 0xff) | ((value & 0xff) << 16);
  }
  return swapped;
}
