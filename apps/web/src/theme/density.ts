import { recall, remember } from "../browser-memory.ts";

/** How close rows and panels stand; `public/theme.js` reads the same key before the first paint. */
export const DENSITIES = ["compact", "default", "comfortable"] as const;

export type Density = (typeof DENSITIES)[number];

const KEY = "vedette.density";

export function keptDensity(): Density {
  const kept = recall(KEY);
  return DENSITIES.find((density) => density === kept) ?? "default";
}

export function chooseDensity(density: Density): void {
  remember(KEY, density);
  document.documentElement.dataset["density"] = density;
}
