import { COLOR_BY_NAME } from "./color-names.ts";

/** Channels from 0 to 255. */
export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

export const WHITE: Color = { r: 255, g: 255, b: 255, a: 255 };

const INTEGER = "(-?\\d+)";
const NUMBER = "(\\d+(?:\\.\\d+)?|\\.\\d+)";
const PERCENT = `${NUMBER}%`;
const COMMA = ",\\s*";
const FORMS = {
  rgb: new RegExp(`^rgb\\(${[INTEGER, INTEGER, INTEGER].join(COMMA)}\\)$`),
  rgba: new RegExp(`^rgba\\(${[INTEGER, INTEGER, INTEGER, NUMBER].join(COMMA)}\\)$`),
  hsl: new RegExp(`^hsl\\(${["(-?\\d+(?:\\.\\d+)?)", PERCENT, PERCENT].join(COMMA)}\\)$`),
  hsla: new RegExp(`^hsla\\(${["(-?\\d+(?:\\.\\d+)?)", PERCENT, PERCENT, NUMBER].join(COMMA)}\\)$`),
};

/**
 * Reads a colour as windows take it. Unlike CSS, hex digits carry alpha **first** (`#aarrggbb`) and names are lower case.
 *
 * @param text - hex of 3, 4, 6 or 8 digits, `rgb()`, `rgba()`, `hsl()`, `hsla()` with commas, or a CSS 3 name
 * @returns `null` when it is none of these
 */
export function parseColor(text: string): Color | null {
  if (text.startsWith("#")) return fromHex(text.slice(1));
  const named = COLOR_BY_NAME.get(text);
  if (named !== undefined) return fromNumber(named, 255);
  return fromRgb(text) ?? fromHsl(text);
}

/** `#RRGGBB`, capitals, without alpha. */
export function hexOf({ r, g, b }: Color): string {
  return `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

function fromHex(digits: string): Color | null {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(digits)) return null;
  const long = digits.length < 6 ? digits.replace(/./g, "$&$&") : digits;
  return fromNumber(
    Number.parseInt(long.slice(-6), 16),
    long.length === 8 ? Number.parseInt(long.slice(0, 2), 16) : 255,
  );
}

function fromNumber(value: number, a: number): Color {
  return { r: value >> 16, g: (value >> 8) & 0xff, b: value & 0xff, a };
}

function fromRgb(text: string): Color | null {
  const [, r, g, b, alpha = "1"] = FORMS.rgb.exec(text) ?? FORMS.rgba.exec(text) ?? [];
  const channels = [r, g, b].map(Number);
  if (!channels.every((channel) => channel >= 0 && channel <= 255) || Number(alpha) > 1) return null;
  const [red = 0, green = 0, blue = 0] = channels;
  return { r: red, g: green, b: blue, a: Math.floor(Number(alpha) * 255) };
}

function fromHsl(text: string): Color | null {
  const match = FORMS.hsl.exec(text) ?? FORMS.hsla.exec(text);
  if (match === null) return null;
  const [, h, s, l, alpha = "1"] = match;
  const hue = ((Math.trunc(Number(h)) % 360) + 360) % 360;
  const saturation = Math.min(Number(s), 100) / 100;
  const lightness = Math.min(Number(l), 100) / 100;
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    const spread = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return { r: channel(0), g: channel(8), b: channel(4), a: Math.floor(Math.min(Number(alpha), 1) * 255) };
}
