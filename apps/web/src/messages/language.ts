import { recall, remember } from "../browser-memory.ts";

/** Languages of the interface, each named in itself. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;

export type Language = keyof typeof LANGUAGES;

const KEY = "vedette.language";

/** What a person chose in this browser, else the first of the browser's languages that there is. English on a server. */
export function keptLanguage(): Language {
  if (typeof document === "undefined") return "en";
  const wanted = [recall(KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? "en";
}

/** From when pages are loaded the next time. */
export function keepLanguage(language: Language): void {
  remember(KEY, language);
}

/** Texts are read once, when a page is loaded; so it is loaded again. */
export function chooseLanguage(language: Language): void {
  keepLanguage(language);
  window.location.reload();
}

function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text);
}
