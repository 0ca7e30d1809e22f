import type { ChartTheme } from "@vedette/chart/core";
import { cssColor, rampColor, type Theme } from "../../model/field/color-name.ts";
import { rampOfScheme } from "../../model/field/color-scheme.ts";
import { isObject, numberOf, oneOf, textOf } from "../../model/json.ts";

/** Light to dark, by the names that documents use: those of ColorBrewer. */
const SEQUENTIAL: ReadonlyMap<string, string> = new Map([
  ["Blues", "eff3ff bdd7e7 6baed6 3182bd 08519c"],
  ["Greens", "edf8e9 bae4b3 74c476 31a354 006d2c"],
  ["Greys", "f7f7f7 cccccc 969696 636363 252525"],
  ["Oranges", "feedde fdbe85 fd8d3c e6550d a63603"],
  ["Purples", "f2f0f7 cbc9e2 9e9ac8 756bb1 54278f"],
  ["Reds", "fee5d9 fcae91 fb6a4a de2d26 a50f15"],
  ["BuGn", "edf8fb b2e2e2 66c2a4 2ca25f 006d2c"],
  ["BuPu", "edf8fb b3cde3 8c96c6 8856a7 810f7c"],
  ["GnBu", "f0f9e8 bae4bc 7bccc4 43a2ca 0868ac"],
  ["OrRd", "fef0d9 fdcc8a fc8d59 e34a33 b30000"],
  ["PuBuGn", "f6eff7 bdc9e1 67a9cf 1c9099 016c59"],
  ["PuBu", "f1eef6 bdc9e1 74a9cf 2b8cbe 045a8d"],
  ["PuRd", "f1eef6 d7b5d8 df65b0 dd1c77 980043"],
  ["RdPu", "feebe2 fbb4b9 f768a1 c51b8a 7a0177"],
  ["YlGnBu", "ffffcc a1dab4 41b6c4 2c7fb8 253494"],
  ["YlGn", "ffffcc c2e699 78c679 31a354 006837"],
  ["YlOrBr", "ffffd4 fed98e fe9929 d95f0e 993404"],
  ["YlOrRd", "ffffb2 fecc5c fd8d3c f03b20 bd0026"],
]);

/** Few to many, whatever the page's colours are. */
const DIVERGING: ReadonlyMap<string, string> = new Map([
  ["BrBG", "018571 80cdc1 f5f5f5 dfc27d a6611a"],
  ["PRGn", "008837 a6dba0 f7f7f7 c2a5cf 7b3294"],
  ["PiYG", "4dac26 b8e186 f7f7f7 f1b6da d01c8b"],
  ["PuOr", "5e3c99 b2abd2 f7f7f7 fdb863 e66101"],
  ["RdBu", "0571b0 92c5de f7f7f7 f4a582 ca0020"],
  ["RdGy", "404040 bababa ffffff f4a582 ca0020"],
  ["RdYlBu", "2c7bb6 abd9e9 ffffbf fdae61 d7191c"],
  ["RdYlGn", "1a9641 a6d96a ffffbf fdae61 d7191c"],
  ["Spectral", "2b83ba abdda4 ffffbf fdae61 d7191c"],
  ["Turbo", "30123b 4686fb 1ae4b6 a2fc3c faba39 e4460a 7a0403"],
]);

/** Stops between which a chart mixes linearly; enough for a curve to look like one. */
const STOPS = 64;
const LEAST_OPACITY = 0.06;

/** Colours of counts, few to many, as `options.color` asks for them; the house's own unless it does. */
export function heatmapColors(
  color: unknown,
  { theme, chartTheme }: { readonly theme: Theme; readonly chartTheme: ChartTheme },
): readonly string[] {
  if (!isObject(color)) return chartTheme.ramp;
  const isExponential = textOf(color["scale"], "exponential") === "exponential";
  const exponent = isExponential ? Math.max(0.01, numberOf(color["exponent"]) ?? 0.5) : 1;
  const steps = Math.min(128, Math.max(2, Math.round(numberOf(color["steps"]) ?? STOPS)));
  const shares = Array.from({ length: STOPS }, (_, at) => stepped((at / (STOPS - 1)) ** exponent, steps));
  if (oneOf(color["mode"], ["scheme", "opacity"], "scheme") === "opacity") {
    const fill = cssColor(textOf(color["fill"], "dark-orange"), theme);
    return shares.map((share) => faded(fill, LEAST_OPACITY + share * (1 - LEAST_OPACITY)));
  }
  const ramp = rampNamed(textOf(color["scheme"]), { theme, chartTheme });
  const ordered = color["reverse"] === true ? ramp.toReversed() : ramp;
  return shares.map((share) => rampColor(ordered, share));
}

/** The nearest of so many shares from 0 to 1. */
function stepped(share: number, steps: number): number {
  return Math.round(share * (steps - 1)) / (steps - 1);
}

function faded(color: string, opacity: number): string {
  const channels = /^#(..)(..)(..)/
    .exec(color)
    ?.slice(1)
    .map((channel) => Number.parseInt(channel, 16));
  return channels === undefined ? color : `rgba(${channels.join(",")},${opacity.toFixed(3)})`;
}

/** Few is near the ground, many stands out: what is light in one theme is dark in the other. */
function rampNamed(
  name: string,
  { theme, chartTheme }: { readonly theme: Theme; readonly chartTheme: ChartTheme },
): readonly string[] {
  const diverging = DIVERGING.get(name);
  if (diverging !== undefined) return hex(diverging);
  const sequential = SEQUENTIAL.get(name);
  if (sequential === undefined) return rampOfScheme(`continuous-${name.toLowerCase()}`, theme) ?? chartTheme.ramp;
  return theme === "dark" ? hex(sequential).toReversed() : hex(sequential);
}

function hex(colors: string): readonly string[] {
  return colors.split(" ").map((color) => `#${color}`);
}
