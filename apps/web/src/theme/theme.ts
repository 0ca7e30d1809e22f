/** What a person chose; `system` follows the operating system. `public/theme.js` reads the same key before the first paint. */
export type ThemeChoice = "dark" | "light" | "system";

const KEY = "vedette.theme";
const prefersLight = () => matchMedia("(prefers-color-scheme: light)");

export function keptTheme(): ThemeChoice {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "system" ? kept : "dark";
  } catch {
    // Storage can be forbidden by the browser's settings; the choice then lasts as long as the page.
    return "dark";
  }
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // As above.
  }
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
