import type { PngHeader } from "./header.ts";

/** What makes pixels clear besides an alpha channel. */
export type Transparency =
  | { readonly kind: "none" }
  | { readonly kind: "palette"; readonly table: Uint8Array }
  /** The one colour, in the file's own depth, that is clear. */
  | { readonly kind: "key"; readonly key: readonly number[] };

export interface RowTarget {
  readonly header: PngHeader;
  readonly transparency: Transparency;
  /** Pixels in this row. */
  readonly count: number;
  readonly pixels: Uint8Array;
  /** Where the first pixel goes, and how far it is to the next, in bytes. */
  readonly at: number;
  readonly step: number;
}

/** Writes one row of samples as blue, green, red, alpha; not premultiplied. */
export function expandRow(samples: Uint8Array, target: RowTarget): void {
  const { kind, bitDepth } = target.header;
  if (kind === "palette") expandPalette(samples, target);
  else if (kind === "rgb" && bitDepth === 8 && target.transparency.kind === "none") expandRgb(samples, target);
  else if (kind === "grey" || kind === "greyAlpha") expandGrey(samples, target);
  else expandColor(samples, target);
}

function expandGrey(samples: Uint8Array, { header, transparency, count, pixels, at: start, step }: RowTarget): void {
  const { kind, bitDepth } = header;
  const key = transparency.kind === "key" ? transparency.key[0] : undefined;
  const channels = kind === "greyAlpha" ? 2 : 1;
  for (let index = 0, at = start; index < count; index += 1, at += step) {
    const grey = sampleAt(samples, index * channels, bitDepth);
    pixels.fill(toByte(grey, bitDepth), at, at + 3);
    const alpha = channels === 2 ? toByte(sampleAt(samples, index * 2 + 1, bitDepth), bitDepth) : 255;
    pixels[at + 3] = grey === key ? 0 : alpha;
  }
}

function expandColor(samples: Uint8Array, { header, transparency, count, pixels, at: start, step }: RowTarget): void {
  const { kind, bitDepth } = header;
  const key = transparency.kind === "key" ? transparency.key : undefined;
  const channels = kind === "rgba" ? 4 : 3;
  for (let index = 0, at = start; index < count; index += 1, at += step) {
    const from = index * channels;
    pixels[at] = toByte(sampleAt(samples, from + 2, bitDepth), bitDepth);
    pixels[at + 1] = toByte(sampleAt(samples, from + 1, bitDepth), bitDepth);
    pixels[at + 2] = toByte(sampleAt(samples, from, bitDepth), bitDepth);
    pixels[at + 3] = channels === 4 ? toByte(sampleAt(samples, from + 3, bitDepth), bitDepth) : 255;
    if (key?.every((value, channel) => value === sampleAt(samples, from + channel, bitDepth))) pixels[at + 3] = 0;
  }
}

function expandRgb(samples: Uint8Array, { count, pixels, at: start, step }: RowTarget): void {
  for (let index = 0, at = start, from = 0; index < count; index += 1, at += step, from += 3) {
    pixels[at] = samples[from + 2] ?? 0;
    pixels[at + 1] = samples[from + 1] ?? 0;
    pixels[at + 2] = samples[from] ?? 0;
    pixels[at + 3] = 255;
  }
}

function expandPalette(samples: Uint8Array, { header, transparency, count, pixels, at: start, step }: RowTarget): void {
  if (transparency.kind !== "palette") return;
  const { table } = transparency;
  for (let index = 0, at = start; index < count; index += 1, at += step) {
    const entry = sampleAt(samples, index, header.bitDepth) * 4;
    pixels[at] = table[entry] ?? 0;
    pixels[at + 1] = table[entry + 1] ?? 0;
    pixels[at + 2] = table[entry + 2] ?? 0;
    pixels[at + 3] = table[entry + 3] ?? 0;
  }
}

/** Samples below a byte are packed from the high end. */
function sampleAt(samples: Uint8Array, index: number, bitDepth: number): number {
  if (bitDepth === 8) return samples[index] ?? 0;
  if (bitDepth === 16) return ((samples[index * 2] ?? 0) << 8) | (samples[index * 2 + 1] ?? 0);
  const bit = index * bitDepth;
  const byte = samples[bit >> 3] ?? 0;
  return (byte >> (8 - bitDepth - (bit & 7))) & ((1 << bitDepth) - 1);
}

function toByte(sample: number, bitDepth: number): number {
  if (bitDepth === 8) return sample;
  const max = 2 ** bitDepth - 1;
  return Math.floor((sample * 255 + max / 2) / max);
}
