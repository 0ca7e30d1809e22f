import { recall, remember } from "../browser-memory.ts";

/** What a person chose; `system` follows the operating system. `public/theme.js` reads the same key before the first paint. */
export type ThemeChoice = "dark" | "light" | "system";

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

function showTheme(choice: ThemeChoice): void {
  const theme = choice === "system" ? (prefersLight().matches ? "light" : "dark") : choice;
  document.documentElement.dataset["theme"] = theme;
}
