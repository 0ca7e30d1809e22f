import { CHART_THEMES, type ChartTheme } from "@vedette/chart/core";
import { useMemo, useSyncExternalStore } from "react";
import { letterScale } from "../../style/letter-scale.ts";
import { hasPatterns } from "../../theme/patterns.ts";
import type { Theme } from "../model/field/color-name.ts";

/** The theme of the page, also after it was changed. */
export function useTheme(): Theme {
  return useSyncExternalStore(watchTheme, themeNow);
}

function themeNow(): Theme {
  return document.documentElement.dataset["theme"] === "light" ? "light" : "dark";
}

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/**
 * How charts are painted: in letters as large as those around them where the browser is set to larger ones (WCAG 1.4.4);
 * on a wall larger, brighter.
 *
 * @param wall - `true` for this screen, or the unit of another in CSS pixels
 * @see web-experience 4.4
 */
export function useChartTheme(theme: Theme, wall: boolean | number): ChartTheme {
  const unitOfScreen = useSyncExternalStore(watchSize, wallUnitNow);
  const isWall = wall !== false;
  const wallUnit = typeof wall === "number" ? wall : unitOfScreen;
  return useMemo(() => {
    const chartTheme = { ...CHART_THEMES[theme], hasPatterns: hasPatterns() };
    if (!isWall) return inLettersOfPage(chartTheme);
    return { ...chartTheme, ...WALL_COLORS[theme], fontSize: Math.ceil(wallUnit * 1.1) };
  }, [theme, isWall, wallUnit]);
}

function inLettersOfPage(chartTheme: ChartTheme): ChartTheme {
  return { ...chartTheme, fontSize: Math.round(chartTheme.fontSize * letterScale()) };
}

/** Labels as bright as text must be on a wall, 7:1; `dashboard.css` has the same for what is no chart. */
const WALL_COLORS: Readonly<Record<Theme, Pick<ChartTheme, "background" | "label">>> = {
  dark: { background: "#0b0f14", label: "#c3cad3" },
  light: { background: "#ffffff", label: "#333b45" },
};

/** One wall unit in CSS pixels: 19.2 at 1080p. */
function wallUnitNow(): number {
  return Math.min(window.innerWidth / 100, (window.innerHeight * 1.78) / 100);
}

function watchSize(onChange: () => void): () => void {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
}
