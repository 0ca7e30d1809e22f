import { CHART_THEMES } from "@vedette/chart/core";
import { cssColor, rampColor, type Theme } from "./color-name.ts";

/** Low to high, by the names that documents use; names of hues are those of `color-name.ts`. */
const SCHEMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["continuous-GrYlRd", ["green", "yellow", "red"]],
  ["continuous-RdYlGr", ["red", "yellow", "green"]],
  ["continuous-BlYlRd", ["blue", "yellow", "red"]],
  ["continuous-YlRd", ["yellow", "red"]],
  ["continuous-BlPu", ["blue", "purple"]],
  ["continuous-YlBl", ["yellow", "blue"]],
  ["continuous-reds", ["#7a2e2c", "red"]],
  ["continuous-greens", ["#1d5c39", "green"]],
  ["continuous-purples", ["#4c3a6b", "purple"]],
  ["continuous-viridis", ["#440154", "#3b528b", "#21918c", "#5ec962", "#fde725"]],
  ["continuous-magma", ["#1d1147", "#51127c", "#b73779", "#fc8961", "#fcfdbf"]],
  ["continuous-plasma", ["#0d0887", "#7e03a8", "#cc4778", "#f89540", "#f0f921"]],
  ["continuous-inferno", ["#1b0c41", "#781c6d", "#cf4446", "#fb9b06", "#fcffa4"]],
  ["continuous-cividis", ["#00224e", "#434e6c", "#7d7c78", "#bcaf6f", "#fee838"]],
]);

/** The colour of a share, 0 to 1, in a scheme; `undefined` for palettes, which are not about values. */
export function schemeColor(mode: string, share: number, theme: Theme): string | undefined {
  if (!mode.startsWith("continuous-")) return undefined;
  return rampColor(rampOfScheme(mode, theme) ?? CHART_THEMES[theme].ramp, share);
}

/** Hex colours from low to high; `undefined` for unknown schemes. */
export function rampOfScheme(mode: string, theme: Theme): readonly string[] | undefined {
  return SCHEMES.get(mode)?.map((name) => cssColor(name, theme));
}
