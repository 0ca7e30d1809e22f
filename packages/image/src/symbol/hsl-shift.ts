import { type Bitmap, divideByAlpha, multiplyByAlpha } from "../bitmap.ts";

/** Hue to set (-1: none), and saturation and lightness around 0.5, which changes nothing. */
export type HslShift = readonly [hue: number, saturation: number, lightness: number];

type Rgb = readonly [red: number, green: number, blue: number];

/** @returns `undefined` unless there are exactly three numbers; one outside 0 to 1 changes nothing */
export function readHslShift(value: unknown): HslShift | undefined {
  if (
    !Array.isArray(value) ||
    value.length !== 3 ||
    !value.every((member): member is number => typeof member === "number")
  )
    return undefined;
  const [hue = -1, saturation = 0.5, lightness = 0.5] = value;
  const within = (member: number, otherwise: number): number => (member >= 0 && member <= 1 ? member : otherwise);
  return [within(hue, -1), within(saturation, 0.5), within(lightness, 0.5)];
}

/** Shifts every pixel; alpha stays. */
export function shiftHsl(bitmap: Bitmap, shift: HslShift): Bitmap {
  const pixels = bitmap.pixels.slice();
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    if (alpha === 0) continue;
    const color = (offset: number): number => divideByAlpha(pixels[at + offset] ?? 0, alpha);
    const shifted = shiftColor([color(2), color(1), color(0)], shift);
    for (const [channel, value] of shifted.entries()) pixels[at + 2 - channel] = multiplyByAlpha(value, alpha);
  }
  return { ...bitmap, pixels };
}

function shiftColor(color: Rgb, [hue, saturation, lightness]: HslShift): Rgb {
  const colored = hue >= 0 || saturation !== 0.5 ? shiftHueAndSaturation(color, hue, saturation) : color;
  const [r, g, b] = colored;
  return [lighten(r, lightness), lighten(g, lightness), lighten(b, lightness)];
}

function lighten(value: number, lightness: number): number {
  return Math.round(lightness <= 0.5 ? value * lightness * 2 : value + (255 - value) * (lightness - 0.5) * 2);
}

function shiftHueAndSaturation(color: Rgb, hue: number, saturation: number): Rgb {
  const { h, s, l } = toHsl(color);
  const shifted = saturation <= 0.5 ? s * saturation * 2 : s + (1 - s) * (saturation - 0.5) * 2;
  return toRgb(hue >= 0 ? hue : h, shifted, l);
}

function toHsl([red, green, blue]: Rgb): { readonly h: number; readonly s: number; readonly l: number } {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [l, chroma] = [(max + min) / 2, max - min];
  if (chroma === 0) return { h: 0, s: 0, l };
  const s = chroma / (1 - Math.abs(2 * l - 1));
  const sixth = max === r ? (g - b) / chroma + 6 : max === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4;
  return { h: (sixth / 6) % 1, s, l };
}

function toRgb(h: number, s: number, l: number): Rgb {
  const reach = s * Math.min(l, 1 - l);
  const channel = (offset: number): number => {
    const position = (offset + h * 12) % 12;
    return Math.round(255 * (l - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}
