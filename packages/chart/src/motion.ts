import type { EChartsCoreOption } from "echarts/core";

// Asked for each time it would be made anew, by every chart at every refresh.
let lessMotion: MediaQueryList | undefined;

/** For people who asked their system for less motion nothing is animated, whatever the option says as a whole. */
export function withoutMotion(option: EChartsCoreOption): EChartsCoreOption {
  if (typeof matchMedia !== "function") return option;
  lessMotion ??= matchMedia("(prefers-reduced-motion: reduce)");
  if (!lessMotion.matches) return option;
  const { baseOption } = option;
  // Beside a base the library reads nothing of an option but what changes it.
  if (typeof baseOption !== "object" || baseOption === null) return { ...option, animation: false };
  return { ...option, baseOption: { ...baseOption, animation: false } };
}
