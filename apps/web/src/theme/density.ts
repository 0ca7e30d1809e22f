/** How close rows and panels stand; `public/theme.js` reads the same key before the first paint. */
export const DENSITIES = ["compact", "default", "comfortable"] as const;

export type Density = (typeof DENSITIES)[number];

const KEY = "vedette.density";

export function keptDensity(): Density {
  try {
    const kept = localStorage.getItem(KEY);
    return DENSITIES.find((density) => density === kept) ?? "default";
  } catch {
    // Storage can be forbidden by the browser's settings; the choice then lasts as long as the page.
    return "default";
  }
}

export function chooseDensity(density: Density): void {
  try {
    localStorage.setItem(KEY, density);
  } catch {
    // As above.
  }
  document.documentElement.dataset["density"] = density;
}
