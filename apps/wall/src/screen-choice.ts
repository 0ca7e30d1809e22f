import type { Display } from "@vedette/window";

/** Which screens a wall covers: all, the primary one, or one by its name or id. */
export type ScreenChoice = "all" | "primary" | { readonly screen: string };

/** @param text - `all`, `primary`, or a screen's name or id */
export function readScreenChoice(text: string): ScreenChoice {
  return text === "all" || text === "primary" ? text : { screen: text };
}

/** The screens of a choice that are there now. */
export function chosenScreens(displays: readonly Display[], choice: ScreenChoice): Display[] {
  if (choice === "all") return [...displays];
  if (choice === "primary") return displays.filter(({ primary }) => primary);
  return displays.filter(({ id, name }) => name === choice.screen || String(id) === choice.screen);
}
