import { recall, remember } from "../browser-memory.ts";

/** What a person chose; `system` follows the operating system. `public/theme.js` reads the same key before the first paint. */
export type ThemeChoice = "dark" | "light" | "system";

export const THEME_CHOICES: readonly ThemeChoice[] = ["dark", "light", "system"];

const KEY = "vedette.theme";
const prefersLight = () => matchMedia("(prefers-color-scheme: light)");

export function keptTheme(): ThemeChoice {
  const kept = recall(KEY);
  return kept === "light" || kept === "system" ? kept : "dark";
}

export function chooseTheme(choice: ThemeChoice): void {
  remember(KEY, choice);
  showTheme(choice);
}

/** Keeps a page that follows the system in step with it; returns how to stop. */
export function followSystemTheme(): () => void {
  const onChange = () => showTheme(keptTheme());
  const system = prefersLight();
  system.addEventListener("change", onChange);
  return () => system.removeEventListener("change", onChange);
}

/**
 * Shows another theme for a while.
 *
 * @returns how to show again what was shown before
 */
export function showOtherTheme(theme: "dark" | "light"): () => void {
  const { dataset } = document.documentElement;
  const shown = dataset["theme"];
  dataset["theme"] = theme;
  return () => {
    dataset["theme"] = shown;
  };
}

/** Paper is light. Charts, which take a while to be drawn anew, stay as they are. */
export function printLight(): void {
  let showAgain: (() => void) | undefined;
  window.addEventListener("beforeprint", () => {
    showAgain = showOtherTheme("light");
  });
  window.addEventListener("afterprint", () => showAgain?.());
}

function showTheme(choice: ThemeChoice): void {
  const theme = choice === "system" ? (prefersLight().matches ? "light" : "dark") : choice;
  document.documentElement.dataset["theme"] = theme;
}
