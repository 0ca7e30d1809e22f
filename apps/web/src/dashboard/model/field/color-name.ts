/** The colours that documents name, for a dark and a light page: what looks right on both, and keeps its meaning. */
const HUES: ReadonlyMap<string, readonly [dark: string, light: string]> = new Map([
  ["green", ["#4ed589", "#137738"]],
  ["yellow", ["#f8d034", "#8a6a00"]],
  ["orange", ["#fa9a3c", "#b35606"]],
  ["red", ["#f75d59", "#c51d28"]],
  ["blue", ["#5db2f7", "#0465af"]],
  ["purple", ["#b58bf4", "#7a3fc4"]],
]);

/** How far the shades stand from their hue: towards the page's text or away from it. */
const SHADES: ReadonlyMap<string, number> = new Map([
  ["super-light", 0.45],
  ["light", 0.22],
  ["semi-dark", -0.18],
  ["dark", -0.34],
]);

export type Theme = "dark" | "light";

/**
 * A colour as a document writes it (`green`, `semi-dark-orange`, `#7eb26d`, `rgb(…)`, `text`, `transparent`), as
 * CSS. What is none of these becomes the page's text colour, so that no foreign text reaches a style.
 */
export function cssColor(name: string, theme: Theme): string {
  const [, shade, hue = ""] = /^(?:(super-light|light|semi-dark|dark)-)?([a-z]+)$/.exec(name) ?? [];
  const pair = HUES.get(hue);
  if (pair !== undefined) return shaded(pair[theme === "dark" ? 0 : 1], SHADES.get(shade ?? "") ?? 0);
  if (name === "transparent") return "transparent";
  if (/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(name)) return name;
  if (/^(rgb|hsl)a?\([\d\s.,%/]{3,40}\)$/i.test(name)) return name;
  if (NAMED.has(name.toLowerCase())) return name.toLowerCase();
  return theme === "dark" ? "#ebeff4" : "#141b24";
}

const NAMED: ReadonlySet<string> = new Set([
  "white",
  "black",
  "gray",
  "grey",
  "cyan",
  "magenta",
  "pink",
  "brown",
  "teal",
  "navy",
  "lime",
]);

/** Whether a colour of a document is a red: what it marks is bad. */
export function isRed(name: string): boolean {
  if (/(^|-)red$/.test(name)) return true;
  const [, short = ""] = /^#([0-9a-f]{3})[0-9a-f]?$/i.exec(name) ?? [];
  const hex = short === "" ? name : `#${[...short].map((digit) => digit + digit).join("")}`;
  const [red, green, blue] = /^#[0-9a-f]{6}/i.test(hex)
    ? channelsOf(hex)
    : (/^rgba?\(([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(name) ?? []).slice(1).map(Number);
  return red !== undefined && red > 140 && Math.max(green ?? 0, blue ?? 0) < red * 0.55;
}

function shaded(hex: string, amount: number): string {
  if (amount === 0) return hex;
  const target = amount > 0 ? 255 : 0;
  const mixed = channelsOf(hex).map((channel) => Math.round(channel + (target - channel) * Math.abs(amount)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function channelsOf(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** A colour between the colours of a ramp; `share` 0 to 1. */
export function rampColor(ramp: readonly string[], share: number): string {
  const place = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const below = channelsOf(ramp[Math.floor(place)] ?? "#000000");
  const above = channelsOf(ramp[Math.ceil(place)] ?? "#000000");
  const mixed = below.map((channel, at) => Math.round(channel + ((above[at] ?? 0) - channel) * (place % 1)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
